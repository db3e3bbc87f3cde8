"""Python goes on from a snapshot of its memory from the second start on, and never from a wrong one."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paiyan.service import site as static
from tests.e2e.acts import choose_rules, expect_total, read_sample, type_hand, until
from tests.e2e.conftest import SAMPLE, Phone
from tests.e2e.phone import read_on_phone, served

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
HAND = (["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z"], "2z")
NAMES = """async () => (await (await caches.open("paiyan-python")).keys()).map(({ url }) => url)"""
REPLACE = """async ([damage, name]) => {
  const cache = await caches.open("paiyan-python");
  const [{ url }] = await cache.keys();
  const packed = new Uint8Array(await (await cache.match(url)).arrayBuffer());
  const pass = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
  let bytes = packed;
  if (damage === "cut") bytes = packed.subarray(0, packed.length / 2);
  else if (damage === "other") bytes = new TextEncoder().encode("no gzip");
  else if (damage !== "same") {
    const memory = new Uint8Array(await pass(packed, new DecompressionStream("gzip")));
    if (damage === "build") memory[16] ^= 1; // of Pyodide's build
    if (damage === "holes") memory.fill(0, memory.length / 2);
    if (damage === "short") memory.fill(0, 4, 8);
    bytes = await pass(memory, new CompressionStream("gzip"));
  }
  await cache.delete(url);
  await cache.put(name ? url.replace(...name) : url, new Response(bytes));
}"""
NO_CACHES = """Object.defineProperty(globalThis, "caches", {
  get() { throw new DOMException("private", "SecurityError"); },
});"""
NO_ROOM = (
    """Cache.prototype.put = async () => { throw new DOMException("no room", "QuotaExceededError"); };"""
)


@pytest.fixture(scope="module")
def site(files: Path) -> Iterator[str]:
    """The address of the site, as any server of files gives it out."""
    with served(files) as address:
        yield address


def start(page: Any, site: str) -> bool:
    """Open the page until it scores; return whether Python went on from a snapshot."""
    page.set_default_timeout(180_000)
    page.goto(site)
    page.wait_for_selector("html[data-engine=ready]")
    return page.get_attribute("html", "data-restored") == "true"


def wait_for_snapshot(page: Any) -> str:
    """Return the name of the only snapshot, once it is kept."""
    page.wait_for_selector("html[data-phone=ready]")
    (name,) = until(page, NAMES, "a snapshot is kept")
    return name


def expect_hands_read_and_scored(page: Any) -> None:
    read_sample(page)
    expect_total(page, "19 fan")
    page.click("#clear")
    type_hand(page, *HAND)
    page.wait_for_selector("#answer .total")


def test_the_second_start_goes_on_from_the_first_and_gives_the_same(phone: Phone, site: str) -> None:
    page = phone()
    assert not start(page, site)
    wait_for_snapshot(page)
    first = read_on_phone(page, SAMPLE)
    assert start(page, site)
    second = read_on_phone(page, SAMPLE)
    assert {**second, "timings_ms": 0} == {**first, "timings_ms": 0}
    expect_hands_read_and_scored(page)
    page.click("#clear")
    choose_rules(page, "hangzhou")  # which no start imports
    type_hand(page, *HAND)
    page.wait_for_selector("#answer .total")


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["cut", "other", "build", "short"])
def test_a_broken_snapshot_is_replaced(phone: Phone, site: str, damage: str) -> None:
    page = phone()
    start(page, site)
    wait_for_snapshot(page)
    page.evaluate(REPLACE, [damage, None])
    assert not start(page, site)
    expect_hands_read_and_scored(page)
    wait_for_snapshot(page)
    assert start(page, site)
    expect_hands_read_and_scored(page)


@pytest.mark.slow
@pytest.mark.parametrize("name", [["snapshot-1", "snapshot-0"], ["Chrome", "Other"]], ids=["form", "browser"])
def test_a_snapshot_of_another_make_is_not_used(phone: Phone, site: str, name: list[str]) -> None:
    page = phone()
    start(page, site)
    own = wait_for_snapshot(page)
    page.evaluate(REPLACE, ["same", name])
    assert wait_for_snapshot(page) != own
    assert not start(page, site)
    expect_hands_read_and_scored(page)
    until(page, f"async () => String(await ({NAMES})()) === {json.dumps(own)}")


def with_another_name(archive: bytes) -> bytes:
    """Return the packed scorer in which Guobiao, which every snapshot holds, has another name."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(archive))) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            if info.filename.endswith("rulesets/guobiao.toml"):
                assert OLD_NAME.encode() in content
                content = content.replace(OLD_NAME.encode(), NEW_NAME.encode())
            new.writestr(info, content)
    return gzip.compress(out.getvalue())


OLD_NAME, NEW_NAME = "Chinese official (MCR)", "Chinese newer"
RULES = """async () => {
  const { rules } = await import(new URL("js/io/engine.js", document.baseURI));
  return JSON.stringify(await rules({ rules: "guobiao" }, "en"));
}"""
LATER = "2" * 16


@pytest.mark.slow
def test_an_update_of_the_engine_is_not_answered_by_an_old_snapshot(
    phone: Phone, files: Path, tmp_path: Path
) -> None:
    live = tmp_path / "site"
    shutil.copytree(files, live)
    os.utime(live / "engine" / "engine.json", (0, 0))  # a browser takes what is so old for fresh for years
    with served(live) as address:
        page = phone()
        start(page, address)
        assert OLD_NAME in page.evaluate(RULES)
        old = wait_for_snapshot(page)
        about = json.loads((live / "engine" / "engine.json").read_text())
        engine = (live / "engine" / about["version"]).rename(live / "engine" / LATER)
        scorer = engine / "scorer.zip.packed"
        scorer.write_bytes(with_another_name(scorer.read_bytes()))
        (live / "engine" / "engine.json").write_text(json.dumps({**about, "version": LATER}))
        static.write_worker(live)
        for restored in (False, True):
            assert start(page, address) is restored
            assert NEW_NAME in page.evaluate(RULES)
            new = wait_for_snapshot(page)
            assert LATER in new
            assert new != old


@pytest.mark.slow
def test_a_snapshot_in_which_python_hangs_is_made_anew(phone: Phone, site: str) -> None:
    """Two starts do not come to their end; the third does without it."""
    page = phone()
    start(page, site)
    wait_for_snapshot(page)
    assert start(page, site)
    assert page.evaluate(TRIES) is None
    page.evaluate(REPLACE, ["holes", None])
    for tries in ("1", "2"):
        page.goto(site)
        until(page, f"() => {TRIES} === '{tries}'")
    assert not start(page, site)
    assert page.evaluate(TRIES) is None
    wait_for_snapshot(page)
    assert start(page, site)


TRIES = "localStorage.getItem('python-tries')"


@pytest.mark.slow
@pytest.mark.parametrize("lacking", [NO_CACHES, NO_ROOM], ids=["private", "full"])
def test_where_nothing_can_be_kept_each_start_is_a_first_one(phone: Phone, site: str, lacking: str) -> None:
    def without(route: Any) -> None:
        script = route.fetch()
        route.fulfill(response=script, body=f"{lacking}\n{script.text()}")

    page = phone()
    page.route("**/js/engine.worker.js", without)
    for _ in range(2):
        assert not start(page, site)
        expect_hands_read_and_scored(page)
    assert page.evaluate(NAMES) == []

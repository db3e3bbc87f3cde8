"""The page as a folder of static files: a browser alone reads the photo, scores it and says who pays whom."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.phone import reads
from bench.phone_memory import memory
from paiyan.datasets.synth.compositing.render import render
from paiyan.datasets.synth.scenes.random_scenes import sample_scene
from paiyan.models.opening import load_detector, open_reader
from paiyan.service import site as static
from paiyan.vision.picture.image import load, save
from paiyan.vision.pixels import resized, rotated
from tests.beside import PHOTOS
from tests.e2e.acts import (
    choose_rules,
    expect,
    expect_total,
    open_table,
    read_sample,
    type_hand,
    until,
    watching,
    won,
)
from tests.e2e.conftest import SAMPLE, Opened, serving
from tests.e2e.phone import differences, read_here, read_on_phone, served

pytestmark = pytest.mark.browser
WILD = PHOTOS / "wild" / "images"


@pytest.fixture(scope="module")
def site(files: Path) -> Iterator[str]:
    """The address of the site, as any server of files gives it out."""
    with served(files) as address:
        yield address


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that comes later."""
    with serving(tmp_path_factory.mktemp("ledger")) as address:
        yield address


def test_a_photo_becomes_payments_without_a_server_and_then_without_a_network(opened: Opened) -> None:
    """One visit and no other machine is asked for anything; the second has no network at all."""
    asked: set[str] = set()
    page = opened(service_workers="allow")
    page.context.on("request", lambda request: asked.add(request.url))
    read_sample(page)
    expect_total(page, "19 fan")
    assert "+81" in page.inner_text("#answer")
    own = ("blob:", "data:", page.url)
    assert [url for url in asked if not url.startswith(own)] == []
    assert not any("/v1/" in url for url in asked)
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    read_sample(page)
    expect_total(page, "19 fan")
    page.click("#clear")
    choose_rules(page, "hangzhou")
    type_hand(page, ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", *["1z", "2z"] * 2], "2z")
    page.wait_for_selector("#answer .total")


def record_points(page: Any, count: int) -> None:
    """Write points by hand, and wait until the page shows them."""
    page.click("#points-open")
    page.fill('#points [name="E"]', "6")
    page.fill('#points [name="N"]', "-6")
    page.click("#write-points")
    expect(page.locator("#history .entry")).to_have_count(count)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_an_evening_is_kept_handed_over_and_sent_to_a_service_once(
    opened: Opened, service: str, browser: Any, tmp_path: Path
) -> None:
    """Eight deals without a network, a reload, a second phone by the code, a file, a service."""
    page = opened(service_workers="allow")
    read_sample(page)
    until(page, "navigator.serviceWorker.controller !== null")  # it has kept all files then
    page.context.set_offline(True)
    open_table(page)
    expect(page.locator("#kept-here")).to_be_visible()
    page.click("#nav-hand")
    read_sample(page)
    won(page, "E", "drawn")
    page.click("#to-ledger")
    expect(page.locator("#history .entry")).to_have_count(1)
    for count in range(2, 9):
        record_points(page, count)
    page.click("#undo")
    expect(page.locator("#history .entry")).to_have_count(7)
    record_points(page, 8)
    shown = page.inner_text("#table .square")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#history .entry")).to_have_count(8)
    assert page.inner_text("#table .square") == shown
    page.locator("#invite").evaluate("(fold) => { fold.open = true; }")
    page.click("#invite-write")
    expect(page.locator("#invite img.qr")).to_be_visible()
    address = page.inner_text("#invite code")
    with page.expect_download() as saving:
        page.click("#save-json")
    file = tmp_path / "evening.json"
    saving.value.save_as(file)

    other = opened(path="#" + address.partition("#")[2])
    expect(other.locator("#history .entry")).to_have_count(8)
    assert other.inner_text("#table .square") == shown
    record_points(other, 9)

    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(180_000)
    served = context.new_page()
    sent: list[str] = []
    served.on("request", lambda one: sent.append(one.url) if one.method == "PUT" else None)
    served.goto(service)
    served.wait_for_selector("html[data-ready]")
    for _ in range(2):
        served.evaluate(TAKE_IN, file.read_text(encoding="utf-8"))
        served.reload()
        served.wait_for_selector("html[data-ready]")
        expect(served.locator("#history .entry")).to_have_count(8)
        expect(served.locator("#kept-here")).to_have_count(0)
    assert len(sent) == 2
    assert served.inner_text("#table .square") == shown
    context.close()


TAKE_IN = """async (text) => (await import(new URL("js/io/moving.js", document.baseURI))).takeIn(text)"""


def next_version(old: Path, out: Path) -> Path:
    """Write a later version of a site, of which the page, a script and the engine's name are others."""
    shutil.copytree(old, out)
    (out / "index.html").write_text(
        (old / "index.html").read_text().replace("<html ", '<html data-page="2" ')
    )
    script = (old / "js" / "app.js").read_text()
    (out / "js" / "app.js").write_text(script + '\ndocument.documentElement.dataset.version = "2";\n')
    about = json.loads((old / "engine" / "engine.json").read_text())
    (out / "engine" / about["version"]).rename(out / "engine" / LATER)
    (out / "engine" / "engine.json").write_text(json.dumps({**about, "version": LATER}))
    static.write_worker(out)
    return out


LATER = "2" * 16
VERSIONS = """async () => [
  document.documentElement.dataset.page === "2",
  document.documentElement.dataset.version === "2",
  (await (await fetch("engine/engine.json")).json()).version === "2222222222222222",
]"""
LOOK = "async () => (await navigator.serviceWorker.ready).update().then(() => true, () => false)"
KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("paiyan-site"));
  const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return files.flat().map(({ url }) => url.split("/").pop());
}"""


def start_again(page: Any) -> list[bool]:
    """Load the page again, read a photo, and say which parts of it are of the later version."""
    page.reload()
    page.wait_for_selector("html[data-ready]")
    read_sample(page)
    expect_total(page, "19 fan")
    return page.evaluate(VERSIONS)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_phone_has_one_whole_version_until_its_player_takes_the_next(
    browser: Any, files: Path, tmp_path: Path
) -> None:
    """Files are replaced while a page is open: half of them at first, then all; and the network goes."""
    live = tmp_path / "live"
    shutil.copytree(files, live)
    later = next_version(files, tmp_path / "later")
    with served(live) as address:
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-US")
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        read_sample(page)
        until(page, "navigator.serviceWorker.controller !== null")
        assert page.evaluate(VERSIONS) == [False] * 3

        for name in ("sw.js", "index.html", "js/app.js"):  # the host is being updated, and stops half way
            shutil.copyfile(later / name, live / name)
        page.evaluate(LOOK)
        assert start_again(page) == [False] * 3
        expect(page.locator("#newer")).to_be_hidden()
        context.set_offline(True)
        assert start_again(page) == [False] * 3
        context.set_offline(False)

        shutil.rmtree(live / "engine")
        shutil.copytree(later / "engine", live / "engine")
        page.evaluate(LOOK)
        expect(page.locator("#newer")).to_be_visible()
        assert start_again(page) == [False] * 3
        other = context.new_page()
        other.goto(address)
        other.wait_for_selector("html[data-ready]")
        page.click("#newer button")
        expect(page.locator("#newer")).to_contain_text("Close the other windows")
        other.close()
        context.set_offline(True)
        assert start_again(page) == [False] * 3
        page.click("#newer button")
        page.wait_for_selector('html[data-page="2"][data-ready]')
        assert start_again(page) == [True] * 3
        expect(page.locator("#newer")).to_be_hidden()
        worker = (live / "sw.js").read_text()
        kept = page.evaluate(KEPT)
        assert kept
        assert all(name in worker for name in kept)
        context.close()


CANCEL_AT_ONCE = """() => new MutationObserver(() => {
  const bar = document.querySelector("#progress progress");
  if (globalThis.share || !(bar?.value > 0)) return;
  globalThis.share = bar.value;
  document.querySelector("#cancel").click();
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""


@pytest.mark.slow
def test_a_table_is_looked_at_with_progress_and_can_be_cancelled(opened: Opened, tmp_path: Path) -> None:
    """What is cancelled is given up for good: the next photo is read at once, and shown alone."""
    rng = np.random.default_rng(4)
    scene = sample_scene(rng, size=(3000, 2250), kind="table")
    save(render(scene, rng)[0], tmp_path / "table.jpg")
    page = opened()
    page.evaluate(CANCEL_AT_ONCE)
    page.set_input_files("#file", str(tmp_path / "table.jpg"))
    until(page, "() => globalThis.share > 0", "a part of the table was looked at")
    expect(page.locator("#progress")).to_be_hidden()
    read_sample(page)
    expect_total(page, "19 fan")


def live_memory(page: Any) -> float:
    """Megabytes of the pages without their garbage, and without the browser's own files, which other browsers
    share while they run."""
    for script in (*page.workers, page):
        for _ in range(2):
            script.evaluate("gc()")
    page.wait_for_timeout(1000)
    return memory("Anon", "Shmem")


MOST_GROWTH = 24.0  # MB that forty photos may add, of which a photo of 2 MP has 8; it swings by 10
MOST_GARBAGE = 80.0  # MB that may wait for a collector; pixels that are not given back at once make 5 a photo


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_photos_do_not_fill_the_memory(opened: Opened) -> None:
    page = opened()
    reads(page, 40)  # until then what is compiled, and pools of the browser, still grow
    before = live_memory(page)
    reads(page, 40)
    held = memory("Anon", "Shmem")
    live = live_memory(page)
    grown, garbage = live - before, held - live
    print(f"{before:.0f} MB, {grown:+.0f} after 40 photos, and {garbage:.0f} of garbage")
    assert grown < MOST_GROWTH
    assert garbage < MOST_GARBAGE


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_page_stays_smooth_while_photos_are_read(opened: Opened) -> None:
    """No task of the main thread is long while three photos are read, once a first one opened the reader.

    `make bench-phone` measures that none is over 50 ms. Here it is a share of a reading, which a network that
    ran on the main thread would exceed on any machine.
    """
    page = opened()
    reads(page, 1)
    with watching(page) as tasks:
        reading = 1000 * min(reads(page, 3))
    print(f"longest task: {max(tasks):.0f} of {reading:.0f} ms")
    assert 0 < max(tasks) < reading / 4


def test_what_is_no_picture_is_said_in_a_sentence(opened: Opened, tmp_path: Path) -> None:
    torn = tmp_path / "torn.jpg"
    torn.write_bytes(SAMPLE.read_bytes()[:300])
    page = opened(service_workers="allow")
    page.set_input_files("#file", str(torn))
    page.wait_for_selector("#failed:not([hidden])")
    assert "Error" not in page.inner_text("#failed")


def pictures(folder: Path) -> list[Path]:
    """Photos of shared where they are there; the sample turned and shrunk, and drawn hands and tables."""
    image = load(SAMPLE)
    own = {
        "turned.jpg": rotated(image, 1),
        "small.png": resized(image, image.shape[1] // 2, image.shape[0] // 2),
        "stretched.jpg": resized(image, image.shape[1], 5 * image.shape[0]),
        "black.png": 255 - image,
        "nothing.png": np.full((300, 400, 3), 90, np.uint8),
    }
    for seed in range(5):
        rng = np.random.default_rng(seed)
        scene = sample_scene(rng, size=(960, 720), kind="table" if seed == 4 else "hand")
        own[f"drawn_{seed}.jpg"] = render(scene, rng)[0]
    for name, picture in own.items():
        save(picture, folder / name)
    near = ["riichi_50", "lissa_01", "hk_81200", "lietxia_03"]  # three of them were read otherwise once
    return [
        SAMPLE,
        *(folder / name for name in own),
        *(f for n in near if (f := WILD / f"{n}.jpg").is_file()),
    ]


@pytest.mark.slow
def test_the_phone_reads_what_the_command_line_reads(opened: Opened, tmp_path: Path) -> None:
    reader = open_reader(load_detector(threads=1, backend="onnxruntime"))
    page: Any = opened(service_workers="allow")
    found = {
        photo.name: differences(read_here(reader, photo), read_on_phone(page, photo))
        for photo in pictures(tmp_path)
    }
    assert {name: told for name, told in found.items() if told} == {}

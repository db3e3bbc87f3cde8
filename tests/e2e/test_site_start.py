"""How the site starts: rule sets before Python is up, networks beside it, named tiles before a reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report.rule_set_json import summary
from paiyan.scorer.rulesets import rule_set
from tests.e2e.acts import (
    choose_rules,
    expect,
    expect_total,
    kept_binaries,
    read_sample,
    type_hand,
    until,
)
from tests.e2e.conftest import SAMPLE, Opened, Phone
from tests.e2e.phone import ORT, PYODIDE, served

pytestmark = pytest.mark.browser
HAND = (["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z"], "2z")


@pytest.fixture(scope="module")
def site(files: Path) -> Iterator[str]:
    """The address of the site, as any server of files gives it out."""
    with served(files) as address:
        yield address


def go(page: Any, site: str) -> None:
    page.goto(site)
    page.wait_for_selector("html[data-ready]")


@pytest.mark.parametrize(
    ("locale", "language"), [("en-US", "en"), ("zh-CN", "zh"), ("zh-TW", "zh-Hant"), ("ja-JP", "ja")]
)
def test_rule_sets_have_their_names_before_python_is_up(
    phone: Phone, site: str, locale: str, language: str
) -> None:
    """Those of the last visit too; the engine never comes here."""
    page = phone(locale)
    page.route("**/engine/**", lambda route: route.abort())
    go(page, site)
    for name in ("guobiao", "riichi"):
        said = to_json(summary(rule_set(name)), language.partition("-")[0])["name"]
        wanted = {"zh-Hant": {"guobiao": "國標麻將", "riichi": "日本麻將"}}.get(language, {}).get(name, said)
        expect(page.locator("#rules")).to_have_text(f"{wanted}\u00a0▾")
        choose_rules(page, "riichi")
        until(page, "() => JSON.parse(localStorage.getItem('state') ?? 'null')?.rules.wanted === 'riichi'")
        page.reload()
        page.wait_for_selector("html[data-ready]")
    page.click("#rules")
    expect(page.locator("#rules-list [data-rules]")).not_to_have_count(0)


def test_tiles_are_named_on_the_photo_before_python_reads_it(phone: Phone, site: str) -> None:
    page = phone()
    held: list[Any] = []
    page.route("**/reading.zip.packed*", lambda route: held.append(route))
    go(page, site)
    page.set_input_files("#file", str(SAMPLE))
    names = page.locator("#marks text")
    expect(names).not_to_have_count(0)
    expect(page.locator("#progress")).to_be_visible()
    expect(page.locator("#hand .tile[data-id]")).to_have_count(0)
    seen = Counter(names.all_text_contents())
    until(page, lambda: held)
    for route in held:
        route.continue_()
    expect_total(page, "19 fan")
    read = Counter(text for text in names.all_text_contents() if text)
    assert (seen & read).total() >= 0.9 * read.total()


def test_networks_open_beside_python_from_the_second_visit_on(phone: Phone, site: str) -> None:
    """In a first one after it: what scores typed hands comes first."""
    page = phone()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2].partition("?")[0]))
    go(page, site)
    page.wait_for_selector("html[data-phone=ready]")
    assert fetched.index("scorer.zip.packed") < fetched.index("detector.short.packed")
    held: list[Any] = []
    page.route("**/pyodide.asm.wasm.packed*", lambda route: held.append(route))
    page.reload()
    page.wait_for_selector("html[data-phone=ready]")
    assert page.get_attribute("html", "data-engine") is None
    for route in held:
        route.continue_()
    page.wait_for_selector("html[data-engine=ready]")


def test_binaries_are_kept_unpacked_so_that_the_browser_keeps_what_it_compiled(opened: Opened) -> None:
    """Chromium compiles what was packed again at each start."""
    page = opened(service_workers="allow")
    page.wait_for_selector("html[data-phone=ready]")
    binaries = (PYODIDE / "pyodide.asm.wasm", ORT / "dist" / "ort-wasm-simd-threaded.wasm")
    assert kept_binaries(page) == sorted(binary.stat().st_size for binary in binaries)


METERED = "Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })"


def test_over_a_line_that_is_paid_by_the_megabyte_only_what_is_wanted_is_fetched(
    phone: Phone, site: str
) -> None:
    page = phone()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.add_init_script(METERED)
    go(page, site)
    page.wait_for_timeout(1000)
    assert not any("scorer.zip" in url for url in fetched)
    type_hand(page, *HAND)
    page.wait_for_selector("#answer .total")
    assert not any("detector" in url for url in fetched)
    page.keyboard.press("Escape")
    page.click("#clear")
    read_sample(page)
    expect_total(page, "19 fan")

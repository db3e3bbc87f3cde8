"""Every state of the page, one after the other: for axe-core, for pictures, for whatever must hold in all.

``python -m tests.e2e.states FOLDER [LANGUAGE ...]`` takes pictures of them all at three sizes, dark or light,
to be looked at: one sheet for each language and size.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from tests.e2e.acts import (
    choose_rules,
    open_table,
    press,
    read_sample,
    settled,
    tap_tile,
    type_hand,
    unfold,
    until,
    won,
)
from tests.e2e.conftest import SAMPLE, playwright

expect = playwright.expect
WAITING = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z"]
RIICHI = ["2m", "3m", "4m", "5p", "6p", "7p", "3s", "4s", "5s", "2p", "2p", "6s", "7s"]
SIZES = ((320, 640), (390, 844), (1280, 800))
LOCALES = ("zh-CN", "zh-TW", "en-US", "ja-JP")
WIDE = 2400  # pixels of a sheet
Sites = list[tuple[str, Callable[[Any], Iterator[str]]]]
"""Addresses, with the states of the page there."""


def into_view(page: Any, selector: str) -> None:
    """Scroll an element into view, whichever stands there: one that is replaced meanwhile is no mistake."""
    page.evaluate("(it) => document.querySelector(it).scrollIntoView({ block: 'nearest' })", selector)


def states(page: Any) -> Iterator[str]:
    """Bring a page that was just opened into each state, and name it. Service workers must be blocked."""
    yield "first screen"
    yield from _hand(page)
    yield from _dialogs(page)
    yield from _typed(page)
    yield from _table(page)
    yield from _kept(page)
    yield from _riichi_table(page)


def _hand(page: Any) -> Iterator[str]:
    read_sample(page)
    yield "read"
    for part in ("win", "table", "options"):
        unfold(page, part)
    into_view(page, "#situation")
    yield "folds open"
    page.evaluate("scrollTo(0, 0)")
    tap_tile(page, "1m")
    yield "tile selected"
    page.keyboard.press("Escape")
    page.click("#whole")
    page.locator(".fans button[aria-expanded]").first.click()
    yield "a fan open"


def _dialogs(page: Any) -> Iterator[str]:
    page.locator(".fans .rule-of >> visible=true").click()
    page.wait_for_selector("#rule-page[open]")
    yield "page of the rules"
    page.keyboard.press("Escape")
    page.click("#compare")
    page.wait_for_selector("#compared .compared")
    yield "under other rules"
    page.keyboard.press("Escape")
    page.click("#rules")
    yield "list of rules"
    page.click("#house-open")
    page.wait_for_selector("#house-dialog[open]")
    yield "house rules"
    page.keyboard.press("Escape")
    page.click("#settings")
    page.wait_for_selector("#remember")
    yield "settings"
    page.check("#remember")
    page.keyboard.press("Escape")


def _typed(page: Any) -> Iterator[str]:
    page.click("#clear")
    page.click("#type")
    for tile in WAITING:
        press(page, tile)
    settled(page)
    yield "typing"
    page.keyboard.press("Escape")
    page.wait_for_selector("#answer .waits")
    yield "waits"
    page.click("#type")
    page.click("#keyboard .chip >> nth=1")
    press(page, "5z")
    page.keyboard.press("Escape")
    page.wait_for_selector("#answer .total")
    settled(page)
    yield "no win"
    page.click("#advise")
    page.wait_for_selector("#advised .advised-choice")
    yield "what to throw"
    page.keyboard.press("Escape")
    page.click("#clear")
    choose_rules(page, "riichi")
    type_hand(page, RIICHI, "8s")
    page.keyboard.press("Escape")
    page.click('#ask [data-fact="ippatsu:true"]')
    settled(page)
    yield "riichi"
    page.click("#ask-add-dora_indicators")
    yield "choice of a tile"
    page.keyboard.press("Escape")
    page.click("#clear")
    page.route("**/v1/read*", lambda route: route.fulfill(status=503, json={"detail": "busy"}))
    page.set_input_files("#file", str(SAMPLE))
    page.wait_for_selector("#failed:not([hidden])")
    yield "not read"
    page.unroute("**/v1/read*")


def _table(page: Any) -> Iterator[str]:
    choose_rules(page, "hongkong")
    page.click("#nav-table")
    page.wait_for_selector("#new-table")
    yield "no table"
    open_table(page)
    page.click("#nav-hand")
    read_sample(page)
    yield "who won"
    won(page, "S", "W")
    settled(page)
    yield "to be recorded"
    page.click("#to-ledger")
    expect(page.locator("#history .entry")).to_have_count(1)
    page.click("#drawn-open")
    yield "draw"
    page.click("#write-drawn")
    expect(page.locator("#history .entry")).to_have_count(2)
    for form in ("told", "penalty", "seats", "rename", "terms", "game", "points"):
        page.click(f"#{form}-open")
        page.wait_for_selector(f"form#{form}")
        yield f"form: {form}"
    page.keyboard.press("Escape")
    page.locator("#told-open").click()
    page.fill('#told [name="line"]', "Bo, 3 fan, from Cai")
    page.locator('#told [name="line"]').blur()
    page.wait_for_selector("#told-paid .gains")
    yield "deal without tiles"
    page.click("#write-told")
    expect(page.locator("#history .entry")).to_have_count(3)
    page.locator(".deal").last.click()
    page.click("#invite summary")
    page.click("#invite-read")
    page.wait_for_selector("#invite .qr")
    yield "table"
    yield from _replayed(page)


def _replayed(page: Any) -> Iterator[str]:
    oldest = page.locator("#history .entry").last
    if not oldest.locator(".correct").is_visible():
        oldest.locator(".deal").click()
    oldest.locator(".correct").click()
    page.wait_for_selector("#correcting .doubt")
    settled(page)
    yield "correcting"
    page.click('#ask [data-seat="E"]')
    settled(page)
    page.click("#to-ledger")
    page.wait_for_selector("#replay-dialog[open]")
    yield "what else changes"
    page.click("#replay-all")
    expect(page.locator("#replay-dialog")).to_have_count(0)


def _kept(page: Any) -> Iterator[str]:
    for name in ("statistics", "hands"):
        page.click("#settings")
        page.click(f"#{name}-open")
        page.wait_for_selector("#statistics[open]" if name == "statistics" else "#hands-kept .kept")
        yield "statistics" if name == "statistics" else "hands kept"
        page.keyboard.press("Escape")


def _riichi_table(page: Any) -> Iterator[str]:
    """What only rules ask that pay for a ready hand, know penalties, and are played for stakes."""
    page.click("#leave")
    choose_rules(page, "riichi")
    open_table(page)
    page.click("#drawn-open")
    yield "draw: who is ready"
    page.click("#penalty-open")
    page.wait_for_selector("form#penalty")
    yield "penalty by the rules"
    page.click("#terms-open")
    for name, value in {"start": "25000", "target": "30000", "points": "1000", "currency": "EUR"}.items():
        page.fill(f'#terms [name="{name}"]', value)
    for name, value in {"first": "20000", "second": "10000", "third": "-10000", "fourth": "-20000"}.items():
        page.fill(f'#terms [name="{name}"]', value)
    page.click("#write-terms")
    expect(page.locator("#history .change")).to_have_count(1)
    page.click("#told-open")
    page.fill('#told [name="line"]', "Ann, mangan, self-drawn")
    page.locator('#told [name="line"]').blur()
    page.wait_for_selector("#told-paid .gains")
    page.click("#write-told")
    expect(page.locator("#history button.deal")).to_have_count(1)
    into_view(page, "#money")
    yield "stakes"
    page.click("#nav-hand")
    type_hand(page, ["1m", "1m", "1m", *RIICHI[3:]], "8s")
    page.keyboard.press("Escape")
    won(page, "S", "E")
    settled(page)
    yield "below the minimum"


def states_alone(page: Any) -> Iterator[str]:
    """Bring the page of the static site, which nothing stands behind, into the states that only it has."""
    read_sample(page)
    yield "read on the phone"
    page.click("#settings")
    page.wait_for_selector("#remember")
    yield "settings without a service"
    page.keyboard.press("Escape")
    page.click("#clear")
    page.click("#nav-table")
    page.wait_for_selector("#take-over", state="attached")
    yield "no table, or another phone's"
    open_table(page)
    expect(page.locator("#kept-here")).to_be_visible()
    yield "evening kept on the phone"
    page.click("#points-open")
    page.fill('#points [name="E"]', "6")
    page.fill('#points [name="N"]', "-6")
    page.click("#write-points")
    expect(page.locator("#history .entry")).to_have_count(1)
    page.click("#invite summary")
    page.click("#invite-write")
    expect(page.locator("#invite img.qr")).to_be_visible()
    into_view(page, "#invite")
    yield "handed over"
    page.click("#leave")
    expect(page.locator("#tables-here")).to_be_visible()
    yield "evenings of the phone"


def _sheet(pictures: list[tuple[str, Any]], path: Path) -> None:
    """Lay pictures of one size side by side, each under its name."""
    high, wide = pictures[0][1].shape[:2]
    columns = max(1, WIDE // (wide + 8))
    rows = -(-len(pictures) // columns)
    sheet = np.full((rows * (high + 30), columns * (wide + 8), 3), 128, np.uint8)
    for n, (name, picture) in enumerate(pictures):
        y, x = n // columns * (high + 30), n % columns * (wide + 8)
        sheet[y + 26 : y + 26 + high, x : x + wide] = picture
        cv2.putText(
            sheet, name, (x + 4, y + 19), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (255, 255, 255), 1, cv2.LINE_AA
        )
    cv2.imwrite(str(path), sheet)


def take(browser: Any, sites: Sites, out: Path, locale: str, size: tuple[int, int], scheme: str) -> None:
    """Write the sheet of one language, size and scheme."""
    width, height = size
    look = {"viewport": {"width": width, "height": height}, "locale": locale, "color_scheme": scheme}
    context = browser.new_context(**look, service_workers="block", reduced_motion="reduce")
    pictures: list[tuple[str, Any]] = []
    for site, every in sites:
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(site)
        page.wait_for_selector("html[data-ready]")
        for name in every(page):
            until(page, "() => [...document.images].every((one) => one.complete)")
            picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
            pictures.append((name, picture))
        page.close()
    context.close()
    _sheet(pictures, out / f"{locale}-{width}-{scheme}.png")


def main() -> None:
    """Take them all."""
    from paiyan.service import site as static
    from tests.e2e.conftest import CHROMIUM, serving
    from tests.e2e.phone import ORT, PYODIDE, served

    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as running:
        sites: Sites = [(running.enter_context(serving(out)), states)]
        if PYODIDE.is_dir() and ORT.is_dir():
            folder = Path(running.enter_context(TemporaryDirectory())) / "site"
            sites.append((running.enter_context(served(static.write(folder, PYODIDE, ORT))), states_alone))
        started = running.enter_context(playwright.sync_playwright())
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for n, locale in enumerate(sys.argv[2:] or LOCALES):
            for m, size in enumerate(SIZES):
                take(browser, sites, out, locale, size, "dark" if (n + m) % 2 else "light")
        browser.close()


if __name__ == "__main__":
    main()

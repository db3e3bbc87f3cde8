"""What a player does on the page, for every test in a browser."""

from __future__ import annotations

from typing import Any

from tests.e2e.conftest import SAMPLE


def shown(page: Any, zone: str) -> list[str]:
    """The tiles that a zone of the hand shows."""
    uses = page.locator(f'[data-zone="{zone}"] .tile[data-id] use')
    return [u.get_attribute("href").partition("#t")[2] for u in uses.all()]


def box_of(locator: Any) -> dict[str, float]:
    """Where an element lies, once it does: what is drawn anew is gone for a moment."""
    for _ in range(100):
        if found := locator.bounding_box():
            return found
        locator.page.wait_for_timeout(50)
    raise AssertionError(f"{locator} lies nowhere")


def read_sample(page: Any) -> None:
    page.set_input_files("#file", str(SAMPLE))
    page.wait_for_selector("#answer .total")


def total(page: Any) -> str:
    return page.inner_text("#answer .total")


def tap_tile(page: Any, tile: str, zone: str = "concealed") -> None:
    """Select the first tile of that face, or let go of it."""
    page.locator(f'[data-zone="{zone}"] .tile[data-id]:has(use[href$="#t{tile}"])').first.click()


def press(page: Any, tile: str) -> None:
    """A key of the keyboard of tiles."""
    page.click(f'#keyboard .keys .tile:has(use[href$="#t{tile}"])')


def choose_rules(page: Any, rules: str) -> None:
    page.click("#rules")
    page.click(f'#rules-list [data-rules="{rules}"] >> nth=0')
    page.wait_for_selector(f'#rules[data-rules="{rules}"]')


def choose_language(page: Any, language: str) -> None:
    page.click("#settings")
    page.select_option("#language", language)
    page.click("#settings-dialog [data-close]")


def type_hand(page: Any, tiles: list[str], winning: str) -> None:
    page.click("#type")
    for tile in tiles:
        press(page, tile)
    page.click("#keyboard .chip >> nth=1")
    press(page, winning)


def open_table(page: Any, names: tuple[str, ...] = ("Ann", "Bo", "Cai", "Dee")) -> None:
    page.click("#nav-table")
    for n, name in enumerate(names, 1):
        page.fill(f'input[name="p{n}"]', name)
    page.click("#new-table button")
    page.wait_for_selector("#undo")

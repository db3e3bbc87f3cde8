"""What a player does on the page, for every test in a browser."""

from __future__ import annotations

from typing import Any

from tests.e2e.conftest import SAMPLE


def shown(page: Any, zone: str) -> list[str]:
    """The tiles that a zone of the hand shows."""
    uses = page.locator(f'[data-zone="{zone}"] .tile[data-id] use')
    return [u.get_attribute("href").partition("#t")[2] for u in uses.all()]


def read_sample(page: Any) -> None:
    page.set_input_files("#file", str(SAMPLE))
    page.wait_for_selector("#answer .total")


def total(page: Any) -> str:
    return page.inner_text("#answer .total")


def pick(page: Any, tile: str) -> None:
    page.click(f'#picker .keys .tile:has(use[href$="#t{tile}"])')


def type_hand(page: Any, tiles: list[str], winning: str) -> None:
    page.click("#type")
    for tile in tiles:
        pick(page, tile)
    if page.locator("#picker[open]").count():
        page.click("#picker .main")
    page.click('[data-zone="winning"] .add')
    pick(page, winning)


def open_table(page: Any) -> None:
    page.click("#nav-table")
    for n, name in enumerate(("Ann", "Bo", "Cai", "Dee"), 1):
        page.fill(f'input[name="p{n}"]', name)
    page.click("#new-table button")
    page.wait_for_selector("#undo")

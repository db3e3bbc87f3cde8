"""What a player does while an answer is on its way, or another phone writes: nothing of it is lost or turned."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.acts import (
    choose_rules,
    open_table,
    read_sample,
    settled,
    type_hand,
    unfold,
    until,
    won,
)
from tests.e2e.conftest import Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect

HAND = ["2m", "3m", "4m", "5p", "6p", "7p", "3s", "4s", "5s", "2p", "2p", "6s", "7s"]


def hold(page: Any, pattern: str, method: str = "POST") -> list[Any]:
    """Hold requests back, and return those that are held."""
    held: list[Any] = []
    page.route(
        pattern, lambda route: held.append(route) if route.request.method == method else route.continue_()
    )
    return held


def joined(opened: Opened, page: Any) -> Any:
    """Another phone at the table of the page."""
    return opened(path="#table=" + page.url.partition("#table=")[2])


def write_draw(page: Any) -> None:
    count = page.locator("#history .entry").count()
    page.click("#drawn-open")
    page.click("#write-drawn")
    expect(page.locator("#history .entry")).to_have_count(count + 1)


def pass_deal_on(page: Any) -> None:
    page.click("#points-open")
    page.select_option('#points [name="next"]', "S")
    page.click("#write-points")
    expect(page.locator("#points")).to_have_count(0)


def press_down(page: Any, locator: Any) -> None:
    """Put the pointer down on an element, and keep it there."""
    locator.hover()
    page.mouse.down()


def balance(page: Any, player: str) -> Any:
    return page.locator(f"#table .square > div:has-text({player!r}) strong")


def test_who_left_a_table_does_not_come_back_to_it_with_a_late_answer(opened: Opened) -> None:
    page = opened()
    open_table(page)
    page.click("#rename-open")
    page.fill('#rename [name="name"]', "Anna")
    held = hold(page, "**/names?*")
    page.click("#write-rename")
    until(page, lambda: held, "the name is sent")
    page.click("#leave")
    expect(page.locator("#new-table")).to_be_visible()
    with page.expect_response("**/names?*"):
        held[0].continue_()
    page.wait_for_timeout(300)
    expect(page.locator("#new-table")).to_be_visible()
    expect(page.locator("#undo")).to_have_count(0)

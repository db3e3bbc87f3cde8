"""The page by the keyboard alone: from an empty page to a recorded deal, without a pointer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.acts import expect_tile, expect_total, until
from tests.e2e.conftest import SAMPLE, Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect
MOST_TABS = 120


def focus_on(page: Any, selector: str) -> None:
    """Press Tab until the element has the focus; what has it is seen, and marked."""
    for _ in range(MOST_TABS):
        if page.evaluate("s => document.activeElement?.matches(s)", selector):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError(f"Tab never reaches {selector}")
    until(
        page,
        """() => { const e = document.activeElement, { x, y, width, height } = e.getBoundingClientRect();
            const at = document.elementFromPoint(x + width / 2, y + height / 2);
            return e.matches(":focus-visible") && getComputedStyle(e).outlineStyle !== "none"
                && (e.contains(at) || at?.contains(e)); }""",
    )


def press_on(page: Any, selector: str, key: str = "Enter") -> None:
    focus_on(page, selector)
    page.keyboard.press(key)


def test_from_a_photo_to_a_recorded_deal_by_keyboard(opened: Opened) -> None:
    page = opened()
    press_on(page, "#nav-table")
    for n, name in enumerate(("Ann", "Bo", "Cai", "Dee"), 1):
        focus_on(page, f'#new-table [name="p{n}"]')
        page.keyboard.type(name)
    press_on(page, "#new-table button")
    page.wait_for_selector("#undo")
    press_on(page, "#nav-hand")
    with page.expect_file_chooser() as chooser:
        press_on(page, "label.button")
    chooser.value.set_files(str(SAMPLE))
    page.wait_for_selector("#answer .total")
    press_on(page, '#hand [data-zone="concealed"] .tile[data-id]')
    press_on(page, '#keyboard .keys .tile:has(use[href$="#t9m"])')
    expect_tile(page, "9m", 0)
    page.keyboard.press("Escape")
    expect(page.locator("#keyboard")).to_be_hidden()
    press_on(page, "#undo-tile")
    expect_tile(page, "1m", 0)
    press_on(page, '#ask [data-seat="S"]', " ")
    press_on(page, '#ask [data-from="W"]', " ")  # the focus stayed where it was: few tabs on
    expect_total(page, "18 fan")
    press_on(page, ".fans button")
    expect(page.locator(".fans .rule >> nth=0")).to_be_visible()
    press_on(page, "#more > summary")
    press_on(page, '#flags input[value="last_tile"]', " ")
    expect_total(page, "26 fan")
    press_on(page, "#to-ledger")
    page.wait_for_selector("#history .entry")
    press_on(page, "#undo")
    expect(page.locator("#history .entry")).to_have_count(0)

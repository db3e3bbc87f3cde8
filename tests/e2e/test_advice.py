"""Advice on the page: only for who asks, a number under each tile, and none at a table that forbids it."""

from __future__ import annotations

import pytest

from tests.e2e.acts import choose_rules, open_table, type_hand
from tests.e2e.conftest import Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect
HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "1s", "1s", "6s", "7s", "8s", "2p", "3p"]


def test_who_asks_is_told_what_to_throw(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "hongkong")
    type_hand(page, HAND, "5z")
    expect(page.locator("#advice-dialog")).to_have_count(0)
    page.click("#advise")
    first = page.locator("#advised .advised-choice").first
    expect(first).to_have_attribute("data-discard", "5z")
    expect(first).to_contain_text("11 tiles help")
    expect(first).to_contain_text("points to expect")
    expect(page.locator("#advised .advised-choice")).to_have_count(3)
    expect(page.locator("#advised .numbered")).to_have_count(14)
    expect(page.locator('#advised [data-tile="5z"] .quiet')).to_have_text("11")
    page.click("#advice-dialog .main")
    expect(page.locator("#advice-dialog")).to_have_count(0)


def test_a_table_may_forbid_it(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "hongkong")
    open_table(page)
    page.click("#terms-open")
    page.select_option('#terms [name="advice"]', "no")
    page.click("#write-terms")
    expect(page.locator("#write-terms")).to_have_count(0)
    page.click("#nav-hand")
    type_hand(page, HAND, "5z")
    expect(page.locator("#answer .total")).to_be_visible()
    expect(page.locator("#advise")).to_have_count(0)

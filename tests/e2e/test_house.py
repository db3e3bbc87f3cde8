"""House rules made on the phone: tried on a hand at once, played with, shared, and the same on another."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from tests.e2e.acts import choose_rules, expect_total, hold, joined, open_table, total, type_hand, until, won
from tests.e2e.conftest import Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect

HALF_FLUSH = ["1m", "1m", "1m", "2m", "2m", "2m", "3m", "3m", "3m", "4z", "4z", "4z", "5z"]


def make_rules(page: Any) -> None:
    """Half flush for five fans, no fan for no flowers, ten at most."""
    page.click("#rules")
    page.click("#house-open")
    page.fill('#house-dialog [name="name"]', "Friday club")
    page.click("#house-dialog summary >> nth=0")
    page.fill('#house-dialog [data-fan="half_flush"]', "5")
    page.uncheck('#house-dialog [data-on="no_flowers"]')
    page.fill('#house-dialog [name="cap"]', "10")


def test_rules_made_on_the_phone_are_played_and_shared(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "hongkong")
    type_hand(page, HALF_FLUSH, "5z")

    expect(page.locator("#answer .total")).to_contain_text("18")  # four concealed triplets, drawn
    page.click('#ask [data-from="S"]')
    expect(page.locator("#answer .total")).to_contain_text("8")
    make_rules(page)
    expect(page.locator("#house-tried")).to_have_attribute("data-total", "9")  # two more, and one less
    page.fill('#house-dialog [data-fan="all_pungs"]', "6")
    expect(page.locator("#house-tried")).to_have_attribute("data-total", "10")  # twelve: the cap
    page.fill('#house-dialog [name="minimum"]', "5000")
    expect(page.locator("#house-wrong")).to_contain_text("from 0 to 1000")
    page.fill('#house-dialog [name="minimum"]', "3")
    expect(page.locator("#house-wrong li")).to_have_count(0)
    page.click("#house-share")
    expect(page.locator("#house-shared img")).to_be_visible()
    link = page.inner_text("#house-link")
    expect(page.locator("#house-shared [data-only-here]")).to_be_visible()
    page.click("#house-done")
    ours = total(page)

    open_table(page)
    for deals in (1, 2, 3):
        page.click("#nav-hand")
        if deals > 1:
            type_hand(page, HALF_FLUSH, "5z")
        won(page, "E", "S")
        expect_total(page, ours)
        page.click("#to-ledger")
        expect(page.locator("#history .entry")).to_have_count(deals)
    balances = page.locator("#table .square strong").all_inner_texts()
    assert len(set(balances)) > 1

    second = opened(path="#house=" + link.partition("#house=")[2])
    expect(second.locator("#rules")).to_contain_text("Friday club")
    type_hand(second, HALF_FLUSH, "5z")
    second.click('#ask [data-from="S"]')
    expect_total(second, ours)
    third = joined(opened, page)
    expect(third.locator("#table .square strong")).to_have_text(balances)
    third.click("#nav-hand")
    expect(third.locator("#rules")).to_contain_text("Friday club")


def test_the_rules_that_were_chosen_stand_against_a_late_answer_and_a_link(opened: Opened) -> None:
    page = opened()
    page.click("#rules")
    page.click("#house-open")
    held = hold(page, "**/v1/rules?*")
    page.fill('#house-dialog [name="minimum"]', "3")
    until(page, lambda: held, "the house is tried")
    page.click("#house-done")
    choose_rules(page, "hongkong")
    with page.expect_response(lambda answer: "v1/rules" in answer.url and answer.request.method == "POST"):
        held[0].continue_()
    page.wait_for_timeout(200)
    expect(page.locator("#rules")).to_have_attribute("data-rules", "hongkong")
    page.unroute("**/v1/rules?*")

    open_table(page)
    at_table = page.url
    club = base64.urlsafe_b64encode(b'id = "club"\nname = "Club"\nbase = "guobiao"\n').decode().rstrip("=")
    page.evaluate(f"location.hash = '#house={club}'")
    expect(page.locator("#notice")).to_contain_text("“Club” was not used")
    expect(page.locator("#rules")).to_have_attribute("data-rules", "hongkong")
    page.wait_for_url(at_table)
    page.goto("about:blank")
    page.goto(at_table.partition("#")[0] + f"#house={club}")
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#notice")).to_contain_text("“Club” was not used")
    expect(page.locator("#rules")).to_have_attribute("data-rules", "hongkong")


def test_a_tile_beyond_the_usual_ones_is_typed_painted_and_counted(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "hongkong")
    page.click("#rules")
    page.click("#house-open")
    page.click("#house-dialog summary >> nth=-1")
    cat = '[[tile]]\ntile = "1x"\nname = "Cat"\nas = "bonus"\nvalue = 2\n'
    page.fill("#house-text", f'id = "cats"\nname = "Cats"\nbase = "hongkong"\n{cat}')
    expect(page.locator("#rules")).to_contain_text("Cats")
    page.click("#house-done")
    type_hand(page, HALF_FLUSH, "5z")
    page.click("#type")
    page.click("#keyboard .chip >> nth=2")  # flowers
    page.click('#keyboard [data-extra="1x"]')
    expect(page.locator('[data-zone="flower"] [data-extra="1x"]')).to_have_count(1)
    expect(page.locator("#details")).to_contain_text("Cat")

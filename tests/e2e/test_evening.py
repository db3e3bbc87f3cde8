"""An evening as people keep it: who comes and goes, penalties, games and money, seen on every phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.acts import choose_rules, joined, open_table
from tests.e2e.conftest import Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect


def expect_seats(page: Any, *players: str) -> None:
    """Who sits East, South, West and North with which points, once the page has heard of it."""
    for seat, name, player in zip("ESWN", ("East", "South", "West", "North"), players, strict=True):
        shown = f"{name} {player}".replace("-", "\u2212")
        expect(page.locator(f"#table .square .{seat}")).to_have_text(shown, use_inner_text=True)


def latest(page: Any, kind: str = "change") -> Any:
    """What was written last: another phone may still show what has since been undone."""
    return page.locator(f"#history .{kind}").first


def fill(page: Any, form: str, **values: str) -> None:
    page.click(f"#{form}-open")
    for name, value in values.items():
        field = page.locator(f'#{form} [name="{name}"]')
        field.select_option(value) if field.evaluate("e => e.tagName") == "SELECT" else field.fill(value)


def test_somebody_leaves_and_another_sits_down(opened: Opened) -> None:
    page = opened()
    open_table(page)
    other = joined(opened, page)
    fill(page, "points", E="6", N="-6", next="S")
    page.click("#write-points")
    expect(page.locator("#history .entry")).to_have_count(1)
    expect_seats(page, "Bo 0", "Cai 0", "Dee -6", "Ann +6")
    fill(page, "seats", W="+")
    page.fill('#seats [name="new_W"]', "Eve")
    page.click("#write-seats")
    for phone in (page, other):
        expect(latest(phone)).to_contain_text("Now seated: Ann, Bo, Cai, Eve")
        expect_seats(phone, "Bo 0", "Cai 0", "Eve 0", "Ann +6")
    fill(page, "rename", person="3", name="Deirdre")  # who left is still of the evening
    page.click("#write-rename")
    expect(other.locator("#money .settled")).to_contain_text("Deirdre → Ann")
    fill(page, "seats", E="0", N="1")
    page.click("#write-seats")
    expect(other.locator("#table .square .E")).to_contain_text("Ann")
    for _ in range(3):
        before = page.locator("#history .change").count()
        page.click("#undo")
        expect(page.locator("#history .change")).to_have_count(before - 1)
    expect_seats(page, "Bo 0", "Cai 0", "Dee -6", "Ann +6")
    page.click("#seats-open")
    page.click("#draw-seats")
    page.click("#write-seats")
    expect(latest(other)).to_contain_text("Seats drawn")


def test_penalties_by_the_rules_and_by_the_table(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    fill(page, "penalty", seat="S")
    page.click("#write-penalty")  # as riichi knows it: a mangan turned round
    expect(latest(page, "entry")).to_contain_text("Penalty")
    expect_seats(page, "Ann +4000", "Bo -8000", "Cai +2000", "Dee +2000")
    fill(page, "penalty", how="own")
    fill_open = page.locator("#penalty")
    fill_open.locator('[name="seat"]').select_option("W")
    fill_open.locator('[name="points"]').fill("1000")
    fill_open.locator('[name="to"]').select_option("E")
    page.click("#write-penalty")
    expect(latest(page, "entry")).to_contain_text("Penalty: Cai")
    expect_seats(page, "Ann +5000", "Bo -8000", "Cai +1000", "Dee +2000")


def test_a_game_ends_with_uma_and_the_evening_with_who_pays_whom(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    agreed = {"start": "25000", "target": "30000", "points": "1000", "money": "0.50", "currency": "€"}
    fill(page, "terms", **agreed, first="15000", second="5000", third="-5000", fourth="-15000")
    page.click("#write-terms")
    expect(page.locator("#money")).to_contain_text(
        "Start 25000 · return 30000 · Uma +15000 / +5000 / \u22125000 / \u221215000"
    )
    fill(page, "points", E="10000", S="-5000", W="2000", N="-7000")
    page.click("#write-points")
    expect(page.locator("#history .entry")).to_have_count(2)
    expect_seats(page, "Ann 35000", "Bo 20000", "Cai 27000", "Dee 18000")
    fill(page, "game", dealer="1")
    page.click("#write-game")
    expect(latest(page)).to_contain_text("A game ended")
    expect_seats(page, "Bo 25000", "Cai 25000", "Dee 25000", "Ann 25000")
    paid = [" ".join(line.split()) for line in page.locator("#money .settled li").all_inner_texts()]
    assert paid == ["Dee → Ann € 13.50", "Bo → Ann € 6.50", "Bo → Cai € 1.00"]
    page.locator("#terms-open").click()
    page.fill('#terms [name="first"]', "1")
    page.click("#write-terms")
    expect(page.locator("#notice")).to_contain_text("must add up to 0")
    assert page.input_value('#terms [name="first"]') == "1"  # nothing that was typed is lost


def test_when_all_winds_have_been_played_it_says_so_until_a_game_begins(opened: Opened, site: str) -> None:
    page = opened()
    open_table(page)  # in guobiao the deal passes on
    table, secret = page.url.partition("#table=")[2].split(".")
    for n in range(16):
        expect(page.locator("#game-over")).to_have_count(0)
        page.request.post(
            f"{site}v1/tables/{table}/deals",
            headers={"x-table-secret": secret},
            data={"deal": {"hands": []}, "key": str(n)},
        )
        expect(page.locator("#history .entry")).to_have_count(n + 1)
    expect(page.locator("#game-over")).to_have_text("All four winds have been played")
    fill(page, "game", dealer="0")
    page.click("#write-game")
    expect(latest(page)).to_contain_text("A game ended")
    expect(page.locator("#game-over")).to_have_count(0)


def test_a_win_without_tiles(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    page.click("#told-open")
    page.click('#told [data-told="who:S"]')
    page.click('#told [data-told="from:W"]')
    page.fill('#told [name="amount"]', "3")
    page.locator('#told [name="amount"]').blur()
    page.click('#told [data-told="fu:40"]')
    expect(page.locator('#told [name="line"]')).to_have_value("Bo, 3 han 40 fu, from Cai")
    expect(page.locator('#told-paid [data-seat="S"]')).to_contain_text("+5200")
    page.click("#write-told")
    expect(latest(page, "entry")).to_contain_text("Bo 3 han 40 fu")
    expect_seats(page, "Bo +5200", "Cai -5200", "Dee 0", "Ann 0")
    page.click("#told-open")
    page.fill('#told [name="line"]', "Dee, mangan, self-drawn")
    page.locator('#told [name="line"]').blur()
    expect(page.locator('#told-paid [data-seat="W"]')).to_contain_text("+8000")
    page.fill('#told [name="line"]', "Dee, a lot")
    page.locator('#told [name="line"]').blur()
    expect(page.locator("#told-paid")).to_contain_text("what a hand is worth")
    page.fill('#told [name="line"]', "Dee, mangan, self-drawn")
    page.click("#write-told")
    expect_seats(page, "Cai -7200", "Dee +8000", "Ann -2000", "Bo +1200")


def test_a_deal_of_before_is_corrected_with_all_that_follows(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    for n, line in enumerate(
        ("Bo, 3 han 40 fu, from Cai", "Bo, mangan, self-drawn", "Cai, 2 han 30 fu, from Dee"), 1
    ):
        page.click("#told-open")
        page.fill('#told [name="line"]', line)
        page.click("#write-told")
        expect(page.locator("#history .entry")).to_have_count(n)
    before = page.locator("#table .square").inner_text()
    oldest = page.locator("#history .entry").last
    oldest.locator(".deal").click()
    oldest.locator(".correct").click()
    expect(page.locator('#told [name="line"]')).to_have_value("Bo, 3 han 40 fu, from Cai")
    page.click('#told [data-told="who:E"]')
    expect(page.locator('#told [name="line"]')).to_have_value("Ann, 3 han 40 fu, from Cai")
    page.click("#write-told")
    plan = page.locator("#replay-dialog")
    expect(plan).to_contain_text("Deal 2")
    expect(plan).to_contain_text("Dealer: Bo (East) → Ann (East)")
    expect(plan).to_contain_text("→")
    page.go_back()  # closes the dialog: nothing was saved, and what was typed stays
    expect(plan).to_have_count(0)
    expect(page.locator('#told [name="line"]')).to_have_value("Ann, 3 han 40 fu, from Cai")
    assert page.locator("#table .square").inner_text() == before
    page.click("#write-told")
    page.click("#replay-all")
    expect(page.locator("#told")).to_have_count(0)
    expect(page.locator("#history .entry").last).to_contain_text("Ann 3 han 40 fu")
    assert page.locator("#table .square").inner_text() != before

"""From a photo to a recorded deal: who won, what is asked, what stays in sight."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.acts import (
    choose_rules,
    expect_total,
    open_table,
    press,
    read_sample,
    type_hand,
    unfold,
    until,
)
from tests.e2e.conftest import SAMPLE, Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect
RIICHI = ["2m", "3m", "4m", "5p", "6p", "7p", "3s", "4s", "5s", "2p", "2p", "6s", "7s"]


def tap(page: Any, selector: str) -> None:
    """Tap what is seen where it lies: nothing is scrolled for it, and nothing may lie above it."""
    expect(page.locator(selector)).to_be_visible()
    at = until(
        page,
        """s => { const e = document.querySelector(s), { x, y, width, height } = e.getBoundingClientRect();
            const at = [x + width / 2, y + height / 2];
            return e.contains(document.elementFromPoint(...at)) && at; }""",
        arg=selector,
    )
    page.mouse.click(*at)


def test_three_taps_record_the_deal_of_the_right_winner(opened: Opened) -> None:
    page = opened()
    open_table(page)
    page.click("#nav-hand")
    read_sample(page)
    _three_taps(page, "South Bo")
    page.set_viewport_size({"width": 320, "height": 640})
    page.click("#nav-hand")
    read_sample(page)
    assert page.evaluate("scrollY") == 0
    _three_taps(page, "South Cai")  # asked again for the next deal


def _three_taps(page: Any, winner: str) -> None:
    """Record the hand that was read for the South player, from West."""
    expect(page.locator("#to-ledger")).to_be_disabled()  # nobody won yet, whoever sits East
    expect(page.locator("#answer .square")).to_have_count(0)
    expect(page.locator('#ask [aria-pressed="true"]')).to_have_count(0)
    tap(page, '#ask [data-seat="S"]')
    tap(page, '#ask [data-from="W"]')
    expect_total(page, "18 fan")
    expect(page.locator("#answer .square .winner")).to_contain_text(winner)
    tap(page, "#to-ledger")
    expect(page.locator("#history .entry .deal").first).to_contain_text(f"{winner.split()[1]} 18 fan")


def test_riichi_ippatsu_and_a_dora_are_three_taps(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    type_hand(page, RIICHI, "8s")
    expect(page.locator("#answer .total")).to_contain_text("han")
    before = int(page.inner_text("#answer .total").split()[0])
    tap(page, '#ask [data-fact="ippatsu:true"]')
    expect(page.locator('#ask [data-fact="riichi:riichi"]')).to_have_attribute("aria-pressed", "true")
    tap(page, "#ask-add-dora_indicators")
    page.click('#picker .keys .tile:has(use[href$="#t1p"])')
    expect(page.locator("#picker")).to_be_hidden()
    expect(page.locator("#answer .total")).to_contain_text(f"{before + 4} han")  # and both tiles of the pair
    tap(page, '#ask [data-fact="riichi:riichi"]')
    expect(page.locator('#ask [data-fact="ippatsu:true"]')).to_have_attribute("aria-pressed", "false")
    expect(page.locator('#ask [data-turned="ura_indicators"]')).to_have_count(0)
    expect(page.locator('#situation [name="table:riichi"]')).to_have_count(0)  # asked once
    unfold(page, "draw")
    expect(page.locator('#more-draw [name="table:ready_E"]')).to_be_visible()


def test_total_and_payments_stay_in_sight(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    type_hand(page, RIICHI, "8s")
    page.keyboard.press("Escape")
    page.wait_for_selector("#answer .square")
    for part in ("win", "table", "options"):
        unfold(page, part)
    for width, height in ((390, 844), (320, 640), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        _expect_in_sight(page)


def _expect_in_sight(page: Any) -> None:
    """Wherever the page is scrolled to, and while a tile is changed."""
    inside = """() => [".total", ".square"].every((part) => {
        const { top, bottom } = document.querySelector(`#answer ${part}`).getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight; })"""
    for part in ("win", "table", "options"):
        page.locator(f"#more{'' if part == 'win' else f'-{part}'}").evaluate(
            "part => part.querySelector('input, select').scrollIntoView({ block: 'center' })"
        )
        until(page, inside)
    page.locator("#hand .tile[data-id]").first.click()
    until(page, inside)
    press(page, "2m")
    until(page, inside)
    page.keyboard.press("Escape")


def test_tiles_that_the_rules_of_a_table_do_not_have_go_with_one_tap(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    page.click("#nav-hand")
    page.set_input_files("#file", str(SAMPLE))
    expect(page.locator("#not-played .tile")).to_have_count(2)
    expect(page.locator("#answer")).not_to_contain_text("1f")
    page.click("#not-played button")
    expect(page.locator('[data-zone="flower"]')).to_have_count(0)
    expect(page.locator("#not-played")).to_have_count(0)
    expect(page.locator("#ask")).to_be_visible()


def test_a_first_visitor_sees_what_comes_out(opened: Opened) -> None:
    page = opened()
    expect(page.locator("#empty .lead")).to_have_text(
        "A photo of the hand becomes its fans, its total, and who pays whom."
    )
    expect(page.locator("#try-tiles .tile")).to_have_count(9)
    camera = page.locator("#camera").bounding_box()
    assert camera is not None
    assert camera["y"] > 844 / 2
    assert camera["height"] >= 64
    assert camera["width"] > 300
    for form in ("#situation", "#ask", "#hand"):
        expect(page.locator(form)).to_be_hidden()
    page.click("#try")
    expect_total(page, "17 fan")
    expect(page.locator("#empty")).to_be_hidden()
    page.click("#clear")
    expect(page.locator("#try")).to_be_visible()


def test_the_picture_is_cropped_to_the_hand_and_zoomed_by_two_fingers(opened: Opened) -> None:
    page = opened(has_touch=True)
    read_sample(page)
    wide = "() => document.querySelector('#frame').offsetWidth / document.querySelector('#stage').offsetWidth"
    cropped = page.evaluate(wide)
    shown = "document.querySelector('#stage').offsetHeight / document.querySelector('#frame').offsetHeight"
    assert page.evaluate(shown) < 0.5  # of the photo; the rest is table
    inside = page.evaluate(
        """() => { const stage = document.querySelector("#stage").getBoundingClientRect();
        return [...document.querySelectorAll("#marks .mark:not(.other)")].every((mark) => {
            const { left, right, top, bottom } = mark.getBoundingClientRect();
            return left >= stage.left && right <= stage.right && top >= stage.top && bottom <= stage.bottom;
        }); }"""
    )
    assert inside
    page.evaluate(
        """() => { const stage = document.querySelector("#stage");
        const { x, y, width, height } = stage.getBoundingClientRect();
        const at = (type, pointerId, shift) => stage.dispatchEvent(new PointerEvent(type, { pointerId,
            pointerType: "touch", bubbles: true, clientX: x + width / 2 + shift, clientY: y + height / 2 }));
        at("pointerdown", 1, -20); at("pointerdown", 2, 20);
        at("pointermove", 1, -20); at("pointermove", 2, 40); at("pointermove", 2, 60);
        at("pointerup", 1, -20); at("pointerup", 2, 60); }"""
    )
    assert page.evaluate(wide) > 1.2 * cropped
    page.click("#whole")
    until(page, f"({wide})() === {cropped}")
    page.click("#whole")
    until(page, f"{shown} >= 1")


QUESTIONS = [
    {
        "about": "structure",
        "tiles": ["8f", "3m"],
        "ask": "Are these 2 tiles the player's?",
        "choices": [
            {"says": "8f: not the player's; 3m: held in the hand", "corrections": [
                {"do": "place", "tiles": ["8f"], "role": "other"},
                {"do": "place", "tiles": ["3m"], "role": "hand"}]},
            {"says": "held in the hand", "corrections": [
                {"do": "place", "tiles": ["8f", "3m"], "role": "hand"}]},
        ],
    },
    {
        "about": "structure",
        "tiles": ["2m"],
        "ask": "Is this tile the player's?",
        "choices": [
            {"says": "held in the hand", "corrections": [{"do": "place", "tiles": ["2m"], "role": "hand"}]},
            {"says": "as it is", "corrections": []},
        ],
    },
]  # fmt: skip


def numbered(question: Any, tiles: list[str]) -> Any:
    """A question, or a part of one, with the places of tiles in a reading for their names."""
    if isinstance(question, list):
        return [numbered(one, tiles) for one in question]
    if isinstance(question, dict):
        return {
            k: [tiles.index(tile) for tile in v] if k == "tiles" else numbered(v, tiles)
            for k, v in question.items()
        }
    return question


def test_a_question_shows_its_tiles_and_one_without_effect_is_not_asked(opened: Opened) -> None:
    page = opened()

    def asking(route: Any) -> None:
        answer = route.fetch()
        reading = answer.json()
        nothing = {**QUESTIONS[1], "tiles": ["4p"]}  # more than are looked at in one go
        questions = numbered([*[nothing] * 7, *QUESTIONS], [tile["tile"] for tile in reading["tiles"]])
        route.fulfill(response=answer, json={**reading, "questions": questions})

    page.route("**/v1/read?*", asking)
    read_sample(page)
    card = page.locator("#questions .question")
    expect(card).to_have_count(1)
    expect(card.locator("p").first).to_have_text("Are these 2 tiles the player's?")
    expect(card.locator("svg.crop image")).to_have_count(1)
    expect(card.locator(".seen .tile")).to_have_count(2)
    first = card.locator("button").first
    expect(first).to_have_attribute("aria-label", "Not mine: Winter; In my hand: 3 characters")
    expect(first.locator(".tile")).to_have_count(2)
    expect(card).not_to_contain_text("3m")
    card.scroll_into_view_if_needed()
    page.evaluate("document.querySelector('.question').scrollIntoView({ block: 'center' })")
    expect(page.locator("#hand .tile.lit")).to_have_count(2)
    expect(page.locator("#marks .mark.lit")).to_have_count(2)
    first.click()
    expect(card).to_have_count(0)
    expect(page.locator("#hand .tile.lit")).to_have_count(0)

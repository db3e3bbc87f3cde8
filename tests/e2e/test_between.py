"""What a player does while an answer is on its way, or another phone writes: nothing of it is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.acts import (
    balance,
    choose_rules,
    hold,
    joined,
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


def test_a_tap_counts_though_an_answer_comes_before_the_finger_is_lifted(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    type_hand(page, HAND, "8s")
    page.keyboard.press("Escape")
    unfold(page, "table")
    held = hold(page, "**/v1/score?*")
    page.locator('[name="table:sticks"]').fill("1")
    page.keyboard.press("Tab")
    until(page, lambda: held, "the hand is scored again")
    tile = page.locator('[data-zone="concealed"] .tile[data-id]').first
    press_down(page, tile)
    held[-1].continue_()
    settled(page)
    page.mouse.up()
    expect(page.locator('[data-zone="concealed"] .tile.selected')).to_have_count(1)
    page.keyboard.press("Escape")
    page.unroute("**/v1/score?*")
    page.locator('[name="table:sticks"]').fill("2")
    chip = page.locator('#ask [data-from="S"]')
    press_down(page, chip)  # leaves the field: what was typed is scored
    page.mouse.up()
    expect(chip).to_have_attribute("aria-pressed", "true")


def test_a_tap_on_a_tile_of_the_photo_selects_it_though_an_answer_comes(opened: Opened) -> None:
    page = opened()
    read_sample(page)
    held = hold(page, "**/v1/score?*")
    page.click('#ask [data-seat="S"]')
    until(page, lambda: held, "the hand is scored again")
    press_down(page, page.locator("#marks g").nth(3))
    held[-1].continue_()
    settled(page)
    page.mouse.up()
    expect(page.locator("#marks .selected")).to_have_count(1)


def test_a_tap_never_meets_what_moved_under_the_finger(opened: Opened) -> None:
    page = opened()
    open_table(page)
    other = joined(opened, page)
    write_draw(other)
    write_draw(other)
    first = page.locator("#history .deal").first
    expect(page.locator("#history .deal")).to_have_count(2)
    press_down(page, first)
    write_draw(other)
    expect(page.locator("#history .deal")).to_have_count(3)
    page.mouse.up()
    expect(page.locator("#history .deal[aria-expanded=true]")).to_have_text("2. Draw")
    press_down(page, page.locator("#undo"))
    write_draw(other)
    expect(page.locator("#history .deal")).to_have_count(4)
    page.mouse.up()
    page.wait_for_timeout(500)
    expect(page.locator("#history .deal")).to_have_count(4)  # that of the other phone was not meant


def test_a_touch_never_meets_what_moved_under_the_finger(opened: Opened) -> None:
    page = opened(has_touch=True)
    open_table(page)
    other = joined(opened, page)
    write_draw(other)
    write_draw(other)
    first = page.locator("#history .deal").first
    expect(first).to_have_text("2. Draw")
    first.hover()
    box = first.bounding_box()
    touch = page.context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    write_draw(other)
    expect(first).to_have_text("3. Draw")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#history .deal[aria-expanded=true]")).to_have_text("2. Draw")


def test_points_are_those_of_the_player_they_were_typed_for(opened: Opened) -> None:
    page = opened()
    open_table(page)
    other = joined(opened, page)
    page.click("#points-open")
    page.fill('#points [name="S"]', "-8")
    page.fill('#points [name="E"]', "8")
    write_draw(other)  # the deal passes on
    expect(page.locator("#history .entry")).to_have_count(1)
    expect(page.locator('#points label:has([name="E"])')).to_contain_text("Ann")
    page.click("#write-points")
    expect(balance(page, "Ann")).to_have_text("+8")
    expect(balance(page, "Bo")).to_have_text("\u22128")
    page.click("#penalty-open")
    page.select_option('#penalty [name="seat"]', "S")
    who = page.locator('#penalty [name="seat"] option:checked').inner_text().split()[-1]
    before = balance(page, who).inner_text()
    page.fill('#penalty [name="points"]', "4")
    expect(other.locator("#history .entry")).to_have_count(2)
    write_draw(other)
    expect(page.locator("#history .entry")).to_have_count(3)
    page.click("#write-penalty")
    expect(page.locator("#history .entry")).to_have_count(4)
    expect(page.locator("#history .entry").first).to_contain_text(who)
    expect(balance(page, who)).not_to_have_text(before)


def test_a_win_without_tiles_is_that_of_the_player_who_was_chosen(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "sichuan")
    open_table(page)
    other = joined(opened, page)
    page.click("#told-open")
    page.click('#told [data-told="who:S"]')
    page.click('#told [data-told="from:W"]')
    page.fill('#told [name="amount"]', "2")
    sentence = page.input_value('#told [name="line"]')
    assert sentence.startswith("Bo")
    other.click("#seats-open")
    other.click("#draw-seats")
    for seat, person in zip("ESWN", "1230", strict=True):
        other.select_option(f'#seats [name="{seat}"]', person)
    other.click("#write-seats")
    expect(page.locator("#history .entry")).to_have_count(1)
    expect(page.locator('#told [name="line"]')).to_have_value(sentence)
    page.click("#write-told")
    expect(page.locator("#history .deal")).to_contain_text("Bo")


def test_what_a_sentence_pays_is_that_of_the_sentence_on_the_screen(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    other = joined(opened, page)
    paid = page.locator("#told-paid")
    page.click("#told-open")
    held = hold(page, "**/v1/score?*")
    page.fill('#told [name="line"]', "Bo, 2 han 40 fu, from Cai")
    page.keyboard.press("Tab")
    until(page, lambda: held, "the first sentence is scored")
    page.fill('#told [name="line"]', "Bo, mangan, from Cai")
    page.keyboard.press("Tab")
    until(page, lambda: len(held) > 1, "the second sentence is scored")
    held[1].continue_()
    expect(paid).to_contain_text("+8000")
    with page.expect_response("**/v1/score?*"):
        held[0].continue_()
    page.wait_for_timeout(300)
    expect(paid).to_contain_text("+8000")
    page.unroute("**/v1/score?*")
    page.click('#told [name="line"]')
    write_draw(other)  # nobody was ready: Bo deals
    expect(page.locator("#history .entry")).to_have_count(1)
    page.fill('#told [name="line"]', "Bo, mangan, self-drawn")
    page.keyboard.press("Tab")
    expect(paid.locator("[data-seat=E]")).to_have_text("Bo +12300")
    held = hold(page, "**/v1/score?*")
    page.fill('#told [name="line"]', "Bo, 2 han 40 fu, self-drawn")
    press_down(page, page.locator("#write-told"))  # leaves the field: what it pays is asked for
    until(page, lambda: held, "the sentence is scored")
    held[0].fulfill(status=422, json={"detail": "a sentence that is too long for one line " * 9})
    expect(paid).to_contain_text("too long")
    page.mouse.up()
    expect(page.locator("#history .entry")).to_have_count(2)


def test_a_correction_ends_where_its_deal_was_taken_back(opened: Opened) -> None:
    page = opened()
    open_table(page)
    other = joined(opened, page)
    page.click("#points-open")
    page.fill('#points [name="E"]', "8")
    page.fill('#points [name="S"]', "-8")
    page.click("#write-points")
    page.click("#history .deal")
    page.click(".correct")
    expect(page.locator('#points [name="E"]')).to_have_value("8")
    expect(other.locator("#history .entry")).to_have_count(1)
    other.click("#undo")
    expect(page.locator("#history .entry")).to_have_count(0)
    expect(page.locator("#points")).to_have_count(0)


def test_an_earlier_language_does_not_name_the_rules(opened: Opened) -> None:
    page = opened()
    held: list[Any] = []
    page.route(
        "**/v1/rules?*",
        lambda route: held.append(route) if "lang=ja" in route.request.url else route.continue_(),
    )
    page.click("#settings")
    page.select_option("#language", "ja")
    until(page, lambda: held, "the rules are listed")
    page.select_option("#language", "zh")
    page.click("#settings-dialog [data-close]")
    rules = page.locator("#rules-list [data-rules=hongkong]")
    page.click("#rules")
    expect(rules).to_contain_text("港式")
    name = rules.inner_text()
    with page.expect_response(lambda answer: "lang=ja" in answer.url):
        held[0].continue_()
    page.wait_for_timeout(300)
    assert rules.inner_text() == name


def test_rules_chosen_while_a_table_came_are_not_taken(opened: Opened) -> None:
    page = opened()
    open_table(page)
    link = page.url
    page.click("#leave")
    held = hold(page, "**/v1/tables/*", "GET")
    page.evaluate("link => { location.hash = new URL(link).hash; }", link)
    until(page, lambda: held, "the table is asked for")
    page.click("#rules")
    held[0].continue_()
    expect(page.locator("#rules")).to_be_disabled()
    page.click('#rules-list [data-rules="riichi"]')
    expect(page.locator("#rules")).to_have_attribute("data-rules", "guobiao")


def test_what_is_unfolded_and_focused_stays_when_another_phone_writes(opened: Opened) -> None:
    page = opened()
    open_table(page)
    other = joined(opened, page)
    page.click("#invite summary")
    page.focus("#drawn-open")
    write_draw(other)
    expect(page.locator("#history .entry")).to_have_count(1)
    expect(page.locator("#invite-read")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#drawn")).to_be_visible()


def test_a_deal_is_written_while_an_invitation_is_fetched(opened: Opened) -> None:
    page = opened()
    open_table(page)
    held = hold(page, "**/secrets?*", "GET")
    page.click("#invite summary")
    page.click("#invite-read")
    until(page, lambda: held, "the link is fetched")
    page.click("#drawn-open")
    page.click("#write-drawn")
    expect(page.locator("#history .entry")).to_have_count(1)
    held[0].continue_()
    expect(page.locator("#invite .qr")).to_be_visible()


def test_the_next_hand_stays_when_the_last_one_is_written_late(opened: Opened) -> None:
    page = opened()
    open_table(page)
    page.click("#nav-hand")
    type_hand(page, HAND, "8s")
    won(page, "E", "drawn")
    settled(page)
    held = hold(page, "**/deals?*")
    page.click("#to-ledger")
    until(page, lambda: held, "the deal is sent")
    page.click("#clear")
    type_hand(page, ["1m"], "2m")
    held[0].continue_()
    expect(page.locator("#seated")).to_contain_text("Bo")
    page.wait_for_timeout(300)
    page.click("#nav-hand")
    expect(page.locator("#hand .tile[data-id]")).to_have_count(2)


def test_a_tile_that_is_picked_is_added_to_what_is_shown_now(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    other = joined(opened, page)
    dora = page.locator('#ask [data-turned="dora_indicators"] .tile:not(.add)')
    page.click("#nav-hand")
    type_hand(page, HAND, "8s")
    page.click("#ask-add-dora_indicators")
    page.click('#picker .keys .tile:has(use[href$="#t1p"])')
    expect(dora).to_have_count(1)
    page.click("#ask-add-dora_indicators")
    write_draw(other)
    expect(dora).to_have_count(0)  # of another deal
    page.click('#picker .keys .tile:has(use[href$="#t2p"])')
    expect(dora).to_have_count(1)


def test_tiles_for_a_field_reach_the_one_on_the_screen(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "wuhan")
    open_table(page)
    other = joined(opened, page)
    page.click("#nav-hand")
    type_hand(page, ["1m"], "2m")
    unfold(page, "win")
    page.click("#wild button >> nth=1")
    pass_deal_on(other)
    expect(page.locator("#seated")).to_contain_text("Bo")
    page.click('#picker .keys .tile:has(use[href$="#t5p"])')
    page.click("#picker .main")
    expect(page.locator('#wild input[name="indicator"]')).to_have_value("5p")


def test_a_field_shows_what_is_scored_once_it_is_left(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    other = joined(opened, page)
    page.click("#nav-hand")
    type_hand(page, HAND, "8s")
    unfold(page, "table")
    counters = page.locator('[name="table:honba"]')
    counters.fill("5")
    counters.press("Enter")
    write_draw(other)
    expect(page.locator("#seated")).to_contain_text("honba: 1")
    counters.press("Tab")
    expect(counters).to_have_value("1")


def test_seats_are_changed_for_the_players_they_were_chosen_for(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "sichuan")
    open_table(page)
    other = joined(opened, page)
    page.click("#seats-open")
    page.select_option('#seats [name="W"]', "+")
    page.fill('#seats [name="new_W"]', "Eve")
    pass_deal_on(other)
    expect(page.locator("#history .entry")).to_have_count(1)
    page.click("#write-seats")
    expect(page.locator("#history .change")).to_contain_text("Now seated: Ann, Bo, Eve, Dee")
    page.click("#nav-hand")
    type_hand(page, [*(f"{n}{s}" for s in "mp" for n in range(1, 7)), "9p"], "9p")
    winner = page.locator("#ask [data-seat=S] .player").inner_text()
    won(page, "S", "E")
    settled(page)
    page.click("#another")
    pass_deal_on(other)
    expect(page.locator("#seated")).not_to_contain_text("Bo")
    type_hand(page, [*(f"{n}{s}" for s in "ps" for n in range(1, 7)), "9p"], "9p")
    expect(page.locator("#record .doubt")).to_contain_text(winner)


def test_a_list_that_is_open_stays_when_another_phone_writes(opened: Opened) -> None:
    page = opened()
    open_table(page)
    other = joined(opened, page)
    page.click("#rename-open")
    page.click('#rename [name="person"]')
    page.evaluate("() => { window.list = document.activeElement; }")
    write_draw(other)
    expect(page.locator("#history .entry")).to_have_count(1)
    assert page.evaluate("window.list.isConnected && window.list === document.activeElement")


def test_a_camera_that_is_opened_twice_is_closed_as_a_whole(opened: Opened) -> None:
    page = opened(permissions=["camera"])
    page.evaluate(
        """() => {
            window.streams = [];
            const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
            navigator.mediaDevices.getUserMedia = async (about) => {
                const stream = await real(about);
                await new Promise((done) => setTimeout(done, 500));
                window.streams.push(stream);
                return stream;
            };
            MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
            MediaStreamTrack.prototype.applyConstraints = async () => {};
        }"""
    )
    page.dblclick("#camera")
    page.click("#torch")
    expect(page.locator("#torch")).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(1000)
    page.click("#type")
    ended = "() => window.streams.flatMap((s) => s.getTracks()).every((t) => t.readyState === 'ended')"
    assert page.evaluate(ended)
    page.keyboard.press("Escape")
    page.click("#camera")
    expect(page.locator("#torch")).to_have_attribute("aria-pressed", "false")
    page.click("#type")
    page.keyboard.press("Escape")
    page.click("#camera")
    before = page.evaluate("window.streams.length")
    page.click("#type")  # while it opens
    until(page, "before => window.streams.length > before", "it is open", arg=before)
    page.wait_for_timeout(500)
    assert page.evaluate(ended)
    expect(page.locator("#video")).to_be_hidden()
    page.keyboard.press("Escape")
    page.evaluate(
        """() => {
            const real = HTMLMediaElement.prototype.play;
            HTMLMediaElement.prototype.play = async function () {
                HTMLMediaElement.prototype.play = real;
                await new Promise((done) => setTimeout(done, 500));
                return real.call(this);
            };
        }"""
    )
    page.click("#camera")
    expect(page.locator("#video")).to_be_visible()
    page.click("#type")  # while its first picture comes
    page.keyboard.press("Escape")
    page.wait_for_timeout(1000)
    expect(page.locator("#camera")).to_be_visible()
    page.click("#camera")
    expect(page.locator("#shoot")).to_be_visible()


def test_what_is_tapped_twice_while_it_comes_opens_once(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "hongkong")
    type_hand(page, HAND, "9p")
    page.keyboard.press("Escape")
    held = hold(page, "**/views/advice.js", "GET")
    page.dblclick("#advise")
    until(page, lambda: held, "it is fetched")
    held[0].continue_()
    page.wait_for_selector("#advice-dialog")
    page.wait_for_timeout(300)
    expect(page.locator("#advice-dialog")).to_have_count(1)


def test_what_an_input_method_composes_chooses_no_rules(opened: Opened) -> None:
    page = opened()
    page.click("#rules")
    page.fill("#rules-search", "hong")
    page.locator("#rules-search").dispatch_event("keydown", {"key": "Enter", "isComposing": True})
    expect(page.locator("#rules-dialog")).to_be_visible()


def test_a_house_file_that_was_typed_is_kept_by_the_form(opened: Opened) -> None:
    page = opened()
    page.click("#rules")
    page.click("#house-open")
    page.fill('#house-dialog [name="name"]', "Club")
    page.click("#house-dialog summary >> nth=-1")
    page.locator("#house-text").press("ControlOrMeta+End")
    page.keyboard.type("minimum = 3\n")
    expect(page.locator('#house-dialog [name="minimum"]')).to_have_value("3")
    page.fill('#house-dialog [name="name"]', "Ours")
    assert "minimum = 3" in page.input_value("#house-text")
    text = page.input_value("#house-text").replace('"Ours"', "'Theirs'")
    page.fill("#house-text", text)
    expect(page.locator("#rules")).to_contain_text("Theirs")
    page.click("#house-done")
    page.click("#rules")
    page.click("#house-open")
    expect(page.locator("#house-text")).to_have_value(text)


def test_the_house_editor_that_was_opened_last_is_shown(opened: Opened) -> None:
    page = opened()
    page.click("#rules")
    page.click("#house-open")
    page.fill('#house-dialog [name="name"]', "Ours")
    expect(page.locator("#rules")).to_contain_text("Ours")
    page.click("#house-done")
    held = hold(page, "**/v1/rules/guobiao?*", "GET")
    page.click("#rules")
    page.click("#house-open")
    until(page, lambda: held, "its base is fetched")
    choose_rules(page, "hongkong")
    page.click("#rules")
    page.click("#house-open")
    expect(page.locator("#house-dialog .quiet").first).to_contain_text("Hong Kong")
    held[0].continue_()
    page.wait_for_timeout(500)
    expect(page.locator("#house-dialog .quiet").first).to_contain_text("Hong Kong")


def test_a_choice_that_replaces_a_number_shows_so_where_the_field_keeps_the_focus(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    page.click("#told-open")
    page.click('#told [name="amount"]')
    page.keyboard.type("2")
    page.locator('#told [data-told="limit:mangan"]').dispatch_event(
        "click"
    )  # as Safari does: it leaves the field focused
    expect(page.locator('#told [name="amount"]')).to_have_value("")

"""The page never shows another photo's hand or another rule set's score; nothing that was done is lost."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest

from tests.e2e.acts import (
    choose_rules,
    expect_shown,
    expect_tile,
    hurry,
    joined,
    open_table,
    press,
    read_sample,
    saved,
    shown,
    tap_tile,
    total,
    type_hand,
    until,
    won,
)
from tests.e2e.conftest import SAMPLE, Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect
WON = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z"]


def read_as(tiles: str, winning: str) -> dict[str, Any]:
    """A reading of a photo that shows these tiles in a row, the last one apart."""
    faces = [f"{n}{suit}" for part in tiles.split() for suit in part[-1] for n in part[:-1]]
    roles = [*((face, "hand") for face in faces), (winning, "winning")]
    about = {"confidence": 0.99, "group": 0, "sideways": False, "alternatives": []}
    return {
        "photo": "a.jpg", "size": [1600, 300], "model": "told", "reliable": True, "problems": [],
        "timings_ms": {},
        "tiles": [
            {"tile": face, "box": [100 * n, 100, 100 * n + 90, 220], "role": role, **about}
            for n, (face, role) in enumerate(roles)
        ],
        "hand": {"concealed": "".join(faces), "winning": winning, "melds": [], "flowers": ""},
        "doubts": [],
    }  # fmt: skip


def photo(name: str) -> dict[str, Any]:
    """The sample as a file of that name: what it shows is told by the test."""
    return {"name": name, "mimeType": "image/jpeg", "buffer": SAMPLE.read_bytes()}


def test_without_a_network_other_rules_never_score_the_hand(opened: Opened) -> None:
    page = opened()
    type_hand(page, WON, "2z")
    page.wait_for_selector("#answer .total")
    before = total(page)
    page.context.set_offline(True)
    choose_rules(page, "sichuan")
    expect(page.locator("#answer")).to_contain_text("Sichuan")
    expect(page.locator("#answer .total")).to_have_count(0)
    expect(page.locator("#answer")).not_to_contain_text(before)
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#rules")).to_contain_text("Sichuan")
    expect(page.locator('[data-about="rules"]')).to_contain_text("These rules have no honours")
    expect(page.locator("#answer")).not_to_contain_text(before)


def test_an_old_amount_is_shown_as_old_and_never_recorded(opened: Opened) -> None:
    page = opened()
    open_table(page)
    page.click("#nav-hand")
    type_hand(page, WON, "2z")
    won(page, "E", "drawn")
    expect(page.locator("#to-ledger")).to_be_enabled()
    held: list[Any] = []
    page.route("**/v1/score*", lambda route: held.append(route))
    page.click('#ask [data-seat="S"]')
    expect(page.locator("#answer")).to_have_class("answer stale")
    expect(page.locator("#answer")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#to-ledger")).to_have_count(0)
    until(page, lambda: held, "the hand is asked for")
    held[0].continue_()
    expect(page.locator("#answer")).to_have_class("answer")
    expect(page.locator("#answer .square .S")).to_contain_text("+")
    expect(page.locator("#to-ledger")).to_be_enabled()
    tiles = page.locator("#hand .tile[data-id]")
    for n in range(tiles.count()):
        tiles.nth(n).click()
    page.click('#keyboard .chip:text-is("Remove")')
    expect(tiles).to_have_count(0)
    expect(page.locator("#answer")).to_be_empty()
    expect(page.locator("#to-ledger")).to_have_count(0)


def test_a_late_reading_of_another_photo_is_dropped(opened: Opened) -> None:
    page = opened()
    held: list[Any] = []
    asked: list[Any] = []

    def answer(route: Any) -> None:
        asked.append(route)
        if len(asked) == 1:
            held.append(route)
        else:
            route.fulfill(json=read_as("123456789p 1122z", "2z"))

    page.route("**/v1/read*", answer)
    page.set_input_files("#file", photo("a.jpg"))
    until(page, lambda: held, "the first photo is sent")
    page.set_input_files("#file", photo("b.jpg"))
    page.wait_for_selector("#answer .total")
    expect_tile(page, "1p", 0)
    with suppress(playwright.Error):  # the page broke the first request off
        held[0].fulfill(json=read_as("123456789s 1122z", "2z"))
    page.wait_for_timeout(300)
    expect_tile(page, "1p", 0)


def test_what_is_typed_while_a_photo_is_read_stays(opened: Opened) -> None:
    page = opened()
    held: list[Any] = []
    page.route("**/v1/read*", lambda route: held.append(route))
    page.set_input_files("#file", photo("a.jpg"))
    expect(page.locator("#progress")).to_be_visible()
    page.click("#type")
    press(page, "9m")
    until(page, lambda: held, "the photo is sent")
    held[0].fulfill(json=read_as("123456789p 112z", "2z"))
    expect(page.locator('[data-zone="concealed"] .tile[data-id]')).to_have_count(13)
    expect_tile(page, "9m", -1)


def test_a_reading_can_be_broken_off_and_taken_up_again(opened: Opened) -> None:
    page = opened()
    hurry(page)
    page.route("**/v1/read*", lambda route: None)
    page.set_input_files("#file", photo("a.jpg"))
    page.click("#cancel")
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.locator("#photo")).to_be_hidden()
    page.unroute("**/v1/read*")
    page.route("**/v1/read*", lambda route: route.fulfill(status=503, json={"detail": "busy: try again"}))
    page.set_input_files("#file", photo("a.jpg"))
    expect(page.locator("#failed")).to_contain_text("busy: try again")
    page.unroute("**/v1/read*")
    page.click("#again")
    page.wait_for_selector("#answer .total")


def test_a_hand_that_was_recorded_does_not_come_back_by_itself(opened: Opened) -> None:
    page = opened()
    open_table(page)
    page.click("#nav-hand")
    type_hand(page, WON, "2z")
    won(page, "E", "drawn")
    page.click("#to-ledger")
    page.wait_for_selector("#history .entry")
    page.click("#nav-hand")
    page.route("**/v1/read*", lambda route: None)
    page.set_input_files("#file", photo("a.jpg"))
    page.click("#cancel")
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.locator("#hand")).to_be_hidden()
    page.click("#nav-table")
    page.click("button.deal")
    page.click(".correct")
    expect_tile(page, "1m", 0)
    expect(page.locator("#to-ledger")).to_be_enabled()
    page.click("#correcting button")
    expect(page.locator("#hand")).to_be_hidden()
    expect(page.locator("#to-ledger")).to_have_count(0)


def test_a_yakuman_has_no_fu(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    type_hand(page, ["1m", "9m", "1p", "9p", "1s", "9s", *(f"{n}z" for n in range(1, 8))], "1m")
    expect(page.locator("#answer .total")).to_contain_text("han")
    expect(page.locator("#answer .total")).not_to_contain_text("fu")
    expect(page.locator("#answer")).not_to_contain_text("null")


def test_nobody_discards_to_themselves_and_who_did_is_asked_where_the_eye_is(opened: Opened) -> None:
    page = opened()
    open_table(page)
    page.click("#nav-hand")
    read_sample(page)
    won(page, "E", "S")
    page.click('#ask [data-seat="S"]')
    expect(page.locator('#ask [data-from][aria-pressed="true"]')).to_have_count(0)
    expect(page.locator("#to-ledger")).to_be_disabled()
    expect(page.locator("#answer .square")).to_have_count(0)  # no row of zeros: the question stands there
    expect(page.locator("#open")).to_have_text("Who discarded it?")
    page.click('#ask [data-from="W"]')
    expect(page.locator("#answer .square .W strong")).to_contain_text("\u2212")
    expect(page.locator("#to-ledger")).to_be_enabled()
    page.click("#to-ledger")
    page.wait_for_selector("#history .entry")


def test_a_drawn_deal_is_written_once(opened: Opened) -> None:
    page = opened()
    open_table(page)
    page.click("#drawn-open")
    page.dblclick("#write-drawn")
    expect(page.locator("#history .entry")).to_have_count(1)
    page.wait_for_timeout(500)
    expect(page.locator("#history .entry")).to_have_count(1)
    page.click("#drawn-open")
    expect(page.locator("#drawn")).to_contain_text("just now")  # a second one is asked about


def test_another_phones_write_leaves_a_half_filled_form(opened: Opened) -> None:
    page = opened()
    open_table(page)
    other = joined(opened, page)
    page.click("#points-open")
    page.fill('#points input[name="E"]', "12")
    page.fill('#points input[name="note"]', "as agreed")
    other.click("#drawn-open")
    other.click("#write-drawn")
    expect(page.locator("#history .entry")).to_have_count(1)
    expect(page.locator('#points input[name="E"]')).to_have_value("12")
    expect(page.locator('#points input[name="note"]')).to_have_value("as agreed")


def test_a_table_that_was_left_is_found_again(opened: Opened) -> None:
    page = opened()
    open_table(page)
    id_ = page.url.partition("#table=")[2]
    page.click("#leave")
    expect(page.locator("#new-table")).to_be_visible()
    page.click(f'#tables-here [data-table="{id_}"]')
    page.wait_for_selector("#undo")
    page.wait_for_url(f"**/#table={id_}")


def test_long_names_widen_nothing(opened: Opened) -> None:
    page = opened(width=390)
    open_table(page, ("W" * 40, "M" * 40, "Ann", "Bo"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("#drawn-open")
    page.click("#write-drawn")
    page.click(".deal")
    page.click("#points-open")
    page.click("#nav-hand")
    read_sample(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_in_landscape_hand_and_answer_are_both_on_the_screen(opened: Opened) -> None:
    page = opened(width=844, height=390)
    read_sample(page)
    expect(page.locator("#answer .total")).to_be_in_viewport()
    expect(page.locator("#photo")).to_be_in_viewport()
    expect(page.locator('[data-zone="concealed"] .tile').first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_red_fives_suggest_the_rules_that_have_them_in_one_tap(
    opened: Opened, width: int, height: int
) -> None:
    page = opened(width=width, height=height)
    page.route("**/v1/read*", lambda route: route.fulfill(json=read_as("123055m 456p 77z 78s", "9s")))
    page.set_input_files("#file", photo("a.jpg"))
    question = page.locator('[data-about="rules"]')
    expect(question).to_contain_text("Red fives")
    expect(question).to_be_in_viewport()
    question.locator("button").first.click()
    expect(page.locator("#rules")).to_contain_text("riichi")
    page.wait_for_selector("#answer .total")


def test_a_reading_that_is_not_relied_on_says_so_and_why(opened: Opened) -> None:
    page = opened()
    unsure = {**read_as("123456789p 1122z", "2z"), "reliable": False, "problems": ["It is dim."]}
    page.route("**/v1/read*", lambda route: route.fulfill(json=unsure))
    page.set_input_files("#file", photo("a.jpg"))
    expect(page.locator("#unsure")).to_have_text("Hard to read: check the tiles")
    expect(page.locator("#problems")).to_have_text("It is dim.")
    beside = "([a, b]) => Math.max(a.top, b.top) < Math.min(a.bottom, b.bottom)"
    boxes = [
        page.locator(part).evaluate("e => e.getBoundingClientRect().toJSON()")
        for part in ("#answer .total", "#unsure")
    ]
    assert page.evaluate(beside, boxes)
    tap_tile(page, "1p")
    press(page, "2p")
    expect(page.locator("#unsure")).to_have_count(0)


def test_a_reload_comes_back_to_the_hand_as_it_was(opened: Opened) -> None:
    page = opened()
    read_sample(page)
    page.click('#ask [data-from="W"]')
    tap_tile(page, "1m")
    press(page, "9m")
    before = (shown(page, "concealed"), shown(page, "winning"))
    page.reload()  # at once: what was done last is kept as the page goes
    page.wait_for_selector("html[data-ready]")
    expect_shown(page, "concealed", *before[0])
    expect_shown(page, "winning", *before[1])
    expect(page.locator("#photo")).to_be_visible()
    tap_tile(page, "9m")
    press(page, "1m")
    expect(page.locator('#ask [data-from="W"]')).to_have_attribute("aria-pressed", "true")


def test_undo_takes_back_whatever_was_done_to_the_hand(opened: Opened) -> None:
    page = opened()
    read_sample(page)
    before = {zone: shown(page, zone) for zone in ("concealed", "winning", "flower")}
    tap_tile(page, "1m")
    press(page, "9m")
    for tile in ("7s", "8s", "9s"):
        tap_tile(page, tile)
    page.click('#keyboard [data-to="new"]')
    page.click("#clear")
    expect(page.locator("#hand")).to_be_hidden()
    for _ in range(3):
        page.click("#undo-tile")
    for zone, tiles in before.items():
        expect_shown(page, zone, *tiles)
    expect(page.locator("#photo")).to_be_visible()


def test_how_many_taps_things_take(opened: Opened) -> None:
    page = opened()
    page.evaluate("window.taps = 0; addEventListener('click', (e) => { window.taps += e.detail > 0; }, true)")

    def taps() -> int:
        done = page.evaluate("window.taps")
        page.evaluate("window.taps = 0")
        return int(done)

    with page.expect_file_chooser() as chooser:
        page.click("label.button")
    chooser.value.set_files(str(SAMPLE))
    page.wait_for_selector("#answer .total")
    assert taps() <= 2  # one tap, which the browser counts for the label and its field
    page.locator('[data-zone="concealed"] .tile').first.click()
    press(page, "9m")
    assert taps() == 2  # a tile mended
    page.click("#undo-tile")
    taps()
    for tile in ("1m", "2m", "3m"):
        tap_tile(page, tile)
    page.click('#keyboard [data-to="new"]')
    assert taps() == 4  # a meld of three
    page.click("#undo-tile")
    open_table(page)
    page.click("#nav-hand")
    page.wait_for_selector("#answer .total")
    taps()
    won(page, "S", "W")
    page.click("#to-ledger")
    page.wait_for_selector("#history .entry")
    assert taps() == 3  # who won, from whom, a deal written


def test_deals_written_without_a_network_are_sent_once_and_in_order(opened: Opened) -> None:
    page = opened()
    open_table(page)
    other = joined(opened, page)
    page.context.set_offline(True)
    for n in range(1, 11):
        page.click("#points-open")
        page.fill('#points input[name="E"]', str(n))
        page.fill('#points input[name="S"]', str(-n))
        page.fill('#points input[name="note"]', f"deal {n}")
        page.click("#points .main")
        expect(page.locator("#waiting")).to_contain_text(str(n))
        expect(page.locator("#points")).to_have_count(0)  # before, its button would close it
    other.click("#points-open")
    other.fill('#points input[name="N"]', "100")
    other.fill('#points input[name="W"]', "-100")
    other.click("#points .main")
    expect(other.locator("#history .entry")).to_have_count(1)
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    for phone in (page, other):
        expect(phone.locator("#history .entry")).to_have_count(11)
    expect(page.locator("#waiting")).to_have_count(0)
    names = [[b.inner_text() for b in phone.locator("button.deal").all()] for phone in (page, other)]
    assert names[0] == names[1]
    assert [name.partition(". ")[2] for name in reversed(names[0])][1:] == [f"deal {n}" for n in range(1, 11)]


def test_the_rules_are_found_by_any_of_their_names(opened: Opened) -> None:
    page = opened()
    for typed, id_ in (("riichi", "riichi"), ("台湾", "taiwan"), ("Sichuan", "sichuan")):
        page.click("#rules")
        page.fill("#rules-search", typed)
        page.keyboard.press("Enter")
        expect(page.locator(f'#rules[data-rules="{id_}"]')).to_be_visible()
    page.click("#rules")
    first = page.locator("#rules-list button").first.get_attribute("data-rules")
    assert first == "sichuan"  # what was used last stands first


def test_large_photos_are_shrunk_before_they_are_sent(opened: Opened) -> None:
    page = opened()
    sizes = page.evaluate(
        """async () => {
            const { shrunk } = await import("./js/io/photo.js");
            const canvas = Object.assign(document.createElement("canvas"), { width: 4000, height: 3000 });
            const paint = canvas.getContext("2d");
            const noise = paint.createImageData(4000, 3000);
            noise.data.forEach((_, i) => { noise.data[i] = i % 4 === 3 ? 255 : Math.random() * 255; });
            paint.putImageData(noise, 0, 0);
            const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
            const sent = await createImageBitmap(await shrunk(blob));
            return [sent.width, sent.height];
        }"""
    )
    assert sizes == [2560, 1920]


def test_the_state_is_kept_as_plain_values(opened: Opened) -> None:
    page = opened()
    read_sample(page)
    saved(page)
    kept = json.loads(page.evaluate("localStorage.getItem('state')"))
    assert kept["photo"]["status"] == "read"
    assert len(kept["hand"]["tiles"]) == 16

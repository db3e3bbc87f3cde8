"""A table's ledger in a real browser: the evening's deals, corrected, settled and seen on every phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.acts import (
    answered,
    balance,
    choose_language,
    choose_rules,
    count_requests,
    expect_shown,
    hold,
    hurry,
    joined,
    open_table,
    press,
    read_sample,
    type_hand,
    unfold,
    until,
    won,
)
from tests.e2e.conftest import IN_THE_NETWORK, Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect


def test_an_evening_on_two_phones(opened: Opened) -> None:
    page = opened()
    open_table(page)
    other = joined(opened, page)
    page.click("#nav-hand")
    read_sample(page)
    won(page, "E", "drawn")
    page.click("#to-ledger")
    page.wait_for_selector("#history .entry")
    expect(balance(page, "Ann")).to_have_text("+81")
    expect(balance(other, "Ann")).to_have_text("+81")
    expect(page.locator("#table h2").first).to_contain_text("Bo")  # in guobiao the deal passes on
    expect(other.locator("#history")).to_contain_text("19 fan")
    other.click("#points-open")
    other.fill('#points input[name="E"]', "-10")
    other.fill('#points input[name="S"]', "10")
    other.click("#points .main")
    expect(page.locator("#history .entry")).to_have_count(2)
    expect(balance(page, "Bo")).to_have_text("\u221237")
    expect(page.locator("#undo")).to_be_enabled()
    page.click("#undo")
    expect(page.locator("#history .entry")).to_have_count(1)
    expect(balance(page, "Bo")).to_have_text("\u221227")
    with page.expect_download() as download:
        page.click("#save-csv")
    assert "Ann" in download.value.path().read_text(encoding="utf-8-sig")


def test_an_answer_that_was_overtaken_by_another_phones_deal_takes_nothing_back(opened: Opened) -> None:
    page = opened()
    open_table(page)
    other = joined(opened, page)
    late: list[Any] = []
    page.route("**/deals*", lambda route: late.append((route, route.fetch())))
    page.click("#drawn-open")
    page.click("#write-drawn")
    expect(other.locator("#history .entry")).to_have_count(1)
    other.click("#drawn-open")
    other.click("#write-drawn")
    expect(page.locator("#history .entry")).to_have_count(2)
    expect(page.locator("#waiting")).to_have_count(1)
    until(page, lambda: late, "the first deal is written")
    for route, answer in late:
        route.fulfill(response=answer)
    expect(page.locator("#waiting")).to_have_count(0)
    expect(page.locator("#history .entry")).to_have_count(2)


def test_a_deal_is_corrected_from_the_history_with_its_hand(opened: Opened) -> None:
    page = opened()
    open_table(page)
    page.click("#nav-hand")
    read_sample(page)
    expect(page.locator("#rules")).to_be_disabled()  # the table has chosen
    expect(page.locator("#ask [data-seat]").first).to_have_text("East Ann")
    won(page, "E", "drawn")
    page.click("#to-ledger")
    page.click("button.deal")
    expect(page.locator(".about .tile")).to_have_count(16)
    expect(page.locator(".about")).to_contain_text("Mixed Straight 8")
    choose_language(page, "zh")
    expect(page.locator(".about")).to_contain_text("花龙 8")
    choose_language(page, "en")
    expect(page.locator(".about")).to_contain_text("Mixed Straight 8")
    page.click(".correct")
    expect(page.locator("#correcting")).to_contain_text("Correcting deal 1")
    expect_shown(page, "concealed", "1m", "2m", "3m", "4p", "5p", "7s", "8s", "9s", "1z", "1z")
    page.click('#ask [data-seat="S"]')
    expect(page.locator("#answer .square .S")).to_contain_text("+81")
    page.click("#to-ledger")
    expect(balance(page, "Bo")).to_have_text("+81")
    expect(balance(page, "Ann")).to_have_text("\u221227")
    expect(page.locator("#history button.deal")).to_have_count(1)
    page.click("#drawn-open")
    page.click("#write-drawn")
    expect(page.locator("#history button.deal")).to_have_count(2)
    expect(balance(page, "Bo")).to_have_text("+81")


def test_the_table_counts_for_the_next_deal(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    page.click("#drawn-open")
    page.click("#write-drawn")
    expect(page.locator("#history button.deal")).to_have_text("1. Draw")
    page.click("#drawn-open")
    expect(page.locator("#drawn input")).to_have_count(4)  # who was ready, which the rules pay for
    page.click('#drawn input[name="ready_S"]')
    page.click("#write-drawn")
    expect(page.locator("#history .entry")).to_have_count(2)
    page.click("#nav-hand")
    expect(page.locator("#seated")).to_contain_text("honba: 2")
    expect(page.locator('[name="table:honba"]')).to_have_value("2")


def test_what_the_table_counts_is_recorded_as_it_is_shown(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    page.click("#drawn-open")
    page.click("#write-drawn")
    expect(page.locator("#history .entry")).to_have_count(1)
    page.click("#nav-hand")
    type_hand(page, ["2m", "3m", "4m", "5p", "6p", "7p", "3s", "4s", "5s", "2p", "2p", "6s", "7s"], "8s")
    won(page, "E", "drawn")
    gained = page.locator("#answer .square .E strong")
    counters = page.locator('[name="table:honba"]')
    expect(gained).to_contain_text("+")
    counted = int(gained.inner_text())
    unfold(page, "table")
    expect(counters).to_have_value("1")
    counters.fill("0")
    counters.press("Tab")
    expect(gained).to_have_text(f"+{counted - 300}")
    page.click("#to-ledger")
    expect(balance(page, "Bo")).to_have_text(f"+{counted - 300}")  # nobody was ready: the deal passed on
    page.click("button.deal >> nth=0")
    page.click(".correct")
    expect(counters).to_have_value("0")
    expect(gained).to_have_text(f"+{counted - 300}")
    page.click("#to-ledger")
    expect(page.locator("#correcting")).to_be_empty()
    expect(balance(page, "Bo")).to_have_text(f"+{counted - 300}")


def test_two_win_on_one_discard(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "sichuan")
    open_table(page)
    page.click("#nav-hand")
    for seat, suits in (("S", "mp"), ("W", "ps")):
        type_hand(page, [*(f"{n}{s}" for s in suits for n in range(1, 7)), "9p"], "9p")
        page.wait_for_selector("#answer .total")
        won(page, seat, "E")
        if seat == "S":
            page.click("#another")
    expect(page.locator("#record")).to_contain_text("South Bo: also won")
    page.click("#to-ledger")
    expect(page.locator("#history button.deal")).to_contain_text("Bo")
    expect(page.locator("#history button.deal")).to_contain_text("Cai")
    expect(balance(page, "Ann")).to_contain_text("\u2212")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("zh", "只有这台机器"),
        ("en", "Only this computer"),
        ("ja", "この機器だけ"),
        ("zh-Hant", "只有這台機器"),
    ],
)
def test_a_link_that_only_this_computer_can_open_is_warned_of(
    opened: Opened, site: str, language: str, sentence: str
) -> None:
    page = opened()
    choose_language(page, language)
    open_table(page)
    page.click("#invite summary")
    page.click("#invite-read")
    expect(page.locator("#invite code")).to_contain_text(site)
    expect(page.locator("#invite [data-only-here]")).to_contain_text(sentence)
    expect(page.locator("#invite [data-only-here]")).to_contain_text("paiyan serve --host 0.0.0.0")


def test_a_link_that_other_phones_can_open_is_not_warned_of(opened: Opened, site: str) -> None:
    page = opened()
    elsewhere = site.replace("127.0.0.1", IN_THE_NETWORK)
    page.goto(elsewhere)
    page.wait_for_selector("html[data-ready]")
    open_table(page)
    page.click("#invite summary")
    page.click("#invite-read")
    expect(page.locator("#invite code")).to_contain_text(elsewhere)
    expect(page.locator("#invite .qr")).to_be_visible()
    expect(page.locator("#invite [data-only-here]")).to_have_count(0)


def test_who_has_the_link_for_looking_on_sees_the_evening_and_writes_nothing(opened: Opened) -> None:
    page = opened()
    open_table(page)
    page.click("#invite summary")
    page.click("#invite-read")
    expect(page.locator("#invite .qr")).to_be_visible()
    link = page.inner_text("#invite code")
    assert link != page.url
    other = opened(path="#" + link.partition("#")[2])
    expect(other.locator("#only-looking")).to_be_visible()
    for button in ("#undo", "#drawn-open", "#points-open", "#invite-write"):
        expect(other.locator(button)).to_have_count(0)
    page.click("#drawn-open")
    page.click("#write-drawn")
    expect(other.locator("#history .entry")).to_have_count(1)
    other.click("#history .deal")
    expect(other.locator("#history .about")).to_be_visible()
    expect(other.locator(".correct")).to_have_count(0)


def test_what_is_half_typed_stays_when_another_phone_writes(opened: Opened) -> None:
    page = opened()
    open_table(page)
    other = joined(opened, page)

    def write_elsewhere() -> None:
        count = page.locator("#history .entry").count()
        other.click("#drawn-open")
        other.click("#write-drawn")
        expect(page.locator("#history .entry")).to_have_count(count + 1)

    page.click("#points-open")
    page.fill('#points input[name="E"]', "8")
    page.locator('#points input[name="S"]').press("ControlOrMeta+a")
    page.keyboard.type("-")  # no number yet
    write_elsewhere()
    page.keyboard.type("8")
    page.locator('#points input[name="note"]').focus()
    page.keyboard.type("ac")
    page.keyboard.press("ArrowLeft")
    write_elsewhere()
    page.keyboard.type("b")
    page.keyboard.press("Enter")
    expect(page.locator("#history .entry")).to_have_count(3)
    expect(page.locator("#history .entry").first).to_contain_text("abc")
    expect(page.locator("#points")).to_have_count(0)
    assert sorted(balance(page, name).inner_text() for name in ("Ann", "Bo", "Cai", "Dee")) == [
        "+8",
        "0",
        "0",
        "\u22128",
    ]


def test_a_sentence_is_sent_as_it_stands_though_another_phone_wrote_meanwhile(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    other = joined(opened, page)
    page.click("#told-open")
    page.click('#told [name="line"]')
    page.keyboard.type("Bo, 2 han")
    other.click("#drawn-open")
    other.click("#write-drawn")
    expect(page.locator("#history .entry")).to_have_count(1)
    page.keyboard.type(" 40 fu, from Cai")
    page.keyboard.press("Tab")
    expect(page.locator("#told-paid")).to_contain_text("+4200")  # the draw: one honba, and Bo deals
    page.click("#write-told")
    expect(page.locator("#history .entry")).to_have_count(2)
    expect(page.locator("#history .entry").first).to_contain_text("Bo 2 han 40 fu")


def test_what_a_hand_is_worth_is_typed_and_written_with_one_tap(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "sichuan")
    open_table(page)
    page.click("#told-open")
    page.click('#told [data-told="who:S"]')
    page.click('#told [data-told="from:W"]')
    page.click('#told [name="amount"]')
    page.keyboard.type("2")
    page.click("#write-told")
    expect(page.locator("#history .entry")).to_have_count(1)
    expect(page.locator("#told")).to_have_count(0)


def test_a_form_is_not_closed_by_a_tap_while_it_is_written(opened: Opened) -> None:
    page = opened()
    open_table(page)
    held = hold(page, "**/deals**")
    page.click("#drawn-open")
    page.click("#write-drawn")
    expect(page.locator("#drawn-open")).to_be_disabled()
    expect(page.locator("#write-drawn")).to_be_disabled()
    until(page, lambda: held, "the deal is sent")
    held[0].continue_()
    expect(page.locator("#history .entry")).to_have_count(1)
    expect(page.locator("#drawn")).to_have_count(0)
    expect(page.locator("#drawn-open")).to_be_enabled()


def test_what_is_half_typed_about_a_hand_stays_when_another_phone_writes(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    other = joined(opened, page)
    page.click("#nav-hand")
    page.click("#type")
    press(page, "1m")
    page.keyboard.press("Escape")
    unfold(page, "table")
    page.fill('#situation [name="table:sticks"]', "")
    page.click('#situation [name="table:sticks"]')
    page.keyboard.type("1")
    before = page.inner_text("#seated")
    other.click("#drawn-open")
    other.click("#write-drawn")
    expect(page.locator("#seated")).not_to_have_text(before)
    page.keyboard.type("2")
    page.keyboard.press("Tab")
    expect(page.locator('#situation [name="table:sticks"]')).to_have_value("12")


def test_what_is_said_of_a_hand_stays_until_its_deal_is_done(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    open_table(page)
    other = joined(opened, page)
    dora = page.locator('#ask [data-turned="dora_indicators"] .tile:not(.add)')
    flag = page.locator('#situation [name="flag"][value="last_tile"]')
    page.click("#nav-hand")
    type_hand(page, ["2m", "3m", "4m", "5p", "6p", "7p", "3s", "4s", "5s", "2p", "2p", "6s", "7s"], "8s")
    won(page, "E", "drawn")
    unfold(page, "win")
    flag.check()
    page.click("#ask-add-dora_indicators")
    page.click('#picker .keys .tile:has(use[href$="#t1p"])')
    expect(page.locator("#answer")).not_to_have_class("answer stale")
    ours = page.inner_text("#answer .square")
    other.click("#rename-open")
    other.fill('#rename [name="name"]', "Anna")
    other.click("#write-rename")
    expect(page.locator("#seated")).to_contain_text("Anna")
    expect(dora).to_have_count(1)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.click("#nav-hand")
    expect(page.locator("#answer .square")).to_have_text(ours.replace("Ann", "Anna"), use_inner_text=True)
    expect(dora).to_have_count(1)
    page.click("#to-ledger")
    page.wait_for_selector("#history .entry")
    page.click("#nav-hand")
    expect(dora).to_have_count(0)
    expect(flag).not_to_be_checked()
    type_hand(page, ["2m", "3m"], "4m")
    page.locator("#more").evaluate("more => { more.open = true; }")
    flag.check()
    page.click("#clear")
    expect(flag).not_to_be_checked()


def test_names_that_were_typed_stay_when_other_rules_are_chosen(opened: Opened) -> None:
    page = opened()
    page.click("#nav-table")
    page.fill('#new-table [name="p1"]', "Ann")
    choose_rules(page, "riichi")
    page.click("#nav-hand")
    page.click("#nav-table")
    expect(page.locator('#new-table [name="p1"]')).to_have_value("Ann")


def test_what_waits_is_tried_again_by_one_clock(opened: Opened) -> None:
    page = opened()
    open_table(page)
    page.clock.install()
    count_requests(page)
    tried: list[Any] = []

    def lose(route: Any) -> None:
        tried.append(route)
        route.abort()

    page.route("**/deals?*", lose)
    for n in range(1, 6):
        page.click("#points-open")
        page.fill('#points input[name="note"]', f"deal {n}")
        page.click("#points .main")
        expect(page.locator("#waiting")).to_contain_text(f": {n}")
        expect(page.locator("#points")).to_have_count(0)
        page.clock.run_for(700)
    answered(page)
    tried.clear()
    for _ in range(20):
        page.clock.run_for(1000)
        answered(page)
    assert 3 <= len(tried) <= 5


def write_points(page: Any, gain: int) -> None:
    page.click("#points-open")
    page.fill('#points input[name="E"]', str(gain))
    page.fill('#points input[name="S"]', str(-gain))
    page.click("#points .main")
    expect(page.locator("#points")).to_have_count(0)


def test_a_proxys_error_is_no_refusal_and_what_is_refused_can_be_sent_again(opened: Opened) -> None:
    page = opened()
    hurry(page)
    open_table(page)
    statuses = [502, 422]
    page.route(
        "**/deals?*", lambda route: route.fulfill(status=statuses[0]) if statuses else route.continue_()
    )
    write_points(page, 6)
    write_points(page, 7)
    expect(page.locator("#waiting")).to_contain_text("Deals not sent yet")
    expect(page.locator("#waiting button")).to_have_count(0)
    del statuses[0]
    expect(page.locator("#waiting")).to_contain_text("Not recorded")
    expect(page.locator("#waiting button")).to_have_text(["Try again", "Do not record"])
    statuses.clear()
    page.click("#waiting button >> nth=0")
    expect(page.locator("#history .entry")).to_have_count(2)
    expect(page.locator("#waiting")).to_have_count(0)


def test_two_tabs_without_a_network_keep_both_deals(opened: Opened) -> None:
    page = opened()
    open_table(page)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("#undo")
    page.context.set_offline(True)
    write_points(page, 6)
    write_points(other, 9)
    for tab in (page, other):
        expect(tab.locator("#waiting")).to_contain_text(": 2")
    page.close()
    page.context.set_offline(False)
    expect(other.locator("#history .entry")).to_have_count(2)
    expect(other.locator("#waiting")).to_have_count(0)


def test_who_leaves_with_deals_unsent_is_asked_and_they_are_sent_later(opened: Opened) -> None:
    page = opened()
    open_table(page)
    other = joined(opened, page)
    page.context.set_offline(True)
    write_points(page, 6)
    asked: list[str] = []
    answers = [False, True, False]

    def answer(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.accept() if answers[len(asked) - 1] else dialog.dismiss()

    page.on("dialog", answer)
    page.click("#leave")
    expect(page.locator("#waiting")).to_contain_text(": 1")
    page.click("#leave")
    expect(page.locator("#tables-here")).to_contain_text(
        "Deals not sent yet: 1. They are sent in order once you are back online"
    )
    page.click("#tables-here button >> nth=1")
    expect(page.locator("#tables-here li")).to_have_count(1)
    assert asked[0] == "Deals not sent yet: 1. This phone sends them once it is back online. Leave now?"
    assert asked[2].endswith("Deals not sent yet would be lost: 1.")
    page.context.set_offline(False)
    expect(other.locator("#history .entry")).to_have_count(1)
    expect(page.locator("#tables-here")).not_to_contain_text("Waiting")


AMOUNTS = """() => {
    const paid = ".square strong, .gains > span, .settled strong";
    const amounts = document.querySelectorAll(`#evening td, .fans button > :last-child, ${paid}`);
    return [...amounts].filter((e) => e.checkVisibility()).map((e) => {
        const range = document.createRange();
        range.selectNodeContents(e.lastChild);
        const text = range.getBoundingClientRect();
        const box = (e.closest(".square > div, .settled li, .fans li") ?? e).getBoundingClientRect();
        return {
            text: e.lastChild.data,
            lines: new Set([...range.getClientRects()].map((r) => r.top)).size,
            inside: text.left >= box.left - 1 && text.right <= box.right + 1,
        };
    }).filter((a) => /^[+\u2212-]?\\d+$/.test(a.text.trim()));
}"""


@pytest.mark.parametrize("width", [360, 390])
def test_no_amount_is_broken_and_no_header_cut_also_where_text_is_large(opened: Opened, width: int) -> None:
    page = opened(width=width)
    choose_rules(page, "riichi")
    type_hand(page, ["1m", "1m", "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "9m", "9m"], "5m")
    page.wait_for_selector("#answer .total")
    page.keyboard.press("Escape")

    def expect_whole(count: int) -> None:
        for zoom in (100, 200):
            page.evaluate("zoom => document.documentElement.style.fontSize = `${zoom}%`", zoom)
            amounts = page.evaluate(AMOUNTS)
            assert len(amounts) == count
            assert [a for a in amounts if a["lines"] > 1 or not a["inside"]] == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            rules = page.locator("#rules span")
            assert rules.evaluate(
                "e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight + 1"
            )
            for part in page.locator("header > *").all():
                box = part.bounding_box()
                assert box is not None
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= width
        page.evaluate("document.documentElement.style.fontSize = ''")

    expect_whole(4 + 1)  # what each pays, and the one fan
    open_table(page, ("Alexander", "Bernadette", "Christina", "Dominique"))
    page.click("#nav-hand")
    won(page, "E", "drawn")
    page.click("#to-ledger")
    expect(page.locator("#history .entry")).to_have_count(1)
    write_points(page, -120000)
    expect(page.locator("#history .entry")).to_have_count(2)
    paid = page.locator("#money .settled li").count()
    expect_whole(4 + 8 + paid + 2 * 4)
    boxes = [page.locator(f"#table .square .{seat}").bounding_box() for seat in "ESWN"]
    assert len({(box["x"], box["y"]) for box in boxes if box}) == 4

"""The page in a real browser: photo, camera or keyboard to who pays whom."""

from __future__ import annotations

import base64
import json
from contextlib import suppress
from typing import Any

import pytest

from tests.e2e.acts import (
    box_of,
    choose_language,
    choose_rules,
    expect_shown,
    expect_tile,
    expect_total,
    hurry,
    press,
    read_sample,
    settled,
    total,
    type_hand,
    unfold,
    until,
)
from tests.e2e.conftest import SAMPLE, Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect
SEEN = """tiles => [...document.querySelectorAll(tiles)].map((tile) => {
    const { x, y, width, height } = tile.getBoundingClientRect();
    const at = (part) => document.elementFromPoint(x + width / 2, y + height * part);
    return tile.contains(at(0.1)) && tile.contains(at(0.9));
})"""
WAITS = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "1z", "2z"]
HAND = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))["hand"]


def test_a_photo_becomes_a_score_with_payments(opened: Opened) -> None:
    page = opened()
    read_sample(page)
    expect_shown(page, "concealed", "1m", "2m", "3m", "4p", "5p", "7s", "8s", "9s", "1z", "1z")
    expect_shown(page, "winning", "6p")
    tiles = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))["tiles"]
    expect(page.locator("#marks .mark")).to_have_count(len(tiles))
    expect_total(page, "19 fan")
    expect(page.locator("#answer .square .E strong")).to_have_text("+81")
    expect(page.locator("#answer .square .N strong")).to_have_text("\u221227")
    _a_fan_lights_its_tiles_on_the_picture_and_tells_its_rule(page)
    _how_it_was_won_changes_who_pays(page)
    _a_tapped_tile_is_corrected_and_the_score_with_it(page)
    _a_tile_on_the_picture_can_be_tapped_too(page)
    _selected_tiles_become_a_meld_without_dragging(page)


def _a_fan_lights_its_tiles_on_the_picture_and_tells_its_rule(page: Any) -> None:
    page.click(".fans button >> nth=0")
    expect(page.locator("#marks .mark.lit")).to_have_count(9)  # 123m 456p 789s
    expect(page.locator(".fans .rule >> visible=true")).to_have_count(1)
    assert ".txt" not in page.inner_text("#details")  # where its rule stands, and in no file of ours


def _how_it_was_won_changes_who_pays(page: Any) -> None:
    page.click('#ask [data-from="W"]')
    expect(page.locator("#answer .square .W strong")).to_have_text("\u221226")
    expect(page.locator("#answer .square .S strong")).to_have_text("\u22128")
    page.click('#ask [data-from="drawn"]')
    expect_total(page, "19 fan")
    settled(page)


def _a_tapped_tile_is_corrected_and_the_score_with_it(page: Any) -> None:
    before = total(page)
    page.click('[data-zone="concealed"] .tile >> nth=0')
    press(page, "9m")
    expect(page.locator("#answer .total")).not_to_have_text(before)
    expect_tile(page, "9m", 0)
    page.click('[data-zone="concealed"] .tile >> nth=0')
    press(page, "1m")
    expect_total(page, before)
    page.keyboard.press("Escape")


def _a_tile_on_the_picture_can_be_tapped_too(page: Any) -> None:
    page.evaluate("scrollTo(0, 0)")
    page.locator("#marks g").first.click(force=True)
    expect(page.locator("#keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keyboard")).to_be_hidden()


def _selected_tiles_become_a_meld_without_dragging(page: Any) -> None:
    for tile in ("1m", "2m", "3m"):
        page.locator(f'[data-zone="concealed"] .tile:has(use[href$="#t{tile}"])').first.focus()
        page.keyboard.press("Enter")
    page.click('#keyboard [data-to="new"]')
    expect(page.locator('.zone[data-zone^="meld"]')).to_have_count(2)
    expect_shown(page, "concealed", "4p", "5p", "7s", "8s", "9s", "1z", "1z")
    expect(page.locator("#keyboard")).to_be_hidden()


def test_a_photo_is_dropped_or_pasted(opened: Opened) -> None:
    page = opened()
    for way in ("drop", "paste"):
        page.evaluate(
            """([way, data]) => {
                const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
                const held = new DataTransfer();
                held.items.add(new File([bytes], "hand.jpg", { type: "image/jpeg" }));
                const about = { bubbles: true, cancelable: true };
                document.getElementById("stage").dispatchEvent(way === "drop"
                    ? new DragEvent("drop", { ...about, dataTransfer: held })
                    : new ClipboardEvent("paste", { ...about, clipboardData: held }));
            }""",
            [way, base64.b64encode(SAMPLE.read_bytes()).decode()],
        )
        expect_total(page, "19 fan")
        page.click("#clear")
        expect(page.locator("#answer .total")).to_have_count(0)


def test_a_file_that_is_no_picture_is_told_and_the_hand_stays(opened: Opened) -> None:
    page = opened()
    read_sample(page)
    page.set_input_files("#file", {"name": "hand.txt", "mimeType": "text/plain", "buffer": b"123m"})
    expect(page.locator("#notice")).to_contain_text("“hand.txt” is not a picture")
    expect_total(page, "19 fan")


def test_the_keyboard_covers_no_tile_that_is_changed_or_typed(opened: Opened) -> None:
    page = opened()
    read_sample(page)
    sizes = [(844, 390), (360, 640), (390, 844)]
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        _expect_changed_tiles_seen(page)
    tap(page, '#hand [data-zone="concealed"] .tile[data-id]')
    for width, height in sizes:  # a phone is turned while the keyboard is open
        page.set_viewport_size({"width": width, "height": height})
        expect_seen(page, "#hand .tile.selected", 1)
    page.keyboard.press("Escape")
    for width, height in sizes:
        page.click("#clear")
        page.set_viewport_size({"width": width, "height": height})
        _expect_typed_tiles_seen(page)


def _expect_changed_tiles_seen(page: Any) -> None:
    page.evaluate("scrollTo(0, 0)")
    tap(page, '#hand [data-zone="concealed"] .tile[data-id]')
    expect_seen(page, '#hand [data-zone="concealed"] .tile[data-id]')
    tap(page, '#keyboard .keys .tile:has(use[href$="#t9m"])')
    expect_tile(page, "9m", 0)
    expect_seen(page, '#hand [data-zone="concealed"] .tile[data-id]')
    page.keyboard.press("Escape")
    page.evaluate("scrollTo(0, 0)")
    tap(page, "#marks g")
    expect_seen(page, "#hand .tile.selected", 1)
    page.keyboard.press("Escape")
    page.click("#undo-tile")
    expect_tile(page, "1m", 0)


def _expect_typed_tiles_seen(page: Any) -> None:
    page.evaluate("scrollTo(0, 0)")
    tap(page, "#type")
    for n, tile in enumerate(WAITS, 1):
        tap(page, f'#keyboard .keys .tile:has(use[href$="#t{tile}"])')
        expect_seen(page, '#hand [data-zone="concealed"] .tile[data-id]', n)
    page.wait_for_selector("#answer .waits")  # above the hand, which it moves down
    expect_seen(page, '#hand [data-zone="concealed"] .tile[data-id]')
    page.keyboard.press("Escape")
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--covered')") == "0px"


def expect_seen(page: Any, tiles: str, n: int | None = None) -> None:
    """Wait until the tiles are seen, all `n` of them; what comes later may move them."""
    until(
        page,
        f"([tiles, n]) => {{ const all = ({SEEN})(tiles);"
        " return all.length === (n ?? all.length) && all.every(Boolean); }",
        arg=[tiles, n],
    )


def tap(page: Any, selector: str) -> None:  # by script: Playwright scrolls before it clicks
    page.evaluate(
        "s => document.querySelector(s).dispatchEvent(new MouseEvent('click', { bubbles: true }))",
        selector,
    )


def test_tiles_are_dragged_into_a_meld(opened: Opened) -> None:
    page = opened(width=1280, height=900)
    read_sample(page)
    target = page.locator('[data-zone="new"]')
    for n, tile in enumerate(("1m", "2m", "3m")):
        if n:
            target = page.locator('.zone[data-zone^="meld"]').last
        source = page.locator(f'[data-zone="concealed"] .tile:has(use[href$="#t{tile}"])').first
        a = box_of(source)
        page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
        page.mouse.down()
        page.mouse.move(a["x"] + 30, a["y"] - 30, steps=3)
        b = box_of(target)  # where a new meld goes is shown while a tile is dragged
        page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=5)
        page.mouse.up()
        expect(page.locator('[data-zone="concealed"] .tile[data-id]')).to_have_count(9 - n)
    expect_shown(page, "concealed", "4p", "5p", "7s", "8s", "9s", "1z", "1z")
    expect(page.locator('.zone[data-zone^="meld"]')).to_have_count(2)
    page.wait_for_selector("#answer .total")


def test_a_finger_that_rests_drags_a_tile_and_one_that_does_not_scrolls(opened: Opened) -> None:
    page = opened(height=560, has_touch=True, is_mobile=True)
    read_sample(page)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def glide(*, rest: float, to: dict[str, float]) -> int:
        """How far the page has scrolled just before the finger is lifted; it rests by the page's clock."""
        start = box_of(page.locator('[data-zone="concealed"] .tile').first)
        x, y = start["x"] + 10, start["y"] + 15
        page.clock.set_fixed_time(0)
        touch("touchStart", {"x": x, "y": y})
        page.clock.set_fixed_time(rest)
        for part in (0.2, 0.4, 0.6, 0.8, 1):
            touch("touchMove", {"x": x + (to["x"] - x) * part, "y": y + (to["y"] - y) * part})
            page.wait_for_timeout(20)
        scrolled = page.evaluate("scrollY")
        touch("touchEnd")
        return int(scrolled)

    flowers = page.locator('[data-zone="flower"]')
    flowers.scroll_into_view_if_needed()
    place, down = box_of(flowers), page.evaluate("scrollY")
    assert glide(rest=0.4, to={"x": place["x"] + 20, "y": place["y"] + 30}) == down
    expect(page.locator('[data-zone="flower"] .tile[data-id]')).to_have_count(3)
    page.evaluate("scrollTo(0, 0)")
    glide(rest=0, to={"x": 30, "y": 40})
    until(page, "() => scrollY > 50")
    expect(page.locator('[data-zone="flower"] .tile[data-id]')).to_have_count(3)


def test_the_page_can_be_installed(opened: Opened) -> None:
    page = opened(service_workers="allow")
    browser = page.context.new_cdp_session(page)
    errors = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}  # as the contexts of tests are


def test_a_hand_is_typed_without_a_camera(opened: Opened) -> None:
    page = opened()
    choose_rules(page, "riichi")
    type_hand(page, [*["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2s", "3s", "5z", "5z"]], "4s")
    expect(page.locator("#answer .total")).to_contain_text("1 han 30 fu · 1500 points")
    page.keyboard.press("Escape")
    page.click("#clear")
    choose_rules(page, "guobiao")
    _a_waiting_hand_lists_its_waits_with_what_each_pays(page)
    page.keyboard.press("Escape")
    page.click("#clear")
    _a_deleted_tile_is_the_last_one_that_was_typed(page)
    page.keyboard.press("Escape")
    page.click("#clear")
    _a_key_stays_where_it_is_when_it_is_pressed(page)


def _a_waiting_hand_lists_its_waits_with_what_each_pays(page: Any) -> None:
    page.click("#type")
    for tile in ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z"]:
        press(page, tile)
    expect(page.locator("#answer .waits li")).to_have_count(2)
    expect(page.locator("#answer .waits")).to_contain_text("fan +")  # and what it pays


def _a_deleted_tile_is_the_last_one_that_was_typed(page: Any) -> None:
    choose_rules(page, "taiwan")
    page.click("#type")
    for tile in [*(f"{n}m" for n in range(1, 10)), *(f"{n}p" for n in range(1, 8)), "9s"]:
        press(page, tile)
    tiles = page.locator('[data-zone="concealed"] .tile[data-id]')
    expect(tiles).to_have_count(17)  # sixteen and the one that wins
    page.click("#backspace")
    expect(tiles).to_have_count(16)
    expect_tile(page, "7p", -1)
    page.click("#undo-tile")
    expect_tile(page, "9s", -1)


def _a_key_stays_where_it_is_when_it_is_pressed(page: Any) -> None:
    page.click("#type")
    key = '#keyboard .keys .tile:has(use[href$="#t5m"])'
    page.focus(key)
    page.evaluate("s => { document.querySelector(s).dataset.first = ''; }", key)
    for n in (1, 2, 3):  # by a physical keyboard, without a way back to it
        page.keyboard.press("Enter")
        expect_shown(page, "concealed", *["5m"] * n)
    expect(page.locator(f"{key}[data-first]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(key)).to_be_disabled()  # there are four of them
    page.click("#undo-tile")
    expect(page.locator(key)).to_be_enabled()


def test_what_a_rule_set_asks_is_asked_and_nothing_else(opened: Opened) -> None:
    page = opened()
    expect(page.locator("#situation")).to_be_hidden()  # no form for a win that is not there
    page.click("#try")
    unfold(page, "win")
    expect(page.locator("#wild")).to_be_hidden()  # guobiao has no wild tiles
    expect(page.locator("#by-flower")).to_be_hidden()
    expect(page.locator("#more-table summary")).to_be_visible()
    expect(page.locator("#more-draw")).to_be_hidden()
    choose_rules(page, "taiwan")
    expect(page.locator("#by-flower")).to_be_visible()
    choose_rules(page, "wuhan")
    expect(page.locator("#wild")).to_be_visible()
    page.click("#wild button >> nth=1")
    page.click('#picker .keys .tile:has(use[href$="#t5p"])')
    page.click("#picker .main")
    expect(page.locator('#wild input[name="indicator"]')).to_have_value("5p")


def test_a_key_is_asked_for_once_and_kept(opened: Opened) -> None:
    page = opened()
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept("a key")))

    def closed(route: Any) -> None:
        if route.request.headers.get("authorization") == "Bearer a key":
            route.fulfill(json=[{"id": "guobiao", "name": "as the key opens", "names": {}}])
        else:
            route.fulfill(status=401, json={"detail": "this service asks for a key"})

    page.route("**/v1/rules?*", closed)
    page.reload()
    expect(page.locator("#rules")).to_contain_text("as the key opens")
    assert asked == ["This service asks for a key:"]
    assert page.evaluate("localStorage.getItem('key')") == "a key"


def test_the_live_camera_becomes_a_reading(opened: Opened) -> None:
    page = opened(permissions=["camera"])
    page.click("#camera")
    expect(page.locator("#live")).to_contain_text("Steady")
    page.wait_for_selector("#answer .total")
    expect(page.locator('[data-zone="concealed"] .tile[data-id]')).to_have_count(10)
    page.evaluate(
        """() => {
            const ask = window.fetch;
            window.fetch = (url, options) => {
                if (options?.body instanceof FormData) window.sent = options.body.getAll("photo");
                return ask(url, options);
            };
        }"""
    )
    page.click("#shoot")
    page.wait_for_selector("#photo:not([hidden])")
    page.wait_for_selector("#answer .total")
    expect(page.locator("#video")).to_be_hidden()
    kinds = page.evaluate("window.sent.map(({ type, size }) => [type, size > 1000])")
    assert kinds == [["image/jpeg", True]] * 3, "a hand that passes hides a tile in one of three at most"


def test_without_a_network_the_page_opens_and_a_hand_is_typed(opened: Opened) -> None:
    page = opened(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    until(
        page,
        """async () => {
            const kept = await (await caches.open((await caches.keys())[0])).keys();
            const paths = kept.map(({ url }) => new URL(url).pathname);
            return ["/v1/rules", "/v1/rules/guobiao"].every((path) => paths.includes(path));
        }""",
    )
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    type_hand(page, ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z"], "2z")
    expect(page.locator("#answer .doubt")).to_contain_text("Offline")
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_selector("#answer .total")


def test_a_service_that_was_not_reached_is_asked_again_by_itself(opened: Opened) -> None:
    """A browser tells that it is online while a request still fails, but not that a service restarted."""
    page = opened()
    hurry(page)
    away = ["**/v1/score?*", "**/v1/rules/riichi?*"]
    lost: list[str] = []

    def lose(route: Any) -> None:
        lost.append(route.request.url)
        page.evaluate("window.dispatchEvent(new Event('online'))")
        with suppress(playwright.Error):  # it was let through meanwhile
            route.abort("connectionrefused")

    for path in away:
        page.route(path, lose)
    engine: list[int] = []
    page.on("response", lambda it: engine.append(it.status) if it.url.endswith("/engine.json") else None)
    type_hand(page, ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z"], "2z")
    expect(page.locator("#answer .doubt")).to_contain_text("did not answer")
    page.evaluate("document.querySelector('#answer .doubt').dataset.first = ''")
    refused = len(lost)
    until(page, lambda: len(lost) >= refused + 2, "asked for again")
    expect(page.locator("#answer .doubt[data-first]")).to_be_visible()
    page.unroute(away[0])
    page.wait_for_selector("#answer .total")
    until(page, lambda: engine, "engine.json is requested")
    page.route("**/engine.json", lambda _: None)  # the page cannot know yet that it still does not
    choose_rules(page, "riichi")
    expect(page.locator("#answer .doubt")).to_contain_text("are not on this phone yet")
    page.unroute(away[1])
    expect(page.locator("#answer")).not_to_contain_text("are not on this phone yet")


@pytest.mark.parametrize(
    ("locale", "rules", "unit"),
    [
        ("zh-CN", "国标麻将", "番"),
        ("en-US", "Chinese official", "fan"),
        ("ja-JP", "中国公式", "番"),
        ("zh-TW", "國標麻將", "番"),
    ],
)
def test_four_languages(opened: Opened, locale: str, rules: str, unit: str) -> None:
    page = opened(locale=locale)
    expect(page.locator("#rules")).to_contain_text(rules)
    page.click("#try")
    expect_total(page, f"17 {unit}")
    choose_language(page, "zh-Hant")
    expect(page.locator(".fans button").first).to_contain_text("花龍")
    choose_language(page, "zh")
    expect(page.locator(".fans button").first).to_contain_text("花龙")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")


def test_nothing_is_wider_than_the_screen(opened: Opened) -> None:
    page = opened()
    read_sample(page)
    for part in ("win", "table", "options"):
        unfold(page, part)

    def expect_inside(width: int) -> None:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [width, width]

    widths = (320, 360, 390, 768, 1024, 1920)
    for rules in ("taiwan", "riichi", "guobiao"):
        choose_rules(page, rules)
        settled(page)
        for width in widths:
            expect_inside(width)
    page.click("#nav-table")
    page.wait_for_selector("#new-table")
    for width in widths:
        expect_inside(width)


def test_everything_can_be_reached_and_has_a_name(opened: Opened) -> None:
    page = opened()
    read_sample(page)
    for part in ("win", "table", "options"):
        unfold(page, part)
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, select, input, a, summary")]
            .filter((e) => e.offsetParent && !(e.getAttribute("aria-label") || e.textContent.trim()
                || e.labels?.length))
            .map((e) => e.outerHTML.slice(0, 120))"""
    )
    assert nameless == []
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, select, .button, .choice label")]
            .filter((e) => e.offsetParent && e.getBoundingClientRect().height < 44)
            .map((e) => e.outerHTML.slice(0, 120))"""
    )
    assert small == []
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") in (
        "SELECT",
        "BUTTON",
        "INPUT",
        "LABEL",
        "SUMMARY",
    )


def test_a_first_visit_weighs_little(browser: Any, site: str) -> None:
    """All that comes over the line until the page can be used and no more is asked for: at most 150 kB."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    network = context.new_cdp_session(page)
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda one: sizes.append(one["encodedDataLength"]))
    network.send("Network.enable")
    page.goto(site)
    page.wait_for_selector("html[data-ready]")
    page.wait_for_load_state("networkidle")
    assert page.locator("#try .tile").count() == 9
    context.close()
    assert len(sizes) > 20
    assert sum(sizes) <= 150_000


def test_nothing_is_asked_of_anybody_else(opened: Opened, site: str) -> None:
    page = opened()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_selector("html[data-ready]")
    read_sample(page)
    assert [url for url in asked if not url.startswith((site, "blob:", "data:"))] == []

"""A page whose service is busy sends again what it was told to, once it may, and does nothing twice."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.e2e.acts import answered, count_requests, expect_total, open_table, read_sample, type_tiles, until
from tests.e2e.conftest import Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect
BUSY = {"type": "urn:paiyan:problem:busy", "detail": "the service is busy: try again in 1 s"}
WATCH_BUSY = """() => {
    const busy = document.querySelector("#busy");
    const look = () => { if (!busy.hidden) window.busySaid = busy.innerText; };
    new MutationObserver(look).observe(busy, { attributes: true });
}"""
"""What is said while it waits, kept: it is said for two seconds only."""
AWAY = {"type": "urn:paiyan:problem:no-database", "detail": "the database does not answer"}


def test_what_a_busy_service_refuses_is_done_once_it_is_not(opened: Opened) -> None:
    page = opened()
    asked = Counter[str]()

    def first_refused(route: Any) -> None:
        path = route.request.url.partition("/v1/")[2].partition("?")[0]
        asked[path.partition("/")[0]] += 1
        if asked[path.partition("/")[0]] == 1:
            route.fulfill(status=503, json=BUSY, headers={"retry-after": "1"})
        else:
            route.continue_()

    page.route("**/v1/read?*", first_refused)
    page.route("**/v1/score?*", first_refused)
    read_sample(page)
    expect_total(page, "19 fan")
    assert asked["read"] == 2
    page.route("**/v1/tables?*", first_refused)
    open_table(page)
    expect(page.locator("#busy")).to_be_hidden()
    assert asked["tables"] == 2
    assert len(page.evaluate("JSON.parse(localStorage.tables)")) == 1


def test_a_deal_is_sent_again_by_its_key_and_the_player_is_told_meanwhile(opened: Opened) -> None:
    page = opened()
    open_table(page)
    keys: list[str] = []

    def first_lost(route: Any) -> None:
        keys.append(route.request.post_data_json["key"])
        if len(keys) == 1:  # it was written, and the answer says that it may not have been
            route.fetch()
            route.fulfill(status=503, json=AWAY, headers={"retry-after": "2"})
        else:
            route.continue_()

    page.route("**/deals?*", first_lost)
    page.evaluate(WATCH_BUSY)
    page.click("#drawn-open")
    page.click("#write-drawn")
    said = until(page, "() => window.busySaid", "the player is told")
    assert said == "The service is busy: sending it again…"
    expect(page.locator("#busy")).to_be_hidden()
    expect(page.locator("#waiting")).to_have_count(0)
    expect(page.locator("#history .entry")).to_have_count(1)
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_a_service_that_stays_busy_is_not_asked_for_ever(opened: Opened) -> None:
    page = opened()
    page.clock.install()
    count_requests(page)
    asked: list[Any] = []

    def refuse(route: Any) -> None:
        asked.append(route)
        route.fulfill(status=503, json=BUSY, headers={"retry-after": "1"})

    page.route("**/v1/score?*", refuse)
    type_tiles(page, ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z"], "2z")
    answered(page)
    asked.clear()
    for _ in range(12):
        page.clock.fast_forward(8000)
        answered(page)
    expect(page.locator("#busy")).to_be_hidden()
    expect(page.locator("#answer")).to_contain_text("the service is busy")
    assert len(asked) <= 5

"""The page for everybody: axe-core in every state, in the dark and in the light, from 360 to 1280 pixels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.acts import (
    open_table,
    press,
    read_sample,
    settled,
    tap_tile,
    unfold,
    won,
)
from tests.e2e.conftest import SAMPLE, Opened

pytestmark = pytest.mark.browser
AXE = Path(__file__).parents[1] / "page" / "node_modules" / "axe-core" / "axe.min.js"


def findings(page: Any) -> list[str]:
    settled(page)  # what is out of date is dim on purpose
    return page.evaluate(
        "async () => (await axe.run()).violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 100)}`)"
    )


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (390, "light"), (1280, "light")])
def test_axe_finds_nothing_in_any_state(opened: Opened, width: int, scheme: str) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make check-page installs it")
    page = opened(width=width, height=800, color_scheme=scheme, bypass_csp=True, service_workers="block")
    page.add_script_tag(path=AXE)
    found = {"empty": findings(page)}
    read_sample(page)
    found["read"] = findings(page)
    for part in ("win", "table", "options"):
        unfold(page, part)
    found["asked"] = findings(page)
    tap_tile(page, "1m")
    found["keyboard"] = findings(page)
    page.keyboard.press("Escape")
    page.click("#rules")
    found["rules"] = findings(page)
    page.keyboard.press("Escape")
    page.click("#settings")
    found["settings"] = findings(page)
    page.keyboard.press("Escape")
    page.click("#clear")
    page.click("#type")
    for tile in ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z"]:
        press(page, tile)
    found["typing"] = findings(page)
    page.keyboard.press("Escape")
    page.wait_for_selector("#answer .waits")
    found["waits"] = findings(page)
    page.route("**/v1/read*", lambda route: route.fulfill(status=503, json={"detail": "busy"}))
    page.set_input_files("#file", str(SAMPLE))
    page.wait_for_selector("#failed:not([hidden])")
    found["failed"] = findings(page)
    page.click("#nav-table")
    found["no table"] = findings(page)
    open_table(page)
    page.unroute("**/v1/read*")
    page.click("#nav-hand")
    read_sample(page)
    found["who won"] = findings(page)
    won(page, "S", "W")
    found["told"] = findings(page)
    page.click("#whole")
    page.click(".fans button >> nth=0")
    found["fan"] = findings(page)
    page.click("#clear")
    page.click("#nav-table")
    page.click("#drawn-open")
    page.click("#write-drawn")
    page.wait_for_selector("#history .entry")
    for form in ("penalty", "seats", "rename", "terms", "game", "points"):
        page.click(f"#{form}-open")
        found[form] = findings(page)
    page.click(".deal")
    page.click("#invite summary")
    page.click("#invite-read")
    page.wait_for_selector("#invite .qr")
    found["table"] = findings(page)
    assert {state: some for state, some in found.items() if some} == {}

"""What people expect of any page: Back, a font of one's own, names in any script, messages that are true."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from tests.e2e.acts import (
    choose_language,
    expect_total,
    hurry,
    open_table,
    read_sample,
    type_hand,
    won,
)
from tests.e2e.conftest import SAMPLE, Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect

TILES = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z"]


def test_back_goes_one_step_at_a_time_and_never_out_of_the_evening(opened: Opened) -> None:
    page = opened()
    open_table(page)
    page.click("#points-open")
    page.go_back()
    expect(page.locator("#points")).to_have_count(0)
    page.click("#nav-hand")
    page.click("#type")
    expect(page.locator("#keyboard")).to_be_visible()
    page.go_back()
    expect(page.locator("#keyboard")).to_be_hidden()
    page.click("#settings")
    page.go_back()
    expect(page.locator("#settings-dialog")).to_be_hidden()
    expect(page.locator("#view-hand")).to_be_visible()
    page.go_back()
    expect(page.locator("#view-table")).to_be_visible()
    page.go_back()  # the view before that one
    expect(page.locator("#view-hand")).to_be_visible()
    page.go_back()
    expect(page.locator("#notice")).to_contain_text("The table stays open")
    page.go_back()
    expect(page.locator("#view-hand")).to_be_visible()
    assert "#table=" in page.url
    page.click("#settings")  # what was closed otherwise leaves nothing to go back to
    page.click("#settings-dialog [data-close]")
    page.go_back()
    expect(page.locator("#notice")).to_contain_text("The table stays open")


def test_a_lost_connection_is_not_called_offline(opened: Opened) -> None:
    page = opened()
    hurry(page)
    page.route("**/v1/score?*", lambda route: route.abort("connectionreset"))
    type_hand(page, TILES, "2z")
    expect(page.locator("#answer .doubt")).to_contain_text("did not answer")
    page.unroute("**/v1/score?*")
    page.wait_for_selector("#answer .total")


def test_a_photo_that_cannot_be_opened_says_what_to_set_and_does_not_come_back(opened: Opened) -> None:
    page = opened()
    heic = b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic" + bytes(400)
    page.set_input_files("#file", {"name": "IMG_1.HEIC", "mimeType": "image/heic", "buffer": heic})
    expect(page.locator("#why-failed")).to_contain_text("Most Compatible")
    # As a phone does that opens the pictures of its own camera: what is sent is a JPEG.
    page.evaluate(
        """sample => {
            const open = createImageBitmap;
            const bytes = Uint8Array.from(atob(sample), (c) => c.charCodeAt(0));
            const jpeg = new Blob([bytes], { type: "image/jpeg" });
            window.createImageBitmap = (_, how) => open(jpeg, how);
        }""",
        base64.b64encode(SAMPLE.read_bytes()).decode(),
    )
    with page.expect_request("**/v1/read?*") as sent:
        page.set_input_files("#file", {"name": "IMG_2.HEIC", "mimeType": "image/heic", "buffer": heic})
    assert sent.value.headers["content-type"] == "image/jpeg"
    expect_total(page, "19 fan")
    page.route("**/v1/read?*", lambda route: None)  # a photo that is not read before it is cancelled
    page.set_input_files("#file", str(SAMPLE))
    expect(page.locator("#progress")).to_be_visible()
    page.click("#cancel")
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.locator("#failed")).to_be_hidden()


def _font(page: Any) -> float:
    return page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")


def test_an_evening_in_any_script_size_and_language(opened: Opened) -> None:
    page = opened(width=320)
    assert _font(page) == 16
    assert "100%" in page.evaluate(
        "[...document.styleSheets[0].cssRules].find((r) => r.selectorText === ':root').style.font"
    )
    open_table(page, ("אבי", "Bo", "Cai", "Dee"))
    page.click("#nav-hand")
    read_sample(page)
    won(page, "E", "drawn")
    page.click("#to-ledger")
    expect(page.locator("#history .entry")).to_have_count(1)
    assert "\u2068אבי\u2069" in page.locator("#history .gains").first.inner_text()
    page.click("#points-open")
    page.fill('#points [name="E"]', "6")
    page.fill('#points [name="S"]', "-6")
    page.click("#write-points")
    expect(page.locator("#history .entry")).to_have_count(2)
    sums = page.locator("#evening tr td:nth-child(2)").first.bounding_box()
    assert sums is not None
    assert sums["x"] + sums["width"] <= 320
    fan = page.locator("#evening tr:nth-child(2) td:last-child")
    expect(fan).to_contain_text("Mixed Straight")
    choose_language(page, "zh")
    expect(fan).to_have_text("19 番 花龙")
    choose_language(page, "en")
    expect(page.locator("#save-csv")).to_contain_text("spreadsheet")
    expect(page.locator("#save-json")).to_contain_text("everything")
    page.click("#undo")
    expect(page.locator("#notice")).to_have_text("Undone: Enter points")
    page.click("#undo")
    expect(page.locator("#notice")).to_contain_text("fan")
    expect(page.locator("#notice")).to_contain_text("Undone: \u2068אבי\u2069")

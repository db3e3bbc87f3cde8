"""The live camera, with the browser's fake one: to a steady hand, or to a sentence that says why not."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.e2e.conftest import Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect

EMPTY = """() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  const pen = canvas.getContext('2d');
  setInterval(() => { pen.fillStyle = '#2a6b3f'; pen.fillRect(0, 0, 640, 480); }, 50);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
}"""


def test_from_opening_to_a_steady_hand_that_is_reliable(opened: Opened, record_property: Any) -> None:
    page = opened(permissions=["camera"])
    began = time.monotonic()
    page.click("#camera")
    expect(page.locator("#live")).to_contain_text("Steady")
    record_property("seconds to steady", round(time.monotonic() - began, 1))
    page.wait_for_selector("#answer .total")
    expect(page.locator("#unsure")).to_have_count(0)
    expect(page.locator("#questions .question")).to_have_count(0)


def test_an_empty_table_says_that_no_tiles_are_in_view(opened: Opened) -> None:
    page = opened()
    page.evaluate(EMPTY)
    page.click("#camera")
    expect(page.locator("#live")).to_contain_text("No tiles in view yet")
    expect(page.locator("#answer .total")).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "says"), [("NotAllowedError", "not allowed"), ("NotFoundError", "no camera here")]
)
def test_without_a_camera_it_is_said_why(opened: Opened, name: str, says: str) -> None:
    page = opened()
    refuses = "async () => { throw new DOMException('', name); }"
    page.evaluate(f"(name) => {{ navigator.mediaDevices.getUserMedia = {refuses}; }}", name)
    page.click("#camera")
    expect(page.locator("#notice")).to_contain_text(says)
    expect(page.locator("#camera")).to_be_visible()

"""What a phone without a server keeps goes to another phone: by a code, a file, or everything at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.e2e.acts import expect, open_table, read_sample, until, won
from tests.e2e.conftest import Opened
from tests.e2e.phone import served
from tests.e2e.test_show import download
from tests.e2e.test_site import record_points

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(files: Path) -> Iterator[str]:
    """The address of the site, as any server of files gives it out."""
    with served(files) as address:
        yield address


def scanned(page: Any) -> str:
    """What another phone's camera reads from the code on the screen.

    OpenCV's older detector misses a tenth of such codes.
    """
    code = page.locator("#invite img.qr")
    until(page, lambda: code.evaluate("(image) => image.complete && image.naturalWidth > 0"), "it is drawn")
    picture = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    text, *_ = cv2.QRCodeDetectorAruco().detectAndDecode(picture)
    return text


def test_the_code_on_the_screen_holds_the_table(opened: Opened) -> None:
    page = opened(device_scale_factor=3)
    open_table(page)
    record_points(page, 1)
    page.locator("#invite").evaluate("(fold) => { fold.open = true; }")
    page.click("#invite-write")
    expect(page.locator("#invite img.qr")).to_be_visible()
    address = scanned(page)
    assert address == page.inner_text("#invite code")
    other = opened(path="#" + address.partition("#")[2])
    expect(other.locator("#history .entry")).to_have_count(1)
    assert "take=" not in other.url


def take_in(page: Any, file: Path) -> None:
    """Take a file in by the settings, as a player does."""
    page.click("#settings")
    with page.expect_navigation():
        page.set_input_files("#take-in", str(file))
    page.wait_for_selector("html[data-ready]")


def test_everything_goes_to_another_phone_and_comes_again_without_a_duplicate(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened(accept_downloads=True)
    page.click("#settings")
    page.check("#remember")
    page.click("#settings-dialog [data-close]")
    open_table(page)
    page.click("#nav-hand")
    read_sample(page)
    won(page, "E", "drawn")
    page.click("#to-ledger")
    expect(page.locator("#history .entry")).to_have_count(1)
    record_points(page, 2)
    shown = page.inner_text("#table .square")
    page.click("#settings")
    first = download(page, "#save-everything", tmp_path)
    page.keyboard.press("Escape")

    other = opened()
    take_in(other, first)
    other.click("#nav-table")
    expect(other.locator("#history .entry")).to_have_count(2)
    assert other.inner_text("#table .square") == shown
    expect(other.locator("#kept-here")).to_be_visible()
    record_points(page, 3)
    page.click("#settings")
    second = download(page, "#save-everything", tmp_path)
    for file in (second, first, second):
        take_in(other, file)
        expect(other.locator("#history .entry")).to_have_count(3)
    other.click("#settings")
    other.click("#hands-open")
    expect(other.locator("#hands-kept img.kept")).to_have_count(1)
    other.keyboard.press("Escape")
    other.click("#leave")
    expect(other.locator("#tables-here li")).to_have_count(1)

"""The pictures of the page in the docs and its manifest: `make screens` takes them from the running page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.acts import open_table, read_sample, won
from tests.e2e.conftest import Opened

ROOT = Path(__file__).parents[2]
IMAGES, WEB = ROOT / "docs" / "images", ROOT / "service" / "web"


@pytest.mark.parametrize(
    ("name", "width", "height", "locale"),
    [("phone", 390, 844, "en-US"), ("desktop", 1280, 800, "zh-CN")],
)
def test_the_hand(opened: Opened, name: str, width: int, height: int, locale: str) -> None:
    """The hand, as the docs show it and as a phone does before the page is installed."""
    page = opened(width=width, height=height, locale=locale)
    read_sample(page)
    page.click(".fans button >> nth=0")
    _take(page, IMAGES / f"page-{name}.jpg", WEB / f"screen-{name}.jpg")


def test_the_table(opened: Opened) -> None:
    page = opened()
    open_table(page)
    page.click("#nav-hand")
    read_sample(page)
    won(page, "E", "drawn")
    page.click("#to-ledger")
    page.wait_for_selector("#history .entry")
    _take(page, IMAGES / "page-table.jpg")


def _take(page: Any, *files: Path) -> None:
    page.wait_for_timeout(400)
    page.evaluate("scrollTo(0, 0)")
    picture = page.screenshot(type="jpeg", quality=85)
    for file in files:
        file.write_bytes(picture)


if __name__ == "__main__":
    sys.exit(pytest.main([__file__, "-q", "-p", "no:cacheprovider"]))

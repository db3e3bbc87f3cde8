"""Without a network the page scores by the scorer in the browser, to the same answer."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.engine import OUT, build
from tests.e2e.acts import choose_rules, press, read_sample, total
from tests.e2e.conftest import Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect
PYODIDE = Path(__file__).parents[1] / "page" / "node_modules" / "pyodide"


@pytest.fixture(scope="module", autouse=True)
def engine() -> Iterator[None]:
    """The engine where the service serves it; one that was not there before is taken away again."""
    if not PYODIDE.is_dir():
        pytest.skip("pyodide is not installed: make check-page installs it")
    there = OUT.exists()
    build(PYODIDE)
    yield
    if not there:
        shutil.rmtree(OUT)


def test_a_mended_hand_is_scored_without_a_network_as_with_one(opened: Opened) -> None:
    page = opened()
    page.evaluate("navigator.serviceWorker.ready")
    read_sample(page)
    page.wait_for_selector("html[data-engine=ready]", timeout=120_000)
    said = page.inner_text("#answer") + page.inner_text("#details")
    page.locator('[data-zone="concealed"] .tile').first.click()
    press(page, "9m")
    expect(page.locator("#answer .total")).not_to_have_text("19 fan")
    page.keyboard.press("Escape")
    page.context.set_offline(True)
    page.click("#undo-tile")
    expect(page.locator("#answer .total")).to_have_text("19 fan")
    assert page.inner_text("#answer") + page.inner_text("#details") == said
    choose_rules(page, "guobiao")
    assert total(page) == "19 fan"

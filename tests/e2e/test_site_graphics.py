"""Networks on the graphics chip, by a player's choice: used where they give the same boxes, and else not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.acts import expect, expect_total, read_sample, until
from tests.e2e.conftest import CHROMIUM, SHARED
from tests.e2e.phone import served

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
ARGUMENTS = (
    "--no-sandbox",
    "--enable-unsafe-webgpu",
    "--enable-features=Vulkan",
    "--use-webgpu-adapter=swiftshader",
)
"""A graphics chip that the processor plays: slow, and the same on every machine."""


@pytest.fixture
def page(files: Path) -> Iterator[Any]:
    """The site in a browser that has a graphics chip."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: install it to test the page")
    browser = SHARED.player().chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])
    with served(files) as address:
        page = browser.new_page(locale="en-US", service_workers="block")
        page.set_default_timeout(300_000)
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        adapter = "async () => Boolean(await navigator.gpu?.requestAdapter())"
        if not page.evaluate(adapter):
            browser.close()
            pytest.skip("this Chromium has no WebGPU, not even by the processor")
        yield page
    browser.close()


def choose(page: Any) -> None:
    """Choose the graphics chip in the settings, and start again."""
    page.click("#settings")
    page.check("#graphics")
    page.keyboard.press("Escape")
    until(page, "() => history.state?.base === true")  # the page goes back by itself: no reload may meet that
    page.reload()
    page.wait_for_selector("html[data-phone=ready]")


def test_the_graphics_chip_is_used_where_it_gives_the_same_boxes(page: Any) -> None:
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    choose(page)
    assert page.get_attribute("html", "data-graphics") == "true"
    assert any("asyncify.wasm" in url for url in asked)
    read_sample(page)
    expect_total(page, "19 fan")
    assert page.evaluate("localStorage.getItem('graphics')") == "yes"
    assert page.evaluate("localStorage.getItem('graphics-same')")
    assert page.evaluate("localStorage.getItem('graphics-tries')") is None


def test_a_chip_that_brought_the_page_down_twice_is_not_tried_again(page: Any) -> None:
    page.evaluate("localStorage.setItem('graphics', 'yes')")
    page.evaluate("localStorage.setItem('graphics-tries', '2')")
    page.reload()
    page.wait_for_selector("html[data-phone=ready]")
    assert page.get_attribute("html", "data-graphics") == "false"
    page.click("#settings")
    expect(page.locator("#graphics")).not_to_be_checked()
    page.check("#graphics")
    assert page.evaluate("localStorage.getItem('graphics-tries')") is None


WRONG = """import * as real from "./ort.webgpu.min.mjs?real";
export const { env, Tensor } = real;
export const InferenceSession = {
  async create(bytes, how) {
    const session = await real.InferenceSession.create(bytes, how);
    const run = async (given) => {
      const said = await session.run(given);
      for (const one of Object.values(said)) one.data.fill(0);
      return said;
    };
    return how.executionProviders.includes("webgpu") ? { run } : session;
  },
};"""


def test_a_chip_that_gives_other_boxes_is_not_used(page: Any) -> None:
    def answer(route: Any) -> None:
        if route.request.url.endswith("?real"):
            route.continue_()
        else:
            route.fulfill(body=WRONG, content_type="text/javascript")

    page.route("**/ort.webgpu.min.mjs*", answer)
    choose(page)
    read_sample(page)
    expect_total(page, "19 fan")
    assert page.evaluate("localStorage.getItem('graphics')") == "no"
    page.reload()
    page.wait_for_selector("html[data-phone=ready]")
    assert page.get_attribute("html", "data-graphics") == "false"

"""What a browser lacks is said in one sentence on the site, and all else works."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.acts import expect, expect_total, open_table, read_sample, type_hand
from tests.e2e.conftest import SAMPLE, Phone
from tests.e2e.phone import served

pytestmark = pytest.mark.browser
HAND = (["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z"], "2z")
NO_SIMD = "WebAssembly.validate = () => false"
NO_WASM = "delete globalThis.WebAssembly"
NO_DATABASE = """Object.defineProperty(globalThis, "indexedDB", {
  value: { open() { throw new DOMException("private", "InvalidStateError"); } },
})"""
NO_WORKER = "delete Navigator.prototype.serviceWorker"
PERSIST = "navigator.storage.persist = async () => { globalThis.asked = true; return false; }"
NO_MEMORY = """export const env = { wasm: {} };
export const InferenceSession = {
  async create() { throw new RangeError("WebAssembly.Memory(): could not allocate memory"); },
};"""


@pytest.fixture(scope="module")
def site(files: Path) -> Iterator[str]:
    """The address of the site, as any server of files gives it out."""
    with served(files) as address:
        yield address


@pytest.fixture
def page(phone: Phone) -> Any:
    """A page of a new phone that is not opened yet, so that something can be taken from it."""
    return phone()


def go(page: Any, site: str, lacking: str = "") -> None:
    if lacking:
        page.add_init_script(lacking)
    page.goto(site)
    page.wait_for_selector("html[data-ready]")


def expect_typed_hands_scored(page: Any) -> None:
    type_hand(page, *HAND)
    page.wait_for_selector("#answer .total")


def test_without_simd_all_but_photos_works(page: Any, site: str) -> None:
    page.route("**/ort-wasm-simd-threaded.wasm.packed*", lambda route: route.fulfill(body=b"no module"))
    go(page, site, NO_SIMD)
    expect(page.locator("#notice")).to_contain_text("cannot read photos")
    page.set_input_files("#file", str(SAMPLE))
    expect(page.locator("#why-failed")).to_contain_text("cannot read photos")
    expect_typed_hands_scored(page)


def test_with_too_little_memory_all_but_photos_works(page: Any, site: str) -> None:
    script = {"content_type": "text/javascript", "body": NO_MEMORY}
    page.route("**/ort.wasm.min.mjs*", lambda route: route.fulfill(**script))
    go(page, site)
    page.set_input_files("#file", str(SAMPLE))
    expect(page.locator("#why-failed")).to_contain_text("too little memory")
    expect_typed_hands_scored(page)


def test_what_was_not_downloaded_yet_is_not_called_offline(page: Any, site: str) -> None:
    page.route("**/detector.short.packed*", lambda route: route.abort())
    go(page, site)
    page.set_input_files("#file", str(SAMPLE))
    expect(page.locator("#why-failed")).to_contain_text("not on this phone yet")
    expect_typed_hands_scored(page)


def test_a_browser_that_is_too_old_for_python_says_which_one_is_not(page: Any, site: str) -> None:
    def without(route: Any) -> None:
        script = route.fetch()
        route.fulfill(response=script, body=f"{NO_WASM};\n{script.text()}")

    page.route("**/js/**/*.worker.js", without)
    page.route("**/js/*.worker.js", without)
    go(page, site, NO_WASM)
    expect(page.locator("#notice")).to_contain_text("Safari 16.4")
    page.set_input_files("#file", str(SAMPLE))
    expect(page.locator("#why-failed")).to_contain_text("too old")


def test_a_window_that_keeps_nothing_reads_and_scores(page: Any, site: str) -> None:
    go(page, site, NO_DATABASE)
    expect(page.locator("#notice")).to_contain_text("keeps nothing")
    read_sample(page)
    expect_total(page, "19 fan")
    page.click("#nav-table")
    for n, name in enumerate(("Ann", "Bo", "Cai", "Dee"), 1):
        page.fill(f'input[name="p{n}"]', name)
    page.click("#new-table button")
    expect(page.locator("#notice")).to_contain_text("recording a game does not")


def test_a_window_that_keeps_no_files_does_everything_with_a_network(page: Any, site: str) -> None:
    go(page, site, NO_WORKER)
    expect(page.locator("#notice")).to_contain_text("needs a network each time")
    read_sample(page)
    expect_total(page, "19 fan")
    open_table(page)
    expect(page.locator("#kept-here")).to_be_visible()


def test_a_browser_that_lacks_nothing_says_nothing_and_is_asked_to_keep_a_table(page: Any, site: str) -> None:
    go(page, site, PERSIST)
    page.wait_for_selector("html[data-engine=ready]")
    expect(page.locator("#notice")).to_be_hidden()
    assert page.evaluate("globalThis.asked") is None
    open_table(page)
    assert page.evaluate("globalThis.asked") is True
    expect(page.locator("#kept-here")).to_contain_text("clearing the browser’s data")

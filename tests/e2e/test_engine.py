"""Without a network the page scores by the scorer in the browser, to the same answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from paiyan.scorer.rulesets import rule_sets
from paiyan.service.browser_engine import build
from tests.e2e.acts import (
    choose_rules,
    expect_total,
    hurry,
    joined,
    kept_binaries,
    open_table,
    press,
    read_sample,
    type_hand,
    won,
)
from tests.e2e.conftest import Opened, page_without_engine, playwright, serving
from tests.e2e.phone import ORT, PYODIDE

pytestmark = pytest.mark.browser
expect = playwright.expect
SLOW, GONE, ASKED = "slow", "gone", "asked"
OLDER = """async () => {
  const cache = await caches.open("paiyan-engine-1");
  await cache.put("engine/0123456789abcdef/scorer.zip.packed?v=0123456789abcdef", new Response("older"));
}"""
VERSIONS = """async () => {
  const kept = await (await caches.open("paiyan-engine-1")).keys();
  return new Set(kept.map(({ url }) => new URL(url).searchParams.get("v"))).size;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service whose page has the engine, as the service makes it but for the time that it
    takes to start."""
    if not PYODIDE.is_dir():
        pytest.skip("pyodide is not installed: make check-page installs it")
    folder = tmp_path_factory.mktemp("served")
    web = page_without_engine(folder)
    build(PYODIDE, web / "engine", ort=ORT if ORT.is_dir() else None, compiled=False)
    with serving(folder, web) as address:
        yield address


def wake(page: Any) -> None:
    """Let the engine come now: where there is no hand, it comes when the page has been open for a while."""
    page.evaluate("import(new URL('js/io/engine.js', document.baseURI)).then((it) => { it.prepare(); })")


def test_a_mended_hand_is_scored_without_a_network_as_with_one(opened: Opened) -> None:
    page = opened(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready")
    page.evaluate(OLDER)
    read_sample(page)
    page.wait_for_selector("html[data-engine=ready]", timeout=120_000)
    assert page.evaluate(VERSIONS) == 1
    assert (PYODIDE / "pyodide.asm.wasm").stat().st_size in kept_binaries(page)
    said = page.inner_text("#answer") + page.inner_text("#details")
    page.locator('[data-zone="concealed"] .tile').first.click()
    press(page, "9m")
    expect(page.locator("#answer .total")).not_to_have_text("19 fan")
    page.keyboard.press("Escape")
    page.context.set_offline(True)
    page.click("#undo-tile")
    expect_total(page, "19 fan")
    assert page.inner_text("#answer") + page.inner_text("#details") == said
    page.click("#compare")  # in all rule sets, by the scorer on the phone
    expect(page.locator("#compared .compared button").first).to_have_text("Hong Kong (hall rules)")
    expect(page.locator("#compared li")).to_have_count(len(rule_sets()))
    page.keyboard.press("Escape")
    choose_rules(page, "guobiao")
    expect_total(page, "19 fan")
    page.click("#clear")
    _without_a_network_every_rule_set_is_there(page)


def _without_a_network_every_rule_set_is_there(page: Any) -> None:
    """After one visit: the list, rules that were never opened, and a score under them."""
    page.reload()
    page.wait_for_selector("html[data-ready]")
    wake(page)
    page.wait_for_selector("html[data-engine=ready]", timeout=120_000)
    page.click("#rules")
    expect(page.locator("#rules-list [data-rules]")).to_have_count(len(rule_sets()))
    page.keyboard.press("Escape")
    choose_rules(page, "hangzhou")
    type_hand(page, ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", *["1z", "2z"] * 2], "2z")
    page.wait_for_selector("#answer .total")
    assert "hangzhou" not in page.inner_text("main")


@pytest.mark.parametrize("service", [SLOW, GONE, ASKED])
def test_the_phone_reads_where_the_service_is_slow_or_gone_or_is_not_wanted(
    opened: Opened, service: str
) -> None:
    if not ORT.is_dir():
        pytest.skip("onnxruntime-web is not installed: make check-page installs it")
    page = opened()
    sent: list[Any] = []

    def answer(route: Any) -> None:
        sent.append(route)
        if service == GONE:
            route.abort()

    page.route("**/v1/read*", answer)
    if service == SLOW:
        hurry(page)
    if service == ASKED:
        page.click("#settings")
        page.check("#phone")
        page.keyboard.press("Escape")
    read_sample(page)
    expect_total(page, "19 fan")
    assert page.get_attribute("html", "data-read-ms") is not None
    assert bool(sent) == (service != ASKED)


@pytest.mark.slow
def test_advice_is_the_same_without_a_network(opened: Opened) -> None:
    page = opened(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready")
    wake(page)
    page.wait_for_selector("html[data-engine=ready]", timeout=120_000)
    choose_rules(page, "hongkong")
    type_hand(page, ["1m", "2m", "3m", "4p", "5p", "6p", "1s", "1s", "6s", "7s", "8s", "2p", "3p"], "5z")
    page.keyboard.press("Escape")
    asked: list[str] = []
    page.on("requestfailed", lambda request: asked.append(request.url))
    told = []
    for offline in (False, True):
        page.context.set_offline(offline)
        page.click("#advise")
        expect(page.locator("#advised .advised-choice").first).to_have_attribute("data-discard", "5z")
        told.append(page.inner_text("#advised"))
        page.keyboard.press("Escape")
        expect(page.locator("#advice-dialog")).to_have_count(0)
    assert any("/v1/advise" in url for url in asked)
    assert "11 tiles help" in told[0]
    assert told[0] == told[1]


def test_without_a_network_the_table_goes_on_and_is_the_same_when_it_is_back(opened: Opened) -> None:
    page = opened(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready")
    open_table(page)
    other = joined(opened, page)
    wake(page)
    page.wait_for_selector("html[data-engine=ready]", timeout=120_000)
    page.context.set_offline(True)
    dealers = ["Bo", "Cai", "Dee", "Ann", "Bo", "Cai", "Dee", "Ann", "Bo", "Cai"]
    for n, dealer in enumerate(dealers, 1):  # in guobiao the deal passes on
        if n % 5 == 1:
            page.click("#nav-hand")
            type_hand(page, ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", *["1z", "2z"] * 2], "2z")
            page.wait_for_selector("#answer .total")
            won(page, "E", "drawn")
            page.click("#to-ledger")
        else:
            page.click("#points-open")
            page.fill('#points [name="E"]', str(n))
            page.fill('#points [name="S"]', str(-n))
            page.select_option('#points [name="next"]', "S")
            page.click("#write-points")
        expect(page.locator("#table h2").first).to_contain_text(f"Dealer: {dealer}")
        expect(page.locator("#history .entry")).to_have_count(n)
    expect(page.locator("#waiting")).to_contain_text("10")
    before = [page.inner_text("#table .square"), page.inner_text("#history")]
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#waiting")).to_have_count(0)
    for phone in (page, other):
        expect(phone.locator("#history .entry")).to_have_count(10)
        assert [phone.inner_text("#table .square"), phone.inner_text("#history")] == before

"""The page for everybody: axe-core in every state, in the dark and in the light, from 320 to 1280 pixels."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.acts import settled
from tests.e2e.conftest import Opened
from tests.e2e.phone import served
from tests.e2e.states import states, states_alone

pytestmark = pytest.mark.browser
AXE = Path(__file__).parents[1] / "page" / "node_modules" / "axe-core" / "axe.min.js"


FAULTS = """() => {
    const found = [], seen = (e) => e.checkVisibility({ visibilityProperty: true });
    const linesOf = (text, from, to) => {
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, to);
        return new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size;
    };
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text; (text = walk.nextNode());) {
        const { parentElement } = text;
        if (parentElement.closest("code, select, .away, .player") || !seen(parentElement)) continue;
        for (const { index, 0: word } of text.data.matchAll(/[A-Za-z]{2,}|[\u30a0-\u30ff]{2,}/g)) {
            const label = /[A-Za-z]/.test(word) || parentElement.closest("button, th, label, h2");
            if (label && linesOf(text, index, index + word.length) > 1) found.push(`broken: ${word}`);
        }
        for (const [id] of text.data.matchAll(/[a-z]+_[a-z_]+|table\\.\\w+/g)) found.push(`an id: ${id}`);
        if (/[\u3040-\u30ff\u4e00-\u9fff]: /.test(text.data)) found.push(`colon: ${text.data}`);
        const short = text.data.length < 7 && !/[\x20-\x7e]/.test(text.data);
        const lines = short && parentElement.closest("button") ? linesOf(text, 0, text.length) : 1;
        if (lines > 1) found.push(`broken: ${text.data}`);
    }
    const canvas = document.createElement("canvas").getContext("2d");
    for (const field of document.querySelectorAll("select")) {
        if (!seen(field) || field.closest(".square, [name=person]")) continue;
        const style = getComputedStyle(field), { text } = field.selectedOptions[0] ?? { text: "" };
        canvas.font = style.font;
        const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
        if (canvas.measureText(text).width > room) found.push(`cut: ${text}`);
    }
    const ids = [...document.querySelectorAll("[id]:not(svg [id])")].map((e) => e.id);
    found.push(...ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `twice: #${id}`));
    const keyboard = document.querySelector("#keyboard");
    if (keyboard.scrollHeight > keyboard.clientHeight + 1) found.push("below the fold: keys");
    const form = document.querySelector("#table form.panel .main");
    const fits = form && seen(form) && form.form.clientHeight < innerHeight / 2;
    if (fits && form.getBoundingClientRect().bottom > innerHeight) found.push(`below the fold: #${form.id}`);
    const stuck = document.querySelector(".p-answer.won");
    if (stuck && getComputedStyle(stuck).position === "sticky") {
        const { left, right } = stuck.getBoundingClientRect();
        const lit = [...document.querySelectorAll(".hand .tile.lit")].map((e) => e.getBoundingClientRect());
        const under = lit.filter((r) => r.left < right && r.right > left);
        const beside = under.some((r) => r.left - 3 < left || r.right + 3 > right);
        if (beside) found.push("beside its cover: a tile");
    }
    return found;
}"""
"""What is broken in a state, names of players apart: words and labels on two lines, colons of another script,
choices cut, an id of two elements, buttons below the fold, a tile that shows beside what covers it."""


def findings(page: Any) -> list[str]:
    settled(page)  # what is out of date is dim on purpose
    return page.evaluate(FAULTS) + page.evaluate(
        """async () => (await axe.run({ resultTypes: ["violations"], preload: false })).violations.map(
            (v) => `${v.id}: ${v.nodes[0].html.slice(0, 100)}`)"""
    )


@pytest.mark.parametrize(
    ("width", "scheme", "count"),
    [
        (390, "dark", 7),
        pytest.param(390, "dark", None, marks=pytest.mark.slow),
        pytest.param(320, "light", None, marks=pytest.mark.slow),
        pytest.param(1280, "light", None, marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_in_any_state(opened: Opened, width: int, scheme: str, count: int | None) -> None:
    """In the first states, and in all of them where there is time."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make check-page installs it")
    page = opened(width=width, height=640 if width < 360 else 800, color_scheme=scheme, bypass_csp=True)
    page.add_script_tag(path=AXE)
    found = {state: findings(page) for state in islice(states(page), count)}
    assert len(found) == count or len(found) > 30
    assert {state: some for state, some in found.items() if some} == {}


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["zh-CN", "zh-TW", "ja-JP"])
def test_nothing_is_broken_or_cut_in_any_language(opened: Opened, locale: str) -> None:
    page = opened(width=320, height=640, locale=locale)
    found: dict[str, Any] = {}
    for state in states(page):
        settled(page)
        found[state] = page.evaluate(FAULTS)
    assert {state: some for state, some in found.items() if some} == {}


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-US", "zh-CN", "zh-TW", "ja-JP"])
def test_axe_finds_nothing_where_no_service_stands_behind_the_page(
    browser: Any, files: Path, locale: str
) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make check-page installs it")
    with served(files) as address:
        page = browser.new_page(viewport={"width": 320, "height": 640}, locale=locale)
        page.set_default_timeout(180_000)
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        page.add_script_tag(path=AXE)
        found = {state: findings(page) for state in states_alone(page)}
        page.close()
    assert len(found) == 6
    assert {state: some for state, some in found.items() if some} == {}

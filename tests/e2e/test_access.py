"""The page for everybody: axe-core in every state, in the dark and in the light, from 320 to 1280 pixels."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from paiyan.service import site as static
from tests.e2e.acts import settled
from tests.e2e.conftest import Opened
from tests.e2e.phone import ORT, PYODIDE, served
from tests.e2e.states import states, states_alone

pytestmark = pytest.mark.browser
AXE = Path(__file__).parents[1] / "page" / "node_modules" / "axe-core" / "axe.min.js"


BROKEN = """() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    for (let text; (text = walk.nextNode());) {
        const { parentElement } = text;
        const apart = parentElement.closest("code, select, .away, .player");
        if (apart || !parentElement.checkVisibility()) continue;
        for (const { index, 0: word } of text.data.matchAll(/[A-Za-z]{2,}/g)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const lines = new Set([...range.getClientRects()].map((r) => Math.round(r.top)));
            if (lines.size > 1) found.push(`broken: ${word}`);
        }
    }
    return found;
}"""
"""Words of the page, names of players apart, that lie on more than one line."""


def findings(page: Any) -> list[str]:
    settled(page)  # what is out of date is dim on purpose
    return page.evaluate(BROKEN) + page.evaluate(
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
    page = opened(width=width, height=800, color_scheme=scheme, bypass_csp=True)
    page.add_script_tag(path=AXE)
    found = {state: findings(page) for state in islice(states(page), count)}
    assert len(found) == count or len(found) > 30
    assert {state: some for state, some in found.items() if some} == {}


@pytest.mark.slow
def test_axe_finds_nothing_where_no_service_stands_behind_the_page(browser: Any, tmp_path: Path) -> None:
    if not (AXE.exists() and PYODIDE.is_dir() and ORT.is_dir()):
        pytest.skip("axe-core, pyodide and onnxruntime-web are not installed: make check-page installs them")
    with served(static.write(tmp_path / "site", PYODIDE, ORT)) as address:
        page = browser.new_page(viewport={"width": 320, "height": 640}, locale="en-US")
        page.set_default_timeout(180_000)
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        page.add_script_tag(path=AXE)
        found = {state: findings(page) for state in states_alone(page)}
        page.close()
    assert len(found) == 3
    assert {state: some for state, some in found.items() if some} == {}

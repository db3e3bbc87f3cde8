"""What a player does on the page, for every test in a browser."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from tests.e2e.conftest import SAMPLE, Opened, playwright

expect = playwright.expect


def until(page: Any, holds: Callable[[], Any] | str, what: str = "", *, arg: Any = None) -> Any:
    """Wait for what no element shows, a function or a script of the page, and give what it gave.

    The page goes on, and its requests are answered, meanwhile. Playwright's own `wait_for_function` asks
    again by `eval`, which the page's content security policy refuses: it works only if the first answer is
    true already.
    """
    give_up = time.monotonic() + 180
    while not (given := page.evaluate(holds, arg) if isinstance(holds, str) else holds()):
        assert time.monotonic() < give_up, f"after three minutes still not: {what or holds}"
        page.wait_for_timeout(50)
    return given


@contextmanager
def watching(page: Any) -> Generator[list[float]]:
    """Collect how many milliseconds of work each task of the page's own thread took meanwhile.

    Work, not time: a machine that does other things as well makes no task longer.
    """
    tasks: list[float] = []
    browser = page.context.browser
    browser.start_tracing(page=page, categories=["toplevel", "__metadata"])
    yield tasks
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    tasks += [
        one["tdur"] / 1000
        for one in events
        if one.get("ph") == "X" and "tdur" in one and (one["pid"], one["tid"]) in threads
    ]


def shown(page: Any, zone: str) -> list[str]:
    """The tiles that a zone of the hand shows."""
    uses = page.locator(f'[data-zone="{zone}"] .tile[data-id] use')
    return [u.get_attribute("href").partition("#t")[2] for u in uses.all()]


def box_of(locator: Any) -> dict[str, float]:
    """Where an element lies, once it lies still: what is drawn anew is gone for a moment, or moves what is
    below it."""
    before = None
    for _ in range(100):
        found = locator.bounding_box()
        if found and found == before:
            return found
        before = found
        locator.page.wait_for_timeout(50)
    raise AssertionError(f"{locator} lies nowhere")


def settled(page: Any) -> None:
    """Wait until the answer is one to the hand as it lies: until then an older one is shown, dimmed, and
    what is done to its elements is lost with them."""
    page.wait_for_selector("#answer:not(.stale)", state="attached")


def read_sample(page: Any) -> None:
    page.set_input_files("#file", str(SAMPLE))
    page.wait_for_selector("#answer .total")
    settled(page)


def total(page: Any) -> str:
    """The total that is shown now; `expect_total` waits for the one that is to come."""
    return page.inner_text("#answer .total")


def expect_total(page: Any, text: str) -> None:
    expect(page.locator("#answer .total")).to_have_text(text)


def expect_shown(page: Any, zone: str, *tiles: str) -> None:
    """Wait until the zone shows these tiles and no others."""
    uses = page.locator(f'[data-zone="{zone}"] .tile[data-id] use')
    expect(uses).to_have_count(len(tiles))
    for n, tile in enumerate(tiles):
        expect(uses.nth(n)).to_have_attribute("href", re.compile(f"#t{tile}$"))


def expect_tile(page: Any, tile: str, n: int, zone: str = "concealed") -> None:
    """Wait until the n-th tile of the zone is that one; -1 is the last."""
    use = page.locator(f'[data-zone="{zone}"] .tile[data-id] use').nth(n)
    expect(use).to_have_attribute("href", re.compile(f"#t{tile}$"))


def saved(page: Any) -> None:
    """Wait until the state as it is now would come back after a reload."""
    until(page, "() => JSON.parse(localStorage.getItem('state') ?? 'null')?.photo.status === 'read'")


def tap_tile(page: Any, tile: str, zone: str = "concealed") -> None:
    """Select the first tile of that face, or let go of it."""
    page.locator(f'[data-zone="{zone}"] .tile[data-id]:has(use[href$="#t{tile}"])').first.click()


def press(page: Any, tile: str) -> None:
    """A key of the keyboard of tiles."""
    page.click(f'#keyboard .keys .tile:has(use[href$="#t{tile}"])')


def choose_rules(page: Any, rules: str) -> None:
    page.click("#rules")
    page.click(f'#rules-list [data-rules="{rules}"] >> nth=0')
    page.wait_for_selector(f'#rules[data-rules="{rules}"]')


def choose_language(page: Any, language: str) -> None:
    page.click("#settings")
    page.select_option("#language", language)
    page.click("#settings-dialog [data-close]")


TYPE = """tiles => {
    for (const tile of tiles)
        document.querySelector(`#keyboard .keys .tile:has(use[href$="#t${tile}"]):enabled`).click();
}"""


def type_hand(page: Any, tiles: list[str], winning: str) -> None:
    """Type a hand, and wait for what is made of it."""
    type_tiles(page, tiles, winning)
    settled(page)


def type_tiles(page: Any, tiles: list[str], winning: str) -> None:
    """Type a hand. Its tiles are clicked by one script: to do it by the mouse takes as long as most tests."""
    page.click("#type")
    press(page, tiles[0])
    page.evaluate(TYPE, tiles[1:])
    page.click("#keyboard .chip >> nth=1")
    press(page, winning)


def won(page: Any, seat: str, source: str) -> None:
    """Say who won, and "drawn" or who discarded it."""
    page.click(f'#ask [data-seat="{seat}"]')
    page.click(f'#ask [data-from="{source}"]')


HURRY = """() => {
    const real = window.setTimeout;
    window.setTimeout = (does, ms, ...about) => real(does, ms >= 5000 ? 200 : ms, ...about);
}"""


KEPT_BINARIES = """async () => {
  const sizes = {};
  for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) {
    const kept = await (await caches.open(name)).match(url);
    if (kept.headers.get("content-type") !== "application/wasm") continue;
    const bytes = new Uint8Array(await kept.arrayBuffer());
    sizes[url] = String.fromCharCode(...bytes.subarray(1, 4)) === "asm" ? bytes.length : 0;
  }
  return Object.values(sizes).sort((one, other) => one - other);
}"""


def kept_binaries(page: Any) -> list[int]:
    """Return the bytes of each binary that the service worker keeps unpacked; 0 for what is no binary."""
    return page.evaluate(KEPT_BINARIES)


def hurry(page: Any) -> None:
    """Let what the page waits five seconds or longer for come at once, until it is loaded again."""
    page.evaluate(HURRY)


COUNT_REQUESTS = """() => {
    const real = window.fetch;
    window.unanswered = 0;
    window.fetch = async (...about) => {
        window.unanswered += 1;
        try {
            const answer = await real(...about);
            await answer.clone().arrayBuffer();
            return answer;
        } finally {
            window.unanswered -= 1;
        }
    };
}"""


def count_requests(page: Any) -> None:
    """Let `answered` know what the page has asked for, until it is loaded again."""
    page.evaluate(COUNT_REQUESTS)


def answered(page: Any) -> None:
    """Wait until all that the page asked for is answered or lost: a test's own clock waits for nothing."""
    until(page, "() => window.unanswered === 0")
    page.wait_for_timeout(50)  # until the page has done with it


def unfold(page: Any, about: str) -> None:
    """Open a part of the form: "win", "table", "draw" or "options"."""
    page.click("#more > summary" if about == "win" else f"#more-{about} > summary")


def open_table(page: Any, names: tuple[str, ...] = ("Ann", "Bo", "Cai", "Dee")) -> None:
    page.click("#nav-table")
    for n, name in enumerate(names, 1):
        page.fill(f'input[name="p{n}"]', name)
    page.click("#new-table button")
    page.wait_for_selector("#undo")
    page.wait_for_url("**/#table=*")


def hold(page: Any, pattern: str, method: str = "POST") -> list[Any]:
    """Hold requests back, and return those that are held."""
    held: list[Any] = []
    page.route(
        pattern, lambda route: held.append(route) if route.request.method == method else route.continue_()
    )
    return held


def joined(opened: Opened, page: Any) -> Any:
    """Return another phone at the table of the page."""
    return opened(path="#table=" + page.url.partition("#table=")[2])


def balance(page: Any, player: str) -> Any:
    """Return the place of a player's balance at the table."""
    return page.locator(f"#table .square > div:has-text({player!r}) strong")

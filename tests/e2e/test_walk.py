"""The whole walk on a phone alone: one visit, then no network: photos, an evening, a reload, a second start.

The folder of ``make site`` is served by ``python -m http.server``, which is ended after the first visit.
``pytest -s -m slow tests/e2e/test_walk.py`` prints what was seen. Firefox is driven through WebDriver BiDi,
which Playwright does in version 1.57: later ones need a Firefox of their own, and that walk is skipped.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from paiyan.datasets.evaluation.hand_lists import read_hand_list
from paiyan.datasets.evaluation.hands import photo_path
from paiyan.models.opening import load_detector, open_reader
from paiyan.service import site as static
from tests.beside import PHOTOS, needs_photos
from tests.e2e.acts import choose_rules, expect, open_table, read_sample, until, won
from tests.e2e.conftest import SHARED
from tests.e2e.phone import LISTS, ORT, PYODIDE, read_here, worth

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800), needs_photos]
ENOUGH, DEALS = 12, 8
RULES = "hongkong"  # pays for each winning hand, however few fans it has
BIDI = "1.57."  # the version of Playwright that drives a Firefox of the system
SEATS = "ESWN"
LAST = "JSON.parse(localStorage.getItem('state') ?? 'null')?.photo"


@contextmanager
def plainly_served(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address of a folder that ``python -m http.server`` gives out, and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory", str(folder)]
    server = subprocess.Popen([*command, str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/", server
    finally:
        end(server)


def end(server: subprocess.Popen[bytes]) -> None:
    """End a server: there is no network for its page then."""
    server.terminate()
    server.wait()


@pytest.fixture(params=["chromium", "firefox"])
def phone(request: pytest.FixtureRequest, film: Path) -> Iterator[Any]:
    """A phone in English, by its browser."""
    if request.param == "chromium":
        browser = request.getfixturevalue("browser")
    else:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        if program is None:
            pytest.skip("no Firefox on this machine: install it to walk through the site in it")
        if not version("playwright").startswith(BIDI):
            pytest.skip(f"Playwright {version('playwright')} drives no Firefox of the system: {BIDI}0 does")
        browser = SHARED.player().firefox.launch(channel="moz-firefox", executable_path=program)
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-US")
    context.set_default_timeout(180_000)
    yield context
    context.close()
    if request.param == "firefox":
        browser.close()


def photos_to_payments() -> Iterator[tuple[Path, Mapping[str, int]]]:
    """Photos of the development sets that the command line reads as a win, and who pays whom for it."""
    reader = open_reader(load_detector(threads=1, backend="onnxruntime"))
    for name in ("wild", "wild2", "unseen", "real"):
        listed, root = LISTS[name]
        for hand in read_hand_list(listed if listed.is_absolute() else PHOTOS / listed):
            if hand.shows_hand and len(hand.held) + 3 * len(hand.melds) == 14:
                photo = photo_path(PHOTOS / root, hand.photo)
                said = worth(read_here(reader, photo)["hand"], RULES)
                if isinstance(said, dict) and said["win"]:
                    yield photo, said["payments"]


def payments(page: Any) -> dict[str, int]:
    """Who pays whom, as the page shows it."""
    shown = {seat: page.inner_text(f"#answer .square .{seat} strong") for seat in SEATS}
    return {seat: int(text.replace("\u2212", "-").replace(",", "")) for seat, text in shown.items()}


def read(page: Any, photo: Path) -> float:
    """Read a photo to a settled answer, and return the seconds that it took."""
    before = page.evaluate(f"{LAST}?.number ?? 0")
    begun = time.perf_counter()
    page.set_input_files("#file", str(photo))
    until(page, f"(before) => {LAST}.number > before && {LAST}.status === 'read'", photo.name, arg=before)
    page.wait_for_selector("#answer:not(.stale) .total")
    return time.perf_counter() - begun


def pay_as_the_command_line(page: Any, known: Sequence[tuple[Path, Mapping[str, int]]]) -> None:
    """Read each photo; who pays whom is what the command line says."""
    for photo, expected in known:
        seconds = read(page, photo)
        assert payments(page) == expected, photo.name
        print(f"{photo.name[:24]}: {page.inner_text('#answer .total')}, {expected}, {seconds:.1f} s")


def play(page: Any, photos: Sequence[Path]) -> dict[str, int]:
    """Record a deal from each photo, won by another player each time; return what each player has won."""
    names = dict(zip(SEATS, ("Ann", "Bo", "Cai", "Dee"), strict=True))
    balances = dict.fromkeys(names.values(), 0)
    for count, photo in enumerate(photos, 1):
        page.click("#nav-hand")
        read(page, photo)
        seated = {seat: page.inner_text(f"#ask-seat-{seat}").split()[-1] for seat in SEATS}
        assert sorted(seated.values()) == sorted(names.values())
        won(page, SEATS[count % 4], "drawn")
        page.wait_for_selector("#answer:not(.stale) .square")
        for seat, points in payments(page).items():
            balances[seated[seat]] += points
        page.click("#to-ledger")
        expect(page.locator("#history .entry")).to_have_count(count)
    return balances


def shown_balances(page: Any) -> dict[str, int]:
    """What each player has, as the table shows it."""
    players = page.locator("#table .square > div:has(strong)")
    rows = [
        (one.locator(".player").inner_text(), one.locator("strong").inner_text()) for one in players.all()
    ]
    return {
        name.split()[-1]: int(points.replace("\u2212", "-").replace(",", "").replace("+", ""))
        for name, points in rows
    }


def test_the_whole_walk_without_a_network(phone: Any, tmp_path: Path) -> None:
    if not (PYODIDE.is_dir() and ORT.is_dir()):
        pytest.skip("pyodide and onnxruntime-web are not installed: make check-page installs them")
    known = [one for one, _ in zip(photos_to_payments(), range(ENOUGH), strict=False)]
    assert len(known) == ENOUGH
    with plainly_served(static.write(tmp_path / "site", PYODIDE, ORT)) as (address, server):
        page = phone.new_page()
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        read_sample(page)
        until(page, "navigator.serviceWorker.controller !== null", "a service worker, which keeps all files")
        end(server)

        choose_rules(page, RULES)
        pay_as_the_command_line(page, known)
        page.click("#clear")
        open_table(page)
        balances = play(page, [photo for photo, _ in known[:DEALS]])
        assert shown_balances(page) == balances
        print(f"an evening of {DEALS} deals: {balances}")

        page.reload()
        page.wait_for_selector("html[data-ready]")
        expect(page.locator("#history .entry")).to_have_count(DEALS)
        assert shown_balances(page) == balances
        table = page.url
        page.close()
        begun = time.perf_counter()
        page = phone.new_page()
        page.goto(table)
        page.wait_for_selector("html[data-ready]")
        expect(page.locator("#history .entry")).to_have_count(DEALS)
        assert shown_balances(page) == balances
        page.click("#nav-hand")
        read(page, known[0][0])
        print(f"started again, a photo read: {time.perf_counter() - begun:.1f} s")

"""Measure the page without a server: what it fetches, how fast it starts and reads, and its memory.

``python -m bench.phone [--write]`` serves the folder that ``make site`` writes from a plain file server and
opens it in Chromium: a first visit, second ones, the sample photo fifty times; then with all of the browser's
page processes stopped three quarters of the time, as on a processor four times as slow. ``--write`` puts the
figures into docs/page.md.
"""

from __future__ import annotations

import argparse
import base64
import functools
import gzip
import http.server
import io
import json
import os
import signal
import statistics
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from bench.page import chromium_path
from bench.phone_memory import memory, renderers, tab
from paiyan.service import site

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "page.md"
BEGIN, END = "<!-- phone: python -m bench.phone --write -->\n", "<!-- end of phone -->\n"
MODULES = ROOT / "tests" / "page" / "node_modules"
SAMPLE = ROOT / "service" / "samples" / "hand.jpg"
SLOWER = 4
PHOTOS = 50
_STAGES = {
    "decode": "decoding it",
    "find": "finding tiles",
    "name": "naming them",
    "layOut": "how they lie, by a network",
    "python": "the rest, in Python",
}
"""Stages of a photo by their names in web/js/phone/reading.js, and in the table."""
_READ = """async (data) => {
  const { readHere } = await import(new URL("js/io/phone.js", document.baseURI));
  if (data) globalThis.photo = await (await fetch(`data:image/jpeg;base64,${data}`)).blob();
  const begun = performance.now();
  await readHere(globalThis.photo, new AbortController().signal, 600);
  return performance.now() - begun;
}"""
_SCORES = """async () => {
  const { dataset } = document.documentElement;
  while (dataset.engine !== "ready") await new Promise((done) => { setTimeout(done, 5); });
  return performance.now();
}"""
_OPEN = """async () => {
  const { prepare } = await import(new URL("js/io/phone.js", document.baseURI));
  const { reads } = await import(new URL("js/io/engine.js", document.baseURI));
  await prepare();
  while (!reads()) await new Promise((done) => { setTimeout(done, 5); });
  return performance.now();
}"""
_WATCH = """() => {
  globalThis.longest = 0;
  const note = (list) => {
    globalThis.longest = Math.max(globalThis.longest, ...list.getEntries().map((one) => one.duration));
  };
  new PerformanceObserver(note).observe({ entryTypes: ["longtask"] });
}"""
_LONGEST = """async () => {
  await new Promise((done) => { setTimeout(done, 100); });  // the observer hears of a task after its end
  return globalThis.longest;
}"""


@contextmanager
def counting(folder: Path) -> Generator[tuple[str, set[Path]]]:
    """Serve a folder with a plain server; yield its address, and the set of requested files."""
    requested: set[Path] = set()

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            del format, args

        def send_head(self) -> Any:
            file = Path(self.translate_path(self.path))
            requested.add(file / "index.html" if file.is_dir() else file)
            return super().send_head()

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=str(folder))
    )
    server.request_queue_size = 128
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/", requested
    finally:
        server.shutdown()


@contextmanager
def slowed(times: int) -> Generator[None]:
    """Let the pages' processes run only one part in `times` of the time."""
    over = threading.Event()

    def turn() -> None:
        pids: list[int] = []
        looked = 0.0
        while not over.is_set():
            if time.monotonic() - looked > 0.5:
                pids, looked = renderers(), time.monotonic()
            for signal_number, seconds in ((signal.SIGSTOP, 0.004 * (times - 1)), (signal.SIGCONT, 0.004)):
                for pid in pids:
                    try:
                        os.kill(pid, signal_number)
                    except ProcessLookupError:
                        looked = 0.0
                time.sleep(seconds)

    thread = threading.Thread(target=turn)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def started(page: Page, address: str) -> dict[str, float]:
    """Return the seconds from the page's first byte until Python scores, and until a photo can be read."""
    page.goto(address)
    return {"python": page.evaluate(_SCORES) / 1000, "reader": page.evaluate(_OPEN) / 1000}


def reads(page: Page, times: int) -> list[float]:
    """Return the seconds of each reading of the sample photo, which the page gets once."""
    data = base64.b64encode(SAMPLE.read_bytes()).decode()
    return [page.evaluate(_READ, "" if number else data) / 1000 for number in range(times)]


def longest_task(page: Page, times: int) -> float:
    """Return the longest task of the main thread while photos are read, in ms; 0 if none is over 50."""
    page.evaluate(_WATCH)
    reads(page, times)
    return page.evaluate(_LONGEST)


def stages(page: Page) -> dict[str, float]:
    """Return the seconds of each stage of the photo that was read last."""
    spent = json.loads(page.get_attribute("html", "data-stages") or "{}")
    whole = float(page.get_attribute("html", "data-read-ms") or 0)
    return {name: ms / 1000 for name, ms in {**spent, "python": whole - sum(spent.values())}.items()}


def visits(context: BrowserContext, address: str, requested: set[Path], slower: int) -> dict[str, Any]:
    """Make a first visit, three second ones, and read photos."""
    page = context.new_page()
    found: dict[str, Any] = {"cold": started(page, address)}
    found["first photo"] = reads(page, 1)[0]
    page.evaluate("navigator.serviceWorker.ready")
    if slower == 1:
        time.sleep(3)
        files = [file for file in requested if file.is_file()]
        packed = [file.read_bytes() for file in files]
        found["raw"] = sum(map(len, packed))
        found["fetched"] = sum(min(len(one), len(gzip.compress(one, 6))) for one in packed)
        found["largest"] = {
            f.name: f.stat().st_size for f in sorted(files, key=lambda f: -f.stat().st_size)[:6]
        }
    again = [started(page, address) for _ in range(3)]
    found["again"] = {name: statistics.median(one[name] for one in again) for name in again[0]}
    reads(page, 3)
    found["photo"] = statistics.median(reads(page, 7))
    found["stages"] = stages(page)
    if slower == 1:
        found["longest"] = longest_task(page, PHOTOS)
    return found


@contextmanager
def profile(player: Playwright) -> Generator[BrowserContext]:
    """Start a browser that keeps what it compiles, as a private window does not, and has kept nothing yet."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = player.chromium.launch_persistent_context(
            folder, executable_path=chromium_path(), args=["--no-sandbox"]
        )
        yield context
        context.close()


def held(address: str) -> dict[str, float]:
    """Return the megabytes of the page's process: the most while it starts, while it reads the first photo,
    those after it and one of 12 megapixels, and what it has in the end."""
    photo = base64.b64encode(SAMPLE.read_bytes()).decode()
    large = io.BytesIO()
    Image.open(SAMPLE).resize((4000, 3000)).save(large, "JPEG")
    with tab() as page:
        page.open(address)
        page.run(f"({_OPEN})()")
        found = {"start": page.peak()}
        page.run(f"({_READ})({json.dumps(photo)})")
        found["first photo"] = page.peak()
        for _ in range(PHOTOS):
            page.run(f'({_READ})("")')
        found["photos"] = page.peak()
        for shown in (base64.b64encode(large.getvalue()).decode(), ""):
            page.run(f"({_READ})({json.dumps(shown)})")
        return {**found, "large photo": page.peak(), "after": memory()}


def measured() -> dict[str, Any]:
    """Return all figures, at full speed and slowed."""
    figures: dict[str, Any] = {"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}
    with TemporaryDirectory() as folder, sync_playwright() as player:
        out = site.write(Path(folder) / "site", MODULES / "pyodide", MODULES / "onnxruntime-web")
        with counting(out) as (address, requested):
            with profile(player) as context:
                figures["full"] = visits(context, address, requested, 1)
            with slowed(SLOWER), profile(player) as context:
                figures["slowed"] = visits(context, address, requested, SLOWER)
            figures["memory"] = held(address)
    return figures


def written(figures: dict[str, Any]) -> str:
    """Return the figures as tables."""
    full, slow = figures["full"], figures["slowed"]
    start, first, more, large, after = (f"{megabytes:.0f}" for megabytes in figures["memory"].values())
    rows = [
        ("first visit: scores", full["cold"]["python"], slow["cold"]["python"]),
        ("first visit: reads photos", full["cold"]["reader"], slow["cold"]["reader"]),
        ("second visit: scores", full["again"]["python"], slow["again"]["python"]),
        ("second visit: reads photos", full["again"]["reader"], slow["again"]["reader"]),
        ("the first photo", full["first photo"], slow["first photo"]),
        ("each photo after", full["photo"], slow["photo"]),
        *(
            (f"… {words}", full["stages"].get(name, 0), slow["stages"].get(name, 0))
            for name, words in _STAGES.items()
        ),
    ]
    lines = [
        "| without a server, seconds | this machine | four times as slow |",
        "|---|--:|--:|",
        *(f"| {name} | {one:.2f} | {other:.2f} |" for name, one, other in rows),
        "",
        f"A first visit fetches {full['raw'] / 1e6:.1f} MB, {full['fetched'] / 1e6:.1f} where scripts are"
        f" compressed by the host. The page's process has at most {start} MB during its first start,"
        f" {first} at the first photo, {more} during {PHOTOS} more, {large} at a photo of 12 megapixels, and"
        f" {after} after them; the page's longest task meanwhile was {full['longest']:.0f} ms (0: none over"
        f" 50). The sample photo, Chromium, one thread for the networks, {figures['cores']} cores, load"
        f" {figures['load']} before.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print, and write on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the figures into docs/page.md")
    args = parser.parse_args()
    figures = measured()
    print(json.dumps(figures))
    print(written(figures))
    if args.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(before + BEGIN + written(figures) + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()

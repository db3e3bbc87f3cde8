"""The page on the phone alone: what it fetches, how fast it starts and reads, and its memory.

``python -m bench.phone [--write]`` serves the folder that ``make site`` writes from a plain file server and
opens it in Chromium: a first visit, second ones, the sample photo fifty times; then with all of the browser's
page processes stopped three quarters of the time, as on a processor four times as slow. With ``--write`` the
figures stand in docs/page.md.
"""

from __future__ import annotations

import argparse
import base64
import functools
import gzip
import http.server
import json
import os
import signal
import statistics
import subprocess
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench.page import chromium_path
from paiyan.service import site

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "page.md"
BEGIN, END = "<!-- phone: python -m bench.phone --write -->\n", "<!-- end of phone -->\n"
MODULES = ROOT / "tests" / "page" / "node_modules"
SAMPLE = ROOT / "service" / "samples" / "hand.jpg"
SLOWER = 4
PHOTOS = 50
_READ = """async (data) => {
  const { readHere } = await import(new URL("js/io/phone.js", document.baseURI));
  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  const begun = performance.now();
  await readHere(new Blob([bytes], { type: "image/jpeg" }), new AbortController().signal, 600);
  return performance.now() - begun;
}"""
_OPEN = """async () => {
  const { prepare } = await import(new URL("js/io/phone.js", document.baseURI));
  await prepare();
  return performance.now();
}"""
_WATCH = """() => {
  globalThis.longest = 0;
  const told = (list) => {
    globalThis.longest = Math.max(globalThis.longest, ...list.getEntries().map((one) => one.duration));
  };
  new PerformanceObserver(told).observe({ entryTypes: ["longtask"] });
}"""


@contextmanager
def counting(folder: Path) -> Generator[tuple[str, set[Path]]]:
    """The address of a folder that a plain server gives out, and the files that were asked for."""
    asked: set[Path] = set()

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            del format, args

        def send_head(self) -> Any:
            file = Path(self.translate_path(self.path))
            asked.add(file / "index.html" if file.is_dir() else file)
            return super().send_head()

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=str(folder))
    )
    server.request_queue_size = 128
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/", asked
    finally:
        server.shutdown()


def renderers() -> list[int]:
    """The processes of pages that this program started."""
    told = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [
        (int(pid), int(parent), args)
        for pid, parent, args in (line.split(None, 2) for line in told.splitlines())
    ]
    mine = {os.getpid()}
    for _ in range(6):
        mine |= {pid for pid, parent, _ in rows if parent in mine}
    return [pid for pid, _, args in rows if pid in mine and "--type=renderer" in args]


@contextmanager
def slowed(times: int) -> Generator[None]:
    """Let the pages' processes run one part in so many of the time."""
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


def memory() -> float:
    """Megabytes of the pages' processes, what they share counted in parts."""
    total = 0
    for pid in renderers():
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total / 1024


def started(page: Page, address: str) -> dict[str, float]:
    """Seconds from the page's first byte until Python scores, and until a photo can be read."""
    page.goto(address)
    page.wait_for_selector("html[data-engine=ready]", timeout=180_000)
    python = page.evaluate("performance.now()") / 1000
    return {"python": python, "reader": page.evaluate(_OPEN) / 1000}


def reads(page: Page, times: int) -> list[float]:
    data = base64.b64encode(SAMPLE.read_bytes()).decode()
    return [page.evaluate(_READ, data) / 1000 for _ in range(times)]


def visits(chromium: Any, address: str, asked: set[Path], slower: int) -> dict[str, Any]:
    """A first visit, three second ones, and photos."""
    context = chromium.new_context()
    page = context.new_page()
    found: dict[str, Any] = {"cold": started(page, address)}
    found["first photo"] = reads(page, 1)[0]
    page.evaluate("navigator.serviceWorker.ready")
    if slower == 1:
        time.sleep(3)
        files = [file for file in asked if file.is_file()]
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
    found["decoding"] = float(page.get_attribute("html", "data-decode-ms") or 0) / 1000
    if slower == 1:
        page.evaluate(_WATCH)
        before = memory()
        reads(page, PHOTOS)
        found["memory"] = {
            "before": before,
            "after": memory(),
            "longest": page.evaluate("globalThis.longest"),
        }
    context.close()
    return found


def measured() -> dict[str, Any]:
    """All figures, at full speed and slowed."""
    found = chromium_path()
    told: dict[str, Any] = {"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}
    with TemporaryDirectory() as folder, sync_playwright() as player:
        out = site.write(Path(folder) / "site", MODULES / "pyodide", MODULES / "onnxruntime-web")
        with counting(out) as (address, asked):
            browser = player.chromium.launch(executable_path=found, args=["--no-sandbox"])
            told["full"] = visits(browser, address, asked, 1)
            with slowed(SLOWER):
                told["slowed"] = visits(browser, address, asked, SLOWER)
            browser.close()
    return told


def written(told: dict[str, Any]) -> str:
    """The figures as tables."""
    full, slow = told["full"], told["slowed"]
    held = full["memory"]
    rows = [
        ("first visit: scores", full["cold"]["python"], slow["cold"]["python"]),
        ("first visit: reads photos", full["cold"]["reader"], slow["cold"]["reader"]),
        ("second visit: scores", full["again"]["python"], slow["again"]["python"]),
        ("second visit: reads photos", full["again"]["reader"], slow["again"]["reader"]),
        ("the first photo", full["first photo"], slow["first photo"]),
        ("each photo after", full["photo"], slow["photo"]),
        ("… of it decoding", full["decoding"], slow["decoding"]),
    ]
    lines = [
        "| without a server, seconds | this machine | four times as slow |",
        "|---|--:|--:|",
        *(f"| {name} | {one:.2f} | {other:.2f} |" for name, one, other in rows),
        "",
        f"A first visit fetches {full['raw'] / 1e6:.1f} MB, {full['fetched'] / 1e6:.1f} where scripts are"
        f" compressed by the host. The page's process has {held['before']:.0f} MB, {held['after']:.0f} after"
        f" {PHOTOS} more photos; the page's longest task meanwhile was {held['longest']:.0f} ms (0: none over"
        f" 50). The sample photo, Chromium, one thread for the networks, {told['cores']} cores, load"
        f" {told['load']} before.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, say, and write where it is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the figures into docs/page.md")
    asked = parser.parse_args()
    told = measured()
    print(json.dumps(told))
    print(written(told))
    if asked.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(before + BEGIN + written(told) + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()

"""Measure the page on a slow phone: time to first use, weight, and the scorer in the browser.

``python -m bench.page [--write]`` starts the service on this machine and opens the page in Chromium with the
processor slowed down four times and the network of Lighthouse's mobile profile: 150 ms, 1.6 Mbit/s down, 0.75
up. ``--write`` puts the figures into docs/page.md. If ``npm install --prefix out/lighthouse lighthouse`` was
run, Lighthouse rates the page too.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.serve import serving
from paiyan.service.browser_engine import OUT, size_of

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "page.md"
LIGHTHOUSE = ROOT / "out" / "lighthouse" / "node_modules" / "lighthouse" / "cli" / "index.js"
MARK = "<!-- figures: python -m bench.page --write -->\n"
SLOWER = 4
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
TRIES = 5
HAND = {
    "rules": "guobiao", "concealed": "123m45p789s11z",
    "melds": [{"type": "pung", "tiles": "555z", "from": "left"}],
    "win": {"tile": "6p", "by": "self_draw"}, "explain": True,
}  # fmt: skip


def first_use(browser: Browser, site: str) -> dict[str, float]:
    """Visit the page for the first time on a slow phone, without the engine: seconds until something is
    drawn, and until the page can be used; bytes over the network, as compressed, and the number of files."""
    about: dict[str, Any] = {"is_mobile": True, "has_touch": True, "service_workers": "block"}
    context = browser.new_context(viewport={"width": 390, "height": 844}, **about)
    page = context.new_page()
    page.route("**/engine/**", lambda route: route.abort())
    phone: Any = context.new_cdp_session(page)
    sizes: list[float] = []

    def add_size(event: dict[str, Any]) -> None:
        sizes.append(event["encodedDataLength"])

    phone.on("Network.loadingFinished", add_size)
    phone.send("Network.enable")
    phone.send("Network.emulateNetworkConditions", NETWORK)
    phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(site)
    page.wait_for_selector("html[data-ready]")
    ready = page.evaluate("performance.now()") / 1000
    drawn = (
        page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN") / 1000
    )
    context.close()
    return {"drawn": drawn, "ready": ready, "bytes": sum(sizes), "files": len(sizes)}


_ASK = """async (hand) => {
    const engine = await import("./js/io/engine.js");
    const times = [];
    for (let n = 0; n < 21; n += 1) {
        const begun = performance.now();
        await engine.score(hand, "en");
        times.push(performance.now() - begun);
    }
    return times;
}"""


def engine_times(browser: Browser, site: str) -> dict[str, float]:
    """Time the scorer in the browser: seconds to start, and milliseconds of the first hand and of later
    ones."""
    context = browser.new_context()
    page: Page = context.new_page()
    page.goto(site)
    page.wait_for_selector("html[data-engine=ready]", timeout=180_000)
    start = float(page.get_attribute("html", "data-engine-ms") or 0) / 1000
    first, *others = page.evaluate(_ASK, HAND)
    context.close()
    return {"start": start, "first": first, "hand": statistics.median(others)}


def lighthouse(chromium: str, site: str) -> dict[str, float]:
    """Return Lighthouse's scores of the page on a phone, of 100 each, and its kB; medians of three runs."""
    runs: list[dict[str, Any]] = []
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        out = ["--quiet", "--output=json", f"--output-path={report}"]
        for _ in range(3):
            subprocess.run(
                ["node", str(LIGHTHOUSE), site, *out, "--chrome-flags=--headless=new --no-sandbox"],
                check=True,
                env={**os.environ, "CHROME_PATH": chromium},
            )
            runs.append(json.loads(report.read_text(encoding="utf-8")))
    scores = {
        name: statistics.median(round(100 * run["categories"][name]["score"]) for run in runs)
        for name in runs[0]["categories"]
    }
    weights = [run["audits"]["total-byte-weight"]["numericValue"] / 1000 for run in runs]
    return {**scores, "kB": round(statistics.median(weights), 1)}


def chromium_path() -> str:
    """Return the path of this machine's Chromium. Raises `SystemExit` if there is none."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        raise SystemExit("no Chromium on this machine: install it to measure the page")
    return found


def measured() -> dict[str, Any]:
    """Return all figures; medians of several tries."""
    found = chromium_path()
    with serving() as (port, _), sync_playwright() as started:
        site = f"http://127.0.0.1:{port}/"
        browser = started.chromium.launch(executable_path=found, args=["--no-sandbox"])
        visits = [first_use(browser, site) for _ in range(TRIES)]
        figures: dict[str, Any] = {name: statistics.median(v[name] for v in visits) for name in visits[0]}
        if OUT.exists():
            figures["engine"] = engine_times(browser, site)
            figures["engine"]["bytes"] = 1e6 * size_of(OUT.rglob("*"))
        browser.close()
        if LIGHTHOUSE.exists():
            figures["lighthouse"] = lighthouse(found, site)
    return {**figures, "cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}


def written(figures: dict[str, Any]) -> str:
    """Return the figures as a table."""
    rows = [
        ("something is drawn", f"{figures['drawn']:.1f} s"),
        ("the page can be used", f"{figures['ready']:.1f} s"),
        (
            "weight before the scorer is loaded",
            f"{figures['bytes'] / 1000:.0f} kB in {figures['files']:.0f} files",
        ),
    ]
    if engine := figures.get("engine"):
        rows += [
            ("the scorer in the browser, to fetch once", f"{engine['bytes'] / 1e6:.1f} MB"),
            ("… to start, on this machine, not slowed", f"{engine['start']:.1f} s"),
            ("… the first hand", f"{engine['first']:.0f} ms"),
            ("… each hand after", f"{engine['hand']:.0f} ms"),
        ]
    if scores := figures.get("lighthouse"):
        judged = " / ".join(
            f"{scores[name]:.0f}" for name in ("performance", "accessibility", "best-practices", "seo")
        )
        rows.append(("Lighthouse: performance / accessibility / best practices / SEO", judged))
    lines = ["| a first visit | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)]
    about = f"\nChromium on {figures['cores']} cores, load {figures['load']} while it was measured."
    return "\n".join([*lines, about]) + "\n"


def main() -> None:
    """Measure, print, and write on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the figures into docs/page.md")
    args = parser.parse_args()
    figures = measured()
    print(json.dumps(figures))
    if args.write:
        before = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
        PAGE.write_text(before + MARK + written(figures), encoding="utf-8")


if __name__ == "__main__":
    main()

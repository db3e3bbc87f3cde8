"""The site in a browser alone: what a page without a service says of a photo, beside the command line.

``python -m tests.e2e.phone PHOTOS`` reads every development photo both ways and reports each difference.
"""

from __future__ import annotations

import argparse
import base64
import functools
import http.server
import json
import shutil
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from paiyan.datasets.evaluation.hand_lists import read_hand_list
from paiyan.datasets.evaluation.hands import photo_path
from paiyan.models.opening import load_detector, open_reader
from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report.answer import answer
from paiyan.service import site
from paiyan.service.answers.reading import reading_report
from paiyan.service.answers.situation import DEFAULT_RULES
from paiyan.vision.picture.image import load
from paiyan.vision.pipeline import Reader, Source

MODULES = Path(__file__).parents[1] / "page" / "node_modules"
PYODIDE, ORT = MODULES / "pyodide", MODULES / "onnxruntime-web"
DATA = Path(__file__).parents[1] / "data"
LISTS = {
    "real": (DATA / "hands_real.jsonl", ""),
    "unseen": (DATA / "hands_unseen.jsonl", ""),
    "wild": (Path("wild") / "hands.jsonl", "wild"),
    "wild2": (Path("wild2") / "hands.jsonl", "wild2"),
}
_READ = """async ([data, type]) => {
  const { readHere } = await import(new URL("js/io/phone.js", document.baseURI));
  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  try { return await readHere(new Blob([bytes], { type }), new AbortController().signal, 3600); }
  catch (error) { return { error: error.message }; }
}"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        del format, args


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128  # a first visit asks for all files at once; five may wait otherwise


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder, as Python's own server gives it out."""
    server = Server(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    thread.join(20)


def read_on_phone(page: Any, photo: Path) -> dict[str, Any]:
    """What the page says of a photo: a reading, or the error that it tells."""
    data = base64.b64encode(photo.read_bytes()).decode()
    return page.evaluate(_READ, [data, "image/png" if photo.suffix == ".png" else "image/jpeg"])


def read_here(reader: Reader, photo: Source) -> dict[str, Any]:
    """What the command line says of it."""
    reading = reader.read(photo)
    said = to_json(reading_report(reading, rules=DEFAULT_RULES if reading.tiles else None), "en")
    return json.loads(json.dumps(said))


def differences(here: Mapping[str, Any], phone: Mapping[str, Any]) -> list[str]:
    """In what two readings differ: hand, reliability, payments, problems, tiles.

    A box of little confidence that one of them has alone lay at a threshold: it is no difference.
    """
    if "error" in phone:
        return [f"error: {phone['error']}"]
    parts = [(part, read_of(here, part), read_of(phone, part)) for part in ("hand", "reliable", "problems")]
    found = [f"{part} ({one} and {other})" for part, one, other in parts if one != other]
    if worth(here["hand"]) != worth(phone["hand"]):
        found.append("payments")
    if sure_tiles(here) - sure_tiles(phone, 0) or sure_tiles(phone) - sure_tiles(here, 0):
        found.append(f"tiles ({len(here['tiles'])} and {len(phone['tiles'])})")
    return found


def lies_at_a_threshold(reader: Reader, photo: Path, phone: Mapping[str, Any]) -> bool:
    """True if the command line says the same as the phone once a fiftieth of the pixels differs by one.

    A decoder of another make differs by more. Four tries.
    """
    rng = np.random.default_rng(0)
    image = load(photo).astype(np.int16)
    for _ in range(4):
        noise = rng.integers(-1, 2, image.shape) * (rng.random(image.shape) < 0.02)
        noisy = (image + noise).clip(0, 255).astype(np.uint8)
        if not differences(read_here(reader, noisy), phone):
            return True
    return False


def sure_tiles(reading: Mapping[str, Any], confidence: float = 0.6) -> Counter[str]:
    """How often each tile was found with that confidence."""
    return Counter(tile["tile"] for tile in reading["tiles"] if tile["confidence"] >= confidence)


def read_of(reading: Mapping[str, Any], part: str) -> Any:
    """A part of a reading, a hand without the numbers of its tiles: those follow the order of the boxes."""
    if part != "hand":
        return reading[part]
    hand = {key: value for key, value in reading["hand"].items() if not key.endswith("_tiles")}
    return hand | {"melds": [{k: v for k, v in meld.items() if k != "group"} for meld in hand["melds"]]}


def worth(hand: Mapping[str, Any], rules: str = DEFAULT_RULES) -> Any:
    """What a read hand is worth, won by drawing, or why it is not."""
    told = {key: hand[key] for key in ("concealed", "melds", "flowers") if hand.get(key)}
    if not hand.get("winning"):
        return None
    asked = {"rules": rules, **told, "win": {"tile": hand["winning"], "by": "self_draw"}}
    try:
        return answer(asked, lang="en", explain=False)
    except TranslatedError as error:
        return error.to("en")


def largest_shift(here: Mapping[str, Any], phone: Mapping[str, Any]) -> float:
    """How far any edge of a box lies elsewhere, in shorter sides of its tile; of tiles that both have."""
    most = 0.0
    for tile in here["tiles"]:
        x1, y1, x2, y2 = tile["box"]
        side = min(x2 - x1, y2 - y1)
        same = [one["box"] for one in phone["tiles"] if one["tile"] == tile["tile"]]
        far = [max(abs(a - b) for a, b in zip(tile["box"], box, strict=True)) / side for box in same]
        near = [one for one in far if one < 0.5]
        most = max(most, min(near, default=0.0))
    return most


def main() -> None:
    """Read all photos both ways and report."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("lists", nargs="*", default=list(LISTS), help="those to read: " + ", ".join(LISTS))
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    told = parser.parse_args()
    reader = open_reader(load_detector(threads=1, backend="onnxruntime"))
    with (
        tempfile.TemporaryDirectory() as folder,
        served(site.write(Path(folder) / "site", PYODIDE, ORT)) as url,
        sync_playwright() as player,
    ):
        browser = player.chromium.launch(executable_path=told.chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.on("console", lambda message: print(message.text[-200:], flush=True))
        page.goto(url)
        for name in told.lists:
            _report(name, told.photos, reader, page)
        browser.close()


def _report(name: str, photos: Path, reader: Reader, page: Any) -> None:
    listed, root = LISTS[name]
    hands = read_hand_list(listed if listed.is_absolute() else photos / listed)
    counts: dict[str, int] = {}
    times, shifts = [], []
    for hand in hands:
        photo = photo_path(photos / root, hand.photo)
        here = read_here(reader, photo)
        begun = time.perf_counter()
        phone = read_on_phone(page, photo)
        times.append(time.perf_counter() - begun)
        found = differences(here, phone)
        if "error" not in phone:
            shifts.append(largest_shift(here, phone))
        for one in found:
            counts[one.split(" ")[0]] = counts.get(one.split(" ")[0], 0) + 1
        if found:
            near = "error" not in phone and lies_at_a_threshold(reader, photo, phone)
            print(f"{name}/{hand.photo}: {', '.join(found)}{' (at a threshold)' if near else ''}", flush=True)
    times.sort()
    shifts.sort()
    middle, late = len(times) // 2, int(0.9 * len(times))
    print(
        f"{name}: {len(times)} photos; differ in {counts or 'nothing'}; boxes differ by at most"
        f" {shifts[int(0.95 * len(shifts))]:.4f} in 95%, {shifts[-1]:.3f} in all;"
        f" seconds: middle {times[middle]:.2f}, 90% {times[late]:.2f}, most {times[-1]:.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()

"""Benchmark on photos of whole hands, with tables and tile sets that we never trained on:
`docs/benchmark.md`.

``hands.jsonl`` lists 36 photos of eight public repositories by name and git blob, ``more_hands.jsonl`` 24 of
fourteen others, with our labels. The pictures stay where they are: `fetch` downloads them from GitHub's API,
each by its git blob, checks it against its hash, turns it upright by its EXIF and shrinks it to `SIDE` pixels
on its longer side, as the photos were when they were labelled. Nothing else here uses a network.
``results.json`` and ``more_results.json`` hold the results, with the weights that gave them.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple, cast

from paiyan.datasets.formats.labelled import DatasetError

HANDS = Path(__file__).with_name("hands.jsonl")
MORE_HANDS = Path(__file__).with_name("more_hands.jsonl")
RESULTS = {HANDS: HANDS.with_name("results.json"), MORE_HANDS: HANDS.with_name("more_results.json")}
"""The results file of each list."""
Entry = dict[str, Any]


def read_results(list_file: Path = HANDS) -> list[Entry]:
    """Return the results of a list, the oldest first."""
    file = RESULTS[list_file]
    return cast("list[Entry]", json.loads(file.read_text(encoding="utf-8"))) if file.exists() else []


def enter(entry: Entry, list_file: Path = HANDS) -> None:
    """Add a result, replacing the last one if it has the same weights or day.

    The first entry stays: it was measured before anything was decided on these photos.
    """
    entries = read_results(list_file)
    if len(entries) > 1 and any(entries[-1][key] == entry[key] for key in ("weights", "measured")):
        entries = entries[:-1]
    write([*entries, entry], list_file)


def write(entries: Sequence[Entry], list_file: Path = HANDS) -> None:
    """Write all results of a list, to be read by `read_results`."""
    text = json.dumps(list(entries), indent=1, ensure_ascii=False)
    RESULTS[list_file].write_text(text + "\n", encoding="utf-8")


GITHUB = "https://api.github.com"
SIDE, QUALITY = 1920, 82
"""The largest longer side of a labelled photo in pixels, and its JPEG quality."""
FETCHED = "fetched.json"
"""A file next to the photos: the blob that each was made from, and its sha256."""
LIMIT = 60 * 2**20
"""Bytes; no photo of the list is larger, so anything larger is another file."""
SECONDS = 60.0
"""Timeout of one request."""


Box = tuple[int, int, int, int]
"""A part of a picture: left, upper, right and lower edge in pixels."""


class Photo(NamedTuple):
    """A photo of a list: its name there, the repository, and the git blob of the original.

    If `notebook` is set, the original is a notebook, and the photo is this part of its first picture. `crop`
    is the part of the upright photo that was labelled, turned by `rotate` degrees anticlockwise.
    """

    name: str
    repository: str
    blob: str
    notebook: Box | None = None
    crop: Box | None = None
    rotate: int = 0


class FetchError(DatasetError):
    """Raised if photos cannot be downloaded; the message says why and what to do."""


def photos_of(list_file: Path = HANDS) -> list[Photo]:
    """Return the photos of a list. Raises `DatasetError` if a line lacks repository or blob."""
    photos: list[Photo] = []
    for number, line in enumerate(list_file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = cast("Mapping[str, Any]", json.loads(line))
            notebook, crop = (_box(row[name]) if row.get(name) else None for name in ("notebook", "crop"))
            name = Path(row["photo"]).name
            photos.append(Photo(name, row["repo"], row["blob"], notebook, crop, row.get("rotate", 0)))
        except (ValueError, KeyError, TypeError) as error:
            raise DatasetError(f"{list_file}, line {number} names no photo with repo and blob") from error
    return photos


def _box(edges: list[int]) -> Box:
    left, top, right, bottom = edges
    return left, top, right, bottom


def fetch(
    folder: Path,
    *,
    list_file: Path = HANDS,
    address: str = GITHUB,
    token: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Download the missing photos of a list into a folder; return how many were downloaded.

    `address` is that of GitHub's API; `token` is needed only beyond its rate limit. Raises `FetchError` if a
    photo cannot be downloaded; those before it stay.
    """
    photos = photos_of(list_file)
    folder.mkdir(parents=True, exist_ok=True)
    known = _known(folder)
    count = 0
    for done, photo in enumerate(photos, 1):
        if not _is_there(folder, photo, known):
            original = blob_of(photo, address=address, token=token)
            known[photo.name] = {"blob": photo.blob, "sha256": _write(folder, photo, original)}
            _replace(folder / FETCHED, (json.dumps(known, indent=1) + "\n").encode())
            count += 1
        if progress is not None:
            progress(done, len(photos))
    return count


def blob_of(photo: Photo, *, address: str = GITHUB, token: str = "") -> bytes:
    """Download the original of a photo and check its hash. Raises `FetchError`."""
    if not address.startswith(("https://", "http://")):
        raise FetchError(f"{address!r} is no address: write one like {GITHUB}")
    headers = {"Accept": "application/vnd.github.raw+json", "User-Agent": "paiyan"}
    url = f"{address.rstrip('/')}/repos/{photo.repository}/git/blobs/{photo.blob}"
    request = urllib.request.Request(url, headers=headers)
    if token:
        request.add_unredirected_header("Authorization", f"Bearer {token}")  # not for another host
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            content = cast("bytes", answer.read(LIMIT + 1))
    except urllib.error.HTTPError as error:
        raise FetchError(_refused(photo, error)) from error
    except (OSError, HTTPException) as error:
        raise FetchError(
            f"{photo.name} cannot be fetched from {address} ({_reason(error)}): the benchmark's photos need "
            "a network; run this again where there is one, what was fetched is kept"
        ) from error
    if git_blob(content) != photo.blob:
        raise FetchError(
            f"{photo.name} is not the photo of the list: what {photo.repository} sent has another git hash; "
            "run this again, and tell us where it happens twice"
        )
    return content


def git_blob(content: bytes) -> str:
    """Return the name that git gives a file's content: the sha1 of its length and bytes."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def _refused(photo: Photo, error: urllib.error.HTTPError) -> str:
    if error.code in (403, 429):
        at = error.headers.get("X-RateLimit-Reset", "")
        until = time.strftime(" until %H:%M", time.localtime(int(at))) if at.isdigit() else " for a while"
        return (
            f"GitHub answers no further questions{until}: wait, or put a token into GITHUB_TOKEN, and run "
            "this again; what was fetched is kept"
        )
    if error.code in (404, 451):
        return (
            f"{photo.repository} no longer has {photo.name} (blob {photo.blob}): the figures can only be had "
            "without it; tell us"
        )
    return f"{photo.name} cannot be fetched: {photo.repository} answers {error.code}; run this again later"


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", None) or error
    return str(getattr(reason, "strerror", None) or reason or type(error).__name__)


def _known(folder: Path) -> dict[str, dict[str, str]]:
    try:
        return cast("dict[str, dict[str, str]]", json.loads((folder / FETCHED).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _is_there(folder: Path, photo: Photo, fetched: Mapping[str, Mapping[str, str]]) -> bool:
    """True if the photo is there as it was written, made from the blob of the list."""
    path, entry = folder / photo.name, fetched.get(photo.name, {})
    if entry.get("blob") != photo.blob or not path.is_file():
        return False
    return hashlib.sha256(path.read_bytes()).hexdigest() == entry.get("sha256")


def _write(folder: Path, photo: Photo, original: bytes) -> str:
    """Write a photo as it was labelled; return the sha256 of the file. Raises `FetchError`."""
    from PIL import Image, ImageOps

    try:
        content = original if photo.notebook is None else _first_png(original)
        with Image.open(io.BytesIO(content)) as opened:
            upright = ImageOps.exif_transpose(opened).convert("RGB")
    except (OSError, ValueError, KeyError, Image.DecompressionBombError) as error:
        raise FetchError(f"{photo.name} is no picture that can be opened ({error}): tell us") from error
    for part in (photo.notebook, photo.crop):
        upright = upright.crop(part) if part else upright
    upright = upright.rotate(photo.rotate, expand=True) if photo.rotate else upright
    upright.thumbnail((SIDE, SIDE))
    written = io.BytesIO()
    upright.save(written, "JPEG", quality=QUALITY)
    _replace(folder / photo.name, written.getvalue())
    return hashlib.sha256(written.getvalue()).hexdigest()


def _first_png(notebook: bytes) -> bytes:
    """Return the first picture in the outputs of a notebook. Raises ValueError or KeyError."""
    for cell in json.loads(notebook)["cells"]:
        for output in cell.get("outputs", ()):
            if png := output.get("data", {}).get("image/png"):
                return base64.b64decode("".join(png))
    raise ValueError("the notebook holds no picture")


def _replace(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    os.replace(part, path)

"""A first visit on a line that breaks: a large file that is cut half way comes whole all the same."""

from __future__ import annotations

import functools
import gzip
import hashlib
import http.server
import json
import threading
from collections import defaultdict
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.e2e.acts import expect_total, read_sample
from tests.e2e.conftest import Opened
from tests.e2e.phone import Server

pytestmark = pytest.mark.browser
CUT = ("detector.short.packed", "pyodide.asm.wasm.packed")
AFTER = 300_000  # bytes of each that come before the line breaks
KEPT = """async () => {
  const hex = (hash) => [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const cache = await caches.open("paiyan-site-engine");
  const files = await Promise.all((await cache.keys()).map(async (request) => {
    const bytes = await (await cache.match(request)).arrayBuffer();
    return [request.url.split("/").pop(), hex(await crypto.subtle.digest("SHA-256", bytes))];
  }));
  return Object.fromEntries(files);
}"""


TELL = """
{
  const { fetch } = self, { getReader } = ReadableStream.prototype;
  const { read } = ReadableStreamDefaultReader.prototype;
  self.fetch = async (url, how) => {
    const response = await fetch(url, how);
    if (response.body) response.body.of = new URL(url).pathname.split("/").pop();
    return response;
  };
  ReadableStream.prototype.getReader = function (...how) {
    return Object.assign(getReader.apply(this, how), { of: this.of });
  };
  ReadableStreamDefaultReader.prototype.read = async function () {
    const got = await read.call(this);
    if (this.of?.endsWith(".packed")) fetch(`has-read/${this.of}`);
    this.of = "";
    return got;
  };
}
"""
"""Before the service worker: it tells the host once it has read something of a file."""


class BreakingLine(http.server.SimpleHTTPRequestHandler):
    """Cuts each of some files once, when some of it was read: what has only come is forgotten then.

    With `parts` it gives what is left of a file, if that is asked for.
    """

    cut: ClassVar[set[str]]
    was_read: ClassVar[dict[str, threading.Event]]
    asked: ClassVar[list[tuple[str, str | None]]]
    parts: ClassVar[bool]

    def log_message(self, format: str, *args: Any) -> None:
        del format, args

    def do_GET(self) -> None:
        file = Path(self.translate_path(self.path))
        if file.name == "sw.js":
            self._send(HTTPStatus.OK, TELL.encode() + file.read_bytes(), "text/javascript")
            return
        if file.parent.name == "has-read":
            self.was_read[file.name].set()
            self._send(HTTPStatus.OK, b"", "text/plain")
            return
        if file.name not in CUT:
            super().do_GET()
            return
        content, wanted = file.read_bytes(), self.headers.get("range")
        self.asked.append((file.name, wanted))
        first = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and self.parts else 0
        self.send_response(HTTPStatus.PARTIAL_CONTENT if first else HTTPStatus.OK)
        if first:
            self.send_header("Content-Range", f"bytes {first}-{len(content) - 1}/{len(content)}")
        self.send_header("Content-Length", str(len(content) - first))
        self.end_headers()
        if file.name in self.cut:
            self.cut.discard(file.name)
            self.wfile.write(content[:AFTER])
            self.wfile.flush()
            self.was_read[file.name].wait(120)
            self.close_connection = True
            return
        self.wfile.write(content[first:])

    def _send(self, status: HTTPStatus, content: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@pytest.fixture(params=[True, False], ids=["parts", "whole files only"])
def line(request: pytest.FixtureRequest) -> type[BreakingLine]:
    """A line that breaks once for each of the files."""

    class Line(BreakingLine):
        cut: ClassVar = set(CUT)
        was_read: ClassVar = defaultdict(threading.Event)
        asked: ClassVar = []
        parts = request.param

    return Line


@pytest.fixture
def site(files: Path, line: type[BreakingLine]) -> Iterator[str]:
    """The address of the site at the end of that line."""
    server = Server(("127.0.0.1", 0), functools.partial(line, directory=str(files)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    thread.join(20)


def test_a_download_that_is_cut_goes_on_and_ends_with_the_right_bytes(
    opened: Opened, line: type[BreakingLine], files: Path
) -> None:
    page = opened(service_workers="allow")
    read_sample(page)
    expect_total(page, "19 fan")
    assert line.cut == set()
    kept = page.evaluate(KEPT)
    for name in CUT:
        ranges = [wanted for file, wanted in line.asked if file == name]
        assert ranges[0] is None
        assert len(ranges) == 2
        assert ranges[1] is not None
        assert 0 < int(ranges[1].removeprefix("bytes=").rstrip("-")) <= AFTER
        (file,) = files.glob(f"engine/*/{name}")
        assert hashlib.sha256(file.read_bytes()).hexdigest() in kept
    worker = (files / "sw.js").read_text(encoding="utf-8")
    hashes = json.loads(worker.partition("const FILES = ")[2].partition(";")[0])
    paths = {name: path for path, name in hashes.items()}
    assert kept == {name: hash_as_kept(files / paths[name]) for name in kept}


def hash_as_kept(file: Path) -> str:
    """Return the hash of a file; that of what it was before it was packed where it is a binary."""
    content = file.read_bytes()
    return hashlib.sha256(
        gzip.decompress(content) if file.name.endswith(".wasm.packed") else content
    ).hexdigest()

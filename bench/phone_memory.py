"""The memory of the page's process, without a debugger that keeps what is fetched.

Playwright's own commands let Chromium hold a copy of every file that a page fetches, some 50 MB here; a phone
has no debugger. So the page is driven by the two commands that it takes to open and to run a script.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen

from websockets.sync.client import connect

from bench.page import chromium_path

_EVERY = 0.05  # seconds between two looks at the memory


def renderers() -> list[int]:
    """Return the page processes that this program started."""
    listing = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [
        (int(pid), int(parent), args)
        for pid, parent, args in (line.split(None, 2) for line in listing.splitlines())
    ]
    own = {os.getpid()}
    for _ in range(6):
        own |= {pid for pid, parent, _ in rows if parent in own}
    # Chromium draws its own tab strip in a renderer too, which no phone has.
    return [
        pid
        for pid, _, args in rows
        if pid in own and "--type=renderer" in args and "--top-chrome-webui" not in args
    ]


def memory(*kinds: str) -> float:
    """Return the megabytes of the pages' processes now, with shared memory counted in parts.

    Args:
        kinds: "Anon", "Shmem" or "File" to count only these. Files are the browser itself: the more browsers
            run, the smaller is each one's part.
    """
    names = tuple(f"Pss_{kind}:" for kind in kinds) or ("Pss:",)
    total = 0
    for pid in renderers():
        with suppress(OSError):  # it has ended meanwhile
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith(names):
                    total += int(line.split()[1])
    return total / 1024


class Tab:
    """A page of a browser of its own.

    Args:
        address: of the websocket on which Chromium takes commands for the page.
    """

    def __init__(self, address: str) -> None:
        self._socket = connect(address, max_size=None)
        self._commands = 0
        self._peak = 0.0
        self._over = threading.Event()
        self._watching = threading.Thread(target=self._watch)
        self._watching.start()

    def _watch(self) -> None:
        while not self._over.wait(_EVERY):
            now = memory()
            self._peak = max(self._peak, now)  # `peak` may have reset it meanwhile

    def peak(self) -> float:
        """Return the most megabytes since it was last asked for."""
        peak, self._peak = max(self._peak, memory()), 0.0
        return peak

    def close(self) -> None:
        """Stop watching the memory, and let the page go."""
        self._over.set()
        self._watching.join()
        self._socket.close()

    def open(self, address: str) -> None:
        """Open a page and wait until it can be used."""
        self._call("Page.navigate", url=address)
        while self.run("document.documentElement?.dataset.ready") != "yes":
            time.sleep(_EVERY)

    def run(self, script: str) -> Any:
        """Return the value of an expression, awaited. Raises `RuntimeError` if the page does."""
        result = self._call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:500])
        return result["result"].get("value")

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        self._commands += 1
        self._socket.send(json.dumps({"id": self._commands, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=240))
            if message.get("id") == self._commands:
                return message["result"]


@contextmanager
def tab() -> Generator[Tab]:
    """Start a browser that has kept nothing yet, and yield its page."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        arguments = [
            "--headless",
            "--no-sandbox",
            "--remote-debugging-port=0",
            "--disable-features=SpareRendererForSitePerProcess",  # a process of no page
            f"--user-data-dir={profile}",
        ]
        process = subprocess.Popen(
            [chromium_path(), *arguments, "about:blank"], stderr=subprocess.PIPE, text=True
        )
        assert process.stderr is not None
        try:
            greetings = (re.search(r"DevTools listening on ws://([^/]+)/", line) for line in process.stderr)
            host = next(one[1] for one in greetings if one)
            threading.Thread(target=process.stderr.read, daemon=True).start()  # lest it wait for a reader
            with urlopen(f"http://{host}/json") as answer:
                pages = [one for one in json.load(answer) if one["type"] == "page"]
            driven = Tab(pages[0]["webSocketDebuggerUrl"])
            try:
                yield driven
            finally:
                driven.close()
        finally:
            process.terminate()
            process.wait(20)

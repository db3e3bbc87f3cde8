"""Measure the service under load: ``/v1/read`` and ``/v1/score`` with 1 to 64 clients, and its memory.

``python -m bench serve``. It starts ``paiyan serve`` on a free port of this machine and sends requests over
kept connections; clients and service share the processor, and the service's own use of it, which a busy
machine changes less, is a line too.

Every request must be answered: with 200 or 504 by the deadline, or at once with 503 and the time to wait.
Anything else, and memory that grows, is reported as wrong.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from itertools import cycle
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from bench.benches import PAIYAN, Measured
from bench.hands import deal, hand_json
from paiyan.models.pages.speed import Unit
from paiyan.scorer.hand.hand import Hand

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "service" / "samples" / "hand.jpg"
SCENES = sorted((ROOT / "tests" / "data" / "scenes").glob("*.jpg"))[:7]
CLIENTS = (1, 8, 64)
LATEST = 35  # seconds: the service's defaults, 15 to receive a request and 20 to answer it
GROWTH = (
    1.03  # memory after all photos relative to that after half, when every buffer was used: more is a leak
)


class Reply(NamedTuple):
    """A reply: its status (0 if none came), the seconds it took, and whether it says when to try again."""

    status: int
    seconds: float
    again: bool = False

    @property
    def kept(self) -> bool:
        """True if it is a permitted answer."""
        if self.status == 503:
            return self.again
        return self.status in (200, 504) and self.seconds < LATEST


class Client:
    """One kept connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def exchange(self, request: bytes) -> tuple[bytes, bytes]:
        """Send a request; return the head of the answer, in lower case, and its body. Raises OSError,
        EOFError.

        As browsers do, it reads while it sends: a refusal arrives before all of a photo is sent.
        """
        await self.writer.drain()
        self.writer.write(request)
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        size = int(head.split(b"content-length:", 1)[1].split(b"\r\n", 1)[0])
        return head, await self.reader.readexactly(size)

    async def ask(self, request: bytes) -> Reply:
        """Send a request and time its reply; its status is 0 if the connection breaks."""
        start = perf_counter()
        try:
            head, _ = await self.exchange(request)
        except (OSError, EOFError):
            return Reply(0, perf_counter() - start)
        return Reply(int(head[9:12]), perf_counter() - start, again=b"\r\nretry-after:" in head)


@asynccontextmanager
async def connected(port: int) -> AsyncGenerator[Client, None]:
    """Connect to a port of this machine, until the block ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield Client(reader, writer)
    finally:
        writer.close()


def request(path: str, body: bytes = b"", kind: str = "application/json", more: str = "") -> bytes:
    """Return an HTTP request: POST if it has a body, else GET; `more` are header lines."""
    how = f"POST {path}" if body else f"GET {path}"
    head = f"host: 127.0.0.1\r\n{more}content-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n"
    return f"{how} HTTP/1.1\r\n{head}".encode() + body


async def load(
    port: int, requests: Sequence[bytes], clients: int, *, seconds: float, most: float = inf,
    pause: Callable[[], float] = lambda: 0.2,
) -> list[Reply]:  # fmt: skip
    """Send requests with `clients` clients, one after the other each, until time or `most` is reached.

    A refused client waits for the seconds of a `pause`.
    """
    end, turn = perf_counter() + seconds, cycle(requests)
    replies: list[Reply] = []

    async def one() -> None:
        while perf_counter() < end and len(replies) < most:
            async with connected(port) as client:
                while perf_counter() < end and len(replies) < most:
                    replies.append(await client.ask(next(turn)))
                    if replies[-1].status == 503:
                        await asyncio.sleep(pause())
                    if not replies[-1].status:
                        break  # the connection is gone: a new one

    await asyncio.gather(*(one() for _ in range(clients)))
    return replies


class Process(NamedTuple):
    """A program seen from outside, and the port of its second listener."""

    pid: int
    admin: int

    @property
    def cpu(self) -> float:
        """The seconds of processor time that it has used."""
        used = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")

    @property
    def resident(self) -> float:
        """The MiB of memory that it holds."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


@contextmanager
def serving() -> Generator[tuple[int, Process]]:
    """Run ``paiyan serve`` of the default install with its defaults, except for its log."""
    command = [sys.executable, "-c", PAIYAN, "serve", "--port", "0"]
    quiet = {**os.environ, "PAIYAN_LOG_LEVEL": "warning"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=quiet, cwd=ROOT) as program:
        try:
            assert program.stderr is not None
            port, admin = (int(program.stderr.readline().rsplit(":", 1)[1]) for _ in range(2))
            yield port, Process(program.pid, admin)
        finally:
            program.terminate()
            program.wait(60)


async def ready(port: int) -> None:
    """Wait until the service is ready. Raises `TimeoutError` after 600 attempts."""
    async with connected(port) as client:
        for _ in range(600):
            if (await client.ask(request("/readyz"))).status == 200:
                return
            await asyncio.sleep(0.1)
    raise TimeoutError("the service did not become ready")


def percentile(seconds: Sequence[float], share: float) -> float:
    """Return the time within which this share of them lies; zero if there are none."""
    ordered = sorted(seconds) or [0.0]
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def scoring(hand: Hand) -> bytes:
    """Return the request for a hand's score."""
    return request("/v1/score", json.dumps(hand_json(hand)).encode())


async def run(
    record: Measured, port: int, process: Process, *, seconds: float, requests: int, seed: int
) -> None:
    """Run every load in turn, then measure the memory."""
    await ready(port)
    photos = [request("/v1/read", path.read_bytes(), "image/jpeg") for path in (SAMPLE, *SCENES)]
    random = Random(seed)
    hands = [scoring(deal(random)) for _ in range(1000)]
    for figure, every in (("hands scored", hands), ("photos read", photos[:1])):
        for clients in CLIENTS:
            start, cpu = perf_counter(), process.cpu
            replies = await load(port, every, clients, seconds=seconds)
            wall, used = perf_counter() - start, process.cpu - cpu
            good = [r.seconds for r in replies if r.status == 200]
            method = f"{clients} client{'s' * (clients > 1)}"
            record.add(figure, len(good) / wall, Unit.RATE, method=method)
            record.add(
                f"{figure}, 99 of 100 answered within", 1000 * percentile(good, 0.99), Unit.MS, method=method
            )
            if clients == 1:  # with more, some are refused, which takes almost no time
                record.add(
                    f"{figure}, time of its processor", 1000 * used / len(replies), Unit.MS, method=method
                )
            record.wrong += broken(replies, f"{figure} for {method}")
    await steady(record, port, process, photos, requests)


def broken(replies: Sequence[Reply], when: str) -> list[str]:
    """Return the answers that were not as promised, by status."""
    odd = Counter(r.status for r in replies if not r.kept)
    return [f"{when}: {n} answers of status {status} were late or lost" for status, n in odd.items()]


async def steady(
    record: Measured, port: int, process: Process, requests: Sequence[bytes], count: int
) -> None:
    """Measure memory over many photos of 4 clients, after each tenth of them."""
    sizes: list[float] = []
    for part in range(1, 11):
        size = count * part // 10 - count * (part - 1) // 10
        replies = await load(port, requests, 4, seconds=3600, most=size)
        sizes.append(process.resident)
        record.wrong += broken(replies, "the memory test")
    half, late = sizes[4], sizes[-1]
    record.add(f"memory after {count} photos", late, Unit.MIB, baseline=("after half of them", half))
    if late > GROWTH * half:
        record.wrong.append(f"memory grows: {half:.0f} MiB after half of the photos, {late:.0f} after all")


def measure(record: Measured, *, seconds: float = 6, requests: int = 800, seed: int = 0) -> None:
    """Add lines of each load, of `seconds` each, and of the memory over `requests` photos."""
    with serving() as (port, process):
        asyncio.run(run(record, port, process, seconds=seconds, requests=requests, seed=seed))

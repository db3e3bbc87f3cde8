"""Measure everything at once: photos, typed hands, rule pages and watched tables, with many clients of each.

``python -m bench load`` starts ``paiyan serve`` with its defaults; `make docs` puts its details into
docs/scaling.md. Clients and service share the processor; a refused client tries again one or two seconds
later. The delay of a table's news is from the answer to the writer until each of the others has them. The
service's own time of a refusal, from the request to the answer, is shown next to that of the clients. Lost
answers and growing memory are wrong.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import re
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from websockets.asyncio.client import connect

from bench.benches import Measured
from bench.hands import deal
from bench.serve import (
    GROWTH,
    SAMPLE,
    Process,
    Reply,
    broken,
    connected,
    load,
    percentile,
    ready,
    request,
    scoring,
    serving,
)  # fmt: skip
from paiyan.models.pages.speed import Unit

_RULES = ("guobiao", "riichi", "sichuan", "guangdong-jipinghu")
_WRITES = 0.5  # seconds between two changes of the table that is watched


async def watch(port: int, table: str, secret: str, received: dict[int, list[float]]) -> None:
    """Watch a table as one phone; record when each version arrives."""
    address = f"ws://127.0.0.1:{port}/v1/tables/{table}/live"
    async with connect(address, open_timeout=60, additional_headers={"x-table-secret": secret}) as phone:
        async for text in phone:
            received.setdefault(json.loads(text)["table"]["version"], []).append(perf_counter())


async def write_on(
    port: int, change: bytes, end: float, wrote: dict[int, float], replies: list[Reply]
) -> None:
    """Change the table as one phone; record when each version is answered."""
    async with connected(port) as client:
        version = 0
        while perf_counter() < end:
            replies.append(await client.ask(change))
            if replies[-1].status == 200:
                version += 1
                wrote[version] = perf_counter()
            await asyncio.sleep(_WRITES)


def spread(seconds: Sequence[float]) -> dict[str, int]:
    """Return the milliseconds of the median and of the 99th percentile."""
    return {f"p{p}": round(1000 * percentile(seconds, p / 100)) for p in (50, 99)}


async def refusals(admin: int) -> dict[float, float]:
    """Return the service's own histogram of refusals: how many took at most each number of seconds."""
    async with connected(admin) as client:
        _, body = await client.exchange(request("/metrics"))
    buckets = re.findall(r'^paiyan_refusal_seconds_bucket{le="(.+)"} (.+)$', body.decode(), re.MULTILINE)
    return {float(most): float(count) for most, count in buckets}


def within(before: dict[float, float], after: dict[float, float]) -> dict[str, float]:
    """Return the milliseconds within which half, and 99 of 100, of the refusals in between were answered."""
    counts = {most: after[most] - before[most] for most in sorted(after)}
    every = counts[math.inf]
    return {
        f"p{p}": round(1000 * next(most for most, count in counts.items() if count >= every * p / 100), 1)
        for p in (50, 99)
        if every
    }


def figures_of(replies: Sequence[Reply], wall: float) -> dict[str, Any]:
    """Return the figures of one kind of request."""
    good = [r.seconds for r in replies if r.status == 200]
    refused = [r.seconds for r in replies if r.status == 503]
    others = len(replies) - len(good) - len(refused)
    figures: dict[str, Any] = {"answered": len(good), "a_second": round(len(good) / wall, 1)}
    figures |= {"ms": spread(good)} if good else {}
    figures |= {"refused": len(refused), "refused_ms": spread(refused)} if refused else {"refused": 0}
    return {**figures, "otherwise": others}


async def run(
    port: int, process: Process, *, seconds: float, count: int, seed: int
) -> tuple[dict[str, Any], list[str]]:
    """Return the figures of `count` clients of each kind, and what is wrong."""
    load_before = round(os.getloadavg()[0], 1)
    await ready(port)
    random = Random(seed)
    kinds = {
        "photos": [request("/v1/read", SAMPLE.read_bytes(), "image/jpeg")],
        "hands": [scoring(deal(random)) for _ in range(1000)],
        "pages": [request(f"/v1/rules/{rules}") for rules in _RULES],
    }
    table, secret = await opened(port)
    points = json.dumps({"points": {"E": 1, "S": -1}}).encode()
    change = request(f"/v1/tables/{table}/deals", points, more=f"x-table-secret: {secret}\r\n")
    received: dict[int, list[float]] = {}
    wrote: dict[int, float] = {}
    writes: list[Reply] = []
    watching = [asyncio.create_task(watch(port, table, secret, received)) for _ in range(count)]
    await asyncio.sleep(2)
    before = await refusals(process.admin)
    start, cpu, sizes, end = perf_counter(), process.cpu, list[float](), perf_counter() + seconds

    async def weigh() -> None:
        while perf_counter() < end:
            sizes.append(process.resident)
            await asyncio.sleep(seconds / 20)

    def pause() -> float:
        return 1 + random.random()

    loads = [load(port, some, count, seconds=seconds, pause=pause) for some in kinds.values()]
    answers, *_ = await asyncio.gather(
        asyncio.gather(*loads), write_on(port, change, end, wrote, writes), weigh()
    )
    replies = dict(zip((*kinds, "writes"), (*answers, writes), strict=True))
    wall = perf_counter() - start
    for _ in range(100):  # until all have heard of the last change, or ten seconds
        if len(received.get(max(wrote, default=0), ())) == count:
            break
        await asyncio.sleep(0.1)
    for task in watching:
        task.cancel()
    news = [max(at - wrote[v], 0) for v, some in received.items() if v in wrote for at in some]
    figures = {
        "clients": count,
        "seconds": round(wall),
        "cores": os.cpu_count(),
        "load_before": load_before,
        "cpu": round((process.cpu - cpu) / wall, 2),
        "memory_mb": {
            "half": round(sizes[len(sizes) // 2]),
            "end": round(sizes[-1]),
            "most": round(max(sizes)),
        },
        "kinds": {kind: figures_of(some, wall) for kind, some in replies.items()},
        "refused_in_service_ms": within(before, await refusals(process.admin)),
        "news": {"told": len(news), "ms": spread(news)} if news else {"told": 0},
    }
    wrong = [w for kind, some in replies.items() for w in broken(some, kind)]
    wrong += ["memory grows"] if sizes[-1] > GROWTH * sizes[len(sizes) // 2] else []
    last = len(received.get(max(wrote, default=0), ()))
    wrong += [] if last == count else ["who watched the table did not hear of its last change"]
    return figures, wrong


async def opened(port: int) -> tuple[str, str]:
    """Open a new table; return its id and the secret for writing to it."""
    sent = {"rules": "sichuan", "players": ["Ann", "Bo", "Cai", "Dee"]}
    async with connected(port) as client:
        _, body = await client.exchange(request("/v1/tables", json.dumps(sent).encode()))
    table = json.loads(body)
    return table["id"], table["secrets"]["write"]


KINDS = {
    "photos": "photos read",
    "hands": "hands scored",
    "pages": "rule pages",
    "writes": "writes to a table",
}
"""The kinds of request, in the words of a line."""


def measure(record: Measured, *, seconds: float = 90, clients: int = 64, seed: int = 0) -> None:
    """Add lines of each kind of request, with `clients` clients each, over `seconds`."""
    with serving() as (port, process):
        figures, record.wrong = asyncio.run(run(port, process, seconds=seconds, count=clients, seed=seed))
    record.details["load"] = figures
    method = f"{clients} clients of each kind"
    for kind, figure in KINDS.items():
        one = figures["kinds"][kind]
        record.add(figure, one["a_second"], Unit.RATE, method=method)
        record.add(
            f"{figure}, 99 of 100 answered within", one.get("ms", {}).get("p99", 0), Unit.MS, method=method
        )
    if news := figures["news"].get("ms"):
        record.add("a table's news, 99 of 100 within", news["p99"], Unit.MS, method=method)
    memory = figures["memory_mb"]
    half = ("after half of the time", memory["half"])
    record.add("memory at the end", memory["end"], Unit.MIB, method=method, baseline=half)

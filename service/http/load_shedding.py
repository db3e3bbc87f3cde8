"""Shed load by kind of request: typed hands, pages and photos do not starve one another.

A request beyond the limit gets 503 before its body is read: the less a refusal costs, the sooner it arrives
and the more is left for the requests that are answered.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from random import random
from time import perf_counter

import orjson
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.service.errors import Busy
from paiyan.service.http.problem_details import PROBLEM_JSON, REQUEST, problem_of
from paiyan.service.http.scope import HttpScope, is_http, renderer_of
from paiyan.service.http.state import AppState
from paiyan.service.http.uploads import JSON
from paiyan.service.telemetry import log


class AdaptiveLimit:
    """As many requests of one kind at a time as are answered within `patience` seconds. For the event loop.

    How many those are is found as TCP finds how much a line carries: a little more after each that was quick
    enough, a part less after each that was not; `_LEAST` always. With 20 at a time the two are in balance
    when one request in fifty takes longer than `patience`. And of those that had to wait for the event loop
    itself, some are refused when half of their time is over, and all when all of it is. But `_LEAST` are let
    in whenever they came, and a further one in each `_SHARE` of the time: a single phone on a slow machine
    has its answer, and whoever holds the loop up does not shut this kind out. Nor does who sends much: a
    client that has nothing in work has one request let in beyond the limit, up to `_CLIENTS` of them.
    """

    _LEAST, _LESS, _MORE, _SHARE, _CLIENTS = 4.0, 0.95, 0.02, 0.2, 64

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.held = 0
        self.by_client = Counter[str]()
        self.most = 16.0
        self._free = self._LEAST  # how many are let in however late they are
        self._last = perf_counter()

    @contextmanager
    def one(self, came: float, client: str) -> Generator[None, None, None]:
        """One request more of a client, for a while, which came at that time. Raises `Busy` where there are
        too many."""
        now = perf_counter()
        self._free = min(self._LEAST, self._free + (now - self._last) / (self._SHARE * self.patience))
        self._last = now
        waits_long = now - came > self.patience * (1 + random()) / 2
        is_quiet = not self.by_client[client] and len(self.by_client) <= self._CLIENTS
        if not is_quiet and (self.held >= self.most or (waits_long and self._free < 1)):
            raise Busy(1)
        self._free = max(0, self._free - 1)
        self.held += 1
        self.by_client[client] += 1
        try:
            yield
        finally:
            self.held -= 1
            self.by_client[client] -= 1
            if not self.by_client[client]:
                del self.by_client[client]
            if perf_counter() - came > self.patience:
                self.most = max(self._LEAST, self.most * self._LESS)
            elif self.held + 1 >= self.most / 2:  # what was never tried says nothing
                self.most += self._MORE


_HANDS = ("/v1/score", "/v1/waits")
_PHOTOS = (*_HANDS, "/v1/read", "/v1/keep")


class LoadShedding:
    """ASGI middleware that lets in what has its turn; batches and health need none."""

    def __init__(self, app: ASGIApp, *, service: AppState) -> None:
        self.app = app
        self._pictures = service.pictures
        self._client = service.guard.client
        self._hands = AdaptiveLimit(service.settings.hands_patience)
        self._pages = AdaptiveLimit(service.settings.pages_patience)
        self._problems = service.metrics.problems.labels(Busy.kind)
        self._seconds = service.metrics.refusals
        self._refused = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not is_http(scope):
            await self.app(scope, receive, send)
            return
        request = HttpScope(scope)
        try:
            with self._turn(request):
                await self.app(scope, receive, send)
        except Busy as busy:
            await self._refuse(request, send, busy)

    def _turn(self, request: HttpScope) -> AbstractContextManager[None]:
        """Return the turn of a request. Raises `Busy` if there is none."""
        path = request.path
        if request.method == "GET" and path.startswith("/v1/"):
            return self._pages.one(request.came, self._client(HTTPConnection(request.scope)))
        if request.method == "POST" and path in _PHOTOS:
            client = self._client(HTTPConnection(request.scope))
            if path in _HANDS and _sends_json(request.scope):
                return self._hands.one(request.came, client)
            self._pictures.check(client)
        return nullcontext()

    async def _refuse(self, request: HttpScope, send: Send, busy: Busy) -> None:
        request.refuse()
        body = _refusal(busy.seconds, renderer_of(HTTPConnection(request.scope)), request.id)
        headers = [
            (b"content-type", PROBLEM_JSON.encode()),
            (b"content-length", b"%d" % len(body)),
            (b"retry-after", b"%d" % busy.seconds),
        ]
        await send({"type": "http.response.start", "status": busy.http, "headers": headers})
        await send({"type": "http.response.body", "body": body})
        self._problems.inc()
        self._seconds.observe(perf_counter() - request.came)
        if not self._refused:
            asyncio.get_running_loop().call_later(1, self._tell)
        self._refused["GET" if request.method == "GET" else request.path] += 1

    def _tell(self) -> None:
        """One line for all that was refused within a second: a line costs more than a refusal."""
        log.info("refused", extra={"about": dict(self._refused)})
        self._refused.clear()


def _sends_json(scope: Scope) -> bool:
    return Headers(scope=scope).get("content-type", "").startswith(JSON)


def _refusal(seconds: int, render: JsonRenderer, id: str) -> bytes:
    return b'%s,"instance":"%s%s"}' % (_problem(seconds, render), REQUEST.encode(), id.encode())


@lru_cache(maxsize=64)
def _problem(seconds: int, render: JsonRenderer) -> bytes:
    """The problem without its last bracket."""
    return orjson.dumps(problem_of(Busy(seconds), render).model_dump(exclude_none=True))[:-1]

"""Shared by the routes: work for a worker, headers of every answer, admission and errors of web sockets."""

from __future__ import annotations

import gzip
import io
import json
import re
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from typing import Any

import orjson
import segno
from fastapi import Request, Response, WebSocket, WebSocketDisconnect
from pydantic import BaseModel
from starlette.datastructures import Headers

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.service.errors import BadHand, Busy, PaiyanError, TooLarge
from paiyan.service.http.admission import key_of
from paiyan.service.http.problem_details import problem_of
from paiyan.service.http.scope import check_query, renderer_of
from paiyan.service.http.state import AppState, app_state
from paiyan.service.http.uploads import Incoming, parsed
from paiyan.service.http.workers import Worker


def validated(model: type[BaseModel], value: Any) -> dict[str, Any]:
    """Return the validated fields of a request, without those that it leaves out. Raises `BadHand`."""
    return parsed(model, value, BadHand).model_dump(by_alias=True, exclude_unset=True, exclude_none=True)


def rendered(call: Callable[[], Any], render: JsonRenderer) -> bytes:
    """Return what a call gives as JSON; bytes are JSON already."""
    found = call()
    return found if isinstance(found, bytes) else orjson.dumps(render.json(found))


async def run_in_worker(
    incoming: Incoming, worker: Worker, call: Callable[[], Any], *, part: str = "", size: int = 1
) -> Response:
    """Run a call, as much work as `size` usual ones, in a worker and return its answer, with the times of
    the request in its headers."""
    render = partial(rendered, call, renderer_of(incoming.request))
    done = await worker.run(render, client=incoming.client, part=part, size=size)
    times = {"upload": incoming.seconds, "wait": done.waited, "work": done.took}
    return json_response(incoming.request, done.result, times)


def scan_code(link: str, *, scale: int) -> bytes:
    """A link as a QR code, an SVG. Raises `segno.DataOverflowError` where it is too long."""
    picture = io.BytesIO()
    # All eight masks can be read; to find the one that a camera likes best takes as long as eight codes.
    segno.make_qr(link, mask=4).save(picture, kind="svg", border=2, scale=scale)
    return picture.getvalue()


def json_response(request: Request, answer: Any, times: dict[str, float]) -> Response:
    """An answer with the request's id, the model and the times of its stages (given in seconds).

    The answer may be JSON already, of an object that has something in it.
    """
    model = app_state(request).model
    metrics = app_state(request).metrics
    for stage, seconds in times.items():
        metrics.stages.labels(stage).observe(seconds)
    timings = {stage: round(1000 * seconds, 2) for stage, seconds in times.items()}
    served = {
        "id": request.state.id,
        "model": model.name if model else None,
        "model_sha256": model.sha256 if model else None,
        "timings_ms": timings,
    }
    timing = ", ".join(f"{stage};dur={ms}" for stage, ms in timings.items())
    body = rendered(lambda: answer, renderer_of(request))
    return Response(
        b'%s,"served":%s}' % (body[:-1], orjson.dumps(served)),
        media_type="application/json",
        headers={"server-timing": timing},
    )


GZIP_LEAST = 1000
"""Bytes: a smaller answer gains nothing by being compressed."""


def packed(request: Request, response: Response) -> Response:
    """Return an answer compressed, if the client takes that. Only for answers that hold no secret: how long a
    compressed one is says something of what stands in it."""
    response.headers["vary"] = "accept-encoding"
    if takes_gzip(request.headers) and len(response.body) >= GZIP_LEAST:
        response.body = gzip.compress(response.body, compresslevel=6, mtime=0)
        response.headers["content-encoding"] = "gzip"
        response.headers["content-length"] = str(len(response.body))
    return response


_NO_WEIGHT = re.compile(r"q=0(\.0{0,3})?")


def takes_gzip(received: Headers) -> bool:
    """True if Accept-Encoding names gzip, with a weight (RFC 9110, 12.4.2) above zero if it has one."""
    for part in received.get("accept-encoding", "").split(","):
        name, *parameters = (one.strip().lower() for one in part.split(";"))
        if name == "gzip":
            return not any(_NO_WEIGHT.fullmatch(one) for one in parameters)
    return False


PROTOCOL = "paiyan.live"
POLICY, TOO_BIG, LATER, AWAY = 1008, 1009, 1013, 1001
"""Why a socket is closed."""
_KEY = "paiyan.key."


async def accept(socket: WebSocket) -> None:
    """Take the socket, by our own subprotocol where it is offered."""
    await socket.accept(subprotocol=PROTOCOL if PROTOCOL in _offered(socket) else None)


def admit(socket: WebSocket, service: AppState, *, takes: Collection[str] = ()) -> None:
    """Let a socket of our page or of an allowed origin in; its query may have the names that it `takes`.
    Raises `NotAllowed`, `TooOften`, `WrongUse`."""
    service.guard.admit_origin(socket)
    key = offered(socket, _KEY) or key_of(socket)
    service.guard.admit(key, socket.client.host if socket.client else "")
    check_query(socket, takes)


async def refuse(socket: WebSocket, wrong: PaiyanError, render: JsonRenderer) -> None:
    """Say what is wrong and close; who has gone meanwhile hears nothing."""
    code = LATER if isinstance(wrong, Busy) else TOO_BIG if isinstance(wrong, TooLarge) else POLICY
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(problem_text(wrong, render))
        await socket.close(code)


def problem_text(wrong: PaiyanError, render: JsonRenderer, *, frame: int | None = None) -> str:
    """Return an error as the message of a web socket; `frame` is the number of its frame."""
    about = problem_of(wrong, render).model_dump(exclude_none=True)
    return json.dumps({"type": "problem", "frame": frame, "problem": about}, ensure_ascii=False)


def offered(socket: WebSocket, start: str) -> str | None:
    """Return the value of a subprotocol with this prefix: browsers cannot send headers."""
    return next((name.removeprefix(start) for name in _offered(socket) if name.startswith(start)), None)


def _offered(socket: WebSocket) -> list[str]:
    return [p.strip() for p in socket.headers.get("sec-websocket-protocol", "").split(",")]

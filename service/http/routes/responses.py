"""Shared by the routes: work for a worker, and the answer with the headers of every request."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from typing import Any

import orjson
import segno
from fastapi import Request, Response
from pydantic import BaseModel, ValidationError

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.service.errors import BadHand
from paiyan.service.http.admission.workers import Worker
from paiyan.service.http.language import renderer_of
from paiyan.service.http.state import service_of
from paiyan.service.http.uploads import Incoming
from paiyan.service.messages.validation import sentence


def validated(model: type[BaseModel], value: Any) -> dict[str, Any]:
    """Return the validated fields of a request, without those that it leaves out. Raises `BadHand`."""
    try:
        return model.model_validate(value).model_dump(by_alias=True, exclude_unset=True, exclude_none=True)
    except ValidationError as wrong:
        raise BadHand(sentence(wrong.errors())) from None


def rendered(call: Callable[[], Any], render: JsonRenderer) -> bytes:
    """Return the answer of a call as JSON."""
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
    model = service_of(request).model
    metrics = service_of(request).metrics
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

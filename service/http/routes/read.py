"""``POST /v1/read``: what a photo shows."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response

from paiyan.scorer.tiles.notation import tile
from paiyan.service.answers import reading
from paiyan.service.answers.request import HandRequest
from paiyan.service.http.language import Lang
from paiyan.service.http.routes.responses import run_in_worker
from paiyan.service.http.schemas.openapi import takes
from paiyan.service.http.schemas.responses import ReadOut
from paiyan.service.http.uploads import Body

router = APIRouter(prefix="/v1", tags=["photos"])


Seat = Annotated[
    Literal["E", "S", "W", "N", "all"] | None,
    Query(
        description="Whose hand, where several players' lie there: E sits at the picture's lower edge, S to "
        "the right, W across, N to the left; `all` reads every one into `hands`. Without it, the nearest."
    ),
]


@router.post("/read", response_model=ReadOut, openapi_extra=takes(photo=True, form=True))
async def read(incoming: Body, lang: Lang, seat: Seat = None) -> Response:
    """The tiles of a photo and the hand they make."""
    sent = await incoming.upload()
    service = incoming.service
    asked = HandRequest({}, sent.photos[0], reading_settings=service.reading_settings)
    return await run_in_worker(incoming, service.pictures, partial(_read, asked, lang, seat))


def _read(asked: HandRequest, lang: str, seat: Seat) -> dict[str, Any]:
    found = reading.read(asked, lang=lang, seat=seat or "nearest")
    return {**found, "detections": [centred(t) for t in found["tiles"]]}


def centred(seen: dict[str, Any]) -> dict[str, Any]:
    """A tile of a reading as detectors commonly give it: the middle and the size of its box in pixels."""
    x1, y1, x2, y2 = seen["box"]
    return {
        "x": round((x1 + x2) / 2, 2),
        "y": round((y1 + y2) / 2, 2),
        "width": round(x2 - x1, 2),
        "height": round(y2 - y1, 2),
        "class": seen["tile"],
        "class_id": tile(seen["tile"]).code,
        "confidence": seen["confidence"],
    }

"""``POST /v1/read``: what a photo shows, or up to three of one scene."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from paiyan.scorer.tiles.notation import tile
from paiyan.service.answers import reading
from paiyan.service.answers.report import TileReport
from paiyan.service.answers.situation import HandRequest
from paiyan.service.http.routes.responses import run_in_worker
from paiyan.service.http.schemas.openapi import answers, takes
from paiyan.service.http.schemas.responses import DetectionOut, PhotoReading
from paiyan.service.http.uploads import Body
from paiyan.service.messages.requests import LONG_BURST

router = APIRouter(prefix="/v1", tags=["photos"])
BURST = 3
"""Photos of one scene in one request, at most."""


Seat = Annotated[
    Literal["E", "S", "W", "N", "all"] | None,
    Query(
        description="Whose hand, where several players' lie there: E sits at the picture's lower edge, S to "
        "the right, W across, N to the left; `all` reads every one into `hands`. Without it, the nearest."
    ),
]


@router.post(
    "/read", responses=answers(PhotoReading), openapi_extra=takes(photo=True, form=True, photos=BURST)
)
async def read(incoming: Body, seat: Seat = None) -> Response:
    """The tiles of a photo and the hand they make.

    A form may have up to three photos of one scene, taken one after another: what a hand, glare or blur
    hides in one of them is read in the others. Boxes are then in pixels of the first photo that is turned
    like most of them.
    """
    sent = await incoming.upload(photos=BURST, too_many=LONG_BURST)
    service = incoming.service
    first, *burst = sent.photos
    request = HandRequest({}, first, burst=tuple(burst), reading_settings=service.reading_settings)
    call = partial(_read, request, seat)
    return await run_in_worker(incoming, service.pictures, call, size=len(sent.photos))


def _read(request: HandRequest, seat: Seat) -> PhotoReading:
    found = reading.read(request, seat=seat or "nearest")
    return PhotoReading(reading=found, detections=tuple(map(centred, found.tiles)))


def centred(report: TileReport) -> DetectionOut:
    """Return a tile of a reading as detectors commonly give it: the middle and the size of its box."""
    x1, y1, x2, y2 = report.box or (0.0, 0.0, 0.0, 0.0)
    return DetectionOut(
        x=round((x1 + x2) / 2, 2),
        y=round((y1 + y2) / 2, 2),
        width=round(x2 - x1, 2),
        height=round(y2 - y1, 2),
        name=report.tile,
        class_id=tile(report.tile).code,
        confidence=report.confidence,
    )

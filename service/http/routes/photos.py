"""``POST /v1/read | correct | keep``: photos read, the reading corrected, and both kept."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from paiyan.scorer.tiles.notation import tile
from paiyan.service.answers import reading, scoring
from paiyan.service.answers.report import CorrectAnswer, TileReport
from paiyan.service.answers.scoring import put_right
from paiyan.service.answers.situation import HandRequest
from paiyan.service.corrections.objects import values
from paiyan.service.corrections.readings import keep_corrected
from paiyan.service.errors import CannotKeep, NotKept, WrongUse
from paiyan.service.http.routes.responses import run_in_worker
from paiyan.service.http.schemas import requests
from paiyan.service.http.schemas.openapi import (
    PHOTO,
    PICTURE,
    DetectionOut,
    KeptOut,
    PhotoReading,
    answers,
    body,
    form,
    json_of,
    json_text,
    pictures,
)
from paiyan.service.http.schemas.requests import CorrectIn
from paiyan.service.http.uploads import Body, parse_json, parsed
from paiyan.service.messages.requests import KEEPS_NOTHING, LONG_BURST, NOTHING_SAID
from paiyan.service.recognition import ReadingSettings
from paiyan.service.telemetry import log

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
    "/read", responses=answers(PhotoReading), openapi_extra=body(form(photo=pictures(BURST)) | PHOTO)
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


@router.post(
    "/correct",
    responses=answers(CorrectAnswer),
    openapi_extra=body(json_of(CorrectIn, examples=requests.CORRECTIONS)),
)
async def correct(incoming: Body) -> Response:
    """A reading with corrections made in it, and its hand scored again; the picture is not needed.

    Tiles are named by their index in `tiles`, as the doubts of the reading name them.
    """
    correction = await incoming.model(CorrectIn)
    return await run_in_worker(incoming, incoming.service.hands, partial(correct_reading, correction))


def correct_reading(correction: CorrectIn) -> CorrectAnswer:
    """Return the corrected reading and what its hand is worth. Raises `PaiyanError`."""
    situation = correction.situation.model_dump(by_alias=True, exclude_unset=True, exclude_none=True)
    return scoring.correct(correction.read.value(), values(correction.corrections), situation)


@router.post(
    "/keep",
    responses=answers(KeptOut),
    openapi_extra=body(form(photo=PICTURE, correction=json_text(CorrectIn))),
)
async def keep(incoming: Body) -> Response:
    """Keep this picture with its corrected tiles as labelled data, in YOLO and in COCO form.

    `correction` is what /v1/correct takes. Only this request keeps a picture, and only where the service's
    settings name a folder for it.
    """
    folder = incoming.service.settings.keep
    if folder is None:
        raise NotKept(KEEPS_NOTHING)
    sent = await incoming.upload(texts=("correction",))
    if "correction" not in sent.texts:
        raise WrongUse(NOTHING_SAID)
    correction = parsed(CorrectIn, parse_json(sent.texts["correction"]))
    call = partial(_keep, folder, sent.photos[0], correction, incoming.service.reading_settings)
    return await run_in_worker(incoming, incoming.service.pictures, call)


def _keep(folder: Path, photo: bytes, correction: CorrectIn, reading_settings: ReadingSettings) -> KeptOut:
    answer = correct_reading(correction)
    reading = put_right(correction.read.value(), values(correction.corrections))
    try:
        file = keep_corrected(folder, photo, reading, reading_settings=reading_settings)
    except CannotKeep as wrong:
        log.error("%s", wrong)
        raise
    return KeptOut(kept=file.name, answer=answer)

"""``POST /v1/keep``: a corrected picture kept as labelled data, where the settings allow it at all."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from fastapi import APIRouter, Response

from paiyan.service.answers.correcting import put_right
from paiyan.service.corrections.labelled_data import keep_corrected
from paiyan.service.corrections.objects import values
from paiyan.service.errors import CannotKeep, NotKept, WrongUse
from paiyan.service.http.json_text import parsed
from paiyan.service.http.routes.correct import correct_reading, parse_correction
from paiyan.service.http.routes.responses import run_in_worker
from paiyan.service.http.schemas.openapi import PICTURE, answers, ref
from paiyan.service.http.schemas.requests import CorrectIn
from paiyan.service.http.schemas.responses import KeptOut
from paiyan.service.http.uploads import FORM, JSON, Body
from paiyan.service.messages.hands import KEEPS_NOTHING, NOTHING_SAID
from paiyan.service.recognition.photos import ReadingSettings
from paiyan.service.telemetry import log

router = APIRouter(prefix="/v1", tags=["photos"])
_CORRECTION = {"type": "string", "contentMediaType": JSON, "contentSchema": ref("CorrectIn")}
_FORM = {
    "type": "object",
    "required": ["photo", "correction"],
    "additionalProperties": False,
    "properties": {"photo": PICTURE, "correction": _CORRECTION},
}
_BODY = {"requestBody": {"required": True, "content": {FORM: {"schema": _FORM}}}}


@router.post("/keep", responses=answers(KeptOut), openapi_extra=_BODY)
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
    correction = parse_correction(parsed(sent.texts["correction"]))
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

"""``POST /v1/correct``: a reading put right by the player, scored again without the picture."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastapi import APIRouter, Response
from pydantic import ValidationError

from paiyan.service.answers import correcting
from paiyan.service.answers.report import CorrectAnswer
from paiyan.service.corrections.objects import values
from paiyan.service.errors import WrongUse
from paiyan.service.http.routes.responses import run_in_worker
from paiyan.service.http.schemas import examples
from paiyan.service.http.schemas.openapi import answers, ref
from paiyan.service.http.schemas.requests import CorrectIn
from paiyan.service.http.uploads import Body
from paiyan.service.messages.validation import sentence

router = APIRouter(prefix="/v1", tags=["photos"])
_JSON = {"schema": ref("CorrectIn"), "examples": examples.CORRECTIONS}
_BODY = {"requestBody": {"required": True, "content": {"application/json": _JSON}}}


@router.post("/correct", responses=answers(CorrectAnswer), openapi_extra=_BODY)
async def correct(incoming: Body) -> Response:
    """A reading with corrections made in it, and its hand scored again; the picture is not needed.

    Tiles are named by their index in `tiles`, as the doubts of the reading name them.
    """
    correction = await incoming.json(parse_correction)
    return await run_in_worker(incoming, incoming.service.hands, partial(correct_reading, correction))


def parse_correction(value: Any) -> CorrectIn:
    """A reading and its corrections from their JSON value. Raises `WrongUse`."""
    try:
        return CorrectIn.model_validate(value)
    except ValidationError as wrong:
        raise WrongUse(sentence(wrong.errors())) from None


def correct_reading(correction: CorrectIn) -> CorrectAnswer:
    """Return the corrected reading and what its hand is worth. Raises `PaiyanError`."""
    situation = correction.situation.model_dump(by_alias=True, exclude_unset=True, exclude_none=True)
    return correcting.correct(correction.read.value(), values(correction.corrections), situation)

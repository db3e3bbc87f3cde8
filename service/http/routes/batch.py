"""``POST /v1/batch``: many hands, or many photos in one situation, in one request."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, Response

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.service.answers.situation import HandRequest
from paiyan.service.errors import BadHand, Busy, PaiyanError, TooLarge
from paiyan.service.http.json_text import parsed
from paiyan.service.http.language import renderer_of
from paiyan.service.http.problem_details import TYPE
from paiyan.service.http.routes.responses import json_response, rendered, validated
from paiyan.service.http.routes.score import hand_of, score_of
from paiyan.service.http.schemas import examples
from paiyan.service.http.schemas.openapi import PICTURE, answers, ref
from paiyan.service.http.schemas.requests import SituationIn
from paiyan.service.http.schemas.responses import BatchAnswer, BatchFailure, BatchOut
from paiyan.service.http.uploads import FORM, JSON, SITUATION, Body, Incoming
from paiyan.service.messages.requests import LARGE_BATCH, MANY_PHOTOS, NO_BATCH

router = APIRouter(prefix="/v1", tags=["hands"])
LINES = ("application/jsonl", "application/x-ndjson")
_AT_A_TIME = 50
"""Hands that are scored in one turn of a worker, so that others have theirs in between."""
_LIST = {
    "type": "array",
    "minItems": 1,
    "items": {"description": "A HandIn or a DealIn; each is checked by itself and answered in its place."},
}
_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            JSON: {"schema": _LIST, "examples": examples.BATCH},
            LINES[0]: {"schema": {"type": "string", "description": "A hand or a deal a line."}},
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["photo"],
                    "additionalProperties": False,
                    "properties": {
                        "photo": {"type": "array", "minItems": 1, "items": PICTURE},
                        "situation": {
                            "type": "string",
                            "contentMediaType": JSON,
                            "contentSchema": ref("SituationIn"),
                        },
                    },
                }
            },
        },
    }
}


@router.post("/batch", responses=answers(BatchOut), openapi_extra=_BODY)
async def batch(incoming: Body) -> Response:
    """An answer for each hand of a list (or of lines), or for each photo, in their order.

    Each is as /v1/score gives it; one that cannot be answered has its `error` in its place, and the rest
    goes on.
    """
    if incoming.media_type == FORM:
        found = await _score_photos(incoming)
    else:
        found = await _score_hands(incoming, await _hands(incoming))
    body = b'{"answers":[%s]}' % b",".join(found)
    return json_response(incoming.request, body, {"upload": incoming.seconds})


async def _hands(incoming: Incoming) -> Sequence[Any]:
    """The hands of a request, each still to be checked; of lines, their texts."""
    settings = incoming.service.settings
    if incoming.media_type == JSON:
        given: Any = await incoming.json(lambda value: value)
    elif incoming.media_type in LINES:
        data = await incoming.body(most=settings.json_bytes)
        given = [line for line in data.splitlines() if line.strip()]
    else:
        raise BadHand(NO_BATCH)
    if not isinstance(given, list) or not given:
        raise BadHand(NO_BATCH)
    if len(given) > settings.batch_hands:  # pyright: ignore[reportUnknownArgumentType]
        raise TooLarge(LARGE_BATCH, most=settings.batch_hands)
    return given  # pyright: ignore[reportUnknownVariableType]


async def _score_hands(incoming: Incoming, hands: Sequence[Any]) -> list[bytes]:
    found: list[bytes] = []
    service, render = incoming.service, renderer_of(incoming.request)
    for start in range(0, len(hands), _AT_A_TIME):
        part = hands[start : start + _AT_A_TIME]
        call, patience = partial(_score_all, part, render), service.settings.deadline
        done = await service.hands.run(
            call, client=incoming.client, part="batch", size=len(part), patience=patience
        )
        found += done.result
    return found


def _score_all(hands: Sequence[Any], render: JsonRenderer) -> list[bytes]:
    return [rendered(partial(_score_one, one), render) for one in hands]


def _score_one(value: Any) -> BatchAnswer:
    try:
        hand = parsed(value) if isinstance(value, bytes) else value
        return score_of(HandRequest(hand_of(hand)))
    except PaiyanError as wrong:
        return _failed(wrong)


def _failed(wrong: PaiyanError) -> BatchFailure:
    return BatchFailure(error=wrong, problem=TYPE + wrong.kind)


async def _score_photos(incoming: Incoming) -> list[bytes]:
    """Photos one after the other; when others keep the service busy, the whole batch is refused."""
    service = incoming.service
    most = service.settings.batch_photos
    sent = await incoming.upload(photos=most, too_many=MANY_PHOTOS, texts=(SITUATION,))
    situation = validated(SituationIn, parsed(sent.texts.get(SITUATION) or "{}"))
    found, render = list[bytes](), renderer_of(incoming.request)
    for photo in sent.photos:
        request = HandRequest(situation, photo, reading_settings=service.reading_settings)
        try:
            call, patience = partial(rendered, partial(score_of, request), render), service.settings.deadline
            done = await service.pictures.run(call, client=incoming.client, part="batch", patience=patience)
            found.append(done.result)
        except Busy:
            raise
        except PaiyanError as wrong:
            found.append(rendered(partial(_failed, wrong), render))
    return found

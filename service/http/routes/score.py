"""``POST /v1/score`` and ``POST /v1/waits``: a hand as JSON, or a photo with its situation."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel

from paiyan.service.answers import scoring
from paiyan.service.answers.report import CompareAnswer, HandAnswer
from paiyan.service.answers.situation import HandRequest
from paiyan.service.errors import BadHand, WrongUse
from paiyan.service.http.admission.workers import Worker
from paiyan.service.http.json_text import parsed
from paiyan.service.http.routes.responses import run_in_worker, validated
from paiyan.service.http.schemas import examples
from paiyan.service.http.schemas.openapi import answers, takes
from paiyan.service.http.schemas.requests import DealIn, HandIn, SituationIn, WinsInWordsIn, WorthIn
from paiyan.service.http.uploads import JSON, SITUATION, Body, Incoming
from paiyan.service.messages.hands import FOR_A_SCORE, NOT_TOGETHER
from paiyan.service.messages.requests import JSON_TYPE

router = APIRouter(prefix="/v1", tags=["hands"])


@router.post(
    "/score",
    responses=answers(HandAnswer, CompareAnswer),
    openapi_extra=takes(form=True, hands=examples.HANDS),
)
async def score(incoming: Body) -> Response:
    """A won hand scored and settled, as JSON or as a photo with its situation; or a whole deal.

    With `compare`, the hand under several rule sets side by side.
    """
    given, worker = await hand_request(incoming, hand_of)
    return await run_in_worker(incoming, worker, partial(score_of, given))


@router.post("/waits", responses=answers(HandAnswer), openapi_extra=takes(form=True, hands=examples.WAITS))
async def waits(incoming: Body) -> Response:
    """The tiles that a waiting hand wins on, and what each is worth."""
    given, worker = await hand_request(incoming, hand_of)
    return await run_in_worker(incoming, worker, partial(_waits, given))


def score_of(given: HandRequest) -> HandAnswer | CompareAnswer:
    """Score a hand, under several rule sets if it names them. Raises `PaiyanError`."""
    hand = dict(given.hand)
    under, explain = hand.pop("compare", None), hand.pop("explain", False)
    given = HandRequest(hand, given.photo, reading_settings=given.reading_settings)
    if under is None:
        return scoring.score(given, explain=explain)
    if "rules" in hand or explain:
        raise BadHand(NOT_TOGETHER, a="compare", b="rules" if "rules" in hand else "explain")
    return scoring.compare(given, under=under)


def _waits(given: HandRequest) -> HandAnswer:
    not_for_a_score(given)
    return scoring.waits(given)


def not_for_a_score(given: HandRequest) -> None:
    """Raise `BadHand` for a field that only a score has a use for."""
    if odd := next((name for name in ("compare", "explain") if name in given.hand), None):
        raise BadHand(FOR_A_SCORE, field=odd)


async def hand_request(
    incoming: Incoming, hand: Callable[[Any], dict[str, Any]], situation_model: type[BaseModel] = SituationIn
) -> tuple[HandRequest, Worker]:
    """Return what a request asks, and its worker; `situation_model` checks the situation of a photo."""
    service = incoming.service
    if incoming.media_type == JSON:
        return HandRequest(await incoming.json(hand)), service.hands
    sent = await incoming.upload(texts=(SITUATION,))
    if sent.photos[0].removeprefix(BOM_UTF8).lstrip().startswith(b"{"):  # as no picture does
        raise WrongUse(JSON_TYPE)
    situation = validated(situation_model, parsed(sent.texts.get(SITUATION) or "{}"))
    return HandRequest(situation, sent.photos[0], reading_settings=service.reading_settings), service.pictures


def hand_of(given: Any) -> dict[str, Any]:
    """The hand or the deal of a JSON value. Raises `BadHand`."""
    named = {"hands": DealIn, "told": WinsInWordsIn, "worth": WorthIn}
    model = next((named[name] for name in named if isinstance(given, dict) and name in given), HandIn)
    return validated(model, given)

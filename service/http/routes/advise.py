"""``POST /v1/advise``: what to throw from a hand, as JSON or as a photo with its situation."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from paiyan.service.answers import advising
from paiyan.service.answers.advising import AdviceAnswer
from paiyan.service.answers.situation import HandRequest
from paiyan.service.errors import BadHand
from paiyan.service.http.routes.ledger import Secret, check_advice
from paiyan.service.http.routes.responses import run_in_worker, validated
from paiyan.service.http.routes.score import hand_request, not_for_a_score
from paiyan.service.http.schemas import examples
from paiyan.service.http.schemas.openapi import answers, takes
from paiyan.service.http.schemas.requests import AdviceHandIn, AdviceSituationIn
from paiyan.service.http.uploads import Body
from paiyan.service.ledger.credentials import OLD_ADDRESS, Credentials
from paiyan.service.messages.hands import DEAL_ADVICE

Table = Annotated[
    str | None,
    Query(
        min_length=1,
        max_length=OLD_ADDRESS,
        pattern=r"^[\w-]+$",
        description="The table that plays the hand.",
    ),
]
router = APIRouter(prefix="/v1", tags=["hands"])


@router.post(
    "/advise",
    responses=answers(AdviceAnswer),
    openapi_extra=takes(
        form=True, hands=examples.ADVICE, models=(AdviceHandIn,), situation=AdviceSituationIn
    ),
)
async def advise(incoming: Body, table: Table = None, secret: Secret = "") -> Response:
    """Advise what to discard from a hand with a tile to spare, or what a waiting one may claim.

    A hand of a table is refused if its players agreed to play without advice.
    """
    if table is not None:
        await check_advice(incoming.request, Credentials(table, secret))
    given, worker = await hand_request(incoming, _hand_of, AdviceSituationIn)
    return await run_in_worker(incoming, worker, partial(_advise, given))


def _advise(given: HandRequest) -> AdviceAnswer:
    not_for_a_score(given)
    return advising.advise(given)


def _hand_of(given: Any) -> dict[str, Any]:
    if isinstance(given, dict) and "hands" in given:
        raise BadHand(DEAL_ADVICE)
    return validated(AdviceHandIn, given)

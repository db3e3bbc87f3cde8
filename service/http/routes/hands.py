"""``POST /v1/score | waits | advise | batch``: hands as JSON, or photos in a situation; and the rule sets.

``GET /v1/rules`` lists and describes the rule sets that a hand may name, ``POST /v1/rules`` a house file.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.scorer.report.rule_set_json import RuleSetAnswer, RuleSetListed, in_full
from paiyan.service.answers import advising, rule_catalogue, scoring
from paiyan.service.answers.advising import AdviceAnswer
from paiyan.service.answers.report import CompareAnswer, HandAnswer
from paiyan.service.answers.situation import HandRequest
from paiyan.service.errors import BadHand, Busy, PaiyanError, TooLarge, WrongUse
from paiyan.service.http.problem_details import TYPE
from paiyan.service.http.routes.ledger import Secret, check_advice
from paiyan.service.http.routes.responses import (
    json_response,
    packed,
    rendered,
    run_in_worker,
    scan_code,
    validated,
)
from paiyan.service.http.schemas import requests
from paiyan.service.http.schemas.openapi import (
    PICTURE,
    BatchAnswer,
    BatchFailure,
    BatchOut,
    answers,
    body,
    form,
    json_of,
    json_text,
    list_of,
    pictures,
)
from paiyan.service.http.scope import renderer_of
from paiyan.service.http.state import app_state
from paiyan.service.http.uploads import FORM, JSON, SITUATION, Body, Incoming, parse_json
from paiyan.service.http.workers import Worker
from paiyan.service.ledger.credentials import OLD_ADDRESS, Credentials
from paiyan.service.messages import requests as refusal
from paiyan.service.messages.tables import TOO_LONG_TO_SCAN

router = APIRouter(prefix="/v1", tags=["hands"])


_HANDS = (requests.HandIn, requests.DealIn, requests.WorthIn, requests.WinsInWordsIn)
_PHOTO = form(photo=PICTURE, situation=json_text(requests.SituationIn))


@router.post(
    "/score",
    responses=answers(HandAnswer, CompareAnswer),
    openapi_extra=body(json_of(*_HANDS, examples=requests.HANDS) | _PHOTO),
)
async def score(incoming: Body) -> Response:
    """A won hand scored and settled, as JSON or as a photo with its situation; or a whole deal.

    With `compare`, the hand under several rule sets side by side.
    """
    given, worker = await hand_request(incoming, hand_of)
    return await run_in_worker(incoming, worker, partial(score_of, given))


@router.post(
    "/waits",
    responses=answers(HandAnswer),
    openapi_extra=body(json_of(*_HANDS, examples=requests.WAITS) | _PHOTO),
)
async def waits(incoming: Body) -> Response:
    """The tiles that a waiting hand wins on, and what each is worth."""
    given, worker = await hand_request(incoming, hand_of)
    return await run_in_worker(incoming, worker, partial(_waits, given))


def score_of(request: HandRequest) -> HandAnswer | CompareAnswer:
    """Score a hand, under several rule sets if it names them. Raises `PaiyanError`."""
    hand = dict(request.hand)
    under, explain = hand.pop("compare", None), hand.pop("explain", False)
    request = HandRequest(hand, request.photo, reading_settings=request.reading_settings)
    if under is None:
        return scoring.score(request, explain=explain)
    if "rules" in hand or explain:
        raise BadHand(refusal.NOT_TOGETHER, a="compare", b="rules" if "rules" in hand else "explain")
    return scoring.compare(request, under=under)


def _waits(request: HandRequest) -> HandAnswer:
    not_for_a_score(request)
    return scoring.waits(request)


def not_for_a_score(request: HandRequest) -> None:
    """Raise `BadHand` for a field that only a score has a use for."""
    if odd := next((name for name in ("compare", "explain") if name in request.hand), None):
        raise BadHand(refusal.FOR_A_SCORE, field=odd)


async def hand_request(
    incoming: Incoming,
    hand: Callable[[Any], dict[str, Any]],
    situation_model: type[BaseModel] = requests.SituationIn,
) -> tuple[HandRequest, Worker]:
    """Return what a request asks, and its worker; `situation_model` checks the situation of a photo."""
    service = incoming.service
    if incoming.media_type == JSON:
        return HandRequest(await incoming.json(hand)), service.hands
    sent = await incoming.upload(texts=(SITUATION,))
    if sent.photos[0].removeprefix(BOM_UTF8).lstrip().startswith(b"{"):  # as no picture does
        raise WrongUse(refusal.JSON_TYPE)
    situation = validated(situation_model, parse_json(sent.texts.get(SITUATION) or "{}"))
    return HandRequest(situation, sent.photos[0], reading_settings=service.reading_settings), service.pictures


def hand_of(value: Any) -> dict[str, Any]:
    """The hand or the deal of a JSON value. Raises `BadHand`."""
    named = {"hands": requests.DealIn, "told": requests.WinsInWordsIn, "worth": requests.WorthIn}
    model = next(
        (named[name] for name in named if isinstance(value, dict) and name in value), requests.HandIn
    )
    return validated(model, value)


Table = Annotated[
    str | None,
    Query(
        min_length=1,
        max_length=OLD_ADDRESS,
        pattern=r"^[\w-]+$",
        description="The table that plays the hand.",
    ),
]


@router.post(
    "/advise",
    responses=answers(AdviceAnswer),
    openapi_extra=body(
        json_of(requests.AdviceHandIn, examples=requests.ADVICE)
        | form(photo=PICTURE, situation=json_text(requests.AdviceSituationIn))
    ),
)
async def advise(incoming: Body, table: Table = None, secret: Secret = "") -> Response:
    """Advise what to discard from a hand with a tile to spare, or what a waiting one may claim.

    A hand of a table is refused if its players agreed to play without advice.
    """
    if table is not None:
        await check_advice(incoming.request, Credentials(table, secret))
    given, worker = await hand_request(incoming, _hand_of, requests.AdviceSituationIn)
    return await run_in_worker(incoming, worker, partial(_advise, given))


def _advise(request: HandRequest) -> AdviceAnswer:
    not_for_a_score(request)
    return advising.advise(request)


def _hand_of(value: Any) -> dict[str, Any]:
    if isinstance(value, dict) and "hands" in value:
        raise BadHand(refusal.DEAL_ADVICE)
    return validated(requests.AdviceHandIn, value)


LINES = ("application/jsonl", "application/x-ndjson")
_AT_A_TIME = 50
"""Hands that are scored in one turn of a worker, so that others have theirs in between."""
_LIST = {
    "type": "array",
    "minItems": 1,
    "items": {"description": "A HandIn or a DealIn; each is checked by itself and answered in its place."},
}
_BODY = body(
    {
        JSON: {"schema": _LIST, "examples": requests.BATCH},
        LINES[0]: {"schema": {"type": "string", "description": "A hand or a deal a line."}},
        **form(photo=pictures(), situation=json_text(requests.SituationIn)),
    }
)


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
    answer = b'{"answers":[%s]}' % b",".join(found)
    return json_response(incoming.request, answer, {"upload": incoming.seconds})


async def _hands(incoming: Incoming) -> Sequence[Any]:
    """The hands of a request, each still to be checked; of lines, their texts."""
    settings = incoming.service.settings
    if incoming.media_type == JSON:
        given: Any = await incoming.json(lambda value: value)
    elif incoming.media_type in LINES:
        data = await incoming.body(most=settings.json_bytes)
        given = [line for line in data.splitlines() if line.strip()]
    else:
        raise BadHand(refusal.NO_BATCH)
    if not isinstance(given, list) or not given:
        raise BadHand(refusal.NO_BATCH)
    if len(given) > settings.batch_hands:  # pyright: ignore[reportUnknownArgumentType]
        raise TooLarge(refusal.LARGE_BATCH, most=settings.batch_hands)
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
        hand = parse_json(value) if isinstance(value, bytes) else value
        return score_of(HandRequest(hand_of(hand)))
    except PaiyanError as wrong:
        return _failed(wrong)


def _failed(wrong: PaiyanError) -> BatchFailure:
    return BatchFailure(error=wrong, problem=TYPE + wrong.kind)


async def _score_photos(incoming: Incoming) -> list[bytes]:
    """Photos one after the other; when others keep the service busy, the whole batch is refused."""
    service = incoming.service
    most = service.settings.batch_photos
    sent = await incoming.upload(photos=most, too_many=refusal.MANY_PHOTOS, texts=(SITUATION,))
    situation = validated(requests.SituationIn, parse_json(sent.texts.get(SITUATION) or "{}"))
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


rules_router = APIRouter(prefix="/v1", tags=["rules"])
_ALL = ""
"""In place of an id: the list of all."""
_MOST = 1000
"""Pages that are kept at hand: more than there are rule sets and house files, in three languages."""
Address = Annotated[str, Query(min_length=1, max_length=4000, description="Where the page opens the file.")]


@rules_router.get("/rules", responses=list_of(RuleSetListed))
async def rule_sets(request: Request) -> Response:
    """The rule sets."""
    return packed(request, Response(await _prepared(request, _ALL), media_type="application/json"))


@rules_router.post("/rules", openapi_extra=body(json_of(requests.HouseIn)))
async def house_rules(incoming: Body) -> Response:
    """The rules of a house file: as one rule set is described, with what differs from its base.

    A file with mistakes gets 422 with each of them and its line.
    """
    given = await incoming.json(partial(validated, requests.HouseIn))
    service = incoming.service
    return await run_in_worker(incoming, service.hands, lambda: in_full(rule_catalogue.rules_of(given)))


@rules_router.get("/rules.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def scanned(request: Request, address: Address) -> Response:
    """The address at which the page opens a house file, as a QR code to scan."""
    service = app_state(request)
    picture = await service.pages.run(partial(_scanned, address), client=service.guard.client(request))
    return Response(picture.result, media_type="image/svg+xml")


@lru_cache(maxsize=32)
def _scanned(address: str) -> bytes:
    try:
        return scan_code(address, scale=3)
    except segno.DataOverflowError:
        raise WrongUse(TOO_LONG_TO_SCAN) from None


@rules_router.get("/rules/{id}")
async def rule_set(
    request: Request, id: str = Path(description="As /v1/rules lists it.", examples=["guobiao"])
) -> Response:
    """One rule set: its fans, and its options, its table and the whole situation as JSON Schema."""
    return packed(request, json_response(request, await _prepared(request, id), {}))


async def _prepared(request: Request, id: str) -> bytes:
    """An answer that is the same each time, as JSON: made once by a worker, and then at hand."""
    service, render = app_state(request), renderer_of(request)
    if (id, render.lang) not in service.rule_pages:
        call = partial(rendered, partial(_made, id), render)
        made = (await service.pages.run(call, client=service.guard.client(request))).result
        if len(service.rule_pages) < _MOST:
            service.rule_pages[id, render.lang] = made
        return made
    return service.rule_pages[id, render.lang]


def _made(id: str) -> RuleSetAnswer | list[RuleSetListed]:
    return rule_catalogue.summaries() if id == _ALL else in_full(rule_catalogue.known_rules(id))

"""``GET /v1/rules``: the rule sets."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Path, Query, Request, Response

from paiyan.scorer.report.rule_set_json import RuleSetAnswer, RuleSetListed
from paiyan.service.answers import rule_catalogue
from paiyan.service.errors import WrongUse
from paiyan.service.http.routes.responses import (
    json_response,
    packed,
    rendered,
    run_in_worker,
    scan_code,
    validated,
)
from paiyan.service.http.schemas.openapi import list_of, ref
from paiyan.service.http.schemas.requests import HouseIn
from paiyan.service.http.scope import renderer_of
from paiyan.service.http.state import app_state
from paiyan.service.http.uploads import Body
from paiyan.service.messages.tables import TOO_LONG_TO_SCAN

_HOUSE = {"requestBody": {"required": True, "content": {"application/json": {"schema": ref("HouseIn")}}}}
router = APIRouter(prefix="/v1", tags=["rules"])
_ALL = ""
"""In place of an id: the list of all."""
_MOST = 1000
"""Pages that are kept at hand: more than there are rule sets and house files, in three languages."""
Address = Annotated[str, Query(min_length=1, max_length=4000, description="Where the page opens the file.")]


@router.get("/rules", responses=list_of(RuleSetListed))
async def rule_sets(request: Request) -> Response:
    """The rule sets."""
    return packed(request, Response(await _prepared(request, _ALL), media_type="application/json"))


@router.post("/rules", openapi_extra=_HOUSE)
async def house_rules(incoming: Body) -> Response:
    """The rules of a house file: as one rule set is described, with what differs from its base.

    A file with mistakes gets 422 with each of them and its line.
    """
    given = await incoming.json(partial(validated, HouseIn))
    service = incoming.service
    return await run_in_worker(incoming, service.hands, partial(_described, given))


def _described(hand: dict[str, Any]) -> RuleSetAnswer:
    return rule_catalogue.in_full(rule_catalogue.rules_of(hand))


@router.get("/rules.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
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


@router.get("/rules/{id}")
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
    return (
        rule_catalogue.summaries() if id == _ALL else rule_catalogue.in_full(rule_catalogue.known_rules(id))
    )

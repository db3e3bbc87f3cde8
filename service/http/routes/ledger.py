"""``/v1/tables``: the ledger of an evening, and ``WS /v1/tables/{id}/live``, which tells every phone at once.

The id of a table only names it. What a request may do is said by the secret that it sends as
``X-Table-Secret`` (a browser's web socket as the subprotocol ``paiyan.table.SECRET``): no address holds one.
"""

from __future__ import annotations

import asyncio
import io
from contextlib import aclosing, suppress
from functools import partial
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urldefrag

import orjson
import segno
from anyio import to_thread
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ValidationError

from paiyan.service.errors import NoDatabase, PaiyanError, WrongUse
from paiyan.service.http.admission.shares import Holding
from paiyan.service.http.language import Lang, asked_language, language
from paiyan.service.http.routes.responses import json_response, run_in_worker
from paiyan.service.http.routes.sockets import accept, admit, offered, refuse
from paiyan.service.http.schemas.ledger import (
    GameIn,
    OpenedOut,
    PlayedIn,
    RenameIn,
    SeatsIn,
    SecretsOut,
    TableIn,
    TableOut,
    TermsIn,
    UndoIn,
)
from paiyan.service.http.schemas.openapi import ref
from paiyan.service.http.state import Service, service_of
from paiyan.service.http.uploads import Body
from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.credentials import OLD_ADDRESS, Credentials
from paiyan.service.ledger.evening.entries import (
    NewGame,
    NewTerms,
    Penalty,
    Played,
    Rename,
    Seats,
    Sent,
    Undo,
    terms_of,
)
from paiyan.service.messages.tables import NO_LEDGER, RULES_OR_HOUSE
from paiyan.service.messages.validation import sentence

router = APIRouter(prefix="/v1/tables", tags=["ledger"])
live_router = APIRouter(prefix="/v1/tables", tags=["ledger"])
SECRET = "x-table-secret"
_OFFERED = "paiyan.table."
TableId = Annotated[
    str,
    Path(min_length=1, max_length=OLD_ADDRESS, pattern=r"^[\w-]+$", description="As the table was opened."),
]
Secret = Annotated[
    str, Header(alias=SECRET, description="A secret of the table: for writing, or for reading.")
]


async def _credentials(id: TableId, secret: Secret = "") -> Credentials:
    return Credentials(id, secret)


Asked = Annotated[Credentials, Depends(_credentials)]
Address = Annotated[str, Query(min_length=1, max_length=500, description="Where the page is.")]
Right = Annotated[Literal["write", "read"], Query(description="What whoever scans it may do.")]
Number = Annotated[int, Path(ge=1, le=10**6, description="The number of a deal.")]
Model = TypeVar("Model", bound=BaseModel)


def _takes(model: type[BaseModel]) -> dict[str, Any]:
    content = {"application/json": {"schema": ref(model.__name__)}}
    return {"requestBody": {"required": True, "content": content}}


@router.post("", response_model=OpenedOut, openapi_extra=_takes(TableIn), dependencies=[Depends(language)])
async def open_table(incoming: Body) -> Response:
    """Open a table for four players. The answer tells its secrets."""
    asked = await incoming.json(partial(_parsed, TableIn))
    if (asked.rules is None) == (asked.house is None):
        raise WrongUse(RULES_OR_HOUSE)
    by: dict[str, Any] = {"rules": asked.rules or "", "house": asked.house}
    told = {"name": asked.name, **by, "options": asked.options}
    call = partial(_ledger(incoming.service).open, **told, players=asked.players)
    return await run_in_worker(incoming, incoming.service.tables, call)


@router.get("/{id}", response_model=TableOut)
def table(asked: Asked, request: Request) -> Response:
    """The table: players with balances and seats, who deals next, the deals that count."""
    return json_response(request, _ledger(service_of(request)).state(asked), {})


@router.get("/{id}/secrets", response_model=SecretsOut)
def secrets(asked: Asked, request: Request) -> Response:
    """The secrets that follow from the one that was sent: a writer may hand on either, a reader the one."""
    return json_response(request, _ledger(service_of(request)).secrets(asked), {})


@router.post("/{id}/deals", response_model=TableOut, openapi_extra=_takes(PlayedIn))
async def play(asked: Asked, incoming: Body, lang: Lang) -> Response:
    """Add a deal, settled by the table's rules, points as agreed, or a penalty."""
    return await _written(incoming, asked, _played(await incoming.json(partial(_parsed, PlayedIn))), lang)


@router.put("/{id}/deals/{number}", response_model=TableOut, openapi_extra=_takes(PlayedIn))
async def correct(asked: Asked, number: Number, incoming: Body, lang: Lang) -> Response:
    """Replace a deal by another version of it; the old one stays in the history."""
    played = _played(await incoming.json(partial(_parsed, PlayedIn)))
    call = partial(_ledger(incoming.service).correct, asked, number, played, lang=lang)
    return await run_in_worker(incoming, incoming.service.tables, call)


@router.post("/{id}/undo", response_model=TableOut, openapi_extra=_takes(UndoIn))
async def undo(asked: Asked, incoming: Body) -> Response:
    """Take the last event that counts back, a deal or a change; it stays in the history."""
    return await _written(
        incoming, asked, Undo(**(await incoming.json(partial(_parsed, UndoIn))).model_dump())
    )


@router.post("/{id}/seats", response_model=TableOut, openapi_extra=_takes(SeatsIn))
async def seats(asked: Asked, incoming: Body) -> Response:
    """Say who sits where from now on: somebody leaves, another sits down, the seats are drawn anew."""
    return await _written(
        incoming, asked, Seats(**(await incoming.json(partial(_parsed, SeatsIn))).model_dump())
    )


@router.post("/{id}/names", response_model=TableOut, openapi_extra=_takes(RenameIn))
async def rename(asked: Asked, incoming: Body) -> Response:
    """Give a player another name."""
    return await _written(
        incoming, asked, Rename(**(await incoming.json(partial(_parsed, RenameIn))).model_dump())
    )


@router.post("/{id}/terms", response_model=TableOut, openapi_extra=_takes(TermsIn))
async def terms(asked: Asked, incoming: Body) -> Response:
    """Say what is played for: starting points, uma, what the points are worth."""
    told = (await incoming.json(partial(_parsed, TermsIn))).model_dump()
    about = {name: told.pop(name) for name in ("key", "version", "note")}
    return await _written(incoming, asked, NewTerms(terms=terms_of(told), **about))


@router.post("/{id}/games", response_model=TableOut, openapi_extra=_takes(GameIn))
async def end_game(asked: Asked, incoming: Body) -> Response:
    """End the game, with uma by place; the next one begins."""
    return await _written(
        incoming, asked, NewGame(**(await incoming.json(partial(_parsed, GameIn))).model_dump())
    )


@router.get("/{id}/history.json", response_model=TableOut)
def history(asked: Asked, request: Request) -> Response:
    """Everything that happened at the table, with the hands and their fans."""
    return json_response(request, _ledger(service_of(request)).history(asked), {})


@router.get("/{id}/history.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
def sheet(asked: Asked, request: Request) -> Response:
    """The deals that count, a line each, for a spreadsheet."""
    text = "\ufeff" + _ledger(service_of(request)).sheet(asked)  # the mark by which spreadsheets know UTF-8
    headers = {"content-disposition": 'attachment; filename="paiyan.csv"'}
    return Response(text.encode(), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/{id}/join.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def join(asked: Asked, request: Request, address: Address, right: Right = "write") -> Response:
    """The page's link to the table as a QR code to scan; for reading only where the secret is for reading.

    The link is the address with ``#table=ID.SECRET`` behind it: what is behind # is not sent to any server.
    """
    own = _ledger(service_of(request)).secrets(asked)
    link = f"{urldefrag(address).url}#table={own['id']}.{own[right] or own['read']}"
    picture = io.BytesIO()
    segno.make_qr(link).save(picture, kind="svg", border=2, scale=4)
    return Response(picture.getvalue(), media_type="image/svg+xml")


@live_router.websocket("/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    """The table at once, and again whenever it changes: ``{"type": "table", "table": {…}}``."""
    service = service_of(socket)
    asked = Credentials(id, offered(socket, _OFFERED) or socket.headers.get(SECRET, ""))
    await accept(socket)
    try:
        admit(socket, service)
        ledger = _ledger(service)
        table = await to_thread.run_sync(ledger.store.table, asked)
        place = Holding(service.watchers, service.guard.client(socket))
        place.take(1)
    except PaiyanError as wrong:
        await refuse(socket, wrong, lang=asked_language(socket))
        return
    telling = asyncio.create_task(_tell(socket, ledger, asked, table.id))
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        telling.cancel()
        place.release()


async def _tell(socket: WebSocket, ledger: Ledger, asked: Credentials, id_: str) -> None:
    """Send the table whenever its version is another."""

    def read() -> str:
        return orjson.dumps({"type": "table", "table": ledger.state(asked)}).decode()

    with suppress(WebSocketDisconnect, RuntimeError):  # the phone went while it was told
        async with aclosing(ledger.watching.watch(id_, asked, read)) as told:
            async for text in told:
                await socket.send_text(text)


def _ledger(service: Service) -> Ledger:
    if service.ledger is None:
        raise NoDatabase(NO_LEDGER)
    return service.ledger


def _parsed(model: type[Model], given: Any) -> Model:
    try:
        return model.model_validate(given)
    except ValidationError as wrong:
        raise WrongUse(sentence(wrong.errors())) from None


async def _written(incoming: Body, asked: Credentials, sent: Sent, lang: str = "en") -> Response:
    call = partial(_ledger(incoming.service).write, asked, sent, lang=lang)
    return await run_in_worker(incoming, incoming.service.tables, call)


def _played(asked: PlayedIn) -> Played:
    told: dict[str, Any] = asked.model_dump()
    fine = told.pop("penalty")
    return Played(**told, penalty=Penalty(**fine) if fine else None)

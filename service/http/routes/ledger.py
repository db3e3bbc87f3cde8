"""``/v1/tables``: the ledger of a session, and ``WS /v1/tables/{id}/live``, which informs the phones.

The id of a table only names it. The rights of a request follow from the secret in its header
``X-Table-Secret`` (a browser's web socket: the subprotocol ``paiyan.table.SECRET``); no URL contains one.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import aclosing, suppress
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urldefrag

from anyio import to_thread
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from paiyan.scorer.messages.as_json import from_json
from paiyan.service.errors import NoDatabase, PaiyanError, UnknownTable, WrongUse
from paiyan.service.http.admission import Holding
from paiyan.service.http.routes.responses import (
    accept,
    admit,
    json_response,
    offered,
    refuse,
    run_in_worker,
    scan_code,
)
from paiyan.service.http.schemas.ledger import (
    ForgetIn,
    GameIn,
    LogIn,
    PlayedIn,
    RenameIn,
    SeatsIn,
    TableIn,
    TermsIn,
    UndoIn,
)
from paiyan.service.http.schemas.openapi import answers, body, json_of
from paiyan.service.http.scope import language, renderer_of, request_language
from paiyan.service.http.state import AppState, app_state
from paiyan.service.http.uploads import Body
from paiyan.service.http.workers import Done
from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.credentials import OLD_ADDRESS, Credentials
from paiyan.service.ledger.session.display import (
    OpenedTable,
    ReplayAnswer,
    TableChanges,
    TableHistory,
    TableSecrets,
    TableState,
)
from paiyan.service.ledger.session.entries import (
    Command,
    NewGame,
    NewTerms,
    RecordDeal,
    Rename,
    Seats,
    Undo,
)
from paiyan.service.messages.requests import sentence
from paiyan.service.messages.tables import NO_LEDGER, NO_LOG, NO_TABLE, RULES_OR_HOUSE

router = APIRouter(prefix="/v1/tables", tags=["ledger"])
live_router = APIRouter(prefix="/v1/tables", tags=["ledger"])
SECRET = "x-table-secret"
_OFFERED = "paiyan.table."
_OWN_ID = re.compile(r"[\w-]{12}", re.ASCII)
_LEAST_SECRET = 22
"""Letters of an id and of a secret that a phone draws by chance, as `credentials` does."""
TableId = Annotated[
    str,
    Path(min_length=1, max_length=OLD_ADDRESS, pattern=r"^[\w-]+$", description="As the table was opened."),
]
Secret = Annotated[
    str, Header(alias=SECRET, description="A secret of the table: for writing, or for reading.")
]


async def _credentials(id: TableId, secret: Secret = "") -> Credentials:
    return Credentials(id, secret)


Access = Annotated[Credentials, Depends(_credentials)]
Address = Annotated[str, Query(min_length=1, max_length=500, description="Where the page is.")]
Right = Annotated[Literal["write", "read"], Query(description="What whoever scans it may do.")]
Since = Annotated[
    int | None,
    Query(
        ge=0,
        description="A version that you have: only `deals` and `changes` that differ from it are sent,"
        " and `gone` has the numbers of those that were undone.",
    ),
]
_VERSION = TypeAdapter[int](Annotated[int, Field(ge=0, le=10**9)])
Writes = Annotated[bool, Query(description="Write it; without, only tell what would change.")]
Number = Annotated[int, Path(ge=1, le=10**6, description="The number of a deal.")]
T = TypeVar("T")


@router.post(
    "", responses=answers(OpenedTable), openapi_extra=body(json_of(TableIn)), dependencies=[Depends(language)]
)
async def open_table(incoming: Body) -> Response:
    """Open a table for four players. The answer tells its secrets."""
    opened = await incoming.model(TableIn)
    if (opened.rules is None) == (opened.house is None):
        raise WrongUse(RULES_OR_HOUSE)
    by: dict[str, Any] = {"rules": opened.rules or "", "house": opened.house}
    about = {"name": opened.name, **by, "options": opened.options}
    incoming.service.guard.admit_table(incoming.client)
    call = partial(_ledger(incoming.service).open, **about, players=opened.players)
    return await run_in_worker(incoming, incoming.service.tables, call, part="open")


@router.get("/{id}", responses=answers(TableChanges))
async def table(credentials: Access, request: Request, since: Since = None) -> Response:
    """The table: players with balances and seats, who deals next, the deals that count."""
    return await _looked(request, credentials, Ledger.state_json, since=since)


@router.put("/{id}", responses=answers(TableState), openapi_extra=body(json_of(LogIn)))
async def take_in(credentials: Access, incoming: Body) -> Response:
    """Take in a table that a phone kept by itself, under its own id and secret; once, however often it is
    sent. The page's file of a session (`history.json` of such a table) is what to send."""
    given = (await incoming.model(LogIn)).model_dump()
    if not _OWN_ID.fullmatch(credentials.table) or len(credentials.secret) < _LEAST_SECRET:
        raise WrongUse(NO_LOG)
    incoming.service.guard.admit_table(incoming.client)
    return await _written(incoming, credentials, Ledger.take_in, given, renderer_of(incoming.request))


@router.delete("/{id}", status_code=204, response_class=Response)
async def delete(credentials: Access, request: Request) -> Response:
    """Delete the table with everything that was written of it, for good."""
    await _in_turn(request, credentials, Ledger.delete)
    return Response(status_code=204)


@router.get("/{id}/secrets", responses=answers(TableSecrets))
async def secrets(credentials: Access, request: Request) -> Response:
    """The secrets that follow from the one that was sent: a writer may hand on either, a reader the one."""
    return await _looked(request, credentials, Ledger.secrets)


@router.post("/{id}/secrets", responses=answers(TableSecrets))
async def revoke(credentials: Access, request: Request) -> Response:
    """New secrets for the table: every link that was handed on before opens nothing any more."""
    return await _looked(request, credentials, Ledger.revoke)


@router.post("/{id}/forget", responses=answers(TableState), openapi_extra=body(json_of(ForgetIn)))
async def forget(credentials: Access, incoming: Body) -> Response:
    """Delete a player's name for good, from all that was ever written of the table; the points stay."""
    return await _written(incoming, credentials, Ledger.forget, (await incoming.model(ForgetIn)).player)


@router.post("/{id}/deals", responses=answers(TableChanges), openapi_extra=body(json_of(PlayedIn)))
async def play(credentials: Access, incoming: Body, since: Since = None) -> Response:
    """Add a deal, settled by the table's rules, points as agreed, or a penalty."""
    return await _written(incoming, credentials, Ledger.write, await _played(incoming), since=since)


@router.put("/{id}/deals/{number}", responses=answers(TableChanges), openapi_extra=body(json_of(PlayedIn)))
async def correct(credentials: Access, number: Number, incoming: Body, since: Since = None) -> Response:
    """Replace a deal by another version of it; the old one stays in the history."""
    played = await _played(incoming)
    return await _written(incoming, credentials, Ledger.correct, number, played, since=since)


@router.post(
    "/{id}/deals/{number}/replay", responses=answers(ReplayAnswer), openapi_extra=body(json_of(PlayedIn))
)
async def replay(credentials: Access, number: Number, incoming: Body, write: Writes = False) -> Response:
    """Replace a deal and play again all that follows it: dealers, winds, sticks, streaks, balances.

    Without `write` nothing is written: the answer tells what would come out otherwise.
    """
    played = await _played(incoming)
    call = partial(_ledger(incoming.service).replay, credentials, number, played, write=write)
    return await run_in_worker(incoming, incoming.service.tables, call, part=credentials.table)


@router.post("/{id}/undo", responses=answers(TableChanges), openapi_extra=body(json_of(UndoIn)))
async def undo(credentials: Access, incoming: Body, since: Since = None) -> Response:
    """Take the last event that counts back, a deal or a change; it stays in the history."""
    return await _sent(incoming, credentials, UndoIn, Undo, since)


@router.post("/{id}/seats", responses=answers(TableChanges), openapi_extra=body(json_of(SeatsIn)))
async def seats(credentials: Access, incoming: Body, since: Since = None) -> Response:
    """Set the players from now on: someone leaves, another joins, or the seats are drawn again."""
    return await _sent(incoming, credentials, SeatsIn, Seats, since)


@router.post("/{id}/names", responses=answers(TableChanges), openapi_extra=body(json_of(RenameIn)))
async def rename(credentials: Access, incoming: Body, since: Since = None) -> Response:
    """Give a player another name."""
    return await _sent(incoming, credentials, RenameIn, Rename, since)


@router.post("/{id}/terms", responses=answers(TableChanges), openapi_extra=body(json_of(TermsIn)))
async def terms(credentials: Access, incoming: Body, since: Since = None) -> Response:
    """Say what is played for: starting points, uma, what the points are worth."""
    return await _sent(incoming, credentials, TermsIn, NewTerms, since)


@router.post("/{id}/games", responses=answers(TableChanges), openapi_extra=body(json_of(GameIn)))
async def end_game(credentials: Access, incoming: Body, since: Since = None) -> Response:
    """End the game, with uma by place; the next one begins."""
    return await _sent(incoming, credentials, GameIn, NewGame, since)


@router.get("/{id}/history.json", responses=answers(TableHistory))
async def history(credentials: Access, request: Request) -> Response:
    """Everything that happened at the table, with the hands and their fans."""
    return await _looked(request, credentials, Ledger.history)


@router.get("/{id}/history.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
async def sheet(credentials: Access, request: Request) -> Response:
    """The deals that count, a line each, for a spreadsheet."""
    done = await _in_turn(request, credentials, Ledger.sheet)
    text = "\ufeff" + done.result  # the mark by which spreadsheets know UTF-8
    headers = {"content-disposition": 'attachment; filename="paiyan.csv"'}
    return Response(text.encode(), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/{id}/join.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def join(credentials: Access, request: Request, address: Address, right: Right = "write") -> Response:
    """The page's link to the table as a QR code to scan; for reading only where the secret is for reading.

    The link is the address with ``#table=ID.SECRET`` behind it: what is behind # is not sent to any server.
    """

    def made(ledger: Ledger, credentials: Credentials) -> bytes:
        own = ledger.secrets(credentials)
        secret = own.write if right == "write" and own.write else own.read
        return scan_code(f"{urldefrag(address).url}#table={own.id}.{secret}", scale=4)

    return Response((await _in_turn(request, credentials, made)).result, media_type="image/svg+xml")


@live_router.websocket("/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    """The table at once, and again whenever it changes: ``{"type": "table", "table": {…}}``.

    With ``?since=VERSION`` a message tells only what changed since then, or since the message before.
    """
    service = app_state(socket)
    credentials = Credentials(id, offered(socket, _OFFERED) or socket.headers.get(SECRET, ""))
    await accept(socket)
    try:
        admit(socket, service, takes=("since",))
        since = _version(socket.query_params.get("since"))
        ledger = _ledger(service)
        table = await to_thread.run_sync(ledger.store.table, credentials)
        place = Holding(service.watchers, service.guard.client(socket))
        place.take(1)
    except PaiyanError as wrong:
        await refuse(socket, wrong, renderer_of(socket))
        return
    telling = asyncio.create_task(_tell(socket, ledger, credentials, table.id, since))
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        telling.cancel()
        place.release()


async def _tell(
    socket: WebSocket, ledger: Ledger, credentials: Credentials, id_: str, since: int | None
) -> None:
    """Send the table, or what changed at it, whenever its version is another."""

    def read(since: int | None) -> str:
        return f'{{"type":"table","table":{ledger.state_json(credentials, since=since).decode()}}}'

    with suppress(WebSocketDisconnect, RuntimeError):  # the phone left while it was informed
        async with aclosing(ledger.watching.watch(id_, credentials, read, since=since)) as messages:
            async for text in messages:
                await socket.send_text(text)
        await refuse(socket, UnknownTable(NO_TABLE), renderer_of(socket))


def _version(text: str | None) -> int | None:
    """A version in the query of a web socket."""
    if text is None:
        return None
    try:
        return _VERSION.validate_python(text)
    except ValidationError as wrong:
        raise WrongUse(sentence([{**wrong.errors()[0], "loc": ("query", "since")}])) from None


def _ledger(service: AppState) -> Ledger:
    if service.ledger is None:
        raise NoDatabase(NO_LEDGER)
    return service.ledger


async def _in_turn(
    request: Request, credentials: Credentials, method: Callable[..., T], **more: Any
) -> Done[T]:
    """Return the result of a method of the ledger that reads a table, when it is the turn of that table."""
    service = app_state(request)
    call = partial(method, _ledger(service), credentials, **more)
    return await service.tables.run(call, client=service.guard.client(request), part=credentials.table)


async def check_advice(request: Request, credentials: Credentials) -> None:
    """Raise `Forbidden` if the table agreed to play without advice, `UnknownTable` if there is none."""
    await _in_turn(request, credentials, Ledger.check_advice)


async def _looked(
    request: Request, credentials: Credentials, method: Callable[..., object], **more: Any
) -> Response:
    done = await _in_turn(request, credentials, method, **more)
    return json_response(request, done.result, {"wait": done.waited, "work": done.took})


async def _sent(
    incoming: Body,
    credentials: Credentials,
    model: type[BaseModel],
    command: type[Command],
    since: int | None,
) -> Response:
    sent = from_json(command, (await incoming.model(model)).model_dump())
    return await _written(incoming, credentials, Ledger.write, sent, since=since)


async def _written(
    incoming: Body,
    credentials: Credentials,
    method: Callable[..., None],
    *arguments: object,
    since: int | None = None,
) -> Response:
    """Write to a table by a method of the ledger; return the table after it."""
    ledger = _ledger(incoming.service)

    def call() -> bytes:
        method(ledger, credentials, *arguments)
        return ledger.state_json(credentials, since=since)

    return await run_in_worker(incoming, incoming.service.tables, call, part=credentials.table)


async def _played(incoming: Body) -> RecordDeal:
    sent = await incoming.model(PlayedIn)
    return replace(from_json(RecordDeal, sent.model_dump()), lang=request_language(incoming.request))

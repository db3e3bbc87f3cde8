"""Bodies of requests: read into memory within the limits of the settings, and never written to disk.

JSON is parsed once, within bounds that are checked before anything is parsed: a parser in C lets nobody else
have the interpreter until it is done. A long text is also parsed in a thread (`Incoming.json`).
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Collection, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import Annotated, Any, NamedTuple, NoReturn, TypeVar

from anyio import current_time, move_on_after
from fastapi import Depends, Request
from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData
from starlette.formparsers import MultiPartException, MultiPartParser

from paiyan.scorer.messages.languages import Words
from paiyan.service.errors import Busy, PaiyanError, TooLarge, TooSlow, WrongUse
from paiyan.service.http.admission import Holding
from paiyan.service.http.schemas.requests import SituationIn
from paiyan.service.http.state import AppState, app_state
from paiyan.service.messages import requests as refusal
from paiyan.service.messages.requests import sentence

JSON = "application/json"
FORM = "multipart/form-data"
PHOTO, SITUATION = "photo", "situation"
"""Fields of a form."""
T = TypeVar("T")
Model = TypeVar("Model", bound=BaseModel)
_AT_ONCE = 8192
"""Bytes of JSON that are parsed on the event loop: some tenths of a millisecond."""


class Upload(NamedTuple):
    """The photos of a form and the texts of its other fields."""

    photos: tuple[bytes, ...]
    texts: dict[str, str]


class Incoming:
    """The body of one request. What it holds in memory counts until the answer is sent."""

    def __init__(self, request: Request, service: AppState) -> None:
        self.request = request
        self.service = service
        self.client = service.guard.client(request)
        self.seconds = 0.0
        self._gave_way = False
        self._memory = Holding(service.memory, self.client)
        self._place = Holding(service.bodies, self.client)

    @property
    def media_type(self) -> str:
        """Return the media type in lower case without its parameters; empty if there is none."""
        return self.request.headers.get("content-type", "").partition(";")[0].strip().lower()

    async def body(self, *, most: int) -> bytes:
        """Read the whole body. Raises `TooLarge` above `most` bytes, `TooSlow`, `Busy`."""
        with self._coming():
            return b"".join([chunk async for chunk in self._chunks(most)])

    @contextmanager
    def _coming(self) -> Generator[None, None, None]:
        """Wait for a body, as long as it goes on and nobody needs its room more.

        Raises `TooSlow` where less than `upload_rate` bytes a second come for `upload_time` seconds, and
        `Busy` where it has to give way to bodies that ask for less, or there is no room to begin with.
        """
        start = perf_counter()
        try:
            with move_on_after(self.service.settings.upload_time) as self._until:
                self._place.give_way = self._memory.give_way = self._give_way
                self._place.take(1)
                yield
        finally:
            self._place.release()
            self._memory.give_way = None  # it is worked on from now on
            self.seconds = perf_counter() - start
        if self._gave_way:
            raise Busy(1)
        if self._until.cancelled_caught:
            raise TooSlow(refusal.BODY_TOO_SLOW, seconds=round(self.seconds))

    def _give_way(self) -> None:
        self._gave_way = True
        self._until.cancel()

    async def _chunks(self, most: int) -> AsyncGenerator[bytes, None]:
        """The body as it comes. Raises `TooLarge` as soon as more has come, `Busy` where there is no room."""
        size, settings = 0, self.service.settings
        async for chunk in self.request.stream():
            size += len(chunk)
            if size > most:
                raise TooLarge(refusal.BODY_TOO_LARGE, most=f"{most / 2**20:.3g} MB")
            later = self._until.deadline + len(chunk) / settings.upload_rate
            self._until.deadline = min(later, current_time() + settings.upload_time)
            self._memory.take(len(chunk))
            self._place.take(0)  # it goes on
            yield chunk

    def release(self) -> None:
        """Give back the memory that the body counts for."""
        self._memory.release()

    async def json(self, check: Callable[[Any], T]) -> T:
        """The body as JSON, as `check` makes it of its value; off the event loop where it is long.

        Raises as `parsed` and `check`.
        """
        data = await self.body(most=self.service.settings.json_bytes)
        if len(data) <= _AT_ONCE:
            return check(parse_json(data))
        return (await self.service.parsing.run(lambda: check(parse_json(data)), client=self.client)).result

    async def model(self, model: type[Model]) -> Model:
        """The body as a model. Raises as `json`, and `WrongUse` where it does not fit."""
        return await self.json(partial(parsed, model))

    async def upload(
        self, *, photos: int = 1, too_many: Words = refusal.ONE_PHOTO, texts: Sequence[str] = ()
    ) -> Upload:
        """The photos of the request: the body itself, or the ``photo`` parts of a form, which may have these
        texts beside them, each once, and nothing else.

        Raises `WrongUse` (`too_many` says that there are more photos than taken), `TooLarge` for more than
        could ever be held, and `Busy` before anything is read where they could not be looked at.
        """
        settings = self.service.settings
        with self.service.pictures.expecting(self.client):
            if self.media_type != FORM:
                return Upload((await self.body(most=min(settings.photo_bytes, settings.memory)),), {})
            most = min(photos * settings.photo_bytes, settings.memory)
            with self._coming():
                form = await self._form(self._chunks(most), photos, too_many)
        found: list[bytes] = []
        texts_sent: dict[str, str] = {}
        for name, value in form.multi_items():
            if isinstance(value, str):
                _check_text(name, texts_sent, texts)
                texts_sent[name] = value
            elif name == PHOTO:
                found.append(await value.read())
            else:
                raise WrongUse(refusal.UNKNOWN_FILE, name=name[:40])
        if not found:
            raise WrongUse(refusal.NO_PHOTO)
        return Upload(tuple(found), texts_sent)

    async def _form(self, chunks: AsyncGenerator[bytes, None], files: int, too_many: Words) -> FormData:
        """A form, taken apart as it comes: a long one never keeps the event loop."""
        parser = _InMemory(
            self.request.headers,
            chunks,
            max_files=files,
            max_fields=8,
            max_part_size=self.service.settings.json_bytes,
        )
        try:
            return await parser.parse()
        except (MultiPartException, KeyError) as wrong:
            if parser.has_too_many_files:
                raise WrongUse(too_many, most=files) from None
            raise WrongUse(refusal.BAD_FORM, wrong=getattr(wrong, "message", refusal.NO_BOUNDARY)) from None


def _check_text(name: str, sent: Collection[str], allowed: Sequence[str]) -> None:
    """Refuses a text of a form that a route does not know, or that was there before. Raises `WrongUse`."""
    if name == PHOTO:
        raise WrongUse(refusal.NO_PHOTO)
    if name in sent:
        raise WrongUse(refusal.FIELD_TWICE, name=name)
    if name in allowed:
        return
    if SITUATION in allowed and name in SituationIn.model_fields:
        raise WrongUse(refusal.IN_SITUATION, name=name)
    raise WrongUse(refusal.UNKNOWN_FIELD, name=name[:40], known=[PHOTO, *allowed])


class _InMemory(MultiPartParser):
    """Starlette's parser, which would put parts of more than a megabyte into a file."""

    spool_max_size = 2**40

    @property
    def has_too_many_files(self) -> bool:
        """True if that is why it gave up."""
        return self._current_files > self.max_files


async def _incoming(request: Request) -> AsyncGenerator[Incoming, None]:
    found = Incoming(request, app_state(request))
    try:
        yield found
    finally:
        found.release()


Body = Annotated[Incoming, Depends(_incoming)]
"""A route's parameter: the request's body, still to be read."""


DEPTH = 32
"""How deep values may be nested; a batch of deals, the deepest there is, has eight levels."""
_VALUES = 100_000
"""How many values a text may have: a megabyte of hands has fewer, and they are parsed in 20 ms."""
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_BRACKET = re.compile(rb"[\[\]{}]")
_HALF_PAIR = re.compile(rb"\\u[dD][89a-fA-F]")
_DIGITS = 400
"""Digits of a number: the largest that a float can be has 309."""


def parse_json(text: str | bytes) -> Any:
    """JSON text as a value; the mark that some editors set before it is no part of it.

    Raises `WrongUse` where it is no JSON, nests too deep, or where an object in it has a name twice;
    `TooLarge` where it has too many values.
    """
    try:
        data = (text.encode() if isinstance(text, str) else text).removeprefix(BOM_UTF8)
        if not data.strip():
            raise WrongUse(refusal.EMPTY_JSON)
        _check_bounds(data)
        value = json.loads(
            data.decode(),
            object_pairs_hook=_once,
            parse_constant=_no_number,
            parse_int=_int,
            parse_float=_float,
        )
        if _HALF_PAIR.search(data):
            json.dumps(value, ensure_ascii=False).encode()  # half of a surrogate pair is no character
    except UnicodeError:
        raise WrongUse(refusal.NOT_UTF8) from None
    except json.JSONDecodeError as wrong:
        raise WrongUse(refusal.NOT_JSON, line=wrong.lineno, column=wrong.colno) from None
    return value


def parsed(model: type[Model], value: Any, error: type[PaiyanError] = WrongUse) -> Model:
    """A JSON value as a model. Raises `error` with one sentence where it does not fit."""
    try:
        return model.model_validate(value)
    except ValidationError as wrong:
        raise error(sentence(wrong.errors())) from None


def _check_bounds(data: bytes) -> None:
    """Hold how much there is to parse against the bounds, without parsing it. Raises as `parsed`."""
    opened = data.count(b"[") + data.count(b"{")
    if data.count(b",") + opened > _VALUES:
        raise TooLarge(refusal.JSON_TOO_MANY, most=_VALUES)
    if opened <= DEPTH:
        return
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub(b"", data)):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEPTH:
            raise WrongUse(refusal.JSON_TOO_DEEP, most=DEPTH)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise WrongUse(refusal.KEY_TWICE, name=name[:40])
    return value


def _int(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise WrongUse(refusal.LARGE_NUMBER)
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise WrongUse(refusal.LARGE_NUMBER)
    return value


def _no_number(name: str) -> NoReturn:
    raise WrongUse(refusal.NO_SUCH_NUMBER, number=name)

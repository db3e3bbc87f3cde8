"""Bodies of requests: read into memory within the limits of the settings, and never written to disk."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import AsyncGenerator, Collection, Sequence
from time import perf_counter
from typing import Annotated, Any, NamedTuple

from anyio import fail_after
from fastapi import Depends, Request
from pydantic_core import from_json
from starlette.datastructures import FormData
from starlette.formparsers import MultiPartException, MultiPartParser

from paiyan.service.errors import BadHand, TooLarge, TooSlow, WrongUse
from paiyan.service.http.schemas.requests import SituationIn
from paiyan.service.http.state import Service, service_of
from paiyan.service.messages.requests import (
    BAD_FORM,
    BODY_TOO_LARGE,
    BODY_TOO_SLOW,
    FIELD_TWICE,
    IN_SITUATION,
    KEY_TWICE,
    MANY_PHOTOS,
    NO_BOUNDARY,
    NO_PHOTO,
    NOT_JSON,
    ONE_PHOTO,
    UNKNOWN_FIELD,
    UNKNOWN_FILE,
)

JSON = "application/json"
FORM = "multipart/form-data"
PHOTO, SITUATION = "photo", "situation"
"""Fields of a form."""


class Upload(NamedTuple):
    """The photos of a form and the texts of its other fields."""

    photos: tuple[bytes, ...]
    texts: dict[str, str]


class Incoming:
    """The body of one request. What it holds in memory counts until the answer is sent."""

    def __init__(self, request: Request, service: Service) -> None:
        self.request = request
        self.service = service
        self.held = 0
        self.seconds = 0.0

    @property
    def media_type(self) -> str:
        """The content type without its parameters."""
        return self.request.headers.get("content-type", "").partition(";")[0].strip().lower()

    async def body(self, *, most: int) -> bytes:
        """The whole body. Raises `TooLarge` as soon as more has come, `TooSlow`, or `Busy` where there is no
        memory for it, or a quarter of all connections bring bodies already."""
        start = perf_counter()
        chunks: list[bytes] = []
        try:
            with self.service.bodies.holding(), fail_after(self.service.settings.upload_time) as until:
                size = 0
                async for chunk in self.request.stream():
                    size += len(chunk)
                    until.deadline += len(chunk) / self.service.settings.upload_rate
                    if size > most:
                        raise TooLarge(BODY_TOO_LARGE, most=_size(most))
                    self._hold(len(chunk))
                    chunks.append(chunk)
        except TimeoutError:
            raise TooSlow(BODY_TOO_SLOW, seconds=round(perf_counter() - start)) from None
        self.seconds = perf_counter() - start
        return b"".join(chunks)

    def _hold(self, size: int) -> None:
        self.service.memory.take(size)
        self.held += size

    def release(self) -> None:
        """The body is done with."""
        self.service.memory.give(self.held)

    async def json(self) -> Any:
        """The body as JSON. Raises `BadHand` where it is none."""
        return parsed(await self.body(most=self.service.settings.json_bytes))

    async def upload(self, *, photos: int = 1, texts: Sequence[str] = ()) -> Upload:
        """The photos of the request: the body itself, or the ``photo`` parts of a form, which may have these
        texts beside them, each once, and nothing else.

        Raises `WrongUse`, and `Busy` before anything is read where they could not be looked at.
        """
        settings = self.service.settings
        with self.service.pictures.expecting():
            data = await self.body(most=photos * settings.photo_bytes)
        if self.media_type != FORM:
            return Upload((data,), {})
        form = await self._form(data, photos)
        found: list[bytes] = []
        told: dict[str, str] = {}
        for name, value in form.multi_items():
            if isinstance(value, str):
                _check_text(name, told, texts)
                told[name] = value
            elif name == PHOTO:
                found.append(await value.read())
            else:
                raise WrongUse(UNKNOWN_FILE, name=name[:40])
        if not found:
            raise WrongUse(NO_PHOTO)
        return Upload(tuple(found), told)

    async def _form(self, data: bytes, files: int) -> FormData:
        parser = _InMemory(
            self.request.headers,
            _stream(data),
            max_files=files,
            max_fields=8,
            max_part_size=self.service.settings.json_bytes,
        )
        try:
            return await parser.parse()
        except (MultiPartException, KeyError) as wrong:
            if parser.has_too_many_files:
                raise WrongUse(ONE_PHOTO if files == 1 else MANY_PHOTOS, most=files) from None
            raise WrongUse(BAD_FORM, wrong=getattr(wrong, "message", NO_BOUNDARY)) from None


def _check_text(name: str, told: Collection[str], known: Sequence[str]) -> None:
    """Refuses a text of a form that a route does not know, or that was there before. Raises `WrongUse`."""
    if name == PHOTO:
        raise WrongUse(NO_PHOTO)
    if name in told:
        raise WrongUse(FIELD_TWICE, name=name)
    if name in known:
        return
    if SITUATION in known and name in SituationIn.model_fields:
        raise WrongUse(IN_SITUATION, name=name)
    raise WrongUse(UNKNOWN_FIELD, name=name[:40], known=[PHOTO, *known])


class _InMemory(MultiPartParser):
    """Starlette's parser, which would put parts of more than a megabyte into a file."""

    spool_max_size = 2**40

    @property
    def has_too_many_files(self) -> bool:
        """Whether that is why it gave up."""
        return self._current_files > self.max_files


async def _stream(data: bytes) -> AsyncGenerator[bytes, None]:
    yield data


def _size(size: int) -> str:
    return f"{size / 2**20:.3g} MB"


def parsed(text: str | bytes) -> Any:
    """JSON text as a value; the mark that some editors set before it is no part of it.

    Raises `BadHand` where it is no JSON, or where an object in it has a name twice.
    """
    try:
        data = (text.encode() if isinstance(text, str) else text).removeprefix(BOM_UTF8)
        value = from_json(data, allow_inf_nan=False)
        json.loads(data, object_pairs_hook=_once, parse_int=len, parse_float=len)  # its numbers do not matter
    except ValueError as wrong:
        raise BadHand(NOT_JSON, wrong=str(wrong)) from None
    return value


def _once(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) < len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise BadHand(KEY_TWICE, name=name[:40])


async def _incoming(request: Request) -> AsyncGenerator[Incoming, None]:
    found = Incoming(request, service_of(request))
    try:
        yield found
    finally:
        found.release()


Body = Annotated[Incoming, Depends(_incoming)]
"""A route's parameter: the request's body, still to be read."""

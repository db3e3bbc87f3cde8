"""Bodies of requests, read into memory up to a limit and never written to disk."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import NamedTuple

from fastapi import Request
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from service.errors import TooLarge, WrongUse

PHOTO_BYTES = 32 * 2**20
JSON_BYTES = 2**20


class _InMemory(MultiPartParser):
    """Starlette's parser, which would put parts of more than a megabyte into a file."""

    spool_max_size = PHOTO_BYTES + 1


class Upload(NamedTuple):
    """A photo and the text of the ``situation`` field beside it, if any."""

    photo: bytes
    situation: str


async def body(request: Request, *, most: int) -> bytes:
    """The whole body. Raises `TooLarge` as soon as more than `most` bytes have come."""
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > most:
            raise TooLarge(f"the request is larger than the {most // 2**20} MB that are taken: send less")
        chunks.append(chunk)
    return b"".join(chunks)


def media_type(request: Request) -> str:
    """The content type of a request without its parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def upload(request: Request) -> Upload:
    """The photo of a request: its bytes, or the ``photo`` part of a form. Raises `WrongUse`."""
    data = await body(request, most=PHOTO_BYTES)
    if media_type(request) != "multipart/form-data":
        return Upload(data, "")
    try:
        form = await _InMemory(request.headers, _stream(data), max_files=1, max_fields=4).parse()
    except (MultiPartException, KeyError) as wrong:
        text = getattr(wrong, "message", "it has no boundary")
        raise WrongUse(f"the form cannot be read ({text}): send it as multipart/form-data") from None
    photo, situation = form.get("photo"), form.get("situation")
    if not isinstance(photo, UploadFile):
        raise WrongUse("the form has no picture: send it as the file field photo")
    if isinstance(situation, UploadFile):
        raise WrongUse("situation is a text field of JSON, not a file")
    return Upload(await photo.read(), situation or "")


async def _stream(data: bytes) -> AsyncGenerator[bytes, None]:
    yield data

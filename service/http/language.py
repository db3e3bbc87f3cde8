"""The language in which a request wants its answer."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Depends, Query
from starlette.requests import HTTPConnection

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.scorer.messages.languages import LANGUAGES


def request_language(request: HTTPConnection) -> str:
    """The language of ``?lang=``, else the best of Accept-Language that we speak, else English."""
    wanted = request.query_params.get("lang")
    if wanted in LANGUAGES:
        return wanted
    return preferred(request.headers.get("accept-language", ""))


def renderer_of(request: HTTPConnection) -> JsonRenderer:
    """Return what renders the answer to a request in its language."""
    return JsonRenderer(request_language(request))


def preferred(header: str) -> str:
    """The best of an Accept-Language header that we speak, else English."""
    best, most = "en", 0.0
    for part in header.lower().split(",")[:20]:
        name, _, weight = part.partition(";q=")
        lang = name.strip()[:2]
        if lang in LANGUAGES and (share := _share(weight)) > most:
            best, most = lang, share
    return best


def _share(weight: str) -> float:
    try:
        return float(weight) if weight else 1.0
    except ValueError:
        return 0.0


async def language(
    request: HTTPConnection,
    lang: Annotated[
        Literal["zh", "en", "ja"] | None,
        Query(description="Language of names; without it that of Accept-Language."),
    ] = None,
) -> str:
    """Return the language of a route's answer; an unsupported ``?lang=`` is a bad request."""
    return lang or request_language(request)


Lang = Annotated[str, Depends(language)]
"""A route's parameter: the language to answer in."""

"""The names in a request's query: one that its route does not know is refused, not passed over."""

from __future__ import annotations

from collections.abc import Collection

from fastapi import Request, WebSocket
from fastapi.dependencies.models import Dependant

from paiyan.service.errors import WrongUse
from paiyan.service.http.language import LANGUAGES, Lang
from paiyan.service.http.scope import HttpScope
from paiyan.service.messages.requests import QUERY_TWICE, UNKNOWN_LANGUAGE, UNKNOWN_QUERY


async def known_query(request: Request, _: Lang) -> None:
    """Check the query of a request, as a dependency of routes: only names that the route takes, each once,
    and `lang`, the language of errors. Raises `WrongUse`."""
    if request.query_params:
        _check(
            request.query_params.multi_items(), _taken(HttpScope(request.scope).route.dependant) | {"lang"}
        )


def check_query(socket: WebSocket, takes: Collection[str] = ()) -> None:
    """Check the query of a web socket: only `lang`, a supported language, and names that it `takes`.

    Raises `WrongUse`."""
    _check(socket.query_params.multi_items(), {"lang", *takes})
    lang = socket.query_params.get("lang")
    if lang is not None and lang not in LANGUAGES:
        raise WrongUse(UNKNOWN_LANGUAGE, lang=lang[:40])


def _check(pairs: Collection[tuple[str, str]], known: set[str]) -> None:
    names = [name for name, _ in pairs]
    if odd := [name for name in names if name not in known]:
        raise WrongUse(UNKNOWN_QUERY, name=odd[0][:40], known=sorted(known))
    if len(names) > len(known & {*names}):
        raise WrongUse(QUERY_TWICE, name=max(names, key=names.count))


def _taken(dependant: Dependant) -> set[str]:
    own = {field.alias for field in dependant.query_params}
    return own.union(*map(_taken, dependant.dependencies))

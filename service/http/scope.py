"""An ASGI request by names and types: what the server found of it, its language, the names in its query."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from time import perf_counter
from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Request, WebSocket
from fastapi.dependencies.models import Dependant
from starlette.requests import HTTPConnection
from starlette.types import Scope

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.scorer.messages.languages import LANGUAGES
from paiyan.service.errors import WrongUse
from paiyan.service.messages.requests import QUERY_TWICE, UNKNOWN_LANGUAGE, UNKNOWN_QUERY

CAME = "came"
_PROTOCOL, _STATE, _REFUSED = "type", "state", "refused"


def is_http(scope: Scope) -> bool:
    """True if a scope is that of a request: neither a web socket nor the start and the end of the app."""
    return scope[_PROTOCOL] == "http"


def is_lifespan(scope: Scope) -> bool:
    """True if a scope is the start and the end of the app, and no request."""
    return scope[_PROTOCOL] == "lifespan"


def server_address(scope: Scope) -> str:
    """Return the address at which a request arrived; empty if the server does not name it."""
    address, _ = scope.get("server") or ("", None)
    return address


def is_refused(scope: Mapping[str, Any]) -> bool:
    """True if the request was refused under load, as `HttpScope.refuse` marks it."""
    return _REFUSED in scope.get(_STATE, ())


class HttpScope:
    """The scope of a request. `scope` is the mapping that apps hand to one another."""

    __slots__ = ("_state", "scope")

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self._state: dict[str, Any] = scope.setdefault(_STATE, {})

    @property
    def method(self) -> str:
        return self.scope["method"]

    @property
    def path(self) -> str:
        return self.scope["path"]

    @property
    def query(self) -> bytes:
        """Return the query as it was sent, not decoded."""
        return self.scope["query_string"]

    @property
    def route(self) -> Any:
        """The route that answers, None before one is found."""
        return self.scope.get("route")

    def follow(self, other: HttpScope) -> None:
        """Take over the route that was found for another scope."""
        self.scope["route"] = other.route

    def as_method(self, method: str) -> HttpScope:
        """Return the same request by another method."""
        return HttpScope({**self.scope, "method": method})

    @property
    def id(self) -> str:
        """The id of the request, in the answer's headers and in the log."""
        return self._state["id"]

    @id.setter
    def id(self, id: str) -> None:
        self._state["id"] = id

    @property
    def came(self) -> float:
        """When its first bytes arrived, by `perf_counter`; now if the server noted nothing."""
        return self._state.setdefault(CAME, perf_counter())

    def refuse(self) -> None:
        """Mark the request for `is_refused`."""
        self._state[_REFUSED] = True


def request_language(request: HTTPConnection) -> str:
    """The language of ``?lang=``, else the best of Accept-Language that we speak, else English."""
    wanted = request.query_params.get("lang")
    if wanted in LANGUAGES:
        return wanted
    return preferred(request.headers.get("accept-language", ""))


def renderer_of(request: HTTPConnection) -> JsonRenderer:
    """Return the renderer for the language of a request, as `request_language` finds it."""
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


async def reject_unknown_query_params(request: Request, _: Lang) -> None:
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


def _check(pairs: Collection[tuple[str, str]], allowed: set[str]) -> None:
    names = [name for name, _ in pairs]
    if odd := [name for name in names if name not in allowed]:
        raise WrongUse(UNKNOWN_QUERY, name=odd[0][:40], known=sorted(allowed))
    if len(names) > len(allowed & {*names}):
        raise WrongUse(QUERY_TWICE, name=max(names, key=names.count))


def _taken(dependant: Dependant) -> set[str]:
    own = {field.alias for field in dependant.query_params}
    return own.union(*map(_taken, dependant.dependencies))

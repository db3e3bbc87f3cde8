"""An ASGI request by names and types: what the server found of it, and what is noted while it is answered."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from starlette.types import Scope

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
    """True if a request was refused before it had its turn."""
    return _REFUSED in scope.get(_STATE, ())


class HttpScope:
    """The scope of a request. `scope` is the mapping that apps hand to one another."""

    __slots__ = ("_state", "scope")

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self._state: dict[str, Any] = scope.setdefault(_STATE, {})

    @property
    def method(self) -> str:
        """The method, ``"GET"``."""
        return self.scope["method"]

    @property
    def path(self) -> str:
        """The path, unquoted."""
        return self.scope["path"]

    @property
    def query(self) -> bytes:
        """The query as it was sent."""
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

    @property
    def is_refused(self) -> bool:
        """True if it was refused before it had its turn."""
        return is_refused(self.scope)

    def refuse(self) -> None:
        """Note that it is refused before it has its turn."""
        self._state[_REFUSED] = True

"""The hosts that the service answers to: localhost, the address of the request, the names in the settings.

A page of another site could point its name at this machine (DNS rebinding), and a browser would take it for
this service's own page. It cannot choose the `Host` header, so other names are refused.
"""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from paiyan.service.errors import WrongUse
from paiyan.service.http.problem_details import answer_to
from paiyan.service.http.scope import is_http, is_lifespan, server_address
from paiyan.service.messages.requests import OTHER_HOST


class AllowedHosts:
    """ASGI middleware that answers only to these names, to localhost and to the address of the request.

    ``*.example.org`` is every name below it, ``*`` any name at all.
    """

    def __init__(self, app: ASGIApp, *, hosts: tuple[str, ...]) -> None:
        self.app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if is_lifespan(scope) or self._knows(scope):
            await self.app(scope, receive, send)
        elif is_http(scope):
            await answer_to(Request(scope), WrongUse(OTHER_HOST))(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})

    def _knows(self, scope: Scope) -> bool:
        named = Headers(scope=scope).getlist("host")
        if not named:  # no browser, and HTTP before 1.1
            return True
        host = _hostname(named[0]) if len(named) == 1 else None
        if host is None:
            return False
        return (
            host in ("localhost", _plain(server_address(scope)))
            or _is_loopback(host)
            or any(
                known in ("*", host) or (known.startswith("*.") and host.endswith(known[1:]))
                for known in self._hosts
            )
        )


def _hostname(host: str) -> str | None:
    """The name or the address in a `Host` header, without its port; None where it is neither."""
    try:
        parts = urlsplit(f"//{host}")
        parts.port  # noqa: B018 - raises if it is not a port
    except ValueError:
        return None
    whole = parts.netloc == host and "@" not in host and not (parts.path or parts.query or parts.fragment)
    return _plain(parts.hostname) if whole and parts.hostname else None


def _plain(host: str) -> str:
    """A name without the dot at its end, an address in its usual form (IPv4 within IPv6 as IPv4)."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host.rstrip(".").lower()
    return str(getattr(address, "ipv4_mapped", None) or address)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False

"""The way from a phone to the service: the local address, a QR code, and HTTPS for the camera."""

from __future__ import annotations

import io
import ipaddress
import socket

import segno

from paiyan.scorer.messages.languages import Joined, Message, Text
from paiyan.service.messages.operations import CAMERA, ON_A_PHONE, ONLY_HERE, OR_SCAN
from paiyan.service.settings import Settings

_ANYWHERE = ("0.0.0.0", "::", "")
_OUTSIDE = ("192.0.2.1", 9)
"""An address for documentation: asking the way there sends nothing, and tells our own address on that way."""


def directions(settings: Settings, port: int, *, encoding: str | None = None) -> Text:
    """Say how a phone reaches a service that listens on a port; empty behind a proxy that speaks HTTPS.

    `encoding` is that of a terminal that shows the QR code; None leaves it out.
    """
    if settings.https:
        return ""
    if is_loopback(settings.host):
        return Joined((ONLY_HERE, "\n"), "")
    host = own_address() if settings.host in _ANYWHERE else settings.host
    if host is None:
        return Joined((CAMERA, "\n"), "")
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    picture = qr_code(address, encoding) if encoding else ""
    way = Message(OR_SCAN if picture else ON_A_PHONE, {"address": address})
    return Joined((way, "\n", picture, CAMERA, "\n"), "")


def is_loopback(host: str) -> bool:
    """True if only this machine reaches the host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def own_address() -> str | None:
    """Return this machine's address in its network; None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_OUTSIDE)
            found: str = asking.getsockname()[0]
        except OSError:
            return None
    return None if is_loopback(found) or found in _ANYWHERE else found


def qr_code(text: str, encoding: str) -> str:
    """Draw a QR code in half blocks; empty if the terminal's encoding has none."""
    out = io.StringIO()
    segno.make_qr(text).terminal(out, border=2, compact=True)
    try:
        out.getvalue().encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ""
    return out.getvalue()

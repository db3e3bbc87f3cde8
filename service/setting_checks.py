"""Checks of settings that are texts; each returns its text, or raises with what it should be."""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network

from paiyan.scorer.errors import TranslatedError
from paiyan.service.messages import settings as words

_DATABASE = re.compile(r"sqlite(\+\w+)?:///.+|postgres(ql(\+\w+)?)?://.*")
_ORIGIN = re.compile(r"\*|null|[a-z][a-z0-9+.-]*://[^/?#@\sA-Z]+")


class SettingError(TranslatedError, ValueError):
    """A text that a setting cannot be."""


def database_address(address: str) -> str:
    """Check the address of a database, or an empty one. Errors leave the address out: it has a password."""
    kind, _, rest = address.partition("://")
    if address and not _DATABASE.fullmatch(address):
        raise SettingError(words.DATABASE_ADDRESS)
    if kind.startswith("postgres") and (rest.count("@") > 1 or "@" in rest.partition("/")[2]):
        raise SettingError(words.PASSWORD_APART)
    return address


def origin(text: str) -> str:
    """A web origin as browsers tell it (a file's is ``null``), or ``*``."""
    if not _ORIGIN.fullmatch(text):
        raise SettingError(words.ORIGIN, text=text)
    return text


def proxies(addresses: tuple[str, ...]) -> tuple[str, ...]:
    """Addresses and networks, or ``*`` alone: names are not looked up."""
    if "*" in addresses and len(addresses) > 1:
        raise SettingError(words.EVERY_ADDRESS)
    for text in addresses:
        try:
            if text != "*":
                (ip_network if "/" in text else ip_address)(text)
        except ValueError:
            raise SettingError(words.PROXY, text=text) from None
    return addresses


def rate(text: str) -> str:
    """A rate like 120/minute, or nothing."""
    from limits import parse

    if text:
        try:
            parse(text)
        except ValueError:
            raise SettingError(words.RATE, text=text) from None
    return text

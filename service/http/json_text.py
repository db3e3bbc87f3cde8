"""JSON text as a value: parsed once, within bounds that are looked at before anything is parsed.

A parser in C lets nobody else have the interpreter until it is done, so the bounds count what it would make;
what is long is parsed in a thread besides, where its objects are looked through (`Incoming.json`).
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections import Counter
from typing import Any, NoReturn

from paiyan.service.errors import BadHand, TooLarge
from paiyan.service.messages.requests import JSON_TOO_DEEP, JSON_TOO_MANY, KEY_TWICE, NOT_JSON

DEPTH = 32
"""How deep values may be nested; a batch of deals, the deepest there is, has eight levels."""
_VALUES = 100_000
"""How many values a text may have: a megabyte of hands has fewer, and they are parsed in 20 ms."""
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_BRACKET = re.compile(rb"[\[\]{}]")
_HALF_PAIR = re.compile(rb"\\u[dD][89a-fA-F]")
_DIGITS = 400
"""Digits of a number: the largest that a float can be has 309."""


def parsed(text: str | bytes) -> Any:
    """JSON text as a value; the mark that some editors set before it is no part of it.

    Raises `BadHand` where it is no JSON, nests too deep, or where an object in it has a name twice;
    `TooLarge` where it has too many values.
    """
    try:
        data = (text.encode() if isinstance(text, str) else text).removeprefix(BOM_UTF8)
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
    except ValueError as wrong:
        raise BadHand(NOT_JSON, wrong=_reason(wrong)) from None
    return value


def _check_bounds(data: bytes) -> None:
    """Hold how much there is to parse against the bounds, without parsing it. Raises as `parsed`."""
    opened = data.count(b"[") + data.count(b"{")
    if data.count(b",") + opened > _VALUES:
        raise TooLarge(JSON_TOO_MANY, most=_VALUES)
    if opened <= DEPTH:
        return
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub(b"", data)):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEPTH:
            raise BadHand(JSON_TOO_DEEP, most=DEPTH)


def _reason(wrong: ValueError) -> str:
    if isinstance(wrong, UnicodeError):
        return "it is not text in UTF-8"
    text = str(wrong)
    return text[:1].lower() + text[1:]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise BadHand(KEY_TWICE, name=name[:40])
    return value


def _int(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError(f"a number has more than {_DIGITS} digits")
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return value


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"the value {name} is none of JSON's")

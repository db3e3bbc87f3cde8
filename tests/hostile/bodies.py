"""Bodies of JSON for every route that takes one, and what can be made of them that should not be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from paiyan.service.http.schemas import requests

_RICH = {
    **requests.HAND,
    "seat": "E",
    "round": "E",
    "dealer": "E",
    "wild": "5z",
    "indicator": "4z",
    "options": {"base": 1},
    "table": {"honba": 1},
    "win": {"tile": "7s", "by": "discard", "from": "S", "flags": ["last_tile"]},
}
_KEYED = {"key": "a", "version": 0, "note": "n"}
_DEAL = {"concealed": "123456789m123p5s", "win": {"tile": "5s", "by": "self_draw"}}
ROUTES: list[tuple[str, str, Any]] = [
    *(("POST", "/v1/score", one["value"]) for one in requests.HANDS.values()),
    ("POST", "/v1/score", _RICH),
    ("POST", "/v1/waits", requests.WAITING),
    ("POST", "/v1/batch", [requests.HAND, requests.DEAL]),
    ("POST", "/v1/correct", requests.CORRECT),
    (
        "POST",
        "/v1/tables",
        {"rules": "sichuan", "options": {"cap": 3}, "players": ["A", "B", "C", "D"], "name": "Friday"},
    ),
    ("POST", "{table}/deals", {"deal": _DEAL, "next_dealer": "E", **_KEYED}),
    ("POST", "{table}/deals", {"points": {"E": 3, "S": -3}, "people": [0, 1, 2, 3], "round": "E", **_KEYED}),
    ("POST", "{table}/deals", {"penalty": {"seat": "E", "points": 5, "to": "S"}, **_KEYED}),
    ("PUT", "{table}/deals/1", {"points": {"E": 1, "S": -1}, **_KEYED}),
    ("POST", "{table}/undo", _KEYED),
    ("POST", "{table}/seats", {"players": ["A", "B", "C", "E"], "dealer": 0, "round": "E", **_KEYED}),
    ("POST", "{table}/names", {"player": "A", "name": "Ann", **_KEYED}),
    (
        "POST",
        "{table}/terms",
        {
            "start": 1,
            "target": 1,
            "uma": [1, 0, 0, -1],
            "points": 1,
            "money": "0.5",
            "currency": "$",
            **_KEYED,
        },
    ),
    ("POST", "{table}/games", {"dealer": 0, **_KEYED}),
]
"""Method, path (`{table}` is that of a table that is open) and a body that is in order."""


def _nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


ABSURD: list[Any] = [
    *(None, True, False, -1, 0, 1, 2**31, -(2**63), 2**64, 10**30, 10**400, 0.5, 1e308, -0.0),
    *("", " ", "\0", "a\0b", "\ud800", "\u2028", "🀄", "牌" * 5000, "x" * 10_000, "1m" * 5000, "-1", "1e999"),
    *("../../etc/passwd", "'; drop table events; --", "=1+1", "<script>", "{0.__class__}", "%s%n", "E", "1m"),
    *(
        [],
        {},
        [[]],
        {"": None},
        [None] * 1000,
        _nested(60),
        {"a": _nested(40)},
        {"E": 10**30, "S": -(10**30)},
    ),
    *(["1m"] * 200, [{}] * 300, {str(n): n for n in range(500)}, {"hands": [{}]}, {"\0": "\0"}),
]
Path = tuple[str | int, ...]


def places(value: Any, at: Path = ()) -> Iterator[Path]:
    """The path of every value within a value, itself included."""
    yield at
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, one in inner:
        yield from places(one, (*at, name))


def put(value: Any, at: Path, other: Any) -> Any:
    """A copy with another value at that path."""
    if not at:
        return other
    whole = inner = deepcopy(value)
    for name in at[:-1]:
        inner = inner[name]
    inner[at[-1]] = other
    return whole


FIELDS = [
    (method, path, at, absurd)
    for method, path, body in ROUTES
    for at in places(body)
    for absurd in range(len(ABSURD))
]
"""Each field of each route with each absurd value, by its place in `ABSURD`."""
_BODIES = {(method, path, at): body for method, path, body in ROUTES for at in places(body)}


def with_field(number: int) -> tuple[str, str, bytes]:
    """Method, path and body of one of `FIELDS`."""
    method, path, at, absurd = FIELDS[number % len(FIELDS)]
    return method, path, json.dumps(put(_BODIES[method, path, at], at, ABSURD[absurd])).encode()


def spoilt(random: Random) -> tuple[str, str, bytes]:
    """A body with several absurd values, or one that is no JSON at all."""
    method, path, body = random.choice(ROUTES)
    for _ in range(random.randint(1, 4)):
        if random.random() < 0.3 and isinstance(body, dict):
            body = {**body, random.choice(["wild", "table", "hands", "melds", "deal", "", "__proto__"]): 1}
        body = put(body, random.choice(list(places(body))), random.choice(ABSURD))
    text = json.dumps(body).encode()
    return method, path, random.choice(_SPOILS)(random, text) if random.random() < 0.6 else text


def _byte(random: Random, text: bytes) -> bytes:
    at = random.randrange(len(text) + 1)
    return text[:at] + bytes([random.choice((0, 0x80, 0xFF, 0xC0, random.randrange(256)))]) + text[at:]


_SPOILS = (
    _byte,
    lambda random, text: text[: random.randrange(len(text) + 1)],
    lambda random, text: text + text,
    lambda random, text: b"\xef\xbb\xbf" + text,
    lambda random, text: text.decode().encode("utf-16"),
    lambda random, text: b"[" * random.choice((10, 1000, 200_000)),
    lambda random, text: b'{"a":' * random.choice((10, 1000, 100_000)),
    lambda random, text: random.choice((b"NaN", b"-Infinity", b"1e99999", b"9" * 20_000, b"", b"\0", b'"')),
    lambda random, text: text.replace(b":", b":" + b"9" * 5000, 1),
    lambda random, text: text.replace(b"{", b'{"rules":"a","rules":"guobiao",', 1),
    lambda random, text: b" " * 900_000 + text,
    lambda random, text: b"x" * (2**20 + 1),
    lambda random, text: random.randbytes(random.randrange(500)),
)

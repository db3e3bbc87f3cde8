"""Hostile requests without end: the same number of the same seed is the same request."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from random import Random
from typing import NamedTuple

from PIL import Image

from tests.hostile.bodies import spoilt, with_field
from tests.hostile.talk import request
from tests.hostile.uploads import FORMS, HOSTILE, SAMPLE

Headers = tuple[tuple[str, str], ...]
JSON: Headers = (("content-type", "application/json"),)
FORM: Headers = (("content-type", "multipart/form-data; boundary=b"),)
LARGE = tuple(name for name in HOSTILE if "largest" in name or "million" in name or name == "zeroes")
SMALL = tuple(name for name in HOSTILE if name not in LARGE)


class Case(NamedTuple):
    """What is sent. One that is `whole` is a request by the book, which must be answered."""

    kind: str
    raw: bytes
    whole: bool = True


class Table(NamedTuple):
    """A table that is open, and what lets one write to it."""

    path: str
    headers: Headers


def case(seed: int, number: int, table: Table) -> Case:
    """The case of a number; a table's fields are asked one after the other, all else is drawn."""
    random = Random(f"{seed} {number}")
    kind = random.choices(list(_KINDS), [weight for weight, _ in _KINDS.values()])[0]
    made = _KINDS[kind][1](random, table)
    raw, whole = made if isinstance(made, tuple) else (made, True)
    return Case(kind, raw, whole)


Made = bytes | tuple[bytes, bool]


def _sent(table: Table, method: str, path: str, body: bytes) -> bytes:
    return request(method, path.replace("{table}", table.path), body, (*JSON, *table.headers))


def _field(random: Random, table: Table) -> Made:
    return _sent(table, *with_field(random.randrange(10**6)))


def _json(random: Random, table: Table) -> Made:
    return _sent(table, *spoilt(random))


@cache
def _pictures() -> tuple[bytes, ...]:
    """Small pictures of every kind: modes, depths, animations, EXIF."""
    small = Image.open(io.BytesIO(SAMPLE)).resize((96, 64))
    exif = Image.Exif()
    exif[0x0112] = 6
    wrong = Image.Exif()
    wrong[0x0112] = 99
    made = [
        *((small.convert(mode), "PNG", {}) for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")),
        *((small.convert(mode), "TIFF", {}) for mode in ("CMYK", "LAB", "F", "I", "RGB")),
        *((small.convert(mode), "JPEG", {}) for mode in ("L", "RGB", "CMYK")),
        *((small, "JPEG", {"exif": how}) for how in (exif, wrong)),
        (small, "JPEG", {"progressive": True}),
        *((small, kind, {"save_all": True, "append_images": [small] * 5}) for kind in ("GIF", "PNG", "WEBP")),
        *((small, kind, {}) for kind in ("BMP", "PPM", "ICO", "TGA", "WEBP")),
    ]
    return tuple(_encoded(*one) for one in made)


def _encoded(picture: Image.Image, kind: str, how: dict[str, object]) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **how)
    return out.getvalue()


def _picture(random: Random) -> bytes:
    draw = random.random()
    if draw < 0.02:
        return HOSTILE[random.choice(LARGE)]()
    if draw < 0.25:
        return HOSTILE[random.choice(SMALL)]()
    data = bytearray(random.choice((*_pictures(), SAMPLE)))
    for _ in range(random.choice((0, 1, 3, 30))):
        data[random.randrange(len(data))] = random.randrange(256)
    if random.random() < 0.2:
        del data[random.randrange(len(data)) :]
    return bytes(data) + (b"<script>alert(1)</script>" if random.random() < 0.1 else b"")


def _photo(random: Random, table: Table) -> Made:
    path = random.choice(("/v1/read", "/v1/read?lang=ja", "/v1/read?seat=all", "/v1/score"))
    kind = random.choice(("image/jpeg", "image/png", "application/octet-stream", "image/svg+xml", "x"))
    return request("POST", path, _picture(random), (("content-type", kind),))


def _part(random: Random, name: str, value: bytes, file: str | None = None) -> bytes:
    told = f'; filename="{file}"' if file is not None else ""
    head = f'--b\r\nContent-Disposition: form-data; name="{name}"{told}\r\n\r\n'.encode()
    return head + value + b"\r\n"


def _form(random: Random, table: Table) -> Made:
    path = random.choice(("/v1/read", "/v1/score", "/v1/waits", "/v1/batch", "/v1/keep"))
    if random.random() < 0.15:
        return request("POST", path, random.choice(list(FORMS.values())), FORM)
    names = ("photo", "photo", "situation", "correction", "hand", "x", "", "a\0b", "牌", "x" * 500)
    values = (
        b"",
        b"{}",
        b"[]",
        b'{"rules": 1}',
        b'{"win": {"tile": "5m"}}',
        b"\xff\xfe",
        b"null",
        b"x" * 9000,
    )
    body = b"".join(
        _part(random, name, _picture(random), random.choice(("a.jpg", "../a", "", "a\0", "牌" * 99)))
        if name == "photo"
        else _part(random, name, random.choice(values))
        for name in random.choices(names, k=random.randint(0, 6))
    )
    end = random.choice((b"--b--\r\n", b"--b--", b"", b"--b\r\n", b"--c--\r\n"))
    boundary = random.choice(("b", "b", "b", "c", "", '"b"', "b" * 300))
    kind = f"multipart/form-data; boundary={boundary}" if random.random() < 0.9 else "multipart/form-data"
    return request("POST", path, body + end, (("content-type", kind),))


_NAMES = ("accept", "accept-language", "accept-encoding", "range", "cookie", "x-request-id", "x-api-key")
_MORE = (
    "authorization",
    "x-table-secret",
    "origin",
    "if-none-match",
    "expect",
    "x-forwarded-for",
    "host",
    "te",
)
_VALUES = (
    "",
    "*",
    "zh;q=9",
    "x" * 4000,
    "\t",
    "a\0b",
    "牌",
    "\udcff\udcfe",
    "bytes=0-1,9-2",
    "-1",
    "100-continue",
)
_SECRETS = (
    "Bearer",
    "Bearer " + "x" * 900,
    "1.2.3.4, ::1",
    "[::1",
    "null",
    "http://evil.test",
    ", ,",
    "\x7f",
)


def _header(random: Random, table: Table) -> Made:
    drawn = [(random.choice((*_NAMES, *_MORE)), random.choice((*_VALUES, *_SECRETS))) for _ in range(3)]
    odd: list[tuple[str, str]] = [
        ("x" * 200, "y"),
        ("a b", "c"),
        ("", "empty"),
        ("content-length", random.choice(("-1", "1e3", "99999999999999999999", "1, 2", "abc"))),
        ("transfer-encoding", random.choice(("chunked", "gzip", "chunked, chunked", "x"))),
        ("upgrade", random.choice(("websocket", "h2c", "x"))),
        ("connection", "upgrade, keep-alive, x"),
    ]
    headers = [*drawn, *random.sample(odd, random.randint(0, 2))] * random.choice((1, 1, 1, 40))
    path = random.choice(("/v1/rules", "/healthz", "/v1/score", "/", table.path, "/v1/rules/guobiao"))
    body = random.choice((b"", b'{"concealed": "1m"}'))
    # What of these is against the book is up to the HTTP parser, which may close without a word.
    return request("POST" if body else "GET", path, body, tuple(headers)), False


_PARTS = (
    "..",
    "%2e%2e",
    "%00",
    "%ff",
    "v1",
    "tables",
    "rules",
    "read",
    "guobiao",
    "牌",
    "%e7%89%8c",
    "",
    ".",
    "~",
)
_ENDS = (
    "",
    "?lang=xx",
    "?lang=%00",
    "?" + "a=b&" * 900,
    "?address=" + "x" * 600,
    "?compare=all",
    "#x",
    "?explain=\udcff",
)
_KNOWN = (
    "/",
    "/index.html",
    "/openapi.json",
    "/docs",
    "/healthz",
    "/readyz",
    "/metrics",
    "/js/app.js",
    "/sw.js",
)


def _path(random: Random, table: Table) -> Made:
    if random.random() < 0.3:
        path = random.choice((*_KNOWN, table.path, f"{table.path}/history.json", f"{table.path}/history.csv"))
    else:
        path = "/" + "/".join(random.choices(_PARTS, k=random.randint(0, 6)))
    if random.random() < 0.05:
        path += "/" + "x" * random.choice((300, 5000, 60_000))
    whole = path.isascii() and len(path) < 5000
    end = random.choice(_ENDS)
    return request(
        random.choice(("GET", "GET", "HEAD")), path + end, headers=table.headers
    ), whole and end.isascii()


def _method(random: Random, table: Table) -> Made:
    names = (
        "OPTIONS",
        "TRACE",
        "PATCH",
        "DELETE",
        "PUT",
        "HEAD",
        "POST",
        "GET",
        "PROPFIND",
        "get",
        "X" * 99,
        "ÄÖ",
        "",
    )
    method = random.choice((*names, "CONNECT"))
    path = random.choice((*_KNOWN, "/v1/score", "/v1/read", "/v1/tables", table.path, "*"))
    raw = request(method, path, random.choice((b"", b"{}")), JSON)
    return (
        raw,
        method.isalpha() and method.isascii() and method.isupper() and method != "CONNECT" and path != "*",
    )


_HANDSHAKE: Headers = (
    ("upgrade", "websocket"),
    ("sec-websocket-version", "13"),
    ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
)


def _socket(random: Random, table: Table) -> Made:
    """Connections that break off, speak something else, or are WebSockets with garbage in their frames."""
    draw = random.random()
    if draw < 0.2:
        return random.randbytes(random.randrange(2000)), False
    if draw < 0.3:
        return b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc" + random.randbytes(500), False
    if draw < 0.6:
        whole = request("POST", "/v1/read", SAMPLE[:5000])
        return whole[: random.randrange(len(whole))], False
    path = random.choice(("/v1/live", f"{table.path}/live", "/v1/tables/none/live", "/v1/none", "/"))
    open_ = request("GET", path, headers=_HANDSHAKE).replace(b"connection: close", b"connection: Upgrade")
    return open_ + b"".join(_frame(random) for _ in range(random.randint(0, 6))), False


def _frame(random: Random) -> bytes:
    """A masked frame of a WebSocket, by the book or not."""
    first = random.choice((0x81, 0x82, 0x82, 0x82, 0x88, 0x89, 0x01, 0x00, 0xFF, random.randrange(256)))
    text = (b"", b"{}", b'{"lang": "zh"}', b'{"lang": 1}', b"[" * 5000, b"\xff\xfe")
    data = random.choice((*text, random.randbytes(90), random.choice(_pictures())))
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    if len(data) >= 2**16:
        size = b"\xff" + len(data).to_bytes(8, "big")
    if random.random() < 0.1:
        size = b"\xff" + random.choice((2**63 - 1, 2**64 - 1, 2**40)).to_bytes(8, "big")
    return bytes([first]) + size + bytes(4) + data


_KINDS: dict[str, tuple[int, Callable[[Random, Table], Made]]] = {
    "field": (45, _field),
    "json": (15, _json),
    "picture": (10, _photo),
    "form": (6, _form),
    "header": (8, _header),
    "path": (8, _path),
    "method": (3, _method),
    "socket": (5, _socket),
}
"""How often each kind is drawn, of 100, and how it is made."""

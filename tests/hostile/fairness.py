"""One client against the others: ``python -m tests.hostile.fairness`` attacks a service in every way that is
listed below, and says how a quiet phone fared and how long health took at worst.

A service is started on loopback, on each kind of database. While an attack lasts, a quiet phone sends a typed
hand every 0.3 s and looks at its own table, and health is asked every 50 ms. Ends with 0 when the phone was
never refused and health answered within a tenth of a second.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import socket
import struct
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from typing import Any

from paiyan.service.ledger.credentials import Credentials
from tests.hostile.program import databases, running
from tests.hostile.talk import HOST
from tests.hostile.uploads import SAMPLE
from tests.service.ledger.tables import lengthened

HEALTH = 0.1
"""Seconds within which health is to answer."""
JSON = {"content-type": "application/json"}
HAND = json.dumps(
    {"rules": "guobiao", "concealed": "123m456p789s1122z", "win": {"tile": "1z", "by": "self_draw"}}
)
NAMES = ["Ann", "Bo", "Cai", "Dee"]


@dataclass
class Fared:
    """What a client was told: statuses, and the seconds of each answer."""

    statuses: list[int] = field(default_factory=list[int])
    seconds: list[float] = field(default_factory=list[float])

    def ask(self, connection: HTTPConnection, method: str, path: str, body: str = "", **headers: str) -> Any:
        """One request; gives its JSON. A connection that ends is a status of 0."""
        start = time.perf_counter()
        answer: Any = None
        try:
            connection.request(method, path, body or None, {**JSON, **headers})
            response = connection.getresponse()
            data, status = response.read(), response.status
            answer = json.loads(data) if data[:1] in b"{[" else data
        except (OSError, HTTPException):
            connection.close()
            status = 0
        self.statuses.append(status)
        self.seconds.append(time.perf_counter() - start)
        return answer

    @property
    def refused(self) -> int:
        """Requests that were not answered as they should be."""
        return sum(status not in (200, 422) for status in self.statuses)

    @property
    def worst(self) -> float:
        """The longest answer."""
        return max(self.seconds, default=0.0)


def connect(port: int, timeout: float = 60, source: str = "") -> HTTPConnection:
    """A client, which may come from another address of loopback."""
    return HTTPConnection(HOST, port, timeout=timeout, source_address=(source, 0) if source else None)


def open_table(port: int) -> tuple[str, dict[str, str]]:
    """A new table: its path, and the headers with which to write."""
    told = json.dumps({"rules": "sichuan", "players": NAMES})
    for _ in range(50):
        table = Fared().ask(connect(port), "POST", "/v1/tables", told)
        if isinstance(table, dict) and "id" in table:
            return f"/v1/tables/{table['id']}", {"x-table-secret": table["secrets"]["write"]}
        time.sleep(0.1)
    raise RuntimeError("no table could be opened")


Until = Callable[[], bool]
"""Whether an attack is over."""
Attack = Callable[[int, Until], None]


def _held(path: str, size: int, kind: str) -> Attack:
    def attack(port: int, over: Until) -> None:
        about = f"content-type: {kind}\r\ncontent-length: {size + 30}\r\n\r\n"
        head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\n{about}"
        piece = bytes(2**20)
        while not over():
            with suppress(OSError), socket.create_connection((HOST, port), timeout=5) as upload:
                upload.sendall(head.encode())
                for start in range(0, size, len(piece)):
                    upload.sendall(piece[: size - start])
                for second in count(1):
                    time.sleep(1)
                    if second % 4 == 0:
                        upload.sendall(b"x")  # which has extended the deadline, once
                    if over():
                        return
            time.sleep(0.2)

    return attack


def socket_to(port: int, path: str = "/v1/live") -> socket.socket:
    """Open a web socket."""
    client = socket.create_connection((HOST, port), timeout=5)
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    head = (
        f"GET {path} HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        f"sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n"
    )
    client.sendall(head.encode())
    client.recv(4096)
    return client


def frame(data: bytes, opcode: int = 1, *, fin: bool = True) -> bytes:
    """A client's frame, masked with zeroes."""
    head = bytes([(0x80 if fin else 0) | opcode])
    if len(data) < 126:
        return head + bytes([0x80 | len(data)]) + bytes(4) + data
    if len(data) < 2**16:
        return head + bytes([0x80 | 126]) + struct.pack(">H", len(data)) + bytes(4) + data
    return head + bytes([0x80 | 127]) + struct.pack(">Q", len(data)) + bytes(4) + data


def _live(message: bytes) -> Attack:
    def attack(port: int, over: Until) -> None:
        while not over():
            with suppress(OSError), socket_to(port) as client:
                while not over():
                    client.sendall(message)

    return attack


def _posts(path: str, body: str) -> Attack:
    def attack(port: int, over: Until) -> None:
        client, heard = connect(port), Fared()
        while not over():
            heard.ask(client, "POST", path, body)

    return attack


def _write(port: int, over: Until) -> None:
    path, headers = open_table(port)
    client, heard = connect(port), Fared()
    while not over():
        heard.ask(client, "POST", f"{path}/deals", json.dumps({"points": {"E": 1, "S": -1}}), **headers)


def _scan(port: int, over: Until) -> None:
    client, heard, number = connect(port), Fared(), 0
    while not over():
        number += 1
        heard.ask(client, "GET", f"/v1/rules.svg?address=https://x.example/{number}{'a' * 1800}")


def _photo(port: int, over: Until) -> None:
    client, n = connect(port), 0
    while not over():
        n += 1
        with suppress(OSError, HTTPException):
            client.request("POST", "/v1/read", SAMPLE, {"content-type": "image/jpeg"})
            client.getresponse().read()
            continue
        client.close()


def _slow_heads(port: int, over: Until) -> None:
    clients: list[socket.socket] = []
    while not over():
        with suppress(OSError):
            clients.append(socket.create_connection((HOST, port), timeout=1))
            clients[-1].sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n")
        for client in clients[-200:]:
            with suppress(OSError):
                client.sendall(b"x-a: b\r\n")
        time.sleep(0.02)
        del clients[:-300]


def _slots(port: int, over: Until) -> None:
    clients: list[socket.socket] = []
    while not over():
        with suppress(OSError):
            clients.append(socket_to(port))
        time.sleep(0.1)


def _long_table(table: tuple[str, dict[str, str]], port: int, over: Until) -> None:
    path, headers = table
    client, heard = connect(port), Fared()
    while not over():
        heard.ask(client, "GET", path, **headers)
        heard.ask(client, "POST", f"{path}/deals", '{"points": {"E": 1, "S": -1}}', **headers)


def _raw(*requests: bytes) -> Attack:
    """Send these over and over, each on a connection of its own."""

    def attack(port: int, over: Until) -> None:
        for number in count():
            if over():
                return
            with suppress(OSError), socket.create_connection((HOST, port), timeout=5) as client:
                client.sendall(requests[number % len(requests)])
                client.recv(65536)

    return attack


def _sent(path: str, body: str, host: str = "localhost", more: str = "") -> bytes:
    data = body.encode()
    about = f"content-type: application/json\r\ncontent-length: {len(data)}\r\n{more}\r\n"
    return f"POST {path} HTTP/1.1\r\nhost: {host}\r\n{about}".encode() + data


HIDDEN = b"GET /v1/rules HTTP/1.1\r\nhost: localhost\r\n\r\n"
SMUGGLED = [
    b"POST /v1/waits HTTP/1.1\r\nhost: localhost\r\n" + lengths + b"\r\n\r\n" + HIDDEN
    for lengths in (
        b"content-length: 4\r\ntransfer-encoding: chunked",
        b"content-length: 0\r\ncontent-length: 40",
        b"transfer-encoding: xchunked",
    )
]
HOUSES = [
    "[" * 30_000,
    "a" + ".a" * 20_000 + " = 1",
    "x = " + "{a=" * 10_000,
    "\n".join(f"[fans.x{n}]\nprice = {n}" for n in range(2_000)),
    "base = 'sichuan'\n" + "\n".join(f"[[fans]]\nid='f{n}'\npattern='all_pungs'" for n in range(1_000)),
]
HIDDEN_NAMES = [
    ["Ann", "Ann\u200b", "Cai", "Dee"],
    ["\u202eAnn", "Bo", "Cai", "Dee"],
    ["é", "e\u0301", "C", "D"],
]
LONG = "a table of 10,000 events"

NESTED = "[" + ",".join(["[" * 90 + "]" * 90] * 5500) + "]"
TEXT = ('{"lang":"zh","x":[' + "[]," * 1_390_000 + "[]]}").encode()
DEEP = ('{"lang":"zh","x":' + "[" * 90 + "]" * 90 + "}").encode()
FORM = "multipart/form-data; boundary=b"
PART = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n'

ATTACKS: dict[str, list[Attack]] = {
    "nothing": [],
    "an upload of 128 MiB, held": [_held("/v1/batch", 128 * 2**20 - 40, FORM)],
    "eight photos of 32 MiB, held": [_held("/v1/read", 32 * 2**20 - 8, "image/jpeg")] * 8,
    "text of 4 MiB on /v1/live": [_live(frame(TEXT))] * 2,
    "nested text on /v1/live": [_live(frame(DEEP) * 100)],
    "pings on /v1/live": [_live(frame(b"", 9) * 5000)],
    "pieces on /v1/live": [_live(frame(b"", 2, fin=False) + frame(b"", 0, fin=False) * 5000)],
    "nested JSON of 1 MB": [_posts("/v1/score", NESTED)] * 2,
    "flat JSON of 1 MB": [_posts("/v1/score", "[" + "1," * 500_000 + "1]")] * 2,
    "eight writers": [_write] * 8,
    "codes to scan": [_scan] * 2,
    "200 photos at once": [_photo] * 200,
    "slow heads": [_slow_heads] * 2,
    "live slots held": [_slots],
    LONG: [],  # at a table that is filled before
    "house files that explode": [_raw(*(_sent("/v1/rules", json.dumps({"house": h})) for h in HOUSES))] * 2,
    "requests in requests": [_raw(*SMUGGLED)] * 4,
    "a host that points here": [
        _raw(_sent("/v1/tables", "{}", "evil.example", "origin: http://evil.example\r\n"))
    ]
    * 4,
    "names with nothing to see": [
        _raw(*(_sent("/v1/tables", json.dumps({"rules": "sichuan", "players": p})) for p in HIDDEN_NAMES))
    ]
    * 4,
}


def _quiet(port: int, over: Until, table: tuple[str, dict[str, str]]) -> tuple[Fared, Fared]:
    """A phone that sends a hand and looks at its table now and then."""
    hands, looks = Fared(), Fared()
    client = connect(port, 15)
    while not over():
        hands.ask(client, "POST", "/v1/score", HAND)
        looks.ask(client, "GET", table[0], **table[1])
        time.sleep(0.3)
    return hands, looks


def attacked(port: int, name: str, seconds: float, database: str = "") -> tuple[Fared, Fared, Fared]:
    """Attack for a while; how health, the quiet phone's hands and its looks fared. The service's database is
    where a long table is made."""
    table = open_table(port)
    attacks = ATTACKS[name]
    if name == LONG:
        attacks = [partial(_long_table, _filled_table(port, database))] * 2
    end = time.monotonic() + seconds
    health, found = Fared(), list[tuple[Fared, Fared]]()

    def over() -> bool:
        return time.monotonic() > end

    def ask() -> None:
        client = connect(port, 15)
        while not over():
            health.ask(client, "GET", "/healthz")
            time.sleep(0.05)

    attackers = multiprocessing.get_context("fork").Process(target=_attackers, args=(port, attacks, end))
    attackers.start()  # whose own work does not count as the service's
    threads = [
        threading.Thread(target=ask),
        threading.Thread(target=lambda: found.append(_quiet(port, over, table))),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    attackers.join(10)
    attackers.kill()
    return health, *found[0]


def _filled_table(port: int, database: str) -> tuple[str, dict[str, str]]:
    path, headers = open_table(port)
    Fared().ask(connect(port), "POST", f"{path}/deals", '{"points": {"E": 1, "S": -1}}', **headers)
    lengthened(database, Credentials(path.rsplit("/", 1)[1], headers["x-table-secret"]), 10_000)
    return path, headers


def _attackers(port: int, attacks: list[Attack], end: float) -> None:
    def attack(own: Attack) -> None:
        with suppress(OSError, RuntimeError):
            own(port, lambda: time.monotonic() > end)

    threads = [threading.Thread(target=attack, args=(own,), daemon=True) for own in attacks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, end + 5 - time.monotonic()))


def main() -> int:
    """Carry out the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.fairness", description=__doc__)
    parser.add_argument("--seconds", type=float, default=8, help="how long each attack lasts")
    parser.add_argument("--attack", choices=tuple(ATTACKS), action="append")
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--times", type=int, default=1, help="how often each is carried out")
    asked = parser.parse_args()
    kinds = ("sqlite", "postgresql") if asked.database == "both" else (asked.database,)
    well = True
    with (
        tempfile.TemporaryDirectory(prefix="paiyan-fair-") as folder,
        databases(kinds, Path(folder)) as addresses,
    ):
        for kind, address in addresses.items():
            for name in (asked.attack or list(ATTACKS)) * asked.times:
                with running(address, PAIYAN_PAGE="false") as program:
                    before = program.processor
                    health, hands, looks = attacked(program.port, name, asked.seconds, address)
                    if program.process.poll() is not None:
                        raise RuntimeError(f"the service ended: {program.mistakes}")
                    memory = program.memory
                    # This machine's own load is in the figure: `nothing` says how much.
                    print(
                        f"{kind}, {name}: refused {hands.refused} of {len(hands.statuses)} hands and "
                        f"{looks.refused} of {len(looks.statuses)} looks; slowest "
                        f"{max(hands.worst, looks.worst):.2f} s; health {1000 * health.worst:.0f} ms, "
                        f"refused {health.refused} of {len(health.statuses)}; {memory} MB, "
                        f"{program.processor - before:.1f} s of processor, load {os.getloadavg()[0]:.1f}",
                        flush=True,
                    )
                    well &= not (hands.refused + looks.refused + health.refused) and health.worst < HEALTH
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())

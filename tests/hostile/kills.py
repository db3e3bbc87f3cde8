"""The service killed over and over: nothing acknowledged is lost, nothing counts twice.

``python -m tests.hostile.kills --times 200`` kills it so often on each kind of database amid writes to the
ledger, amid uploads of pictures to keep, and amid migrations. What was not acknowledged is sent again under
its key when the service is back.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from tests.hostile.program import databases
from tests.hostile.uploads import encoded

LOADED = ("paiyan.service.http.app", "paiyan.models.opening", "cv2", "onnxruntime")
"""What is imported before any fork, so that a process that answers starts without it."""
WRITERS = 4
TABLE = {"rules": "sichuan", "players": ["Ann", "Bo", "Cai", "Dee"]}


class Lost(AssertionError):  # noqa: N818 - reads as what happened
    """Something acknowledged is not there, or is there twice."""


def forked(work: Callable[[], None]) -> int:
    """The id of a new process that does this; all modules are there already, so that it starts at once."""
    child = os.fork()
    if child:
        return child
    try:
        work()
    finally:
        os._exit(0)


def kill(child: int) -> None:
    """End a process of ours without a word, and wait until it has gone."""
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


class Service:
    """The service on a socket that stays open while processes that answer come and go."""

    def __init__(self, **settings: Any) -> None:
        self._settings = settings
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port: int = self._listening.getsockname()[1]

    def start(self) -> int:
        """A process that answers."""
        return forked(self._answer)

    def _answer(self) -> None:
        import uvicorn

        from paiyan.service import recognition
        from paiyan.service.http.app import create_app
        from paiyan.service.settings import Settings

        recognition.warm_up = lambda _: None  # nothing is read here, and each start would take seconds
        app = create_app(Settings(log_level="error", page=False, deadline=300, **self._settings))
        uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[self._listening])

    def ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, Any]:
        """Status and JSON of an answer. Raises `OSError` or `HTTPException` where there is none."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def surely(self, method: str, path: str, told: Any = None, headers: dict[str, str] | None = None) -> Any:
        """As `ask`, of JSON, with what must be answered with 200."""
        body = b"" if told is None else json.dumps(told).encode()
        status, answer = self.ask(method, path, body, {"content-type": "application/json", **(headers or {})})
        if status != 200:
            raise Lost(f"{method} {path}: {status} {answer}")
        return answer

    def close(self) -> None:
        """Listen no more."""
        self._listening.close()


class Clients:
    """Several clients that send key after key, each until it is acknowledged, whatever happens meanwhile."""

    def __init__(self, send: Callable[[str], bool]) -> None:
        self.acknowledged: set[str] = set()
        self.wrong: list[Lost] = []
        self._send, self._over = send, threading.Event()
        self._threads = [threading.Thread(target=self._work, args=(n,)) for n in range(WRITERS)]
        for thread in self._threads:
            thread.start()

    def _work(self, client: int) -> None:
        for number in count():
            key = f"{client}-{number}"
            while not self._taken(key):
                if self.wrong:
                    return
            self.acknowledged.add(key)
            if self._over.is_set():
                return

    def _taken(self, key: str) -> bool:
        try:
            return self._send(key)
        except (OSError, HTTPException):
            return False
        except Lost as wrong:
            self.wrong.append(wrong)
            return False

    def wait_for(self, more: int) -> None:
        """Until so many more are acknowledged. Raises `Lost` for an answer that should not be."""
        many = len(self.acknowledged) + more
        while len(self.acknowledged) < many:
            if self.wrong:
                raise self.wrong[0]
            time.sleep(0.002)

    def finish(self) -> None:
        """Until each has what it sent last acknowledged. Raises `Lost` as `wait_for`."""
        self._over.set()
        for thread in self._threads:
            thread.join()
        if self.wrong:
            raise self.wrong[0]


def amid(service: Service, random: Random, send: Callable[[str], bool], times: int) -> set[str]:
    """Kill the service so often while several clients send; the keys of all that was acknowledged.

    `send` sends what belongs to a key and says whether it was acknowledged; what was not is sent again.
    """
    child = service.start()
    clients = Clients(send)
    try:
        for _ in range(times):
            clients.wait_for(random.randint(1, 8))
            time.sleep(random.random() * 0.01)
            kill(child)
            child = service.start()
        clients.finish()
    finally:
        kill(child)
    return clients.acknowledged


def writes(database: str, folder: Path, times: int, random: Random) -> str:
    """Kill it amid writes to one table."""
    service = Service(database=database)
    child = service.start()
    table = service.surely("POST", "/v1/tables", TABLE)
    kill(child)
    headers = {"x-table-secret": table["secrets"]["write"], "content-type": "application/json"}
    path = f"/v1/tables/{table['id']}"

    def send(key: str) -> bool:
        told = {"points": {"E": 1, "S": -1}, "key": key, "note": key}
        status, answer = service.ask("POST", f"{path}/deals", json.dumps(told).encode(), headers)
        if status not in (200, 503):
            raise Lost(f"{status} {answer}")
        return status == 200

    acknowledged = amid(service, random, send, times)
    child = service.start()
    events = service.surely("GET", f"{path}/history.json", headers=headers)["events"]
    kill(child)
    service.close()
    _compare(acknowledged, Counter(event["note"] for event in events))
    return f"{len(acknowledged)} acknowledged writes"


def uploads(database: str, folder: Path, times: int, random: Random) -> str:
    """Kill it amid pictures that are to be kept, each another one; what lies in the folder is whole, and has
    its labels and its one place among the annotations."""
    from PIL import Image

    from paiyan.vision.picture.image import load

    service = Service(database=database, keep=folder)
    tiles = [{"tile": "1m", "role": "hand", "box": [10, 10, 60, 90]}]
    said = json.dumps({"read": {"tiles": tiles, "hand": {}, "size": [320, 240]}, "corrections": []}).encode()
    part = b'--b\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
    names: dict[str, str] = {}

    def send(key: str) -> bool:
        client, number = map(int, key.split("-"))
        photo = encoded(Image.new("RGB", (320, 240), (client * 50, number % 256, number // 256)), "PNG")
        body = part % (b"correction", b"", said) + part % (b"photo", b'; filename="a"', photo) + b"--b--\r\n"
        headers = {"content-type": "multipart/form-data; boundary=b"}
        status, answer = service.ask("POST", "/v1/keep", body, headers)
        if status == 200:
            names[key] = answer["kept"]
        elif status != 503:
            raise Lost(f"{status} {answer}")
        return status == 200

    acknowledged = amid(service, random, send, times)
    service.close()
    kept = set(names.values())
    if len(kept) != len(acknowledged):
        raise Lost(f"{len(acknowledged)} pictures were acknowledged under {len(kept)} names")
    own = next(folder.rglob("images")).parent
    _compare(kept, Counter(path.name for path in own.glob("images/*")))
    annotations = json.loads((own / "annotations.json").read_text())
    _compare(kept, Counter(Path(image["file_name"]).name for image in annotations["images"]))
    for name in kept:
        load(own / "images" / name)
        if not (own / "labels" / name).with_suffix(".txt").read_text():
            raise Lost(f"{name} has no labels")
    return f"{len(acknowledged)} acknowledged uploads"


def migrations(database: str, folder: Path, times: int, random: Random) -> str:
    """Kill it amid bringing a filled database up to date, at any statement, until it is."""
    from sqlalchemy import Engine, event, func, select, text

    from paiyan.service.ledger.database.connection import METADATA, for_writing, migrate, open_database
    from tests.service.ledger.test_migrations import at, revisions

    killed = 0
    while killed < times:
        engine = open_database(database)
        with for_writing(engine).begin() as connection:
            METADATA.drop_all(connection)
            connection.execute(text("drop table if exists alembic_version"))
        engine.dispose()
        at(database, revisions()[0]).dispose()
        for _ in range(5):
            statements = random.randint(1, 12)

            def die(*_: object, left: list[int] = [statements]) -> None:  # noqa: B006 - one for each child
                left[0] -= 1
                if left[0] == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

            def bring(die: Callable[..., None] = die) -> None:
                event.listen(Engine, "after_cursor_execute", die)
                migrate(open_database(database))

            _, status = os.waitpid(forked(bring), 0)
            killed += os.WIFSIGNALED(status)
        engine = open_database(database)
        migrate(engine)
        with engine.connect() as connection:
            counts = [connection.scalar(select(func.count()).select_from(t)) for t in METADATA.sorted_tables]
        engine.dispose()
        if counts != [2, 4]:
            raise Lost(f"of 2 tables and 4 events {counts} are left")
    return f"{killed} migrations broken off"


def _compare(acknowledged: set[str], there: Counter[str]) -> None:
    if lost := acknowledged - set(there):
        raise Lost(f"{len(lost)} acknowledged are lost, like {min(lost)}")
    if twice := [key for key, count in there.items() if count > 1]:
        raise Lost(f"{len(twice)} are there twice, like {twice[0]}")


AMID = {"writes": writes, "uploads": uploads, "migrations": migrations}


def main() -> int:
    """Carry out the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.kills", description=__doc__)
    parser.add_argument(
        "--times", type=int, default=200, help="kills for each database and each kind of work"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--amid", choices=(*AMID, "all"), default="all")
    asked = parser.parse_args()
    kinds = ("sqlite", "postgresql") if asked.database == "both" else (asked.database,)
    for name in LOADED:
        import_module(name)
    for work in AMID if asked.amid == "all" else (asked.amid,):
        with (
            tempfile.TemporaryDirectory(prefix="paiyan-kills-") as folder,
            databases(kinds, Path(folder)) as addresses,
        ):
            for kind, address in addresses.items():
                own = Path(folder) / f"{kind}-kept"
                said = AMID[work](address, own, asked.times, Random(asked.seed))
                print(f"{kind}, amid {work}: killed {asked.times} times, {said}, none lost", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

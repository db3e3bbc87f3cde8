"""Tables that are watched: one question for all of them, and nobody waits for a slow one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from contextlib import aclosing, suppress
from typing import Any

import pytest
from fastapi.testclient import TestClient

from paiyan.service.errors import NoDatabase
from paiyan.service.http.app import create_app
from paiyan.service.ledger import cached_tables
from paiyan.service.ledger.cached_tables import TableWatchers
from paiyan.service.ledger.database.store import Store
from paiyan.service.messages.tables import DATABASE_AWAY
from paiyan.service.settings import Settings
from tests.service.ledger.tables import opened


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setattr(cached_tables, "LOOK_AGAIN", 0.02)


class _Tables:
    """Tables by id, with what was asked of them."""

    def __init__(self, **versions: int) -> None:
        self.newest = versions
        self.asked: list[set[str]] = []
        self.read: list[str] = []
        self.away = False
        self.watching = TableWatchers(self.versions)

    def versions(self, ids: Collection[str]) -> dict[str, int]:
        if self.away:
            raise NoDatabase(DATABASE_AWAY)
        self.asked.append(set(ids))
        return {id_: self.newest[id_] for id_ in ids if self.newest[id_]}

    def text(self, id_: str) -> str:
        self.read.append(id_)
        return f"{id_} {self.newest[id_]}"

    def watch(self, id_: str, heard: list[str]) -> asyncio.Task[None]:
        async def listen() -> None:
            async with aclosing(self.watching.watch(id_, "all", lambda _: self.text(id_))) as told:
                async for text in told:
                    heard.append(text)

        return asyncio.create_task(listen())


async def _until(there: Any) -> None:
    async def look() -> None:
        while not there():
            await asyncio.sleep(0.005)

    await asyncio.wait_for(look(), 60)


async def _end(tasks: Collection[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def test_all_tables_are_asked_for_at_once_and_read_once_for_all_who_watch() -> None:
    async def scene() -> None:
        tables = _Tables(a=0, b=3)
        heard: dict[str, list[list[str]]] = {"a": [[] for _ in range(50)], "b": [[] for _ in range(50)]}
        tasks = [tables.watch(id_, one) for id_, some in heard.items() for one in some]
        await _until(lambda: all(heard["a"]) and all(heard["b"]))
        await _until(lambda: len(tables.asked) > 5)
        assert sorted(tables.read) == ["a", "b"]
        assert tables.asked[-1] == {"a", "b"}
        tables.newest["a"] = 1
        await _until(lambda: all(one[-1] == "a 1" for one in heard["a"]))
        assert heard == {"a": [["a 0", "a 1"]] * 50, "b": [["b 3"]] * 50}
        assert sorted(tables.read) == ["a", "a", "b"]
        await _end(tasks)
        asked = len(tables.asked)
        await asyncio.sleep(0.2)
        assert len(tables.asked) <= asked + 1, "nobody watches: nothing is asked"

    asyncio.run(scene())


def test_what_changed_is_read_once_for_all_who_have_the_same_version() -> None:
    async def scene() -> None:
        tables, read = _Tables(a=5), list[int | None]()

        def text(since: int | None) -> str:
            read.append(since)
            return f"{since}..{tables.newest['a']}"

        async def listen(since: int, heard: list[str]) -> None:
            async with aclosing(tables.watching.watch("a", "all", text, since=since)) as told:
                async for one in told:
                    heard.append(one)

        heard: list[list[str]] = [[] for _ in range(20)]
        tasks = [asyncio.create_task(listen(n % 2, one)) for n, one in enumerate(heard)]
        await _until(lambda: all(heard))
        assert [one[0] for one in heard] == ["0..5", "1..5"] * 10
        read.clear()
        for version in (6, 7):
            tables.newest["a"] = version
            await _until(lambda now=version: all(one[-1].endswith(f"..{now}") for one in heard))
        assert all(one[1:] == ["5..6", "6..7"] for one in heard)
        assert read == [5, 6]
        await _end(tasks)

    asyncio.run(scene())


def test_who_comes_later_is_told_at_once_and_who_goes_is_forgotten() -> None:
    async def scene() -> None:
        tables, early, late = _Tables(a=1), list[str](), list[str]()
        first = tables.watch("a", early)
        await _until(lambda: early)
        second = tables.watch("a", late)
        await _until(lambda: late)
        assert tables.read == ["a"]
        await _end([first])
        tables.newest["a"] = 2
        await _until(lambda: late == ["a 1", "a 2"])
        await _end([second])
        third = tables.watch("a", early)
        await _until(lambda: early == ["a 1", "a 2"])
        await _end([third])

    asyncio.run(scene())


def test_it_goes_on_when_the_database_is_back() -> None:
    async def scene() -> None:
        tables, heard = _Tables(a=1), list[str]()
        tables.away = True
        task = tables.watch("a", heard)
        await asyncio.sleep(0.1)
        assert not heard
        tables.away = False
        await _until(lambda: heard == ["a 1"])
        await _end([task])

    asyncio.run(scene())


def test_more_phones_than_places_are_told_to_come_later(tmp_path: Any) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'ledger.db'}", table_connections=1)
    with TestClient(create_app(settings)) as client:
        told = {"rules": "sichuan", "players": ["Ann", "Bo", "Cai", "Dee"]}
        table = client.post("/v1/tables", json=told).json()
        client.headers["x-table-secret"] = table["secrets"]["write"]
        address = f"/v1/tables/{table['id']}/live"
        for _ in range(2):  # a place that was left is free again
            with client.websocket_connect(address) as phone:
                assert phone.receive_json()["table"]["version"] == 0
                with client.websocket_connect(address) as another:
                    assert another.receive_json()["problem"]["type"] == "urn:paiyan:problem:busy"
                    assert another.receive()["code"] == 1013


def test_when_the_last_phone_leaves_the_database_is_asked_no_more(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    versions = Store.versions

    def counted(store: Store, ids: Collection[str]) -> dict[str, int]:
        asked.append(len(ids))
        return versions(store, ids)

    monkeypatch.setattr(Store, "versions", counted)
    with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'ledger.db'}"))) as client:
        table = opened(client)
        for _ in range(2):
            with client.websocket_connect(f"/v1/tables/{table['id']}/live") as phone:
                assert phone.receive_json()["table"]["version"] == 0
        for _ in range(100):
            before = len(asked)
            time.sleep(20 * cached_tables.LOOK_AGAIN)
            if len(asked) == before:
                return
    raise AssertionError(f"{len(asked)} looks at a table that nobody watches")

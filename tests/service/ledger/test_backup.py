"""The ledger backed up and restored, from one kind of database to the other and back."""

from __future__ import annotations

import gzip
import json
import stat
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from paiyan.service.cli.program import run
from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.database.connection import METADATA, open_database
from paiyan.service.ledger.database.store import Store
from tests.service.ledger.test_migrations import at, revisions
from tests.service.postgresql import PostgreSQL

NAMES = ("Ann", "Bo", "蔡", "Dee \N{SMILING FACE WITH SUNGLASSES}")
Capture = pytest.CaptureFixture[str]


def rows(database: str) -> dict[str, list[dict[str, Any]]]:
    """All that a database holds."""
    engine = open_database(database)
    with engine.connect() as connection:
        return {
            table.name: [
                dict(row) for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()
            ]
            for table in METADATA.sorted_tables
        }


def ledger(*words: object) -> int:
    return run(["ledger", *map(str, words)])


@pytest.fixture
def files(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def written(files: Path) -> str:
    """A SQLite ledger with some tables, as the first revision of the database and today's program left it."""
    database = f"sqlite:///{files / 'written.db'}"
    at(database, revisions()[0])
    for options in ({}, {"cap": 3}):
        Ledger(Store(database)).open(name="Friday", rules="sichuan", options=options, players=NAMES)
    return database


def test_from_sqlite_to_postgresql_and_back_nothing_is_another(
    written: str, files: Path, postgresql: PostgreSQL, capsys: Capture
) -> None:
    there, back = postgresql.database(), f"sqlite:///{files / 'back.db'}"
    for source, file, target in ((written, "one", there), (there, "two", back)):
        assert ledger("backup", files / file, "--database", source, "--json") == 0
        assert json.loads(capsys.readouterr().out) == {"file": str(files / file), "events": 4, "tables": 4}
        assert ledger("restore", files / file, "--database", target) == 0
        capsys.readouterr()
    assert rows(written) == rows(there) == rows(back)
    assert stat.S_IMODE((files / "one").stat().st_mode) == 0o600, "it holds the rights to all tables"


@pytest.mark.parametrize("revision", revisions())
def test_a_backup_of_any_revision_is_restored_in_todays_form(
    database: str, files: Path, revision: str
) -> None:
    old = f"sqlite:///{files / 'old.db'}"
    at(old, revision)
    assert ledger("backup", files / "old", "--database", old) == 0
    Store(database).versions(["none"])  # the service has made its empty tables
    assert ledger("restore", files / "old", "--database", database) == 0
    kept = rows(database)
    assert {name: len(all_) for name, all_ in kept.items()} == {"tables": 2, "events": 4}
    Store(old).versions(["none"])  # brought up to date by itself, it is the same but for names that are drawn
    assert _undrawn(kept) == _undrawn(rows(old))


def _undrawn(kept: dict[str, list[dict[str, Any]]]) -> list[Any]:
    drawn = ("id", "secret", "table_id")
    return [
        sorted(repr([(n, v) for n, v in row.items() if n not in drawn]) for row in table)
        for table in kept.values()
    ]


def refused(capsys: Capture, said: str, *words: object) -> None:
    assert ledger(*words) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_nothing_is_overwritten(written: str, files: Path, capsys: Capture) -> None:
    before = rows(written)
    assert ledger("backup", files / "one", "--database", written) == 0
    refused(capsys, "name a new file", "backup", files / "one", "--database", written)
    refused(capsys, "not empty", "restore", files / "one", "--database", written)
    assert rows(written) == before
    refused(capsys, "there is no ledger", "backup", files / "x", "--database", f"sqlite:///{files / 'no.db'}")
    refused(capsys, "cannot be used: it is sqlite:", "restore", files / "one", "--database", "no address")
    assert not (files / "no.db").exists()
    assert not (files / "x").exists()


def _without_a_row(data: bytes) -> bytes:
    return b"".join(line for n, line in enumerate(data.splitlines(keepends=True)) if n != 2)


DAMAGES = {
    "cut": lambda data: data[: len(data) // 2],
    "without its end": lambda data: data[: data.rindex(b'{"rows"')],
    "without a row": _without_a_row,
    "another name": lambda data: data.replace(b"Friday", b"Monday", 1),
    "twice": lambda data: data + data,
    "empty": lambda data: b"",
    "packed": gzip.compress,
    "another file": lambda data: b"[1, 2]\n",
    "of a newer program": lambda data: data.replace(b'"revision": "', b'"revision": "9', 1),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_damaged_restores_nothing(written: str, files: Path, capsys: Capture, damage: str) -> None:
    file, empty = files / "one", f"sqlite:///{files / 'empty.db'}"
    assert ledger("backup", file, "--database", written) == 0
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    refused(capsys, "is no backup of a ledger, or is damaged", "restore", file, "--database", empty)
    Store(empty).versions(["none"])
    assert rows(empty) == {"tables": [], "events": []}

"""The ledger's database brought up to date: by many at once, broken off, over what was written before."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Integer, MetaData, inspect, select, text

from paiyan.service.errors import NoDatabase
from paiyan.service.ledger.database.connection import (
    METADATA,
    MIGRATIONS,
    for_writing,
    migrate,
    open_database,
    upgrade,
)
from paiyan.service.ledger.database.store import Store

OPENING = """
import sys
from paiyan.service.ledger.database.store import Store
print(Store(sys.argv[1]).versions(['none']))
"""
KILLED_AFTER = """
import os, signal, sys
from sqlalchemy import event
from paiyan.service.ledger.database.connection import migrate, open_database

engine, left = open_database(sys.argv[1]), int(sys.argv[2])

@event.listens_for(engine, "after_cursor_execute")
def count(*_):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

migrate(engine)
"""


def run(program: str, *told: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", program, *told]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_many_that_open_a_new_database_at_once_all_have_it(database: str) -> None:
    programs = [run(OPENING, database) for _ in range(5)]
    said = [program.communicate(timeout=120) for program in programs]
    assert [out for out, _ in said] == ["{}\n"] * 5, said


@pytest.mark.slow
def test_killed_after_any_statement_of_a_migration_the_next_one_goes_on(database: str) -> None:
    killed = 0
    for statement in (*range(1, 12), 10_000):
        program = run(KILLED_AFTER, database, str(statement))
        _, complaint = program.communicate(timeout=120)
        assert program.returncode in (0, -signal.SIGKILL), complaint
        killed += program.returncode != 0
    assert killed > 5
    made = inspect(open_database(database))
    for table in METADATA.sorted_tables:
        assert {c["name"] for c in made.get_columns(table.name)} == {c.name for c in table.columns}


def revisions() -> list[str]:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()][::-1]


def at(database: str, revision: str) -> Any:
    """A new database as that revision left it, with a table and its events."""
    engine = open_database(database)
    with for_writing(engine).begin() as connection:
        upgrade(connection, revision)
    then = MetaData()
    then.reflect(engine)
    about = {"created": "2026", "name": "Friday", "rules": "sichuan", "options": "{}", "players": '["A"]'}
    happened = {"at": "2026", "kind": "points", "dealer": 0, "round": 0, "next_dealer": "E", "note": ""}
    lists = {"seats": "[1,-1,0,0]", "given": "{}", "answer": "{}"}
    with for_writing(engine).begin() as connection:
        for table in ("one", "two"):
            _insert(connection, then, "tables", {"id": table, **about})
            for number in (1, 2):
                row = {"table_id": table, "number": number, "key": str(number), **happened, **lists}
                _insert(connection, then, "events", row)
    return engine


def _insert(connection: Any, then: MetaData, name: str, row: dict[str, Any]) -> None:
    """A row of what was known; what a revision added and wants is filled with its table's name."""
    wanted = [c for c in then.tables[name].columns if not c.nullable]
    filled = {c.name: 0 if isinstance(c.type, Integer) else row.get("id", "x") for c in wanted} | row
    names, values = ", ".join(filled), ", ".join(f":{column}" for column in filled)
    connection.execute(text(f"insert into {name} ({names}) values ({values})"), filled)


@pytest.mark.parametrize("revision", revisions())
def test_what_was_written_before_a_migration_is_there_after_it(database: str, revision: str) -> None:
    engine = at(database, revision)
    migrate(engine)
    with engine.connect() as connection:
        names = [row.name for row in connection.execute(select(METADATA.tables["tables"]))]
        written = connection.execute(select(METADATA.tables["events"])).mappings().all()
    assert names == ["Friday", "Friday"]
    assert [(row["number"], row["key"], row["seats"]) for row in written] == [
        (number, str(number), [1, -1, 0, 0]) for _ in names for number in (1, 2)
    ]


def test_a_database_of_a_newer_program_is_left_alone_and_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    engine = open_database(address := f"sqlite:///{tmp_path / 'ledger.db'}")
    migrate(engine)
    with for_writing(engine).begin() as connection:
        connection.execute(text("update alembic_version set version_num = '9999'"))
    with pytest.raises(NoDatabase):
        Store(address).versions(["none"])


@pytest.mark.parametrize("address", ["no address", "oracle://x/y", "sqlite:////nowhere/at/all.db"])
def test_an_address_that_cannot_be_opened_is_told_as_such(address: str) -> None:
    with pytest.raises(NoDatabase):
        Store(address).versions(["none"])

"""Changes tried one by one: each under the tests that reach it, in a process forked from this one."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

APART = "not train and not ray and not raytrace and not compiled and not browser and not slow"
FIRST = 25  # tests that are tried before the rest are collected
SECONDS = 20.0  # of tests for one change, as they took when nothing was changed
BESIDE = 20.0  # seconds of processor time for what is loaded and collected


@dataclass(frozen=True)
class Outcome:
    """Whether the tests noticed a change, and what was tried."""

    noticed: bool
    why: str


class Trial:
    """The copy of the tree, and which tests reach what in it."""

    def __init__(self, tree: Path, package: str, changes: list[dict[str, Any]], jobs: int) -> None:
        self.tree = tree
        folders = ("house", "oracles") if package == "scorer" else ()
        tests = [
            str(file.relative_to(tree))
            for name in (package, *folders)
            for file in sorted(
                (tree / "tests" / name).rglob("test_*.py"), key=lambda file: -file.stat().st_size
            )
        ]
        functions: dict[str, list[str]] = {}
        for change in changes:
            functions.setdefault(change["file"], []).append(change["function"] or "*")
        with ThreadPoolExecutor(jobs) as pool:
            found = list(pool.map(lambda n: self._reached(functions, tests[n::jobs], n), range(jobs)))
        self.found = {name: test for part in found for name, test in part.items() if test["passed"]}
        _load()

    @property
    def passed(self) -> int:
        """How many tests there are."""
        return len(self.found)

    def move(self) -> None:
        """Work in a copy of the tree that no other process has."""
        own = self.tree.with_name(f"tree-{os.getpid()}")
        shutil.copytree(self.tree, own, symlinks=True)
        self.tree = own

    def _reached(
        self, functions: dict[str, list[str]], tests: list[str], n: int
    ) -> dict[str, dict[str, Any]]:
        """Run these tests: how long each takes, whether it passes, which of the functions it enters."""
        if not tests:
            return {}
        told, found = (self.tree.with_name(f"{name}-{n}.json") for name in ("told", "found"))
        told.write_text(json.dumps({"functions": functions, "found": str(found)}), encoding="utf-8")
        about = {"MUTANTS_REACHED": str(told), "PYTHONPATH": str(self.tree), "OMP_NUM_THREADS": "1"}
        command = [sys.executable, "-Bm", "pytest", "-p", "tests.mutants.reached", *_usual(told), *tests]
        subprocess.run(command, cwd=self.tree, env={**os.environ, **about}, stdout=sys.stderr, check=False)
        return json.loads(found.read_text(encoding="utf-8"))

    def candidates(self, change: dict[str, Any]) -> list[str]:
        """The tests that reach the change, the likeliest and quickest first, as many as the time allows.

        After them those that bear the name of its file or folder: what a cache answers is not entered again,
        and what runs on import is entered by no test.
        """
        stem, folder = Path(change["file"]).stem, Path(change["file"]).parent.name
        key = f"{change['file']}:{change['function'] or '*'}"
        reach = {name for name, test in self.found.items() if key in test["entered"]}
        named = {name for name in self.found if stem in name or folder in name}
        chosen: list[str] = []
        left = SECONDS
        order = sorted(
            reach | named or self.found,
            key=lambda name: (name not in reach, stem not in name, self.found[name]["seconds"]),
        )
        for name in order:
            left -= self.found[name]["seconds"]
            if chosen and left < 0:
                break
            chosen.append(name)
        return chosen

    def outcome(self, change: dict[str, Any]) -> Outcome:
        """Make the change in the copy, run the tests that reach it, and take it back."""
        names = self.candidates(change)
        file = self.tree / change["file"]
        before = file.read_text(encoding="utf-8")
        file.write_text(change["code"], encoding="utf-8")
        try:
            for part in (names[:FIRST], names[FIRST:]):
                if part and self._fails(part):
                    return Outcome(True, "")
        finally:
            file.write_text(before, encoding="utf-8")
        return Outcome(False, f"{len(names)} tests pass, {names[0] if names else ''} among them")

    def _fails(self, names: list[str]) -> bool:
        """Whether one of these tests fails, or does not end."""
        seconds = BESIDE + 5 * sum(self.found[name]["seconds"] for name in names)
        child = os.fork()
        if not child:
            _run(self.tree, names, int(seconds))
        give_up = time.monotonic() + 20 * seconds  # of the clock: what waits uses no processor
        while time.monotonic() < give_up:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status) not in (0, 5)  # 5: the change took the tests away
            time.sleep(0.02)
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return True


def _usual(own: Path) -> list[str]:
    """What pytest is always told; its folder has the name of what each process has of its own."""
    return ["-q", "-m", APART, "-p", "no:cacheprovider", "--basetemp", str(own.with_name(f"for-{own.stem}"))]


def _load() -> None:
    """What the tests need and no change touches, loaded once for all of them."""
    import click
    import fastapi.testclient
    import hypothesis
    import numpy
    import pydantic
    import pytest
    import sqlalchemy

    del click, fastapi, hypothesis, numpy, pydantic, pytest, sqlalchemy


class _Chosen:
    """A pytest plugin that keeps the chosen tests, in their order."""

    def __init__(self, names: list[str]) -> None:
        self.place = {name: n for n, name in enumerate(names)}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Before the tests run."""
        items[:] = sorted((i for i in items if i.nodeid in self.place), key=lambda i: self.place[i.nodeid])


def _run(tree: Path, names: list[str], seconds: int) -> None:
    """In the forked process: run these tests until one fails, and end with pytest's status."""
    status: int = 3
    try:
        os.setsid()
        os.chdir(tree)
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silent, stream)
        own = {"paiyan", "tests"}
        for name in [n for n in sys.modules if n.partition(".")[0] in own]:
            del sys.modules[name]
        sys.path[:] = [str(tree), *(p for p in sys.path if p not in ("", str(Path(__file__).parents[2])))]
        os.environ.update(PYTHONPATH=str(tree), PYTHONDONTWRITEBYTECODE="1")
        sys.dont_write_bytecode = True
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        import pytest

        files = sorted({name.partition("::")[0] for name in names})
        status = pytest.main(["-x", *_usual(tree), *files], plugins=[_Chosen(names)])
    finally:
        os._exit(int(status))

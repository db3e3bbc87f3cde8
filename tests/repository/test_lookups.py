"""Answers stay values up to the border: look-ups by strings and parameters for a language become fewer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.repository.ratchet import excesses

sys.path.insert(0, str(Path(__file__).parent))

import lookups


def test_no_folder_has_more_than_before() -> None:
    now, allowed = lookups.counts(lookups.findings()), lookups.allowances()
    assert {sort: folders.keys() for sort, folders in now.items()} == {
        sort: folders.keys() for sort, folders in allowed.items()
    }
    more = [
        f"{folder}: {n} of the sort {sort!r}, {most} allowed; see {lookups.__file__} --list"
        for sort, folder, n, most in excesses(now, allowed)
    ]
    assert not more, "\n".join(more)


def test_fewer_than_20_functions_choose_a_language() -> None:
    assert sum(lookups.allowances()[lookups.LANGUAGE].values()) < 20


@pytest.mark.parametrize(
    ("line", "sort"),
    [
        ('a["key"]', "key"),
        ('a.get("key")', "key"),
        ('a.pop("key", 1)', "key"),
        ('"key" not in a', "key"),
        ("def f(*, lang: str) -> None: ...", "language"),
        ("async def f(language): ...", "language"),
    ],
)
def test_each_sort_is_found(tmp_path: Path, line: str, sort: str) -> None:
    assert [(one.sort, one.line) for one in _found(tmp_path, line)] == [(sort, 1)]


@pytest.mark.parametrize(
    "line",
    [
        'a: Literal["key"] = b',
        'os.environ.get("HOME")',
        '"two words" in text',
        "a[key]",
        "def f(render): ...",
    ],
)
def test_what_is_typed_or_no_key_is_not_found(tmp_path: Path, line: str) -> None:
    assert not _found(tmp_path, line)


def _found(root: Path, line: str) -> list[lookups.Finding]:
    module = root / "service" / "answers" / "plain.py"
    module.parent.mkdir(parents=True)
    module.write_text(line + "\n")
    return list(lookups.of_module(root, module))

"""``docs/house-files.md``: every block is a house file that does what it says; every line has its example."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from paiyan.scorer.house.examples import prove
from paiyan.scorer.house.keys import FILE
from paiyan.scorer.house.load import load
from paiyan.scorer.house.value_types import Either, Named, Several, Table, Takes

PAGE = (Path(__file__).parents[2] / "docs" / "house-files.md").read_text("utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda text: re.search(r'id = "(.*)"', text)[1])  # type: ignore[index]
def test_a_block_does_what_it_says(block: str) -> None:
    proof = prove(load(block))
    assert proof.examples >= 1
    assert proof.failed == ()
    assert proof.unshown == (), "each change of a block is shown by an example of it"


def told(takes: Takes, value: Any, at: str = "") -> set[str]:
    """The lines that a value has."""
    match takes:
        case Table(keys):
            inner = (told(keys[name].takes, v, f"{at}{name}.") for name, v in value.items())
            return {at + name for name in value}.union(*inner)
        case Either(kinds):
            return told(next(kind for kind in kinds if kind.fits(value)), value, at)
        case Several(of):
            return set().union(*(told(of, one, at) for one in value))
        case Named(of):
            return set().union(*(told(of, one, at) for one in value.values()))
        case _:
            return set()


def every_line(takes: Takes, at: str = "") -> set[str]:
    """All the lines that there are."""
    match takes:
        case Table(keys):
            return {at + name for name in keys}.union(
                *(every_line(k.takes, f"{at}{n}.") for n, k in keys.items())
            )
        case Either(kinds):
            return set().union(*(every_line(kind, at) for kind in kinds))
        case Several(of) | Named(of):
            return every_line(of, at)
        case _:
            return set()


def test_every_line_has_an_example() -> None:
    shown = set().union(*(told(FILE, load(block).values) for block in BLOCKS))
    elsewhere = {"hands"} | {
        line for line in every_line(FILE) if line.endswith(("name.zh", "name.en", "name.ja"))
    }
    assert every_line(FILE) - shown - elsewhere == set()
    assert 'hands = ["spring-2026.toml"]' in PAGE

"""What is remembered, asked for once, and begun anew when there is too much of it; and what a record is."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field, replace

from paiyan.scorer.caching import Record, Remembered
from paiyan.scorer.rulesets import rule_sets


@dataclass(frozen=True, eq=False, repr=False)
class Place(Record):
    x: int
    y: int
    far: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "far", id(self))


@dataclass(frozen=True, eq=False, repr=False)
class Other(Record):
    x: int
    y: int


def test_records_are_the_same_where_their_fields_are() -> None:
    here = Place(1, 2)
    again = pickle.loads(pickle.dumps(here))
    assert (again, hash(again), repr(again)) == (here, hash(here), "Place(x=1, y=2)")
    assert again is not here
    assert replace(here, y=3) != here
    assert Other(1, 2) != here
    assert here != (1, 2)


def test_no_record_writes_for_itself_how_it_is_compared_and_shown() -> None:
    """It would be compiled whenever a program starts."""
    assert rule_sets()  # all records are loaded by then
    kinds = [kind for kind in Record.__subclasses__() if kind.__module__.startswith("paiyan.scorer.")]
    assert len(kinds) > 20
    assert [kind.__name__ for kind in kinds if {"__eq__", "__hash__"} & vars(kind).keys()] == []


def test_a_key_is_worked_out_once_until_the_memory_is_full() -> None:
    asked: list[int] = []

    def square(n: int) -> int:
        asked.append(n)
        return n * n

    squares = Remembered(square, most=3)
    assert [squares[n] for n in (1, 2, 1, 3, 2)] == [1, 4, 1, 9, 4]
    assert asked == [1, 2, 3]
    assert [squares[n] for n in (4, 1)] == [16, 1]
    assert asked == [1, 2, 3, 4, 1]
    assert len(squares) <= 3

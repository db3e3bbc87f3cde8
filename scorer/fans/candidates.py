"""Which fans of a list an arrangement may show, by its facts, and which of them it does show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from scorer.caching import Remembered
from scorer.fans.arranged_hand import Arranged
from scorer.fans.counting import Match
from scorer.fans.facts import GROUPS
from scorer.fans.fan import Find, Priced, Told

_MOST: Final = 1 << 13  # values of a group of facts that are remembered: more than a day of play shows
_PART: Final = 24  # fans that are chosen together: of more, the same ones are seldom possible twice
_OF_PART: Final = (1 << _PART) - 1

# A fan, how it is looked for (None: it is there, on the whole hand), and its matches so far by their blocks.
Look = tuple[Priced, Find | None, dict[int, Match]]


class Candidates:
    """The fans of a list, to be looked for in one arrangement after the other.

    Sets of fans are bit masks, bit i for the i-th of the list. All facts of a hand together hardly ever come
    again, but those of one group do: for each it is remembered which fans they leave possible.
    """

    def __init__(self, fans: Sequence[Priced]) -> None:
        self._fans = tuple(fans)
        every = tuple([p.fan.needs for p in self._fans])
        asked = 0  # the facts that any of them needs: others tell nothing here
        for needs in every:
            asked |= needs
        masks = [group & asked for group in GROUPS]
        # Functions of what they need and not of this object, which thus goes away with its rule set at once.
        self._by_group = tuple((mask, _by_facts(every, mask)) for mask in masks)
        looks = tuple((p, _looked_for(p), dict[int, Match]()) for p in self._fans)
        parts = [looks[at : at + _PART] for at in range(0, len(looks), _PART)]
        self._parts = tuple([Remembered(partial(_choose, part), _MOST) for part in parts])

    def with_facts(self, facts: int) -> tuple[Priced, ...]:
        """The fans whose needs are among these facts, in the order of the list."""
        possible = self._possible(facts)
        return tuple(p for i, p in enumerate(self._fans) if possible >> i & 1)

    def found(self, arranged: Arranged) -> list[Match]:
        """Every match of every fan, in the order of the list."""
        found: list[Match] = []
        whole = (arranged.all,)
        possible = self._possible(arranged.facts)
        for chosen in self._parts:
            for priced, find, known in chosen[possible & _OF_PART]:
                for blocks in find(arranged) if find else whole:
                    match = known.get(blocks)
                    if match is None:
                        match = known[blocks] = Match(priced, blocks)
                    found.append(match)
            possible >>= _PART
        return found

    def _possible(self, facts: int) -> int:
        """The fans that lack none of these facts."""
        possible = -1
        for group, fans in self._by_group:
            possible &= fans[facts & group]
        return possible


def _choose(looks: tuple[Look, ...], possible: int) -> tuple[Look, ...]:
    """How these fans are looked for."""
    chosen: list[Look] = []
    while possible:
        lowest = possible & -possible
        possible ^= lowest
        chosen.append(looks[lowest.bit_length() - 1])
    return tuple(chosen)


def _by_facts(every: tuple[int, ...], group: int) -> Remembered[int, int]:
    """Which fans lack none of the facts of a group, by those that hold; `every` is what each needs."""
    asking = tuple((1 << i, needs & group) for i, needs in enumerate(every) if needs & group)
    others = sum(1 << i for i, needs in enumerate(every) if not needs & group)
    return Remembered(partial(_lacking_none, asking, others), _MOST)


def _lacking_none(asking: tuple[tuple[int, int], ...], others: int, facts: int) -> int:
    """The fans that need nothing, and those of the `asking`, each with its needs, that lack none of them."""
    possible = others
    for fan, needs in asking:
        if needs & facts == needs:
            possible |= fan
    return possible


def _looked_for(priced: Priced) -> Find | None:
    """How a fan is looked for where its needs are known to hold: one that they tell is there (None: on the
    whole hand)."""
    find, needs = priced.fan.find, priced.fan.needs
    if isinstance(find, Told) and not find.facts & ~needs:
        return None if find.whole else _on_no_block
    return find


def _on_no_block(a: Arranged) -> tuple[int, ...]:
    del a
    return (0,)

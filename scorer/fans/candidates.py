"""Which fans of a list an arrangement may show, by its facts, and which of them it does show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from paiyan.scorer.caching import Remembered
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import Match
from paiyan.scorer.fans.facts import GROUPS
from paiyan.scorer.fans.fan import FactPattern, Find, Observes, Priced

_MOST: Final = 1 << 13  # values of a group of facts that are remembered: more than a day of play shows
_PART: Final = 24  # fans that are chosen together: of more, the same ones are seldom possible twice

# A fan, how it is looked for (None: it is there, on the whole hand), and its matches so far by their blocks.
Look = tuple[Priced, Find | None, dict[int, Match]]
# Of a part the fans that need nothing, and each other one with its needs.
Asking = tuple[int, list[tuple[int, int]]]


class Candidates:
    """The fans of a list, to be looked for in one arrangement after the other.

    Sets of fans are bit masks, bit i for the i-th of a part of the list. All facts of a hand together hardly
    ever come again, but those of one group do: for each it is remembered which fans they leave possible.
    """

    def __init__(self, fans: Sequence[Priced]) -> None:
        every = tuple([p.fan.needs for p in fans])
        needed_facts = 0  # the facts that any of them needs: others tell nothing here
        for needs in every:
            needed_facts |= needs
        masks = [group & needed_facts for group in GROUPS]
        self._of_runs, self._of_triplets, self._of_faces, self._of_win = masks
        # Functions of what they need and not of this object, which thus goes away with its rule set at once.
        self._by_runs, self._by_triplets, self._by_faces, self._by_win = (_by_facts(every, m) for m in masks)
        looks = tuple((p, _looked_for(p), dict[int, Match]()) for p in fans)
        parts = [looks[at : at + _PART] for at in range(0, len(looks), _PART)]
        self._parts = tuple([Remembered(partial(_choose, part), _MOST) for part in parts])

    def looks(self, arranged: Arranged) -> list[Look]:
        """How those fans are looked for whose needs are among its facts, in the order of the list."""
        runs = self._by_runs[arranged.of_runs & self._of_runs]
        triplets = self._by_triplets[arranged.of_triplets & self._of_triplets]
        faces = self._by_faces[arranged.of_faces & self._of_faces]
        win = self._by_win[arranged.of_win & self._of_win]
        looks: list[Look] = []
        for i, chosen in enumerate(self._parts):
            looks += chosen[runs[i] & triplets[i] & faces[i] & win[i]]
        return looks

    def found(self, arranged: Arranged) -> list[Match]:
        """Every match of every fan, in the order of the list."""
        found: list[Match] = []
        whole = (arranged.all,)
        for priced, find, known in self.looks(arranged):
            for blocks in find(arranged) if find else whole:
                match = known.get(blocks)
                if match is None:
                    match = known[blocks] = Match(priced, blocks)
                found.append(match)
        return found


def _choose(looks: tuple[Look, ...], possible: int) -> tuple[Look, ...]:
    """How these fans are looked for."""
    chosen: list[Look] = []
    while possible:
        lowest = possible & -possible
        possible ^= lowest
        chosen.append(looks[lowest.bit_length() - 1])
    return tuple(chosen)


def _by_facts(every: tuple[int, ...], group: int) -> Remembered[int, tuple[int, ...]]:
    """Which fans of each part lack none of the facts of a group, by those that hold; `every` is what each
    fan needs."""
    parts: list[Asking] = []
    for at in range(0, len(every), _PART):
        part = [(1 << i, needs & group) for i, needs in enumerate(every[at : at + _PART])]
        parts.append((sum(fan for fan, needs in part if not needs), [one for one in part if one[1]]))
    return Remembered(partial(_lacking_none, parts), _MOST)


def _lacking_none(parts: list[Asking], facts: int) -> tuple[int, ...]:
    """The fans of each part that need nothing, and those of its others that lack none of these facts."""
    found: list[int] = []
    for possible, asking in parts:
        for fan, needs in asking:
            if needs & facts == needs:
                possible |= fan
        found.append(possible)
    return tuple(found)


def _looked_for(priced: Priced) -> Find | None:
    """How a fan is looked for where its needs are known to hold: one that they tell is there (None: on the
    whole hand)."""
    find, needs = priced.fan.find, priced.fan.needs
    if isinstance(find, FactPattern) and not find.facts & ~needs:
        return None if find.whole else _on_no_block
    while isinstance(find, Observes):
        find = find.work
    return find


def _on_no_block(a: Arranged) -> tuple[int, ...]:
    del a
    return (0,)

"""What does not fit in a corrected reading: what its tiles say anew, and of what the reading said that which
its corrections did not settle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import BACK, KINDS, TILES, Tile
from paiyan.service.recognition.photos import reading_language
from paiyan.vision.decoding.certainty.doubtful_tiles import copies_in_set
from paiyan.vision.messages import Problem
from paiyan.vision.reading import size_problem

Answer = dict[str, Any]

_OF_TILES = ("nothing", "too_few", "odd_size", "too_many", "supply", "flower", "backs", "table")  # told anew
_OF_A_MELD = ("meld", "hidden", "unseen")
_OF_DOUBTS = ("doubts", "unclear", "unsure", "red")
_OF_NAMES = ("grey", "blurred", "glare", "far", "cut", "faint")  # of how the picture shows the tiles
_OF_PLACES = ("structure", "seat", "no_hand")
_OF_MISSED = ("edge", "more")  # of tiles that may lie where none was found
_OWN = ("hand", "winning", "meld", "flower")


class Corrected(NamedTuple):
    """A reading as it was, and as corrections left it; `tiles` by their old indices, None where one was
    removed, and `placed` those of which was said where they belong."""

    read: Mapping[str, Any]
    hand: Answer
    tiles: Sequence[Answer | None]
    placed: frozenset[int]
    doubts: Sequence[Answer]
    questions: Sequence[Answer]

    @property
    def own(self) -> list[int]:
        """The tiles of the hand."""
        return [i for i, t in enumerate(self.tiles) if t and t["role"] in _OWN]

    @property
    def all_named(self) -> bool:
        """Whether of each tile of the hand was said what it is."""
        return all((self.tiles[i] or {}).get("corrected") for i in self.own)


def problems_of(corrected: Corrected, *, lang: str) -> tuple[list[str], bool]:
    """The sentences of what does not fit, and whether the reading should not be trusted because of one."""
    said = [(text, Problem.of(text)) for text in corrected.read.get("problems", ())]
    before = [problem for _, problem in said]
    found = [*_of_tiles(corrected), *(p for p in before if p and not _settled(p, corrected))]
    unknown = [text for text, problem in said if problem is None]
    trusted = bool(corrected.read.get("reliable"))
    bad = any(p.unreliable or p not in before for p in found) or (bool(unknown) and not trusted)
    return [*(p.text(reading_language(lang)) for p in found), *unknown], bad


def size_of(hand: Answer) -> int:
    """Return how many tiles a hand has, a meld counting three, without flowers."""
    return len(_held(hand)) + 3 * len(hand["melds"])


def _held(hand: Answer) -> tuple[Tile, ...]:
    return parse(hand["concealed"] + (hand["winning"] or ""))


def _settled(problem: Problem, now: Corrected) -> bool:
    """Whether the corrections answer what a reading said; of its tiles that is told anew."""
    kind = problem.kind
    if kind in _OF_A_MELD:
        return not _lies_as_read(problem, now)
    if kind in _OF_DOUBTS:
        asked = now.read.get("doubts") or now.read.get("questions")
        return not (now.doubts or now.questions) if asked else now.all_named
    if kind in _OF_NAMES:
        return now.all_named
    if kind in _OF_PLACES:
        return _all_placed(now)
    if kind == "rules_size":
        return size_of(now.hand) in problem.values[1:]
    if kind in _OF_MISSED:
        return any(i >= len(now.read["tiles"]) for i in now.own)
    return kind in _OF_TILES


def _all_placed(now: Corrected) -> bool:
    """Whether of all tiles that were asked about was said where they belong; unasked, of all of the hand."""
    questions = [q for q in now.read.get("questions", ()) if q["about"] == "structure"]
    asked = {i for q in questions for i in q["tiles"]} if questions else now.own
    return now.placed.issuperset(asked)


def _lies_as_read(problem: Problem, now: Corrected) -> bool:
    """Whether nobody touched the meld of which something was said."""
    before = now.read["hand"].get("melds") or ()
    for meld in (m for m in now.hand["melds"] if any(m is old for old in before)):
        tiles = parse(meld["tiles"])
        if problem.kind == "meld" and meld["tiles"] == problem.values[0]:
            return True
        if problem.kind == "hidden" and all(t.code == BACK for t in tiles):
            return True
        if problem.kind == "unseen" and meld["type"] == "concealed_kong":
            return True
    return False


def _of_tiles(now: Corrected) -> list[Problem]:
    """What does not fit of a hand's tiles, and of all on the table."""
    melds = [parse(m["tiles"]) for m in now.hand["melds"]]
    concealed = _held(now.hand)
    flowers = parse(now.hand["flowers"])
    found: list[Problem] = []
    if odd := size_problem(size_of(now.hand)):
        found.append(odd)
    mine = Counter(t.kind for t in (*concealed, *(t for m in melds for t in m), *flowers))
    others = Counter(t.kind for i in now.tiles if i and i["role"] not in _OWN for t in parse(i["tile"]))
    found += _too_many(mine, others)
    if backs := sum(t.code == BACK for t in concealed):
        found.append(Problem("backs", (backs,)))
    return found


def _too_many(mine: Counter[int], others: Counter[int]) -> list[Problem]:
    """The kinds of which a hand, or the whole table, shows more than a set holds."""
    found: list[Problem] = []
    everywhere = mine + others
    for kind in sorted(everywhere.keys() - {BACK}):
        name, most = TILES[kind].notation, copies_in_set(kind)
        if mine[kind] > most:
            found.append(Problem("supply" if kind < KINDS else "flower", (name, mine[kind])))
        elif everywhere[kind] > most:
            found.append(Problem("table", (name, everywhere[kind], most)))
    return found

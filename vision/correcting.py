"""A reading corrected by its player, without the picture: from a reading to a reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.decoding.corrections import Correction, Laid, indices, renumbered
from paiyan.vision.decoding.hand import Hand, ReadMeld
from paiyan.vision.decoding.questions import Doubt, Question
from paiyan.vision.messages import Problem
from paiyan.vision.reading import Reading, size_problem, too_many

_OF_TILES = ("nothing", "too_few", "odd_size", "too_many", "supply", "flower", "backs", "table")
"""Problems of the tiles, which are looked for again."""
_OF_A_MELD = ("meld", "hidden", "unseen")
_OF_DOUBTS = ("doubts", "unclear", "unsure", "red")
_OF_NAMES = ("grey", "blurred", "glare", "far", "cut", "faint")  # of how the picture shows the tiles
_OF_PLACES = ("structure", "seat", "no_hand")
_OF_MISSED = ("edge", "more", "crowded")  # of tiles that may lie where none was found


def corrected(reading: Reading, corrections: Sequence[Correction]) -> Reading:
    """Return the reading with all corrections made. Raises `CorrectionError`.

    The player's corrections are no longer in doubt; a problem that they settle is gone.
    """
    laid = Laid.of(reading.tiles, reading.hand)
    for correction in corrections:
        laid = correction.apply(laid)
    hand = laid.hand
    if not laid.touched:
        return replace(reading, hand=hand, timings_ms={})
    kept = [i for i, tile in enumerate(laid.tiles) if tile]
    now = {old: new for new, old in enumerate(kept)}
    doubts = [d for d in reading.doubts if d.tile in now and d.tile not in laid.touched]
    questions = [q for q in reading.questions if _stands(q, now, laid)]
    state = _Corrected(reading, hand, laid, doubts, questions)
    problems = state.problems()
    trusted = not (doubts or questions or state.distrusts(problems))
    return replace(
        reading,
        tiles=tuple(tile for tile in laid.tiles if tile),
        hand=replace(
            hand,
            held_at=tuple(now[i] for i in hand.held_at),
            flowers_at=tuple(now[i] for i in hand.flowers_at),
        ),
        doubts=tuple(d._replace(tile=now[d.tile]) for d in doubts),
        questions=tuple(_renumbered(q, now) for q in questions),
        problems=tuple(problems),
        vouched=trusted,
        timings_ms={},
    )


def _stands(question: Question, now: Mapping[int, int], laid: Laid) -> bool:
    """True if no correction touches the tiles of a question, or those that its answers change."""
    about = {*question.tiles}
    for choice in question.choices:
        about.update(i for correction in choice.corrections for i in indices(correction))
    return about <= now.keys() and not about & laid.touched


def _renumbered(question: Question, now: Mapping[int, int]) -> Question:
    return question._replace(
        tiles=tuple(now[i] for i in question.tiles),
        choices=tuple(
            choice._replace(corrections=tuple(renumbered(one, now) for one in choice.corrections))
            for choice in question.choices
        ),
    )


@dataclass(frozen=True)
class _Corrected:
    """A reading as it was, and as corrections left it."""

    read: Reading
    hand: Hand
    laid: Laid
    doubts: Sequence[Doubt]
    questions: Sequence[Question]

    def problems(self) -> list[Problem]:
        """Return what does not fit now, and the problems of the reading that its corrections did not
        settle."""
        return [*self._of_tiles(), *(p for p in self.read.problems if not self._settled(p))]

    def distrusts(self, problems: Sequence[Problem]) -> bool:
        """True if the reading should not be trusted because of a problem."""
        known = [p for p in problems if p.code != "said"]
        unknown = len(known) < len(problems)
        before = self.read.problems
        return any(p.unreliable or p not in before for p in known) or (unknown and not self.read.vouched)

    @property
    def _all_named(self) -> bool:
        return all(self.laid.at(i).corrected for i in self.laid.own)

    def _settled(self, problem: Problem) -> bool:
        """True if the corrections answer a problem; those of the tiles are looked for again."""
        code = problem.code
        if code in _OF_A_MELD:
            return not self._lies_as_read(problem)
        if code in _OF_DOUBTS:
            open_questions = self.read.doubts or self.read.questions
            return not (self.doubts or self.questions) if open_questions else self._all_named
        if code in _OF_NAMES:
            return self._all_named
        if code in _OF_PLACES:
            return self._all_placed()
        if code == "rules_size":
            return self.hand.size in problem.args[1:]
        if code in _OF_MISSED:
            return any(i >= len(self.read.tiles) for i in self.laid.own)
        return code in _OF_TILES

    def _all_placed(self) -> bool:
        """True if all tiles of questions were placed; without such questions, all tiles of the hand."""
        questions = [q for q in self.read.questions if q.about == "structure"]
        tiles_of_questions = {i for q in questions for i in q.tiles} if questions else self.laid.own
        return self.laid.placed.issuperset(tiles_of_questions)

    def _lies_as_read(self, problem: Problem) -> bool:
        """True if nobody touched the meld of a problem."""
        for meld in (m for m in self.hand.melds if isinstance(self.laid.melds.get(m.group), ReadMeld)):
            if problem.code == "meld" and notation(meld.shown) == problem.args[0]:
                return True
            if problem.code == "hidden" and all(t.code == BACK for t in meld.shown):
                return True
            if problem.code == "unseen" and meld.type == "concealed_kong":
                return True
        return False

    def _of_tiles(self) -> list[Problem]:
        """Return what does not fit in a hand's tiles, and in all on the table."""
        hand = self.hand
        held = (*hand.concealed, *((hand.winning,) if hand.winning else ()))
        found: list[Problem] = []
        if odd := size_problem(hand.size):
            found.append(odd)
        own_counts = Counter(
            t.kind for t in (*held, *(t for m in hand.melds for t in m.shown), *hand.flowers)
        )
        others = Counter(t.tile.kind for t in self.laid.tiles if t and not t.own)
        found += too_many(own_counts, own_counts + others)
        if backs := sum(t.code == BACK for t in held):
            found.append(Problem("backs", (backs,)))
        return found

"""From detections to a reading 识牌: the hand as it lies, what is in doubt, and what does not fit.

Nothing is repaired. A tile that cannot be what it was read as stays as read; what it may be instead is
offered as a doubt, and the most probable legal hand as a proposal next to the reading.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import BACK, KINDS, TILES
from paiyan.vision.decoding.game_rules import ANY_GAME, Game
from paiyan.vision.decoding.hand import Box, Hand, ReadMeld, ReadTile, Side, hand_of, meld_type
from paiyan.vision.decoding.hypotheses import Hypothesis, ranked_hypotheses
from paiyan.vision.decoding.legal_hands import argmax
from paiyan.vision.decoding.proposal import (
    Evidence,
    Judged,
    Proposal,
    Won,
    after_again,
    is_close_call,
    is_reliable,
    judge,
)
from paiyan.vision.decoding.questions import (
    Doubt,
    Question,
    copies_in_set,
    doubts_of,
    nameless_tiles,
    open_reds,
    own_tiles,
    questions_of,
)
from paiyan.vision.messages import Problem
from paiyan.vision.structure.scene import FULL, Layout, Seat, SeatChoice
from paiyan.vision.structure.scores import Box as SceneBox
from paiyan.vision.structure.scores import SceneBoxes, StructureScores
from paiyan.vision.trace import Trace

__all__ = [
    "Box", "Doubt", "Hand", "Picture", "PlayerHand", "Proposal", "ReadMeld", "ReadTile",
    "Reading", "Side", "interpret", "no_hand",
]  # fmt: skip

_NOTHING = Hand()
MIN_ALTERNATIVE = 0.02  # less probable alternatives of a tile are left out
OPEN_QUESTION = 0.2  # an alternative this probable makes a hand a question, not reliable
NEARLY_WHOLE = 10  # from that many tiles on, a hand more likely lost some than is a part of one
MOST_DOUBTS = 0.25  # share of a hand's tiles in doubt that makes it unreliable
FAINT = 0.6  # a hand with a tile of a lower objectness is not reliable; of 215 in photos all had 0.7


class PlayerHand(NamedTuple):
    """One of several players' hands in a picture: its reading gives each tile its role in it."""

    seat: Seat
    reading: Reading


class Picture(NamedTuple):
    """One of several pictures of a hand: its name, its width and height, and how many tiles are from it."""

    photo: str
    size: tuple[int, int]
    tiles: int


@dataclass(frozen=True)
class Reading:
    """The reading of a picture: its tiles, the hand that they make, what is in doubt, what does not fit.

    ``probability`` is that the whole hand is exactly as read; ``proposal`` is a likelier legal one;
    ``features`` has the values of `FEATURES`. ``size`` is the picture's width and height in pixels; it, the
    photo's name and the model are empty if the tiles came without a picture, and in a reading of ``hands``.
    ``seat`` is the hand's, if one was requested, and ``hands`` are all players', if all were.
    """

    photo: str = ""
    size: tuple[int, int] = (0, 0)
    model: str = ""
    tiles: tuple[ReadTile, ...] = ()
    hand: Hand = _NOTHING
    doubts: tuple[Doubt, ...] = ()
    problems: tuple[Problem, ...] = ()
    probability: float = 0.0
    proposal: Proposal | None = None
    questions: tuple[Question, ...] = ()
    features: tuple[float, ...] = ()
    vouched: bool = True
    pictures: tuple[Picture, ...] = ()
    seat: Seat | None = None
    hands: tuple[PlayerHand, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict[str, float])
    trace: Trace | None = field(default=None, compare=False)

    @property
    def reliable(self) -> bool:
        """True if nothing speaks against using it as it is (each doubt is one of its problems), and the
        program that put it together vouches for it."""
        return self.vouched and not any(p.unreliable for p in self.problems)

    def at(self, boxes: Sequence[SceneBox]) -> Reading:
        """Return the same with the tiles' boxes where they lie in the picture itself."""
        placed = (t._replace(box=b[:4]) for t, b in zip(self.tiles, boxes, strict=True))
        return replace(self, tiles=tuple(placed))


def interpret(
    scene: SceneBoxes, scores: StructureScores, *, game: Game = ANY_GAME, won: Won = "unknown"
) -> Reading:
    """Interpret one scene with a network's scores: its most probable legal hand, and its tiles as read.

    The problems and alternatives are those of a `game` and, with `won`, of the hands that win there."""
    if not scene.boxes:
        return Reading(problems=(Problem("nothing"),))
    ways = ranked_hypotheses(scores, scene.boxes, game)
    layout = ways[0].layout
    codes = [argmax(row) for row in scores.codes]
    tiles = tuple(_read_tile(scene, scores, layout, i) for i in range(len(scene.boxes)))
    hand = hand_of(layout, [t.tile for t in tiles])
    evidence = _evidence(scene, scores, ways, tiles)
    confidence = [t.confidence for t in tiles]
    judged = judge(scores.codes, codes, layout, game=game, won=won, confidence=confidence, evidence=evidence)
    nameless = nameless_tiles([math.exp(max(row)) for row in scores.codes], tiles)
    reds = open_reds([box.codes for box in scene.boxes], tiles, game)
    doubts = doubts_of(scores.codes, tiles, judged, nameless, reds)
    problems = _problems(tiles, hand, doubts, layout, game)
    if reds:
        problems = (*problems, Problem("red", (len(reds),)))
    if faint := sum(scene.boxes[i].there < FAINT for i in own_tiles(tiles)):
        problems = (*problems, Problem("faint", (faint,)))
    if nameless:
        problems = (*problems, Problem("unclear", (len(nameless),)))
    questions = questions_of(ways, doubts, codes)
    in_doubt = [question.about for question in questions if question.doubt > OPEN_QUESTION]
    apart = _may_hold_a_meld(tiles)
    if (apart or in_doubt or not is_reliable(judged.raw)) and not any(p.unreliable for p in problems):
        structure = (
            apart or "structure" in in_doubt or ways[0].share < min(evidence.names, evidence.confidence)
        )
        found = Problem("structure") if structure else Problem("unsure", (math.floor(100 * judged.raw),))
        problems = (*problems, found)
    proposal = _proposal(tiles, layout, judged, won)
    return Reading(
        tiles=tiles,
        hand=hand,
        doubts=doubts,
        problems=problems,
        probability=judged.raw,
        proposal=proposal,
        questions=questions,
        features=judged.features,
    )


def _may_hold_a_meld(tiles: Sequence[ReadTile]) -> bool:
    """True if one of several lines of held tiles is a meld by itself: it may have been claimed."""
    lines: dict[int, list[int]] = {}
    for tile in tiles:
        if tile.role == "hand":
            lines.setdefault(tile.group, []).append(tile.tile.code)
    return len(lines) > 1 and any(meld_type(codes) is not None for codes in lines.values())


_UNSURE = ("unsure", "structure")
"""The problems of a hand that is only not sure enough."""


def is_close(read: Reading) -> bool:
    """True if another reading may decide whether a hand is reliable: nothing else speaks against it.

    Another look cannot help with a block of rows, or with a line that may be a meld: how the tiles belong
    together is open in it too.
    """
    others = any((p.unreliable and p.code not in _UNSURE) or p.code == "block" for p in read.problems)
    return (
        read.vouched and not others and not _may_hold_a_meld(read.tiles) and is_close_call(read.probability)
    )


def confirmed(read: Reading, *, agrees: bool) -> Reading:
    """Return a close hand after it was read once more, with the same result or not."""
    sure = after_again(read.probability, agrees=agrees)
    problems = [p for p in read.problems if p.code not in _UNSURE]
    open_question = any(question.doubt > OPEN_QUESTION for question in read.questions)
    if open_question or not is_reliable(sure):
        structure = [p for p in read.problems if p.code == "structure"]
        problems += structure or [Problem("unsure", (math.floor(100 * sure),))]
    return replace(read, probability=sure, problems=tuple(problems))


def _evidence(
    scene: SceneBoxes, scores: StructureScores, ways: Sequence[Hypothesis], tiles: Sequence[ReadTile]
) -> Evidence:
    """Return the evidence for the structure, and for the least certain of its tiles."""
    own = own_tiles(tiles)
    return Evidence(
        structure=ways[0].share,
        log_cost=ways[0].cost,
        network_confidence=scores.sure,
        names=1.0,
        confidence=min((math.exp(max(scores.codes[t])) for t in own), default=0.0),
        min_objectness=min((scene.boxes[t].there for t in own), default=0.0),
    )


def no_hand(scene: SceneBoxes, seat: SeatChoice, seats: Sequence[Seat]) -> Reading:
    """Interpret a picture with hands at these `seats`, but not at the requested one."""
    count = len(scene.boxes)
    layout = Layout(roles=("other",) * count, groups=(-1,) * count, sideways=(False,) * count)
    problem = Problem("seat", (seat, " ".join(seats))) if seats else Problem("no_hand")
    tiles = tuple(_read_tile(scene, None, layout, i) for i in range(count))
    return Reading(tiles=tiles, problems=(problem,))


def _proposal(tiles: Sequence[ReadTile], layout: Layout, judged: Judged, won: Won) -> Proposal | None:
    """Return the hand with the changes made; None if there are none."""
    if not judged.changes:
        return None
    faces = [t.tile for t in tiles]
    for change in judged.changes:
        faces[change.tile] = change.instead
    return Proposal(hand_of(layout, faces), judged.changes, judged.probability, won == "won")


def _read_tile(scene: SceneBoxes, scores: StructureScores | None, layout: Layout, index: int) -> ReadTile:
    """Return one box as read: the likeliest code, and the network's knowledge of its place if given."""
    box = scene.boxes[index]
    shares = [math.exp(value) for value in scores.codes[index]] if scores else box.codes
    first, *others = sorted(range(len(shares)), key=lambda code: -shares[code])[:4]
    return ReadTile(
        tile=TILES[first],
        box=box[:4],
        confidence=box.there * shares[first],
        alternatives=tuple((TILES[c], p) for c in others if (p := box.there * shares[c]) >= MIN_ALTERNATIVE),
        role=layout.roles[index],
        group=layout.groups[index],
        sideways=layout.sideways[index],
    )


def size_problem(size: int, game: Game = ANY_GAME) -> Problem | None:
    """Return the problem of a hand's size, a meld counting three; None if a hand of the game has it."""
    if size in FULL:
        sizes = game.sizes
        return None if size in sizes else Problem("rules_size", (size, *sizes))
    return Problem(
        "too_few" if size < NEARLY_WHOLE else "too_many" if size > max(FULL) else "odd_size", (size,)
    )


def too_many(own: Counter[int], everywhere: Counter[int]) -> list[Problem]:
    """Return a problem for each kind of which a hand, or the whole table, shows more than a set holds."""
    found = list[Problem]()
    for kind in sorted(everywhere.keys() - {BACK}):
        name, most = TILES[kind].notation, copies_in_set(kind)
        if own[kind] > most:
            found.append(Problem("supply" if kind < KINDS else "flower", (name, own[kind])))
        elif everywhere[kind] > most:
            found.append(Problem("table", (name, everywhere[kind], most)))
    return found


def _problems(
    tiles: Sequence[ReadTile], hand: Hand, doubts: Sequence[Doubt], layout: Layout, game: Game
) -> tuple[Problem, ...]:
    found = list[Problem]()
    if not hand.size and not hand.flowers:
        found.append(Problem("no_hand"))
    elif odd := size_problem(hand.size, game):
        found.append(odd)
    own = own_tiles(tiles)
    counts = Counter(tiles[i].tile.kind for i in own)
    everywhere = Counter(t.tile.kind for t in tiles)
    found += too_many(counts, everywhere)
    if backs := sum(t.code == BACK for t in hand.concealed):
        found.append(Problem("backs", (backs,)))
    for meld in hand.melds:
        if len(meld.tiles) == 4 and all(t.code == BACK for t in meld.tiles):
            found.append(Problem("hidden"))
        elif meld_type([t.code for t in meld.tiles]) is None:
            found.append(Problem("meld", (notation(meld.tiles),)))
    kongs = [meld.tiles for meld in layout.melds if meld.type == "concealed_kong"]
    found += [Problem("unseen") for tiles in kongs if len(tiles) < 4]
    if len(doubts) > max(2, MOST_DOUBTS * len(own)):
        found.append(Problem("doubts", (len(doubts), len(own))))
    if layout.rows >= 3:
        found.append(Problem("block", (layout.rows,)))
    return tuple(found)

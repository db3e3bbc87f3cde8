"""Find doubtful tiles 存疑, and ask questions that one tap answers 一问.

A tile is doubtful without a clear name, or if it is read otherwise in the likeliest legal hand. Questions are
whose tiles these are, how they are grouped, which tile one is. Each answer carries the
corrections that apply it to the reading, in the form of `paiyan correct` and `POST /v1/correct`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from paiyan.scorer.messages.languages import Message, Sentence, Words
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED, TILES, Tile
from paiyan.vision.decoding.corrections import Correction, Meld, Place, Rename, Winning
from paiyan.vision.decoding.game_rules import RED_OF, Game
from paiyan.vision.decoding.hand import ReadTile, side_of
from paiyan.vision.decoding.hypotheses import Hypothesis
from paiyan.vision.decoding.legal_hands import Logs
from paiyan.vision.decoding.proposal import Judged, Reason
from paiyan.vision.structure.scene import LaidMeld, Layout, Role

# When a tile of the hand is doubtful.
_CLOSE_SECOND = 0.35  # its second name has this share of the first one's probability
_WEAK_FIRST = 0.4  # its first name is less probable than this
_NAMELESS = 0.5  # its first name is less probable than all others together: it has no name yet
_RED_OR_PLAIN = 0.05  # a five of the other colour has this share for the detector; in photos at most 0.04
_IN_LIKELY_HANDS = 0.1  # another name has this share among the likely legal hands


class Doubt(NamedTuple):
    """A tile (its index) that may be another one; `shares` are the probabilities of the name as read, then of
    the others."""

    tile: int
    read: Tile
    instead: tuple[Tile, ...]
    why: Reason
    shares: tuple[float, ...] = ()


def own_tiles(tiles: Sequence[ReadTile]) -> list[int]:
    """Return the indices of the player's own tiles."""
    return [i for i, t in enumerate(tiles) if t.own]


def nameless_tiles(named: Sequence[float], tiles: Sequence[ReadTile]) -> list[int]:
    """Return the player's own tiles without a name yet, though they are tiles: `named` is the probability of
    each tile's likeliest name, given that it is a tile."""
    return [i for i in own_tiles(tiles) if named[i] < _NAMELESS]


def open_reds(shares: Sequence[Sequence[float]], tiles: Sequence[ReadTile], game: Game) -> list[int]:
    """Return the player's fives that may be red or plain, in a game that has red ones of their suit.

    `shares` (n, 46) are those of the detector, without the layout network's: red ones are rare.
    """
    return [
        i
        for i in own_tiles(tiles)
        if (red := RED_OF.get(tiles[i].tile.kind)) is not None
        and game.caps[red]
        and shares[i][_other_five(tiles[i].tile)] >= _RED_OR_PLAIN
    ]


def _other_five(five: Tile) -> int:
    """Return the code of the same five in the other colour."""
    return RED_OF[five.kind] if five.code == five.kind else five.kind


def copies_in_set(code: int) -> int:
    """Return how many of a tile are in a set."""
    return 1 if FLOWER <= code < RED else 4


def doubts_of(
    logs: Logs,
    tiles: Sequence[ReadTile],
    judged: Judged,
    nameless: Sequence[int],
    reds: Sequence[int] = (),
) -> tuple[Doubt, ...]:
    """Return the doubtful tiles of a hand, by their indices."""
    doubts = dict[int, Doubt]()
    for i in own_tiles(tiles):
        near = tuple(t for t, p in tiles[i].alternatives if p > _CLOSE_SECOND * tiles[i].confidence)
        shares = dict(judged.marginals.get(i, ()))
        near += tuple(
            TILES[code]
            for code, share in shares.items()
            if share > _IN_LIKELY_HANDS and TILES[code] not in near and TILES[code] is not tiles[i].tile
        )
        if i in reds and (other := TILES[_other_five(tiles[i].tile)]) not in near:
            near += (other,)
        if near or tiles[i].confidence < _WEAK_FIRST or i in nameless:
            instead = near or tuple(t for t, _ in tiles[i].alternatives)
            doubts[i] = _doubt(i, tiles[i].tile, instead, "close", shares)
    for change in judged.changes:
        others = doubts[change.tile].instead if change.tile in doubts else ()
        instead = (change.instead, *(t for t in others if t is not change.instead))
        shares = dict(judged.marginals.get(change.tile, ()))
        doubts[change.tile] = _doubt(change.tile, change.read, instead, change.why, shares)
    counts = Counter(tiles[i].tile.kind for i in own_tiles(tiles))
    for kind, count in counts.items():  # too many of a tile, and no legal hand shows which is another
        same_kind = [i for i in own_tiles(tiles) if tiles[i].tile.kind == kind]
        if kind != BACK and count > copies_in_set(kind) and not any(i in doubts for i in same_kind):
            least = min(same_kind, key=lambda i: tiles[i].confidence)
            doubts[least] = Doubt(least, tiles[least].tile, _allowed(logs, least, counts), "supply")
    return tuple(doubts[i] for i in sorted(doubts))


def _doubt(
    tile: int, read: Tile, instead: tuple[Tile, ...], why: Reason, shares: Mapping[int, float]
) -> Doubt:
    return Doubt(tile, read, instead, why, tuple(shares.get(t.code, 0.0) for t in (read, *instead)))


def _allowed(logs: Logs, index: int, counts: Mapping[int, int]) -> tuple[Tile, ...]:
    """Return the likeliest other tile of which the hand can still hold one more."""
    row = logs[index]
    free = [t for t in TILES if t.code != BACK and counts.get(t.kind, 0) < copies_in_set(t.kind)]
    best = max(free, key=lambda t: row[t.code])
    return (best,)


About = Literal["structure", "name"]
QuestionCode = Literal["winning", "whose", "flower", "whose_all", "grouped", "name", "which_flower"]
Part = Literal["hand", "winning", "flower", "out", "chow", "pung", "kong", "added_kong", "concealed_kong"]

MIN_SHARE = 0.04  # a less likely alternative does not lead to a question
MOST_CHOICES = 4
MOST_STRUCTURE_QUESTIONS = 3

_ROLES: dict[Part, Role] = {"hand": "hand", "winning": "hand", "flower": "flower", "out": "other"}
"""The role of tiles in each part that is not a meld."""
_PARTS: dict[Part, Words] = {
    "hand": Words("手里的牌", "held in the hand", "手の内の牌"),
    "winning": Words("和的那张", "the winning tile", "和了牌"),
    "flower": Words("自己的花牌", "the player's flowers", "自分の花牌"),
    "out": Words("不是自己的", "not the player's", "自分の牌ではない"),
    "chow": Words("吃的顺子", "a chow", "チーした順子"),
    "pung": Words("碰的刻子", "a pung", "ポンした刻子"),
    "kong": Words("明杠", "a kong, claimed", "明槓"),
    "added_kong": Words("加杠", "a kong, added to a pung", "加槓"),
    "concealed_kong": Words("暗杠", "a concealed kong", "暗槓"),
}
_PART = Words("{tiles}：{part}", "{tiles}: {part}", "{tiles}：{part}")
_AND = Words("{one}；{other}", "{one}; {other}", "{one}；{other}")
_ASKS: dict[QuestionCode, Words] = {
    "winning": Words(
        "和的是这张吗？",
        "Is this the winning tile?",
        "和了牌はこれですか？",
    ),
    "whose": Words(
        "这张是自己的牌吗？",
        "Is this tile the player's?",
        "この牌は自分の牌ですか？",
    ),
    "flower": Words(
        "这张花牌是自己的吗？",
        "Is this flower the player's?",
        "この花牌は自分の牌ですか？",
    ),
    "whose_all": Words(
        "这 {count} 张是自己的牌吗？",
        "Are these {count} tiles the player's?",
        "この {count} 枚は自分の牌ですか？",
    ),
    "grouped": Words(
        "这 {count} 张怎么分组？",
        "How do these {count} tiles belong together?",
        "この {count} 枚はどう組になりますか？",
    ),
    "name": Words("这是哪张牌？", "Which tile is this?", "この牌はどれですか？"),
    "which_flower": Words(
        "这是哪张花牌？",
        "A flower: which one?",
        "どの花牌ですか？",
    ),
}


class Choice(NamedTuple):
    """One answer: a tile, or tiles in notation, each with its part (a sentence for a reading without codes);
    its probability; the corrections that apply it to the reading."""

    answer: Tile | tuple[tuple[str, Part], ...] | str
    share: float
    corrections: tuple[Correction, ...]

    @property
    def says(self) -> Sentence | str:
        """The answer as a sentence."""
        if isinstance(self.answer, str):
            return self.answer
        if isinstance(self.answer, Tile):
            return self.answer.words
        if len(self.answer) == 1:
            return _PARTS[self.answer[0][1]]
        first, *rest = [Message(_PART, {"tiles": tiles, "part": _PARTS[part]}) for tiles, part in self.answer]
        for one in rest:
            first = Message(_AND, {"one": first, "other": one})
        return first


class Question(NamedTuple):
    """A doubt that an answer settles: about these tiles (their indices), likeliest answer first."""

    about: About
    tiles: tuple[int, ...]
    code: QuestionCode
    choices: tuple[Choice, ...]
    sentence: str = ""  # of a reading without codes

    @property
    def doubt(self) -> float:
        """The probability that the reading's own answer is wrong."""
        return 1 - self.choices[0].share

    @property
    def ask(self) -> Message | str:
        """The question as a sentence."""
        return self.sentence or Message(_ASKS[self.code], {"count": len(self.tiles)})


def questions_of(
    ways: Sequence[Hypothesis], doubts: Sequence[Doubt], codes: Sequence[int]
) -> tuple[Question, ...]:
    """Return the questions of a reading, most doubtful first; the first of `ways` is the one that was read.
    `codes` are the tiles as read."""
    found = [*_about_structure(ways, codes), *_about_names(doubts)]
    return tuple(sorted(found, key=lambda question: -question.doubt))


class _Parts(NamedTuple):
    """The part of each tile in one layout, with the tiles of its meld."""

    of: dict[int, tuple[Part, LaidMeld | None]]
    winning: int | None

    @staticmethod
    def in_layout(layout: Layout) -> _Parts:
        """Return every tile of the player's hand."""
        of: dict[int, tuple[Part, LaidMeld | None]] = dict.fromkeys(layout.concealed, ("hand", None))
        of.update(dict.fromkeys(layout.flowers, ("flower", None)))
        if layout.winning is not None:
            of[layout.winning] = ("hand" if layout.winning_place == "right_end" else "winning", None)
        of.update({t: (meld.type, meld) for meld in layout.melds for t in meld.tiles})
        return _Parts(of, layout.winning)

    def at(self, tile: int) -> tuple[Part, frozenset[int]]:
        """Return a tile's part, and the tiles of its meld."""
        part, meld = self.of.get(tile, ("out", None))
        return part, frozenset(meld.tiles) if meld else frozenset()

    def differ(self, other: _Parts) -> set[int]:
        """Return the tiles that have another part in another layout."""
        return {t for t in self.of.keys() | other.of.keys() if self.at(t) != other.at(t)}


def _about_structure(ways: Sequence[Hypothesis], codes: Sequence[int]) -> list[Question]:
    """Return one question for each set of tiles on which likely structures disagree with the reading."""
    if not ways:
        return []
    read, *others = [(_Parts.in_layout(way.layout), way.share) for way in ways]
    sets: list[set[int]] = []
    for parts, share in others:
        if share < MIN_SHARE or not (tiles := read[0].differ(parts)):
            continue
        for known in [known for known in sets if known & tiles]:
            sets.remove(known)
            tiles |= known
        sets.append(tiles)
    return [
        question
        for tiles in sets[:MOST_STRUCTURE_QUESTIONS]
        if len((question := _of_tiles(sorted(tiles), [read, *others], codes)).choices) > 1
    ]


def _of_tiles(tiles: Sequence[int], ways: Sequence[tuple[_Parts, float]], codes: Sequence[int]) -> Question:
    shares: dict[tuple[tuple[Part, frozenset[int]], ...], float] = {}
    example: dict[tuple[tuple[Part, frozenset[int]], ...], _Parts] = {}
    for parts, share in ways:
        key = tuple(parts.at(t) for t in tiles)
        shares[key] = shares.get(key, 0.0) + share
        example.setdefault(key, parts)
    first, *rest = shares
    rest.sort(key=lambda key: -shares[key])
    read = example[first]
    choices: list[Choice] = []
    for key in (first, *rest):
        parts = example[key]
        found = Choice(_parts_of(tiles, parts, codes), shares[key], tuple(_corrections(tiles, parts, read)))
        _add(choices, found)
    choices = choices[:MOST_CHOICES]
    return Question("structure", tuple(tiles), _ask(tiles, choices), tuple(choices))


def _add(choices: list[Choice], added: Choice) -> None:
    """Add an answer; if it changes the reading like another one, add its share to that.

    A winning tile at the right end of a hand is held there; set apart it is the winning one: the corrections
    of both are the same.
    """
    for i, choice in enumerate(choices):
        if choice.corrections == added.corrections:
            choices[i] = choice._replace(share=choice.share + added.share)
            return
    if added.answer not in [choice.answer for choice in choices]:
        choices.append(added)


def _parts_of(tiles: Sequence[int], parts: _Parts, codes: Sequence[int]) -> tuple[tuple[str, Part], ...]:
    """Return the parts of these tiles."""
    groups: dict[tuple[Part, frozenset[int]], list[int]] = {}
    for tile in tiles:
        groups.setdefault(parts.at(tile), []).append(tile)
    return tuple((notation([TILES[codes[t]] for t in some]), part) for (part, _), some in groups.items())


def _ask(tiles: Sequence[int], choices: Sequence[Choice]) -> QuestionCode:
    parts = {part for choice in choices if isinstance(choice.answer, tuple) for _, part in choice.answer}
    if len(tiles) > 1:
        return "whose_all" if "out" in parts else "grouped"
    return "winning" if "winning" in parts else "flower" if "flower" in parts else "whose"


def _corrections(tiles: Sequence[int], parts: _Parts, read: _Parts) -> list[Correction]:
    """Return the corrections that give these tiles these parts, and set the winning tile."""
    placed: dict[Role, list[int]] = {}
    melds: list[LaidMeld] = []
    for tile in tiles:
        part, meld = parts.of.get(tile, ("out", None))
        if meld is not None:
            melds += [meld] if meld not in melds else []
        elif tile != parts.winning:
            placed.setdefault(_ROLES[part], []).append(tile)
    if read.winning not in (None, parts.winning, *tiles):
        placed.setdefault("hand", []).append(read.winning)
    made: list[Correction] = [Place(tuple(of), role) for role, of in placed.items()]
    made += [Meld(meld.tiles, meld.type, side_of(meld)) for meld in melds]
    if parts.winning is not None and (parts.winning in tiles or parts.winning != read.winning):
        made.append(Winning(parts.winning))
    return made


def _about_names(doubts: Sequence[Doubt]) -> list[Question]:
    """Return one question for each tile whose name is in doubt."""
    return [_of_name(doubt) for doubt in doubts if doubt.instead]


def _of_name(doubt: Doubt) -> Question:
    faces = (doubt.read, *doubt.instead)[:MOST_CHOICES]
    shares = (*doubt.shares, *[0.0] * len(faces))
    total = sum(shares[: len(faces)]) or 1.0
    choices = tuple(
        Choice(face, share / total, (Rename(doubt.tile, face),))
        for face, share in zip(faces, shares, strict=False)
    )
    flower = all(FLOWER <= face.code < RED for face in faces)
    return Question("name", (doubt.tile,), "which_flower" if flower else "name", choices)

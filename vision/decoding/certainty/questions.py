"""Questions that one tap answers 一问: whose some tiles are, how they belong together, which tile one is.

Each answer carries the corrections that make the reading say so, as `paiyan correct` and `POST /v1/correct`
take them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import FLOWER, RED, TILES, Tile
from paiyan.vision.decoding.certainty.doubtful_tiles import Doubt
from paiyan.vision.decoding.hand import side_of
from paiyan.vision.decoding.hypotheses.ranking import Hypothesis
from paiyan.vision.messages import Lang
from paiyan.vision.structure.layout import LaidMeld, Layout

About = Literal["structure", "name"]
Correction = dict[str, Any]

ASKED_SHARE = 0.04  # an alternative that is less likely than this is not asked about
MOST_CHOICES = 4
MOST_STRUCTURE_QUESTIONS = 3

_SAYS: dict[str, dict[Lang, str]] = {
    "hand": {"en": "held in the hand", "zh": "手里的牌", "ja": "手の内の牌"},
    "winning": {"en": "the winning tile", "zh": "和的那张", "ja": "和了牌"},
    "flower": {"en": "the player's flowers", "zh": "自己的花牌", "ja": "自分の花牌"},
    "out": {"en": "not the player's", "zh": "不是自己的", "ja": "自分の牌ではない"},
    "chow": {"en": "a chow", "zh": "吃的顺子", "ja": "チーした順子"},
    "pung": {"en": "a pung", "zh": "碰的刻子", "ja": "ポンした刻子"},
    "kong": {"en": "a kong, claimed", "zh": "明杠", "ja": "明槓"},
    "added_kong": {"en": "a kong, added to a pung", "zh": "加杠", "ja": "加槓"},
    "concealed_kong": {"en": "a concealed kong", "zh": "暗杠", "ja": "暗槓"},
}
_PART: dict[Lang, str] = {"en": "{0}: {1}", "zh": "{0}：{1}", "ja": "{0}：{1}"}
_JOIN: dict[Lang, str] = {"en": "; ", "zh": "；", "ja": "；"}
_ASKS: dict[str, dict[Lang, str]] = {
    "winning": {
        "en": "Is this the winning tile?", "zh": "和的是这张吗？", "ja": "和了牌はこれですか？",
    },
    "whose": {
        "en": "Is this tile the player's?", "zh": "这张是自己的牌吗？", "ja": "この牌は自分の牌ですか？",
    },
    "flower": {
        "en": "Is this flower the player's?",
        "zh": "这张花牌是自己的吗？",
        "ja": "この花牌は自分の牌ですか？",
    },
    "whose_all": {
        "en": "Are these {0} tiles the player's?",
        "zh": "这 {0} 张是自己的牌吗？",
        "ja": "この {0} 枚は自分の牌ですか？",
    },
    "grouped": {
        "en": "How do these {0} tiles belong together?",
        "zh": "这 {0} 张怎么分组？",
        "ja": "この {0} 枚はどう組になりますか？",
    },
    "name": {"en": "Which tile is this?", "zh": "这是哪张牌？", "ja": "この牌はどれですか？"},
    "which_flower": {"en": "A flower: which one?", "zh": "这是哪张花牌？", "ja": "どの花牌ですか？"},
}  # fmt: skip


class Choice(NamedTuple):
    """One answer: a tile's face, or pairs of tiles and the part they have; its probability; the corrections
    that make the reading say so."""

    says: Tile | tuple[tuple[str, str], ...]
    share: float
    corrections: tuple[Correction, ...]

    def to_json(self, *, lang: Lang) -> dict[str, Any]:
        """As in the interface; what it is worth is known to who counts the hand."""
        return {
            "says": _said(self.says, lang),
            "effect": "",
            "share": round(self.share, 3),
            "corrections": list(self.corrections),
        }


class Question(NamedTuple):
    """A doubt that an answer settles: about these tiles (their indices), likeliest answer first."""

    about: About
    tiles: tuple[int, ...]
    ask: str
    choices: tuple[Choice, ...]

    @property
    def doubt(self) -> float:
        """How probable it is that the reading's own answer is not the right one."""
        return 1 - self.choices[0].share

    def to_json(self, *, lang: Lang = "en") -> dict[str, Any]:
        """As in the interface."""
        return {
            "about": self.about,
            "tiles": list(self.tiles),
            "ask": _ASKS[self.ask][lang].format(len(self.tiles)),
            "choices": [choice.to_json(lang=lang) for choice in self.choices],
        }


def _said(says: Tile | Sequence[tuple[str, str]], lang: Lang) -> str:
    if isinstance(says, Tile):
        return says.name(lang)
    if len(says) == 1:
        return _SAYS[says[0][1]][lang]
    return _JOIN[lang].join(_PART[lang].format(tiles, _SAYS[part][lang]) for tiles, part in says)


def questions_of(
    ways: Sequence[Hypothesis], doubts: Sequence[Doubt], codes: Sequence[int]
) -> tuple[Question, ...]:
    """The questions of a reading, of which the first alternative is the one that was read, most doubtful
    first. `codes` are the tiles as read."""
    found = [*_about_structure(ways, codes), *_about_names(doubts)]
    return tuple(sorted(found, key=lambda question: -question.doubt))


class _Parts(NamedTuple):
    """What each tile is in one layout: its part, with the tiles it is one meld with."""

    of: dict[int, tuple[str, LaidMeld | None]]
    winning: int | None

    @staticmethod
    def in_layout(layout: Layout) -> _Parts:
        """Every tile of the player's hand."""
        of: dict[int, tuple[str, LaidMeld | None]] = dict.fromkeys(layout.concealed, ("hand", None))
        of.update(dict.fromkeys(layout.flowers, ("flower", None)))
        if layout.winning is not None:
            of[layout.winning] = ("hand" if layout.winning_place == "right_end" else "winning", None)
        of.update({t: (meld.type, meld) for meld in layout.melds for t in meld.tiles})
        return _Parts(of, layout.winning)

    def at(self, tile: int) -> tuple[str, frozenset[int]]:
        """A tile's part, and with which others it is a meld."""
        part, meld = self.of.get(tile, ("out", None))
        return part, frozenset(meld.tiles) if meld else frozenset()

    def differ(self, other: _Parts) -> set[int]:
        """The tiles that are something else in another layout."""
        return {t for t in self.of.keys() | other.of.keys() if self.at(t) != other.at(t)}


def _about_structure(ways: Sequence[Hypothesis], codes: Sequence[int]) -> list[Question]:
    """One question for each set of tiles of which likely structures say something else than was read."""
    if not ways:
        return []
    read, *others = [(_Parts.in_layout(way.layout), way.share) for way in ways]
    sets: list[set[int]] = []
    for parts, share in others:
        if share < ASKED_SHARE or not (tiles := read[0].differ(parts)):
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
    shares: dict[tuple[tuple[str, frozenset[int]], ...], float] = {}
    example: dict[tuple[tuple[str, frozenset[int]], ...], _Parts] = {}
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
        found = Choice(_says(tiles, parts, codes), shares[key], tuple(_corrections(tiles, parts, read)))
        _add(choices, found)
    choices = choices[:MOST_CHOICES]
    return Question("structure", tuple(tiles), _ask(tiles, choices), tuple(choices))


def _add(choices: list[Choice], found: Choice) -> None:
    """One answer more; one that makes the same of the reading as another is that, and both shares are its.

    The winning tile at the right end of a hand is held there, and set apart it is the winning one: the
    corrections of both are the same.
    """
    for i, choice in enumerate(choices):
        if choice.corrections == found.corrections:
            choices[i] = choice._replace(share=choice.share + found.share)
            return
    if found.says not in [choice.says for choice in choices]:
        choices.append(found)


def _says(tiles: Sequence[int], parts: _Parts, codes: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """What these tiles are, part by part."""
    groups: dict[tuple[str, frozenset[int]], list[int]] = {}
    for tile in tiles:
        groups.setdefault(parts.at(tile), []).append(tile)
    return tuple((notation([TILES[codes[t]] for t in some]), part) for (part, _), some in groups.items())


def _ask(tiles: Sequence[int], choices: Sequence[Choice]) -> str:
    parts = {part for choice in choices if isinstance(choice.says, tuple) for _, part in choice.says}
    if len(tiles) > 1:
        return "whose_all" if "out" in parts else "grouped"
    return "winning" if "winning" in parts else "flower" if "flower" in parts else "whose"


def _corrections(tiles: Sequence[int], parts: _Parts, read: _Parts) -> list[Correction]:
    """What makes a reading say of these tiles what these parts say, and of the winning one."""
    placed: dict[str, list[int]] = {}
    melds: list[LaidMeld] = []
    for tile in tiles:
        part, meld = parts.of.get(tile, ("out", None))
        if meld is not None:
            melds += [meld] if meld not in melds else []
        elif tile != parts.winning:
            placed.setdefault("other" if part == "out" else part, []).append(tile)
    if read.winning not in (None, parts.winning, *tiles):
        placed.setdefault("hand", []).append(read.winning)
    made: list[Correction] = [{"do": "place", "tiles": of, "role": role} for role, of in placed.items()]
    made += [_as_meld(meld) for meld in melds]
    if parts.winning is not None and (parts.winning in tiles or parts.winning != read.winning):
        made.append({"do": "winning", "tile": parts.winning})
    return made


def _as_meld(meld: LaidMeld) -> Correction:
    said: Correction = {"do": "meld", "tiles": list(meld.tiles), "type": meld.type}
    side = side_of(meld)
    return said if side is None else {**said, "from": side}


def _about_names(doubts: Sequence[Doubt]) -> list[Question]:
    """One question for each tile whose name is in doubt."""
    return [_of_name(doubt) for doubt in doubts if doubt.instead]


def _of_name(doubt: Doubt) -> Question:
    faces = (doubt.read, *doubt.instead)[:MOST_CHOICES]
    shares = (*doubt.shares, *[0.0] * len(faces))
    total = sum(shares[: len(faces)]) or 1.0
    choices = tuple(
        Choice(face, share / total, ({"do": "rename", "tile": doubt.tile, "is": face.notation},))
        for face, share in zip(faces, shares, strict=False)
    )
    flower = all(FLOWER <= face.code < RED for face in faces)
    return Question("name", (doubt.tile,), "which_flower" if flower else "name", choices)

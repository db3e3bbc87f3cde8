"""Map the usual class names of labelled sets of mahjong tiles to tiles.

Names are read together, since a letter means another suit from list to list: ``1b`` is bamboo next to ``1c``
and ``1d``, but a circle 饼 next to ``1w`` and ``1t``; ``1S`` is the spring if bamboo is ``1B``; ``bamboo`` by
itself is the flower next to plum, orchid and chrysanthemum. Names that even the list leaves open are None,
never guessed: plain numbers, dragons by number, flowers numbered 1 to 8 after their letter, which is done in
two orders.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import TILES


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CODES = {tile.notation: tile.code for tile in TILES}
_SUIT_WORDS = {
    "m": "man manzu wan wanzi character characters char chars crak craks crack cracks myriad myriads th",
    "p": "pin pinzu tong tongzi ton bing bingzi dot dots circle circles coin coins ball balls wheel wheels",
    "s": "sou souzu so suo suozi tiao tiaozi bam bams bamboo bamboos stick sticks st",
}
_HONOURS = {
    "1z": "east e ea ton dong dongfeng",
    "2z": "south s so nan nanfeng",
    "3z": "west w we sha shaa xi xifeng",
    "4z": "north n no pei pe bei beifeng",
    "5z": "white haku bai baiban wd dw wb whiteboard blank soap board p",
    "6z": "green hatsu fa facai gd dg pha fat f",
    "7z": "red chun zhong hongzhong rd dr mi middle center centre c",
}
_FLOWERS = {
    "1f": "plum mei pl",
    "2f": "orchid lan or",
    "3f": "chrysanthemum chrysanth chrys mum ju ch",
    "4f": "bamboo zhu ba",
    "5f": "spring sp",
    "6f": "summer xia su",
    "7f": "autumn fall qiu au",
    "8f": "winter wi",
}
_BACKS = _words("back backs backside facedown down hidden covered reverse concealed xx 背 背面 牌背 裏")
_RANKS = "one two three four five six seven eight nine"
_NOISE = _words("""
    tile tiles mahjong mj majiang pai suit honor honors honour honours simple simples terminal the of face up
    side
""")
_KINDS = {
    "wind": "wind winds feng",
    "dragon": "dragon dragons",
    "flower": "flower flowers hua bonus fl",
    "season": "season seasons",
}
_RED = _words("red aka dora r")


def _by_word(table: Mapping[str, str]) -> dict[str, str]:
    return {word: name for name, words in table.items() for word in words.split()}


_SUIT_OF, _HONOUR_OF, _FLOWER_OF, _KIND_OF = map(_by_word, (_SUIT_WORDS, _HONOURS, _FLOWERS, _KINDS))
_RANK_OF = {word: rank for rank, word in enumerate(_RANKS.split(), 1)}


class _Letters(NamedTuple):
    """The meaning of a single letter next to a number in one list.

    It is one of the suits ``m p s``, ``wind``, ``flower``, ``season``. The flags: winds are written ``we ws
    ww wn``; ``1S`` is a season while ``1s`` is bamboo; other plants stand by themselves, so that ``bamboo``
    is a flower too.
    """

    suits: Mapping[str, str]
    winds_by_w: bool
    capital_seasons: bool
    plants: bool


def codes_of(names: Iterable[str]) -> dict[str, int | None]:
    """Return the tile code of each class name of one list; None for unusual names."""
    listed = list(dict.fromkeys(names))
    letters = _letters(listed)
    return {name: _code(name, letters) for name in listed}


def _tokens(name: str) -> list[str]:
    """Split a name into words and numbers: ``RedDragon`` like ``red_dragon``, ``man1`` into the parts of
    ``1-man``."""
    text = unicodedata.normalize("NFKC", name).strip()
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower()
    return re.findall(r"\d+|[a-z]+|[^\W\d_a-z]+", text)


def _letters(names: Sequence[str]) -> _Letters:
    ranks = defaultdict[str, set[int]](set)
    last = False  # whether the number follows its letter
    for tokens in map(_tokens, names):
        pair = sorted(tokens, key=str.isalpha)
        if len(pair) == 2 and pair[0].isdigit() and len(pair[1]) == 1 and pair[1].isascii():
            ranks[pair[1]].add(int(pair[0]))
            last |= tokens[0].isalpha()
    many = {letter for letter, some in ranks.items() if max(some) > 4}
    suits = {"m": "m", "c": "m", "p": "p", "d": "p", "s": "s", "b": "s", "o": "p"}
    if "t" in many:
        suits["t"] = "p" if "s" in many else "s"
        if suits["t"] == "s" and not {"p", "d", "o"} & many:
            suits["b"] = "p"
    suits["w"] = "m" if "w" in many else "wind"
    if "s" in ranks and "s" not in many and {"b", "t"} & many:
        suits["s"] = "season"
    if "d" in ranks and max(ranks["d"]) <= 3 and {"p", "t", "b"} & many - {"d"} and "c" not in many:
        suits["d"] = "dragon"
    # After the letter, f5 to f8 are the seasons in some lists and the flowers in others.
    suits["f"] = "unknown" if last and ranks["f"] and max(ranks["f"]) > 4 else "flower"
    # z1 to z4 are the winds everywhere, z5 to z7 the dragons in two orders: 白發中 next to m, p and s.
    suits["z"] = suits["h"] = "honour" if not last or {"m", "p", "s"} <= many else "wind"
    joined = {"".join(_tokens(name)) for name in names}
    small, capital = (any(re.fullmatch(f"[1-9]{s}|{s}[1-9]", name) for name in names) for s in "sS")
    return _Letters(
        suits,
        winds_by_w=bool({"wn", "ws"} & joined),
        capital_seasons=small and capital,
        plants={"1f", "2f", "3f"} <= {_FLOWER_OF.get(name) for name in joined},
    )


def _code(name: str, letters: _Letters) -> int | None:
    tokens = [token for token in _tokens(name) if token not in _NOISE]
    if letters.capital_seasons and (season := re.fullmatch(r"([1-4])S|S([1-4])", name.strip())):
        return _CODES[f"{int(season[1] or season[2]) + 4}f"]
    found = (_numbered(tokens, letters) or _single(tokens, letters)) if tokens else None
    if found is None and not name.isascii():
        found = _chinese(re.sub(r"[\s_.-]", "", unicodedata.normalize("NFKC", name)))
    return None if found is None else _CODES.get(found)


def _numbered(tokens: list[str], letters: _Letters) -> str | None:
    """Return the notation of a name with a number and a suit, or a number and what it numbers."""
    numbers = [int(t) if t.isdigit() else _RANK_OF[t] for t in tokens if t.isdigit() or t in _RANK_OF]
    words = [t for t in tokens if not t.isdigit() and t not in _RANK_OF]
    red = [t for t in words if t in _RED or re.fullmatch(r"[mps]r|r[mps]", t)]
    if len(numbers) == 1 and red and numbers[0] in (0, 5):
        words = [t.replace("r", "") if len(t) == 2 else t for t in words if t not in _RED]
        numbers = [0]
    if len(numbers) != 1 or len(words) != 1:
        return None
    number, word = numbers[0], words[0]
    if word in _FLOWER_OF and _FLOWER_OF[word] in (f"{number}f", f"{number + 4}f") and word != "bamboo":
        return _FLOWER_OF[word]
    kind = letters.suits.get(word) if len(word) == 1 else _SUIT_OF.get(word, _KIND_OF.get(word))
    last = 4 if kind in ("wind", "season") else 7 if kind == "honour" else 9
    if kind is None or number > last:
        return None
    by_kind = {
        "wind": f"{number}z",
        "honour": f"{number}z",
        "flower": f"{number}f",
        "season": f"{number + 4}f",
    }
    return f"{number}{kind}" if kind in ("m", "p", "s") else by_kind.get(kind)


def _single(tokens: list[str], letters: _Letters) -> str | None:
    """Return the notation of a name without a number: honours, flowers, a back."""
    kinds = {_KIND_OF[t] for t in tokens if t in _KIND_OF}
    words = [t for t in tokens if t not in _KIND_OF]
    if _BACKS.intersection(tokens):
        return "xx"
    word = "".join(words)
    for kind, spelled in (("wind", "wind"), ("dragon", "dragon"), ("flower", "flower")):
        if word != spelled and (word.endswith(spelled) or word.startswith(spelled)):
            word, kinds = word.replace(spelled, ""), kinds | {kind}
    if letters.winds_by_w and re.fullmatch(r"w[eswn]", word):
        return _HONOUR_OF[word[1]]
    if re.fullmatch(r"[eswn]w", word) and not kinds:
        return _HONOUR_OF[word[0]]
    honour, flower = _HONOUR_OF.get(word), _FLOWER_OF.get(word)
    if kinds & {"flower", "season"}:
        return flower
    if word == "bamboo" and not letters.plants:
        return None
    return honour or flower


def _chinese(text: str) -> str | None:
    """Return the notation of a Chinese or Japanese name, or of a Unicode tile: 一萬, 梅花, 東風, 🀀."""
    for some in (text, re.sub("[花牌季天子龍龙]", "", text)):
        try:
            (tile,) = parse(some)
        except ValueError:
            continue
        return tile.notation
    return None

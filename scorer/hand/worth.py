"""Parse a win without its tiles 只报番数: its worth, the winner, and how it came.

A worth is ``3 han 40 fu``, ``5 fan`` or ``mangan``; a win is ``S, 3 han 40 fu, from W`` or ``北 5番 自摸``.
Several are separated by ``;``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.json_fields import SEATS, as_object, as_seat, canonical
from paiyan.scorer.messages import deal as refusal

UNITS: Final = {
    word: unit
    for unit, words in {
        "fan": "fan fans faan 番 翻 飜 han",
        "tai": "tai 台",
        "hu": "hu 胡 hoo",
        "points": "points point pts pt 分 点 點",
    }.items()
    for word in words.split()
}
LIMITS: Final = {  # the han at which each begins; the last is counted by itself
    word: han
    for han, words in {
        5: "mangan 满贯 滿貫 満貫",
        6: "haneman 跳满 跳滿 跳満",
        8: "baiman 倍满 倍滿 倍満",
        11: "sanbaiman 三倍满 三倍滿 三倍満",
    }.items()
    for word in words.split()
}
_YAKUMAN: Final = "yakuman|役满|役滿|役満"
_TIMES: Final = {"double": 2, "triple": 3, "两倍": 2, "兩倍": 2, "三倍": 3, "ダブル": 2, "トリプル": 3}
_FU: Final = "fu|符"
MOST: Final = 10**6
_HAN_OF_YAKUMAN: Final = 13
_FU_THERE_ARE: Final = frozenset((20, 25, *range(30, 180, 10)))


@dataclass(frozen=True)
class Worth:
    """The worth of a win as players state it: `total` in `unit`, with its `fu`, or in yakuman."""

    total: int
    unit: str | None = None  # None: in the rule set's own
    fu: int | None = None
    yakuman: int = 0

    def in_unit(self, unit: str) -> bool:
        """True if it is in this unit; han and fan are one word."""
        unit_here = self.unit and ("han" if self.unit == "fan" and unit == "han" else self.unit)
        return unit_here is None or unit_here == unit


def parse_worth(value: Any) -> Worth:
    """Parse a worth: a text, a number, or an object like ``{"han": 3, "fu": 40}``. Raises `HandError`."""
    if isinstance(value, str):
        worth, rest = worth_in(value)
        if worth is None or rest.strip(" ,，、"):
            raise HandError(refusal.NO_WORTH, text=value[:40])
        return worth
    if isinstance(value, Mapping):
        return _of_object(cast("Mapping[str, Any]", value))
    return _checked(Worth(_number(value)))


def worth_in(text: str) -> tuple[Worth | None, str]:
    """Find a worth in a text; return it and the rest. Raises `HandError` for two of them."""
    text = unicodedata.normalize("NFKC", text)
    text, yakuman = _taken(rf"({'|'.join(_TIMES)}|\d+)?\s*(?:-?fold\s*|倍)?(?:{_YAKUMAN})", text)
    text, fu = _taken(rf"(\d+)\s*(?:{_FU})(?![a-z])", text)
    text, limit = _taken("|".join(sorted(LIMITS, key=len, reverse=True)), text)
    units = "|".join(sorted(UNITS, key=len, reverse=True))
    text, total = _taken(rf"(\d+)\s*({units})(?![a-z])", text)
    if not (yakuman or limit or total):
        text, total = _taken(r"(?<![\w.-])(\d+)(?![\w.-])", text)
    worths = [one for one in (yakuman, limit, total) if one]
    if not worths:
        return None, text
    if len(worths) > 1 and not (limit and total and not yakuman):
        raise HandError(refusal.TWO_WORTHS, told=[one.group().strip() for one in worths])
    if yakuman:
        times = yakuman.group(1)
        n = 1 if not times else _TIMES.get(times.casefold()) or int(times)
        return _checked(Worth(_HAN_OF_YAKUMAN * n, "fan", None, n)), text
    fu_points = int(fu.group(1)) if fu else None
    if total is None:
        assert limit is not None
        return _checked(Worth(LIMITS[limit.group().casefold()], "fan", fu_points)), text
    unit = UNITS[total.group(2).casefold()] if total.re.groups > 1 else None
    return _checked(Worth(int(total.group(1)), unit, fu_points)), text


def _taken(pattern: str, text: str) -> tuple[str, re.Match[str] | None]:
    """Return the text without the first match, and the match."""
    found = re.search(pattern, text, re.IGNORECASE)
    return (text[: found.start()] + " " + text[found.end() :], found) if found else (text, None)


def _of_object(fields: Mapping[str, Any]) -> Worth:
    known = {*UNITS.values(), "han", "fu", "yakuman", "total"}
    if odd := sorted(set(fields) - known):
        raise HandError(refusal.NO_FIELD_OF_WORTH, field=odd[0], fields=sorted(known))
    totals = [name for name in fields if name != "fu"]
    if len(totals) != 1:
        raise HandError(refusal.ONE_WORTH, told=totals)
    (name,) = totals
    n = _number(fields[name])
    fu = None if fields.get("fu") is None else _number(fields["fu"])
    if name == "yakuman":
        return _checked(Worth(_HAN_OF_YAKUMAN * n, "fan", fu, n))
    return _checked(Worth(n, None if name == "total" else "fan" if name == "han" else name, fu))


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise HandError(refusal.NO_WORTH, text=str(value)[:40])
    return value


def _checked(worth: Worth) -> Worth:
    if not 0 <= worth.total <= MOST or worth.yakuman > 6:
        raise HandError(refusal.NO_WORTH, text=str(worth.yakuman or worth.total))
    if worth.fu is not None and (worth.fu not in _FU_THERE_ARE or worth.yakuman):
        raise HandError(refusal.NO_SUCH_FU, fu=worth.fu)
    return worth


_GIVEN: Final = r"放铳|放銃|放槍|放枪|点炮|點炮|放炮|出铳|出銃|打的|から"
_DRAWN: Final = r"self-?\s?drawn|self-?\s?draw|tsumo|zimo|自摸|ツモ"
_PLACE: Final = "\ue000{}\ue001"  # of a name in the text: private signs, which nobody types
_EMPTY: Final = re.compile(
    r"[\s,，、。.:：]+|\b(?:wins?|won|ron|ロン|和|胡|by|discard)\b|[和胡]$", re.IGNORECASE
)


def wins_in_words(fields: Mapping[str, Any], names: Mapping[str, str] | None = None) -> Mapping[str, Any]:
    """Return the object of a hand or deal with its text ``told`` as fields.

    `names` are other words for seats. Raises `HandError` if the text does not say who won, how, and what the
    hand is worth.
    """
    if "told" not in fields:
        return fields
    text = fields["told"]
    if not isinstance(text, str) or not text.strip():
        raise HandError(refusal.TOLD_TEXT)
    if both := next(
        (f for f in ("hands", "concealed", "worth", "win", "melds", "seat") if f in fields), None
    ):
        raise HandError(refusal.TOLD_AND_HANDS, field=both)
    own = _names(fields.get("names"))
    hands = [_win(one, names or own) for one in re.split("[;；]", text) if one.strip()]
    rest = {name: value for name, value in fields.items() if name not in ("told", "names")}
    return {**rest, **hands[0]} if len(hands) == 1 and names is None else {**rest, "hands": hands}


def _names(seats: Any) -> dict[str, str]:
    """Return the names of the players, each with its seat. Raises `HandError`."""
    by_name = as_object(seats or {}, "names")
    return {name: as_seat(seat, f"names.{name}").name for name, seat in by_name.items() if name.strip()}


def _win(text: str, names: Mapping[str, str]) -> dict[str, Any]:
    plain = unicodedata.normalize("NFKC", text).strip()
    marked, seats = _marked(plain, names)
    place = "\ue000(\\d+)\ue001"
    marked, giver = _taken(
        rf"(?:\bfrom|\boff)\s*{place}|{place}\s*(?:家)?\s*(?:{_GIVEN})|(?:{_GIVEN})\s*[:：]?\s*{place}",
        marked,
    )
    marked, drawn = _taken(_DRAWN, marked)
    marked, winner = _taken(place, marked)
    worth, rest = worth_in(marked)
    if winner is None:
        raise HandError(refusal.WHO_WON, text=plain[:60])
    if worth is None:
        raise HandError(refusal.NO_WORTH, text=plain[:60])
    seat = seats[int(winner.group(1))]
    if (giver is None) == (drawn is None):
        raise HandError(refusal.NO_WAY, seat=seat)
    if left := _EMPTY.sub("", re.sub(place, lambda m: seats[int(m.group(1))], rest)):
        raise HandError(refusal.TOLD_TOO_MUCH, text=plain[:60], rest=left[:40])
    worth_fields: dict[str, Any] = {"han" if worth.unit == "fan" else worth.unit or "total": worth.total}
    worth_fields = (
        {"yakuman": worth.yakuman} if worth.yakuman else worth_fields | ({"fu": worth.fu} if worth.fu else {})
    )
    win: dict[str, Any] = {"by": "self_draw"}
    if giver is not None:
        win = {"by": "discard", "from": seats[int(next(g for g in giver.groups() if g))]}
    return {"seat": seat, "worth": worth_fields, "win": win}


def _marked(text: str, names: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return the text with a sign in place of each name of a seat, and those seats in order."""
    seats: list[str] = []

    def sign(match: re.Match[str]) -> str:
        word = match.group()
        by_name = {name.casefold(): seat for name, seat in names.items()}
        seats.append(by_name.get(word.casefold()) or cast(str, canonical(word, SEATS)))
        return _PLACE.format(len(seats) - 1)

    own = [re.escape(unicodedata.normalize("NFKC", name)) for name in sorted(names, key=len, reverse=True)]
    usual = [word for word in sorted(SEATS, key=len, reverse=True) if not word.isascii()]
    usual += [rf"(?<![A-Za-z]){word}(?![A-Za-z])" for word in SEATS if word.isascii()]
    edged = [rf"(?<![A-Za-z0-9]){name}(?![A-Za-z0-9])" if name[:1].isascii() else name for name in own]
    return re.sub("|".join([*edged, *usual]), sign, text, flags=re.IGNORECASE), seats

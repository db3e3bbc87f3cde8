"""A win said as at the table: ``S, 3 han 40 fu, from W``, ``北 5番 自摸``; several are parted by ``;``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final, cast

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.json_fields import SEATS, as_object, as_seat, canonical
from paiyan.scorer.hand.worth import worth_in
from paiyan.scorer.messages import worth as refusal

_GIVEN: Final = r"放铳|放銃|放槍|放枪|点炮|點炮|放炮|出铳|出銃|打的|から"
_DRAWN: Final = r"self-?\s?drawn|self-?\s?draw|tsumo|zimo|自摸|ツモ"
_PLACE: Final = "\ue000{}\ue001"  # of a name in the text: private signs, which nobody types
_EMPTY: Final = re.compile(
    r"[\s,，、。.:：]+|\b(?:wins?|won|ron|ロン|和|胡|by|discard)\b|[和胡]$", re.IGNORECASE
)


def wins_in_words(fields: Mapping[str, Any], names: Mapping[str, str] | None = None) -> Mapping[str, Any]:
    """The object of a hand or deal with its text ``told`` as fields; `names` are other words for seats.

    Raises `HandError` for what does not say who won, how, and what the hand is worth.
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
    """The names of those at the table, each with its seat. Raises `HandError`."""
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
    """The text with a sign in the place of each name of a seat, and those seats in order."""
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


def _taken(pattern: str, text: str) -> tuple[str, re.Match[str] | None]:
    found = re.search(pattern, text, re.IGNORECASE)
    return (text[: found.start()] + " " + text[found.end() :], found) if found else (text, None)

"""Parse a hand from its JSON object; what contradicts itself is refused with one sentence.

Melds and the winning tile may stand among the tiles: ``[789s<] 123m11z7s +7s``. ``[123m]`` is a chow or pung,
``[5555p]`` a claimed kong, ``[555+5p]`` an added one, ``(5555p)`` a concealed one, ``(1234z)`` one of unequal
tiles; ``<``, ``^`` and ``>`` say that a tile came from the left, from across or from the right; ``+7s`` is
the tile that was won on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from paiyan.scorer.errors import HandError, TileError
from paiyan.scorer.hand import json_fields
from paiyan.scorer.hand.hand import By, Flag, Hand, Win
from paiyan.scorer.hand.json_fields import (
    as_choice,
    as_list,
    as_object,
    as_objects,
    as_seat,
    as_tile,
    as_tiles,
    field_or,
)
from paiyan.scorer.hand.melds import Meld, MeldType, are_different_flowers
from paiyan.scorer.hand.seats import Seat, Side
from paiyan.scorer.messages import hand as refusal
from paiyan.scorer.messages.game_terms import named
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.tiles.notation import check_as_typed, half_width, notation, parse
from paiyan.scorer.tiles.tile import BACK, EXTRA, FLOWER, RED, kinds
from paiyan.scorer.tiles.unusual_sets import ODD_SETS, together

_SIDES = {"<": "left", "^": "across", ">": "right"}
_MELD = re.compile(r"[\[(]((?:\d+[mpsz])*\d+)(\+\d)?([mpszf])([<^>]?)[\])]")
_BRACKETS = re.compile(r"[\[(][^\])]*[\])]?")
_WON = re.compile(r"\+\s*([^\s+]+)")


def meld(word: str) -> dict[str, str]:
    """Parse ``[123m<]`` or ``(5555p)`` into the JSON object of a meld. Raises `HandError`."""
    found = _MELD.fullmatch(half_width(word).replace(" ", "").lower())
    if not found:
        raise HandError(refusal.NO_MELD_SO, word=word[:40])
    digits, added, suit, side = found.groups()
    tiles = digits + (added or "")[1:] + suit
    equal = len(set(digits.replace("0", "5"))) == 1  # a red five is a five
    same_kind = equal or suit == "f"  # flowers count as equal if they make sets at all
    if found[0][0] == "(":
        held = kinds(parse(tiles))
        kind = "concealed_kong" if suit == "f" or len(set(held)) == 1 else "mixed_kong"
        if kind == "mixed_kong" and not together(held):  # rare, so probably not meant
            raise HandError(refusal.NO_MELD_SO, word=word[:40])
    elif added:
        kind = "added_kong"
    else:
        kind = "kong" if len(digits) == 4 else "pung" if same_kind else "chow"
    return {"type": kind, "tiles": tiles, **({"from": _SIDES[side]} if side else {})}


def written_out(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Move melds and the winning tile that are written among the tiles into their own fields.

    Takes the JSON object of a hand or of a deal. Raises `HandError` for a bracket that is no meld, for a text
    between them that is no tile, and for two winning tiles.
    """
    if isinstance(hands := fields.get("hands"), list):
        some = cast("list[object]", hands)
        return {
            **fields,
            "hands": [
                written_out(cast("Mapping[str, Any]", h)) if isinstance(h, Mapping) else h for h in some
            ],
        }
    typed = fields.get("concealed")
    if not isinstance(typed, str) or not any(sign in half_width(typed) for sign in "[(+"):
        return fields
    text = half_width(typed)
    melds = [meld(typed[word.start() : word.end()]) for word in _BRACKETS.finditer(text)]
    rest = _BRACKETS.sub(_blanks, text)
    won = _WON.findall(rest)
    concealed = _WON.sub(_blanks, rest)
    try:
        check_as_typed(concealed, typed)
    except TileError as wrong:
        raise HandError(refusal.IN_FIELD, where=refusal.FIELDS["concealed"], wrong=wrong) from None
    out: dict[str, Any] = {**fields, "concealed": concealed}
    if melds:
        listed: Any = fields.get("melds") or []
        out["melds"] = [*listed, *melds] if isinstance(listed, (list, tuple)) else listed
    if won:
        out["win"] = _won_on(fields.get("win") or {}, won)
    return out


def _blanks(match: re.Match[str]) -> str:
    """Return blanks of the same length, so that what follows keeps its place in a refusal."""
    return " " * len(match[0])


def _won_on(win: Any, tiles: list[str]) -> Any:
    """Return the win with the tile that is written among the others. Raises `HandError` for another one."""
    if not isinstance(win, Mapping):
        return win  # refused with the rest of the hand
    known = cast("Mapping[str, Any]", win)
    every = list(dict.fromkeys([*tiles, *([known["tile"]] if known.get("tile") else [])]))
    if len(every) > 1:
        raise HandError(refusal.TWO_WINNING, tiles=every)
    return {**known, "tile": tiles[0]}


_LAID_OUT = frozenset((*range(27, 34), *range(FLOWER, RED), *range(EXTRA, EXTRA + 9)))  # honours too 硬花

HAND_FIELDS = (
    *("rules", "options", "concealed", "flowers", "melds", "win", "seat", "round", "dealer"),
    *("wild", "indicator", "table", "house"),
)

_FIELDS_OF_MELD = ("type", "tiles", "from", "claimed")

_FIELDS_OF_WIN = ("tile", "by", "from", "flags")


def parse_hand(fields: Mapping[str, Any]) -> Hand:
    """Parse a hand from its JSON object. Raises `HandError` for the first mistake in it."""
    if "deal" in fields:
        raise HandError(refusal.DEAL_HAS_HANDS)
    fields = written_out(fields)
    if unknown := sorted(fields.keys() - HAND_FIELDS):
        raise HandError(refusal.NO_FIELD, field=unknown[0], fields=HAND_FIELDS)
    indicator = fields.get("indicator")
    seat = as_seat(fields.get("seat", "E"), refusal.FIELDS["seat"])
    hand = Hand(
        concealed=as_tiles(fields.get("concealed", ""), refusal.FIELDS["concealed"]),
        melds=tuple(_meld(m, seat) for m in as_objects(field_or(fields, "melds", []), "melds")),
        flowers=as_tiles(field_or(fields, "flowers", ""), refusal.FIELDS["flowers"]),
        seat=seat,
        round=as_seat(fields.get("round", "E"), refusal.FIELDS["round"]),
        dealer=as_seat(fields.get("dealer", "E"), refusal.FIELDS["dealer"]),
        wild=as_tiles(field_or(fields, "wild", ""), refusal.FIELDS["wild"]),
        indicator=as_tile(indicator, refusal.FIELDS["indicator"]) if indicator not in (None, "") else None,
        table=dict(as_object(field_or(fields, "table", {}), "table")),
    )
    if (win := fields.get("win")) is not None:
        hand = hand.won_on(_win(as_object(win, "win"), seat))
    check(hand)
    return hand


def check(hand: Hand) -> None:
    """Refuse a hand that contradicts itself under any rules. Raises `HandError`."""
    of_sets = {t for m in hand.melds if m.is_of_flowers for t in m.tiles}  # for the rule set to judge
    if bad := next(
        (t for t in hand.held if FLOWER <= t.kind < EXTRA and t not in {*hand.wild, *of_sets}), None
    ):
        flower = FLOWER <= bad.code < RED
        raise HandError(refusal.FLOWER_HELD if flower else refusal.BACK_HELD, tile=bad)
    if bad := next((t for m in hand.melds for t in m.tiles if t.code >= EXTRA), None):
        raise HandError(refusal.EXTRA_MELDED, tile=bad)
    if hand.win is not None and RED <= hand.win.tile.code <= BACK and hand.on_flower:
        raise HandError(refusal.BACK_WON, tile=hand.win.tile)
    if bad := next((t for t in hand.flowers if t.code not in _LAID_OUT), None):
        raise HandError(refusal.NO_FLOWER, tile=bad)
    if hand.win:
        _check_flags(hand, hand.win)


def _check_flags(hand: Hand, win: Win) -> None:
    flags = win.flags
    if win.self_drawn and win.discarder is not None:
        raise HandError(refusal.SELF_DRAW_FROM)
    if win.discarder is hand.seat:
        raise HandError(refusal.OWN_DISCARD, seat=hand.seat.name)
    if not win.self_drawn and Flag.FLOWER_REPLACEMENT in flags:
        raise HandError(refusal.FLOWER_NOT_DRAWN)
    flower = win.tile.kind >= FLOWER
    aside = hand.on_flower or win.tile.kind in _LAID_OUT  # north is set aside where three play
    if (win.by is By.ROBBED_FLOWER and not aside) or (flower and "kong" in win.by.value):
        raise HandError(refusal.FLOWER_NO_KONG, tile=win.tile, by=named(win.by))
    odd = flags & {Flag.LAST_TILE, Flag.KONG_REPLACEMENT, Flag.FIRST_TURN}
    if win.by is By.ROBBED_KONG and odd:
        raise HandError(refusal.ROBBED_AND, flag=named(min(odd, key=lambda f: f.value)))
    if Flag.LAST_OF_KIND in flags and any(t.kind == win.tile.kind for t in hand.concealed):
        raise HandError(refusal.LAST_OF_KIND_HELD, tile=win.tile)
    drawn = win.self_drawn and Flag.KONG_REPLACEMENT not in flags  # a player who claimed has had that turn
    if Flag.FIRST_TURN in flags and hand.claimed and drawn:
        raise HandError(refusal.FIRST_TURN_CLAIMED)
    if {Flag.FIRST_TURN, Flag.LAST_TILE} <= flags:
        raise HandError(refusal.FIRST_AND_LAST)
    if {Flag.KONG_REPLACEMENT, Flag.FLOWER_REPLACEMENT} <= flags:
        raise HandError(refusal.KONG_AND_FLOWER)
    if Flag.FLOWER_REPLACEMENT in flags and not hand.flowers:
        raise HandError(refusal.NO_FLOWER_REPLACED)


def _meld(fields: Mapping[str, Any], seat: Seat) -> Meld:
    if unknown := sorted(fields.keys() - _FIELDS_OF_MELD):
        raise HandError(refusal.NO_FIELD_OF_MELD, field=unknown[0], fields=_FIELDS_OF_MELD)
    if isinstance(text := fields.get("tiles"), str) and text.strip()[:1] in tuple("[(［（"):
        fields = {**meld(text.strip()), **{name: v for name, v in fields.items() if name != "tiles"}}
    tiles = as_tiles(fields.get("tiles", ""), refusal.TILES_OF_MELD)
    type_ = cast(MeldType, as_choice(MeldType, fields.get("type"), refusal.TYPE_OF_MELD, json_fields.MELDS))
    text, held = notation(tiles), kinds(tiles)
    _check_set(type_, text or refusal.NO_TILES, held)
    side = _side(fields.get("from"), seat, text)
    if type_ is MeldType.CHOW and side not in (None, Side.LEFT):
        raise HandError(refusal.CHOW_FROM, tiles=text, side=side.value)
    claimed = fields.get("claimed")
    claimed = as_tile(claimed, refusal.FIELDS["claimed"]) if claimed not in (None, "") else None
    if type_ in (MeldType.CONCEALED_KONG, MeldType.MIXED_KONG) and (side or claimed):
        field = "from" if side else "claimed"
        raise HandError(refusal.CONCEALED_FROM, type=named(type_), tiles=text, field=field)
    if claimed and claimed not in tiles:
        raise HandError(refusal.CLAIMED_MISSING, tile=claimed, tiles=text)
    return Meld(type_, tiles, side, claimed)


def _check_set(type_: MeldType, text: str | Words, held: list[int]) -> None:
    """Refuse tiles (their kinds, sorted) that are no meld of this type."""
    size = 3 if type_ is MeldType.PUNG else 4
    if type_ is MeldType.CHOW:
        run = len(held) == 3 and held[0] < 27 and held[0] // 9 == held[2] // 9
        if (not run or held != [held[0], held[0] + 1, held[0] + 2]) and tuple(held) not in ODD_SETS:
            raise HandError(refusal.NOT_A_CHOW, tiles=text)
    elif type_ is MeldType.MIXED_KONG:
        if not together(held):
            raise HandError(refusal.NOT_A_MIXED_KONG, tiles=text)
    elif len(held) != size or (held[0] != held[-1] and not are_different_flowers(held)):
        raise HandError(refusal.NOT_EQUAL, tiles=text, type=named(type_), size=size)


def _side(value: Any, seat: Seat, tiles: str) -> Side | None:
    """Return the side that a claimed tile came from, given as a side of the claimer or as a seat."""
    if value is None:
        return None
    if not isinstance(value, str) or json_fields.canonical(value, json_fields.SEATS) is None:
        return cast(Side, as_choice(Side, value, refusal.FROM_OF_MELD, json_fields.SIDES))
    source = as_seat(value, refusal.FROM_OF_MELD)
    if source is seat:
        raise HandError(refusal.CLAIMED_FROM_ITSELF, tiles=tiles, seat=seat.name)
    return next(side for side in Side if seat.at(side) is source)


def _win(fields: Mapping[str, Any], seat: Seat) -> Win:
    if unknown := sorted(fields.keys() - _FIELDS_OF_WIN):
        raise HandError(refusal.NO_FIELD_OF_WIN, field=unknown[0], fields=_FIELDS_OF_WIN)
    if fields.get("tile") is None:
        raise HandError(refusal.NO_TILE_OF_WIN)
    by = cast(By, as_choice(By, fields.get("by", "discard"), refusal.BY_OF_WIN, json_fields.WAYS))
    source = fields.get("from")
    discarder = as_seat(source, refusal.FROM_OF_WIN, of=seat) if source is not None else None
    flags = frozenset(
        cast(Flag, as_choice(Flag, f, refusal.FLAGS, json_fields.FLAGS))
        for f in as_list(field_or(fields, "flags", []), "flags")
    )
    return Win(as_tile(fields.get("tile"), refusal.TILE_OF_WIN), by, discarder, flags)

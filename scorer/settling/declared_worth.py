"""Settle wins by their worth, without tiles: "Bo, 3 han 40 fu, from Cai".

What the rule set pays for a hand follows from its worth, by the same function that pays for tiles. Where
payments go by which fans there are, tiles are required; where kongs, flowers or a liable player are paid
apart, a warning says that these are left out. Melds may stand next to the worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, cast

from paiyan.scorer.arranging.arrangements import Arrangement
from paiyan.scorer.errors import HandError, TileError
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.hand import json_fields
from paiyan.scorer.hand.hand import By, Flag, Hand
from paiyan.scorer.hand.json_fields import as_list, as_object, as_objects, as_seat, field_or
from paiyan.scorer.hand.parse_deal import parse_deal
from paiyan.scorer.hand.worth import Worth, parse_worth
from paiyan.scorer.messages import deal as refusal
from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import too_little
from paiyan.scorer.settling.settlement import Settlement, settle
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import TILES, Tile

_OF_DEAL: Final = ("rules", "house", "options", "dealer", "round", "wild", "indicator")
_REPLACED: Final = (Flag.KONG_REPLACEMENT, Flag.FLOWER_REPLACEMENT)  # refused of tiles that show no such draw
_UNITS: Final = {
    "fan": Words("番", "fan", "翻"),
    "han": Words("番", "han", "翻"),
    "tai": Words("台", "tai", "台"),
    "hu": Words("胡", "hu", "胡"),
    "points": Words("分", "points", "点"),
}


def has_worth(fields: Mapping[str, Any]) -> bool:
    """True if a hand, or one of a deal, tells its worth in the place of its tiles."""
    hands: Any = fields.get("hands")
    some = cast("list[Any]", hands) if isinstance(hands, (list, tuple)) else [fields]
    return any(isinstance(one, Mapping) and "worth" in one for one in some)


def settle_by_worth(rules: RuleSet, fields: Mapping[str, Any]) -> Settlement:
    """Settle a hand or a deal in which some winners tell only their worth. Raises `HandError`."""
    deal = fields if "hands" in fields else _as_deal(rules, fields)
    hands = as_objects(deal["hands"], "hands")
    tile = next(
        (str(_win(h).get("tile")) for h in hands if "worth" not in h and h.get("win")), _unheld(hands)
    )
    parsed = parse_deal({**deal, "hands": [_in_tiles(hand, tile) for hand in hands]})
    by_worth = {as_seat(h.get("seat"), "seat"): h for h in hands if "worth" in h}
    made = tuple(
        _with_flags(hand, by_worth[hand.seat]) if hand.seat in by_worth else hand for hand in parsed.hands
    )
    scoring = {seat: partial(_score, parse_worth(h["worth"])) for seat, h in by_worth.items()}
    settled = settle(rules, replace(parsed, hands=made), scoring)
    if rules.paid_by.side is None and not rules.paid_by.by_melds:
        return settled
    left_out = Message(refusal.ONLY_WORTH, {"rules": rules.words})
    return replace(settled, warnings=(*settled.warnings, left_out))


def _as_deal(rules: RuleSet, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the hand as the only one of a deal."""
    shared, own = rules.parted_table(as_object(field_or(fields, "table", {}), "table"))
    of_deal = {name: fields[name] for name in _OF_DEAL if name in fields}
    hand = {name: value for name, value in fields.items() if name not in (*_OF_DEAL, "table")}
    return {**of_deal, "table": shared, "hands": [{"seat": "E", **hand, **({"table": own} if own else {})}]}


def _in_tiles(hand: Mapping[str, Any], tile: str) -> Mapping[str, Any]:
    """Return the hand as `parse_deal` reads one, with some tile in place of its winning tile."""
    if "worth" not in hand:
        return hand
    win, seat = _win(hand), hand.get("seat")
    if not hand.get("win"):
        raise HandError(refusal.NO_WAY, seat=seat)
    for field, tiles in (("concealed", hand.get("concealed")), ("flowers", hand.get("flowers"))):
        if tiles:
            raise HandError(refusal.TILES_TOO, seat=seat, field=field)
    kept = [flag for flag in as_list(field_or(win, "flags", []), "flags") if _flag(flag) not in _REPLACED]
    rest = {
        name: value for name, value in hand.items() if name not in ("worth", "win", "concealed", "flowers")
    }
    way = {"by": "discard"} if _robs_flower(win) else {}
    return {**rest, "win": {**win, **way, "tile": tile, "flags": kept}}


def _robs_flower(win: Mapping[str, Any]) -> bool:
    by = win.get("by")
    return isinstance(by, str) and json_fields.canonical(by, json_fields.WAYS) == By.ROBBED_FLOWER.value


def _unheld(hands: Sequence[Mapping[str, Any]]) -> str:
    """Return a tile for the place of the winning one, which has no effect; none that shows in a hand."""
    texts = [hand.get("concealed") for hand in hands]
    texts += [one.get("tiles") for hand in hands for one in as_objects(field_or(hand, "melds", []), "melds")]
    held = {tile.kind for text in texts if isinstance(text, str) for tile in _tiles(text)}
    return next(str(tile) for tile in TILES if tile.kind not in held)


def _tiles(text: str) -> tuple[Tile, ...]:
    try:
        return parse(text)
    except TileError:
        return ()  # refused with its hand


def _win(hand: Mapping[str, Any]) -> Mapping[str, Any]:
    return as_object(field_or(hand, "win", {}), "win")


def _flag(word: Any) -> Flag | None:
    name = json_fields.canonical(word, json_fields.FLAGS) if isinstance(word, str) else None
    return Flag(name) if name else None


def _with_flags(hand: Hand, fields: Mapping[str, Any]) -> Hand:
    """Return the hand with its flags and robbed flower, which `parse_deal` would check by the tiles."""
    if hand.win is None:
        return hand
    win = _win(fields)
    flags: Sequence[Any] = win.get("flags") or ()
    kept = {flag for one in flags if (flag := _flag(one)) in _REPLACED and flag}
    by = By.ROBBED_FLOWER if _robs_flower(win) else hand.win.by
    return hand.won_on(replace(hand.win, by=by, flags=hand.win.flags | kept))


def _score(worth: Worth, rules: RuleSet, hand: Hand) -> Score:
    """Return the score of a winner who states what the hand is worth. Raises `HandError`."""
    counted_by, unit = rules.counted_by, rules.counted_by.unit
    if not worth.in_unit(unit):
        words = {
            name: _UNITS.get(one or "", Words(one or "", one or ""))
            for name, one in (("unit", unit), ("told", worth.unit))
        }
        raise HandError(refusal.OTHER_UNIT, rules=rules.words, **words)
    if counted_by.of_worth is None:
        raise HandError(refusal.FANS_WANTED, rules=rules.words)
    if worth.fu is not None and unit != "han":
        raise HandError(refusal.NO_FU_HERE, rules=rules.words, fu=worth.fu)
    _check_way(rules, hand)
    value = counted_by.of_worth(worth, hand, rules.agreed_on.selected)
    least = rules.won_by.minimum_for(rules, hand)
    # A cap may lie below the least: then the cap is enough.
    lowest = replace(worth, total=least, fu=30)
    if worth.total < counted_by.of_worth(lowest, hand, rules.agreed_on.selected).total:
        raise HandError(too_little(worth.total, least, unit))
    return Score(rules, hand, Arrangement(Form.STANDARD, (), -1), Counted((), (), worth.total), value, None)


def _check_way(rules: RuleSet, hand: Hand) -> None:
    """Refuse a way to win that the rules do not allow: what holds of the same hand won otherwise.

    Raises `HandError`.
    """
    win = hand.win
    assert win is not None
    other = replace(win, by=By.DISCARD if win.self_drawn else By.SELF_DRAW, discarder=None)
    for condition in rules.won_by.required:
        if not condition.holds(hand) and condition.holds(hand.won_on(other)):
            raise HandError(condition.words)

"""What a doubtful tile would change: the worth of the hand with each tile that it might be instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer import answer as scored
from scorer.explain import UNITS
from scorer.tiles import notation, parse, tile
from scorer.words import Words
from service.inputs import HandObject

_NO_HAND = Words("不成一手牌", "not a hand")
_NO_WIN = Words("未和", "no win")
_NO_WAIT = Words("不听牌", "waits for nothing")
_WAITS = Words("听", "waits for")


def weigh(read: Mapping[str, Any], hand: HandObject, *, rules: str, lang: str) -> list[dict[str, Any]]:
    """The doubts of a reading with their `effect`: "8p: 12 fan, 9p: no win".

    `hand` is the hand object made of the reading. Doubts about melds and flowers, or about nothing in
    particular, keep the effect they have.
    """
    weighed: list[dict[str, Any]] = []
    for doubt in read["doubts"]:
        place = {"hand": "concealed", "winning": "winning"}.get(read["tiles"][doubt["tile"]]["role"])
        if place is None or not doubt["instead"]:
            weighed.append(dict(doubt))
            continue
        faces = [doubt["read"], *doubt["instead"]]
        said = [f"{face}: {_worth(_with(hand, doubt['read'], face, place), rules, lang)}" for face in faces]
        weighed.append({**doubt, "effect": ", ".join(said)})
    return weighed


def _with(hand: HandObject, old: str, new: str, place: str) -> HandObject:
    win: HandObject = hand.get("win") or {}
    if place == "winning" and win.get("tile") == old:
        return {**hand, "win": {**win, "tile": new}}
    tiles = list(parse(hand.get("concealed", "")))
    if tile(old) in tiles:
        tiles[tiles.index(tile(old))] = tile(new)
    return {**hand, "concealed": notation(tiles)}


def _worth(hand: HandObject, rules: str, lang: str) -> str:
    try:
        found = scored.answer(hand, lang=lang, rules=rules)
    except ValueError:
        return _NO_HAND.to(lang)
    if "win" not in found:
        waits = " ".join(w["tile"] for w in found["waits"])
        return f"{_WAITS.to(lang)} {waits}" if waits else _NO_WAIT.to(lang)
    return f"{found['total']} {UNITS[found['unit']].to(lang)}" if found["win"] else _NO_WIN.to(lang)

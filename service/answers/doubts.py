"""What a doubtful tile would change: the worth of the hand with each tile that it might be instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from paiyan.scorer.answering import answer as scored
from paiyan.scorer.answering.explanation import unit_name
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.tiles.notation import notation, parse, tile
from paiyan.scorer.tiles.tile import FLOWER, RED
from paiyan.service.answers.situation import HandObject

_NO_HAND = Words("不成一手牌", "not a hand", "手牌にならない")
_NO_WIN = Words("未和", "no win", "和了ならず")
_NO_WAIT = Words("不听牌", "waits for nothing", "聴牌せず")
_WAITS = Words("听", "waits for", "待ち")
_ASK = Words("第 {0} 号牌是 {1}？", "Tile {0}: is it {1}?", "牌 {0} は {1} ですか？")
_ALIKE = Words("哪张花牌都一样：{0}", "whichever flower it is: {0}", "どの花牌でも同じ：{0}")
_OR = Words(" 还是 ", " or ", " と ")


def weigh(
    read: Mapping[str, Any],
    hand: HandObject,
    *,
    rules: str,
    lang: str,
    taken: Mapping[int, str] | None = None,
) -> list[dict[str, Any]]:
    """The doubts of a reading with their `effect`: "8p: 12 fan, 9p: no win", and `effects`: what each tile
    would make of the score and of the player's payments.

    `hand` is the hand object made of the reading, some of whose tiles may have been `taken` as others (tile
    of each index). Where every one of them comes to the same, as flowers do that only count, the effect says
    so. Doubts about nothing in particular keep the effect they have.
    """
    weighed: list[dict[str, Any]] = []
    for doubt in read["doubts"]:
        place = read["tiles"][doubt["tile"]]["role"]
        now: str = (taken or {}).get(doubt["tile"]) or doubt["read"]
        others = _possible(doubt["instead"], now, hand) if place == "flower" else doubt["instead"]
        if place not in ("hand", "winning", "meld", "flower") or not others:
            weighed.append(dict(doubt))
            continue
        faces = [doubt["read"], *others]
        told = dict(zip([doubt["read"], *doubt["instead"]], doubt.get("shares", ()), strict=False))
        outcomes = {
            face: outcome_of(_with(read, hand, doubt["tile"], now, face), rules, lang) for face in faces
        }
        effects = [{"tile": face, "share": told.get(face, 0.0), **outcomes[face]} for face in faces]
        said = ", ".join(f"{e['tile']}: {e['text']}" for e in effects)
        if place == "flower" and all(outcomes[face] == outcomes[faces[0]] for face in faces):
            said = _ALIKE.to(lang).format(outcomes[faces[0]]["text"])
        weighed.append({**doubt, "effect": said, "effects": effects})
    return weighed


def _possible(instead: Sequence[str], now: str, hand: HandObject) -> list[str]:
    """The flowers that one may be instead: of each there is one, and the others lie there already."""
    there = {t.notation for t in parse(hand.get("flowers") or "")} - {now}
    return [face for face in instead if FLOWER <= tile(face).code < RED and face not in there]


def question(doubts: Sequence[Mapping[str, Any]], *, lang: str) -> dict[str, Any] | None:
    """The one question that settles most: that about the tile on which most is expected to hang.

    What hangs on a doubt is the mean difference between two of its outcomes, as likely as they are, in the
    points that the player gets (or the total, where nobody pays). None where nothing hangs on any.
    """
    staked = [(stake_of(d["effects"]), d) for d in doubts if d.get("effects")]
    stake, doubt = max(staked, key=lambda pair: pair[0], default=(0.0, None))
    if doubt is None or stake <= 0:
        return None
    between = [e["tile"] for e in doubt["effects"]]
    text = _ASK.to(lang).format(doubt["tile"], _OR.to(lang).join(between))
    return {"tile": doubt["tile"], "ask": text, "between": between, "stake": round(stake, 2)}


def stake_of(effects: Sequence[Mapping[str, Any]]) -> float:
    shares = [max(float(e["share"]), 0.02) for e in effects]
    whole = sum(shares)
    worth = [_points(e) for e in effects]
    return sum(
        2 * shares[i] * shares[j] / whole**2 * abs(worth[i] - worth[j])
        for i, j in combinations(range(len(effects)), 2)
    )


def _points(effect: Mapping[str, Any]) -> float:
    """What an outcome is worth to the player; a waiting hand is worth its number of winning tiles."""
    if effect.get("points") is not None:
        return float(effect["points"])
    return float(effect.get("total") or len(effect.get("waits", ())))


def _with(read: Mapping[str, Any], hand: HandObject, index: int, old: str, new: str) -> HandObject:
    """The hand with one tile another."""
    mine = read["tiles"][index]
    win: HandObject = hand.get("win") or {}
    if mine["role"] == "winning" and win.get("tile") == old:
        return {**hand, "win": {**win, "tile": new}}
    if mine["role"] == "meld":
        return _with_meld(read, hand, mine["group"], old, new)
    where = "flowers" if mine["role"] == "flower" else "concealed"
    return {**hand, where: _changed(hand.get(where, ""), old, new)}


def _with_meld(read: Mapping[str, Any], hand: HandObject, group: int, old: str, new: str) -> HandObject:
    groups = sorted({t["group"] for t in read["tiles"] if t["role"] == "meld"})
    melds: list[HandObject] = list(hand.get("melds", ()))
    at = groups.index(group)
    if at >= len(melds):
        return hand
    meld = {**melds[at], "tiles": _changed(melds[at]["tiles"], old, new)}
    kinds = {t.kind for t in parse(meld["tiles"])}
    if len(parse(meld["tiles"])) == 3:
        meld["type"] = "pung" if len(kinds) == 1 else "chow"
    if meld.get("claimed") == old:
        meld["claimed"] = new
    return {**hand, "melds": [*melds[:at], meld, *melds[at + 1 :]]}


def _changed(text: str, old: str, new: str) -> str:
    tiles = list(parse(text))
    if tile(old) in tiles:
        tiles[tiles.index(tile(old))] = tile(new)
    return notation(tiles)


def outcome_of(hand: HandObject, rules: str, lang: str) -> dict[str, Any]:
    """What a hand comes to: its total and what the player gets, or what it waits for; and that in words."""
    try:
        found = scored.answer(hand, lang=lang, rules=rules)
    except ValueError:
        return {"win": False, "text": _NO_HAND.to(lang)}
    if "win" not in found:
        waits = [w["tile"] for w in found["waits"]]
        text = f"{_WAITS.to(lang)} {' '.join(waits)}" if waits else _NO_WAIT.to(lang)
        return {"win": False, "waits": waits, "text": text}
    if not found["win"]:
        return {"win": False, "total": 0, "points": 0, "text": _NO_WIN.to(lang)}
    points = found["payments"].get(hand.get("seat", "E")) if found["payments"] else None
    text = f"{found['total']} {unit_name(found['unit']).to(lang)}"
    return {"win": True, "total": found["total"], "unit": found["unit"], "points": points, "text": text}

"""Explain scores in words: what each fan is, and which fans were nearly there.

A fan was nearly there if another arrangement of the same tiles shows it, or if it would count with the last
tile drawn or with nothing claimed. These hands are scored like any other, so a fan named here would count
there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import Dropped, Match
from paiyan.scorer.fans.fan import Priced
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score
from paiyan.scorer.scoring.ways import ways_to_see
from paiyan.scorer.tiles.notation import notation

_UNITS = {
    "fan": Words("番", "fan", "翻"),
    "han": Words("翻", "han", "飜"),
    "fu": Words("符", "fu", "符"),
    "tai": Words("台", "tai", "台"),
    "hu": Words("胡", "hu", "胡"),
    "points": Words("分", "points", "点"),
}


def unit_name(unit: str) -> Words:
    """Return the name of a rule set's unit; an unknown unit is its own name."""
    return _UNITS.get(unit) or Words(unit, unit)


def why_dropped(dropped: Dropped) -> Words:
    """Return why a pattern that is there does not count."""
    by = dropped.by.priced.words
    if dropped.joined:
        return Words(
            f"这些牌组已由{by.zh}组合，每副只可再组合一次",
            f"these sets are already combined by {by.en}; each combines only once more",
            f"これらの面子は{by.ja}で既に組み合わせ済み",
        )
    if dropped.alone:
        return Words(f"不与{by.zh}同计", f"not counted together with {by.en}", f"{by.ja}とは複合しない")
    return Words(f"已含于{by.zh}", f"included in {by.en}", f"{by.ja}に含まれる")


def merged(matches: tuple[Match, ...]) -> list[tuple[Match, int, int]]:
    """Merge the matches of each fan: the first match, how often it counts, and all its blocks."""
    order: dict[str, tuple[Match, int, int]] = {}
    for m in matches:
        first, n, blocks = order.get(m.priced.id, (m, 0, 0))
        order[m.priced.id] = (first, n + 1, blocks | m.blocks)
    return list(order.values())


def block_texts(score: Score) -> list[str]:
    """Return each block as notation; flowers used as tiles of one kind 头牌 are written as flowers."""
    flowers = iter(score.hand.stood)
    return [
        notation(next(flowers) for _ in b.tiles) if b.kind == score.rules.played_with.flowers_as else str(b)
        for b in score.arrangement.blocks
    ]


def arrangement_texts(score: Score) -> list[str]:
    """Return all blocks as notation; single tiles are joined into one text."""
    if score.hand.stood:  # sets and a pair
        return block_texts(score)
    return list(score.arrangement.texts())


def kept_out(score: Score, fan: str) -> list[Dropped]:
    """Return the matches that do not count because of this fan, one of each pattern."""
    by: dict[str, Dropped] = {}
    for d in score.counted.dropped:
        if d.by.priced.id == fan:
            by.setdefault(d.match.priced.id, d)
    return list(by.values())


_DRAWN = Words("若自摸则计", "would count had the winning tile been drawn", "自摸なら成立")
_UNCLAIMED = Words("若未吃碰明杠则计", "would count had nothing been claimed", "門前清なら成立")


class Missed(NamedTuple):
    """A fan that is not there, at the value it would have, and why it is not."""

    priced: Priced
    why: Words


def missed(won: Score) -> tuple[Missed, ...]:
    """Return the fans that the hand nearly holds, the most valuable first."""
    hand, win = won.hand, won.hand.win
    if win is None or hand.on_flower:
        return ()
    there = {m.priced.id for m in won.counted.matches} | {d.match.priced.id for d in won.counted.dropped}
    wanted: dict[str, Missed] = {}
    for m, why in (*_other_arrangements(won, hand, win), *_had_it_been(won.rules, hand, win)):
        if m.priced.id not in there and m.priced.value > 0:
            wanted.setdefault(m.priced.id, Missed(m.priced, why))
    return tuple(sorted(wanted.values(), key=lambda w: -w.priced.value))


def _other_arrangements(won: Score, hand: Hand, win: Win) -> Iterator[tuple[Match, Words]]:
    """Yield the fans of the other arrangements: a hand is counted in only one 不拆移."""
    chosen = sorted(won.arrangement.texts())
    for arranged in ways_to_see(won.rules, hand, win):
        counted_by = won.rules.counted_by
        ways: Iterable[tuple[Match, ...]] = (
            w.matches for w in counted_by.counting(counted_by.matches_in(arranged))
        )
        best = max(ways, key=lambda matches: sum(m.priced.value for m in matches), default=())
        for m in best:
            if m.blocks:
                yield m, _otherwise(arranged, same=sorted(arranged.arrangement.texts()) == chosen)


def _otherwise(arranged: Arranged, *, same: bool) -> Words:
    if same and arranged.won is not None:
        block = str(arranged.won)
        return Words(
            f"须以和牌张成 {block}",
            f"wants the winning tile to complete {block}; it is counted otherwise",
            f"和了牌で {block} を完成させた場合のみ",
        )
    blocks = " ".join(arranged.arrangement.texts())
    return Words(
        f"须看作 {blocks}；一手牌只按一种牌型计",
        f"wants the tiles seen as {blocks}; a hand is counted in one arrangement",
        f"{blocks} と見た場合のみ：手牌は一通りにしか数えない",
    )


def _had_it_been(rules: RuleSet, hand: Hand, win: Win) -> Iterator[tuple[Match, Words]]:
    """Yield fans that would count if the last tile had been drawn, or if nothing had been claimed."""
    drawn = replace(hand, win=Win(win.tile, By.SELF_DRAW)) if win.by is By.DISCARD else None
    for other, why in ((drawn, _DRAWN), (_unclaimed(hand), _UNCLAIMED)):
        if other is None:
            continue
        try:
            result = score(rules, other)
        except HandError:
            continue  # the rest of the situation does not go with it
        if isinstance(result, Score):
            yield from ((m, why) for m in result.counted.matches if m.blocks)


def _unclaimed(hand: Hand) -> Hand | None:
    """Return the hand with claimed sets taken back and kongs concealed; None if it claimed nothing."""
    if not hand.claimed:
        return None
    back = tuple(t for m in hand.melds if not m.is_kong for t in m.tiles)
    kongs = (m for m in hand.melds if m.is_kong)
    melds = tuple(Meld(MeldType.CONCEALED_KONG, m.tiles) if m.is_claimed else m for m in kongs)
    return replace(hand, concealed=hand.concealed + back, melds=melds)

"""Fans that a player may expect of a won hand and that are not there, each with what it wanted.

Three questions are asked and no more: what else do the same tiles show, seen as other blocks; what would
the hand hold with its last tile drawn; what with nothing claimed. The answers are scored as hands are, so
a fan named here would count there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import Match
from paiyan.scorer.fans.fan import Priced
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.win import By, Win
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score
from paiyan.scorer.scoring.ways import ways_to_see

_DRAWN = Words("若自摸则计", "would count had the winning tile been drawn", "自摸なら成立")
_UNCLAIMED = Words("若未吃碰明杠则计", "would count had nothing been claimed", "門前清なら成立")


class Missed(NamedTuple):
    """A fan that is not there, at the value it would have, and why it is not."""

    priced: Priced
    why: Words


def missed(won: Score) -> tuple[Missed, ...]:
    """What the hand nearly holds, the dearest first."""
    hand, win = won.hand, won.hand.win
    if win is None or hand.on_flower:
        return ()
    there = {m.priced.id for m in won.counted.matches} | {d.match.priced.id for d in won.counted.dropped}
    wanted: dict[str, Missed] = {}
    for m, why in (*_seen_otherwise(won, hand, win), *_had_it_been(won.rules, hand, win)):
        if m.priced.id not in there and m.priced.value > 0:
            wanted.setdefault(m.priced.id, Missed(m.priced, why))
    return tuple(sorted(wanted.values(), key=lambda w: -w.priced.value))


def _seen_otherwise(won: Score, hand: Hand, win: Win) -> Iterator[tuple[Match, Words]]:
    """Fans of the other arrangements: a hand is counted in one alone 不拆移."""
    chosen = sorted(won.arrangement.texts())
    for arranged in ways_to_see(won.rules, hand, win):
        counted_by = won.rules.counted_by
        ways: Iterable[tuple[Match, ...]] = (
            w.matches for w in counted_by.counting(counted_by.found(arranged))
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
    """Fans that would count had the hand been won or made otherwise."""
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
    """The hand with its claimed sets taken back, kongs made concealed ones; None where it claimed nothing."""
    if not hand.claimed:
        return None
    back = tuple(t for m in hand.melds if not m.is_kong for t in m.tiles)
    kongs = (m for m in hand.melds if m.is_kong)
    melds = tuple(Meld(MeldType.CONCEALED_KONG, m.tiles) if m.is_claimed else m for m in kongs)
    return replace(hand, concealed=hand.concealed + back, melds=melds)

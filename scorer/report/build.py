"""Scores, waits and settlements as the reports that the command line and the service share.

A report explains in words what each fan is, and which fans were nearly there: another arrangement of the
same tiles shows them, or they would count with the last tile drawn or with nothing claimed. These hands are
scored like any other, so a fan named here would count there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from paiyan.scorer.arranging.wild.hands import stands_for
from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import Dropped, Match
from paiyan.scorer.fans.fan import Priced
from paiyan.scorer.hand.hand import By, Hand, Win
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.messages.languages import Text, Words
from paiyan.scorer.report import values
from paiyan.scorer.report.values import (
    DealReport,
    HandReport,
    NoWinReport,
    Paid,
    Settled,
    WaitReport,
    WaitsReport,
    Won,
)
from paiyan.scorer.rules.payments import Transfer, balances, outside
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.texts import rule_text
from paiyan.scorer.scoring.results import NotAWin, Score, Wait
from paiyan.scorer.scoring.score import score
from paiyan.scorer.scoring.ways import ways_to_see
from paiyan.scorer.settling.settlement import Settlement, settle_score
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


NO_WILD = Words(
    "未说明混牌，按无混计算",
    'no wild tiles were named ("wild" or "indicator"): scored without them',
    "ワイルド牌の指定がないため、無しで計算",
)
NOT_DECLARED = Words(
    "不够起和，不得宣告和牌，无支付",
    "a win below the minimum may not be declared, so nothing is paid",
    "和了に必要な点に足りず、支払いはない",
)


def explained(base: values.ScoreReport, s: Score) -> values.ScoreReport:
    """Add to a score each fan's rule and what it keeps out, and the fans that were nearly there."""
    of = {m.priced.id: m.priced.fan for m in s.counted.matches}
    fans = tuple(
        replace(
            fan,
            rule=rule_text(of[fan.id]),
            keeps_out=tuple(
                values.Named(id=d.match.priced.id, name=d.match.priced.words) for d in kept_out(s, fan.id)
            ),
        )
        for fan in base.won.fans
    )
    near = tuple(
        values.Missed(id=m.priced.id, name=m.priced.words, value=m.priced.value, why=m.why) for m in missed(s)
    )
    return replace(base, won=replace(base.won, fans=fans), missed=near)


def score_report(result: Settlement | Score | NotAWin) -> values.ScoreReport | NoWinReport:
    """Report the score of a hand, with all that is paid in the deal it shows."""
    if isinstance(result, NotAWin):
        return NoWinReport(
            rules=result.rules.id,
            win=False,
            reason=result.reason,
            distance=result.distance,
            waits=tuple(t.notation for t in result.waits),
        )
    if isinstance(result, Score) and result.legal:
        result = settle_score(result)
    if isinstance(result, Score):
        return values.ScoreReport(won=_won(result), settled=_paid((), paid=False), warnings=_warned(result))
    (s,) = result.scores
    return values.ScoreReport(
        won=_won(s), settled=_settled(result), warnings=(*_warned(s), *_left_out(result))
    )


def deal_report(settled: Settlement) -> DealReport:
    """Report a settled deal: what each seat gains or loses, why, and the score of each winner."""
    return DealReport(
        rules=settled.rules.id,
        drawn=not settled.scores,
        settled=_settled(settled),
        winners=tuple(_winner(settled, s) for s in settled.scores),
        ready={seat.name: tuple(w.tile.notation for w in ws) for seat, ws in settled.ready.items()},
        warnings=_left_out(settled),
    )


def waits_report(rules: RuleSet, waits: Sequence[Wait]) -> WaitsReport:
    """Report what a hand waits for."""
    return WaitsReport(
        rules=rules.id,
        waits=tuple(
            WaitReport(
                tile=w.tile.notation,
                left=w.left,
                discard=score_report(w.discard),
                self_draw=score_report(w.self_draw),
            )
            for w in waits
        ),
    )


def hand_report(
    rules: RuleSet, result: Settlement | Score | NotAWin | tuple[Wait, ...], *, explain: bool = False
) -> HandReport:
    """Report the score or the waits of one hand."""
    if isinstance(result, tuple):
        return waits_report(rules, result)
    found = score_report(result)
    score = result.scores[0] if isinstance(result, Settlement) else result
    if explain and isinstance(score, Score) and isinstance(found, values.ScoreReport):
        return explained(found, score)
    return found


def by_seat(transfers: Sequence[Transfer]) -> dict[str, int]:
    """Return what each seat gains or loses by these transfers."""
    return {seat.name: n for seat, n in balances(transfers).items()}


def _won(s: Score) -> Won:
    return Won(
        rules=s.rules.id,
        win=True,
        reason=s.short or None,
        total=s.value.total,
        unit=s.rules.counted_by.unit,
        han=s.value.han,
        fu=s.value.fu or None,
        points=s.value.points,
        limit=s.value.limit or None,
        fu_parts=tuple(values.FuPart(reason=part.words, fu=part.points) for part in s.value.parts),
        legal=s.legal,
        fans=_fans(s),
        not_counted=_not_counted(s),
        arrangement=tuple(arrangement_texts(s)),
        wild_as=_wild_as(s),
    )


def _settled(settled: Settlement) -> Settled:
    paid = _paid(settled.transfers, paid=settled.unsettled is None)
    return Settled(
        paid=paid,
        balances=paid.payments,
        on_table=settled.on_table or None,
        counted=None if settled.counted else False,
        next_dealer=None if settled.next_dealer is None else settled.next_dealer.name,
    )


def _paid(transfers: Sequence[Transfer], *, paid: bool = True) -> Paid:
    bets = outside(transfers)
    return Paid(
        payments=by_seat(transfers) if paid else {},
        outside={who.name: n for who, n in bets.items()} if bets else None,
        transfers=tuple(
            values.Transfer(payer=t.payer.name, payee=t.payee.name, points=t.points, reason=t.reason)
            for t in transfers
        ),
    )


def _left_out(settled: Settlement) -> tuple[Text, ...]:
    """Return the warnings about parts of the deal left out because something is unknown."""
    return (*((settled.unsettled,) if settled.unsettled else ()), *settled.warnings)


def _warned(s: Score) -> tuple[Text, ...]:
    wild = s.rules.played_with.wild
    wild_unnamed = wild is not None and not wild.extra and not wild.kinds(s.hand)
    return (*((NO_WILD,) if wild_unnamed else ()), *(() if s.legal else (NOT_DECLARED,)))


def _wild_as(s: Score) -> dict[str, tuple[str, ...]]:
    """Return what each wild tile stands for in the arrangement."""
    if s.rules.played_with.wild is None or not s.arrangement.wild:
        return {}
    stand = stands_for(s.rules.played_with.wild, s.hand, s.arrangement)
    return {t.notation: tuple(f.notation for f in faces) for t, faces in stand.items()}


def _fans(s: Score) -> tuple[values.Fan, ...]:
    texts = block_texts(s)
    return tuple(
        values.Fan(
            id=m.priced.id,
            name=m.priced.words,
            value=m.priced.value,
            count=n,
            blocks=tuple(text for i, text in enumerate(texts) if blocks >> i & 1),
            source=m.priced.source,
        )
        for m, n, blocks in merged(s.counted.matches)
    )


def _not_counted(s: Score) -> tuple[values.NotCounted, ...]:
    counted = {m.priced.id for m in s.counted.matches}
    found: dict[str, values.NotCounted] = {}
    for d in s.counted.dropped:
        priced = d.match.priced
        if priced.id not in counted and priced.id not in found:
            found[priced.id] = values.NotCounted(id=priced.id, name=priced.words, why=why_dropped(d))
    return tuple(found.values())


def _winner(settled: Settlement, s: Score) -> values.Winner:
    paid = settled.of_win.get(s.hand.seat)
    return values.Winner(
        seat=s.hand.seat.name,
        won=_won(s),
        paid=_paid(paid or (), paid=paid is not None),
        warnings=_warned(s),
    )

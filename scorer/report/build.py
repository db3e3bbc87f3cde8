"""Scores, waits and settlements as the reports that the command line and the service share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from paiyan.scorer.arranging.wild.hands import stands_for
from paiyan.scorer.messages.languages import Text, Words
from paiyan.scorer.report import values
from paiyan.scorer.report.explanation import (
    arrangement_texts,
    block_texts,
    kept_out,
    merged,
    why_dropped,
)
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
from paiyan.scorer.settling.settlement import Settlement, settle_score

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
    from paiyan.scorer.report.explanation import missed  # only here: most scores are not explained

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

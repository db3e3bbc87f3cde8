"""Scores, waits and settlements as the JSON objects that the command line and the service share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiyan.scorer.answering.explanation import arrangement_texts, block_texts, kept_out, merged, why_dropped
from paiyan.scorer.arranging.wild.hands import stands_for
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.payments import Transfer, balances, outside
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.scoring.results import NotAWin, Score, Wait
from paiyan.scorer.settling.settlement import Settlement, settle_score

Json = dict[str, Any]

_NO_WILD = Words(
    "未说明混牌，按无混计算",
    'no wild tiles were named ("wild" or "indicator"): scored without them',
    "ワイルド牌の指定がないため、無しで計算",
)

_NOT_DECLARED = Words(
    "不够起和，不得宣告和牌，无支付",
    "a win below the minimum may not be declared, so nothing is paid",
    "和了に必要な点に足りず、支払いはない",
)


def explained(s: Score, *, lang: str = "en") -> Json:
    """What an explanation adds to a score: each fan with its rule and what it keeps out; fans missed."""
    from paiyan.scorer.answering.near_misses import missed  # only here: most scores are not explained
    from paiyan.scorer.fans.catalogue.descriptions import rule_text

    fans = _fans(s, lang)
    of = {m.priced.id: m.priced.fan for m in s.counted.matches}
    for fan in fans:
        out = [d.match.priced for d in kept_out(s, fan["id"])]
        fan["rule"] = rule_text(of[fan["id"]]).to(lang)
        fan["keeps_out"] = [{"id": p.id, "name": p.name(lang)} for p in out]
    near = [
        {"id": m.priced.id, "name": m.priced.name(lang), "value": m.priced.value, "why": m.why.to(lang)}
        for m in missed(s)
    ]
    return {"fans": fans, "missed": near}


def score_json(result: Settlement | Score | NotAWin, *, lang: str = "en") -> Json:
    """The score of a hand in the form of the interface, with all that is paid in the deal it shows."""
    if isinstance(result, NotAWin):
        return {
            "rules": result.rules.id,
            "win": False,
            "reason": result.reason.to(lang),
            "distance": result.distance,
            "waits": [t.notation for t in result.waits],
            "warnings": [],
        }
    if isinstance(result, Score) and result.legal:
        result = settle_score(result)
    if isinstance(result, Score):
        return {
            **_won_json(result, lang),
            **_payments((), lang, paid=False),
            "warnings": _warned(result, lang),
        }
    (s,) = result.scores
    return {
        **_won_json(s, lang),
        **_paid_json(result, lang),
        "warnings": [*_warned(s, lang), *_said(result, lang)],
    }


def _won_json(s: Score, lang: str) -> Json:
    """What a winning hand is worth."""
    return {
        "rules": s.rules.id,
        "win": True,
        "reason": s.short.to(lang) if s.short else None,
        "total": s.value.total,
        "unit": s.rules.counted_by.unit,
        "han": s.value.han,
        "fu": s.value.fu,
        "points": s.value.points,
        "limit": s.value.limit.to(lang) if s.value.limit else None,
        "fu_parts": [{"reason": part.words.to(lang), "fu": part.points} for part in s.value.parts],
        "legal": s.legal,
        "fans": _fans(s, lang),
        "not_counted": _not_counted(s, lang),
        "arrangement": arrangement_texts(s),
        "wild_as": _wild_as(s),
    }


def _paid_json(settled: Settlement, lang: str) -> Json:
    """What all of a deal moves: `payments` and `balances` are the same thing under both its names."""
    paid = _payments(settled.transfers, lang, paid=settled.unsettled is None)
    next_ = settled.next_dealer
    laid = {"on_table": settled.on_table} if settled.on_table else {}
    return {
        **paid,
        "balances": paid["payments"],
        **laid,
        **({} if settled.counted else {"counted": False}),
        "next_dealer": None if next_ is None else next_.name,
    }


def _payments(transfers: Sequence[Transfer], lang: str, *, paid: bool = True) -> Json:
    """What each seat gains or loses by these transfers; of nothing settled, nothing."""
    return {
        "payments": by_seat(transfers) if paid else {},
        **_outside(transfers),
        "transfers": _transfers(transfers, lang),
    }


def by_seat(transfers: Sequence[Transfer]) -> dict[str, int]:
    """What each seat gains or loses by these transfers."""
    return {seat.name: n for seat, n in balances(transfers).items()}


def _said(settled: Settlement, lang: str) -> list[str]:
    """What of the deal was left out, or all of it hangs on, for want of being told."""
    unsettled = [settled.unsettled] if settled.unsettled else []
    return [said.to(lang) for said in (*unsettled, *settled.warnings)]


def _warned(s: Score, lang: str) -> list[str]:
    """What the score of a hand had to do without."""
    wild = s.rules.played_with.wild
    untold = wild is not None and not wild.extra and not wild.kinds(s.hand)
    said = (_NO_WILD if untold else None, None if s.legal else _NOT_DECLARED)
    return [words.to(lang) for words in said if words]


def _wild_as(s: Score) -> dict[str, list[str]]:
    """What each wild tile stands for in the arrangement."""
    if s.rules.played_with.wild is None or not s.arrangement.wild:
        return {}
    stand = stands_for(s.rules.played_with.wild, s.hand, s.arrangement)
    return {t.notation: [f.notation for f in faces] for t, faces in stand.items()}


def _outside(transfers: Sequence[Transfer]) -> Json:
    """What those gain or lose who bet on a seat without sitting at the table, where any do."""
    bets = outside(transfers)
    return {"outside": {who.name: n for who, n in bets.items()}} if bets else {}


def _transfers(transfers: Sequence[Transfer], lang: str) -> list[Json]:
    return [
        {"from": t.payer.name, "to": t.payee.name, "points": t.points, "reason": t.reason.to(lang)}
        for t in transfers
    ]


def _fans(s: Score, lang: str) -> list[Json]:
    texts = block_texts(s)
    return [
        {
            "id": m.priced.id,
            "name": m.priced.name(lang),
            "value": m.priced.value,
            "count": n,
            "blocks": [text for i, text in enumerate(texts) if blocks >> i & 1],
            "source": m.priced.source,
        }
        for m, n, blocks in merged(s.counted.matches)
    ]


def _not_counted(s: Score, lang: str) -> list[Json]:
    said: dict[str, Json] = {}
    for d in s.counted.dropped:
        id_ = d.match.priced.id
        said.setdefault(id_, {"id": id_, "name": d.match.priced.name(lang), "why": why_dropped(d, lang)})
    counted = {m.priced.id for m in s.counted.matches}
    return [said[id_] for id_ in said if id_ not in counted]


def deal_json(settled: Settlement, *, lang: str = "en") -> Json:
    """A settled deal: what each seat gains or loses, why, and the score of each winner.

    The `payments` of a winner are those of that win alone; the deal's have the kongs and all else.
    """
    return {
        "rules": settled.rules.id,
        "drawn": not settled.scores,
        **_paid_json(settled, lang),
        "winners": [_winner_json(settled, s, lang) for s in settled.scores],
        "ready": {seat.name: [w.tile.notation for w in ws] for seat, ws in settled.ready.items()},
        "warnings": _said(settled, lang),
    }


def _winner_json(settled: Settlement, s: Score, lang: str) -> Json:
    paid = settled.of_win.get(s.hand.seat)
    return {
        "seat": s.hand.seat.name,
        **_won_json(s, lang),
        **_payments(paid or (), lang, paid=paid is not None),
        "warnings": _warned(s, lang),
    }


def waits_json(rules: RuleSet, found: Sequence[Wait], *, lang: str = "en") -> Json:
    """Waits in the form of the interface."""
    return {
        "rules": rules.id,
        "waits": [
            {
                "tile": w.tile.notation,
                "left": w.left,
                "discard": score_json(w.discard, lang=lang),
                "self_draw": score_json(w.self_draw, lang=lang),
            }
            for w in found
        ],
        "warnings": [],
    }

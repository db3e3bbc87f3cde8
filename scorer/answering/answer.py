"""Answers as the JSON objects that the command line and the service share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from scorer.answering.explanation import arrangement_texts, block_texts, kept_out, merged, why_dropped
from scorer.answering.unused_input import asked, unused
from scorer.arranging.wild.hands import stands_for
from scorer.errors import HandError
from scorer.hand.json_fields import field_or
from scorer.hand.parse_deal import parse_deal
from scorer.hand.parse_hand import parse_hand
from scorer.messages import rules as refusal
from scorer.messages.hand import JSON_OBJECT
from scorer.messages.languages import Words
from scorer.rules.payments import Transfer, balances, outside
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import rule_set
from scorer.scoring.results import NotAWin, Score, Wait
from scorer.scoring.score import waits
from scorer.settling.settlement import Settlement, settle, settle_hand, settle_score

Json = dict[str, Any]
Result = Settlement | Score | NotAWin | tuple[Wait, ...]  # of a hand, or the settlement of a deal
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


def chosen_rules(given: Mapping[str, Any], rules: str | None = None) -> RuleSet:
    """The rule set that a hand or a deal names, its options chosen; `rules` stands in for a missing one.

    Raises `HandError`, `RulesError`, `HouseError`.
    """
    name, house = _named(given, rules)
    options: Any = field_or(given, "options", {})
    if not isinstance(options, Mapping):
        raise HandError(JSON_OBJECT, where="options", value=options)
    chosen = cast("Mapping[str, Any]", options)
    try:
        named = tuple((name, repr(value), value) for name, value in chosen.items())
        return _with_options(name, house, named)
    except TypeError:  # a list or an object, which no option takes: it is said which one
        return rules_of(given, rules).with_options(chosen)


def rules_of(given: Mapping[str, Any], rules: str | None = None) -> RuleSet:
    """The rule set that a hand names, or whose house file it carries, no option chosen.

    Raises `HandError`, `RulesError`, `HouseError`.
    """
    return _found(*_named(given, rules))


def _named(given: Mapping[str, Any], rules: str | None) -> tuple[str, bool]:
    """The id of the rule set, or the text of the house file, and which of them it is."""
    text = given.get("house")
    name = given.get("rules", rules) if text is None else text
    if not isinstance(name, str):
        raise HandError(refusal.NO_RULES_NAMED if text is None else refusal.HOUSE_TEXT)
    return name, text is not None


def _found(name: str, house: bool) -> RuleSet:
    if not house:
        return rule_set(name)
    from scorer.house.load import house_rules  # only here: a hand of a rule set need not wait for it

    return house_rules(name)


@lru_cache(maxsize=64)
def _with_options(name: str, house: bool, options: tuple[tuple[str, str, Any], ...]) -> RuleSet:
    """A rule set as a table chose it, made once: that costs more than to score a hand.

    Each option stands with how it is written, since 1 and true are equal but not both allowed.
    """
    return _found(name, house).with_options({option: value for option, _, value in options})


def answer(
    given: Mapping[str, Any], *, lang: str = "en", rules: str | None = None, explain: bool = False
) -> Json:
    """The answer to one hand: its score where it has a win, else its waits; to a deal: its settlement.

    With `explain`, a score says more of each fan, and what the hand nearly held. The `warnings` name whatever
    was told and changes nothing, and what was not told and would change the payments.
    """
    chosen = chosen_rules(given, rules)
    result = _result(chosen, given)
    found = _result_json(chosen, given, result, lang, explain=explain)

    def answering(other: Mapping[str, Any]) -> Json:
        return _result_json(chosen, other, _result(chosen, other), lang, explain=explain)

    def paying(other: Mapping[str, Any]) -> Json:
        return _paid(_result(chosen, other))

    said = [*unused(chosen, given, found, answering)]
    if isinstance(result, Settlement) and not result.lacks_discarder:
        said += asked(given, found, paying)
    return {**found, "warnings": [*found["warnings"], *(words.to(lang) for words in said)]}


def _result_json(
    rules: RuleSet, given: Mapping[str, Any], result: Result, lang: str, *, explain: bool
) -> Json:
    """What a hand, or a deal, comes to, in the form of the interface."""
    if isinstance(result, tuple):
        return waits_json(rules, result, lang=lang)
    if "hands" in given and isinstance(result, Settlement):
        return deal_json(result, lang=lang)
    found = result.scores[0] if isinstance(result, Settlement) else result
    more = explained(found, lang=lang) if explain and isinstance(found, Score) else {}
    return score_json(result, lang=lang) | more


def _result(rules: RuleSet, given: Mapping[str, Any]) -> Result:
    """What a hand, or a deal, comes to."""
    if "hands" in given:
        return settle(rules, parse_deal(given))
    hand = parse_hand(given)
    return waits(rules, hand) if hand.win is None else settle_hand(rules, hand)


def _paid(result: Result) -> dict[str, int]:
    """What each seat gains or loses, where something is settled."""
    if not isinstance(result, Settlement) or result.unsettled:
        return {}
    return _by_seat(result.transfers)


def explained(s: Score, *, lang: str = "en") -> Json:
    """What an explanation adds to a score: each fan with its rule and what it keeps out; fans missed."""
    from scorer.answering.near_misses import missed  # only here: most scores are not explained
    from scorer.rulesets.common.fan_texts import rule_text

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
        "payments": _by_seat(transfers) if paid else {},
        **_outside(transfers),
        "transfers": _transfers(transfers, lang),
    }


def _by_seat(transfers: Sequence[Transfer]) -> dict[str, int]:
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

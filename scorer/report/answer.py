"""Answer one hand or deal, as the command line and the service get it, and warn about its unused inputs.

Rule sets do not state which inputs matter. To find out, the hand or deal is answered again without one input,
or with a missing source of a claim filled in, and the two answers are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.catalogue import circumstances
from paiyan.scorer.hand import json_fields
from paiyan.scorer.hand.hand import Flag, Hand
from paiyan.scorer.hand.json_fields import field_or
from paiyan.scorer.hand.parse_deal import parse_deal
from paiyan.scorer.hand.parse_hand import parse_hand, written_out
from paiyan.scorer.hand.seats import Side
from paiyan.scorer.hand.worth import wins_in_words
from paiyan.scorer.messages import deal as refusal
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.messages.game_terms import named
from paiyan.scorer.messages.hand import JSON_OBJECT
from paiyan.scorer.messages.languages import Message
from paiyan.scorer.messages.rules import HOUSE_TEXT, NO_RULES_NAMED, RULES_AND_HOUSE
from paiyan.scorer.report.build import by_seat, deal_report, hand_report
from paiyan.scorer.report.values import DealReport, NoWinReport, Report, ScoreReport
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.results import NotAWin, Score, Wait
from paiyan.scorer.scoring.score import waits
from paiyan.scorer.settling.declared_worth import has_worth, settle_by_worth
from paiyan.scorer.settling.settlement import Settlement, check_undeclared, settle, settle_hand

Json = Mapping[str, Any]
ReportFor = Callable[[Json], Report]
Paying = Callable[[Json], Mapping[str, int]]
_CLAIMS = ("pung", "kong", "added_kong")  # a chow comes from the left, a concealed kong from nobody


def unused(rules: RuleSet, request: Json, report: Report, report_for: ReportFor) -> Iterator[Message]:
    """Yield a warning for each field of the table and each flag of a win without effect on the answer.

    A hand that does not win gets one warning for all of them.
    """
    some = dict(_unused(rules, request, report, report_for))
    if some and isinstance(report, NoWinReport):
        yield Message(refusal.NO_WIN_UNUSED, {"told": list(some)})
    else:
        yield from some.values()


def _unused(
    rules: RuleSet, request: Json, report: Report, report_for: ReportFor
) -> Iterator[tuple[str, Message]]:
    """Yield the name of each unused input and the warning about it."""
    settings = {s.id: s for s in rules.agreed_on.table}
    for path, holder in _holders(request):
        table: Json = holder.get("table") or {}
        for name, value in table.items():
            if settings[name].accept(value) != settings[name].default:
                less = {**holder, "table": {n: v for n, v in table.items() if n != name}}
                if _is_unchanged(report_for, _with(request, path, less), report):
                    about = {"field": name, "why": settings[name].counts}
                    yield f"table.{name}", Message(refusal.FIELD_UNUSED, about)
        win: Json = holder.get("win") or {}
        for flag in win.get("flags") or ():
            less = {**holder, "win": {**win, "flags": [f for f in win["flags"] if f != flag]}}
            if _is_unchanged(report_for, _with(request, path, less), report):
                why = refusal.FLAG_UNUSED
                named_flag = Flag(json_fields.canonical(flag, json_fields.FLAGS))
                prices_it = any(p.id in circumstances.OF_FIRST_TURN for p in rules.counted_by.fans)
                if named_flag is Flag.FIRST_TURN and holder.get("melds") and prices_it:
                    why = refusal.FIRST_TURN_ENDED
                yield flag, Message(why, {"flag": named(named_flag), "rules": rules.words})


def missing_claim_sources(request: Json, report: Report, paying: Paying) -> Iterator[Message]:
    """Yield a warning if claims lack their source and it would change the payments.

    `paying` returns the payments of an object.
    """
    for path, holder in _holders(request):
        melds: list[Json] = list(holder.get("melds") or ())
        types = [json_fields.canonical(str(m.get("type")), json_fields.MELDS) for m in melds]
        open_ = [i for i, m in enumerate(melds) if types[i] in _CLAIMS and m.get("from") is None]
        warned = " ".join(str(w if isinstance(w, str) else w.to("en")) for w in report.warnings)
        open_ = [i for i in open_ if str(melds[i]["tiles"]) not in warned]  # a warning asks already
        for side in Side if open_ else ():
            there = [{**m, "from": side.value} if i in open_ else m for i, m in enumerate(melds)]
            try:
                paid = paying(_with(request, path, {**holder, "melds": there}))
            except HandError:
                continue
            if paid != _payments(report):
                yield Message(refusal.CLAIM_FROM, {"melds": [str(melds[i]["tiles"]) for i in open_]})
                break


def _payments(report: Report) -> Mapping[str, int]:
    if isinstance(report, DealReport):
        return report.settled.paid.payments
    return report.paid.payments if isinstance(report, ScoreReport) else {}


def _holders(request: Json) -> Iterator[tuple[int | None, Json]]:
    """Yield the object itself (None), then each hand of a deal with its index."""
    yield None, request
    yield from enumerate(cast("list[Json]", request.get("hands") or ()))


def _with(request: Json, path: int | None, instead: Json) -> Json:
    if path is None:
        return instead
    hands = list(request["hands"])
    hands[path] = instead
    return {**request, "hands": hands}


def _is_unchanged(report_for: ReportFor, request: Json, report: Report) -> bool:
    try:
        return report_for(request) == report
    except HandError:
        return False  # without it the hand cannot be


Result = Settlement | Score | NotAWin | tuple[Wait, ...]  # of a hand, or the settlement of a deal


def chosen_rules(request: Mapping[str, Any], rules: str | None = None) -> RuleSet:
    """Return the rule set that a hand or a deal names, with its options applied; `rules` replaces a missing
    one.

    Raises `HandError`, `RulesError`, `HouseError`.
    """
    name, house = _named(request, rules)
    options: Any = field_or(request, "options", {})
    if not isinstance(options, Mapping):
        raise HandError(JSON_OBJECT, where="options", value=options)
    chosen = cast("Mapping[str, Any]", options)
    try:
        named = tuple((name, repr(value), value) for name, value in chosen.items())
        return _with_options(name, house, named)
    except TypeError:  # a list or an object, which no option takes: the error names the option
        return rules_of(request, rules).with_options(chosen)


def rules_of(request: Mapping[str, Any], rules: str | None = None) -> RuleSet:
    """Return the rule set that a hand names, or whose house file it carries, without options applied.

    Raises `HandError`, `RulesError`, `HouseError`.
    """
    return _load_rules(*_named(request, rules))


def _named(request: Mapping[str, Any], rules: str | None) -> tuple[str, bool]:
    """Return the id of the rule set, or the text of the house file, and True if it is a house file."""
    text = request.get("house")
    if text is not None and request.get("rules") is not None:
        raise HandError(RULES_AND_HOUSE)
    name = request.get("rules", rules) if text is None else text
    if not isinstance(name, str):
        raise HandError(NO_RULES_NAMED if text is None else HOUSE_TEXT)
    return name, text is not None


def _load_rules(name: str, house: bool) -> RuleSet:
    if not house:
        return rule_set(name)
    from paiyan.scorer.house.load import house_rules  # only here: a hand of a rule set need not wait for it

    return house_rules(name)


@lru_cache(maxsize=64)
def _with_options(name: str, house: bool, options: tuple[tuple[str, str, Any], ...]) -> RuleSet:
    """Return a rule set with its options applied, cached: building it costs more than scoring a hand.

    Each option comes with its `repr`, since 1 and true are equal but not both allowed.
    """
    return _load_rules(name, house).with_options({option: value for option, _, value in options})


def answer(
    request: Mapping[str, Any], *, lang: str = "en", rules: str | None = None, explain: bool = False
) -> dict[str, Any]:
    """Answer one hand or deal as JSON in a language. See `report_of`."""
    return to_json(report_of(request, rules=rules, explain=explain), lang)


def report_of(request: Mapping[str, Any], *, rules: str | None = None, explain: bool = False) -> Report:
    """Report the score of a hand that has a win, else its waits; of a deal its settlement.

    With `explain`, a score says more of each fan, and what the hand nearly held. The `warnings` name inputs
    without effect, and missing inputs that would change the payments. Raises `HandError`, `RulesError`,
    `HouseError`.
    """
    chosen = chosen_rules(request, rules)
    request = written_out(wins_in_words(request))
    result = _result(chosen, request)
    report = _report(chosen, request, result, explain=explain)
    warnings = _input_warnings(chosen, request, result, report, explain=explain)
    return replace(report, warnings=(*report.warnings, *warnings)) if warnings else report


def solve(rules: RuleSet, request: Mapping[str, Any]) -> tuple[Result, tuple[Message, ...]]:
    """Return the result of a hand or a deal, and the warnings about its input.

    Like `report_of`, but as the values of the scorer. Raises `HandError`.
    """
    result = _result(rules, request)
    report = _report(rules, request, result, explain=False)
    return result, tuple(_input_warnings(rules, request, result, report, explain=False))


def _input_warnings(
    rules: RuleSet, request: Mapping[str, Any], result: Result, report: Report, *, explain: bool
) -> list[Message]:
    """Return the inputs without effect, and the missing ones that would change the payments."""

    def report_for(other: Mapping[str, Any]) -> Report:
        return _report(rules, other, _result(rules, other), explain=explain)

    def paying(other: Mapping[str, Any]) -> dict[str, int]:
        return _paid(_result(rules, other))

    warnings = [*unused(rules, request, report, report_for)]
    if isinstance(result, Settlement) and not result.lacks_discarder:
        warnings += missing_claim_sources(request, report, paying)
    return warnings


def _report(rules: RuleSet, request: Mapping[str, Any], result: Result, *, explain: bool) -> Report:
    """Report the result of a hand or a deal."""
    if "hands" in request and isinstance(result, Settlement):
        return deal_report(result)
    return hand_report(rules, result, explain=explain and not has_worth(request))


def _result(rules: RuleSet, request: Mapping[str, Any]) -> Result:
    """Score a hand, list its waits, or settle a deal."""
    if has_worth(request):
        return settle_by_worth(rules, request)
    if "hands" in request:
        return settle(rules, parse_deal(request))
    hand = parse_hand(request)
    return _waits(rules, hand) if hand.win is None else settle_hand(rules, hand)


def _waits(rules: RuleSet, hand: Hand) -> tuple[Wait, ...]:
    """List what a hand waits for; it must wait for something if it declared ready. Raises `HandError`."""
    found = waits(rules, hand)
    if not found:
        table = rules.filled_table(hand.table)
        check_undeclared(rules, hand.at_table(table), table)
    return found


def _paid(result: Result) -> dict[str, int]:
    """Return what each seat gains or loses, empty if nothing is settled."""
    if not isinstance(result, Settlement) or result.unsettled:
        return {}
    return by_seat(result.transfers)

"""What was told and changes nothing, said as warnings; and what was not told and would change what is paid.

Neither is known of any rule set: the hand, or the deal, is answered again without the one fact, or with the
other, and the two answers are held side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from paiyan.scorer.answering.report import DealReport, NoWinReport, Report, ScoreReport
from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.catalogue import circumstances
from paiyan.scorer.hand import synonyms
from paiyan.scorer.hand.seats import Side
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.messages import deal as refusal
from paiyan.scorer.messages.game_terms import named
from paiyan.scorer.messages.languages import Message
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting

Json = Mapping[str, Any]
Answering = Callable[[Json], Report]
Paying = Callable[[Json], Mapping[str, int]]
_CLAIMS = ("pung", "kong", "added_kong")  # a chow comes from the left, a concealed kong from nobody


def unused(rules: RuleSet, given: Json, found: Report, answering: Answering) -> Iterator[Message]:
    """Each field of the table and each flag of a win without which the answer would be the same; of a hand
    that does not win, all in one sentence."""
    some = dict(_unused(rules, given, found, answering))
    if some and isinstance(found, NoWinReport):
        yield Message(refusal.NO_WIN_UNUSED, {"told": list(some)})
    else:
        yield from some.values()


def _unused(
    rules: RuleSet, given: Json, found: Report, answering: Answering
) -> Iterator[tuple[str, Message]]:
    """What is unused, by its name, with what is said of it."""
    settings = {s.id: s for s in rules.agreed_on.table}
    for path, holder in _holders(given):
        table: Json = holder.get("table") or {}
        for name, value in table.items():
            if not _is_default(settings[name], value):
                less = {**holder, "table": {n: v for n, v in table.items() if n != name}}
                if _same(answering, _with(given, path, less), found):
                    about = {"field": name, "why": settings[name].counts}
                    yield f"table.{name}", Message(refusal.FIELD_UNUSED, about)
        win: Json = holder.get("win") or {}
        for flag in win.get("flags") or ():
            less = {**holder, "win": {**win, "flags": [f for f in win["flags"] if f != flag]}}
            if _same(answering, _with(given, path, less), found):
                why = refusal.FLAG_UNUSED
                named_flag = Flag(synonyms.canonical(flag, synonyms.FLAGS))
                if named_flag is Flag.FIRST_TURN and holder.get("melds") and _prices_first_turn(rules):
                    why = refusal.FIRST_TURN_ENDED
                yield flag, Message(why, {"flag": named(named_flag), "rules": rules.words})


def _type(meld: Json) -> str | None:
    return synonyms.canonical(str(meld.get("type")), synonyms.MELDS)


def _prices_first_turn(rules: RuleSet) -> bool:
    return any(p.id in circumstances.OF_FIRST_TURN for p in rules.counted_by.fans)


def missing_claim_sources(given: Json, found: Report, paying: Paying) -> Iterator[Message]:
    """The claims of which nobody said whose tile they took, where that would change who pays what: `paying`
    gives the payments of an object. To be asked where something is paid, or could be."""
    for path, holder in _holders(given):
        melds: list[Json] = list(holder.get("melds") or ())
        open_ = [i for i, m in enumerate(melds) if _type(m) in _CLAIMS and m.get("from") is None]
        warned = " ".join(str(one if isinstance(one, str) else one.to("en")) for one in found.warnings)
        open_ = [i for i in open_ if str(melds[i]["tiles"]) not in warned]  # a warning asks already
        for side in Side if open_ else ():
            there = [{**m, "from": side.value} if i in open_ else m for i, m in enumerate(melds)]
            try:
                paid = paying(_with(given, path, {**holder, "melds": there}))
            except HandError:
                continue
            if paid != _payments(found):
                yield Message(refusal.CLAIM_FROM, {"melds": [str(melds[i]["tiles"]) for i in open_]})
                break


def _payments(found: Report) -> Mapping[str, int]:
    if isinstance(found, DealReport):
        return found.settled.paid.payments
    return found.paid.payments if isinstance(found, ScoreReport) else {}


def _holders(given: Json) -> Iterator[tuple[int | None, Json]]:
    """The object itself (None), then each hand of a deal with its place."""
    yield None, given
    yield from enumerate(cast("list[Json]", given.get("hands") or ()))


def _with(given: Json, path: int | None, instead: Json) -> Json:
    if path is None:
        return instead
    hands = list(given["hands"])
    hands[path] = instead
    return {**given, "hands": hands}


def _same(answering: Answering, given: Json, found: Report) -> bool:
    try:
        return answering(given) == found
    except HandError:
        return False  # without it the hand cannot be


def _is_default(setting: Setting, value: Any) -> bool:
    """True if a field says only what is so anyway."""
    return setting.accept(value) == setting.default

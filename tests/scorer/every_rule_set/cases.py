"""What the tests of every rule set share: made-up hands with their scores, and what a refusal is.

Hands are drawn from each rule set's own tiles, claims, forms and settings; a rule set is covered by being
listed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from paiyan.scorer.fans.counting import Value
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.parse_deal import parse_deal
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.payments import Party
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set, rule_sets
from paiyan.scorer.scoring.results import NotAWin, Score
from paiyan.scorer.settling.settlement import Settlement, settle, settle_hand, settle_score
from tests.scorer.every_rule_set.random_deals import Json, alone, deals

EVERY = pytest.mark.parametrize("rules", rule_sets(), ids=lambda r: r.id)
WILD = pytest.mark.parametrize("rules", [r for r in rule_sets() if r.played_with.wild], ids=lambda r: r.id)
LANGS = ("zh", "en", "ja")


class Case(NamedTuple):
    """A hand that its rule set accepts, with what it scores."""

    given: Json
    rules: RuleSet
    hand: Hand
    got: Score | NotAWin


def scored(rules: RuleSet, given: Json) -> Score | NotAWin | None:
    """None where the hand is refused, or what its table tells."""
    try:
        made = settle_hand(rules, parse_hand(given))
    except ValueError:
        return None
    return made.scores[0] if isinstance(made, Settlement) else made


def cases(rules: RuleSet) -> tuple[Case, ...]:
    """The hands of `deals` that are accepted."""
    return _cases(rules.id)


@cache
def _cases(id_: str) -> tuple[Case, ...]:
    rules, made = rule_set(id_), list[Case]()
    for deal in deals(rules):
        given = alone(deal)
        chosen = rules.with_options(given["options"])
        got = scored(chosen, given)
        if got is not None:
            made.append(Case(given, chosen, parse_hand(given), got))
    return tuple(made)


def worth(got: Score | NotAWin | None) -> Any:
    """All of a score that does not hang on the names of tiles and seats."""
    if got is None or isinstance(got, NotAWin):
        return got and (got.reason, got.distance)
    fans = sorted(m.priced.id for m in got.counted.matches)
    return got.legal, figures(got.value), fans, paid(got)


def figures(value: Value) -> tuple[int, int, int | None, int | None]:
    """What a hand is worth, without the names of what made it so."""
    return value.total, value.points, value.han, value.fu


def paid(got: Score, turn: Callable[[Seat], Seat] = lambda seat: seat) -> list[tuple[str, str, int]] | None:
    def name(who: Party) -> str:
        return turn(who).name if isinstance(who, Seat) else who.name

    if not got.legal:
        return None
    made = settle_score(got)
    return (
        None if made.unsettled else sorted((name(t.payer), name(t.payee), t.points) for t in made.transfers)
    )


def tried(do: Callable[..., Any], *what: Any, **how: Any) -> Any:
    """What it gives, or None where it refuses; a refusal is one sentence and no other error comes."""
    try:
        return do(*what, **how)
    except ValueError as no:
        said = str(no)
        assert said
        assert "\n" not in said
        assert len(said) < 300, said
        assert not said.endswith("."), said
        return None


def settled(rules: RuleSet, deal: Json) -> Settlement:
    return settle(rules, parse_deal(deal))

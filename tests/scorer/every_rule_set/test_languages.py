"""Nothing that a player is shown falls back on Chinese where Japanese is asked for.

A rule set whose own name is given in Japanese is Japanese throughout; one without needs none of it.
Everything said is a `Words`. Those of a rule set itself are all looked at; what is said of scores and
payments is gathered from the hands of ``tests/hands``, the deals of ``tests/deals`` and made-up deals.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.parse_deal import parse_deal
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.messages.word_files import RULE_SETS, WordFile
from paiyan.scorer.report.build import missed, unit_name
from paiyan.scorer.report.rule_set_json import payment_rules
from paiyan.scorer.rules.payments import Transfer
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.texts import rule_text
from paiyan.scorer.rulesets import rule_sets
from paiyan.scorer.scoring.results import NotAWin, Score
from paiyan.scorer.scoring.score import score
from paiyan.scorer.settling.settlement import settle, settle_score
from tests.scorer.every_rule_set.random_deals import alone, deals
from tests.scorer.examples.test_hands import LINES, read

DEALS = Path(__file__).parents[2] / "deals"
JAPANESE = pytest.mark.parametrize(
    "rules", [rules for rules in rule_sets() if rules.words.ja], ids=lambda rules: rules.id
)
EVERY = pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
# Characters that Japanese writes otherwise.
SIMPLIFIED = set("龙风东张杠对单钓边绝门间无组顺带听庄闲发红们这两种个")
MEND = (
    "give each of these a Japanese text: Words(zh, en, ja), or ja= of the Fan; riichi terms where they exist"
)


def of_the_rules(rules: RuleSet) -> Iterator[tuple[str, Words]]:
    """What the rule set says of itself."""
    yield "its name", rules.words
    for p in rules.counted_by.every:
        yield f"the name of {p.id}", Words(p.zh, p.fan.en, p.fan.ja)
        yield f"the text of {p.id}", rule_text(p.fan)
    settings = (*rules.agreed_on.options, *rules.agreed_on.table)
    yield from ((f"the setting {s.id}", s.words) for s in settings)
    yield from ((f"the choice {c} of {s.id}", s.name(c)) for s in settings for c in s.choices)
    yield from (("a note", n.words) for n in rules.notes)
    yield from (("a condition", c.words) for c in (*rules.won_by.required, *rules.won_by.valid_hand))
    yield f"the unit {rules.counted_by.unit}", unit_name(rules.counted_by.unit)


def of_transfers(transfers: Iterable[Transfer]) -> Iterator[tuple[str, Words]]:
    yield from (("the reason of a payment", t.reason) for t in transfers)


def of_a_score(got: Score | NotAWin) -> Iterator[tuple[str, Words]]:
    """What is said of one hand."""
    if isinstance(got, NotAWin):
        yield "why it does not win", got.reason
        return
    said = ("a limit", got.value.limit), ("below the minimum", got.short)
    yield from ((where, words) for where, words in said if words)
    yield from (("a part of the fu", part.words) for part in got.value.parts)
    if got.legal:
        yield from of_transfers(settle_score(got).transfers)
    for m in got.counted.matches:
        yield f"the name of {m.priced.id}", Words(m.priced.zh, m.priced.fan.en, m.priced.fan.ja)
        yield f"the text of {m.priced.id}", rule_text(m.priced.fan)


def of_hands(rules: RuleSet) -> Iterator[tuple[str, Words]]:
    """What is said of the hands of its file, explained."""
    for line in LINES:
        if line.rules != rules.id:
            continue
        try:
            chosen, given = read(line)
            hand = parse_hand(given)
            got = score(chosen, hand) if hand.win else None
        except HandError:
            continue
        if got:
            yield from of_a_score(got)
        if isinstance(got, Score):
            yield from (("why a fan is missed", m.why) for m in missed(got))


def of_deals(rules: RuleSet) -> Iterator[tuple[str, Words]]:
    """What is said of whole deals: those written down, and made-up ones, which also draw the settings."""
    path = DEALS / f"{rules.id}.json"
    written: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.exists() else []
    for given in (*(w["deal"] for w in written), *deals(rules)):
        chosen = rules.with_options(given.get("options"))
        rest = {k: v for k, v in given.items() if k not in ("rules", "options")}
        with suppress(HandError):
            yield from of_transfers(settle(chosen, parse_deal(rest)).transfers)
        if rest["hands"] and "win" in rest["hands"][0]:
            with suppress(HandError):
                yield from of_a_score(score(chosen, parse_hand(alone(rest))))


@JAPANESE
def test_what_is_said_is_said_in_japanese(rules: RuleSet) -> None:
    said = (*of_the_rules(rules), *of_hands(rules), *of_deals(rules))
    assert sum(where == "the reason of a payment" for where, _ in said) > 10
    silent = {f"{where}: {words.zh or words.en}" for where, words in said if not words.ja}
    assert not silent, MEND
    chinese = {f"{where}: {w.ja}" for where, w in said if set(w.ja) & SIMPLIFIED}
    assert not chinese, MEND


@EVERY
def test_everything_said_is_there_in_chinese_and_english(rules: RuleSet) -> None:
    for where, words in (*of_the_rules(rules), *of_hands(rules)):
        assert words.zh, f"{where} has no Chinese text"
        assert words.en, f"{where} has no English text"


# How a refusal goes on after it has said what is wrong.
MENDS = {
    "zh": re.compile("：.*请|，请|；请"),
    "en": re.compile(r"(: |; |, or )(add|correct|drop|give|leave|lower|name|raise|say|take|tell|write)\b"),
    "ja": re.compile("ください$"),
}


@EVERY
def test_what_contradicts_the_rules_is_refused_with_how_to_mend_it(rules: RuleSet) -> None:
    choices = [{}, *({o.id: c} for o in rules.agreed_on.options for c in o.choices or (True, False))]
    refused: set[Words] = set()
    for chosen in choices:
        with suppress(HandError):
            refused |= {c.words for c in rules.with_options(chosen).won_by.valid_hand}
    silent = {words.to(lang) for words in refused for lang in MENDS if not MENDS[lang].search(words.to(lang))}
    assert not silent, "say in each language how to mend it"


@EVERY
def test_payments_are_in_every_language(rules: RuleSet) -> None:
    said = list(payment_rules(rules))
    assert len(said) >= 3
    if rules.id == "my-table":
        pytest.skip("the rule set of docs/adding-a-rule-set.md says them in English alone")
    for words in said:
        assert len({words.zh, words.en, words.ja}) == 3, f"{words.en}: write it in payments.toml"
        for text in (words.zh, words.ja):
            assert not re.search("[a-z]{2,} [a-z]{2,}", text)
        assert not set(words.ja) & SIMPLIFIED, words.ja


def test_no_payment_is_in_the_file_that_no_rule_set_makes() -> None:
    file = WordFile(RULE_SETS / "common" / "payments.toml")
    written = [file.words(key).en for key in file.array("payments")]
    assert sorted(written) == sorted({words.en for rules in rule_sets() for words in payment_rules(rules)})

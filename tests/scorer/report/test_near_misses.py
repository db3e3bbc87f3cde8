"""What an explanation says of fans that are there, and of those that nearly are."""

from __future__ import annotations

import pytest

from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.report.answer import answer
from paiyan.scorer.report.build import missed
from paiyan.scorer.rules.hand_text import hand_from_text
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score
from tests.scorer.examples.test_hands import LINES, wins


def near(rules: str, line: str) -> dict[str, str]:
    """The fans missed, each with why, in English."""
    json_ = hand_from_text(rule_set(rules), line)
    result = score(rule_set(rules).with_options(json_.pop("options")), parse_hand(json_))
    assert isinstance(result, Score)
    return {m.priced.zh: m.why.en for m in missed(result)}


def test_the_same_tiles_seen_as_other_blocks() -> None:
    why = near("guobiao", "111222333m44p55s +5s from S")["一色三同顺"]
    assert why == "wants the tiles seen as 123m 123m 123m 44p 555s; a hand is counted in one arrangement"


def test_a_triplet_that_a_discard_completed_is_not_concealed() -> None:
    line = "[678m<] 222p444s77s99p +7s from S"
    assert near("guobiao", line)["三暗刻"] == "would count had the winning tile been drawn"
    assert "三暗刻" not in near("guobiao", line.replace("from S", "draw"))


def test_a_claim_takes_fans_away() -> None:
    line = "[234m<] 567p345s67m88p +8m from W riichi=none"
    found = near("riichi", line)
    assert found["平和"] == "would count had nothing been claimed"
    assert "断幺九" not in found, "that one counts"


@pytest.mark.parametrize("rules", ["hongkong", "riichi", "tianjin"])
def test_nothing_is_missed_that_was_found(rules: str) -> None:
    for line in LINES:
        if line.rules == rules and (won := wins(line)):
            there = {m.priced.id for m in won.counted.matches}
            there |= {d.match.priced.id for d in won.counted.dropped}
            assert there & {m.priced.id for m in missed(won)} == set(), line.text


@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
def test_an_explanation_in_each_language(lang: str) -> None:
    hand = hand_from_text(rule_set("guobiao"), "[234s] [234s] 666s888s6z +6z from S")
    plain = answer(hand, lang=lang, rules="guobiao")
    told = answer(hand, lang=lang, rules="guobiao", explain=True)
    assert {k: v for k, v in told.items() if k not in ("fans", "missed")} == {
        k: v for k, v in plain.items() if k != "fans"
    }
    green = next(f for f in told["fans"] if f["id"] == "all_green")
    assert [out["id"] for out in green["keeps_out"]] == ["half_flush"]
    assert all(f["rule"] and f["source"] for f in told["fans"])
    assert all(m["why"] for m in told["missed"])

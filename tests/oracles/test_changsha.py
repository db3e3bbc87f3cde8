"""changsha against the tests of one public program, under the option set `OMU_RULES`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.parse_deal import parse_deal
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.report.rule_pages import DIVERGENCES
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.rulesets.changsha import OPENINGS
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score
from paiyan.scorer.settling.settlement import settle
from paiyan.scorer.tiles.notation import parse
from tests.oracles.files import lines

OMU_RULES: dict[str, Any] = {"self_draw": "full", "three_pairs": True}
"""What makes the rule set that of the program."""
DIFFERENT = {line: d for d in DIVERGENCES for line in d.lines if d.rules == "changsha"}
LEVELS = {"豪华七小对": 1, "双豪华七小对": 2, "三豪华七小对": 3}


def named(theirs: list[str]) -> Counter[str]:
    """Their fans under our names: four equal tiles in seven pairs are counted apart."""
    names = Counter[str]()
    for name in theirs:
        names += Counter({"七小对": 1, "豪华": LEVELS[name]}) if name in LEVELS else Counter({name: 1})
    return names


def hand_of(line: dict[str, Any]) -> dict[str, Any]:
    drawn = line["context"] == ["自摸"]
    return {
        "concealed": line["concealed"],
        "melds": [{"type": {"pon": "pung"}[m["type"]], "tiles": m["tiles"]} for m in line["melds"]],
        "win": {"tile": line["win_tile"], "by": "self_draw" if drawn else "discard"},
    }


def test_wins_of_a_program() -> None:
    rules = rule_set("changsha").with_options(OMU_RULES)
    hands = [line for line in lines("changsha_omu_tests") if line["variant"] == "changsha"]
    for line in hands:
        got, want = score(rules, parse_hand(hand_of(line))), line["expected"]
        assert isinstance(got, Score), line
        assert got.value.total == want["base_nondealer"], line
        assert Counter(m.priced.zh for m in got.counted.matches) == named(want["fans"]), line
    assert len(hands) == 9


def test_openings_of_a_program() -> None:
    rules = rule_set("changsha").with_options(OMU_RULES)
    dealt = [line for line in lines("changsha_omu_tests") if line["variant"] == "changsha_initial_hu"]
    for line in dealt:
        seat = "E" if len(parse(line["tiles"])) == 14 else "S"  # the dealer has a tile more
        given = {"hands": [{"seat": seat, "concealed": ""}], "table": {f"opening_{seat}": line["tiles"]}}
        try:
            paid = settle(rules, parse_deal(given)).transfers
        except HandError:
            assert line["id"] in DIFFERENT, line
            continue
        assert {t.reason.zh for t in paid} == set(line["expected"]["fans"]), line
        assert {t.reason for t in paid} <= set(OPENINGS.values())
    assert len(dealt) == 2

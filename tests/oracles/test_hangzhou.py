"""hangzhou against the answers of a game platform, as one public formula reproduces them.

The fan, which of them hold, and what each seat pays are compared; the options are those of the platform.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.rulesets.hangzhou import KONGS_SHOWN
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score
from paiyan.scorer.settling.settlement import settle_score
from tests.oracles.files import lines

CHAIN = {"财飘": 1, "双财飘": 2, "三财飘": 3}


def given(line: dict[str, Any], seat: str) -> dict[str, Any]:
    chain = line["chain"]
    return {
        "concealed": line["concealed"],
        "win": {"tile": line["win_tile"], "by": "self_draw"},
        "seat": seat,
        "dealer": "E",
        "table": {
            "piao": chain["piao"],
            "kongs_before": chain["count"] - chain["piao"],
            "dealer_streak": 3,  # in every deal 三老庄
        },
    }


def theirs(line: dict[str, Any]) -> Counter[str]:
    """Their fans under our names; one name stands for the whole chain of kongs and 财飘."""
    names = Counter[str]()
    for name in line["expected"]["detail"]:
        if name.startswith("豪华七对"):
            names += Counter({"七对": 1, "豪华": int(name.partition("×")[2])})
        elif name in CHAIN or name == "杠开":
            names["财飘"] += line["chain"]["piao"]
            names["杠开"] += line["chain"]["count"] - line["chain"]["piao"]
            assert line["chain"]["piao"] == CHAIN.get(name, 0)
        else:
            names["四白板" if name == "4个白板" else str(name)] += 1
    return +names


def ours(got: Score) -> Counter[str]:
    names = Counter(m.priced.zh for m in got.counted.matches)
    return names if names["七对"] else names | Counter({"平胡": 1})


def test_the_answers_of_a_platform() -> None:
    rules = rule_set("hangzhou").with_options({"prices": "platform", "cap": 0})
    # Their hands show no melds, whatever kongs they count: that the melds show them is asked by us alone.
    possible = tuple(c for c in rules.won_by.valid_hand if c is not KONGS_SHOWN)
    rules = rules.changed(valid_hand=possible)
    hands = lines("hangzhou_generated")
    wrong: list[str] = []
    for line in hands:
        want = line["expected"]
        dealer, other = (score(rules, parse_hand(given(line, seat))) for seat in "ES")
        if not isinstance(dealer, Score) or not isinstance(other, Score):
            right = not want["hu"] and not isinstance(dealer, Score) and not isinstance(other, Score)
        else:
            each, paid = want["payments"]["dealer_wins"]["each"], want["payments"]["nondealer_wins"]
            right = (
                want["hu"]
                and dealer.value.total == other.value.total == want["fan"]
                and ours(dealer) == theirs(line)
                and settle_score(dealer).balances[Seat.S] == -each
                and settle_score(other).balances[Seat.E] == -paid["dealer_pays"]
                and settle_score(other).balances[Seat.W] == -paid["others_pay"]
            )
        if not right:
            wrong.append(f"{line['id']}: {dealer}, theirs {want}")
    assert len(hands) == 300
    assert wrong == []

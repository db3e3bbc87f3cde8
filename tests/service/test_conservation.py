"""Over any evening, under any rules, the balances, what lies on the table and what onlookers gained are
together what they were: nothing comes from nowhere, and what is staked leaves its owner when it is staked.
"""

from __future__ import annotations

from typing import Any

import pytest

from scorer.ruleset import RuleSet
from scorer.rulesets import rule_set
from service.errors import PaiyanError
from service.ledger.evening import Evening, evening
from service.ledger.play import Ledger, Played
from service.ledger.store import Store
from tests.scorer.every_rule_set import EVERY
from tests.scorer.made_up import Json, likely

NAMES = ("Ann", "Bo", "Cai", "Dee")
READY = "123m67m456p789s22s"  # riichi: waits for 5m 8m
FAR = "147m258p369s1234z"


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    return Ledger(Store(f"sqlite:///{tmp_path_factory.mktemp('ledger') / 'ledger.db'}"))


def opened(ledger: Ledger, rules: str, **options: Any) -> str:
    return ledger.open(name="", rules=rules, options=options, players=NAMES)["id"]


def now(ledger: Ledger, id_: str) -> Evening:
    return evening(ledger.store.events(id_))


def play(ledger: Ledger, id_: str, **deal: Any) -> Json:
    return ledger.play(id_, Played(deal=deal), lang="en")


def balances(state: Json) -> list[int]:
    return [player["balance"] for player in state["players"]]


@EVERY
def test_an_evening_keeps_every_point(rules: RuleSet, ledger: Ledger) -> None:
    id_, played = opened(ledger, rules.id), 0
    for i in range(40):
        deal = likely(f"evening {rules.id} {i}", rules, share=0.3, draw=i % 3 == 0)
        sent = {n: v for n, v in deal.items() if n in ("hands", "table", "wild", "indicator")}
        sent["table"] = {n: v for n, v in sent["table"].items() if n != "sticks"}
        try:
            play(ledger, id_, **sent)
        except PaiyanError:
            continue  # a deal that cannot be
        played += 1
        there = now(ledger, id_)
        assert sum(there.balances) + there.on_table + there.outside == 0, deal
        assert there.on_table >= 0
        if played == 6:
            break
    assert played > 2


def test_riichi_sticks_leave_their_owners_and_lie_until_somebody_wins(ledger: Ledger) -> None:
    id_ = opened(ledger, "riichi")
    drawn = [
        {"seat": "E", "concealed": READY, "table": {"riichi": "riichi"}},
        *({"seat": seat, "concealed": FAR} for seat in "SW"),
        {"seat": "N", "concealed": "258m369p147s5677z"},
    ]
    after = play(ledger, id_, hands=drawn)
    assert balances(after) == [2000, -1000, -1000, -1000]  # 3000 for being ready, and the stick laid
    assert (after["on_table"], after["table"]) == (1000, {"honba": 1, "sticks_before": 1})
    win = {"tile": "8m", "by": "discard", "from": "W"}
    won = play(ledger, id_, seat="S", concealed=READY, win=win, table={"stick_N": True})
    # 1000 of the hand and 300 of the counter from west; the stick of before, and that of north.
    assert balances(won) == [2000, -1000 + 1300 + 2000, -1000 - 1300, -1000 - 1000]
    assert (won["on_table"], won["table"]) == (0, {"honba": 0, "sticks_before": 0})


def test_two_winners_who_declared_have_only_what_they_won(ledger: Ledger) -> None:
    id_, win = opened(ledger, "riichi"), {"tile": "8m", "by": "discard", "from": "W"}
    declared: Json = {"table": {"riichi": "riichi"}, "win": win}
    hands = [
        {"seat": "E", "concealed": READY, **declared},
        {"seat": "N", "concealed": "123p67m456s789p33s", **declared},
    ]
    after = play(ledger, id_, hands=hands)
    assert balances(after) == [1900, 0, -4900, 3000]  # 2900 less the stick; 2000, and that stick
    assert after["on_table"] == 0


def test_the_table_counts_the_sticks_itself(ledger: Ledger) -> None:
    id_ = opened(ledger, "riichi")
    with pytest.raises(PaiyanError, match=r'"table\.sticks" is known to the table'):
        play(ledger, id_, hands=[], table={"sticks": 1})
    win = {"tile": "8m", "by": "self_draw"}
    with pytest.raises(PaiyanError, match="takes 2000 points from the table where 0 lie"):
        play(ledger, id_, seat="S", concealed=READY, win=win, table={"sticks_before": 2})


def test_purses_are_kept_and_two_empty_ones_end_the_game(ledger: Ledger) -> None:
    """100块进园子 … 当两家输光（即称两家进园子），此局游戏自动结束."""
    id_ = opened(ledger, "nanjing")
    fined = play(ledger, id_, hands=[], table={"fined_E": 1})
    assert balances(fined)[0] == -36  # 6 flowers, counted twice, to each of three
    assert fined["table"][f"purse_{fined['players'][0]['seat']}"] == 64
    assert sorted(fined["table"].values()) == [64, 112, 112, 112]
    for player in (0, 1):
        seat = fined["players"][player]["seat"]
        left = fined["table"][f"purse_{seat}"]
        to = fined["players"][2]["seat"]
        fined = ledger.play(id_, Played(points={seat: -left, to: left}), lang="en")
    assert fined["over"]
    with pytest.raises(PaiyanError, match="two purses are empty"):
        play(ledger, id_, hands=[])
    assert sum(rule_set("nanjing").filled_table(fined["table"])[f"purse_{s}"] for s in "ESWN") == 400


def test_a_hand_that_cannot_be_settled_is_not_written(ledger: Ledger) -> None:
    id_ = opened(ledger, "riichi")
    with pytest.raises(PaiyanError, match="nobody said who discarded"):
        play(ledger, id_, seat="S", concealed=READY, win={"tile": "8m"})
    assert now(ledger, id_) == Evening()

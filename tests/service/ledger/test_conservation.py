"""Over any evening, under any rules, the balances, what lies on the table and what onlookers gained are
together what they were: nothing comes from nowhere, and what is staked leaves its owner when it is staked.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set
from paiyan.service.errors import PaiyanError
from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.credentials import Credentials
from paiyan.service.ledger.database.store import Store
from paiyan.service.ledger.session.entries import (
    Command,
    NewGame,
    NewTerms,
    Penalty,
    RecordDeal,
    Rename,
    Seats,
    Undo,
)
from paiyan.service.ledger.session.state import Session, session_of
from paiyan.service.ledger.session.terms import Terms
from tests.scorer.every_rule_set.cases import EVERY
from tests.scorer.every_rule_set.random_deals import Json, likely
from tests.service.ledger.tables import written

NAMES = ("Ann", "Bo", "Cai", "Dee")
READY = "123m67m456p789s22s"  # riichi: waits for 5m 8m
FAR = "147m258p369s1234z"


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    return Ledger(Store(f"sqlite:///{tmp_path_factory.mktemp('ledger') / 'ledger.db'}"))


def opened(ledger: Ledger, rules: str, **options: Any) -> Credentials:
    table = ledger.open(name="", rules=rules, options=options, players=NAMES)
    return Credentials(table.secrets.id, table.secrets.write or "")


def now(ledger: Ledger, table: Credentials) -> Session:
    return session_of(ledger.store.events(table.table))


def play(ledger: Ledger, asked: Credentials, /, **deal: Any) -> Json:
    return written(ledger, asked, RecordDeal(deal=deal))


def balances(state: Json) -> list[int]:
    return [player["balance"] for player in state["players"]]


@EVERY
def test_an_evening_keeps_every_point(rules: RuleSet, ledger: Ledger) -> None:
    table, played = opened(ledger, rules.id), 0
    for i in range(40):
        deal = likely(f"evening {rules.id} {i}", rules, share=0.3, draw=i % 3 == 0)
        sent = {n: v for n, v in deal.items() if n in ("hands", "table", "wild", "indicator")}
        sent["table"] = {n: v for n, v in sent["table"].items() if n != "sticks"}
        try:
            play(ledger, table, **sent)
        except PaiyanError:
            continue  # a deal that cannot be
        played += 1
        there = now(ledger, table)
        assert sum(there.totals) + there.on_table + sum(there.onlookers.values()) == 0, deal
        assert there.on_table >= 0
        if played == 6:
            break
    assert played > 2


def test_riichi_sticks_leave_their_owners_and_lie_until_somebody_wins(ledger: Ledger) -> None:
    table = opened(ledger, "riichi")
    drawn = [
        {"seat": "E", "concealed": READY, "table": {"riichi": "riichi"}},
        *({"seat": seat, "concealed": FAR} for seat in "SW"),
        {"seat": "N", "concealed": "258m369p147s5677z"},
    ]
    after = play(ledger, table, hands=drawn)
    assert balances(after) == [2000, -1000, -1000, -1000]  # 3000 for being ready, and the stick laid
    assert (after["on_table"], after["table"]) == (1000, {"honba": 1, "sticks_before": 1})
    win = {"tile": "8m", "by": "discard", "from": "W"}
    won = play(ledger, table, seat="S", concealed=READY, win=win, table={"stick_N": True})
    # 1000 of the hand and 300 of the counter from west; the stick of before, and that of north.
    assert balances(won) == [2000, -1000 + 1300 + 2000, -1000 - 1300, -1000 - 1000]
    assert (won["on_table"], won["table"]) == (0, {"honba": 0, "sticks_before": 0})


def test_two_winners_who_declared_have_only_what_they_won(ledger: Ledger) -> None:
    table, win = opened(ledger, "riichi"), {"tile": "8m", "by": "discard", "from": "W"}
    declared: Json = {"table": {"riichi": "riichi"}, "win": win}
    hands = [
        {"seat": "E", "concealed": READY, **declared},
        {"seat": "N", "concealed": "123p67m456s789p33s", **declared},
    ]
    after = play(ledger, table, hands=hands)
    assert balances(after) == [1900, 0, -4900, 3000]  # 2900 less the stick; 2000, and that stick
    assert after["on_table"] == 0


def test_the_table_counts_the_sticks_itself(ledger: Ledger) -> None:
    table = opened(ledger, "riichi")
    with pytest.raises(PaiyanError, match=r'"table\.sticks" is known to the table'):
        play(ledger, table, hands=[], table={"sticks": 1})
    win = {"tile": "8m", "by": "self_draw"}
    with pytest.raises(PaiyanError, match="takes 2000 points from the table, where only 0 lie"):
        play(ledger, table, seat="S", concealed=READY, win=win, table={"sticks_before": 2})


def test_purses_are_kept_and_two_empty_ones_end_the_game(ledger: Ledger) -> None:
    """100块进园子 … 当两家输光（即称两家进园子），此局游戏自动结束."""
    table = opened(ledger, "nanjing")
    fined = play(ledger, table, hands=[], table={"fined_E": 1})
    assert balances(fined)[0] == -36  # 6 flowers, counted twice, to each of three
    assert fined["table"][f"purse_{fined['players'][0]['seat']}"] == 64
    assert sorted(fined["table"].values()) == [64, 112, 112, 112]
    for player in (0, 1):
        seat = fined["players"][player]["seat"]
        left = fined["table"][f"purse_{seat}"]
        to = fined["players"][2]["seat"]
        fined = written(ledger, table, RecordDeal(points={seat: -left, to: left}))
    assert fined["over"]
    with pytest.raises(PaiyanError, match="two purses are empty"):
        play(ledger, table, hands=[])
    assert sum(rule_set("nanjing").filled_table(fined["table"])[f"purse_{s}"] for s in "ESWN") == 400


def test_a_hand_that_cannot_be_settled_is_not_written(ledger: Ledger) -> None:
    table = opened(ledger, "riichi")
    with pytest.raises(PaiyanError, match="it is unknown who discarded"):
        play(ledger, table, seat="S", concealed=READY, win={"tile": "8m"})
    assert now(ledger, table) == Session()


UMA = Terms(start=25000, target=30000, uma=(15000, 5000, -5000, -15000), points=1000, money="0.5")


def anything(random: Random, state: Json) -> Command:
    """Something that may happen at that table between two deals."""
    names = [person["name"] for person in state["people"]]
    seats = [player["name"] for player in state["players"]]
    new = f"Guest {state['version']}"
    seat, other = random.sample("ESWN", 2)
    substitute = [
        *seats[:-1],
        random.choice([n for n in names if n not in seats[:-1]] + [new] * (len(names) < 8)),
    ]
    drawn = random.sample(seats, 4)
    return random.choice(
        [
            RecordDeal(points={seat: 700, other: -700}),
            RecordDeal(
                penalty=Penalty(seat=seat, points=random.randint(1, 99), payee=random.choice([None, other]))
            ),
            RecordDeal(deal={"hands": [{"seat": seat, "concealed": READY, "table": {"riichi": "riichi"}}]}),
            Seats(players=(substitute[0], substitute[1], substitute[2], substitute[3])),
            Seats(players=(drawn[0], drawn[1], drawn[2], drawn[3]), dealer=0),
            Rename(player=random.choice(names), name=new),
            NewTerms(terms=random.choice([UMA, Terms()])),
            NewGame(dealer=random.randrange(4)),
        ]
    )


def without_time(state: Json) -> Json:
    return {name: value for name, value in state.items() if name != "version"}


@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_in_an_evening_is_kept_and_can_be_taken_back(ledger: Ledger, seed: int) -> None:
    random, table = Random(seed), opened(ledger, "riichi")
    states = [ledger.state(table)]
    for _ in range(25):
        try:
            after = written(ledger, table, anything(random, states[-1]))
        except PaiyanError:
            continue  # what cannot be, as the end of a game that has not begun
        states.append(after)
        there = session_of(ledger.store.events(table.table), NAMES)
        assert sum(there.totals) + there.on_table + sum(there.onlookers.values()) == 0
        assert sorted(player["seat"] for player in after["players"]) == sorted("ESWN")
        owed = {one["name"]: float(one["money"]) for one in after["settlement"]["people"]}
        assert abs(sum(owed.values())) < 1e-9
        for paid in after["settlement"]["transfers"]:
            owed[paid["from"]] += float(paid["money"])
            owed[paid["to"]] -= float(paid["money"])
        assert all(abs(left) < 1e-9 for left in owed.values())
    assert len(states) > 12
    for before in reversed(states[:-1]):
        assert without_time(written(ledger, table, Undo())) == without_time(before)

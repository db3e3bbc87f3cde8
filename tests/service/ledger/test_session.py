"""What follows from the events of an evening: balances, the dealer, the winds, taking back and correcting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiyan.service.ledger.session.entries import next_dealer
from paiyan.service.ledger.session.state import Event, Kind, Session, session_of


def balances(session: Session) -> tuple[int, ...]:
    return tuple(session.totals[who] for who in session.seated_players)


def deal(number: int, seats: tuple[int, int, int, int], to: str = "E", now: Session | None = None) -> Event:
    now = now or Session()
    about: dict[str, Any] = {"number": number, "kind": Kind.DEAL, "seats": seats, "next_dealer": to}
    return Event(dealer=now.dealer, round=now.round, **about)


def played(*deals: tuple[tuple[int, int, int, int], str]) -> list[Event]:
    """Events of deals that follow each other."""
    events: list[Event] = []
    for number, (seats, to) in enumerate(deals, 1):
        events.append(deal(number, seats, to, session_of(events)))
    return events


def test_what_a_seat_gains_its_player_gains() -> None:
    events = played(((24, -8, -8, -8), "S"), ((-8, 24, -8, -8), "S"))
    now = session_of(events)
    assert events[1].players == (-8, -8, 24, -8)  # player 1 deals, so S is player 2
    assert balances(now) == (16, -16, 16, -16)
    assert (now.dealer, now.round, now.repeats) == (2, 0, 0)
    assert [now.seat(p) for p in range(4)] == ["W", "N", "E", "S"]


def test_the_dealer_stays_and_the_repeats_are_counted() -> None:
    assert session_of(played(*[((3, -1, -1, -1), "E")] * 3)).repeats == 3
    assert session_of(played(((3, -1, -1, -1), "E"), ((0, 0, 0, 0), "S"))).repeats == 0


def test_a_deal_that_a_fault_ended_counts_in_no_streak() -> None:
    """闲家诈和则庄家续庄，但该盘不计连庄序."""
    won, false, again = played(*[((3, -1, -1, -1), "E")] * 3)
    by_a_fault = replace(false, answer={"counted": False})
    assert session_of([won, by_a_fault, again]).repeats == 2
    assert session_of([won, by_a_fault]).dealer == 0


def _row(text: str) -> Session:
    """Deals drawn ``d`` and won ``w``, points by word of mouth ``p``, and ``l`` where one leaves."""
    events: list[Event] = []
    for number, what in enumerate(text, 1):
        seats = {"sitting": [0, 1, 2, 4], "joined": ["new"], "drawn": False}
        if what == "l":
            events.append(Event(number=number, kind=Kind.SEATS, given=seats))
            continue
        answer: dict[str, Any] = {"d": {"on_table": 0}, "w": {"winners": [{"seat": "S"}]}, "p": {}}[what]
        events.append(replace(deal(number, (0, 0, 0, 0), now=session_of(events)), answer=answer))
    return session_of(events)


@pytest.mark.parametrize(
    ("deals", "waiting"),
    [("", 0), ("d", 1), ("ddd", 3), ("dddw", 2), ("dddwd", 3), ("dddwww", 0), ("dw", 0), ("wwd", 1),
     ("dpp", 1), ("ddl", 0), ("ddlw", 0), ("ddld", 1)],
)  # fmt: skip
def test_drawn_deals_wait_until_as_many_are_won(deals: str, waiting: int) -> None:
    """荒番: 第4局有人胡牌 … 同时第5局为荒番（2）; 一旦游戏的4人中有任意1人离开，则荒番失效."""
    assert _row(deals).draws_waiting == waiting


def test_the_wind_turns_when_the_deal_passes_the_first_dealer() -> None:
    zero = (0, 0, 0, 0)
    assert session_of(played(*[(zero, "S")] * 4)).round == 1
    assert session_of(played(*[(zero, "S")] * 3)).round == 0
    assert session_of(played((zero, "N"), (zero, "W"))).round == 1  # 0 → 3 → past 0 to 1
    assert session_of(played(*[(zero, "S")] * 16)).round == 0


def test_an_undo_takes_back_the_deal_and_who_dealt_next() -> None:
    events = played(((24, -8, -8, -8), "S"), ((-8, 24, -8, -8), "S"))
    now = session_of([*events, Event(number=3, kind=Kind.UNDO, deal=2)])
    assert (balances(now), now.dealer, now.version) == ((24, -8, -8, -8), 1, 3)
    now = session_of(
        [*events, Event(number=3, kind=Kind.UNDO, deal=2), Event(number=4, kind=Kind.UNDO, deal=1)]
    )
    assert (balances(now), now.dealer, now.deals) == ((0, 0, 0, 0), 0, ())


def test_a_correction_changes_its_deal_alone() -> None:
    events = played(((24, -8, -8, -8), "S"), ((-8, 24, -8, -8), "S"))
    better = Event(number=3, kind=Kind.CORRECT, deal=1, seats=(48, -16, -16, -16), next_dealer="E")
    now = session_of([*events, better])
    assert balances(now) == (40, -24, 8, -24)
    assert now.dealer == 2  # who dealt the second deal did deal it
    assert [d.number for d in now.deals] == [1, 2]


def test_who_deals_next_where_nobody_says() -> None:
    assert next_dealer(None, ["S"]) == "S"
    assert next_dealer(None, ["E"]) == "E"
    assert next_dealer(None, []) == "E"
    assert next_dealer("W", ["E"]) == "W"


points = st.tuples(*[st.integers(-500, 500)] * 3).map(lambda p: (*p, -sum(p)))
steps = st.lists(st.tuples(st.sampled_from(["deal", "undo", "correct"]), points, st.sampled_from("ESWN")))


@given(steps)
def test_balances_are_those_of_the_deals_that_count(steps: list[tuple[str, tuple[int, ...], str]]) -> None:
    events: list[Event] = []
    expected: list[tuple[int, ...]] = []
    for what, seats, to in steps:
        now = session_of(events)
        number = len(events) + 1
        if what == "deal":
            new = deal(number, seats, to, now)  # type: ignore[arg-type]
            expected.append(new.players)
        elif not now.deals:
            continue
        elif what == "undo":
            new = Event(number=number, kind=Kind.UNDO, deal=now.deals[-1].number)
            expected.pop()
        else:
            old = now.deals[len(now.deals) // 2]
            about: dict[str, Any] = {"dealer": old.dealer, "round": old.round, "next_dealer": to}
            new = Event(number=number, kind=Kind.CORRECT, deal=old.number, seats=seats, **about)  # type: ignore[arg-type]
            expected[len(now.deals) // 2] = new.players
        events.append(new)
    now = session_of(events)
    assert balances(now) == tuple(sum(e[p] for e in expected) for p in range(4))
    assert sum(balances(now)) == 0
    assert now.version == len(events)
    assert sorted(now.seat(p) for p in range(4)) == sorted("ESWN")

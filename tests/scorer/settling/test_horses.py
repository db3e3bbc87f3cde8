"""Horses and birds: where they fall, and what they make of payments."""

from __future__ import annotations

import pytest

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.report.answer import answer
from paiyan.scorer.rules.payments import Outsider, Transfer, balances
from paiyan.scorer.settling.horses import (
    Horse,
    at_most,
    drawn,
    fields,
    horses,
    mirrored,
    number,
    rewarded,
    seat_of,
    struck,
    turned_field,
)
from paiyan.scorer.tiles.notation import parse

E, S, W, N = Seat
DRAWN = [Transfer(seat, E, 2, Words("自摸", "self-draw")) for seat in (S, W, N)]


def net(*more: Transfer) -> dict[str, int]:
    return {seat.name: n for seat, n in balances([*DRAWN, *more]).items() if n}


@pytest.mark.parametrize(
    ("tiles", "numbers"), [("159m258p369s", [1, 5, 9, 2, 5, 8, 3, 6, 9]), ("1234567z", [1, 2, 3, 4, 3, 2, 1])]
)
def test_the_number_of_a_tile(tiles: str, numbers: list[int]) -> None:
    assert [number(t) for t in parse(tiles)] == numbers


def test_a_tile_falls_on_a_seat_counted_from_the_first() -> None:
    assert [seat_of(t, E) for t in parse("12345m9s")] == [E, S, W, N, E, E]
    assert [seat_of(t, W) for t in parse("12345m9s")] == [W, N, E, S, W, W]


def test_a_horse_pays_and_gets_what_its_seat_does() -> None:
    assert net(*mirrored(DRAWN, [Horse(W, S)])) == {"E": 8, "S": -2, "W": -4, "N": -2}  # fell on a loser
    assert net(*mirrored(DRAWN, [Horse(W, E)])) == {"E": 6, "S": -4, "W": 2, "N": -4}  # on the winner
    assert net(*mirrored(DRAWN, [Horse(E, E)])) == {"E": 12, "S": -4, "W": -4, "N": -4}
    assert net(*mirrored(DRAWN, [Horse(E, S)])) == net()  # the winner's own, on a loser: paid to themselves


def test_horses_do_not_mirror_horses() -> None:
    """马不对马: who sits pays two self-draws, the horse on a loser one alone."""
    both = mirrored(DRAWN, [Horse(Outsider.OUTSIDE_1, E), Horse(Outsider.OUTSIDE_2, S)])
    made = list(both)
    assert net(*made) == {"E": 8, "S": -4, "W": -4, "N": -4}
    assert sum(t.points for t in made if t.payee is Outsider.OUTSIDE_1) == 6
    assert [t.points for t in made if t.payer is Outsider.OUTSIDE_2] == [2]


def test_birds_add_or_double() -> None:
    shot = [Transfer(S, E, 3, Words("点炮", "discard"))]
    assert [t.points for t in struck(shot, [E, S], doubling=False)] == [6]
    assert [t.points for t in struck(shot, [E, S], doubling=True)] == [9]
    assert list(struck(shot, [W, N], doubling=True)) == []
    assert [(t.payer, t.points) for t in struck(DRAWN, [W], doubling=False)] == [(W, 2)]


def test_horses_turned_after_a_win_count_where_they_fall_on_the_winner() -> None:
    table = {"horses_turned": parse("15m9p4s2z")}
    made = list(rewarded(DRAWN, table, E, E))
    assert [(t.payer, t.points, t.reason.zh) for t in made] == [(seat, 6, "中马 3 匹") for seat in (S, W, N)]
    assert list(rewarded(DRAWN, table, W, E)) == []
    assert turned_field("here").id in table


def test_the_fields_of_the_table_take_them() -> None:
    ids = [s.id for s in fields("here", outside=True)]
    assert ids == [*(f"horses_{s}" for s in "ESWN"), *(f"horses_outside_{i}" for i in (1, 2, 3, 4))]
    table = {"horses_S": parse("5m"), "horses_outside_2": parse("2p3p"), "horses_N": ()}
    assert list(drawn(table)) == [S, Outsider.OUTSIDE_2]
    assert [h.seat for h in horses(table, E)] == [E, S, W]


def test_how_many_anybody_may_buy() -> None:
    def allowed(**table: str) -> bool:
        told = {f"horses_{who}": parse(tiles) for who, tiles in table.items()}
        return at_most(2, dealer=(1, 3))(Hand((), table=told))

    assert allowed()
    assert allowed(E="123m")
    assert allowed(E="1m", S="12m", outside_4="12m")
    assert not allowed(E="1234m")
    assert not allowed(S="1m")  # the dealer buys one at least
    assert not allowed(E="1m", S="123m")


def test_an_answer_tells_what_outsiders_gain() -> None:
    hand = {
        "rules": "guangdong-tuidaohu",
        "concealed": "123m456p789s23p99s",
        "win": {"tile": "1p", "by": "self_draw"},
        "table": {"horses_E": "2m", "horses_outside_1": "1p", "horses_outside_4": "3p"},
    }
    got = answer(hand)
    assert got["outside"] == {"OUTSIDE_1": 6, "OUTSIDE_4": -2}
    assert sum(got["payments"].values()) == -4
    assert "outside" not in answer({**hand, "table": {}})

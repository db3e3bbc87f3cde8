"""A hand's JSON: what it becomes, and what is refused with which sentence."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import By, Flag
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat, Side
from paiyan.scorer.tiles.notation import notation

READY: dict[str, Any] = {"concealed": "123m456p789s1122z"}
WON: dict[str, Any] = {**READY, "win": {"tile": "2z", "by": "discard", "from": "S"}}


def won(**win: Any) -> dict[str, Any]:
    return {**READY, "win": {"tile": "2z", **win}}


def melded(*melds: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"concealed": "1122z", "melds": list(melds), **more}


def meld(type_: str, tiles: str, **more: Any) -> dict[str, Any]:
    return {"type": type_, "tiles": tiles, **more}


def test_a_hand() -> None:
    hand = parse_hand(
        {
            "concealed": "1133z",
            "flowers": "15f",
            "melds": [
                meld("chow", "978s", **{"from": "left", "claimed": "7s"}),
                meld("kong", "5555p", **{"from": "N"}),
                meld("concealed_kong", "7777z"),
            ],
            "win": {"tile": "2z", "by": "discard", "from": "N", "flags": ["last_tile", "last_of_kind"]},
            "seat": "S", "round": "W", "dealer": "S",
        }
    )  # fmt: skip
    assert notation(hand.held) == "1133z978s5555p77772z"
    assert notation(hand.flowers) == "15f"
    assert (hand.seat, hand.round, hand.dealer) == (Seat.S, Seat.W, Seat.S)
    assert [(m.type, m.source) for m in hand.melds] == [
        (MeldType.CHOW, Side.LEFT),
        (MeldType.KONG, Side.ACROSS),
        (MeldType.CONCEALED_KONG, None),
    ]
    assert hand.win is not None
    assert (hand.win.by, hand.win.discarder) == (By.DISCARD, Seat.N)
    assert hand.win.flags == {Flag.LAST_TILE, Flag.LAST_OF_KIND}
    assert hand.claimed


def test_what_is_not_said_has_its_default() -> None:
    hand = parse_hand(READY)
    assert (hand.seat, hand.round, hand.dealer, hand.win, hand.melds) == (Seat.E, Seat.E, Seat.E, None, ())
    assert not hand.claimed


def test_seats_go_round() -> None:
    assert Seat.N.others == (Seat.E, Seat.S, Seat.W)
    assert [Seat.S.at(side) for side in (Side.RIGHT, Side.ACROSS, Side.LEFT)] == [Seat.W, Seat.N, Seat.E]
    assert [seat.wind for seat in Seat] == [27, 28, 29, 30]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        # shapes of the JSON
        ({"tiles": "123m"}, "a hand has no field 'tiles': its fields are rules, options, concealed"),
        ({"concealed": 123}, '"concealed" is a text of tiles like 123m44z, not 123'),
        ({"concealed": "12y"}, "concealed: 'y', character 3 of '12y', is not a tile"),
        ({**READY, "flowers": "9f"}, "flowers: there is no tile 9f"),
        ({**READY, "melds": "123m"}, "\"melds\" is a list, not '123m'"),
        ({**READY, "melds": ["123m"]}, "\"melds\" is a list of JSON objects, and '123m' in it is not one"),
        ({**READY, "seat": "X"}, "\"seat\" is a seat E, S, W or N, not 'X'"),
        ({**READY, "dealer": 0}, '"dealer" is a seat E, S, W or N, not 0'),
        ({**READY, "round": None}, '"round" is a seat'),
        ({**READY, "indicator": "12m"}, "indicator: '12m' is 2 tiles where one is wanted"),
        ({**READY, "table": [1]}, '"table" is a JSON object'),
        ({**READY, "win": "2z"}, "\"win\" is a JSON object, not '2z'"),
        # melds
        (melded(meld("chow", "124m")), "124m is not a chow: a chow is three in a row of one suit"),
        (melded(meld("chow", "891m")), "is not a chow"),
        (melded(meld("chow", "145z")), "is not a chow"),
        (melded(meld("chow", "1m2p3m")), "is not a chow"),
        (melded(meld("pung", "55p")), "55p is not a pung: that is 3 equal tiles"),
        (melded(meld("kong", "555p")), "555p is not a claimed kong: that is 4 equal tiles"),
        (melded(meld("pung", "")), "nothing is not a pung"),
        (melded(meld("pong", "555p")), '"kind of a meld (type)" has no \'pong\': did you mean pung?'),
        (melded(meld("pung", "555p", wall="E")), "a meld has no field 'wall'"),
        (melded(meld("concealed_kong", "5555p", **{"from": "left"})), "a concealed kong 5555p comes from"),
        (melded(meld("concealed_kong", "5555p", claimed="5p")), 'leave "claimed" out'),
        (melded(meld("chow", "123m", **{"from": "right"})), "a chow is claimed from the left"),
        (melded(meld("chow", "123m", **{"from": "S"}), seat="E"), "a chow is claimed from the left"),
        (melded(meld("pung", "555p", **{"from": "E"})), "cannot be claimed from E itself"),
        (melded(meld("pung", "555p", **{"from": "up"})), '"whose tile a meld took (from)" is one of right'),
        (melded(meld("chow", "123m", claimed="4m")), "the claimed tile 4m is not in the meld 123m"),
        (melded(meld("pung", "111f")), "1f cannot stand among the tiles of a hand: put it under flowers"),
        # tiles where they cannot be
        ({"concealed": "xx1m"}, "xx cannot stand among the tiles of a hand: turn it up"),
        ({"concealed": "1m1f"}, "1f cannot stand among the tiles of a hand: put it under flowers"),
        ({**READY, "flowers": "1m"}, "1m is no flower: flowers are 1f to 8f"),
        # wins
        (won(tile="12z"), "the winning tile: '12z' is 2 tiles where one is wanted"),
        ({**READY, "win": {"by": "discard"}}, '"win" does not say on which tile: give its "tile"'),
        (won(by="magic"), '"how it was won (by)" is one of discard, self_draw, robbed_kong'),
        (won(flag=[]), "\"win\" has no field 'flag'"),
        (won(flags=["lucky"]), '"circumstances of the win (flags)" is one of kong_replacement'),
        (won(flags="last_tile"), "\"flags\" is a list, not 'last_tile'"),
        (won(by="self_draw", **{"from": "S"}), 'a self-draw comes from nobody: leave "from" out'),
        (won(**{"from": "E"}), 'own discard, and "from" and "seat" are both E'),
        (won(flags=["flower_replacement"]), "a tile drawn for a flower is a self-draw"),
        (won(by="self_draw", flags=["flower_replacement"]), "flower_replacement needs a flower"),
        (
            {**won(by="self_draw", flags=["kong_replacement", "flower_replacement"]), "flowers": "1f"},
            "the winning tile replaced either a kong or a flower",
        ),
        (won(by="robbed_kong", flags=["last_tile"]), "a robbed kong cannot be last tile as well"),
        (won(by="robbed_kong", flags=["first_turn"]), "a robbed kong cannot be won in the first turn"),
        (won(flags=["last_of_kind"]), "the other three lie open, but the hand holds another 2z"),
        (won(flags=["first_turn", "last_tile"]), "the last tile does not come in the first turn"),
        (
            melded(meld("pung", "555p"), win={"tile": "2z", "by": "self_draw", "flags": ["first_turn"]}),
            "a self-draw in the first turn has no claimed melds",
        ),
        (won(tile="1f", by="robbed_kong"), "1f cannot come by robbed kong"),
        (won(tile="2p", by="robbed_flower"), "2p cannot come by robbed flower"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(HandError) as refused:
        parse_hand(given)
    said = str(refused.value)
    assert message in said
    assert "\n" not in said


def test_every_circumstance_can_be_said() -> None:
    """No rule above shuts out a flag or a way to win altogether."""
    flagged: dict[str, dict[str, Any]] = {
        "kong_replacement": {**won(by="self_draw"), "concealed": "1122z", "melds": [meld("kong", "5555p")]},
        "flower_replacement": {**won(by="self_draw"), "flowers": "1f"},
        "last_tile": won(),
        "last_of_kind": {**won(tile="3z")},
        "first_turn": won(by="self_draw"),
        "declared_ready": won(),
    }
    assert set(flagged) == {flag.value for flag in Flag}
    for flag, given in flagged.items():
        hand = parse_hand({**given, "win": {**given["win"], "flags": [flag]}})
        assert hand.win is not None
        assert {f.value for f in hand.win.flags} == {flag}
    assert parse_hand(won(tile="3z", by="robbed_kong", **{"from": "W"})).win
    assert parse_hand({**won(tile="1f", by="robbed_flower"), "flowers": "2345678f"}).win

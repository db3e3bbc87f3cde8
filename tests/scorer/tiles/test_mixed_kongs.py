"""Kongs of unequal tiles 旋风杠 喜杠 幺九蛋: which there are, their way through hands, lines and deals."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.parse_deal import parse_deal
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report.build import missed
from paiyan.scorer.report.rule_set_json import described
from paiyan.scorer.rules.checks import check_hand
from paiyan.scorer.rules.hand_text import hand_from_text
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score, waits
from paiyan.scorer.settling.kongs import income, name_of
from paiyan.scorer.settling.settlement import settle
from paiyan.scorer.tiles.notation import notation, parse
from paiyan.scorer.tiles.tile import kinds
from paiyan.scorer.tiles.unusual_sets import DRAGONS, NINES, ONES, WINDS, MixedKongs, group_of

KNOWS = MixedKongs({WINDS: 3, DRAGONS: 3, ONES: 3, NINES: 3})
RULES = rule_set("guobiao").changed(mixed=KNOWS, minimum=0)
DRAWN = {"by": "self_draw", "tile": "9s"}


def of(text: str) -> list[int]:
    return kinds(parse(text))


@pytest.mark.parametrize(
    ("tiles", "group"),
    [
        ("123z", WINDS),
        ("11234z", WINDS),
        ("567z", DRAGONS),
        ("1m1p1s", ONES),
        ("9m9p9s", NINES),
        ("1s67z", DRAGONS),  # 幺鸡 stands in
        ("1s9m9p", NINES),
        ("345z", None),
        ("1m9m1p", None),
    ],
)
def test_groups(tiles: str, group: Any) -> None:
    assert group_of(of(tiles)) is group


@pytest.mark.parametrize(
    ("rule", "tiles", "allowed"),
    [
        (KNOWS, "123z", True),
        (KNOWS, "12344z", True),  # 补蛋
        (KNOWS, "112z", False),
        (KNOWS, "1s67z", False),
        (KNOWS._replace(stand_in=True), "1s67z", True),
        (KNOWS._replace(stand_in=True), "1s66z", False),
        (KNOWS._replace(stand_in=True), "1m11s", True),  # the second stands for the one of circles
        (KNOWS, "1m11s", False),
        (KNOWS, "1m1p11s", True),
        (KNOWS._replace(extended=False), "1234z", False),
        (MixedKongs({WINDS: 4}), "123z", False),
        (MixedKongs({WINDS: 4}), "1234z", True),
        (MixedKongs({WINDS: 4}), "567z", False),
    ],
)
def test_what_a_rule_set_allows(rule: MixedKongs, tiles: str, allowed: bool) -> None:
    assert rule.allows(of(tiles)) is allowed


def test_tiles_laid_afterwards_are_counted() -> None:
    assert [KNOWS.added(of(t)) for t in ("123z", "1234z", "12344z", "567z")] == [0, 1, 2, 0]
    assert MixedKongs({WINDS: 4}).added(of("1234z")) == 0


def test_a_mixed_kong_stands_for_one_set_whatever_its_size() -> None:
    for tiles in ("(123z)", "(1234z)", "(12344z)"):
        hand = parse_hand(told(f"{tiles} 123m456m789m9s +9s draw"))
        got = score(RULES, hand)
        assert isinstance(got, Score)
        assert got.arrangement.texts()[0] == notation(parse(tiles[1:-1]))
        assert not hand.claimed
        assert missed(got) is not None


def told(line: str) -> dict[str, Any]:
    made = hand_from_text(RULES, line)
    del made["options"]
    return made


def test_a_line_and_a_waiting_hand() -> None:
    made = told("(1m1p1s) [789m<] 45p123s99s")
    assert made["melds"][0] == {"type": "mixed_kong", "tiles": "1m1p1s"}
    assert [w.tile.notation for w in waits(RULES, parse_hand(made))] == ["3p", "6p"]


@pytest.mark.parametrize(
    ("meld", "says"),
    [
        ({"tiles": "12z"}, "12z is not a mixed kong: that is three or more unequal tiles of the winds"),
        ({"tiles": "111z"}, "111z is not a mixed kong"),
        ({"tiles": "345z"}, "345z is not a mixed kong"),
        ({"tiles": "123z", "from": "left"}, "a kong of unequal tiles 123z comes from nobody"),
    ],
)
def test_what_is_no_mixed_kong(meld: dict[str, str], says: str) -> None:
    with pytest.raises(HandError, match=says):
        parse_hand({"concealed": "1122334455m", "melds": [{"type": "mixed_kong", **meld}]})


def test_only_some_rule_sets_know_them() -> None:
    hand = parse_hand(told("(123z) 123m456m789m9s +9s draw"))
    with pytest.raises(HandError, match="knows no kong of unequal tiles: 1z2z3z"):
        check_hand(rule_set("guobiao"), hand)
    four = RULES.changed(mixed=MixedKongs({WINDS: 4}, extended=False))
    with pytest.raises(HandError, match="it takes 4 different of 1234z"):
        check_hand(four, hand)
    assert MeldType.MIXED_KONG in RULES.played_with.melds
    assert MeldType.MIXED_KONG not in rule_set("guobiao").played_with.melds


def test_a_kong_of_three_draws_no_replacement() -> None:
    assert score(RULES, parse_hand(told("(1234z) 123m456m789m9s +9s draw kong_replacement")))
    with pytest.raises(HandError, match="kong_replacement needs a kong"):
        check_hand(RULES, parse_hand(told("(123z) 123m456m789m9s +9s draw kong_replacement")))


def test_in_a_deal_it_is_told_by_its_lowest_tile_and_all_pay() -> None:
    owner = {"seat": "S", "concealed": "1122334455m", "melds": [{"type": "mixed_kong", "tiles": "567z"}]}
    deal = parse_deal({"hands": [owner], "events": [{"seat": "S", "kong": "5z"}]})
    (kong,) = deal.kongs
    assert income(kong, {MeldType.MIXED_KONG: 2}) == [(Seat.W, 2), (Seat.N, 2), (Seat.E, 2)]
    assert income(kong, lambda k: len(k.meld.tiles)) == [(Seat.W, 3), (Seat.N, 3), (Seat.E, 3)]
    assert name_of(kong).zh == "喜杠"


def robbed(melds: list[dict[str, str]], concealed: str = "1122334455667m") -> Any:
    winner = {"seat": "S", "concealed": "123456789p11s78m"}
    winner |= {"win": {"by": "robbed_kong", "tile": "9m", "from": "W"}}
    loser = {"seat": "W", "concealed": concealed, "melds": melds}
    return parse_deal({"hands": [winner, loser]})


def test_a_tile_laid_to_a_mixed_kong_may_be_robbed() -> None:
    nines = {"type": "mixed_kong", "tiles": "9m9p9s"}
    deal = robbed([nines], "1122334455m")
    assert settle(RULES, deal).scores
    with pytest.raises(HandError, match="S robbed a kong of 9m, so W keeps three of it"):
        robbed([])


def test_who_robs_a_fourth_tile_holds_no_other_of_it() -> None:
    holds_one = {"concealed": "123456789p11s99m", "win": {"by": "robbed_kong", "tile": "9m", "from": "W"}}
    with pytest.raises(HandError, match="a kong of 9m cannot be robbed by a hand that holds another 9m"):
        check_hand(rule_set("guobiao"), parse_hand(holds_one))
    assert check_hand(RULES, parse_hand(holds_one))  # one alone may have been laid to a kong of nines


def test_a_concealed_kong_is_robbed_where_the_rules_say_so() -> None:
    deal = robbed([], "1122334455m999m")
    with pytest.raises(HandError, match="this hand may rob added kongs alone"):
        settle(RULES, deal)
    assert settle(RULES.changed(robs_concealed=bool), deal).scores


def test_the_rules_as_json_tell_which_there_are() -> None:
    told = to_json(described(rule_set("changchun")), "en")
    assert "mixed_kong" in told["melds"]
    assert told["mixed_kongs"] == {
        "groups": [
            {"tiles": "1234z", "least": 3},
            {"tiles": "567z", "least": 3},
            {"tiles": "1m1p1s", "least": 3},
            {"tiles": "9m9p9s", "least": 3},
        ],
        "stand_in": "1s",
        "extended": True,
    }
    assert to_json(described(rule_set("guobiao")), "en")["mixed_kongs"] is None

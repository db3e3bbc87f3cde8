"""Whole deals: what is refused, and what is answered."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.parse_deal import parse_deal
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.report.answer import answer
from paiyan.scorer.report.rule_set_json import described
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.settling.settlement import settle
from tests.scorer.rulesets.sichuan_deals import (
    OTHER,
    PAIRS,
    PIG,
    PLAIN,
    Json,
    hand,
    meld,
    settled,
    won,
)

# --- a rule set with nothing beside its wins


def test_guobiao_settles_its_wins_and_nothing_else() -> None:
    win = hand("S", "222333444666m8p", win=won("8p", "N"))
    rules = rule_set("guobiao").with_options()
    made = settle(rules, parse_deal({"hands": [win, hand("W", "", meld("concealed_kong", "5555s"))]}))
    fan = made.scores[0].value.points
    assert fan >= 64  # 四暗刻
    assert made.balances == {Seat.E: -8, Seat.S: fan + 24, Seat.W: -8, Seat.N: -8 - fan}
    assert made.next_dealer is Seat.S  # whoever won
    two = [win, hand("E", "777888999s111p8p", win=won("8p", "N"))]
    first = settle(rules, parse_deal({"hands": two}))  # E plays next after N
    assert [s.hand.seat for s in first.scores] == [Seat.E]
    assert first.warnings[0].to("en") == "S won on 8p too, but E comes first: the win of S does not count"
    alone = settle(rules, parse_deal({"hands": two[1:]}))
    assert (first.balances, first.next_dealer) == (alone.balances, alone.next_dealer)


@pytest.mark.parametrize("giver", ["E", "W", "N"])
def test_who_is_robbed_of_a_kong_in_hongkong_pays_for_three(giver: str) -> None:
    """抢杠包牌: as after a self-draw, whoever it is; 门前清, 抢杠胡, 平糊 and 无花 are four fans."""
    win = hand("S", "123m456m67m234p99s", win=won("8m", giver, by="robbed_kong"))
    made = settle(rule_set("hongkong").with_options({}), parse_deal({"hands": [win]}))
    assert (made.scores[0].value.total, made.balances[Seat.S], made.balances[Seat[giver]]) == (4, 180, -180)


@pytest.mark.parametrize(
    ("price", "asked"), [({}, False), ({"open_kong": 1}, True), ({"concealed_kong": 2}, True)]
)
@pytest.mark.parametrize("rules", ["yingkou", "neimenggu"])
def test_untold_kongs_are_asked_for_where_they_have_a_price(
    rules: str, price: dict[str, int], asked: bool
) -> None:
    win = hand("S", "234p567p78s55s", meld("pung", "111m", "left"), win=won("9s", "W"))
    warned = answer({"rules": rules, "options": price, "hands": [win]})["warnings"]
    assert any("their kongs are not in the payments" in text for text in warned) is asked


# --- what cannot have happened


@pytest.mark.parametrize(
    ("hands", "more", "said"),
    [
        ([hand("S", PLAIN), hand("S", PAIRS)], {}, "two hands sit at S"),
        ([{"concealed": PLAIN}], {}, 'give it "seat"'),
        ([hand("S", PLAIN)], {"hand": 1}, "a deal has no field 'hand'"),
        ([hand("S", PLAIN, dealer="E")], {}, '"dealer" belongs to the whole deal'),
        ([hand("S", PLAIN, win=won("6p", "S"))], {}, "nobody wins on their own discard"),
        (
            [hand("S", PLAIN, win=won("6p")), hand("N", OTHER, win=won("6p"))],
            {},
            "these did not win on one and the same discard: S on 6p by self-draw, N on 6p by self-draw",
        ),
        (
            [hand("S", PLAIN, win=won("6p", "E")), hand("N", OTHER, win=won("6p", "W"))],
            {},
            "S on 6p by discard of E, N on 6p by discard of W",
        ),
        (
            [hand("S", PLAIN, win=won("6p", "E")), hand("N", OTHER, win=won("3p", "E"))],
            {},
            "S on 6p by discard of E, N on 3p by discard of E",
        ),
        (
            [hand("S", PLAIN, win=won("6p", "N")), hand("N", OTHER, win=won("6p", "S"))],
            {},
            "S on 6p by discard of N, N on 6p by discard of S",
        ),
        (
            [hand("S", PLAIN, win=won("6p", "E", "last_tile")), hand("N", OTHER, win=won("6p", "E"))],
            {},
            "last tile holds for all who won on this 6p, or for none",
        ),
        ([hand("S", PLAIN), hand("N", "222p" + "345m456s789s6s")], {}, "2p appears 6 times in the deal"),
        (
            [hand("S", PLAIN, win=won("6p", "W")), hand("N", "66p6p" + "345m456s789s6s")],
            {},
            "6p appears 5 times in the deal",
        ),
        ([hand("S", "", meld("kong", "7777s", "S"))], {}, "cannot be claimed from S itself"),
        (
            [
                hand("S", "123m45m222p999p66p", win=won("6m", "W", by="robbed_kong")),
                hand("W", "", meld("added_kong", "7777s", "E")),
            ],
            {},
            "S robbed a kong of 6m, so W keeps three of it",
        ),
        (
            [hand("S", PLAIN, win=won("6p", "N", "kong_replacement")), hand("N", OTHER)],
            {},
            "N discarded after a kong, but its hand shows none",
        ),
        ([hand("S", "123m345m222p99p66p", win=won("7p", "N"))], {}, "S does not win"),
        ([hand("S", PLAIN, table={"a": 1})], {"table": {"a": 2}}, 'give different "a"'),
        ([hand("S", PLAIN, table={"a": 1})], {}, "no table field 'a'"),
        ([hand("S", PLAIN[:-2])], {}, "12 concealed tiles where Sichuan (Chengdu) has 13"),
        ([hand("S", PLAIN)], {"events": [{"seat": "S", "win": "6p"}]}, "has no such win"),
        ([hand("S", PLAIN)], {"events": [{"seat": "S", "kong": "6p"}]}, "no hand shows that kong"),
        ([hand("S", PLAIN, win=won("6p", "N"))], {"events": []}, "the win of S is not among them"),
        ([hand("S", PLAIN)], {"events": [{"seat": "S"}]}, "an event is"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_have_happened_is_refused_in_one_sentence(
    hands: list[Json], more: Json, said: str
) -> None:
    with pytest.raises(HandError) as refused:
        settled(*hands, **more)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_who_had_won_can_neither_discard_nor_give_a_kong() -> None:
    first = hand("S", PLAIN, win=won("6p", "N"))
    order = [{"seat": "S", "win": "6p"}, {"seat": "E", "win": "7p"}]
    with pytest.raises(HandError, match="S had won before and cannot give E its 7p"):
        settled(first, hand("E", PAIRS, win=won("7p", "S")), options={"bloody": True}, events=order)
    order = [{"seat": "S", "win": "6p"}, {"seat": "W", "kong": "7s"}]
    with pytest.raises(HandError, match="S had won and cannot have discarded"):
        settled(first, hand("W", "", meld("kong", "7777s", "S")), events=order)


# --- as the interface has it


def test_the_answer_to_a_deal() -> None:
    got = answer(
        {
            "rules": "sichuan",
            "dealer": "N",
            "hands": [hand("S", PLAIN, win=won("6p", "N")), hand("W", "", meld("kong", "8888s", "left"))],
        },
        lang="zh",
    )
    assert got["payments"] == {"E": 0, "S": -1, "W": 2, "N": -1}
    assert got["transfers"] == [
        {"from": "S", "to": "W", "points": 2, "reason": "刮风（直杠）"},
        {"from": "N", "to": "S", "points": 1, "reason": "点炮"},
    ]
    assert [(w["seat"], w["total"], w["fans"][0]["name"]) for w in got["winners"]] == [("S", 1, "平胡")]
    assert (got["drawn"], got["next_dealer"]) == (False, "S")


def test_the_answer_to_a_drawn_deal_names_who_was_ready() -> None:
    got = answer(
        {
            "rules": "sichuan",
            "hands": [hand(s, h) for s, h in zip("ESWN", (PLAIN, PAIRS, OTHER, PIG), strict=True)],
        }
    )
    assert got["drawn"] is True
    assert got["winners"] == []
    assert got["ready"] == {"E": ["6p"], "S": ["7p"], "W": ["3p", "6p"], "N": []}
    assert {t["reason"] for t in got["transfers"]} == {"held three suits"}


# --- hands that do not win


def test_a_hand_that_does_not_win_waits_only_for_what_would_let_it() -> None:
    """The second hand has the shape, but three suits: no tile could make it win."""
    got = answer({"rules": "sichuan", "concealed": "123m345m222p99p66p", "win": {"tile": "1s"}})
    assert (got["win"], got["waits"]) == (False, ["6p", "9p"])
    got = answer({"rules": "sichuan", "concealed": "123m345s222p99p66p", "win": {"tile": "1s"}})
    assert (got["win"], got["waits"]) == (False, [])


def test_the_rules_tell_what_no_score_shows() -> None:
    notes = to_json(described(rule_set("sichuan")), "zh")["notes"]
    assert [n["rule"][:4] for n in notes] == ["最后四张", "同一圈内"]
    assert all(n["source"] for n in notes)


def test_an_answer_without_payments_says_why() -> None:
    low = {"concealed": "123m567m33367s44z", "win": {"tile": "8s", "from": "W"}}
    got = answer({"rules": "guobiao", **low})
    assert (got["legal"], got["payments"]) == (False, {})
    assert got["warnings"] == ["a win below the minimum may not be declared, so nothing is paid"]
    untold = answer({"rules": "guobiao", "concealed": "1122334455667p", "win": {"tile": "7p"}})
    assert (untold["legal"], untold["payments"]) == (True, {})
    assert any("it is unknown who discarded" in text for text in untold["warnings"])


# --- what is told and what the hands show


def three_on_one(rules: str, **table: Any) -> Json:
    """South, west and north win on east's 4p."""
    hands = {"S": "123m456p789s23p11z", "W": "234m567p345s23p22z", "N": "345m678p678s23p33z"}
    wins = [hand(seat, tiles, win=won("4p", "E")) for seat, tiles in hands.items()]
    return {"rules": rules, "hands": wins, "table": table}


@pytest.mark.parametrize("rules", ["guangdong-jipinghu", "guangzhou", "guigang", "shenzhen"])
def test_three_winners_on_one_discard_are_seen_from_their_hands(rules: str) -> None:
    """一炮三响: told again it is the same; told otherwise it is refused."""
    got = answer(three_on_one(rules), lang="zh")
    assert all("一炮三响" in [fan["name"] for fan in winner["fans"]] for winner in got["winners"])
    again = answer(three_on_one(rules, winners=3), lang="zh")
    assert again["balances"] == got["balances"]
    with pytest.raises(HandError, match=r"table\.winners says 2 where the hands show 3"):
        answer(three_on_one(rules, winners=2))


def test_whose_tile_a_claim_took_is_asked_where_that_changes_who_pays() -> None:
    melds = [{"type": "pung", "tiles": tiles} for tiles in ("111m", "222p", "333s")]
    hand_ = {"concealed": "99s44p", "win": {"tile": "4p", "by": "self_draw"}}
    got = answer({"rules": "shanghai", **hand_, "melds": melds})  # 承包: three claims from one bind the two
    assert "it is unknown whose tile 111m, 222p, 333s took" in " ".join(got["warnings"])
    told = [{**melds[0], "from": "left"}, {**melds[1], "from": "right"}, {**melds[2], "from": "across"}]
    assert answer({"rules": "shanghai", **hand_, "melds": told})["warnings"] == []


def test_a_deal_is_written_with_hands() -> None:
    with pytest.raises(HandError, match=r'a deal is \{"hands"'):
        answer({"rules": "sichuan", "deal": {}})

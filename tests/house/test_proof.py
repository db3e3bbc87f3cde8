"""An example that is answered otherwise than its house file says: each part of it is told, and no other."""

from __future__ import annotations

import pytest

from paiyan.scorer.house.examples import prove
from paiyan.scorer.house.load import load

HEAD = 'id = "my-club"\nname = "我的会馆"\nbase = "hongkong"\nminimum = 3\n'
FLUSH = (
    "111m222m333m444z5z +5z from S"  # half flush, all triplets, no flowers, nothing claimed: 3 + 3 + 1 + 1
)
PLAIN = "123m456m789p444s5z +5z from S"  # one fan at most: below the minimum

# The hand, what the file says of it, and what is told: the part, what it is, what the file has.
WRONG = (
    (FLUSH, "", ()),
    (FLUSH, "wins = true\nlegal = true\nworth = 8", ()),
    (FLUSH, "wins = false", ("wins", "true", "false")),
    (FLUSH, "legal = false", ("may be declared", "true", "false")),
    (FLUSH, "worth = 7", ("worth", "8", "7")),
    (FLUSH, "points = 1", ("points", "1")),
    (FLUSH, 'fans = ["half_flush"]', ("fans", "half_flush")),
    (FLUSH, "pays = { E = 1 }", ("pays", "E+1")),
    (PLAIN, "legal = false", ()),
    (PLAIN, "", ("may be declared", "false", "true")),
    ("123m456m789p444s5z +6z from S", "wins = false", ()),
    ("123m456m789p444s5z +6z from S", "", ("wins", "false", "true")),
)


@pytest.mark.parametrize(("hand", "said", "told"), WRONG)
def test_what_is_other_is_told(hand: str, said: str, told: tuple[str, ...]) -> None:
    proof = prove(load(f'{HEAD}[[example]]\nhand = "{hand}"\n{said}\n'))
    why = [one.to("en") for failed in proof.failed for one in failed.why]
    assert len(why) == bool(told), why
    assert proof.holds is not bool(told)
    for part in told:
        assert part in why[0]
    if told:
        assert [(failed.line, failed.hand) for failed in proof.failed] == [(5, hand)]


def test_why_an_example_does_not_win_is_told_in_every_language() -> None:
    proof = prove(load(f'{HEAD}[[example]]\nhand = "123m456m789p444s5z +6z from S"\n'))
    (why,) = proof.failed[0].why
    assert [why.to(lang) for lang in ("zh", "en", "ja")] == [
        "和牌是 false (牌型不成和)，例子写的是 true",
        "wins is false (the tiles do not make a winning hand), and the example says true",
        "和了 は false (和了形になっていません) で、例では true です",
    ]


def test_fans_are_told_apart_by_commas() -> None:
    proof = prove(load(f'{HEAD}[[example]]\nhand = "{FLUSH}"\nfans = ["half_flush", "all_pungs"]\n'))
    (why,) = proof.failed[0].why
    assert "Half Flush, " in why.to("en")
    assert why.to("en").endswith("and the example says half_flush, all_pungs")

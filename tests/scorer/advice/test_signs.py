"""Signs in the rows of discards: where the chapter on play 玩牌技巧 sees them; they change no figure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paiyan.scorer.advice.advise import Advice, Choice, advise
from paiyan.scorer.advice.safety import NOBODY, Others
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.tiles.notation import parse

SIGNS = ("often_seen", "never_seen", "suit_kept", "outer_first", "near_the_last")
# Eight numbered tiles without a character; the same and a 4m, the first of its kind.
NO_CHARACTERS = "1p9p4p6p9s2s1s8s"
FRESH_4M = "1p9p4p6p9s2s1s8s4m"


def advised(tiles: str, drawn: str, rules: str = "hongkong", **rows: str) -> Advice:
    """Return the advice for East's hand beside rows of discards."""
    hand = parse_hand({"concealed": tiles, "win": {"tile": drawn, "by": "self_draw"}})
    others = Others(discards={Seat[seat]: parse(row) for seat, row in rows.items()}) if rows else NOBODY
    return advise(rule_set(rules).with_options({}), hand, others=others)


def told(tiles: str, drawn: str, tile: str, **rows: str) -> list[str]:
    """Return the signs that are told of throwing a tile."""
    (choice,) = (c for c in advised(tiles, drawn, **rows).choices if str(c.discard) == tile)
    return [r.code for r in choice.reasons if r.code in SIGNS]


HAND = ("123m456p11s678s23p", "5m")


@pytest.mark.parametrize(
    ("tile", "rows", "codes"),
    [
        # 一直未打某一色的牌，可能在做清一色或混一色; seven tiles are too few to tell.
        ("5m", {"S": NO_CHARACTERS}, ["never_seen", "suit_kept"]),
        ("5m", {"S": NO_CHARACTERS[:-2]}, []),
        ("5m", {"S": NO_CHARACTERS + "9m"}, ["never_seen"]),
        ("2p", {"S": NO_CHARACTERS}, ["never_seen"]),
        # 一直打某一色的牌: two suits are kept.
        ("5m", {"W": "123456789s"}, ["never_seen", "suit_kept"]),
        ("2p", {"W": "123456789s"}, ["never_seen", "suit_kept"]),
        # 先打一，后打二，紧防三、六; 先打九，后打八，紧防四、七; the other way round says nothing.
        ("3m", {"N": "1m5z2m"}, ["outer_first"]),
        ("3m", {"N": "2m1m"}, []),
        ("2m", {"N": "1m2m"}, []),
        ("6p", {"N": "1p2p"}, ["outer_first"]),
        ("4p", {"N": "9p8p"}, ["outer_first"]),
        ("5p", {"N": "9p8p"}, []),
        ("7s", {"N": "9s1z8s"}, ["outer_first"]),
        ("7s", {"N": "9p8p"}, []),
        # 后局他家打生张，附近皆危险: 打4万,可能听2,3,5,6万.
        ("5m", {"S": FRESH_4M}, ["never_seen", "near_the_last"]),
        ("2m", {"S": FRESH_4M}, ["never_seen", "near_the_last"]),
        ("3m", {"S": FRESH_4M}, ["never_seen", "near_the_last"]),
        ("1m", {"S": FRESH_4M}, ["never_seen"]),
        ("3m", {"S": FRESH_4M, "W": "4m"}, ["never_seen"]),  # 4m was thrown before
        ("3m", {"S": "1p9p4m"}, []),  # early
        ("3m", {"S": NO_CHARACTERS + "9m", "N": "4m"}, ["never_seen"]),  # late for South, early for North
        # 打熟不打生: often seen, or late and not seen at all.
        ("5m", {"S": "5m9p", "W": "5m"}, ["often_seen"]),
        ("5m", {"S": "5m9p"}, []),
    ],
)
def test_a_sign_is_told_where_the_rows_show_it(tile: str, rows: dict[str, str], codes: list[str]) -> None:
    assert told(*HAND, tile, **rows) == codes


def test_late_begins_with_eight_tiles_of_a_row_or_32_of_all() -> None:
    """后局:是指每家摸的牌数在8张以上，或海底张数32张以上."""
    row = "1z2z3z4z5z6z7z"  # seven
    assert told(*HAND, "5m", S=row) == []
    assert told(*HAND, "5m", S=row + "9p") == ["never_seen"]
    assert told(*HAND, "5m", E=row, S=row, W=row, N=row) == []


def test_signs_change_no_figure() -> None:
    def figures(found: Advice) -> list[Choice]:
        return [replace(choice, reasons=(), safety=()) for choice in found.choices]

    same_tiles = (FRESH_4M, "".join(reversed([FRESH_4M[i : i + 2] for i in range(0, len(FRESH_4M), 2)])))
    there, back = (advised(*HAND, S=row) for row in same_tiles)
    assert [c.reasons for c in there.choices] != [c.reasons for c in back.choices]
    assert figures(there) == figures(back)


def test_a_sign_names_the_seat_and_its_source() -> None:
    (choice,) = (c for c in advised(*HAND, S=NO_CHARACTERS).choices if str(c.discard) == "5m")
    (sign,) = (r for r in choice.reasons if r.code == "suit_kept")
    assert "South" in sign.to("en")
    assert "南家" in sign.to("zh")
    assert "一色" in sign.to("ja")
    assert str(sign.source) == "口袋麻将全集 §玩牌技巧 舍牌的技巧"

"""The first document's chapter on play 玩牌技巧, where it says what to throw: the advice follows it."""

from __future__ import annotations

import pytest

from paiyan.scorer.advice.advise import Advice
from tests.scorer.advice.test_advise import advice


def order(found: Advice) -> list[str]:
    """The discards in their order, the best first."""
    return [str(choice.discard) for choice in found.choices]


@pytest.mark.parametrize("rules", ["hongkong", "riichi", "guangzhou"])
@pytest.mark.parametrize(
    ("tiles", "drawn"),
    [("123m456p11s78s5z9m6p", "5m"), ("234m567p99s12s4z9p5m", "5s"), ("456m789p22s4z78s35m", "9m")],
)
def test_honours_go_first_then_outer_tiles_then_middle_ones(rules: str, tiles: str, drawn: str) -> None:
    """通常先打字牌，再打偏张，最后才是中张数牌."""
    found = order(advice(rules, tiles, drawn, round="S", seat="W", dealer="E"))
    assert found[0].endswith("z")


def test_of_lone_numbers_the_outer_goes_first() -> None:
    """再打偏张，最后才是中张数牌."""
    found = order(advice("hongkong", "123m456p11s78s9m5p1p", "5m"))
    assert found.index("9m") < found.index("5m")


@pytest.mark.parametrize(
    ("first", "second", "seat"), [("4z", "1z", "E"), ("4z", "5z", "E"), ("1z", "6z", "E"), ("3z", "2z", "S")]
)
def test_winds_of_others_go_before_ones_own_and_these_before_dragons(
    first: str, second: str, seat: str
) -> None:
    """先打风，后打箭; 先打客风，后打圈风和本门风，最后打中、发、白."""
    found = order(advice("hongkong", f"123m456p22s78s9m{first}6p", second, seat=seat, dealer="E"))
    assert found.index(first) < found.index(second)


@pytest.mark.parametrize(
    ("tiles", "drawn", "best"),
    [
        ("123p456p11z234s89m", "6m", "9m"),
        ("456m789s11z234s12p", "4p", "1p"),
        ("456s789p11z234s12m", "4m", "1m"),
    ],
)
def test_an_edge_becomes_a_closed_wait(tiles: str, drawn: str, best: str) -> None:
    """原有边张搭子8、9，抓进6，应打9留6；小头也一样; 一万、二万、四万，应先把一万打出."""
    found = advice("hongkong", tiles, drawn)
    assert order(found)[0] == best
    assert found.choices[0].reasons[0].code == "wait_closed"


@pytest.mark.parametrize("suit", "mps")
def test_of_two_lone_tiles_the_outer_goes(suit: str) -> None:
    """有六、九索，应先跑九索."""
    others = "".join(s for s in "mps" if s != suit)
    found = order(
        advice(
            "hongkong",
            f"123{others[0]}456{others[0]}11{others[1]}78{others[1]}23{others[1]}6{suit}",
            f"9{suit}",
        )
    )
    assert found.index(f"9{suit}") < found.index(f"6{suit}")
    assert found[0] == f"9{suit}"


def test_three_waits_are_taken_for_two() -> None:
    """有二、三、三、四五，抓进一张六: 打三，听一、四、七."""
    best = advice("hongkong", "123m456p11s23345s", "6s").choices[0]
    assert str(best.discard) == "3s"
    assert [str(wanted.tile) for wanted in best.wanted] == ["1s", "4s", "7s"]


def test_the_more_kinds_are_waited_for_the_likelier_is_the_win() -> None:
    """同时听越多张越容易胡."""
    found = advice("hongkong", "123m456p11s23345s", "6s").choices
    chances = {str(c.discard): c.expects.win for c in found if c.expects and c.distance == 0}
    assert chances["3s"] > chances["6s"]


def test_the_fourth_of_a_claimed_wind_is_certainly_safe() -> None:
    """绝对安全牌（如字牌东碰出，又摸入第四张）: nobody can win on it; other tiles carry some danger."""
    found = advice("beijing", "123m456p11s23457s", "1z", seen="111z", seat="S", dealer="E")
    safe = {str(c.discard): [s.code for s in c.safety] for c in found.choices}
    assert safe["1z"] == ["nobody"]
    assert all(codes != ["nobody"] for tile, codes in safe.items() if tile != "1z")

"""立四, the standing tiles of 太原麻将: the first four of a hand, of which one is discarded to be ready."""

from __future__ import annotations

from collections import Counter

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.settings import Lies, Setting
from paiyan.scorer.rules.sources import POCKET_MAHJONG

SEED = POCKET_MAHJONG.section("太原麻将")
PLAY = f"{SEED} 三、行牌规则"
WINS = f"{SEED} 六、和牌规则"


def _standing(hand: Hand) -> Counter[int]:
    return Counter(t.kind for t in hand.table["standing"])


def _four_stand(hand: Hand) -> bool:
    return len(hand.table["standing"]) in (0, 4) and len(hand.table["stood_out"]) <= 1


def _stood_out_is_one(hand: Hand) -> bool:
    out = Counter(t.kind for t in hand.table["stood_out"])
    return not hand.table["standing"] or not out - _standing(hand)


def _three_remain(hand: Hand) -> bool:
    """The others of the four are in the hand still, also in its triplets and kongs."""
    out = Counter(t.kind for t in hand.table["stood_out"])
    held = Counter(t.kind for t in hand.concealed) + Counter(t.kind for m in hand.melds for t in m.tiles)
    lost = _standing(hand) - out - held
    return sum(lost.values()) <= 1 - sum(out.values())


def _declared(hand: Hand) -> bool:
    return hand.table["declared"]


def _after_the_call(hand: Hand) -> bool:
    """Won after one's own call: it comes with a discard, so no win of the first turn does."""
    return hand.win is None or Flag.FIRST_TURN not in hand.win.flags


def _no_kong_after_it(hand: Hand) -> bool:
    return hand.win is None or not hand.win.self_drawn or Flag.KONG_REPLACEMENT not in hand.win.flags


def _discarded_one(hand: Hand) -> bool:
    return not hand.table["standing"] or len(hand.table["stood_out"]) == 1


def _kept_the_win(hand: Hand) -> bool:
    return not hand.table["passed_a_win"]


POSSIBLE = (
    Condition(
        _four_stand,
        Words(
            "立着的牌是四张，听牌时打出其中一张",
            "four tiles stand, and one of them is discarded to be ready: give them in full",
            "立てる牌は四枚、聴牌時に一枚を切る",
        ),
    ),
    Condition(
        _stood_out_is_one,
        Words(
            "打出的不是立着的四张之一",
            "stood_out is none of the four standing tiles",
            "切った牌は立牌ではない",
        ),
    ),
    Condition(
        _three_remain,
        Words(
            "立着的四张只能打出一张，其余三张应在手里",
            "three of the four standing tiles stay in the hand: only one is ever discarded",
            "立牌の残り三枚は手牌にある",
        ),
    ),
)
MUST = (
    Condition(_declared, Words("没有报听", "did not declare ready", "聴牌を宣言していない")),
    Condition(
        _after_the_call,
        Words(
            "必须先报听：没有天和、地和",
            "nobody has declared ready in the first turn: no win from the deal",
            "聴牌宣言の前なので天和・地和はない",
        ),
    ),
    Condition(
        _no_kong_after_it,
        Words(
            "听牌后不许再杠：没有杠上开花",
            "who has declared ready makes no kong: no win on a replacement tile",
            "聴牌宣言の後は槓できないので嶺上開花はない",
        ),
    ),
    Condition(
        _discarded_one,
        Words(
            "没有打出立着的四张之一，不能听牌",
            "none of the four standing tiles was discarded: the hand is not ready",
            "立牌を切っていないので聴牌できない",
        ),
    ),
    Condition(
        _kept_the_win,
        Words(
            "听牌后有人放铳不和，此局不可再和",
            "let a discard to win on pass after declaring ready, and may not win in this deal",
            "聴牌後に和了を見逃したのでこの局は和了できない",
        ),
    ),
)
TABLE = (
    Setting(
        "standing",
        Words("立着的四张牌", "the four standing tiles", "立てた四枚"),
        (),
        f"{PLAY} 1",
        of_hand=True,
    ),
    Setting(
        "stood_out",
        Words("听牌时打出的立牌", "the one discarded to be ready", "聴牌時に切った立牌"),
        (),
        f"{PLAY} 1",
        of_hand=True,
        lies=Lies.DISCARDED,
    ),
    Setting("declared", Words("已报听", "declared ready", "聴牌宣言済み"), True, f"{PLAY} 6", of_hand=True),
    Setting(
        "passed_a_win",
        Words("听牌后放过和牌", "let a win pass after declaring ready", "聴牌後に見逃した"),
        False,
        f"{WINS} 3",
        of_hand=True,
    ),
)

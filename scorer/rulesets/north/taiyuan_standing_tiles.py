"""立四, the standing tiles of 太原麻将: the first four of a hand, of which one is discarded to be ready."""

from __future__ import annotations

from collections import Counter

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts

TEXT = texts("north/taiyuan")

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
    TEXT.condition("four_stand", _four_stand),
    TEXT.condition("stood_out_is_one", _stood_out_is_one),
    TEXT.condition("three_remain", _three_remain),
)
MUST = (
    TEXT.condition("declared", _declared),
    TEXT.condition("after_the_call", _after_the_call),
    TEXT.condition("no_kong_after_it", _no_kong_after_it),
    TEXT.condition("discarded_one", _discarded_one),
    TEXT.condition("kept_the_win", _kept_the_win),
)
TABLE = (
    TEXT.setting("standing", (), of_hand=True),
    TEXT.setting("stood_out", (), of_hand=True, lies=Lies.DISCARDED),
    TEXT.setting("declared", True, of_hand=True),
    TEXT.setting("passed_a_win", False, of_hand=True),
)

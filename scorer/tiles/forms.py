"""Forms 牌型: the families of winning hands."""

from __future__ import annotations

from itertools import combinations, pairwise

from paiyan.scorer.caching import IdentityEnum, plain_members
from paiyan.scorer.tiles.kind_sets import HONOURS, ranks


@plain_members
class Form(IdentityEnum):
    """The families of winning hands."""

    STANDARD = "standard"  # sets and a pair 基本和牌型
    SEVEN_PAIRS = "seven_pairs"  # 七对; four equal tiles are two pairs
    DISTINCT_PAIRS = "distinct_pairs"  # 七对子 of seven different kinds
    PAIRS_AND_TRIPLET = "pairs_and_triplet"  # 呖咕呖咕, seven pairs and a triplet of seventeen tiles
    EIGHT_PAIRS = "eight_pairs"  # 八对, eight pairs and a single tile of seventeen tiles
    THREE_WILDS = "three_wilds"  # 三财神, three wild tiles or more, whatever the others are
    THIRTEEN_ORPHANS = "thirteen_orphans"  # 十三幺
    KNITTED_STRAIGHT = "knitted_straight"  # 组合龙 with one more set and a pair
    KNITTED_HONOURS = "knitted_honours"  # 全不靠
    SCATTERED = "scattered"  # 十三不靠 十三烂: all single, those of a suit three apart or more
    LOOSE_HONOURS = "loose_honours"  # 风一色 without sets: any honours at all
    LOOSE_258 = "loose_258"  # 将一色 without sets: any twos, fives and eights
    HONOUR_RUNS = "honour_runs"  # sets and a pair, three different winds or dragons being a set too 南昌
    FIFTEENS = "fifteens"  # sets of three of a suit that add up to fifteen, and a pair of honours 洛书
    NONE = "none"  # no form is needed: the flowers win 花胡


# Forms that ask for no sets, and the tiles of which they are made.
APART = tuple(  # the ranks of a suit, from 0, of which any two are three apart or more
    some for n in range(4) for some in combinations(range(9), n) if all(b - a > 2 for a, b in pairwise(some))
)


LOOSE = {Form.LOOSE_HONOURS: HONOURS, Form.LOOSE_258: ranks(2, 5, 8)}

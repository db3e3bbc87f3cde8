"""What 南昌麻将 counts: its wild tiles 正精 副精, and the hands and luck that double a win."""

from __future__ import annotations

from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, wild_tiles
from paiyan.scorer.fans.fan import Fan
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import wild_indicator
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG
from paiyan.scorer.tiles.blocks import Shape
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import HONOURS

SEED = POCKET_MAHJONG.section("南昌麻将")
PUBLIC = "r73inc/nanchang-mahjong docs/final-nanchang-mahjong-rules.md"
SETS = Form.HONOUR_RUNS


def spirits(hand: Hand) -> tuple[int, ...]:
    """正精, 副精: the turned tile and the one after it; or those that the hand names, in that order."""
    if hand.indicator is None:
        return tuple(t.kind for t in hand.wild)
    return (hand.indicator.kind, wild_indicator.AFTER[hand.indicator.kind])


def wild_kinds(hand: Hand) -> frozenset[int]:
    return frozenset(spirits(hand))


def _sets(a: Arranged) -> bool:
    return a.form is SETS


def _pungs(a: Arranged) -> tuple[int, ...]:
    """大七对: sets and a pair without any run."""
    return (a.all,) if _sets(a) and len(a.triplets) == len(a.blocks) - 1 else ()


def _scattered(a: Arranged) -> tuple[int, ...]:
    return (a.all,) if a.form is Form.SCATTERED else ()


def _seven_stars(a: Arranged) -> tuple[int, ...]:
    return _scattered(a) if a.faces & HONOURS == HONOURS else ()


def _pairs(a: Arranged) -> tuple[int, ...]:
    return (a.all,) if a.form is Form.SEVEN_PAIRS else ()


def _german(a: Arranged) -> tuple[int, ...]:
    return (0,) if wild_tiles.as_printed(a) else ()


def _true_german(a: Arranged) -> tuple[int, ...]:
    return _german(a) if a.hand.table["others_without"] else ()


def _fishing(a: Arranged) -> tuple[int, ...]:
    """精钓: drawn while any tile at all would have won."""
    pair = a.won is not None and a.won.shape == Shape.PAIR
    return (0,) if a.win.self_drawn and pair and len(a.waits) == 34 else ()


PUNGS = Fan(
    "big_seven_pairs",
    "大七对",
    "All Triplets",
    _pungs,
    ja="大七対",
    text=Words("四组刻子（杠）加一对", "four triplets or kongs and a pair", "刻子（槓）四組と雀頭"),
)
MISFITS = Fan(
    "thirteen_misfits",
    "十三烂",
    "Thirteen Misfits",
    _scattered,
    ja="十三爛",
    needs=facts.ODD_FORM,
    text=Words(
        "单张十四：同门相隔三张以上，字牌不重复",
        "fourteen single tiles: those of a suit three apart or more, no honour twice",
        "一枚ずつ十四枚：同色は三つ以上離れ、字牌は重ならない",
    ),
)
SEVEN_STARS = Fan(
    "seven_star_misfits",
    "七星十三烂",
    "Seven Star Thirteen Misfits",
    _seven_stars,
    ja="七星十三爛",
    needs=facts.ODD_FORM,
    text=Words("十三烂并有七种字牌", "thirteen misfits with all seven honours", "十三爛で字牌七種が揃う"),
)
PAIRS = Fan(
    "small_seven_pairs",
    "小七对",
    "Seven Pairs",
    _pairs,
    ja="小七対",
    needs=facts.ODD_FORM,
    text=Words("七个对子", "seven pairs", "七つの対子"),
)
GERMAN = Fan(
    "german",
    "德国",
    "German",
    _german,
    ja="徳国",
    text=Words(
        "没有精牌，或精牌都作本身",
        "no wild tile, or each as its own face",
        "精牌なし、または本来の牌として使う",
    ),
)
TRUE_GERMAN = Fan(
    "true_german",
    "德中德",
    "True German",
    _true_german,
    ja="徳中徳",
    text=Words("德国，且别家都没有精牌", "German, and nobody else has a wild tile", "徳国で他家に精牌がない"),
)
FISHING = Fan(
    "spirit_fishing",
    "精钓",
    "Fishing with a Wild Tile",
    _fishing,
    ja="精釣",
    needs=facts.SELF_DRAWN,
    text=Words(
        "四组已成，单钓的是精牌，自摸任何一张",
        "four sets and a lone wild tile, any tile drawn wins",
        "四組が揃い精牌の単騎、何を引いても和了",
    ),
)
FANS = (
    circumstances.HEAVENLY_HAND.at(0, name="天胡", source=PUBLIC),
    circumstances.EARTHLY_HAND.at(0, name="地胡", source=PUBLIC),
    TRUE_GERMAN.at(2, source=PUBLIC, excludes=(GERMAN,)),
    SEVEN_STARS.at(2, source=PUBLIC, excludes=(MISFITS,)),
    MISFITS.at(1, source=f"{SEED}; {PUBLIC}"),
    GERMAN.at(1, source=PUBLIC),
    PAIRS.at(1, source=PUBLIC),
    PUNGS.at(1, source=PUBLIC),
    FISHING.at(1, source=PUBLIC),
    circumstances.AFTER_KONG.at(1, name="杠上开花", source=HOUSE_DEFAULT),
)
FLAT = {circumstances.HEAVENLY_HAND.id, circumstances.EARTHLY_HAND.id}
ADDED = {GERMAN.id, TRUE_GERMAN.id}

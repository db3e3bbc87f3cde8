"""Patterns of the whole hand: its form, whether it is concealed, its composition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from paiyan.scorer.arranging.suits import joined
from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue.suits import FULL_FLUSH, HALF_FLUSH
from paiyan.scorer.fans.catalogue.triplets import ALL_PUNGS
from paiyan.scorer.fans.fan import Fan, Find, Observes, fact_pattern, observation_of
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.tiles.blocks import Form, Shape
from paiyan.scorer.tiles.tile import CHARACTERS, CIRCLES, HONOURS


def in_form(*forms: Form) -> Find:
    """Match a hand in one of these forms."""
    return Observes(observations.NOTHING, lambda a: (a.all,) if a.form in forms else ())


def both(a: Fan, b: Fan, *, id_: str, zh: str = "", en: str = "", ja: str = "") -> Fan:
    """Return the fan of a hand that shows both fans, on the blocks of the first."""

    def find(x: Arranged) -> Iterable[int]:
        return a.find(x) if any(True for _ in b.find(x)) else ()

    one, other = observation_of(a.find), observation_of(b.find)
    seeing = Observes(joined(one, other), find) if one and other else find
    return Fan(id_, zh, en, seeing, ja=ja, needs=a.needs | b.needs)


def _seven_shifted_pairs(a: Arranged) -> tuple[int, ...]:
    if a.form is not Form.SEVEN_PAIRS:
        return ()
    kinds = [k for _, k in a.pairs]
    shifted = kinds == list(range(kinds[0], kinds[0] + 7)) and kinds[0] // 9 == kinds[6] // 9 < 3
    return (a.all,) if shifted else ()


def _nine_gates(a: Arranged) -> tuple[int, ...]:
    """Match 1112345678999 of one suit in the concealed hand, then any tile of that suit."""
    if a.form is not Form.STANDARD or any(b.exposed or b.shape == Shape.KONG for b in a.blocks):
        return ()
    if a.faces not in (CHARACTERS, CIRCLES, CHARACTERS << 18):
        return ()
    base = a.kind // 9 * 9
    before = [n - (base + i == a.kind) for i, n in enumerate(a.counts[base : base + 9])]
    return (a.all,) if before == [3, 1, 1, 1, 1, 1, 1, 1, 3] else ()


def _greater_honours_and_knitted(a: Arranged) -> tuple[int, ...]:
    return (a.all,) if a.form is Form.KNITTED_HONOURS and a.faces & HONOURS == HONOURS else ()


def knitted_straight_in_singles(a: Arranged) -> tuple[int, ...]:
    if a.form is not Form.KNITTED_HONOURS:
        return ()
    nine = a.bits(*(i for i, b in enumerate(a.blocks) if b.kind < 27))
    return (nine,) if nine.bit_count() == 9 else ()


def _melded_hand(a: Arranged) -> tuple[int, ...]:
    """Match a hand with everything claimed: four claimed sets, and the pair by a win on a discard."""
    claimed = sum(b.exposed for b in a.blocks)
    return (a.all,) if claimed == len(a.blocks) - 1 and not a.win.self_drawn else ()


def _all_claimed(a: Arranged) -> tuple[int, ...]:
    """Match every set claimed from others, and one tile in hand."""
    claimed = sum(b.exposed for b in a.blocks)
    return (a.all,) if claimed == len(a.blocks) - 1 and a.form is Form.STANDARD else ()


def _no_claims(a: Arranged) -> tuple[int, ...]:
    """Match nothing claimed before the winning tile, whether drawn or discarded."""
    return (a.all,) if not a.claimed and a.form is not Form.NONE else ()


def _chows_and_pair(a: Arranged) -> tuple[int, ...]:
    """Match only runs, and any pair."""
    return (a.all,) if a.form is Form.STANDARD and not a.triplets and len(a.pairs) == 1 else ()


def _all_chows(a: Arranged) -> tuple[int, ...]:
    """Match only runs and a pair of suited tiles; knitted runs are runs."""
    fits = not a.triplets and len(a.pairs) == 1 and a.pairs[0][1] < 27
    return (a.all,) if fits and a.form in (Form.STANDARD, Form.KNITTED_STRAIGHT) else ()


def _four_in_pairs(a: Arranged) -> tuple[int, ...]:
    """Match once for four equal printed tiles in seven pairs, four wild tiles too."""
    if a.form is not Form.SEVEN_PAIRS:
        return ()
    return (a.all,) * sum(n == 4 for n in Counter(t.kind for t in a.hand.held).values())


THIRTEEN_ORPHANS = Fan(
    "thirteen_orphans",
    "十三幺",
    "Thirteen Orphans",
    in_form(Form.THIRTEEN_ORPHANS),
    needs=facts.ODD_FORM,
    ja="国士無双",
)
SEVEN_PAIRS = Fan(
    "seven_pairs",
    "七对",
    "Seven Pairs",
    in_form(Form.SEVEN_PAIRS, Form.DISTINCT_PAIRS),
    needs=facts.ODD_FORM,
    ja="七対子",
)
SEVEN_SHIFTED_PAIRS = Fan(
    "seven_shifted_pairs",
    "连七对",
    "Seven Shifted Pairs",
    Observes(observations.NOTHING, _seven_shifted_pairs),
    needs=facts.ODD_FORM,
    ja="連七対",
)
FOUR_IN_PAIRS = Fan(
    "four_in_pairs",
    "豪华",
    "Four of a Kind in Seven Pairs",
    Observes(observations.NOTHING, _four_in_pairs),
    ja="豪華",
    needs=facts.ODD_FORM,
    text=Words(
        "七对中有四张相同的牌，每四张计一次",
        "four equal tiles in seven pairs, once for each four",
        "七対子の中の同一牌四枚ごと",
    ),
)
NINE_GATES = Fan(
    "nine_gates",
    "九莲宝灯",
    "Nine Gates",
    Observes(joined(observations.BLOCKS, observations.WON), _nine_gates),
    needs=facts.ONE_SUIT | facts.NO_HONOURS,
    ja="九蓮宝燈",
)
GREATER_KNITTED = Fan(
    "greater_honours_and_knitted_tiles",
    "七星不靠",
    "Greater Honours and Knitted Tiles",
    Observes(observations.NOTHING, _greater_honours_and_knitted),
    needs=facts.ODD_FORM,
    ja="七星不靠",
)
LESSER_KNITTED = Fan(
    "lesser_honours_and_knitted_tiles",
    "全不靠",
    "Lesser Honours and Knitted Tiles",
    in_form(Form.KNITTED_HONOURS),
    needs=facts.ODD_FORM,
    ja="全不靠",
)
SCATTERED = Fan(
    "scattered_tiles",
    "十三不靠",
    "Scattered Tiles",
    in_form(Form.SCATTERED),
    ja="十三不靠",
    needs=facts.ODD_FORM,
)
CONCEALED_HAND = fact_pattern(
    "concealed_hand", "门前清", "Concealed Hand", facts.UNCLAIMED | facts.NOT_DRAWN, "門前清"
)
FULLY_CONCEALED = fact_pattern(
    "fully_concealed_hand",
    "不求人",
    "Fully Concealed Hand",
    facts.UNCLAIMED | facts.SELF_DRAWN,
    "門前清自摸和",
)
MELDED_HAND = Fan(
    "melded_hand",
    "全求人",
    "Melded Hand",
    Observes(observations.NOTHING, _melded_hand),
    needs=facts.NOT_DRAWN | facts.ALL_LAID,
    ja="全求人",
)
ALL_CHOWS = Fan(
    "all_chows",
    "平和",
    "All Chows",
    Observes(joined(observations.SHAPES, observations.PAIR), _all_chows),
    needs=facts.NO_TRIPLETS,
    ja="平和",
)
ALL_CLAIMED = Fan(
    "all_claimed",
    "全求人",
    "All Sets Claimed",
    Observes(observations.NOTHING, _all_claimed),
    needs=facts.ALL_LAID,
    ja="全求人",
    text=Words(
        "四副都是吃、碰、明杠，只剩一张",
        "every set claimed, and one tile in hand",
        "四面子すべて鳴き、残り一枚",
    ),
)
CONCEALED = Fan(
    "no_claims",
    "门清",
    "No Claims",
    Observes(observations.NOTHING, _no_claims),
    needs=facts.UNCLAIMED,
    ja="門前清",
)
CHOWS_AND_PAIR = Fan(
    "chows_and_pair",
    "平糊",
    "Chows and Any Pair",
    Observes(observations.SHAPES, _chows_and_pair),
    needs=facts.NO_TRIPLETS,
    ja="平和",
)
HALF_FLUSH_PUNGS = both(
    HALF_FLUSH,
    ALL_PUNGS,
    id_="half_flush_pungs",
    zh="混碰",
    en="Half Flush of Pungs",
    ja="混一色対々和",
)
FULL_FLUSH_PUNGS = both(
    FULL_FLUSH,
    ALL_PUNGS,
    id_="full_flush_pungs",
    zh="清碰",
    en="Full Flush of Pungs",
    ja="清一色対々和",
)
CHICKEN = Fan(
    "chicken_hand", "无番和", "Chicken Hand", Observes(observations.NOTHING, lambda a: (a.all,)), ja="無番和"
)


WildKinds = Callable[[Hand], frozenset[int]]


def none_held(kinds: WildKinds) -> Find:
    """Match a hand without tiles of these kinds."""

    def find(a: Arranged) -> tuple[int, ...]:
        return (a.all,) if kinds(a.hand).isdisjoint(a.hand.kinds) else ()

    return Observes(observations.NOTHING, find)


def as_printed(a: Arranged) -> tuple[int, ...]:
    """Match no wild tile in the hand, or each of them as its own face."""
    faces = sorted(k for b in a.blocks for k in b.tiles)
    return (a.all,) if faces == sorted(t.kind for t in a.hand.held) else ()

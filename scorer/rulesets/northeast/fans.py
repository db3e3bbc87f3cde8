"""The north-eastern family 东北麻将: what a win must hold, and its fans.

Shared by the rule sets of Jilin, Heilongjiang, Liaoning and eastern Inner Mongolia; each names what it takes.
"""

from __future__ import annotations

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import waits
from paiyan.scorer.fans.fan import Fan
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition, Shown
from paiyan.scorer.tiles.blocks import Shape
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import BAMBOO, CHARACTERS, CIRCLES, DRAGONS, ORPHANS, mask_of
from paiyan.scorer.tiles.mixed_kongs import CHICK, group_of

SUITS = (CHARACTERS, CIRCLES, BAMBOO)


# --- what a win must hold


def _faces(meld: Meld) -> int:
    """The kinds of a meld, without a one of bamboo that stands in for another 幺鸡代牌."""
    own = mask_of(t.kind for t in meld.tiles)
    group = group_of([t.kind for t in meld.tiles]) if meld.type is MeldType.MIXED_KONG else None
    return own & group.kinds if group and own >> CHICK & 1 else own


def faces(hand: Hand) -> int:
    """The kinds of the hand, its winning tile among them, as bits."""
    loose = [*hand.concealed, *([hand.win.tile] if hand.win else [])]
    found = mask_of(t.kind for t in loose)
    for meld in hand.melds:
        found |= _faces(meld)
    return found


def suits_of(hand: Hand) -> int:
    """How many suits it holds."""
    return sum(bool(faces(hand) & suit) for suit in SUITS)


def is_open(hand: Hand) -> bool:
    """开门: it took a tile from another player, or laid a kong of unequal tiles."""
    return any(m.type is not MeldType.CONCEALED_KONG for m in hand.melds)


def _three_suits(hand: Hand) -> bool:
    return suits_of(hand) == 3


def _has_terminal(hand: Hand) -> bool:
    return bool(faces(hand) & ORPHANS)


def _one_of_each(hand: Hand) -> bool:
    groups = [group_of(m.block.tiles) for m in hand.melds if m.type is MeldType.MIXED_KONG]
    return len(set(groups)) == len(groups)


def _has_triplet(a: Arranged) -> bool:
    """A triplet or a kong of any sort, or dragons for the pair; pairs alone need none."""
    kongs_too = a.triplets or any(b.shape == Shape.MIXED for b in a.blocks)
    return bool(kongs_too) or a.form is not Form.STANDARD or bool(DRAGONS >> a.pairs[0][1] & 1)


THREE_SUITS = Condition(
    _three_suits,
    Words("三门不全", "it does not hold all three suits", "三色が揃っていない"),
)
TERMINALS = Condition(
    _has_terminal,
    Words("缺幺：没有幺九、风、箭", "it holds no terminal and no honour", "么九牌がない"),
)
ONE_OF_EACH = Condition(
    _one_of_each,
    Words(
        "同一种旋风杠、喜杠只有一副，多的补在上面",
        "two kongs of one group of unequal tiles: the second is added to the first",
        "同じ種類の不揃いの槓は一つだけ",
    ),
)
OPENED = Condition(
    is_open, Words("没有开门", "nothing was claimed: the hand must be opened", "鳴いていない（開門が必要）")
)
TRIPLET = Shown(
    _has_triplet,
    Words(
        "没有刻子或杠（中发白作将可免）",
        "no triplet and no kong, nor dragons for the pair",
        "刻子も槓もない（三元牌の雀頭なら可）",
    ),
)


# --- fans


def _pinched(a: Arranged) -> tuple[int, ...]:
    """The middle of a run, its end at an end of the suit, the pair; or the one tile the hand waited for."""
    if a.form is not Form.STANDARD:
        return ()
    only = (1 << a.won_at,) if a.won and len(a.wins_on) == 1 else ()
    return waits.on_middle(a) or waits.on_edge(a) or waits.on_pair(a) or only


def _standing(a: Arranged) -> tuple[int, ...]:
    return () if is_open(a.hand) or a.form is not Form.STANDARD else (a.all,)


def _luxury(a: Arranged) -> tuple[int, ...]:
    pairs = a.form is Form.SEVEN_PAIRS and a.counts[a.kind] == 4
    return (a.all,) if pairs else ()


PINCHED = Fan(
    "pinched_wait",
    "夹胡",
    "Pinched Wait",
    _pinched,
    ja="間張・辺張・単騎",
    text=Words(
        "和嵌张、边张、单钓，或只和一种牌",
        "won on the middle of a run, on an edge, on the pair, or on the only tile waited for",
        "嵌張・辺張・単騎、または一種待ちで和了",
    ),
)
STANDING = Fan(
    "standing_win",
    "立胡",
    "Standing Win",
    _standing,
    ja="門前",
    text=Words(
        "没有吃、碰、明杠，也没有亮旋风杠、喜杠",
        "nothing claimed and no kong of unequal tiles laid",
        "副露も不揃いの槓もない",
    ),
)
LUXURY_PAIRS = Fan(
    "luxury_pairs_won",
    "豪华七对",
    "Luxury Pairs",
    _luxury,
    ja="豪華七対",
    text=Words(
        "七对，和牌张凑成四张相同",
        "seven pairs of which the winning tile makes four equal tiles",
        "七対で和了牌が四枚目",
    ),
)


def told(field: str, value: str, id_: str, words: Words, text: Words) -> Fan:
    """A fan that the table tells of: its field has this value."""
    zh, en, ja = words
    return Fan(id_, zh, en, lambda a: (0,) if a.hand.table[field] == value else (), ja=ja, text=text)

"""What only 南京麻将 counts: waits, kongs and winds as soft flowers 软花, and its own big hands 大胡."""

from __future__ import annotations

from collections.abc import Iterable

from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import triplets, waits
from paiyan.scorer.fans.fan import Fan, Find
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.tiles.blocks import Shape
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import WINDS


def _base(_: Arranged) -> tuple[int, ...]:
    return (0,)


def _pairs_with(fours: int) -> Find:
    """Seven pairs of which so many are two and two of a kind."""

    def find(a: Arranged) -> tuple[int, ...]:
        return (a.all,) if a.form is Form.SEVEN_PAIRS and a.counts.count(4) == fours else ()

    return find


def _four_melds(a: Arranged) -> tuple[int, ...]:
    return (a.all,) if len(a.hand.melds) == 4 else ()


def _last_open(a: Arranged) -> tuple[int, ...]:
    """The one tile that the hand waited for, in a run, when the other three lay open."""
    lone = [*waits.EDGE_WAIT.find(a), *waits.CLOSED_WAIT.find(a)]
    return tuple(lone[:1]) if Flag.LAST_OF_KIND in a.win.flags else ()


def _replaced(*, large: bool) -> Find:
    """Won on a tile drawn for a kong: one whose tiles lie open, or one that is concealed, or a flower."""

    def find(a: Arranged) -> tuple[int, ...]:
        if not a.win.self_drawn:
            return ()
        if Flag.FLOWER_REPLACEMENT in a.win.flags:
            return () if large else (0,)
        last = a.hand.last_kong
        hidden = last is not None and last.type is MeldType.CONCEALED_KONG
        return (0,) if Flag.KONG_REPLACEMENT in a.win.flags and hidden is not large else ()

    return find


def _no_hard_flowers(a: Arranged) -> tuple[int, ...]:
    """Where an open small hand has none it does not win at all."""
    return () if a.hand.flowers else (0,)


def _ready(a: Arranged) -> tuple[int, ...]:
    return (0,) if Flag.DECLARED_READY in a.win.flags and not a.claimed else ()


def _wind_sets(a: Arranged) -> Iterable[int]:
    return (1 << i for i, k in a.triplets if WINDS >> k & 1)


def _wind_pair(a: Arranged) -> Iterable[int]:
    return (1 << i for i, k in a.pairs if a.form is Form.STANDARD and WINDS >> k & 1)


def _kongs(*, hidden: bool) -> Find:
    return lambda a: (1 << i for i, b in enumerate(a.blocks) if b.shape == Shape.KONG and b.exposed != hidden)


def _standard(find: Find) -> Find:
    """As `find`, in sets and a pair."""
    return lambda a: find(a) if a.form is Form.STANDARD else ()


BASE = Fan("win", "成牌", "Win", _base, ja="和了", text=Words("和牌即有", "every win", "和了すれば必ず付く"))
PAIRS = tuple(
    Fan(f"seven_pairs_{n}", zh, en, _pairs_with(n), ja=ja, needs=facts.ODD_FORM, text=text)
    for n, (zh, en, ja, text) in enumerate(
        (
            ("七对", "Seven Pairs", "七対", Words("七个不同的对子", "seven different pairs", "七種の対子")),
            (
                "双七对",
                "Seven Pairs with Four of a Kind",
                "双七対",
                Words("七对中有一组四张相同", "seven pairs, four of them alike", "七対で同じ四枚が一組"),
            ),
            (
                "豪华双七对",
                "Seven Pairs with Two Fours",
                "豪華双七対",
                Words("七对中有两组四张相同", "seven pairs, twice four alike", "七対で同じ四枚が二組"),
            ),
            (
                "超豪华双七对",
                "Seven Pairs with Three Fours",
                "超豪華双七対",
                Words("七对中有三组四张相同", "seven pairs, three times four alike", "七対で同じ四枚が三組"),
            ),
        )
    )
)
FOUR_MELDS = Fan(
    "four_melds",
    "全球独钓",
    "Alone on the Last Tile",
    _four_melds,
    ja="全球独釣",
    text=Words("四组都已亮出，单钓将", "four sets laid out, the pair alone in hand", "四組を晒して単騎"),
)
LAST_OPEN = Fan(
    "last_open",
    "压绝",
    "The Last of the Only Wait",
    _last_open,
    ja="圧絶",
    text=Words(
        "独听的边张或嵌张，另外三张已亮明",
        "the only tile waited for in a run, the other three lying open",
        "辺張か嵌張の一種待ちで、残り三枚が見えている",
    ),
)
NO_HARD_FLOWERS = Fan(
    "no_hard_flowers",
    "无花果",
    "No Hard Flowers",
    _no_hard_flowers,
    ja="無花果",
    text=Words("没有硬花而和", "won without a dragon or flower", "硬花なしで和了"),
)
LARGE_REPLACEMENT = Fan(
    "large_replacement",
    "大杠开花",
    "Won after an Open Kong",
    _replaced(large=True),
    ja="大槓開花",
    needs=facts.SELF_DRAWN,
    text=Words("明杠、补杠补进的牌成和", "drawn for a claimed or added kong", "明槓・加槓の嶺上牌で和了"),
)
SMALL_REPLACEMENT = Fan(
    "small_replacement",
    "小杠开花",
    "Won after a Concealed Kong or a Flower",
    _replaced(large=False),
    ja="小槓開花",
    needs=facts.SELF_DRAWN,
    text=Words("暗杠或补花补进的牌成和", "drawn for a concealed kong or a flower", "暗槓か花の補充牌で和了"),
)
READY_FROM_THE_DEAL = Fan(
    "ready_from_the_deal",
    "地胡",
    "Ready from the Deal",
    _ready,
    ja="地胡",
    text=Words(
        "起手听牌，不碰不换而和", "ready with the tiles dealt, won unchanged", "配牌で聴牌し変えずに和了"
    ),
)
WIND_SET = Fan(
    "wind_set",
    "风刻",
    "Set of Winds",
    _wind_sets,
    ja="風刻",
    needs=facts.WIND_TRIPLETS[1],
    text=Words("三张或四张相同的风牌", "three or four of one wind", "同じ風牌三枚か四枚"),
)
WIND_PAIR = Fan(
    "wind_pair",
    "风对",
    "Pair of Winds",
    _wind_pair,
    ja="風対",
    text=Words("风牌作将", "winds as the pair", "風牌の雀頭"),
)
MELDED_KONG = Fan(
    "melded_kong", "明杠", "Melded Kong", _kongs(hidden=False), ja="明槓", needs=triplets.MELDED_KONG.needs
)
CONCEALED_KONG = Fan(
    "concealed_kong",
    "暗杠",
    "Concealed Kong",
    _kongs(hidden=True),
    ja="暗槓",
    needs=triplets.CONCEALED_KONG.needs,
)
EDGE = Fan("edge_wait", "边枝", "Edge Wait", _standard(waits.EDGE_WAIT.find), ja="辺張")
HOLLOW = Fan("closed_wait", "压档", "Closed Wait", _standard(waits.CLOSED_WAIT.find), ja="嵌張")
SINGLE = Fan("single_wait", "独占", "Single Wait", _standard(waits.SINGLE_WAIT.find), ja="単騎")

"""Payments of the north-eastern family 东北麻将, which double between two players, and their settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import Counted
from paiyan.scorer.fans.value import Value
from paiyan.scorer.hand.deal import Kong
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rulesets.northeast.fans import is_open
from paiyan.scorer.settling import inferred_fields, kongs
from paiyan.scorer.settling.inferred_fields import Evidence
from paiyan.scorer.tiles.kind_sets import mask_of
from paiyan.scorer.tiles.mixed_kongs import CHICK, WINDS, Group, MixedKongs, group_of


def doubled(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """Every fan doubles the stake of one; what doubles between two players comes when they pay."""
    del arranged
    return Value(counted.sum, 1 << min(counted.sum, options["cap"]))


def pay(s: Settling) -> Iterator[Transfer]:
    """Each fan doubles the stake, and so do the dealer, the discarder and a closed hand between two."""
    winner, giver = s.hand.seat, s.win.discarder
    closed = [seat for seat in winner.others if s.options["closed_loser"] and s.table[f"closed_{seat.name}"]]
    for_all = s.options["feeder_pays"] and not s.table["feeder_ready"]
    for loser in winner.others:
        if not _pays(s, loser, closed):
            continue
        why = ["点炮"] if loser is giver and _shot_doubles(s) else []
        why += ["庄"] if s.hand.dealer in (loser, winner) else []
        why += ["闭门"] if loser in closed else []
        why += ["三家闭门"] if len(closed) == 3 and s.options["all_closed"] else []
        fan = min(s.value.total + len(why), s.options["cap"])
        payer = giver if for_all and giver is not None else loser
        said = [*(["自摸"] if giver is None else []), *why]
        yield Transfer(payer, winner, 1 << fan, _reason(fan, said, None if payer is loser else loser))


def _shot_doubles(s: Settling) -> bool:
    """Whether the discarder pays double; one who was ready does not everywhere."""
    return s.options["ready_feeder"] or not s.table["feeder_ready"]


def _pays(s: Settling, loser: Seat, closed: Sequence[Seat]) -> bool:
    """Whether this loser pays at all, which on a discard not all do everywhere."""
    if s.win.discarder in (None, loser) or s.options["who_pays"] == "all":
        return True
    return s.options["who_pays"] == "closed" and loser in closed


_SAID = {
    "自摸": ("self-draw", "ツモ"),
    "点炮": ("discarder", "放銃"),
    "庄": ("dealer", "親"),
    "闭门": ("closed hand", "門前"),
    "三家闭门": ("all three closed", "三家門前"),
}


def _reason(fan: int, why: Sequence[str], instead_of: Seat | None) -> Words:
    """``3 番：点炮 庄``, and for whom another pays 包."""
    of = "" if instead_of is None else instead_of.name
    zh, en, ja = " ".join(why), ", ".join(_SAID[w][0] for w in why), "・".join(_SAID[w][1] for w in why)
    return Words(
        f"{fan} 番{'：' if why else ''}{zh}{f'（包 {of}）' if of else ''}",
        f"{fan} fan{': ' if why else ''}{en}{f' (for {of})' if of else ''}",
        f"{fan} 翻{'：' if why else ''}{ja}{f'（{of} の分）' if of else ''}",
    )


_PRICES = ("open_kong", "concealed_kong", "mixed_kong")
DEAR = mask_of((9, CHICK, 31, 32, 33))  # 一饼, 一条, 中发白


def price(kong: Kong, options: Mapping[str, Any]) -> int:
    """Points of a kong; one of unequal tiles pays as much again for every tile added to it 补蛋."""
    if kong.meld.type is MeldType.MIXED_KONG:
        first = options["wind_kong"] if group_of(kong.meld.block.tiles) is WINDS else 3
        return options["mixed_kong"] * (1 + len(kong.meld.tiles) - first)
    points: int = options["concealed_kong" if kong.meld.type is MeldType.CONCEALED_KONG else "open_kong"]
    return points * (2 if options["dear_kongs"] and DEAR >> kong.meld.block.kind & 1 else 1)


def side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs, which are paid for whoever wins; at a draw too, where the table has it so."""
    if not any(d.options.get(name) for name in _PRICES):
        return  # nor are untold ones asked for
    if not d.deal.waves and not d.options["kongs_at_draw"]:
        return
    claimed = kongs.Claimed.ALL if d.options["claimed_kong"] == "all" else kongs.Claimed.GIVER
    yield from kongs.payments(d.deal, lambda kong: price(kong, d.options), claimed=claimed)


# --- what a table may choose, and what a deal must tell

_PAYMENTS = (
    Setting("cap", Words("封顶番数", "most fan that double", "倍になる翻数の上限"), 6, least=1),
    Setting(
        "who_pays",
        Words(
            "点炮时谁付：三家、放炮者、放炮者与闭门者",
            "who pays for a discard: all three, the discarder, or also those with a closed hand",
            "放銃時に払う者：三家・放銃者・放銃者と門前の者",
        ),
        "all",
        choices=("all", "feeder", "closed"),
        names={
            "feeder": Words("放炮者", "feeder", "放銃者"),
            "closed": Words("和闭门者", "closed", "門前の者も"),
        },
    ),
    Setting(
        "feeder_pays",
        Words("未听牌放炮包三家", "a discarder who is not ready pays for three", "不聴の放銃は三家分払い"),
        True,
    ),
    Setting(
        "ready_feeder",
        Words("已听牌放炮也加番", "a discarder who is ready pays double too", "聴牌の放銃も倍払い"),
        True,
    ),
    Setting("closed_loser", Words("闭门加番", "a closed hand pays double", "門前の者は倍払い"), False),
    Setting(
        "all_closed",
        Words("三家闭门再加番", "where all three are closed, all pay double again", "三家門前はさらに倍"),
        False,
    ),
    Setting("open_kong", Words("明杠、补杠分", "points of an open kong, from each", "明槓の点"), 1),
    Setting("concealed_kong", Words("暗杠分", "of a concealed kong, from each", "暗槓の点"), 2),
    Setting(
        "claimed_kong",
        Words("直杠由三家或点杠者付", "who pays for a claimed kong: all, or who gave it", "大明槓を払う者"),
        "giver",
        choices=("all", "giver"),
    ),
    Setting(
        "dear_kongs",
        Words(
            "一饼、一条、中发白的杠加倍",
            "kongs of 1p, 1s and dragons pay double",
            "一筒・一索・三元牌の槓は倍",
        ),
        False,
    ),
    Setting("kongs_at_draw", Words("流局杠分照付", "kongs are paid at a draw", "流局でも槓の点を払う"), True),
)
_MIXED = (
    Setting(
        "mixed_kong",
        Words("旋风杠、喜杠每家分", "of a kong of unequal tiles, from each", "不揃いの槓の点"),
        1,
    ),
    Setting(
        "wind_kong",
        Words("旋风杠起码几张风", "winds that make a kong at first: three or four", "風牌の槓に要る枚数"),
        3,
        least=3,
        most=4,
    ),
    Setting(
        "chick",
        Words("幺鸡可代旋风杠、喜杠缺的牌", "1s stands in for a tile of such a kong", "一索で代用できる"),
        False,
    ),
)


def options(source: str, *, mixed: bool = False, **differs: Any) -> tuple[Setting, ...]:
    """The settings of the payments, from one source unless ``id=(default, source)`` says otherwise."""
    made = {s.id: replace(s, source=source) for s in (*_PAYMENTS, *(_MIXED if mixed else ()))}
    for id_, (default, its_source) in differs.items():
        made[id_] = replace(made[id_], default=default, source=its_source)
    return tuple(made.values())


def table(source: str) -> tuple[Setting, ...]:
    """Who was ready and who had opened nothing, where the hands do not show it."""
    ready = Words("放炮者已听牌", "the discarder was ready", "放銃者は聴牌")
    return (
        Setting(
            "feeder_ready",
            ready,
            True,
            source,
            when=inferred_fields.ON_DISCARD,
            shown=inferred_fields.discarder_ready,
        ),
        *(
            Setting(
                f"closed_{seat.name}",
                Words(f"{seat.name} 家闭门", f"{seat.name} opened nothing", f"{seat.name} 家は門前"),
                False,
                source,
                shown=_closed_shown(seat),
            )
            for seat in Seat
        ),
    )


def _closed_shown(seat: Seat) -> Callable[[Evidence], bool | None]:
    def shown(e: Evidence) -> bool | None:
        theirs = e.other(seat)
        return None if theirs is None or not theirs.concealed else not is_open(theirs)

    return shown


def mixed_kongs(options: Mapping[str, Any], *others: Group) -> MixedKongs:
    """The kongs of unequal tiles that the table's options make: of winds, and of the other groups."""
    return MixedKongs({WINDS: options["wind_kong"], **dict.fromkeys(others, 3)}, stand_in=options["chick"])

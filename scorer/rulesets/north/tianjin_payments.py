"""Who pays whom in 天津麻将: stakes 坐庄 and pulls 拉庄, kongs, 铲; what a table chooses and tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import wild_indicator
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.settings import Lies, Setting
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.settling import missing_information

SEED = POCKET_MAHJONG.section("天津麻将")
PUBLIC = "common practice: two public programs of the game agree"


def wild_kinds(hand: Hand) -> frozenset[int]:
    """The turned tile and the one after it 混; or those that the hand names."""
    if hand.indicator is None:
        return frozenset(t.kind for t in hand.wild)
    kind = hand.indicator.kind
    return frozenset((kind, wild_indicator.AFTER[kind]))


def _between(table: Mapping[str, Any], dealer: Seat, one: Seat, other: Seat) -> int:
    """What the dealer's stake 坐庄 and a pull 拉庄 make of a payment between two players."""
    if dealer not in (one, other):
        return 1
    pulls = table[f"pull_{(other if one is dealer else one).name}"]
    return (2 if table["dealer_stake"] else 1) << pulls


def pay(s: Settling) -> Iterator[Transfer]:
    """Each of the three others pays; stakes double between the dealer and a player."""
    winner = s.hand.seat
    for loser in winner.others:
        times = _between(s.table, s.hand.dealer, winner, loser)
        zh, en = (f" ×{times}", f", times {times}") if times > 1 else ("", "")
        why = Words(
            f"自摸 {s.value.points} 番{zh}",
            f"self-draw {s.value.points} fan{en}",
            f"ツモ {s.value.points} 翻{zh}",
        )
        yield Transfer(loser, winner, times * s.value.points, why)


def side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs, and 铲: three players followed the dealer's first discard."""
    dealer = d.deal.dealer
    kinds = wild_kinds(d.deal.hands[0]) if d.deal.hands else frozenset[int]()
    for kong in d.deal.kongs:
        points, why = d.options["kong"], Words("明杠", "kong", "明槓")
        if kong.meld.type is MeldType.CONCEALED_KONG:
            points, why = d.options["concealed_kong"], Words("暗杠", "concealed kong", "暗槓")
            if kong.meld.block.kind in kinds:
                points, why = d.options["golden_kong"], Words("金杠", "kong of wild tiles", "ワイルド牌の槓")
        for loser in kong.seat.others:
            times = _between(d.table, dealer, kong.seat, loser)
            yield Transfer(loser, kong.seat, points * times, why)
    yield from missing_information.beside(d.deal, missing_information.KONGS)
    if d.table["followed"]:
        for seat in dealer.others:
            points = d.options["kong"] * _between(d.table, dealer, dealer, seat)
            yield Transfer(
                dealer, seat, points, Words("铲", "all followed the first discard", "全員が第一打に続いた")
            )


OPTIONS = (
    Setting(
        "stacking",
        Words(
            "捉五与龙相加，或一律相乘",
            "捉五 and 龙 are added, or everything is multiplied",
            "捉五と竜を足すか、すべて掛けるか",
        ),
        "sum",
        f"{SEED}: 叠加; added: {PUBLIC} (捉五龙 7)",
        choices=("sum", "product"),
        names={"product": Words("相乘", "product", "乗算")},
    ),
    Setting("heavenly_hand", Words("天和的倍数", "factor of the heavenly hand", "天和の倍率"), 4, least=1),
    Setting(
        "kong",
        Words("明杠分，每家", "points of an exposed kong, from each", "明槓の点、各家から"),
        1,
        f"{SEED} 铲: 2 to a player who did not pull, with the dealer's stake doubled; {PUBLIC}",
    ),
    Setting(
        "concealed_kong",
        Words("暗杠分，每家", "of a concealed kong, from each", "暗槓の点、各家から"),
        2,
        PUBLIC,
    ),
    Setting(
        "golden_kong",
        Words("金杠分，每家", "of a kong of wild tiles, from each", "金槓（ワイルド牌の槓）の点、各家から"),
        4,
        "one public program; another has 8",
    ),
)
TABLE = (
    Setting(
        "dealer_stake",
        Words("坐庄", "the dealer staked double", "坐荘：親が倍を賭けた"),
        False,
        f"{SEED} 坐庄",
    ),
    *(
        Setting(
            f"pull_{s.name}",
            Words(f"{s.name} 家拉庄次数", f"pulls of {s.name}", f"{s.name} 家の拉荘の数"),
            0,
            f"{SEED} 拉庄",
        )
        for s in Seat
    ),
    Setting(
        "followed",
        Words("铲", "all followed the dealer's first discard", "鏟：親の第一打に全員が続いた"),
        False,
        f"{SEED} 铲",
    ),
    Setting(
        "discarded_wild",
        Words("小相公", "discarded a wild tile", "小相公：ワイルド牌を捨てた"),
        False,
        f"{SEED} 小相公",
        of_hand=True,
        lies=Lies.DISCARDED,
        shows=wild_indicator.so_many(wild_kinds),
    ),
)

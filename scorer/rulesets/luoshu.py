"""洛书麻将, the game of the magic square: sets of three tiles of a suit that add up to fifteen.

The oldest way to play that the document knows. The pair is made of winds, red dragons or flowers 头牌 alone,
three or four of which are a set too; what a player stakes when calling ready is what is won or lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Settling, Transfer, losers
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import TileSet
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import FLOWER

TEXT = texts("luoshu")

SEED = POCKET_MAHJONG.section("古代麻将玩法——洛书麻将")
UNKNOWN = -1
FLOWERS_AS = 31  # 财神、聚宝盆、猫、老鼠, written 1f to 4f, stand as one kind; a white dragon is not played
TILES = TileSet(frozenset((*range(31), 33)), flowers=frozenset(range(FLOWER, FLOWER + 4)))

WON = TEXT.fan("luoshu", lambda a: (a.all,))


def _of_sets(hand: Hand) -> bool:
    """Equal suited tiles are a set only as three fives."""
    equal = (m.block for m in hand.melds if m.type is not MeldType.CHOW)
    return all(b.kind >= 27 or (b.kind % 9 == 4 and len(b.tiles) == 3) for b in equal)


def _stake(s: Settling, seat: Seat) -> int | None:
    """Return what this seat staked at its call; None if unknown."""
    stake: int = s.table[f"stake_{seat.name}"]
    return None if stake == UNKNOWN else stake


def _pay(s: Settling) -> Iterable[Transfer] | Words:
    """叫听时押上多少筹码，就赢多少筹码，相应的也就会输多少筹码; a player who did not call staked nothing."""
    won = _stake(s, s.hand.seat)
    if won is None:
        name = s.hand.seat.name
        return Words(
            f"未说明 {name} 叫听时押了多少筹码：请给出 table.stake_{name}",
            f"it is unknown what {name} staked at the call, which is what it wins: give table.stake_{name}",
            f"{name} が聴牌で賭けた数が不明です：table.stake_{name} を書いてください",
        )
    return _paid(s, won)


def _paid(s: Settling, won: int) -> Iterator[Transfer]:
    payers = s.hand.seat.others if s.options["paid"] == "all" else losers(s.hand, s.win)
    for seat in payers:
        if won:
            yield Transfer(seat, s.hand.seat, won, Words("押注赢得", "the winner's stake", "和了者の賭け"))
    for seat in s.hand.seat.others:
        if lost := _stake(s, seat) if s.options["callers_lose"] else 0:
            yield Transfer(seat, s.hand.seat, lost, Words("押注输掉", "a stake lost", "失った賭け"))


LUOSHU = RuleSet(
    **TEXT.about("luoshu"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=TILES, melds=frozenset(MeldType), flowers_as=FLOWERS_AS),
    won_by=WonBy(
        forms=(Form.FIFTEENS,),
        valid_hand=(TEXT.condition("of_sets", _of_sets),),
    ),
    counted_by=CountedBy(fans=(), fallback=WON.at(1, source=str(SEED)), unit="points"),
    paid_by=PaidBy(pay=_pay),
    carried_on=CarriedOn(next_dealer=between_deals.stays),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("paid", "discarder", choices=("discarder", "all")),
            TEXT.setting("callers_lose", True),
        ),
        table=TEXT.for_seats("stake", UNKNOWN, least=UNKNOWN),
    ),
)

"""广东推倒胡, Guangdong push-down: no chow, any hand wins, and the quickest ends the deal.

What is paid are multiples 倍 of the stake. The document prices no type of hand, only how it was won; its
list of types is that of 鸡平和 printed again, honours among them, though it plays without honours 无字. So
every type is worth one stake, and two options take the list at its word: `types` and `honours`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from paiyan.scorer.fans.catalogue import suits, triplets, whole_hand
from paiyan.scorer.fans.fan import Fan, Priced, highest
from paiyan.scorer.hand.hand import By, Flag
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals, conditions
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET, SUITED_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import horses, kongs
from paiyan.scorer.tiles.blocks import Form

TEXT = texts("guangdong_tuidaohu")

SEED = POCKET_MAHJONG.section("广东麻将推倒胡")

DRAWN = 2  # 自摸：2倍
KONGS = kongs.by_type(1, 1, 2)
KONG_NAMES = {
    MeldType.KONG: Words("直杠", "claimed kong, its giver for all", "大明槓（一人払い）"),
    MeldType.ADDED_KONG: Words("补杠", "added kong", "加槓"),
    MeldType.CONCEALED_KONG: Words("暗杠", "concealed kong", "暗槓"),
}
_UNTOLD = Words(
    "未说明杠牌是谁打的（点杠者包自摸）",
    'it is unknown who gave the kong ("from" of the meld) and pays the win after it for all',
    "槓させた者が不明です",
)

# The types of the document's list, the dearest first, with what 鸡平和 on the same page prices them.
_SUITED = (
    (suits.ALL_TERMINALS, 64),
    (whole_hand.NINE_GATES, 64),
    (whole_hand.FULL_FLUSH_PUNGS, 32),
    (suits.FULL_FLUSH, 16),
    (triplets.ALL_PUNGS, 4),
    (whole_hand.CHOWS_AND_PAIR, 2),
)
_OF_HONOURS = (
    (triplets.BIG_FOUR_WINDS, 64),
    (triplets.BIG_THREE_DRAGONS, 64),
    (suits.ALL_HONOURS, 64),
    (whole_hand.THIRTEEN_ORPHANS, 64),
    (triplets.LITTLE_FOUR_WINDS, 32),
    (triplets.LITTLE_THREE_DRAGONS, 32),
    (suits.MIXED_TERMINALS, 32),
    (whole_hand.HALF_FLUSH_PUNGS, 16),
    (suits.HALF_FLUSH, 4),
)
_NAMES = {triplets.ALL_PUNGS.id: "碰碰胡", whole_hand.CHOWS_AND_PAIR.id: "平胡"}


def _at(fan: Fan, value: int) -> Priced:
    return fan.at(value, name=_NAMES.get(fan.id, ""), source=f"{SEED} 牌型")


def _fans(*, priced: bool = False, honours: bool = False) -> tuple[Priced, ...]:
    types = (*_OF_HONOURS, *_SUITED) if honours else _SUITED
    return highest(*(_at(fan, value if priced else 1) for fan, value in types))


def _won(s: Settling) -> Iterable[Transfer] | Words:
    """点炮 once from the discarder, 自摸 twice from each; a player who was robbed or gave the kong pays for
    all."""
    winner, points = s.hand.seat, s.value.points
    if s.win.by is By.DISCARD:
        return _from(s.win.discarder, winner, points, win_payments.DISCARD)
    each = DRAWN * points
    if s.win.by is By.ROBBED_KONG:
        robbed = win_payments.ROBBED_FOR_THREE
        return _from(s.win.discarder, winner, 3 * each, robbed)
    kong = kongs.last(s.deal, winner) if Flag.KONG_REPLACEMENT in s.win.flags else None
    if kong and kong.meld.type is MeldType.KONG:
        if kong.giver is None:
            return _UNTOLD
        gave = Words("点杠包自摸", "pays for three: gave the kong that won", "大明槓の責任払い")
        return _from(kong.giver, winner, 3 * each, gave)
    return [Transfer(seat, winner, each, win_payments.SELF_DRAW) for seat in winner.others]


def _from(payer: Seat | None, winner: Seat, points: int, why: Words) -> list[Transfer]:
    return [] if payer is None else [Transfer(payer, winner, points, why)]


def _pay(s: Settling) -> Iterable[Transfer] | Words:
    """The win, and what horses make of it."""
    won = _won(s)
    if isinstance(won, Words):
        return won
    paid = list(won)
    return [*paid, *horses.mirrored(paid, horses.horses(s.table, s.hand.dealer))]


def _side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs with their horses 马对杠; nothing where nobody won 荒牌不结算."""
    if not d.deal.waves:
        return
    paid = list(kongs.payments(d.deal, KONGS, claimed=kongs.Claimed.GIVER_FOR_ALL, names=KONG_NAMES))
    yield from paid
    yield from horses.mirrored(paid, horses.horses(d.table, d.deal.dealer))


_VALID_HAND = (
    TEXT.condition("of_kinds", horses.of_kinds(SUITED_SET.kinds)),
    TEXT.condition("at_most", horses.at_most(2, dealer=(1, 3))),
)

_ANY_KIND = TEXT.condition("of_any_kind", horses.of_kinds(FULL_SET.kinds))


def _apply_options(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    fans = _fans(priced=options["types"] == "priced", honours=options["honours"])
    rules = rules.changed(fans=fans)
    if not options["honours"]:
        return rules
    forms = (*rules.won_by.forms, Form.THIRTEEN_ORPHANS)
    return rules.changed(tiles=FULL_SET, forms=forms, valid_hand=(_ANY_KIND, *_VALID_HAND[1:]))


_OPTIONS = (
    TEXT.setting("honours", False),
    TEXT.setting("types", "named", choices=("named", "priced")),
)

GUANGDONG_TUIDAOHU = RuleSet(
    **TEXT.about("guangdong-tuidaohu"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=SUITED_SET, melds=frozenset(MeldType) - {MeldType.CHOW}),
    won_by=WonBy(
        required=(conditions.NONE_PASSED,),
        valid_hand=_VALID_HAND,
        most_winners=3,
        flags=frozenset((Flag.KONG_REPLACEMENT,)),
    ),
    counted_by=CountedBy(fans=_fans(), fallback=_at(whole_hand.CHICKEN, 1).but(zh="鸡胡"), unit="points"),
    paid_by=PaidBy(pay=_pay, side=_side),
    carried_on=CarriedOn(next_dealer=between_deals.winner),
    agreed_on=AgreedOn(
        options=_OPTIONS,
        table=(
            *horses.fields(f"{SEED} 买马", outside=True),
            conditions.passed_wins_field(f"{SEED} 和胡牌相关的计算: 过胡不胡"),
        ),
        apply_options=_apply_options,
    ),
)

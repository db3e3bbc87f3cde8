"""安庆麻将, Anqing: 钻 is wild, 红中 stands in for its face, 发 is laid out for fan; no chow.

The document says which tiles are wild, stand in or are kept out of a hand, and how the dealer's base grows;
what hands and kongs are worth is as a program of the game has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, triplets, whole_hand
from paiyan.scorer.fans.catalogue.waits import on_great_single
from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.fans.fan import PriceList
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import Meld, MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import between_deals, tile_set
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer, losers
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import mask_of

TEXT = texts("anqing")

SEED = POCKET_MAHJONG.section("安庆麻将")
WHITE, GREEN, RED = 31, 32, 33  # 白 发 中

wild_kinds = tile_set.after(tile_set.AFTER)


def kept_out(hand: Hand) -> frozenset[int]:
    """杠牌: the kinds that are laid out and keep a hand that holds them from winning."""
    wild = wild_kinds(hand)
    if wild & {WHITE, GREEN, RED}:
        return frozenset({WHITE, GREEN, RED}) - wild
    return frozenset({WHITE, GREEN})


def money(hand: Hand) -> int:
    """Return the kind that is laid out for fan 发: red dragons if green ones are wild."""
    return RED if GREEN in wild_kinds(hand) else GREEN


def _only_laid(hand: Hand) -> frozenset[int]:
    """杠牌 of this hand: of 打缺 发 is an honour like the winds, to be kept and claimed 算风牌."""
    return kept_out(hand) - ({money(hand)} if hand.table["void_suit"] else set[int]())


def _none_kept_out(hand: Hand) -> bool:
    out = _only_laid(hand)
    loose = [*hand.concealed, *([hand.win.tile] if hand.win else [])]
    return not any(t.kind in out for t in loose)


def _only_for_kongs(hand: Hand) -> bool:
    """发财和白板是杠牌，只能用来杠: a kong of them may be laid, and no pung."""
    out = _only_laid(hand)
    return all(m.is_kong for m in hand.melds if m.block.kind in out)


def _stands_in(hand: Hand, meld: Meld) -> bool:
    """True if a meld is of red dragons, which is written as the wild tile whose face they show."""
    return meld.block.kind in wild_kinds(hand) - {RED}


def _wild_unclaimed(hand: Hand) -> bool:
    """钻不可以碰, but 红中 for its face may: four of them at most, those in the hand counted."""
    reds = sum(t.kind == RED for t in hand.held)
    reds += sum(len(m.tiles) for m in hand.melds if _stands_in(hand, m))
    return reds <= 4 and not any(m.block.kind in wild_kinds(hand) & {RED} for m in hand.melds)


REQUIRED = (TEXT.condition("none_kept_out", _none_kept_out),)
VALID_HAND = (
    *tile_set.valid_wild_tile(wild_kinds),
    TEXT.condition("only_for_kongs", _only_for_kongs),
    TEXT.condition("wild_unclaimed", _wild_unclaimed),
)

PROGRAM = "a game server's ThingHandleEx.CountFanAndHua, with the check named 安庆"
GROWS = 4  # 荒庄庄连庄，庄底子加4


def _laid(a: Arranged) -> tuple[int, ...]:
    """Once for each laid out by itself, and for each of a kong of them, which of 打缺 is one of winds."""
    in_kong = sum(t.kind == money(a.hand) for m in a.hand.melds for t in m.tiles)
    return (0,) * (a.hand.table[f"laid_{a.hand.seat.name}"] + in_kong * (not a.hand.table["void_suit"]))


LAID = TEXT.fan("green_laid", _laid)
SINGLE = TEXT.fan("single_of_four_melds", on_great_single)

WIND_SET = TEXT.fan(
    "wind_set_of_three", triplets.each_triplet(mask_of((28, 29, 30))), needs=facts.WIND_TRIPLETS[1]
)

_at = PriceList(PROGRAM)

_TYPES = (  # drawn, they are worth twice as much
    _at(triplets.ALL_PUNGS, 5, "碰碰胡"),
    _at(whole_hand.SEVEN_PAIRS, 5, "小七对"),
    _at(SINGLE, 5),
)
FANS = (
    _at(LAID, 1, source=f"{SEED} 发"),
    _at(circumstances.HEAVENLY_HAND, 10),
    _at(circumstances.EARTHLY_HAND, 10),
    _at(circumstances.ROBBED_KONG, 5),
    *_TYPES,
    _at(circumstances.AFTER_KONG, 3, "杠开"),
    _at(triplets.CONCEALED_KONG, 3),
    _at(triplets.MELDED_KONG, 2),
    _at(WIND_SET, 1),
)


def _value(counted: Counted, arranged: Arranged, _options: Mapping[str, Any]) -> Value:
    """All fans added; 碰碰胡, 小七对 and 打吊车 count twice where the winning tile was drawn."""
    twice = {p.id for p in _TYPES} if arranged.win.self_drawn else set[str]()
    total = sum(m.priced.value * (2 if m.priced.id in twice else 1) for m in counted.matches)
    return Value(total, total)


def _pay(s: Settling) -> Iterator[Transfer]:
    """The base of the pair and the fan, from the discarder or, after a self-draw, from each."""
    dealer, winner = s.hand.dealer, s.hand.seat
    how = win_payments.reason(s.win)
    for seat in losers(s.hand, s.win):
        grown = s.options["dealer_base"] + GROWS * s.table["draws"]
        base = grown if dealer in (seat, winner) else s.options["base"]
        why = Words(
            f"{how.zh} 底 {base}，{s.value.total} 番",
            f"{how.en}: base {base}, {s.value.total} fan",
            f"{how.ja}：底 {base}、{s.value.total} 翻",
        )
        yield Transfer(seat, winner, base + s.value.points, why)


def _next_dealer(d: Dealt) -> Seat:
    """轮庄: after any win the next to play; after a draw the same again."""
    return d.deal.dealer.others[0] if d.deal.winners else d.deal.dealer


ANQING = RuleSet(
    **TEXT.about("anqing"),
    sources=(SEED,),
    played_with=PlayedWith(
        tiles=FULL_SET,
        melds=frozenset(MeldType) - {MeldType.CHOW, MeldType.MIXED_KONG},
        wild=Wild(kinds=wild_kinds, stand_in=RED, stand_in_itself=False),
    ),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        required=REQUIRED,
        valid_hand=VALID_HAND,
        outside_minimum=frozenset(
            f.id for f in (LAID, WIND_SET, triplets.CONCEALED_KONG, triplets.MELDED_KONG)
        ),
    ),
    counted_by=CountedBy(
        fans=FANS, fallback=whole_hand.CHICKEN.at(0, name="推倒胡", source=str(SEED)), value=_value
    ),
    paid_by=PaidBy(pay=_pay),
    carried_on=CarriedOn(
        next_dealer=_next_dealer,
        next_table_state=lambda now: between_deals.NextTable({"draws": min(now.draws, 20)}),
    ),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("base", 2),
            TEXT.setting("dealer_base", 4),
        ),
        table=(
            TEXT.setting("draws", 0, most=20),
            TEXT.setting("void_suit", False, of_hand=True),
            *TEXT.for_seats("laid", 0, most=4, lies=Lies.APART, shows=lambda hand, n: (money(hand),) * n),
        ),
    ),
)

"""南宁麻将, Nanning: pung and no chow, the winner deals, several winners.

The document has the play and no price. Prices by type and by how it was won, 碰三比 and turned tiles 码 are
as a public program has the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.fans.fan import PriceList, highest
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET, SUITED_SET
from paiyan.scorer.rulesets import guangxi
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import horses, inferred_fields, liability
from paiyan.scorer.settling.inferred_fields import Evidence
from paiyan.scorer.tiles.blocks import Form

TEXT = texts("nanning")

SEED = POCKET_MAHJONG.section("南宁麻将")
PROGRAM = f"{guangxi.SERVER}.guangxi.nanning Table_NanNing"
CLAIMS = 3  # 碰三比


PURE_PAIRS = TEXT.named(whole_hand.both(suits.FULL_FLUSH, whole_hand.SEVEN_PAIRS, id_="pure_seven_pairs"))
CLAIMED_PUNGS = TEXT.named(whole_hand.both(triplets.ALL_PUNGS, whole_hand.ALL_CLAIMED, id_="claimed_pungs"))
CLAIMED_PURE_PUNGS = TEXT.named(
    whole_hand.both(whole_hand.FULL_FLUSH_PUNGS, whole_hand.ALL_CLAIMED, id_="claimed_pure_pungs")
)

ONE_FOUR, TWO_FOURS, THREE_FOURS = (
    TEXT.fan(f"seven_pairs_{n}_fours", whole_hand.pairs_with_fours(n)) for n in (1, 2, 3)
)

_at = PriceList(PROGRAM)

# The prices by discard, and after it those drawn, and drawn with nothing claimed 门清.
_TYPES = (
    (_at(CLAIMED_PURE_PUNGS, 72), 12, 12),
    (_at(THREE_FOURS, 72), 64, 64),
    (_at(CLAIMED_PUNGS, 36), 12, 12),
    (_at(TWO_FOURS, 36), 32, 32),
    (_at(whole_hand.FULL_FLUSH_PUNGS, 18, "清一色碰碰胡"), 12, 16),
    (_at(PURE_PAIRS, 18), 16, 16),
    (_at(ONE_FOUR, 18), 16, 16),
    (_at(whole_hand.SEVEN_PAIRS, 9, "七小对"), 8, 8),
    (_at(suits.FULL_FLUSH, 9), 6, 8),
    (_at(triplets.ALL_PUNGS, 9, "碰碰胡"), 6, 8),
)
_PLAIN = (_at(whole_hand.CHICKEN, 2, "基本胡"), 3, 4)
_PRICES = {p.id: (p.value, drawn, concealed) for p, drawn, concealed in (*_TYPES, _PLAIN)}
_LUCK = (
    _at(circumstances.AFTER_KONG, 1),
    _at(circumstances.SHOT_AFTER_KONG, 1),
    _at(circumstances.ROBBED_KONG, 1, "抢杠胡"),
)
FANS = (*highest(*(p for p, _, _ in _TYPES)), *_LUCK)


def _value(counted: Counted, arranged: Arranged, _options: Mapping[str, Any]) -> Value:
    """The price of the type as it was won, doubled by what came of a kong."""
    kind = max((m.priced for m in counted.matches if m.priced.id in _PRICES), key=lambda p: p.value)
    how = (1 + (not arranged.claimed)) if arranged.win.self_drawn else 0
    doubles = sum(m.priced.id not in _PRICES for m in counted.matches)
    points = _PRICES[kind.id][how] << doubles
    return Value(points, points)


def _fed(s: Settling) -> Seat | None:
    """Return whom the winner claimed from three times 碰三比."""
    if not s.options["three_pungs"]:
        return None
    return next((seat for seat in s.hand.seat.others if liability.claims(s.hand, seat) >= CLAIMS), None)


def _single(e: Evidence) -> bool | None:
    """True if the discarder had one tile left 全求炮."""
    discarder_hand = None if e.discarder is None else e.other(e.discarder)
    return None if discarder_hand is None else len(discarder_hand.melds) == 4


def _shot(s: Settling, giver: Seat) -> list[Transfer]:
    """The discarder pays, more with a single tile left; who fed three melds pays beside, or twice."""
    points, fed = s.value.points, _fed(s)
    fans = {m.priced.id for m in s.counted.matches}
    if s.table["discarder_single"] and not fans & {CLAIMED_PUNGS.id, CLAIMED_PURE_PUNGS.id}:
        points = points * 9 // 2 if whole_hand.CHICKEN.id in fans else 2 * points
    paid = [Transfer(giver, s.hand.seat, points << (fed is giver), win_payments.how(s.win))]
    if fed not in (None, giver):
        paid.append(Transfer(fed, s.hand.seat, points, _BY_CLAIMS))
    return paid


_BY_CLAIMS = Words("碰三比", "fed three melds", "三副露の責任払い")


def _drawn(s: Settling) -> Iterable[Transfer] | Words:
    """Each pays; who fed three melds pays all three shares and their own twice; else who gave the kong."""
    winner, points, fed = s.hand.seat, s.value.points, _fed(s)
    if fed is not None:
        return [Transfer(fed, winner, points << (seat is fed), _BY_CLAIMS) for seat in winner.others]
    led = guangxi.led(s, MeldType.KONG, MeldType.ADDED_KONG)
    if isinstance(led, Words):
        return led
    if led is not None:
        return [Transfer(led[0], winner, 3 * points, led[1])]
    return [Transfer(seat, winner, points, win_payments.SELF_DRAW) for seat in winner.others]


def _pay(s: Settling) -> Iterable[Transfer] | Words:
    """The discarder, or each after a self-draw; liabilities; each turned tile on the winner once more."""
    paid = _drawn(s) if s.win.discarder is None else _shot(s, s.win.discarder)
    if isinstance(paid, Words):
        return paid
    won = list(paid)
    return [*won, *horses.rewarded(won, s.table, s.hand.dealer, s.hand.seat)]


NANNING = RuleSet(
    **TEXT.about("nanning"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=FULL_SET, melds=frozenset(MeldType) - {MeldType.CHOW}),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        valid_hand=guangxi.HORSES_FIT,
        outside_minimum=frozenset(f.id for f in _LUCK),
        most_winners=3,
    ),
    counted_by=CountedBy(fans=FANS, fallback=_PLAIN[0], unit="points", value=_value),
    paid_by=PaidBy(pay=_pay, side=guangxi.side_payments),
    carried_on=CarriedOn(next_dealer=between_deals.winner),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("honours", True, sets={False: {"tiles": SUITED_SET}}),
            TEXT.setting("three_pungs", True),
            *guangxi.KONG_OPTIONS,
        ),
        table=(
            TEXT.setting("discarder_single", False, when=inferred_fields.ON_DISCARD, shown=_single),
            horses.turned_field(f"{PROGRAM}: 买码"),
        ),
    ),
)

"""温州麻将, Wenzhou: sixteen tiles, the turned tile wild 财神, the white dragon its face; soft and hard wins.

The document has seventeen tiles, the wild tile and a base that grows while the dealer stays. What wins, what
it is worth and who pays are those of the competition rules of the Mahjong International League.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paiyan.scorer.arranging.arrangements import Counts, counted, splits
from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import whole_hand
from paiyan.scorer.fans.fan import Find, Observes, highest
from paiyan.scorer.fans.observations import NOTHING
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals, tile_set
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.settling import inferred_fields, kongs
from paiyan.scorer.settling.inferred_fields import Evidence
from paiyan.scorer.tiles.blocks import Form

TEXT = texts("wenzhou")

SEED = POCKET_MAHJONG.section("温州麻将")
MIL = (
    "《温州麻将（试点）竞赛规则（试行2024版）》, Mahjong International League,"
    " as xelnagamiao/open_mahjong_unity has it"
)
WHITE = 31
WILDS = 3  # the fourth lies turned
KONGS: kongs.Prices = {MeldType.KONG: 1, MeldType.CONCEALED_KONG: 2}
_KONG_NAMES = {
    MeldType.KONG: Words("点杠", "claimed kong", "大明槓"),
    MeldType.ADDED_KONG: Words("加杠", "added kong", "加槓"),
    MeldType.CONCEALED_KONG: Words("暗杠", "concealed kong", "暗槓"),
}


def gods(hand: Hand) -> int:
    """Return how many wild tiles the hand holds."""
    kinds = tile_set.itself(hand)
    return sum(t.kind in kinds for t in hand.held)


def _at_home(hand: Hand) -> Counts:
    """The concealed tiles, wild ones as their own face 归位 and the white dragon as that face."""
    face = next(iter(tile_set.itself(hand)), WHITE)
    tiles = [*hand.concealed, *((hand.win.tile,) if hand.win else ())]
    return counted([face if t.kind == WHITE else t.kind for t in tiles])


def _natural(a: Arranged) -> bool:
    """True if the tiles are a hand of this form with every wild tile as its own face."""
    return next(splits(_at_home(a.hand), a.form, melds=len(a.hand.melds)), None) is not None


def _hard(form: Form) -> Find:
    """A hand of this form, drawn, or one that needs no wild tile as another."""

    def find(a: Arranged) -> tuple[int, ...]:
        return (a.all,) if a.form is form and (a.win.self_drawn or _natural(a)) else ()

    return Observes(NOTHING, find)


def _three_gods(*forms: Form) -> Find:
    return Observes(NOTHING, lambda a: (a.all,) if a.form in forms and gods(a.hand) >= WILDS else ())


HARD = TEXT.fan("hard_win_of_sets", _hard(Form.STANDARD))
HARD_PAIRS = TEXT.fan("hard_win_of_pairs", _hard(Form.EIGHT_PAIRS))
THREE_AND_SHAPE = TEXT.fan("three_wilds_and_a_shape", _three_gods(Form.STANDARD, Form.EIGHT_PAIRS))
THREE = TEXT.fan("three_wilds", _three_gods(Form.THREE_WILDS))
FANS = highest(
    HARD_PAIRS.at(4, source=MIL),
    THREE_AND_SHAPE.at(4, source=MIL),
    HARD.at(2, source=MIL),
    THREE.at(2, source=MIL),
)


def _factor(s: Settling | Dealt, dealer: Seat, first: Seat, other: Seat) -> int:
    """Return the factor of the dealer's base between two players: 2, and 2 more for each repeat."""
    repeats: int = s.table["repeats"]
    return 2 * (repeats + 1) if dealer in (first, other) else 1


def _pay(s: Settling) -> Iterable[Transfer]:
    """All three pay, by discard too; between the dealer and another the base is 2, 4, 6 or 8 times."""
    winner, points = s.hand.seat, s.value.points
    names = {1: Words("软和", "soft win", "軟和"), 2: Words("硬和", "hard win", "硬和")}
    why = names.get(points, Words("双番", "double", "双番"))
    for seat in winner.others:
        yield Transfer(seat, winner, points * _factor(s, s.hand.dealer, seat, winner), why)


def _side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Claimed and concealed kongs from each, at the dealer's base; each wild tile held, one from each."""
    yield from inferred_fields.side_payments_unknown(d.deal, inferred_fields.KONGS)
    for kong in d.deal.kongs:
        for payer, points in kongs.income(kong, KONGS, claimed=kongs.Claimed.ALL):
            factor = _factor(d, d.deal.dealer, payer, kong.seat)
            yield Transfer(payer, kong.seat, points * factor, _KONG_NAMES[kong.meld.type])
    for seat in Seat:
        hand = d.deal.hand(seat)
        held = gods(hand) if hand and hand.concealed else d.table[f"gods_{seat.name}"]
        for payer in seat.others if held else ():
            yield Transfer(
                payer, seat, held, Words(f"财神 {held} 张", f"{held} wild tiles", f"財神 {held} 枚")
            )


def _gods_shown(seat: Seat, e: Evidence) -> int | None:
    """Return the wild tiles of another, known hand."""
    hand = e.other(seat)
    return gods(hand) if hand and hand.concealed else None


WENZHOU = RuleSet(
    **TEXT.about("wenzhou"),
    sources=(SEED,),
    played_with=PlayedWith(
        tiles=FULL_SET,
        hand_size=16,
        melds=frozenset(MeldType) - {MeldType.MIXED_KONG},
        wild=Wild(kinds=tile_set.itself, stand_in=WHITE, stand_in_itself=False, turned=True),
    ),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.EIGHT_PAIRS, Form.THREE_WILDS),
        valid_hand=(
            *tile_set.valid_wild_tile(tile_set.itself),
            TEXT.condition("unclaimed", tile_set.none_melded(tile_set.itself)),
            TEXT.condition("one_god", lambda hand: len(tile_set.itself(hand)) < 2),
        ),
    ),
    counted_by=CountedBy(
        fans=FANS, fallback=whole_hand.CHICKEN.at(1, name="软和", source=MIL), unit="points"
    ),
    paid_by=PaidBy(pay=_pay, side=_side),
    carried_on=CarriedOn(
        next_dealer=between_deals.stays, next_table_state=between_deals.repeats("repeats", most=3)
    ),
    agreed_on=AgreedOn(
        table=(
            TEXT.setting("repeats", 0, most=3),
            *TEXT.for_seats(
                "gods",
                0,
                most=WILDS,
                infer=_gods_shown,
                lies=Lies.HELD,
                shows=tile_set.tiles_of_count(tile_set.itself),
            ),
        )
    ),
)

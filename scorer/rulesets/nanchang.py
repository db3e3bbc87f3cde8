"""南昌麻将, Nanchang: runs of three different winds or dragons, 十三烂, and eight wild tiles 正精 副精.

The document names what makes the game itself and gives no number; those are taken from a public rule text. A
win is one point doubled by each fan; kongs and the wild tiles of every player are paid for beside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, whole_hand
from paiyan.scorer.hand.hand import By, Hand
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals, tile_set
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import inferred_fields, kongs
from paiyan.scorer.settling.inferred_fields import Evidence
from paiyan.scorer.tiles.blocks import Form, Shape
from paiyan.scorer.tiles.tile import HONOURS

TEXT = texts("nanchang")

SEED = POCKET_MAHJONG.section("南昌麻将")
PUBLIC = "r73inc/nanchang-mahjong docs/final-nanchang-mahjong-rules.md"
SETS = Form.HONOUR_RUNS


def spirits(hand: Hand) -> tuple[int, ...]:
    """正精, 副精: the turned tile and the one after it; or those that the hand names, in that order."""
    if hand.indicator is None:
        return tuple(t.kind for t in hand.wild)
    return (hand.indicator.kind, tile_set.AFTER[hand.indicator.kind])


def wild_kinds(hand: Hand) -> frozenset[int]:
    """Return the kinds of the `spirits` 正精 副精, which are wild."""
    return frozenset(spirits(hand))


def _german(a: Arranged) -> tuple[int, ...]:
    return (0,) if whole_hand.as_printed(a) else ()


def _fishing(a: Arranged) -> tuple[int, ...]:
    """精钓: drawn while any tile at all would have won."""
    pair = a.won is not None and a.won.shape == Shape.PAIR
    return (0,) if a.win.self_drawn and pair and len(a.waits) == 34 else ()


# 大七对: sets and a pair without any run.
PUNGS = TEXT.fan(
    "big_seven_pairs",
    lambda a: (a.all,) if a.form is SETS and len(a.triplets) == len(a.blocks) - 1 else (),
)
MISFITS = TEXT.fan("thirteen_misfits", whole_hand.SCATTERED.find, needs=facts.ODD_FORM)
SEVEN_STARS = TEXT.fan(
    "seven_star_misfits",
    lambda a: whole_hand.SCATTERED.find(a) if a.faces & HONOURS == HONOURS else (),
    needs=facts.ODD_FORM,
)
PAIRS = TEXT.fan("small_seven_pairs", whole_hand.in_form(Form.SEVEN_PAIRS), needs=facts.ODD_FORM)
GERMAN = TEXT.fan("german", _german)
TRUE_GERMAN = TEXT.fan("true_german", lambda a: _german(a) if a.hand.table["others_without"] else ())
FISHING = TEXT.fan("spirit_fishing", _fishing, needs=facts.SELF_DRAWN)
FANS = (
    circumstances.HEAVENLY_HAND.at(0, name="天胡", source=PUBLIC),
    circumstances.EARTHLY_HAND.at(0, name="地胡", source=PUBLIC),
    TRUE_GERMAN.at(2, source=PUBLIC, excludes=(GERMAN,)),
    SEVEN_STARS.at(2, source=PUBLIC, excludes=(MISFITS,)),
    MISFITS.at(1, source=f"{SEED}; {PUBLIC}"),
    GERMAN.at(1, source=PUBLIC),
    PAIRS.at(1, source=PUBLIC),
    PUNGS.at(1, source=PUBLIC),
    FISHING.at(1, source=PUBLIC),
    circumstances.AFTER_KONG.at(1, name="杠上开花", source=HOUSE_DEFAULT),
)
FLAT = {circumstances.HEAVENLY_HAND.id, circumstances.EARTHLY_HAND.id}
ADDED = {GERMAN.id, TRUE_GERMAN.id}


def _pay(s: Settling) -> Iterator[Transfer]:
    """The discarder pays double and the others once, after a self-draw each double; the dealer's twice."""
    fans = {m.priced.id for m in s.counted.matches}
    robbed = s.win.by is By.ROBBED_KONG
    for seat in s.hand.seat.others:
        points, why = _share(s, seat, fans)
        payer = seat if not robbed or s.win.discarder is None else s.win.discarder
        yield Transfer(payer, s.hand.seat, points, why)


def _share(s: Settling, seat: Seat, fans: set[str]) -> tuple[int, Words]:
    if fans & FLAT:
        return s.options["flat"], Words("天胡、地胡", "heavenly or earthly hand", "天和・地和")
    drawn = s.win.discarder is None or s.win.by is By.ROBBED_KONG
    points = s.value.points * (2 if drawn or seat is s.win.discarder else 1)
    points *= 2 if s.hand.dealer in (seat, s.hand.seat) else 1
    points += s.options["german"] if fans & ADDED else 0
    if s.win.by is By.ROBBED_KONG:
        return points, Words("抢杠包付", "robbed kong, for all", "槍槓、三家分")
    if drawn:
        return points, win_payments.SELF_DRAW
    return points, Words("点炮", "discard", "放銃") if seat is s.win.discarder else Words("胡", "win", "和了")


def raw_score(hand: Hand) -> int:
    """Two points for each 正精 that a player holds or has laid, one for each 副精."""
    first, *second = spirits(hand) or (-1,)
    return sum(2 * (t.kind == first) + (t.kind in second) for t in hand.held)


_SPIRITS = Words("精牌", "wild tiles", "精牌")


def broken(raw: int) -> int:
    """冲关: from five points on they are multiplied, by two and one more for each point above."""
    return raw * (raw - 3) if raw >= 5 else raw


def _side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs, kongs of wild tiles 杠精, 抄庄; and after every deal the wild tiles that each player has."""
    prices = kongs.by_type(d.options["kong"], d.options["kong"], d.options["concealed_kong"])
    yield from kongs.payments(d.deal, prices, claimed=kongs.Claimed.ALL)
    for kong in d.deal.kongs:
        hand = d.deal.hand(kong.seat)
        if hand and kong.meld.block.kind in spirits(hand):
            why = Words("杠精", "kong of wild tiles", "精牌の槓")
            yield from (Transfer(s, kong.seat, d.options["spirit_kong"], why) for s in kong.seat.others)
    if d.table["sacked"]:
        why = Words("抄庄", "the same tile four times", "抄荘")
        yield from (Transfer(d.deal.dealer, s, d.options["sacked"], why) for s in d.deal.dealer.others)
    yield from _spirits(d)
    yield from inferred_fields.side_payments_unknown(d.deal, _SPIRITS)


def _others_without(e: Evidence) -> bool | None:
    """True if nobody else has a wild tile, as far as the known hands show it."""
    others = [e.other(seat) for seat in e.hand.seat.others]
    if any(hand is not None and raw_score(hand) for hand in others):
        return False
    return True if all(hand is not None and hand.concealed for hand in others) else None


def _spirits(d: Dealt) -> Iterator[Transfer]:
    raw = {hand.seat: raw_score(hand) for hand in d.deal.hands}
    holders = [seat for seat, n in raw.items() if n]
    alone = len(holders) == 1 and len(raw) == 4  # 霸王精: only if all four hands are known
    for seat in holders:
        points = broken(raw[seat]) * (2 if alone else 1)
        text = "霸王精" if alone else "冲关" if raw[seat] >= 5 else "精"
        why = Words(
            f"{text} {raw[seat]} 分",
            f"wild tiles, {raw[seat]} points{' (alone)' * alone}",
            f"精牌 {raw[seat]} 点",
        )
        yield from (Transfer(other, seat, points, why) for other in seat.others)


def _taken(hand: Hand) -> bool:
    win = hand.win
    return win is None or win.self_drawn or win.tile.kind not in spirits(hand)


NANCHANG = RuleSet(
    **TEXT.about("nanchang"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=FULL_SET, melds=frozenset(MeldType), wild=Wild(kinds=wild_kinds)),
    won_by=WonBy(
        forms=(SETS, Form.SEVEN_PAIRS, Form.SCATTERED),
        required=(TEXT.condition("taken", _taken),),
        valid_hand=tile_set.valid_wild_tile(wild_kinds),
    ),
    counted_by=CountedBy(
        fans=FANS,
        fallback=TEXT.fan("plain_win", lambda a: (a.all,)).at(0, source=PUBLIC),
        unit="fan",
        value=win_payments.doubling()[0],
        of_worth=None,
    ),
    paid_by=PaidBy(pay=_pay, side=_side),
    carried_on=CarriedOn(next_dealer=between_deals.stays),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("kong", 1),
            TEXT.setting("concealed_kong", 2),
            TEXT.setting("spirit_kong", 10),
            TEXT.setting("sacked", 5),
            TEXT.setting("german", 5),
            TEXT.setting("flat", 20),
        ),
        table=(
            TEXT.setting("others_without", False, shown=_others_without, of_hand=True),
            TEXT.setting("sacked", False, key="sacked_2"),
        ),
    ),
)

"""河北麻将, Hebei: the plain game, chows and pungs, no flowers, a base of 1, 2 or 3.

The document says that much, and that is the default: the base and nothing more, from who discards or from
each. Options add what a public server of the province plays: fans, seven pairs, the dealer's double and
kongs.
"""

from __future__ import annotations

from collections.abc import Iterator

from paiyan.scorer.fans.catalogue import circumstances, runs, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.fan import PriceList
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Document
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import kongs
from paiyan.scorer.tiles.blocks import Form

TEXT = texts("hebei")

SEED = POCKET_MAHJONG.section("河北麻将")
SERVER = Document("a public Hebei mahjong server").section("package hb, Fanshu, MJConfig")

_at = PriceList(SERVER)

TYPES = (
    _at(whole_hand.THIRTEEN_ORPHANS, 10),
    _at(whole_hand.SEVEN_PAIRS, 2),
    _at(whole_hand.FOUR_IN_PAIRS, 2),
    _at(triplets.ALL_PUNGS, 2),
    _at(suits.FULL_FLUSH, 2),
    _at(suits.ALL_HONOURS, 2, "清风"),
    _at(runs.PURE_STRAIGHT, 2, "一条龙"),
)
EXTRAS = (
    _at(waits.CATCH_FIVE, 4, "捉五魁", excludes=(waits.MIDDLE_WIN,)),
    _at(whole_hand.CONCEALED, 2, "门清"),
    _at(waits.EDGE_WIN, 2, "边"),
    _at(waits.MIDDLE_WIN, 2, "卡"),
    _at(waits.PAIR_WIN, 2, "吊"),
    _at(circumstances.AFTER_KONG, 2),
    _at(circumstances.LAST_TILE_DRAW, 2, "海底捞月"),
    _at(circumstances.SELF_DRAWN, 2),
)
_FORMS = (Form.STANDARD, Form.SEVEN_PAIRS, Form.THIRTEEN_ORPHANS)
_SETS = {"all": {"fans": (*TYPES, *EXTRAS), "forms": _FORMS}, "types": {"fans": TYPES, "forms": _FORMS}}


def _pay(s: Settling) -> Iterator[Transfer]:
    """The discarder pays, or for three, or all do; all three pay a self-draw; the dealer's share doubles."""
    why = win_payments.how(s.win)
    for payer, loser, points in win_payments.shares(s):
        label = why if payer is loser else _instead(why, loser.name)
        yield Transfer(payer, s.hand.seat, points, label)


def _instead(why: Words, name: str) -> Words:
    zh, en, ja = why
    return Words(f"{zh}（包 {name}）", f"{en} (for {name})", f"{ja}（{name} の分）")


def _side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs; at a draw nothing 黄庄黄杠, unless the table pays for them then too."""
    if not d.deal.waves and not d.options["kongs_at_draw"]:
        return
    prices = kongs.by_type(d.options["open_kong"], d.options["open_kong"], d.options["concealed_kong"])
    yield from kongs.payments(d.deal, prices, claimed=kongs.Claimed.GIVER_FOR_ALL)


HEBEI = RuleSet(
    **TEXT.about("hebei"),
    sources=(SEED, SERVER),
    played_with=PlayedWith(tiles=FULL_SET),
    won_by=WonBy(outside_minimum=frozenset(p.id for p in EXTRAS)),
    counted_by=CountedBy(
        fans=(),
        fallback=whole_hand.CHICKEN.at(1, name="平胡", source=str(SEED)),
        value=win_payments.value,
        of_worth=win_payments.of_worth,
    ),
    paid_by=PaidBy(pay=_pay, side=_side),
    carried_on=CarriedOn(next_dealer=between_deals.stays),
    agreed_on=AgreedOn(
        options=(
            TEXT.setting("base", 1, least=1, most=3),
            TEXT.setting("fans", "plain", choices=("all", "types", "plain"), sets=_SETS),
            TEXT.setting("discard", "one", choices=("one", "all", "three")),
            TEXT.setting("dealer_doubles", False),
            TEXT.setting("open_kong", 0),
            TEXT.setting("concealed_kong", 0),
            TEXT.setting("kongs_at_draw", False),
        ),
    ),
)

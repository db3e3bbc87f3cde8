"""河北麻将, Hebei: the plain game, chows and pungs, no flowers, a base of 1, 2 or 3.

The document says that much, and that is the default: the base and nothing more, from who discards or from
each. Options add what a public server of the province plays: fans, seven pairs, the dealer's double and
kongs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.scorer.fans.catalogue import circumstances, runs, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.fan import PriceList
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.win import By
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Document, Note
from paiyan.scorer.rules.tile_set import FULL_SET
from paiyan.scorer.rulesets.common import conditions, multiplied_base, win_payments
from paiyan.scorer.settling import dealer_rotation, kongs
from paiyan.scorer.tiles.forms import Form

SEED = POCKET_MAHJONG.section("河北麻将")
SERVER = Document("a public Hebei mahjong server").section("package hb, Fanshu, MJConfig")
COUNTY = "a public server of 容城, Hebei (GameRongcheng)"
HALL = "QQ游戏 河北麻将规则说明"


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
_SETS = {"all": (*TYPES, *EXTRAS), "types": TYPES, "plain": ()}
_ODD_FORMS = (Form.SEVEN_PAIRS, Form.THIRTEEN_ORPHANS)


def _pay(s: Settling) -> Iterator[Transfer]:
    """The discarder pays, or for three, or all do; all three pay a self-draw; the dealer's share doubles."""
    why = win_payments.reason(s.win)
    if s.win.by is By.ROBBED_KONG:
        why = win_payments.ROBBED_KONG
    for payer, loser, points in multiplied_base.shares(s):
        told = why if payer is loser else _instead(why, loser.name)
        yield Transfer(payer, s.hand.seat, points, told)


def _instead(why: Words, name: str) -> Words:
    zh, en, ja = why
    return Words(f"{zh}（包 {name}）", f"{en} (for {name})", f"{ja}（{name} の分）")


def _side(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs; at a draw nothing 黄庄黄杠, unless the table pays for them then too."""
    if not d.deal.waves and not d.options["kongs_at_draw"]:
        return
    prices = {
        MeldType.KONG: d.options["open_kong"],
        MeldType.ADDED_KONG: d.options["open_kong"],
        MeldType.CONCEALED_KONG: d.options["concealed_kong"],
    }
    yield from kongs.payments(d.deal, prices, claimed=kongs.Claimed.GIVER_FOR_ALL)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    fans = _SETS[options["fans"]]
    return rules.changed(fans=fans, forms=(Form.STANDARD, *(_ODD_FORMS if fans else ())))


HEBEI = RuleSet(
    id="hebei",
    words=Words("河北麻将", "Hebei", "河北麻雀"),
    sources=(SEED, SERVER),
    played_with=PlayedWith(tiles=FULL_SET),
    won_by=WonBy(outside_minimum=frozenset(p.id for p in EXTRAS)),
    counted_by=CountedBy(
        fans=_SETS["plain"],
        fallback=whole_hand.CHICKEN.at(1, name="平胡", source=str(SEED)),
        value=multiplied_base.value,
    ),
    paid_by=PaidBy(pay=_pay, side=_side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.stays),
    agreed_on=AgreedOn(
        options=(
            Setting(
                "base",
                Words("基点", "the base", "基点"),
                1,
                f"{SEED}: 基点为1、2、3",
                least=1,
                most=3,
            ),
            Setting(
                "fans",
                Words(
                    "番种：全部、只计牌型、不计（也无七对、十三幺）",
                    "fans: all, types of hand alone, none (and then no seven pairs, no thirteen orphans)",
                    "役：全部・手役のみ・なし（七対子・国士無双もなし）",
                ),
                "plain",
                f"plain: {SEED}: 最一般玩法; {SERVER}",
                choices=("all", "types", "plain"),
                names={"types": Words("只计牌型", "types", "手役だけ")},
            ),
            Setting(
                "discard",
                Words(
                    "点炮一家出、大包或三家出",
                    "a discard: its giver pays, for all, or all three do",
                    "放銃の支払い",
                ),
                "one",
                f"{SERVER}: 点炮一家出, 点炮大包, 点炮三家出",
                choices=("one", "all", "three"),
            ),
            Setting(
                "dealer_doubles",
                Words("带庄闲：庄家输赢加倍", "the dealer wins and loses double", "親の倍払い"),
                False,
                f"{SEED}: 最一般玩法; true: {SERVER}: 带庄闲",
            ),
            Setting(
                "open_kong",
                Words("明杠、补杠每家分", "an open kong, from each", "明槓の点"),
                0,
                f"{SEED} names none; 1: {COUNTY}",
            ),
            Setting(
                "concealed_kong",
                Words("暗杠每家分", "a concealed kong, from each", "暗槓の点"),
                0,
                f"{SEED} names none; 2: {COUNTY}",
            ),
            Setting(
                "kongs_at_draw",
                Words("荒庄仍付杠分", "kongs are paid at a draw", "流局でも槓の点を払う"),
                False,
                f"{SERVER}: 黄庄黄杠",
            ),
        ),
        adapt=_adapt,
    ),
    notes=(
        conditions.ONE_WINNER,
        Note(Words("两摞牌", "walls two tiles high", "山は二段"), str(SEED)),
        Note(Words("无补花", "no flowers", "花牌なし"), str(SEED)),
        Note(Words("十四张起胡", "fourteen tiles make a win", "十四枚で和了"), str(SEED)),
        Note(
            Words("庄家胡牌或荒庄连庄，闲家胡牌下家坐庄", "the dealer stays after a win or a draw", "連荘"),
            HALL,
        ),
    ),
    divergences=(
        Divergence(
            "hebei",
            Kind.SILENCE,
            "what 基点为1、2、3 means",
            "Three numbers without a word: a base that a table chooses, or three prices.",
            "A base that a table chooses from 1, 2 and 3; the option `base`, 1 where nothing is said.",
            str(SEED),
        ),
        Divergence(
            "hebei",
            Kind.SILENCE,
            "fans and payments",
            "The document calls it the plainest game and names no fan, no kong and nothing of the dealer's.",
            "None: a win is the base, from the discarder or from each. Options have what a public server of"
            " the province plays: `fans`, which multiply, `dealer_doubles`, `open_kong` and"
            " `concealed_kong`.",
            f"{SEED}; {SERVER}; {COUNTY}",
        ),
    ),
)

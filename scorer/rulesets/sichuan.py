"""四川麻将, 成都麻将: 108 tiles, a suit void, no chow; kongs are paid at once 刮风下雨.

The document prices whole hands from 1 to 8 points, of which the highest counts, and adds points for kongs,
roots 根 and the luck of the draw. Where it is silent (what a kong costs, 花猪) the public rules of 血战到底
are followed. ``prices: sbr`` counts fan that double instead, as the Sichuan Bloody Rules print them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, waits, whole_hand
from paiyan.scorer.fans.fan import Fan, Priced, PriceList, highest
from paiyan.scorer.hand.hand import Flag, Hand, Win
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import between_deals
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.sources import FORUM_POST, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import SUITED_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import inferred_fields, kongs
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import BAMBOO, CHARACTERS, CIRCLES, SUITED, mask_of

TEXT = texts("sichuan")

SEED = FORUM_POST.section("四川麻将的玩法规则")
SECOND = POCKET_MAHJONG.section("四川麻将")
SBR = "V. Novikov, Sichuan Mahjong? It's that simple! (Sichuan Bloody Rules), Tables 4–6"
PUBLIC = "血战到底 rules of a game hall (QuiQiJingFeng/M2_CLIENT, scmjRuleListLayer)"

_PAYMENT_OPTIONS = (
    TEXT.setting("self_draw", "plain", choices=("plain", "add", "double")),
    TEXT.setting("led_kong", "giver", choices=("giver", "all")),
    TEXT.setting("kong_claimed", 2),
    TEXT.setting("kong_added", 1),
    TEXT.setting("kong_concealed", 2),
    TEXT.setting("kong_refund", True),
    TEXT.setting("kong_before_shot", "keep", choices=("keep", "refund", "transfer")),
    TEXT.setting("ready_pays", "least", choices=("least", "most")),
    TEXT.setting("flower_pig", 8),
    TEXT.setting("bloody", False),
)

_UNTOLD = Words(
    "未说明杠牌是谁打的（引杠者付）",
    'it is unknown who gave the kong ("from" of the meld) and pays for the win after it',
    "槓させた者が不明です",
)
_KONGS = {
    MeldType.KONG: Words("刮风（直杠）", "claimed kong", "大明槓"),
    MeldType.ADDED_KONG: Words("刮风（补杠）", "added kong", "加槓"),
    MeldType.CONCEALED_KONG: Words("下雨（暗杠）", "concealed kong", "暗槓"),
}


def win(s: Settling) -> Iterable[Transfer] | Words:
    """The discarder alone, or after a self-draw each who has not won; the giver of a kong is a discarder."""
    points, winner = s.value.points, s.hand.seat
    giver = s.win.discarder
    if giver is not None:
        return [Transfer(giver, winner, points, win_payments.how(s.win))]
    kong = kongs.last(s.deal, winner)
    led = s.options["led_kong"] == "giver" and Flag.KONG_REPLACEMENT in s.win.flags
    if led and kong and kong.meld.type is MeldType.KONG:
        if kong.giver is None:
            return _UNTOLD
        return [
            Transfer(
                kong.giver,
                winner,
                points,
                Words("引杠后杠上花", "gave the kong that won", "槓させて嶺上開花"),
            )
        ]
    each = {"plain": points, "add": points + 1, "double": 2 * points}[s.options["self_draw"]]
    payers = (seat for seat in winner.others if seat not in s.deal.out(winner))
    return [Transfer(seat, winner, each, win_payments.SELF_DRAW) for seat in payers]


def side_payments(d: Dealt) -> Iterator[Transfer | Sentence]:
    """Kongs as they were made, what comes of them, and the payments of a draw."""
    yield from kongs.payments(d.deal, _prices(d), names=_KONGS)
    for wave in d.deal.waves:
        yield from _shot(d, wave)
    left = [seat for seat in Seat if seat not in d.values]
    if not d.values or (d.options["bloody"] and len(left) > 1):
        hidden = inferred_fields.hidden(d.deal)
        yield from _draw(d, [seat for seat in left if seat not in hidden])
        yield from inferred_fields.of_draw(hidden)


def _prices(d: Dealt) -> kongs.Prices:
    return kongs.by_type(d.options["kong_claimed"], d.options["kong_added"], d.options["kong_concealed"])


def _shot(d: Dealt, wave: tuple[Seat, ...]) -> Iterator[Transfer]:
    """杠上炮: what becomes of the points of the kong that came just before."""
    what = d.options["kong_before_shot"]
    won = cast(Win, cast(Hand, d.deal.hand(wave[0])).win)
    if what == "keep" or won.discarder is None or Flag.KONG_REPLACEMENT not in won.flags:
        return
    kong = kongs.last(d.deal, won.discarder)
    for payer, points in kongs.income(kong, _prices(d)) if kong else ():
        if what == "refund":
            yield Transfer(
                won.discarder, payer, points, Words("杠上炮退杠", "kong points given back", "槓の点を返す")
            )
        else:
            yield Transfer(
                won.discarder, wave[0], points, Words("呼叫转移", "kong points handed on", "槓の点を譲る")
            )


def _draw(d: Dealt, left: list[Seat]) -> Iterator[Transfer]:
    pigs = [seat for seat in left if _is_pig(cast(Hand, d.deal.hand(seat)))]
    ready = [seat for seat in left if d.ready(seat)]
    for pig in pigs:
        for seat in left:
            if seat not in pigs and d.options["flower_pig"]:
                yield Transfer(
                    pig, seat, d.options["flower_pig"], Words("查花猪", "held three suits", "三色持ち")
                )
    best = min if d.options["ready_pays"] == "least" else max
    for seat in left:
        if seat not in ready and seat not in pigs:
            for to in ready:
                points = best(value.points for value in d.ready(to))
                yield Transfer(seat, to, points, Words("查叫", "was not ready", "不聴"))
    if d.options["kong_refund"]:
        for kong in d.deal.kongs:
            if kong.seat in left and kong.seat not in ready:
                for payer, points in kongs.income(kong, _prices(d)):
                    yield Transfer(
                        kong.seat,
                        payer,
                        points,
                        Words("退税", "not ready: kong given back", "不聴：槓の点を返す"),
                    )


def _is_pig(hand: Hand) -> bool:
    """花猪: three suits, or a tile of the suit given up."""
    suits = {"mps"[t.kind // 9] for t in hand.held}
    return len(suits) == 3 or hand.table["void_suit"] in suits


_SUITS = {"m": CHARACTERS, "p": CIRCLES, "s": BAMBOO}


PURE_PAIRS = TEXT.named(whole_hand.both(whole_hand.SEVEN_PAIRS, suits.FULL_FLUSH, id_="full_flush_pairs"))
UNDER_THE_SEA = TEXT.fan("under_the_sea", circumstances.came(flag=Flag.LAST_TILE), flags=(Flag.LAST_TILE,))
GOLDEN_WAIT = TEXT.fan("golden_wait", waits.last_in_pair(triplets.ALL_PUNGS.find))


def _at(fan: Fan, value: int, section: str, *, name: str = "") -> Priced:
    return fan.at(value, name=name, source=f"{SEED} {section}")


def _fans(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    """Return the document's prices: of whole hands the highest, and what is added to it."""
    return (
        *highest(
            _at(circumstances.HEAVENLY_HAND, 8, "8分 (1)"),
            _at(circumstances.EARTHLY_HAND, 8, "8分 (2)"),
            _at(PURE_PAIRS, options["pure_seven_pairs"], "8分 (3)"),
            _at(whole_hand.FULL_FLUSH_PUNGS, 4, "4分 (2)", name="清对"),
            _at(triplets.ALL_258_PUNGS, 4, "4分 (3)"),
            _at(suits.FULL_FLUSH, 3, "3分 (1)"),
            _at(suits.OUTSIDE_HAND, 3, "3分 (2)", name="幺九牌"),
            _at(whole_hand.SEVEN_PAIRS, 3, "3分 (3)"),
            _at(triplets.ALL_PUNGS, 2, "2分 (1)", name="对对胡"),
        ),
        *_extras(options, after_kong=2, section=f"{SEED} 另加分"),
    )


def _bloody_fans(options: Mapping[str, Any]) -> tuple[Priced, ...]:
    """Return the fans of the Sichuan Bloody Rules, all added up; 天胡 and 地胡 are worth the cap."""
    at = PriceList(SBR)
    return (
        at(circumstances.HEAVENLY_HAND, options["cap"]),
        at(circumstances.EARTHLY_HAND, options["cap"]),
        at(suits.FULL_FLUSH, 2),
        at(whole_hand.SEVEN_PAIRS, 2),
        at(triplets.ALL_PUNGS, 1, "对对胡"),
        *_extras(options, after_kong=1, section=SBR),
    )


def _extras(options: Mapping[str, Any], *, after_kong: int, section: str) -> tuple[Priced, ...]:
    """Return the fans that are added to any hand."""
    priced = [
        circumstances.AFTER_KONG.at(after_kong, name="杠上花", source=section),
        circumstances.ROBBED_KONG.at(1, name="抢杠", source=section),
        triplets.KONG.at(1, source=section),
        triplets.FOUR_OF_A_KIND.at(1, name="根", source=section),
    ]
    optional = (
        ("shot_after_kong", circumstances.SHOT_AFTER_KONG),
        ("under_the_sea", UNDER_THE_SEA),
        ("golden_wait", GOLDEN_WAIT),
    )
    return (*priced, *(fan.at(1, source=_SOURCES[id_]) for id_, fan in optional if options[id_]))


def _two_suits(hand: Hand) -> bool:
    held = mask_of(t.kind for t in hand.held)
    return not all(held & suit for suit in _SUITS.values())


def _without_a_suit(hand: Hand) -> Iterator[int]:
    """Return the pairs of suits of which a win may be made: without the suit given up, and with the melds."""
    given_up = hand.table["void_suit"]
    laid = mask_of(t.kind for m in hand.melds for t in m.tiles)
    for name, suit in _SUITS.items():
        if given_up in ("none", name) and not laid & suit:
            yield SUITED & ~suit


def _void_kept(hand: Hand) -> bool:
    void = hand.table["void_suit"]
    return void == "none" or not mask_of(t.kind for t in hand.held) & _SUITS[void]


_SOURCES = {"shot_after_kong": PUBLIC, "under_the_sea": SBR, "golden_wait": SBR}
_OPTIONS = (
    TEXT.setting("prices", "points", choices=("points", "sbr")),
    TEXT.setting("cap", 3, least=1),
    TEXT.setting("pure_seven_pairs", 8),
    TEXT.setting("shot_after_kong", True),
    TEXT.setting("under_the_sea", False),
    TEXT.setting("golden_wait", False),
    *_PAYMENT_OPTIONS,
)
_EXTRA_IDS = frozenset(
    f.id
    for f in (
        *(circumstances.AFTER_KONG, circumstances.ROBBED_KONG, circumstances.SHOT_AFTER_KONG, triplets.KONG),
        *(triplets.FOUR_OF_A_KIND, UNDER_THE_SEA, GOLDEN_WAIT),
    )
)


def _apply_options(rules: RuleSet, options: Any) -> RuleSet:
    rules = rules.changed(goes_on=options["bloody"])
    if options["prices"] == "points":
        return rules.changed(fans=_fans(options))
    plain = whole_hand.CHICKEN.at(0, name="平胡", source=SBR)
    value, of_worth = win_payments.doubling(options["cap"])
    return rules.changed(
        fans=_bloody_fans(options), fallback=plain, value=value, of_worth=of_worth, unit="fan"
    )


SICHUAN = RuleSet(
    **TEXT.about("sichuan"),
    sources=(SEED, SECOND, POCKET_MAHJONG.section("成都麻将")),
    played_with=PlayedWith(tiles=SUITED_SET, melds=frozenset(MeldType) - {MeldType.CHOW}),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS),
        required=(
            TEXT.condition("two_suits", _two_suits),
            TEXT.condition("void_kept", _void_kept),
        ),
        allowed_kinds=_without_a_suit,
        outside_minimum=_EXTRA_IDS,
        most_winners=3,
    ),
    counted_by=CountedBy(
        fans=_fans({s.id: s.default for s in _OPTIONS}),
        fallback=_at(whole_hand.CHICKEN, 1, "1分", name="平胡"),
        unit="points",
    ),
    paid_by=PaidBy(pay=win, side=side_payments),
    carried_on=CarriedOn(next_dealer=between_deals.winner),
    agreed_on=AgreedOn(
        options=_OPTIONS,
        table=(TEXT.setting("void_suit", "none", choices=("none", *_SUITS), of_hand=True),),
        apply_options=_apply_options,
    ),
)

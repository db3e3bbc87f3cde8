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
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.win import By, Flag
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules import passed_wins
from paiyan.scorer.rules.conditions import Condition
from paiyan.scorer.rules.divergence import Divergence, Kind
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Note
from paiyan.scorer.rules.tile_set import FULL_SET, SUITED_SET
from paiyan.scorer.rulesets.common import win_payments
from paiyan.scorer.settling import dealer_rotation, horses, kongs
from paiyan.scorer.tiles.forms import Form

SEED = POCKET_MAHJONG.section("广东麻将推倒胡")
PRICES = POCKET_MAHJONG.section("广东麻将 六")  # 鸡平和, whose list the types are
PROGRAM = "guogeer/gofishing-game migrate/mahjong/internal/guangdong.go"

DRAWN = 2  # 自摸：2倍
KONGS: kongs.Prices = {MeldType.KONG: 1, MeldType.ADDED_KONG: 1, MeldType.CONCEALED_KONG: 2}
KONG_NAMES = {
    MeldType.KONG: Words("直杠", "claimed kong, its giver for all", "大明槓（一人払い）"),
    MeldType.ADDED_KONG: Words("补杠", "added kong", "加槓"),
    MeldType.CONCEALED_KONG: Words("暗杠", "concealed kong", "暗槓"),
}
_UNTOLD = Words(
    "未说明杠牌是谁打的（点杠者包自摸）",
    'nobody said who gave the kong ("from" of the meld), who pays the win after it for all',
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
    """点炮 once from the discarder, 自摸 twice from each; who is robbed or gave the kong pays for all."""
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


_POSSIBLE = (
    Condition(
        horses.of_kinds(SUITED_SET.kinds),
        Words(
            "马牌不在用牌之内",
            "a horse is no tile of the game: without honours horses are 1 to 9",
            "馬の牌がこの麻雀の牌にない",
        ),
    ),
    Condition(
        horses.at_most(2, dealer=(1, 3)),
        Words(
            "每家至多两匹马；庄家至少一匹、至多三匹",
            "at most two horses each; the dealer one at least, where anybody buys, and three at most",
            "馬は各家二枚まで。買う者がいれば親は一枚以上三枚まで",
        ),
    ),
)


def _adapt(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    fans = _fans(priced=options["types"] == "priced", honours=options["honours"])
    rules = rules.changed(fans=fans)
    if not options["honours"]:
        return rules
    kinds = Condition(
        horses.of_kinds(FULL_SET.kinds),
        Words(
            "马牌不在用牌之内",
            "a horse is no tile of the game: horses are suited tiles and honours",
            "馬の牌がこの麻雀の牌にない",
        ),
    )
    forms = (*rules.won_by.forms, Form.THIRTEEN_ORPHANS)
    return rules.changed(tiles=FULL_SET, forms=forms, possible=(kinds, *_POSSIBLE[1:]))


_OPTIONS = (
    Setting(
        "honours",
        Words("带字牌，共136张", "with honours, 136 tiles", "字牌を使う（136枚）"),
        False,
        f"{SEED} 基本规则: 无字; its 牌型 name hands of honours",
    ),
    Setting(
        "types",
        Words(
            "牌型只报名（一倍）或按鸡平和计分",
            "types are named alone, or priced as in 鸡平和",
            "手役は名だけ（一倍）か、鶏平和の点で数える",
        ),
        "named",
        f"{SEED} 胡牌方式: 点炮 1倍, 自摸 2倍, no price for a type; priced: {PRICES}",
        choices=("named", "priced"),
        names={
            "named": Words("只报名", "named", "名だけ"),
            "priced": Words("按鸡平和计分", "priced", "鶏平胡の点"),
        },
    ),
)
_DIVERGENCES = (
    Divergence(
        "guangdong-tuidaohu",
        Kind.CONTRADICTION,
        "无字, and a list of types with honours",
        "The game has 108 tiles, no honours and no chow; the list of types has 混一色, 混碰, 混幺九, 字一色,"
        " 十三幺, 小三元, 大三元, 小四喜 and 大四喜, and calls 鸡胡 a hand that may chow.",
        "108 tiles and no chow; the option `honours` plays with 136, where all types of the list can be had.",
        f"{SEED} 基本规则, 牌型",
    ),
    Divergence(
        "guangdong-tuidaohu",
        Kind.SILENCE,
        "what a type of hand is worth",
        "The types have no prices; a win is one stake by discard and two by self-draw.",
        "Every type is worth one stake; with `types` = priced the points of 鸡平和, the highest alone.",
        f"{SEED} 胡牌方式, 牌型; {PRICES}",
    ),
    Divergence(
        "guangdong-tuidaohu",
        Kind.CONTRADICTION,
        "过胡不胡: which tile may not be won on",
        "The rule names the same tile; the question after it forbids 6 where 3 was passed, both waited for.",
        "The wider reading, that of the question: after `passed` no discard is won on before the next move.",
        f"{SEED} 和胡牌相关的计算",
    ),
    Divergence(
        "guangdong-tuidaohu",
        Kind.SILENCE,
        "who deals after several wins on one discard, and after a draw",
        "Who wins deals.",
        "The discarder after several wins, the same dealer after a draw, as 南宁 on the same page has it.",
        f"{SEED} 和胡牌相关的计算; {POCKET_MAHJONG} §南宁麻将",
    ),
    Divergence(
        "guangdong-tuidaohu",
        Kind.SILENCE,
        "the number of a horse that is an honour",
        "Horses are 1 to 9.",
        "With the option `honours`: 东中 1, 南发 2, 西白 3, 北 4.",
        f"{SEED} 马的结算; {PROGRAM}",
    ),
)

GUANGDONG_TUIDAOHU = RuleSet(
    id="guangdong-tuidaohu",
    words=Words("广东推倒胡", "Guangdong push-down", "広東推倒和"),
    sources=(SEED,),
    played_with=PlayedWith(tiles=SUITED_SET, melds=frozenset(MeldType) - {MeldType.CHOW}),
    won_by=WonBy(must=(passed_wins.NONE_PASSED,), possible=_POSSIBLE, most_winners=3),
    counted_by=CountedBy(fans=_fans(), fallback=_at(whole_hand.CHICKEN, 1).but(zh="鸡胡"), unit="points"),
    paid_by=PaidBy(pay=_pay, side=_side),
    carried_on=CarriedOn(next_dealer=dealer_rotation.winner),
    agreed_on=AgreedOn(
        options=_OPTIONS,
        table=(
            *horses.fields(f"{SEED} 买马", outside=True),
            passed_wins.field(f"{SEED} 和胡牌相关的计算: 过胡不胡"),
        ),
        adapt=_adapt,
    ),
    notes=(
        Note(
            Words(
                "暗杠亮一张，不能抢；直杠的三张在手时只能杠或放弃，不能碰",
                "a concealed kong shows one tile and cannot be robbed;"
                " with three in hand a discard is konged or left",
                "暗槓は一枚見せ、槍槓できない；三枚持ちは大明槓か見送りのみ",
            ),
            f"{SEED} 胡牌方式, 杠的算法",
        ),
        Note(
            Words(
                "马牌在发牌后从牌墙上摸，结算时才翻开；庄家先买",
                "horses are drawn after the deal, the dealer first, and turned at the settlement",
                "馬牌は配牌後に壁から取り、精算時に開く；親が先",
            ),
            f"{SEED} 买马和开马的过程",
        ),
    ),
    divergences=_DIVERGENCES,
)

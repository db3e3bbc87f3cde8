"""长沙麻将, Changsha: a small win wants a pair of 2, 5 or 8, a big one any; openings 起手胡; birds 扎鸟.

The document prints this game under 四川麻将 主牌; another lists its wins in four classes under 合肥. What it
does not say, how several big wins add up, is as a public program has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, suits, triplets, whole_hand
from paiyan.scorer.fans.counting import Counted, Value
from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.hand.hand import By, Deal, Flag, Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules import between_deals, conditions
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer, losers
from paiyan.scorer.rules.rule_set import AgreedOn, CarriedOn, CountedBy, PaidBy, PlayedWith, RuleSet, WonBy
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import FORUM_POST, HOUSE_DEFAULT, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rules.tile_set import SUITED_SET
from paiyan.scorer.settling import horses
from paiyan.scorer.tiles.blocks import LOOSE, Form
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import Tile, ranks

TEXT = texts("changsha")

SEED = FORUM_POST.section("四川麻将 主牌")  # headed 四川; the game is that of Changsha
CLASSES = POCKET_MAHJONG.section("合肥麻将 和牌规则")
OMU = "xelnagamiao/open_mahjong_unity game_changsha/changsha.md"
FULL, DRAWN, TAKEN, SMALL = 6, 3, 10, 1  # 大胡 by discard, drawn, 抢杠 and 海底 from the one who pays; 小胡
EYES = ranks(2, 5, 8)

OPENINGS = {
    "four": Words("四喜", "four of a kind at the deal", "四喜"),
    "no_eyes": Words("板板胡", "no 2, 5 or 8 at the deal", "板板胡"),
    "void": Words("缺一色", "a suit void at the deal", "缺一色"),
    "triplets": Words("六六顺", "two triplets at the deal", "六六順"),
    "three_pairs": Words("三同", "a pair of one rank in each suit at the deal", "三同"),
}

OPTIONS = (
    TEXT.setting("self_draw", "seed", choices=("seed", "full")),
    TEXT.setting("prices", "sum", choices=("sum", "classes")),
    TEXT.setting("bird_count", "double", choices=("double", "add")),
    TEXT.setting("birds_from", "dealer", choices=("dealer", "winner")),
    TEXT.setting("three_pairs", False),
)


def _turned(hand: Hand, birds: Sequence[Tile]) -> list[int]:
    """Return the kinds of the birds; the last tile is in the hand that won on it already 以海底牌为鸟."""
    last = hand.win is not None and Flag.LAST_TILE in hand.win.flags
    return [] if last else [t.kind for t in birds]


TABLE = (
    TEXT.setting("birds", (), lies=Lies.APART, shows=_turned),
    *TEXT.for_seats("opening", (), lies=Lies.DEALT),
    *TEXT.for_seats("piao", 0),
)


def openings(tiles: Sequence[Tile], *, three_pairs: bool = False) -> tuple[str, ...]:
    """Return the openings 起手胡 that the tiles dealt show, by their keys in `OPENINGS`."""
    held = Counter(t.kind for t in tiles)
    pairs = [{k % 9 for k, n in held.items() if n > 1 and k // 9 == suit} for suit in range(3)]
    shown = {
        "four": max(held.values()) > 3,
        "no_eyes": not any(EYES >> k & 1 for k in held),
        "void": len({k // 9 for k in held}) < 3,
        "triplets": sum(n > 2 for n in held.values()) > 1,
        "three_pairs": three_pairs and bool(pairs[0] & pairs[1] & pairs[2]),
    }
    return tuple(name for name, there in shown.items() if there)


def _with(dealer: Seat, first: Seat, other: Seat) -> bool:
    return dealer in (first, other)


def _dealer_more(s: Settling) -> int:
    """Return the extra payment if the dealer pays or is paid: a point for each win, two for 抢杠 and 海底."""
    values = [m.priced.value for m in s.counted.matches]
    if s.options["prices"] == "classes" and (wins := s.value.total // (DRAWN if _halved(s) else FULL)):
        return wins
    return sum(2 if v == TAKEN else 1 for v in values)


def _halved(s: Settling) -> bool:
    return s.win.self_drawn and s.options["self_draw"] == "seed" and s.value.total > SMALL


def pay(s: Settling) -> Iterator[Transfer]:
    """The discarder pays, or all after a self-draw; then the birds and what was staked 飘."""
    winner, dealer = s.hand.seat, s.hand.dealer
    small = s.value.total == SMALL
    name = Words("小胡", "small win", "小胡") if small else Words("大胡", "big win", "大胡")
    how = Words("自摸", " drawn", "ツモ") if s.win.self_drawn else Words("点炮", " by discard", "ロン")
    why = Words(name.zh + how.zh, name.en + how.en, name.ja + how.ja)
    more = _dealer_more(s)
    paid = [
        Transfer(seat, winner, s.value.points + (more if _with(dealer, seat, winner) else 0), why)
        for seat in losers(s.hand, s.win)
    ]
    yield from paid
    first = dealer if s.options["birds_from"] == "dealer" else winner
    birds = (s.win.tile,) if Flag.LAST_TILE in s.win.flags else s.table["birds"]
    fell = [horses.seat_of(t, first) for t in birds]
    yield from horses.struck(paid, fell, doubling=s.options["bird_count"] == "double")
    for t in paid:
        stake = sum(s.table[f"piao_{seat.name}"] for seat in Seat if seat in (t.payer, t.payee))
        if stake:
            yield t._replace(points=stake, reason=Words("飘", "stakes", "飄"))


def side(d: Dealt) -> Iterator[Transfer]:
    """Openings 起手胡, each paid as a small win drawn."""
    for seat in Seat:
        tiles: tuple[Tile, ...] = d.table[f"opening_{seat.name}"]
        if not tiles:
            continue
        found = _opened(d.deal, seat, tiles, three_pairs=d.options["three_pairs"])
        for name in found:
            for other in seat.others:
                points = SMALL + _with(d.deal.dealer, seat, other)
                yield Transfer(other, seat, points, OPENINGS[name])


_WRONG_SIZE = Words(
    "{seat} 起手是 {dealt} 张牌，而 opening_{seat} 有 {n} 张：请增减",
    "{seat} is dealt {dealt} tiles: opening_{seat} has {n}; add or take away tiles",
    "{seat} の配牌は {dealt} 枚ですが、opening_{seat} は {n} 枚です：牌を足すか減らしてください",
)
_NOT_DEALT = Words(
    "opening_{seat} 里的 {tile} 不可能这样起到：每种牌四张，只有序数牌，请改正",
    "{tile} cannot be dealt so in opening_{seat}: four of each tile, suits only, so correct it",
    "opening_{seat} の {tile} はそのように配られません：同じ牌は四枚、数牌だけです。直してください",
)
_NO_OPENING = Words(
    "opening_{seat} {tiles} 没有起手和：请去掉",
    "opening_{seat} {tiles} shows no opening: leave it out",
    "opening_{seat} {tiles} に配牌の役はありません：外してください",
)


def _opened(deal: Deal, seat: Seat, tiles: tuple[Tile, ...], *, three_pairs: bool) -> tuple[str, ...]:
    """Return the openings of these tiles. Raises `HandError` if they cannot be dealt so, or show none."""
    dealt = 14 if seat is deal.dealer else 13
    if len(tiles) != dealt:
        raise HandError(_WRONG_SIZE, seat=seat.name, dealt=dealt, n=len(tiles))
    if bad := next((t for t, n in Counter(tiles).items() if n > 4 or t.code >= 27), None):
        raise HandError(_NOT_DEALT, tile=bad, seat=seat.name)
    if not (found := openings(tiles, three_pairs=three_pairs)):
        raise HandError(_NO_OPENING, seat=seat.name, tiles=notation(tiles))
    return found


ALL_EYES = TEXT.fan("all_eyes", suits.only(EYES))


def _on_the_first_discard(a: Arranged) -> tuple[int, ...]:
    """当庄家打出第一张牌时，闲家已经胡牌: won on the dealer's first discard, by no other tile."""
    by_dealer = a.win.by is By.DISCARD and a.win.discarder in (None, a.hand.dealer)
    return tuple(circumstances.EARTHLY_HAND.find(a)) if by_dealer else ()


EARTHLY_HAND = TEXT.fan(
    "earthly_hand", _on_the_first_discard, needs=circumstances.EARTHLY_HAND.needs, flags=(Flag.FIRST_TURN,)
)
_ANY_PAIR = (
    (triplets.ALL_PUNGS, "碰碰胡", "A类 3"),
    (ALL_EYES, "", "A类 4"),
    (suits.FULL_FLUSH, "", "A类 5"),
    (whole_hand.SEVEN_PAIRS, "七小对", "说明 G 七巧对"),
)
_LUCK = (
    (circumstances.HEAVENLY_HAND, "", "A类 1"),
    (EARTHLY_HAND, "", "A类 2"),
    (circumstances.LAST_TILE_DRAW, "海底捞月", "A类 6"),
    (circumstances.AFTER_KONG, "杠上花", "说明 C"),
)
_TAKEN = (
    (circumstances.ROBBED_KONG, "抢杠胡", "说明 E"),
    (circumstances.SHOT_AFTER_KONG, "杠上炮", "说明 F"),
    (circumstances.LAST_TILE_CLAIM, "海底炮", "说明 B"),
)


def _priced(fans: tuple[tuple[Fan, str, str], ...], value: int) -> tuple[Priced, ...]:
    return tuple(fan.at(value, name=name, source=f"{SEED} {where}") for fan, name, where in fans)


FANS = (
    *_priced(_ANY_PAIR, FULL),
    whole_hand.ALL_CLAIMED.at(FULL, source=f"{CLASSES} 3; {OMU}"),
    whole_hand.FOUR_IN_PAIRS.at(FULL, name="豪华", source=f"{CLASSES} 3 豪华七对; {OMU}"),
    *_priced(_LUCK, FULL),
    *_priced(_TAKEN, TAKEN),
)
PLAIN = whole_hand.CHICKEN.at(SMALL, name="平胡", source=f"{SEED} B类 4")


def rank(ids: set[str]) -> int:
    """Return the class of a big win: 1 大和, 2 超大和, 3 最大和; what the list does not combine is 大和."""
    pungs, eyes, flush = triplets.ALL_PUNGS.id, ALL_EYES.id, suits.FULL_FLUSH.id
    all_claimed, pairs, fours = (
        whole_hand.ALL_CLAIMED.id,
        whole_hand.SEVEN_PAIRS.id,
        whole_hand.FOUR_IN_PAIRS.id,
    )
    sea = bool(ids & {circumstances.LAST_TILE_DRAW.id, circumstances.LAST_TILE_CLAIM.id})
    kong = circumstances.AFTER_KONG.id in ids
    if (fours in ids and flush in ids and sea) or ({pungs, eyes, all_claimed} <= ids and (sea or kong)):
        return 3
    great = ids & {pungs, eyes, flush, all_claimed}
    with_luck = (kong and great) or (sea and (great or ids & {pairs, fours}))
    pair = bool(ids & {pungs, all_claimed}) and len(great) > 1
    return 2 if fours in ids or with_luck or pair else 1


def _value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """Every big win 6 points, drawn 3 from each; 抢杠 and 海底 10 from the one who pays; a small win 1."""
    values = [m.priced.value for m in counted.matches]
    if values == [SMALL]:
        return Value(SMALL, SMALL)
    if options["prices"] == "classes":
        values = [FULL] * rank({m.priced.id for m in counted.matches})
    drawn = arranged.win.self_drawn and options["self_draw"] == "seed"
    total = DRAWN * len(values) if drawn else sum(values)
    return Value(total, total)


def _eyes_or_big(a: Arranged) -> bool:
    """小番子须2、5、8作将，大番子为乱将胡: a pair of 2, 5 or 8 in a small win, any pair in a big one."""
    if a.form is Form.LOOSE_258:
        return not a.faces & ~LOOSE[a.form]
    some = (
        *(fan for fan, _, _ in _ANY_PAIR),
        whole_hand.ALL_CLAIMED,
        circumstances.HEAVENLY_HAND,
        EARTHLY_HAND,
    )
    return any(True for fan in some for _ in fan.find(a)) or bool(EYES >> a.pairs[0][1] & 1)


def _last_is_the_bird(hand: Hand) -> bool:
    """如果海底胡，即以海底牌为鸟: the last tile is the bird itself, since no other can be drawn."""
    last = hand.win is not None and Flag.LAST_TILE in hand.win.flags
    birds: tuple[Tile, ...] = hand.table["birds"]
    return not last or not birds or (hand.win is not None and birds == (hand.win.tile,))


CHANGSHA = RuleSet(
    **TEXT.about("changsha"),
    sources=(
        FORUM_POST.section("四川麻将 主牌"),
        POCKET_MAHJONG.section("合肥麻将 基本规则"),
    ),
    played_with=PlayedWith(tiles=SUITED_SET),
    won_by=WonBy(
        forms=(Form.STANDARD, Form.SEVEN_PAIRS, Form.LOOSE_258),
        required=(conditions.NOT_PASSED,),
        visible_requirement=(TEXT.shown("eyes_or_big", _eyes_or_big),),
        valid_hand=(
            TEXT.condition("birds_there", lambda hand: all(t.code < 27 for t in hand.table["birds"])),
            TEXT.condition("last_is_the_bird", _last_is_the_bird),
        ),
        most_winners=3,
    ),
    counted_by=CountedBy(fans=FANS, fallback=PLAIN, unit="points", value=_value, of_worth=None),
    paid_by=PaidBy(pay=pay, side=side),
    carried_on=CarriedOn(next_dealer=between_deals.winner),
    agreed_on=AgreedOn(
        options=OPTIONS,
        table=(
            *TABLE,
            conditions.passed_wins_field(f"{POCKET_MAHJONG} §合肥麻将 其他规则: 漏和; {HOUSE_DEFAULT}"),
        ),
    ),
)

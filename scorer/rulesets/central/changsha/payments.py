"""长沙麻将 payments: the dealer pays and gets a point more, birds 扎鸟 double, openings are paid apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.deal import Deal
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.win import Flag
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.payments import Dealt, Settling, Transfer, losers
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import FORUM_POST, POCKET_MAHJONG
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.settling import horses
from paiyan.scorer.tiles.kind_sets import ranks
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import Tile

TEXT = texts("central/changsha/changsha")

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
    """The kinds of the birds; the last tile is in the hand that won on it already 以海底牌为鸟."""
    last = hand.win is not None and Flag.LAST_TILE in hand.win.flags
    return [] if last else [t.kind for t in birds]


TABLE = (
    TEXT.setting("birds", (), lies=Lies.APART, shows=_turned),
    *(TEXT.setting("opening_{of}", (), of=s.name, lies=Lies.DEALT) for s in Seat),
    *TEXT.for_seats("piao", 0),
)


def openings(tiles: Sequence[Tile], *, three_pairs: bool = False) -> tuple[str, ...]:
    """The openings 起手胡 that the tiles dealt show, by their keys in `OPENINGS`."""
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


def _with(dealer: Seat, one: Seat, other: Seat) -> bool:
    return dealer in (one, other)


def _dealer_more(s: Settling) -> int:
    """What is paid more where the dealer pays or is paid: a point for each win, two for 抢杠 and 海底."""
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
    "{seat} 起手是 {dealt} 张牌，而 opening_{seat} 有 {n} 张",
    "{seat} is dealt {dealt} tiles: opening_{seat} has {n}",
    "{seat} の配牌は {dealt} 枚ですが、opening_{seat} は {n} 枚です",
)
_NOT_DEALT = Words(
    "opening_{seat} 里的 {tile} 不可能这样起到：每种牌四张，只有序数牌",
    "{tile} cannot be dealt so in opening_{seat}: four of each tile, suits alone",
    "opening_{seat} の {tile} はそのように配られません：同じ牌は四枚、数牌だけです",
)
_NO_OPENING = Words(
    "opening_{seat} {tiles} 没有起手和：请去掉",
    "opening_{seat} {tiles} shows no opening: leave it out",
    "opening_{seat} {tiles} に配牌の役はありません：外してください",
)


def _opened(deal: Deal, seat: Seat, tiles: tuple[Tile, ...], *, three_pairs: bool) -> tuple[str, ...]:
    """The openings of these tiles. Raises `HandError` where they cannot be dealt so, or show none."""
    dealt = 14 if seat is deal.dealer else 13
    if len(tiles) != dealt:
        raise HandError(_WRONG_SIZE, seat=seat.name, dealt=dealt, n=len(tiles))
    if bad := next((t for t, n in Counter(tiles).items() if n > 4 or t.code >= 27), None):
        raise HandError(_NOT_DEALT, tile=bad, seat=seat.name)
    if not (found := openings(tiles, three_pairs=three_pairs)):
        raise HandError(_NO_OPENING, seat=seat.name, tiles=notation(tiles))
    return found

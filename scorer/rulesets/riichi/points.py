"""Points of 日本麻将: fans that count together, fu, the table of limits, and the shares of the payers.

A yakuman excludes all but other yakuman; 人和 is a mangan, or the hand's own yaku if they are worth more.
EMA: European Mahjong Association, Riichi Rules for Japanese Mahjong (2016), §4.1.3 Scoring tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from paiyan.scorer.errors import HandError
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.counting import Counted, Dropped, Match, Part, Value, above_all, summed
from paiyan.scorer.hand.hand import Hand, Win
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.worth import Worth
from paiyan.scorer.messages.deal import FU_WANTED, NO_SUCH_WORTH
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rulesets.riichi.yaku import RENHOU
from paiyan.scorer.tiles.blocks import Form, Shape
from paiyan.scorer.tiles.tile import DRAGONS, ORPHANS

_BASE: Final = Part(Words("底符", "base", "副底"), 20)
_SEVEN_PAIRS: Final = Part(Words("七对子", "seven pairs", "七対子"), 25)
_PINFU_TSUMO: Final = Part(Words("平和自摸", "pinfu, self-drawn", "平和自摸"), 20)
_CLOSED_RON: Final = Part(Words("门前清荣和", "concealed hand won on a discard", "門前加符"), 10)
_TSUMO: Final = Part(Words("自摸", "self-draw", "自摸符"), 2)
_VALUE_PAIR: Final = Words("役牌雀头", "pair of value tiles", "役牌の雀頭")
_OPEN_PINFU: Final = Part(Words("副露平和型荣和", "claimed hand without any other fu", "喰い平和形"), 10)
_PAIR_WAIT: Final = Part(Words("单骑", "wait on the pair", "単騎待ち"), 2)
_CLOSED_WAIT: Final = Part(Words("嵌张", "closed wait", "嵌張待ち"), 2)
_EDGE_WAIT: Final = Part(Words("边张", "edge wait", "辺張待ち"), 2)
_DISTINCT_PAIRS: Final = Form.DISTINCT_PAIRS
_KONG: Final = Shape.KONG
_PAIR: Final = Shape.PAIR
_RUN: Final = Shape.RUN
_UP: Final = Words("进位到十", "rounded up to ten", "切り上げ")
_ROUNDED: Final = tuple(Part(_UP, up) for up in range(10))


def fu(a: Arranged, *, pinfu: bool, double_wind: int) -> tuple[tuple[Part, ...], int]:
    """Return the parts of a hand's fu, the last of them the rounding, and their sum.

    `double_wind` is the fu of a pair of the wind that is both the round's and one's own.
    """
    if a.form is _DISTINCT_PAIRS:
        return (_SEVEN_PAIRS,), 25
    if pinfu and a.win.self_drawn:
        return (_PINFU_TSUMO,), 20
    parts = _parts(a, double_wind)
    if len(parts) == 1:
        parts.append(_OPEN_PINFU)
    total = 0
    for part in parts:
        total += part.points
    if up := -total % 10:
        parts.append(_ROUNDED[up])
    return tuple(parts), total + up


def _parts(a: Arranged, double_wind: int) -> list[Part]:
    parts = [_BASE]
    if a.win.self_drawn:
        parts.append(_TSUMO)
    elif not a.claimed:
        parts.append(_CLOSED_RON)
    for i, kind in a.triplets:
        block = a.blocks[i]
        parts.append(_TRIPLETS[ORPHANS >> kind & 1, block.concealed, block.shape is _KONG])
    for _, kind in a.pairs:
        if kind >= 27 and (n := _pair(a, kind, double_wind)):
            parts.append(Part(_VALUE_PAIR, n))
    if wait := _wait(a):
        parts.append(wait)
    return parts


def _triplet(ends: bool, concealed: bool, kong: bool) -> Part:
    """Two, doubled for ends and honours, doubled where concealed, four times as much for a kong."""
    zh = ("幺九" if ends else "中张") + ("暗" if concealed else "明") + ("杠" if kong else "刻")
    ja = ("幺九" if ends else "中張") + ("暗" if concealed else "明") + ("槓" if kong else "刻")
    set_ = "kong" if kong else "triplet"
    of = "terminals or honours" if ends else "simples"
    words = Words(zh, f"{'concealed' if concealed else 'open'} {set_} of {of}", ja)
    return Part(words, 2 << (ends + concealed + 2 * kong))


_TRIPLETS: Final[dict[tuple[int, bool, bool], Part]] = {
    (ends, concealed, kong): _triplet(ends, concealed, kong)
    for ends in (False, True)
    for concealed in (False, True)
    for kong in (False, True)
}


def _pair(a: Arranged, kind: int, double_wind: int) -> int:
    own, prevalent = kind == a.hand.seat.wind, kind == a.hand.round.wind
    if own and prevalent:
        return double_wind
    return 2 if own or prevalent or DRAGONS >> kind & 1 else 0


def _wait(a: Arranged) -> Part | None:
    won = a.won
    if won is None or won.shape is _PAIR:
        return _PAIR_WAIT
    if won.shape is not _RUN:
        return None
    if a.kind == won.kind + 1:
        return _CLOSED_WAIT
    low = won.kind % 9
    edge = (low == 0 and a.kind == won.kind + 2) or (low == 6 and a.kind == won.kind)
    return _EDGE_WAIT if edge else None


YAKUMAN: Final = 13  # the price, in han, of each time that a yakuman counts
DORA: Final = frozenset({"dora", "ura_dora", "red_five", "north_dora"})  # open no hand 不算起和翻
LIMITS: Final = (  # the least han, and the base points
    (11, 6000, Words("三倍满", "sanbaiman", "三倍満")),
    (8, 4000, Words("倍满", "baiman", "倍満")),
    (6, 3000, Words("跳满", "haneman", "跳満")),
    (5, 2000, Words("满贯", "mangan", "満貫")),
)
MANGAN: Final = LIMITS[-1]
BASE_OF_YAKUMAN: Final = 8000
COUNTED: Final = Words("累计役满", "counted yakuman", "数え役満")
_DOUBLE_WIND: Final = {"four": 4, "two": 2}  # fu of a pair that is both winds
# The least han of 平和 drawn and of 七对子 by their fu, which no other hand has, and by whether it was drawn.
_LEAST_HAN: Final = {20: {True: 2}, 25: {False: 2, True: 3}}
_FOUR: Final = tuple(Seat)
_THREE: Final = _FOUR[:3]
_TIMES: Final = ("", "", "两倍", "三倍", "四倍", "五倍", "六倍")


def base(han: int, fu: int, options: Mapping[str, Any]) -> tuple[int, Words | None]:
    """Return the base points of a hand below yakuman, and the limit that it reached, if any."""
    if han >= YAKUMAN and options["counted_yakuman"]:
        return BASE_OF_YAKUMAN, COUNTED
    for least, points, name in LIMITS:
        if han >= least:
            return points, name
    points = fu << (2 + han)
    if points >= MANGAN[1] or (points == 1920 and options["kiriage"]):
        return MANGAN[1:]
    return points, None


def yakuman(times: int) -> Words:
    """Return the name of that many yakuman at once."""
    if times == 1:
        return Words("役满", "yakuman", "役満")
    zh = _TIMES[times] if times < len(_TIMES) else f"{times}倍"
    return Words(f"{zh}役满", f"{times}-fold yakuman", f"{times}倍役満")


def up(points: int) -> int:
    """Round points up to whole hundreds."""
    return -(-points // 100) * 100


def players(options: Mapping[str, Any]) -> tuple[Seat, ...]:
    """Return the seats that play: with three players north's stays empty."""
    return _THREE if options["three_players"] else _FOUR


def on_discard(base: int, winner: Seat) -> int:
    """Return what the discarder pays for a hand with these base points 荣和."""
    return up(base * (6 if winner is Seat.E else 4))


def on_self_draw(base: int, winner: Seat, options: Mapping[str, Any]) -> dict[Seat, int]:
    """Return what each of the others pays for a hand with these base points 自摸和."""
    three, dealer = options["three_players"], _FOUR[0]
    absent = base * (2 if winner is dealer else 1) // 2 if three and not options["tsumo_loss"] else 0
    usual, double = up(base + absent), up(2 * base + absent)
    others = [s for s in (_THREE if three else _FOUR) if s is not winner]
    return {s: double if dealer in (s, winner) else usual for s in others}


def value(counted: Counted, a: Arranged, options: Mapping[str, Any]) -> Value:
    """Han, fu and points of a hand; a hand without a yaku is worth nothing."""
    han = counted.sum
    if han >= YAKUMAN and (times := yakumans(counted)):
        return Value(han, _paid(a.hand, a.win, options, BASE_OF_YAKUMAN * times), han, limit=yakuman(times))
    ids = {m.priced.id for m in counted.matches}
    parts, n = fu(a, pinfu="pinfu" in ids, double_wind=_DOUBLE_WIND[options["double_wind_pair"]])
    points, limit = (0, None) if ids <= DORA else base(han, n, options)
    return Value(han, _paid(a.hand, a.win, options, points), han, n, limit, parts)


def of_worth(worth: Worth, hand: Hand, options: Mapping[str, Any]) -> Value:
    """Return han, fu and points as stated; below mangan the fu are required.

    Raises `HandError` for lacking fu, and for fu that no hand of so few han has.
    """
    assert hand.win is not None
    han, fu = worth.total, worth.fu or 0
    if worth.yakuman:
        points = BASE_OF_YAKUMAN * worth.yakuman
        return Value(han, _paid(hand, hand.win, options, points), han, limit=yakuman(worth.yakuman))
    if han < MANGAN[0] and not fu:
        raise HandError(FU_WANTED, han=han)
    least = _LEAST_HAN.get(fu)
    if least and (hand.claimed or han < least.get(hand.win.self_drawn, han + 1)):
        raise HandError(NO_SUCH_WORTH, han=han, fu=fu)
    points, limit = base(han, fu, options)
    return Value(han, _paid(hand, hand.win, options, points), han, fu, limit)


def yakumans(counted: Counted) -> int:
    """Return how many yakuman there are, double ones twice."""
    return sum(m.priced.value // YAKUMAN for m in counted.matches)


def _paid(hand: Hand, win: Win, options: Mapping[str, Any], points: int) -> int:
    """Return all that the others pay for these base points."""
    if win.self_drawn:
        return _drawn(points, hand.seat, options["three_players"], options["tsumo_loss"])
    return on_discard(points, hand.seat)


@lru_cache(maxsize=1 << 10)  # every self-draw asks, and the points are few
def _drawn(points: int, winner: Seat, three: bool, loss: bool) -> int:
    options = {"three_players": three, "tsumo_loss": loss}
    return sum(on_self_draw(points, winner, options).values())


_plain = above_all(YAKUMAN)
_RENHOU: Final = RENHOU.id


def renhou_or_the_rest(matches: Sequence[Match]) -> list[Counted]:
    """Count 人和 as a mangan by itself, or the hand's own yaku, never both.

    riichi.wiki, Renhou.
    """
    mangan = [m for m in matches if m.priced.id == _RENHOU and m.priced.value < YAKUMAN]
    if not mangan:
        return _plain(matches)
    blessed = mangan[0]
    rest = [m for m in matches if m is not blessed]
    ways = [summed((blessed,), tuple(Dropped(m, blessed, alone=True) for m in rest))]
    for way in _plain(rest):
        if way.matches:
            dropped = (*way.dropped, Dropped(blessed, way.matches[0], alone=True))
            ways.append(Counted(way.matches, dropped, way.sum))
    return ways

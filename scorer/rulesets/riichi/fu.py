"""Fu 符 of 日本麻将, with the reason of every part.

EMA: European Mahjong Association, Riichi Rules for Japanese Mahjong (2016), §4.1.1 Minipoints.
"""

from __future__ import annotations

from typing import Final

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.value import Part
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.tiles.blocks import Form, Shape
from paiyan.scorer.tiles.kind_sets import DRAGONS, ORPHANS

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
    """The parts of a hand's fu, the last of them the rounding, and what they come to.

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

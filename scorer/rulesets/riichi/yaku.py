"""The patterns of 日本麻将 that are called 役, under the names that they have there.

A pattern that the catalogue knows keeps its id; the others stay here until a second rule set needs them.
"""

from __future__ import annotations

from dataclasses import replace

from paiyan.scorer.fans import facts
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import circumstances, runs, suits, triplets, whole_hand
from paiyan.scorer.fans.fan import Fan, Find
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.hand.win import By, Flag
from paiyan.scorer.tiles.blocks import Shape
from paiyan.scorer.tiles.forms import Form
from paiyan.scorer.tiles.kind_sets import CHARACTERS, DRAGONS, HONOURS, ORPHANS, TERMINALS

NORTH = 30


def riichi(a: Arranged) -> str:
    """``none``, ``riichi`` or ``double``; a hand declared ready 报听 has declared riichi."""
    declared = a.hand.table["riichi"]
    return "riichi" if declared == "none" and Flag.DECLARED_READY in a.win.flags else declared


def _called(fan: Fan, zh: str, en: str, ja: str) -> Fan:
    """A fan of the catalogue under the name it has here."""
    return replace(fan, zh=zh, en=en, ja=ja)


def _sanshoku(a: Arranged) -> tuple[int, ...]:
    """The same run in the three suits, once."""
    at = {kind: i for i, kind in a.runs}
    found = (k for k in at if k < 9 and k + 9 in at and k + 18 in at)
    return tuple(a.bits(at[k], at[k + 9], at[k + 18]) for k in found)


def _ittsu(a: Arranged) -> tuple[int, ...]:
    """123, 456 and 789 of one suit, once."""
    at = {kind: i for i, kind in a.runs}
    found = (k for k in at if k % 9 == 0 and k + 3 in at and k + 6 in at)
    return tuple(a.bits(at[k], at[k + 3], at[k + 6]) for k in found)


def _declared(how: str) -> Find:
    return lambda a: (0,) if riichi(a) == how else ()


def _ippatsu(a: Arranged) -> tuple[int, ...]:
    return (0,) if a.hand.table["ippatsu"] and riichi(a) != "none" else ()


def value_pair(a: Arranged, kind: int) -> bool:
    """Whether a pair of this kind is worth fu 役牌: a dragon, the round's or one's own wind."""
    return bool(DRAGONS >> kind & 1) or kind in (a.hand.seat.wind, a.hand.round.wind)


def _pinfu(a: Arranged) -> tuple[int, ...]:
    """Four runs, a worthless pair, and a wait on both ends of a run."""
    if len(a.runs) != 4 or a.won is None or a.won.shape != Shape.RUN or value_pair(a, a.pairs[0][1]):
        return ()
    low = a.won.kind
    open_ended = (a.kind == low and low % 9 != 6) or (a.kind == low + 2 and low % 9 != 0)
    return (a.all,) if open_ended else ()


def _twins(a: Arranged) -> list[int]:
    """Pairs of equal runs, no run in two of them, as matches."""
    found: list[int] = []
    single: dict[int, int] = {}
    for i, kind in a.runs:
        if kind in single:
            found.append(1 << i | 1 << single.pop(kind))
        else:
            single[kind] = i
    return found


def _iipeikou(a: Arranged) -> tuple[int, ...]:
    return tuple(_twins(a)[:1]) if len(a.runs) > 1 else ()


def _ryanpeikou(a: Arranged) -> tuple[int, ...]:
    if len(a.runs) < 4:
        return ()
    both = _twins(a)
    return (both[0] | both[1],) if len(both) == 2 else ()


def _ends(a: Arranged, kinds: int) -> bool:
    """A hand with runs in which every block holds one of these ends."""
    if a.form is not Form.STANDARD or not a.runs:
        return False
    return all((k % 9 in (0, 6)) if s == Shape.RUN else kinds >> k & 1 for s, k, _, _, _ in a.blocks)


def _chanta(a: Arranged) -> tuple[int, ...]:
    return (a.all,) if a.faces & HONOURS and _ends(a, ORPHANS) else ()


def _junchan(a: Arranged) -> tuple[int, ...]:
    return (a.all,) if not a.faces & HONOURS and _ends(a, TERMINALS) else ()


def _round_wind(wind: Seat) -> Find:
    return lambda a: _triplets_of(a, wind.wind) if a.hand.round is wind else ()


def _seat_wind(wind: Seat) -> Find:
    return lambda a: _triplets_of(a, wind.wind) if a.hand.seat is wind else ()


def _dragon(kind: int) -> Find:
    return lambda a: _triplets_of(a, kind)


def _triplets_of(a: Arranged, kind: int) -> tuple[int, ...]:
    return tuple([1 << i for i, k in a.triplets if k == kind])


def _last_in_pair(find: Find) -> Find:
    """The pattern, won on the second tile of the pair."""

    def found(a: Arranged) -> tuple[int, ...]:
        return tuple(find(a)) if a.won is not None and a.won.shape == Shape.PAIR else ()

    return found


def _nine_gates(a: Arranged) -> tuple[int, ...]:
    """1112345678999 of one suit and any tile of it, all concealed, whatever came last."""
    if a.kongs or a.claimed or a.form is not Form.STANDARD or a.kind >= 27:
        return ()
    base = a.kind // 9 * 9
    if a.faces != CHARACTERS << base:
        return ()
    there = a.counts[base : base + 9]
    return (a.all,) if there[0] >= 3 and there[8] >= 3 else ()


def _blessed(*, dealer: bool, by: By) -> Find:
    """Won in the first uninterrupted turn."""

    def find(a: Arranged) -> tuple[int, ...]:
        first = Flag.FIRST_TURN in a.win.flags and a.win.by is by
        return (0,) if first and (a.hand.seat is Seat.E) is dealer else ()

    return find


def shown_by(indicator: int, *, three: bool) -> int:
    """The kind that an indicator makes dora: the next of its suit, winds and dragons apart, round and round.

    With three players there is no 2m to 8m, and 1m shows 9m.
    """
    if three and indicator == 0:
        return 8
    start, size = (indicator // 9 * 9, 9) if indicator < 27 else (27, 4) if indicator <= NORTH else (31, 3)
    return start + (indicator - start + 1) % size


def dora(field: str, *, three: bool, hidden: bool = False) -> Find:
    """Once for each tile and each indicator that shows it; `hidden` ones only after riichi."""

    def find(a: Arranged) -> list[int]:
        found: list[int] = []
        if hidden and riichi(a) == "none":
            return found
        for indicator in a.hand.table[field]:
            kind = shown_by(indicator.kind, three=three)
            found += [0] * (a.hand.table["norths"] if kind == NORTH else 0)
            if a.faces >> kind & 1:
                for i, block in enumerate(a.blocks):
                    found += [1 << i] * block.tiles.count(kind)
        return found

    return find


def _red_fives(a: Arranged) -> list[int]:
    return [0] * len(a.hand.reds)


RIICHI = Fan("riichi", "立直", "Riichi", _declared("riichi"), "立直")
DOUBLE_RIICHI = Fan("double_riichi", "两立直", "Double Riichi", _declared("double"), "ダブル立直")
IPPATSU = Fan("ippatsu", "一发", "Ippatsu", _ippatsu, "一発")
TSUMO = Fan(
    "menzen_tsumo",
    "门前清自摸和",
    "Menzen Tsumo",
    circumstances.SELF_DRAWN.find,
    "門前清自摸和",
    needs=facts.SELF_DRAWN,
)
TANYAO = _called(suits.ALL_SIMPLES, "断幺九", "Tanyao (All Simples)", "断幺九")
PINFU = Fan("pinfu", "平和", "Pinfu", _pinfu, "平和", needs=facts.RUNS[4] | facts.ON_SIDE)
IIPEIKOU = Fan(
    "iipeikou", "一杯口", "Iipeikou (Pure Double Chow)", _iipeikou, "一盃口", needs=facts.EQUAL_RUNS
)
RYANPEIKOU = Fan(
    "ryanpeikou",
    "二杯口",
    "Ryanpeikou (Twice Pure Double Chow)",
    _ryanpeikou,
    "二盃口",
    needs=facts.RUNS[4] | facts.EQUAL_RUNS,
)
RINSHAN = _called(circumstances.AFTER_KONG, "岭上开花", "Rinshan Kaihou (After a Kong)", "嶺上開花")
CHANKAN = _called(circumstances.ROBBED_KONG, "抢杠", "Chankan (Robbing the Kong)", "槍槓")
HAITEI = _called(circumstances.LAST_TILE_DRAW, "海底捞月", "Haitei (Last Tile Draw)", "海底摸月")
HOUTEI = _called(circumstances.LAST_TILE_CLAIM, "河底捞鱼", "Houtei (Last Tile Claim)", "河底撈魚")
CHANTA = Fan(
    "chanta",
    "混全带幺九",
    "Chanta (Half Outside Hand)",
    _chanta,
    "混全帯幺九",
    needs=facts.NO_MIDDLES | facts.HONOURS,
)
JUNCHAN = Fan(
    "junchan",
    "纯全带幺九",
    "Junchan (Fully Outside Hand)",
    _junchan,
    "純全帯幺九",
    needs=facts.NO_MIDDLES | facts.NO_HONOURS,
)
SANSHOKU = _called(
    replace(runs.MIXED_TRIPLE_CHOW, find=_sanshoku), "三色同顺", "Sanshoku (Mixed Triple Chow)", "三色同順"
)
ITTSU = _called(replace(runs.PURE_STRAIGHT, find=_ittsu), "一气通贯", "Ittsu (Pure Straight)", "一気通貫")
TOITOI = _called(triplets.ALL_PUNGS, "对对和", "Toitoi (All Pungs)", "対々和")
SAN_ANKOU = _called(triplets.THREE_CONCEALED_PUNGS, "三暗刻", "San Ankou (Three Concealed Pungs)", "三暗刻")
DOUKOU = _called(triplets.TRIPLE_PUNG, "三色同刻", "Sanshoku Doukou (Triple Pung)", "三色同刻")
SAN_KANTSU = _called(triplets.THREE_KONGS, "三杠子", "San Kantsu (Three Kongs)", "三槓子")
HONROUTOU = _called(suits.MIXED_TERMINALS, "混老头", "Honroutou (All Terminals and Honours)", "混老頭")
SHOUSANGEN = _called(triplets.LITTLE_THREE_DRAGONS, "小三元", "Shousangen (Little Three Dragons)", "小三元")
CHIITOITSU = _called(whole_hand.SEVEN_PAIRS, "七对子", "Chiitoitsu (Seven Pairs)", "七対子")
HONITSU = _called(suits.HALF_FLUSH, "混一色", "Honitsu (Half Flush)", "混一色")
CHINITSU = _called(suits.FULL_FLUSH, "清一色", "Chinitsu (Full Flush)", "清一色")
_WINDS = (("东", "East", "東"), ("南", "South", "南"), ("西", "West", "西"), ("北", "North", "北"))
ROUND_WINDS = tuple(
    Fan(
        f"round_wind_{s.name}",
        f"场风{zh}",
        f"Round Wind {en}",
        _round_wind(s),
        f"場風 {ja}",
        facts.TRIPLET_OF[s.wind],
    )
    for s, (zh, en, ja) in zip(Seat, _WINDS, strict=True)
)
SEAT_WINDS = tuple(
    Fan(
        f"seat_wind_{s.name}",
        f"自风{zh}",
        f"Seat Wind {en}",
        _seat_wind(s),
        f"自風 {ja}",
        facts.TRIPLET_OF[s.wind],
    )
    for s, (zh, en, ja) in zip(Seat, _WINDS, strict=True)
)
DRAGON_PUNGS = (
    Fan("white_dragon", "役牌白", "White Dragon", _dragon(31), "翻牌 白", facts.TRIPLET_OF[31]),
    Fan("green_dragon", "役牌发", "Green Dragon", _dragon(32), "翻牌 發", facts.TRIPLET_OF[32]),
    Fan("red_dragon", "役牌中", "Red Dragon", _dragon(33), "翻牌 中", facts.TRIPLET_OF[33]),
)

TENHOU = Fan(
    "tenhou",
    "天和",
    "Tenhou (Blessing of Heaven)",
    _blessed(dealer=True, by=By.SELF_DRAW),
    "天和",
    needs=facts.FLAGGED,
)
CHIIHOU = Fan(
    "chiihou",
    "地和",
    "Chiihou (Blessing of Earth)",
    _blessed(dealer=False, by=By.SELF_DRAW),
    "地和",
    needs=facts.FLAGGED,
)
RENHOU = Fan(
    "renhou",
    "人和",
    "Renhou (Blessing of Man)",
    _blessed(dealer=False, by=By.DISCARD),
    "人和",
    needs=facts.FLAGGED,
)
DAISANGEN = _called(triplets.BIG_THREE_DRAGONS, "大三元", "Daisangen (Big Three Dragons)", "大三元")
SUU_ANKOU = _called(triplets.FOUR_CONCEALED_PUNGS, "四暗刻", "Suu Ankou (Four Concealed Pungs)", "四暗刻")
SUU_ANKOU_TANKI = Fan(
    "four_concealed_pungs_single_wait", "四暗刻单骑", "Suu Ankou Tanki",
    _last_in_pair(triplets.FOUR_CONCEALED_PUNGS.find), "四暗刻単騎",
    needs=facts.CONCEALED_TRIPLETS[4] | facts.ON_PAIR,
)  # fmt: skip
TSUUIISOU = _called(suits.ALL_HONOURS, "字一色", "Tsuuiisou (All Honours)", "字一色")
RYUUIISOU = _called(suits.ALL_GREEN, "绿一色", "Ryuuiisou (All Green)", "緑一色")
CHINROUTOU = _called(suits.ALL_TERMINALS, "清老头", "Chinroutou (All Terminals)", "清老頭")
SHOUSUUSHII = _called(triplets.LITTLE_FOUR_WINDS, "小四喜", "Shousuushii (Little Four Winds)", "小四喜")
DAISUUSHII = _called(triplets.BIG_FOUR_WINDS, "大四喜", "Daisuushii (Big Four Winds)", "大四喜")
SUU_KANTSU = _called(triplets.FOUR_KONGS, "四杠子", "Suu Kantsu (Four Kongs)", "四槓子")
KOKUSHI = _called(whole_hand.THIRTEEN_ORPHANS, "国士无双", "Kokushi Musou (Thirteen Orphans)", "国士無双")
KOKUSHI_13 = Fan(
    "thirteen_orphans_thirteen_waits", "国士无双十三面", "Kokushi Musou, Thirteen Waits",
    _last_in_pair(whole_hand.THIRTEEN_ORPHANS.find), "国士無双十三面", needs=facts.ENDS_ONLY,
)  # fmt: skip
CHUUREN = Fan(
    "chuuren_poutou",
    "九莲宝灯",
    "Chuuren Poutou (Nine Gates)",
    _nine_gates,
    "九蓮宝燈",
    needs=facts.ONE_SUIT | facts.NO_HONOURS,
)
JUNSEI_CHUUREN = _called(
    whole_hand.NINE_GATES, "纯正九莲宝灯", "Junsei Chuuren Poutou (True Nine Gates)", "純正九蓮宝燈"
)
RED_FIVE = Fan("red_five", "赤宝牌", "Red Five", _red_fives, "赤ドラ")
NUKI_DORA = Fan(
    "north_dora", "拔北宝牌", "North Set Aside", lambda a: (0,) * a.hand.table["norths"], "抜きドラ"
)

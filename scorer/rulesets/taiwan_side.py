"""台湾麻将 payments: base and 台, dealer and streak 连庄拉庄, raised bases 插花, false wins 诈和包赔."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorer.arranged import Arranged
from scorer.fans import Counted
from scorer.payment import Transfer
from scorer.ruleset import Dealt, Settling
from scorer.setting import HOUSE_DEFAULT, Setting, Source
from scorer.situation import Seat
from scorer.value import Value
from scorer.words import Words

STREAK = str(Source("000_38b889f269dd2951.txt", "台湾麻将 连庄拉庄"))
RAISE = str(Source("000_38b889f269dd2951.txt", "台湾麻将 插花"))
FALSE = str(Source("000_38b889f269dd2951.txt", "台湾麻将 诈和 包赔"))

OPTIONS = (
    Setting("base", Words("底", "base, in points", "基本点"), 5, HOUSE_DEFAULT),
    Setting("per_tai", Words("每台", "points for each 台", "一台の点数"), 1, HOUSE_DEFAULT, least=1),
    Setting(
        "cap",
        Words("台数封顶", "the most 台 of a hand; 0 for no cap", "台数の上限（0 はなし）"),
        0,
        HOUSE_DEFAULT,
    ),
    Setting("minimum", Words("起胡台数", "台 needed to win", "和了に必要な台数"), 0, HOUSE_DEFAULT),
    Setting(
        "pull",
        Words("拉庄", "each streak of the dealer counts twice", "拉荘：連荘を二重に数える"),
        True,
        STREAK,
    ),
)
TABLE = (
    Setting("streak", Words("庄家连庄数", "how often the dealer has dealt again", "親の連荘数"), 0, STREAK),
    *(
        Setting(
            f"raise_{seat.name}",
            Words(f"{seat.name} 插花底数", f"bases that {seat.name} raised", f"{seat.name} の挿花の底数"),
            0,
            RAISE,
        )
        for seat in Seat
    ),
    Setting(
        "false_win",
        Words("诈和或包赔者", "who won falsely, or pays for all", "誤和または包の者"),
        "none",
        FALSE,
        choices=("none", *(seat.name for seat in Seat)),
    ),
    Setting(
        "false_tai",
        Words("诈和牌面台数", "the 台 that the false hand showed", "誤和の手が見せた台数"),
        0,
        FALSE,
    ),
)


def value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """The sum of the 台, no more than the cap."""
    del arranged
    total = min(counted.sum, options["cap"] or counted.sum)
    return Value(total, total)


def dealer_tai(options: Mapping[str, Any], table: Mapping[str, Any]) -> int:
    """What the dealer's seat adds between the dealer and another: 1, and 2 (or 1) for each streak."""
    return 1 + table["streak"] * (2 if options["pull"] else 1)


def raised(table: Mapping[str, Any], one: Seat, other: Seat) -> int:
    """Bases that two players raised against each other 内插."""
    return table[f"raise_{one.name}"] + table[f"raise_{other.name}"]


def between(s: Settling, loser: Seat) -> Iterator[Transfer]:
    """What one loser pays the winner."""
    winner, options = s.hand.seat, s.options
    tai, words = s.value.total, [f"底 {options['base']}", f"{s.value.total} 台"]
    english = [f"base {options['base']}", f"{s.value.total} tai"]
    japanese = [f"底 {options['base']}", f"{s.value.total} 台"]
    if s.hand.dealer in (winner, loser):
        extra = dealer_tai(options, s.table)
        tai += extra
        words.append(f"庄家 {extra} 台")
        english.append(f"dealer {extra} tai")
        japanese.append(f"親 {extra} 台")
    why = Words(" + ".join(words), " + ".join(english), " + ".join(japanese))
    yield Transfer(loser, winner, options["base"] + tai * options["per_tai"], why)
    yield from _raised(s.table, options, loser, winner)


def _raised(
    table: Mapping[str, Any], options: Mapping[str, Any], payer: Seat, payee: Seat
) -> Iterator[Transfer]:
    if n := raised(table, payer, payee):
        yield Transfer(
            payer, payee, n * options["base"], Words(f"插花 {n} 底", f"{n} raised bases", f"上乗せ {n} 底")
        )


def side(dealt: Dealt) -> Iterator[Transfer]:
    """A false win pays all three as if each had won the hand it showed; the dealer's 台 as the seed says."""
    deal, table, options = dealt.deal, dealt.table, dealt.options
    if table["false_win"] == "none":
        return
    false = Seat[table["false_win"]]
    for other in false.others:
        tai = table["false_tai"]
        if deal.dealer in (false, other):
            tai += dealer_tai(options, table)
        why = Words(f"诈和包赔 {tai} 台", f"false win: {tai} tai to each", f"誤和了：各家に {tai} 台")
        yield Transfer(false, other, options["base"] + tai * options["per_tai"], why)
        yield from _raised(table, options, false, other)

"""台湾麻将 payments: base and 台, dealer and streak 连庄拉庄, raised bases 插花, false wins 诈和包赔."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorer.arranged import Arranged
from scorer.fans import Counted
from scorer.payment import Transfer
from scorer.ruleset import Settling
from scorer.setting import HOUSE_DEFAULT, Setting, Source
from scorer.situation import Seat
from scorer.value import Value
from scorer.words import Words

STREAK = str(Source("000_38b889f269dd2951.txt", "台湾麻将 连庄拉庄"))
RAISE = str(Source("000_38b889f269dd2951.txt", "台湾麻将 插花"))
SHOWN = str(Source("000_38b889f269dd2951.txt", "台湾麻将 连庄示记"))

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
        "streak_shown",
        Words(
            "庄家所示连庄数，-1 为如实",
            "the streak that the dealer showed; -1: as it is",
            "親が示した連荘数（-1 は実際どおり）",
        ),
        -1,
        SHOWN,
        least=-1,
    ),
)


def value(counted: Counted, arranged: Arranged, options: Mapping[str, Any]) -> Value:
    """The sum of the 台, no more than the cap."""
    del arranged
    total = min(counted.sum, options["cap"] or counted.sum)
    return Value(total, total)


def dealer_tai(options: Mapping[str, Any], table: Mapping[str, Any], *, wins: bool) -> int:
    """What the dealer's seat adds between the dealer and another: 1, and 2 (or 1) for each streak.

    A dealer who showed another streak than the true one wins by the lower and pays by the higher.
    """
    streak, shown = table["streak"], table["streak_shown"]
    if shown >= 0:
        streak = min(streak, shown) if wins else max(streak, shown)
    return 1 + streak * (2 if options["pull"] else 1)


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
        extra = dealer_tai(options, s.table, wins=s.hand.dealer is winner)
        tai += extra
        words.append(f"庄家 {extra} 台")
        english.append(f"dealer {extra} tai")
        japanese.append(f"親 {extra} 台")
    why = Words(" + ".join(words), " + ".join(english), " + ".join(japanese))
    payer = loser
    if s.table["substitute"] not in ("none", loser.name):
        payer = Seat[s.table["substitute"]]
        name = loser.name
        why = Words(
            f"代 {name} 赔付：{why.zh}", f"in {name}'s place: {why.en}", f"{name} の代位払い：{why.ja}"
        )
    yield Transfer(payer, winner, options["base"] + tai * options["per_tai"], why)
    yield from raises(s.table, options, payer=payer, payee=winner, of=loser)


def raises(
    table: Mapping[str, Any], options: Mapping[str, Any], *, payer: Seat, payee: Seat, of: Seat | None = None
) -> Iterator[Transfer]:
    """The raised bases between the payee and the payer, or `of` whose place the payer takes."""
    if n := raised(table, of or payer, payee):
        yield Transfer(
            payer, payee, n * options["base"], Words(f"插花 {n} 底", f"{n} raised bases", f"上乗せ {n} 底")
        )

"""sichuan against hands that two other engines have scored: which fans hold, and what the fan are worth.

Their prices are those of the Sichuan Bloody Rules, so they are scored with the options that make those.
The hand-made file also tells what must not win.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.report.rule_pages import DIVERGENCES
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.results import NotAWin, Score
from paiyan.scorer.scoring.score import score
from tests.oracles.files import lines
from tests.scorer.rulesets.sichuan_deals import BLOODY_RULES

DIFFERENT = {line: d for d in DIVERGENCES for line in d.lines if d.rules == "sichuan"}
MELDS = {"pon": "pung", "kan": "kong", "ankan": "concealed_kong"}
NAMES = {
    "AllPungs": "对对胡",
    "FullFlush": "清一色",
    "SevenPairs": "七对",
    "GoldenWait": "金钩钓",
    "Root": "根",
    "Kong": "杠",
    "WinAfterKong": "杠上花",
    "ShootAfterKong": "杠上炮",
    "RobbingTheKong": "抢杠",
    "UnderTheSea": "海底",
}
SUBTYPES: dict[str, tuple[str, tuple[str, ...]]] = {
    "normal": ("discard", ()),
    "heavenly": ("self_draw", ("first_turn",)),
    "winAfterKong": ("self_draw", ("kong_replacement",)),
    "shootAfterKong": ("discard", ("kong_replacement",)),
    "robbingTheKong": ("robbed_kong", ()),
    "underTheSea": ("discard", ("last_tile",)),
}


def scored(line: dict[str, Any], *, cap: int, subtype: str = "") -> Score | NotAWin | str:
    """Our answer to a line; the error's text where the hand is refused."""
    by, flags = SUBTYPES[subtype or line["subtype"]]
    if line.get("self_draw") and by == "discard":
        by = "self_draw"
    if line.get("also_under_the_sea"):
        flags = (*flags, "last_tile")
    given = {
        "concealed": line["concealed"],
        "melds": [{"type": MELDS[m["type"]], "tiles": m["tiles"]} for m in line["melds"]],
        "win": {"tile": line["win_tile"], "by": by, "flags": list(flags)},
        "table": {"void_suit": line["void_suit"]},
    }
    rules = rule_set("sichuan").with_options({**BLOODY_RULES, "cap": cap})
    try:
        return score(rules, parse_hand(given))
    except HandError as refused:
        return str(refused)


def answer(got: Score) -> tuple[Counter[str], int, int]:
    """The fans by their names, without those that they do not list, then fan and points."""
    unlisted = ("平胡", "天胡", "地胡")
    fans = Counter(m.priced.zh for m in got.counted.matches if m.priced.zh not in unlisted)
    return fans, got.value.total, got.value.points


def named(theirs: dict[str, int]) -> Counter[str]:
    return Counter({NAMES[name]: n for name, n in theirs.items()})


def test_the_fans_of_two_engines() -> None:
    hands = lines("sichuan_generated_2impl")
    wrong: list[str] = []
    for line in hands:
        theirs = line["answers"]["dcmshi(SBR PDF table 9)"]
        got = scored(line, cap=3)
        right = (named(theirs["fans"]), theirs["total_fan_capped3"], theirs["hand_value"])
        if not isinstance(got, Score) or answer(got) != right:
            wrong.append(f"{line['id']}: {got}, theirs {theirs}")
    assert len(hands) == 800
    assert wrong == []


def test_the_fan_and_points_of_the_bloody_rules() -> None:
    hands = lines("sichuan_sbr_dcmshi")
    wrong: list[str] = []
    for line in hands:
        want = line["expected"]
        got = scored(line, cap=line["fan_cap"])
        if line["id"] in DIFFERENT:
            right = isinstance(got, str) and same_tiles(line)
        elif not want["is_win"]:
            right = not isinstance(got, Score)
        else:
            theirs = (named(want["fans"]), want["total_fan"], want["hand_value"])
            right = isinstance(got, Score) and answer(got) == theirs
        if not right:
            wrong.append(f"{line['id']}: {got}, theirs {want}")
    assert len(hands) == 200
    assert wrong == []


def same_tiles(line: dict[str, Any]) -> bool:
    """Whether a hand that cannot have come about as told has the same fans without the circumstance."""
    got = scored(line, cap=line["fan_cap"], subtype="normal")
    circumstance = Counter({"抢杠": 1, "杠上花": 1})
    return isinstance(got, Score) and answer(got)[0] == named(line["expected"]["fans"]) - circumstance

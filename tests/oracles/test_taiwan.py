"""taiwan against another project's unit tests, scored with the options that make its switches."""

from __future__ import annotations

from collections import Counter
from typing import Any

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.report.rule_pages import DIVERGENCES
from paiyan.scorer.rules.payments import balances
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.results import NotAWin, Score
from paiyan.scorer.scoring.score import score
from paiyan.scorer.settling.settlement import settle_score
from tests.oracles.files import lines

DIFFERENT = {line for d in DIVERGENCES for line in d.lines if d.rules == "taiwan"}
MELDS = {"chi": "chow", "pon": "pung", "kan": "kong", "ankan": "concealed_kong"}
NAMES = {
    "all_begging": "melded_hand",
    "all_chows": "chows_and_pair",
    "all_honors": "all_honours",
    "concealed_hand": "no_claims",
    "earthly_win": "earthly_hand",
    "eight_flowers_and_seasons": "eight_flowers",
    "flower_kong": "flower_set",
    "flower_tile": "own_flower",
    "half_begging": "half_melded_hand",
    "heavenly_win": "heavenly_hand",
    "human_win": "human_hand",
    "prevalent_wind_pung": "prevalent_wind",
    "robbing_kong": "robbing_the_kong",
    "seat_wind_pung": "seat_wind",
    "self_draw": "self_drawn",
    "seven_flowers_steal_eighth": "seven_robs_one",
    "single_wait": "waiting_for_one",
}
WAITS = {"unrestricted": "any", "only_two_sided": "two_ended"}
EAST = 41


def options(switches: dict[str, Any]) -> dict[str, Any]:
    return {
        "implied": True,
        "chows_concealed": switches.get("all_chows_concealed_allowed", False),
        "chows_self_drawn": switches.get("all_chows_self_draw_allowed", False),
        "chows_with_honours": switches.get("all_chows_honors_and_flowers_allowed", True),
        "chows_wait": WAITS.get(switches.get("all_chows_wait_mode", ""), "several"),
        "minimum": switches.get("minimum_tai", 0),
    }


def hand(line: dict[str, Any]) -> dict[str, Any]:
    """The line as a hand of the interface; where the flowers win, its tiles do not matter."""
    said = line["context"]
    seat = "ESWN"[said["seat_wind"] - EAST]
    by = {"self_draw": "self_draw", "robbing_kong": "robbed_kong", "discard": "discard"}
    win = {"tile": line["win_tile"], "by": by.get(line["win_source"], "robbed_flower")}
    first = any(said.get(k) for k in ("heavenly_win", "earthly_win", "human_win"))
    flags = {
        "kong_replacement": said.get("out_with_replacement_tile"),
        "last_tile": said.get("last_tile_claim"),
        "first_turn": first,
    }
    given: dict[str, Any] = {
        "concealed": line["concealed"],
        "melds": [{"type": MELDS[m["type"]], "tiles": m["tiles"]} for m in line["melds"]],
        "flowers": "".join(f"{n}f" for n in line["flowers"]),
        "seat": seat,
        "round": "ESWN"[said["round_wind"] - EAST],
        "dealer": "N" if seat == "E" and said.get("earthly_win") else "E",  # east is the dealer
        "table": {"ready": next((r for r in ("heavenly", "earthly") if said.get(f"{r}_ready")), "none")},
        "win": {**win, "flags": [f for f, on in flags.items() if on]},
    }
    if said.get("eight_flowers_and_seasons") or win["by"] == "robbed_flower":
        given |= {"concealed": "159m159p159s1234567z", "flowers": given["flowers"][:-2]}
        given["win"]["tile"] = "8f"
    return given


def disagreement(line: dict[str, Any]) -> str:
    try:
        ours = score(rule_set("taiwan").with_options(options(line["rules"])), parse_hand(hand(line)))
    except HandError as refused:
        return f"refused: {refused}"
    theirs = line["expected"]
    wins = isinstance(ours, Score) and ours.legal
    if wins != theirs["is_win"]:
        return f"we say {wins}, {ours.reason.en if isinstance(ours, NotAWin) else ours.short}"
    if not wins:
        return ""
    wanted = Counter(NAMES.get(i, i) for i in theirs["fan_ids"])
    for name in theirs["fan_names"]:
        if name.endswith("*2"):
            wanted[{"正花*2": "own_flower", "花杠*2": "flower_set"}.get(name, name)] = 2
    found = Counter(m.priced.id for m in ours.counted.matches)
    return "" if found == wanted else f"we find {dict(found)}, they {dict(wanted)}"


def test_every_hand_agrees_or_is_explained() -> None:
    wrong = {line["id"]: disagreement(line) for line in lines("taiwan_omu_tests")}
    wrong = {line: why for line, why in wrong.items() if why}
    assert wrong.keys() == {i for i in DIFFERENT if i.startswith("tw_omu")}, wrong


def test_every_payment_agrees_or_is_explained() -> None:
    wrong: dict[str, str] = {}
    for line in lines("taiwan_settlement_tests"):
        given, seats = line["args"], "ESWN"
        table = {"streak": given["dealer_streak"]}
        flowers = {"concealed": "123m456m23p99s123s", "melds": [{"type": "chow", "tiles": "789p"}]}
        drawn = given["win_source"] == "self_draw"
        win = {"tile": "1p", "by": "self_draw" if drawn else "discard"}
        if not drawn:
            win["from"] = seats[given["discarder"]]
        seat = {"seat": seats[given["winner"]], "dealer": seats[given["dealer"]]}
        ours = score(rule_set("taiwan"), parse_hand({**flowers, **seat, "win": win, "table": table}))
        assert isinstance(ours, Score)
        # The test tells the 台 of the hand, not its tiles: what ours has beside them is taken off again.
        tai = min(given["hand_tai"], given.get("rules", {}).get("tai_cap", given["hand_tai"]))
        paid = balances(
            t._replace(points=t.points - ours.value.total + tai) for t in settle_score(ours).transfers
        )
        expected = {s: line["expected"]["score_changes"][str(i)] for i, s in enumerate(seats)}
        if {s.name: n for s, n in paid.items()} != expected:
            wrong[line["id"]] = f"we pay {paid}, they {expected}"
    assert wrong.keys() == {i for i in DIFFERENT if i.startswith("tw_settle")}, wrong

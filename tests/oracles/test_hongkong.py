"""hongkong against hands on which two engines agree: which fans hold. The seed prices them otherwise."""

from __future__ import annotations

from collections import Counter
from typing import Any

from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.results import Score
from paiyan.scorer.scoring.score import score
from tests.oracles.files import lines

ENGINE = "hk-mahjong-coach(hk_modern_13f_v1)"
MELDS = {"chi": "chow", "pon": "pung", "kan": "kong", "ankan": "concealed_kong"}
NAMES = {
    "all_chows": "chows_and_pair",
    "all_honors": "all_honours",
    "all_kongs": "four_kongs",
    "concealed_hand": "no_claims",
    "four_concealed_pungs": "self_drawn_concealed_pungs",
    "no_bonus_tiles": "no_flowers",
    "prevailing_wind": "prevalent_wind",
    "seat_flower": "own_flower",
    "seat_season": "own_flower",
    "self_draw": "self_drawn",
}
# What the seed adds beside a great hand, and the engines hold to be part of it or cap away.
BESIDE = {
    "all_honours": {"all_pungs", "dragon_pung"},
    "four_kongs": {"all_pungs", "dragon_pung", "no_flowers"},
    "self_drawn_concealed_pungs": {"all_pungs", "seat_wind", "prevalent_wind", "all_terminals_and_honours"},
    "little_three_dragons": {"dragon_pung"},
    "big_three_dragons": {"dragon_pung"},
}


def hand(line: dict[str, Any]) -> dict[str, Any]:
    flowers = "".join(f"{int(b[1]) + 4 * (b[0] == 's')}f" for b in line["bonus_tiles"])
    win = {"tile": line["win_tile"], "by": "self_draw" if line["self_draw"] else "discard"}
    return {
        "concealed": line["concealed"],
        "melds": [{"type": MELDS[m["type"]], "tiles": m["tiles"]} for m in line["melds"]],
        "flowers": flowers,
        "seat": "ESWN"[int(line["seat_wind"][0]) - 1],
        "round": "ESWN"[int(line["prevalent_wind"][0]) - 1],
        "win": win,
    }


def test_the_fans_of_two_engines_hold() -> None:
    rules, wrong = rule_set("hongkong"), list[str]()
    for line in lines("hk_generated_2impl"):
        ours = score(rules, parse_hand(hand(line)))
        assert isinstance(ours, Score), line["id"]
        found = Counter(m.priced.id for m in ours.counted.matches)
        wanted = Counter[str]()
        for name, times, _ in line["answers"][ENGINE]["fans"]:
            wanted[NAMES.get(name, name)] += times
        beside = set[str]().union(*(BESIDE.get(f, set()) for f in found))
        if any(m["type"] == "ankan" for m in line["melds"]):
            beside.add("self_drawn_concealed_pungs")  # the seed lets concealed kongs be among the four
            del wanted["no_claims"]  # and no kong at all beside 门前清
        if wanted - found or set(found - wanted) - beside:
            wrong.append(f"{line['id']}: we find {dict(found)}, they {dict(wanted)}")
    assert not wrong, wrong

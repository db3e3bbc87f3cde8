"""guobiao against hands that others have scored, and against PyMahjongGB on hands made up here."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.report.rule_pages import DIVERGENCES
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.scoring.results import NotAWin, Score
from paiyan.scorer.scoring.score import score, waits
from tests.oracles.files import lines
from tests.oracles.random_hands import random_win
from tests.scorer.examples.test_hands import LINES, wins

GUOBIAO = rule_set("guobiao")
DIFFERENT = {line: d for d in DIVERGENCES for line in d.lines}
MELDS = {
    "chi": "chow",
    "pon": "pung",
    "kan": "kong",
    "shouminkan": "added_kong",
    "kakan": "added_kong",
    "ankan": "concealed_kong",
}
FLAGS = {
    "last_of_kind": "last_of_kind",
    "kong_replacement": "kong_replacement",
    "last_tile_draw": "last_tile",
    "last_tile_claim": "last_tile",
}


def hand_of(line: dict[str, Any]) -> Hand:
    """The hand of a line of the oracle files, in our notation."""
    flags = line.get("flags", [])
    melds = [{"type": MELDS[m["type"]], "tiles": m["tiles"]} for m in line["melds"]]
    hand: dict[str, Any] = {"concealed": line["concealed"], "melds": melds}
    if "win_tile" in line:
        by = "self_draw" if line["self_draw"] else "robbed_kong" if "robbing_kong" in flags else "discard"
        win_flags = [FLAGS[f] for f in flags if f != "robbing_kong"]
        hand["win"] = {"tile": line["win_tile"], "by": by, "flags": win_flags}
        hand["flowers"] = "12345678"[: line["flowers"]] + "f" if line["flowers"] else ""
        hand["seat"], hand["round"] = ("ESWN"[int(line[w][0]) - 1] for w in ("seat_wind", "prevalent_wind"))
    return parse_hand(hand)


def fans(answer: Score) -> dict[str, int]:
    return dict(Counter(m.priced.zh for m in answer.counted.matches))


def disagrees(line: dict[str, Any], answer: Score | NotAWin) -> str | None:
    """What the line expects otherwise, as a text, or None."""
    if isinstance(answer, NotAWin):
        return f"{line['id']}: no win: {answer.reason.en}"
    expected = line["expected"]
    right = answer.value.total == expected["total"] and fans(answer) in [
        expected["fans"],
        *expected.get("fans_alt", []),
    ]
    if right and answer.legal == expected.get("win_legal", answer.legal):
        return None
    return f"{line['id']}: {answer.value.total} {fans(answer)}, expected {expected}"


@pytest.mark.parametrize("name", ["mcr_agreed", "mcr_unit_tests_gbmahjong"])
def test_scores_agree(name: str) -> None:
    wrong = {d for line in lines(name) if (d := disagrees(line, score(GUOBIAO, hand_of(line))))}
    unexplained = [d for d in wrong if d.partition(":")[0] not in DIFFERENT]
    assert not unexplained, "\n".join(sorted(unexplained))


def test_lines_that_differ_agree_under_the_option_that_says_so() -> None:
    rules = GUOBIAO.with_options({"knitted_waits": False})
    by_id = {line["id"]: line for line in lines("mcr_unit_tests_gbmahjong")}
    different = [by_id[id_] for id_ in DIFFERENT if id_ in by_id]
    assert different
    assert [disagrees(line, score(rules, hand_of(line))) for line in different] == [None] * len(different)
    assert all(disagrees(line, score(GUOBIAO, hand_of(line))) for line in different), "a divergence is gone"


def test_waits_agree() -> None:
    wrong = [
        f"{line['id']}: {got}, expected {line['expected']['waits']}"
        for line in lines("mcr_waits")
        if (got := sorted(w.tile.notation for w in waits(GUOBIAO, hand_of(line))))
        != sorted(line["expected"]["waits"])
    ]
    assert not wrong, "\n".join(wrong)


def test_pymahjonggb_names_the_same_fans_in_our_hands() -> None:
    other = pytest.importorskip("tests.oracles.pymahjonggb", reason="PyMahjongGB is not installed")
    for line in LINES:
        ours = wins(line) if line.rules == GUOBIAO.id else None
        if ours is None or ours.rules.agreed_on.selected != GUOBIAO.with_options().agreed_on.selected:
            continue  # it knows no options
        assert ours.hand.win is not None
        named = Counter((m.priced.zh, m.priced.value) for m in ours.counted.matches)
        assert other.fans(ours.hand, ours.hand.win) == named, line.where


def test_pymahjonggb_agrees_on_random_wins() -> None:
    """Three thousand wins of every form, with melds, flags and flowers; the seed is fixed."""
    other = pytest.importorskip("tests.oracles.pymahjonggb", reason="PyMahjongGB is not installed")
    random = Random(20_260)
    for i in range(3000):
        hand = random_win(random)
        assert hand.win is not None
        ours = score(GUOBIAO, hand)
        assert isinstance(ours, Score), f"hand {i}: {hand}"
        theirs = other.fans(hand, hand.win)
        total = sum(value * n for (_, value), n in theirs.items())
        assert ours.value.total == total, f"hand {i}: {hand}\n{fans(ours)}\n{dict(theirs)}"

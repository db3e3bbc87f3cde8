"""riichi against hands that other programs have scored: real wins, rare yaku, waits, optional rules."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.hand.parse_hand import parse_hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.report.rule_pages import DIVERGENCES
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets.riichi import RIICHI
from paiyan.scorer.scoring.results import NotAWin, Score
from paiyan.scorer.scoring.score import score, waits
from paiyan.scorer.settling.settlement import settle_score
from paiyan.scorer.tiles.notation import parse
from tests.oracles.files import lines

DIFFERENT = {line for d in DIVERGENCES if d.rules == "riichi" for line in d.lines}
MELDS = {
    "chi": "chow",
    "pon": "pung",
    "kan": "kong",
    "shouminkan": "added_kong",
    "ankan": "concealed_kong",
}
FLAGS = {
    "haitei": "last_tile",
    "houtei": "last_tile",
    "rinshan": "kong_replacement",
    "tenhou": "first_turn",
    "chiihou": "first_turn",
    "renhou": "first_turn",
}
TABLE = {
    "riichi": {"riichi": "riichi"},
    "double_riichi": {"riichi": "double"},
    "daburu_riichi": {"riichi": "double"},
    "ippatsu": {"ippatsu": True},
}
# The names of the library that the optional rules come from, and our ids.
NAMES = {
    "Menzen Tsumo": "menzen_tsumo",
    "Riichi": "riichi",
    "Double Riichi": "double_riichi",
    "Ippatsu": "ippatsu",
    "Pinfu": "pinfu",
    "Tanyao": "all_simples",
    "Iipeiko": "iipeikou",
    "Ryanpeikou": "ryanpeikou",
    "Rinshan Kaihou": "out_with_replacement_tile",
    "Chankan": "robbing_the_kong",
    "Haitei Raoyue": "last_tile_draw",
    "Houtei Raoyui": "last_tile_claim",
    "Chantai": "chanta",
    "Junchan": "junchan",
    "Sanshoku Doujun": "mixed_triple_chow",
    "Sanshoku Doukou": "triple_pung",
    "Ittsu": "pure_straight",
    "Toitoi": "all_pungs",
    "San Ankou": "three_concealed_pungs",
    "San Kantsu": "three_kongs",
    "Honroutou": "all_terminals_and_honours",
    "Shou Sangen": "little_three_dragons",
    "Chiitoitsu": "seven_pairs",
    "Honitsu": "half_flush",
    "Chinitsu": "full_flush",
    "Yakuhai (haku)": "white_dragon",
    "Yakuhai (hatsu)": "green_dragon",
    "Yakuhai (chun)": "red_dragon",
    **{f"Yakuhai (seat wind {w})": f"seat_wind_{w[0].upper()}" for w in ("east", "south", "west", "north")},
    **{f"Yakuhai (round wind {w})": f"round_wind_{w[0].upper()}" for w in ("east", "south", "west", "north")},
    "Tenhou": "tenhou",
    "Chiihou": "chiihou",
    "Renhou": "renhou",
    "Renhou (yakuman)": "renhou",
    "Daisangen": "big_three_dragons",
    "Suu Ankou": "four_concealed_pungs",
    "Suu Ankou Tanki": "four_concealed_pungs_single_wait",
    "Tsuu Iisou": "all_honours",
    "Ryuuiisou": "all_green",
    "Chinroutou": "all_terminals",
    "Shousuushii": "little_four_winds",
    "Dai Suushii": "big_four_winds",
    "Suu Kantsu": "four_kongs",
    "Kokushi Musou": "thirteen_orphans",
    "Kokushi Musou Juusanmen Matchi": "thirteen_orphans_thirteen_waits",
    "Chuuren Poutou": "chuuren_poutou",
    "Daburu Chuuren Poutou": "nine_gates",
    "Dora": "dora",
    "Ura Dora": "ura_dora",
    "Aka Dora": "red_five",
}
DEFAULTS = {
    "has_open_tanyao": False,
    "has_aka_dora": False,
    "has_double_yakuman": True,
    "kazoe_limit": 0,
    "renhou_as_yakuman": False,
}


def hand_of(line: dict[str, Any]) -> Hand:
    """The hand of a line of the oracle files, in our notation."""
    melds = [
        {"type": MELDS[m["type"]], "tiles": m["tiles"], **({"from": m["from"]} if "from" in m else {})}
        for m in line["melds"]
    ]
    hand: dict[str, Any] = {"concealed": line["concealed"], "melds": melds}
    if "win_tile" not in line:
        return parse_hand(hand)
    flags = line["flags"]
    seat, hand["round"] = wind(line, "seat_wind"), wind(line, "prevalent_wind")
    by = "self_draw" if line["self_draw"] else "robbed_kong" if "chankan" in flags else "discard"
    hand["seat"] = seat
    hand["win"] = {"tile": line["win_tile"], "by": by, "flags": [FLAGS[f] for f in flags if f in FLAGS]}
    if not line["self_draw"]:
        hand["win"]["from"] = giver(line, Seat[seat]).name
    hand["table"] = {
        "dora_indicators": "".join(line["dora_indicators"]),
        "ura_indicators": "".join(line.get("ura_indicators") or ()),
        "honba": line["honba"],
        "sticks": line["riichi_sticks"],
    }
    for flag in flags:
        hand["table"].update(TABLE.get(flag, {}))
    return parse_hand(hand)


def wind(line: dict[str, Any], field: str) -> str:
    """The wind of that field; where the line leaves it out, one of which the hand has no tile."""
    if line[field]:
        return "ESWN"[int(line[field][0]) - 1]
    held = {t.kind for text in (line["concealed"], line["win_tile"]) for t in parse(text)}
    held |= {t.kind for m in line["melds"] for t in parse(m["tiles"])}
    free = [s.name for s in (Seat.N, Seat.W, Seat.S) if s.wind not in held] or ["N", "S"]
    return free[0] if field == "seat_wind" else free[-1]


def giver(line: dict[str, Any], seat: Seat) -> Seat:
    """The discarder: across where the line says so, else whoever pays."""
    paid = line["expected"].get("payments_by_seat_wind")
    if line.get("discarder") == "across" or not paid:
        return Seat((seat + 2) % 4)
    return Seat(min(range(4), key=lambda s: paid[s]))


def yaku(answer: Score) -> dict[str, int]:
    """What each yaku is worth in all, by its Japanese name."""
    worth = Counter[str]()
    for m in answer.counted.matches:
        worth[m.priced.words.to("ja")] += m.priced.value
    return dict(worth)


def facts(answer: Score) -> dict[str, Any]:
    """An answer in the words of the lines."""
    value = answer.value
    limit = any(m.priced.value >= 13 for m in answer.counted.matches)
    return {
        "yaku": yaku(answer),
        "han": None if limit else value.han,
        "fu": value.fu,
        "points": value.points,
        "payments": list(settle_score(answer).balances.values()),
    }


def wanted(expected: dict[str, Any]) -> dict[str, Any]:
    worth = {"*": 13, "**": 26}
    return {
        "yaku": {y["name"]: worth.get(y["han"], y["han"]) for y in expected["yaku"]},
        "han": expected["han"],
        "fu": expected["fu"],
        "points": expected["points"],
        "payments": expected["payments_by_seat_wind"],
    }


def disagrees(line: dict[str, Any]) -> str | None:
    """What the line expects otherwise, as a text, or None."""
    answer = score(RIICHI, hand_of(line))
    if isinstance(answer, NotAWin):
        return f"{line['id']}: no win: {answer.reason.en}"
    if line["expected"].get("no_yaku"):
        return f"{line['id']}: {yaku(answer)}, expected no yaku" if answer.legal else None
    got, want = facts(answer), wanted(line["expected"])
    return None if got == want else f"{line['id']}: {got}, expected {want}"


@pytest.mark.parametrize("name", ["riichi_tenhou_wins", "riichi_agreed"])
def test_scores_and_payments_agree(name: str) -> None:
    wrong = [d for line in lines(name) if (d := disagrees(line))]
    unexplained = [d for d in wrong if d.partition(":")[0] not in DIFFERENT]
    assert not unexplained, f"{len(unexplained)}\n" + "\n".join(unexplained[:20])


def test_waits_agree() -> None:
    wrong = [
        f"{line['id']}: {got}, expected {line['expected']['waits']}"
        for line in lines("riichi_waits")
        if (got := sorted(w.tile.notation for w in waits(RIICHI, hand_of(line))))
        != sorted(line["expected"]["waits"])
    ]
    assert not wrong, "\n".join(wrong)


@cache
def table(*, kuitan: bool, double: bool, counted: bool, renhou: str) -> RuleSet:
    return RIICHI.with_options(
        {
            "kuitan": kuitan,
            "double_yakuman": double,
            "counted_yakuman": counted,
            "renhou": renhou,
            "red_fives": "six",
        }
    )


def rules_of(line: dict[str, Any]) -> RuleSet:
    """Our options for those of the line."""
    o = DEFAULTS | line["options"]
    return table(
        kuitan=o["has_open_tanyao"],
        double=o["has_double_yakuman"],
        counted=o["kazoe_limit"] == 0,
        renhou="yakuman" if o["renhou_as_yakuman"] else "mangan",
    )


def plain_reds(line: dict[str, Any]) -> dict[str, Any]:
    """The line with its red fives as common ones, where its table plays without."""
    if (DEFAULTS | line["options"])["has_aka_dora"]:
        return line
    text = json.dumps({k: line[k] for k in ("concealed", "win_tile", "melds")})
    for suit in "mps":
        text = "".join(_common(part, suit) for part in text.replace(suit, suit + "\0").split("\0"))
    return {**line, **json.loads(text)}


def _common(part: str, suit: str) -> str:
    digits = len(part) - 1
    while digits > 0 and part[digits - 1].isdigit():
        digits -= 1
    return part[:digits] + part[digits:].replace("0", "5") if part.endswith(suit) else part


def option_disagrees(line: dict[str, Any]) -> str | None:
    """What an optional-rule line expects otherwise; its errors are refusals, or wins without a yaku."""
    expected = line["expected"]
    try:
        answer = score(rules_of(line), hand_of(plain_reds(line)))
    except HandError as refused:
        return None if "error" in expected else f"{line['id']}: refused: {refused}"
    if isinstance(answer, NotAWin) or not answer.legal:
        return None if "error" in expected else f"{line['id']}: no win, expected {expected}"
    if "error" in expected:
        return f"{line['id']}: {yaku(answer)}, expected {expected['error']}"
    worth = Counter[str]()
    for m in answer.counted.matches:
        worth[m.priced.id] += m.priced.value
    limit = any(v >= 13 for v in worth.values())
    cost = expected["cost"]
    got = (dict(worth), answer.value.han, None if limit else answer.value.fu, paid(answer))
    want = (
        {NAMES.get(name, name): han for name, han in expected["yaku"]},
        expected["han"],
        None if limit else expected["fu"],
        sorted(
            [cost["main"] + cost["main_bonus"]] + [cost["additional"] + cost["additional_bonus"]] * 2
            if line["self_draw"]
            else [cost["main"] + cost["main_bonus"]]
        ),
    )
    return None if got == want else f"{line['id']}: {got}, expected {want}"


def paid(answer: Score) -> list[int]:
    """What each payer pays, the smallest first."""
    return sorted(-n for n in settle_score(answer).balances.values() if n < 0)


def test_optional_rules_agree() -> None:
    wrong = [d for line in lines("riichi_mahjong_pkg_tests") if (d := option_disagrees(line))]
    unexplained = [d for d in wrong if d.partition(":")[0] not in DIFFERENT]
    assert not unexplained, f"{len(unexplained)}\n" + "\n".join(unexplained)


def test_what_is_called_different_is_different() -> None:
    named = {line["id"]: line for line in lines("riichi_mahjong_pkg_tests") if line["id"] in DIFFERENT}
    agree = [id_ for id_, line in named.items() if option_disagrees(line) is None]
    assert not agree, f"these divergences are gone: {agree}"

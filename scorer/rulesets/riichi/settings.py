"""What a table of 日本麻将 agrees on, and what must be told of a deal; where its rules are written."""

from __future__ import annotations

from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.rules.settings import Lies
from paiyan.scorer.rules.sources import POCKET_MAHJONG, Document
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.rulesets.riichi.payments import DECLARED, LIABLE, RETURNED
from paiyan.scorer.rulesets.riichi.yaku import NORTH

TEXT = texts("riichi/riichi")

SEED = POCKET_MAHJONG.section("日本麻将")
EMA = Document("European Mahjong Association, Riichi Rules for Japanese Mahjong (2016)").section("4.2")


def wiki(page: str) -> str:
    return f"riichi.wiki, {page}"


REDS = {"none": (0, 0, 0), "three": (1, 1, 1), "four": (1, 2, 1), "six": (2, 2, 2)}
WINNERS = {"all": 3, "two": 2, "head_bump": 1}


OPTIONS = (
    TEXT.setting("kuitan", True),
    TEXT.setting("red_fives", "three", choices=tuple(REDS)),
    TEXT.setting("ura", True),
    TEXT.setting("ippatsu_yaku", True),
    TEXT.setting("kiriage", False),
    TEXT.setting("double_yakuman", True),
    TEXT.setting("counted_yakuman", True),
    TEXT.setting("two_han_bound", False),
    TEXT.setting("double_wind_pair", "four", choices=("four", "two")),
    TEXT.setting("renhou", "none", choices=("none", "mangan", "yakuman")),
    TEXT.setting("several_winners", "all", choices=tuple(WINNERS)),
    TEXT.setting("kokushi_robs", True),
    TEXT.setting("pao", "sets", choices=tuple(LIABLE)),
    TEXT.setting("kong_pays", False),
    TEXT.setting("liable_counters", False),
    TEXT.setting("nagashi_mangan", True),
    TEXT.setting("noten_payment", 3000),
    TEXT.setting("three_players", False),
    TEXT.setting("tsumo_loss", True),
)

TABLE = (
    TEXT.setting("honba", 0),
    TEXT.setting("sticks", 0),
    TEXT.setting("sticks_before", 0),
    *(TEXT.setting("stick_{of}", False, of=seat.name, declares=frozenset((True,))) for seat in Seat),
    TEXT.setting("dora_indicators", (), lies=Lies.APART),
    TEXT.setting("ura_indicators", (), lies=Lies.APART),
    TEXT.setting(
        "riichi", "none", choices=("none", "riichi", "double", RETURNED), declares=DECLARED, of_hand=True
    ),
    TEXT.setting("ippatsu", False, of_hand=True),
    TEXT.setting("norths", 0, most=4, of_hand=True, lies=Lies.APART, shows=lambda _, n: (NORTH,) * n),
    TEXT.setting("liable", "melds", choices=("melds", "none", *Seat.__members__), of_hand=True),
    TEXT.setting("nagashi", False, of_hand=True),
    TEXT.setting("abortive", False),
    TEXT.setting("chombo", "none", choices=("none", *Seat.__members__), fault=True),
    *TEXT.for_seats("ready", "untold", choices=("untold", "yes", "no")),
)

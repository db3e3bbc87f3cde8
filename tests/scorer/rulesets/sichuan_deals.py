"""Deals of sichuan in a few words, for the tests of settlements: who holds what, who won, who pays."""

from __future__ import annotations

from typing import Any

from paiyan.scorer.hand.parse_deal import parse_deal
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.settling.settlement import Settlement, settle

Json = dict[str, Any]
PLAIN = "123m345m222p999p6p"  # waits for 6p: 平胡, 1 point
PAIRS = "11m22m99m44p66p88p7p"  # waits for 7p: 七对, 3 points
OTHER = "123s456s789s45p88s"  # waits for 3p 6p: 平胡
FAR = "14777m1147s2559s"  # far from ready
FARTHER = "36688m2259s3366s"
PIG = "1479m258p147s369s"  # three suits
BLOODY_RULES: Json = {
    "prices": "sbr",
    "under_the_sea": True,
    "golden_wait": True,
    "self_draw": "add",
    "led_kong": "all",
    "kong_before_shot": "refund",
    "ready_pays": "most",
    "bloody": True,
}
"""The options of the Sichuan Bloody Rules; their penalties that go to no player are left out."""


def hand(seat: str, concealed: str = "", *melds: Json, **more: Any) -> Json:
    return {"seat": seat, "concealed": concealed, "melds": list(melds), **more}


def won(tile: str, giver: str = "", *flags: str, by: str = "") -> Json:
    """The ``win`` of a hand: from a seat, or self-drawn where there is none."""
    how = by or ("discard" if giver else "self_draw")
    return {"tile": tile, "by": how, **({"from": giver} if giver else {}), "flags": list(flags)}


def meld(type_: str, tiles: str, giver: str = "") -> Json:
    return {"type": type_, "tiles": tiles, **({"from": giver} if giver else {})}


def settled(*hands: Json, options: Json | None = None, **deal: Any) -> Settlement:
    rules = rule_set("sichuan").with_options(options)
    return settle(rules, parse_deal({"hands": list(hands), **deal}))


def paid(*hands: Json, options: Json | None = None, **deal: Any) -> str:
    """The balances, as ``E+2 W-2``; who neither gains nor loses is left out."""
    net = settled(*hands, options=options, **deal).balances
    return " ".join(f"{seat.name}{n:+d}" for seat, n in net.items() if n)

"""台湾十六张: 平胡 as a table wants it, where the document asks for runs and a pair alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import whole_hand
from paiyan.scorer.fans.fan import Fan
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.tiles.blocks import Shape
from paiyan.scorer.tiles.kind_sets import HONOURS

_LOCAL = "house default: left open by the seed, asked for at many tables"
OPTIONS = (
    Setting(
        "chows_concealed", Words("平胡可门清", "平胡 may be concealed", "平胡は門前でもよい"), True, _LOCAL
    ),
    Setting(
        "chows_self_drawn", Words("平胡可自摸", "平胡 may be self-drawn", "平胡は自摸でもよい"), True, _LOCAL
    ),
    Setting(
        "chows_with_honours",
        Words("平胡可有字花", "平胡 may hold honours and flowers", "平胡は字牌と花牌があってもよい"),
        True,
        _LOCAL,
    ),
    Setting(
        "chows_wait",
        Words(
            "平胡的听",
            "how 平胡 waits: any way, for a run and not alone, at both ends of a run",
            "平胡の待ち：任意、順子で単独でない、両面",
        ),
        "any",
        _LOCAL,
        choices=("any", "several", "two_ended"),
        names={
            "several": Words("多面听", "several", "多面待ち"),
            "two_ended": Words("两面听", "two ended", "両面待ち"),
        },
    ),
)


def chows(options: Mapping[str, Any]) -> Fan:
    """平胡 as the table wants it: the document asks for runs and a pair alone."""

    def find(a: Arranged) -> tuple[int, ...]:
        chows = tuple(whole_hand.CHOWS_AND_PAIR.find(a))
        kept = (
            (options["chows_concealed"] or a.claimed)
            and (options["chows_self_drawn"] or not a.win.self_drawn)
            and (options["chows_with_honours"] or not (a.faces & HONOURS or a.hand.all_flowers))
        )
        return chows if chows and kept and _waited(a, options["chows_wait"]) else ()

    return Fan(whole_hand.CHOWS_AND_PAIR.id, "平胡", "Chows and a Pair", find, ja="平和")


def _waited(a: Arranged, wanted: str) -> bool:
    """Whether a run was waited for as wanted: in any way, with another tile beside, or at both its ends."""
    if wanted == "any" or a.won is None:
        return True
    if a.won.shape != Shape.RUN:
        return False
    if wanted == "several":
        return len(a.waits) > 1
    low = a.won.kind
    return (a.kind == low and low % 9 < 6) or (a.kind == low + 2 and low % 9 > 0)

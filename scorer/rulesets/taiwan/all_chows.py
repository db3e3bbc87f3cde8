"""台湾十六张: 平胡 as a table wants it, where the document asks for runs and a pair alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.catalogue import whole_hand
from paiyan.scorer.fans.fan import Fan
from paiyan.scorer.rules.texts import texts
from paiyan.scorer.tiles.blocks import Shape
from paiyan.scorer.tiles.kind_sets import HONOURS

TEXT = texts("taiwan/taiwan")

OPTIONS = (
    TEXT.setting("chows_concealed", True),
    TEXT.setting("chows_self_drawn", True),
    TEXT.setting("chows_with_honours", True),
    TEXT.setting("chows_wait", "any", choices=("any", "several", "two_ended")),
)
_CHOWS = TEXT.named(whole_hand.CHOWS_AND_PAIR)


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

    return replace(_CHOWS, find=find)


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

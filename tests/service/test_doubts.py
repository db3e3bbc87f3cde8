"""A doubtful tile is weighed by what the hand would be worth with each tile that it may be."""

from __future__ import annotations

from typing import Any

import pytest

from service.doubts import weigh

HAND: dict[str, Any] = {"concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}}


def _read(role: str, read: str, *instead: str) -> dict[str, Any]:
    return {
        "tiles": [{"role": role}],
        "doubts": [{"tile": 0, "read": read, "instead": instead, "effect": ""}],
    }


@pytest.mark.parametrize(
    ("role", "tiles", "effect"),
    [
        ("hand", ["1z", "2z"], "1z: 14 fan, 2z: no win"),
        ("hand", ["7s", "1z"], "7s: 14 fan, 1z: 17 fan"),
        ("winning", ["7s", "9m"], "7s: 14 fan, 9m: no win"),
        ("hand", ["1z", "1f"], "1z: 14 fan, 1f: not a hand"),
        ("meld", ["1z", "2z"], ""),
        ("hand", ["1z"], ""),
    ],
)
def test_effects(role: str, tiles: list[str], effect: str) -> None:
    (doubt,) = weigh(_read(role, *tiles), HAND, rules="guobiao", lang="en")
    assert doubt["effect"] == effect


def test_a_waiting_hand_is_weighed_by_its_waits() -> None:
    waiting = {"concealed": "123m456p789s11z77s"}
    (doubt,) = weigh(_read("hand", "7s", "9m"), waiting, rules="guobiao", lang="zh")
    assert doubt["effect"] == "7s: 听 7s 1z, 9m: 不听牌"

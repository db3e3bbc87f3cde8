"""Example requests of the OpenAPI document; a test sends each of them."""

from __future__ import annotations

from typing import Any

_MELD = {"type": "chow", "tiles": "789s", "from": "left", "claimed": "7s"}
_HAND: dict[str, Any] = {
    "rules": "guobiao",
    "concealed": "123m456p11z77s",
    "melds": [_MELD],
    "flowers": "1f5f",
}
_WON = {"tile": "7s", "by": "discard", "from": "S"}

HAND: dict[str, Any] = {**_HAND, "win": {"tile": "7s", "by": "self_draw"}}
WAITING: dict[str, Any] = _HAND
DEAL: dict[str, Any] = {
    "rules": "guobiao",
    "hands": [
        {"seat": "E", "concealed": "123m456p789s11z77s", "win": _WON},
        {"seat": "S", "melds": [{"type": "pung", "tiles": "222p", "from": "left"}]},
    ],
}
COMPARE: dict[str, Any] = {
    "concealed": "123m456p789s11z77s",
    "win": _WON,
    "compare": ["guobiao", "hongkong", "riichi"],
}
_SEEN = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "8p", "7s", "7s")
CORRECT: dict[str, Any] = {
    "read": {
        "tiles": [{"tile": t, "role": "winning" if i == 13 else "hand"} for i, t in enumerate(_SEEN)],
        "hand": {"concealed": "123m456p789s11z8p7s", "winning": "7s"},
    },
    "corrections": [{"do": "rename", "tile": 11, "is": "7s"}],
    "situation": {"rules": "guobiao", "win": {"by": "self_draw"}},
}

HANDS = {
    "a won hand": {"value": HAND},
    "a waiting hand": {"value": WAITING},
    "a deal": {"value": DEAL},
    "under several rule sets": {"value": COMPARE},
}
WAITS = {"a waiting hand": {"value": WAITING}}
ADVICE = {
    "a hand with a tile to spare": {
        "value": {
            "rules": "riichi",
            "concealed": "123m45p115s678s23p5z",
            "discards": {"S": "9m1z", "W": "5z4s"},
            "riichi": ["S"],
            "passed": {"S": "4s"},
        }
    },
    "a waiting hand": {"value": {"rules": "hongkong", "concealed": "123m456p11s678s23p", "turns": 9}},
}
BATCH = {"hands": {"value": [HAND, WAITING, DEAL]}}
CORRECTIONS = {"a tile is another": {"value": CORRECT}}

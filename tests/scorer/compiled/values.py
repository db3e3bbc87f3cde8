"""What the values of the scorer do besides being worked with, a line each: the same in both forms.

``python values.py`` prints it.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

WITHOUT_FANS = ("Hand", "Win", "Meld", "Tile", "Arrangement", "Block", "Value", "Part")


def values() -> Iterator[Any]:
    """A value of each kind that is a class of machine code where the scorer is compiled."""
    from paiyan.scorer.hand.parse_hand import parse_hand
    from paiyan.scorer.rulesets import rule_set
    from paiyan.scorer.scoring.results import Score
    from paiyan.scorer.scoring.score import score, waits

    melds = [{"type": "concealed_kong", "tiles": "1111z"}]
    hand = parse_hand({"concealed": "123456m2277p", "melds": melds, "win": {"tile": "7p", "by": "discard"}})
    yield from (hand, hand.win, hand.melds[0], hand.concealed[0])
    got = score(rule_set("riichi"), hand)
    assert isinstance(got, Score)
    yield from (got.arrangement, got.arrangement.blocks[0], got.value, got.value.parts[0])
    yield from (got.counted, got.counted.matches[0], got.counted.matches[0].priced)
    yield got.rules
    yield from (got, waits(got.rules, replace(hand, win=None))[0])


def told(value: Any) -> Iterator[object]:
    """What is told of a value: how it is compared and copied; where no fan is in it, how it is shown too."""
    kind, again = type(value).__name__, copy.copy(value)
    yield kind, again == value, again is value, value == kind
    if kind != "Block":  # a named tuple
        names = [f.name for f in fields(value) if f.init]
        yield names, [getattr(again, name) == getattr(value, name) for name in names]
        yield replace(value) == value
    try:
        yield hash(value) == hash(again)
    except TypeError as no:
        yield str(no)
    if kind in WITHOUT_FANS:
        yield repr(value), pickle.loads(pickle.dumps(value)) == value, copy.deepcopy(value) == value


if __name__ == "__main__":
    for value in values():
        print(*told(value))

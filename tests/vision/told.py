"""What a reading, or a part of it, says in JSON."""

from __future__ import annotations

from typing import Any

from paiyan.scorer.messages.as_json import to_json
from paiyan.service.answers.effects import doubt_report, question_report
from paiyan.service.answers.reading import hand_report, reading_report, tile_report
from paiyan.vision.decoding.hand import Hand, ReadMeld, ReadTile
from paiyan.vision.decoding.questions import Doubt, Question
from paiyan.vision.reading import Reading


def told(value: Any, lang: str = "en") -> dict[str, Any]:
    """Return a reading, a hand, a meld, a tile, a doubt or a question as the interface has it."""
    match value:
        case Reading():
            return to_json(reading_report(value), lang)
        case Hand():
            return to_json(hand_report(value), lang)
        case ReadMeld():
            (meld,) = told(Hand(melds=(value,)))["melds"]
            return {name: said for name, said in meld.items() if name != "group"}
        case ReadTile():
            return to_json(tile_report(value), lang)
        case Doubt():
            return to_json(doubt_report(value), lang)
        case Question():
            return to_json(question_report(value, [""] * len(value.choices)), lang)
        case _:
            raise TypeError(type(value).__name__)

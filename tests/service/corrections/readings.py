"""Readings as JSON objects, corrected as a client sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiyan.scorer.messages.as_json import to_json
from paiyan.service.answers.reading import reading_report
from paiyan.service.answers.scoring import put_right
from paiyan.service.corrections.readings import Seen
from paiyan.vision.decoding.corrections import Correction
from paiyan.vision.reading import Reading


def reading_of(read: dict[str, Any]) -> Reading:
    """Return the reading of its JSON object."""
    return Seen.model_validate(read).value()


def corrected(read: dict[str, Any], corrections: Sequence[Correction], *, lang: str = "en") -> dict[str, Any]:
    """Return the JSON object of a corrected reading."""
    return to_json(reading_report(put_right(reading_of(read), corrections)), lang)


def melds(read: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the melds of a reading without the groups of their tiles."""
    return [{name: value for name, value in m.items() if name != "group"} for m in read["hand"]["melds"]]

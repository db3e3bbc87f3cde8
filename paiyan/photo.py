"""Read a photo: the part of the front door that loads no scorer, only what finds and names tiles."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from paiyan.service import recognition

if TYPE_CHECKING:
    from paiyan.scorer.rules.rule_set import RuleSet
    from paiyan.vision.picture.image import Image
    from paiyan.vision.reading import Reading

    Source = str | os.PathLike[str] | bytes | Image


def read(
    photo: Source,
    *,
    rules: str | RuleSet | None = None,
    options: Mapping[str, Any] | None = None,
    won: bool = False,
    seat: Literal["E", "S", "W", "N", "all", "nearest"] = "nearest",
    tiles: str = "",
) -> Reading:
    """Read the hand in a photo: a file, its bytes, or upright BGR pixels (h, w, 3) uint8.

    `rules` limits the hand to the tiles of a rule set, `won` to hands that win there. `seat` is whose hand
    is read if several lie there, E at the picture's lower edge; ``"all"`` fills ``reading.hands``. `tiles`
    is a profile of your own set, made by ``paiyan tiles``.

    >>> reading = read("service/samples/hand.jpg")
    >>> reading.hand.winning, reading.reliable, len(reading.tiles)
    (Tile(6p), True, 16)
    """
    if isinstance(rules, str):
        from paiyan.service.answers.rule_catalogue import named

        rules = named(rules)
    source = Path(photo) if isinstance(photo, (str, os.PathLike)) else photo
    return recognition.read_picture(
        source,
        reading_settings=recognition.DEFAULT_READING._replace(tiles=tiles),
        rules=rules,
        situation={"options": dict(options or {})},
        won="won" if won else "unknown",
        seat=seat,
    )

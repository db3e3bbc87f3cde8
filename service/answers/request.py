"""A request about a hand, and the kinds of answers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paiyan.service.answers.situation import HandObject
from paiyan.service.recognition.photos import DEFAULT_READING, ReadingSettings

DEFAULT_RULES = "guobiao"


@dataclass(frozen=True, eq=False, repr=False)
class HandRequest:
    """What is asked: the hand object as far as it was told, and the picture that shows the rest.

    `drawn` is where the picture with its boxes is to be written, if anywhere; `reading_settings` are the
    bounds within which it is read; `more` are further pictures of the same hand; `as_read` says that the
    tiles are to be taken as read, whatever is likelier.
    """

    hand: HandObject
    photo: Path | bytes | None = None
    drawn: Path | None = None
    reading_settings: ReadingSettings = DEFAULT_READING
    as_read: bool = False
    more: tuple[Path, ...] = ()

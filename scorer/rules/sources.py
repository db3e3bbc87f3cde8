"""Where a rule is written, and rules of play that no score shows."""

from __future__ import annotations

from typing import NamedTuple

from paiyan.scorer.messages.languages import Words


class Source(NamedTuple):
    """Where a rule is written: a document and the section in it."""

    document: str
    section: str

    def __str__(self) -> str:
        return f"{self.document} §{self.section}"


HOUSE_DEFAULT = "house default"


class Note(NamedTuple):
    """A rule of play that no score shows, and where it is written."""

    words: Words
    source: str

"""Sources of rules: documents, their sections, and rules of play that no score shows.

A divergence is a point on which the documents, other programs and Paiyan disagree.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from paiyan.scorer.messages.languages import Words


class Kind(Enum):
    """The kind of a divergence."""

    MISPRINT = "misprint"  # the document does not say what it means
    CONTRADICTION = "contradiction"  # two documents, or two places of one, say different things
    SILENCE = "silence"  # the document leaves it open
    PROGRAM = "program"  # another program answers otherwise


class Divergence(NamedTuple):
    """One point of difference. `lines` are the hands of other programs that differ because of it."""

    rules: str  # the rule set's id
    kind: Kind
    about: str
    says: str
    chosen: str
    citation: str
    lines: tuple[str, ...] = ()


class Document(NamedTuple):
    """A text that describes rules: its own title, and its address where it names one.

    >>> str(Document("Rules of our club").section("2. What is paid"))
    'Rules of our club §2. What is paid'
    """

    title: str
    address: str = ""

    def __str__(self) -> str:
        return self.title

    def section(self, name: str) -> Source:
        """Return the section headed `name`."""
        return Source(self, name)


class Source(NamedTuple):
    """A section of a document; written as title and section, which is how JSON and pages cite it."""

    document: Document
    section: str

    def __str__(self) -> str:
        return f"{self.document.title} §{self.section}"


# The documents that the rule sets follow, by their own heads. The second of them has no title of its own
# for the second list that it holds (贵港麻将), the fourth and the fifth name no author.
POCKET_MAHJONG = Document("口袋麻将全集", "https://github.com/openpokergame/MahjongRules")
LIANZHONG_GUIDE = Document("联众国标麻将番种图解")
TAIZHOU_NOTES = Document("台州麻将玩法小结 (2023-6-14)")
XIGU_HALL = Document("戲谷麻將館的番數計算方法")
FORUM_POST = Document("麻将怎么?")

DOCUMENTS = (POCKET_MAHJONG, LIANZHONG_GUIDE, TAIZHOU_NOTES, XIGU_HALL, FORUM_POST)

HOUSE_DEFAULT = "house default"
HOUSE = Document("Paiyan").section(HOUSE_DEFAULT)
"""Rules in no document: Paiyan's own choices, or what follows from the rules and the count of tiles."""
RIICHI_WIKI = Document("Japanese Mahjong Wiki", "https://riichi.wiki")

_TITLES = re.compile("|".join(re.escape(d.title) for d in DOCUMENTS))


def cited(text: str) -> tuple[Document, ...]:
    """Return the documents of `DOCUMENTS` whose titles a citation names, each once, in its order."""
    by_title = {d.title: d for d in DOCUMENTS}
    return tuple(dict.fromkeys(by_title[title] for title in _TITLES.findall(text)))


class Note(NamedTuple):
    """A rule of play that no score shows, and where it is written."""

    words: Words
    source: str

"""The sentences of the documents, one entry each, in ``tests/clauses/<rules>.txt``.

An entry is ``place first-words => proofs``: ``A57.1`` is the first sentence of line 57 of the document A,
and the proofs are those of `proofs`, several joined by `` ; ``. ``no rule`` and a word or two
says that the sentence rules nothing: advice, history, navigation. ``?`` is an entry that nobody has
filled yet. Sentences that belong to no rule set are in ``general.txt``.

A sentence ends at 。；！？ or with its line. Headings in markup, pictures and rules across the page are no
sentences, nor is one that a document repeats to the letter: B is the same list copied a dozen times.

``python -m tests.scorer.examples.clauses ../shared/seeds`` writes an open entry for every sentence without
one and leaves the others as they are.
"""

from __future__ import annotations

import csv
import hashlib
import re
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from paiyan.scorer.rulesets import rule_set
from tests.beside import SEEDS

CLAUSES = Path(__file__).parents[2] / "clauses"
DIGESTS = CLAUSES / "digests.csv"
GENERAL = "general"

DOCUMENTS: dict[str, str] = {
    letter: file for letter, _, file in csv.reader((CLAUSES / "documents.csv").open(encoding="utf-8"))
}
"""The file in `SEEDS` of each document, by its letter; for titles see `paiyan.scorer.rules.sources`."""
# From which line on a document speaks of which rule set.
PARTS = {
    "A": """1 general, 25 luoshu, 31 taiwan, 499 guobiao, 689 wuhan, 715 tianjin, 817 shanghai, 939 sichuan,
        957 qingyuan, 979 neimenggu, 985 hebei, 993 wenzhou, 999 nanjing, 1007 nanning, 1025 shenzhen,
        1031 guangzhou, 1041 changchun, 1047 jilin, 1053 harbin, 1059 hainan, 1163 jinan, 1179 taiyuan,
        1251 anqing, 1271 guangxi, 1291 guangdong-minjian, 1319 guangdong-jipinghu,
        1481 guangdong-tuidaohu, 1601 beijing, 1643 riichi, 1787 hangzhou, 1813 nanchang, 1819 yingkou,
        1827 guizhou, 1841 jiangnan, 1853 hefei, 1863 changsha, 1885 general""",
    "B": """1 lianzhong, 8 guobiao, 31 lianzhong, 46 guobiao, 113 lianzhong, 121 guobiao, 145 lianzhong,
        166 guobiao, 190 lianzhong, 211 guigang""",
    "C": "1 taizhou",
    "D": "1 hongkong",
    "E": "1 general, 14 sichuan, 130 changsha, 236 general",
}


DOCUMENTED = frozenset(re.findall(r"[a-z][a-z-]+", " ".join(PARTS.values()))) - {GENERAL}
"""The rule sets that the documents tell of; one that somebody added needs neither clauses nor mechanisms."""


class Sentence(NamedTuple):
    """A sentence of a document: which, on which line, which of its sentences, and what it says."""

    document: str
    line: int
    number: int
    text: str

    @property
    def place(self) -> str:
        return f"{self.document}{self.line}.{self.number}"

    @property
    def first_words(self) -> str:
        return "".join(self.text.split())[:6]

    @property
    def rules(self) -> str:
        """The rule set of which it speaks, or `GENERAL`."""
        starts = [part.split() for part in PARTS[self.document].split(",")]
        return starts[bisect_right([int(line) for line, _ in starts], self.line) - 1][1]


class Entry(NamedTuple):
    """What stands for a sentence in a file."""

    place: str
    first_words: str
    proofs: tuple[str, ...]


_NOT_TEXT = re.compile(r"\s*(#|!\[|:::|```|-+\s*$|\|[\s:|-]*$|>\s*更新)")
_ENDS = re.compile(r"(?<=[。；;！!？?])|[-━]{3,}")
_SAYS_SOMETHING = re.compile(r"[A-Za-z\d\u4e00-\u9fff]")


def sentences(letter: str, text: str) -> Iterator[Sentence]:
    """The sentences of a document, what it repeats left out."""
    seen: set[str] = set()
    for n, line in enumerate(text.splitlines(), 1):
        if _NOT_TEXT.match(line):
            continue
        parts = (part for some in _ENDS.split(line) for part in _listed_fans(letter).split(some))
        said = [part.strip() for part in parts if _SAYS_SOMETHING.search(part)]
        for k, part in enumerate(said, 1):
            same = "".join(unicodedata.normalize("NFKC", part).split())
            if letter != "B" or same not in seen:
                yield Sentence(letter, n, k, part)
            seen.add(same)


@cache
def _listed_fans(letter: str) -> re.Pattern[str]:
    """Where a fan begins in the run-on lists of B: its name and its value."""
    if letter != "B":
        return re.compile(r"(?!)")
    names = {p.zh for p in rule_set("lianzhong").counted_by.fans} | {
        "青龙",
        "十三不靠",
        "和决张",
        "老少配",
        "嵌张",
    }
    longest_first = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(rf"(?=(?:{longest_first})(?:\([^)]*\))?\s*\d+番)")


def all_sentences(seeds: Path = SEEDS) -> list[Sentence]:
    """Those of all documents."""
    return [
        one
        for letter, name in DOCUMENTS.items()
        for one in sentences(letter, (seeds / name).read_text("utf-8"))
    ]


class Digest(NamedTuple):
    """How many sentences a rule set has in the documents, and the SHA-256 of their places and first words.

    It shows without the documents that an entry is missing, or one too many.
    """

    rules: str
    sentences: int
    sha256: str


def digest(rules: str, some: Sequence[Sentence | Entry]) -> Digest:
    """Return the digest of the sentences or entries of a rule set."""
    lines = "\n".join(f"{one.place} {one.first_words}" for one in some)
    return Digest(rules, len(some), hashlib.sha256(lines.encode()).hexdigest())


def digests() -> list[Digest]:
    """Return the digests that were written down while the documents were there."""
    with DIGESTS.open(encoding="utf-8") as file:
        return [Digest(rules, int(n), sha256) for rules, n, sha256 in csv.reader(file)]


def by_rules(some: Iterable[Sentence]) -> dict[str, list[Sentence]]:
    """Return the sentences of each rule set, in their order."""
    found: dict[str, list[Sentence]] = {}
    for one in some:
        found.setdefault(one.rules, []).append(one)
    return found


def entries(rules: str) -> list[Entry]:
    """The entries of a file. Raises `ValueError` for a line that is none."""
    path = CLAUSES / f"{rules}.txt"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [_entry(line) for line in lines if line and not line.startswith("#")]


def _entry(line: str) -> Entry:
    where, arrow, proofs = line.partition(" => ")
    place, _, words = where.partition(" ")
    if not arrow or not proofs.strip():
        raise ValueError(f"write place, first words, =>, proofs: {line}")
    return Entry(place, words, tuple(proof.strip() for proof in proofs.split(" ; ")))


def write(seeds: Path) -> None:
    """Every file anew: the sentences of its rule set in their order, with the proofs that they have."""
    found = by_rules(all_sentences(seeds))
    for rules, some in found.items():
        known = {e.place: " ; ".join(e.proofs) for e in entries(rules)}
        heads = [f"# {letter}: {DOCUMENTS[letter]}" for letter in sorted({s.document for s in some})]
        lines = [f"{s.place} {s.first_words} => {known.get(s.place, '?')}" for s in some]
        (CLAUSES / f"{rules}.txt").write_text("\n".join([*heads, *lines, ""]), "utf-8")
    kept = (",".join(map(str, digest(rules, some))) + "\n" for rules, some in found.items())
    DIGESTS.write_text("".join(kept), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))

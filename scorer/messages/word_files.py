"""Words in files: TOML in which every value is a string on one line.

One regular expression reads a file: `tomllib` takes longer to import than to score a hand, and ten times as
long for a file; a test reads all files with both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from paiyan.scorer.messages.languages import Words

RULE_SETS = Path(__file__).parents[1] / "rulesets"
_LINE = re.compile(r'^(?:\[(\[?)([\w.-]+)\]\]?|([\w.-]+) = "((?:[^"\\]|\\.)*)")$', re.MULTILINE)
_ESCAPE = re.compile(r"\\(.)")


def read(text: str) -> dict[str, str]:
    """Return the strings of a file by their dotted keys; tables of an array are numbered: ``notes.0.zh``."""
    found: dict[str, str] = {}
    counts: dict[str, int] = {}
    table = ""
    for array, name, key, value in _LINE.findall(text):
        if not name:
            found[f"{table}{key}"] = _ESCAPE.sub(r"\1", value) if "\\" in value else value
        elif array:
            table = f"{name}.{counts.get(name, 0)}."
            counts[name] = counts.get(name, 0) + 1
        else:
            table = f"{name}."
    return found


class WordFile:
    """The words of one file; looking up a missing key raises `ValueError`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._strings, self._used = _strings_of(path)

    def words(self, key: str) -> Words:
        """Return what stands in the table of that key."""
        self._used.add(key)
        zh, en = (self.string(f"{key}.{lang}") for lang in ("zh", "en"))
        return Words(zh, en, self._strings.get(f"{key}.ja", ""))

    def get(self, key: str) -> Words | None:
        """Return what stands in the table of that key, if there is one."""
        return self.words(key) if f"{key}.zh" in self._strings else None

    def string(self, key: str, default: str | None = None) -> str:
        """Return one string."""
        found = self._strings.get(key, default)
        if found is None:
            table, _, last = key.rpartition(".")
            raise ValueError(f'{self.path.name} has no {last} in [{table}]: write {last} = "…"')
        return found

    def array(self, name: str) -> list[str]:
        """Return the keys of the tables in an array."""
        keys: Mapping[str, None] = dict.fromkeys(
            ".".join(key.split(".")[:2]) for key in self._strings if key.startswith(f"{name}.")
        )
        self._used |= set(keys)
        return list(keys)

    def unused(self) -> list[str]:
        """Return the tables that were never used: words of things that no longer exist."""
        return sorted({key.rpartition(".")[0] for key in self._strings} - self._used)

    def untranslated(self) -> list[tuple[str, str]]:
        """Return the keys without Japanese and their Chinese; none if the name is not given in Japanese."""
        if "name.ja" not in self._strings:
            return []
        chinese = {
            key.removesuffix(".zh"): text for key, text in self._strings.items() if key.endswith(".zh")
        }
        return [(key, text) for key, text in chinese.items() if f"{key}.ja" not in self._strings]


@cache
def _strings_of(path: Path) -> tuple[dict[str, str], set[str]]:
    """Return the strings of a file, and the set of its tables that were used so far.

    In a browser the file is in the archive that the scorer is run from.
    """
    get_data = getattr(globals()["__loader__"], "get_data", None)
    try:
        text: str = (get_data(str(path)) if get_data else path.read_bytes()).decode()
    except OSError:
        raise ValueError(f"there is no {path}: write the words of the rule set in it") from None
    return read(text), set()

"""The words of a rule set: names, conditions, options, notes and divergences.

Each rule set has its words in a TOML file next to its module, one table for each name::

    [fans.drawn_open]
    zh = "明摸"
    en = "Drawn Openly"
    text.zh = "报听后明摸，自摸而和"
    text.en = "declared ready and drawn openly"

    [settings.discard]
    zh = "点炮：三家付或点炮者独付"
    en = "after a discard all three pay, or the discarder"
    source = "口袋麻将全集 §济南麻将 2"

``rulesets/common/fans.toml`` says what each pattern of the catalogue is, by its id.

Every value is a string on one line, so that one regular expression reads a file: `tomllib` takes longer to
import than to score a hand, and ten times as long for a file; a test reads all files with both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import FactPattern, Fan, Find
from paiyan.scorer.hand.hand import Flag, Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.conditions import Condition, Shown
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, Divergence, Kind, Note

Shows = Callable[[Any, Any], Sequence[int]]
_LINE = re.compile(r'^(?:\[(\[?)([\w.-]+)\]\]?|([\w.-]+) = "((?:[^"\\]|\\.)*)")$', re.MULTILINE)
_ESCAPE = re.compile(r"\\(.)")
_RULE_SETS = Path(__file__).parents[1] / "rulesets"


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


class Texts:
    """The words of one rule set; looking up a missing key raises `ValueError`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._strings = read(_contents(path))
        self._used: set[str] = set()

    def about(self, id_: str) -> dict[str, Any]:
        """Return the fields of the rule set that stand here: its id, name, notes and divergences."""
        return {
            "id": id_,
            "words": self.words("name"),
            "notes": self.notes,
            "divergences": self.divergences(id_),
        }

    def words(self, key: str) -> Words:
        """Return what stands in the table of that key."""
        self._used.add(key)
        zh, en = (self._get(f"{key}.{lang}") for lang in ("zh", "en"))
        return Words(zh, en, self._strings.get(f"{key}.ja", ""))

    def get(self, key: str) -> Words | None:
        """Return what stands in the table of that key, if there is one."""
        return self.words(key) if f"{key}.zh" in self._strings else None

    def fan(self, id_: str, find: Find, *, needs: int = 0, flags: Iterable[Flag] = ()) -> Fan:
        """Return a pattern with its names and what it is; `flags` are those of a win that it asks for."""
        key = f"fans.{id_}"
        name = self.words(key)
        text = self.get(f"{key}.text")
        return Fan(id_, name.zh, name.en, find, ja=name.ja, needs=needs, text=text, flags=frozenset(flags))

    def fact_pattern(self, id_: str, facts: int, *, whole: bool = True) -> Fan:
        """Return a pattern that these facts tell, with its names and what it is."""
        return self.fan(id_, FactPattern(facts, whole), needs=facts)

    def named(self, pattern: Fan) -> Fan:
        """Return the pattern under the names that it has here; its text stays if there is none here."""
        renamed = self.fan(pattern.id, pattern.find, needs=pattern.needs, flags=pattern.flags)
        return replace(renamed, text=renamed.text or pattern.text)

    def condition(self, id_: str, holds: Callable[[Hand], bool]) -> Condition:
        """Return a condition of a win with what to say where it does not hold."""
        return Condition(holds, self.words(f"conditions.{id_}"))

    def shown(self, id_: str, holds: Callable[[Arranged], bool]) -> Shown:
        """Return a condition that an arrangement shows, with what to say where it does not hold."""
        return Shown(holds, self.words(f"conditions.{id_}"))

    def setting(
        self, id_: str, default: Any, *, of: str = "", key: str = "", shows: Shows | None = None, **more: Any
    ) -> Setting:
        """Return an option or a field of the table with its words, choices and source.

        Of fields that stand once for each seat, `of` is the one: ``laid_{of}`` has the table
        ``settings.laid_of``, in whose words stands ``{of}`` too.
        """
        key = f"settings.{key or id_.replace('{', '').replace('}', '')}"
        words = self.words(key)
        if of:
            words = Words(*(text.replace("{of}", of) for text in words))
        if "source" not in more:
            more["source"] = self._strings.get(f"{key}.source", HOUSE_DEFAULT)
        names = {choice: self.get(f"{key}.choices.{choice}") for choice in more.get("choices", ())}
        named = {choice: words for choice, words in names.items() if words}
        if named and "names" not in more:
            more["names"] = named
        if when := self.get(f"{key}.when"):
            more["when"] = when
        return Setting(id_.replace("{of}", of), words, default, shows=shows, **more)

    def for_seats(
        self, name: str, default: Any, *, shows: Shows | None = None, **more: Any
    ) -> tuple[Setting, ...]:
        """Return a field of the table for each seat: ``laid_E`` to ``laid_N`` with ``settings.laid_of``."""
        return tuple(
            self.setting(f"{name}_{{of}}", default, of=seat.name, shows=shows, **more) for seat in Seat
        )

    @property
    def notes(self) -> tuple[Note, ...]:
        """The rules of play that no score shows."""
        return tuple(Note(self.words(key), self._get(f"{key}.source")) for key in self._array("notes"))

    def divergences(self, rules: str) -> tuple[Divergence, ...]:
        """Return where documents and programs differ about the rule set of that id."""
        return tuple(
            Divergence(
                rules,
                Kind(self._get(f"{key}.kind")),
                about=self._get(f"{key}.about"),
                says=self._get(f"{key}.says"),
                chosen=self._get(f"{key}.chosen"),
                citation=self._get(f"{key}.source"),
                lines=tuple(self._strings.get(f"{key}.lines", "").split()),
            )
            for key in self._array("divergences")
        )

    def unused(self) -> list[str]:
        """Return the tables that were never used: words of things that no longer exist."""
        return sorted({_table(key) for key in self._strings} - self._used)

    def untranslated(self) -> list[tuple[str, str]]:
        """Return the keys without Japanese and their Chinese; none if the name is not given in Japanese."""
        if "name.ja" not in self._strings:
            return []
        chinese = {
            key.removesuffix(".zh"): text for key, text in self._strings.items() if key.endswith(".zh")
        }
        return [(key, text) for key, text in chinese.items() if f"{key}.ja" not in self._strings]

    def _array(self, name: str) -> list[str]:
        keys: Mapping[str, None] = dict.fromkeys(
            ".".join(key.split(".")[:2]) for key in self._strings if key.startswith(f"{name}.")
        )
        self._used |= set(keys)
        return list(keys)

    def _get(self, key: str) -> str:
        try:
            return self._strings[key]
        except KeyError:
            table, _, last = key.rpartition(".")
            raise ValueError(f'{self.path.name} has no {last} in [{table}]: write {last} = "…"') from None


def _table(key: str) -> str:
    """Return the table of words in which a string stands."""
    return key.rpartition(".")[0]


def texts(where: str) -> Texts:
    """Return the words of a rule set: ``jinan`` for ``rulesets/jinan.toml``.

    ``texts(__file__)`` reads the TOML file next to a module; a compiled one does not know its file. Raises
    `ValueError` if there is no such file.
    """
    return _at(Path(where).with_suffix(".toml") if where.endswith(".py") else _RULE_SETS / f"{where}.toml")


def rule_text(fan: Fan) -> Words:
    """Return the description of a fan, or its name if it has none."""
    return _description(fan) or Words(fan.zh, fan.en, fan.ja)


def has_text(fan: Fan) -> bool:
    """Return True if a fan has a description."""
    return _description(fan) is not None


def _description(fan: Fan) -> Words | None:
    """Return the fan's own text in its rule set, or that of the catalogue."""
    return fan.text or texts("common/fans").get(fan.id)


def _contents(path: Path) -> str:
    """Return the text of a file; in a browser it is in the archive that the scorer is run from."""
    get_data = getattr(globals()["__loader__"], "get_data", None)
    try:
        return (get_data(str(path)) if get_data else path.read_bytes()).decode()
    except OSError:
        raise ValueError(f"there is no {path}: write the words of the rule set in it") from None


@cache
def _at(path: Path) -> Texts:
    """Return the cached words, shared by all modules of a rule set."""
    return Texts(path)

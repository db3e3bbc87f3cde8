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

``rulesets/common/fans.toml`` has the names of the patterns of the catalogue, and what each is, by their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypedDict

from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import CATALOGUE_WORDS, Fan, Find, named_fan
from paiyan.scorer.hand.hand import Flag, Hand
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.messages.word_files import RULE_SETS, WordFile
from paiyan.scorer.rules.conditions import Condition, Shown
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, Divergence, Kind, Note

Shows = Callable[[Any, Any], Sequence[int]]


class About(TypedDict):
    """The fields of a `RuleSet` that stand in its file of words."""

    id: str
    words: Words
    notes: tuple[Note, ...]
    divergences: tuple[Divergence, ...]


class Texts(WordFile):
    """The words of one rule set."""

    def about(self, id_: str) -> About:
        """Return the fields of the rule set that stand here: its id, name, notes and divergences."""
        return About(id=id_, words=self.words("name"), notes=self.notes, divergences=self.divergences(id_))

    def fan(self, id_: str, find: Find, *, needs: int = 0, flags: Iterable[Flag] = ()) -> Fan:
        """Return a pattern with its names and what it is; `flags` are those of a win that it asks for."""
        text = self.get(f"fans.{id_}.text")
        return replace(named_fan(self, id_, find, needs=needs, flags=flags), text=text)

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
            more["source"] = self.string(f"{key}.source", HOUSE_DEFAULT)
        names = {choice: self.get(f"{key}.choices.{choice}") for choice in more.get("choices", ())}
        named = {choice: words for choice, words in names.items() if words}
        if named and "names" not in more:
            more["names"] = named
        if when := self.get(f"{key}.when"):
            more["when"] = when
        return Setting(id_.replace("{of}", of), words, default, shows=shows, **more)

    def for_seats(
        self,
        name: str,
        default: Any,
        *,
        shows: Shows | None = None,
        infer: Callable[[Seat, Any], Any] | None = None,
        **more: Any,
    ) -> tuple[Setting, ...]:
        """Return a field of the table for each seat: ``laid_E`` to ``laid_N`` with ``settings.laid_of``.

        `infer` returns the value that the hands of a deal show, by seat and `Evidence`.
        """
        found: list[Setting] = []
        for seat in Seat:
            inferred: dict[str, Any] = {"shown": partial(infer, seat)} if infer else {}
            found.append(
                self.setting(f"{name}_{{of}}", default, of=seat.name, shows=shows, **inferred, **more)
            )
        return tuple(found)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The rules of play that no score shows."""
        return tuple(Note(self.words(key), self.string(f"{key}.source")) for key in self.array("notes"))

    def divergences(self, rules: str) -> tuple[Divergence, ...]:
        """Return where documents and programs differ about the rule set of that id."""
        return tuple(
            Divergence(
                rules,
                Kind(self.string(f"{key}.kind")),
                about=self.string(f"{key}.about"),
                says=self.string(f"{key}.says"),
                chosen=self.string(f"{key}.chosen"),
                citation=self.string(f"{key}.source"),
                lines=tuple(self.string(f"{key}.lines", "").split()),
            )
            for key in self.array("divergences")
        )


def texts(where: str) -> Texts:
    """Return the words of a rule set: ``jinan`` for ``rulesets/jinan.toml``.

    ``texts(__file__)`` reads the TOML file next to a module; a compiled one does not know its file. Raises
    `ValueError` if there is no such file.
    """
    return Texts(Path(where).with_suffix(".toml") if where.endswith(".py") else RULE_SETS / f"{where}.toml")


def rule_text(fan: Fan) -> Words:
    """Return the description of a fan, or its name if it has none."""
    return _description(fan) or Words(fan.zh, fan.en, fan.ja)


def has_text(fan: Fan) -> bool:
    """Return True if a fan has a description."""
    return _description(fan) is not None


def _description(fan: Fan) -> Words | None:
    """Return the fan's own text in its rule set, or that of the catalogue."""
    return fan.text or CATALOGUE_WORDS.get(f"fans.{fan.id}.text")

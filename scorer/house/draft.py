"""A house file while its rule set is made: its values, its base, and what was found wrong so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.fans.fan import Priced
from paiyan.scorer.house.errors import MOST_FOUND, HouseError, KeyPath, Mistake
from paiyan.scorer.house.parsing import Written
from paiyan.scorer.house.value_types import Wrong, names
from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.rules.rule_set import RuleSet

Change = Callable[[RuleSet], RuleSet]


@dataclass
class Draft:
    """`values` are those of the file that are of the right kind; `base` has the file's options chosen."""

    written: Written
    values: dict[str, Any]
    base: RuleSet
    wrong: list[Mistake] = field(default_factory=list[Mistake])

    def add_error(self, path: KeyPath, text: Words | TranslatedError, /, **about: Any) -> None:
        """Add an error at this path. Raises `HouseError` if there are enough of them."""
        if len(self.wrong) >= MOST_FOUND:
            raise HouseError(self.wrong)
        message = Message(text, about) if isinstance(text, Words) and about else text
        self.wrong.append(self.written.mistake(path, message))

    def table(self, name: str) -> dict[str, Any]:
        """Return a table of the file, empty if it is missing."""
        return self.values.get(name, {})

    @property
    def source(self) -> str:
        """Return the source of a price in the file."""
        return self.values.get("source") or f"{self.values['id']}.toml"


def without(values: Mapping[str, Any], paths: Iterable[KeyPath]) -> dict[str, Any]:
    """Return the values without those at these paths, so that the rest can be checked too."""
    gone = set(paths)

    def kept(value: Any, path: KeyPath) -> Any:
        if isinstance(value, dict):
            inside = cast("dict[str, Any]", value)
            return {k: kept(v, (*path, k)) for k, v in inside.items() if (*path, k) not in gone}
        if isinstance(value, list):
            some = cast("list[Any]", value)
            return [kept(v, (*path, i)) for i, v in enumerate(some) if (*path, i) not in gone]
        return value

    return kept(values, ())


def raise_all(written: Written, errors: Iterable[Wrong]) -> None:
    """Raise `HouseError` if there are errors."""
    if wrong := [written.mistake(path, message) for path, message in errors]:
        raise HouseError(wrong)


def all_names(p: Priced) -> tuple[str, ...]:
    """Return all names of a fan."""
    return (p.id, p.zh, p.fan.zh, p.fan.en, p.fan.ja)


def renamed(p: Priced, name: str | dict[str, str] | None) -> Priced:
    """Return the fan with the name that the table gives it."""
    if not name:
        return p
    words = names(name)
    fan = replace(p.fan, zh=words.zh, en=words.en, ja=words.ja)
    return p.but(fan=fan, zh=words.zh)

"""Settings: the choices of a table (options), and the facts of a deal (fields of the table)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from operator import eq, is_
from typing import Any, cast

from paiyan.scorer.caching import stays_python
from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.json_fields import as_tiles
from paiyan.scorer.messages import rules as refusal
from paiyan.scorer.messages.game_terms import choice_name
from paiyan.scorer.messages.languages import Joined, Words
from paiyan.scorer.rules.sources import HOUSE_DEFAULT
from paiyan.scorer.tiles.notation import notation
from paiyan.scorer.tiles.tile import Tile

_NOTHING_HERE = Words(
    "有没有它，这手牌和收付都一样",
    "the hand and the payments are the same without it",
    "無くても手牌の評価と収支は同じです",
)


class Lies(Enum):
    """The place of the tiles in a field of the table."""

    APART = "apart"  # next to no hand: turned, drawn or set aside
    HELD = "held"  # in the hand of the seat that ends the field's id
    DEALT = "dealt"  # dealt to that seat, which may have discarded them since
    DISCARDED = "discarded"  # by the player whom the field concerns, so that another may have claimed them
    PASSED = "passed"  # discarded by others; two fields may have the same tile


@stays_python
@dataclass(frozen=True)
class Setting:
    """An agreement of a table (an option) or a fact of a deal (a field of ``table``).

    Its type is that of `default`: a bool, an int from `least` to `most`, one of `choices`, or tiles, which
    are given as a text. A choice without one of the `names` has the name of `choice_name`.
    """

    id: str
    words: Words
    default: bool | int | str | tuple[Tile, ...]
    source: str = HOUSE_DEFAULT
    choices: tuple[str, ...] = ()
    names: Mapping[str, Words] = field(default_factory=dict[str, Words], hash=False)  # names of choices
    least: int = 0
    most: int = 10**9
    when: Words | None = None  # of a field of the table: when it counts, for the warning if it does not
    fault: bool = False  # of a field of the table: it states a fault that ends the deal, such as a false win
    of_hand: bool = (
        False  # of a field of the table: it concerns one player, so that in a deal their hand has it
    )
    declares: frozenset[Any] = frozenset()  # values by which a player declared ready, of that player or seat
    lies: Lies | None = None  # of a field of tiles: where they lie
    # The kinds of those tiles, by the hand and the value; None: the value is the tiles themselves.
    shows: Callable[[Any, Any], Sequence[int]] | None = field(default=None, repr=False, compare=False)
    # Of an option: for a choice, the fields of the rule set that it sets, as `RuleSet.but` takes them.
    sets: Mapping[Any, Mapping[str, Any]] = field(
        default_factory=dict[Any, Mapping[str, Any]], hash=False, repr=False, compare=False
    )
    # The value that the hands of a deal show (from an `Evidence`; None: unknown), if they can.
    shown: Callable[[Any], Any] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.choices and self.default not in self.choices:
            raise ValueError(
                f"{self.id}: its default {self.default!r} is not one of its choices {', '.join(self.choices)}"
            )
        if odd := sorted(self.names.keys() - set(self.choices)):
            raise ValueError(f"{self.id}: it names {odd[0]}, which is not one of its choices")

    @property
    def counts(self) -> Words:
        """Return when a field of the table has an effect."""
        return self.when or _NOTHING_HERE

    def accept(self, value: Any) -> Any:
        """Return the value if it fits. Raises `HandError` with the values that would."""
        if isinstance(self.default, bool):
            right, wrong = isinstance(value, bool), refusal.TRUE_OR_FALSE
        elif isinstance(self.default, int):
            right = isinstance(value, int) and not isinstance(value, bool) and value >= self.least
            wrong = refusal.WHOLE_NUMBER
            if right and value > self.most:
                right, wrong = False, refusal.AT_MOST
        elif isinstance(self.default, tuple):
            return cast("tuple[Tile, ...]", value) if isinstance(value, tuple) else as_tiles(value, self.id)
        else:
            right, wrong = value in self.choices, refusal.ONE_OF
        if not right:
            about = {"least": self.least, "most": self.most, "choices": self.choices}
            raise HandError(wrong, id=self.id, value=value, **about)
        return value

    def name(self, choice: str) -> Words:
        """Return the name of a choice: its own name here, else its usual one."""
        return self.names.get(choice) or choice_name(choice)

    def schema(self) -> dict[str, Any]:
        """Return the setting as a JSON Schema property, its words in no language yet."""
        about: dict[str, Any] = {
            "title": self.words.zh,
            "description": Joined((self.words, " (", self.when, ")"), "") if self.when else self.words,
            "default": notation(self.default) if isinstance(self.default, tuple) else self.default,
            **({"fault": True} if self.fault else {}),
            **({"of_hand": True} if self.of_hand else {}),
        }
        if isinstance(self.default, tuple):
            return {"type": "string", "format": "tiles", **about}
        if isinstance(self.default, bool):
            return {"type": "boolean", **about}
        if isinstance(self.default, int):
            return {"type": "integer", "minimum": self.least, "maximum": self.most, **about}
        names = {choice: self.name(choice) for choice in self.choices}
        return {"enum": list(self.choices), "names": names, **about}


class Settings:
    """The settings of one place, by id."""

    def __init__(self, settings: Sequence[Setting]) -> None:
        self._by_id = {s.id: s for s in settings}
        self._defaults: dict[str, Any] = {s.id: s.default for s in settings}
        self._last = self._defaults  # the last result: hands of one table often come in a row

    def filled(self, values: Mapping[str, Any], label: Words, rules: Words) -> Mapping[str, Any]:
        """Return the defaults overridden by `values`. Raises `HandError` for unknown or unfit ones."""
        if not values:
            return self._defaults
        last = self._last
        same = len(values) == len(last) and all(map(eq, values, last))
        if same and all(map(is_, values.values(), last.values())):  # 1 equals True
            return last
        if not values.keys() <= self._by_id.keys():
            unknown = sorted(values.keys() - self._by_id.keys())
            there = tuple(self._by_id) or refusal.NONE
            raise HandError(refusal.UNKNOWN_SETTING, rules=rules, what=label, id=unknown[0], there=there)
        accepted = {id_: self._by_id[id_].accept(value) for id_, value in values.items()}
        filled = self._last = {**self._defaults, **accepted}
        return filled

"""Fans 番种: patterns with names, their prices, and which of the fans found in a hand count.

A `Fan` finds a pattern and knows no price. A rule set prices it with `at`, which gives a `Priced`. Three
relations and one principle then decide which matches count:

* ``excludes``: where the fan counts, those fans do not, anywhere in the hand 不计;
* ``covers``: where the fan counts, a match of those fans inside its own blocks does not;
* ``implies``: where the fan counts, one match of each of those fans does not, being part of it;
* *joining*: fans that combine sets, like 喜相逢, use each set at most once with sets that were combined
  before (the "no combining twice" 套算一次 principle); see `forests`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, final

from paiyan.scorer.arranging.suits import Observation
from paiyan.scorer.caching import Record
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.observations import of_facts
from paiyan.scorer.hand.hand import Flag
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.messages.word_files import RULE_SETS, WordFile

Find = Callable[[Arranged], Iterable[int]]


@final
@dataclass(frozen=True, eq=False, repr=False)
class FactPattern(Record):
    """A `Find` of a pattern that is there exactly if its facts hold, on the whole hand or on no block."""

    facts: int
    whole: bool

    def __call__(self, a: Arranged) -> tuple[int, ...]:
        if self.facts & ~a.facts:
            return ()
        return (a.all,) if self.whole else (0,)

    @property
    def observes(self) -> Observation:
        """Return what it observes of the blocks."""
        return of_facts(self.facts)


@final
@dataclass(frozen=True, eq=False, repr=False)
class Observes(Record):
    """A `Find` of a pattern that states what it observes of the blocks."""

    observes: Observation
    work: Find

    def __call__(self, a: Arranged) -> Iterable[int]:
        return self.work(a)


def observation_of(find: Find) -> Observation | None:
    """Return what a `Find` observes of the blocks; None if it does not say, and may observe all."""
    return find.observes if isinstance(find, (FactPattern, Observes)) else None


def observes_like(other: Find, find: Find) -> Find:
    """Return `find`, stating that it observes what the other does."""
    observed = observation_of(other)
    return find if observed is None else Observes(observed, find)


@final
@dataclass(frozen=True, eq=False, repr=False)
class Fan(Record):
    """A pattern without a price; `find` yields a match (bit mask of blocks) for each time it is there.

    `needs` are the `facts` without which it cannot be there, `flags` the flags of a win that it requires.
    `text` describes it in a few words; fans that several regions share have theirs in the catalogue.
    """

    id: str
    zh: str
    en: str
    find: Find = field(repr=False)
    ja: str = ""
    needs: int = 0
    text: Words | None = None
    flags: frozenset[Flag] = frozenset()

    def at(
        self,
        value: int,
        *,
        name: str = "",
        source: str = "",
        excludes: Sequence[Fan] = (),
        covers: Sequence[Fan] = (),
        implies: Sequence[Fan] = (),
        joins: bool = False,
        claimed: int | None = None,
    ) -> Priced:
        """Price the fan in a rule set: its value there and the fans that it keeps out."""
        return Priced(
            fan=self,
            value=value,
            zh=name or self.zh,
            source=source,
            excludes=frozenset(f.id for f in excludes),
            covers=frozenset(f.id for f in covers),
            implies=frozenset(f.id for f in implies),
            joins=joins,
            claimed=claimed,
        )


def named_fan(words: WordFile, id_: str, find: Find, *, needs: int = 0, flags: Iterable[Flag] = ()) -> Fan:
    """Return a pattern under the names that ``[fans.id]`` in a file of words gives it."""
    zh, en, ja = words.words(f"fans.{id_}")
    return Fan(id_, zh, en, find, ja=ja, needs=needs, flags=frozenset(flags))


CATALOGUE_WORDS: Final = WordFile(RULE_SETS / "common" / "fans.toml")


def catalogue_fan(id_: str, find: Find, *, needs: int = 0, flags: Iterable[Flag] = ()) -> Fan:
    """Return a pattern of the catalogue."""
    return named_fan(CATALOGUE_WORDS, id_, find, needs=needs, flags=flags)


def in_catalogue(fan: Fan) -> Fan:
    """Return a pattern under the names that it has in the catalogue."""
    return catalogue_fan(fan.id, fan.find, needs=fan.needs)


def catalogue_fact(id_: str, facts: int, *, whole: bool = True) -> Fan:
    """Return the fan of a `FactPattern` in the catalogue."""
    return catalogue_fan(id_, FactPattern(facts, whole), needs=facts)


@final
@dataclass(frozen=True, eq=False, repr=False)
class Priced(Record):
    """A fan with its price and its relations in one rule set; `drops` are all fans that it may keep out.

    `claimed` is its value in a hand that claimed a tile before it won 食下役; 0 if it does not hold there at
    all 门前役, None if claims change nothing.
    """

    fan: Fan
    value: int
    zh: str
    source: str
    excludes: frozenset[str] = frozenset()
    covers: frozenset[str] = frozenset()
    implies: frozenset[str] = frozenset()
    joins: bool = False
    claimed: int | None = None
    id: str = field(init=False, repr=False, compare=False)
    drops: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", self.fan.id)
        object.__setattr__(self, "drops", self.excludes | self.covers | self.implies)

    def name(self, lang: str) -> str:
        """Return its name in the rule set, in ``zh``, ``en`` or ``ja``."""
        return self.words.to(lang)

    @property
    def words(self) -> Words:
        """Return its name in the rule set."""
        return Words(self.zh, self.fan.en, self.fan.ja or self.zh)

    def but(self, **changes: Any) -> Priced:
        """Return the same fan with some of its relations or its value changed."""
        return replace(self, **changes)


@final
@dataclass(frozen=True, eq=False, repr=False)
class PriceList(Record):
    """Prices from one source: ``at = PriceList(SEED)``, and then ``at(fan, 4, "清一色")``."""

    source: Any

    def __call__(
        self,
        fan: Fan,
        value: int,
        name: str = "",
        *,
        source: object = None,
        excludes: Sequence[Fan] = (),
    ) -> Priced:
        """Price a fan, optionally with its name there and another `source`."""
        return fan.at(value, name=name, source=str(source or self.source), excludes=excludes)


def highest(*priced: Priced) -> tuple[Priced, ...]:
    """Return these fans so that only the highest counts 只计最大番型; of equal ones the first."""
    ids = frozenset(p.id for p in priced)
    return tuple(p.but(excludes=p.excludes | ids - {p.id}) for p in priced)

"""Describe a rule set as a JSON object, for `paiyan rules ID` and the service."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from inspect import getdoc
from typing import Any

from paiyan.scorer.errors import HandError
from paiyan.scorer.hand.hand import By, Flag
from paiyan.scorer.hand.seats import Seat
from paiyan.scorer.messages.as_json import named
from paiyan.scorer.messages.languages import LANGUAGES, Text, Words
from paiyan.scorer.messages.word_files import RULE_SETS, WordFile
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.settings import Setting
from paiyan.scorer.rules.texts import rule_text
from paiyan.scorer.tiles.tile import FACES, RED, TILES, is_suited

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class PlayedWith:
    """The tiles that a rule set is played with."""

    reds: bool
    flowers: bool
    honours: bool


@dataclass(frozen=True, kw_only=True)
class RuleSetListed:
    """A rule set in short: its names, its tiles, the number of its fans and its unit."""

    id: str
    name: Text
    names: Mapping[str, str]
    sources: tuple[str, ...]
    hand_size: int
    tiles: PlayedWith
    wild: bool
    unit: str
    minimum: int
    fans: int


def summary(rules: RuleSet) -> RuleSetListed:
    """Return a rule set in short."""
    tiles = rules.played_with.tiles
    return RuleSetListed(
        id=rules.id,
        name=rules.words,
        names={lang: rules.words.to(lang) for lang in LANGUAGES},
        sources=tuple(map(str, rules.sources)),
        hand_size=rules.played_with.hand_size,
        tiles=PlayedWith(
            reds=any(tiles.reds), flowers=bool(tiles.flowers), honours=not all(map(is_suited, tiles.kinds))
        ),
        wild=rules.played_with.wild is not None,
        unit=rules.counted_by.unit,
        minimum=rules.won_by.minimum,
        fans=len(rules.counted_by.every),
    )


def described(rules: RuleSet) -> Json:
    """Describe a rule set, in no language yet.

    Tiles, forms, fans with prices and sources; options and table as JSON Schema.
    """
    used = flags_used(rules)
    return {
        "id": rules.id,
        "name": rules.words,
        "names": {"zh": rules.words.zh, "en": rules.words.en, "ja": rules.words.ja or rules.words.zh},
        "sources": [str(s) for s in rules.sources],
        "documents": [d._asdict() for d in dict.fromkeys(s.document for s in rules.sources) if d.address],
        "tiles": {
            "count": rules.played_with.tiles.size,
            "kinds": [TILES[k].notation for k in sorted(rules.played_with.tiles.kinds)],
            "flowers": [FACES[k].notation for k in sorted(rules.played_with.tiles.flowers)],
            "reds": [TILES[RED + i].notation for i, n in enumerate(rules.played_with.tiles.reds) if n],
        },
        "win": {
            "by": [
                by.value
                for by in By
                if by is not By.ROBBED_FLOWER or rules.won_by.robs_flowers or rules.won_by.robs_laid
            ],
            "flags": [flag.value for flag in Flag],
            "flags_used": [flag.value for flag in Flag if flag in used],
        },
        "hand_size": rules.played_with.hand_size,
        "forms": [f.value for f in rules.won_by.forms],
        "melds": sorted(m.value for m in rules.played_with.melds),
        "wild": rules.played_with.wild is not None,
        "mixed_kongs": rules.played_with.mixed.described() if rules.played_with.mixed else None,
        "base": rules.base.id if rules.base else None,
        "winners": rules.won_by.most_winners,
        "currency": rules.paid_by.currency,
        "unit": rules.counted_by.unit,
        "takes_worth": rules.counted_by.of_worth is not None,
        "minimum": rules.won_by.minimum,
        "fans": [
            {
                "id": p.id,
                "name": p.words,
                "value": p.value,
                "claimed": p.claimed,
                "keeps_out": sorted(p.excludes | p.covers | p.implies),
                "rule": rule_text(p.fan),
                "source": p.source,
            }
            for p in rules.counted_by.every
        ],
        "options": _schema(rules.agreed_on.options),
        "table": _schema(rules.agreed_on.table),
        "extra_tiles": [
            {
                "tile": t.notation,
                "name": t.words,
                "wild": t.wild,
                "copies": rules.played_with.tiles.copies(t.code),
            }
            for t in rules.played_with.extra_tiles
        ],
        "pays": list(payment_rules(rules)),
        "notes": [{"rule": n.words, "source": n.source} for n in rules.notes],
        "seats": [seat.name for seat in Seat][: rules.played_with.seats],
    }


def flags_used(rules: RuleSet) -> frozenset[Flag]:
    """Return the flags of a win that change the payment of some hand, under any options of the rule set."""
    used = {*rules.won_by.flags, *(flag for p in rules.counted_by.every for flag in p.fan.flags)}
    options = rules.agreed_on.options
    choices = {o.id: (False, True) if isinstance(o.default, bool) else o.choices for o in options}
    for chosen in ({}, *({id_: value} for id_, values in choices.items() for value in values)):
        with suppress(HandError):  # a choice that another one must go with
            used.update(flag for p in rules.with_options(chosen).counted_by.every for flag in p.fan.flags)
    return frozenset(used)


def payment_rules(rules: RuleSet) -> Iterator[Words]:
    """Yield what a hand is worth, who pays, what is paid besides, and who deals next.

    A sentence that is not in ``payments.toml``, as of a house file, stays in English.
    """
    known = _payment_words()
    for text in docstrings_of(
        rules.counted_by.value, rules.paid_by.pay, rules.paid_by.side, rules.carried_on.next_dealer
    ):
        yield known.get(text) or Words(text, text, text)


@cache
def _payment_words() -> Mapping[str, Words]:
    """Return the sentences on payments by their English."""
    file = WordFile(RULE_SETS / "common" / "payments.toml")
    return {words.en: words for words in map(file.words, file.array("payments"))}


def docstrings_of(*functions: Any) -> Iterator[str]:
    """Yield the first paragraph of each function's docstring."""
    for function in functions:
        if function is not None and (text := getdoc(function)):  # from 3.13 on, None has a docstring too
            yield " ".join(text.partition("\n\n")[0].split())


def _schema(settings: Sequence[Setting]) -> Json:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {s.id: s.schema() for s in settings},
    }


_PLAIN = ("hand_size", "unit", "minimum", "wild", "winners")
_LISTS = ("forms", "melds", "seats")
_MANY = 8  # fans kept out, more of which are all the others


@dataclass(frozen=True)
class Difference:
    """One difference: `was` in the first, `is_` in the second; None if it is missing there."""

    kind: str  # fan, option, table, tiles, forms …
    id: Text
    name: Text
    was: Any
    is_: Any = named("is")


def differences(base: RuleSet, other: RuleSet) -> list[Difference]:
    """Return what differs in the other rule set, in the order of a rule set's page."""
    a, b = (dict(_entries(described(rules))) for rules in (base, other))
    found: list[Difference] = []
    for key in (*a, *(key for key in b if key not in a)):
        nothing: tuple[Any, Text] = (None, "")
        (was, old), (is_, new) = a.get(key, nothing), b.get(key, nothing)
        if was != is_:
            found.append(Difference(*key, new or old, was, is_))
        elif old != new:
            found.append(Difference(*key, new, old, new))
    return found


def _entries(rules: Json) -> Iterator[tuple[tuple[str, Text], tuple[Any, Text]]]:
    """Yield all that a rule set says, by its key: its value and its name."""
    for name in _PLAIN:
        yield (name, ""), (rules[name], name)
    for name in ("kinds", "flowers", "reds"):
        tiles: list[str] = rules["tiles"][name]
        yield ("tiles", name), (" ".join(tiles), name)
    for name in _LISTS:
        yield (name, ""), (" · ".join(rules[name]), name)
    for i, text in enumerate(rules["pays"]):
        yield ("pays", str(i)), (text, "")
    for fan in rules["fans"]:
        yield ("fan", fan["id"]), (_worth(fan), fan["name"])
    for group in ("options", "table"):
        for id_, setting in rules[group]["properties"].items():
            yield (group, id_), (setting["default"], setting["title"])
    for note in rules["notes"]:
        yield ("note", note["rule"]), (note["rule"], "")


def _worth(fan: Mapping[str, Any]) -> Any:
    """Return a fan's price, with its price after a claim and the fans that it keeps out, if any."""
    claimed = fan.get("claimed")
    price = fan["value"] if claimed is None else f"{fan['value']}/{claimed}"
    out: list[str] = fan.get("keeps_out", [])
    if not out:
        return price
    return f"{price} 不计 {' '.join(out[:_MANY])}{' …' if len(out) > _MANY else ''}"


@dataclass(frozen=True)
class RuleSetAnswer:
    """A rule set in full, with what differs from its base if it has one."""

    rules: RuleSet
    differences: tuple[Difference, ...]

    def described(self) -> Json:
        """Return the rule set's description, in no language yet."""
        return {**described(self.rules), "differences": self.differences}


def in_full(rules: RuleSet) -> RuleSetAnswer:
    """Describe a rule set in full, with what differs from its base if it has one."""
    return RuleSetAnswer(rules, tuple(differences(rules.base, rules)) if rules.base else ())

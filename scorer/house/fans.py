"""The fans and tiles of a house file.

Fans: other prices, fans left out, fans of the catalogue or of others added. Tiles: kinds and flowers that it
plays without, and tiles beyond the usual ones with what they are worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, cast

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.arranging.wild.rule import named as named_wild
from paiyan.scorer.errors import RulesError
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Fan, Find, Observes, Priced
from paiyan.scorer.fans.observations import NOTHING
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.house.draft import Change, Draft, all_names, renamed
from paiyan.scorer.house.errors import KeyPath, suggestion
from paiyan.scorer.house.value_types import names, shown
from paiyan.scorer.messages import house as refusal
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.tile_set import ExtraTile, TileSet
from paiyan.scorer.rulesets import rule_set
from paiyan.scorer.tiles.notation import parse, tile
from paiyan.scorer.tiles.tile import Tile, mask_of

_CATALOGUE = ("suits", "triplets", "runs", "whole_hand", "waits", "circumstances", "flowers")


@cache
def catalogue() -> Mapping[str, Fan]:
    """Return the fans that belong to no rule set, by id; of several with one id the first."""
    found: dict[str, Fan] = {}
    for name in _CATALOGUE:
        for value in vars(import_module(f"paiyan.scorer.fans.catalogue.{name}")).values():
            if isinstance(value, Fan):
                found.setdefault(value.id, value)
    return found


class Book:
    """The names of the fans in the file's rules: the base's, and those that the file adds."""

    def __init__(self, draft: Draft, plain: RuleSet) -> None:
        self.draft = draft
        self.priced: dict[str, Priced] = {}
        for rules in (draft.base, plain):
            for p in rules.counted_by.every:
                self.priced.setdefault(p.id, p)
        self.ids = {name: p.id for p in reversed(self.priced.values()) for name in all_names(p) if name}
        self.ids |= {id_: id_ for id_ in self.priced}

    def add(self, id_: str, *names: str) -> None:
        """Add a fan of the file."""
        self.ids |= {name: id_ for name in (id_, *names) if name and name not in self.ids}

    def unknown(self, path: KeyPath, name: str) -> None:
        """Add an error for a name that no fan has."""
        about = {"rules": self.draft.base.words, "name": shown(name), "hint": suggestion(name, self.ids)}
        self.draft.add_error(path, refusal.NO_FAN, **about)

    def listed(self, path: KeyPath, listed_names: list[str]) -> frozenset[str]:
        """Return the ids of the fans that a list names; add an error for each unknown name."""
        for i, name in enumerate(listed_names):
            if name not in self.ids:
                self.unknown((*path, i), name)
        return frozenset(self.ids[name] for name in listed_names if name in self.ids)


def changes(draft: Draft, book: Book) -> Change:
    """Return the change that the file's `fans` make to a rule set."""
    given: dict[str, Any] = draft.table("fans")
    out: set[str] = set()
    added: dict[str, Priced] = {}
    for name, entry in given.items():
        if name not in book.ids:
            if entry is False:
                book.unknown(("fans", name), name)
            elif new := _new(draft, book, name, entry):
                added[name] = new
                book.add(new.id, *all_names(new))
        elif entry is False:
            out.add(book.ids[name])
    _each_once(draft, book, given)
    details_of = {
        book.ids[name]: _details(draft, book, name, details)
        for name, details in given.items()
        if details is not False and name in book.ids
    }
    new_ones = {p.id: p for p in added.values()}
    if draft.values.get("fans_of_base") is False:
        out |= book.priced.keys() - details_of.keys()

    def change(rules: RuleSet) -> RuleSet:
        there = {p.id for p in rules.counted_by.fans}
        here = rules.but(instant=rules.won_by.instant - out).without(*(out & there)) if out & there else rules
        fallback = here.counted_by.fallback
        if fallback and fallback.id in out:
            fallback = None
        elif fallback and fallback.id in details_of:
            fallback = _with_details(fallback, details_of[fallback.id])
        known = {*there, *new_ones} - out
        some = [_with_details(p, details_of[p.id]) for p in here.counted_by.fans if p.id in details_of]
        some += [_with_details(p, details_of[i]) for i, p in new_ones.items() if i not in there]
        kept = (
            p.but(excludes=p.excludes & known, covers=p.covers & known, implies=p.implies & known)
            for p in some  # each keeps out only fans that are there
        )
        return here.but(fans=tuple(kept), fallback=fallback)

    return change


def _each_once(draft: Draft, book: Book, entries: Mapping[str, Any]) -> None:
    """Add an error for a fan that is named twice, by two of its names."""
    named: dict[str, str] = {}
    for name in (name for name in entries if name in book.ids):
        first = named.setdefault(book.ids[name], name)
        if first is not name:
            draft.add_error(("fans", name), refusal.FAN_TWICE, name=shown(name), first=shown(first))


def _with_details(p: Priced, details: dict[str, Any]) -> Priced:
    """Return a fan with the details of the file. A price after a claim keeps its distance."""
    value = details.get("value", p.value)
    claimed = p.claimed
    if claimed:
        claimed = max(1, value - (p.value - claimed))
    changed = p.but(value=value, claimed=details.get("claimed", claimed), source=details["source"])
    relations = {name: details[name] for name in ("excludes", "implies") if name in details}
    return renamed(changed.but(**relations), details.get("name"))


def _table_of(entry: Any) -> dict[str, Any]:
    """Return the details of a fan; a number is its value."""
    return {**cast("dict[str, Any]", entry)} if isinstance(entry, dict) else {"value": entry}


def _details(draft: Draft, book: Book, name: str, entry: Any) -> dict[str, Any]:
    """Return the details in a line of `fans`, its lists as ids."""
    details = _table_of(entry)
    for relation in ("excludes", "implies"):
        if relation in details:
            details[relation] = book.listed(("fans", name, relation), details[relation])
    return {**details, "source": draft.source}


def _new(draft: Draft, book: Book, name: str, entry: Any) -> Priced | None:
    """Return a fan that the base lacks: of the rule set that is named, or of the catalogue."""
    details = _table_of(entry)
    source = details.get("from")
    if source is not None:
        try:
            known = {n: p.fan for p in rule_set(source).counted_by.fans for n in reversed(all_names(p)) if n}
            where = rule_set(source).words
        except RulesError as wrong:
            draft.add_error(("fans", name, "from"), wrong)
            return None
        if name not in known:
            draft.add_error(
                ("fans", name), refusal.NO_FAN, rules=where, name=shown(name), hint=suggestion(name, known)
            )
            return None
    else:
        known = {n: f for f in catalogue().values() for n in (f.ja, f.en, f.zh, f.id) if n}
        if name not in known:
            near = suggestion(name, (*book.ids, *known))
            draft.add_error(
                ("fans", name), refusal.NO_FAN_ANYWHERE, rules=draft.base.words, name=shown(name), hint=near
            )
            return None
    if "value" not in details:
        draft.add_error(("fans", name), refusal.NEEDS_VALUE, name=shown(name), rules=draft.base.words)
        return None
    fan = known[name]
    if fan.id in book.priced:  # the base's own under this id, by a name of another rule set's
        book.add(fan.id, name)
        return None
    book.add(fan.id, name)
    return fan.at(details["value"], source=draft.source)


def tile_changes(draft: Draft) -> Change:
    """Return the change that the file's `tiles` and `tile` make to a rule set."""
    values = draft.table("tiles")
    extra: list[dict[str, Any]] = [
        t for t in draft.values.get("tile", ()) if {"tile", "name", "as"} <= t.keys()
    ]
    if not values and not extra:
        return lambda rules: rules
    out = frozenset(t.kind for t in parse(values.get("without", "")))
    flowers = None if "flowers" not in values else frozenset(t.code for t in parse(values["flowers"]))

    def change(rules: RuleSet) -> RuleSet:
        there = rules.played_with.tiles.flowers - out if flowers is None else flowers
        tiles = TileSet(rules.played_with.tiles.kinds - out, there, rules.played_with.tiles.reds)
        if not extra:
            return rules.but(tiles=tiles)
        copies = tuple((tile(t["tile"]).code, t.get("copies", 1)) for t in extra)
        laid = frozenset(tile(t["tile"]).code for t in extra if t["as"] == "bonus")
        wild = frozenset(tile(t["tile"]).code for t in extra if t["as"] == "wild")
        tiles = tiles._replace(flowers=tiles.flowers | laid, extra=copies)
        fans = tuple(p for t in extra for p in _worth(draft, t))
        named = tuple(ExtraTile(tile(t["tile"]).code, names(t["name"]), t["as"] == "wild") for t in extra)
        here = rules.but(
            tiles=tiles, wild=_wild(rules, wild, tiles) if wild else rules.played_with.wild, fans=fans
        )
        return here.but(extra_tiles=named)

    return change


def _wild(rules: RuleSet, extra: frozenset[int], tiles: TileSet) -> Wild:
    """Return the rule set's wild tiles, with these wild in every deal."""
    base = rules.played_with.wild or Wild(may_be=mask_of(tiles.kinds))
    kinds_of = base.kinds

    def kinds(hand: Hand) -> frozenset[int]:
        return kinds_of(hand) | (named_wild(hand) & extra)

    return replace(base, kinds=kinds, flowers=base.flowers | extra, extra=base.extra | extra)


def _worth(draft: Draft, entry: Mapping[str, Any]) -> list[Any]:
    """Return the fans of a tile: each of it, and it with its mate."""
    one, words = tile(entry["tile"]), names(entry["name"])
    found: list[Any] = []
    if value := entry.get("value"):
        fan = Fan(f"tile_{one}", words.zh, words.en, _each(one), ja=words.ja, text=words)
        found.append(fan.at(value, source=draft.source))
    if (pair := entry.get("pair")) and "mate" in entry:
        mate = tile(entry["mate"])
        fan = Fan(
            f"pair_{one}{mate}", f"{words.zh}成对", f"{words.en} and its mate", _both(one, mate), text=words
        )
        found.append(fan.at(pair, source=draft.source))
    return found


def _each(tile: Tile) -> Find:
    def find(a: Arranged) -> tuple[int, ...]:
        return (0,) * sum(t is tile for t in (*a.hand.all_flowers, *a.hand.concealed))

    return Observes(NOTHING, find)


def _both(tile: Tile, mate: Tile) -> Find:
    def find(a: Arranged) -> tuple[int, ...]:
        return (0,) if {tile, mate} <= set(a.hand.all_flowers) else ()

    return Observes(NOTHING, find)

"""The tiles of a house file: kinds and flowers that it plays without, and tiles beyond the usual ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paiyan.scorer.arranging.wild.rule import Wild
from paiyan.scorer.arranging.wild.rule import named as named_wild
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Fan, Find, Observes
from paiyan.scorer.fans.observations import NOTHING
from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.house.changes.draft import Change, Draft
from paiyan.scorer.house.value_types import names
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rules.tile_set import ExtraTile, TileSet
from paiyan.scorer.tiles.notation import parse, tile
from paiyan.scorer.tiles.tile import Tile, mask_of


def changes(draft: Draft) -> Change:
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

"""A table's own limit hands 自定牌型, given by their tiles or by conditions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from typing import Any

from paiyan.scorer.arranging.arrangements import arrangements, counted
from paiyan.scorer.arranging.suits import Observation, joined, of_counts
from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Fan, Find, Observes
from paiyan.scorer.hand.hand import Flag
from paiyan.scorer.house.draft import Change, Draft
from paiyan.scorer.house.fans import Book
from paiyan.scorer.house.value_types import names, shown
from paiyan.scorer.messages import house as refusal
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.tiles.blocks import Block, Form, Shape
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import DRAGONS, HONOURS, KINDS, mask_of

Condition = Callable[[Arranged], bool]
Check = tuple[Observation, Condition]  # what it observes of the blocks, and its condition on them
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
_GROUP = re.compile(r"([1-9]+)([mpszabc])")
_OFFSET = {"m": 0, "p": 9, "s": 18, "z": 27}
_ORDERS = tuple(permutations("mps"))


class NoTilesError(ValueError):
    """A text that names no tiles, or none that make a set."""


def kinds_of(text: str) -> tuple[tuple[int, ...], ...]:
    """Return the kinds of a text in which a, b and c are different suits: a tuple for each choice of suits.

    Raises `NoTilesError`.
    """
    parts: list[tuple[str, str]] = _GROUP.findall(text)
    if not parts or "".join(d + s for d, s in parts) != re.sub(r"\s", "", text):
        raise NoTilesError(text)
    ways: dict[tuple[int, ...], None] = {}
    for order in _ORDERS:
        suits: dict[str, str] = dict(zip("abc", order, strict=True))
        tiles = [_OFFSET[suits.get(s, s)] + int(d) - 1 for digits, s in parts for d in digits]
        if max(tiles) >= KINDS:
            raise NoTilesError(text)
        ways[tuple(tiles)] = None
    return tuple(ways)


def block_of(kinds: tuple[int, ...]) -> tuple[Shape, int]:
    """Return a set or a pair as its shape and lowest kind. Raises `NoTilesError`."""
    low, n = min(kinds), len(kinds)
    if len(set(kinds)) == 1 and 2 <= n <= 4:
        return (Shape.PAIR, Shape.TRIPLET, Shape.KONG)[n - 2], low
    if tuple(sorted(kinds)) == (low, low + 1, low + 2) and low < 27 and low % 9 < 7:
        return Shape.RUN, low
    raise NoTilesError


def changes(draft: Draft, book: Book) -> Change:
    """Return the change that the file's own hands make to a rule set."""
    made: list[tuple[Fan, dict[str, Any]]] = []
    listed: list[dict[str, Any]] = draft.values.get("hand", [])
    for i, entry in enumerate(listed):
        if not {"id", "name", "value"} <= entry.keys():
            continue  # reported already
        id_, words = entry["id"], names(entry["name"])
        if not _ID.fullmatch(id_):
            draft.add_error(("hand", i, "id"), refusal.NOT_AN_ID, value=shown(id_))
        elif id_ in book.ids:
            draft.add_error(("hand", i, "id"), refusal.SAME_FAN, name=id_)
        elif checks := _checks(draft, i, entry):
            book.add(id_, *words)
            flags = frozenset(Flag(f) for f in entry.get("flags", ()))
            fan = Fan(
                id_,
                words.zh,
                words.en,
                _find(checks),
                ja=words.ja,
                text=words,
                needs=_needs(entry),
                flags=flags,
            )
            made.append((fan, entry))
    relations = [
        {
            r: book.listed(("hand", listed.index(declared), r), declared[r])
            for r in ("excludes", "implies")
            if r in declared
        }
        for _, declared in made
    ]

    def change(rules: RuleSet) -> RuleSet:
        new: list[Any] = []
        known = {p.id for p in rules.counted_by.fans} | {fan.id for fan, _ in made}
        for (fan, entry), related in zip(made, relations, strict=True):
            alone = known - {fan.id} if entry.get("alone", "excludes" not in entry) else frozenset[str]()
            keeps = {"excludes": frozenset(alone) | related.get("excludes", frozenset()) & known}
            keeps["implies"] = related.get("implies", frozenset()) & known
            new.append(fan.at(entry["value"], source=draft.source).but(**keeps))
        return rules.but(fans=tuple(new)) if new else rules

    return change


def _needs(entry: dict[str, Any]) -> int:
    """Return the facts without which the hand cannot be there, so that most hands are skipped."""
    in_sets: Counter[Shape] = Counter()
    for text in entry.get("sets", ()):
        shape = block_of(kinds_of(text)[0])[0]
        in_sets[shape] += 1
    runs: int = max(entry.get("runs", 0), in_sets[Shape.RUN])
    triplets: int = max(entry.get("triplets", 0), in_sets[Shape.TRIPLET] + in_sets[Shape.KONG])
    found = facts.RUNS[min(runs, 5)] | facts.TRIPLETS[min(triplets, 5)]
    if entry.get("by") == ["self_draw"]:
        found |= facts.SELF_DRAWN
    if entry.get("flags"):
        found |= facts.FLAGGED
    return found | (facts.KONG if entry.get("kongs") else 0)


def _find(checks: list[Check]) -> Find:
    conditions = [holds for _, holds in checks]

    def find(a: Arranged) -> tuple[int, ...]:
        return (a.all,) if all(holds(a) for holds in conditions) else ()

    return Observes(joined(*[observed for observed, _ in checks]), find)


def _checks(draft: Draft, i: int, entry: dict[str, Any]) -> list[Check]:
    """Return the conditions of the hand; none, and an error, if they cannot be read."""
    before = len(draft.wrong)
    found = [
        (observed, condition(value))
        for name, (observed, condition) in _PLAIN.items()
        if (value := entry.get(name)) not in _SAYING_NOTHING and (name, value) != ("flowers", 0)
    ]
    if "only" in entry:
        found.append(_only(entry["only"]))
    for name in ("tiles", "holds", "sets"):
        if name in entry:
            found += _of_tiles(draft, i, name, entry)
    if len(draft.wrong) > before:
        return []
    if not found and entry == draft.written.values["hand"][i]:  # nothing of it was wrong
        draft.add_error(("hand", i), refusal.NO_LOOKS, name=entry["id"])
    return found


def _of_tiles(draft: Draft, i: int, name: str, entry: dict[str, Any]) -> Iterator[Check]:
    try:
        if name == "sets":
            yield _sets(entry[name])
        elif name == "holds":
            yield _holding(kinds_of(entry[name]))
        else:
            wholes = _wholes(entry[name], entry.get("plus", ""))
            if _checked(draft, i, entry["id"], wholes):
                yield _exactly(wholes)
    except NoTilesError as wrong:
        draft.add_error(("hand", i, name), refusal.NOT_A_SET, name=f"hand.{name}", value=shown(wrong))


_PLAIN: Mapping[str, tuple[Observation, Callable[[Any], Condition]]] = {
    "suits": (observations.SUITS, lambda n: lambda a: a.suits.bit_count() == n),
    "honours": (observations.SUITS, lambda there: lambda a: bool(a.faces & HONOURS) is there),
    "runs": (observations.SHAPES, lambda n: lambda a: len(a.runs) == n and a.form in _OF_RUNS),
    "triplets": (observations.SHAPES, lambda n: lambda a: len(a.triplets) == n),
    "concealed_triplets": (
        observations.CONCEALED_TRIPLETS,
        lambda n: lambda a: sum(a.blocks[i].concealed for i, _ in a.triplets) >= n,
    ),
    "kongs": (observations.NOTHING, lambda n: lambda a: len(a.kongs) >= n),
    "concealed": (observations.NOTHING, lambda so: lambda a: a.claimed is not so),
    "forms": (observations.NOTHING, lambda forms: lambda a: a.form.value in forms),
    "winning": (
        observations.NOTHING,
        lambda text: lambda a: a.win.tile.kind in {t.kind for t in parse(text)},
    ),
    "plain_pair": (observations.PAIR, lambda so: lambda a: _plain_pair(a) is so),
    "discard_waits": (observations.NOTHING, lambda n: lambda a: a.win.self_drawn or len(a.waits) >= n),
    "by": (observations.NOTHING, lambda by: lambda a: a.win.by.value in by),
    "flags": (observations.NOTHING, lambda flags: lambda a: all(Flag(f) in a.win.flags for f in flags)),
    "flowers": (observations.NOTHING, lambda n: lambda a: len(a.hand.all_flowers) >= n),
    "laid": (observations.NOTHING, lambda text: lambda a: {*parse(text)} <= {*a.hand.all_flowers}),
    "bonus": (observations.NOTHING, lambda there: lambda a: bool(a.hand.all_flowers) is there),
    "dealer": (observations.NOTHING, lambda so: lambda a: (a.hand.place == 0) is so),
}
"""The conditions that compare a number or a word: what each observes, and the condition by the value."""
_OF_RUNS = (Form.STANDARD, Form.HONOUR_RUNS)
_SAYING_NOTHING: tuple[Any, ...] = (None, "", [])  # values that are no condition


def _plain_pair(a: Arranged) -> bool:
    """Match one pair, if no triplet of its kind would be worth a fan."""
    worth = DRAGONS | mask_of((a.hand.own_wind, a.hand.round.wind))
    return len(a.pairs) == 1 and not worth >> a.pairs[0][1] & 1


def _only(text: str) -> Check:
    allowed = mask_of(t.kind for t in parse(text) if t.kind < KINDS)
    return observations.holding(~allowed), lambda a: not a.faces & ~allowed


def _sets(texts: list[str]) -> Check:
    """Return the condition that all blocks are there for some choice of suits; a triplet may be a kong."""
    lengths: list[int] = []
    for text in texts:
        ways = kinds_of(text)
        lengths.append(len(ways[0]))
        try:
            block_of(ways[0])
        except NoTilesError:
            raise NoTilesError(text) from None
    wanted: dict[tuple[tuple[Shape, int], ...], None] = {}
    for tiles in kinds_of("".join(texts)):
        rest, blocks = list(tiles), list[tuple[Shape, int]]()
        for n in lengths:
            blocks.append(block_of(tuple(rest[:n])))
            del rest[:n]
        wanted[tuple(sorted(blocks, reverse=True))] = None  # kongs first, which triplets may not take

    ways = [(_faces(way), way) for way in wanted]

    def holds(a: Arranged) -> bool:
        lacking = ~a.faces  # most hands lack a tile of every way: that is soon seen
        here = [way for faces, way in ways if not faces & lacking]
        return any(_all_there(way, [(b.shape, b.kind) for b in a.blocks]) for way in here)

    return observations.these(face for way in wanted for face in way), holds


def _faces(way: tuple[tuple[Shape, int], ...]) -> int:
    return mask_of(k for shape, kind in way for k in Block(shape, kind).tiles)


def _all_there(way: tuple[tuple[Shape, int], ...], blocks: list[tuple[Shape, int]]) -> bool:
    for shape, kind in way:
        fits = [(shape, kind), *([(Shape.KONG, kind)] if shape is Shape.TRIPLET else [])]
        found = next((one for one in fits if one in blocks), None)
        if found is None:
            return False
        blocks.remove(found)
    return True


def _holding(ways: tuple[tuple[int, ...], ...]) -> Check:
    wanted = [Counter(tiles) for tiles in ways]
    kinds = tuple(sorted({k for some in wanted for k in some}))
    return observations.tiles_of(kinds), lambda a: any(
        all(a.counts[k] >= n for k, n in some.items()) for some in wanted
    )


def _wholes(tiles: str, plus: str) -> frozenset[tuple[int, ...]]:
    """Return the whole hands that are meant, as the number of tiles of each kind.

    A suit that `plus` names by letter is that of the tiles. Raises `NoTilesError`.
    """
    if not plus:
        return frozenset(map(counted, kinds_of(tiles)))
    n = len(kinds_of(tiles)[0])
    both = kinds_of(tiles + plus)
    found = {counted((*way[:n], more)) for way in both for more in way[n:]}
    return frozenset(counts for counts in found if max(counts) <= 4)


def _checked(draft: Draft, i: int, name: str, wholes: frozenset[tuple[int, ...]]) -> bool:
    """True if these are whole hands that can win; else add an error."""
    wanted = draft.base.played_with.hand_size + 1
    n = sum(next(iter(wholes), ()))
    if n != wanted:
        draft.add_error(("hand", i, "tiles"), refusal.WRONG_SIZE, name=name, n=n, wanted=wanted)
        return False
    forms = tuple(map(Form, draft.values.get("forms", ()))) or draft.base.won_by.forms
    for counts in wholes:
        won = next(k for k, held in enumerate(counts) if held)
        if any(True for _ in arrangements(of_counts(counts), forms, melds=(), won=won, self_drawn=True)):
            return True
    draft.add_error(("hand", i, "tiles"), refusal.NO_FORM, name=name, rules=draft.base.words)
    return False


def _exactly(wholes: frozenset[tuple[int, ...]]) -> Check:
    return observations.BLOCKS, lambda a: tuple(a.counts) in wholes

"""Decode the most probable legal hand 最可能的牌, exactly, from the probabilities of all codes.

`decode` answers two questions: the most likely tiles such that a set holds them and every meld is legal; and,
for a hand known to have won, the most likely tiles such that the hand wins.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations
from typing import NamedTuple

from paiyan.scorer.arranging.arrangements import counted, splits
from paiyan.scorer.arranging.shanten import distance
from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import BACK, FLOWER, KINDS, RED, TILES
from paiyan.vision.decoding.costs import (
    FACE_DOWN,
    HAND_LIMIT,
    LEAST_DOUBT,
    MELD_LIMIT,
    MOST_CHECKED,
    MOST_HANDS,
    MOST_SETS,
    RIVAL_LIMIT,
)
from paiyan.vision.decoding.game_rules import RED_OF, Game
from paiyan.vision.decoding.hand import Hand
from paiyan.vision.decoding.winning_parts import (
    Choice,
    KindCosts,
    Option,
    PartedHand,
    Supply,
    Unit,
    best_choices,
    winning_hands,
)
from paiyan.vision.structure.scene import FULL, LaidMeld, Layout
from paiyan.vision.structure.scores import MeldKind


def wins(kinds: Sequence[int], melds: int, game: Game) -> bool:
    """True if held tiles of these kinds win with `melds` melds; False if the game's forms do not decide, as
    with wild tiles."""
    size = len(kinds) + 3 * melds
    if size % 3 != 2 or size not in FULL or game.against is not None or max(kinds, default=0) >= KINDS:
        return False
    counts = counted(kinds)
    return any(next(splits(counts, form, melds=melds), None) for form in game.forms)


def lacks_nothing(hand: Hand, game: Game) -> bool:
    """True if a hand has won as it is read, or may have if the game's forms do not decide."""
    if game.against is not None:
        return hand.size % 3 == 2
    held = [*hand.concealed, *([] if hand.winning is None else [hand.winning])]
    return wins([tile.kind for tile in held], len(hand.melds), game)


Logs = Sequence[Sequence[float]]
"""Natural logarithms (n, 46) of the probability that each box shows each code."""


_NEVER = 1e9  # the cost of a kind that the game does not have


class Decoded(NamedTuple):
    """One possible hand of a structure: the code of each tile that shows a face, by index.

    `cost` is relative to each tile's likeliest code, in natural logarithms; `beyond` the part of it that is
    not for making melds legal; `share` its probability among all hands that were found.
    """

    codes: dict[int, int]
    cost: float
    share: float
    beyond: float


def decode(
    logs: Logs,
    layout: Layout,
    game: Game,
    *,
    won: str = "unknown",
    elsewhere: Mapping[int, Sequence[float]] | None = None,
    most: int = MOST_HANDS,
) -> list[Decoded]:
    """Return the most probable hands of a layout, the likeliest first, at most `most`; empty if none is
    legal.

    ``won="won"`` allows only hands that win in one of the game's forms, whatever their value. `elsewhere` has
    for each kind the costs that the tiles outside the hand are other tiles.
    """
    held = [t for t in (*layout.concealed, layout.winning) if t is not None]
    faces = [t for t in held if not _is_down(logs, t, won)]
    supply = supply_of(game, elsewhere or {})
    melds = [_meld_unit(logs, meld, game) for meld in layout.melds]
    flowers = [_flower_unit(logs, tile) for tile in layout.flowers]
    tiles = [*faces, *(t for m in layout.melds for t in m.tiles), *layout.flowers]
    if won == "won":
        sure = len(faces) == len(held) and all(melds)
        search = _winning_by_rules if game.against else _winning_by_forms
        found = search(logs, held, melds, flowers, game, supply) if sure else []
    else:
        units = [_tile_unit(logs, t, game) for t in faces] + melds + flowers
        found = [
            (c.cost, tuple(code for option in c.options for code in option.codes))
            for c in islice(best_choices(units, supply, limit=HAND_LIMIT * 2), most)
        ]
    total = sum(math.exp(found[0][0] - cost) for cost, _ in found) if found else 1.0
    return [
        Decoded(
            {t: code for t, code in zip(tiles, codes, strict=True) if code != BACK},
            cost,
            math.exp(found[0][0] - cost) / total,
            cost - sum(meld[0].cost for meld in melds if meld),
        )
        for cost, codes in found
    ]


def elsewhere(
    codes: Sequence[int], layout: Layout, confidence: Sequence[float]
) -> dict[int, tuple[float, ...]]:
    """Return for each kind the cost of each tile of it outside the hand being another tile than it looks."""
    own = {t for meld in layout.melds for t in meld.tiles} | {*layout.concealed, layout.winning}
    found: dict[int, tuple[float, ...]] = {}
    for tile, (code, sure) in enumerate(zip(codes, confidence, strict=True)):
        if tile not in own and (kind := TILES[code].kind) < KINDS:
            found[kind] = (*found.get(kind, ()), -math.log(max(1 - sure, LEAST_DOUBT)))
    return found


def supply_of(game: Game, elsewhere: Mapping[int, Sequence[float]]) -> Supply:
    """Return the cost of taking copies of each tile: nothing while the set has more than lie elsewhere; then
    the cost that tiles elsewhere are other ones than they look.

    If more of any kind lie elsewhere than a set holds, the tiles are not of one set, and none counts.
    """
    supply: dict[int, Sequence[float]] = {code: (0.0,) * (cap + 1) for code, cap in enumerate(game.caps)}
    if any(len(there) > game.caps[kind] for kind, there in elsewhere.items()):
        return supply
    for kind, there in elsewhere.items():
        free = game.caps[kind] - len(there)
        cheapest = sorted(there)
        supply[kind] = tuple(sum(cheapest[: max(n - free, 0)]) for n in range(game.caps[kind] + 1))
    return supply


def _is_down(logs: Logs, tile: int, won: str) -> bool:
    """True if a held tile lies face down; in a winning hand only if its back is far likelier."""
    row = logs[tile]
    if argmax(row) != BACK:
        return False
    return won != "won" or row[BACK] - max(row[:KINDS]) > FACE_DOWN


def argmax(row: Sequence[float]) -> int:
    """Return the index of the greatest value, the first of equal ones."""
    return max(range(len(row)), key=row.__getitem__)


def _takes(code: int) -> tuple[tuple[int, int], ...]:
    """Return what a tile takes from the supply: a red five is also one of the four fives."""
    return ((TILES[code].kind, 1), (code, 1)) if RED <= code < BACK else ((code, 1),)


def _tile_unit(logs: Logs, tile: int, game: Game) -> Unit:
    """Return the options of a held tile."""
    row = logs[tile]
    codes = [*range(KINDS), *range(RED, BACK)]
    most = max(row[code] for code in codes)
    options = [Option(most - row[code], (code,), _takes(code)) for code in codes if game.caps[code]]
    return sorted(options, key=lambda option: option.cost)


def _flower_unit(logs: Logs, tile: int) -> Unit:
    row = logs[tile]
    most = max(row[FLOWER:RED])
    options = [Option(most - row[code], (code,), ((code, 1),)) for code in range(FLOWER, RED)]
    return sorted(options, key=lambda option: option.cost)


def _meld_unit(logs: Logs, meld: LaidMeld, game: Game) -> Unit:
    """Return the options of a meld's tiles; backs stay backs, but take a copy of the kind that they hide."""
    shown = [t for t in meld.tiles if argmax(logs[t]) != BACK]
    if not shown:
        return [Option(0.0, (BACK,) * len(meld.tiles), ())]
    best = {t: _best_of_kind(logs, t, game) for t in shown}
    most = sum(max(cost for cost, _ in best[t]) for t in shown)
    options: list[Option] = []
    for kinds in _faces(meld, game):
        by_tile = dict(zip(meld.tiles, kinds, strict=True))
        cost = most - sum(best[t][by_tile[t]][0] for t in shown)
        if cost > MELD_LIMIT or not math.isfinite(cost):
            continue
        codes = tuple(best[t][by_tile[t]][1] if t in best else BACK for t in meld.tiles)
        amount = {kind: kinds.count(kind) for kind in kinds}
        reds = {code: codes.count(code) for code in codes if RED <= code < BACK}
        options.append(Option(cost, codes, tuple((amount | reds).items())))
    return sorted(options, key=lambda option: option.cost)


def _best_of_kind(logs: Logs, tile: int, game: Game) -> list[tuple[float, int]]:
    """Return for each kind the logarithm of the likelier of its plain and its red tile, and its code."""
    own_logs = logs[tile]
    row = [(own_logs[kind], kind) for kind in range(KINDS)]
    for five, red in RED_OF.items():
        if game.caps[red] and own_logs[red] > own_logs[five]:
            row[five] = (own_logs[red], red)
    return row


def _faces(meld: LaidMeld, game: Game) -> Iterator[tuple[int, ...]]:
    """Yield the possible kinds of a meld's tiles, in their order."""
    size = len(meld.tiles)
    kong = size == 4 or meld.type == "concealed_kong"  # also one with a missing tile
    same: tuple[MeldKind, ...] = (meld.type,) if kong else ("pung",)
    if game.melds & set(same) or not game.melds & {"chow", *same}:
        yield from ((kind,) * size for kind in sorted(game.kinds))
    if not kong and "chow" in game.melds:
        for trio in sorted(game.chows):
            if game.kinds.issuperset(trio):
                yield from dict.fromkeys(permutations(trio))


def _winning_by_forms(
    logs: Logs,
    held: Sequence[int],
    melds: Sequence[Unit],
    flowers: Sequence[Unit],
    game: Game,
    supply: Supply,
) -> list[tuple[float, tuple[int, ...]]]:
    """Return winning hands and their costs, the likeliest first."""
    best = [_best_of_kind(logs, t, game) for t in held]
    rows = [[cost if game.caps[k] else -_NEVER for k, (cost, _) in enumerate(row)] for row in best]
    if game.flowers_as is not None:  # they stand in the hand
        rows += [[0.0 if k == game.flowers_as else -_NEVER for k in range(KINDS)]] * len(flowers)
    if len(rows) % 3 != 2 or len(rows) // 3 + len(melds) > MOST_SETS:
        return []
    kind_costs = [[max(row) - value for value in row] for row in rows]
    flower = next(best_choices(flowers, supply), Choice(0.0, ()))
    found: dict[tuple[int, ...], float] = {}
    limit = HAND_LIMIT
    for form in game.forms:
        if _least_cost(form, kind_costs, len(melds)) > limit:
            continue
        for one in winning_hands(form, kind_costs, melds, supply, most=MOST_HANDS, limit=limit):
            codes = [row[kind][1] for row, kind in zip(best, one.kinds, strict=False)]
            extra = _spare_reds_made_plain(logs, held, codes, one, game)
            rest = [c for option in (*one.melds, *flower.options) for c in option.codes]
            cost = one.cost + extra + flower.cost
            key = (*codes, *rest)
            found[key] = min(cost, found.get(key, cost))
        if len(found) >= MOST_HANDS:
            limit = min(limit, sorted(found.values())[MOST_HANDS - 1])
    return sorted((cost, codes) for codes, cost in found.items())[:MOST_HANDS]


def _winning_by_rules(
    logs: Logs,
    held: Sequence[int],
    melds: Sequence[Unit],
    flowers: Sequence[Unit],
    game: Game,
    supply: Supply,
) -> list[tuple[float, tuple[int, ...]]]:
    """Return the same as `_winning_by_forms`, in a game with a function for the penalty of a hand."""
    against = game.against
    assert against is not None, "only for games with such a function"
    units = [*(_tile_unit(logs, t, game) for t in held), *melds]

    def cost_of(options: Sequence[Option]) -> float:
        codes = [option.codes for option in options]
        return against(tuple(c for (c,) in codes[: len(held)]), tuple(codes[len(held) :]))

    choices = best_choices(units, supply, limit=HAND_LIMIT, nodes=MOST_CHECKED, against=cost_of)
    flower = next(best_choices(flowers, supply), Choice(0.0, ()))
    found: list[tuple[float, tuple[int, ...]]] = []
    for c in islice(choices, MOST_HANDS):
        if found and c.cost + flower.cost > found[0][0] + RIVAL_LIMIT:
            break
        codes = tuple(code for o in (*c.options, *flower.options) for code in o.codes)
        found.append((c.cost + flower.cost, codes))
    return found


def _least_cost(form: Form, kind_costs: KindCosts, melds: int) -> float:
    """Return a lower bound for the cost of a winning hand of this form, from how many tiles must be others
    than they look."""
    counts = counted([row.index(0.0) for row in kind_costs])
    others = distance(counts, (form,), melds=melds, sets=melds + len(kind_costs) // 3) + 1
    if others > len(kind_costs):
        return math.inf
    second = sorted(sorted(row)[1] for row in kind_costs)
    return sum(second[:others])


def _spare_reds_made_plain(
    logs: Logs, held: Sequence[int], codes: list[int], hand: PartedHand, game: Game
) -> float:
    """Make the surplus red fives plain where that is cheapest; return the cost."""
    lost = 0.0
    for five, red in RED_OF.items():
        shown = sum(option.amount(red) for option in hand.melds)
        same_red = [i for i, code in enumerate(codes) if code == red]
        loss = sorted((logs[held[i]][red] - logs[held[i]][five], i) for i in same_red)
        for cost, i in loss[: max(shown + len(same_red) - game.caps[red], 0)]:
            codes[i] = five
            lost += cost
    return lost

"""The most probable legal hand 最可能的牌: exactly, from all class probabilities and the structure.

`decode` asks two questions: what the tiles most likely are within a set's supply, every meld being one;
and, of a hand that is said to have won, what they most likely are among the hands that win.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from scorer.arrange import KNITTED_SETS, counted
from scorer.distance import distance
from scorer.shapes import ORPHAN_KINDS, Form
from scorer.tiles import BACK, FLOWER, KINDS, RED, TILES
from vision.choose import Choice, Option, Unit, best_choices
from vision.game import Game
from vision.layout import LaidMeld, Layout
from vision.likelihood import RED_OF, Logs
from vision.melds import MeldType
from vision.winning import KNITTED, Parted, Plan, best_parted

_MOST = 16  # hands that are weighed against each other
_WORST = 12.0  # a hand so much less likely, in natural logarithms, than as read is not offered
_MELD_WORST = 12.0


class Decoded(NamedTuple):
    """One reading of a hand: the code of each of its tiles that shows a face, by index.

    `cost` is how much less likely it is than each tile's own best, in natural logarithms; `share` its
    probability among all that the question allows.
    """

    codes: dict[int, int]
    cost: float
    share: float


def decode(logs: Logs, layout: Layout, game: Game, *, won: str = "unknown") -> list[Decoded]:
    """The most probable readings of the player's tiles, the likeliest first; none where none is possible.

    `logs` (n, 46) as `vision.likelihood.log_probabilities` gives them. With ``won="won"`` only hands that
    win in one of the game's forms, whatever they are worth.
    """
    held = [t for t in (*layout.concealed, layout.winning) if t is not None]
    faces = [t for t in held if logs[t].argmax() != BACK]
    melds = [_meld_unit(logs, meld, game) for meld in layout.melds]
    flowers = [_flower_unit(logs, tile) for tile in layout.flowers]
    tiles = [*faces, *(t for m in layout.melds for t in m.tiles), *layout.flowers]
    if won == "won":
        found = (
            _winning(logs, held, melds, flowers, game) if len(faces) == len(held) and not game.wild else []
        )
    else:
        units = [_tile_unit(logs, t, game) for t in faces] + melds + flowers
        caps = dict(enumerate(game.caps))
        found = [
            (c.cost, tuple(code for option in c.options for code in option.codes))
            for c in islice(best_choices(units, caps, limit=_WORST * 2), _MOST)
        ]
    total = sum(math.exp(found[0][0] - cost) for cost, _ in found) if found else 1.0
    return [
        Decoded(
            {t: code for t, code in zip(tiles, codes, strict=True) if code != BACK},
            cost,
            math.exp(found[0][0] - cost) / total,
        )
        for cost, codes in found
    ]


def _takes(code: int) -> tuple[tuple[int, int], ...]:
    """What a tile takes from the supply: a red five is one of the fives as well."""
    return ((TILES[code].kind, 1), (code, 1)) if RED <= code < BACK else ((code, 1),)


def _tile_unit(logs: Logs, tile: int, game: Game) -> Unit:
    """What a held tile may be."""
    codes = [*range(KINDS), *range(RED, BACK)]
    most = max(float(logs[tile, code]) for code in codes)
    options = [
        Option(most - float(logs[tile, code]), (code,), _takes(code)) for code in codes if game.caps[code]
    ]
    return sorted(options, key=lambda option: option.cost)


def _flower_unit(logs: Logs, tile: int) -> Unit:
    most = float(logs[tile, FLOWER:RED].max())
    options = [Option(most - float(logs[tile, code]), (code,), ((code, 1),)) for code in range(FLOWER, RED)]
    return sorted(options, key=lambda option: option.cost)


def _meld_unit(logs: Logs, meld: LaidMeld, game: Game) -> Unit:
    """What a meld's tiles may be together; backs stay backs, but take of the kind they hide."""
    shown = [t for t in meld.tiles if logs[t].argmax() != BACK]
    if not shown:
        return [Option(0.0, (BACK,) * len(meld.tiles), ())]
    best = {t: _best_of_kind(logs, t, game) for t in shown}
    most = sum(max(cost for cost, _ in best[t]) for t in shown)
    options: list[Option] = []
    for kinds in _faces(meld, game):
        by_tile = dict(zip(meld.tiles, kinds, strict=True))
        cost = most - sum(best[t][by_tile[t]][0] for t in shown)
        if cost > _MELD_WORST or not math.isfinite(cost):
            continue
        codes = tuple(best[t][by_tile[t]][1] if t in best else BACK for t in meld.tiles)
        amount = {kind: kinds.count(kind) for kind in kinds}
        reds = {code: codes.count(code) for code in codes if RED <= code < BACK}
        options.append(Option(cost, codes, tuple((amount | reds).items())))
    return sorted(options, key=lambda option: option.cost)


def _best_of_kind(logs: Logs, tile: int, game: Game) -> list[tuple[float, int]]:
    """For each kind, the logarithm of the likelier of its plain and its red tile, and which that is."""
    row = [(float(logs[tile, kind]), kind) for kind in range(KINDS)]
    for five, red in RED_OF.items():
        if game.caps[red] and logs[tile, red] > logs[tile, five]:
            row[five] = (float(logs[tile, red]), red)
    return row


def _faces(meld: LaidMeld, game: Game) -> Iterator[tuple[int, ...]]:
    """The kinds that a meld's tiles may have, in their order."""
    size = len(meld.tiles)
    same: tuple[MeldType, ...] = ("pung",) if size == 3 else (meld.type,)
    if game.melds & set(same) or not game.melds & {"chow", *same}:
        yield from ((kind,) * size for kind in sorted(game.kinds))
    if size == 3 and "chow" in game.melds:
        for low in range(27):
            if low % 9 < 7 and {low, low + 1, low + 2} <= game.kinds:
                for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
                    yield tuple(low + at for at in order)


def _winning(
    logs: Logs, held: Sequence[int], melds: Sequence[Unit], flowers: Sequence[Unit], game: Game
) -> list[tuple[float, tuple[int, ...]]]:
    """Winning hands and their costs, the likeliest first."""
    if len(held) % 3 != 2 or not all(melds):
        return []
    best = [_best_of_kind(logs, t, game) for t in held]
    table = np.array([[cost if game.caps[k] else -1e9 for k, (cost, _) in enumerate(row)] for row in best])
    flower = next(best_choices(flowers, dict(enumerate(game.caps))), Choice(0.0, ()))
    found: list[tuple[float, tuple[int, ...]]] = []
    limit = _WORST
    for form in game.forms:
        if _least_cost(form, table, len(melds)) > limit:
            continue
        for parted in _of_form(form, table, melds, game, limit=limit):
            codes = [best[i][kind][1] for i, kind in enumerate(parted.kinds)]
            extra = _within_reds(logs, held, codes, parted, game)
            rest = [c for option in (*parted.melds, *flower.options) for c in option.codes]
            found.append((parted.cost + extra + flower.cost, (*codes, *rest)))
        found = sorted(dict.fromkeys(found))[:_MOST]
        if len(found) == _MOST:
            limit = min(limit, found[-1][0])
    unique: dict[tuple[int, ...], float] = {}
    for cost, codes in found:
        unique.setdefault(codes, cost)
    return [(cost, codes) for codes, cost in unique.items()]


def _least_cost(form: Form, table: Logs, melds: int) -> float:
    """What a winning hand of this form costs at least: so many tiles must be others than they look."""
    if form is Form.LOOSE_HONOURS:
        return 0.0
    counts = counted(table.argmax(axis=1).tolist())
    sets = melds + len(table) // 3
    others = distance(counts, (form,), melds=melds, sets=sets) + 1
    if others > len(table):
        return math.inf
    second = np.sort(table, axis=1)
    return float(np.sort(second[:, -1] - second[:, -2])[:others].sum())


def _within_reds(logs: Logs, held: Sequence[int], codes: list[int], parted: Parted, game: Game) -> float:
    """Make plain fives of red ones that are too many, those that lose least; what is lost."""
    lost = 0.0
    for five, red in RED_OF.items():
        shown = sum(option.amount(red) for option in parted.melds)
        mine = [i for i, code in enumerate(codes) if code == red]
        loss = sorted((float(logs[held[i], red] - logs[held[i], five]), i) for i in mine)
        for cost, i in loss[: max(shown + len(mine) - game.caps[red], 0)]:
            codes[i] = five
            lost += cost
    return lost


def _of_form(form: Form, table: Logs, melds: Sequence[Unit], game: Game, *, limit: float) -> Iterator[Parted]:
    """The likeliest hands of one form; `table` (n, 34) are the logarithms of the held tiles."""
    size = len(table)
    runs = "allowed" if "chow" in game.melds or Form.STANDARD in game.forms else "none"
    plans: list[Plan] = []
    if form is Form.STANDARD:
        plans = [Plan(size // 3, 1, runs=runs)]
    elif form is Form.KNITTED_STRAIGHT and size >= 11:
        plans = [Plan(size // 3 - 3, 1, special=triples) for triples in KNITTED]
    elif not melds and form in (Form.SEVEN_PAIRS, Form.DISTINCT_PAIRS) and size == 14:
        plans = [Plan(0, 7, distinct="distinct" if form is Form.DISTINCT_PAIRS else "any")]
    elif not melds and form is Form.PAIRS_AND_TRIPLET and size == 17:
        plans = [Plan(1, 7, runs="none")]
    for plan in plans:
        yield from best_parted(table, plan, melds, game.caps, most=_MOST, limit=limit)
    if not melds and size == 14:
        for caps in _single_caps(form):
            yield from _singles(table, caps, limit=limit)
    elif form is Form.LOOSE_HONOURS:
        yield from _singles(table, dict.fromkeys(range(27, KINDS), 4), limit=limit, melds=melds)


def _single_caps(form: Form) -> list[dict[int, int]]:
    """How often each kind may be held in the forms of tiles that stand alone."""
    if form is Form.THIRTEEN_ORPHANS:
        return [{k: 1 + (k == twice) for k in ORPHAN_KINDS} for twice in ORPHAN_KINDS]
    if form is Form.KNITTED_HONOURS:
        return [dict.fromkeys((*nine, *range(27, KINDS)), 1) for nine in KNITTED_SETS]
    if form is Form.LOOSE_HONOURS:
        return [dict.fromkeys(range(27, KINDS), 4)]
    return []


def _singles(
    table: Logs, caps: dict[int, int], *, limit: float, melds: Sequence[Unit] = ()
) -> Iterator[Parted]:
    """The likeliest hands in which each kind is held no more often than `caps` has it."""
    units = [sorted(Option(float(row.max() - row[k]), (k,), ((k, 1),)) for k in caps) for row in table]
    if sum(unit[0].cost for unit in units) > limit:
        return
    for choice in islice(best_choices([*units, *melds], caps, limit=limit), _MOST):
        kinds = tuple(option.codes[0] for option in choice.options[: len(units)])
        yield Parted(choice.cost, kinds, choice.options[len(units) :])

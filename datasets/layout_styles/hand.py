"""Lay the player's own tiles 手牌: the concealed part, the winning tile, melds and flowers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paiyan.datasets.layout_styles.catalogue import LayoutStyle
from paiyan.datasets.layout_styles.table import DealtHand, DealtMeld, Table, choose

HELD = 0  # the number of the group of the concealed part


@dataclass(frozen=True)
class PlayerStyle:
    """The habits of one player for a whole hand, drawn from the layout style."""

    sideways: bool
    melds_at: str
    flowers_at: str
    gap: float
    stray: bool
    lean: float


def player_style_of(table: Table, layout_style: LayoutStyle, *, sideways: bool) -> PlayerStyle:
    """Draw one player's style; `sideways` holds for the whole table."""
    rng = table.rng
    return PlayerStyle(
        sideways=sideways,
        melds_at=choose(rng, layout_style.melds_at),
        flowers_at=choose(rng, layout_style.flowers_at),
        gap=rng.uniform(*layout_style.meld_gap),
        stray=rng.random() < layout_style.stray_gaps,
        lean=float(choose(rng, layout_style.lean)),
    )


def lay_hand(table: Table, hand: DealtHand, layout_style: LayoutStyle, player_style: PlayerStyle) -> None:
    """Lay a hand with its lower edge on y = 0, its concealed part around x = 0."""
    start = len(table.tiles)
    left, right, top, low = _concealed(table, hand, layout_style, player_style)
    right, top = _winning(table, hand, player_style, (left, right, top, low))
    rest = list(hand.melds)
    flowers = list(hand.flowers)
    where = player_style.flowers_at
    if flowers and where == "in the row":
        left, right = _in_the_row(table, flowers, player_style, (left, right, top, low))
        flowers = []
    if (
        flowers
        and where in ("left", "right", "behind", "front", "corner")
        and not (rest and _same(player_style))
    ):
        left, right, top = _flowers(table, flowers, where, (left, right, top, low), at_left=bool(rest))
        flowers = []
    if rest or flowers:
        _melds(table, rest, flowers, layout_style, player_style, (left, right, top, low))
    assert len(table.tiles) - start >= len(hand.concealed)


def _in_the_row(
    table: Table, flowers: Sequence[int], player_style: PlayerStyle, extent: Extent
) -> tuple[float, float]:
    """Put flowers at an end of the concealed tiles, touching them, or seldom among them; return the left and
    right edge of the row."""
    left, right, _, low = extent
    rng, group, lean = table.rng, table.next_group(), player_style.lean
    wide = 1.02 * len(flowers)
    where = rng.random()
    if where < 0.35:
        return left, table.row(flowers, right, low, "flower", group, lean=lean)
    start = left - wide
    own = [i for i, tile in enumerate(table.tiles) if tile.group == HELD and tile.y < low + 1.5]
    if where > 0.92 and len(own) > 6:  # the tiles left of a place are moved away to make room
        edge = table.tiles[own[rng.randrange(2, len(own) - 2)]].x - 0.5
        for i in own:
            if table.tiles[i].x < edge:
                table.tiles[i] = table.tiles[i]._replace(x=table.tiles[i].x - wide)
        table.row(flowers, edge - wide, low, "flower", group, lean=lean)
    else:
        table.row(flowers, start, low, "flower", group, lean=lean)
    return start, right


def _same(player_style: PlayerStyle) -> bool:
    return player_style.flowers_at == player_style.melds_at


Extent = tuple[float, float, float, float]  # left, right, top, and the lower edge of the nearest row


def _concealed(table: Table, hand: DealtHand, layout_style: LayoutStyle, player_style: PlayerStyle) -> Extent:
    shape, rng = choose(table.rng, layout_style.shape), table.rng
    rows: list[list[int]] = [hand.concealed]
    gaps: list[float] = []
    if shape == "groups" and hand.sets:
        gap = rng.uniform(0.12, 1.1)
        for one in hand.sets:
            gaps += [gap * rng.uniform(0.6, 1.4), *([0.0] * (len(one) - 1))]
    elif shape == "groups" or (shape == "row" and rng.random() < 0.12):
        many = rng.choice((1, 1, 2, 3)) if shape == "row" else rng.choice((2, 3, 4))
        gaps = [0.0] * len(hand.concealed)
        for at in rng.sample(range(len(gaps)), min(many, len(gaps))):
            gaps[at] = rng.uniform(0.1, 0.8)
    elif shape == "loose":
        gaps = [rng.uniform(0, 0.6) for _ in hand.concealed]
    elif shape in ("two rows", "three rows"):
        rows = _split(table, hand, 2 if shape == "two rows" else 3)
    if shape == "apart" and len(hand.concealed) > 3:
        return _apart(table, hand, player_style)
    left, right, y = 0.0, 0.0, 0.0
    space = rng.uniform(0.0, 0.5)
    for at, row in enumerate(reversed(rows)):
        begin = rng.uniform(-0.8, 0.8) if at else 0.0
        end = table.row(row, begin, y, "held", HELD, lean=player_style.lean, gaps=gaps)
        left, right = min(left, begin), max(right, end)
        y += table.footprint(player_style.lean) + space
    return left, right, y - space, 0.0


def _apart(table: Table, hand: DealtHand, player_style: PlayerStyle) -> Extent:
    """Lay two groups with space between them, the second at another height and a little askew."""
    rng, tiles = table.rng, hand.concealed
    cut = rng.randint(2, len(tiles) - 2)
    middle = table.row(tiles[:cut], 0.0, 0.0, "held", HELD, lean=player_style.lean)
    start, begin = len(table.tiles), middle + rng.uniform(0.8, 3.5)
    rise = rng.choice((0.0, rng.uniform(-0.7, 0.7)))
    right = table.row(tiles[cut:], begin, rise, "held", HELD, lean=player_style.lean)
    table.turn(start, rng.choice((0.0, rng.gauss(0, 6))), (begin, rise))
    ys = [tile.y for tile in table.tiles[start:]]
    high = table.footprint(player_style.lean)
    return 0.0, right, max(high, max(ys) + high / 2), min(0.0, min(ys) - high / 2)


def _split(table: Table, hand: DealtHand, count: int) -> list[list[int]]:
    """Split the concealed tiles into rows, the farthest first, cut between sets if there are any."""
    rng, tiles = table.rng, hand.concealed
    if hand.sets and sum(map(len, hand.sets)) == len(tiles) and tiles == [c for s in hand.sets for c in s]:
        ends = [sum(map(len, hand.sets[: i + 1])) for i in range(len(hand.sets) - 1)]
        cuts = sorted(rng.sample(ends, min(count - 1, len(ends))))
    else:
        step = len(tiles) / count
        cuts = [round(step * (i + 1)) + rng.choice((0, 0, -1, 1)) for i in range(count - 1)]
    return [tiles[a:b] for a, b in zip([0, *cuts], [*cuts, len(tiles)], strict=True) if tiles[a:b]]


def _winning(table: Table, hand: DealtHand, player_style: PlayerStyle, extent: Extent) -> tuple[float, float]:
    left, right, top, low = extent
    if hand.winning is None:
        return right, top
    rng, body, code = table.rng, table.body, hand.winning
    where = hand.winning_at
    deep, lean = table.footprint(player_style.lean), player_style.lean
    if where == "gap":
        x = right + rng.uniform(0.25, 1.2)
        turn = rng.gauss(0, 6)
        table.put(code, x + 0.5, low + deep / 2 + rng.gauss(0, 0.1), "winning", HELD, yaw=turn, lean=lean)
        return x + 1, top
    if where in ("sideways", "tilted"):
        x = right + (rng.uniform(0.0, 0.08) if rng.random() < 0.7 else rng.uniform(0.1, 0.6))
        turn = (
            rng.choice((90, -90)) + rng.gauss(0, 3)
            if where == "sideways"
            else rng.choice((-1, 1)) * rng.uniform(12, 45)
        )
        y = low + (0.5 if rng.random() < 0.7 else body.height / 2) + rng.gauss(0, 0.06)
        table.put(code, x + body.height / 2, y, "winning", HELD, yaw=turn)
        return x + body.height, top
    if where == "left sideways":
        x, turn = left - body.height / 2 - rng.uniform(0.0, 0.3), rng.choice((90, -90)) + rng.gauss(0, 3)
        table.put(code, x, low + 0.5 + rng.gauss(0, 0.06), "winning", HELD, yaw=turn)
        return right, top
    if where == "on top":
        x = rng.uniform(left + 0.5, right - 0.5) if rng.random() < 0.5 else right - rng.uniform(0.3, 1.5)
        turn = rng.choice((0.0, 90.0, -90.0)) + rng.gauss(0, 5)
        high = body.depth if lean == 90 else body.height
        table.put(code, x, low + deep / 2 + rng.uniform(-0.1, 0.3), "winning", HELD, yaw=turn, z=high)
        return right, top
    turn = rng.choice((0.0, 0.0, 0.0, 90.0)) + rng.gauss(0, 12)
    if where == "above":
        x, y = rng.uniform(left, right), top + body.height / 2 + rng.uniform(0.15, 1.6)
    elif where == "left":
        x, y = left - rng.uniform(0.5, 1.6), low + rng.uniform(-0.6, table.body.height)
    elif where == "below":
        x, y = rng.uniform(left, right), low - body.height / 2 - rng.uniform(0.15, 1.0)
    else:
        x = right + rng.uniform(0.8, 3.5) if rng.random() < 0.8 else left - rng.uniform(0.8, 3)
        y = low + rng.uniform(-2.0, 3.0)
    lies = 90.0 if rng.random() < 0.6 else lean
    table.put(code, x, y, "winning", HELD, yaw=turn, lean=lies)
    return (right, top) if where != "above" else (right, max(top, y + body.height / 2))


def _flowers(
    table: Table, flowers: Sequence[int], where: str, extent: Extent, *, at_left: bool
) -> tuple[float, float, float]:
    left, right, top, low = extent
    rng, high = table.rng, table.body.height
    wide = 1.02 * len(flowers)
    group = table.next_group()
    if where == "left":
        x = left - wide - _space(table)
        table.row(flowers, x, low, "flower", group)
        return x, right, top
    if where == "right":
        x = right + _space(table)
        return left, table.row(flowers, x, low, "flower", group), top
    x = rng.uniform(left - 1, max(right - wide, left) + 1)
    if where == "front":
        table.row(flowers, x, low - high - rng.uniform(0.1, 0.8), "flower", group)
        return left, right, top
    if where == "corner":
        x = right + rng.uniform(0.5, 3)
        table.row(flowers, x, low + rng.uniform(-0.5, 3), "flower", group)
        return left, right, top
    y = top + rng.uniform(0.02, 1.2)
    table.row(flowers, x, y, "flower", group)
    return left, right, y + high if not at_left else top


def _space(table: Table) -> float:
    """Draw the space between a hand and the flowers next to it."""
    return table.rng.uniform(0.1, 1.5) if table.rng.random() < 0.8 else table.rng.uniform(0.0, 0.12)


def _melds(
    table: Table,
    melds: list[DealtMeld],
    flowers: list[int],
    layout_style: LayoutStyle,
    player_style: PlayerStyle,
    extent: Extent,
) -> None:
    left, right, top, low = extent
    rng, where = table.rng, player_style.melds_at
    wide = sum(len(m.codes) * 1.05 + player_style.gap for m in melds) + 1.02 * len(flowers)
    if where == "corner" and melds:
        _corner(table, melds, layout_style, player_style, right + rng.uniform(0.3, 3.0), low)
        if flowers:
            table.row(
                flowers, right + rng.uniform(0.3, 2), top + rng.uniform(0.1, 1), "flower", table.next_group()
            )
        return
    if where == "joined":
        joined = rng.randint(1, len(melds)) if rng.random() < 0.5 else len(melds)
        left, right = _join(table, melds[:joined], layout_style, player_style, (left, right, top, low))
        melds = melds[joined:]
    if where == "split" and melds:
        front = (rng.uniform(left - 1, right - 2), low - table.body.height - rng.uniform(0.05, 1.0))
        _one_row(table, melds[:1], [], layout_style, player_style, front)
        melds, where = melds[1:], rng.choice(("behind", "right", "left"))
    if where == "left":
        x, y = left - wide - rng.uniform(0.3, 1.2), low
    elif where == "right" or (where == "corner" and not melds):
        x, y = right + rng.uniform(0.3, 1.6), low
    elif where == "front":
        x, y = rng.uniform(left - 1, right - wide / 2), low - table.body.height - rng.uniform(0.05, 1.0)
    else:
        space = rng.uniform(-0.02, 0.2) if where == "touching" else rng.uniform(0.15, 1.5)
        x, y = rng.uniform(left - wide / 2, max(right - 0.6 * wide, left + 0.5)), top + space
    if melds or flowers:
        _one_row(table, melds, flowers, layout_style, player_style, (x, y))


def _join(
    table: Table, melds: list[DealtMeld], layout_style: LayoutStyle, player_style: PlayerStyle, extent: Extent
) -> tuple[float, float]:
    """Put melds into the hand's own row, touching it; return the left and right edge of the row."""
    left, right, _, low = extent
    start = len(table.tiles)
    _one_row(table, melds, [], layout_style, player_style, (right + 0.01, low))
    end = max(t.x for t in table.tiles[start:]) + 0.5
    if table.rng.random() < 0.5:
        return left, end
    for i in range(start, len(table.tiles)):
        table.tiles[i] = table.tiles[i]._replace(x=table.tiles[i].x - end + left - 0.01)
    return left - (end - right), right


def _one_row(
    table: Table,
    melds: list[DealtMeld],
    flowers: list[int],
    layout_style: LayoutStyle,
    player_style: PlayerStyle,
    start_point: tuple[float, float],
) -> None:
    """Lay melds and flowers in one row to the right of a point; gaps fall between them, or anywhere."""
    rng, (x, y) = table.rng, start_point
    start = len(table.tiles)
    parts: list[list[int] | DealtMeld] = list(melds)
    if flowers and rng.random() < 0.7:
        parts.insert(rng.choice((0, 0, 0, len(parts), len(parts), rng.randrange(len(parts) + 1))), flowers)
    else:
        for flower in flowers:
            parts.insert(rng.randrange(len(parts) + 1), [flower])
    group = table.next_group()
    for part in parts:
        x = (
            table.row(part, x, y, "flower", group)
            if isinstance(part, list)
            else table.meld(part, x, y, layout_style, turned=player_style.sideways)
        )
        x += (
            player_style.gap * rng.uniform(0.5, 1.5)
            if player_style.gap > 0.05 and not player_style.stray
            else 0.01
        )
    if player_style.stray and len(table.tiles) - start > 3:
        for _ in range(rng.choice((1, 1, 2, 3))):
            _push(table, start, rng.randrange(start + 1, len(table.tiles)), rng.uniform(0.1, 0.8))
    if any(m.kind == "added_kong" for m in melds) and rng.random() < layout_style.added.get(
        "far end", 0
    ) / sum(layout_style.added.values()):
        _to_the_end(table, start, x)


def _push(table: Table, start: int, index: int, by: float) -> None:
    """Move a tile of a row, and all tiles to its right, farther right."""
    beyond = table.tiles[index].x - 0.1
    for i in range(start, len(table.tiles)):
        if table.tiles[i].x >= beyond:
            table.tiles[i] = table.tiles[i]._replace(x=table.tiles[i].x + by)


def _to_the_end(table: Table, start: int, x: float) -> None:
    """Move the fourth tile of a straight kong to the end of the row, apart from the other three."""
    for i in range(len(table.tiles) - 1, start - 1, -1):
        tile = table.tiles[i]
        own = [j for j in range(start, len(table.tiles)) if table.tiles[j].group == tile.group]
        if tile.kind == 2 and len(own) == 4 and not any(table.tiles[j].sideways for j in own):
            last = max(own, key=lambda j: table.tiles[j].x)
            table.tiles[last] = table.tiles[last]._replace(
                x=max(x, *(t.x for t in table.tiles[start:])) + 1.0
            )
            return


def _corner(
    table: Table,
    melds: list[DealtMeld],
    layout_style: LayoutStyle,
    player_style: PlayerStyle,
    x: float,
    low: float,
) -> None:
    """Lay melds in the right corner, the first the nearest: each beyond the one before, or two side by
    side."""
    rng, high = table.rng, table.body.height
    across = rng.random() < 0.25
    y = low + rng.uniform(-1.0, 0.3)
    for at, meld in enumerate(melds):
        start = len(table.tiles)
        shift = rng.gauss(0, 0.15)
        end = table.meld(meld, x + shift, y, layout_style, turned=player_style.sideways)
        right = x + 4.6
        for i in range(start, len(table.tiles)):  # pushed against the table's edge
            table.tiles[i] = table.tiles[i]._replace(x=table.tiles[i].x + right - end)
        if across and at % 2 == 0 and at + 1 < len(melds):
            x += 4.7 + player_style.gap
        else:
            x -= (4.7 + player_style.gap) if across and at % 2 else 0
            tall = 1.0 if meld.kind == "added_kong" else 0.0
            y += high + player_style.gap + (max(0.0, 2.05 - high) if tall else 0.0)

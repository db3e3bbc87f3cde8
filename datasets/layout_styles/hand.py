"""Lay the player's own tiles 手牌: the concealed part, the winning tile, melds and flowers."""

from __future__ import annotations

from collections.abc import Sequence

from paiyan.datasets.layout_styles.table import DealtHand, DealtMeld, Table, choose

HELD = 0  # the number of the group of the concealed part


def lay_hand(table: Table, hand: DealtHand, *, sideways: bool) -> None:
    """Lay a hand with its lower edge on y = 0, its concealed part around x = 0, by one player's habits;
    `sideways` holds for the whole table."""
    laying = _Laying(table, hand, sideways=sideways)
    laying.concealed()
    if hand.winning is not None:
        laying.winning(hand.winning)
    flowers, where = list(hand.flowers), laying.flowers_at
    if flowers and where == "in the row":
        laying.flowers_in_the_row(flowers)
        flowers = []
    elif (
        flowers
        and where in ("left", "right", "behind", "front", "corner")
        and not (hand.melds and where == laying.melds_at)
    ):
        laying.flowers(flowers)
        flowers = []
    if hand.melds or flowers:
        laying.melds(list(hand.melds), flowers)
    assert len(table.tiles) >= len(hand.concealed)


class _Laying:
    """A hand on its way to the table: one player's habits, drawn from the layout style, and the edges of what
    lies there already; `low` is the lower edge of the nearest row."""

    def __init__(self, table: Table, hand: DealtHand, *, sideways: bool) -> None:
        rng, layout_style = table.rng, table.layout_style
        self.table, self.rng, self.hand, self.sideways = table, rng, hand, sideways
        self.melds_at = choose(rng, layout_style.melds_at)
        self.flowers_at = choose(rng, layout_style.flowers_at)
        self.gap = rng.uniform(*layout_style.meld_gap)
        self.stray = rng.random() < layout_style.stray_gaps
        self.lean = float(choose(rng, layout_style.lean))
        self.left = self.right = self.top = self.low = 0.0

    def concealed(self) -> None:
        hand, rng = self.hand, self.rng
        shape = choose(rng, self.table.layout_style.shape)
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
            rows = self._split(2 if shape == "two rows" else 3)
        if shape == "apart" and len(hand.concealed) > 3:
            self._apart()
            return
        y = 0.0
        space = rng.uniform(0.0, 0.5)
        for at, row in enumerate(reversed(rows)):
            begin = rng.uniform(-0.8, 0.8) if at else 0.0
            end = self.table.row(row, begin, y, "held", HELD, lean=self.lean, gaps=gaps)
            self.left, self.right = min(self.left, begin), max(self.right, end)
            y += self.table.footprint(self.lean) + space
        self.top = y - space

    def _apart(self) -> None:
        """Lay two groups with space between them, the second at another height and a little askew."""
        rng, tiles, table = self.rng, self.hand.concealed, self.table
        cut = rng.randint(2, len(tiles) - 2)
        middle = table.row(tiles[:cut], 0.0, 0.0, "held", HELD, lean=self.lean)
        start, begin = len(table.tiles), middle + rng.uniform(0.8, 3.5)
        rise = rng.choice((0.0, rng.uniform(-0.7, 0.7)))
        self.right = table.row(tiles[cut:], begin, rise, "held", HELD, lean=self.lean)
        table.turn(start, rng.choice((0.0, rng.gauss(0, 6))), (begin, rise))
        ys = [tile.y for tile in table.tiles[start:]]
        high = table.footprint(self.lean)
        self.top, self.low = max(high, max(ys) + high / 2), min(0.0, min(ys) - high / 2)

    def _split(self, count: int) -> list[list[int]]:
        """Split the concealed tiles into rows, the farthest first, cut between sets if there are any."""
        rng, tiles, sets = self.rng, self.hand.concealed, self.hand.sets
        if sets and tiles == [c for s in sets for c in s]:
            ends = [sum(map(len, sets[: i + 1])) for i in range(len(sets) - 1)]
            cuts = sorted(rng.sample(ends, min(count - 1, len(ends))))
        else:
            step = len(tiles) / count
            cuts = [round(step * (i + 1)) + rng.choice((0, 0, -1, 1)) for i in range(count - 1)]
        return [tiles[a:b] for a, b in zip([0, *cuts], [*cuts, len(tiles)], strict=True) if tiles[a:b]]

    def winning(self, code: int) -> None:
        """Lay the winning tile."""
        left, right, top, low = self.left, self.right, self.top, self.low
        rng, body, where = self.rng, self.table.body, self.hand.winning_at
        deep = self.table.footprint(self.lean)
        lies, z = 90.0, 0.0
        if where == "gap":
            x = right + rng.uniform(0.25, 1.2)
            turn = rng.gauss(0, 6)
            x, y, lies, self.right = x + 0.5, low + deep / 2 + rng.gauss(0, 0.1), self.lean, x + 1
        elif where in ("sideways", "tilted"):
            x = right + (rng.uniform(0.0, 0.08) if rng.random() < 0.7 else rng.uniform(0.1, 0.6))
            if where == "sideways":
                turn = rng.choice((90, -90)) + rng.gauss(0, 3)
            else:
                turn = rng.choice((-1, 1)) * rng.uniform(12, 45)
            y = low + (0.5 if rng.random() < 0.7 else body.height / 2) + rng.gauss(0, 0.06)
            x, self.right = x + body.height / 2, x + body.height
        elif where == "left sideways":
            x, turn = left - body.height / 2 - rng.uniform(0.0, 0.3), rng.choice((90, -90)) + rng.gauss(0, 3)
            y = low + 0.5 + rng.gauss(0, 0.06)
        elif where == "on top":
            x = rng.uniform(left + 0.5, right - 0.5) if rng.random() < 0.5 else right - rng.uniform(0.3, 1.5)
            turn = rng.choice((0.0, 90.0, -90.0)) + rng.gauss(0, 5)
            y, z = low + deep / 2 + rng.uniform(-0.1, 0.3), body.depth if self.lean == 90 else body.height
        else:
            turn = rng.choice((0.0, 0.0, 0.0, 90.0)) + rng.gauss(0, 12)
            if where == "above":
                x, y = rng.uniform(left, right), top + body.height / 2 + rng.uniform(0.15, 1.6)
                self.top = max(top, y + body.height / 2)
            elif where == "left":
                x, y = left - rng.uniform(0.5, 1.6), low + rng.uniform(-0.6, body.height)
            elif where == "below":
                x, y = rng.uniform(left, right), low - body.height / 2 - rng.uniform(0.15, 1.0)
            else:
                x = right + rng.uniform(0.8, 3.5) if rng.random() < 0.8 else left - rng.uniform(0.8, 3)
                y = low + rng.uniform(-2.0, 3.0)
            lies = 90.0 if rng.random() < 0.6 else self.lean
        self.table.put(code, x, y, "winning", HELD, yaw=turn, lean=lies, z=z)

    def flowers_in_the_row(self, flowers: Sequence[int]) -> None:
        """Put flowers at an end of the concealed tiles, touching them, or seldom among them."""
        rng, low, tiles = self.rng, self.low, self.table.tiles
        wide = 1.02 * len(flowers)
        group = self.table.next_group()
        where = rng.random()
        if where < 0.35:
            self.right = self.table.row(flowers, self.right, low, "flower", group, lean=self.lean)
            return
        self.left -= wide
        x = self.left
        own = [i for i, tile in enumerate(tiles) if tile.group == HELD and tile.y < low + 1.5]
        if where > 0.92 and len(own) > 6:  # the tiles left of a place are moved away to make room
            edge = tiles[own[rng.randrange(2, len(own) - 2)]].x - 0.5
            for i in own:
                if tiles[i].x < edge:
                    tiles[i] = tiles[i]._replace(x=tiles[i].x - wide)
            x = edge - wide
        self.table.row(flowers, x, low, "flower", group, lean=self.lean)

    def flowers(self, flowers: Sequence[int]) -> None:
        """Lay the flowers by themselves."""
        rng, where = self.rng, self.flowers_at
        wide, high = 1.02 * len(flowers), self.table.body.height
        group = self.table.next_group()
        if where == "left":
            self.left = self.left - wide - self._space()
            self.table.row(flowers, self.left, self.low, "flower", group)
            return
        if where == "right":
            self.right = self.table.row(flowers, self.right + self._space(), self.low, "flower", group)
            return
        x = rng.uniform(self.left - 1, max(self.right - wide, self.left) + 1)
        if where == "front":
            y = self.low - high - rng.uniform(0.1, 0.8)
        elif where == "corner":
            x, y = self.right + rng.uniform(0.5, 3), self.low + rng.uniform(-0.5, 3)
        else:
            y = self.top + rng.uniform(0.02, 1.2)
            self.top = self.top if self.hand.melds else y + high
        self.table.row(flowers, x, y, "flower", group)

    def _space(self) -> float:
        """Draw the space between a hand and the flowers next to it."""
        return self.rng.uniform(0.1, 1.5) if self.rng.random() < 0.8 else self.rng.uniform(0.0, 0.12)

    def melds(self, melds: list[DealtMeld], flowers: list[int]) -> None:
        """Lay the melds, and flowers that lie with them."""
        rng, where = self.rng, self.melds_at
        wide = sum(len(m.codes) * 1.05 + self.gap for m in melds) + 1.02 * len(flowers)
        if where == "corner" and melds:
            self._corner(melds, self.right + rng.uniform(0.3, 3.0))
            if flowers:
                x, y = self.right + rng.uniform(0.3, 2), self.top + rng.uniform(0.1, 1)
                self.table.row(flowers, x, y, "flower", self.table.next_group())
            return
        if where == "joined":
            joined = rng.randint(1, len(melds)) if rng.random() < 0.5 else len(melds)
            self._join(melds[:joined])
            melds = melds[joined:]
        if where == "split" and melds:
            x = rng.uniform(self.left - 1, self.right - 2)
            self._one_row(melds[:1], [], x, self._in_front())
            melds, where = melds[1:], rng.choice(("behind", "right", "left"))
        if where == "left":
            x, y = self.left - wide - rng.uniform(0.3, 1.2), self.low
        elif where in ("right", "corner"):
            x, y = self.right + rng.uniform(0.3, 1.6), self.low
        elif where == "front":
            x, y = rng.uniform(self.left - 1, self.right - wide / 2), self._in_front()
        else:
            space = rng.uniform(-0.02, 0.2) if where == "touching" else rng.uniform(0.15, 1.5)
            x = rng.uniform(self.left - wide / 2, max(self.right - 0.6 * wide, self.left + 0.5))
            y = self.top + space
        if melds or flowers:
            self._one_row(melds, flowers, x, y)

    def _in_front(self) -> float:
        return self.low - self.table.body.height - self.rng.uniform(0.05, 1.0)

    def _join(self, melds: list[DealtMeld]) -> None:
        """Put melds into the hand's own row, touching it."""
        tiles, start = self.table.tiles, len(self.table.tiles)
        self._one_row(melds, [], self.right + 0.01, self.low)
        end = max(t.x for t in tiles[start:]) + 0.5
        if self.rng.random() < 0.5:
            self.right = end
            return
        for i in range(start, len(tiles)):
            tiles[i] = tiles[i]._replace(x=tiles[i].x - end + self.left - 0.01)
        self.left -= end - self.right

    def _one_row(self, melds: list[DealtMeld], flowers: list[int], x: float, y: float) -> None:
        """Lay melds and flowers in one row to the right of a point; gaps fall between them, or anywhere."""
        rng, table = self.rng, self.table
        start = len(table.tiles)
        parts: list[list[int] | DealtMeld] = list(melds)
        if flowers and rng.random() < 0.7:
            at = rng.choice((0, 0, 0, len(parts), len(parts), rng.randrange(len(parts) + 1)))
            parts.insert(at, flowers)
        else:
            for flower in flowers:
                parts.insert(rng.randrange(len(parts) + 1), [flower])
        group = table.next_group()
        for part in parts:
            if isinstance(part, list):
                x = table.row(part, x, y, "flower", group)
            else:
                x = table.meld(part, x, y, turned=self.sideways)
            x += self.gap * rng.uniform(0.5, 1.5) if self.gap > 0.05 and not self.stray else 0.01
        if self.stray and len(table.tiles) - start > 3:
            for _ in range(rng.choice((1, 1, 2, 3))):
                _push(table, start, rng.randrange(start + 1, len(table.tiles)), rng.uniform(0.1, 0.8))
        added = table.layout_style.added
        if any(m.kind == "added_kong" for m in melds) and rng.random() < added.get("far end", 0) / sum(
            added.values()
        ):
            _to_the_end(table, start, x)

    def _corner(self, melds: list[DealtMeld], x: float) -> None:
        """Lay melds in the right corner, the first the nearest: each beyond the one before, or two side by
        side."""
        rng, tiles, high = self.rng, self.table.tiles, self.table.body.height
        across = rng.random() < 0.25
        y = self.low + rng.uniform(-1.0, 0.3)
        for at, meld in enumerate(melds):
            start = len(tiles)
            shift = rng.gauss(0, 0.15)
            end = self.table.meld(meld, x + shift, y, turned=self.sideways)
            right = x + 4.6
            for i in range(start, len(tiles)):  # pushed against the table's edge
                tiles[i] = tiles[i]._replace(x=tiles[i].x + right - end)
            if across and at % 2 == 0 and at + 1 < len(melds):
                x += 4.7 + self.gap
            else:
                x -= (4.7 + self.gap) if across and at % 2 else 0
                y += high + self.gap + (max(0.0, 2.05 - high) if meld.kind == "added_kong" else 0.0)


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
            end = max(x, *(t.x for t in table.tiles[start:])) + 1.0
            table.tiles[last] = table.tiles[last]._replace(x=end)
            return

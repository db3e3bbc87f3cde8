"""Lay everything else on a table: walls, indicators, discards, other players' tiles, objects like tiles."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from paiyan.datasets.layout_styles.hand import lay_hand
from paiyan.datasets.layout_styles.table import UNGROUPED, UNKNOWN_GROUP, Supply, Table, deal, deal_meld
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED
from paiyan.vision.structure.scores import Role


class Room:
    """A table with a hand, and its free space: how far the player's own tiles reach, and where the middle of
    the table is."""

    def __init__(self, table: Table, supply: Supply) -> None:
        self.table, self.supply, self.layout_style, self.rng = table, supply, table.layout_style, table.rng
        own = table.tiles
        self.left = min(t.x for t in own) - 0.7
        self.right = max(t.x for t in own) + 0.7
        self.bottom = min(t.y for t in own) - 0.8
        self.top = max(t.y for t in own) + 0.8
        deep = [(t.y, table.footprint(t.lean) / 2) for t in own]
        self.edges = (min(y - half for y, half in deep), max(y + half for y, half in deep))
        self.middle = ((self.left + self.right) / 2, self.top + table.rng.uniform(4.0, 13.0))


def lay_around(table: Table, supply: Supply) -> None:
    """Lay everything else that the layout style allows, each with its own probability."""
    if not table.layout_style.around:
        return
    room = Room(table, supply)
    for name, share in table.layout_style.around.items():
        if table.rng.random() < share:
            THINGS[name](room)


def _wall(room: Room, length: int, start: tuple[float, float], turn: float, *, indicators: int = 0) -> None:
    """Lay a wall of stacks two high from `start` along a direction, with `indicators` face up on it."""
    rng, body = room.rng, room.table.body
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    first = rng.randrange(1, max(length - indicators, 2))
    codes = room.supply.draw(indicators)
    missing = rng.randrange(length) if rng.random() < 0.4 else -1  # a stack of one at an end
    for i in range(length):
        x, y = start[0] + (i + 0.5) * 1.01 * c, start[1] + (i + 0.5) * 1.01 * s
        room.table.put(BACK, x, y, "wall", UNGROUPED, yaw=turn, down=True)
        if i == missing and missing in (0, length - 1):
            continue
        at_shown = i - first
        if 0 <= at_shown < len(codes):
            room.table.put(codes[at_shown], x, y, "indicator", UNGROUPED, yaw=turn, z=body.depth)
        else:
            room.table.put(BACK, x, y, "wall", UNGROUPED, yaw=turn, z=body.depth, down=True)


def _dora_wall(room: Room) -> None:
    rng = room.rng
    length, turn = rng.randint(4, 9), rng.choice((0.0, 0.0, 0.0, 90.0, 180.0)) + rng.gauss(0, 5)
    x = rng.uniform(room.left, room.right - 3) + (length if turn > 100 else 0)
    start = x, room.top + rng.uniform(0.8, 4.5)
    _wall(room, length, start, turn, indicators=rng.choice((1, 1, 1, 2, 2, 3, 4)))


def _wall_ahead(room: Room) -> None:
    rng = room.rng
    length = rng.randint(3, 18)
    x = rng.uniform(room.left - 4, room.right - 3)
    shown = 1 if rng.random() < 0.12 else 0
    _wall(room, length, (x, room.top + rng.uniform(0.5, 4.0)), rng.gauss(0, 4), indicators=shown)


def _touching_wall(room: Room) -> None:
    """Lay a wall right behind the player's tiles, at times with an indicator, seldom in front of them."""
    rng, half = room.rng, room.table.body.height / 2
    length = rng.randint(3, 18)
    x = rng.uniform(room.left - 3, room.right - 2)
    near = half + abs(rng.gauss(0, 0.08))
    y = room.edges[1] + near if rng.random() < 0.93 else room.edges[0] - near
    _wall(room, length, (x, y), rng.gauss(0, 1.5), indicators=1 if rng.random() < 0.15 else 0)


def _row_at_the_corner(room: Room) -> None:
    """Lay another player's tiles along the next side of the table, from the end of the player's own."""
    rng = room.rng
    side = room.table.another()
    count = rng.choice((4, 7, 10, 13, 14))
    if rng.random() < 0.5:
        side.row(room.supply.draw(count), 0.0, 0.0, "other", 0)
    else:
        lay_hand(side, deal(rng, room.supply, room.layout_style), sideways=False)
    if not side.tiles:
        return
    start, right = len(room.table.tiles), rng.random() < 0.6
    near = max(t.x for t in side.tiles) if not right else min(t.x for t in side.tiles)
    low = min(t.y for t in side.tiles) - side.body.height / 2
    # turned by a quarter about its near end, which then lies next to the end of the player's own row
    x = room.right + rng.uniform(0.6, 2.4) if right else room.left - rng.uniform(0.6, 2.4)
    y = room.edges[0] + rng.uniform(-0.6, 1.8)
    room.table.add(side, x - near, y - low, role="other")
    room.table.turn(start, (90.0 if right else -90.0) + rng.gauss(0, 2), (x, y))


def _walls(room: Room) -> None:
    rng = room.rng
    for seat in range(4):
        if rng.random() < 0.6:
            start = len(room.table.tiles)
            length = rng.randint(3, 17)
            _wall(room, length, (room.middle[0] - 8.5, room.middle[1] - 6.5), 0.0)
            room.table.turn(start, 90.0 * seat, room.middle)


def _rows_of_six(room: Room, start: tuple[float, float], count: int) -> None:
    """Lay discards in rows of six from `start`, the first row the farthest from their player."""
    rng, high = room.rng, room.table.body.height
    riichi = room.layout_style.sideways > 0.5 and rng.random() < 0.5
    declared = rng.randrange(count) if riichi else -1  # the tile of a riichi 立直
    x = 0.0
    for i, code in enumerate(room.supply.draw(count)):
        x = 0.0 if i % 6 == 0 and i < 18 else x
        y = start[1] - min(i // 6, 2) * (high + 0.03)
        if i == declared:
            room.table.put(code, start[0] + x + high / 2, y, "discard", UNGROUPED, yaw=90.0)
            x += high + 0.02
        else:
            room.table.put(code, start[0] + x + 0.5, y, "discard", UNGROUPED)
            x += 1.02


def _discards_in_sixes(room: Room) -> None:
    rng = room.rng
    count = rng.randint(1, 21)
    y = room.middle[1] - 2.6 if rng.random() < 0.6 else room.top + rng.uniform(2.5, 5.5)
    y = max(y, room.top + 0.6 + (room.table.body.height + 0.03) * min((count - 1) // 6, 2) + 0.5)
    _rows_of_six(room, (room.middle[0] - 3 + rng.gauss(0, 1), y), count)


def _others_discards(room: Room) -> None:
    rng = room.rng
    for seat in (1, 2, 3):
        if rng.random() < 0.8:
            start = len(room.table.tiles)
            at = (room.middle[0] - 3, room.middle[1] - 2.6)
            _rows_of_six(room, at, rng.randint(1, 18))
            room.table.turn(start, 90.0 * seat + rng.gauss(0, 2), room.middle)


def _discards(room: Room) -> None:
    """Lay discards in the middle, in rows of any length or thrown."""
    rng = room.rng
    wide = rng.randint(5, 12)
    count = rng.randint(2, 40)
    x0, y0 = room.middle[0] - wide / 2, room.top + 1.5 + rng.uniform(0.5, 4) + 1.4 * (count // wide)
    loose = rng.choice((0.0, 0.1, 0.35))
    turned = rng.choice((0.0, 0.0, 180.0))
    for i, code in enumerate(room.supply.draw(count)):
        x = x0 + i % wide * (1.03 + loose) + rng.gauss(0, loose / 2)
        y = y0 - i // wide * (room.table.body.height + 0.05 + loose) + rng.gauss(0, loose / 2)
        room.table.put(code, x, y, "discard", UNGROUPED, yaw=turned + rng.gauss(0, 60 * loose))


def _heap(room: Room) -> None:
    """Throw discards into the middle, at any angle, some of them face down."""
    _thrown(room, "discard", backs=room.rng.choice((0.0, 0.0, 0.2)))


def _thrown(room: Room, role: Role = "wall", *, backs: float) -> None:
    rng = room.rng
    wide, high = rng.uniform(4, 11), rng.uniform(3, 8)
    x0, y0 = room.middle[0] + rng.gauss(0, 3), room.top + 1.2 + high / 2 + rng.uniform(0, 3)
    taken: list[tuple[float, float]] = []
    for code in room.supply.draw(rng.randint(3, 40)):
        x, y = x0 + rng.uniform(-wide, wide) / 2, y0 + rng.uniform(-high, high) / 2
        if all((x - a) ** 2 + (y - b) ** 2 > 1.3 for a, b in taken):
            taken.append((x, y))
            down = rng.random() < backs
            shown: Role = "wall" if down else role
            room.table.put(code, x, y, shown, UNGROUPED, yaw=rng.uniform(0, 360), down=down)


def _strewn_backs(room: Room) -> None:
    """Scatter tiles face down all around the hand."""
    rng = room.rng
    for _ in range(rng.randint(4, 14)):
        x, y = rng.uniform(room.left - 3, room.right + 3), rng.uniform(room.bottom - 5, room.top + 7)
        room.table.put(BACK, x, y, "wall", UNGROUPED, yaw=rng.uniform(0, 360), down=True)


def _others_hands(room: Room) -> None:
    """Lay other players' hands: standing, backs towards the camera, or lying face down."""
    rng = room.rng
    lean, down = (rng.uniform(0, 15), False) if rng.random() < 0.75 else (90.0, True)
    for seat in (1, 2, 3):
        if rng.random() < 0.75:
            tiles = room.table.tiles
            start, count = len(tiles), rng.choice((4, 7, 10, 13, 13, 16))
            x = room.middle[0] - count / 2 + rng.gauss(0, 1)
            y = room.bottom + rng.gauss(0, 0.5)
            for i in range(count):
                room.table.put(BACK, x + i * 1.01, y, "wall", UNGROUPED, lean=lean, down=down)
            if not down:
                tiles[start:] = [tile._replace(code=rng.randrange(34)) for tile in tiles[start:]]
            room.table.turn(start, 90.0 * seat, room.middle)


def _others_melds(room: Room) -> None:
    """Lay other players' melds, each in front of its player or in that player's right corner."""
    rng = room.rng
    sideways = rng.random() < room.layout_style.sideways
    for seat in (1, 2, 3):
        start, x = len(room.table.tiles), room.middle[0] + rng.uniform(0, 6)
        y = room.bottom + rng.uniform(0, 2)
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            meld = deal_meld(rng, room.supply, room.layout_style)
            if meld:
                x = room.table.meld(meld, x, y, turned=sideways, role="other")
                x += rng.uniform(0, 0.5)
        flowers = room.supply.flowers(rng.choice((0, 0, 0, 1, 2)))
        room.table.row(flowers, x + 0.3, y, "other", UNKNOWN_GROUP)
        room.table.turn(start, 90.0 * seat + rng.gauss(0, 2), room.middle)


def _open_hands(room: Room) -> None:
    """Lay other players' open hands 摊牌, each by the layout style, around the table's middle."""
    rng = room.rng
    away = room.middle[1] - room.bottom
    sideways = rng.random() < room.layout_style.sideways
    for seat in rng.sample((1, 2, 3), rng.choice((1, 1, 2, 2, 3))):
        side = room.table.another()
        lay_hand(side, deal(rng, room.supply, room.layout_style), sideways=sideways)
        xs, low = [t.x for t in side.tiles], min(t.y for t in side.tiles)
        at = room.middle[0] - (min(xs) + max(xs)) / 2 + rng.gauss(0, 1)
        start = len(room.table.tiles)
        room.table.add(side, at, room.middle[1] - away * rng.uniform(0.85, 1.1) - low, role="other")
        room.table.turn(start, 90.0 * seat + rng.gauss(0, 1), room.middle)


def _others_tiles(room: Room) -> None:
    """Lay a few tiles of somebody else: a row far off, one at a side, cut by the frame or not."""
    rng = room.rng
    for _ in range(rng.choice((1, 1, 2, 3))):
        start = len(room.table.tiles)
        codes = room.supply.draw(rng.choice((1, 1, 2, 3, 3, 5, 8)))
        left, right = room.left - rng.uniform(2, 7), room.right + rng.uniform(2, 5)
        x = rng.choice((left, right, rng.uniform(room.left, room.right)))
        y = room.top + rng.uniform(2.5, 7)
        down = rng.random() < 0.25
        for i, code in enumerate(codes):
            role: Role = "wall" if down else "other"
            room.table.put(code, x + 1.02 * i, y, role, UNKNOWN_GROUP, down=down)
        room.table.turn(start, rng.choice((0.0, 180.0, 90.0, -90.0, rng.uniform(0, 360))), (x, y))


def _clutter(room: Room) -> None:
    """Put down objects that may look like tiles: dice, sticks, a white rail, a corner of a screen."""
    rng = room.rng
    for _ in range(rng.choice((1, 1, 2, 3, 4))):
        x, y = rng.uniform(room.left - 3, room.right + 3), rng.uniform(room.bottom - 2, room.top + 8)
        code = rng.choice((31, 31, 31, 9, 18, BACK, rng.randrange(34)))
        room.table.put(code, x, y, "nothing", UNGROUPED, yaw=rng.uniform(0, 360))


def _writing(room: Room) -> None:
    """Print characters and pictures on a rail or a frame in front of the hand; some look like tiles."""
    rng = room.rng
    x, y = rng.uniform(room.left - 2, room.right - 1), room.bottom - rng.uniform(0.0, 0.8)
    for _ in range(rng.choice((1, 1, 2, 3, 4))):
        code = rng.choice((rng.randrange(9), rng.randrange(27, 34), rng.randrange(FLOWER, RED)))
        room.table.put(code, x, y, "nothing", UNGROUPED)
        x += rng.uniform(1.0, 2.5)


THINGS: dict[str, Callable[[Room], None]] = {
    "dora wall": _dora_wall,
    "wall ahead": _wall_ahead,
    "touching wall": _touching_wall,
    "row at the corner": _row_at_the_corner,
    "walls": _walls,
    "discards in sixes": _discards_in_sixes,
    "others' discards": _others_discards,
    "discards": _discards,
    "heap": _heap,
    "face-down heap": partial(_thrown, backs=0.9),
    "strewn backs": _strewn_backs,
    "others' hands": _others_hands,
    "others' melds": _others_melds,
    "others' tiles": _others_tiles,
    "open hands": _open_hands,
    "clutter": _clutter,
    "writing": _writing,
}
"""What may lie on the table, by its name in the catalogue."""

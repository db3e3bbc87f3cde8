"""Golden readings: what the decoder makes of noisy scores, in full, as it was when they were written down.

A reading here depends on nothing but boxes and scores that are drawn from a seed, and on fixed figures of
certainty: no network, no calibration. What changes one of the lines is a change of the decoder. Where it is
meant, ``python -m tests.vision.decoding.golden_readings`` writes the file anew; its diff shows what changed.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from paiyan.scorer.tiles.notation import parse
from paiyan.vision.decoding import hypotheses, proposal
from paiyan.vision.decoding.game_rules import ANY_GAME, Game
from paiyan.vision.reading import interpret
from paiyan.vision.structure.scores import (
    CODES,
    MELD_KINDS,
    ROLES,
    SOURCES,
    Box,
    MeldKind,
    Role,
    SceneBoxes,
    StructureScores,
)  # fmt: skip
from tests.vision.told import told

FILE = Path(__file__).parents[2] / "data" / "golden_readings.jsonl"
FIGURES = {
    "hand": {
        "bias": -0.5, "structure": 0.2, "legal": 0.1, "sure": 0.5, "names": 0.4, "confidence": 0.1,
        "there": 0.1, "odd": -1.6, "rows": -1.0, "straight": -0.35, "others": 0.03, "won": -1.0,
        "won_names": 0.1,
    },
    "reliable": 0.8,
    "temper": 2.0,
}  # fmt: skip
NO_CHOWS = Game(melds=ANY_GAME.melds - {"chow"}, reds=(0, 0, 0))
WIDE, HIGH = 40.0, 54.0


class Table(NamedTuple):
    """Tiles on a table: held ones, melds with their kind and which tile lies sideways, flowers, the
    winning tile, discards."""

    held: str
    melds: tuple[tuple[str, MeldKind, int | None], ...] = ()
    flowers: str = ""
    winning: str = ""
    discards: str = ""


TABLES = (
    Table("123m456p789s1155z", winning="5z", discards="19m28p3z"),
    Table("123456789m1122z", winning="1z"),
    Table("1122334455667m", winning="7m", flowers="1f6f"),
    Table("19m19p19s1234567z", winning="1m"),
    Table("45m33p", (("123m", "chow", 0), ("777z", "pung", 1), ("2222s", "kong", 2)), winning="6m"),
    Table("5p", (("345s", "chow", 0), ("678s", "chow", 0), ("111z", "pung", 2), ("3333p", "added_kong", 0))),
    Table("234m0p55p789s22z", (("99mxx", "concealed_kong", None),), winning="6p", discards="5555p"),
    Table("1112223334445m", winning="5m", discards="5m"),
    Table("123m456m789m123p456p7p", winning="7p", flowers="2f3f8f"),
    Table("11z22z33z44z55z66z7z", winning="7z", discards="7z7z"),
    Table("13m456p789s222z66z", winning="2m", discards="2m2m"),
    Table("147m258p369s12345z"),
    Table("24m", (("888s", "pung", 0), ("999s", "pung", 1), ("123p", "chow", 0), ("666z", "pung", None))),
    Table("555m555p5s", (("777m", "pung", 1), ("1111p", "kong", 0)), winning="5s", flowers="4f"),
)


class Tile(NamedTuple):
    """One tile as it truly lies: its upper left corner in pixels, and what the network should say of it."""

    code: int
    role: Role
    group: int
    x: float
    y: float
    across: bool = False
    kind: MeldKind = "pung"
    source: int = 0


def laid(table: Table) -> list[Tile]:
    """Held tiles in a row, the winning tile and melds to the right of it, flowers and discards beyond."""
    tiles = [Tile(t.code, "held", 0, 60 + WIDE * at, 700) for at, t in enumerate(tiles_of(table.held))]
    x = 60 + WIDE * len(tiles) + 20
    for tile in tiles_of(table.winning):
        tiles.append(Tile(tile.code, "winning", 0, x, 700))
        x += WIDE + 20
    for number, (text, kind, sideways) in enumerate(table.melds, 1):
        source = 0 if sideways is None else 1 + sideways % 3
        for at, tile in enumerate(tiles_of(text)):
            tiles.append(Tile(tile.code, "meld", number, x, 700, at == sideways, kind, source))
            x += HIGH if at == sideways else WIDE
        x += 16
    for at, tile in enumerate(tiles_of(table.flowers)):
        tiles.append(Tile(tile.code, "flower", 9, 60 + WIDE * at, 620))
    for at, tile in enumerate(tiles_of(table.discards)):
        tiles.append(Tile(tile.code, "discard", -1, 400 + WIDE * at, 300))
    return tiles


def tiles_of(text: str) -> Sequence[Any]:
    return parse(text) if text else ()


def log_shares(values: Sequence[float]) -> list[float]:
    """Natural logarithms that sum to one as probabilities."""
    total = math.log(sum(math.exp(value) for value in values))
    return [value - total for value in values]


def drawn(table: Table, rng: random.Random, *, noise: float) -> tuple[SceneBoxes, StructureScores]:
    """The boxes of a table, and scores that are right but for noise; where there is much, names are
    misread."""

    def say(likely: int, count: int, clear: float) -> list[float]:
        values = [noise * rng.random() for _ in range(count)]
        values[likely] += clear * (1.5 - rng.random())
        return log_shares(values)

    tiles = laid(table)
    boxes, codes = list[Box](), list[list[float]]()
    for tile in tiles:
        row = say(tile.code, CODES, 10.0)
        if noise > 1 and rng.random() < 0.15:
            row[rng.randrange(CODES - 1)] = row[tile.code] + rng.random() - 0.4
            row = log_shares(row)
        codes.append(row)
        w, h = (HIGH, WIDE) if tile.across else (WIDE, HIGH)
        off = [2 * rng.random() for _ in range(4)]
        corners = (tile.x + off[0], tile.y + off[1], tile.x + w - off[2], tile.y + h - off[3])
        boxes.append(Box(*corners, 1 - 0.1 * rng.random(), tuple(math.exp(value) for value in row)))
    together = [[0.0] * len(tiles) for _ in tiles]
    for a, one in enumerate(tiles):
        for b, other in enumerate(tiles[:a]):
            sign = 1 if one.group == other.group >= 0 else -1
            together[a][b] = together[b][a] = sign * 7.0 + 2 * noise * (rng.random() - 0.5)
    return SceneBoxes((1600, 900), tuple(boxes)), StructureScores(
        roles=[say(ROLES.index(tile.role), len(ROLES), 7.0) for tile in tiles],
        together=together,
        claimed=[say(tile.source, len(SOURCES), 6.0) for tile in tiles],
        sideways=[(6.0 if tile.across else -6.0) + noise * (rng.random() - 0.5) for tile in tiles],
        kinds=[say(MELD_KINDS.index(tile.kind), len(MELD_KINDS), 6.0) for tile in tiles],
        codes=codes,
        sure=0.5 + 0.5 * rng.random(),
    )


FIELDS = ("reliable", "hand", "probability", "proposal", "doubts", "questions", "problems")


def readings() -> Iterator[dict[str, Any]]:
    """What the decoder makes of every table, at three levels of noise, waiting or won, under two games."""
    with (
        patch.object(hypotheses, "fitted", lambda: FIGURES),
        patch.object(proposal, "fitted", lambda: FIGURES),
    ):
        for number, table in enumerate(TABLES):
            for level, noise in enumerate((0.5, 1.5, 2.5)):
                scene, scores = drawn(table, random.Random(100 * number + level), noise=noise)
                game = NO_CHOWS if level == 1 and number % 3 == 2 else ANY_GAME
                won = "won" if (number + level) % 2 else "unknown"
                read = interpret(scene, scores, game=game, won=won)
                yield {
                    "table": number,
                    "noise": noise,
                    "won": won,
                    "tiles": " ".join(f"{t.tile.notation}/{t.role}/{t.group}" for t in read.tiles),
                    "sideways": [at for at, t in enumerate(read.tiles) if t.sideways],
                    **{name: said for name, said in told(read).items() if name in FIELDS},
                }


def write() -> None:
    """Write the file anew."""
    lines = [json.dumps(read, ensure_ascii=False) for read in readings()]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()

"""What a decoder must know of the rules 规则: which tiles there are, which melds, which forms win."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorer.shapes import Form
from scorer.tiles import BACK, FLOWER, KINDS, RED, TILES
from vision.melds import MeldType

MELDS: frozenset[MeldType] = frozenset(("chow", "pung", "kong", "added_kong", "concealed_kong"))


@dataclass(frozen=True)
class Game:
    """`kinds` are those of the set, four of each; `flowers` codes, one of each; `reds` how many of the four
    fives of m p s are red; `melds` what may be laid open; `forms` what wins. A game with `wild` tiles has
    no winning reading: any tile may stand for another there.
    """

    kinds: frozenset[int] = frozenset(range(KINDS))
    flowers: frozenset[int] = frozenset(range(FLOWER, RED))
    reds: tuple[int, int, int] = (2, 2, 2)
    melds: frozenset[MeldType] = MELDS
    forms: tuple[Form, ...] = (
        Form.STANDARD, Form.SEVEN_PAIRS, Form.THIRTEEN_ORPHANS, Form.KNITTED_HONOURS, Form.KNITTED_STRAIGHT,
    )  # fmt: skip
    wild: bool = False
    caps: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        caps = [4 if code in self.kinds else 0 for code in range(KINDS)]
        caps += [1 if code in self.flowers else 0 for code in range(FLOWER, RED)]
        caps += [min(self.reds[red - RED], caps[TILES[red].kind]) for red in range(RED, BACK)]
        object.__setattr__(self, "caps", tuple(caps))


ANY_GAME = Game()
"""What holds where no rules are named: every tile of a set of 144, and the commonest forms."""

"""What a decoder must know of the rules 规则: which tiles there are, which melds, which forms win."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import BACK, FLOWER, KINDS, RED, TILES
from paiyan.vision.structure.layout import FULL
from paiyan.vision.structure.scores import NO_KNOWLEDGE, Knowledge, MeldKind

Kinds = tuple[int, ...]
RUNS: tuple[Kinds, ...] = tuple((k, k + 1, k + 2) for k in range(27) if k % 9 < 7)
TRIPLETS: tuple[Kinds, ...] = tuple((k, k, k) for k in range(KINDS))
RED_OF = {TILES[red].kind: red for red in range(RED, BACK)}
"""The red five of each five."""
MELDS: frozenset[MeldKind] = frozenset(("chow", "pung", "kong", "added_kong", "concealed_kong"))
Against = Callable[[Kinds, tuple[Kinds, ...]], float]


@dataclass(frozen=True)
class Game:
    """`kinds` are those of the set, four of each; `flowers` codes, one of each; `reds` how many of the four
    fives of m p s are red; `melds` what may be laid open, `chows` the kinds of its claimed runs; `forms` what
    wins. `flowers_as` is the kind as which flowers stand in hands, where they do 头牌. `known`
    is what of this matters to how tiles are laid.

    Where a hand's forms do not tell whether it wins, as with wild tiles, `against` says what speaks against
    it: of held codes, the winning one last, and of the codes of each meld, in natural logarithms, 0 or more.
    """

    kinds: frozenset[int] = frozenset(range(KINDS))
    flowers: frozenset[int] = frozenset(range(FLOWER, RED))
    reds: tuple[int, int, int] = (2, 2, 2)
    melds: frozenset[MeldKind] = MELDS
    chows: frozenset[Kinds] = frozenset(RUNS)
    forms: tuple[Form, ...] = (
        Form.STANDARD, Form.SEVEN_PAIRS, Form.THIRTEEN_ORPHANS, Form.KNITTED_HONOURS, Form.KNITTED_STRAIGHT,
    )  # fmt: skip
    flowers_as: int | None = None
    against: Against | None = None
    known: Knowledge = NO_KNOWLEDGE
    caps: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        caps = [4 if code in self.kinds else 0 for code in range(KINDS)]
        caps += [1 if code in self.flowers else 0 for code in range(FLOWER, RED)]
        caps += [min(self.reds[red - RED], caps[TILES[red].kind]) for red in range(RED, BACK)]
        object.__setattr__(self, "caps", tuple(caps))

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of a hand, waiting or complete, a meld counting three."""
        return FULL if self.known.tiles is None else (self.known.tiles, self.known.tiles + 1)

    def knowledge(self, won: Literal["unknown", "won"]) -> Knowledge:
        """What a network that reads structures is told of this game and the moment."""
        return replace(self.known, won=True if won == "won" else None)


ANY_GAME = Game()
"""What holds where no rules are named: every tile of a set of 144, and the commonest forms."""

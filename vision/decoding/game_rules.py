"""The rules 规则 that a decoder needs: which tiles there are, which melds, which forms win."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from paiyan.scorer.tiles.blocks import Form
from paiyan.scorer.tiles.tile import BACK, FLOWER, KINDS, RED, TILES
from paiyan.vision.structure.scene import FULL
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
    fives of m p s are red; `melds` the allowed melds, `chows` the kinds of claimable runs; `forms` the
    winning forms. `flowers_as` is the kind as which flowers stand in hands, if they do 头牌. `known` is the
    part of this that matters for laying tiles.

    If a hand's forms do not decide whether it wins, as with wild tiles, `against` returns a penalty, 0 or
    more in natural logarithms, for held codes, the winning one last, and the codes of each meld.
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
        """Return the knowledge of this game and the moment for the network that reads structures."""
        return replace(self.known, won=True if won == "won" else None)


ANY_GAME = Game()
"""The rules without a named game: every tile of a set of 144, and the commonest forms."""

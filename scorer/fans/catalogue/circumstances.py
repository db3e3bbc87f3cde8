"""Patterns of circumstances of the win, such as how the tile came; they lie on no block."""

from __future__ import annotations

from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Fan, Find, Observes, catalogue_fact, catalogue_fan
from paiyan.scorer.hand.hand import By, Flag


def came(*, by: By | None = None, flag: Flag | None = None) -> Find:
    """Match a win in this way, and with this flag."""

    def find(a: Arranged) -> tuple[int, ...]:
        right = (by is None or a.win.by is by) and (flag is None or flag in a.win.flags)
        return (0,) if right else ()

    return Observes(observations.NOTHING, find)


def _flagged(id_: str, by: By, flag: Flag) -> Fan:
    drawn = facts.SELF_DRAWN if by is By.SELF_DRAW else facts.NOT_DRAWN
    return catalogue_fan(id_, came(by=by, flag=flag), needs=facts.FLAGGED | drawn, flags=(flag,))


def first_turn(*, dealer: bool) -> Find:
    """Match a win in the first turn, by the dealer on the tiles dealt 天和, or by another player 地和.

    A kong of one's own, concealed too, draws a tile and so ends that turn.
    """

    def find(a: Arranged) -> tuple[int, ...]:
        is_dealer = a.hand.seat is a.hand.dealer
        first = Flag.FIRST_TURN in a.win.flags and is_dealer is dealer and not a.hand.melds
        return (0,) if first and (a.win.self_drawn or not dealer) else ()

    return Observes(observations.NOTHING, find)


def _last_of_kind(a: Arranged) -> tuple[int, ...]:
    """Match the last tile of its kind: by its flag, or if one's own open melds hold the other three."""
    if Flag.LAST_OF_KIND in a.win.flags:
        return (0,)
    won, laid = a.win.tile.kind, a.blocks[: len(a.hand.melds)]
    return (0,) if sum([b.tiles.count(won) for b in laid if b.exposed]) == 3 else ()


def _replacement(a: Arranged) -> tuple[int, ...]:
    """Match a tile drawn for a kong or for a flower."""
    drawn = a.win.flags & {Flag.KONG_REPLACEMENT, Flag.FLOWER_REPLACEMENT}
    return (0,) if drawn and a.win.self_drawn and not a.hand.on_flower else ()


SELF_DRAWN = catalogue_fact("self_drawn", facts.SELF_DRAWN, whole=False)
LAST_TILE_DRAW = _flagged("last_tile_draw", By.SELF_DRAW, Flag.LAST_TILE)
LAST_TILE_CLAIM = _flagged("last_tile_claim", By.DISCARD, Flag.LAST_TILE)
AFTER_KONG = _flagged("out_with_replacement_tile", By.SELF_DRAW, Flag.KONG_REPLACEMENT)
AFTER_KONG_OR_FLOWER = catalogue_fan(
    "out_with_replacement_tile",
    Observes(observations.NOTHING, _replacement),
    needs=facts.FLAGGED | facts.SELF_DRAWN,
    flags=(Flag.KONG_REPLACEMENT, Flag.FLOWER_REPLACEMENT),
)
SHOT_AFTER_KONG = _flagged("shot_after_kong", By.DISCARD, Flag.KONG_REPLACEMENT)
ROBBED_KONG = catalogue_fan(
    "robbing_the_kong", came(by=By.ROBBED_KONG), needs=facts.FLAGGED | facts.NOT_DRAWN
)
HEAVENLY_HAND = catalogue_fan(
    "heavenly_hand", first_turn(dealer=True), needs=facts.FLAGGED, flags=(Flag.FIRST_TURN,)
)
EARTHLY_HAND = catalogue_fan(
    "earthly_hand", first_turn(dealer=False), needs=facts.FLAGGED, flags=(Flag.FIRST_TURN,)
)
OF_FIRST_TURN = frozenset(
    (
        *(HEAVENLY_HAND.id, EARTHLY_HAND.id, "earthly_hand_of_the_next", "first_turn_win"),
        *("human_hand", "human_hand_of_the_first_turn"),
    )
)
"""The ids of the fans of a win in the first turn 天和 地和 人和, those of single regions among them."""
LAST_OF_KIND = catalogue_fan(
    "last_tile",
    Observes(observations.NOTHING, _last_of_kind),
    needs=facts.MAYBE_LAST,
    flags=(Flag.LAST_OF_KIND,),
)
FLOWER = catalogue_fan(
    "flower_tile", Observes(observations.NOTHING, lambda a: (0,) * len(a.hand.flowers)), needs=facts.FLOWERED
)

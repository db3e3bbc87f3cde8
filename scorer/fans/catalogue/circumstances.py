"""Patterns of circumstances of the win, such as how the tile came; they lie on no block."""

from __future__ import annotations

from paiyan.scorer.fans import facts, observations
from paiyan.scorer.fans.arranged_hand import Arranged
from paiyan.scorer.fans.fan import Fan, Find, Observes, fact_pattern
from paiyan.scorer.hand.hand import By, Flag


def came(*, by: tuple[By, ...] = (), flag: Flag | None = None) -> Find:
    """Match a win in one of these ways, and with this flag."""

    def find(a: Arranged) -> tuple[int, ...]:
        right = (not by or a.win.by in by) and (flag is None or flag in a.win.flags)
        return (0,) if right else ()

    return Observes(observations.NOTHING, find)


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
    """Match the last tile of its kind: by its flag, or if the other three lie in the hand's own open
    melds."""
    if Flag.LAST_OF_KIND in a.win.flags:
        return (0,)
    won, laid = a.win.tile.kind, a.blocks[: len(a.hand.melds)]
    return (0,) if sum([b.tiles.count(won) for b in laid if b.exposed]) == 3 else ()


def _replacement(a: Arranged) -> tuple[int, ...]:
    """Match a tile drawn for a kong or for a flower."""
    drawn = a.win.flags & {Flag.KONG_REPLACEMENT, Flag.FLOWER_REPLACEMENT}
    return (0,) if drawn and a.win.self_drawn and not a.hand.on_flower else ()


def _each_flower(a: Arranged) -> tuple[int, ...]:
    return (0,) * len(a.hand.flowers)


SELF_DRAWN = fact_pattern("self_drawn", "自摸", "Self-Drawn", facts.SELF_DRAWN, "自摸", whole=False)
LAST_TILE_DRAW = Fan(
    "last_tile_draw",
    "妙手回春",
    "Last Tile Draw",
    came(by=(By.SELF_DRAW,), flag=Flag.LAST_TILE),
    needs=facts.FLAGGED | facts.SELF_DRAWN,
    ja="妙手回春",
    flags=frozenset((Flag.LAST_TILE,)),
)
LAST_TILE_CLAIM = Fan(
    "last_tile_claim",
    "海底捞月",
    "Last Tile Claim",
    came(by=(By.DISCARD,), flag=Flag.LAST_TILE),
    needs=facts.FLAGGED | facts.NOT_DRAWN,
    ja="海底撈月",
    flags=frozenset((Flag.LAST_TILE,)),
)
AFTER_KONG = Fan(
    "out_with_replacement_tile",
    "杠上开花",
    "Out with Replacement Tile",
    came(by=(By.SELF_DRAW,), flag=Flag.KONG_REPLACEMENT),
    needs=facts.FLAGGED | facts.SELF_DRAWN,
    ja="嶺上開花",
    flags=frozenset((Flag.KONG_REPLACEMENT,)),
)
AFTER_KONG_OR_FLOWER = Fan(
    "out_with_replacement_tile",
    "杠上开花",
    "Out with Replacement Tile",
    Observes(observations.NOTHING, _replacement),
    needs=facts.FLAGGED | facts.SELF_DRAWN,
    ja="嶺上開花",
    flags=frozenset((Flag.KONG_REPLACEMENT, Flag.FLOWER_REPLACEMENT)),
)
SHOT_AFTER_KONG = Fan(
    "shot_after_kong",
    "杠上炮",
    "Discard after a Kong",
    came(by=(By.DISCARD,), flag=Flag.KONG_REPLACEMENT),
    needs=facts.FLAGGED | facts.NOT_DRAWN,
    ja="槓上砲",
    flags=frozenset((Flag.KONG_REPLACEMENT,)),
)
ROBBED_KONG = Fan(
    "robbing_the_kong",
    "抢杠和",
    "Robbing the Kong",
    came(by=(By.ROBBED_KONG,)),
    needs=facts.FLAGGED | facts.NOT_DRAWN,
    ja="搶槓",
)
HEAVENLY_HAND = Fan(
    "heavenly_hand",
    "天胡",
    "Heavenly Hand",
    first_turn(dealer=True),
    needs=facts.FLAGGED,
    ja="天和",
    flags=frozenset((Flag.FIRST_TURN,)),
)
EARTHLY_HAND = Fan(
    "earthly_hand",
    "地胡",
    "Earthly Hand",
    first_turn(dealer=False),
    needs=facts.FLAGGED,
    ja="地和",
    flags=frozenset((Flag.FIRST_TURN,)),
)
OF_FIRST_TURN = frozenset(
    (
        *(HEAVENLY_HAND.id, EARTHLY_HAND.id, "earthly_hand_of_the_next", "first_turn_win"),
        *("human_hand", "human_hand_of_the_first_turn"),
    )
)
"""The ids of the fans of a win in the first turn 天和 地和 人和, those of single regions among them."""
LAST_OF_KIND = Fan(
    "last_tile",
    "和绝张",
    "Last Tile",
    Observes(observations.NOTHING, _last_of_kind),
    needs=facts.MAYBE_LAST,
    ja="和絶張",
    flags=frozenset((Flag.LAST_OF_KIND,)),
)
FLOWER = Fan(
    "flower_tile",
    "花牌",
    "Flower Tile",
    Observes(observations.NOTHING, _each_flower),
    needs=facts.FLOWERED,
    ja="花牌",
)

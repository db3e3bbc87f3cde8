"""Whether tiles win as they are 和牌, in one of a game's forms, whatever they are worth."""

from __future__ import annotations

from collections.abc import Sequence

from paiyan.scorer.arranging.arrangements import counted, splits
from paiyan.scorer.tiles.tile import KINDS
from paiyan.vision.decoding.game_rules import Game
from paiyan.vision.decoding.hand import Hand
from paiyan.vision.structure.layout import FULL


def wins(kinds: Sequence[int], melds: int, game: Game) -> bool:
    """True if held tiles of these kinds win with so many melds; False where the game's forms do not tell, as
    with wild tiles."""
    size = len(kinds) + 3 * melds
    if size % 3 != 2 or size not in FULL or game.against is not None or max(kinds, default=0) >= KINDS:
        return False
    counts = counted(kinds)
    return any(next(splits(counts, form, melds=melds), None) for form in game.forms)


def lacks_nothing(hand: Hand, game: Game) -> bool:
    """True if a hand has won as it is read, or may have where the game's forms do not tell."""
    if game.against is not None:
        return hand.size % 3 == 2
    held = [*hand.concealed, *([] if hand.winning is None else [hand.winning])]
    return wins([tile.kind for tile in held], len(hand.melds), game)

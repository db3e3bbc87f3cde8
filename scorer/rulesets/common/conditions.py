"""What several regions ask of a win, and a rule of play that no score shows."""

from __future__ import annotations

from paiyan.scorer.hand.hand import Hand
from paiyan.scorer.messages.languages import Words
from paiyan.scorer.rules.sources import HOUSE_DEFAULT, Note

ONE_WINNER = Note(
    Words(
        "一炮一响：几家同时可和，打牌者的下家在先",
        "one wins on a discard: of several the next to play after the discarder",
        "頭ハネ：放銃者の下家が先",
    ),
    HOUSE_DEFAULT,
)


def drawn(hand: Hand) -> bool:
    """Whether the win was drawn, where only a self-draw wins 只能自摸; a hand that still waits may be."""
    return hand.win is None or hand.win.self_drawn

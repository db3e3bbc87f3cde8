"""What several regions ask of a win, and a rule of play that no score shows."""

from __future__ import annotations

from paiyan.scorer.hand.hand import Hand


def drawn(hand: Hand) -> bool:
    """Whether the win was drawn, where only a self-draw wins 只能自摸; a hand that still waits may be."""
    return hand.win is None or hand.win.self_drawn

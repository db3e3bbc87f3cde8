"""Filipino mahjong: sixteen tiles; honours and flowers are laid out alike, thirteen of them paid for at once.

What a house file can say stands in ``filipino.toml``; the thirteen flowers are the one rule that it cannot.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from paiyan.scorer.house.load import of_file
from paiyan.scorer.messages.languages import Sentence, Words
from paiyan.scorer.rules.payments import Dealt, Siding, Transfer
from paiyan.scorer.rules.rule_set import RuleSet

MANY, EACH = 13, 1  # flowers, and what each of the others pays for them, in quarters of a dollar
WHY = Words("十三张花", "thirteen flowers", "花十三枚")


def with_many_flowers(base: Siding | None) -> Siding:
    """What is paid beside a win, and by all for thirteen flowers."""

    def side(d: Dealt) -> Iterator[Transfer | Sentence]:
        """Kongs are paid by all, and so are thirteen flowers."""
        if base:
            yield from base(d)
        for hand in d.deal.hands:
            if len(hand.all_flowers) >= MANY:
                yield from (Transfer(seat, hand.seat, EACH, WHY) for seat in hand.seat.others)

    return side


def rules() -> RuleSet:
    """The rule set of the house file with the payment for flowers, whatever options a table chooses."""
    made = of_file(Path(__file__).with_name("filipino.toml")).rules

    def paid(plain: RuleSet) -> RuleSet:
        return plain.but(side=with_many_flowers(plain.paid_by.side))

    return paid(made).changed(apply_options=lambda _, chosen: paid(made.with_options(chosen)))


FILIPINO = rules()

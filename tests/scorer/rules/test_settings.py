"""The fields of a table: hands of one table come one after the other, and each is checked all the same."""

from __future__ import annotations

import pytest

from paiyan.scorer.errors import HandError
from paiyan.scorer.rulesets import rule_set

RULES = rule_set("taiwan").with_options({})
FLAG = next(s.id for s in RULES.agreed_on.table if isinstance(s.default, bool))


def test_a_table_filled_before_stays_as_it_is() -> None:
    filled = RULES.filled_table({FLAG: True})
    assert RULES.filled_table(filled) == filled
    assert RULES.filled_table({FLAG: False})[FLAG] is False
    assert RULES.filled_table({FLAG: True})[FLAG] is True


def test_a_number_is_no_yes_or_no_even_after_the_same_table() -> None:
    filled = RULES.filled_table({FLAG: True})
    with pytest.raises(HandError, match=FLAG):
        RULES.filled_table({**filled, FLAG: 1})

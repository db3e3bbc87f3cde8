"""The probability of a whole hand: what makes it more, what makes it less, and when it may be relied on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.calibration import fitted
from vision.decoding.certainty.hand_probability import (
    SIGNS,
    Signs,
    is_reliable,
    logistic,
    of_hand,
    probability,
)
from vision.structure.layout import Layout

ROW = Layout(roles=(*("hand",) * 13, "winning"), concealed=tuple(range(13)), winning=13, rows=1)
CLEAR = Signs(structure=0.999, legal=-0.01, sure=0.95, names=0.999, confidence=0.99, there=0.99)


def said(signs: Signs, layout: Layout = ROW, *, won: bool = False) -> float:
    return probability(signs, layout, won=won)


def test_it_is_a_regression_of_the_signs() -> None:
    signs = CLEAR._replace(names=0.7)
    assert said(signs) == pytest.approx(logistic(fitted()["hand"], SIGNS, of_hand(signs, ROW, won=False)))


@pytest.mark.parametrize("part", ["structure", "sure", "names", "confidence"])
def test_what_is_less_sure_makes_it_no_more(part: str) -> None:
    likely = [said(CLEAR._replace(**{part: value})) for value in (0.2, 0.6, 0.95, 0.999)]
    assert likely == sorted(likely)


def test_a_hand_of_a_size_that_no_hand_has_is_less_probable() -> None:
    assert said(CLEAR, replace(ROW, concealed=tuple(range(11)))) < said(CLEAR)


def test_names_that_cannot_be_are_never_right() -> None:
    assert said(CLEAR._replace(names=0.0)) == 0


def test_what_is_certain_is_no_surer_than_what_was_fitted_on() -> None:
    """Labels taken as detections have a confidence of one."""
    assert said(CLEAR._replace(confidence=1.0)) == said(CLEAR._replace(confidence=0.9999))


def test_a_hand_is_relied_on_from_the_fitted_threshold_on() -> None:
    least = float(fitted()["reliable"])
    assert 0.5 < least <= 1
    assert is_reliable(least)
    assert not is_reliable(least - 0.001)

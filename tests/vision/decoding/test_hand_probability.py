"""The probability of a whole hand: what makes it more, what makes it less, and when it may be relied on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paiyan.vision.calibration import fitted
from paiyan.vision.decoding.proposal import (
    FEATURES,
    Evidence,
    is_reliable,
    logistic,
    odds,
    probability,
    values_of,
)
from paiyan.vision.structure.scene import LaidMeld, Layout

ROW = Layout(roles=(*("hand",) * 13, "winning"), concealed=tuple(range(13)), winning=13, rows=1)
CLEAR = Evidence(
    structure=0.999, log_cost=0.01, network_confidence=0.95, names=0.999, confidence=0.99, min_objectness=0.99
)


def said(signs: Evidence, layout: Layout = ROW, *, won: bool = False) -> float:
    return probability(signs, layout, won=won)


def test_it_is_a_regression_of_the_signs() -> None:
    signs = CLEAR._replace(names=0.7)
    assert said(signs) == pytest.approx(
        logistic(fitted()["hand"], FEATURES, values_of(signs, ROW, won=False))
    )


@pytest.mark.parametrize("part", ["structure", "network_confidence", "names", "confidence"])
def test_what_is_less_sure_makes_it_no_more(part: str) -> None:
    likely = [said(CLEAR._replace(**{part: value})) for value in (0.2, 0.6, 0.95, 0.999)]
    assert likely == sorted(likely)


def test_a_hand_of_a_size_that_no_hand_has_is_no_more_probable() -> None:
    assert said(CLEAR, replace(ROW, concealed=tuple(range(11)))) <= said(CLEAR)


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


OPEN = LaidMeld((11, 12, 13), "pung", None)
"""A pung of which no tile lies sideways."""


@pytest.mark.parametrize(("layout", "won", "changed"), [
    (replace(ROW, concealed=tuple(range(11))), False, {"odd": 1.0}),
    (replace(ROW, concealed=tuple(range(12))), False, {}),
    (replace(ROW, rows=2), False, {"rows": 1.0}),
    (replace(ROW, concealed=tuple(range(10)), melds=(OPEN,)), False, {"straight": 1.0}),
    (replace(ROW, concealed=tuple(range(10)), melds=(OPEN._replace(claimed=1),)), False, {}),
    (replace(ROW, concealed=tuple(range(10)), melds=(OPEN._replace(type="concealed_kong"),)), False, {}),
    (replace(ROW, roles=(*ROW.roles, "flower", "meld")), False, {}),
    (replace(ROW, roles=(*ROW.roles, "discard")), False, {"others": 1.0}),
    (replace(ROW, roles=(*ROW.roles, "other", "wall", "indicator")), False, {"others": 1.0}),
    (ROW, True, {"won": 1.0, "won_names": odds(CLEAR.names)}),
])  # fmt: skip
def test_each_sign_of_the_layout_says_what_it_is_named_for(
    layout: Layout, won: bool, changed: dict[str, float]
) -> None:
    plain = dict(zip(FEATURES, values_of(CLEAR, ROW, won=False), strict=True))
    assert {name: plain[name] for name in ("odd", "rows", "straight", "others", "won")} == dict.fromkeys(
        ("odd", "rows", "straight", "others", "won"), 0.0
    )
    signs = dict(zip(FEATURES, values_of(CLEAR, layout, won=won), strict=True))
    assert {name: value for name, value in signs.items() if value != plain[name]} == changed


@pytest.mark.parametrize("name", FEATURES)
def test_each_sign_counts_by_its_fitted_weight(name: str) -> None:
    """Log-odds rise by the weight of a sign for each unit of it, other tiles beside the hand among them."""
    values = [0.0] * len(FEATURES)
    before = logistic(fitted()["hand"], FEATURES, values)
    values[FEATURES.index(name)] = 1.0
    after = logistic(fitted()["hand"], FEATURES, values)
    assert odds(after) - odds(before) == pytest.approx(fitted()["hand"][name], abs=1e-9)


def test_other_tiles_beside_the_hand_change_its_probability_by_their_weight() -> None:
    beside = replace(ROW, roles=(*ROW.roles, "discard", "discard"))
    more = odds(said(CLEAR, beside)) - odds(said(CLEAR))
    assert more == pytest.approx(fitted()["hand"]["others"], abs=1e-9)

"""The probability of a whole hand: that its structure is right, times that its tiles are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.decoding.calibration import fitted
from vision.decoding.certainty import STRUCTURE, TILES, logistic, of_structure, of_tiles, probability
from vision.decoding.layout import LaidMeld, Layout, Role

ROW = Layout(
    roles=(*("hand",) * 13, "winning"), concealed=tuple(range(13)), winning=13, rows=1, margin=6.0
)  # fmt: skip


def with_others(layout: Layout) -> Layout:
    others: tuple[Role, ...] = ("discard",) * 4
    return replace(layout, roles=layout.roles + others)


def said(layout: Layout, share: float = 0.999, *, confidence: float = 0.95, won: bool = False) -> float:
    return probability(share, layout, confidence=confidence, won=won)


def test_it_is_the_product_of_the_two() -> None:
    weights = fitted()["hand"]
    structure = logistic(weights["structure"], STRUCTURE, of_structure(ROW, confidence=0.6))
    tiles = logistic(weights["tiles"], TILES, of_tiles(0.7, confidence=0.6, won=True))
    assert said(ROW, 0.7, confidence=0.6, won=True) == pytest.approx(structure * tiles)


def test_a_clear_row_may_be_said_to_be_sure_and_a_hand_on_a_full_table_may_not() -> None:
    assert said(ROW) > 0.95
    assert 1 - said(with_others(ROW)) > 2 * (1 - said(ROW))
    assert said(replace(ROW, margin=0.0)) < said(ROW)
    assert said(replace(ROW, rows=3)) < said(replace(ROW, rows=2)) < said(ROW)
    assert said(replace(ROW, winning_place="turned")) < said(ROW)


def test_a_meld_that_shows_no_claim_is_told_from_one_that_does() -> None:
    pung = LaidMeld((0, 1, 2), "pung", 1)
    turned = replace(ROW, concealed=tuple(range(3, 13)), melds=(pung,))
    straight = replace(turned, melds=(pung._replace(claimed=None),))
    hidden = replace(turned, melds=(LaidMeld((0, 1, 2, 3), "concealed_kong", None),))
    assert of_structure(turned, confidence=0.9) == of_structure(hidden, confidence=0.9)
    assert of_structure(straight, confidence=0.9) != of_structure(turned, confidence=0.9)


def test_less_likely_tiles_and_less_sure_ones_make_it_less() -> None:
    assert said(ROW, 0.0) == 0
    assert said(ROW, 0.3) < said(ROW, 0.6) < said(ROW, 0.999)
    assert said(ROW, confidence=0.3) < said(ROW, confidence=0.6) < said(ROW)


def test_what_was_never_seen_makes_nothing_surer() -> None:
    """Labels taken as detections have a confidence of one."""
    assert said(ROW, confidence=1.0) == said(ROW, confidence=0.98)


def test_no_probability_leaves_its_bounds() -> None:
    for share in (1e-9, 0.5, 1.0):
        for confidence in (0.0, 0.5, 1.0):
            assert 0 <= said(ROW, share, confidence=confidence) <= 1

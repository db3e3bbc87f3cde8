"""What each box shows, by detector and network together: probabilities, and surer where both agree."""

from __future__ import annotations

import numpy as np
import pytest

from paiyan.vision.calibration import Sharpness
from paiyan.vision.structure.network import calibrated, combined

SHARES = np.array([[0.6, 0.3, 0.1], [1.0, 0.0, 0.0], [1 / 3, 1 / 3, 1 / 3]])


@pytest.mark.parametrize("power", [0.5, 1.0, 1.75])
def test_sharpened_shares_are_probabilities_of_which_none_is_nothing(power: float) -> None:
    said = np.exp(calibrated(SHARES, Sharpness(power, 1e-4)))
    assert said.sum(axis=1) == pytest.approx(1.0)
    assert (said >= 1e-4).all()
    assert said[2] == pytest.approx(1 / 3)


def test_a_greater_power_makes_the_likeliest_likelier() -> None:
    ways = [np.exp(calibrated(SHARES, Sharpness(power, 1e-4)))[0, 0] for power in (0.5, 1.0, 2.0)]
    assert ways == sorted(ways)
    assert ways[1] == pytest.approx(0.6, abs=1e-3)


def test_two_that_agree_are_surer_together_and_two_that_differ_less() -> None:
    one, other = np.log([[0.7, 0.2, 0.1]]), np.log([[0.2, 0.7, 0.1]])
    assert np.exp(combined(one, one))[0, 0] > 0.7
    assert np.exp(combined(one, other))[0] == pytest.approx([14 / 29, 14 / 29, 1 / 29])

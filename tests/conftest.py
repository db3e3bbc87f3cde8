"""What all tests share."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

# The same examples in every run, and no clock: a busy machine fails no test.
settings.register_profile(
    "paiyan",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("paiyan")

# Hypothesis also tries constants of the modules that are loaded by then: the examples would depend on the
# tests that ran before in the same process.
_none = providers.Constants()
providers._get_local_constants = lambda: _none


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what was missing, and how many tests were skipped for it."""
    skipped = [one.longrepr for one in terminalreporter.stats.get("skipped", ())]
    reasons = Counter(told[2].removeprefix("Skipped: ") for told in skipped if isinstance(told, tuple))
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"{count} skipped: {reason}")

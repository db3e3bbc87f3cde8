"""What all tests share."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import settings

# The same examples in every run, and no clock: a busy machine fails no test.
settings.register_profile("paiyan", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("paiyan")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what was missing, and how many tests were skipped for it."""
    skipped = [one.longrepr for one in terminalreporter.stats.get("skipped", ())]
    reasons = Counter(told[2].removeprefix("Skipped: ") for told in skipped if isinstance(told, tuple))
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"{count} skipped: {reason}")

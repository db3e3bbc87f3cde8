"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

# The same examples in every run, and no clock: a busy machine fails no test.
settings.register_profile("paiyan", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("paiyan")

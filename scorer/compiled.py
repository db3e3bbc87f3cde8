"""Whether the scorer is compiled, as ``PAIYAN_COMPILE=1 pip install .`` does: it answers the same, sooner."""

from __future__ import annotations

from importlib.util import find_spec


def is_compiled() -> bool:
    """True if the modules that work on hands are machine code here."""
    found = find_spec("paiyan.scorer.scoring.score")
    return found is not None and not str(found.origin).endswith(".py")

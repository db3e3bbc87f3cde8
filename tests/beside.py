"""What lies next to the repository on some machines: documents, photos, hands of other programs, art.

Nothing of it is needed. A test that reads it skips without it, and what the other tests need of it is in
the repository: `tests/data`, `tests/clauses`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

VARIABLE = "PAIYAN_BESIDE"
"""The environment variable that names another folder; one that is not there hides everything."""

HIDDEN = {VARIABLE: str(Path(__file__).parent / "nothing-lies-here"), "PATH": ""}
"""The environment of a stranger: nothing lies next to the repository, and no other program is installed."""

BESIDE = Path(os.environ.get(VARIABLE) or Path(__file__).parents[2] / "shared")
ART = BESIDE / "art"
ORACLES = BESIDE / "oracles"
PHOTOS = BESIDE / "photos"
RULE_SETS = BESIDE / "rulesets.md"
SEEDS = BESIDE / "seeds"
START_WEIGHTS = BESIDE / "weights"


def _needs(folder: Path, what: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not folder.exists(), reason=f"the {what} are not next to the repository")


needs_documents = _needs(SEEDS, "documents")
needs_oracles = _needs(ORACLES, "oracles")
needs_photos = _needs(PHOTOS, "photos")

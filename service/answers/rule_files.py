"""Rule-set files of the command line, which are Python: held against what a rule set must be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paiyan.scorer.authoring.check import check as checked

SUFFIX = ".py"


def check(path: str) -> dict[str, Any]:
    """The mistakes of a rule-set file, each with its file and line; its hands and deals are run."""
    found = checked(Path(path))
    return {
        "rules": found.rules.id if found.rules else None,
        "hands": found.hands,
        "deals": found.deals,
        "mistakes": [{"file": _near(m.file), "line": m.line, "mistake": m.said} for m in found.mistakes],
        "holds": not found.mistakes,
    }


def _near(file: Path) -> str:
    """The path as seen from here, where it lies below."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)

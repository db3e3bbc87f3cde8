"""The blocks of ``docs/adding-a-rule-set.md``: a rule set, its line in the list, its hands and deals."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
RECIPE = (ROOT / "docs" / "adding-a-rule-set.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The code of one language."""
    return re.findall(rf"```{language}\n(.*?)```", RECIPE, flags=re.DOTALL)


(CODE,) = blocks("python")
(WORDS,) = blocks("toml")
(DEALS,) = blocks("json")
HANDS = next(block for block in blocks("text") if "# --- hands" in block)
LINE = next(block for block in blocks("text") if '"my-table":' in block)

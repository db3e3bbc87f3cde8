"""The JSON Schema of a house file, from which editors complete.

``python -m paiyan.scorer.house.format.schema FILE`` writes it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from paiyan.scorer.house.format.keys import FILE


def schema() -> dict[str, Any]:
    """The schema, from the same definition as the checks."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A house file of Paiyan 自家规则",
        **FILE.schema(),
    }


def text() -> str:
    """The schema as the file that is kept with the documentation."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), "utf-8")

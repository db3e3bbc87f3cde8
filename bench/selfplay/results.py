"""Read and write the committed files of measurements: a JSON object with one line for each row."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def kept_rows(file: Path) -> dict[str, Any]:
    """Return the rows that were written by name; none where there is no file yet."""
    return json.loads(file.read_text("utf-8")) if file.exists() else {}


def write_rows(file: Path, rows: Mapping[str, Any]) -> None:
    """Write rows by name, in their order."""
    lines = ",\n".join(f' "{name}": {json.dumps(row)}' for name, row in rows.items())
    file.write_text("{\n" + lines + "\n}\n", "utf-8")


def keep_row(file: Path, name: str, row: Any) -> None:
    """Add a row, in place of an earlier one of its name; rows stand in the order of their names."""
    write_rows(file, dict(sorted({**kept_rows(file), name: row}.items())))

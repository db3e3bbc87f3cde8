"""Names and values as a person reads them in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from paiyan.service.cli.views.layout import View
from paiyan.service.cli.views.text_tables import Voice, labelled

Answer = Mapping[str, Any]


def listed(answer: Answer, say: Voice) -> View:
    """Named figures, one a line; nested ones in one line, long lists left to JSON."""
    del say
    rows = labelled()
    for name, value in answer.items():
        if name == "rows":
            continue
        inner = cast("Answer", value) if isinstance(value, Mapping) else None
        rows.add_row(name, "  ".join(f"{k} {v}" for k, v in inner.items()) if inner else f"{value}")
    return [rows]

"""What pydantic finds wrong, as one sentence."""

from __future__ import annotations

from typing import Any


def sentence(errors: Any) -> str:
    """The first of pydantic's complaints as one sentence."""
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] in ("model_type", "model_attributes_type"):
        return f"{where or 'the body'} is a JSON object, not {str(first['input'])[:40]!r}"
    said = str(first["msg"]).removeprefix("Value error, ")
    return f"{where}: {said[:1].lower()}{said[1:]}" if where else said

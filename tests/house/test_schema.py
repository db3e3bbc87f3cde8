"""The JSON Schema that editors complete from is the checks' own definition."""

from __future__ import annotations

from pathlib import Path

from paiyan.scorer.house.keys import every_key, schema, text

DOCS = Path(__file__).parents[2] / "docs"


def test_the_schema_that_is_kept_is_the_one_that_is_checked_by() -> None:
    assert (DOCS / "house-file.schema.json").read_text("utf-8") == text(), "run make docs"


def test_every_line_is_described() -> None:
    def properties(part: dict) -> list[str]:
        inner = [part.get("items", {}), part.get("additionalProperties") or {}, *part.get("anyOf", [])]
        found = [name for one in inner if isinstance(one, dict) and one for name in properties(one)]
        for name, value in part.get("properties", {}).items():
            assert len(value["description"]) > 10, name
            found += [name, *properties(value)]
        return found

    assert len(properties(schema())) == len(every_key())

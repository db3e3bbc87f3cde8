"""How much a request may hold, and what the examples of the document say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

from paiyan.service.corrections import readings
from paiyan.service.corrections.objects import Correction
from paiyan.service.corrections.readings import SeenChoice
from paiyan.service.errors import BadHand
from paiyan.service.http.app import create_app
from paiyan.service.http.routes.responses import validated
from paiyan.service.http.schemas import ledger, requests
from paiyan.service.http.schemas.ledger import TermsIn
from paiyan.service.http.schemas.requests import DealIn
from paiyan.service.settings import Settings

REMOVED = {"do": "remove", "tiles": [0]}
POINTS = {"E", "S", "W", "N"}


@pytest.mark.parametrize(
    ("model", "told", "field", "one"),
    [
        (DealIn, {"hands": [{"seat": "E", "concealed": "1m"}]}, "events", {}),
        (SeenChoice, {"share": 0.5}, "corrections", REMOVED),
    ],
)
def test_a_list_holds_64_and_no_more(model: type[BaseModel], told: Any, field: str, one: Any) -> None:
    assert len(validated(model, {**told, field: [one] * 64})[field]) == 64
    with pytest.raises(BadHand, match="64"):
        validated(model, {**told, field: [one] * 65})


def test_terms_untold_give_nothing_by_place() -> None:
    assert TermsIn().uma == (0, 0, 0, 0)


def test_points_in_the_examples_come_from_somebody() -> None:
    document = create_app(Settings(database="")).openapi()
    shown = [points for points in _objects(document) if points and points.keys() <= POINTS]
    sums = [sum(points.values()) for points in shown if all(type(n) is int for n in points.values())]
    assert sums
    assert not any(sums)


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    """Every object within a JSON value."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(inner)


def test_true_is_no_number_and_a_text_neither() -> None:
    """`true` points would be paid as one: each whole number and truth value of a body is taken as it is."""
    models = [
        model
        for module in (requests, ledger, readings)
        for model in vars(module).values()
        if isinstance(model, type) and issubclass(model, BaseModel)
    ]
    schemas = [TypeAdapter(one).core_schema for one in (*models, list[Correction])]
    plain = [one for schema in schemas for one in _objects(schema) if one.get("type") in ("int", "bool")]
    assert len(plain) > 20
    assert [one for one in plain if not one.get("strict")] == []

"""The OpenAPI document: the bodies that FastAPI does not read for us, with their models and examples."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from paiyan.service.http.schemas.answers import schemas
from paiyan.service.http.schemas.ledger import (
    ForgetIn,
    GameIn,
    LogIn,
    PlayedIn,
    RenameIn,
    SeatsIn,
    TableIn,
    TermsIn,
    UndoIn,
)
from paiyan.service.http.schemas.requests import (
    AdviceHandIn,
    AdviceSituationIn,
    CorrectIn,
    DealIn,
    HandIn,
    HouseIn,
    SituationIn,
    WinsInWordsIn,
    WorthIn,
)
from paiyan.service.http.schemas.responses import Problem

_SCHEMAS = "#/components/schemas/"
_MODELS: tuple[type[BaseModel], ...] = (
    *(HandIn, DealIn, WorthIn, WinsInWordsIn, SituationIn, CorrectIn, HouseIn),
    *(TableIn, LogIn, PlayedIn, UndoIn),
    *(AdviceHandIn, AdviceSituationIn),
    *(SeatsIn, RenameIn, TermsIn, GameIn, ForgetIn),
    Problem,
)
_ANSWERS: dict[type[Any], None] = {}
"""The classes of all answers, as the routes name them."""
PICTURE = {"type": "string", "format": "binary"}
_PICTURES = ("image/jpeg", "image/png", "image/webp", "image/heic")

_PROBLEM: dict[str, Any] = {
    "description": "What is wrong, and how to mend it: problem details (RFC 9457).",
    "content": {"application/problem+json": {"schema": {"$ref": _SCHEMAS + "Problem"}}},
}
PROBLEMS: dict[int | str, dict[str, Any]] = {422: _PROBLEM, "default": _PROBLEM}
"""What every route may answer besides its own."""


def answers(*classes: type[Any]) -> dict[int | str, dict[str, Any]]:
    """Return what a route answers: one of these classes, of which its JSON is made."""
    _ANSWERS.update(dict.fromkeys(classes))
    schemas = [ref(cls.__name__) for cls in classes]
    return _responses(schemas[0] if len(schemas) == 1 else {"anyOf": schemas})


def list_of(cls: type[Any]) -> dict[int | str, dict[str, Any]]:
    """Return what a route answers: a list of a class."""
    _ANSWERS[cls] = None
    return _responses({"type": "array", "items": ref(cls.__name__)})


def _responses(schema: dict[str, Any]) -> dict[int | str, dict[str, Any]]:
    return {200: {"description": "The answer.", "content": {"application/json": {"schema": schema}}}}


def ref(model: str) -> dict[str, str]:
    """A schema of the document by its name."""
    return {"$ref": _SCHEMAS + model}


def takes(
    *,
    photo: bool = False,
    form: bool = False,
    photos: int = 1,
    hands: dict[str, Any] | None = None,
    models: tuple[type[BaseModel], ...] = (HandIn, DealIn, WorthIn, WinsInWordsIn),
    situation: type[BaseModel] = SituationIn,
) -> dict[str, Any]:
    """Return the request body of a route. FastAPI reads no bodies here, so that their size can be limited.

    A form may have up to `photos` photos. `hands` are the examples if it takes a hand, which is of one of
    the `models`; `situation` is the model for the situation of a photo.
    """
    content: dict[str, Any] = {}
    if hands:
        some = [ref(model.__name__) for model in models]
        schema = some[0] if len(some) == 1 else {"anyOf": some}
        content["application/json"] = {"schema": schema, "examples": hands}
    if form:
        about = {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": ref(situation.__name__),
        }
        several = {"type": "array", "minItems": 1, "maxItems": photos, "items": PICTURE}
        properties = {"photo": PICTURE if photos == 1 else several, **({"situation": about} if hands else {})}
        content["multipart/form-data"] = {
            "schema": {
                "type": "object",
                "required": ["photo"],
                "properties": properties,
                "additionalProperties": False,
            }
        }
    if photo:
        content |= {kind: {"schema": PICTURE} for kind in _PICTURES}
    return {"requestBody": {"required": True, "content": content}}


def install(app: FastAPI) -> None:
    """Let the app's document hold the models of the bodies that FastAPI does not read."""

    def document() -> dict[str, Any]:
        if not app.openapi_schema:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # as FastAPI's documentation has it; pyright: ignore[reportAttributeAccessIssue]


def _document(app: FastAPI) -> dict[str, Any]:
    made: dict[str, Any] = get_openapi(
        title=app.title, version=app.version, summary=app.summary, routes=app.routes
    )
    components: dict[str, Any] = made.setdefault("components", {}).setdefault("schemas", {})
    for model in _MODELS:
        schema = model.model_json_schema(ref_template=_SCHEMAS + "{model}")
        components |= {**schema.pop("$defs", {}), model.__name__: schema}
    components |= schemas(*_ANSWERS)
    return made

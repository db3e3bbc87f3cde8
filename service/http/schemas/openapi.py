"""The answers of the HTTP service, their JSON Schema and TypeScript, and the OpenAPI document.

Schemas come from the classes of which the answers are made. The document has the bodies that FastAPI does
not read for us too, with their models and examples.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, Field

from paiyan.scorer.messages.as_json import Described, failure, fields_of, flat, named
from paiyan.scorer.messages.languages import Translatable
from paiyan.service.answers.report import CompareAnswer, CorrectAnswer, HandAnswer, ReadingReport
from paiyan.service.http.schemas import ledger, requests

Schema = dict[str, Any]
REF = "#/components/schemas/"
CODE: Schema = {
    "type": "object",
    "description": "The code of a sentence, which is the same in each language, and the values in it.",
    "required": ["code", "values"],
    "properties": {"code": {"type": "string"}, "values": {"type": "object"}},
}
_PLAIN = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Translatable: {"type": "string"},
    Described: {"type": "object"},
    Any: {},
}


def schemas(*classes: type[Any]) -> dict[str, Schema]:
    """Return the schemas of classes by their names, with those that they refer to."""
    found: dict[str, Schema] = {"SentenceCode": CODE}
    for cls in classes:
        _add(cls, found)
    return found


def _add(cls: type[Any], made: dict[str, Schema]) -> None:
    if cls.__name__ in made:
        return
    made[cls.__name__] = {}
    made[cls.__name__] = _object(cls, made)


def _object(cls: type[Any], made: dict[str, Schema]) -> Schema:
    hints = _hints(cls)
    properties: dict[str, Schema] = {}
    required: list[str] = []
    parts: list[Schema] = []
    for field in fields_of(cls):
        kind = hints[field.attribute]
        if field.flat:
            parts += [] if NoneType in get_args(kind) else [_schema(kind, made)]
            continue
        if field.optional:
            kind = Union[tuple(k for k in get_args(kind) if k is not NoneType)]  # noqa: UP007 - made of a tuple
        else:
            required.append(field.name)
        properties[field.name] = _schema(kind, made)
        if field.codes:
            properties[field.codes] = {"type": "array", "items": {"$ref": REF + "SentenceCode"}}
            required.append(field.codes)
        elif field.coded:
            properties |= cast("dict[str, Schema]", CODE["properties"])
    own: Schema = {"type": "object", "properties": properties, "required": required}
    doc = {"description": " ".join((getdoc(cls) or "").split())}
    return {**doc, "allOf": [*parts, own]} if parts else {**doc, **own}


@cache
def _hints(cls: type[Any]) -> dict[str, Any]:
    return get_type_hints(cls)


def _schema(kind: Any, made: dict[str, Schema]) -> Schema:
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    if hasattr(kind, "described"):
        return {"type": "object"}
    if is_dataclass(kind):
        _add(cast("type[Any]", kind), made)
        return {"$ref": REF + cast("type[Any]", kind).__name__}
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        some = [_schema(one, made) for one in inner]
        different = [one for i, one in enumerate(some) if one not in some[:i]]
        return different[0] if len(different) == 1 else {"anyOf": different}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is tuple and inner[-1:] != (...,):
        items = _schema(Union[tuple(dict.fromkeys(inner))], made)  # noqa: UP007 - made of a tuple
        return {"type": "array", "minItems": len(inner), "maxItems": len(inner), "items": items}
    if origin in (tuple, list):
        return {"type": "array", "items": _schema(inner[0], made)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(inner[1], made)}
    raise TypeError(f"{kind} is no part of an answer")


def typescript(*classes: type[Any]) -> str:
    """Return the declarations of classes, with those that they refer to, in TypeScript."""
    made = schemas(*classes)
    return "\n\n".join(
        f"/** {schema.get('description', '')} */\nexport type {name} = {_ts(schema)};"
        for name, schema in made.items()
    )


def _ts(schema: Schema) -> str:
    match schema:
        case {"allOf": parts}:
            return " & ".join(f"({text})" if " | " in text else text for text in map(_ts, parts))
        case {"anyOf": parts}:
            return " | ".join(map(_ts, parts))
        case {"$ref": str(name)}:
            return name.removeprefix(REF)
        case {"enum": values}:
            return " | ".join(f'"{value}"' for value in values)
        case {"type": "array", "minItems": int(length), "items": items}:
            return f"[{', '.join([_ts(items)] * length)}]"
        case {"type": "array", "items": items}:
            text = _ts(items)
            return f"({text})[]" if " " in text else f"{text}[]"
        case {"properties": properties}:
            required = schema.get("required", ())
            marks = {name: "" if name in required else "?" for name in properties}
            fields = (f"{name}{marks[name]}: {_ts(one)};" for name, one in properties.items())
            return f"{{ {' '.join(fields)} }}"
        case {"type": "object"}:
            return f"Record<string, {_ts(schema.get('additionalProperties', {}))}>"
        case _:
            kind = str(schema.get("type", "unknown"))
            return {"integer": "number"}.get(kind, kind)


@dataclass(frozen=True, kw_only=True)
class DetectionOut:
    """A tile as detectors commonly give it: the middle and the size of its box in pixels."""

    x: float
    y: float
    width: float
    height: float
    name: str = named("class")
    class_id: int
    confidence: float


@dataclass(frozen=True, kw_only=True)
class PhotoReading:
    """The reading of a photo, and its tiles in the form common to detectors."""

    reading: ReadingReport = flat()
    detections: tuple[DetectionOut, ...]


@dataclass(frozen=True, kw_only=True)
class KeptOut:
    """As for a correction, and under which name the picture was kept."""

    kept: str
    answer: CorrectAnswer = flat()


@dataclass(frozen=True, kw_only=True)
class BatchFailure:
    """Why one of a batch has no answer; `problem` is the type of its problem details."""

    error: Translatable | None = failure()
    problem: str


BatchAnswer = HandAnswer | CompareAnswer | BatchFailure


@dataclass(frozen=True, kw_only=True)
class BatchOut:
    """An answer for each of a batch, in its order; `error` in the place of one that has none."""

    answers: tuple[BatchAnswer, ...]


class Mistake(BaseModel):
    """One mistake of a house file."""

    line: int | None = Field(default=None, description="From 1; none where it is the whole file.")
    says: str


class Problem(BaseModel):
    """An error as problem details (RFC 9457)."""

    type: str = Field(examples=["urn:paiyan:problem:bad-hand"])
    title: str
    status: int
    detail: str
    code: str = Field(default="", description="The code of `detail`, which is the same in each language.")
    values: dict[str, Any] = Field(default={}, description="The values that `detail` names.")
    instance: str | None = Field(default=None, description="The id of the request.")
    mistakes: list[Mistake] | None = Field(default=None, description="Those of a house file, by line.")


_MODELS: tuple[type[BaseModel], ...] = (
    *(
        requests.HandIn,
        requests.DealIn,
        requests.WorthIn,
        requests.WinsInWordsIn,
        requests.SituationIn,
        requests.CorrectIn,
        requests.HouseIn,
    ),
    *(ledger.TableIn, ledger.LogIn, ledger.PlayedIn, ledger.UndoIn),
    *(requests.AdviceHandIn, requests.AdviceSituationIn),
    *(ledger.SeatsIn, ledger.RenameIn, ledger.TermsIn, ledger.GameIn, ledger.ForgetIn),
    Problem,
)
_ANSWERS: dict[type[Any], None] = {}
"""The classes of all answers, as the routes name them."""
PICTURE = {"type": "string", "format": "binary"}
PHOTO = {f"image/{kind}": {"schema": PICTURE} for kind in ("jpeg", "png", "webp", "heic")}
"""A body that is a picture."""

_PROBLEM: dict[str, Any] = {
    "description": "What is wrong, and how to mend it: problem details (RFC 9457).",
    "content": {"application/problem+json": {"schema": {"$ref": REF + "Problem"}}},
}
PROBLEMS: dict[int | str, dict[str, Any]] = {422: _PROBLEM, "default": _PROBLEM}
"""What every route may answer besides its own."""


def answers(*classes: type[Any]) -> dict[int | str, dict[str, Any]]:
    """Return what a route answers: one of these classes, of which its JSON is made."""
    _ANSWERS.update(dict.fromkeys(classes))
    return _responses(_one_of(classes))


def list_of(cls: type[Any]) -> dict[int | str, dict[str, Any]]:
    """Return what a route answers: a list of a class."""
    _ANSWERS[cls] = None
    return _responses({"type": "array", "items": ref(cls.__name__)})


def _responses(schema: dict[str, Any]) -> dict[int | str, dict[str, Any]]:
    return {200: {"description": "The answer.", "content": {"application/json": {"schema": schema}}}}


def ref(model: str) -> dict[str, str]:
    """A schema of the document by its name."""
    return {"$ref": REF + model}


def body(content: dict[str, Any]) -> dict[str, Any]:
    """Return the request body of a route, by media type. FastAPI reads no bodies here, so that their size can
    be limited."""
    return {"requestBody": {"required": True, "content": content}}


def json_of(*models: type[BaseModel], examples: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a body of JSON: one of these models."""
    about = {"examples": examples} if examples else {}
    return {"application/json": {"schema": _one_of(models), **about}}


def form(**fields: Schema) -> dict[str, Any]:
    """Return a body that is a form of these fields; all but the situation of a photo must be there."""
    required = [name for name in fields if name != "situation"]
    schema = {"type": "object", "required": required, "properties": fields, "additionalProperties": False}
    return {"multipart/form-data": {"schema": schema}}


def json_text(model: type[BaseModel]) -> Schema:
    """Return the field of a form whose text is JSON of a model."""
    return {"type": "string", "contentMediaType": "application/json", "contentSchema": ref(model.__name__)}


def pictures(most: int | None = None) -> Schema:
    """Return the field of a form that holds one picture or more."""
    return {"type": "array", "minItems": 1, **({"maxItems": most} if most else {}), "items": PICTURE}


def _one_of(classes: Sequence[type[Any]]) -> Schema:
    schemas = [ref(cls.__name__) for cls in classes]
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


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
        schema = model.model_json_schema(ref_template=REF + "{model}")
        components |= {**schema.pop("$defs", {}), model.__name__: schema}
    components |= schemas(*_ANSWERS)
    return made

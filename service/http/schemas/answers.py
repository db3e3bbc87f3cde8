"""JSON Schema and TypeScript of the answers, from the classes of which they are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from paiyan.scorer.messages.as_json import Described, fields_of
from paiyan.scorer.messages.languages import Translatable

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


def _add(cls: type[Any], found: dict[str, Schema]) -> None:
    if cls.__name__ in found:
        return
    found[cls.__name__] = {}
    found[cls.__name__] = _object(cls, found)


def _object(cls: type[Any], found: dict[str, Schema]) -> Schema:
    hints = _hints(cls)
    properties: dict[str, Schema] = {}
    required: list[str] = []
    parts: list[Schema] = []
    for field in fields_of(cls):
        kind = hints[field.attribute]
        if field.flat:
            parts += [] if NoneType in get_args(kind) else [_schema(kind, found)]
            continue
        if field.optional:
            kind = Union[tuple(k for k in get_args(kind) if k is not NoneType)]  # noqa: UP007 - made of a tuple
        else:
            required.append(field.name)
        properties[field.name] = _schema(kind, found)
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


def _schema(kind: Any, found: dict[str, Schema]) -> Schema:
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    if hasattr(kind, "described"):
        return {"type": "object"}
    if is_dataclass(kind):
        _add(cast("type[Any]", kind), found)
        return {"$ref": REF + cast("type[Any]", kind).__name__}
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        some = [_schema(one, found) for one in inner]
        different = [one for i, one in enumerate(some) if one not in some[:i]]
        return different[0] if len(different) == 1 else {"anyOf": different}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is tuple and inner[-1:] != (...,):
        return {"type": "array", "minItems": len(inner), "maxItems": len(inner), "items": _one(inner, found)}
    if origin in (tuple, list):
        return {"type": "array", "items": _schema(inner[0], found)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(inner[1], found)}
    raise TypeError(f"{kind} is no part of an answer")


def _one(kinds: tuple[Any, ...], found: dict[str, Schema]) -> Schema:
    return _schema(Union[tuple(dict.fromkeys(kinds))], found)  # noqa: UP007 - made of a tuple


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
            fields = (f"{name}{_mark(name in required)}: {_ts(one)};" for name, one in properties.items())
            return f"{{ {' '.join(fields)} }}"
        case {"type": "object"}:
            return f"Record<string, {_ts(schema.get('additionalProperties', {}))}>"
        case _:
            kind = str(schema.get("type", "unknown"))
            return {"integer": "number"}.get(kind, kind)


def _mark(required: bool) -> str:
    return "" if required else "?"

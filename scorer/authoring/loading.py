"""Load a rule-set file; an error that it raises becomes a mistake at a line of the file.

The values it makes are checked against the annotations of their classes, all the way down. The text says at
which line a constant, a field or an option stands.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import sys
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NamedTuple, cast

from paiyan.scorer.fans.fan import Fan, Priced
from paiyan.scorer.house.errors import did_you_mean
from paiyan.scorer.rules.rule_set import SECTIONS, RuleSet

_DERIVING = ("but", "changed")
_RELATIONS = ("excludes", "covers", "implies")
_ABOUT = ("id", "words", "notes", "divergences")  # fields that stand in ``**TEXT.about("my-table")``


def assigned(tree: ast.Module) -> dict[str, int]:
    """Return the names that the file assigns, with their lines."""
    found: dict[str, int] = {}
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        found |= {t.id: node.lineno for t in targets if isinstance(t, ast.Name)}
    return found


def line_of_field(tree: ast.Module, path: tuple[str | int, ...]) -> int | None:
    """Return the line that gives the rule set the value at this path: ``("won_by", "forms", 0)``."""
    made = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and _called(node) == "RuleSet")
    derived = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and _called(node) in _DERIVING)
    lines = (*(_down(call, path) for call in made), *(_down(call, _flat(path)) for call in derived))
    return max(lines, default=0) or None


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _flat(path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Return the path as `but` takes it, without the section of the field."""
    return path[1:] if path[0] in SECTIONS else path


def _down(node: ast.expr, path: tuple[str | int, ...]) -> int:
    """Return the line reached by following the path as far as the text shows it; 0 without a step."""
    if path and isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg == path[0] or (keyword.arg is None and path[0] in _ABOUT):
                return _down(keyword.value, path[1:]) or keyword.value.lineno
    if path and isinstance(node, (ast.Tuple, ast.List)) and isinstance(path[0], int):
        plain = not any(isinstance(one, ast.Starred) for one in node.elts)
        if plain and path[0] < len(node.elts):
            return _down(node.elts[path[0]], path[1:]) or node.elts[path[0]].lineno
    return 0


def line_of_relation(tree: ast.Module, names: Mapping[str, Any], relation: str) -> int | None:
    """Return the line that names the fan of this relation among those that another keeps out."""
    keywords = (node for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg in _RELATIONS)
    for node in (inner for keyword in keywords for inner in ast.walk(keyword.value)):
        if isinstance(node, (ast.Name, ast.Attribute)):
            fan = _value(node, names)
            if isinstance(fan, Fan) and f" {fan.id}," in relation:
                return node.lineno
    return None


def line_of_price(tree: ast.Module, names: Mapping[str, Any], priced: Priced) -> int | None:
    """Return the line on which this fan gets its price."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr == "at" and _value(node.func.value, names) == priced.fan:
            return node.lineno
    return None


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """Return the value of a dotted name; None if it is not known yet."""
    if isinstance(node, ast.Name):
        return names.get(node.id)
    return getattr(_value(node.value, names), node.attr, None) if isinstance(node, ast.Attribute) else None


def unknown_settings(tree: ast.Module, rules: RuleSet) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield each use of an option or a field of the table that the rule set does not have.

    Each as its line, ``options`` or ``table``, its id, and the ids that exist.
    """
    there = {
        "options": [s.id for s in rules.agreed_on.options],
        "table": [s.id for s in rules.agreed_on.table],
    }
    asking = (node for node in ast.walk(tree) if isinstance(node, (ast.Subscript, ast.Call)))
    for node in asking:
        place, key = _compared_value(node)
        id_ = key.value if isinstance(key, ast.Constant) else None
        if place in there and isinstance(id_, str) and id_ not in there[place]:
            yield node.lineno, place, id_, there[place]


def _compared_value(node: ast.AST) -> tuple[str, ast.expr | None]:
    """Return the mapping and the key of ``…options["kong"]`` or ``…options.get("kong")``."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        return _last(node.value), node.slice
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        return _last(node.func.value), node.args[0] if node.args else None
    return "", None


def _last(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


ValuePath = tuple[str | int, ...]  # where a value stands: ("fans", 3, "value")


class Misfit(NamedTuple):
    """A value of the wrong type, and its path."""

    path: ValuePath
    value: Any
    hint: Any

    def __str__(self) -> str:
        where = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in self.path).lstrip(".")
        value: object = self.value
        several = isinstance(value, (tuple, list, str)) and not _named(self.value)
        comma = typing.get_origin(self.hint) is tuple and not several
        more = ": a tuple of one ends in a comma, (…,)" if comma else ""
        return f"{where} is {_shown(self.value)} and takes {_type_name(self.hint)}{more}"


def misfits(value: Any, hint: Any, path: ValuePath = ()) -> Iterator[Misfit]:
    """Yield the parts of a value that do not match the annotation."""
    origin: Any = typing.get_origin(hint)
    args = typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        found = [list(misfits(value, arm, path)) for arm in args]
        if all(found):  # report the arm that matches most
            yield from max(found, key=lambda arm: len(arm[0].path))[:1]
    elif origin is Callable:
        if not callable(value):
            yield Misfit(path, value, hint)
    elif origin is tuple and args[-1:] != (...,):
        if not isinstance(value, tuple) or len(cast("tuple[Any, ...]", value)) != len(args):
            yield Misfit(path, value, hint)
    elif origin is not None and isinstance(origin, type):
        yield from _within(value, hint, origin, args, path)
    elif isinstance(hint, type) and hint is not Any:
        yield from _of_class(value, hint, path)


def misfit_arguments(function: Any, arguments: Mapping[str, Any]) -> Iterator[Misfit]:
    """Yield the arguments of a call that are not of the annotated types."""
    hints = _hints(function)
    for name, parameter in inspect.signature(function).parameters.items():
        if name not in hints or name not in arguments:
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            for i, item in enumerate(arguments[name]):
                yield from misfits(item, hints[name], (name, i))
        else:
            yield from misfits(arguments[name], hints[name], (name,))


def of_fields(value: Any, path: ValuePath = ()) -> Iterator[Misfit]:
    """Yield the fields of a dataclass or a named tuple that do not match their annotations."""
    hints = _hints(type(value))
    names = [f.name for f in fields(value) if f.init] if is_dataclass(value) else value._fields
    for name in names:
        if name in hints and hasattr(value, name):
            yield from misfits(getattr(value, name), hints[name], (*path, name))


def _named(value: object) -> bool:
    """True if it is a named tuple, which counts as one value although it can be iterated."""
    return hasattr(value, "_fields")


def _within(value: Any, hint: Any, origin: Any, args: tuple[Any, ...], path: ValuePath) -> Iterator[Misfit]:
    if not isinstance(value, origin) or isinstance(value, str) or _named(value):
        yield Misfit(path, value, hint)
    elif issubclass(origin, Mapping):
        for key, one in value.items():
            yield from misfits(one, args[1], (*path, str(key)))
    elif issubclass(origin, Collection) and args:
        for i, one in enumerate(value):
            yield from misfits(one, args[0], (*path, i))


def _of_class(value: Any, hint: Any, path: ValuePath) -> Iterator[Misfit]:
    wrong_number = hint is int and isinstance(value, bool)
    if hint is not object and (not isinstance(value, hint) or wrong_number):
        yield Misfit(path, value, hint)
    elif hint.__module__.startswith("paiyan.scorer.") and (is_dataclass(hint) or _named(hint)):
        yield from of_fields(value, path)


def _hints(of: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(of)
    except NameError:  # a type that is imported only for the type checker
        return {}


def _shown(value: Any) -> str:
    text = repr(value) if isinstance(value, (str, int, float, type(None))) else type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}…"


_A = {str: "a text", int: "a whole number", bool: "True or False", type(None): "None"}


def _type_name(hint: Any) -> str:
    """Return a type in words: ``a tuple of Priced``."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(map(_type_name, args)))
    if origin is Callable:
        return "a function"
    if isinstance(origin, type) and args:
        return f"a {origin.__name__.lower()} of {' and '.join(_type_name(a) for a in args if a is not ...)}"
    return _A.get(hint, getattr(hint, "__name__", str(hint)))


class Mistake(NamedTuple):
    """A sentence, and where it applies: `line` counts from 1, None for the whole file."""

    file: Path
    line: int | None
    message: str

    def __str__(self) -> str:
        place = str(self.file) if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.message}"


def or_similar(name: str, names: Iterable[str]) -> str:
    """Return ``; did you mean full_flush?`` if there is a similar name, else nothing."""
    near = did_you_mean(name, names)
    return f"; {near.to('en')}" if near else ""


_NAME = "paiyan_checked_rule_set"


@dataclass(frozen=True)
class Loaded:
    """A file that was run: its syntax tree, and the names that it defined."""

    file: Path
    tree: ast.Module
    module: ModuleType

    @property
    def names(self) -> dict[str, Any]:
        """Return all globals of the module by name, those that Python sets included."""
        return vars(self.module)


def load(file: Path) -> Loaded | list[Mistake]:
    """Run the file as a module; return it, or the mistakes that prevent it."""
    try:
        tree = ast.parse(file.read_text("utf-8"), str(file))
    except OSError:
        return [Mistake(file, None, "there is no such file, or it may not be read")]
    except UnicodeDecodeError:
        return [Mistake(file, None, "it is not UTF-8: save it as UTF-8")]
    except SyntaxError as wrong:
        return [Mistake(file, wrong.lineno, f"this is not Python: {wrong.msg}")]
    loaded = Loaded(file, tree, ModuleType(_NAME))
    loaded.module.__file__ = str(file)
    sys.modules[_NAME] = loaded.module  # dataclasses look their module up
    try:
        # What was just read is run: of a file saved twice in a second, Python may keep the first as bytecode.
        exec(compile(tree, str(file), "exec"), vars(loaded.module))
    except Exception as wrong:
        return mistakes_of(wrong, loaded)
    finally:
        del sys.modules[_NAME]
    return loaded


def mistakes_of(error: Exception, loaded: Loaded, *, during: str = "") -> list[Mistake]:
    """Return an error as mistakes at the line of the file that was running last."""
    frames = [(frame, line) for frame, line in _frames(error)]
    own = [i for i, (frame, _) in enumerate(frames) if frame.f_code.co_filename == str(loaded.file)]
    line = frames[own[-1]][1] if own else None
    after = f" (in {during})" if during else ""
    called = frames[own[-1] + 1][0] if own and own[-1] + 1 < len(frames) else None
    if called is not None and not isinstance(error, ImportError):
        found = list(_of_call(called))
        if found:
            at = [(line_of_field(loaded.tree, m.path) or line, m) for m in found]
            return [Mistake(loaded.file, n, f"{m}{after}") for n, m in at]
    message = f"{_describe(error, loaded, in_own_code=called is not None)}{after}"
    related = line_of_relation(loaded.tree, loaded.names, f" {error},")
    return [Mistake(loaded.file, related or line, message)]


def _frames(error: Exception) -> Iterator[tuple[FrameType, int]]:
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _of_call(frame: FrameType) -> Iterator[Misfit]:
    """Yield the arguments of the wrong type in a call of the scorer."""
    arguments, name = frame.f_locals, frame.f_code.co_name
    if "self" in arguments and name == "__init__" and is_dataclass(cast(object, arguments["self"])):
        yield from of_fields(arguments["self"])
        return
    of = (
        inspect.getattr_static(arguments["self"], name, None)
        if "self" in arguments
        else frame.f_globals.get(name)
    )
    if callable(of):
        yield from misfit_arguments(of, arguments)


_UNEXPECTED = re.compile(r"(\w+?)(?:\.__init__|\.__new__)?\(\) got an unexpected keyword argument '(\w+)'")
_MISSING = re.compile(r"(\w+?)(?:\.__init__|\.__new__)?\(\) missing .*?argument.*?: (.*)")
_NO_NAME = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


def _describe(error: Exception, loaded: Loaded, *, in_own_code: bool) -> str:
    """Describe an error in one sentence, with the name that was probably meant."""
    text = str(error)
    if isinstance(error, AttributeError) and error.name and not in_own_code:
        of = error.obj.__name__ if isinstance(error.obj, ModuleType) else type(error.obj).__name__
        return f"{of} has no {error.name}{or_similar(error.name, dir(error.obj))}"
    if isinstance(error, NameError) and error.name:
        return f"there is no {error.name}{or_similar(error.name, [*loaded.names, *dir(builtins)])}"
    if found := _NO_NAME.match(text):
        there = dir(sys.modules.get(found[2]))
        return f"{found[2]} has no {found[1]}{or_similar(found[1], there)}"
    if isinstance(error, ModuleNotFoundError):
        return f"there is no module {error.name}"
    if found := _UNEXPECTED.search(text):
        return f"{found[1]} has no {found[2]}{or_similar(found[2], _parameters(found[1], loaded))}"
    if found := _MISSING.search(text):
        return f"{found[1]} needs {found[2]}"
    if isinstance(error, KeyError):
        return f"there is nothing under {text}"
    return text if in_own_code and isinstance(error, ValueError) else f"{type(error).__name__}: {text}"


def _parameters(name: str, loaded: Loaded) -> list[str]:
    """Return the parameters of the class or function of that name."""
    of = loaded.names.get(name)
    if of is None:  # a method, as `at` of a fan
        makers = (getattr(one, name, None) for one in list(loaded.names.values()) if isinstance(one, type))
        methods = (getattr(type(one), name, None) for one in _catalogue())
        of = next((one for one in (*makers, *methods) if callable(one)), None)
    code = getattr(of, "__code__", None) or getattr(getattr(of, "__init__", None), "__code__", None)
    return list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]) if code else []


def _catalogue() -> list[object]:
    from paiyan.scorer.fans.catalogue import (
        whole_hand,  # only here: a file without mistakes has no use for it
    )

    return [whole_hand.CHICKEN, whole_hand.CHICKEN.at(0)]

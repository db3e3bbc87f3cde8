"""A rule-set file is run, and what it raises becomes a mistake at a line of the author's."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, cast

from paiyan.scorer.authoring import field_types, references
from paiyan.scorer.authoring.mistake import Mistake, did_you_mean

_NAME = "paiyan_checked_rule_set"


@dataclass(frozen=True)
class Loaded:
    """A file that was run: its text as a tree, and what it made."""

    file: Path
    tree: ast.Module
    module: ModuleType

    @property
    def made(self) -> dict[str, Any]:
        return vars(self.module)


def load(file: Path) -> Loaded | list[Mistake]:
    """The file, run as a module, or why it cannot be."""
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
    """What an error says of the file, at the last line of it that was running."""
    frames = [(frame, line) for frame, line in _frames(error)]
    own = [i for i, (frame, _) in enumerate(frames) if frame.f_code.co_filename == str(loaded.file)]
    line = frames[own[-1]][1] if own else None
    after = f" (in {during})" if during else ""
    called = frames[own[-1] + 1][0] if own and own[-1] + 1 < len(frames) else None
    if called is not None and not isinstance(error, ImportError):
        found = list(_of_call(called))
        if found:
            at = [(references.line_of_field(loaded.tree, m.path) or line, m) for m in found]
            return [Mistake(loaded.file, n, f"{m}{after}") for n, m in at]
    message = f"{_describe(error, loaded, in_own_code=called is not None)}{after}"
    related = references.line_of_relation(loaded.tree, loaded.made, f" {error},")
    return [Mistake(loaded.file, related or line, message)]


def _frames(error: Exception) -> Iterator[tuple[FrameType, int]]:
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _of_call(frame: FrameType) -> Iterator[field_types.Misfit]:
    """What of a call of ours was of the wrong type."""
    arguments, name = frame.f_locals, frame.f_code.co_name
    if "self" in arguments and name == "__init__" and is_dataclass(cast(object, arguments["self"])):
        yield from field_types.of_fields(arguments["self"])
        return
    of = (
        inspect.getattr_static(arguments["self"], name, None)
        if "self" in arguments
        else frame.f_globals.get(name)
    )
    if callable(of):
        yield from field_types.arguments(of, arguments)


_UNEXPECTED = re.compile(r"(\w+?)(?:\.__init__|\.__new__)?\(\) got an unexpected keyword argument '(\w+)'")
_MISSING = re.compile(r"(\w+?)(?:\.__init__|\.__new__)?\(\) missing .*?argument.*?: (.*)")
_NO_NAME = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


def _describe(error: Exception, loaded: Loaded, *, in_own_code: bool) -> str:
    """An error as one sentence, with what was probably meant."""
    text = str(error)
    if isinstance(error, AttributeError) and error.name and not in_own_code:
        of = error.obj.__name__ if isinstance(error.obj, ModuleType) else type(error.obj).__name__
        return f"{of} has no {error.name}{did_you_mean(error.name, dir(error.obj))}"
    if isinstance(error, NameError) and error.name:
        return f"there is no {error.name}{did_you_mean(error.name, [*loaded.made, *dir(builtins)])}"
    if found := _NO_NAME.match(text):
        there = dir(sys.modules.get(found[2]))
        return f"{found[2]} has no {found[1]}{did_you_mean(found[1], there)}"
    if isinstance(error, ModuleNotFoundError):
        return f"there is no module {error.name}"
    if found := _UNEXPECTED.search(text):
        return f"{found[1]} has no {found[2]}{did_you_mean(found[2], _parameters(found[1], loaded))}"
    if found := _MISSING.search(text):
        return f"{found[1]} needs {found[2]}"
    if isinstance(error, KeyError):
        return f"there is nothing under {text}"
    return text if in_own_code and isinstance(error, ValueError) else f"{type(error).__name__}: {text}"


def _parameters(name: str, loaded: Loaded) -> list[str]:
    """What may be given to the class or function of that name."""
    of = loaded.made.get(name)
    if of is None:  # a method, as `at` of a fan
        makers = (getattr(one, name, None) for one in list(loaded.made.values()) if isinstance(one, type))
        methods = (getattr(type(one), name, None) for one in _catalogue())
        of = next((one for one in (*makers, *methods) if callable(one)), None)
    code = getattr(of, "__code__", None) or getattr(getattr(of, "__init__", None), "__code__", None)
    return list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]) if code else []


def _catalogue() -> list[object]:
    from paiyan.scorer.fans.catalogue import (
        whole_hand,  # only here: a file without mistakes has no use for it
    )

    return [whole_hand.CHICKEN, whole_hand.CHICKEN.at(0)]

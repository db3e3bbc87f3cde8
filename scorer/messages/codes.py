"""Stable codes of the sentences, which a client can act on without parsing any language."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any, NamedTuple

from paiyan.scorer.messages.languages import Message, Words

UNNAMED = "other"
"""The code of a sentence that is no constant of a module, as those of a rule set of one's own may be."""


class Code(NamedTuple):
    """The code of a sentence and the values in it, as a client reads them."""

    code: str
    values: Mapping[str, Any]


class _Names:
    """The names of the constants that are `Words`, by what they say; modules loaded later are added."""

    def __init__(self) -> None:
        self._names: dict[Words, str] = {}
        self._modules: set[str] = set()

    def of(self, words: Words) -> str:
        """Return the name in lower case, or `UNNAMED`."""
        if words not in self._names:
            self._load()
        return self._names.get(words, UNNAMED)

    def _load(self) -> None:
        # a copy, since other threads import; what they have not finished importing is read next time
        modules = {name: m for name, m in sys.modules.copy().items() if name.startswith("paiyan.")}
        own = {name for name in modules if name not in self._modules and not _importing(modules[name])}
        for module in sorted(own, key=lambda name: (".messages" not in name, name)):
            for name, value in list(vars(modules[module]).items()):
                if isinstance(value, Words) and name.isupper():
                    self._names.setdefault(value, name.strip("_").lower())
        self._modules |= own


def _importing(module: ModuleType) -> bool:
    return bool(getattr(module.__spec__, "_initializing", False))


_NAMES = _Names()


def code_of(text: object, lang: str = "en") -> Code:
    """Return the code of a sentence, an error or a problem; values in words are given in the language."""
    while not isinstance(inner := getattr(text, "message", None), (str, type(None))):
        text = inner
    if isinstance(text, Words):
        return Code(_NAMES.of(text), {})
    if isinstance(text, Message):
        return Code(_NAMES.of(text.words), {name: _plain(v, lang) for name, v in text.values.items()})
    code: str | None = getattr(text, "code", None)
    values: Mapping[str, Any] = getattr(text, "values", {})
    return Code(code or UNNAMED, dict(values))


def _plain(value: Any, lang: str) -> Any:
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if hasattr(value, "to"):
        return value.to(lang)
    if type(value) in (list, tuple):
        return [_plain(one, lang) for one in value]
    return str(value)

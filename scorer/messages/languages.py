"""What the program says in its languages: a text, a sentence with values in it, an error that speaks them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

LANGUAGES = ("zh", "en", "ja")


class Translatable(Protocol):
    """A sentence, an error or a problem that can be said in each language."""

    def to(self, lang: str) -> str:
        """The text in ``zh``, ``en`` or ``ja``."""
        ...


class Words(NamedTuple):
    """The same thing said in Chinese, English and Japanese; Japanese falls back on Chinese."""

    zh: str
    en: str
    ja: str = ""

    def to(self, lang: str) -> str:
        """The text in ``zh``, ``en`` or ``ja``; other languages get English."""
        return {"zh": self.zh, "ja": self.ja or self.zh}.get(lang, self.en)


class Message(NamedTuple):
    """Words with the values that stand in them, like ``{tile}``; it becomes a text where its reader is known.

    A value may itself be words, a sentence or an error, or a list of such things.
    """

    words: Words
    values: Mapping[str, Any]

    def to(self, lang: str) -> str:
        """The text in ``zh``, ``en`` or ``ja``; other languages get English."""
        return self.words.to(lang).format_map({name: _in(v, lang) for name, v in self.values.items()})


class Joined(NamedTuple):
    """Texts one after the other."""

    parts: tuple[Any, ...]
    by: str = ", "

    def to(self, lang: str) -> str:
        """The text in ``zh``, ``en`` or ``ja``; other languages get English."""
        return self.by.join(str(_in(one, lang)) for one in self.parts)


Sentence = Words | Message


class _Literal:
    """A value as JSON writes it, whose name Python writes otherwise: true, false, null."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


_LITERALS = {True: _Literal("true"), False: _Literal("false"), None: _Literal("null")}


def _in(value: Any, lang: str) -> Any:
    if value is True or value is False or value is None:
        return _LITERALS[value]
    translate = getattr(
        value, "to", None
    )  # of words, sentences and errors; quicker than asking for a protocol
    if translate is not None:
        return translate(lang)
    if type(value) in (list, tuple):  # a named tuple is one thing
        return (", " if lang == "en" else "、").join(str(_in(one, lang)) for one in value)
    return value

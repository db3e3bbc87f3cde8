"""Words and sentences in all languages, and the renderer that makes text of them.

Whatever can be shown is a `Translatable`, in no language yet, up to the command line and HTTP. There a
`Renderer` is made once for the language of the reader and makes texts of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

LANGUAGES = ("zh", "en", "ja")


class Translatable:
    """A sentence, an error or a problem that can be shown in each language."""

    __slots__ = ()

    @property
    def text(self) -> Text:
        """The words or the sentence that it is shown as."""
        raise NotImplementedError

    def to(self, lang: str) -> str:
        """Return the text in ``zh``, ``en`` or ``ja``; other languages get English."""
        return Renderer(lang)(self)


Text = Translatable | str


@dataclass(frozen=True, slots=True)
class Words(Translatable):
    """The same words in Chinese, English and Japanese; Japanese falls back on Chinese."""

    zh: str
    en: str
    ja: str = ""

    def __iter__(self) -> Iterator[str]:
        """Yield the words as they were given: ``zh, en, ja = words``."""
        return iter((self.zh, self.en, self.ja))


@dataclass(frozen=True, slots=True)
class Message(Translatable):
    """Words with the values that stand in them, like ``{tile}``.

    A value may itself be words, a sentence or an error, or a list of such things.
    """

    words: Words
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Joined(Translatable):
    """Texts one after the other."""

    parts: tuple[Any, ...]
    by: str = ", "


Sentence = Words | Message


@dataclass(frozen=True)
class Renderer:
    """Render texts in one language: ``zh``, ``en`` or ``ja``; others get English.

    >>> Renderer("en")(Message(Words("{n} 张牌", "{n} tiles", "{n} 枚"), {"n": 14}))
    '14 tiles'
    """

    lang: str

    def __call__(self, text: Text) -> str:
        """Return the text in the language."""
        while not isinstance(text, str):
            if isinstance(text, Words):
                return self._words(text)
            if isinstance(text, Message):
                return self._words(text.words).format_map(
                    {name: self._value(v) for name, v in text.values.items()}
                )
            if isinstance(text, Joined):
                return text.by.join(str(self._value(part)) for part in text.parts)
            text = text.text
        return text

    def _words(self, words: Words) -> str:
        if self.lang == "zh":
            return words.zh
        return words.ja or words.zh if self.lang == "ja" else words.en

    def _value(self, value: Any) -> Any:
        if value is True or value is False or value is None:
            return _LITERALS[value]
        if isinstance(value, Translatable):
            return self(value)
        if type(value) in (list, tuple):  # a named tuple is one thing
            return (", " if self.lang == "en" else "、").join(str(self._value(one)) for one in value)
        return value


class _Literal:
    """A value as JSON writes it, whose name Python writes otherwise: true, false, null."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


_LITERALS = {True: _Literal("true"), False: _Literal("false"), None: _Literal("null")}

"""What the program says in its languages: a text, a sentence with values in it, an error that speaks them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

LANGUAGES = ("zh", "en", "ja")


class Words(NamedTuple):
    """The same thing said in Chinese, English and Japanese; Japanese falls back on Chinese."""

    zh: str
    en: str
    ja: str = ""

    def to(self, lang: str) -> str:
        """The text in ``zh``, ``en`` or ``ja``; other languages get English."""
        return {"zh": self.zh, "ja": self.ja or self.zh}.get(lang, self.en)


class Said(NamedTuple):
    """Words with the values that stand in them, like ``{tile}``; it becomes a text where its reader is known.

    A value may itself be words, a sentence or an error, or a list of such things.
    """

    words: Words
    values: Mapping[str, Any]

    def to(self, lang: str) -> str:
        """The text in ``zh``, ``en`` or ``ja``; other languages get English."""
        return self.words.to(lang).format_map({name: _in(v, lang) for name, v in self.values.items()})


Sentence = Words | Said


class SpokenError(Exception):
    """An error whose sentence is known in every language; as `str` it is English.

    A plain text is said as it is in each: for what only the command line or a log tells.
    """

    def __init__(self, said: Words | Said | SpokenError | str, /, **values: Any) -> None:
        self.said = said
        if values and isinstance(said, Words):
            self.said = Said(said, values)
        super().__init__(self.to("en"))

    def to(self, lang: str) -> str:
        """The sentence in ``zh``, ``en`` or ``ja``; other languages get English."""
        return self.said if isinstance(self.said, str) else self.said.to(lang)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args), self.__dict__


_Error = TypeVar("_Error", bound=SpokenError)


def _again(cls: type[_Error], args: tuple[Any, ...]) -> _Error:
    """An error that came from another process."""
    error = cls.__new__(cls)
    error.args = args
    return error


def _in(value: Any, lang: str) -> Any:
    if isinstance(value, (Words, Said, SpokenError)):
        return value.to(lang)
    if type(value) in (list, tuple):  # a named tuple is one thing
        return (", " if lang == "en" else "、").join(str(_in(one, lang)) for one in value)
    return value

"""Errors of the scorer; each says in every language what is wrong and how to mend it.

::

    TranslatedError
    ├── TileError    a text that names no tiles
    ├── HandError    a hand or deal that cannot be, or that the rule set does not allow
    ├── RulesError   a rule set that is not there
    └── HouseError   a house file that cannot be used (`paiyan.scorer.house.errors`)
"""

from __future__ import annotations

from typing import Any, TypeVar

from paiyan.scorer.messages.languages import Message, Text, Translatable, Words


class TranslatedError(Translatable, Exception):
    """An error whose sentence is known in every language; as `str` it is English.

    A plain text is the same in each: for texts that only the command line or a log shows.
    """

    def __init__(self, message: Text, /, **values: Any) -> None:
        self.message = message
        if values and isinstance(message, Words):
            self.message = Message(message, values)
        super().__init__(self.to("en"))

    @property
    def text(self) -> Text:
        """Return its sentence."""
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args), self.__dict__


_Error = TypeVar("_Error", bound=TranslatedError)


def _again(cls: type[_Error], args: tuple[Any, ...]) -> _Error:
    """Return an error that came from another process."""
    error = cls.__new__(cls)
    error.args = args
    return error


class TileError(TranslatedError, ValueError):
    """A text that names no tiles; its sentence says where and how to mend it."""


class HandError(TranslatedError, ValueError):
    """A hand that cannot be; its sentence says what is wrong and how to mend it."""


class RulesError(TranslatedError, ValueError):
    """No rule set of that id; its sentence names the nearest."""

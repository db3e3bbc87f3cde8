"""The mistakes of a house file, all at once, each with its line."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.messages import house as refusal
from paiyan.scorer.messages.languages import Joined, Message, Sentence, Text, Translatable, Words

MAX_REPORTED = 20  # reported mistakes of one file; more would not help
MOST_FOUND = 2 * MAX_REPORTED  # checks stop after this many
_LONGEST = 24  # characters of a name that is compared with others

# Where something stands: ("fans", "half_flush", "value"), ("hand", 0, "tiles").
KeyPath = tuple[str | int, ...]


def name_of_path(path: KeyPath) -> str:
    """Return a path as a name: ``fans.half_flush``; one of several by its number, from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


@dataclass(frozen=True, slots=True)
class Mistake(Translatable):
    """A mistake and its place: `line` counts from 1, None for the whole file.

    `file` is the name of its file if that is not the house file itself, but its base or its hands.
    """

    line: int | None
    message: Sentence | TranslatedError | str
    file: str = ""

    @property
    def text(self) -> Text:
        """Return the mistake with its line, and its file if that is another one."""
        text: Text = self.message
        if self.line is not None:
            text = Message(refusal.AT_LINE, {"line": self.line, "said": text})
        return Message(refusal.IN_FILE, {"file": self.file, "said": text}) if self.file else text


class HouseError(TranslatedError, ValueError):
    """A house file that cannot be used; `mistakes` are in the order of their lines."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        found = sorted({m.to("en"): m for m in mistakes}.values(), key=lambda m: m.line or 0)
        self.mistakes: Sequence[Mistake] = found[:MAX_REPORTED]
        super().__init__(refusal.WRONG_FILE)

    @property
    def text(self) -> Text:
        """Return every mistake, one after the other."""
        return Joined(tuple(self.mistakes), "; ")


@contextmanager
def mistakes_in(file: str) -> Generator[None]:
    """Name the file in the mistakes that are found meanwhile, unless they are in yet another one."""
    try:
        yield
    except HouseError as wrong:
        raise HouseError(replace(m, file=m.file or file) for m in wrong.mistakes) from None


def did_you_mean(name: str, names: Iterable[str]) -> Message | None:
    """Return the name that was probably meant; None if none is similar."""
    from difflib import get_close_matches  # only here: a file without mistakes has no use for it

    near = get_close_matches(name[:_LONGEST], list(names), n=1, cutoff=0.5)
    return Message(refusal.DID_YOU_MEAN, {"near": near[0]}) if near else None


def suggestion(name: str, names: Iterable[str]) -> Sentence | Message:
    """Return the name that was probably meant, or else the names that exist."""
    known = list(dict.fromkeys(names))
    if near := did_you_mean(name, known):
        return near
    return (
        Message(refusal.THERE_ARE, {"names": known[:12]})
        if known
        else Words("请去掉", "leave it out", "外してください")
    )

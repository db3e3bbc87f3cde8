"""What is wrong in a house file, all of it at once, each with its line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paiyan.scorer.errors import TranslatedError
from paiyan.scorer.messages import house as refusal
from paiyan.scorer.messages.languages import Joined, Message, Sentence, Text, Translatable, Words

MAX_REPORTED = 20  # mistakes of one file that are told; a file of thousands is no better explained by more
MOST_FOUND = 2 * MAX_REPORTED  # after so many, nothing more is looked at
_LONGEST = 24  # characters of a name that is compared with others

# Where something stands: ("fans", "half_flush", "value"), ("hand", 0, "tiles").
KeyPath = tuple[str | int, ...]


def name_of_path(path: KeyPath) -> str:
    """A path as it is said: ``fans.half_flush``; one of several by its number, from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


@dataclass(frozen=True, slots=True)
class Mistake(Translatable):
    """One thing that is wrong, and where: `line` counts from 1, None where it is the whole file."""

    line: int | None
    message: Sentence | TranslatedError | str

    @property
    def text(self) -> Text:
        """The mistake with its line."""
        if self.line is None:
            return self.message
        return Message(refusal.AT_LINE, {"line": self.line, "said": self.message})


class HouseError(TranslatedError, ValueError):
    """A house file that cannot be used; `mistakes` are in the order of their lines."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        found = sorted({m.to("en"): m for m in mistakes}.values(), key=lambda m: m.line or 0)
        self.mistakes: Sequence[Mistake] = found[:MAX_REPORTED]
        super().__init__(refusal.WRONG_FILE)

    @property
    def text(self) -> Text:
        """Every mistake, one after the other."""
        return Joined(tuple(self.mistakes), "; ")


def hint(name: str, there: Iterable[str]) -> Sentence | Message:
    """What was probably meant, or what there is."""
    from difflib import get_close_matches  # only here: a file without mistakes has no use for it

    names = list(dict.fromkeys(there))
    near = get_close_matches(name[:_LONGEST], names, n=1, cutoff=0.5)
    if near:
        return Message(refusal.DID_YOU_MEAN, {"near": near[0]})
    return (
        Message(refusal.THERE_ARE, {"names": names[:12]})
        if names
        else Words("请去掉", "leave it out", "外してください")
    )

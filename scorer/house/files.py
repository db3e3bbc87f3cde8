"""House files on a disk: a base may be another file, and hands of the season stand in files of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paiyan.scorer.house.errors import HouseError, Mistake
from paiyan.scorer.house.format.keys import FILE
from paiyan.scorer.house.format.parsing import MOST_BYTES, Written, read
from paiyan.scorer.house.load import House, made
from paiyan.scorer.messages import house as refusal
from paiyan.scorer.messages.languages import Message
from paiyan.scorer.rules.rule_set import RuleSet
from paiyan.scorer.rulesets import rule_set

SUFFIX = ".toml"
_OF_HANDS = ("hand", "example")


def of_file(path: Path, *, among: tuple[Path, ...] = ()) -> House:
    """The house file there. A base that ends in .toml, or that is the name of a file beside it, is one too.

    `among` are the files that have this one as their base. Raises `HouseError`, its sentences naming the file
    where it is not this one.
    """
    here = path.resolve()

    def known(name: str) -> RuleSet:
        sibling = here.parent / (name if name.endswith(SUFFIX) else name + SUFFIX)
        if not name.endswith(SUFFIX) and not sibling.is_file():
            return rule_set(name)
        chain = (*among, here)
        if sibling.resolve() in chain:
            cycle = " → ".join(p.name for p in (*chain, sibling))
            raise HouseError([Mistake(None, Message(refusal.CYCLE, {"id": here.stem, "chain": cycle}))])
        return of_file(sibling, among=chain).rules

    written, text = _joined(here)
    return made(written, text, known)


def of_folder(folder: Path) -> list[House]:
    """Every house file of a folder, in the order of their names; those of hands alone belong to others.

    Raises `HouseError`, its sentences naming the file.
    """
    houses: list[House] = []
    for path in sorted(folder.glob("*" + SUFFIX)):
        try:
            written = read(_text(path))
            if written.values.keys() <= set(_OF_HANDS):
                continue
            houses.append(of_file(path))
        except HouseError as wrong:
            raise HouseError(Mistake(None, f"{path.name}: {m.to('en')}") for m in wrong.mistakes) from None
    return houses


def _joined(path: Path) -> tuple[Written, str]:
    """What a file says, with the hands and examples of the files that it names."""
    text = _text(path)
    written = read(text)
    if any(FILE.keys["hands"].takes.wrong(written.values.get("hands", []), ("hands",))):
        return written, text  # told as a mistake of its own
    names: list[str] = written.values.get("hands", [])
    values = {name: value for name, value in written.values.items() if name != "hands"}
    for name in names:
        sibling = path.parent / name
        more = _hands_of(sibling)
        for table in _OF_HANDS:
            values[table] = [*values.get(table, []), *more.get(table, [])]
    return Written(values, written.lines), text


def _hands_of(path: Path) -> dict[str, Any]:
    written = read(_text(path))
    if odd := next((name for name in written.values if name not in _OF_HANDS), None):
        line = written.line((odd,))
        raise HouseError([Mistake(line, Message(refusal.ONLY_HANDS, {"file": path.name, "name": odd}))])
    return written.values


def _text(path: Path) -> str:
    """The text of a file, no more of it than a house file may have."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1).decode("utf-8-sig")
    except OSError:
        raise HouseError([Mistake(None, Message(refusal.NO_FILE, {"file": path.name}))]) from None
    except UnicodeDecodeError:
        raise HouseError([Mistake(None, Message(refusal.NOT_UTF8, {"file": path.name}))]) from None

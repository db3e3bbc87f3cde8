"""Places in a document that figures are written into: whole tables, and single figures in a sentence.

A table stands between ``<!-- NAME: written by make figures -->`` and ``<!-- end of NAME -->``, each on a line
of its own. A figure stands in ``<!-- shipped.sets.unseen.map50 .3f -->0.993<!-- -->``: the way to it in the
results, and how it is written, as `format` has it. All else of a document is written by hand and states no
measured figure (`stated` finds one that does).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_FIGURE = re.compile(r"<!-- ([\w.-]+)(?: (\.\d[f%]))? -->[^<\n]*<!-- -->")
_STATED = re.compile(
    r"\d+ (?:of|from|out of) (?:the |its |these )?\d+|\d(?:\.\d+)?\s?%|\b[01]\.\d{2,}\b"
    r"|(?:m?AP\S*|F1|[Rr]ecall|[Pp]recision)(?: of)? [01]?\.\d+|\d+ (?:hands )?(?:are |were )?read exactly"
)


def filled(text: str, tables: Mapping[str, str], results: Mapping[str, Any]) -> str:
    """A document with these tables, and its figures as the results have them.

    Raises ValueError where it has no place for one of the tables, or a figure's way leads nowhere.
    """
    for name, lines in tables.items():
        begin, end = marks(name)
        before, first, rest = text.partition(begin)
        _, last, after = rest.partition(end)
        if not (first and last):
            raise ValueError(f"the table {name} has no place: it needs the lines {begin!r} and {end!r}")
        text = before + first + lines + last + after

    def figure(match: re.Match[str]) -> str:
        way, form = match[1], match[2] or ""
        return f"<!-- {way}{' ' * bool(form)}{form} -->{format(_at(results, way), form)}<!-- -->"

    return _FIGURE.sub(figure, text)


def _at(results: Any, way: str) -> Any:
    """The result to which a way of names and numbers leads."""
    at: Any = results
    try:
        for key in way.split("."):
            at = at[int(key) if isinstance(at, list) else key]
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise ValueError(f"no result lies at {way}: look into models/results, or mend the place") from error
    return at


def marks(name: str) -> tuple[str, str]:
    """The lines around a table."""
    return f"<!-- {name}: written by make figures -->\n", f"<!-- end of {name} -->\n"


def stated(text: str, tables: Mapping[str, Any]) -> list[str]:
    """The measured figures that a document states by hand: outside of places, of code and of addresses."""
    for name in tables:
        begin, end = marks(name)
        before, _, rest = text.partition(begin)
        text = before + rest.partition(end)[2]
    text = _FIGURE.sub("", text)
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`\n]*`|\]\([^)]*\)", "", text)
    return [match[0] for match in _STATED.finditer(text)]

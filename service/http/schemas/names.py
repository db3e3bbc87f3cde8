"""Names and notes as people see them: composed, and without characters that nobody sees."""

from __future__ import annotations

import re
from unicodedata import category, normalize

from paiyan.scorer.errors import SpokenError
from paiyan.service.messages.tables import NAME_UNSEEN, TEXT_UNPRINTED

_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Fillers, blanks of braille and variation selectors: letters or marks to Unicode, and nothing to see."""
_IN_PICTURES = "\u200d\ufe0f"
_PICTURE = re.compile(f"(?<=[\u2600-\u27bf\U0001f000-\U0001faff\ufe0f])[{_IN_PICTURES}]")
"""What joins pictures (emoji) into one, behind one."""


class _Unseen(SpokenError, ValueError):  # noqa: N818 - reads as what happened
    """A text that is refused, as pydantic takes an error."""


def seen(name: str) -> str:
    """A name, composed (NFC). Raises `ValueError` where a part of it cannot be seen."""
    name = normalize("NFC", name).strip()
    plain = _PICTURE.sub("", name)
    if not plain or _UNSEEN.search(plain) or any(category(c) in _HIDDEN for c in plain):
        raise _Unseen(NAME_UNSEEN)
    return name


def printed(text: str) -> str:
    """A text on one line, composed. Raises `ValueError` where it has controls or turns its direction."""
    text = normalize("NFC", text)
    if _BIDI.search(text) or any(category(c) in _CONTROLS for c in text):
        raise _Unseen(TEXT_UNPRINTED)
    return text


_CONTROLS = ("Cc", "Cs", "Zl", "Zp")
_HIDDEN = (*_CONTROLS, "Cf", "Co")

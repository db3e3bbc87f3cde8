"""Corrections as the JSON objects that a client sends back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiyan.vision.decoding.corrections import Add, Correction, Meld, Place, Remove, Rename, Winning


def correction_json(correction: Correction) -> Mapping[str, Any]:
    """Return the JSON object of a correction, without what it leaves open."""
    match correction:
        case Rename(tile, face):
            return {"do": "rename", "tile": tile, "is": face.notation}
        case Remove(tiles):
            return {"do": "remove", "tiles": list(tiles)}
        case Add(face, role, box):
            about = {"do": "add", "is": face.notation, "role": role}
            return about if box is None else {**about, "box": list(box)}
        case Place(tiles, role):
            return {"do": "place", "tiles": list(tiles), "role": role}
        case Meld(tiles, type_, source, claimed):
            open_ = {"type": type_, "from": source, "claimed": claimed and claimed.notation}
            told = {name: value for name, value in open_.items() if value is not None}
            return {"do": "meld", "tiles": list(tiles), **told}
        case Winning(tile, face):
            return {"do": "winning", "tile": tile} if face is None else {"do": "winning", "is": face.notation}

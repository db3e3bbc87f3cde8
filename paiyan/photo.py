"""Read a photo: the part of the front door that loads no scorer, only what finds and names tiles."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from paiyan.scorer.messages.languages import Words
from paiyan.service import recognition
from paiyan.service.errors import WrongUse, as_service_errors

if TYPE_CHECKING:
    from paiyan.scorer.rules.rule_set import RuleSet
    from paiyan.vision.picture.image import Image
    from paiyan.vision.reading import Reading

    Source = str | os.PathLike[str] | bytes | Image

_Seat = Literal["E", "S", "W", "N", "all", "nearest"]
_NO_SEAT = Words(
    "seat 只能是 {seats} 之一，不能是 {seat!r}",
    "seat is one of {seats}, not {seat!r}",
    "seat は {seats} のどれかです：{seat!r} は使えません",
)
_NO_PHOTO = Words(
    "照片要是文件名、文件的字节，或 uint8 的 BGR 像素 (h, w, 3)，不能是 {kind}",
    "a photo is a file name, a file's bytes, or BGR pixels (h, w, 3) of uint8, not {kind}",
    "写真はファイル名、ファイルのバイト列、または uint8 の BGR 画素 (h, w, 3) です：{kind} は使えません",
)


def read(
    photo: Source,
    *,
    rules: str | RuleSet | None = None,
    options: Mapping[str, Any] | None = None,
    won: bool = False,
    seat: _Seat = "nearest",
    tiles: str = "",
) -> Reading:
    """Read the hand in a photo: a file, its bytes, or upright BGR pixels (h, w, 3) uint8.

    `rules` limits the hand to the tiles of a rule set, `won` to hands that win there. `seat` is whose hand
    is read if several lie there, E at the picture's lower edge; ``"all"`` fills ``reading.hands``. `tiles`
    is a profile of your own set, made by ``paiyan tiles``. Raises `PaiyanError`.

    >>> reading = read("service/samples/hand.jpg")
    >>> reading.hand.winning, reading.reliable, len(reading.tiles)
    (Tile(6p), True, 16)
    """
    if isinstance(rules, str):
        from paiyan.service.answers.rule_catalogue import named

        rules = named(rules)
    if rules is not None and options:
        with as_service_errors():
            rules.with_options(options)
    if seat not in get_args(_Seat):
        raise WrongUse(_NO_SEAT, seats=list(get_args(_Seat)), seat=seat)
    return recognition.read_picture(
        _source(photo),
        reading_settings=recognition.DEFAULT_READING._replace(tiles=tiles),
        rules=rules,
        situation={"options": dict(options or {})},
        won="won" if won else "unknown",
        seat=seat,
    )


def _source(photo: Source) -> Path | bytes | Image:
    """Return what a photo is read from. Raises `WrongUse` for anything else, as a picture of Pillow's."""
    if isinstance(photo, (str, os.PathLike)):
        return Path(photo)
    if isinstance(photo, (bytes, bytearray)):
        return bytes(photo)
    shape, dtype = getattr(photo, "shape", ()), str(getattr(photo, "dtype", ""))
    if len(shape) == 3 and shape[2] == 3 and all(shape) and dtype == "uint8":
        return photo
    raise WrongUse(_NO_PHOTO, kind=" ".join(filter(None, (type(photo).__name__, str(shape or ""), dtype))))

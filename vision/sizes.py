"""Sizes of pictures, and their place in a network's input: the same on a server and in a browser."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Sized(Protocol):
    """Pixels with a height and a width first in their shape."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Height, width, channels."""
        ...


class Frame(NamedTuple):
    """The place of a picture in the network's input: ``input = picture * scale + (left, top)``."""

    scale: float
    left: int
    top: int
    width: int
    height: int


def size_of(image: Sized) -> tuple[int, int]:
    """Return width and height of a picture in pixels."""
    return image.shape[1], image.shape[0]

"""A live camera: frames come faster than they can be read, so the newest waits and older ones are dropped.

`Watch` is what turns frames into readings; `frame_by_frame` reads each by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from service import eyes
from service.eyes import Sight

Answer = dict[str, Any]


class Watch(Protocol):
    """Looks at the frames of one camera."""

    def see(self, frame: bytes, *, lang: str) -> Answer:
        """The reading after this frame, a picture file's bytes. Raises `BadPicture`."""
        ...


class _FrameByFrame:
    def __init__(self, sight: Sight) -> None:
        self._sight = sight

    def see(self, frame: bytes, *, lang: str) -> Answer:
        return eyes.look(frame, lang=lang, sight=self._sight)


def frame_by_frame(sight: Sight) -> Watch:
    """Reads each frame by itself."""
    return _FrameByFrame(sight)


Watching = Callable[[Sight], Watch]


class Newest:
    """Holds the newest frame until it is taken; one that was not taken when the next came is dropped."""

    def __init__(self) -> None:
        self._frame: bytes | None = None
        self._there = asyncio.Event()
        self.number = 0
        self.dropped = 0

    def put(self, frame: bytes) -> bool:
        """Let a frame wait; whether an older one was dropped for it."""
        late = self._frame is not None
        self.dropped += late
        self.number += 1
        self._frame = frame
        self._there.set()
        return late

    async def take(self) -> tuple[int, bytes]:
        """The number and the bytes of the newest frame, as soon as there is one."""
        await self._there.wait()
        self._there.clear()
        frame, self._frame = self._frame, None
        assert frame is not None
        return self.number, frame

"""A live camera: frames come faster than they can be read, so the newest waits and older ones are dropped.

`Watch` is what turns frames into readings; `SteadyReader` joins them.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from paiyan.scorer.messages.as_json import flat
from paiyan.service.answers.guiding import HintReport, hint_report
from paiyan.service.answers.reading import reading_report
from paiyan.service.answers.report import ReadingReport
from paiyan.service.recognition import photos
from paiyan.service.recognition.photos import ReadingSettings

if TYPE_CHECKING:
    from paiyan.vision.picture.image import Image
    from paiyan.vision.reading import Reading


@dataclass(frozen=True, kw_only=True)
class LiveReading:
    """A reading of a camera's frames, and what the camera does: moving, joining or steady; `hint` says how to
    hold it better."""

    state: str
    hint: HintReport | None = None
    reading: ReadingReport = flat()


class Watch(Protocol):
    """Looks at the frames of one camera."""

    def see(self, frame: bytes) -> LiveReading:
        """The reading after this frame, a picture file's bytes. Raises `BadPicture`."""
        ...


class SteadyReader:
    """A steady reading over the frames, with ``state``: moving, joining (being read) or steady.

    While the picture moves the reading is the last steady one; before there was any it has no tiles.
    """

    def __init__(self, reading_settings: ReadingSettings) -> None:
        from paiyan.vision.video import Steady

        self._reading_settings = reading_settings
        self._steady = Steady(photos.video_reader(reading_settings), closer=True)

    def see(self, frame: bytes) -> LiveReading:
        """As `Watch`."""
        picture = photos.open_picture(frame, reading_settings=self._reading_settings)
        moment = self._steady.see(picture)
        reading = moment.reading or self._nothing(picture)
        hint = moment.hint and hint_report(moment.hint)
        return LiveReading(state=moment.state.value, hint=hint, reading=reading_report(reading))

    def _nothing(self, picture: Image) -> Reading:
        """A reading without tiles: what a picture shows that only moved so far."""
        from paiyan.vision.detections import Detections

        return self._steady.reader.reading(Detections.none(), size=(picture.shape[1], picture.shape[0]))


class NewestFrame:
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

"""``WS /v1/live``: the frames of a camera in, readings out.

The client sends each frame as a binary message (a JPEG, PNG or WebP file). The service answers with text
messages of JSON: ``{"type": "reading", "frame": 7, "dropped": 3, "reading": {"state": "steady", …}}`` for a
frame that was read (`SteadyReader` says what the states are), ``{"type": "problem", "frame": 8, "problem":
{…}}`` for one that could not be. Frames that come while one is read replace each other, so that the answer is
always to the newest. A text message sets the language: ``{"lang": "zh"}``. Where the service asks for a key,
a browser sends it as the subprotocol ``paiyan.key.KEY`` next to ``paiyan.live``.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from anyio import create_task_group, fail_after
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from paiyan.scorer.messages.as_json import JsonRenderer, flat
from paiyan.service import recognition
from paiyan.service.answers.reading import HintReport, hint_report, reading_report
from paiyan.service.answers.report import ReadingReport
from paiyan.service.errors import Busy, PaiyanError, TooLarge, WrongUse
from paiyan.service.http.admission import Holding
from paiyan.service.http.connections import TEXT_BYTES
from paiyan.service.http.routes.responses import AWAY, accept, admit, problem_text, refuse, rendered
from paiyan.service.http.scope import LANGUAGES, renderer_of
from paiyan.service.http.state import AppState, app_state
from paiyan.service.messages.requests import LARGE_FRAME, MISTAKE, TEXT_MESSAGE
from paiyan.service.recognition import ReadingSettings
from paiyan.service.telemetry import log

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


class SteadyReader:
    """A steady reading over the frames, with ``state``: moving, joining (being read) or steady.

    While the picture moves the reading is the last steady one; before there was any it has no tiles.
    """

    def __init__(self, reading_settings: ReadingSettings) -> None:
        from paiyan.vision.video import Steady

        self._reading_settings = reading_settings
        self._steady = Steady(recognition.video_reader(reading_settings), closer=True)

    def see(self, frame: bytes) -> LiveReading:
        """Return the reading after a frame, a picture file's bytes. Raises `BadPicture`."""
        with recognition.opened_picture(frame, reading_settings=self._reading_settings) as file:
            picture = file.pixels()
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
        """Return the number and the bytes of the newest frame, as soon as there is one."""
        await self._there.wait()
        self._there.clear()
        frame, self._frame = self._frame, None
        assert frame is not None
        return self.number, frame


router = APIRouter(prefix="/v1", tags=["live"])


@router.websocket("/live")
async def live(socket: WebSocket) -> None:
    """Read a camera's frames until it goes away."""
    service = app_state(socket)
    await accept(socket)
    try:
        admit(socket, service)
        camera = _Camera(socket, service)
        camera.place.take(1)
    except PaiyanError as wrong:
        await refuse(socket, wrong, renderer_of(socket))
        return
    service.metrics.live.inc()
    try:
        await camera.run()
    finally:
        camera.place.release()
        service.metrics.live.dec()


class _Camera:
    """One camera's connection: what comes in and what goes out run side by side."""

    def __init__(self, socket: WebSocket, service: AppState) -> None:
        self.socket = socket
        self.service = service
        self.render = renderer_of(socket)
        self.newest = NewestFrame()
        self.client = service.guard.client(socket)
        self.place = Holding(service.cameras, self.client)
        most = service.settings
        self.watch = SteadyReader(
            service.reading_settings._replace(bytes=most.frame_bytes, pixels=most.frame_pixels)
        )

    async def run(self) -> None:
        """Read frames until the camera goes, sends what is too large, or sends nothing for too long."""
        async with create_task_group() as both:
            self.place.give_way = partial(both.start_soon, self._give_way)
            both.start_soon(self._read)
            try:
                await self._listen()
            except TimeoutError:
                await self.socket.close(AWAY, "no frame came for too long")
            except WrongUse as wrong:
                await refuse(self.socket, wrong, self.render)
            both.cancel_scope.cancel()

    async def _give_way(self) -> None:
        """Leave the place to a camera that shows more."""
        await refuse(self.socket, Busy(1), self.render)

    async def _listen(self) -> None:
        while True:
            with fail_after(self.service.settings.live_idle):
                message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if (frame := message.get("bytes")) is not None:
                self._take(frame)
            else:
                self.render = _renderer(message.get("text") or "")

    def _take(self, frame: bytes) -> None:
        most = self.service.settings.frame_bytes
        if len(frame) > most:
            raise TooLarge(LARGE_FRAME, size=len(frame), most=most)
        self.place.take(0)
        if self.newest.put(frame):
            self.service.metrics.frames.labels("dropped").inc()

    async def _read(self) -> None:
        """Answer the newest frame, again and again."""
        try:
            while True:
                await self.socket.send_text(await self._read_one(*await self.newest.take()))
        except (WebSocketDisconnect, RuntimeError) as gone:  # the camera went while its frame was read
            log.debug("a camera went: %s", gone)

    async def _read_one(self, number: int, frame: bytes) -> str:
        """The message for a frame. A full worker only means that this frame is let go."""
        count = self.service.metrics.frames
        try:
            done = await self.service.pictures.run(
                partial(rendered, partial(self.watch.see, frame), self.render),
                client=self.client,
                part="live",
            )
        except PaiyanError as wrong:
            count.labels("dropped" if isinstance(wrong, Busy) else "refused").inc()
            return problem_text(wrong, self.render, frame=number)
        except Exception as wrong:
            log.exception("a mistake in the service")
            mistake = PaiyanError(MISTAKE, what=type(wrong).__name__)
            return problem_text(mistake, self.render, frame=number)
        count.labels("read").inc()
        return _answer(number, self.newest.dropped, done.result)


def _answer(number: int, dropped: int, reading: bytes) -> str:
    about = json.dumps({"type": "reading", "frame": number, "dropped": dropped})
    return f'{about[:-1]}, "reading": {reading.decode()}}}'


def _renderer(text: str) -> JsonRenderer:
    try:
        lang = json.loads(text)["lang"] if len(text) <= TEXT_BYTES else None
    except (ValueError, TypeError, KeyError):
        lang = None
    if lang not in LANGUAGES:
        raise WrongUse(TEXT_MESSAGE)
    return JsonRenderer(lang)

"""What one running service holds: its settings, its workers, and what requests share."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, cast

from starlette.requests import HTTPConnection

from paiyan.service.errors import Late, NotReady, PaiyanError
from paiyan.service.http.admission.access import Guard
from paiyan.service.http.admission.shares import SharedQuota
from paiyan.service.http.admission.workers import Bounds, Worker
from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.database.store import Store
from paiyan.service.memory_budget import MemoryBudget
from paiyan.service.messages.pictures import OPENING
from paiyan.service.recognition import photos
from paiyan.service.recognition.photos import ReadingSettings
from paiyan.service.settings import Settings
from paiyan.service.telemetry import Metrics, log

if TYPE_CHECKING:
    from paiyan.vision.detection.detector import Detector


class Service:
    """One service; `service_of` finds it from a request. Made in an app's `create_app`, closed with it."""

    def __init__(self, settings: Settings) -> None:
        s = self.settings = settings
        self.pictures = Worker(
            "pictures", Bounds(s.pictures_at_once, s.pictures_waiting, s.deadline, s.pictures_patience)
        )
        self.hands = Worker("hands", Bounds(s.hands_at_once, s.hands_waiting, s.deadline, s.hands_patience))
        self.pages = Worker("pages", Bounds(1, s.hands_waiting, s.deadline, s.hands_patience))
        self.tables = Worker("tables", Bounds(2, s.hands_waiting, s.deadline, s.deadline))
        self.parsing = Worker("parsing", Bounds(1, s.hands_waiting, s.deadline, s.deadline))
        self.rule_pages: dict[tuple[str, str], bytes] = {}  # by id and language
        self.guard = Guard(s)
        self.metrics = Metrics()
        self.memory = SharedQuota(s.memory)
        self.bodies = SharedQuota(max(1, s.connections // 4))
        self.watchers = SharedQuota(s.table_connections)
        self.cameras = SharedQuota(s.live_connections)
        tiles = str(s.tiles or "")
        room = MemoryBudget(s.picture_memory, seconds=s.deadline / 2)
        self.reading_settings = ReadingSettings(
            s.photo_bytes, s.photo_pixels, threads=s.network_threads, spin=False, tiles=tiles, room=room
        )  # its threads share the cores with whatever else it answers
        self.warm = asyncio.Event()
        self.ledger = Ledger(Store(s.database_address)) if s.database else None
        self.unready: PaiyanError = NotReady(OPENING)

    @property
    def workers(self) -> tuple[Worker, ...]:
        """All who work off the event loop, in the order in which a request meets them."""
        return (self.parsing, self.pictures, self.hands, self.tables, self.pages)

    @property
    def model(self) -> Detector | None:
        """The detector that reads pictures, if it is open by now."""
        return photos.open_detector(self.reading_settings)

    async def warm_up(self) -> None:
        """Open the detector, however long it takes; the service is ready when it has read a first picture."""
        while not self.warm.is_set():
            try:
                await self.pictures.run(partial(photos.warm_up, self.reading_settings))
                self.warm.set()
            except Late as wrong:  # on a machine that is busy just now
                log.warning("the detector is not open yet: %s", wrong)
            except PaiyanError as wrong:
                self.unready = NotReady(wrong)
                log.error("the detector cannot be opened: %s", wrong)
                return

    def close(self) -> None:
        """Answer what was taken, and take no more."""
        for worker in self.workers:
            worker.close()
        if self.ledger:
            self.ledger.store.close()


def service_of(request: HTTPConnection) -> Service:
    """The service that a request came to."""
    return cast(Service, request.app.state.service)

"""The state of one running service: its settings, its workers, and what requests share."""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress
from functools import partial
from threading import Lock
from time import monotonic, time
from typing import TYPE_CHECKING, cast

from anyio import to_thread
from starlette.requests import HTTPConnection

from paiyan.service import recognition
from paiyan.service.errors import Late, NoDatabase, NotReady, PaiyanError
from paiyan.service.http.admission import Guard, SharedQuota
from paiyan.service.http.workers import Bounds, Worker
from paiyan.service.ledger.actions import Ledger
from paiyan.service.ledger.database.store import Store
from paiyan.service.messages.requests import OPENING
from paiyan.service.recognition import MemoryBudget, ReadingSettings
from paiyan.service.settings import Settings
from paiyan.service.telemetry import Metrics, log

if TYPE_CHECKING:
    from paiyan.vision.detection.detector import Detector


_CHECK_AGAIN = 2.0
"""Seconds for which it is known whether the database works."""
_HOUR = 3600.0


def reading_settings(settings: Settings) -> ReadingSettings:
    """Return how a service with these settings reads pictures."""
    return ReadingSettings(
        settings.photo_bytes,
        settings.photo_pixels,
        threads=settings.network_threads,
        spin=False,  # its threads share the cores with other requests
        tiles=str(settings.tiles or ""),
        room=MemoryBudget(settings.picture_memory, seconds=settings.deadline / 2),
        model=str(settings.model or ""),
    )


class AppState:
    """The state of one service, made by `create_app` and closed with its app; `app_state` finds it."""

    def __init__(self, settings: Settings) -> None:
        s = self.settings = settings
        self.pictures = Worker(
            "pictures", Bounds(s.pictures_at_once, s.pictures_waiting, s.deadline, s.pictures_patience)
        )
        self.hands = Worker("hands", Bounds(s.hands_at_once, s.hands_waiting, s.deadline, s.hands_patience))
        self.pages = Worker("pages", Bounds(1, s.hands_waiting, s.deadline, s.hands_patience))
        self.tables = Worker("tables", Bounds(2, s.hands_waiting, s.deadline, s.deadline, serial_parts=True))
        self.parsing = Worker("parsing", Bounds(1, s.hands_waiting, s.deadline, s.deadline))
        self.rule_pages: dict[tuple[str, str], bytes] = {}  # by id and language
        self.guard = Guard(s)
        self.metrics = Metrics()
        self.memory = SharedQuota(s.memory)
        self.bodies = SharedQuota(max(1, s.connections // 4))
        self.watchers = SharedQuota(s.table_connections)
        self.cameras = SharedQuota(s.live_connections)
        self.reading_settings = reading_settings(s)
        self.warm = asyncio.Event()
        self.ledger = Ledger(Store(s.database_address), most_events=s.table_events) if s.database else None
        self.unready: PaiyanError = NotReady(OPENING)
        self._checking, self._checked = Lock(), -math.inf
        self._away: NoDatabase | None = None

    @property
    def workers(self) -> tuple[Worker, ...]:
        """All who work off the event loop, in the order in which a request meets them."""
        return (self.parsing, self.pictures, self.hands, self.tables, self.pages)

    @property
    def model(self) -> Detector | None:
        """The detector that reads pictures, if it is open by now."""
        return recognition.open_detector(self.reading_settings)

    def check_database(self) -> None:
        """True if the ledger could be written to, asked every few seconds at most. Raises `NoDatabase`."""
        if not self.ledger:
            return
        with self._checking:
            if monotonic() - self._checked > _CHECK_AGAIN:
                try:
                    self._away = None
                    self.ledger.store.check()
                except NoDatabase as away:
                    self._away = away
                self._checked = monotonic()
        if self._away:
            raise self._away

    async def keep_house(self) -> None:
        """Look at the database when the service starts, which logs what is wrong with it; and delete, every
        hour, the tables that nobody used for longer than the settings keep them."""
        clock = time() - monotonic()
        while self.ledger:
            with suppress(NoDatabase):
                await to_thread.run_sync(self.check_database)
                is_steady = abs(time() - monotonic() - clock) < _HOUR  # else nobody knows how old a table is
                if (days := self.settings.table_days) and is_steady:
                    await to_thread.run_sync(self._prune, self.ledger.store, days)
            await asyncio.sleep(_HOUR)

    def _prune(self, store: Store, days: int) -> None:
        if count := store.prune(days):
            log.info("tables were deleted", extra={"about": {"tables": count, "unused_days": days}})

    async def warm_up(self) -> None:
        """Open the detector, however long it takes; the service is ready when it has read a first picture."""
        while not self.warm.is_set():
            try:
                await self.pictures.run(partial(recognition.warm_up, self.reading_settings))
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


def app_state(request: HTTPConnection) -> AppState:
    """Return the state that all requests of the app share."""
    return cast(AppState, request.app.state.service)

"""Metrics and logs of the service: numbers, routes and times, never a picture, a hand or an address."""

from __future__ import annotations

import json
import logging
import os
import sys
import traceback
from datetime import datetime, timezone
from functools import partial
from types import TracebackType
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess

from paiyan.service.settings import Settings

MULTIPROCESS = "PROMETHEUS_MULTIPROC_DIR"
"""Where several processes put their counts together; prometheus_client reads it when it is imported."""

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30)
_QUICK = (0.001, 0.002, 0.005, *(n / 100 for n in range(1, 11)), 0.15, 0.2, 0.3, 0.5, 1)
log = logging.getLogger("paiyan")
_OTHERS = ("uvicorn", "asyncio", "concurrent.futures")
"""Loggers of others that would tell of an error all that it says."""


class Metrics:
    """The counts of one service, as Prometheus reads them."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        gauge = partial(Gauge, registry=own, multiprocess_mode="livesum")
        counter = partial(Counter, registry=own)
        histogram = partial(Histogram, registry=own, buckets=_SECONDS)
        self.requests = counter("paiyan_requests", "Answers given.", ("route", "method", "status"))
        self.seconds = histogram("paiyan_request_seconds", "Time to the answer.", ("route",))
        self.stages = histogram("paiyan_stage_seconds", "Time of each stage.", ("stage",))
        self.refusals = histogram(
            "paiyan_refusal_seconds", "Time until a request beyond the limit was refused.", buckets=_QUICK
        )
        self.problems = counter("paiyan_problems", "Problems answered.", ("kind",))
        self.taken = gauge("paiyan_taken", "Jobs that wait or are worked on.", ("worker",))
        self.uploads = gauge("paiyan_upload_bytes", "Bytes of uploads held.")
        self.live = gauge("paiyan_live_connections", "Live cameras.")
        self.frames = counter("paiyan_frames", "Frames of live cameras.", ("fate",))

    def exposition(self) -> bytes:
        """Return all counts as text, those of all processes if there are several."""
        if MULTIPROCESS not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        multiprocess.MultiProcessCollector(together)  # pyright: ignore[reportUnknownMemberType]
        return generate_latest(together)


class _Discreet(logging.Formatter):
    """Tells of an error its type and where it came up, and never its message: that may hold what was sent."""

    def formatException(  # noqa: N802 - logging's name
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """Format an error and its causes, the newest first."""
        parts: list[str] = []
        wrong = ei[1]
        while wrong is not None and len(parts) < 10:
            parts += [type(wrong).__name__ + "\n" + "".join(traceback.format_tb(wrong.__traceback__))]
            wrong = wrong.__cause__ or wrong.__context__
        return "".join(parts)


class _Json(_Discreet):
    """A record as one JSON object on one line, with what was given as ``extra={"about": {…}}``."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, timezone.utc).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "time": when,
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        line |= getattr(record, "about", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class _Text(_Discreet):
    """A record as text for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        about: dict[str, Any] = getattr(record, "about", {})
        return " ".join((super().format(record), *(f"{name}={value}" for name, value in about.items())))


def start_logging(settings: Settings) -> None:
    """Let our log lines go to standard error, once however often it is called."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if settings.log_format == "json" else _Text())
    for logger in (log, *map(logging.getLogger, _OTHERS)):
        logger.handlers = [handler]
        logger.propagate = False
    log.setLevel(settings.log_level.upper())

"""The routes of the service, a file a subject; a new one is a line here.

`GUARDED` asks for a key and counts against the rate where the settings say so, `OPEN` does not.
"""

from __future__ import annotations

from service.routes import batch, correcting, health, live, reading, rules, scoring

GUARDED = (
    reading.router,
    scoring.router,
    correcting.router,
    batch.router,
    rules.router,
    health.metrics_router,
)
OPEN = (live.router, health.router)  # a live camera is asked for its key by the route itself

"""The routes of the service, a file a subject; a new one is a line here.

`GUARDED` asks for a key and counts against the rate where the settings say so, `OPEN` does not.
"""

from __future__ import annotations

from service.routes import batch, correcting, health, keeping, ledger, live, reading, rules, scoring

GUARDED = (
    reading.router,
    scoring.router,
    correcting.router,
    keeping.router,
    batch.router,
    rules.router,
    ledger.router,
)
OPEN = (live.router, ledger.live_router, health.router)  # sockets are asked for their key by the route

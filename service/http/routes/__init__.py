"""The routes of the service, a file a subject; a new one is a line here.

`GUARDED` asks for a key and counts against the rate where the settings say so, `OPEN` does not.
"""

from __future__ import annotations

from paiyan.service.http.routes import advise, batch, correct, health, keep, ledger, live, read, rules, score

GUARDED = (
    *(read.router, score.router, advise.router, correct.router, keep.router, batch.router),
    *(rules.router, ledger.router),
)
OPEN = (live.router, ledger.live_router, health.router)  # the routes of sockets check their keys

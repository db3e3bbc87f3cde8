"""The routes of the service, a file a subject; a new one is a line here.

`GUARDED` asks for a key and counts against the rate where the settings say so, `OPEN` does not.
"""

from __future__ import annotations

from paiyan.service.http.routes import hands, ledger, live, photos

GUARDED = (photos.router, hands.router, hands.rules_router, ledger.router)
OPEN = (live.router, ledger.live_router)  # the routes of sockets check their keys

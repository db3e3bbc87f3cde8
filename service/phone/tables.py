"""The tables that a phone keeps by itself: what the page asks of the ledger, answered from a log.

The page keeps the log; here is what becomes of it. Each answer has the events that are new, if any.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import segno

from paiyan.service.ledger.evening import log as logs
from paiyan.service.ledger.evening.state import Json

_MOST_LETTERS = 1800
"""Of an address in a QR code: a phone reads no denser one from another phone's screen."""


def answer(request: Json, lang: str) -> Json:
    """Answer one request: ``{"what": …, "log": …, …}``. Raises as `paiyan.service.ledger.evening.log`."""
    return _ANSWERS[request["what"]](request, lang)


def _open(request: Json, lang: str) -> Json:
    del lang
    log = logs.opened(request["about"], id=request["id"], secret=request["secret"], time=request["at"])
    return {"log": log, "answer": logs.state(log)}


def _state(request: Json, lang: str) -> Json:
    del lang
    return {"answer": logs.state(request["log"])}


def _write(request: Json, lang: str) -> Json:
    log, body, time = request["log"], request["body"], request["at"]
    answer: Any = None
    if "deal" not in request:
        new = logs.write(log, request["path"], body, time=time, lang=lang)
    elif request["path"] == "replay":
        new, answer = logs.replay(log, request["deal"], body, time=time, lang=lang)
        if not request["write"]:
            return {"events": [], "answer": answer}
    else:
        new = logs.correct(log, request["deal"], body, time=time, lang=lang)
    state = logs.state({**log, "events": [*log["events"], *new]})
    return {"events": new, "answer": answer or state}


def _file(request: Json, lang: str) -> Json:
    """The evening as a file: CSV, or the log with everything that happened."""
    del lang
    log = request["log"]
    if request["kind"] == "csv":
        return {"answer": "\ufeff" + logs.sheet(log)}
    return {"answer": {**logs.history(log), **logs.brief(log)}}


def _hand_over(request: Json, lang: str) -> Json:
    """An address that holds the whole table, and its QR code where it is short enough for one."""
    del lang
    address = f"{request['page']}#take={logs.to_text(request['log'])}"
    if len(address) > _MOST_LETTERS:
        return {"answer": {"address": address, "picture": None}}
    picture = io.BytesIO()
    segno.make_qr(address, mask=4).save(picture, kind="svg", border=2, scale=4)
    return {"answer": {"address": address, "picture": picture.getvalue().decode()}}


def _restore(request: Json, lang: str) -> Json:
    given = logs.from_text(request["text"]) if "text" in request else request["log"]
    return {"answer": logs.restored(given, lang=lang)}


_ANSWERS: dict[str, Callable[[Json, str], Json]] = {
    "open": _open, "state": _state, "write": _write, "file": _file, "hand over": _hand_over,
    "restore": _restore,
}  # fmt: skip

"""``paiyan serve``: the service on a socket, in one process or in several, and how a phone reaches it."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import io
import ipaddress
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import segno
import uvicorn
from anyio import to_thread
from uvicorn.supervisors import Multiprocess

from paiyan.scorer.messages.languages import Joined, Message, Renderer, Text, Words
from paiyan.scorer.messages.system import reason
from paiyan.service.errors import PaiyanError, WrongUse
from paiyan.service.messages import operations as words
from paiyan.service.settings import PREFIX, Settings, load_settings

if TYPE_CHECKING:
    from fastapi import FastAPI

    from paiyan.service.http.state import AppState


_SWITCH = 0.0001
"""Seconds for which a thread that computes keeps the interpreter, a fiftieth of Python's own: the event loop
lets go of it at every call of the system, and waits so long for it each time, once for each busy thread. Two
threads that compute take some hundredths longer for it."""

_ARENAS = -8
"""What glibc calls M_ARENA_MAX."""
_GIVE_BACK = 20.0
"""Seconds between two times that free memory is given back; it takes some milliseconds, in a thread."""
_COLLECTED = (3_000, 20, 20)
"""How many objects more than went away are looked through for garbage, and how often so the older ones. What
a request makes goes away with it, without that; Python's own 700 hold every answer up some times a second."""


def serve(settings: Settings, render: Renderer) -> int:
    """Answer until told to stop; what was taken by then is answered first. Raises `WrongUse`.

    `render` renders what it prints: where it listens, and how a phone reaches it.
    """
    _check(settings)
    # Both sockets stay open from now on, so that another service that starts meanwhile finds the ports taken,
    # and a client that comes before a process answers waits for it.
    listening = _listen(settings.host, settings.port, words.OPTIONS)
    port: int = listening.getsockname()[1]
    admin = _listen_for_admin(settings)
    admin_port: int = admin.getsockname()[1]
    here, health = _address(settings.host, port), _address(settings.admin_host, admin_port)
    for listens, address in ((words.LISTENS, here), (words.ADMIN_LISTENS, health)):
        print(render(Message(listens, {"address": address})), file=sys.stderr, flush=True)
    terminal = sys.stderr.encoding if sys.stderr.isatty() else None
    print(render(directions(settings, port, encoding=terminal)), end="", file=sys.stderr, flush=True)
    # The processes that answer read their settings for themselves: tell them what the command line told us.
    environment = {"host": settings.host, "port": port, "admin_port": admin_port, "workers": settings.workers}
    os.environ.update({PREFIX + name.upper(): str(value) for name, value in environment.items()})
    config = uvicorn.Config(partial(served_app, admin), workers=settings.workers, **_how(settings))
    if settings.workers == 1:
        uvicorn.Server(config).run(sockets=[listening])
        return 0
    with listening, admin, tempfile.TemporaryDirectory(prefix="paiyan-counts-") as counts:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = counts
        Multiprocess(config, sockets=[listening]).run()
    return 0


def _check(settings: Settings) -> None:
    """Try the files that the settings name, before any process starts. Raises `BadHouse`, `WrongUse`."""
    from paiyan.service import recognition
    from paiyan.service.answers.rule_catalogue import open_folder
    from paiyan.service.http.state import reading_settings

    if settings.house_rules:
        open_folder(settings.house_rules)
    if not (settings.model or settings.tiles):
        return  # without our own weights the service still answers all but pictures
    name = "PAIYAN_MODEL" if settings.model else "PAIYAN_TILES"
    try:
        recognition.detector(reading_settings(settings))
    except PaiyanError as wrong:
        raise WrongUse(words.OF_SETTING, name=name, why=wrong) from wrong
    if settings.workers > 1:
        recognition.close_detector(reading_settings(settings))  # each process opens its own


def served_app(admin: socket.socket) -> FastAPI:
    """Return the service as an ASGI app, which listens for health on the socket `admin` meanwhile."""
    from paiyan.service.http.app import admin_listening, create_app

    sys.setswitchinterval(_SWITCH)
    _end_with_parent()
    trim = _bound_memory()
    app = create_app(load_settings())
    own = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[Mapping[str, Any], None]:
        service: AppState = app.state.service
        async with admin_listening(service, admin), own(app) as state:
            tasks = [asyncio.create_task(_settle(service))]
            if trim:
                tasks.append(asyncio.create_task(_give_back(trim)))
            yield state or {}
            for task in tasks:
                task.cancel()

    app.router.lifespan_context = lifespan
    return app


def _end_with_parent() -> None:
    """End this process, one of several, if its parent was killed, so that the port is free again."""
    if parent := multiprocessing.parent_process():

        def wait() -> None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=wait, name="parent", daemon=True).start()


async def _settle(service: AppState) -> None:
    """Once all is loaded, leave it out of garbage collection: looking through it each time would hold every
    answer up for a tenth of a second."""
    from paiyan.service.answers.rule_catalogue import all_rules

    with suppress(PaiyanError):  # a rule set that cannot run is reported to those who request it
        await service.pages.run(all_rules)
    await service.warm.wait()
    gc.freeze()  # uncollected: hardly any of it is garbage, and looking would hold all up for 50 ms
    gc.set_threshold(*_COLLECTED)


def _bound_memory() -> Callable[[int], int] | None:
    """Let the C library give back what was freed; gives the call that does, None where it has none.

    As it comes, glibc keeps an arena for each thread, and once a photo of some megabytes was freed keeps
    whatever is smaller for later: after an evening of photos that is as much again as is in use.
    """
    try:
        libc = ctypes.CDLL(None)
        libc.mallopt(_ARENAS, 2)  # with fixed thresholds besides, a photo takes a tenth longer
        return libc.malloc_trim
    except (OSError, AttributeError):  # another C library, which may do so by itself
        return None


async def _give_back(trim: Callable[[int], int]) -> None:
    """Give back, now and then, what lies free between what is in use."""
    while True:
        await asyncio.sleep(_GIVE_BACK)
        await to_thread.run_sync(trim, 0)


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _listen_for_admin(settings: Settings) -> socket.socket:
    """Listen at the second port: that of the settings, or a free one where it is taken by default."""
    try:
        return _listen(settings.admin_host, settings.admin_port, words.ADMIN_OPTIONS)
    except WrongUse:
        if "admin_port" in settings.model_fields_set:
            raise
        return _listen(settings.admin_host, 0, words.ADMIN_OPTIONS)


def _how(settings: Settings) -> dict[str, Any]:
    return {
        "factory": True,
        "http": "paiyan.service.http.connections:Connection",
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": int(settings.deadline + settings.upload_time) + 1,
        "ws": "paiyan.service.http.connections:Socket",
        "ws_max_size": settings.frame_bytes,
        "ws_per_message_deflate": False,  # pictures are packed already, and a few kB could become megabytes
        "forwarded_allow_ips": list(settings.proxies),
    }


def _listen(host: str, port: int, setting: Words) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as wrong:
        raise WrongUse(
            words.CANNOT_LISTEN, host=host, port=port, why=reason(wrong), setting=setting
        ) from wrong


_ANYWHERE = ("0.0.0.0", "::", "")
_OUTSIDE = ("192.0.2.1", 9)
"""An address for documentation: asking the way there sends nothing, and tells our own address on that way."""


def directions(settings: Settings, port: int, *, encoding: str | None = None) -> Text:
    """Say how a phone reaches a service that listens on a port; empty behind a proxy that speaks HTTPS.

    `encoding` is that of a terminal that shows the QR code; None leaves it out.
    """
    if settings.https:
        return ""
    if is_loopback(settings.host):
        return Joined((words.ONLY_HERE, "\n"), "")
    host = own_address() if settings.host in _ANYWHERE else settings.host
    if host is None:
        return Joined((words.CAMERA, "\n"), "")
    address = _address(host, port)
    picture = qr_code(address, encoding) if encoding else ""
    way = Message(words.OR_SCAN if picture else words.ON_A_PHONE, {"address": address})
    return Joined((way, "\n", picture, words.CAMERA, "\n"), "")


def is_loopback(host: str) -> bool:
    """True if only this machine reaches the host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def own_address() -> str | None:
    """Return this machine's address in its network; None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_OUTSIDE)
            found: str = asking.getsockname()[0]
        except OSError:
            return None
    return None if is_loopback(found) or found in _ANYWHERE else found


def qr_code(text: str, encoding: str) -> str:
    """Draw a QR code in half blocks; empty if the terminal's encoding has none."""
    out = io.StringIO()
    segno.make_qr(text).terminal(out, border=2, compact=True)
    try:
        out.getvalue().encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ""
    return out.getvalue()

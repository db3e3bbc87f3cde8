"""The command ``paiyan serve``: the HTTP service."""

from __future__ import annotations

from typing import Annotated

import typer


def serve(
    host: Annotated[
        str | None, typer.Option(help="The address to listen on.", show_default="127.0.0.1")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="The port to listen on.", min=0, max=65535, show_default="8000")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that answer.", min=1, max=64, show_default="1")
    ] = None,
) -> int:
    """Answer over HTTP; pictures stay in memory for the request and are gone. See docs/settings.md."""
    from service.http.server import serve as run
    from service.settings import load_settings

    told = {"host": host, "port": port, "workers": workers}
    return run(load_settings(told={name: value for name, value in told.items() if value is not None}))

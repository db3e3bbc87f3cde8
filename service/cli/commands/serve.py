"""The command ``paiyan serve``: the HTTP service."""

from __future__ import annotations

import click


@click.command()
@click.option("--host", show_default="127.0.0.1", help="The address to listen on; 0.0.0.0 lets phones in.")
@click.option("--port", type=click.IntRange(0, 65535), show_default="8000", help="The port to listen on.")
@click.option("--workers", type=click.IntRange(1, 64), show_default="1", help="Processes that answer.")
@click.option("--model", help="A detector of your own: a file of weights, .onnx, .xml or .pt.")
@click.option("--lang", default="", help="zh, en or ja; without it the language of the locale.")
def serve(*, host: str | None, port: int | None, workers: int | None, model: str | None, lang: str) -> int:
    """Answer over HTTP, with a page for phones. Pictures stay in memory for the request and are gone.

    With --host 0.0.0.0 phones in the same network reach it: their address is shown, and a QR code. A phone's
    camera needs HTTPS: docs/deploy.md. All settings: docs/settings.md.
    """
    from paiyan.scorer.messages.languages import Renderer
    from paiyan.service.cli.options import known_language
    from paiyan.service.http.server import serve as run
    from paiyan.service.settings import load_settings

    render = Renderer(known_language(lang))
    given = {"host": host, "port": port, "workers": workers, "model": model}
    settings = load_settings(overrides={name: value for name, value in given.items() if value is not None})
    return run(settings, render)

"""Print an answer on standard output, as JSON or as a view draws it, and errors on standard error."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

from paiyan.scorer.messages.as_json import to_json
from paiyan.service.cli.options import Output


def show(answer: Any, view: str, output: Output) -> None:
    """Print an answer as one line of JSON, or as ``module.function`` of the `views` draws it."""
    if output.json:
        print(json_line(answer, output), flush=True)
        return
    from paiyan.service.cli.views.terminal import write  # only here: JSON has no use for it
    from paiyan.service.cli.views.text_tables import Voice

    module, _, name = view.partition(".")
    drawn = getattr(import_module(f"paiyan.service.cli.views.{module}"), name)
    write(drawn(answer, Voice(output.language)))


def complain(text: str) -> None:
    """One line on standard error."""
    print(f"paiyan: {' '.join(text.split())}", file=sys.stderr)


def json_line(answer: Any, output: Output) -> str:
    """Return an answer as one line of JSON, in the language of the output."""
    return json.dumps(to_json(answer, output.language), ensure_ascii=only_ascii())


def only_ascii() -> bool:
    """True if standard output takes no other characters, so that JSON has to spell them out."""
    return (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"

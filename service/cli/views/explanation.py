"""Why a hand is worth what it is, fan by fan, as a person reads it in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from paiyan.service.cli.views.layout import Line, View
from paiyan.service.cli.views.text_tables import unit, words

Answer = Mapping[str, Any]


def explained(answer: Answer, *, lang: str) -> View:
    """Each fan with its blocks, its rule, its source and what it keeps out; then what was nearly there."""
    lines: View = [Line(words("explained", lang), style="bold")]
    for fan in answer["fans"]:
        times = f" ×{fan['count']}" if fan["count"] > 1 else ""
        worth = f"{fan['value']}{times} {unit(answer['unit'], lang)}"
        blocks = " ".join(fan["blocks"])
        lines.append(_priced(fan, f"{worth}  {blocks}".rstrip()))
        lines += [Line(f"    {line}") for line in _about(fan, lang)]
    if answer["missed"]:
        lines += [Line(), Line(words("missed", lang), style="bold")]
    for near in answer["missed"]:
        worth = f"{near['value']} {unit(answer['unit'], lang)}"
        lines.append(_priced(near, f"{worth}  {near['why']}"))
    return lines


def _priced(fan: Answer, about: str) -> Line:
    return Line(f"  {about}", label=fan["name"], label_style="cyan")


def _about(fan: Answer, lang: str) -> Iterator[str]:
    yield f"{fan['rule']} ({fan['source']})"
    if fan["keeps_out"]:
        yield f"{words('not_counted', lang)}: {', '.join(out['name'] for out in fan['keeps_out'])}"

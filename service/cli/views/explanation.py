"""Why a hand is worth what it is, fan by fan, as a person reads it in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from service.cli.views.text_tables import unit, words

Answer = Mapping[str, Any]


def explained(answer: Answer, *, lang: str) -> RenderableType:
    """Each fan with its blocks, its rule, its source and what it keeps out; then what was nearly there."""
    lines: list[RenderableType] = [Text(words("explained", lang), style="bold")]
    for fan in answer["fans"]:
        times = f" ×{fan['count']}" if fan["count"] > 1 else ""
        worth = f"{fan['value']}{times} {unit(answer['unit'], lang)}"
        blocks = " ".join(fan["blocks"])
        lines.append(Text.assemble((str(fan["name"]), "cyan"), f"  {worth}  {blocks}".rstrip()))
        lines += [Text(f"    {line}") for line in _about(fan, lang)]
    if answer["missed"]:
        lines += [Text(), Text(words("missed", lang), style="bold")]
    for near in answer["missed"]:
        worth = f"{near['value']} {unit(answer['unit'], lang)}"
        lines.append(Text.assemble((str(near["name"]), "cyan"), f"  {worth}  {near['why']}"))
    return Group(*lines)


def _about(fan: Answer, lang: str) -> Iterator[str]:
    yield f"{fan['rule']} ({fan['source']})"
    if fan["keeps_out"]:
        yield f"{words('not_counted', lang)}: {', '.join(out['name'] for out in fan['keeps_out'])}"

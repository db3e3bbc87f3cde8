"""The report of an evaluation of whole hands: a CSV row a photo that says at which stage it went wrong, and
a page with the photos that did, each with the reading drawn on it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from datasets.hands import HandFigures, HandResult
from datasets.report import WORST, write_csv, write_page
from vision.draw import draw
from vision.image import load, save
from vision.pipeline import Reader


def write_hands_report(out: Path, result: HandFigures, *, reader: Reader, root: Path) -> Path:
    """Write the report into a folder; gives the page. The photos shown are read once more. Raises OSError."""
    out.mkdir(parents=True, exist_ok=True)
    write_csv(out / "pictures.csv", result.rows)
    (out / "figures.json").write_text(
        json.dumps(result.to_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    wrong = sorted((r for r in result.rows if r.stage), key=lambda r: (-r.edits, r.photo))[:WORST]
    return write_page(
        out,
        title=f"{result.model}: whole hands on {result.photos} photos",
        subtitle="exact: the concealed tiles, the winning tile, melds and flowers are all those of the list",
        figures=_figures(result),
        tables=_tables(result),
        plots=[],
        pictures=[_picture(out, row, number, reader, root) for number, row in enumerate(wrong)],
        legend="The reading as drawn by paiyan read; yellow: in doubt.",
    )


def _figures(r: HandFigures) -> list[tuple[str, str]]:
    shown = [
        ("exact hands (Wilson 95%)", f"{r.exact}/{r.photos} ({r.exact_95[0]:.1%}, {r.exact_95[1]:.1%})"),
        ("the same tiles, however grouped", f"{r.multiset}/{r.photos}"),
        ("in the order of the row", f"{r.ordered}/{r.order_known}"),
        ("called reliable", f"{r.reliable}/{r.photos}"),
        ("called reliable and wrong", str(r.confident_wrong)),
        ("edits a hand", f"{r.edits:.2f}"),
    ]
    if r.score_known:
        interval = f"({r.scored_95[0]:.1%}, {r.scored_95[1]:.1%})"
        shown.append(("exact scores (Wilson 95%)", f"{r.scored}/{r.score_known} {interval}"))
    return shown


def _tables(r: HandFigures) -> list[dict[str, Any]]:
    layouts = [[name or "?", c["photos"], c["exact"]] for name, c in r.layouts.items()]
    return [
        {"title": "By layout", "heads": ["layout", "photos", "exact"], "rows": layouts},
        {"title": "Where it went wrong", "heads": ["stage", "photos"], "rows": list(r.stages.items())},
        {"title": "Time", "heads": ["stage", "median ms"], "rows": list(r.ms.items())},
    ]


def _picture(out: Path, row: HandResult, number: int, reader: Reader, root: Path) -> dict[str, str]:
    file = Path("worst") / f"{number:02d}.jpg"
    (out / "worst").mkdir(exist_ok=True)
    picture = load(root / row.photo)
    save(draw(picture, reader.read(picture)), out / file)
    says = f"{row.stage}: read {row.read or 'nothing'}, truth {row.truth}"
    return {"file": file.as_posix(), "name": row.photo, "says": says}

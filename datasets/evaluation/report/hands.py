"""The report of an evaluation of whole hands: a CSV row a photo, and a page with the photos that went wrong.

A row says at which stage; the page draws the reading on each photo.
"""

from __future__ import annotations

import json
from pathlib import Path

from paiyan.datasets.evaluation.hands.evaluate import HandFigures, HandReader, HandResult, photo_path
from paiyan.datasets.evaluation.report.boxes import WORST, write_csv, write_page
from paiyan.datasets.evaluation.report.summary import of_hands
from paiyan.vision.drawing import draw
from paiyan.vision.picture.image import load, save


def write_hands_report(out: Path, result: HandFigures, *, reader: HandReader, root: Path) -> Path:
    """Write the report into a folder; gives the page. The photos shown are read once more. Raises OSError."""
    out.mkdir(parents=True, exist_ok=True)
    write_csv(out / "pictures.csv", result.rows)
    (out / "figures.json").write_text(
        json.dumps(result.to_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    wrong = sorted((r for r in result.rows if r.stage), key=lambda r: (-r.taps, r.photo))[:WORST]
    return write_page(
        out,
        summary=of_hands(result),
        plots=[],
        pictures=[_picture(out, row, number, reader, root) for number, row in enumerate(wrong)],
        legend="The reading as drawn by paiyan read; yellow: in doubt.",
    )


def _picture(out: Path, row: HandResult, number: int, reader: HandReader, root: Path) -> dict[str, str]:
    file = Path("worst") / f"{number:02d}.jpg"
    (out / "worst").mkdir(exist_ok=True)
    photo = photo_path(root, row.photo)
    save(draw(load(photo), reader.read(photo)), out / file)
    says = f"{row.stage}: read {row.read or 'nothing'}, truth {row.truth}"
    return {"file": file.as_posix(), "name": row.photo, "says": says}

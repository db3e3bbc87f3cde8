"""Pictures of sets as one training reads them: linked beside labels of its own, and listed in a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from paiyan.datasets.formats.labelled import label_path


def link_pictures(pictures: Sequence[Path], out: Path, *, labels: Callable[[Path], str]) -> list[Path]:
    """The pictures linked below `out`, beside the label lines that `labels` gives for each."""
    links: list[Path] = []
    for picture in pictures:
        link = out / picture.parent.parent.name / "images" / picture.name
        for path in (link, label_path(link)):
            path.parent.mkdir(parents=True, exist_ok=True)
        if not link.exists():
            link.symlink_to(picture.resolve())
        label_path(link).write_text(labels(picture))
        links.append(link)
    return links


def data_file(classes: Sequence[str], pictures: Sequence[Path], run: Path) -> Path:
    """ultralytics' data file for the pictures, whose labels it looks for beside them, links or not.

    `classes` are their names by their codes.
    """
    run.mkdir(parents=True, exist_ok=True)
    listed, data = run / "pictures.txt", run / "data.yaml"
    listed.write_text("".join(f"{picture.absolute()}\n" for picture in pictures))
    names = "".join(f"  {code}: '{name}'\n" for code, name in enumerate(classes))
    data.write_text(f"train: {listed.resolve()}\nval: {listed.resolve()}\nnames:\n{names}")
    return data

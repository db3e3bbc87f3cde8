"""The labelled photos that the figures are measured on, with what their labels leave open.

Where tiles lie that nobody boxed is told by ``clean_regions.json`` and ``unseen_regions.json``, both drawn up
from the photos alone and looked through by eye.
"""

from __future__ import annotations

from pathlib import Path

from paiyan.datasets.roles import link_set, link_split

HERE = Path(__file__).parent
SPLIT = HERE / "unseen.txt"


def development_sets(photos: Path, work: Path) -> dict[str, Path]:
    """`zh_clean`, and the sets of tiles and tables of ``unseen.txt``, linked below `work`."""
    unseen = work / SPLIT.stem
    if not unseen.exists():
        listed = frozenset((HERE / "unmirrored.txt").read_text().split())
        link_split(photos, SPLIT, unseen, listed=listed, regions=HERE / "unseen_regions.json")
    return {"zh_clean": with_open_regions(photos / "zh_clean", work), "unseen": unseen}


def with_open_regions(folder: Path, work: Path) -> Path:
    """A set of the photos, linked below `work`, that tells what its labels leave open."""
    out = work / folder.name
    if not out.exists():
        link_set(folder, out, regions=HERE / "clean_regions.json")
    return out

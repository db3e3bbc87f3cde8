"""Lists of photos: which are kept from training, where tiles lie unboxed, and what was boxed after the fact.

In come the photo sets; out go the development sets, on which figures are measured, linked with what their
labels leave open: ``clean_regions.json`` and ``unseen_regions.json``, which `training.pseudo_labels` drew up
from the photos alone and which were looked through by eye. Recipes name the lists.
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

"""Lists of photos: those kept from training, regions with unboxed tiles, and boxes added later.

Input: the photo sets. Output: the development sets to measure on, linked with the regions that their labels
leave open: ``clean_regions.json`` and ``unseen_regions.json``, which `training.pseudo_labels` drew up from
the photos only and which were checked by eye. Recipes name the lists.
"""

from __future__ import annotations

from pathlib import Path

from paiyan.datasets.roles import link_set, link_split

HERE = Path(__file__).parent
SPLIT = HERE / "unseen.txt"


def development_sets(photos: Path, work: Path) -> dict[str, Path]:
    """Link `zh_clean`, and the sets of tiles and tables of ``unseen.txt``, below `work`."""
    unseen = work / SPLIT.stem
    if not unseen.exists():
        listed = frozenset((HERE / "unmirrored.txt").read_text().split())
        link_split(photos, SPLIT, unseen, listed=listed, regions=HERE / "unseen_regions.json")
    return {"zh_clean": with_open_regions(photos / "zh_clean", work), "unseen": unseen}


def with_open_regions(folder: Path, work: Path) -> Path:
    """Link a set of the photos below `work`, with the regions that its labels leave open."""
    out = work / folder.name
    if not out.exists():
        link_set(folder, out, regions=HERE / "clean_regions.json")
    return out

"""What each set of pictures is for, told once: what may train, what decides, what only measures.

Training sets teach the weights. Development sets teach nothing and are looked at while choosing: weights,
thresholds, the blend of the stages, how a hand is laid out; so their figures flatter. A test set is measured
once a change is made and decides nothing: nothing is tuned on it, or it is a development set from then on.
No set that we hold is a test any longer; the first figures of `wild`, taken before anything was decided on
it, are kept beside the present ones (`datasets/benchmark/results.json`).
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from paiyan.datasets.formats.labelled import DatasetError


class Role(str, Enum):
    """What a set is for."""

    TRAINING = "training"
    DEVELOPMENT = "development"
    TEST = "test"


class PictureSet(NamedTuple):
    """A set of pictures: its name as figures and recipes give it, its role, what it holds, and what it taught
    or decided."""

    name: str
    role: Role
    holds: str
    use: str


SETS: tuple[PictureSet, ...] = (
    PictureSet("zh_train", Role.TRAINING, "hand rows, Chinese sets", "detector and namer"),
    PictureSet(
        "hk_kw2",
        Role.TRAINING,
        "Hong Kong and Taiwan sets",
        "detector and namer; the photos that `models/sets/unseen.txt` lists are development for whatever did "
        "not learn from them",
    ),
    PictureSet(
        "riichi_kw1",
        Role.TRAINING,
        "Japanese sets",
        "detector and namer; as `hk_kw2` in what `models/sets/unseen.txt` lists",
    ),
    PictureSet(
        "camerash_sets",
        Role.TRAINING,
        "pictures of whole sets, every tile boxed",
        "where in a box a tile is",
    ),
    PictureSet(
        "tiles_camerash",
        Role.TRAINING,
        "single tiles of 19 sets",
        "namer; the sets that the recipe keeps back measure it (`models/measuring/unknown_flowers.py`)",
    ),
    PictureSet("tiles_justinchan", Role.TRAINING, "single tiles of three sets", "namer"),
    PictureSet("tiles_kch3coo", Role.TRAINING, "single tiles of one set", "namer"),
    PictureSet(
        "tiles_pysol",
        Role.TRAINING,
        "single tiles of seven sets",
        "namer; the sets that the recipe keeps back measure it (`models/measuring/unknown_flowers.py`)",
    ),
    PictureSet(
        "zh_clean",
        Role.DEVELOPMENT,
        "hand rows of the sets and tables that `zh_train` shows, no photo of a source in it",
        "the blend of the two stages was fitted on it, thresholds and namers chosen; `hands_real.jsonl` "
        "lists its hands",
    ),
    PictureSet(
        "unseen",
        Role.DEVELOPMENT,
        "five sets of tiles and tables, grouped by eye (`models/sets/unseen.txt`)",
        "what to mend in the training pictures, which namer to ship and how hands are laid out was decided "
        "while looking at it; `hands_unseen.jsonl` lists its hands",
    ),
    PictureSet(
        "wild",
        Role.DEVELOPMENT,
        "36 photos of eight public repositories, tables and sets that no training photo shows "
        "(`datasets/benchmark`)",
        "looked at since its first measurement, whose figures are kept",
    ),
    PictureSet(
        "wild2",
        Role.DEVELOPMENT,
        "24 photos of twelve further repositories, strange ones among them (`datasets/benchmark`)",
        "looked at since its first measurement, whose figures are kept; what went wrong in it is drawn as "
        "sets of its own (`strange`)",
    ),
    PictureSet(
        "scenes",
        Role.DEVELOPMENT,
        "synthetic tables with backs, of a seed that trained nothing",
        "namers were chosen with it in view; the blend was fitted on tables of another seed",
    ),
    PictureSet(
        "far",
        Role.DEVELOPMENT,
        "synthetic whole tables of 12 megapixels, tiles of 12 to 40 pixels, of a seed that trained nothing",
        "when to look closer was decided on such tables (`models/measuring/far_tables.py`)",
    ),
    PictureSet(
        "structured",
        Role.DEVELOPMENT,
        "synthetic hands laid out in every way, of a seed that trained and fitted nothing",
        "how hands are laid out was decided while looking at it (`docs/reading.md`)",
    ),
    PictureSet(
        "strange",
        Role.DEVELOPMENT,
        "synthetic hands, each cause of a wrong reading by itself, and sets of tiles that are not white in "
        "designs that no training draws (`datasets/hand_scenes/strange_tables.py`)",
        "a structure network was compared on it",
    ),
)
_BY_NAME = {one.name: one for one in SETS}


def role_of(name: str) -> Role | None:
    """The role of one of our sets; None for a set of somebody else's."""
    known = _BY_NAME.get(name)
    return known.role if known else None


def only_training(name: str) -> None:
    """Raise `DatasetError` where a set of ours that only measures is about to train."""
    if role_of(name) not in (None, Role.TRAINING):
        raise DatasetError(
            f"{name} is a {_BY_NAME[name].role.value} set, which may train nothing: name another"
        )

"""What README says of how well hands and tiles are read: the hardest photos first, and what flatters beside
what does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any

from models.pages.card import of_earlier_namer, table, wild

Figures = Mapping[str, Any]


def how_well(results: Figures, twin: Figures | None, benchmark: Sequence[Figures]) -> str:
    """The figures in a table, and what they are worth."""
    lists = {one["list"]: one for one in results["hands"]}
    never = twin or results
    unknown = {one["list"]: one for one in never["hands"]}["hands_unseen.jsonl"]
    rows = [
        *(_hands(_WILD, one) for one in wild(benchmark)),
        _hands(_UNSEEN if twin is None else _BY_TWIN + (_EARLIER if of_earlier_namer(twin) else ""), unknown),
        _hands(_CLEAN, lists["hands_real.jsonl"]),
    ]
    head = ("whole hands", "hands", "read exactly", "95%", "called reliable", "of these wrong", "taps a hand")
    boxes = (("unseen", never["sets"]["unseen"]), ("zh_clean", results["sets"]["zh_clean"]))
    parts = [*table(head, rows), "", *table(_HEAD, (_tiles(name, one) for name, one in boxes)), ""]
    parts += [fill(_of_wild(one), 118) + "\n" for one in wild(benchmark)]
    parts.append(fill(_WORTH, 118))
    return "\n".join(parts) + "\n"


_HEAD = ("tiles", "pictures", "mAP50", "every box judged", "precision", "every box judged", "named right")
_WILD = "`wild`: tables and sets of eight public repositories, near and far"
_UNSEEN = "`unseen`: five sets and tables that neither stage learned from"
_BY_TWIN = "`unseen`: five sets and tables, read with a twin of the detector that never saw them"
_EARLIER = ", with the namer and the reading before the present ones"
_CLEAN = "`zh_clean`: hand rows of sets and tables that training photos show too"
_WORTH = (
    "Exact is a hand whose held tiles, melds and flowers are all right. All three are development sets: they "
    "trained nothing, but what to mend was decided while looking at them, so these figures flatter, and "
    "`zh_clean` flatters most. What the labels of a set leave open (heaps of discards that nobody boxed, "
    "backs) is not judged; the columns beside count every such box as made up."
)


def _hands(name: str, one: Figures) -> tuple[str, ...]:
    low, high = one["exact_95"]
    taps = f"{one['taps']:.2f}" if "taps" in one else "–"
    exact, wrong = f"{one['exact']} ({one['exact'] / one['hands']:.1%})", f"{one['confident_wrong']}"
    return name, f"{one['hands']}", exact, f"{low:.1%} to {high:.1%}", f"{one['reliable']}", wrong, taps


def _tiles(name: str, one: Figures) -> tuple[str, ...]:
    closed = one["every_box"] or one
    cells = (f"{value:.3f}" for key in ("map50", "precision") for value in (one[key], closed[key]))
    return f"`{name}`", f"{one['pictures']}", *cells, f"{one['classes_right']:.1%}"


def _of_wild(one: Figures) -> str:
    seen, shown = one["faces"], one["flowers"]
    return (
        f"Of the {seen['photos']} photos of `wild` whose every tile is known, {seen['all_right']} are read "
        f"without a mistake (F1 of the tiles {seen['f1']:.3f}); of its {shown['shown']} flowers "
        f"{shown['found']} are found and {shown['named']} named right."
    )

"""Write the tables of CARD.md, COMPARISON.md, README.md and docs/accuracy.md from the committed results.

Everything else on these pages is written by hand. The README shows how well hands and tiles are read, the
hardest first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiyan.datasets.evaluation.report import table
from paiyan.datasets.roles import SETS

PER_CLASS = ("unseen", "zh_clean", "scenes")
"""The sets for which every class is shown."""
Figures = Mapping[str, Any]


def of_roles() -> list[str]:
    """Write the role of each set of pictures."""
    head = ("set", "role", "what it holds", "what it taught or decided")
    rows = ((f"`{one.name}`", one.role.value, one.holds, one.use) for one in SETS)
    return table(head, rows, texts=range(len(head)))


def figures(shipped: Figures, wild: Figures, wild2: Figures) -> list[str]:
    """Write the tables of the shipped weights; `wild` and `wild2` are the newest entries of the benchmark."""
    sets = shipped["sets"]
    lines = _overall(sets)
    for name in PER_CLASS:
        lines += ["", f"AP50 of each class on `{name}`:", "", *_per_class(sets[name]["per_class"])]
    lists = {"benchmark/hands.jsonl": wild, "benchmark/more_hands.jsonl": wild2}
    hands = [*shipped["hands"], *({**one, "list": name} for name, one in lists.items())]
    return [*lines, "", *_slices(sets), "", *of_hands(hands), "", *of_far_tables(shipped["far"])]


def of_the_twin(twin: Figures) -> list[str]:
    """Write the tables of the detector that never saw `unseen`."""
    unseen = twin["sets"]["unseen"]
    lines = [*_overall(twin["sets"]), "", *_slices({"unseen": unseen})]
    return [*lines, "", *_per_class(unseen["per_class"]), "", *of_hands(twin["hands"])]


def of_hands(hands: Sequence[Figures]) -> list[str]:
    """Write a table of the whole hands of each list."""
    rows = (
        (
            f"`{one['list']}`", f"{one['hands']}", f"{one['exact']}", f"{one['exact'] / one['hands']:.1%}",
            f"{one['exact_95'][0]:.1%} to {one['exact_95'][1]:.1%}",
            f"{one.get('exact_winning', '–')}", f"{one['multiset']}",
            f"{one['taps']:.2f}" if "taps" in one else "–", f"{one['reliable']}", f"{one['confident_wrong']}",
        )
        for one in hands
    )  # fmt: skip
    head = (
        "whole hands", "hands", "exact", "share", "Wilson 95%", "with the winning tile", "same tiles",
        "taps a hand",
        "called reliable", "of these wrong",
    )  # fmt: skip
    return table(head, rows)


def of_unknown_flowers(namers: Sequence[Figures]) -> list[str]:
    """Write how many flowers the first and the last namer name right, a row for each set of tiles."""
    first, last = namers[0]["sets"], namers[-1]["sets"]
    rows: list[tuple[str, ...]] = []
    for name, (flowers, alone, together) in last.items():
        before = first.get(name, [flowers, 0, 0])[1]
        shares = (f"{one / flowers:.2f}" for one in (before, alone, together))
        rows.append((f"`{name}`", f"{flowers}", *shares))
    return table(("set of tiles", "flowers", "named right before", "now", "together"), rows)


def of_strange_tables(entries: Sequence[Figures]) -> list[str]:
    """Write the results of sets that are not white, and of hands of each cause, at first and now."""
    first, last = entries[0], entries[-1]
    tiles = (
        (material, f"{of}", f"{_f1(first['tiles'][material]):.3f}", f"{_f1(counts):.3f}")
        for material, counts in last["tiles"].items()
        for of in counts[:1]
    )
    cells = (
        (cause, *(f"{v}" for v in (one[0], was[1], one[1], was[3], one[3], was[4], one[4])))
        for cause, one in last["hands"].items()
        for was in (first["hands"][cause],)
    )
    head = (
        "hands", "drawn", "exact at first", "exact now", "relied on at first", "now",
        "of these wrong at first", "now",
    )  # fmt: skip
    return [*table(("tiles", "faces", "F1 at first", "F1 now"), tiles), "", *table(head, cells)]


def _f1(counts: Sequence[float]) -> float:
    """Return the harmonic mean of recall and precision, from faces, faces read and right ones of these."""
    tiles, reported, right = counts[:3]
    return 2 * right / max(tiles + reported, 1)


_CLIPS = {"photos": "moved photos", "traced": "ray-traced"}
_WAYS = {"single": "every frame by itself", "burst": "three frames as a burst", "live": "as a live camera"}


def of_clips(kinds: Figures) -> list[str]:
    """Write how clips of each kind are read frame by frame, in bursts, and as a live camera."""
    counts = ("readings", "exact", "reliable", "wrong", "clips_right", "clips_wrong")
    rows = (
        (name, f"{kinds[kind]['clips']}", way, *(f"{one[key]}" for key in counts), _seconds(one["seconds"]))
        for kind, name in _CLIPS.items()
        for key_of_way, way in _WAYS.items()
        for one in (kinds[kind][key_of_way],)
    )
    head = (
        "frames", "clips", "read", "readings", "exact", "called reliable", "of these wrong",
        "clips right within two seconds", "wrong", "seconds until right",
    )  # fmt: skip
    return table(head, rows, texts=(0, 2))


def _seconds(until: float | None) -> str:
    return "–" if until is None else f"{until:.2f}"


def of_far_tables(rows: Sequence[Figures]) -> list[str]:
    """Write a table of the drawn tables from far away, by the width of a tile."""
    head = (
        "tables of 12 megapixels, tiles of", "tables", "tiles", "recall", "precision",
        "found without the second look", "found", "named right", "processor ms a table",
    )  # fmt: skip
    shown = ("recall", "precision", "found_once", "boxes_found", "classes_right")
    cells = (
        (
            f"{one['width']} pixels", f"{one['pictures']}", f"{one['tiles']}",
            *(f"{one[key]:.3f}" for key in shown), f"{one['processor_ms']}",
        )
        for one in rows
    )  # fmt: skip
    return table(head, cells)


def _overall(sets: Figures) -> list[str]:
    """Write a row for each set, also as if unlabelled places were judged, since ignoring them is
    optimistic."""
    rows: list[list[str]] = []
    for name, one in sets.items():
        closed = one["every_box"] or one
        cells = [f"`{name}`", str(one["pictures"]), str(one["tiles"])]
        for key in ("map50", "map50_95", "recall", "precision"):
            cells += [f"{one[key]:.3f}", *([f"{closed[key]:.3f}"] if key in ("map50", "precision") else [])]
        rows.append(
            [*cells, f"{one['boxes_found']:.3f}", f"{one['classes_right']:.3f}", f"{one['not_judged']}"]
        )
    head = (
        "set", "pictures", "tiles", "mAP50", "every box judged", "mAP50-95", "recall", "precision",
        "every box judged", "found", "named right", "open",
    )  # fmt: skip
    return table(head, rows)


def _per_class(values: Mapping[str, float]) -> list[str]:
    """Write a table of the AP of each class, five to a line."""
    cells = [cell for tile, value in values.items() for cell in (tile, f"{value:.2f}")]
    cells += [""] * (-len(cells) % 10)
    rows = [cells[at : at + 10] for at in range(0, len(cells), 10)]
    return table(("tile", "AP50") * 5, rows, texts=range(0, 10, 2))


def _slices(sets: Figures) -> list[str]:
    """Write a table of the groups of each set that has several."""
    rows = (
        (
            f"`{name}` {group}", f"{part['pictures']}", f"{part['tiles']}", f"{part['recall']:.3f}",
            f"{part['precision']:.3f}", f"{part['boxes_found']:.3f}", f"{part['classes_right']:.3f}",
        )
        for name, one in sets.items()
        for group, part in one["slices"].items()
    )  # fmt: skip
    return table(("group", "pictures", "tiles", "recall", "precision", "found", "named right"), rows)


def whole_hands(
    shipped: Figures, without_unseen: Figures, wild: Figures, wild2: Sequence[Figures]
) -> list[str]:
    """Write a row for each list of photos; `unseen` is read with the twin of the detector that never saw it.

    `wild2` are its first figures, taken before anybody looked at the photos, and its newest.
    """
    lists = {one["list"]: one for one in shipped["hands"]}
    unknown = {one["list"]: one for one in without_unseen["hands"]}["hands_unseen.jsonl"]
    known = lists["hands_real.jsonl"]
    head = (
        "whole hands", "hands", "read exactly", "95%", "with the winning tile", "called reliable",
        "of these wrong", "taps a hand",
    )  # fmt: skip
    first, newest = wild2
    sets = (
        ("`wild2`, before anybody looked", first), ("`wild2`", newest), ("`wild`", wild),
        ("`unseen`", unknown), ("`zh_clean`", known),
    )  # fmt: skip
    return table(head, (_hands(name, one) for name, one in sets))


def tiles(shipped: Figures, without_unseen: Figures) -> list[str]:
    """Write a row for each set of boxes; optimistic figures are next to stricter ones."""
    head = ("tiles", "pictures", "mAP50", "every box judged", "precision", "every box judged", "named right")
    sets = (("unseen", without_unseen["sets"]["unseen"]), ("zh_clean", shipped["sets"]["zh_clean"]))
    return table(head, (_tiles(name, one) for name, one in sets))


def tiles_of_wild(wild: Figures) -> list[str]:
    """Write the tiles in photos of `wild` whose every tile is known, and the flowers of all photos."""
    seen, flowers = wild["faces"], wild["flowers"]
    head = ("tiles of `wild`", "photos", "read without a mistake", "F1", "flowers", "found", "named right")
    shown = (f"{flowers[key]}" for key in ("shown", "found", "named"))
    return table(head, [("", f"{seen['photos']}", f"{seen['all_right']}", f"{seen['f1']:.3f}", *shown)])


def _hands(name: str, entry: Figures) -> tuple[str, ...]:
    low, high = entry["exact_95"]
    taps = f"{entry['taps']:.2f}" if "taps" in entry else "–"
    exact, wrong = f"{entry['exact']} ({entry['exact'] / entry['hands']:.1%})", f"{entry['confident_wrong']}"
    won, sure = f"{entry.get('exact_winning', '–')}", f"{entry['reliable']}"
    return name, f"{entry['hands']}", exact, f"{low:.1%} to {high:.1%}", won, sure, wrong, taps


def _tiles(name: str, entry: Figures) -> tuple[str, ...]:
    closed = entry["every_box"] or entry
    cells = (f"{value:.3f}" for key in ("map50", "precision") for value in (entry[key], closed[key]))
    return f"`{name}`", f"{entry['pictures']}", *cells, f"{entry['classes_right']:.1%}"


Rows = Sequence[Mapping[str, Any]]
_SETS = ("zh_clean", "unseen", "scenes")


def of_ways(rows: Rows) -> list[str]:
    """Write boxes of each set, by backend and number of stages."""
    shown = ("map50", "map50_95", "recall", "precision", "boxes_found", "classes_right")
    head = ("way", "stages", "set", "mAP50", "mAP50-95", "recall", "precision", "found", "named right")
    cells = (
        (row["way"], row["stages"], f"`{row['set']}`", *(f"{row[key]:.3f}" for key in shown)) for row in rows
    )
    return table(head, cells, texts=(0, 1, 2))


def of_the_namer(rows: Rows) -> list[str]:
    """Write crops of true boxes named right, by the form of the namer."""
    cells = ((f"`{row['set']}`", row["form"], f"{row['tiles']}", f"{row['right']:.3f}") for row in rows)
    return table(("set", "namer in", "tiles", "named right"), cells, texts=(0, 1))


def of_hands_by_stages(rows: Rows) -> list[str]:
    """Write whole hands, by the number of stages and of looks."""
    cells = (
        (
            f"`{row['list']}`", row["stages"], f"`{row['looks']}`", f"{row['confidence']}",
            f"{row['photos']}", f"{row['exact']}", f"{row['edits']:.2f}",
        )
        for row in rows
    )  # fmt: skip
    head = ("list", "stages", "looks", "confidence", "photos", "exact", "edits a photo")
    return table(head, cells, texts=(0, 1, 2))


def of_families(rows: Rows) -> list[str]:
    """Write families of detectors after the same small training."""
    cells = (
        (
            row["family"], f"{row['parameters'] / 1e6:.1f} M",
            *(f"{row[name]['map50']:.3f} / {row[name]['map50_95']:.3f}" for name in _SETS),
            f"{row['ms']:.0f}",
        )
        for row in rows
    )  # fmt: skip
    return table(("family", "parameters", *(f"`{name}`" for name in _SETS), "ms"), cells)


def of_equal_cost(rows: Rows) -> list[str]:
    """Write detectors trained further with the same pictures: boxes of each set, whole hands, `wild`."""
    return [*_boxes(rows), "", *_whole_hands(rows), "", *_wild(rows)]


def _boxes(rows: Rows) -> list[str]:
    head = (
        "detector", "pictures", "processor seconds", "set", "mAP50", "mAP50-95", "recall", "precision",
        "found", "precision, any name", "named right",
    )  # fmt: skip
    cells = (
        (
            row["name"], f"{row['pictures']}", f"{row['seconds']}", f"`{name}`",
            *(f"{one[key]:.3f}" for key in ("map50", "map50_95", "recall", "precision", "boxes_found")),
            f"{one['precision'] / one['classes_right']:.3f}", f"{one['classes_right']:.3f}",
        )
        for row in rows
        for name, one in row["sets"].items()
    )  # fmt: skip
    return table(head, cells, texts=(0, 3))


def _whole_hands(rows: Rows) -> list[str]:
    shown = ("hands", "exact", "multiset", "reliable", "confident_wrong")
    cells = (
        (row["name"], f"`{one['list']}`", *(f"{one[key]}" for key in shown))
        for row in rows
        for one in row["hands"]
    )
    head = ("detector", "list", "hands", "exact", "same tiles", "called reliable", "of these wrong")
    return table(head, cells, texts=(0, 1))


def _wild(rows: Rows) -> list[str]:
    cells = (
        (
            row["name"], *(f"{row['faces'][key]:.3f}" for key in ("recall", "precision", "f1")),
            *(f"{row['flowers'][key]}" for key in ("shown", "found", "named")),
        )
        for row in rows
    )  # fmt: skip
    head = ("detector", "`wild`: recall", "precision", "F1", "flowers", "found", "named right")
    return table(head, cells)

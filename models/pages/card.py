"""Write the tables of CARD.md, COMPARISON.md, README.md and docs/accuracy.md from the committed results.

Everything else on these pages is written by hand. The README shows how well hands and tiles are read, the
hardest first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiyan.datasets.roles import SETS
from paiyan.models.pages.tables import table, table_by

PER_CLASS = ("unseen", "zh_clean", "scenes")
"""The sets for which every class is shown."""
Figures = Mapping[str, Any]
Rows = Sequence[Figures]


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


def of_hands(hands: Rows) -> list[str]:
    """Write a table of the whole hands of each list."""
    return table_by(
        "whole hands | hands | exact | share | Wilson 95% | with the winning tile | same tiles | taps a hand "
        "| called reliable | of these wrong",
        "`{list}` | {hands} | {exact} | {share:.1%} | {exact_95[0]:.1%} to {exact_95[1]:.1%} "
        "| {exact_winning} | {multiset} | {taps} | {reliable} | {confident_wrong}",
        map(_of_list, hands),
    )


def _of_list(entry: Figures) -> Figures:
    """Add the share of exact hands, and dashes for what the oldest entries lack."""
    taps = f"{entry['taps']:.2f}" if "taps" in entry else "–"
    return {"exact_winning": "–", **entry, "taps": taps, "share": entry["exact"] / entry["hands"]}


def of_unknown_flowers(namers: Rows) -> list[str]:
    """Write how many flowers the first and the last namer name right, a row for each set of tiles."""
    before = {name: alone for name, (_, alone, _) in namers[0]["sets"].items()}
    return table_by(
        "set of tiles | flowers | named right before | now | together",
        "`{name}` | {flowers} | {before:.2f} | {alone:.2f} | {together:.2f}",
        (
            {
                "name": name, "flowers": flowers, "before": before.get(name, 0) / flowers,
                "alone": alone / flowers, "together": together / flowers,
            }
            for name, (flowers, alone, together) in namers[-1]["sets"].items()
        ),
    )  # fmt: skip


def of_strange_tables(entries: Rows) -> list[str]:
    """Write the results of sets that are not white, and of hands of each cause, at first and now."""
    first, last = entries[0], entries[-1]
    tiles = table_by(
        "tiles | faces | F1 at first | F1 now",
        "{name} | {faces} | {first:.3f} | {now:.3f}",
        (
            {"name": name, "faces": now[0], "first": _f1(*first["tiles"][name]), "now": _f1(*now)}
            for name, now in last["tiles"].items()
        ),
    )
    hands = table_by(
        "hands | drawn | exact at first | exact now | relied on at first | now | of these wrong at first "
        "| now",
        "{name} | {now[0]} | {first[1]} | {now[1]} | {first[3]} | {now[3]} | {first[4]} | {now[4]}",
        ({"name": name, "first": first["hands"][name], "now": now} for name, now in last["hands"].items()),
    )
    return [*tiles, "", *hands]


def _f1(tiles: float, reported: float, right: float, *_: float) -> float:
    """Return the harmonic mean of recall and precision, from faces, faces read and right ones of these."""
    return 2 * right / max(tiles + reported, 1)


_CLIPS = {"photos": "moved photos", "traced": "ray-traced"}
_WAYS = {"single": "every frame by itself", "burst": "three frames as a burst", "live": "as a live camera"}


def of_clips(kinds: Figures) -> list[str]:
    """Write how clips of each kind are read frame by frame, in bursts, and as a live camera."""
    return table_by(
        "frames | clips | read | readings | exact | called reliable | of these wrong | "
        "clips right within two seconds | wrong | seconds until right",
        "{kind} | {clips} | {way} | {readings} | {exact} | {reliable} | {wrong} | {clips_right} | "
        "{clips_wrong} | {until}",
        (
            {"kind": name, "clips": kinds[kind]["clips"], "way": called, "until": _until(one), **one}
            for kind, name in _CLIPS.items()
            for way, called in _WAYS.items()
            for one in (kinds[kind][way],)
        ),
        texts=(0, 2),
    )


def _until(readings: Figures) -> str:
    """Return the seconds until a right reading, if any clip has one."""
    return "–" if readings["seconds"] is None else f"{readings['seconds']:.2f}"


def of_far_tables(rows: Rows) -> list[str]:
    """Write a table of the drawn tables from far away, by the width of a tile."""
    return table_by(
        "tables of 12 megapixels, tiles of | tables | tiles | recall | precision | "
        "found without the second look | found | named right | processor ms a table",
        "{width} pixels | {pictures} | {tiles} | {recall:.3f} | {precision:.3f} | {found_once:.3f} | "
        "{boxes_found:.3f} | {classes_right:.3f} | {processor_ms}",
        rows,
    )


def _of_set(name: str, entry: Figures) -> Figures:
    """Add its name, and `closed`: its figures as if unlabelled places were judged."""
    return {**entry, "name": name, "closed": entry["every_box"] or entry}


def _overall(sets: Figures) -> list[str]:
    """Write a row for each set, also as if unlabelled places were judged, since ignoring them is
    optimistic."""
    return table_by(
        "set | pictures | tiles | mAP50 | every box judged | mAP50-95 | recall | precision "
        "| every box judged | found | named right | open",
        "`{name}` | {pictures} | {tiles} | {map50:.3f} | {closed[map50]:.3f} | {map50_95:.3f} "
        "| {recall:.3f} | {precision:.3f} | {closed[precision]:.3f} | {boxes_found:.3f} "
        "| {classes_right:.3f} | {not_judged}",
        (_of_set(name, one) for name, one in sets.items()),
    )


def _per_class(values: Mapping[str, float]) -> list[str]:
    """Write a table of the AP of each class, five to a line."""
    cells = [cell for tile, value in values.items() for cell in (tile, f"{value:.2f}")]
    cells += [""] * (-len(cells) % 10)
    rows = [cells[at : at + 10] for at in range(0, len(cells), 10)]
    return table(("tile", "AP50") * 5, rows, texts=range(0, 10, 2))


def _slices(sets: Figures) -> list[str]:
    """Write a table of the groups of each set that has several."""
    return table_by(
        "group | pictures | tiles | recall | precision | found | named right",
        "`{name}` {group} | {pictures} | {tiles} | {recall:.3f} | {precision:.3f} | {boxes_found:.3f} | "
        "{classes_right:.3f}",
        (
            {**part, "name": name, "group": group}
            for name, one in sets.items()
            for group, part in one["slices"].items()
        ),
    )


def whole_hands(shipped: Figures, ablation_holdout: Figures, wild: Figures, wild2: Rows) -> list[str]:
    """Write a row for each list of photos; `unseen` is read with the twin of the detector that never saw it.

    `wild2` are its first figures, taken before anybody looked at the photos, and its newest.
    """
    known, unknown = ({one["list"]: one for one in some["hands"]} for some in (shipped, ablation_holdout))
    sets = {
        "`wild2`, before anybody looked": wild2[0], "`wild2`": wild2[1], "`wild`": wild,
        "`unseen`": unknown["hands_unseen.jsonl"], "`zh_clean`": known["hands_real.jsonl"],
    }  # fmt: skip
    return table_by(
        "whole hands | hands | read exactly | 95% | with the winning tile | called reliable "
        "| of these wrong | taps a hand",
        "{name} | {hands} | {exact} ({share:.1%}) | {exact_95[0]:.1%} to {exact_95[1]:.1%} "
        "| {exact_winning} | {reliable} | {confident_wrong} | {taps}",
        ({**_of_list(one), "name": name} for name, one in sets.items()),
    )


def tiles(shipped: Figures, ablation_holdout: Figures) -> list[str]:
    """Write a row for each set of boxes; optimistic figures are next to stricter ones."""
    return table_by(
        "tiles | pictures | mAP50 | every box judged | precision | every box judged | named right",
        "`{name}` | {pictures} | {map50:.3f} | {closed[map50]:.3f} | {precision:.3f} | "
        "{closed[precision]:.3f} | {classes_right:.1%}",
        (
            _of_set(name, some["sets"][name])
            for name, some in (("unseen", ablation_holdout), ("zh_clean", shipped))
        ),
    )


def tiles_of_wild(wild: Figures) -> list[str]:
    """Write the tiles in photos of `wild` whose every tile is known, and the flowers of all photos."""
    return table_by(
        "tiles of `wild` | photos | read without a mistake | F1 | flowers | found | named right",
        " | {faces[photos]} | {faces[all_right]} | {faces[f1]:.3f} | {flowers[shown]} | {flowers[found]} | "
        "{flowers[named]}",
        [wild],
    )


def of_ways(rows: Rows) -> list[str]:
    """Write boxes of each set, by backend and number of stages."""
    return table_by(
        "way | stages | set | mAP50 | mAP50-95 | recall | precision | found | named right",
        "{way} | {stages} | `{set}` | {map50:.3f} | {map50_95:.3f} | {recall:.3f} | {precision:.3f} | "
        "{boxes_found:.3f} | {classes_right:.3f}",
        rows,
        texts=(0, 1, 2),
    )


def of_the_namer(rows: Rows) -> list[str]:
    """Write crops of true boxes named right, by the form of the namer."""
    line = "`{set}` | {form} | {tiles} | {right:.3f}"
    return table_by("set | namer in | tiles | named right", line, rows, texts=(0, 1))


def of_hands_by_stages(rows: Rows) -> list[str]:
    """Write whole hands, by the number of stages and of looks."""
    return table_by(
        "list | stages | looks | confidence | photos | exact | edits a photo",
        "`{list}` | {stages} | `{looks}` | {confidence} | {photos} | {exact} | {edits:.2f}",
        rows,
        texts=(0, 1, 2),
    )


def of_families(rows: Rows) -> list[str]:
    """Write families of detectors after the same small training."""
    names = ("zh_clean", "unseen", "scenes")
    maps = " | ".join(f"{{{name}[map50]:.3f}} / {{{name}[map50_95]:.3f}}" for name in names)
    return table_by(
        f"family | parameters | {' | '.join(f'`{name}`' for name in names)} | ms",
        "{family} | {millions:.1f} M | " + maps + " | {ms:.0f}",
        ({**row, "millions": row["parameters"] / 1e6} for row in rows),
    )


def of_equal_cost(rows: Rows) -> list[str]:
    """Write detectors trained further with the same pictures: boxes of each set, whole hands, `wild`."""
    boxes = table_by(
        "detector | pictures | processor seconds | set | mAP50 | mAP50-95 | recall | precision | found | "
        "precision, any name | named right",
        "{name} | {pictures} | {seconds} | `{set}` | {map50:.3f} | {map50_95:.3f} | {recall:.3f} | "
        "{precision:.3f} | {boxes_found:.3f} | {any_name:.3f} | {classes_right:.3f}",
        (
            {**row, **one, "set": name, "any_name": one["precision"] / one["classes_right"]}
            for row in rows
            for name, one in row["sets"].items()
        ),
        texts=(0, 3),
    )
    hands = table_by(
        "detector | list | hands | exact | same tiles | called reliable | of these wrong",
        "{name} | `{list}` | {hands} | {exact} | {multiset} | {reliable} | {confident_wrong}",
        ({"name": row["name"], **one} for row in rows for one in row["hands"]),
        texts=(0, 1),
    )
    wild = table_by(
        "detector | `wild`: recall | precision | F1 | flowers | found | named right",
        "{name} | {faces[recall]:.3f} | {faces[precision]:.3f} | {faces[f1]:.3f} | {flowers[shown]} | "
        "{flowers[found]} | {flowers[named]}",
        rows,
    )
    return [*boxes, "", *hands, "", *wild]

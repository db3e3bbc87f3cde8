"""COMPARISON.md: what was tried and what it gave, out of comparison.json and tried.yaml
(`models.pages.figures`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from datasets.detector_training.prepare import Plan
from models.training.recipe import Recipe, read_recipe
from vision.detection.runtimes.network_io import THRESHOLDS
from vision.detection.two_stage import SURE

OF_FAMILIES = ("zh_clean", "unseen", "scenes")
PAGE = Path(__file__).parents[1] / "COMPARISON.md"
FIGURES = Path(__file__).parents[1] / "results" / "comparison.json"

_PAGE = """# What was tried, and what it gave

Written by `make figures` from `results/comparison.json`, which `python -m models.measuring.compare` and
`make bench` filled, and from `results/tried.yaml`. The sets are those of the [model card](CARD.md), all for
development. Recall, precision and what is found are taken at confidence {confidence} and IoU 0.5 everywhere,
so that the ways compare; two stages work at {sure}.

## One stage against two, sizes, runtimes

The same weights of the detector each time; with two stages the namer names every box again on its crop.
{seen}

{ways}

## The namer alone

Boxes given: how many crops of true boxes it names right.

{crops}

## Whole hands

Photos of the lists in `tests/data` whose hand was read exactly, by the reading of that day: those of
`hands_real.jsonl` lie in `zh_clean`, those of `hands_unseen.jsonl` show the sets and tables of `unseen.txt`.
`closer` looks a second time along the row.

{hands}

## Time and memory

Photo to detections, two threads, by `bench/detect.py`: every way in turns in one run,
{time_on}.
Beside each time stands what it costs: mAP50-95 on photos of `zh_clean`, measured in the same run, and the
points of it lost against ultralytics' own predict. In batch: eight pictures at once.

{time}

## Families at an equal, small budget

By `python -m models.measuring.detector_families`: each learned from the same 800 pictures, half of them
photos (none of those of `unseen`), half synthetic tables, three times, at 416 pixels, in batches of 8, by the
same schedule, from its COCO weights: a small part of what the shipped weights saw. For oriented boxes a
scene's labels are its tiles' corners, a photo's its upright boxes; measured are the upright boxes around what
it finds. YOLO26 is measured by its head of many boxes, with the same suppression as the others. One stage,
416 pixels; mAP50 / mAP50-95 on a hundred pictures of each set, milliseconds of one core's time for a picture.

{families}

## What was learned on the way

A log: each entry with the figures of its day, on the weights named above it.

{tried}
"""
_SAW = """The detector saw the photos of `unseen` in its last stages, so that its figures there are too good;
the namer never did."""
_NEVER = "Neither saw any photo of `unseen` in training, nor any other of its sets of tiles and tables."


def page(figures: Mapping[str, Any], tried: Sequence[Mapping[str, Any]]) -> str:
    """The whole page, from comparison.json and tried.yaml."""
    return _PAGE.format(
        confidence=THRESHOLDS.confidence,
        sure=SURE,
        tried="\n\n".join(_group(group) for group in tried),
        ways=_ways(figures["rows"]),
        crops=_table(
            ("set", "tiles", "named right"),
            ((f"`{c['set']}`", str(c["tiles"]), f"{c['right']:.3f}") for c in figures["crops"]),
        ),
        hands=_table(
            ("list", "stages", "looks", "confidence", "photos", "exact", "edits a photo"),
            (
                (
                    f"`{h['list']}`", h["stages"], f"`{h['looks']}`", str(h["confidence"]), str(h["photos"]),
                    str(h["exact"]), f"{h['edits']:.2f}",
                )
                for h in figures["hands"]
            ),
        ),
        time=_table(
            ("way", "ms", "times as fast", "in batch, a second", "peak MiB", "mAP50-95", "points lost"),
            (
                (
                    t["way"], f"{t['ms']:.0f}", f"{t['faster']:.1f}", _told(t, "batch", ".1f"),
                    f"{t['mib']:.0f}", _told(t, "map50_95", ".3f"), _told(t, "lost", ".1f"),
                )
                for t in figures["time"]
            ),
        ),
        time_on=figures["time_on"],
        seen=_NEVER if never_saw_unseen(read_recipe()) else _SAW,
        families=_table(
            ("family", "parameters", *(f"`{name}`" for name in OF_FAMILIES), "ms"),
            (
                (
                    f["family"], f"{f['parameters'] / 1e6:.1f} M",
                    *(f"{f[name]['map50']:.3f} / {f[name]['map50_95']:.3f}" for name in OF_FAMILIES),
                    f"{f['ms']:.0f}",
                )
                for f in figures["families"]
            ),
        ),
    )  # fmt: skip


def never_saw_unseen(recipe: Recipe) -> bool:
    """Whether no stage learned from photos of the split."""
    plans = (recipe.sets[name].plan for stage in recipe.stages for name in stage.sets)
    return all(plan.unseen for plan in plans if isinstance(plan, Plan))


def _told(row: Mapping[str, Any], key: str, form: str) -> str:
    return format(row[key], form) if key in row else "-"


def _ways(rows: Sequence[Mapping[str, Any]]) -> str:
    shown = ("map50", "map50_95", "recall", "precision", "boxes_found", "classes_right")
    cells = (
        (row["way"], row["stages"], f"`{row['set']}`", *(f"{row[key]:.3f}" for key in shown)) for row in rows
    )
    head = ("way", "stages", "set", "mAP50", "mAP50-95", "recall", "precision", "found", "named right")
    return _table(head, cells)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _group(group: Mapping[str, Any]) -> str:
    """The entries of the log on some weights."""
    notes = "\n".join(
        fill(f"{note}", 110, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)
        for note in group["notes"]
    )
    return f"{group['weights']}\n\n{notes}"


def enter(told: Mapping[str, Any]) -> None:
    """Put figures into comparison.json in place of those of the same names."""
    known: dict[str, Any] = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    FIGURES.write_text(json.dumps({**known, **told}, indent=1) + "\n")

"""COMPARISON.md: what was tried and what it gave, written from comparison.json."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from datasets.prepare import Plan
from models.recipe import Recipe, read_recipe

OF_FAMILIES = ("zh_clean", "unseen", "scenes")
PAGE = Path(__file__).parent / "COMPARISON.md"
FIGURES = Path(__file__).parent / "comparison.json"

_PAGE = """# What was tried, and what it gave

Written by `python -m models.comparison` from `comparison.json`, which `python -m models.measure` and
`make bench` filled. The sets are those of the [model card](CARD.md). Recall, precision and what is found
are taken at confidence 0.25 and IoU 0.5 everywhere, so that the ways compare; two stages work at 0.5.

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

By `python -m models.families`: each learned from the same 800 pictures, half of them photos (none of those of
`unseen`), half synthetic tables, three times, at 416 pixels, in batches of 8, by the same schedule, from its
COCO weights: a small part of what the shipped weights saw. For oriented boxes a scene's labels are its tiles'
corners, a photo's its upright boxes; measured are the upright boxes around what it finds. YOLO26 is measured
by its head of many boxes, with the same suppression as the others. One stage, 416 pixels; mAP50 / mAP50-95 on
a hundred pictures of each set, milliseconds of one core's time for a picture.

{families}

## Where it lost, and what is not known

- What a set shows and does not box is taught away. Until its third stage the twin of the card learned from
  photos of `zh_train` as they are, on which heaps of discards lie and only the player's own tiles are
  boxed: of such heaps on tables of `unseen` it found next to nothing, with a confidence below 0.01, and two
  further stages of the same made it worse (mAP50 0.953). Enlarged parts of the same photos showed it nearly
  every tile. With the discards of the training photos boxed that way (`unboxed.json`), two stages brought
  mAP50 on `unseen` from 0.971 to 0.992, recall from 0.951 to 0.978.
- The same look at `hk_kw2`, which boxes all but backs, found writing and the sides of tiles: it was left
  alone.
- Which of several boxes on one tile is the right one is better asked after both stages have named them: with
  all that overlap by less than 0.75 handed on, a seventh more crops, the twin's recall on `unseen` rose from
  0.978 to 0.980 at a precision of 0.970, and 68 hands were read where 66 had been (a 9s had come out as three
  boxes of 4s). Larger boxes favoured at equal confidence: no difference.
- A box from 0.2 up counts where it lies right between two tiles of its size: 72 hands of 83 where 70 had
  been, 0.10 tiles to mend a hand, not 0.19; on 120 drawn scenes 106 exact either way. More of what lies about
  a box (one neighbour, how many of like size, two surer ones that cover it), weighed by logistic regression,
  took the best F1 on `unseen` from 0.976 to 0.979 and changed nothing elsewhere: left.
- A namer that also learned from discards, the sides of tiles, writing and dice, with the one before it on
  the same boxes of the twin: on `unseen` precision 0.948 → 0.953 at a recall of 0.982, on `zh_clean` mAP50
  0.954 → 0.949 and 113 → 110 exact hands. After 4,500 of its 6,800 steps it was the worse one everywhere
  (106 hands).
- Backs of tiles in every colour among the crops, the namer trained anew: on the twin's boxes of `unseen`
  precision 0.970 → 0.979 and AP of the white dragon 0.83 → 0.92, but more hands had a flower wrong (69 exact
  of 83, not 72). A last round of 1,000 steps that draws more synthetic tables, with all their flowers: 0.983,
  0.94 and 71 hands; `hands_real.jsonl` 113 → 116 of 121.
- OpenVINO's own 8 bits, by nncf, with the first layers, the attention and the decoding left in floats, lose
  next to nothing; with all of it in 8 bits six to nine points of mAP50-95 were lost, with only the decoding
  in floats one on `unseen` (earlier weights). So that file is shipped too (`python -m models.quantise`), and
  runs where OpenVINO is installed.
- The 8 bits were 3.0, 3.3 and 3.7 times as fast as predict in three runs. 960 pixels gain nothing with
  weights that were trained at 512 to 640, at twice the time.
- ONNX Runtime's threads spin while they wait: with two networks in one process they take the cores from each
  other. Asleep instead, both stages take 51 ms where they took 82 (on busy cores 100 and 300); the detector
  alone takes a little longer.
- Stages 1 to 5 trained a second time from the same seed: through stage 3, which ran on one thread both times,
  the weights are the same bit for bit; in the end, on `unseen`, mAP50 0.991 and 0.992, mAP50-95 0.760 and
  0.763, recall 0.980 and 0.979, precision 0.983 and 0.984, hands 71 and 68 of 83.
- A photo runs in the least input that holds it, in multiples of 32, as ultralytics' predict has it: at 4:3
  a quarter less work than in a square, which of photos cropped to 4:3 cost 0.2 points of mAP50-95 on
  `zh_clean` and 0.6 on `unseen`.
- Most of what the twin made up on `unseen` was named a blank white dragon (62 of 87 boxes: tops of standing
  tiles, pale backs). A sixth number of the blend, which makes what looks blank less surely a tile, fitted
  on `zh_clean` and synthetic tables, took its precision there from 0.959 to 0.970 at a recall of 0.982 and
  0.978; the hands stayed 66 of 83. A working confidence of 0.65 instead gave 0.972 and 0.973, but read only
  62 hands.

What follows was measured on earlier weights of the same networks, which learned in four stages and overlooked
discards.

- 960 pixels with weights that were trained at 512 to 640: more tiles found on `unseen`, two to five points of
  mAP50 lost on `zh_clean`, at 1.7 times the time.
- Stage 3, with turns of 6 degrees, found more of the synthetic tables but drew its boxes too wide: mAP50-95
  on `zh_clean` 0.652, after stage 2 0.675. One epoch at a low rate with nothing turned (stage 4) brought
  0.694; the mean of the weights of stages 2 and 3 only 0.672 (one stage, boxes from confidence 0.02).
- The second look along the row gained eleven hands of `hands_real.jsonl` with one stage, with two none.
- Training the detector with two threads on two busy cores is slower than with one: each step waits for
  whatever else runs (of 192 crops, 42 a second with two threads and 311 with one at the same load).
- YOLO26n learned no faster than YOLO11n from so few pictures, and is hardly faster in the end.
- YOLO26s, with four times the parameters, learned far more from the same pictures: 14 to 19 points of mAP50
  on each set, at 2.3 times the time for a picture. Trained in full, on a GPU, it is the one to try next; two
  cores would not have taken it through the recipe in three hours.
- Oriented boxes found more on tilted tables and `zh_clean` and placed upright boxes worse (mAP50-95 below
  YOLO11n's on two sets of three): a photo's labels are upright boxes, from which no turn can be learned. In
  bfloat16, in which the others train, the overlap of oriented boxes became no number after eleven steps; they
  train in float32.
- Not tried, for want of time on two cores: detectors of other families (YOLOX, D-FINE).
"""
_SAW = """The detector saw the photos of `unseen` in its last stages, so that its figures there are too good;
the namer never did."""
_NEVER = "Neither saw any photo of `unseen` in training, nor any other of its sets of tiles and tables."


def page(figures: Mapping[str, Any]) -> str:
    """The whole page."""
    return _PAGE.format(
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


def enter(told: Mapping[str, Any]) -> None:
    """Put figures into comparison.json in place of those of the same names, and write the page."""
    known: dict[str, Any] = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    FIGURES.write_text(json.dumps({**known, **told}, indent=1) + "\n")
    main()


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(json.loads(FIGURES.read_text())), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Real photos whose hands are known, before and after decoding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from datasets.hand_lists import TrueHand, read_hand_list
from datasets.structured.look import mark_of
from datasets.structured.measure import LEVELS, share
from vision.closer import look_closer
from vision.decoding.hand import Hand
from vision.detections import Detections
from vision.detector import Detector
from vision.image import load
from vision.layout import lay_out
from vision.reading import interpret


def measure_photos(
    list_file: Path, root: Path, detector: Detector, *, kept: Path, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """The figures of a list of photos below `root`; what the detector finds is kept as in `look`."""
    truths = read_hand_list(list_file)
    rows: list[tuple[bool, bool, bool, float]] = []
    for done, truth in enumerate(truths):
        found = _found(truth, root, detector, kept)
        read = interpret(found, lay_out(found))
        proposal = read.proposal
        decoded = _same(proposal.hand, truth) if proposal else _same(read.hand, truth)
        sure = proposal.probability if proposal else read.probability
        reliable = not any(problem.unreliable for problem in read.problems)
        rows.append((_same(read.hand, truth), decoded, reliable, sure))
        progress(done + 1, len(truths))
    return {
        "photos": len(rows),
        "exact_as_read": share(read for read, *_ in rows),
        "exact_decoded": share(decoded for _, decoded, *_ in rows),
        "right_made_wrong": sum(read and not decoded for read, decoded, *_ in rows),
        "reliable": share(reliable for *_, reliable, _ in rows),
        "exact_of_reliable": share(read for read, _, reliable, _ in rows if reliable),
        "said_sure": {str(v): share(decoded for _, decoded, _, p in rows if p >= v) for v in LEVELS},
    }


def _found(truth: TrueHand, root: Path, detector: Detector, kept: Path) -> Detections:
    kept.mkdir(parents=True, exist_ok=True)
    path = kept / f"{mark_of(detector)}-photo-{truth.sha256[:16]}.npz"
    if path.is_file():
        with np.load(path) as file:
            return Detections(file["boxes"], file["probabilities"])
    picture = load(root / truth.photo)
    found = look_closer(detector, picture, detector.detect(picture))
    np.savez_compressed(path, allow_pickle=False, boxes=found.boxes, probabilities=found.probabilities)
    return found


def _same(hand: Hand, truth: TrueHand) -> bool:
    """The held tiles with the winning one, each meld's tiles, the flowers: all the same."""
    held = [*hand.concealed, *([hand.winning] if hand.winning else [])]
    melds = sorted(sorted(t.code for t in meld.tiles) for meld in hand.melds)
    return (
        Counter(held) == Counter(truth.held)
        and melds == sorted(sorted(t.code for t in meld) for meld in truth.melds)
        and Counter(hand.flowers) == Counter(truth.flowers)
    )

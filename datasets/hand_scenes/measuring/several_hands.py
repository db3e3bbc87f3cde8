"""Several players' hands in one picture: every one of them read, each under its own seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from paiyan.datasets.hand_scenes.detections import SceneDetections
from paiyan.datasets.hand_scenes.measuring.compare import compare
from paiyan.datasets.hand_scenes.measuring.readings import share
from paiyan.vision.pipeline import seated_of
from paiyan.vision.reading import interpret
from paiyan.vision.structure.scene import SEATS, scene_of


class Table(NamedTuple):
    """One picture: whether each of its hands is read exactly, under its seat too; hands that are none."""

    exact: tuple[bool, ...]
    seated: tuple[bool, ...]
    extra: int


def measure_table(seen: SceneDetections) -> Table:
    """Read every hand of a scene and hold each against the truth."""
    (found,) = seen.found
    (picture,) = seen.scene.scenes
    hands = {
        seat: interpret(scene, scores).hand
        for seat, scene, scores in seated_of(scene_of(found, picture.size))
    }
    truths = dict(zip(SEATS, seen.scene.truths, strict=False))
    exact = tuple(any(compare(hand, truth).exact for hand in hands.values()) for truth in truths.values())
    seated = tuple(seat in hands and compare(hands[seat], truth).exact for seat, truth in truths.items())
    return Table(exact, seated, max(len(hands) - len(truths), 0))


def figures_several(seen: Iterable[SceneDetections]) -> dict[str, Any]:
    """Counts over some scenes: tables all of whose hands are exact, with nothing taken for one more."""
    tables = [measure_table(one) for one in seen]
    return {
        "tables": share(all(t.exact) and not t.extra for t in tables),
        "tables_seated": share(all(t.seated) and not t.extra for t in tables),
        "hands": share(hit for t in tables for hit in t.exact),
        "extra": sum(t.extra for t in tables),
    }

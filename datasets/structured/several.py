"""Several players' hands in one picture: every one of them read, each under its own seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from datasets.structured.compare import compare
from datasets.structured.look import Seen
from datasets.structured.measure import share
from scorer.tiles import TILES
from vision.decoding.hand import hand_of
from vision.seats import SEATS, hands_of


class Table(NamedTuple):
    """One picture: whether each of its hands is read exactly, under its seat too; hands that are none."""

    exact: tuple[bool, ...]
    seated: tuple[bool, ...]
    extra: int


def measure_table(seen: Seen) -> Table:
    """Read every hand of a scene and hold each against the truth."""
    (found,) = seen.found
    faces = [TILES[int(code)] for code in found.classes]
    hands = {seat: hand_of(layout, faces) for seat, layout in hands_of(found)}
    truths = dict(zip(SEATS, seen.scene.truths, strict=False))
    exact = tuple(any(compare(hand, truth).exact for hand in hands.values()) for truth in truths.values())
    seated = tuple(seat in hands and compare(hands[seat], truth).exact for seat, truth in truths.items())
    return Table(exact, seated, max(len(hands) - len(truths), 0))


def figures_several(seen: Iterable[Seen]) -> dict[str, Any]:
    """Counts over some scenes: tables all of whose hands are exact, with nothing taken for one more."""
    tables = [measure_table(one) for one in seen]
    return {
        "tables": share(all(t.exact) and not t.extra for t in tables),
        "tables_seated": share(all(t.seated) and not t.extra for t in tables),
        "hands": share(hit for t in tables for hit in t.exact),
        "extra": sum(t.extra for t in tables),
    }

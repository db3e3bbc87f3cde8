"""Compare readings of structured scenes with the truth: before and after decoding, by kind of scene.

If a picture shows several players' hands, each is read under its own seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paiyan.datasets.evaluation.hand_lists import TrueHand, is_exact
from paiyan.datasets.evaluation.statistics import rounded, wilson
from paiyan.datasets.hand_scenes.detector_noise import SceneDetections, detector_key, kept
from paiyan.datasets.hand_scenes.scenes import HandScene, TrueMeld, Truth
from paiyan.models.opening import layout_network
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.decoding.hand import Hand, ReadMeld, ReadTile
from paiyan.vision.decoding.proposal import Proposal
from paiyan.vision.detection.detector import Detector, run_looks
from paiyan.vision.detection.views.looking import look_closer
from paiyan.vision.detections import Detections
from paiyan.vision.hands import read_scenes, seated_of
from paiyan.vision.picture.image import load
from paiyan.vision.reading import Reading, interpret
from paiyan.vision.structure.scene import SEATS, scene_of


class Likeness(NamedTuple):
    """The likeness of a reading and the truth.

    `exact`: winning tile, concealed tiles, melds with type and side, flowers; `edits`: wrong tiles, none if
    the same ones are grouped otherwise.
    """

    exact: bool
    edits: int

    @property
    def nearness(self) -> tuple[bool, int]:
        """A value that is larger for a nearer reading."""
        return self.exact, -self.edits


def compare(hand: Hand, truth: Truth) -> Likeness:
    """Compare a reading with the truth."""
    concealed = [t.code for t in hand.concealed]
    winning = None if hand.winning is None else hand.winning.code
    exact = (
        Counter(concealed) == Counter(truth.concealed)
        and winning == truth.winning
        and _same_melds(hand.melds, truth.melds)
        and Counter(t.code for t in hand.flowers) == Counter(truth.flowers)
    )
    read = _all_codes(concealed, winning, [[t.code for t in m.tiles] for m in hand.melds])
    expected = _all_codes(truth.concealed, truth.winning, [m.codes for m in truth.melds])
    backs = read.pop(BACK, 0)
    lacking, wrong = (expected - read).total() - backs, (read - expected).total()
    return Likeness(exact, max(lacking, wrong, 0))


def _all_codes(concealed: Sequence[int], winning: int | None, melds: Sequence[Sequence[int]]) -> Counter[int]:
    won = [] if winning is None else [winning]
    return Counter([*concealed, *won, *(c for m in melds for c in m)])


def _same_melds(read: Sequence[ReadMeld], truth: Sequence[TrueMeld]) -> bool:
    """True if the melds are the same ones, in any order."""
    left = list(truth)
    for meld in read:
        same = next((t for t in left if _same_meld(meld, t)), None)
        if same is None:
            return False
        left.remove(same)
    return not left


def _same_meld(read: ReadMeld, truth: TrueMeld) -> bool:
    faces = Counter(t.code for t in read.tiles if t.code != BACK)
    shown = len(read.tiles) == len(truth.codes) and not faces - Counter(truth.codes)
    return shown and read.type == truth.type and (read.side == truth.side)


LEVELS = (0.5, 0.8, 0.9, 0.95, 0.99)


class Row(NamedTuple):
    """The result of one scene: the hand as read, the likeliest legal one, and the likeliest winning one if it
    did win, the last two with their probability. `within`: the structure is right, and the detector's
    alternatives include the true tiles."""

    kind: str
    read: Likeness
    legal: Likeness
    won: Likeness | None
    legal_probability: float
    won_probability: float
    reliable: bool
    within: bool

    @property
    def final(self) -> Likeness:
        """The likeliest winning hand if the hand is known to have won, else the likeliest legal one."""
        return self.won or self.legal


def measure(scene: HandScene, detections: Sequence[Detections]) -> Row:
    """Read a scene's pictures from their detections and compare with the nearest of its hands."""
    boxes = [scene_of(one, picture.size) for one, picture in zip(detections, scene.scenes, strict=True)]
    read = read_scenes(boxes, layout_network())
    truth = max(scene.truths, key=lambda t: compare(read.hand, t).nearness)
    won = read_scenes(boxes, layout_network(), won="won") if truth.winning is not None else None
    return Row(
        scene.kind,
        compare(read.hand, truth),
        compare(shown(read).hand, truth),
        None if won is None else compare(shown(won).hand, truth),
        shown(read).probability,
        0.0 if won is None else shown(won).probability,
        read.reliable,
        _within(read.tiles, read.hand, truth),
    )


def shown(read: Reading) -> Proposal | Reading:
    """Return what a player would be shown as the likeliest."""
    return read.proposal or read


def _within(tiles: Sequence[ReadTile], hand: Hand, truth: Truth) -> bool:
    """True if the structure is right, melds with their claims included, and the first or next classes of
    every tile include the true one."""
    named = [{t.tile.code, *(other.code for other, _ in t.alternatives)} for t in tiles]

    def of(role: str) -> list[set[int]]:
        return [names for names, t in zip(named, tiles, strict=True) if t.role == role]

    melds = sorted({t.group for t in tiles if t.role == "meld"})
    return (
        _holds(of("hand"), truth.concealed)
        and _holds(of("winning"), [c for c in (truth.winning,) if c is not None])
        and _holds(of("flower"), truth.flowers)
        and _melds_hold(
            [[n for n, t in zip(named, tiles, strict=True) if t.group == group] for group in melds],
            hand.melds,
            truth.melds,
        )
    )


def _holds(named: Sequence[set[int]], codes: Sequence[int]) -> bool:
    """True if tiles that are each one of some codes may be these codes, in any order. A back may be any."""
    if len(named) != len(codes):
        return False
    left = Counter(codes)

    def fits(index: int) -> bool:
        if index == len(order):
            return True
        for code in set(left) if BACK in order[index] else order[index] & set(left):
            if left[code]:
                left[code] -= 1
                if fits(index + 1):
                    return True
                left[code] += 1
        return False

    order = sorted(named, key=len)
    return fits(0)


def _melds_hold(
    named: Sequence[Sequence[set[int]]], melds: Sequence[ReadMeld], truths: Sequence[TrueMeld]
) -> bool:
    """True if each meld may be a true one of its type, claimed from the same side; three misread tiles may be
    of either type."""
    if not named or not truths:
        return not named and not truths
    named_meld, meld = named[0], melds[0]
    return any(
        meld.side == truth.side
        and (meld.type == truth.type or len(named_meld) == 3)
        and _holds(named_meld, truth.codes)
        and _melds_hold(named[1:], melds[1:], [*truths[:at], *truths[at + 1 :]])
        for at, truth in enumerate(truths)
    )


def figures(rows: Sequence[Row]) -> dict[str, Any]:
    """Count over rows."""
    won = [r for r in rows if r.won is not None]
    held = [r for r in won if r.within]
    claims = [(r.legal_probability, r.legal.exact) for r in rows]
    claims += [(r.won_probability, r.won.exact) for r in won if r.won is not None]
    kinds = sorted({r.kind for r in rows})
    return {
        "scenes": len(rows),
        "exact_as_read": share(r.read.exact for r in rows),
        "exact_decoded": share(r.legal.exact for r in rows),
        "exact_known_won": share(r.final.exact for r in rows),
        "multiset_as_read": share(not r.read.edits for r in rows),
        "multiset_known_won": share(not r.final.edits for r in rows),
        "edits_as_read": round(sum(r.read.edits for r in rows) / max(len(rows), 1), 4),
        "edits_known_won": round(sum(r.final.edits for r in rows) / max(len(rows), 1), 4),
        "right_made_wrong": sum(r.read.exact and not r.legal.exact for r in rows),
        "right_made_wrong_known_won": sum(r.read.exact and not r.final.exact for r in rows),
        "won_and_alternatives_hold_the_truth": share(bool(r.won and r.won.exact) for r in held),
        "of_them_misread": share(bool(r.won and r.won.exact) for r in held if not r.read.exact),
        "said_sure": {str(level): share(exact for p, exact in claims if p >= level) for level in LEVELS},
        "reliable": share(r.reliable for r in rows),
        "exact_of_reliable": share(r.final.exact for r in rows if r.reliable),
        "by_kind": {
            kind: {
                "scenes": len(of),
                "as_read": sum(r.read.exact for r in of),
                "decoded": sum(r.legal.exact for r in of),
                "known_won": sum(r.final.exact for r in of),
            }
            for kind in kinds
            for of in [[r for r in rows if r.kind == kind]]
        },
    }


def share(values: Iterable[bool]) -> dict[str, Any]:
    """Return hits, total, share and its 95% Wilson interval."""
    every = list(values)
    hits = sum(every)
    share = hits / len(every) if every else None
    return rounded({"hits": hits, "of": len(every), "share": share, "wilson_95": wilson(hits, len(every))})


class Table(NamedTuple):
    """The result of one picture: whether each hand is read exactly, also under its seat; the number of extra
    hands."""

    exact: tuple[bool, ...]
    seated: tuple[bool, ...]
    extra: int


def measure_table(detected: SceneDetections) -> Table:
    """Read every hand of a scene and compare each with the truth."""
    (found,) = detected.found
    (picture,) = detected.scene.scenes
    hands = {
        seat: interpret(scene, scores).hand
        for seat, scene, scores in seated_of(scene_of(found, picture.size), layout_network())
    }
    truths = dict(zip(SEATS, detected.scene.truths, strict=False))
    exact = tuple(any(compare(hand, truth).exact for hand in hands.values()) for truth in truths.values())
    seated = tuple(seat in hands and compare(hands[seat], truth).exact for seat, truth in truths.items())
    return Table(exact, seated, max(len(hands) - len(truths), 0))


def figures_several(scenes: Iterable[SceneDetections]) -> dict[str, Any]:
    """Count over scenes: tables whose hands are all exact, with no extra one."""
    tables = [measure_table(one) for one in scenes]
    return {
        "tables": share(all(t.exact) and not t.extra for t in tables),
        "tables_seated": share(all(t.seated) and not t.extra for t in tables),
        "hands": share(hit for t in tables for hit in t.exact),
        "extra": sum(t.extra for t in tables),
    }


class ReadPhoto(NamedTuple):
    """A photo of a list with its truth, as read."""

    truth: TrueHand
    read: Reading

    @property
    def exact(self) -> bool:
        """True if the hand is read exactly."""
        return is_exact(self.truth, self.read.hand)


def read_photos(truths: Iterable[TrueHand], root: Path, detector: Detector) -> Iterator[ReadPhoto]:
    """Read photos below `root`; their detections are kept as those of scenes are."""
    for truth in truths:
        name = f"{detector_key(detector)}-picture-{truth.sha256[:16]}"
        arrays = kept(name, partial(_found, root / truth.photo, detector))
        found, (wide, high) = Detections(arrays["boxes"], arrays["probabilities"]), arrays["size"].tolist()
        yield ReadPhoto(truth, read_scenes([scene_of(found, (wide, high))], layout_network()))


def _found(photo: Path, detector: Detector) -> dict[str, NDArray[Any]]:
    picture = load(photo)
    found = run_looks(look_closer(picture, detector.detect(picture)), detector)
    size = np.array(picture.shape[1::-1])
    return {"boxes": found.boxes, "probabilities": found.probabilities, "size": size}


def figures_of_photos(photos: Iterable[ReadPhoto]) -> dict[str, Any]:
    """Count over photos."""
    rows = [
        (one.exact, is_exact(one.truth, shown(one.read).hand), one.read.reliable, shown(one.read).probability)
        for one in photos
    ]
    return {
        "photos": len(rows),
        "exact_as_read": share(read for read, *_ in rows),
        "exact_decoded": share(decoded for _, decoded, *_ in rows),
        "right_made_wrong": sum(read and not decoded for read, decoded, *_ in rows),
        "reliable": share(reliable for *_, reliable, _ in rows),
        "exact_of_reliable": share(read for read, _, reliable, _ in rows if reliable),
        "said_sure": {str(v): share(decoded for _, decoded, _, p in rows if p >= v) for v in LEVELS},
    }

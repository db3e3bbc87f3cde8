"""Compare readings of structured scenes with the truth: before and after decoding, by kind of scene.

If a picture shows several players' hands, each is read under its own seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from paiyan.datasets.evaluation.hand_lists import TrueHand, is_exact, read_hand_list
from paiyan.datasets.evaluation.statistics import wilson
from paiyan.datasets.hand_scenes.detector_noise import SceneDetections, detector_key
from paiyan.datasets.hand_scenes.scenes import HandScene, TrueMeld, Truth
from paiyan.models.opening import layout_network
from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.decoding.hand import Hand, ReadMeld, ReadTile
from paiyan.vision.detection.detector import Detector, run_looks
from paiyan.vision.detection.views.looking import look_closer
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import load
from paiyan.vision.pipeline import read_scenes, seated_of
from paiyan.vision.reading import Reading, interpret
from paiyan.vision.structure.scene import SEATS, scene_of


class Likeness(NamedTuple):
    """The likeness of a reading and the truth.

    `exact`: winning tile, concealed tiles, melds with type and side, flowers; `ordered`: the concealed tiles
    in their order too; `multiset`: the same tiles, however grouped; `edits`: wrong tiles.
    """

    exact: bool
    ordered: bool
    multiset: bool
    edits: int


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
    edits = max(lacking, wrong, 0)
    ordered = exact and tuple(concealed) == truth.concealed
    return Likeness(exact, ordered, not edits, edits)


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
    did win. `within`: the structure is right, and the detector's alternatives include the true tiles."""

    kind: str
    number: int
    read: Likeness
    legal: Likeness
    won: Likeness | None
    probability: float
    legal_probability: float
    won_probability: float
    reliable: bool
    within: bool
    truth: str
    text: str


def measure(scene: HandScene, detections: Sequence[Detections], index: int) -> Row:
    """Read a scene's pictures from their detections and compare with the nearest of its hands."""
    boxes = [scene_of(one, picture.size) for one, picture in zip(detections, scene.scenes, strict=True)]
    read = read_scenes(boxes, layout_network())
    truth = max(scene.truths, key=lambda t: _nearness(compare(read.hand, t)))
    won = read_scenes(boxes, layout_network(), won="won") if truth.winning is not None else None
    return Row(
        scene.kind,
        index,
        compare(read.hand, truth),
        compare(_proposed(read), truth),
        None if won is None else compare(_proposed(won), truth),
        read.probability,
        read.proposal.probability if read.proposal else read.probability,
        0.0 if won is None else won.proposal.probability if won.proposal else won.probability,
        not any(problem.unreliable for problem in read.problems),
        _within(read.tiles, read.hand, truth),
        truth.text(),
        str(_proposed(won or read)),
    )


def _nearness(likeness: Likeness) -> tuple[bool, int]:
    return likeness.exact, -likeness.edits


def _proposed(read: Reading) -> Hand:
    """Return the hand that a player would be shown as the likeliest."""
    return read.proposal.hand if read.proposal else read.hand


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
        "exact_known_won": share(_final(r).exact for r in rows),
        "multiset_as_read": share(r.read.multiset for r in rows),
        "multiset_known_won": share(_final(r).multiset for r in rows),
        "edits_as_read": round(sum(r.read.edits for r in rows) / max(len(rows), 1), 4),
        "edits_known_won": round(sum(_final(r).edits for r in rows) / max(len(rows), 1), 4),
        "right_made_wrong": sum(r.read.exact and not r.legal.exact for r in rows),
        "right_made_wrong_known_won": sum(r.read.exact and not _final(r).exact for r in rows),
        "won_and_alternatives_hold_the_truth": share(bool(r.won and r.won.exact) for r in held),
        "of_them_misread": share(bool(r.won and r.won.exact) for r in held if not r.read.exact),
        "said_sure": {str(level): share(exact for p, exact in claims if p >= level) for level in LEVELS},
        "reliable": share(r.reliable for r in rows),
        "exact_of_reliable": share(_final(r).exact for r in rows if r.reliable),
        "by_kind": {
            kind: {
                "scenes": len(of),
                "as_read": sum(r.read.exact for r in of),
                "decoded": sum(r.legal.exact for r in of),
                "known_won": sum(_final(r).exact for r in of),
            }
            for kind in kinds
            for of in [[r for r in rows if r.kind == kind]]
        },
    }


def _final(row: Row) -> Likeness:
    """Return the likeliest winning hand if the hand is known to have won, else the likeliest legal one."""
    return row.won or row.legal


def share(values: Iterable[bool]) -> dict[str, Any]:
    """Return hits, total, share and its 95% Wilson interval."""
    all_ = list(values)
    hits = sum(all_)
    low, high = wilson(hits, len(all_))
    share = round(hits / len(all_), 4) if all_ else None
    return {"hits": hits, "of": len(all_), "share": share, "wilson_95": [round(low, 4), round(high, 4)]}


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


def measure_photos(
    list_file: Path, root: Path, detector: Detector, *, kept: Path, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Return the figures of a list of photos below `root`; the detections are kept as by `detect_scenes`."""
    truths = read_hand_list(list_file)
    rows: list[tuple[bool, bool, bool, float]] = []
    for done, truth in enumerate(truths):
        found, size = found_in(truth, root, detector, kept)
        read = read_scenes([scene_of(found, size)], layout_network())
        proposal = read.proposal
        decoded = is_exact(truth, (proposal or read).hand)
        sure = proposal.probability if proposal else read.probability
        reliable = not any(problem.unreliable for problem in read.problems)
        rows.append((is_exact(truth, read.hand), decoded, reliable, sure))
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


def found_in(
    truth: TrueHand, root: Path, detector: Detector, kept: Path
) -> tuple[Detections, tuple[int, int]]:
    """Return the detections of a photo, and its width and height; detected once and kept."""
    kept.mkdir(parents=True, exist_ok=True)
    path = kept / f"{detector_key(detector)}-picture-{truth.sha256[:16]}.npz"
    if path.is_file():
        with np.load(path) as file:
            wide, high = file["size"].tolist()
            return Detections(file["boxes"], file["probabilities"]), (wide, high)
    picture = load(root / truth.photo)
    found = run_looks(look_closer(picture, detector.detect(picture)), detector)
    size = (picture.shape[1], picture.shape[0])
    arrays = {"boxes": found.boxes, "probabilities": found.probabilities, "size": np.array(size)}
    np.savez_compressed(path, allow_pickle=False, **arrays)
    return found, size

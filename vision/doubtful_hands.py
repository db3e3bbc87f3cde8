"""Read a doubtful hand again: in other views, and from tilted pictures if that may make it reliable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.decoding.hand import is_same_hand
from paiyan.vision.decoding.questions import own_tiles
from paiyan.vision.detections import Detections, overlaps
from paiyan.vision.first_look import look_once, surest_of_all, zoom_in
from paiyan.vision.hands import Hands, read_hands
from paiyan.vision.job import VIEW_MS, DetectedImage, Job, Looks, pooled
from paiyan.vision.other_views import (
    REASONS,
    VIEWS,
    OtherView,
    along_its_row,
    beyond_its_ends,
    is_wanted,
    look_again,
)
from paiyan.vision.picture.quality import sharpness_of
from paiyan.vision.reading import Reading, confirmed, is_close
from paiyan.vision.requests import Asking
from paiyan.vision.structure.scene import FULL, Seat

_SHARP = 20.0  # of 255: faces in photos of hands are sharper, 28 and more in 21 that were not changed
_SURE = 0.95  # objectness of a tile that is surely there
_SAME_TILE = 0.4  # overlap (IoU) from which boxes of two looks are one tile


def read_again(looks: Looks, hands: Hands, seat: Seat | None, job: Job) -> Asking[tuple[Looks, Hands]]:
    """Read the hand at a seat in other views if it is doubtful, and keep the most probable reading.

    A hand that is close to the limit of what is reliable is then read from tilted pictures.
    """
    taken: list[OtherView] = []
    for view in VIEWS:
        wanted = not hands[seat].reliable or is_wanted(view, looks, job)
        if wanted and job.affords_view:
            before = looks
            looks, hands = yield from _try(view, looks, hands, seat, job)
            taken += [view] if looks is not before else []
    if len(looks) == 1 and 2 * job.spent < job.budget and is_close(hands[seat]):
        if job.in_time:
            sure = yield from _confirm(looks, hands[seat], seat, taken, job)
        else:
            sure = confirmed(hands[seat], agrees=False)
        hands = {**hands, seat: sure}
    return looks, hands


def _try(
    view: OtherView, looks: Looks, hands: Hands, seat: Seat | None, job: Job
) -> Asking[tuple[Looks, Hands]]:
    """Read a doubtful hand in another view; keep that reading if it is more probable."""
    again: Looks = ()
    begin = 0
    for detected in looks:
        end = begin + len(detected.detections)
        shown = replace(hands[seat], tiles=hands[seat].tiles[begin:end])  # the tiles of this picture
        again = (*again, (yield from look_again(view, detected, shown, seat, job)))
        begin = end
    if all(new is detected for new, detected in zip(again, looks, strict=True)):
        return looks, hands
    again = surest_of_all(again)
    read = yield from read_hands(again, job)
    taken = _is_improvement(read, hands, seat) or (
        view is along_its_row and seat in read and _adds_a_sure_tile(read[seat], hands[seat], again)
    )
    if view is beyond_its_ends:
        taken = taken and read[seat].probability > hands[seat].probability
    for before, after in zip(looks, again, strict=True):
        if after is not before:
            job.took(REASONS[view], before.in_picture, after.in_picture, taken)
    return (again, read) if taken else (looks, hands)


def _is_improvement(again: Hands, hands: Hands, seat: Seat | None) -> bool:
    """True if another look is the one to keep for the hand at a seat: it is surer there, the same seats have
    hands, and the reliable ones are the same and still reliable."""
    return (
        again.keys() == hands.keys()
        and _rank(again[seat]) > _rank(hands[seat])
        and (seat is not None or _same_player(again[seat], hands[seat]))
        and all(again[one].reliable and again[one].hand == h.hand for one, h in hands.items() if h.reliable)
    )


def _rank(read: Reading) -> tuple[bool, bool, float]:
    """Return a key that is larger for the better of two readings of one hand: one that shows a face, then one
    without tiles that seem to be missing, then the surer one."""
    held = read.hand.concealed
    faces = not held or any(tile.code != BACK for tile in held)
    return faces, all(problem.code != "more" for problem in read.problems), read.probability


def _same_player(again: Reading, read: Reading) -> bool:
    """True if another look reads the hand of the same player as the whole hand before."""
    spans = [
        np.array([one.tiles[i].box for i in own_tiles(one.tiles) if one.tiles[i].role != "flower"])
        for one in (read, again)
    ]
    if not _rank(read)[0] or read.hand.size not in FULL or not all(map(len, spans)):
        return True
    (low, high), (other_low, other_high) = (
        (span[:, :2].min(0), span[:, 2:].max(0)) for span in spans if len(span)
    )
    return bool((np.minimum(high, other_high) > np.maximum(low, other_low)).all())


def _adds_a_sure_tile(again: Reading, read: Reading, looks: Looks) -> bool:
    """True if another look shows a missed tile of the hand, and is sure that it is there: a hand is often
    more probable without it."""
    there = np.concatenate([detected.detections.objectness for detected in looks])
    before = np.array([read.tiles[i].box for i in own_tiles(read.tiles)]).reshape(-1, 4)
    after = np.array([again.tiles[i].box for i in own_tiles(again.tiles)]).reshape(-1, 4)
    new = overlaps(after, before).max(axis=1, initial=0) < _SAME_TILE
    return len(after) > len(before) and bool((there[own_tiles(again.tiles)][new] >= _SURE).any())


def _confirm(
    looks: Looks, hand: Reading, seat: Seat | None, views: Sequence[OtherView], job: Job
) -> Asking[Reading]:
    """Read a hand once more from tilted pictures, in the same `views`: it becomes surer if both readings
    agree, else less sure.

    A reading in which a five may be red or plain agrees with none. A hand that was reliable may agree with a
    third reading instead. In a blurred picture all may be wrong in the same way, so agreement says nothing.
    """
    agrees = False
    for way in (1, -1) if hand.reliable else (1,):
        again, other = yield from _tilted(looks, seat, views, way, job)
        agrees = (
            other is not None
            and is_same_hand(hand.hand, other.hand)
            and all(problem.code != "red" for problem in other.problems)
        )
        for before, after in zip(looks, again, strict=True):
            job.took("again", _photo_detections(before), _photo_detections(after), taken=agrees)
        if agrees:
            break
    blurred = any(
        sharpness_of(detected.image, detected.detections, own_tiles(hand.tiles)) < _SHARP
        for detected in looks
    )
    return hand if agrees and blurred else confirmed(hand, agrees=agrees)


def _tilted(
    looks: Looks, seat: Seat | None, views: Sequence[OtherView], way: int, job: Job
) -> Asking[tuple[Sequence[DetectedImage], Reading | None]]:
    """Look at pictures tilted one way, in some views too, and read the hand at a seat.

    All pictures of a burst are looked at: what one hides says nothing against the others.
    """
    quiet = replace(job, trace=None)
    again: list[DetectedImage] = []
    for detected in looks:
        frames: list[DetectedImage] = []
        for frame in detected.frames or (detected,):
            tilted_look = yield from look_once(frame.picture._replace(tilt=way), quiet)
            frames.append((yield from zoom_in(tilted_look, quiet)))
            quiet.spent += VIEW_MS
        again.append(pooled(frames) if detected.frames else frames[0])
    hands = yield from read_hands(tuple(again), job)
    for view in views:
        if seat in hands and REASONS[view] != "tone":  # the picture keeps its tone
            for number, detected in enumerate(again):
                again[number] = yield from look_again(view, detected, hands[seat], seat, quiet)
            hands = yield from read_hands(tuple(again), job)
    job.spent = quiet.spent
    return again, hands.get(seat)


def _photo_detections(detected: DetectedImage) -> Detections:
    """Return the detections of a look in pixels of the photo as it is."""
    return Detections(detected.photo_boxes, detected.detections.probabilities)

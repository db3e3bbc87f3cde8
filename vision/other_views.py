"""Look at a picture again for a doubtful hand: in other tones, along its row, around it, beyond its ends.

The cost of a view is counted in the `Job`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from statistics import median

from paiyan.scorer.tiles.tile import BACK
from paiyan.vision.decoding.questions import own_tiles
from paiyan.vision.detection.main_row import row_of_player
from paiyan.vision.detection.views.frames import lay_over
from paiyan.vision.detection.views.looking import (
    look_along_rows,
    look_around,
    look_beyond_ends,
    small_rows,
    whole_window,
)
from paiyan.vision.detection.views.pooling import pool
from paiyan.vision.detection.views.view import Reason
from paiyan.vision.detections import Detections
from paiyan.vision.first_look import detect, enlarged, look_in_time, zoom_in
from paiyan.vision.job import CLOSER, VIEW_MS, DetectedImage, Job, Looks, pooled
from paiyan.vision.pixels import Tone, brightness
from paiyan.vision.reading import Reading
from paiyan.vision.requests import Asking
from paiyan.vision.sizes import size_of
from paiyan.vision.structure.scene import FULL, RIGHT, Seat

_DARK = 100  # of 255: white tiles in photos of training are brighter, and black ones darker
_TONES: tuple[Tone, ...] = ("as it is", "inverted", "dark for light")
_LIKE_A_HAND = 4  # backs in a hand, or among as many other boxes, that may be the faces of dark tiles

OtherView = Callable[[DetectedImage, Reading, Seat | None, Job], Asking[DetectedImage]]
"""A way to look at a picture again for a hand at a seat; returns the same picture if it sees nothing."""


def _in_tone(
    tone: Tone, detected: DetectedImage, hand: Reading, _: Seat | None, job: Job
) -> Asking[DetectedImage]:
    """Look at a picture in another tone if backs lie as hands do, since dark faces look like backs, or if
    the detected tiles are dark."""
    down = detected.detections.classes == BACK
    held = sum(tile.code == BACK for tile in hand.hand.concealed)
    like_backs = held >= _LIKE_A_HAND or 2 * down.sum() >= max(len(down), _LIKE_A_HAND)
    if detected.picture.tone == "as it is" and not like_backs and not _is_dark(detected):
        return detected
    job.tones[detected.picture] = detected
    picture = detected.picture._replace(tone=tone)
    if picture not in job.tones:
        job.spent += VIEW_MS
        other = yield from detect(picture, job)
        job.tones[picture] = yield from zoom_in(other, job)
    return job.tones[picture]


_inverted = partial(_in_tone, "inverted")
_dark_for_light = partial(_in_tone, "dark for light")
"""Brightness is inverted, each hue stays as it is."""


def _is_dark(detected: DetectedImage) -> bool:
    """True if the boxes of a picture are darker than white tiles are in nearly all photos."""
    boxes = detected.detections.boxes
    return len(boxes) >= _LIKE_A_HAND and median(brightness(detected.image, boxes)) < _DARK


def _in_every_tone(detected: DetectedImage, _: Reading, seat: Seat | None, job: Job) -> Asking[DetectedImage]:
    """Pool the detections in all tones: one set's paints show in one tone and not in another."""
    del seat
    yield from ()
    pictures = [detected.picture._replace(tone=tone) for tone in _TONES]
    looks = [job.tones[picture] for picture in pictures if picture in job.tones]
    if len(looks) < len(_TONES) or len({(one.picture.quarters, size_of(one.image)) for one in looks}) > 1:
        return detected
    return looks[0].with_detections(pool([whole_window(one.image, one.detections) for one in looks]))


def along_its_row(
    detected: DetectedImage, hand: Reading, seat: Seat | None, job: Job
) -> Asking[DetectedImage]:
    """Look along the row of a hand, or along the picture's main row if there is no seat."""
    larger = enlarged(detected, job)
    rows = row_of_player(larger.detections, own_tiles(hand.tiles), right=RIGHT[seat]) if seat else None
    look = look_along_rows(larger.image, larger.detections, rows=rows)
    return (yield from _unless_tiles_drop(look, detected, larger, job))


def _around_it(detected: DetectedImage, hand: Reading, _: Seat | None, job: Job) -> Asking[DetectedImage]:
    """Look at the surroundings of a hand, melds and flowers too, larger than in the picture."""
    larger = enlarged(detected, job)
    look = look_around(larger.image, larger.detections, own_tiles(hand.tiles))
    return (yield from _unless_tiles_drop(look, detected, larger, job))


def beyond_its_ends(
    detected: DetectedImage, hand: Reading, _: Seat | None, job: Job
) -> Asking[DetectedImage]:
    """Look beyond the ends of a row that is not a whole hand."""
    if hand.hand.size in FULL:
        return detected
    larger = enlarged(detected, job)
    row = [i for i, tile in enumerate(hand.tiles) if tile.role in ("hand", "winning")]
    look = look_beyond_ends(larger.image, larger.detections, row)
    return (yield from _unless_tiles_drop(look, detected, larger, job))


def _unless_tiles_drop(
    look: Asking[Detections], detected: DetectedImage, larger: DetectedImage, job: Job
) -> Asking[DetectedImage]:
    """Take a look at the larger picture, and keep it unless it drops a tile.

    Tiles of a table seen from far may blur in a view.
    """
    closer = yield from look_in_time(look, larger, job)
    taken = closer is not larger.detections and len(closer) >= len(detected.detections)
    return larger.with_detections(closer) if taken else detected


REASONS: Mapping[OtherView, Reason] = {
    _inverted: "tone", _dark_for_light: "tone", _in_every_tone: "tone", along_its_row: "row",
    _around_it: "hand", beyond_its_ends: "row",
}  # fmt: skip

VIEWS = tuple(REASONS)
"""The ways to look at a doubtful hand again, in their order."""


def is_wanted(view: OtherView, looks: Looks, job: Job) -> bool:
    """True if a view is taken even of a reliable hand: along a main row of small tiles."""
    return view is along_its_row and any(
        small_rows(job.main_row(detected.detections), detected.image, most=min(max(detected.size), CLOSER))
        for detected in looks
    )


def look_again(
    view: OtherView, detected: DetectedImage, hand: Reading, seat: Seat | None, job: Job
) -> Asking[DetectedImage]:
    """Look at a picture in another view; at each picture of a burst, since one says no more than another."""
    if not detected.frames:
        return (yield from view(detected, hand, seat, job))
    again: list[DetectedImage] = []
    frames = list(_showing_all(detected))
    for frame in frames:
        again.append((yield from view(frame, hand, seat, job)))
    changed = any(new is not frame for new, frame in zip(again, frames, strict=True))
    return pooled(again) if changed else detected


def _showing_all(detected: DetectedImage) -> Iterator[DetectedImage]:
    """Yield the pictures of a burst, each with the pooled tiles in its own pixels."""
    for frame in detected.frames:
        tiles = detected.detections.moved(size_of(detected.image), size_of(frame.image))
        placed = tiles if frame.picture is detected.picture else lay_over(tiles, frame.detections)
        if placed is not None:
            yield frame._replace(detections=placed)

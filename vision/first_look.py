"""Detect the tiles of a picture with its faces upright, and closer if they are too small or too large."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from paiyan.scorer.tiles.tile import EXTRA, TILES
from paiyan.vision.decoding.game_rules import RED_OF
from paiyan.vision.detection.context.uprightness import sureness, turns_to_upright
from paiyan.vision.detection.drops import logged, move_drops
from paiyan.vision.detection.main_row import players_rows
from paiyan.vision.detection.views.looking import (
    fills_frame,
    illegible,
    look,
    look_closer,
    look_within_border,
)
from paiyan.vision.detection.views.view import whole
from paiyan.vision.detections import Detections
from paiyan.vision.job import (
    CLOSER,
    FIRST_PASS,
    MOST_TOGETHER,
    VIEW_MS,
    DetectedImage,
    Job,
    Looks,
    OpenedPicture,
    surest,
    with_surest,
)
from paiyan.vision.pixels import Image, red_ink, toned
from paiyan.vision.requests import Asking
from paiyan.vision.sizes import size_of
from paiyan.vision.structure.scene import FULL

_FIVES = [code for code in range(EXTRA) if TILES[code].kind in RED_OF]
RED_FROM = (0.64, 0.72)
"""Share of a five's print that is red: below the first it is plain, above the second red. In drawn dark
sets plain ones have 0.62 at most, red ones 0.75 at least."""
_LEAD = 0.5  # tiles by which a turned look must be surer: most photos are upright


def detect(picture: OpenedPicture, job: Job) -> Asking[DetectedImage]:
    """Detect the tiles of a picture, turned so that the faces stand upright.

    Four pictures that differ by quarter turns are read from the same pixels. If the faces of one look do not
    tell which turn that is, it is looked at in each that is possible: the look whose faces tell that they
    stand upright counts, else the one with the surest names, since the networks learned from upright faces;
    the picture as it is, if no other is clearly surer. If the faces of a whole hand speak for no other turn,
    and none could be clearly surer of the same tiles, one look is enough.
    """
    first = yield from look_once(picture, job)
    possible = [0]
    if job.seat == "nearest" and not picture.quarters:
        possible = turns_to_upright(first.image, first.detections)
    if possible == [0] or (len(possible) > 1 and not (job.closer and job.in_time)):
        return first
    speak_for_no_other = possible[0] == 0 or len(possible) == 4
    count = len(first.detections)
    if speak_for_no_other and count >= min(FULL) and sureness(first.detections) + _LEAD > count:
        return first
    looks = {0: first}
    for turn in possible:
        if turn not in looks:
            job.spent += VIEW_MS if len(possible) > 1 else 0.0
            looks[turn] = yield from look_once(picture._replace(quarters=turn), job)
            further = turns_to_upright(looks[turn].image, looks[turn].detections)
            if further == [0] or not job.closer:
                return looks[turn]
            possible += [one for more in further if (one := (turn + more) % 4) not in possible]
            if not job.in_time:
                break
    sure = {turn: sureness(looks[turn].detections) for turn in possible if turn in looks}
    surest = max(sure, key=sure.__getitem__)
    return first if 0 in sure and sure[surest] < sure[0] + _LEAD else looks[surest]


def look_once(picture: OpenedPicture, job: Job) -> Asking[DetectedImage]:
    """Detect the tiles of a picture as it is turned and tilted."""
    with job.timed("decode"):
        image = picture.pixels(FIRST_PASS)
    with job.timed("detect"), _in_photo(image, picture):
        detections = (yield from look(image, [whole(image)]))[0].detections
    return DetectedImage(image, detections, picture).with_detections(detections)


def zoom_in(detected: DetectedImage, job: Job) -> Asking[DetectedImage]:
    """Detect the tiles of a picture in other views if they are too large or too small in the first.

    Also separates red fives from plain ones."""
    return _with_reds_by_print((yield from _zoomed_in(detected, job)))


def _zoomed_in(detected: DetectedImage, job: Job) -> Asking[DetectedImage]:
    image, detections = detected.image, detected.detections
    if job.closer and fills_frame(detections, image):
        framed = yield from look_in_time(look_within_border(image, detections), detected, job)
        if framed is not detections:
            job.took("border", detections, framed, taken=True)
            return detected.with_detections(framed)
    rows_of = job.main_row if job.seat == "nearest" else players_rows
    if not job.closer or not illegible(rows_of(detections), image):
        return detected
    larger = enlarged(detected, job)
    rows = rows_of(larger.detections)
    closer = yield from look_in_time(look_closer(larger.image, larger.detections, rows=rows), larger, job)
    if closer is larger.detections:
        return detected
    job.took("hints", larger.detections, closer, taken=True)
    return larger.with_detections(closer)


def surest_of_all(looks: Looks) -> Looks:
    """Return the pictures of one hand with the surest `MOST_TOGETHER` of their tiles."""
    if sum(len(detected.detections) for detected in looks) <= MOST_TOGETHER:
        return looks
    mask = surest(np.concatenate([detected.detections.objectness for detected in looks]), MOST_TOGETHER)
    bounded: list[DetectedImage] = []
    begin = 0
    for detected in looks:
        end = begin + len(detected.detections)
        with _in_photo(detected.image, detected.picture):
            tiles = with_surest(detected.detections, mask[begin:end])
        bounded.append(detected._replace(detections=tiles, crowded=MOST_TOGETHER))
        begin = end
    return tuple(bounded)


def enlarged(detected: DetectedImage, job: Job) -> DetectedImage:
    """Return the same picture with all pixels that closer views need."""
    if max(detected.image.shape[:2]) >= min(max(detected.size), CLOSER):
        return detected
    with job.timed("decode"):
        image = detected.picture.pixels(CLOSER)
    moved = detected.detections.moved(size_of(detected.image), size_of(image))
    return detected._replace(image=image, detections=moved)


def _with_reds_by_print(detected: DetectedImage) -> DetectedImage:
    """Tell red fives from plain ones by their print in the photo's own colours, in a look in another tone.

    In other tones red is green, and a five with some red in it may look like one that is all red.
    """
    fives = np.flatnonzero(np.isin(detected.detections.classes, _FIVES))
    if detected.picture.tone == "as it is" or not len(fives):
        return detected
    probabilities = detected.detections.probabilities.copy()
    own = toned(detected.image, detected.picture.tone)  # each tone undoes itself
    for five, ink in zip(fives, red_ink(own, detected.detections.boxes[fives]), strict=True):
        kind = TILES[int(detected.detections.classes[five])].kind
        pair = [kind, RED_OF[kind]]
        red = float(np.interp(ink, RED_FROM, (0.0, 1.0)))
        probabilities[five, pair] = probabilities[five, pair].sum() * np.array([1 - red, red])
    return detected._replace(detections=replace(detected.detections, probabilities=probabilities))


def look_in_time(asking: Asking[Detections], detected: DetectedImage, job: Job) -> Asking[Detections]:
    """Look closer at a picture as long as there is time, and count the cost of the views."""
    reply: Any = None
    with job.timed("closer"), _in_photo(detected.image, detected.picture):
        try:
            while True:
                request = asking.send(reply)
                reply = None
                if job.in_time:
                    job.spent += VIEW_MS
                    reply = yield request
        except StopIteration as done:
            return done.value


@contextmanager
def _in_photo(image: Image, picture: OpenedPicture) -> Generator[None]:
    """Log meanwhile dropped boxes in pixels of the photo, not of the decoded image."""
    before = logged()
    yield
    wide, high = size_of(image)
    by = np.array([picture.size[0] / wide, picture.size[1] / high] * 2, np.float32)
    move_drops(before, lambda boxes: picture.in_photo(boxes * by))

"""What a command line asks for, request by request: photos, a hand, the lines of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from os.path import exists, isdir  # unlike those of Path, they take any name
from pathlib import Path
from typing import NamedTuple

from paiyan.service.answers.request import HandRequest
from paiyan.service.answers.situation import HandObject, merged
from paiyan.service.cli.batch.lines import line_object, lines_of
from paiyan.service.cli.options import HandOptions
from paiyan.service.cli.parsing import hand_text
from paiyan.service.errors import WrongUse
from paiyan.service.messages import command_line as refusal


class Requests(NamedTuple):
    """A text for each request, and what makes a request of a text, the same for all of them.

    `request` can be pickled. It raises `PaiyanError`: a bad text must not stop the ones after it.
    """

    texts: Iterable[str]
    request: Callable[[str], HandRequest]


def requests_for(
    command: str,
    photos: Sequence[str] | None,
    *,
    hand: str = "",
    jsonl: str = "",
    told: HandOptions,
    of_photos: Mapping[str, object] | None = None,
) -> Requests:
    """The requests of a command line. Raises `WrongUse` unless exactly one source is given.

    Options are laid over one hand or photo; for the lines of a batch they are what a line leaves out.
    `of_photos` are those that a hand without a photo has no use for, by their names.
    """
    sources = [name for name, given in {"PHOTO": photos, "--hand": hand, "--jsonl": jsonl}.items() if given]
    if not sources:
        words = refusal.NOTHING_TO_READ if command == "read" else refusal.NOTHING_TO_DO
        raise WrongUse(words, command=command)
    if len(sources) > 1:
        raise WrongUse(refusal.NOT_TOGETHER, names=refusal.both(sources))
    if jsonl:
        return Requests(lines_of(jsonl), partial(_of_line, told=told.hand()))
    if hand:
        unused = [name for name, given in (of_photos or {}).items() if given]
        return Requests([hand], partial(_of_hand, told=told.hand(), unused=unused))
    return Requests(photos or (), partial(_of_photo, told=told.hand()))


def together(photos: Sequence[str] | None, told: HandOptions, *, draw: str) -> Requests:
    """The one request about a hand of which each photo shows a part. Raises `WrongUse`."""
    if not photos or len(photos) < 2:
        raise WrongUse(refusal.TWO_PHOTOS)
    if draw:
        raise WrongUse(refusal.DRAW_ONE_HAND)
    first, *others = photos
    return Requests([first], partial(_of_photo, told=told.hand(), more=tuple(map(Path, others))))


def _of_line(line: str, *, told: HandObject) -> HandRequest:
    return _asked(merged(told, line_object(line)))


def _of_hand(text: str, *, told: HandObject, unused: Sequence[str]) -> HandRequest:
    asked = _asked(merged(hand_text(text), told))
    if unused and asked.photo is None:
        raise WrongUse(refusal.FOR_A_PHOTO, option=unused[0])
    return asked


def _of_photo(path: str, *, told: HandObject, more: tuple[Path, ...] = ()) -> HandRequest:
    return replace(_asked({**told, "photo": path}), more=more)


def _asked(given: HandObject) -> HandRequest:
    hand = dict(given)
    photo = hand.pop("photo", None)
    if photo is None:
        return HandRequest(hand)
    if not isinstance(photo, str):
        raise WrongUse(refusal.A_PATH, value=photo)
    return HandRequest(hand, Path(photo))


def drawing(requests: Requests, draw: str) -> Requests:
    """The same; where `draw` names a file or a folder, each photo's boxes are drawn there."""
    if not draw:
        return requests
    return requests._replace(request=partial(_drawn, request=requests.request, draw=Path(draw), taken=[]))


def _drawn(text: str, *, request: Callable[[str], HandRequest], draw: Path, taken: list[Path]) -> HandRequest:
    asked = request(text)
    if not isinstance(asked.photo, Path):
        return asked
    taken.append(_target(asked.photo, draw, taken=taken))
    return replace(asked, drawn=taken[-1])


def _target(photo: Path, draw: Path, *, taken: Sequence[Path]) -> Path:
    """Where the drawn picture goes: the file named, or the photo's name in the folder named.

    Raises `WrongUse` where that is the photo itself or the place of an earlier one.
    """
    target = draw if draw.suffix and not isdir(draw) else draw / photo.with_suffix(".jpg").name
    if exists(target) and exists(photo) and target.samefile(photo):
        raise WrongUse(refusal.OVER_PHOTO, draw=draw, photo=photo)
    if target in taken:
        raise WrongUse(refusal.OVER_BOXES, draw=draw, photo=photo)
    return target

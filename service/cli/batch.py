"""Many requests in, an answer for each out: what the commands of the command line have in common."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from os.path import exists  # unlike Path.exists, it takes any name
from pathlib import Path
from typing import Any

from service.answers.request import Answer, HandRequest, is_empty
from service.answers.situation import HandObject, merged
from service.cli.options import HandOptions, Output, PhotoOptions
from service.cli.parsing import hand_text, line_object, lines_of
from service.errors import NothingToAnswer, PaiyanError, WrongUse

Request = Callable[[], HandRequest]
"""Gives what is asked, or raises `PaiyanError`: a bad line must not stop the ones after it."""


def requests(
    command: str, photos: Sequence[str] | None, *, hand: str = "", jsonl: str = "", told: HandOptions
) -> Iterator[Request]:
    """The requests of a command line. Raises `WrongUse` unless exactly one source is given."""
    sources = [name for name, given in {"PHOTO": photos, "--hand": hand, "--jsonl": jsonl}.items() if given]
    if not sources:
        takes = "PHOTO or --jsonl FILE" if command == "read" else "PHOTO, --hand or --jsonl FILE"
        raise WrongUse(f"nothing to {command}: give {takes} (see paiyan {command} --help)")
    if len(sources) > 1:
        raise WrongUse(f"{' and '.join(sources)} cannot go together: give one of them")
    return _requests(photos or (), hand, jsonl, told.hand())


def _requests(photos: Sequence[str], hand: str, jsonl: str, told: HandObject) -> Iterator[Request]:
    """Options are laid over one hand or photo; for the lines of a batch they are what a line leaves out."""
    if hand:
        yield lambda: _asked(merged(hand_text(hand), told))
    for photo in photos:
        yield partial(_asked, {**told, "photo": photo})
    if jsonl:
        with lines_of(jsonl) as lines:
            for line in lines:
                yield partial(_asked_by_line, line, told)


def together(photos: Sequence[str] | None, told: HandOptions, *, draw: str) -> Iterator[Request]:
    """The one request about a hand of which each photo shows a part. Raises `WrongUse`."""
    if not photos or len(photos) < 2:
        raise WrongUse("--one-hand takes two photos or more: one of the held tiles, one of the melds")
    if draw:
        raise WrongUse("--draw and --one-hand cannot go together: draw each photo by itself")
    first, *others = photos
    yield lambda: replace(_asked({**told.hand(), "photo": first}), more=tuple(map(Path, others)))


def _asked_by_line(line: str, told: HandObject) -> HandRequest:
    return _asked(merged(told, line_object(line)))


def _asked(given: HandObject) -> HandRequest:
    hand = dict(given)
    photo = hand.pop("photo", None)
    if photo is None:
        return HandRequest(hand)
    if not isinstance(photo, str):
        raise WrongUse(f'"photo" is the path of a picture, not {photo!r}')
    return HandRequest(hand, Path(photo))


def drawing(requests: Iterable[Request], draw: str) -> Iterator[Request]:
    """The same; where `draw` names a file or a folder, each photo's boxes are drawn there."""
    taken: list[Path] = []
    return (partial(_drawn, request, Path(draw), taken) if draw else request for request in requests)


def _drawn(request: Request, draw: Path, taken: list[Path]) -> HandRequest:
    asked = request()
    if not isinstance(asked.photo, Path):
        return asked
    taken.append(_target(asked.photo, draw, taken=taken))
    return replace(asked, drawn=taken[-1])


def carry_out(
    requests: Iterable[Request],
    answer: Callable[..., Answer],
    view: str,
    output: Output,
    *,
    look: PhotoOptions,
) -> int:
    """Answer each request on standard output, errors on standard error, and give the worst exit status."""
    statuses: list[int] = []
    for request in requests:
        try:
            asked = replace(request(), reading_settings=look.reading_settings())
            found = answer(asked, lang=output.language)
            show(found, view, output)
            if asked.drawn and not output.json:
                print(f"the picture with its boxes: {asked.drawn}", file=sys.stderr)
            statuses.append(NothingToAnswer.status if is_empty(found) else 0)
        except PaiyanError as wrong:
            statuses.append(wrong.status)
            complain(wrong.to(output.language))
    return max(statuses, default=0)


def carry_out_lines(
    requests: Iterable[Request],
    answer: Callable[..., Answer],
    output: Output,
    *,
    look: PhotoOptions,
    jobs: int,
) -> int:
    """Answer a batch with a JSON line each, also for an error, by so many processes; the exit status says
    only whether anything could be answered."""
    how = partial(_line, answer=answer, look=look, lang=output.language, ascii=_only_ascii())
    if jobs > 1:
        from service.cli.several_processes import answered  # only here: few batches are large

        lines = answered(requests, how, jobs=jobs)
    else:
        lines = map(how, requests)
    statuses = set[int]()
    for status, text in lines:
        print(text, flush=jobs == 1)
        statuses.add(status)
    return 0 if 0 in statuses else NothingToAnswer.status


def _line(
    request: Request, *, answer: Callable[..., Answer], look: PhotoOptions, lang: str, ascii: bool
) -> tuple[int, str]:
    """The exit status of a request and its answer as JSON."""
    try:
        found = answer(replace(request(), reading_settings=look.reading_settings()), lang=lang)
    except PaiyanError as wrong:
        return wrong.status, json.dumps({"error": wrong.to(lang)}, ensure_ascii=ascii)
    return NothingToAnswer.status if is_empty(found) else 0, json.dumps(found, ensure_ascii=ascii)


def show(answer: Any, view: str, output: Output) -> None:
    """Print an answer: as one line of JSON, or as `service.cli.views` draws it: ``module.function``."""
    if output.json:
        print(_json(answer), flush=True)
        return
    from rich.console import Console

    module, _, name = view.partition(".")
    drawn = getattr(import_module(f"service.cli.views.{module}"), name)
    # Not cropped: a line that says of itself that it is not to be wrapped is one line in a pipe too.
    Console(highlight=False, soft_wrap=False).print(drawn(answer, lang=output.language), crop=False)


def complain(text: str) -> None:
    """One line on standard error."""
    print(f"paiyan: {' '.join(text.split())}", file=sys.stderr)


def _json(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=_only_ascii())


def _only_ascii() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"


def _target(photo: Path, draw: Path, *, taken: Sequence[Path]) -> Path:
    """Where the drawn picture goes: the file named, or the photo's name in the folder named.

    Raises `WrongUse` where that is the photo itself or the place of an earlier one.
    """
    target = draw if draw.suffix and not draw.is_dir() else draw / photo.with_suffix(".jpg").name
    if exists(target) and exists(photo) and target.samefile(photo):
        raise WrongUse(f"--draw {draw} would write over the photo {photo}: name another place")
    if target in taken:
        raise WrongUse(
            f"--draw {draw} would write {photo} over another picture's boxes: name a folder of its own"
        )
    return target

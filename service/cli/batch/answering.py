"""Requests answered: one after the other as they are shown, or the lines of a file by several processes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from service.answers.request import Answer, is_empty
from service.cli.batch.lines import Request
from service.cli.batch.sources import drawing
from service.cli.options import Output, PhotoOptions
from service.cli.printing import complain, only_ascii, show
from service.errors import NothingToAnswer, PaiyanError, WrongUse
from service.recognition.photos import ReadingSettings


def carry_out(
    requests: Iterable[Request],
    how: Callable[..., Answer],
    view: str,
    output: Output,
    *,
    look: PhotoOptions,
    draw: str = "",
    jsonl: str,
    jobs: int,
) -> int:
    """The exit status of one request after the other, or of a file of them. Raises `WrongUse`."""
    if jobs > 1 and (draw or not jsonl):
        raise WrongUse("--jobs is for the lines of --jsonl, whose boxes are not drawn: leave it out")
    asked = drawing(requests, draw)
    if jsonl:
        return _lines(asked, how, output, look=look, jobs=jobs)
    return _one_by_one(asked, how, view, output, look=look)


def _one_by_one(
    requests: Iterable[Request],
    answer: Callable[..., Answer],
    view: str,
    output: Output,
    *,
    look: PhotoOptions,
) -> int:
    """Answer each on standard output, errors on standard error; the worst exit status."""
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


def _lines(
    requests: Iterable[Request],
    answer: Callable[..., Answer],
    output: Output,
    *,
    look: PhotoOptions,
    jobs: int,
) -> int:
    """Answer a batch with a JSON line each, also for an error, by so many processes; the exit status says
    only whether anything could be answered."""
    # Processes side by side leave no core to threads that spin.
    reading_settings = look.reading_settings()._replace(spin=jobs == 1)
    how = partial(
        _line, answer=answer, reading_settings=reading_settings, lang=output.language, ascii=only_ascii()
    )
    if jobs > 1:
        from service.cli.batch.several_processes import answered  # only here: few files are large

        lines = answered(requests, how, jobs=jobs)
    else:
        lines = map(how, requests)
    statuses = set[int]()
    for status, text in lines:
        print(text, flush=jobs == 1)
        statuses.add(status)
    if not statuses:
        complain("--jsonl: there is no line: give a JSON hand or the path of a photo on each")
    return 0 if 0 in statuses else NothingToAnswer.status


def _line(
    request: Request,
    *,
    answer: Callable[..., Answer],
    reading_settings: ReadingSettings,
    lang: str,
    ascii: bool,
) -> tuple[int, str]:
    """The exit status of a request and its answer as JSON."""
    try:
        found = answer(replace(request(), reading_settings=reading_settings), lang=lang)
    except PaiyanError as wrong:
        return wrong.status, json.dumps({"error": wrong.to(lang)}, ensure_ascii=ascii)
    return NothingToAnswer.status if is_empty(found) else 0, json.dumps(found, ensure_ascii=ascii)

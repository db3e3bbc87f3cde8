"""Answer requests: one after the other as they are shown, or the lines of a file by several processes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from paiyan.service.answers.report import Answer, Failure
from paiyan.service.answers.situation import HandRequest
from paiyan.service.cli.batch.sources import Requests, drawing
from paiyan.service.cli.options import Output, PhotoOptions
from paiyan.service.cli.printing import complain, json_line, show
from paiyan.service.errors import NothingToAnswer, PaiyanError, WrongUse
from paiyan.service.messages import command_line as refusal
from paiyan.service.recognition.photos import ReadingSettings


def run_requests(
    requests: Requests,
    handler: Callable[..., Answer],
    view: str,
    output: Output,
    *,
    photo_options: PhotoOptions,
    draw: str = "",
    jsonl: str,
    jobs: int,
) -> int:
    """Answer requests one by one, or a file of them; return the exit status. Raises `WrongUse`."""
    if jobs > 1 and (draw or not jsonl):
        raise WrongUse(refusal.JOBS)
    drawn = drawing(requests, draw)
    if jsonl:
        return _lines(drawn, handler, output, photo_options=photo_options, jobs=jobs)
    return _one_by_one(drawn, handler, view, output, photo_options=photo_options)


def _one_by_one(
    requests: Requests,
    answer: Callable[..., Answer],
    view: str,
    output: Output,
    *,
    photo_options: PhotoOptions,
) -> int:
    """Answer each on standard output, errors on standard error; the worst exit status."""
    statuses: list[int] = []
    for text in requests.texts:
        try:
            request = replace(requests.request(text), reading_settings=photo_options.reading_settings())
            found = answer(request)
            show(found, view, output)
            if request.drawn and not output.json:
                print(f"the picture with its boxes: {request.drawn}", file=sys.stderr)
            statuses.append(NothingToAnswer.status if found.empty else 0)
        except PaiyanError as wrong:
            statuses.append(wrong.status)
            complain(wrong.to(output.language))
    return max(statuses, default=0)


def _lines(
    requests: Requests,
    answer: Callable[..., Answer],
    output: Output,
    *,
    photo_options: PhotoOptions,
    jobs: int,
) -> int:
    """Answer a batch with a JSON line each, also for an error, by `jobs` processes; the exit status says
    only whether anything could be answered."""
    # Processes side by side leave no core to threads that spin.
    reading_settings = photo_options.reading_settings()._replace(spin=jobs == 1)
    how = partial(
        _answers,
        request=requests.request,
        answer=answer,
        reading_settings=reading_settings,
        output=output,
    )
    if jobs > 1:
        from paiyan.service.cli.batch.process_pool import map_ordered  # only here: few files are large

        parts = map_ordered(requests.texts, how, jobs=jobs)
    else:
        parts = (how([line]) for line in requests.texts)
    statuses = set[int]()
    for found, text in parts:
        print(text, flush=True)
        statuses |= found
    if not statuses:
        complain("--jsonl: there is no line: give a JSON hand or the path of a photo on each")
    return 0 if 0 in statuses else NothingToAnswer.status


def _answers(
    lines: Iterable[str],
    *,
    request: Callable[[str], HandRequest],
    answer: Callable[..., Answer],
    reading_settings: ReadingSettings,
    output: Output,
) -> tuple[set[int], str]:
    """The exit statuses of some lines, and their answers as JSON, a line each."""
    statuses, answers = set[int](), list[str]()
    for line in lines:
        found: Answer | Failure
        try:
            found = answer(replace(request(line), reading_settings=reading_settings))
            statuses.add(NothingToAnswer.status if found.empty else 0)
        except PaiyanError as wrong:
            found = Failure(error=wrong)
            statuses.add(wrong.status)
        answers.append(json_line(found, output))
    return statuses, "\n".join(answers)

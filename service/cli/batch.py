"""Many requests of one command line: photos, a hand, or a file of them, ``--jsonl FILE``.

Each is answered in its order, shown or as a JSON line; an error has its own place. A line gets the answer
that it would get by itself, from one process or several.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from os.path import exists, isdir  # unlike those of Path, they take any name
from pathlib import Path
from time import perf_counter, sleep
from typing import TYPE_CHECKING, NamedTuple, TextIO, TypeVar

from paiyan.scorer.messages.languages import Message
from paiyan.scorer.messages.system import CANNOT_READ, reason
from paiyan.service.answers.report import Answer, Failure
from paiyan.service.answers.situation import HandObject, HandRequest, merged
from paiyan.service.cli.options import HandOptions, Lines, Output, PhotoOptions, complain, json_line, show
from paiyan.service.cli.parsing import BOM, hand_text, is_hand, json_object, standard_input
from paiyan.service.errors import NothingToAnswer, PaiyanError, WrongUse
from paiyan.service.messages import command_line as refusal
from paiyan.service.recognition import ReadingSettings

if TYPE_CHECKING:
    from concurrent.futures import Future


def lines_of(file: str) -> Iterator[str]:
    """Yield the lines of a file that are not blank; ``-`` is standard input. Raises `WrongUse`."""
    if file == "-":
        yield from _lines(standard_input())
        return
    try:
        with Path(file).open(encoding="utf-8", errors="replace") as stream:
            yield from _lines(stream)
    except IsADirectoryError:
        raise WrongUse(refusal.A_FOLDER, file=file) from None
    except OSError as wrong:
        raise WrongUse(CANNOT_READ, file=file, why=reason(wrong)) from None


def _lines(stream: TextIO) -> Iterator[str]:
    return filter(None, (line.lstrip(BOM).strip() for line in stream))


def line_object(line: str) -> HandObject:
    """Return the hand object of a line: its JSON object, or a photo whose path it is."""
    if line.startswith("{"):
        return json_object(line)
    if line.startswith('"') and line.endswith('"'):
        try:
            line = str(json.loads(line))
        except json.JSONDecodeError as wrong:
            raise WrongUse(refusal.NOT_JSON, column=wrong.colno) from None
    elif _is_other_json(line) and not exists(line):
        raise WrongUse(refusal.A_LINE, line=line[:40])
    return {"photo": line}


def _is_other_json(line: str) -> bool:
    """True if a line is JSON and no object, or a part of what stands on several lines."""
    if line[0] in '[]}"':
        return True
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


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
    lines: Lines,
    hand_options: HandOptions,
    of_photos: Mapping[str, object] | None = None,
) -> Requests:
    """Return the requests of a command line. Raises `WrongUse` unless exactly one source is given.

    Options are laid over one hand or photo; for the lines of a batch they are what a line leaves out.
    `of_photos` are those that a hand without a photo has no use for, by their names.
    """
    sources = [
        name for name, given in {"PHOTO": photos, "--hand": hand, "--jsonl": lines.jsonl}.items() if given
    ]
    if not sources:
        words = refusal.NOTHING_TO_READ if command == "read" else refusal.NOTHING_TO_DO
        raise WrongUse(words, command=command)
    if len(sources) > 1:
        raise WrongUse(refusal.NOT_TOGETHER, names=refusal.both(sources))
    if lines.jsonl:
        return Requests(lines_of(lines.jsonl), partial(_of_line, situation=hand_options.hand()))
    if hand:
        unused = [name for name, given in (of_photos or {}).items() if given]
        return Requests([hand], partial(_of_hand, situation=hand_options.hand(), unused=unused))
    return Requests(photos or (), partial(_of_photo, situation=hand_options.hand(), command=command))


def together(photos: Sequence[str] | None, hand_options: HandOptions, *, draw: str) -> Requests:
    """Return one request about a hand of which each photo shows a part. Raises `WrongUse`."""
    if not photos or len(photos) < 2:
        raise WrongUse(refusal.TWO_PHOTOS)
    if draw:
        raise WrongUse(refusal.DRAW_ONE_HAND)
    first, *others = photos
    return Requests([first], partial(_of_photo, situation=hand_options.hand(), more=tuple(map(Path, others))))


def _of_line(line: str, *, situation: HandObject) -> HandRequest:
    return _request(merged(situation, line_object(line)))


def _of_hand(text: str, *, situation: HandObject, unused: Sequence[str]) -> HandRequest:
    request = _request(merged(hand_text(text), situation))
    if unused and request.photo is None:
        raise WrongUse(refusal.FOR_A_PHOTO, option=unused[0])
    return request


def _of_photo(
    path: str, *, situation: HandObject, command: str = "", more: tuple[Path, ...] = ()
) -> HandRequest:
    if not exists(path) and is_hand(path):
        words = refusal.TILES_TO_READ if command == "read" else refusal.TILES_FOR_PHOTO
        raise WrongUse(words, text=path)
    return replace(_request({**situation, "photo": path}), more=more)


def _request(line: HandObject) -> HandRequest:
    hand = dict(line)
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
    undrawn = request(text)
    if not isinstance(undrawn.photo, Path):
        return undrawn
    taken.append(_target(undrawn.photo, draw, taken=taken))
    return replace(undrawn, drawn=taken[-1])


def _target(photo: Path, draw: Path, *, taken: Sequence[Path]) -> Path:
    """Return the path of the drawn picture: the file named, or the photo's name in the folder named.

    Raises `WrongUse` where that is the photo itself or the place of an earlier one.
    """
    target = draw if draw.suffix and not isdir(draw) else draw / photo.with_suffix(".jpg").name
    if exists(target) and exists(photo) and target.samefile(photo):
        raise WrongUse(refusal.OVER_PHOTO, draw=draw, photo=photo)
    if target in taken:
        raise WrongUse(refusal.OVER_BOXES, draw=draw, photo=photo)
    return target


def run_requests(
    requests: Requests,
    handler: Callable[..., Answer],
    view: str,
    output: Output,
    *,
    photo_options: PhotoOptions,
    draw: str = "",
    lines: Lines,
) -> int:
    """Answer requests one by one, or a file of them; return the exit status. Raises `WrongUse`."""
    if lines.jobs > 1 and (draw or not lines.jsonl):
        raise WrongUse(refusal.JOBS)
    drawn = drawing(requests, draw)
    if lines.jsonl:
        return _answer_lines(drawn, handler, output, photo_options=photo_options, jobs=lines.jobs)
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
                drawn = Message(refusal.BOXES_DRAWN, {"file": request.drawn})
                print(drawn.to(output.language), file=sys.stderr)
            statuses.append(NothingToAnswer.status if found.empty else 0)
        except PaiyanError as wrong:
            statuses.append(wrong.status)
            complain(wrong.to(output.language))
    return max(statuses, default=0)


def _answer_lines(
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
        parts = map_ordered(requests.texts, how, jobs=jobs)
    else:
        parts = (how([line]) for line in requests.texts)
    statuses = set[int]()
    for found, text in parts:
        print(text, flush=True)
        statuses |= found
    if not statuses:
        complain(refusal.NO_LINES.to(output.language))
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


Part = TypeVar("Part")  # what some lines are answered with

_PART = 0.1  # seconds of work that are handed over at once: less, and handing over costs more than it gains
_LINES = 512  # lines of a part, at most
_AHEAD = 3  # parts for each process that wait or are done: a file of any length takes little memory
_LOOKS = 0.5  # seconds after which a process looks again whether its parent is there


def map_ordered(
    lines: Iterable[str], answer: Callable[[Iterable[str]], Part], *, jobs: int
) -> Iterator[Part]:
    """Yield the answers to lines, a few at a time, in the order of the lines; `answer` can be pickled."""
    from concurrent.futures import ProcessPoolExecutor  # only here: few files are large
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    lines, size = iter(lines), 1
    first = list(islice(lines, jobs))  # all processes are begun at once: no more of them than there are lines
    lines, jobs = chain(first, lines), max(len(first), 1)
    waiting: deque[Future[tuple[Part, float]]] = deque()
    context = get_context("fork" if _alone() else "spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(os.getpid(),))
    try:
        while part := _next(lines, size):
            waiting.append(pool.submit(_timed, answer, part))
            while waiting and (waiting[0].done() or len(waiting) >= jobs * _AHEAD):
                found, seconds = waiting.popleft().result()
                size = max(1, min(_LINES, round(_PART / seconds)))
                yield found
        for last in waiting:
            yield last.result()[0]
    except BrokenProcessPool as broken:
        raise PaiyanError(refusal.PROCESS_ENDED) from broken
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(parent: int) -> None:
    """Begin a process: ^C is left to its parent, and it ends when its parent has ended."""
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        sleep(_LOOKS)
    os._exit(1)


def _next(lines: Iterator[str], size: int) -> list[str]:
    """Return at most `size` of the next lines; of slow ones, those that arrived while a part is processed."""
    part, enough = list[str](), perf_counter() + _PART
    for line in islice(lines, size):
        part.append(line)
        if perf_counter() > enough:
            break
    return part


def _alone() -> bool:
    """True if this process has only one thread, according to Linux: then it can be forked, and the child need
    not import everything again. A fork of several threads would copy their locks."""
    threads = Path("/proc/self/task")
    return threads.is_dir() and len(list(threads.iterdir())) == 1


def _timed(answer: Callable[[Iterable[str]], Part], lines: list[str]) -> tuple[Part, float]:
    """The answers of some lines, and the seconds that each took."""
    begun = perf_counter()
    return answer(lines), (perf_counter() - begun) / len(lines)

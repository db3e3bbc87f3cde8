"""The command ``paiyan watch``: a camera's picture with tiles, hand, waits and score, while it goes on.

On a screen it is a window with keys; without one, or with ``--json``, every new steady reading is a line.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paiyan.scorer.errors import RulesError
from paiyan.scorer.hand.hand import By
from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.scorer.messages.game_terms import named
from paiyan.scorer.messages.languages import Message, Words
from paiyan.scorer.report.advising import AdviceReport
from paiyan.scorer.report.values import NoWinReport, ScoreReport, WaitsReport
from paiyan.scorer.rulesets import IDS
from paiyan.scorer.tiles.tile import BACK, FLOWER, RED
from paiyan.service.answers import advising, rule_catalogue, scoring
from paiyan.service.answers.reading import reading_report
from paiyan.service.answers.report import CorrectAnswer, ReadHand
from paiyan.service.answers.situation import DEFAULT_RULES
from paiyan.service.cli.options import HandOptions, Output, PhotoOptions, complain, options
from paiyan.service.cli.views.layout import Voice
from paiyan.service.errors import PaiyanError
from paiyan.service.messages.command_line import FRAME_WRITTEN, NO_STEADY_HAND
from paiyan.service.messages.requests import FLOWERS, OTHER_RULES, RED_FIVES, THROW

if TYPE_CHECKING:
    from paiyan.scorer.rules.rule_set import RuleSet
    from paiyan.service.camera import Frame
    from paiyan.vision.picture.image import Image
    from paiyan.vision.pipeline import Reader
    from paiyan.vision.reading import Reading
    from paiyan.vision.video import Moment

_SEATS = "ESWN"
_ADVISED = 3  # discards that are shown


@click.command()
@click.argument("camera", default="0")
@click.option("--save", default="out/watch", show_default=True, help="The folder where the key w writes.")
@click.option("--window/--lines", default=True, help="Show a window, or print lines.")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=0,
    show_default="never",
    help="Stop after this many frames.",
)
@click.option("--advise", is_flag=True, help="Tell what to throw, too.")
@options("hand_options", HandOptions)
@options("photo_options", PhotoOptions)
@options("output", Output)
def watch(
    *,
    camera: str,
    save: str,
    window: bool,
    limit: int,
    advise: bool,
    hand_options: HandOptions,
    photo_options: PhotoOptions,
    output: Output,
) -> int:
    """Read a camera or a video as it goes on. Keys: q quit, r rules, d draw, s seat, f freeze, w write.

    CAMERA is a camera's number, an address, or a video file.
    """
    from paiyan.service import recognition
    from paiyan.service.camera import drawn_language, frames

    rules = hand_options.rules or DEFAULT_RULES
    rule_catalogue.known_rules(rules)  # a wrong name is refused before the camera is opened
    windowed = window and not output.json and _screen()
    watching = Watching(
        recognition.video_reader(photo_options.reading_settings()),
        replace(hand_options, rules=rules),
        advises=advise,
    )
    render = JsonRenderer(drawn_language(output.language) if windowed else output.language)
    show = _in_window(Path(save), render) if windowed else _in_lines(render, as_json=output.json)
    readings = 0
    say = Voice(render.lang)
    with suppress(KeyboardInterrupt):  # how one leaves it where there is no window
        for frame in islice(frames(camera, say=lambda text: complain(say(text))), limit or None):
            readings += watching.see(frame)
            if not show(watching, frame):
                break
    if not readings:
        complain(say(Message(NO_STEADY_HAND, {"source": camera})))
    return 0 if readings else 1


class Watching:
    """The newest reading of a camera, and its answer in the situation given on the command line."""

    def __init__(self, reader: Reader, hand_options: HandOptions, *, advises: bool = False) -> None:
        from paiyan.vision.video import Steady

        self.hand_options = hand_options
        self.advises = advises
        self.frozen = False
        self.fresh = False
        self.moment: Moment | None = None
        self.answer: CorrectAnswer | None = None
        self.advice: AdviceReport | None = None
        self._steady = Steady(reader, closer=True)

    def see(self, frame: Frame) -> bool:
        """Take in a frame; whether it gave a new reading."""
        self.fresh = False
        if self.frozen:
            return False
        before = self.answer
        self.moment = self._steady.see(frame.picture)
        if self.moment.fresh:
            self._ask()
            self.fresh = _hand_of(self.answer) != _hand_of(before)
        return self.fresh

    @property
    def state(self) -> str:
        """Return the key of a word for the display: frozen, moving, joining or steady."""
        return "frozen" if self.frozen else self.moment.state.value if self.moment else "moving"

    @property
    def reading(self) -> Reading | None:
        """The reading of what is seen now; none while the picture moves."""
        return self.moment.reading if self.moment and self.state != "moving" else None

    def press(self, key: str) -> None:
        """Freeze (f), take the next rule set (r), way of winning (d) or seat (s); ignore other keys."""
        if key == "f":
            self.frozen = not self.frozen
        elif key == "r":
            rules = self.hand_options.rules
            place = IDS.index(rules) if rules in IDS else -1  # a house file is not among them
            self._tell(rules=IDS[(place + 1) % len(IDS)])
        elif key == "d":
            self._tell(by="discard" if self.hand_options.by == "self_draw" else "self_draw")
        elif key == "s":
            self._tell(seat=_SEATS[(_SEATS.index(self.hand_options.seat or "E") + 1) % 4])

    def _tell(self, **changes: str) -> None:
        self.hand_options = replace(self.hand_options, **changes)
        self._ask()

    def _ask(self) -> None:
        """Ask for the answer to the newest reading; a hand that cannot be scored has a sentence why."""
        self.advice = None
        if self.moment is None or self.moment.reading is None or not self.moment.reading.tiles:
            self.answer = None
            return
        if self.advises:
            with suppress(PaiyanError):  # the answer says why
                self.advice = advising.advise_on_reading(self.moment.reading, self.hand_options.hand())
        try:
            self.answer = scoring.correct(self.moment.reading, (), self.hand_options.hand())
        except PaiyanError as wrong:
            seen = reading_report(self.moment.reading)
            self.answer = CorrectAnswer(error=wrong, hand={}, read=seen)
        needed = rules_needed(self.moment.reading, self.hand_options.rules)
        if self.answer.error is not None and needed is not None:
            self.answer = replace(self.answer, error=needed)


def rules_needed(reading: Reading, rules: str) -> Message | None:
    """Say which rules are needed where a hand has red fives or flowers that the chosen ones have not."""
    from paiyan.scorer.rulesets import every_rule_set, rule_set

    own = [tile.tile.code for tile in reading.tiles if tile.own]
    reds, flowers = (any(low <= code < high for code in own) for low, high in ((RED, BACK), (FLOWER, RED)))

    def lacks(other: RuleSet) -> list[Words]:
        tiles = other.played_with.tiles
        return [
            *([RED_FIVES] if reds and not any(tiles.reds) else []),
            *([FLOWERS] if flowers and not tiles.flowers else []),
        ]

    try:
        chosen = rule_set(rules)
    except RulesError:  # a house file is none of the program's own
        return None
    lacking = lacks(chosen)
    others = [one.id for one in every_rule_set() if not lacks(one)]
    if not lacking or not others:
        return None
    return Message(OTHER_RULES, {"what": lacking, "rules": chosen.words, "others": others[:5]})


def _hand_of(answer: CorrectAnswer | None) -> ReadHand | None:
    return answer and answer.read.hand


def status(watching: Watching, say: Voice) -> str:
    """Return what the camera does, and how its hand is scored, in one line."""
    chosen = watching.hand_options
    by = {one.value: named(one) for one in By}.get(chosen.by or "discard", chosen.by)
    return f"{say.word(watching.state)} | {chosen.rules} | {say(by)} | {say.seat(chosen.seat or 'E')}"


def line(answer: CorrectAnswer, say: Voice) -> str:
    """Return an answer in one line: the hand, then its score, its waits, or why there is neither."""
    hand = answer.read.hand
    parts = [hand.concealed, *(f"[{m.tiles}]" for m in hand.melds), hand.flowers]
    text = " ".join(part for part in parts if part) + (f" +{hand.winning}" if hand.winning else "")
    return f"{text}  {outcome(answer, say)}"


def outcome(answer: CorrectAnswer, say: Voice) -> str:
    """Return the score, the waits, or why there is neither."""
    match answer.report:
        case WaitsReport(waits=waits):
            return f"{say.word('waits')} {' '.join(w.tile for w in waits)}" if waits else say.word("none")
        case NoWinReport(reason=reason):
            return say(reason)
        case ScoreReport(won=won, paid=settled):
            fans = " ".join(say(fan.name) for fan in won.fans)
            paid = " ".join(f"{seat}{points:+d}" for seat, points in settled.payments.items() if points)
            return f"{say.worth(won)} {fans} {paid}".rstrip()
        case _:
            return say(answer.error or "")


def in_short(advice: AdviceReport, say: Voice) -> str:
    """Return the best discards in one line, each with its distance and how many tiles help."""
    best = (advice.discards or ())[:_ADVISED]
    return "; ".join(f"{say(THROW)} {one.discard} {one.distance}/{one.left}" for one in best)


# Takes what is seen and its frame; false to stop.
Shown = Callable[[Watching, "Frame"], bool]


def _in_lines(render: JsonRenderer, *, as_json: bool) -> Shown:
    say = Voice(render.lang)

    def show(watching: Watching, frame: Frame) -> bool:
        answer, advice = watching.answer, watching.advice
        if not watching.fresh or answer is None:
            return True
        at = round(frame.at, 2)
        if as_json:
            advised = {} if advice is None else {"advice": render.json(advice)}
            found = {"at": at, **render.json(answer), **advised}
            print(json.dumps(found, ensure_ascii=True), flush=True)
        else:
            advised = "" if advice is None else f"  {in_short(advice, say)}"
            print(f"{at:8.2f}s  {line(answer, say)}{advised}", flush=True)
        return True

    return show


def _screen() -> bool:
    """True if a window can be shown: there is a display, and this OpenCV has windows."""
    import cv2

    there = sys.platform in ("win32", "darwin") or any(
        os.environ.get(v) for v in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    return there and "GUI:                           NONE" not in cv2.getBuildInformation()


def _in_window(folder: Path, render: JsonRenderer) -> Shown:
    import cv2

    from paiyan.service.camera import overlay

    say = Voice(render.lang)

    def show(watching: Watching, frame: Frame) -> bool:
        says = (
            [outcome(watching.answer, say)]
            if watching.answer is not None and watching.state != "moving"
            else []
        )
        if says and watching.advice is not None:
            says.append(in_short(watching.advice, say))
        canvas = overlay(frame.picture, watching.reading, [status(watching, say), *says])
        cv2.imshow("Paiyan", canvas)
        code = cv2.waitKey(1)
        key = chr(code & 0xFF) if code >= 0 else ""
        if key == "w":
            file = write(frame.picture, watching, folder, render)
            complain(say(Message(FRAME_WRITTEN, {"file": file})))
        watching.press(key)
        return key != "q" and cv2.getWindowProperty("Paiyan", cv2.WND_PROP_VISIBLE) >= 0

    return show


def write(picture: Image, watching: Watching, folder: Path, render: JsonRenderer) -> Path:
    """Write the frame as it came and its answer beside it, under the next free number; gives the picture."""
    from paiyan.vision.picture.image import save

    folder.mkdir(parents=True, exist_ok=True)
    number = next(n for n in range(1, 10**6) if not (folder / f"{n:04d}.png").exists())
    target = folder / f"{number:04d}.png"
    save(picture, target)
    target.with_suffix(".json").write_text(
        json.dumps(render.json(watching.answer), ensure_ascii=False, indent=1) + "\n",
        encoding="utf-8",
    )
    return target

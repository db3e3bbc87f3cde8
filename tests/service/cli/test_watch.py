"""``paiyan watch`` on recorded videos, on a camera that comes and goes, and on one that is not there."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from paiyan.models.opening import open_reader
from paiyan.scorer.messages.as_json import JsonRenderer, to_json
from paiyan.scorer.messages.languages import Message
from paiyan.service import camera, recognition
from paiyan.service.answers import scoring
from paiyan.service.camera import Frame, frames
from paiyan.service.cli import program
from paiyan.service.cli.commands.watch import Watching, line, outcome, rules_needed, status, write
from paiyan.service.cli.options import HandOptions
from paiyan.service.cli.views.layout import Voice
from paiyan.service.errors import WrongUse
from paiyan.vision.detections import Detections
from paiyan.vision.picture.image import Image, load
from tests.service.conftest import SAMPLE, Knowing
from tests.vision.test_reading import read as read_tiles

HAND = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))["hand"]


def video(path: Path, pictures: list[Image], rate: float = 15.0) -> Path:
    height, width = pictures[0].shape[:2]
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (width, height))
    assert out.isOpened()
    for picture in pictures:
        out.write(picture)
    out.release()
    return path


@pytest.fixture
def sample() -> Image:
    return load(SAMPLE)


@pytest.fixture
def film(tmp_path: Path, sample: Image) -> Path:
    """A hand comes into the picture, lies still, and goes again."""
    steps = np.linspace(1.0, 0.0, 8)
    coming = [np.roll(sample, round(step * sample.shape[0]), axis=0) for step in steps]
    still = [sample + np.uint8(n % 2) for n in range(12)]
    return video(tmp_path / "film.avi", [*coming, *still, *coming[::-1]])


class InPlace(Knowing):
    """Finds the sample's tiles where they lie in it, and nothing while they come into the picture."""

    def __init__(self, sample: Image) -> None:
        self.sample = sample

    def detect(self, image: Image) -> Detections:
        there = image.shape == self.sample.shape and cv2.PSNR(image, self.sample) > 25
        return super().detect(image) if there else Detections.none()


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch, sample: Image) -> None:
    reader = open_reader(InPlace(sample), second_pass=False)
    monkeypatch.setattr(recognition, "video_reader", lambda *_: reader)


@pytest.mark.usefixtures("known")
def test_a_video_gives_a_line_for_each_new_hand(film: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = ["--by", "self_draw", "--rules", "guobiao", "--lang", "en"]
    assert program.run(["watch", str(film), "--json", *told]) == 0
    lines = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert len(lines) == 1
    assert lines[0]["win"] is True
    assert lines[0]["read"]["hand"]["concealed"] == HAND["concealed"]
    assert 8 / 15 <= lines[0]["at"] <= 16 / 15
    assert program.run(["watch", str(film), "--lines", *told]) == 0
    (text,) = capsys.readouterr().out.splitlines()
    assert HAND["concealed"] in text
    assert "fan" in text


@pytest.mark.usefixtures("known")
def test_advice_is_given_only_when_it_is_asked_for(film: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["watch", str(film), "--rules", "guobiao", "--lang", "en"]
    assert program.run([*asked, "--json"]) == 0
    assert "advice" not in json.loads(capsys.readouterr().out)
    assert program.run([*asked, "--json", "--advise"]) == 0
    advice = json.loads(capsys.readouterr().out)["advice"]
    assert len(advice["discards"]) > 3
    assert program.run([*asked, "--lines", "--advise"]) == 0
    best = advice["discards"][0]
    said = f"throw {best['discard']} {best['distance']}/{best['left']}; throw "
    assert said in capsys.readouterr().out


@pytest.mark.usefixtures("known")
def test_a_video_without_a_hand_has_nothing_to_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = video(tmp_path / "empty.avi", [np.full((120, 160, 3), 90, np.uint8)] * 8)
    assert program.run(["watch", str(empty), "--lines"]) == 1
    (sentence,) = capsys.readouterr().err.splitlines()
    assert sentence.startswith("paiyan: no hand lay still in ")


@pytest.mark.parametrize("content", [b"", b"no video at all", b"RIFF\0\0\0\0AVI "])
def test_what_is_no_video_is_said_in_one_line(
    tmp_path: Path, content: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.avi"
    path.write_bytes(content)
    assert program.run(["watch", str(path), "--lines"]) == 2
    said = capfd.readouterr().err.strip().splitlines()  # OpenCV's parser may write before us
    assert said[-1] == f"paiyan: {path} holds no video that can be read: record it as MP4 or AVI"


def test_a_name_that_is_nothing_is_said() -> None:
    with pytest.raises(WrongUse, match="name a file, a camera's number"):
        next(frames("nowhere.mp4", say=print))
    assert program.run(["watch", "nowhere.mp4", "--rules", "chess"]) == 2


class Cable:
    """A camera whose plug is pulled: what each opening gives."""

    def __init__(self, *openings: int) -> None:
        self.openings = iter(openings)

    def open(self, name: object) -> Cable:
        self.left = next(self.openings, 0)
        return self

    def read(self) -> tuple[bool, Image | None]:
        self.left -= 1
        return (True, np.zeros((4, 4, 3), np.uint8)) if self.left >= 0 else (False, None)

    def release(self) -> None:
        pass


def test_a_lost_camera_is_said_once_and_goes_on_when_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    slept: list[float] = []
    monkeypatch.setattr(camera.cv2, "VideoCapture", Cable(2, 0, 0, 0, 3).open)
    got = list(frames("0", say=lambda text: said.append(text.to("en")), tries=5, sleep=slept.append))
    assert len(got) == 5
    assert [s.partition(":")[0] for s in said] == [
        "camera 0 gives no picture",
        "camera 0 is back",
        "camera 0 gives no picture",
    ]
    assert set(slept) == {camera.AGAIN}
    assert sorted(f.at for f in got) == [f.at for f in got]


def test_a_camera_that_was_never_there_is_said_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(camera.cv2, "VideoCapture", Cable().open)
    said: list[Message] = []
    assert list(frames("7", say=said.append, tries=5, sleep=lambda _: None)) == []
    assert len(said) == 1
    assert "plug it in" in said[0].to("en")
    assert "没有画面" in said[0].to("zh")


@pytest.mark.parametrize(
    ("lang", "state", "waits"),
    [
        ("zh", "画面在动 | guobiao | 点炮 | E 东", "听牌"),
        ("en", "moving | guobiao | discard | E east", "waits for"),
        ("ja", "動いています | guobiao | ロン | E 東", "待ち"),
    ],
)
def test_the_lines_of_a_window_are_in_its_language(lang: str, state: str, waits: str) -> None:
    say = Voice(lang)
    assert status(Watching(open_reader(Knowing()), HandOptions(rules="guobiao")), say) == state
    answer = scoring.correct(read_tiles("123m456p11z77789s"), (), {"rules": "guobiao"})
    assert outcome(answer, say).startswith(f"{waits} ")


def watching(sample: Image) -> Watching:
    seen = Watching(open_reader(Knowing(), second_pass=False), HandOptions(rules="guobiao", by="self_draw"))
    for n in range(6):
        seen.see(Frame(sample, n / 15))
    return seen


def told(seen: Watching) -> dict[str, Any]:
    """The answer as JSON."""
    return to_json(seen.answer, "en")


def test_keys_change_what_is_asked(sample: Image) -> None:
    seen = watching(sample)
    assert told(seen)["rules"] == "guobiao"
    drawn = told(seen)["payments"]
    seen.press("d")
    assert seen.hand_options.by == "discard"
    assert told(seen)["payments"] != drawn
    seen.press("s")
    assert told(seen)["hand"]["seat"] == "S"
    seen.press("r")
    assert told(seen)["hand"]["rules"] != "guobiao"
    seen.press("f")
    assert seen.state == "frozen"
    assert not seen.see(Frame(np.zeros_like(sample), 1.0))
    assert seen.reading is not None
    seen.press("f")
    seen.see(Frame(np.zeros_like(sample), 1.0))
    assert (seen.state, seen.reading) == ("moving", None)


def test_a_hand_that_cannot_be_scored_says_why_in_the_line(sample: Image) -> None:
    seen = Watching(open_reader(Knowing(), second_pass=False), HandOptions(rules="sichuan"))
    for n in range(6):
        seen.see(Frame(sample, n / 15))
    assert seen.answer is not None
    assert "Sichuan" in line(seen.answer, Voice("en"))


@pytest.mark.parametrize(("hand", "rules", "needed"), [
    ("123m406p11z77234s5z", "guobiao", "red fives are in view, which Chinese official (MCR) has not"),
    ("123m406p11z77234s5z", "riichi", None),
    ("5f123m456p11z77234s5z", "riichi", "flowers are in view, which "),
    ("5f123m456p11z77234s5z", "guobiao", None),
    ("123m456p11z77234s5z", "sichuan", None),
])  # fmt: skip
def test_rules_that_lack_what_is_in_view_are_told_by_name(hand: str, rules: str, needed: str | None) -> None:
    seen = read_tiles(hand)
    told = rules_needed(seen, rules)
    assert (told is None) == (needed is None)
    if told is not None:
        assert needed is not None
        assert told.to("en").startswith(needed)
        assert all(rules_needed(seen, other) is None for other in told.values["others"])
        assert len({told.to(lang) for lang in ("zh", "en", "ja")}) == 3


def test_the_key_w_writes_the_picture_as_it_came_and_its_answer(tmp_path: Path, sample: Image) -> None:
    seen = watching(sample)
    paths = [write(sample, seen, tmp_path / "kept", JsonRenderer("en")) for _ in range(2)]
    assert [p.name for p in paths] == ["0001.png", "0002.png"]
    assert (load(paths[0]) == sample).all()
    assert (
        json.loads(paths[0].with_suffix(".json").read_text())["read"]["hand"]["concealed"]
        == HAND["concealed"]
    )


def test_the_window_shows_the_reading_and_the_lines(sample: Image) -> None:
    overlay = pytest.importorskip("paiyan.service.camera")
    seen = watching(sample)
    shown = overlay.overlay(sample, seen.reading, ["steady | guobiao", "81 fan"])
    assert shown.shape == sample.shape
    assert (shown != sample).any(axis=2).mean() > 0.03
    assert overlay.drawn_language("en") == "en"


@pytest.mark.slow
def test_the_real_detector_reads_a_film_of_the_sample(film: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run(["watch", str(film), "--json", "--by", "self_draw", "--limit", "16"]) == 0
    answers = [json.loads(text) for text in islice(capsys.readouterr().out.splitlines(), 3)]
    assert answers[-1]["read"]["hand"]["concealed"] == HAND["concealed"]

"""A reading that was read in one language and is corrected in another: nothing is left of the first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from paiyan.scorer.messages.as_json import to_json
from paiyan.service.answers import reading
from paiyan.service.answers.report import ReadingReport
from paiyan.service.answers.situation import HandRequest
from paiyan.service.cli import program

HAN, KANA = re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[\u3040-\u30ff]")


def texts(value: Any, name: str = "") -> Iterator[str]:
    """The sentences of an answer: what is said in its language."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner, name)
    elif isinstance(value, str) and name in SAID:
        yield value


SAID = {"problems", "warnings", "ask", "says", "effect", "text", "reason", "name", "why_not"}
SCENES = sorted((Path(__file__).parents[2] / "data" / "scenes").glob("*.jpg"))


@cache
def seen(photo: Path) -> ReadingReport:
    """What a photo shows, in no language yet."""
    return reading.read(HandRequest({}, photo))


@pytest.mark.parametrize("photo", SCENES, ids=lambda p: p.stem)
@pytest.mark.parametrize(("read_in", "asked_in"), [("zh", "en"), ("en", "zh"), ("ja", "en"), ("zh", "ja")])
def test_a_reading_in_one_language_is_corrected_in_another(
    photo: Path, read_in: str, asked_in: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What comes back is what would have come back of a reading in the language that is asked for."""
    answers = []
    for lang in (read_in, asked_in):
        read = to_json(seen(photo), lang)
        path = tmp_path / f"{lang}.json"
        path.write_text(json.dumps(read), encoding="utf-8")
        held = [i for i, tile in enumerate(read["tiles"]) if tile["role"] != "meld"]
        program.run(["correct", str(path), f"tile {held[1]} is 4m", "--lang", asked_in, "--json"])
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0] == answers[1]
    if asked_in == "en":
        assert [text for text in texts(answers[0]) if HAN.search(text) or KANA.search(text)] == []

"""What people type wrongly, with the sentence that each gets in English, Chinese and Japanese.

``typed_mistakes.txt``: a command line after ``$``, then the three sentences; blank lines between.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from paiyan.service.cli.program import paiyan, run
from paiyan.service.messages.command_line import EMPTY

LANGUAGES = ("en", "zh", "ja")
CHINESE = re.compile(r"[\u4e00-\u9fff]")


class Mistake(NamedTuple):
    """A command line and what is said of it, by language."""

    typed: str
    said: tuple[str, ...]


def mistakes() -> list[Mistake]:
    """The entries of the table."""
    text = (Path(__file__).parent / "typed_mistakes.txt").read_text("utf-8")
    entries = [block.strip().split("\n") for block in text.strip().split("\n\n")]
    return [Mistake(typed.removeprefix("$ "), tuple(said)) for typed, *said in entries]


MISTAKES = mistakes()


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.typed)
def test_a_mistake_gets_its_sentence_in_each_language(
    mistake: Mistake,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(mistake.typed)
    names = 2 if words[0] == "ledger" else 1
    for lang, sentence in zip(LANGUAGES, mistake.said, strict=True):
        assert run([*words[:names], "--lang", lang, *words[names:]]) == 2
        out, err = capsys.readouterr()
        assert (out, err) == ("", f"paiyan: {sentence}\n")


def texts(command: click.Command, *names: str) -> Iterator[tuple[str, ...]]:
    """The options of a command and of its own commands that take a text, with the words before them."""
    context = click.Context(command)
    yield from (
        (*names, max(option.opts, key=len))
        for option in command.params
        if isinstance(option, click.Option) and not option.is_flag and "TEXT" in option.make_metavar(context)
    )
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            if own := command.get_command(context, name):
                yield from texts(own, *names, name)


def test_no_option_takes_an_empty_text(capsys: pytest.CaptureFixture[str]) -> None:
    options = list(texts(paiyan))
    assert len(options) > 100
    for words in options:
        assert run([*words, ""]) == 2, words
        assert capsys.readouterr() == ("", f"paiyan: {EMPTY.en.format(option=words[-1])}\n")


def test_there_are_forty_and_each_is_said_in_three_languages() -> None:
    assert len(MISTAKES) >= 40
    for mistake in MISTAKES:
        english, chinese, japanese = mistake.said
        assert len({english, chinese, japanese}) == 3
        assert CHINESE.search(chinese)
        assert re.search(r"[\u3040-\u30ff]", japanese), japanese
        assert not CHINESE.search(re.sub(r"'[^']*'", "", english)), english

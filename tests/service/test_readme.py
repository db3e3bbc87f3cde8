"""What the README shows is what happens: its console blocks and its Python are run.

``make readme`` writes the present output into the console blocks, and the picture that the demo draws.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from paiyan.service.cli.program import run

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
TERMINAL = {"LC_ALL": "en_US.UTF-8", "COLUMNS": "100"}
_SHOWN = re.compile(r"(?<=^\$ )(paiyan .*|make demo)\n((?:(?!\$ |```).*\n)*)", flags=re.MULTILINE)


def _shown() -> list[tuple[str, str]]:
    """Each ``$ paiyan …`` and ``$ make demo`` with the output below it."""
    return [(m[1], m[2]) for m in _SHOWN.finditer(README.read_text(encoding="utf-8"))]


def _python() -> list[str]:
    return re.findall(r"^```pycon\n(.*?)^```", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def _said(command: str) -> str:
    """What a command prints, without the blanks at the ends of its lines."""
    if command == "make demo":
        command = re.findall(r"bin/(paiyan score .*)", (ROOT / "Makefile").read_text(encoding="utf-8"))[0]
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        run(shlex.split(command)[1:])
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def _matches(shown: str, said: str) -> bool:
    """Whether the README shows what is said; ``...`` there stands for anything."""
    return doctest.OutputChecker().check_output(shown, said, LOOSE)


@pytest.fixture(autouse=True)
def plain_english_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for name, value in TERMINAL.items():
        monkeypatch.setenv(name, value)


def test_there_is_something_to_run() -> None:
    assert len(_shown()) >= 4
    assert _python()


@pytest.mark.parametrize(("command", "output"), _shown(), ids=lambda text: text[:60])
def test_console(command: str, output: str) -> None:
    said = _said(command)
    assert _matches(output, said), f"make readme writes what is said now:\n{said}"


@pytest.mark.parametrize("block", _python())
def test_python(block: str) -> None:
    test = doctest.DocTestParser().get_doctest(block, {}, "README.md", None, None)
    report: Callable[[str], object] = print
    assert not doctest.DocTestRunner(optionflags=LOOSE).run(test, out=report).failed


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\((?!https?:|#)([^)]+)\)", README.read_text(encoding="utf-8")):
        assert (ROOT / link).exists(), link


def _write() -> None:
    os.chdir(ROOT)
    os.environ.update(TERMINAL)
    text = README.read_text(encoding="utf-8")
    README.write_text(_SHOWN.sub(_renewed, text), encoding="utf-8")
    shutil.copy("out/hand-read.jpg", "docs/images/hand-read.jpg")


def _renewed(shown: re.Match[str]) -> str:
    said = _said(shown[1])
    return shown[0] if _matches(shown[2], said) else f"{shown[1]}\n{said}"


if __name__ == "__main__":
    _write()

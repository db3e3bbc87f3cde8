"""What the README and the pages of docs show is what happens: their console blocks and their Python are run.

``make readme`` writes the present output into the blocks, and the picture that the demo draws.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
from pathlib import Path

import pytest

from paiyan.service.cli.program import run

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/tutorial.md", "docs/command-line.md", "docs/python.md")
MOST_WORDS = 900  # of the README: who comes by reads it in three minutes
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
TERMINAL = {"LC_ALL": "en_US.UTF-8", "COLUMNS": "100"}
_SHOWN = re.compile(r"(?<=^\$ )(paiyan .*|make demo)\n((?:(?!\$ |```).*\n)*)", flags=re.MULTILINE)
_PYTHON = re.compile(r"(?<=^```pycon\n)(.*?)(?=^```)", flags=re.DOTALL | re.MULTILINE)


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def _blocks() -> list[tuple[str, list[tuple[str, str]]]]:
    """Each page with its ``$ paiyan …`` and ``$ make demo``, and the output below each.

    A command may write a file that a later one of its page reads, so a page is run from top to bottom.
    """
    return [(page, shown) for page in PAGES if (shown := _SHOWN.findall(text_of(page)))]


def _said(command: str) -> str:
    """Return what a command prints, without the blanks at the ends of its lines."""
    if command == "make demo":
        command = re.findall(r"bin/(paiyan score .*)", text_of("Makefile"))[0]
    command, _, file = command.partition(" > ")
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        run(shlex.split(command)[1:])
    if file:
        Path(file).parent.mkdir(exist_ok=True)
        Path(file).write_text(out.getvalue(), encoding="utf-8")
        return ""
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def _matches(shown: str, said: str) -> bool:
    """True if the page shows what is said; ``...`` there stands for anything."""
    return doctest.OutputChecker().check_output(shown, said, LOOSE)


@pytest.fixture(autouse=True)
def plain_english_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for name, value in TERMINAL.items():
        monkeypatch.setenv(name, value)


def test_there_is_something_to_run() -> None:
    assert {page: len(shown) for page, shown in _blocks()}.items() >= {
        "README.md": 1,
        "docs/tutorial.md": 9,
    }.items()
    assert [page for page in PAGES if _PYTHON.search(text_of(page))] == [
        "README.md", "docs/tutorial.md", "docs/python.md",
    ]  # fmt: skip


@pytest.mark.parametrize(("page", "shown"), _blocks(), ids=[page for page, _ in _blocks()])
def test_console(page: str, shown: list[tuple[str, str]]) -> None:
    for command, output in shown:
        said = _said(command)
        assert _matches(output, said), f"{page}: $ {command}\nmake readme writes what is said now:\n{said}"


@pytest.mark.parametrize("page", [page for page in PAGES if _PYTHON.search(text_of(page))])
def test_python(page: str) -> None:
    """The blocks of a page are one session, as a reader would type them."""
    test = doctest.DocTestParser().get_doctest(
        "\n".join(_PYTHON.findall(text_of(page))), {}, page, None, None
    )
    said: list[str] = []
    failed = doctest.DocTestRunner(optionflags=LOOSE).run(test, out=said.append).failed
    assert not failed, "".join(said)


@pytest.mark.parametrize(
    "page", ["README.md", *(f"docs/{file.name}" for file in (ROOT / "docs").glob("*.md"))]
)
def test_links_lead_somewhere(page: str) -> None:
    for link in re.findall(r"\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)", text_of(page)):
        assert (ROOT / page).parent.joinpath(link).exists(), link


def test_the_readme_is_short() -> None:
    assert len(text_of("README.md").split()) <= MOST_WORDS


def test_the_index_names_every_page() -> None:
    named = {*re.findall(r"\]\(([^)#/]+\.md)\)", text_of("docs/README.md"))}
    assert {file.name for file in (ROOT / "docs").glob("*.md")} - named == {"README.md"}


def _write() -> None:
    os.chdir(ROOT)
    os.environ.update(TERMINAL)
    for page in PAGES:
        (ROOT / page).write_text(_SHOWN.sub(_renewed, text_of(page)), encoding="utf-8")
    shutil.copy("out/hand-read.jpg", "docs/images/hand-read.jpg")


def _renewed(shown: re.Match[str]) -> str:
    said = _said(shown[1])
    return shown[0] if shown[2] and _matches(shown[2], said) else f"{shown[1]}\n{said}"


if __name__ == "__main__":
    _write()

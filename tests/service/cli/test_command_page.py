"""`docs/options.md`: no argument or option of a command without a word on it, and none left out."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from paiyan.service.documentation import command_page, commands

PAGE = Path(__file__).parents[3] / "docs" / "options.md"
COMMANDS = [pytest.param(*both, id=both[1].command_path) for both in commands()]


def undocumented(command: click.Command, context: click.Context) -> list[str]:
    """Return the options without a help, and the arguments that the help of the command does not name."""
    wrong: list[str] = []
    if not (command.help or "").strip():
        wrong.append(context.command_path)
    for one in command.params:
        if isinstance(one, click.Option):
            wrong += [] if (one.help or "").strip() and not one.hidden else one.opts
        else:
            words = re.findall(r"[A-Z]+", one.make_metavar(context))
            wrong += [w for w in words if not re.search(rf"\b{w}\b", command.help or "")]
    return wrong


@pytest.mark.parametrize(("command", "context"), COMMANDS)
def test_every_argument_and_option_is_documented(command: click.Command, context: click.Context) -> None:
    assert undocumented(command, context) == []


def test_one_without_a_word_is_noticed() -> None:
    @click.command()
    @click.argument("photo", metavar="PHOTO...")
    @click.option("--quietly", is_flag=True)
    @click.option("--secret", hidden=True, help="Something.")
    def look(photo: str, quietly: bool, secret: str) -> None:
        """Look at photos."""

    assert undocumented(look, click.Context(look, info_name="look")) == ["PHOTO", "--quietly", "--secret"]


def test_the_page_is_of_the_commands() -> None:
    page = command_page()
    assert page == PAGE.read_text("utf-8"), "make docs writes it anew"
    for command, context in commands():
        assert f"\n## `{context.command_path}`\n" in page
        for option in (one for one in command.params if isinstance(one, click.Option)):
            assert f"`{option.opts[-1]}`" in page.partition(f"\n## `{context.command_path}`\n")[2]

"""The options that several commands share, each group written once; and how an answer is printed.

A group is a dataclass whose fields are options of the command line; `options` shows them to click, and the
command gets them as one value. Every command starts with this, and nobody compares or prints a group.
"""

from __future__ import annotations

import json
import locale
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import wraps
from importlib import import_module
from typing import Any, NamedTuple

import click

from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.messages.languages import LANGUAGES
from paiyan.service.answers.situation import HandObject
from paiyan.service.cli.parsing import meld, opened, pairs
from paiyan.service.errors import WrongUse
from paiyan.service.messages import command_line as refusal
from paiyan.service.recognition import DEFAULT_READING, ReadingSettings

_ABOUT = "option"


class _About(NamedTuple):
    """The facts of an option that click asks for, besides its default."""

    help: str
    name: str
    usual: str | bool
    type: Any


def cli_option(
    help: str,
    *,
    name: str = "",
    default: Any = "",
    usual: str | bool = "",
    type: Any = None,
) -> Any:
    """Make a field that is an option, ``--name`` or as the field is called: a switch if its default is False,
    and repeatable if that is empty. `usual` is the default that the help shows, True for `default`; `type` is
    click's, a text without it."""
    return field(default=default, metadata={_ABOUT: _About(help, name, usual, type)})


def options(name: str, group: type[Any]) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Decorate a command with the options of a group, which it gets as its argument `name`."""

    def shows(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def called(**arguments: Any) -> int:
            values = group(**{f.name: arguments.pop(f.name) for f in fields(group)})
            return command(**arguments, **{name: values})

        for one in reversed(fields(group)):  # as decorators are applied, the lowest first
            about: _About = one.metadata[_ABOUT]
            shown = click.option(
                f"--{about.name or one.name}", one.name, default=one.default, help=about.help,
                show_default=about.usual or None, is_flag=one.default is False, multiple=one.default == (),
                type=about.type,
            )  # fmt: skip
            called = shown(called)
        return called

    return shows


@dataclass(frozen=True, eq=False, repr=False)
class Output:
    """Options of the answer."""

    json: bool = cli_option("One JSON object on standard output (a line each for several).", default=False)
    lang: str = cli_option("zh, en or ja; without it the language of the locale.")

    @property
    def language(self) -> str:
        """The language asked for, or the locale's. Raises `WrongUse` for one we do not speak."""
        return known_language(self.lang)


def known_language(lang: str) -> str:
    """The language asked for, or the locale's. Raises `WrongUse` for one we do not speak."""
    if lang and lang not in LANGUAGES:
        raise WrongUse(refusal.LANGUAGE, known=list(LANGUAGES), value=lang)
    return language_of(lang)


def language_of(lang: str) -> str:
    """Return the requested language, or that of the locale if it is not supported."""
    if lang in LANGUAGES:
        return lang
    named = next((v for n in ("LC_ALL", "LC_MESSAGES", "LANG") if (v := os.environ.get(n))), None)
    locale_ = (named or locale.getlocale()[0] or "").lower()
    begins = {"zh": "zh", "chinese": "zh", "ja": "ja"}
    return next((lang for start, lang in begins.items() if locale_.startswith(start)), "en")


@dataclass(frozen=True, eq=False, repr=False)
class Lines:
    """A file of requests, and how many processes answer them."""

    jsonl: str = cli_option("A file of JSON hands or photo paths, one a line; - is standard input.")
    jobs: int = cli_option(
        "How many processes answer the lines of --jsonl.", default=1, usual=True, type=click.IntRange(min=1)
    )


@dataclass(frozen=True, eq=False, repr=False)
class PhotoOptions:
    """Options of the reader."""

    tiles: str = cli_option("The profile of your own tiles, from `paiyan tiles`.")
    model: str = cli_option(
        "A detector of your own: a file of weights, .onnx, .xml or .pt, of the 46 classes."
    )
    trace: bool = cli_option(
        "Tell which views were taken and what each changed, and which stage dropped each box that is not in "
        "the reading, by what number, against which threshold.",
        default=False,
    )

    def reading_settings(self) -> ReadingSettings:
        """The same as the service has it."""
        return DEFAULT_READING._replace(tiles=self.tiles, trace=self.trace, model=self.model)


@dataclass(frozen=True, eq=False, repr=False)
class HandOptions:
    """Options for what a picture cannot show: the rules, how the hand was won, the seats, the table."""

    rules: str = cli_option(
        "The rule set, by its id or a name like mcr, hk, 国标; `paiyan rules` lists them.",
        usual="guobiao",
    )
    option: tuple[str, ...] = cli_option("An option of the rule set, name=value; repeatable.", default=())
    win: str = cli_option("The winning tile, like 7s.")
    by: str = cli_option(
        "How it came: discard, self_draw, robbed_kong or, in some rule sets, robbed_flower.",
        usual="discard",
    )
    source: str = cli_option(
        "Who discarded it, or whose kong was robbed: E, S, W or N. Untold, nothing is paid.", name="from"
    )
    flag: tuple[str, ...] = cli_option(
        "kong_replacement, flower_replacement, last_tile, last_of_kind, first_turn or declared_ready; "
        "repeatable.",
        default=(),
    )
    meld: tuple[str, ...] = cli_option(
        "A set laid on the table: 789s:chow, 555z:pung:across, 1111z:concealed_kong; whose tile a pung or"
        " kong took is left, across or right of the claimer, or a seat; repeatable.",
        default=(),
    )
    flowers: str = cli_option("Flower tiles, like 1f5f.")
    seat: str = cli_option("The winner's seat wind.", usual="E")
    round: str = cli_option("The round wind.", usual="E")
    dealer: str = cli_option("The dealer's seat.", usual="E")
    wild: str = cli_option("Wild tiles, like 5z.")
    indicator: str = cli_option("The turned tile that names the wild ones.")
    table: tuple[str, ...] = cli_option(
        "What the rule set asks of the table, name=value (honba=1, fouls_S=1); `paiyan rules ID` lists the "
        "fields; repeatable.",
        default=(),
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", opened(self.rules))

    def hand(self) -> HandObject:
        """Return the options as a hand object that holds nothing else. Raises `WrongUse`."""
        win = {"tile": self.win, "by": self.by, "from": self.source, "flags": self.flag}
        fields: HandObject = {
            "rules": self.rules,
            "flowers": self.flowers,
            "seat": self.seat,
            "round": self.round,
            "dealer": self.dealer,
            "wild": self.wild,
            "indicator": self.indicator,
            "melds": [meld(m) for m in self.meld],
            "win": {name: value for name, value in win.items() if value},
            "options": pairs(self.option, option="--option"),
            "table": pairs(self.table, option="--table"),
        }
        return {name: value for name, value in fields.items() if value}


def show(answer: Any, view: str, output: Output) -> None:
    """Print an answer as one line of JSON, or as ``module.function`` of the `views` draws it."""
    if output.json:
        print(json_line(answer, output), flush=True)
        return
    from paiyan.service.cli.views.layout import (
        Voice,
        write,  # only here: JSON has no use for it
    )

    module, _, name = view.partition(".")
    drawn = getattr(import_module(f"paiyan.service.cli.views.{module}"), name)
    write(drawn(answer, Voice(output.language)))


def complain(text: str) -> None:
    """Print a text as one line on standard error, after the name of the program."""
    print(f"paiyan: {' '.join(text.split())}", file=sys.stderr)


def json_line(answer: Any, output: Output) -> str:
    """Return an answer as one line of JSON, in the language of the output."""
    return json.dumps(to_json(answer, output.language), ensure_ascii=only_ascii())


def only_ascii() -> bool:
    """True if standard output takes no other characters, so that JSON has to spell them out."""
    return (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"

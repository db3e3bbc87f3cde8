"""The options that several commands share, each group written once.

A command takes a group as one parameter of a dataclass type; `grouped` shows typer its fields as options.
Every command starts with this: annotations are read here as they stand, not parsed once more out of texts,
and nobody compares or prints a group.
"""

import inspect
import locale
import os
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from typing import Annotated, Any, cast, get_type_hints

import typer

from service.answers.situation import HandObject
from service.cli.parsing import meld, opened, pairs
from service.errors import WrongUse
from service.recognition.photos import DEFAULT_READING, ReadingSettings

LANGUAGES = ("zh", "en", "ja")


@dataclass(frozen=True, eq=False, repr=False)
class Output:
    """How to answer."""

    json: Annotated[
        bool, typer.Option("--json", help="One JSON object on standard output (a line each for several).")
    ] = False
    lang: Annotated[
        str,
        typer.Option(
            "--lang", help="zh, en or ja; without it the language of the locale.", show_default=False
        ),
    ] = ""

    @property
    def language(self) -> str:
        """The language asked for, or the locale's. Raises `WrongUse` for one we do not speak."""
        if self.lang and self.lang not in LANGUAGES:
            raise WrongUse(f"--lang takes {', '.join(LANGUAGES)}, not {self.lang!r}")
        return self.lang or _locale_language()


def _locale_language() -> str:
    named = next((v for n in ("LC_ALL", "LC_MESSAGES", "LANG") if (v := os.environ.get(n))), None)
    locale_ = (named or locale.getlocale()[0] or "").lower()
    begins = {"zh": "zh", "chinese": "zh", "ja": "ja"}
    return next((lang for start, lang in begins.items() if locale_.startswith(start)), "en")


@dataclass(frozen=True, eq=False, repr=False)
class PhotoOptions:
    """How pictures are looked at."""

    tiles: Annotated[
        str,
        typer.Option(
            "--tiles", help="The profile of your own tiles, from `paiyan tiles`.", show_default=False
        ),
    ] = ""

    def reading_settings(self) -> ReadingSettings:
        """The same as the service has it."""
        return DEFAULT_READING._replace(tiles=self.tiles)


@dataclass(frozen=True, eq=False, repr=False)
class HandOptions:
    """What a picture cannot show: the rules, how the hand was won, the seats, the table."""

    rules: Annotated[
        str, typer.Option(help="The rule set; `paiyan rules` lists them.", show_default="guobiao")
    ] = ""
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the rule set, name=value; repeatable.")
    ] = None
    win: Annotated[str, typer.Option(help="The winning tile, like 7s.", show_default=False)] = ""
    by: Annotated[
        str,
        typer.Option(
            help="How it came: discard, self_draw, robbed_kong or, in some rule sets, robbed_flower.",
            show_default="discard",
        ),
    ] = ""
    source: Annotated[
        str,
        typer.Option(
            "--from",
            help="Who discarded it, or whose kong was robbed: E, S, W or N. Untold, nothing is paid.",
            show_default=False,
        ),
    ] = ""
    flag: Annotated[
        list[str] | None,
        typer.Option(
            help="kong_replacement, flower_replacement, last_tile, last_of_kind, first_turn or "
            "declared_ready; repeatable."
        ),
    ] = None
    meld: Annotated[
        list[str] | None,
        typer.Option(
            help="A set laid on the table: 789s:chow, 555z:pung:across, 1111z:concealed_kong; whose tile a"
            " pung or kong took is left, across or right of the claimer, or a seat; repeatable."
        ),
    ] = None
    flowers: Annotated[str, typer.Option(help="Flower tiles, like 1f5f.", show_default=False)] = ""
    seat: Annotated[str, typer.Option(help="The winner's seat wind.", show_default="E")] = ""
    round: Annotated[str, typer.Option(help="The round wind.", show_default="E")] = ""
    dealer: Annotated[str, typer.Option(help="The dealer's seat.", show_default="E")] = ""
    wild: Annotated[str, typer.Option(help="Wild tiles, like 5z.", show_default=False)] = ""
    indicator: Annotated[
        str, typer.Option(help="The turned tile that names the wild ones.", show_default=False)
    ] = ""
    table: Annotated[
        list[str] | None,
        typer.Option(
            help="What the rule set asks of the table, name=value (honba=1, fouls_S=1); `paiyan rules ID`"
            " lists the fields; repeatable."
        ),
    ] = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", opened(self.rules))

    def hand(self) -> HandObject:
        """What was told as a hand object that holds nothing else. Raises `WrongUse`."""
        win = {"tile": self.win, "by": self.by, "from": self.source, "flags": self.flag}
        told: HandObject = {
            "rules": self.rules,
            "flowers": self.flowers,
            "seat": self.seat,
            "round": self.round,
            "dealer": self.dealer,
            "wild": self.wild,
            "indicator": self.indicator,
            "melds": [meld(m) for m in self.meld or ()],
            "win": {name: value for name, value in win.items() if value},
            "options": pairs(self.option or (), option="--option"),
            "table": pairs(self.table or (), option="--table"),
        }
        return {name: value for name, value in told.items() if value}


def grouped(command: Callable[..., Any]) -> Callable[..., Any]:
    """Shows a command's dataclass parameters to typer as options, and builds them when it is called."""
    shown: list[inspect.Parameter] = []
    groups: dict[str, type[Any]] = {}
    for name, parameter in inspect.signature(command, eval_str=True).parameters.items():
        kind = parameter.annotation
        if not is_dataclass(kind):
            shown.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))
            continue
        groups[name] = cast("type[Any]", kind)
        inner = get_type_hints(kind, include_extras=True)
        shown += [_parameter(f.name, inner[f.name], f.default) for f in fields(kind)]

    @wraps(command)
    def called(**given: Any) -> Any:
        for name, kind in groups.items():
            given[name] = kind(**{f.name: given.pop(f.name) for f in fields(kind)})
        return command(**given)

    called.__dict__["__signature__"] = inspect.Signature(shown)
    called.__annotations__ = {p.name: p.annotation for p in shown}
    called.__doc__ = _paragraphs(command.__doc__ or "")
    del called.__dict__["__wrapped__"]
    return called


def _paragraphs(text: str) -> str:
    """A docstring whose paragraphs are a line each: typer keeps line breaks, however wide a terminal is."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    empty = inspect.Parameter.empty if default is MISSING else default
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=empty, annotation=annotation)

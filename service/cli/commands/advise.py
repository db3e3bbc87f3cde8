"""The command ``paiyan advise``: what to throw from a hand that a photo shows or that is typed."""

from __future__ import annotations

from dataclasses import dataclass

import click

from paiyan.service.answers.situation import HandObject
from paiyan.service.cli.batch import requests_for, run_requests
from paiyan.service.cli.options import HandOptions, Lines, Output, PhotoOptions, cli_option, options
from paiyan.service.cli.parsing import pairs

_SEATS = {"E": "east", "S": "south", "W": "west", "N": "north"}


@dataclass(frozen=True, eq=False, repr=False)
class AdviceOptions(HandOptions):
    """Facts that a picture cannot show, and tiles that lie open on the table."""

    seen: str = cli_option("Tiles that lie open besides the hand's own, like 1z1z9m.")
    discards_east: str = cli_option(
        "East's discards in their order, like 1z9m; they count as seen.", name="discards-E"
    )
    discards_south: str = cli_option("South's discards.", name="discards-S")
    discards_west: str = cli_option("West's discards.", name="discards-W")
    discards_north: str = cli_option("North's discards.", name="discards-N")
    riichi: tuple[str, ...] = cli_option("A seat that declared riichi: E, S, W or N; repeatable.", default=())
    void: tuple[str, ...] = cli_option(
        "The suit that a seat gave up, like S=m, where one is given up; repeatable.", default=()
    )
    passed_east: str = cli_option(
        "Tiles that passed East since it declared riichi; they lie in some row too.", name="passed-E"
    )
    passed_south: str = cli_option("Tiles that passed South.", name="passed-S")
    passed_west: str = cli_option("Tiles that passed West.", name="passed-W")
    passed_north: str = cli_option("Tiles that passed North.", name="passed-N")
    turns: int | None = cli_option(
        "How many tiles you will still draw.", default=None, usual="what the wall leaves", type=int
    )
    samples: int | None = cli_option(
        "How many ways are drawn for a discard that is far from a win: more make the error smaller.",
        default=None,
        type=int,
    )

    def hand(self) -> HandObject:
        """Return the options as a hand object that holds nothing else. Raises `WrongUse`."""
        rows = {
            row: {seat: tiles for seat, name in _SEATS.items() if (tiles := getattr(self, f"{row}_{name}"))}
            for row in ("discards", "passed")
        }
        fields: HandObject = {
            "seen": self.seen,
            **rows,
            "riichi": list(self.riichi),
            "void": pairs(self.void, option="--void"),
        }
        numbers = {"turns": self.turns, "samples": self.samples}
        return {
            **super().hand(),
            **{name: value for name, value in fields.items() if value},
            **{name: value for name, value in numbers.items() if value is not None},
        }


@click.command()
@click.argument("photos", metavar="[PHOTO...]", nargs=-1)
@click.option(
    "--hand",
    default="",
    help="The concealed tiles, the drawn one last, like 123m456p11s678s23p5z, with melds in brackets"
    " ([789s<]); or a whole hand as JSON.",
)
@options("lines", Lines)
@options("hand_options", AdviceOptions)
@options("photo_options", PhotoOptions)
@options("output", Output)
def advise(
    *,
    photos: tuple[str, ...],
    hand: str,
    lines: Lines,
    hand_options: AdviceOptions,
    photo_options: PhotoOptions,
    output: Output,
) -> int:
    """Advise what to throw from a hand, or what a waiting one may claim.

    PHOTO is a picture file of a hand; each of several is a request of its own. Discards and indicators that
    the picture shows count as seen. With one tile more than a waiting hand has, each discard comes with its
    distance to a win, the tiles that help, the chance to win and the points to expect; without, the claims
    that are worth making.
    """
    from paiyan.service.answers import advising

    requests = requests_for(
        "advise",
        photos,
        hand=hand,
        lines=lines,
        hand_options=hand_options,
        of_photos={"--tiles": photo_options.tiles},
    )
    return run_requests(
        requests,
        advising.advise,
        "hands.advice",
        output,
        photo_options=photo_options,
        lines=lines,
    )

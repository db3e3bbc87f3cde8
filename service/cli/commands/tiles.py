"""The command ``paiyan tiles``: a profile of one's own tiles from a photo or two of them in order."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from paiyan.scorer.messages.system import reason
from paiyan.service.cli.options import Output, options
from paiyan.service.cli.printing import show
from paiyan.service.errors import BadPicture, NoModel, WrongUse
from paiyan.service.messages.command_line import CANNOT_READ, NO_NAMER

ORDER = "1-9m / 1-9p / 1-9s / 1-7z"


@click.command()
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True)
@click.option(
    "--order",
    default=ORDER,
    show_default=True,
    help="The tiles as they lie, row by row from the top, each from the left.",
)
@click.option("--save", default="my-tiles.json", show_default=True, help="Where the profile goes.")
@options("output", Output)
def tiles(
    *,
    photos: tuple[str, ...],
    order: str,
    save: str,
    output: Output,
) -> int:
    """Learn how your own tiles look, for `--tiles`. Lay one of each out in rows and photograph them.

    PHOTO is a picture file that shows all the rows; with a second one the profile is surer.
    """
    from paiyan.models import registry
    from paiyan.models.opening import load_detector
    from paiyan.vision.detection.naming.namer import Namer
    from paiyan.vision.detection.two_looks import full_look
    from paiyan.vision.errors import ImageError, ProfileError
    from paiyan.vision.laid_out_set import make_profile, parse_order
    from paiyan.vision.picture.image import load

    known = registry.namer()
    if known is None:
        raise NoModel(NO_NAMER)
    try:
        rows = parse_order(order)
        detector = full_look(load_detector())
        pictures = [(picture, detector.detect(picture)) for picture in map(load, photos)]
        profile = make_profile(Namer(known.runs), pictures, rows, weights=known.sha256)
        profile.save(Path(save))
    except ImageError as wrong:
        raise BadPicture(wrong) from wrong
    except ProfileError as wrong:
        raise WrongUse(wrong) from wrong
    except OSError as wrong:
        raise WrongUse(CANNOT_READ, file=wrong.filename, why=reason(wrong)) from wrong
    print(f"the profile: {save}; use it with --tiles {save}", file=sys.stderr)
    show({"profile": save, "tiles": len(profile.looks), "photos": len(photos)}, "evaluation.listed", output)
    return 0

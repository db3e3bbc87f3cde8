"""Every line that a house file may hold: the one definition of the checks, the JSON Schema and the editor.

``python -m paiyan.scorer.house.keys FILE`` writes the JSON Schema, from which editors complete.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from paiyan.scorer.hand.hand import By
from paiyan.scorer.hand.hand import Flag as Circumstance
from paiyan.scorer.hand.melds import MeldType
from paiyan.scorer.house.value_types import (
    Either,
    Flag,
    Key,
    LeftOut,
    Named,
    OneOf,
    Several,
    Table,
    Takes,
    Text,
    Tiles,
    Value,
    Whole,
)
from paiyan.scorer.tiles.blocks import Form

ID = re.compile(r"[a-z][a-z0-9-]{1,39}")
MOST_VALUE = 1000  # of a fan
MOST_POINTS = 10**9  # of a hand
MOST_CAP = 30  # fans that double
FORMS = tuple(f.value for f in Form if f is not Form.NONE)
SUITS = ("one", "two", "three")
LIABLE = ("robbed_kong", "kong", "fourth_meld", "three_dragons", "four_winds")
NEXT_DEALER = ("stays", "stays_by_winning", "winner", "passes")
SEATS = ("E", "S", "W", "N")

NAME = Either((Text(60), Table({lang: Key(Text(60), f"The name in {lang}.") for lang in ("zh", "en", "ja")})))
FAN_NAMES = Several(Text(60), 200)
_POINTS = Whole(0, MOST_POINTS)
_VALUE = Whole(0, MOST_VALUE)
_FACTOR = Whole(0, 1000)

_RELATIONS = {
    "excludes": Key(FAN_NAMES, "Fans that do not count where this one does 不计."),
    "implies": Key(FAN_NAMES, "Fans of which one does not count where this one does, being part of it."),
}
_FAN = Table(
    {
        "value": Key(_VALUE, "What it is worth."),
        "claimed": Key(
            _VALUE, "What it is worth in a hand that claimed a tile 食下; 0: it does not count there."
        ),
        "name": Key(NAME, "What the table calls it."),
        "from": Key(Text(40), "The rule set whose fan of this name is meant, where the base has none."),
        "times": Key(Whole(1, 100), "What the points of a hand that has it are multiplied by."),
        **_RELATIONS,
    }
)
_HAND = Table(
    {
        "id": Key(Text(40), "Its id, small letters, digits and _.", 'id = "jade_dragon"'),
        "name": Key(NAME, "What it is called.", 'name = "翡翠龙"'),
        "value": Key(_VALUE, "What it is worth.", "value = 13"),
        "tiles": Key(
            Text(120),
            "All its tiles, the winning one included; a, b and c are suits that differ: 1112345678999a.",
        ),
        "plus": Key(Text(60), "Beside `tiles`, any one of these."),
        "sets": Key(Several(Text(12), 8), "Sets and pairs that it holds: 123a, 555z, 99a, 1111m."),
        "holds": Key(Text(120), "Tiles that are among its tiles."),
        "only": Key(Tiles(), "It is made of no other kinds than these."),
        "suits": Key(Whole(0, 3), "How many suits it is made of."),
        "honours": Key(Flag(), "Whether it holds honours."),
        "runs": Key(Whole(0, 5), "How many of its sets are runs."),
        "triplets": Key(Whole(0, 5), "How many are triplets or kongs."),
        "concealed_triplets": Key(Whole(0, 5), "How many triplets or kongs, at least, are concealed."),
        "kongs": Key(Whole(0, 4), "How many kongs, at least."),
        "concealed": Key(Flag(), "Whether nothing was claimed before the win 门前清; false: something was."),
        "forms": Key(Several(OneOf(FORMS), 16), "The forms in which it counts."),
        "winning": Key(Tiles(), "The tile that it is won on is one of these."),
        "plain_pair": Key(
            Flag(), "Whether its pair is of no dragons, nor of the wind of the seat or the round."
        ),
        "discard_waits": Key(
            Whole(1, 13), "How many kinds it waited for, at least, if won on another's tile."
        ),
        "by": Key(Several(OneOf(tuple(b.value for b in By)), 4), "How it is won."),
        "flags": Key(Several(OneOf(tuple(f.value for f in Circumstance)), 6), "Circumstances that all hold."),
        "flowers": Key(Whole(0, 24), "How many flowers, at least."),
        "laid": Key(Tiles(), "Flowers and bonus tiles that are all laid out."),
        "bonus": Key(Flag(), "Whether any flower or bonus tile is laid out."),
        "dealer": Key(Flag(), "Whether the dealer holds it; false: another."),
        "alone": Key(Flag(), "Whether no other fan counts together with it; true by default."),
        **_RELATIONS,
    }
)
_TILE = Table(
    {
        "tile": Key(OneOf(tuple(f"{n}x" for n in range(1, 10))), "How it is typed: 1x to 9x.", 'tile = "1x"'),
        "name": Key(NAME, "What it is called.", 'name = { zh = "猫", en = "cat" }'),
        "as": Key(
            OneOf(("bonus", "wild")),
            "bonus: it is laid out and replaced like a flower; wild: it stands for any tile.",
            'as = "bonus"',
        ),
        "copies": Key(Whole(1, 8), "How many there are; one by default."),
        "value": Key(_VALUE, "What each one is worth as a fan."),
        "pair": Key(_VALUE, "What it is worth together with its mate."),
        "mate": Key(OneOf(tuple(f"{n}x" for n in range(1, 10))), "The tile that it makes a pair with."),
    }
)
_POINTS_TABLE = Table(
    {
        "cap": Key(Whole(1, MOST_VALUE), "The most fans that count 封顶."),
        "each": Key(Whole(1, 10**6), "The points of a hand for each fan."),
        "doubling": Key(Whole(1, 10**6), "The points of a hand without fans; each fan doubles them."),
        "steps": Key(
            Several(Several(_POINTS, 3), 60),
            "The payment table: [fans, points] from that many fans on, or [fans, points, of a self-draw].",
        ),
        "most": Key(Whole(1, MOST_POINTS), "The most points that a hand is worth."),
        "multiple": Key(
            Whole(1, 10**4), "What a point is worth at this table: all payments are multiplied by it."
        ),
    }
)
_PAYMENT = Table(
    {
        "discard": Key(
            Table(
                {
                    "discarder": Key(_FACTOR, "What the discarder pays, as a multiple of the points."),
                    "others": Key(_FACTOR, "What each of the others pays."),
                }
            ),
            "Who pays for a win on a discard.",
        ),
        "self_draw": Key(
            Table({"others": Key(_FACTOR, "What each of the others pays, as a multiple of the points.")}),
            "Who pays for a self-drawn win.",
        ),
        "plus": Key(Whole(0, 10**6), "What each of the three pays besides, the discarder or not 底分."),
        "dealer": Key(Whole(1, 100), "What is multiplied where the dealer wins or pays."),
        "liable": Key(
            Several(OneOf(LIABLE), 8), "Who pays for all three, after a self-draw or a robbed kong 包牌."
        ),
    }
)
_KONGS = Table(
    {
        "claimed": Key(_POINTS, "What a claimed kong 明杠 is paid."),
        "added": Key(_POINTS, "What each pays for an added kong 补杠."),
        "concealed": Key(_POINTS, "What each pays for a concealed kong 暗杠."),
        "claimed_by": Key(OneOf(("giver", "giver_for_all", "all")), "Who pays for a claimed kong."),
        "instead": Key(Flag(), "Whether this replaces all that the base pays beside a win."),
    }
)
_BONUS = Table(
    {
        "each": Key(_POINTS, "What each of the others pays for every flower and bonus tile at once."),
        "pair": Key(_POINTS, "What each pays for a bonus tile and its mate together."),
        "set": Key(_POINTS, "What each pays for a whole set of four flowers."),
    }
)
_EXAMPLE = Table(
    {
        "hand": Key(Text(400), "A hand in one line: 123m456p789s22z44z +4z from S.", 'hand = "…"'),
        "about": Key(Text(200), "What it shows."),
        "wins": Key(Flag(), "Whether it wins; true by default."),
        "legal": Key(Flag(), "Whether it is worth enough to be declared."),
        "worth": Key(Whole(0, MOST_POINTS), "Its total in the unit of the rules."),
        "points": Key(_POINTS, "What its payments start from."),
        "fans": Key(FAN_NAMES, "Exactly the fans that count, by id or name; one that counts twice, twice."),
        "pays": Key(
            Table({seat: Key(Whole(-(10**13), 10**13), f"What {seat} gains or loses.") for seat in SEATS}),
            "What each seat gains or loses; one that is not named, nothing.",
        ),
    }
)
FILE = Table(
    {
        "id": Key(Text(40), "Its id, as --rules and the service name it.", 'id = "my-club"'),
        "name": Key(NAME, "What the table calls its rules.", 'name = "我的会馆"'),
        "base": Key(
            Text(60), "The rule set from which these differ, or another house file.", 'base = "hongkong"'
        ),
        "source": Key(Text(200), "Where these rules are written."),
        "minimum": Key(Whole(0, MOST_VALUE), "Fans without which no win may be declared 起和."),
        "currency": Key(Text(20), "What a point is paid in."),
        "seats": Key(Whole(3, 4), "How many play; where three do, nobody sits north."),
        "winners": Key(Whole(1, 3), "How many may win on one discard 一炮多响."),
        "next_dealer": Key(OneOf(NEXT_DEALER), "Who deals next."),
        "forms": Key(Several(OneOf(FORMS), 16), "The forms that win, all of them."),
        "melds": Key(
            Several(OneOf(tuple(m.value for m in MeldType)), 8), "The claims and kongs that there are."
        ),
        "notes": Key(Several(Text(400), 40), "Rules of play that no score shows."),
        "hands": Key(
            Several(Text(120), 8), "Files of [[hand]] and [[example]] next to this one, as clubs swap them."
        ),
        "options": Key(Named(Value()), "What the table chooses of the base's options."),
        "table": Key(Named(Value()), "Values of the table's fields unless a deal gives others."),
        "tiles": Key(
            Table(
                {
                    "without": Key(Tiles(), "Kinds that are taken out of the set."),
                    "flowers": Key(Tiles(), "The flowers that it is played with; an empty text: none."),
                }
            ),
            "The tiles of the game.",
        ),
        "tile": Key(Several(_TILE, 9), "Tiles beyond the usual ones."),
        "fans": Key(
            Named(Either((_VALUE, LeftOut(), _FAN)), 200),
            "A fan's price; false leaves it out; or a table of it.",
        ),
        "fans_of_base": Key(Flag(), "false: no fan of the base counts but those that the file names."),
        "hand": Key(Several(_HAND, 100), "A limit hand of the table's own."),
        "points": Key(_POINTS_TABLE, "How fans become points."),
        "payment": Key(_PAYMENT, "Who pays for a win."),
        "kongs": Key(_KONGS, "What kongs are paid beside the win."),
        "bonus": Key(_BONUS, "What flowers and bonus tiles are paid beside the win."),
        "example": Key(
            Several(_EXAMPLE, 200), "A hand with what it is worth and pays: the proof of the file."
        ),
    }
)


def every_key(takes: Takes = FILE, prefix: str = "") -> list[str]:
    """Return the path of every line, like ``fans.value`` and ``payment.discard.others``."""
    if isinstance(takes, Table):
        found: list[str] = []
        for name, key in takes.keys.items():
            found += [prefix + name, *every_key(key.takes, f"{prefix}{name}.")]
        return found
    if isinstance(takes, Either):
        return [path for kind in takes.kinds for path in every_key(kind, prefix)]
    if isinstance(takes, (Several, Named)):
        return every_key(takes.of, prefix)
    return []


def schema() -> dict[str, Any]:
    """Return the JSON Schema, from the same definition as the checks."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A house file of Paiyan 自家规则",
        **FILE.schema(),
    }


def text() -> str:
    """Return the schema as the file that is kept with the documentation."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), "utf-8")

"""A doubtful tile is weighed by what the hand would be worth with each tile that it may be."""

from __future__ import annotations

from typing import Any

import pytest

from paiyan.scorer.messages.as_json import to_json
from paiyan.scorer.tiles.notation import parse, tile
from paiyan.service.answers.effects import Effects, most_at_stake, outcome_of
from paiyan.service.answers.report import DoubtReport
from paiyan.service.answers.situation import with_reading
from paiyan.vision.decoding.corrections import Rename
from paiyan.vision.decoding.hand import Hand, ReadMeld, ReadTile
from paiyan.vision.decoding.questions import Doubt
from paiyan.vision.structure.scene import Role

BOX = (0.0, 0.0, 1.0, 1.0)
HAND = "123m456p789s11z77s+7s"
DRAWN = {"win": {"by": "self_draw"}}


def _tiles(text: str) -> tuple[tuple[ReadTile, ...], Hand]:
    """The tiles of ``concealed+winning``, with a meld in brackets and flowers behind a slash."""
    text, _, flowers = text.partition("/")
    text, _, winning = text.partition("+")
    concealed, _, meld = text.partition("[")
    parts: list[tuple[Role, str, int]] = [
        ("hand", concealed, 0), ("meld", meld.rstrip("]"), 1), ("winning", winning, 2), ("flower", flowers, 3)
    ]  # fmt: skip
    tiles = tuple(
        ReadTile(t, BOX, 0.9, (), role, group, False) for role, some, group in parts for t in parse(some)
    )
    melds = (ReadMeld("chow", parse(meld.rstrip("]")), group=1),) if meld else ()
    held = tuple(i for i, t in enumerate(tiles) if t.role == "hand")
    beside = tuple(i for i, t in enumerate(tiles) if t.role == "flower")
    won = tile(winning) if winning else None
    return tiles, Hand(parse(concealed), won, None, melds, parse(flowers), held, beside)


def _weigh(
    text: str,
    *doubts: tuple[str, str],
    rules: str = "guobiao",
    situation: dict[str, Any] | None = None,
    taken: tuple[Rename, ...] = (),
    shares: tuple[float, ...] = (),
) -> list[DoubtReport]:
    """Weigh doubts about tiles, each named by its face and its role."""
    tiles, hand = _tiles(text)
    situation = DRAWN if situation is None else situation
    effects = Effects(tiles, hand, situation, with_reading(hand, situation), rules, taken)
    whole = with_reading(effects.laid.hand, situation)
    found: list[Doubt] = []
    for place, faces in doubts:
        read, *instead = parse(faces)
        at = next(i for i, t in enumerate(tiles) if t.role == place and t.tile == read)
        found.append(Doubt(at, read, tuple(instead), "close", shares))
    return list(effects._replace(whole=whole).doubts(found))


@pytest.mark.parametrize(
    ("role", "tiles", "effect"),
    [
        ("hand", "1z2z", "1z: 14 fan, 2z: no win"),
        ("hand", "7s1z", "7s: 14 fan, 1z: 17 fan"),
        ("winning", "7s9m", "7s: 14 fan, 9m: no win"),
        ("hand", "1z1f", "1z: 14 fan, 1f: not a hand"),
        ("hand", "1z", ""),
    ],
)
def test_effects(role: str, tiles: str, effect: str) -> None:
    (doubt,) = _weigh(HAND, (role, tiles))
    assert to_json(doubt, "en")["effect"] == effect


def test_a_waiting_hand_has_not_won() -> None:
    told = outcome_of({"concealed": "123m456p789s11z77s"}, "guobiao")
    assert (told.win, told.waits) == (False, ("7s", "1z"))


def test_a_waiting_hand_is_weighed_by_its_waits() -> None:
    (doubt,) = _weigh("123m456p789s11z77s", ("hand", "7s9m"), situation={})
    assert to_json(doubt, "zh")["effect"] == "7s: 听 7s 1z, 9m: 不听牌"


def test_a_tile_of_a_meld_is_weighed_too() -> None:
    (doubt,) = _weigh("123m456p11z77s[789s]+7s", ("meld", "9s6s"))
    told = to_json(doubt, "en")
    assert told["effect"] == "9s: 11 fan, 6s: 3 fan"
    assert [e["win"] for e in told["effects"]] == [True, True]


def test_effects_hold_what_the_player_gets() -> None:
    (doubt,) = _weigh(HAND, ("hand", "1z2z"))
    told = [(e["tile"], e["win"], e["points"]) for e in to_json(doubt, "en")["effects"]]
    assert told == [("1z", True, 66), ("2z", False, 0)]


def test_the_question_is_about_the_tile_on_which_most_hangs() -> None:
    asked = most_at_stake(_weigh(HAND, ("hand", "7s1z"), ("hand", "1z2z"), shares=(0.5, 0.5)))
    assert asked is not None
    assert asked.between == ("1z", "2z")
    assert asked.ask.to("en") == f"Tile {asked.tile}: is it 1z or 2z?"
    assert asked.ask.to("zh") == f"第 {asked.tile} 号牌是 1z 还是 2z？"
    assert asked.stake == 33.0
    assert most_at_stake([]) is None


def test_what_was_taken_for_another_is_weighed_from_there() -> None:
    text = HAND.replace("11z", "12z")
    at = parse(text.partition("+")[0]).index(tile("2z"))
    (doubt,) = _weigh(text, ("hand", "2z1z"), taken=(Rename(at, tile("1z")),))
    assert to_json(doubt, "en")["effect"] == "2z: no win, 1z: 14 fan"


def test_of_a_flower_that_only_counts_the_name_changes_nothing() -> None:
    (doubt,) = _weigh(f"{HAND}/15f", ("flower", "1f2f5f5m"))
    told = to_json(doubt, "en")
    assert told["effect"] == "whichever flower it is: 16 fan"
    assert [e["tile"] for e in told["effects"]] == ["1f", "2f"], "5f lies there, and 5m is none"
    assert most_at_stake([doubt]) is None


def test_of_a_flower_whose_seat_counts_the_name_is_weighed() -> None:
    situation = {**DRAWN, "seat": "E"}
    (doubt,) = _weigh(f"{HAND}/1f", ("flower", "1f2f"), rules="hongkong", situation=situation)
    said = to_json(doubt, "en")
    texts = [e["text"] for e in said["effects"]]
    assert texts[0] != texts[1], "the seat's own flower is worth more"
    assert said["effect"] == f"1f: {texts[0]}, 2f: {texts[1]}"

"""Hands as read against hands as they lie: what is exact, how many taps, where it went wrong, which faces."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiyan.datasets.evaluation.hand_lists import (
    Parts,
    TrueHand,
    faces,
    flowers,
    is_exact,
    parts_as_read,
    parts_of_truth,
    read_hand_list,
    stage_of,
    taps,
)
from paiyan.datasets.evaluation.hands import PhotoResult, compare, hand_figures
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import TILES, Tile
from paiyan.vision.reading import Hand, Reading, ReadMeld, ReadTile

LINE: dict[str, Any] = {
    "photo": "a.jpg", "kind": "hand_and_melds", "hand": ["1m", "2m", "3m", "0p"], "winning": "0p",
    "winning_in_row": True, "melds": [["back", "2s", "2s", "back"], ["7z", "7z", "7z"]], "flowers": ["5f"],
    "all_face_up": ["1m", "2m", "3m", "0p", "0p", "2s", "2s", "7z", "7z", "7z", "5f"], "turn": 0, "alt": {},
}  # fmt: skip


def listed(tmp_path: Path, *lines: dict[str, Any]) -> list[TrueHand]:
    file = tmp_path / "hands.jsonl"
    file.write_text("".join(json.dumps({**LINE, **line}) + "\n" for line in lines), encoding="utf-8")
    return read_hand_list(file)


def hand(held: str, *melds: str, flower: str = "", winning: str = "") -> Hand:
    return Hand(
        concealed=parse(held),
        winning=parse(winning)[0] if winning else None,
        melds=tuple(ReadMeld("pung", parse(meld)) for meld in melds),
        flowers=parse(flower),
    )


def reading(read: Hand, *, more: str = "") -> Reading:
    every = [*read.concealed, *([read.winning] if read.winning else []), *read.flowers, *parse(more)]
    every += [t for meld in read.melds for t in meld.tiles]
    tiles = tuple(ReadTile(t, (0, 0, 1, 1), 1.0, (), "hand", 0, sideways=False) for t in every)
    return Reading("a.jpg", (1, 1), "told", tiles, read)


RIGHT = hand("123m0p", "xx22sxx", "777z", flower="5f", winning="0p")


def test_both_forms_of_a_list_say_the_same(tmp_path: Path) -> None:
    (truth,) = listed(tmp_path, {})
    own = {"concealed": "123m0p", "winning": "0p", "flowers": "5f"}
    own["melds"] = [{"tiles": "2222s"}, {"tiles": "777z"}]  # pyright: ignore[reportArgumentType]
    (same,) = listed(tmp_path, {"hand": own})
    assert parts_of_truth(truth) == parts_of_truth(same)
    assert (truth.winning, truth.winning_counts, same.winning_counts) == (parse("0p")[0], False, True)
    assert truth.face_up is not None
    assert same.face_up is None


def test_lines_that_cannot_be_read_are_left_out_and_photos_without_a_hand_kept(tmp_path: Path) -> None:
    truths = listed(tmp_path, {"readable": False}, {"hand": None, "melds": [], "flowers": []}, {})
    assert [t.shows_hand for t in truths] == [False, True]
    with pytest.raises(DatasetError, match="lists no hand"):
        listed(tmp_path, {"hand": None})
    with pytest.raises(DatasetError, match="line 1 is not a photo"):
        listed(tmp_path, {"hand": ["joker"]})


@pytest.mark.parametrize(("read", "exact", "count", "more", "stage"), [
    (RIGHT, True, 0, "", ""),
    (hand("321m0p", "777z", "2222s", flower="5f", winning="0p"), True, 0, "", ""),  # no order
    (hand("123m00p", "777z", "2222s", flower="5f"), True, 0, "", ""),  # which tile won is not asked
    (hand("123m00p", "777z", "222s", flower="5f"), False, 1, "2s", "structure"),  # a kong is no pung
    (hand("124m00p", "777z", "2222s", flower="5f"), False, 1, "", "tiles"),
    (hand("12m00p", "777z", "2222s", flower="5f"), False, 1, "", "tiles"),
    (hand("12m00p", "777z", "2222s", flower="5f"), False, 1, "3m", "structure"),
    (hand("123m00p4z", "777z", "2222s", flower="5f"), False, 1, "", "structure"),
    (hand("123m00p", "777z", "2222s", flower="6f"), False, 1, "", "flowers"),
    (hand("123m00p", "777z", "2222s"), False, 1, "", "flowers"),
    (hand("123m00p777z", "2222s", flower="5f"), False, 3, "", "structure"),  # a pung left loose
    (hand("123m00p5f", "777z", "2222s"), False, 1, "", "structure"),  # a flower among the held tiles
    (hand("1m0p", "777z", "222s", flower="5f"), False, 4, "", "tiles"),
    (Hand(), False, 13, "", "tiles"),
])  # fmt: skip
def test_exact_taps_and_stage(
    tmp_path: Path, read: Hand, exact: bool, count: int, more: str, stage: str
) -> None:
    (truth,) = listed(tmp_path, {})
    true = parts_of_truth(truth)
    assert is_exact(truth, read) == exact
    assert taps(true, parts_as_read(read, {})) == count
    assert stage_of(true, reading(read, more=more), {}, exact=exact) == stage


def test_a_face_that_may_be_answered_too_counts_as_the_other(tmp_path: Path) -> None:
    (truth,) = listed(tmp_path, {"alt": {"0p": "5p", "3m": ["2m"]}})
    read = hand("123m5p", "2222s", "777z", flower="5f", winning="0p")
    assert is_exact(truth, read)
    assert not is_exact(truth, hand("122m5p", "2222s", "777z", flower="5f", winning="0p"))
    assert faces(truth, reading(hand("123m50p22s777z5f"))) == (11, 11, 11)


def test_faces_and_flowers_of_a_photo(tmp_path: Path) -> None:
    told, untold = listed(tmp_path, {}, {"all_face_up": None})
    read = reading(hand("123m0p22s777z", flower="6f"), more="xx9p")
    assert faces(told, read) == (11, 11, 9)  # a 0p and the flower are wrong, backs are no faces
    assert faces(untold, read) is None
    assert flowers(told, read) == flowers(untold, read) == (1, 1, 0)
    assert flowers(told, reading(Hand())) == (1, 0, 0)


def test_the_count_over_photos(tmp_path: Path) -> None:
    truth, none = listed(tmp_path, {}, {"hand": None, "melds": [], "flowers": []})
    read = reading(RIGHT)
    seen = faces(truth, read)
    no_hand = PhotoResult(None, faces(none, read), flowers(none, read), {"detect": 3.0})
    assert seen is not None
    lacking = reading(hand("123m0p", "777z", "2222s", flower="5f"))
    done = [
        PhotoResult(compare(truth, one), seen, flowers(truth, one), {"detect": 1.0, "layout": 1.0})
        for one in (read, lacking)
    ]
    figures = hand_figures([*done, no_hand], model="told")
    assert (figures.photos, figures.hands, figures.exact, figures.one_tap) == (3, 2, 1, 2)
    assert (figures.reliable, figures.confident_wrong, figures.confident_lacks) == (2, 1, 1)
    assert figures.taps == pytest.approx(0.5)
    assert figures.faces["all_right"] == 3
    assert figures.ms == {"detect": 1.0, "layout": 1.0, "all": 2.0}
    assert json.loads(json.dumps(figures.to_json()))["rows"][1]["lacks"] == 1


def _hands() -> st.SearchStrategy[Hand]:
    some = st.lists(st.sampled_from(TILES[:12]), max_size=6)
    melds = st.lists(st.lists(st.sampled_from(TILES[:12]), min_size=1, max_size=4), max_size=3)

    def made(held: Sequence[Tile], melds: Sequence[Sequence[Tile]], flower: Sequence[Tile]) -> Hand:
        return Hand(
            tuple(held), melds=tuple(ReadMeld("pung", tuple(m)) for m in melds), flowers=tuple(flower)
        )

    return st.builds(made, some, melds, st.lists(st.sampled_from(TILES[34:36]), max_size=2))


@given(one=_hands(), other=_hands())
def test_taps_are_a_distance(one: Hand, other: Hand) -> None:
    a, b = parts_as_read(one, {}), parts_as_read(other, {})
    assert taps(a, b) == taps(b, a)
    assert (taps(a, b) == 0) == _same(a, b)
    assert taps(a, b) >= max((a.every - b.every).total(), (b.every - a.every).total())
    assert taps(a, b) <= max(a.every.total(), b.every.total())


def _same(a: Parts, b: Parts) -> bool:
    def melds(parts: Parts) -> list[list[tuple[int, int]]]:
        return sorted(sorted((t.code, n) for t, n in meld.items()) for meld in parts.melds)

    return (a.held, a.flowers) == (b.held, b.flowers) and melds(a) == melds(b)

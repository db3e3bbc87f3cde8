"""Scenes: what is asked for is laid out, labels are exact, the truth is one set's tiles."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from paiyan.datasets.synth import FaceStyle, Hand, Meld, SynthError, sample_scene
from paiyan.datasets.synth.compositing.render import camera_of, render
from paiyan.datasets.synth.scene_sets import scene_of
from paiyan.datasets.synth.scenes.arranging import Supply, deal_hand
from paiyan.datasets.synth.scenes.camera import Body, View, face_down, lying, standing
from paiyan.datasets.synth.scenes.random_scenes import KINDS
from paiyan.datasets.synth.scenes.scene import Lens, Light, Placed, Scene, Table
from paiyan.scorer.tiles.notation import parse
from paiyan.scorer.tiles.tile import BACK, TILES

SIZE = (320, 256)
ROLES = ("hand", "winning", "meld", "flower", "discard", "indicator", "wall", "other")
MELDS = ("chow", "pung", "kong", "added_kong", "concealed_kong")


def codes(text: str) -> tuple[int, ...]:
    return tuple(tile.code for tile in parse(text))


HAND = Hand(
    codes("234m456p99s"),
    codes("9s")[0],
    (Meld("chow", codes("678s"), codes("7s")[0]), Meld("concealed_kong", codes("5555z"))),
    codes("1f7f"),
)


def one_tile(pose, code: int = 0, **changes) -> Scene:
    """A scene with one tile in the middle of an even, unshaded picture."""
    parts: dict[str, Any] = {
        "size": (200, 200), "style": FaceStyle(), "body": Body(), "tiles": (Placed(code, pose, "hand", 0),),
        "view": View(pitch=0, fill=0.5), "aimed_at": (0,), "lens": Lens(quality=100),
        "table": Table(cloth="plain", cloth_colour=(0, 0, 0)), "light": Light(shadow=0.0),
    }  # fmt: skip
    return Scene(**{**parts, **changes})


@pytest.mark.parametrize("seed", range(12))
def test_labels_lie_in_the_picture_and_name_the_tiles_of_the_scene(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scene = sample_scene(rng, size=SIZE, kind=KINDS[seed % len(KINDS)])
    picture, labels = render(scene, rng)
    assert picture.shape == (SIZE[1], SIZE[0], 3)
    assert picture.dtype == np.uint8
    assert labels
    in_scene = Counter(tile.code for tile in scene.tiles)
    for label in labels:
        x0, y0, x1, y1 = label.box
        assert 0 <= x0 < x1 <= SIZE[0]
        assert 0 <= y0 < y1 <= SIZE[1]
        assert label.code == BACK or in_scene[label.code] > 0
        assert label.role in ROLES
        assert 0.3 <= label.share <= 1
    assert not Counter(label.code for label in labels if label.code != BACK) - in_scene


@pytest.mark.parametrize("seed", range(12))
def test_a_hand_that_is_asked_for_is_seen_whole(seed: int) -> None:
    rng = np.random.default_rng((7, seed))
    scene = sample_scene(rng, hand=HAND, size=(640, 480))
    _, labels = render(scene, rng)
    assert scene.hand == HAND
    by_role = {role: [x for x in labels if x.role == role] for role in ROLES}
    assert tuple(x.code for x in by_role["hand"]) == HAND.concealed
    assert [x.code for x in by_role["winning"]] == [HAND.winning]
    assert tuple(x.code for x in by_role["flower"]) == HAND.flowers
    melds = Counter(x.code for x in by_role["meld"])
    assert melds[BACK] in (2, 3)
    assert melds[codes("5z")[0]] == 4 - melds[BACK]
    for label in labels:
        x0, y0, x1, y1 = label.box
        assert x0 > 0
        assert y0 > 0
        assert x1 < 640
        assert y1 < 480


def test_groups_keep_the_row_the_winning_tile_and_each_meld_apart() -> None:
    rng = np.random.default_rng(3)
    scene = sample_scene(rng, hand=HAND)
    roles: dict[int, set[str]] = {}
    for tile in scene.tiles:
        roles.setdefault(tile.group, set()).add(tile.role)
    assert all(len(found) == 1 for found in roles.values())
    assert sorted(next(iter(r)) for r in roles.values()) == ["flower", "hand", "meld", "meld", "winning"]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_quad_is_the_faces_outline_and_begins_at_its_top_left(turn: int) -> None:
    scene = one_tile(lying(0, 0, 0.4, yaw=turn), codes("5z")[0])
    _, labels = render(scene, np.random.default_rng(0))
    (label,) = labels
    quad = np.array(label.quad)
    assert quad.min(axis=0) == pytest.approx(label.box[:2])
    assert quad.max(axis=0) == pytest.approx(label.box[2:])
    expected = [(-1, -1), (-1, 1), (1, 1), (1, -1)][turn // 90]  # an anticlockwise turn, y down
    assert np.sign(quad[0] - quad.mean(axis=0)).tolist() == list(expected)


def test_the_box_is_where_the_tile_is_painted() -> None:
    scene = one_tile(lying(0, 0, 0.4), codes("5z")[0], style=FaceStyle(ground=(255, 255, 255)))
    picture, (label,) = render(scene, np.random.default_rng(0))
    ys, xs = np.nonzero(picture.max(axis=2) > 120)
    painted = (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1)
    assert np.abs(np.array(painted) - label.box).max() < 3
    assert label.share > 0.97


@pytest.mark.parametrize(
    ("pose", "pitch", "seen"),
    [
        (lying(0, 0, 0.4), 20, 9),
        (face_down(0, 0, 0.4), 20, BACK),
        (standing(0, 0, 0.7), 60, 9),
        (standing(0, 0, 0.7, yaw=180), 60, BACK),
    ],
)
def test_a_face_down_or_turned_tile_shows_its_back(pose, pitch: int, seen: int) -> None:
    scene = one_tile(pose, 9, view=View(pitch=pitch, fill=0.6))
    picture, labels = render(scene, np.random.default_rng(0))
    assert [label.code for label in labels] == [seen]
    x0, y0, x1, y1 = (round(v) for v in labels[0].box)
    middle = picture[y0 + (y1 - y0) // 4 : y1 - (y1 - y0) // 4, x0 + (x1 - x0) // 4 : x1 - (x1 - x0) // 4]
    blueish = middle[..., 0].mean() - middle[..., 2].mean()
    assert (blueish > 60) == (seen == BACK)  # the plain style's back is blue


def test_a_hidden_tile_has_no_label_and_a_half_hidden_one_its_visible_box() -> None:
    below, half, above = lying(0, 0, 0.4), lying(3, 0, 0.4), lying(0, 0, 1.2)
    cover = lying(3.4, 0, 1.2)
    scene = one_tile(
        below, tiles=tuple(Placed(9 + i, p, "other", i) for i, p in enumerate((below, half, above, cover)))
    )
    scene = replace(scene, aimed_at=(0, 1, 2, 3), view=View(pitch=0, fill=0.8, fov=20))
    _, labels = render(scene, np.random.default_rng(0))
    found = {label.code: label for label in labels}
    assert set(found) == {10, 11, 12}
    assert 0.3 < found[10].share < 0.6
    assert found[10].box[2] <= found[12].box[0] + 2
    assert found[11].share > 0.97


def test_pitch_foreshortens_and_stretch_widens() -> None:
    def ratio(view: View) -> float:
        _, (label,) = render(one_tile(lying(0, 0, 0.4), view=view), np.random.default_rng(0))
        x0, y0, x1, y1 = label.box
        return (y1 - y0) / (x1 - x0)

    flat, tilted, wide = (
        ratio(v)
        for v in (View(pitch=0, fill=0.5), View(pitch=50, fill=0.5), View(pitch=0, fill=0.5, stretch=2))
    )
    assert flat == pytest.approx(1.35, abs=0.03)
    assert tilted < 0.8 * flat
    assert wide == pytest.approx(flat / 2, abs=0.03)


@pytest.mark.parametrize(
    "view", [View(), View(pitch=50, fov=70), View(yaw=140, roll=25), View(place=(0.1, 0.9))]
)
def test_the_camera_fits_what_it_is_aimed_at(view: View) -> None:
    scene = replace(sample_scene(np.random.default_rng(1), hand=HAND), view=view)
    _, labels = render(scene, np.random.default_rng(0))
    corners = np.array([label.quad for label in labels]).reshape(-1, 2)
    assert corners.min() >= 0
    assert (corners.max(axis=0) <= scene.size).all()
    extent = (corners.max(axis=0) - corners.min(axis=0)) / scene.size
    assert extent.max() == pytest.approx(view.fill, abs=0.12)


def test_the_same_seed_gives_the_same_scene_picture_and_labels() -> None:
    def drawn(seed: int):
        rng = np.random.default_rng(seed)
        return render(sample_scene(rng, size=SIZE), rng)

    (one, first), (two, second), (other, _) = drawn(4), drawn(4), drawn(5)
    assert np.array_equal(one, two)
    assert first == second
    assert not np.array_equal(one, other)


def test_tiles_throw_shadow_on_the_side_away_from_the_light() -> None:
    table = Table(cloth="plain", cloth_colour=(150, 150, 150))
    light = Light(direction=(-1.0, 0.0, 0.6), shadow=0.6)
    picture, (label,) = render(one_tile(lying(0, 0, 0.4), table=table, light=light), np.random.default_rng(0))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(float)
    x0, y0, x1, y1 = (round(v) for v in label.box)
    lit, dark = grey[y0 + 20 : y1 - 20, x0 - 22 : x0 - 10], grey[y0 + 20 : y1 - 20, x1 + 10 : x1 + 22]
    assert lit.mean() > dark.mean() + 30


@pytest.mark.parametrize("seed", range(40))
def test_dealt_hands_are_complete_and_of_one_set(seed: int) -> None:
    rng = np.random.default_rng(seed)
    blocks, melds, flowers = 4 + seed % 2, seed % 4, seed % 5
    reds = "one" if seed % 3 == 0 else "none"
    hand = deal_hand(rng, Supply(reds=reds), blocks=blocks, melds=melds, flowers=flowers)
    assert len(hand.concealed) + 1 == 3 * (blocks - melds) + 2
    assert len(hand.melds) == melds
    assert len(hand.flowers) == len(set(hand.flowers)) == flowers
    assert max(Counter(TILES[c].kind for c in hand.codes()).values()) <= 4
    for meld in hand.melds:
        assert meld.type in MELDS
        kinds = [TILES[c].kind for c in meld.tiles]
        if meld.type == "chow":
            assert kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2]
            assert kinds[0] // 9 == kinds[2] // 9
        else:
            assert len(set(kinds)) == 1
            assert len(kinds) == (3 if meld.type == "pung" else 4)
        assert (meld.claimed is None) == (meld.type == "concealed_kong")


@pytest.mark.parametrize("kind", KINDS)
def test_no_scene_has_more_tiles_than_a_set(kind: str) -> None:
    for seed in range(25):
        scene = sample_scene(np.random.default_rng((9, seed)), kind=kind)
        counts = Counter(TILES[tile.code].kind for tile in scene.tiles)
        assert max(counts[k] for k in range(34)) <= 4
        assert all(counts[f] <= 1 for f in range(34, 42))
        if scene.hand is not None:
            mine = Counter(t.code for t in scene.tiles if t.role in ("hand", "winning", "meld", "flower"))
            assert mine == Counter(scene.hand.codes())


def test_a_hand_no_set_can_hold_is_refused() -> None:
    with pytest.raises(SynthError, match="too many 1m"):
        sample_scene(np.random.default_rng(0), hand=Hand(codes("11111m")))
    with pytest.raises(SynthError, match="1f"):
        sample_scene(np.random.default_rng(0), hand=Hand(codes("1m"), flowers=codes("1f1f")))
    with pytest.raises(SynthError, match="5m"):
        one_tile(
            lying(0, 0, 0.4),
            tiles=tuple(Placed(c, lying(i, 0, 0.4), "other", 0) for i, c in enumerate(codes("5555m0m"))),
        )


def test_a_wall_shows_one_indicator_and_opponents_show_their_backs() -> None:
    found: Counter[tuple[str, int]] = Counter()
    for seed in range(14):
        rng = np.random.default_rng((21, seed))
        scene = sample_scene(rng, kind="table", size=SIZE)
        scene = replace(scene, aimed_at=tuple(range(len(scene.tiles))), view=View(pitch=40, fill=0.95))
        _, labels = render(scene, rng, supersample=1.0)
        backs = Counter(label.role for label in labels if label.code == BACK)
        faces = Counter(label.role for label in labels if label.code != BACK)
        assert faces["wall"] == 0
        assert faces["indicator"] <= 1
        assert backs["indicator"] == backs["hand"] == backs["winning"] == backs["discard"] == 0
        found += Counter({("faces", r): n for r, n in faces.items()}) + Counter(
            {("backs", r): n for r, n in backs.items()}
        )
    assert found["faces", "indicator"] > 0
    assert found["faces", "discard"] > 0
    assert found["backs", "wall"] > 20
    assert found["backs", "other"] > 5


def test_unknown_kinds_are_refused_with_the_known_ones() -> None:
    with pytest.raises(SynthError, match="hand, table, block, heap"):
        sample_scene(np.random.default_rng(0), kind="beach")
    with pytest.raises(SynthError, match="shows no hand"):
        sample_scene(np.random.default_rng(0), kind="heap", hand=HAND)


def test_a_hand_tells_itself_as_read_does() -> None:
    assert HAND.to_json() == {
        "concealed": "234m456p99s",
        "winning": "9s",
        "melds": [
            {"type": "chow", "tiles": "678s", "claimed": "7s"},
            {"type": "concealed_kong", "tiles": "5555z"},
        ],
        "flowers": "17f",
    }


def test_scaling_a_camera_scales_its_picture() -> None:
    scene = sample_scene(np.random.default_rng(2), hand=HAND)
    camera = camera_of(scene)
    points = np.array([[0.0, 0, 0], [3, 1, 0.5]])
    assert camera.scaled(2).project(points) == pytest.approx(2 * camera.project(points))


@pytest.mark.parametrize(
    ("index", "known"), [(0, "816412871b4992c9"), (1, "57968e96fdd40ecf"), (2, "9a84dbdae04db775")]
)
def test_a_seeds_scene_stays_what_it_was(index, known) -> None:
    """Sets are named by their seeds: new kinds of scenes take nothing from these random numbers."""
    made = scene_of(index, seed=77, size=(320, 256), pictures_a_set=1)[0]
    told: list[tuple] = [
        (t.code, t.role, t.group, t.sideways, *(round(v, 2) for v in t.pose.centre)) for t in made.tiles
    ]
    drawn = (made.style.seed, made.lens.quality, round(made.view.fov, 2), round(made.light.exposure, 2))
    told.append((made.kind, *drawn, len(made.props)))
    assert hashlib.sha256(repr(told).encode()).hexdigest()[:16] == known

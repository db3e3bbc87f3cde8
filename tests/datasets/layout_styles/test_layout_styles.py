"""The catalogue of layout styles: what it draws could lie on a table, and is told truly."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

from paiyan.datasets.hand_scenes.detector_noise import DetectedPicture, fit_errors
from paiyan.datasets.layout_styles.__main__ import layout_styles
from paiyan.datasets.layout_styles.catalogue import CATALOGUE, LayoutStyle, find
from paiyan.datasets.layout_styles.clutter import THINGS
from paiyan.datasets.layout_styles.detector_errors import LEVELS, WIDTHS, figures
from paiyan.datasets.layout_styles.hand_parts import Parts, bench, read_parts, true_parts
from paiyan.datasets.layout_styles.scene import MOST, DrawnScene, batched, draw_scene
from paiyan.datasets.layout_styles.table import Supply, deal, deal_meld
from paiyan.datasets.synth.scenes.arranging import DOWN
from paiyan.scorer.tiles.tile import BACK, FLOWER, KINDS, RED, TILES
from paiyan.vision.detections import Detections
from paiyan.vision.structure.scores import MELD_KINDS, ROLES, SOURCES, SceneBoxes

EACH = pytest.mark.parametrize("layout_style", CATALOGUE, ids=lambda c: c.name)


@EACH
def test_a_scene_depends_on_its_seed_alone(layout_style: LayoutStyle) -> None:
    one, same, other = (draw_scene(3, index, layout_style=layout_style) for index in (7, 7, 8))
    assert one.boxes.tobytes() == same.boxes.tobytes()
    assert one.codes.tobytes() == same.codes.tobytes()
    assert one.roles.tobytes() == same.roles.tobytes()
    assert one.boxes.tobytes() != other.boxes.tobytes()


@EACH
def test_a_dealt_hand_is_one_that_a_set_of_tiles_allows(layout_style: LayoutStyle) -> None:
    for seed in range(60):
        rng = Random(seed)
        hand = deal(rng, Supply(rng, reds=seed % 2 == 0), layout_style)
        codes = [*hand.concealed, *hand.flowers, *(c for m in hand.melds for c in m.codes)]
        codes += [] if hand.winning is None else [hand.winning]
        kinds = Counter(TILES[code].kind for code in codes if code < FLOWER or code >= RED)
        assert max(kinds.values()) <= 4
        assert all(count == 1 for code, count in Counter(codes).items() if FLOWER <= code < BACK)
        size = len(hand.concealed) + (hand.winning is not None) + 3 * len(hand.melds)
        bare = "bare" in layout_style.state and not hand.concealed
        assert size in {13, 14, 16, 17} or bare or "staged" in layout_style.state
        for meld in hand.melds:
            faces = sorted(TILES[code].kind for code in meld.codes)
            if meld.kind == "chow":
                assert faces == [faces[0], faces[0] + 1, faces[0] + 2]
                assert faces[0] // 9 == faces[2] // 9 < 3
            else:
                assert len(set(faces)) == 1
                assert len(faces) == (3 if meld.kind == "pung" else 4)


@EACH
def test_what_is_true_of_a_scene_fits_together(layout_style: LayoutStyle) -> None:
    for index in range(12):
        scene = draw_scene(5, index, layout_style=layout_style, exact=True)
        wide, high = scene.size
        assert (scene.boxes[:, :2] < scene.boxes[:, 2:]).all()
        assert (scene.boxes >= 0).all()
        assert (scene.boxes <= [wide, high, wide, high]).all()
        assert (scene.names == scene.codes.argmax(axis=1)).all()
        assert len(scene.roles) <= MOST
        parts = true_parts(scene)
        held = [ROLES[r] in ("held", "winning") for r in scene.roles.tolist()]
        assert set(scene.groups[held].tolist()) <= {0}
        for meld in parts.melds:
            _is_a_meld(scene, sorted(meld))


def _is_a_meld(scene: DrawnScene, meld: list[int]) -> None:
    kinds = {MELD_KINDS[int(scene.kinds[i])] for i in meld}
    assert len(kinds) == 1
    (kind,) = kinds
    faces = [TILES[int(scene.names[i])].kind for i in meld if scene.names[i] != BACK]
    assert len(set(faces)) <= 1 or kind == "chow"
    assert BACK not in scene.names[meld] or kind == "concealed_kong"
    sources = {SOURCES[int(scene.sources[i])] for i in meld}
    assert len(sources) == 1
    across = int(scene.sideways[meld].sum())
    assert across <= (2 if kind == "added_kong" else 1)
    assert (sources != {"unknown"}) or not across
    if scene.complete:
        assert len(meld) == (3 if kind in ("chow", "pung") else 4)
        assert across == (sources != {"unknown"}) + (kind == "added_kong")


def test_a_detectors_boxes_hold_the_truth_but_for_its_errors() -> None:
    scenes = [draw_scene(11, index) for index in range(80)]
    tiles = np.concatenate([s.names >= 0 for s in scenes])
    right = np.concatenate([s.codes.argmax(axis=1) == s.names for s in scenes])
    sure = np.concatenate([s.there for s in scenes])
    assert 0.93 < right[tiles].mean() < 1.0
    assert sure[tiles].mean() > sure[~tiles].mean()
    assert 0.4 < np.mean([s.complete for s in scenes]) < 0.95
    for scene in scenes:
        np.testing.assert_allclose(scene.codes.sum(axis=1), 1, atol=1e-4)
        assert set(scene.roles[scene.names < 0].tolist()) <= {ROLES.index("nothing")}


def test_the_fitted_figures_are_of_every_level_and_width() -> None:
    told = figures()
    for name in ("sure", "named", "false_sure"):
        assert len(told[name]) == len(LEVELS)
        assert told[name] == sorted(told[name])
    assert len(told["missed"]) == len(told["missed_backs"]) == len(WIDTHS)
    assert {code.notation for code in TILES if code.code < BACK} >= set(told["confused"])


def test_fitting_counts_what_is_missed_doubled_and_false() -> None:
    codes = np.array([0, 9, 18, 27])
    true = np.array([[100 * i, 100, 100 * i + 80, 210] for i in range(4)], np.float32)
    half = np.array([[200, 100, 280, 150]], np.float32)
    nowhere = np.array([[500, 400, 560, 480]], np.float32)
    found = Detections.of(
        np.concatenate([true[:3], half, nowhere]), np.array([0, 9, 19, 18, BACK]), confidence=0.9
    )
    told = fit_errors([DetectedPicture((1600, 1200), found, true, codes, whole=True)])
    assert told["tiles"] == 3
    assert (told["twice"], told["false"]) == (0.2, 0.2)
    assert told["false_backs"] == 1.0
    assert max(told["confused"]["1s"], key=told["confused"]["1s"].__getitem__) == "2s"
    assert told["missed"][-1] > 0.1


def test_batches_hold_every_scene_once_and_pad_with_nothing() -> None:
    scenes = [draw_scene(2, index) for index in range(40)]
    batches = batched(scenes, Random(0))
    assert sum(int(b.mask.sum()) for b in batches) == sum(len(s.roles) for s in scenes)
    for batch in batches:
        assert not batch.roles[~batch.mask].any()
        assert (batch.groups[~batch.mask] == -1).all()
        assert set(batch.knowledge.ravel().tolist()) <= {-1.0, 0.0, 1.0}


def test_the_benchmark_counts_right_and_wrong_readings() -> None:
    layout_styles = CATALOGUE[:2]
    scenes = {
        s.boxed(): true_parts(s)
        for c in layout_styles
        for i in range(5)
        for s in [draw_scene(9_000_000, i, layout_style=c, exact=True)]
    }
    nothing = Parts(frozenset(), None, frozenset(), frozenset(), ())

    def half(scene: SceneBoxes) -> Parts:
        return scenes[scene] if list(scenes).index(scene) % 2 else nothing

    every = bench(scenes.__getitem__, each=5, exact=True, layout_styles=layout_styles)
    assert every["all"]["structure"] == 10
    assert all(row["winning"] == row["names"] == 5 for row in every["layout_styles"].values())
    assert bench(half, each=5, exact=True, layout_styles=layout_styles)["all"]["structure"] == 5


def test_every_word_of_the_catalogue_is_known() -> None:
    assert len({layout_style.name for layout_style in CATALOGUE}) == len(CATALOGUE)
    for layout_style in CATALOGUE:
        assert set(layout_style.around) <= set(THINGS)
        assert set(layout_style.hidden) <= set(DOWN)
        assert max(layout_style.melds) <= max(layout_style.blocks)
        assert find(layout_style.name) is layout_style
    with pytest.raises(ValueError, match="melds_at knows no"):
        LayoutStyle(name="nowhere", chinese="", share=1, melds_at={"under the table": 1})
    with pytest.raises(ValueError, match="a lone row on a desk"):
        find("nowhere")


def test_an_unknown_style_is_refused_in_a_sentence(tmp_path: Path) -> None:
    answer = CliRunner().invoke(layout_styles, ["show", str(tmp_path), "--style", "nowhere"])
    assert answer.exit_code == 2
    assert "Invalid value for --style: there is no layout style 'nowhere': choose one of" in answer.output


def test_the_page_has_a_figure_for_every_style() -> None:
    page = (Path(__file__).parents[3] / "docs" / "layout-styles.md").read_text("utf-8")
    rows = re.findall(r"^\| (.+) \| (\d+) of 40 \|$", page, re.MULTILINE)
    assert {name for name, _ in rows} == {f"{style.name} {style.chinese}" for style in CATALOGUE}
    assert f"decoded: {sum(int(right) for _, right in rows)} of {40 * len(rows)}\n" in page


def test_a_supply_gives_no_tile_twice() -> None:
    supply = Supply(Random(1), reds=True)
    drawn = supply.draw(200)
    assert len(drawn) == 4 * KINDS
    assert Counter(drawn)[RED] == 1
    assert supply.run() is None
    assert supply.draw_same(2) is None
    assert sorted(supply.flowers(20)) == list(range(FLOWER, RED))


def test_a_reading_has_the_parts_of_an_easy_scene() -> None:
    scene = draw_scene(9_000_000, 0, layout_style=find("some tiles shown, not a hand"), exact=True)
    said, true = read_parts(scene.boxed()), true_parts(scene)
    assert said.structure == true.structure
    assert said.names == true.names


def test_a_set_with_too_little_left_gives_no_meld() -> None:
    rng = Random(3)
    supply = Supply(rng, reds=False)
    supply.draw(4 * KINDS - 2)
    assert all(deal_meld(rng, supply, layout_style) is None for layout_style in CATALOGUE)

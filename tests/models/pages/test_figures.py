"""The pages show the committed results and nothing else, and the sets have the roles that are told."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from paiyan.datasets import benchmark
from paiyan.datasets.detector_training.prepare import Plan, usable_photos
from paiyan.datasets.evaluation.hand_lists import read_hand_list
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.datasets.namer_training.crop_sets import CropPart, CropPlan, crops_of
from paiyan.datasets.roles import SETS, Role, only_training, role_of
from paiyan.models import registry
from paiyan.models.measuring.measure import weights
from paiyan.models.pages import figures as pages
from paiyan.models.pages.figures import FIGURE, filled, marks
from paiyan.models.training.recipe import RECIPE, read_recipe
from paiyan.vision import calibration

PAGES = list(pages.TABLES)
RECIPES = sorted(RECIPE.parent.glob("*.yaml"))
STATED = re.compile(
    r"\d+ (?:of|from|out of) (?:the |its |these )?\d+|\d(?:\.\d+)?\s?%|\b[01]\.\d{2,}\b"
    r"|(?:m?AP\S*|F1|[Rr]ecall|[Pp]recision)(?: of)? [01]?\.\d+|\d+ (?:hands )?(?:are |were )?read exactly"
)


def stated(text: str, tables: Mapping[str, Any]) -> list[str]:
    """Return the measured figures that a document states by hand: outside of places, of code and of
    addresses."""
    for name in tables:
        begin, end = marks(name)
        before, _, rest = text.partition(begin)
        text = before + rest.partition(end)[2]
    text = FIGURE.sub("", text)
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`\n]*`|\]\([^)]*\)", "", text)
    return [match[0] for match in STATED.finditer(text)]


def text_of(page: str) -> str:
    return (pages.ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_states_the_committed_results(page: str) -> None:
    assert text_of(page) == pages.renewed(page, text_of(page), pages.read_results()), "run make figures"


@pytest.mark.parametrize("page", PAGES)
def test_outside_of_its_places_a_page_states_no_figure(page: str) -> None:
    assert stated(text_of(page), pages.TABLES[page]) == [], "give it a place (models/pages/figures.py)"


@pytest.mark.parametrize("line", [
    "111 read exactly, 92%", "mAP50 0.992", "finds 98.4% of the tiles", "of 83 hands, 66 of 83 are read",
    "(AP50 0.83)", "recall 0.951, of one group", "an F1 of .97", "12 of the 31 hands",
])  # fmt: skip
def test_a_figure_stated_by_hand_is_found(line: str) -> None:
    assert stated(f"{text_of('README.md')}\n{line}\n", pages.TABLES["README.md"])


@pytest.mark.parametrize("line", ["96 × 96 pixels", "Python 3.10 to 3.13", "`0.954`", "1-9m", "5 rules"])
def test_what_is_no_figure_is_let_be(line: str) -> None:
    assert stated(f"{text_of('README.md')}\n{line}\n", pages.TABLES["README.md"]) == []


@pytest.mark.parametrize("page", PAGES)
def test_other_results_make_another_page(page: str) -> None:
    """Every page hangs on some results: none of them is written by hand, or forgotten."""
    told = pages.read_results()
    changed = SimpleNamespace(**{name: _other(value) for name, value in vars(told).items()})
    assert pages.renewed(page, text_of(page), changed) != text_of(page)


def _other(told: Any) -> Any:
    """The same results with every figure changed."""
    if isinstance(told, dict):
        return {key: _other(value) for key, value in told.items()}
    if isinstance(told, list):
        return [_other(value) for value in told]
    if isinstance(told, str):
        return told
    return told + 1 if isinstance(told, (int, float)) and not isinstance(told, bool) else told


def test_a_page_without_its_place_is_refused() -> None:
    with pytest.raises(ValueError, match=r"README\.md: the table whole hands has no place"):
        pages.renewed("README.md", "nothing here", pages.read_results())


def test_the_results_are_of_the_shipped_weights() -> None:
    told = pages.read_results()
    for one in (told.shipped["weights"], told.benchmark[-1]["weights"], told.comparison["weights"]):
        assert one == weights(), "run make measure, or python -m paiyan.models.measuring.compare"
    assert told.flowers[-1]["namer"] == weights()["namer_sha256"][:8]
    for one in told.shipped["sets"].values():
        assert one["model_sha256"] == registry.default().onnx_sha256
        assert one["namer_sha256"] == weights()["namer_sha256"]


def test_the_hands_are_of_the_calibration_that_runs() -> None:
    """Another threshold of `reliable` makes other figures: they are measured again first."""
    told, present = pages.read_results(), calibration.fingerprint(calibration.fitted())
    newest = [*told.shipped["hands"], told.benchmark[-1], told.more_benchmark[-1], told.reading]
    assert [one.get("calibration_sha256") for one in newest] == [present] * len(newest), (
        "run make measure and make bench-reading"
    )
    assert told.reading["reliance"]["threshold"] == calibration.fitted()["reliable"], "run hand_scenes rely"


@pytest.mark.parametrize("number", ["reliable", "temper"])
def test_another_number_is_another_calibration(number: str) -> None:
    numbers = calibration.fitted()
    assert calibration.fingerprint({**numbers, number: numbers[number] + 0.001}) != calibration.fingerprint(
        numbers
    )
    assert calibration.fingerprint({**numbers, "fitted": "elsewhere"}) == calibration.fingerprint(numbers)


def test_a_single_figure_is_written_into_its_sentence() -> None:
    """It follows the results, in the form that is asked for, and counts as no figure stated by hand."""
    text = "Found <!-- a.-1.b .2f -->0.99<!-- --> and <!-- n -->7<!-- -->."
    new = filled(text, {}, {"a": [{"b": 1}, {"b": 0.5}], "n": 8})
    assert new == "Found <!-- a.-1.b .2f -->0.50<!-- --> and <!-- n -->8<!-- -->."
    assert stated(new, {}) == []
    with pytest.raises(ValueError, match=r"no result lies at a\.-1\.b"):
        filled(text, {}, {"a": [{}], "n": 8})


def test_what_the_pages_say_of_the_weights_is_so() -> None:
    """Sentences that hold for some weights only: who trains others rewrites them."""
    told, shipped = pages.read_results(), registry.second_stage()
    earlier = told.ablation_holdout["sets"]["unseen"]["namer_sha256"] != shipped.sha256
    assert ("before the present ones" in text_of("docs/accuracy.md")) is earlier
    assert ("Measured with an earlier namer" in text_of("models/CARD.md")) is earlier
    saw = "The detector saw the photos of `unseen` in its last stages" in text_of("models/COMPARISON.md")
    assert saw is read_recipe().learns_from_unseen
    others = told.reading["model"]["sha256"] not in detectors()
    assert ("earlier weights" in text_of("docs/reading.md")) is others


def detectors() -> set[str]:
    """What a detector on the shipped weights gives as its checksum: ONNX, or OpenVINO's two files."""
    model = registry.default()
    of_files = hashlib.sha256()
    for path in (model.int8, model.int8.with_suffix(".bin")) if model.int8 else ():
        of_files.update(path.read_bytes())
    return {model.onnx_sha256, of_files.hexdigest()}


def test_figures_that_flatter_stand_beside_those_that_do_not() -> None:
    one = pages.read_results().shipped["sets"]["zh_clean"]
    assert one["not_judged"]
    assert one["every_box"]["precision"] < one["precision"]
    assert f"| {one['map50']:.3f} | {one['every_box']['map50']:.3f} |" in text_of("docs/accuracy.md")
    assert f"| {one['map50']:.3f} | {one['every_box']['map50']:.3f} |" in text_of("models/CARD.md")


def test_the_benchmark_keeps_its_first_entry_and_one_for_other_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(benchmark.RESULTS, benchmark.HANDS, tmp_path / "results.json")
    for number, (named, day) in enumerate(zip("aabbcbd", "1123455", strict=True)):
        benchmark.enter({"weights": named, "measured": day, "number": number})
    assert [(e["weights"], e["number"]) for e in benchmark.read_results()] == [
        ("a", 0), ("a", 1), ("b", 3), ("c", 4), ("d", 6)
    ]  # fmt: skip


@pytest.mark.parametrize(("listed", "photos", "hands", "repositories", "blobs"), [
    (benchmark.HANDS, 36, 31, 8, 36), (benchmark.MORE_HANDS, 24, 18, 14, 21),
])  # fmt: skip
def test_the_benchmark_lists_every_photo_with_its_origin(
    listed: Path, photos: int, hands: int, repositories: int, blobs: int
) -> None:
    rows = [json.loads(line) for line in listed.read_text(encoding="utf-8").splitlines()]
    truths = read_hand_list(listed)
    assert len({t.photo for t in truths}) == len(rows) == photos
    assert sum(t.shows_hand for t in truths) == hands
    assert len({row["repo"] for row in rows}) == repositories
    assert len({(row["blob"], *row.get("crop", ())) for row in rows}) == len(rows)
    assert len({row["blob"] for row in rows}) == blobs
    assert all(len(bytes.fromhex(row["blob"])) == 20 for row in rows)
    entry = benchmark.read_results(listed)[-1]
    assert {row["photo"] for row in entry["rows"]} == {t.photo for t in truths if t.shows_hand}
    assert sum(row["exact"] for row in entry["rows"]) == entry["exact"]


@pytest.mark.parametrize("file", RECIPES, ids=lambda path: path.name)
def test_only_training_sets_train(file: Path) -> None:
    recipe = read_recipe(file)
    plans = [entry.plan for entry in recipe.sets.values() if isinstance(entry.plan, Plan)]
    for plan in plans:
        assert role_of(plan.held_out) is Role.DEVELOPMENT
        assert {role_of(part) for part in plan.parts} == {Role.TRAINING}
    for course in recipe.namer.courses if recipe.namer is not None else ():
        photos = {part.photos for part in course.crops.parts.values() if part.photos}
        assert {role_of(name) for name in photos} == {Role.TRAINING}


def test_a_set_that_measures_is_refused_where_it_would_train(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="wild is a development set, which may train nothing"):
        usable_photos(tmp_path, part="wild", held_out="none")
    plan = CropPlan(seed=1, parts={"x": CropPart(share=1, photos="zh_clean")}, held_out="none")
    with pytest.raises(DatasetError, match="zh_clean is a development set"):
        crops_of("x", plan, photos=tmp_path, scenes=tmp_path)
    only_training("somebody-elses-set")


def test_every_set_that_is_measured_has_a_role() -> None:
    drawn = {"structured", "far", "strange", "clips"}
    measured = {*pages.read_results().shipped["sets"], "wild", "wild2", *drawn}
    assert {one.name for one in SETS if one.role is not Role.TRAINING} == measured

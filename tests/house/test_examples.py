"""The house files of ``examples``, and its package: each hand is worth and pays what its file says."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import Distribution
from pathlib import Path
from zipfile import ZipFile

import pytest

from paiyan.scorer import rulesets
from paiyan.scorer.errors import RulesError
from paiyan.scorer.house.examples import prove
from paiyan.scorer.house.load import of_file
from paiyan.scorer.rulesets import every_rule_set, rule_set

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted((*EXAMPLES.glob("*.toml"), EXAMPLES / "filipino" / "paiyan_filipino" / "filipino.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example(path: Path) -> None:
    house = of_file(path)
    proof = prove(house)
    assert proof.failed == ()
    assert proof.unshown == (), "each of its changes is shown by an example"
    assert proof.examples >= 20
    assert "." in house.values["source"] or "Wikipedia" in house.values["source"], "the text is named"


def test_there_are_five() -> None:
    assert {path.stem for path in FILES} == {
        "singapore",
        "malaysia",
        "filipino",
        "hongkong-club",
        "blood-flow",
    }


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package as pip would leave it: its folder on the path, and what names its entry point."""
    about = tmp_path / "paiyan_filipino-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: paiyan-filipino\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text(
        "[paiyan.rulesets]\nfilipino = paiyan_filipino:FILIPINO\nbroken = os:sep\nriichi = os:sep\n"
    )
    for folder in (tmp_path, EXAMPLES / "filipino"):
        monkeypatch.syspath_prepend(str(folder))
    for known in (rulesets._installed, rulesets._of_package):
        known.cache_clear()
    yield tmp_path
    for known in (rulesets._installed, rulesets._of_package):
        known.cache_clear()


def test_an_installed_package_is_found(installed: Path) -> None:
    rules = rule_set("filipino")
    assert rules.words.en == "Filipino"
    with pytest.raises(RulesError, match="did you mean filipino"):
        rule_set("filipinos")
    with pytest.raises(RulesError, match="names os:sep as 'broken', which is no rule set of that id"):
        rule_set("broken")
    assert rule_set("riichi").words.en.startswith("Japanese")  # a package does not take the place of ours
    (installed / "paiyan_filipino-0.1.0.dist-info" / "entry_points.txt").write_text(
        "[paiyan.rulesets]\nfilipino = paiyan_filipino:FILIPINO\n"
    )
    rulesets._installed.cache_clear()
    assert every_rule_set()[-1] is rules


def test_a_zipped_package_is_found(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = installed / "paiyan_filipino-0.1.0.dist-info"
    zipped = installed / "zipped.zip"
    with ZipFile(zipped, "w") as file:
        for part in ("METADATA", "entry_points.txt"):
            file.write(about / part, f"{about.name}/{part}")
            (about / part).unlink()
    with pytest.raises(RulesError, match="no rule set 'filipino'"):
        rule_set("filipino")
    rulesets._installed.cache_clear()
    monkeypatch.syspath_prepend(str(zipped))
    assert rule_set("filipino").words.en == "Filipino"


@pytest.mark.parametrize("place", ["x" * 5000, "nowhere", ""])
def test_a_place_that_cannot_be_looked_at_is_passed_over(
    installed: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setattr(sys, "path", [place, *sys.path])
    assert rule_set("filipino").words.en == "Filipino"


def test_a_package_that_a_finder_of_its_own_tells_of_is_found(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As programs that are frozen, and some build tools, have them."""
    told = installed / "paiyan_filipino-0.1.0.dist-info"
    kept = told.rename(installed / "kept")

    class Finder:
        @staticmethod
        def find_spec(*_: object) -> None: ...

        @staticmethod
        def find_distributions(*_: object) -> list[Distribution]:
            return [Distribution.at(kept)]

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder])
    assert rule_set("filipino").words.en == "Filipino"


def test_entry_points_that_cannot_be_read_are_passed_over(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (installed / "other" / "other-1.0.dist-info" / "entry_points.txt").mkdir(parents=True)
    monkeypatch.syspath_prepend(str(installed / "other"))
    assert rule_set("filipino").words.en == "Filipino"


def test_the_packages_own_tests() -> None:
    told = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", ".", "tests"]
    env = {"PYTHONPATH": f"{EXAMPLES / 'filipino'}:{EXAMPLES.parent}", "PATH": "/usr/bin:/bin"}
    run = subprocess.run(
        told, cwd=EXAMPLES / "filipino", env=env, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.startswith("... ")  # three of them

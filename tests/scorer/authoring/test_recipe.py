"""Whoever follows ``docs/adding-a-rule-set.md`` to the letter has a rule set, and needs nothing more."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from paiyan.scorer.rules.rule_set import SECTION_OF, SECTIONS
from tests.scorer.authoring.recipe import CODE, DEALS, HANDS, LINE, RECIPE, ROOT, WORDS

COPIED = ("paiyan", "scorer", "tests/scorer", "tests/hands", "tests/deals", "tests/clauses", "docs/rules")
# Those that look at all rule sets together, with words of their names.
TOGETHER = "every_file_is_of or has_its_mechanisms or listed_rule_set or share_is_told or found_by_id"


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository in which the steps were followed."""
    root = tmp_path_factory.mktemp("copy") / "paiyan"
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for rest in (*ROOT.iterdir(), *(ROOT / "tests").iterdir(), *(ROOT / "docs").iterdir()):
        there = root / rest.relative_to(ROOT)
        if not there.exists() and rest.name[0] != ".":
            there.symlink_to(rest)
    (root / "scorer" / "rulesets" / "my_table.py").write_text(CODE, "utf-8")
    (root / "scorer" / "rulesets" / "my_table.toml").write_text(WORDS, "utf-8")
    listed = root / "scorer" / "rulesets" / "__init__.py"
    listed.write_text(re.sub(r"(?m)^(NAMES: Final = \{\n)", rf"\1{LINE}", listed.read_text("utf-8")), "utf-8")
    (root / "tests" / "hands" / "my-table.txt").write_text(HANDS, "utf-8")
    (root / "tests" / "deals" / "my-table.json").write_text(DEALS, "utf-8")
    pages = "paiyan.scorer.report.rule_pages"  # as `make docs` does
    command(root, "-m", pages, "tests/hands", "docs/rules")
    return root


NAMED = re.compile(r"^\| [^|]+ \| `(\w+)` \| ((?:`\w+`,? ?)+)", re.MULTILINE)
"""A row of the table of fields: the section, and the fields that its last cell begins with."""


def test_the_fields_that_it_lists_are_fields_of_their_sections() -> None:
    rows = [(section, field) for section, cell in NAMED.findall(RECIPE) for field in re.findall(r"\w+", cell)]
    assert {section for section, _ in rows} == SECTIONS.keys()
    assert [row for row in rows if SECTION_OF.get(row[1]) != row[0]] == []


def command(root: Path, *arguments: str) -> str:
    """What Python says in the copy. Fails with all of it where it ends badly."""
    told = {**os.environ, "PYTHONPATH": str(root)}
    ran = subprocess.run([sys.executable, *arguments], cwd=root, env=told, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.slow
def test_its_tests_pass_and_those_of_all_rule_sets(followed: Path) -> None:
    base = f"--basetemp={followed.parent / 'pytest'}"
    said = command(
        followed, "-m", "pytest", "tests/scorer", "-k", f"my-table or {TOGETHER}", base, "-vv", "--no-header"
    )
    assert len(re.findall(r"my-table.*PASSED", said)) > 40, said
    assert "test_every_rule_set_of_the_documents_has_its_mechanisms PASSED" in said


def test_the_command_line_knows_it(followed: Path) -> None:
    paiyan = ("-m", "paiyan.service.cli", "rules")
    command(followed, *paiyan, "--check", "scorer/rulesets/my_table.py")
    assert "my-table" in command(followed, *paiyan)
    for lang, pungs in (("zh", "对对胡"), ("en", "All Pungs"), ("ja", "対々和")):
        assert pungs in command(followed, *paiyan, "my-table", "--lang", lang)


def test_every_file_that_it_names_is_there() -> None:
    named = set(re.findall(r"`((?:scorer|tests|docs)/[a-z_/]+\.(?:py|toml|txt))`", RECIPE))
    assert len(named) > 3
    assert [name for name in named if "my" not in name and not (ROOT / name).exists()] == []

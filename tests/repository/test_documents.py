"""What people meet at the door: documents that agree, forms and workflows that work, links that lead."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
DOOR = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*-*.yml"))
FIELDS = {"markdown", "textarea", "input", "dropdown", "checkboxes"}


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def tracked() -> list[str]:
    """The files that the repository keeps."""
    ran = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in ran.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_the_version_is_the_same_wherever_it_is_told() -> None:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    cited = yaml.safe_load(text("CITATION.cff"))
    newest, day = re.findall(
        r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$", text("CHANGELOG.md"), re.MULTILINE
    )[0]
    assert project["version"] == newest == cited["version"]
    assert str(cited["date-released"]) == day
    assert project["license"] == cited["license"]


def test_the_citation_has_what_its_format_asks() -> None:
    cited = yaml.safe_load(text("CITATION.cff"))
    assert cited.keys() >= {"cff-version", "message", "title", "authors"}
    assert all(author.keys() & {"name", "family-names"} for author in cited["authors"])


@pytest.mark.parametrize("name", DOOR)
def test_links_lead_somewhere(name: str) -> None:
    for link in re.findall(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)", text(name)):
        assert (ROOT / link).exists(), f"{name}: {link}"


def test_the_architecture_names_what_there_is() -> None:
    """Each path that it names exists, and each folder of a package that is a stage is named."""
    told = text("ARCHITECTURE.md")
    packages = ("scorer", "vision", "models", "datasets", "service")
    paths = set(re.findall(rf"`((?:{'|'.join((*packages, 'tests'))})(?:/[\w.]+)*)`", told))
    assert len(paths) > 30
    assert sorted(path for path in paths if not (ROOT / path).exists()) == []
    stages = {
        f"{p}/{name.split('/')[1]}" for p in packages for name in tracked() if re.match(rf"{p}/\w+/", name)
    }
    assert sorted(stages - paths - {"service/samples"}) == []


@pytest.mark.parametrize("file", FORMS, ids=lambda file: file.stem)
def test_forms_are_such_as_the_issue_page_takes(file: Path) -> None:
    form: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert form.keys() >= {"name", "description", "body"}
    assert form.keys() <= {"name", "description", "title", "labels", "assignees", "projects", "type", "body"}
    asked = [part for part in form["body"] if part["type"] != "markdown"]
    assert asked
    ids = [part["id"] for part in asked]
    assert len(set(ids)) == len(ids)
    for part in form["body"]:
        assert part["type"] in FIELDS
        about = part["attributes"]
        assert about["value" if part["type"] == "markdown" else "label"]
        if part["type"] in ("dropdown", "checkboxes"):
            assert len(about["options"]) > 0
        labels = [o["label"] if isinstance(o, dict) else o for o in about.get("options", ())]
        assert all(isinstance(label, str) for label in labels)
        assert len(set(labels)) == len(labels)


def test_the_workflow_runs_what_must_pass() -> None:
    jobs = yaml.safe_load(text(".github/workflows/ci.yml"))["jobs"]
    steps = [step.get("run") for job in jobs.values() for step in job["steps"]]
    assert ".ci/run" in steps
    told = text(".ci/run")
    assert re.search(
        r'^alone=\$\(mktemp -d\)$.*^git clone .*^make -C "\$alone/paiyan" test$', told, re.M | re.S
    )
    for target in re.findall(r"^make (?:-C \S+ )?([\w-]+)$", told, re.MULTILINE):
        assert f"\n{target}:" in text("Makefile")


def test_the_hooks_before_a_commit_are_the_tools_of_make_check() -> None:
    hooks = [
        hook for repo in yaml.safe_load(text(".pre-commit-config.yaml"))["repos"] for hook in repo["hooks"]
    ]
    tools = {hook["entry"].split()[0].removeprefix(".venv-dev/") for hook in hooks}
    assert tools == {"bin/ruff", "bin/lint-imports"}
    assert all(f"$(DEV)/{tool} " in text("Makefile").replace("\n", " ") for tool in tools)


def test_the_command_for_one_test_finds_one() -> None:
    shown = re.search(r"-m pytest (\S+) -k (\w+)`", text("CONTRIBUTING.md"))
    assert shown is not None
    files = (ROOT / shown[1]).rglob("test_*.py")
    assert any(re.search(rf"^ *def test_\w*{shown[2]}", file.read_text("utf-8"), re.M) for file in files)


def test_no_file_names_a_registry_or_a_machine() -> None:
    outside = re.compile(
        r"(?<![\w./-])/(?:work|root|home|opt)/\w|pypi\.org/simple|pythonhosted|registry\.npmjs|download\.pytorch"
    )
    own = Path(__file__).relative_to(ROOT).as_posix()
    found = []
    for name in tracked():
        data = (ROOT / name).read_bytes()
        if name != own and b"\0" not in data and outside.search(data.decode("utf-8", "ignore")):
            found.append(name)
    assert found == []


def test_what_is_made_is_not_kept() -> None:
    made = re.compile(r"\.(db|sqlite|pyc|egg-info|log)$|(^|/)(out|build|dist|__pycache__)/")
    assert [name for name in tracked() if made.search(name)] == []


def test_the_glossary_is_short() -> None:
    terms = [
        line.split("|")[1].strip() for line in text("docs/glossary.md").splitlines() if line.startswith("| ")
    ]
    terms = [term for term in terms if term != "term"]
    assert 30 <= len(terms) <= 40
    assert len(set(terms)) == len(terms)


def test_a_module_starts_in_one_place() -> None:
    """Of two such places one runs after the other, whatever was asked for."""
    starts = 'if __name__ == "__main__":'
    files = [
        file
        for folder in ("scorer", "vision", "models", "datasets", "service", "bench")
        for file in (ROOT / folder).rglob("*.py")
    ]
    assert len(files) > 300
    assert [str(file) for file in files if file.read_text("utf-8").count(f"\n{starts}") > 1] == []

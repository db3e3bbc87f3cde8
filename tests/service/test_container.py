"""The container and compose files: what can be known of them without building one."""

from __future__ import annotations

import re
import shlex
import sys
from importlib.metadata import requires
from pathlib import Path
from typing import Any

import yaml

if sys.version_info >= (3, 11):
    pass
else:
    pass

from paiyan.service.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, continued lines joined."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [
        (word, " ".join(rest.split())) for word, _, rest in (x.partition(" ") for x in joined.split("\n"))
    ]


def _all(word: str) -> list[str]:
    return [rest for name, rest in instructions() if name == word]


def test_it_is_built_in_two_stages_and_runs_as_nobody() -> None:
    assert _all("FROM") == ["${BASE} AS build", "${BASE}"]
    (base,) = _all("ARG")
    assert re.fullmatch(r"BASE=python:3\.1[0-3]\.\d+-slim-\w+", base), "a base that is named exactly"
    order = [word for word, _ in instructions()]
    assert order.index("USER") > len(order) - 1 - order[::-1].index("FROM")
    assert _all("USER") == ["10001"]
    assert not _all("ADD")


def test_what_it_copies_is_there_and_is_sent_to_the_builder() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    sent = {name.removeprefix("!") for name in ignored if name.startswith("!")}
    copied = [name for rest in _all("COPY") if not rest.startswith("--from") for name in rest.split()[:-1]]
    assert copied
    for name in copied:
        assert (ROOT / name).exists(), name
        assert name in sent, f"{name} is not sent to the builder"
    installed = {link.name for link in (ROOT / "paiyan").iterdir() if link.is_symlink() or link.is_dir()}
    assert {"setup.py", "paiyan", *installed - {"__pycache__"}} <= set(copied)


def test_all_it_installs_is_locked_to_files_by_their_hashes() -> None:
    installs = re.findall(r"pip install ([^&]+)", " && ".join(_all("RUN")))
    assert len(installs) == 4
    *locked, own = installs
    assert own.strip() == "--no-deps --no-build-isolation ."
    for told in locked:
        found = re.fullmatch(r"--require-hashes -r (requirements/\w+\.txt)", told.strip())
        assert found, told
        assert (ROOT / found[1]).is_file()


def test_what_is_locked_is_what_the_project_asks_for_without_torch_and_without_addresses() -> None:
    locks = {file.stem: file.read_text(encoding="utf-8") for file in (ROOT / "requirements").glob("*.txt")}
    assert set(locks) == {"audit", "build", "container", "dev", "mutants"}
    names = {}
    for name, text in locks.items():
        assert not re.search(r"://|--(extra-)?index|--find-links", text), "who installs says from where"
        packages = re.split(r"\n(?=\w)", text)[1:]
        assert all("--hash=sha256:" in package for package in packages)
        names[name] = {package.partition("==")[0] for package in packages}
    assert not {"torch", "torchvision", "ultralytics", "opencv-python"} & names["container"]
    asked = {
        re.split(r"[^\w.-]", line)[0].lower() for line in requires("paiyan") or () if "extra" not in line
    }
    assert asked - {"opencv-python"} <= names["container"]
    assert asked <= names["dev"]


def test_its_settings_are_settings() -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    named = {part.partition("=")[0] for rest in _all("ENV") for part in shlex.split(rest)}
    named |= set(_compose()["services"]["paiyan"]["environment"])
    assert {name for name in named if name.startswith(PREFIX)} <= known
    assert "ORT_DISABLE_TELEMETRY" in named


def _compose() -> Any:
    return yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def test_compose_joins_the_service_and_its_database() -> None:
    services = _compose()["services"]
    paiyan, database = services["paiyan"], services["database"]
    assert (ROOT / paiyan["build"]["dockerfile"]).is_file()
    assert list(paiyan["depends_on"]) == ["database"]
    assert paiyan["environment"]["PAIYAN_DATABASE"] == "postgresql://paiyan@database/paiyan"
    password = database["environment"][
        "POSTGRES_PASSWORD"
    ]  # as it is: in an address it would have to be quoted
    assert paiyan["environment"]["PAIYAN_DATABASE_PASSWORD"] == password
    assert database["environment"]["POSTGRES_DB"] == database["environment"]["POSTGRES_USER"] == "paiyan"
    volumes = [v.partition(":")[0] for v in database["volumes"]]
    assert set(volumes) <= set(_compose()["volumes"])
    assert all(port.startswith("127.0.0.1:") for port in paiyan["ports"]), "the world comes by the proxy"
    assert "ports" not in database
    assert database["environment"]["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?"), "none is given"


def test_the_pages_name_settings_that_there_are() -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields} | {"PAIYAN_SETTINGS", "PAIYAN_DEBUG"}
    for page in ("deploy.md", "scaling.md"):
        named = set(re.findall(r"PAIYAN_[A-Z_]+", (ROOT / "docs" / page).read_text(encoding="utf-8")))
        assert named
        assert named <= known

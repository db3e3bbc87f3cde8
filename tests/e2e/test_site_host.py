"""What a host of the site should send, and what lies beside its files."""

from __future__ import annotations

import functools
import http.server
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from paiyan.scorer.rulesets import IDS
from tests.e2e.acts import expect_total, read_sample
from tests.e2e.phone import Server, served

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]


def rules_of(text: str) -> list[tuple[str, dict[str, str]]]:
    """The headers of each pattern in a ``_headers`` file."""
    rules: list[tuple[str, dict[str, str]]] = []
    for line in text.splitlines():
        if line.startswith("/"):
            rules.append((line.strip(), {}))
        elif line.startswith("  "):
            name, _, value = line.strip().partition(": ")
            rules[-1][1][name] = value
    return rules


@contextmanager
def obeying(folder: Path) -> Iterator[str]:
    """The address of a folder on a host that sends what the folder's ``_headers`` says."""
    rules = rules_of((folder / "_headers").read_text(encoding="utf-8"))

    class Host(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            del format, args

        def end_headers(self) -> None:
            path = self.path.partition("?")[0]
            for pattern, headers in rules:
                if fnmatch(path, pattern):
                    for name, value in headers.items():
                        if name != "Content-Type":
                            self.send_header(name, value)
            super().end_headers()

        def guess_type(self, path: Any) -> str:
            name = f"/{Path(path).name}"
            own = (said.get("Content-Type") for pattern, said in rules if fnmatch(name, pattern))
            return next(filter(None, own), None) or super().guess_type(path)

    server = Server(("127.0.0.1", 0), functools.partial(Host, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    thread.join(20)


def threads(browser: Any, address: str) -> tuple[bool, int, int]:
    """Read the sample; return whether the page is isolated, its threads, and how many there could be."""
    context = browser.new_context(locale="en-US", service_workers="allow")
    context.set_default_timeout(120_000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    read_sample(page)
    expect_total(page, "19 fan")
    page.reload()  # from what the service worker keeps
    page.wait_for_selector("html[data-phone=ready]")
    read_sample(page)
    expect_total(page, "19 fan")
    found = page.evaluate("[crossOriginIsolated, +document.documentElement.dataset.threads]")
    most = page.evaluate("Math.min(navigator.hardwareConcurrency, 4)")
    context.close()
    assert complaints == []
    return (*found, most)


def test_a_host_that_isolates_gives_several_threads(browser: Any, files: Path) -> None:
    with obeying(files) as address:
        isolated, used, most = threads(browser, address)
    assert isolated
    assert used == most


def test_a_host_that_sends_nothing_of_it_gives_one(browser: Any, files: Path) -> None:
    with served(files) as address:
        isolated, used, _ = threads(browser, address)
    assert not isolated
    assert used == 1


def test_licences_lie_beside_the_files(files: Path) -> None:
    said = (files / "LICENCES.txt").read_text(encoding="utf-8")
    for words in (
        "Mozilla Public License 2.0",
        "Copyright (c) 2001 Python Software Foundation",
        "Copyright (c) Microsoft Corporation",
        "Permission is hereby granted, free of charge",
        "Lars Heuer",
        "Redistributions in binary form must reproduce",
    ):
        assert words in said
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in (files / "LICENSE.txt").read_text(encoding="utf-8")


def test_rule_sets_are_listed_in_each_language(files: Path) -> None:
    for language in ("zh", "en", "ja"):
        listed = json.loads((files / f"rules.{language}.json").read_text(encoding="utf-8"))
        assert {one["id"] for one in listed} == set(IDS)
        assert all(one["name"] for one in listed)


def test_the_workflow_publishes_what_make_writes() -> None:
    workflow = (ROOT / ".github" / "workflows" / "pages.yml").read_text(encoding="utf-8")
    folder = re.search(r"^SITE := (\S+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert folder is not None
    assert "run: make site\n" in workflow
    assert f"path: {folder[1]}\n" in workflow
    assert re.search(r"^    permissions:\n      pages: write\n      id-token: write$", workflow, re.MULTILINE)

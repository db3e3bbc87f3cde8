"""The OpenAPI document says what the service does: requests made from it find no answer it does not name.

``EXAMPLES=200`` before the command asks each route that many times.
"""

from __future__ import annotations

import os
import re
import socket
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import CHECKS
from schemathesis.generation import GenerationMode

from paiyan.service.http.app import create_app
from paiyan.service.http.schemas import requests
from paiyan.service.settings import Settings
from tests.service.conftest import open_knowing

# A hand that fits its schema may still be none: five 1m, a discard of one's own. So "what fits the schema is
# accepted" is not asked; all else that the document promises is.
EXAMPLES = int(os.environ.get("EXAMPLES", "15"))
NOT_ASKED = {"positive_data_acceptance"}
WAYS = {
    (path, method): operation
    for path, ways in create_app(Settings(database="")).openapi()["paths"].items()
    for method, operation in ways.items()
}
DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize(("path", "method"), WAYS)
def test_every_address_is_on_the_pages(path: str, method: str) -> None:
    pages = "".join((DOCS / page).read_text("utf-8") for page in ("http.md", "ledger.md"))
    assert re.search(rf"`{method.upper()} {re.escape(path)}[`?]", pages)


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The document of an app whose detector knows the sample."""
    with pytest.MonkeyPatch.context() as patch:
        open_knowing(patch)
        database: Path = tmp_path_factory.mktemp("ledger") / "ledger.db"
        app = create_app(Settings(database=f"sqlite:///{database}", log_level="error"))
        with socket.create_server(("127.0.0.1", 0)) as listening:
            server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
            thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
            thread.start()
            address = f"http://127.0.0.1:{listening.getsockname()[1]}"
            while httpx.get(f"{address}/readyz", timeout=30).status_code != 200:
                time.sleep(0.05)
            yield schemathesis.openapi.from_url(f"{address}/openapi.json")
            server.should_exit = True
            thread.join(60)


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda m: m.value)
@pytest.mark.parametrize(("path", "method"), WAYS)
def test_nothing_is_answered_that_the_document_does_not_name(
    schema: Any, path: str, method: str, mode: GenerationMode
) -> None:
    operation = schema[path][method]
    takes = operation.definition.raw.get("parameters") or operation.definition.raw.get("requestBody")
    if mode is GenerationMode.NEGATIVE and not takes:
        pytest.skip("it takes nothing that could be wrong")
    checks = [CHECKS.get_one(name) for name in CHECKS.get_all_names() if name not in NOT_ASKED]
    assert len(checks) >= 8

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    def ask(case: Any) -> None:
        case.call_and_validate(checks=checks)

    ask()


def _examples() -> list[tuple[str, str, Any]]:
    bodies = [
        (path, name, example["value"])
        for (path, _), operation in WAYS.items()
        for name, example in operation.get("requestBody", {})
        .get("content", {})
        .get("application/json", {})
        .get("examples", {})
        .items()
    ]
    assert len(bodies) >= len(requests.HANDS) + 3
    return bodies


@pytest.mark.parametrize(("path", "name", "body"), _examples(), ids=lambda v: v if isinstance(v, str) else "")
def test_every_example_is_answered(path: str, name: str, body: Any) -> None:
    answer = TestClient(create_app(Settings(database=""))).post(path, json=body)
    assert answer.status_code == 200, answer.text
    assert '"error"' not in answer.text, f"{path} {name}: {answer.text}"

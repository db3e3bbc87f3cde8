"""A client of a service with a new database of each kind."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings


@pytest.fixture
def client(database: str) -> TestClient:
    settings = Settings(database=database, hands_patience=60)  # on a busy machine too, nobody is sent away
    return TestClient(create_app(settings), raise_server_exceptions=False)

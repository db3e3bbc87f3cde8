"""Names are as people see them, and no cell of a sheet is a formula."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from unicodedata import normalize

import pytest
from fastapi.testclient import TestClient

from paiyan.service.http.app import create_app
from paiyan.service.settings import Settings

OTHERS = ["Bo", "Cai", "Dee"]


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    return TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'ledger.db'}", log_level="error")))


def named(client: TestClient, *names: str, lang: str = "en") -> tuple[int, str]:
    players = [*names, *OTHERS][:4]
    found = client.post(f"/v1/tables?lang={lang}", json={"rules": "sichuan", "players": players})
    return found.status_code, found.text


@pytest.mark.parametrize(
    "name",
    [
        *(
            "\u200b",
            "A\u200bnn",
            "\u202eAnn",
            "A\u2066nn",
            "A\u00adnn",
            "\u3164",
            "\u2800",
            "\ufe0f",
            "A\ufe0f",
        ),
        *("\u200d", "A\0", "A\nB", "\ue000", "A\u034f", "\U000e0041", "\u115f", "A\u180e"),
    ],
)
@pytest.mark.parametrize("lang", ["zh", "en", "ja"])
def test_what_nobody_sees_is_refused_in_one_sentence(client: TestClient, name: str, lang: str) -> None:
    status, told = named(client, name, lang=lang)
    says = {"zh": "看不见的字符", "en": "cannot be seen", "ja": "見えない文字"}[lang]
    assert status == 400
    assert says in told
    assert "\\\\x" not in told
    assert "pattern" not in told


@pytest.mark.parametrize(
    "name", ["Ann", "安", "Élodie", "アン", "علي", "नेहा", "Ann 🀄", "👩‍👧", "❤️", "O'Neil", "김"]
)
def test_names_of_people_are_taken(client: TestClient, name: str) -> None:
    assert named(client, name)[0] == 200


def test_names_that_are_alike_are_one(client: TestClient) -> None:
    composed, apart = (normalize(form, "Zoë") for form in ("NFC", "NFD"))
    assert composed != apart
    status, told = named(client, composed, apart)
    assert status == 400
    assert "two players are called" in told


HARMFUL = [
    "=1+1",
    "＝2+2",
    " =1+1",
    "A;=HYPERLINK(1)",
    "+1",
    "-1",
    "@x",
    "a\u00a0",
    "x|=cmd",
    "\u3000＋1",
    "a,=1",
    '"=1',
]


def test_no_cell_is_a_formula(client: TestClient) -> None:
    for name in HARMFUL:
        told = client.post("/v1/tables", json={"rules": "sichuan", "players": [name, *OTHERS]}).json()
        path, secret = f"/v1/tables/{told['id']}", {"x-table-secret": told["secrets"]["write"]}
        client.post(f"{path}/deals", json={"points": {"E": 1, "S": -1}, "note": name}, headers=secret)
        sheet = client.get(f"{path}/history.csv", headers=secret).content.decode("utf-8-sig")
        for delimiter in (",", ";", "\t", "|"):
            for line in csv.reader(io.StringIO(sheet), delimiter=delimiter, quoting=csv.QUOTE_NONE):
                for cell in line:
                    plain = normalize("NFKC", cell).strip().strip('"').strip()
                    is_number = plain.lstrip("-").isdigit()
                    assert is_number or plain[:1] not in ("=", "+", "-", "@"), (name, cell)

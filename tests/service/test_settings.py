"""Settings: from the environment and a file, each documented, one sentence where one does not fit."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from paiyan.service.documentation import main, settings_page
from paiyan.service.errors import WrongUse
from paiyan.service.ledger.database.connection import open_database
from paiyan.service.settings import Settings, load_settings

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


def test_every_setting_is_documented() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, f"{name} says nothing of itself"
        assert field.description[0].isupper()
        assert field.description.endswith(".")
    assert PAGE.read_text(encoding="utf-8") == settings_page(), "make docs writes it anew"


def test_the_pages_are_written_as_they_are_committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    monkeypatch.setattr(sys, "argv", ["documentation", str(tmp_path / "docs")])
    main()
    for name in ("settings.md", "options.md"):
        assert (tmp_path / "docs" / name).read_text("utf-8") == (PAGE.parent / name).read_text("utf-8")


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "paiyan.env"
    file.write_text(
        "PAIYAN_PORT=1234\nPAIYAN_WORKERS=3\nPAIYAN_HOSTS=a.example, b.example\n", encoding="utf-8"
    )
    monkeypatch.setenv("PAIYAN_SETTINGS", str(file))
    monkeypatch.setenv("PAIYAN_WORKERS", "2")
    found = load_settings(overrides={"host": "::1"})
    assert (found.port, found.workers, found.hosts, found.host) == (
        1234,
        2,
        ("a.example", "b.example"),
        "::1",
    )


def test_a_file_of_the_ledger_may_have_an_at_in_its_name() -> None:
    assert Settings(database="sqlite:////data/me@home/ledger.db").database_address.endswith(
        "me@home/ledger.db"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("database", ""),
        ("database", "sqlite:///paiyan.db"),
        ("database", "postgres://club@host/name"),
        ("database", "postgresql+psycopg://club@host/name"),
        ("database", "postgresql://postgres:@/name?host=/tmp/pg"),
        ("cors_origins", "*"),
        ("cors_origins", "https://club.example,http://localhost:5173,capacitor://localhost"),
        ("proxies", "*"),
        ("proxies", "127.0.0.1,10.0.0.0/8,::1,fd00::/8"),
    ],
)
def test_what_fits_is_taken(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"PAIYAN_{name.upper()}", value)
    found = getattr(load_settings(), name)
    assert ",".join(found) == value if isinstance(found, tuple) else found == (value or "sqlite:///paiyan.db")


def test_safe_defaults() -> None:
    found = Settings()
    assert found.host == "127.0.0.1"
    assert found.cors_origins == ()
    assert found.keep is None


def test_keys_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIYAN_API_KEYS", "first-key-of-ours-1,second-key-of-ours")
    found = load_settings()
    assert [key.get_secret_value() for key in found.api_keys] == ["first-key-of-ours-1", "second-key-of-ours"]
    assert "first-key" not in repr(found)


@pytest.mark.parametrize("password", ["p@ss", "a/b", "a:b", "50%", "%41", "ü ?#&=+;$'\"\\", "@/:%", "plain"])
def test_a_password_of_the_database_may_have_any_characters(
    password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIYAN_DATABASE", "postgresql://club%40home@database:5433/ledger?sslmode=disable")
    monkeypatch.setenv("PAIYAN_DATABASE_PASSWORD", password)
    found = load_settings()
    engine = open_database(found.database_address)
    _, told = engine.dialect.create_connect_args(engine.url)
    expected = {"user": "club@home", "password": password, "host": "database", "port": 5433}
    assert (expected | {"dbname": "ledger", "sslmode": "disable"}).items() <= told.items()
    assert repr(password) not in repr(found)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("PAIYAN_PROT", "8000", "did you mean PAIYAN_PORT"),
        ("PAIYAN_PORT", "many", "PAIYAN_PORT cannot be used"),
        ("PAIYAN_PORT", "99999", "it must be 65535 or less"),
        ("PAIYAN_RATE", "often", "'often' is no rate like 120/minute"),
        ("PAIYAN_API_KEYS", "short", "at least 16 characters"),
        ("PAIYAN_LOG_LEVEL", "loud", "PAIYAN_LOG_LEVEL"),
        ("PAIYAN_DATABASE", "postgresql://u:p@ss@host/name", "give the password as PAIYAN_DATABASE_PASSWORD"),
        ("PAIYAN_DATABASE", "postgresql://u:p/ss@host/name", "give the password as PAIYAN_DATABASE_PASSWORD"),
        ("PAIYAN_DATABASE", "foo", "it is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"),
        ("PAIYAN_DATABASE", "mysql://host/name", "it is sqlite:///FILE"),
        ("PAIYAN_DATABASE", "sqlite:///", "it is sqlite:///FILE"),
        ("PAIYAN_CORS_ORIGINS", "https://a.example,foo", "'foo' is no origin like https://club.example"),
        ("PAIYAN_CORS_ORIGINS", "https://a.example/", "with nothing behind it"),
        ("PAIYAN_PROXIES", "127.0.0.1,bar", "'bar' is no address like 10.0.0.7"),
        ("PAIYAN_PROXIES", "10.0.0.1/8", "no network like 10.0.0.0/8"),
        ("PAIYAN_PROXIES", "*,10.0.0.1", r"\* is every address: leave the others out"),
        (
            "PAIYAN_HOUSE_RULES",
            "/nope",
            "PAIYAN_HOUSE_RULES cannot be used: there is no such folder",
        ),
        ("PAIYAN_TILES", "/nope", "PAIYAN_TILES cannot be used: there is no such file"),
        ("PAIYAN_DATABASE_PASSWORD", "secret", "postgresql://USER@HOST/NAME"),
        ("PAIYAN_SETTINGS", "no such file", "which is no file"),
    ],
)
def test_what_does_not_fit_is_one_sentence(
    name: str, value: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(WrongUse, match=says) as wrong:
        load_settings()
    said = {lang: wrong.value.to(lang) for lang in ("zh", "ja")}
    assert re.search("[一-鿿]", said["zh"])
    assert re.search("[ぁ-ヿ]", said["ja"])
    left = r"should|input|cannot|names|there is|password has|point to"
    assert not any(re.search(left, text.lower()) for text in said.values()), said


def test_a_wrong_line_of_the_file_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "paiyan.env"
    monkeypatch.setenv("PAIYAN_SETTINGS", str(file))
    for line, says in (("PAIYAN_PROT=1", "did you mean PAIYAN_PORT"), ("PAIYAN_PORT=x", "PAIYAN_PORT")):
        file.write_text(line)
        with pytest.raises(WrongUse, match=says):
            load_settings()
    for text, line in (("PAIYAN_PORT: 9000", 1), ("# a port\n\nPAIYAN_PORT 9000\n", 3), ("PAIYAN_PORT", 1)):
        file.write_text(text)
        with pytest.raises(WrongUse, match=rf"^line {line} of .*paiyan\.env.* is no setting"):
            load_settings()
    file.write_text("# nothing here\n\nexport PAIYAN_PORT=9000\n\nPAIYAN_HOST='0.0.0.0' # all\n")
    assert (load_settings().port, load_settings().host) == (9000, "0.0.0.0")
    file.write_bytes(b"PAIYAN_HOST=\xff\xfe")
    with pytest.raises(WrongUse, match="not text in UTF-8"):
        load_settings()

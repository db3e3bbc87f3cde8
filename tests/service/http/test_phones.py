"""What `paiyan serve` says of how a phone reaches it."""

from __future__ import annotations

import socket
from typing import Any

import cv2
import numpy as np
import pytest

from paiyan.scorer.messages.languages import Renderer
from paiyan.service.http import server
from paiyan.service.messages import operations as words
from paiyan.service.settings import Settings

ENGLISH = Renderer("en")
HERE = "192.168.1.20"


@pytest.fixture(autouse=True)
def in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "own_address", lambda: HERE)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "::1"])
def test_what_only_this_computer_reaches_says_how_to_let_phones_in(host: str) -> None:
    told = server.directions(Settings(host=host), 8000, encoding="utf-8")
    assert ENGLISH(told) == f"{words.ONLY_HERE.en}\n"


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_every_address_is_shown_as_this_machines_own(host: str) -> None:
    told = ENGLISH(server.directions(Settings(host=host), 8123))
    assert f"open http://{HERE}:8123\n" in told
    assert "HTTPS" in told


def test_an_address_that_was_asked_for_is_shown_as_it_is() -> None:
    assert "open http://10.0.0.7:80\n" in ENGLISH(server.directions(Settings(host="10.0.0.7"), 80))
    assert "open http://[fd00::7]:80\n" in ENGLISH(server.directions(Settings(host="fd00::7"), 80))


def test_the_address_is_answered_to_whatever_names_the_settings_have() -> None:
    """`AllowedHosts` knows the address that was asked, so a phone may use it."""
    assert HERE in ENGLISH(server.directions(Settings(host="0.0.0.0", hosts=("paiyan.example",)), 8000))


@pytest.mark.parametrize(("lang", "begins"), [("zh", "同一网络"), ("ja", "同じネットワーク")])
def test_it_is_said_in_each_language(lang: str, begins: str) -> None:
    told = Renderer(lang)(server.directions(Settings(host="0.0.0.0"), 8000, encoding="utf-8"))
    assert told.startswith(begins)
    assert f" http://{HERE}:8000 " in told
    assert told.endswith(f"{words.CAMERA.to(lang)}\n")


def test_behind_a_proxy_with_https_nothing_is_said() -> None:
    assert ENGLISH(server.directions(Settings(host="0.0.0.0", https=True), 8000)) == ""


def test_without_a_network_no_address_is_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "own_address", lambda: None)
    assert ENGLISH(server.directions(Settings(host="0.0.0.0"), 8000)) == f"{words.CAMERA.en}\n"


def test_the_code_in_the_terminal_can_be_scanned() -> None:
    address = f"http://{HERE}:8000"
    lines = server.qr_code(address, "utf-8").splitlines()
    assert lines[0] in ENGLISH(server.directions(Settings(host="0.0.0.0"), 8000, encoding="utf-8"))
    pixels = [[light(c, half) for c in line] for line in lines for half in (0, 1)]
    picture = np.kron(np.array(pixels, np.uint8) * 255, np.ones((8, 8), np.uint8))
    read, *_ = cv2.QRCodeDetectorAruco().detectAndDecode(
        cv2.copyMakeBorder(picture, 40, 40, 40, 40, cv2.BORDER_CONSTANT, None, 255)
    )
    assert read == address


def light(character: str, half: int) -> bool:
    """Whether the upper or lower half of a block character is lit."""
    return character in ("█", "▄" if half else "▀")


def test_a_terminal_without_blocks_gets_the_address_alone() -> None:
    told = ENGLISH(server.directions(Settings(host="0.0.0.0"), 8000, encoding="ascii"))
    assert f"open http://{HERE}:8000\n" in told
    assert told.isascii()


def test_this_machines_address_is_one_that_phones_can_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    found = server.own_address()
    assert found is None or not server.is_loopback(found)

    class Unreachable(socket.socket):
        def connect(self, address: Any) -> None:
            raise OSError("no way there")

    monkeypatch.setattr(server.socket, "socket", Unreachable)
    assert server.own_address() is None

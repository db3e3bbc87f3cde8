"""`paiyan serve` as a program of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
import uvicorn

from paiyan.models import registry
from paiyan.scorer.messages.languages import Renderer
from paiyan.service.cli.program import run
from paiyan.service.http import server
from paiyan.service.settings import Settings


@contextmanager
def _ended(program: subprocess.Popen[str]) -> Iterator[None]:
    try:
        yield
    finally:
        program.kill()


def test_it_answers_until_it_is_told_to_stop() -> None:
    command = [sys.executable, "-m", "paiyan.service.cli", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as served, _ended(served):
        assert served.stderr is not None
        address = served.stderr.readline().split()[-1]
        with urlopen(f"{address}/healthz", timeout=60) as answer:
            assert json.load(answer)["status"] == "ok"
        hand = {"concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}}
        asked = Request(
            f"{address}/v1/score", json.dumps(hand).encode(), {"content-type": "application/json"}
        )
        with urlopen(asked, timeout=60) as answer:
            assert json.load(answer)["win"] is True
        served.send_signal(signal.SIGTERM)
        assert served.wait(timeout=60) in (0, -signal.SIGTERM)


def test_an_address_that_is_taken_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert run(["serve", "--port", str(taken.getsockname()[1])]) == 2
    err = capsys.readouterr().err
    assert "cannot listen on 127.0.0.1" in err
    assert err.count("\n") == 1


def test_an_answer_does_not_wait_for_the_client_to_acknowledge_its_head(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its two parts are two writes: held back by Nagle's algorithm, the second came 40 ms after the first."""
    servers: list[uvicorn.Server] = []

    class Seen(uvicorn.Server):
        def __init__(self, config: uvicorn.Config) -> None:
            super().__init__(config)
            servers.append(self)

    monkeypatch.setattr(uvicorn, "Server", Seen)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    settings = Settings(port=0, database="", log_level="error")
    serving = threading.Thread(target=server.serve, args=(settings, Renderer("en")))
    serving.start()
    try:
        while not (servers and servers[0].started):
            time.sleep(0.01)
        address = servers[0].servers[0].sockets[0].getsockname()
        with socket.create_connection(address, timeout=60) as client:
            client.sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
            assert client.recv(100).startswith(b"HTTP/1.1 200")
            connections: list[Any] = list(servers[0].server_state.connections)
            options = [
                c.transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
                for c in connections
            ]
        assert options == [1]
    finally:
        servers[0].should_exit = True
        serving.join(60)


def test_health_is_answered_beside_a_service_whose_connections_are_all_taken(served: Any) -> None:
    port = served(PAIYAN_CONNECTIONS="3", PAIYAN_WORKERS="2", PAIYAN_HEAD_TIME="60", PAIYAN_DATABASE="")
    beside = f"http://127.0.0.1:{served.admin[port]}"
    for _ in range(600):  # the processes are still starting
        with (
            suppress(OSError),
            urlopen(f"{beside}/readyz", timeout=60),
            socket.create_connection(("127.0.0.1", port), timeout=60),
        ):
            break
        time.sleep(0.1)
    held = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(40)]
    try:
        for client in held:
            client.sendall(b"GET /healthz HTTP/1.1\r\n")
        for _ in range(6):  # whichever process it comes to
            with urlopen(f"{beside}/healthz", timeout=60) as answer:
                assert json.load(answer)["status"] == "ok"
        with urlopen(f"{beside}/metrics", timeout=60) as answer:
            assert b"paiyan_taken" in answer.read()
    finally:
        for client in held:
            client.close()


def test_processes_whose_parent_was_killed_end_and_let_the_port_go(served: Any) -> None:
    port = served(PAIYAN_WORKERS="2", PAIYAN_DATABASE="")
    for _ in range(600):  # the processes are still starting
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60):
            break
        time.sleep(0.1)
    served.programs[0].kill()
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=60).close()
        except ConnectionRefusedError:
            return
        time.sleep(0.1)
    pytest.fail("somebody still listens there")


def test_both_ports_are_open_before_any_of_several_processes_answers(served: Any) -> None:
    """So nobody else takes them, and a client that comes early waits."""
    port = served(PAIYAN_WORKERS="2", PAIYAN_DATABASE="")
    for number in (port, served.admin[port]):
        socket.create_connection(("127.0.0.1", number), timeout=60).close()


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    ("name", "file", "says"),
    [
        ("PAIYAN_MODEL", "missing.onnx", "PAIYAN_MODEL cannot be used: there is no such file"),
        ("PAIYAN_MODEL", "text.onnx", "PAIYAN_MODEL: text.onnx is not an ONNX model"),
        ("PAIYAN_MODEL", registry.second_stage().onnx, "namer.onnx cannot be used as a detector: give"),
        ("PAIYAN_TILES", "text.onnx", "text.onnx is no profile of tiles: make one"),
        ("PAIYAN_HOUSE_RULES", "houses", "club.toml: line 3: "),
    ],
)
def test_a_file_that_cannot_be_used_ends_it_with_one_sentence(
    name: str,
    file: str | Path,
    says: str,
    workers: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "text.onnx").write_text("no network")
    (tmp_path / "houses").mkdir()
    (tmp_path / "houses" / "club.toml").write_text('id = "club"\nname = "Club"\nbase = "hongkon"\n')
    monkeypatch.setenv(name, str(tmp_path / file))
    monkeypatch.setattr(server, "_listen", lambda *_: pytest.fail("it starts"))
    assert run(["serve", "--port", "0", "--workers", workers, "--lang", "en"]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


def test_services_that_start_at_once_listen_for_health_apart() -> None:
    """The second finds the port taken before the first answers there."""
    with server._listen_for_admin(Settings()) as one, server._listen_for_admin(Settings()) as other:
        assert one.getsockname() != other.getsockname()


def test_a_second_listener_that_was_asked_for_and_is_taken_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("PAIYAN_ADMIN_PORT", str(taken.getsockname()[1]))
        assert run(["serve", "--port", "0"]) == 2
    assert "choose another PAIYAN_ADMIN_HOST or PAIYAN_ADMIN_PORT" in capsys.readouterr().err

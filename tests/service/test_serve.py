"""`paiyan serve` as a program of its own."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import Request, urlopen

import pytest

from service.cli import run


@contextmanager
def _ended(program: subprocess.Popen[str]) -> Iterator[None]:
    try:
        yield
    finally:
        program.kill()


def test_it_answers_until_it_is_told_to_stop() -> None:
    command = [sys.executable, "-m", "service.cli", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as served, _ended(served):
        assert served.stderr is not None
        address = served.stderr.readline().split()[-1]
        with urlopen(f"{address}/healthz", timeout=10) as answer:
            assert json.load(answer)["status"] == "ok"
        hand = {"concealed": "123m456p789s11z77s", "win": {"tile": "7s", "by": "self_draw"}}
        asked = Request(
            f"{address}/v1/score", json.dumps(hand).encode(), {"content-type": "application/json"}
        )
        with urlopen(asked, timeout=10) as answer:
            assert json.load(answer)["win"] is True
        served.send_signal(signal.SIGTERM)
        assert served.wait(timeout=10) in (0, -signal.SIGTERM)


def test_an_address_that_is_taken_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert run(["serve", "--port", str(taken.getsockname()[1])]) == 2
    err = capsys.readouterr().err
    assert "cannot listen on 127.0.0.1" in err
    assert err.count("\n") == 1

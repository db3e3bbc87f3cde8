"""The proxies of docs/deploy.md, as they stand there, before a running service (skipped without them)."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import sample

import pytest
from websockets.sync.client import connect

from tests.service.conftest import SAMPLE, Served

PAGE = Path(__file__).parents[3] / "docs" / "deploy.md"
Proxied = Callable[[str], str]


def documented(language: str) -> str:
    """The one block of the page in that language."""
    (block,) = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return block


def free_port() -> int:
    """A port below those that the system chooses: no other test is given it before the proxy takes it."""
    for port in sample(range(20_000, 32_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate for localhost that signs itself, and its key."""
    if not shutil.which("openssl"):
        pytest.skip("no openssl on this machine: install it to make a certificate")
    made, key = tmp_path / "paiyan.pem", tmp_path / "paiyan.key"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    command += ["-addext", "subjectAltName=DNS:localhost", "-out", str(made), "-keyout", str(key)]
    subprocess.run(command, check=True, capture_output=True)
    return made, key


@pytest.fixture
def proxied(tmp_path: Path, certificate: tuple[Path, Path], served: Served) -> Iterator[Proxied]:
    """Starts the service and a proxy of the page before it; gives the https address, without the scheme."""
    made, key = certificate
    with ExitStack() as stack:

        def start(name: str) -> str:
            program = shutil.which(name) or shutil.which(f"/usr/sbin/{name}")
            if not program:
                pytest.skip(f"no {name} on this machine: install it to try the page's configuration")
            port = free_port()
            service = served(PAIYAN_PROXIES="127.0.0.1", PAIYAN_DATABASE="", PAIYAN_HTTPS="true")
            text = documented({"nginx": "nginx", "caddy": "caddyfile"}[name])
            text = text.replace("127.0.0.1:8000", f"127.0.0.1:{service}")
            if name == "nginx":
                command = _nginx(program, text, tmp_path, port, made, key)
                subprocess.run([*command, "-t"], check=True, capture_output=True)
            else:
                command = _caddy(program, text, tmp_path, port, made, key)
            running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            stack.callback(running.wait)
            stack.callback(running.terminate)
            _until_open(port)
            return f"localhost:{port}"

        yield start


def _nginx(program: str, text: str, folder: Path, port: int, made: Path, key: Path) -> list[str]:
    text = text.replace("listen 443", f"listen 127.0.0.1:{port}").replace("mahjong.example.org", "localhost")
    text = text.replace("/etc/ssl/mahjong.pem", str(made)).replace("/etc/ssl/mahjong.key", str(key))
    text = text.replace("/dev/shm/nginx", str(folder / "bodies"))
    whole = folder / "nginx.conf"
    paths = "".join(f"{way}_temp_path {folder / way};" for way in ("fastcgi", "uwsgi", "scgi", "proxy"))
    log = folder / "error.log"
    user = "user root;" if os.geteuid() == 0 else ""  # who else could not write into the folder
    head = f"{user} daemon off; pid {folder / 'nginx.pid'}; error_log {log}; events {{}}"
    paths += f"client_body_temp_path {folder / 'body'};"
    whole.write_text(f"{head} http {{ access_log off; {paths}\n{text}\n}}\n", encoding="utf-8")
    return [program, "-c", str(whole), "-p", str(folder), "-e", str(log)]


def _caddy(program: str, text: str, folder: Path, port: int, made: Path, key: Path) -> list[str]:
    site = f"https://localhost:{port} {{\n    tls {made} {key}"
    whole = folder / "Caddyfile"
    whole.write_text(
        "{\n    admin off\n    auto_https disable_redirects\n}\n"
        + text.replace("mahjong.example.org {", site),
        encoding="utf-8",
    )
    return [program, "run", "--config", str(whole), "--adapter", "caddyfile"]


def _until_open(port: int) -> None:
    give_up = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < give_up, "the proxy does not listen"
            time.sleep(0.1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_behind_the_documented_proxy_photos_and_cameras_come_through(
    name: str, proxied: Proxied, certificate: tuple[Path, Path]
) -> None:
    place = proxied(name)
    trusted = ssl.create_default_context(cafile=certificate[0])
    health = urllib.request.urlopen(f"https://{place}/healthz", context=trusted)
    assert json.load(health)["status"] == "ok"
    assert health.headers["strict-transport-security"], "the service knows that it is behind HTTPS"
    large = SAMPLE.read_bytes() + b"\0" * 2_000_000  # more than nginx takes where nothing is said
    asked = urllib.request.Request(f"https://{place}/v1/read", large, {"content-type": "image/jpeg"})
    _until_ready(place, trusted)
    read = json.load(urllib.request.urlopen(asked, context=trusted, timeout=120))
    assert read["tiles"]
    with connect(f"wss://{place}/v1/live", ssl=trusted, origin=f"https://{place}", open_timeout=60) as camera:  # type: ignore[arg-type]
        camera.send(SAMPLE.read_bytes())
        told = json.loads(camera.recv(120))
    assert (told["type"], told["frame"]) == ("reading", 1)


def _until_ready(place: str, trusted: ssl.SSLContext) -> None:
    give_up = time.monotonic() + 120
    while True:
        try:
            urllib.request.urlopen(f"https://{place}/readyz", context=trusted)
            return
        except urllib.error.HTTPError:
            assert time.monotonic() < give_up, "the service does not become ready"
            time.sleep(1)

"""The benchmark's photos are fetched by their blobs, from a server on the loopback that stands for GitHub."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from PIL import Image

from paiyan.datasets.benchmark import FETCHED, HANDS, MORE_HANDS, FetchError, fetch, git_blob, photos_of
from paiyan.datasets.formats.labelled import DatasetError
from paiyan.service.cli.program import run

WIDE, HIGH = 2400, 1200


def original(*, turned: bool = False, number: int = 0) -> bytes:
    """A JPEG, red on its left half; `turned` says by EXIF that the camera was held upright."""
    pixels = np.full((HIGH, WIDE, 3), number, np.uint8)
    pixels[:, : WIDE // 2, 0] = 250
    exif = Image.Exif()
    if turned:
        exif[0x0112] = 6  # turn it a quarter clockwise
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", exif=exif)
    return file.getvalue()


@dataclass
class Server:
    """What stands for GitHub: blobs by the path that asks for them, and the questions it was asked."""

    address: str = ""
    blobs: dict[str, bytes] = field(default_factory=dict)
    status: dict[str, int] = field(default_factory=dict)
    asked: list[tuple[str, str | None]] = field(default_factory=list)


@pytest.fixture
def server() -> Iterator[Server]:
    told = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told.asked.append((self.path, self.headers["Authorization"]))
            status = told.status.get(self.path, 200 if self.path in told.blobs else 404)
            assert self.headers["Accept"] == "application/vnd.github.raw+json"
            self.send_response(status)
            content = told.blobs.get(self.path, b"") if status == 200 else b"{}"
            if status == 403:
                self.send_header("X-RateLimit-Reset", "1700000000")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=http.serve_forever, daemon=True)
    thread.start()
    told.address = f"http://127.0.0.1:{http.server_port}"
    yield told
    http.shutdown()
    http.server_close()
    thread.join()


def listed(folder: Path, server: Server, *originals: bytes) -> Path:
    """A list of photos, which the server has."""
    lines: list[str] = []
    for number, content in enumerate(originals):
        blob = git_blob(content)
        server.blobs[f"/repos/some/one/git/blobs/{blob}"] = content
        lines.append(json.dumps({"photo": f"{number}.jpg", "repo": "some/one", "blob": blob}))
    (folder / "list.jsonl").write_text("\n".join(lines) + "\n")
    return folder / "list.jsonl"


def test_a_blob_is_named_as_git_names_it() -> None:
    assert git_blob(b"hello\n") == "ce013625030ba8dba906f756967f9e9ca394464a"


def test_photos_come_upright_and_shrunk(tmp_path: Path, server: Server) -> None:
    file = listed(tmp_path, server, original(), original(turned=True))
    steps: list[tuple[int, int]] = []
    count = fetch(
        tmp_path / "photos",
        list_file=file,
        address=server.address,
        progress=lambda done, all_: steps.append((done, all_)),
    )
    assert (count, steps) == (2, [(1, 2), (2, 2)])
    photos = tmp_path / "photos"
    with Image.open(photos / "0.jpg") as level, Image.open(photos / "1.jpg") as turned:
        assert (level.size, turned.size) == ((1920, 960), (960, 1920))
        assert level.convert("RGB").getpixel((100, 480))[0] > 200  # pyright: ignore
        assert turned.convert("RGB").getpixel((480, 100))[0] > 200  # pyright: ignore
        assert turned.convert("RGB").getpixel((480, 1820))[0] < 50  # pyright: ignore
    assert not list((tmp_path / "photos").glob("*.part"))


def test_what_is_there_is_not_asked_for_again(tmp_path: Path, server: Server) -> None:
    file = listed(tmp_path, server, original(number=1), original(number=2))
    broken = f"/repos/some/one/git/blobs/{git_blob(original(number=2))}"
    server.status[broken] = 500
    out = tmp_path / "photos"
    with pytest.raises(FetchError, match=r"1\.jpg cannot be fetched: some/one answers 500"):
        fetch(out, list_file=file, address=server.address)
    assert (out / "0.jpg").is_file()
    del server.status[broken]
    server.asked.clear()
    assert fetch(out, list_file=file, address=server.address) == 1
    assert [path for path, _ in server.asked] == [broken]
    assert fetch(out, list_file=file, address=server.address) == 0
    (out / "0.jpg").write_bytes(b"changed")
    assert fetch(out, list_file=file, address=server.address) == 1
    told = json.loads((out / FETCHED).read_text())
    for name, one in told.items():
        assert hashlib.sha256((out / name).read_bytes()).hexdigest() == one["sha256"]


def test_another_file_is_refused(tmp_path: Path, server: Server) -> None:
    file = listed(tmp_path, server, original())
    (path,) = server.blobs
    server.blobs[path] = original(number=9)
    with pytest.raises(FetchError, match=r"0\.jpg is not the photo of the list: .* another git hash"):
        fetch(tmp_path / "photos", list_file=file, address=server.address)
    assert not (tmp_path / "photos" / "0.jpg").exists()


@pytest.mark.parametrize(("status", "says"), [
    (404, r"some/one no longer has 0\.jpg"), (403, r"no further questions until .* GITHUB_TOKEN"),
    (503, "answers 503; run this again later"),
])  # fmt: skip
def test_a_refusal_is_one_sentence(tmp_path: Path, server: Server, status: int, says: str) -> None:
    file = listed(tmp_path, server, original())
    server.status[next(iter(server.blobs))] = status
    with pytest.raises(FetchError, match=says):
        fetch(tmp_path / "photos", list_file=file, address=server.address)


def test_a_token_goes_to_the_host_that_is_asked(tmp_path: Path, server: Server) -> None:
    file = listed(tmp_path, server, original())
    fetch(tmp_path / "photos", list_file=file, address=server.address, token="secret")
    assert [told for _, told in server.asked] == ["Bearer secret"]


def test_without_a_network_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as deaf:  # it is bound, so that nobody else listens there
        deaf.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        assert run(["benchmark", str(tmp_path / "photos"), "--address", address]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert "the benchmark's photos need a network; run this again where there is one" in err
    assert run(["benchmark", str(tmp_path), "--address", "ftp://x"]) == 2
    assert "'ftp://x' is no address" in capsys.readouterr().err


def test_what_is_no_picture_is_said(tmp_path: Path, server: Server) -> None:
    file = listed(tmp_path, server, b"no picture")
    with pytest.raises(FetchError, match=r"0\.jpg is no picture that can be opened"):
        fetch(tmp_path / "photos", list_file=file, address=server.address)
    file.write_text('{"photo": "a.jpg"}\n')
    with pytest.raises(DatasetError, match="line 1 names no photo with repo and blob"):
        photos_of(file)


def test_a_labelled_part_is_cut_out_and_turned(tmp_path: Path, server: Server) -> None:
    file = listed(tmp_path, server, original())
    row = json.loads(file.read_text()) | {"crop": [WIDE // 2 - 300, 100, WIDE // 2 + 100, 300], "rotate": 90}
    file.write_text(json.dumps(row) + "\n")
    fetch(tmp_path / "photos", list_file=file, address=server.address)
    with Image.open(tmp_path / "photos" / "0.jpg") as part:
        assert part.size == (200, 400)
        assert part.convert("RGB").getpixel((100, 380))[0] > 200, "its left is below"  # pyright: ignore
        assert part.convert("RGB").getpixel((100, 50))[0] < 50  # pyright: ignore


def test_a_picture_is_taken_out_of_a_notebook(tmp_path: Path, server: Server) -> None:
    file = io.BytesIO()
    Image.fromarray(np.full((90, 120, 3), (10, 200, 30), np.uint8)).save(file, "PNG")
    png = base64.b64encode(file.getvalue()).decode()
    cells = [{"source": []}, {"outputs": [{"text": "1"}, {"data": {"image/png": png}}]}]
    notebook = json.dumps({"cells": cells}).encode()
    list_file = listed(tmp_path, server, notebook)
    row = json.loads(list_file.read_text()) | {"notebook": [10, 10, 70, 50]}
    list_file.write_text(json.dumps(row) + "\n")
    fetch(tmp_path / "photos", list_file=list_file, address=server.address)
    with Image.open(tmp_path / "photos" / "0.jpg") as picture:
        assert picture.size == (60, 40)


@pytest.mark.parametrize("list_file", [HANDS, MORE_HANDS], ids=lambda file: file.stem)
def test_the_list_names_every_photo_by_its_blob(list_file: Path) -> None:
    photos = photos_of(list_file)
    assert len(photos) == len(list_file.read_text(encoding="utf-8").splitlines())
    assert {photo.repository.count("/") for photo in photos} == {1}

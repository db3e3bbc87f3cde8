"""Live cameras: the newest frame is answered, older ones are dropped, and strangers are kept out."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import cv2
import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from paiyan.scorer.messages.as_json import JsonRenderer
from paiyan.service.http.app import create_app
from paiyan.service.http.routes import live
from paiyan.service.settings import Settings
from paiyan.vision.picture.image import load
from paiyan.vision.pixels import resized

SAMPLE = (Path(__file__).parents[3] / "service" / "samples" / "hand.jpg").read_bytes()
KEY = "a key of sixteen or more"

pytestmark = pytest.mark.usefixtures("knowing")


def _client(**settings: Any) -> TestClient:
    return TestClient(create_app(Settings(**settings)))


def test_frames_become_readings() -> None:
    with _client().websocket_connect("/v1/live?lang=en") as camera:
        camera.send_bytes(SAMPLE)
        answer = camera.receive_json()
        assert (answer["type"], answer["frame"], answer["dropped"]) == ("reading", 1, 0)
        assert answer["reading"]["hand"]["concealed"] == "123m45p789s11z"
        assert answer["reading"]["state"] == "joining"
        assert answer["reading"]["hint"] is None
        camera.send_bytes(b"no picture")
        answer = camera.receive_json()
        assert answer["frame"] == 2
        assert answer["problem"]["type"] == "urn:paiyan:problem:bad-picture"
        assert answer["type"] == "problem"
        camera.send_json({"lang": "zh"})
        camera.send_bytes(b"no picture")
        assert camera.receive_json()["problem"]["title"] == "图片无法读取"
        camera.send_bytes(SAMPLE)
        assert camera.receive_json()["reading"]["hand"]["winning"] == "6p"


def test_a_camera_is_guided_in_its_language() -> None:
    with _client().websocket_connect("/v1/live?lang=en") as camera:
        camera.send_bytes(cv2.imencode(".png", resized(load(SAMPLE), 300, 225))[1].tobytes())
        hint = camera.receive_json()["reading"]["hint"]
        assert hint == {"code": "no_tiles", "text": "No tiles in view yet: hold the camera over the hand"}


def test_only_the_newest_of_the_frames_that_came_meanwhile_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []
    begun, go_on = threading.Event(), threading.Event()

    class Slow:
        def __init__(self, reading_settings: object) -> None:
            pass

        def see(self, frame: bytes, **_: Any) -> dict[str, Any]:
            seen.append(frame)
            begun.set()
            assert go_on.wait(10)
            return {"tiles": []}

    monkeypatch.setattr(live, "SteadyReader", Slow)
    with _client().websocket_connect("/v1/live") as camera:
        camera.send_bytes(b"1")
        assert begun.wait(10)
        for frame in (b"2", b"3", b"4"):
            camera.send_bytes(frame)
        camera.send_json({"lang": "zh"})
        go_on.set()
        answers = [camera.receive_json()]
        while answers[-1]["frame"] < 4:
            answers.append(camera.receive_json())
    assert answers[0]["frame"] == 1
    assert seen[-1] == b"4"
    assert answers[-1]["dropped"] == 4 - len(seen) > 0


class _Unread:
    """A camera's socket: frames come in by `frames`, and no answer can be sent until `reads` is set."""

    client, headers = None, dict[str, str]()

    def __init__(self) -> None:
        self.frames: asyncio.Queue[bytes] = asyncio.Queue()
        self.reads, self.sending = asyncio.Event(), asyncio.Event()
        self.answers: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        return {"type": "websocket.receive", "bytes": await self.frames.get()}

    async def send_text(self, text: str) -> None:
        self.sending.set()
        await self.reads.wait()
        self.answers.append(json.loads(text))


def test_a_camera_that_does_not_read_its_answers_holds_one_frame_and_no_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither readings nor frames pile up for it: when it reads again, it is told of the newest frame."""

    async def scene() -> None:
        service = create_app(Settings(database="")).state.service
        socket = _Unread()
        monkeypatch.setattr(live, "renderer_of", lambda _: JsonRenderer("en"))
        camera = asyncio.create_task(live._Camera(socket, service).run())  # type: ignore[arg-type, attr-defined]
        socket.frames.put_nowait(SAMPLE)
        await asyncio.wait_for(socket.sending.wait(), 60)
        for _ in range(500):
            socket.frames.put_nowait(b"no picture")
        while not socket.frames.empty():
            await asyncio.sleep(0)
        assert service.pictures.taken == 0
        assert socket.answers == []
        socket.frames.put_nowait(SAMPLE)
        while not socket.frames.empty():
            await asyncio.sleep(0)
        socket.reads.set()
        while len(socket.answers) < 2:
            await asyncio.sleep(0.01)
        camera.cancel()
        first, second = socket.answers
        assert (first["frame"], second["frame"], second["dropped"]) == (1, 502, 500)
        assert second["reading"]["hand"]["concealed"] == "123m45p789s11z"
        service.close()

    asyncio.run(scene())


def _refused(client: TestClient, code: int, kind: str, **connect: Any) -> None:
    with client.websocket_connect("/v1/live", **connect) as camera:
        assert camera.receive_json()["problem"]["type"] == f"urn:paiyan:problem:{kind}"
        with pytest.raises(WebSocketDisconnect) as closed:
            camera.receive_json()
    assert closed.value.code == code


def test_pages_of_other_origins_are_refused() -> None:
    elsewhere = {"origin": "https://elsewhere.example"}
    _refused(_client(), 1008, "not-allowed", headers=elsewhere)
    own = {"origin": "http://testserver"}
    for client, headers in ((_client(), own), (_client(cors_origins=elsewhere["origin"]), elsewhere)):
        with client.websocket_connect("/v1/live", headers=headers) as camera:
            camera.send_bytes(SAMPLE)
            assert camera.receive_json()["type"] == "reading"


def test_a_key_is_asked_for() -> None:
    client = _client(api_keys=KEY.replace(" ", "-"))
    _refused(client, 1008, "not-allowed")
    _refused(client, 1008, "not-allowed", subprotocols=["paiyan.live", "paiyan.key.wrong"])
    protocols = ["paiyan.live", f"paiyan.key.{KEY.replace(' ', '-')}"]
    with client.websocket_connect("/v1/live", subprotocols=protocols) as camera:
        assert camera.accepted_subprotocol == "paiyan.live", "the key is not sent back"
        camera.send_bytes(SAMPLE)
        assert camera.receive_json()["type"] == "reading"


def test_no_more_cameras_than_the_settings_allow() -> None:
    client = _client(live_connections=1)
    with client.websocket_connect("/v1/live") as camera:
        camera.send_bytes(SAMPLE)
        camera.receive_json()
        _refused(client, 1013, "busy")
    with client.websocket_connect("/v1/live") as camera:
        camera.send_bytes(SAMPLE)
        assert camera.receive_json()["type"] == "reading", "there is room again"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"lang": "tlh"}', '{"lang": ["zh"]}', "[" * 100_000])
def test_messages_that_mean_nothing_end_it(text: str) -> None:
    with _client().websocket_connect("/v1/live") as camera:
        camera.send_text(text)
        assert "frames are binary" in camera.receive_json()["problem"]["detail"]
        with pytest.raises(WebSocketDisconnect):
            camera.receive_json()


def test_frames_that_are_too_large_end_it_and_silence_too() -> None:
    with _client(frame_bytes=1024).websocket_connect("/v1/live") as camera:
        camera.send_bytes(bytes(1025))
        assert camera.receive_json()["problem"]["type"] == "urn:paiyan:problem:too-large"
        with pytest.raises(WebSocketDisconnect):
            camera.receive_json()
    with _client(live_idle=0.05).websocket_connect("/v1/live") as camera:
        with pytest.raises(WebSocketDisconnect) as closed:
            camera.receive_json()
        assert closed.value.code == 1001

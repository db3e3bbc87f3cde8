"""One client must not stop the others: held uploads, floods, dear JSON, eager writers, other hosts.

``python -m tests.hostile.fairness`` attacks a service that runs, on both databases, and times its health.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from paiyan.service.errors import Busy, TooLarge, WrongUse
from paiyan.service.http import workers
from paiyan.service.http.admission import Arrivals, Holding, SharedQuota
from paiyan.service.http.app import create_app
from paiyan.service.http.connections import Connection, Crowd, Pace
from paiyan.service.http.middleware import AdaptiveLimit
from paiyan.service.http.uploads import parse_json
from paiyan.service.http.workers import Bounds, Worker
from paiyan.service.settings import Settings
from tests.hostile.fairness import frame
from tests.service.listening import App, listening

HAND = {"concealed": "123m456p789s1122z"}
UPGRADE = (
    b"GET %s HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-extensions: permessage-deflate\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)

pytestmark = pytest.mark.usefixtures("knowing")


def _service(**settings: Any) -> App:
    return create_app(Settings(**{"database": "", "log_level": "error", **settings}))


def _upload(path: bytes, length: int) -> bytes:
    return (
        b"POST %s HTTP/1.1\r\nhost: localhost\r\ncontent-type: image/jpeg\r\ncontent-length: %d\r\n\r\n"
        % (path, length)
    )


def _hand_sent(open_: Any) -> int:
    body = json.dumps(HAND).encode()
    about = b"content-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body)
    with open_(b"POST /v1/waits HTTP/1.1\r\nhost: localhost\r\n" + about + body) as client:
        return int(client.recv(20)[9:12])


def _wait_until_held(app: Any, size: int) -> None:
    """Wait until the service has so many bytes of uploads in its memory."""
    while app.state.service.memory.held < size:
        time.sleep(0.01)


def test_a_held_upload_gives_way_to_a_hand() -> None:
    size = 2**20
    app = _service(memory=size, upload_time=600)
    with listening(app) as open_:
        holder = open_(_upload(b"/v1/read", size + 9) + bytes(size - 10))
        _wait_until_held(app, size - 10)
        assert [_hand_sent(open_) for _ in range(3)] == [200] * 3
        assert holder.recv(20)[9:12] == b"503", "who held all was told so"


def test_photos_that_are_held_give_way_to_a_smaller_one() -> None:
    size = 2**20
    app = _service(memory=4 * size, pictures_waiting=30, upload_time=600)
    with listening(app) as open_:
        for _ in range(4):
            open_(_upload(b"/v1/read", size + 9) + bytes(size - 10))
        _wait_until_held(app, 4 * (size - 10))
        small = b"no picture"
        client = open_(_upload(b"/v1/read", len(small)) + small)
        assert client.recv(20)[9:12] == b"422"
        held = app.state.service.memory.held  # type: ignore[attr-defined]
        assert held <= 4 * size


def test_bytes_that_came_fast_buy_no_time() -> None:
    with listening(_service(upload_time=0.5, upload_rate=1000)) as open_:
        client = open_(_upload(b"/v1/read", 2**20) + bytes(2**19))  # worth 524 s at that rate
        assert client.recv(20)[9:12] == b"408", "within the minute that a socket of the tests waits"


def test_a_trickle_is_no_progress() -> None:
    with listening(_service(upload_time=0.5, upload_rate=1000)) as open_:
        client = open_(_upload(b"/v1/read", 2**20))
        client.settimeout(0.02)
        status = b""
        for _ in range(250):  # five seconds of a trickle
            with suppress(TimeoutError):
                status = client.recv(20)
                break
            client.sendall(b"x")
        assert status[9:12] == b"408"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that connections see."""
    found = [100.0]
    monkeypatch.setattr("paiyan.service.http.connections.monotonic", lambda: found[0])
    return found


def test_a_few_go_on_at_once_then_one_in_turn(clock: list[float]) -> None:
    pace = Pace(at_once=8, every=0.025, most=5)
    delays = [pace.delay() for _ in range(11)]
    assert delays[:8] == pytest.approx([0] * 8)
    assert delays[8:] == pytest.approx([n * 0.025 for n in (1, 2, 3)])
    assert max(pace.delay() for _ in range(1000)) == pytest.approx(5)
    clock[0] += 5
    assert pace.delay() == pytest.approx(0.025), "a flood that is over delays nobody"
    clock[0] += 1000
    assert [pace.delay() for _ in range(8)] == pytest.approx([0] * 8)


POST, PROBE = b"POST /v1/read HTTP/1.1", b"GET /healthz HTTP/1.1"


def _let_in(arrived: list[tuple[str, bytes, bool, int]]) -> list[tuple[int, int]]:
    """In which rounds of an event loop which of these were let in: clients, what they send, whether they
    have gone before their turn, and rounds that pass before the next comes."""
    found = list[tuple[int, int]]()

    async def scene() -> None:
        arrivals, loop, round = Arrivals(at_once=4), asyncio.get_running_loop(), 0

        def count_round() -> None:
            nonlocal round, ticking
            round += 1
            ticking = loop.call_soon(count_round)

        ticking = loop.call_soon(count_round)
        for number, (client, data, gone, rounds) in enumerate(arrived):

            def let_in(number: int = number, gone: bool = gone) -> bool:
                if not gone:
                    found.append((round, number))
                return not gone

            arrivals.enter(client, let_in, data)
            for _ in range(rounds):
                await asyncio.sleep(0)
        for _ in range(len(arrived) + 2):
            await asyncio.sleep(0)
        ticking.cancel()
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(scene())
    return found


@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.sampled_from([POST, PROBE]), st.booleans(), st.integers(0, 2)),
        max_size=60,
    )
)
def test_each_arrival_is_let_in_once_a_few_in_a_round(arrived: list[tuple[str, bytes, bool, int]]) -> None:
    found = _let_in(arrived)
    assert sorted(n for _, n in found) == [n for n, (_, _, gone, _) in enumerate(arrived) if not gone]
    for kind in (POST, PROBE):
        in_round = Counter(round for round, n in found if arrived[n][1] == kind)
        assert max(in_round.values(), default=0) <= 4
    for client in "abcd":
        own = [n for _, n in found if arrived[n][:2] == (client, POST)]
        assert own == sorted(own), "what a client sends stays in its order"


def test_a_crowd_delays_neither_health_nor_another_client() -> None:
    crowd = [("crowd", POST, False, 0)] * 200
    rounds = {
        n: round for round, n in _let_in([*crowd, ("crowd", PROBE, False, 0), ("phone", POST, False, 0)])
    }
    assert (rounds[200], rounds[201]) == (0, 1)
    assert rounds[199] == pytest.approx(50, abs=1)


def test_health_is_answered_before_hundreds_that_connect_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even from the same address, and when it connected last; each of the others is answered too."""
    order, heard, is_first = list[bytes](), Connection._hear, True  # pyright: ignore[reportPrivateUsage]
    received, all_sent = Connection.data_received, threading.Event()

    def hear(self: Connection, data: bytes) -> None:
        order.append(data[:12])
        heard(self, data)

    def data_received(self: Connection, data: bytes) -> None:
        nonlocal is_first
        if is_first:
            is_first = False
            all_sent.wait(60)  # so that the others come in one round of the loop
        received(self, data)

    monkeypatch.setattr(Connection, "_hear", hear)
    monkeypatch.setattr(Connection, "data_received", data_received)
    body = b'{"concealed":"1m"}'
    hand = b"POST /v1/waits HTTP/1.1\r\nhost: localhost\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)
    with listening(_service(head_time=600)) as open_:
        clients = [open_(hand) for _ in range(150)]
        health = open_(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
        all_sent.set()
        assert health.recv(20)[9:12] == b"200"
        assert order.index(b"GET /healthz") < 40
        assert {client.recv(20)[9:12] for client in clients} <= {b"400", b"422", b"503"}


def test_the_rest_of_a_long_body_is_read_when_its_beginning_had_its_turn() -> None:
    app = _service()
    with listening(app) as open_:
        size = 300_000
        clients = [open_(_upload(b"/v1/read", size) + bytes(size // 2)) for _ in range(12)]
        for client in clients:
            client.sendall(bytes(size - size // 2))
        assert {client.recv(20)[9:12] for client in clients} <= {b"422", b"503"}


@pytest.mark.parametrize(("whole", "proxied"), [(True, False), (False, False), (True, True)])
def test_photos_sent_as_fast_as_they_are_refused_wait(
    whole: bool, proxied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether they come in one piece or the answer is there before their end; not those of a proxy's
    connection, on which somebody else's request is next."""
    app = _service()
    refused = 0

    def check(client: str = "", patience: float | None = None) -> None:
        nonlocal refused
        refused += 1
        raise Busy(1)

    monkeypatch.setattr(app.state.service.pictures, "check", check)  # type: ignore[attr-defined]
    head = (
        _upload(b"/v1/read", 40_000)[:-2] + (b"x-forwarded-for: 10.0.0.7\r\n" if proxied else b"") + b"\r\n"
    )
    pace, count = Crowd().refusals, 20
    first_and_last = 2 * count + 1  # and the service's own look at the detector
    begun = 0.0

    def paced() -> float:
        """How many are refused by now at most, where they wait."""
        return pace.at_once + (time.monotonic() - begun) / pace.every + first_and_last

    def flood(client: Any) -> None:
        """Send two at least, for two seconds; what should not wait, until it was faster than that pace."""
        with suppress(OSError):
            sent = 0
            while sent < 2 or (
                refused <= paced() and time.monotonic() < begun + 60
                if proxied
                else time.monotonic() < begun + 2
            ):
                client.sendall(head + bytes(40_000 if whole else 20_000))
                assert b" 503 " in client.recv(65536)
                sent += 1
                if not whole:
                    client.sendall(bytes(20_000))

    with listening(app) as open_, ThreadPoolExecutor(count) as pool:
        clients = [open_(b"") for _ in range(count)]
        begun = time.monotonic()
        list(pool.map(flood, clients))
        most = paced()
    if proxied:
        assert refused > most
    else:
        assert len(clients) < refused <= most


def _room(most: int) -> tuple[SharedQuota, list[str]]:
    return SharedQuota(most), []


def test_who_holds_most_gives_way_to_who_holds_less() -> None:
    quota, gone = _room(100)
    large = Holding(quota, "a", lambda: gone.append("large"))
    small = Holding(quota, "a", lambda: gone.append("small"))
    large.take(60)
    small.take(30)
    other = Holding(quota, "b", lambda: gone.append("other"))
    other.take(40)
    assert gone == ["large"]
    assert (quota.held, dict(quota.by_client)) == (70, {"a": 30, "b": 40})
    with pytest.raises(Busy):
        other.take(40)  # it would hold most itself
    assert quota.held == 70
    other.release()
    small.release()
    assert (quota.held, quota.holdings, dict(quota.by_client)) == (0, set(), {})


def test_what_is_worked_on_never_gives_way() -> None:
    quota, _ = _room(100)
    Holding(quota, "a").take(100)
    with pytest.raises(Busy):
        Holding(quota, "b").take(1)


def test_of_one_client_what_stands_still_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    quota, gone = _room(2)
    clock = [0.0]
    monkeypatch.setattr("paiyan.service.http.admission.monotonic", lambda: clock[0])
    still, busy = (Holding(quota, "a", lambda name=name: gone.append(name)) for name in ("still", "busy"))
    still.take(1)
    busy.take(1)
    with pytest.raises(Busy):
        Holding(quota, "a").take(1)
    clock[0] = 10
    busy.take(0)
    Holding(quota, "a").take(1)
    assert gone == ["still"]


def test_a_live_place_that_shows_nothing_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiyan.service.http.admission._STILL", 0.2)
    with listening(_service(live_connections=2)) as open_:
        held = list[Any]()
        for _ in range(2):  # the first is there before the second comes
            held.append(open_(UPGRADE % b"/v1/live"))
            assert b"101" in held[-1].recv(4000)
        time.sleep(1)
        late = open_(UPGRADE % b"/v1/live")
        assert b"101" in late.recv(4000)
        late.sendall(frame(b"no picture", 2))
        assert b"bad-picture" in late.recv(4000)
        assert b"urn:paiyan:problem:busy" in held[0].recv(4000), "who was there first and showed nothing"


# Start


def test_the_first_requests_build_no_routes(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They were built before; on the event loop it would hold everybody else up."""
    built, build = list[object](), TypeAdapter.__init__

    def noted(self: TypeAdapter[Any], type: Any, **how: Any) -> None:
        built.append(type)
        build(self, type, **how)

    with TestClient(_service(database=database)) as client:
        monkeypatch.setattr(TypeAdapter, "__init__", noted)
        assert client.get("/healthz").status_code == 200
        assert client.get("/v1/tables/nobodys").status_code == 404
        assert client.post("/v1/score", json={"concealed": "1m"}).status_code == 422
    assert built == []


# Worker


def _order(jobs: list[tuple[str, str]], *, before: list[tuple[str, str]] = []) -> list[str]:  # noqa: B006
    """In which order jobs of clients and their parts are carried out; those `before` have had their share."""
    done: list[str] = []

    async def scene() -> None:
        worker, go_on = Worker("test", Bounds(1, 100, 60)), threading.Event()

        def work(name: str) -> None:
            time.sleep(0.01)
            done.append(name)

        for client, part in before:
            await worker.run(lambda: time.sleep(0.05), client=client, part=part)
        first = asyncio.create_task(worker.run(lambda: go_on.wait(60), client="first"))
        await asyncio.sleep(0.01)
        others = [
            asyncio.create_task(
                worker.run(lambda c=c, p=p: work(c + p), client=c, part=p)  # type: ignore[misc]
            )
            for c, p in jobs
        ]
        await asyncio.sleep(0.01)
        go_on.set()
        await asyncio.gather(first, *others)
        worker.close()

    asyncio.run(scene())
    return done


def test_the_quiet_client_is_served_before_what_another_piled_up() -> None:
    assert _order([("loud", "")] * 9 + [("quiet", "")]).index("quiet") <= 1


def test_who_had_much_comes_after_who_had_little() -> None:
    assert _order([("loud", ""), ("quiet", "")], before=[("loud", "")] * 3) == ["quiet", "loud"]


def test_the_parts_of_a_client_share_too() -> None:
    found = _order([("a", "1")] * 4 + [("a", "2")], before=[("a", "1")])
    assert found[0] == "a2"


def test_where_all_is_full_the_longest_queue_gives_up_its_last() -> None:
    async def scene() -> list[Any]:
        worker, go_on = Worker("test", Bounds(1, 3, 60)), threading.Event()
        first = asyncio.create_task(worker.run(lambda: go_on.wait(60), client="loud"))
        await asyncio.sleep(0.01)
        loud = [asyncio.create_task(worker.run(lambda: "loud", client="loud")) for _ in range(3)]
        await asyncio.sleep(0.01)
        with pytest.raises(Busy):
            await worker.run(lambda: "more", client="loud")
        quiet = asyncio.create_task(worker.run(lambda: "quiet", client="quiet"))
        await asyncio.sleep(0.01)
        go_on.set()
        found = await asyncio.gather(first, *loud, quiet, return_exceptions=True)
        assert worker.taken == 0
        worker.close()
        return found

    *_, third, last = asyncio.run(scene())
    assert isinstance(third, Busy)
    assert last.result == "quiet"


def test_one_large_table_holds_one_thread_however_many_ask_for_it() -> None:
    """Whoever asks for another table is served meanwhile; and all are served, also when it closes."""

    async def scene() -> None:
        worker, go_on = Worker("test", Bounds(2, 100, 60, serial_parts=True)), threading.Event()
        together, most = list[str](), list[int]()

        def large(client: str) -> str:
            together.append(client)
            most.append(len(together))
            go_on.wait(60)
            time.sleep(0.01)
            together.remove(client)
            return client

        clients = ["a", "b", "a", "c"]
        asking = [
            asyncio.create_task(worker.run(lambda c=c: large(c), client=c, part="large")) for c in clients
        ]  # type: ignore[misc]
        await asyncio.sleep(0.01)
        for _ in range(3):  # by the same client, even
            assert (await worker.run(lambda: "small", client="a", part="small")).result == "small"
        assert not any(one.done() for one in asking)
        others = [
            asyncio.create_task(worker.run(lambda n=n: str(n), client="d", part=str(n))) for n in range(5)
        ]  # type: ignore[misc]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.to_thread(worker.close)
        assert [(await one).result for one in asking] == clients
        assert [(await one).result for one in others] == ["0", "1", "2", "3", "4"]
        assert max(most) == 1

    asyncio.run(scene())


def test_of_clients_that_went_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_REMEMBERED", 100)
    usage = workers.Usage()
    for number in range(1000):
        usage.add(str(number), 0.1)
    assert len(usage._had) <= 101  # pyright: ignore[reportPrivateUsage]


def test_a_client_without_a_request_in_work_is_let_in_beyond_the_limit() -> None:
    limit = AdaptiveLimit(patience=1)
    limit.most = 4
    now = time.perf_counter()
    loud = [limit.one(now, "loud") for _ in range(4)]
    for one in loud:
        one.__enter__()
    with pytest.raises(Busy), limit.one(now, "loud"):
        pass
    with limit.one(now, "quiet"), pytest.raises(Busy), limit.one(now, "quiet"):
        pass


@pytest.mark.slow
def test_eight_writers_do_not_keep_a_hand_waiting(database: str) -> None:
    with TestClient(_service(database=database)) as client, ThreadPoolExecutor(9) as threads:
        opening = {"rules": "sichuan", "players": ["Ann", "Bo", "Cai", "Dee"]}
        over = threading.Event()

        def write() -> None:
            told = client.post("/v1/tables", json=opening).json()
            secret = {"x-table-secret": told["secrets"]["write"]}
            while not over.is_set():
                client.post(
                    f"/v1/tables/{told['id']}/deals", json={"points": {"E": 1, "S": -1}}, headers=secret
                )

        for _ in range(8):
            threads.submit(write)
        time.sleep(0.5)
        found = [client.post("/v1/waits", json=HAND).status_code for _ in range(20)]
        over.set()
    assert found == [200] * 20


# Messages of sockets


def _wait_for_end(client: Any) -> None:
    data = b""
    with suppress(ConnectionResetError):  # it had sent more than was read
        while chunk := client.recv(4096):
            data += chunk
        assert b"\x88" in data, "a close frame"


@pytest.mark.parametrize(
    "sent",
    [
        frame(b'{"lang":"zh","x":[' + b"[]," * 1000 + b"[]]}"),
        frame(b"[" * 400, fin=False) + frame(b"]" * 400, 0),
        frame(b"", 9) * 2000,
        frame(b"", 2, fin=False) + frame(b"", 0, fin=False) * 2000,
        b"\xc1\x80" + bytes(4),  # compressed, which nobody agreed on
    ],
    ids=["long text", "long text in two pieces", "pings", "pieces without end", "compressed"],
)
def test_a_flood_on_a_socket_ends_it(sent: bytes) -> None:
    with listening(_service()) as open_:
        client = open_(UPGRADE % b"/v1/live")
        head = client.recv(4000)
        assert b"101" in head
        assert b"deflate" not in head
        client.sendall(sent)
        _wait_for_end(client)


def test_a_socket_of_a_table_takes_no_megabytes(database: str) -> None:
    app = _service(database=database)
    told = (
        TestClient(app).post("/v1/tables", json={"rules": "sichuan", "players": ["A", "B", "C", "D"]}).json()
    )
    path = f"/v1/tables/{told['id']}/live".encode()
    with listening(app) as open_:
        client = open_(
            (UPGRADE % path).replace(
                b"\r\n\r\n", b"\r\nx-table-secret: %s\r\n\r\n" % told["secrets"]["read"].encode()
            )
        )
        assert b"101" in client.recv(4000)
        client.sendall(frame(bytes(2**20), 2)[:2000])  # its head is enough
        _wait_for_end(client)


# JSON


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("[" * 33 + "]" * 33, WrongUse, "nested more than 32 levels deep"),
        ("[" + "[],[],[]," * 40_000 + "1]", TooLarge, "more than 100000 values"),
        ("[" + "1," * 200_000 + "1]", TooLarge, "more than 100000 values"),
        ("[" * 200_000, TooLarge, "more than"),
        ('"' + '\\"' * 400_000 + "[" * 99, WrongUse, "not JSON"),
        ('{"a":1,"a":2}', WrongUse, "more than once"),
        ("[NaN]", WrongUse, "it has no NaN"),
        ("[1e999]", WrongUse, "too large"),
        ("9" * 5000, WrongUse, "too large"),
        (r'["\ud800"]', WrongUse, "not JSON"),
        ("{", WrongUse, "not JSON"),
        (b"\xff", WrongUse, "UTF-8"),
    ],
)
def test_dear_or_broken_json_is_refused_in_no_time(
    text: str | bytes, kind: type[Exception], says: str
) -> None:
    start = time.thread_time()  # of the processor: other programs run next to the tests
    with pytest.raises(kind, match=says):
        parse_json(text)
    assert time.thread_time() - start < 0.5


def test_brackets_in_texts_are_no_depth() -> None:
    value = [{"note": "[{" * 100, 'a"': '\\"['} for _ in range(40)]
    assert parse_json(json.dumps(value)) == value
    assert parse_json("\ufeff" + r'["\ud83c\udc00", 1, -0.5, true, null]') == ["🀀", 1, -0.5, True, None]


def test_long_json_is_parsed_off_the_event_loop() -> None:
    with TestClient(_service()) as client:
        where: list[str] = []
        service: Any = client.app.state.service  # type: ignore[attr-defined]
        run = service.parsing.run

        async def noted(call: Any, **how: Any) -> Any:
            where.append("a thread")
            return await run(call, **how)

        service.parsing.run = noted
        assert client.post("/v1/waits", json=HAND).status_code == 200
        assert where == []
        assert client.post("/v1/score", json={**HAND, "x": ["a" * 9000]}).status_code == 422
        assert where == ["a thread"]


# Hosts


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("localhost:8000", 200),
        ("127.0.0.1:1", 200),
        ("[::1]:8000", 200),
        ("testserver", 200),  # the address that was asked
        ("club.example", 200),
        ("CLUB.example.", 200),
        ("evil.example", 400),
        ("localhost.evil.example", 400),
        ("evil.example:8000", 400),
        ("10.9.8.7", 400),
        ("localhost@evil.example", 400),
        ("evil.example/localhost", 400),
        ("localhost:x", 400),
        ("", 400),
    ],
)
def test_only_our_own_names_are_hosts(host: str, status: int) -> None:
    client = TestClient(_service(hosts="club.example"))
    told = {"host": host, "origin": f"http://{host}"}
    assert client.get("/healthz", headers=told).status_code == status
    assert client.post("/v1/waits", json=HAND, headers=told).status_code == status


def test_a_page_whose_name_points_here_opens_no_table(database: str) -> None:
    client = TestClient(_service(database=database))
    told = {"host": "evil.example", "origin": "http://evil.example"}
    refused = client.post(
        "/v1/tables", json={"rules": "sichuan", "players": ["A", "B", "C", "D"]}, headers=told
    )
    assert refused.status_code == 400
    assert "PAIYAN_HOSTS" in refused.json()["detail"]

"""The service running with its own detector, and a real browser in front of it."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np
import pytest
import uvicorn

from paiyan.service import site as static
from paiyan.service.http.app import WEB, create_app
from paiyan.service.settings import Settings
from paiyan.vision.picture.image import load
from tests.e2e.phone import ORT, PYODIDE

playwright = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install it")
playwright.expect.set_options(timeout=60_000)

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
IN_THE_NETWORK = "machine.test"
SAMPLE = Path(__file__).parents[2] / "service" / "samples" / "hand.jpg"


def page_without_engine(folder: Path) -> Path:
    """A copy of the page's folder: whether somebody built an engine there is nothing to the tests."""
    return Path(shutil.copytree(WEB, folder / "web", ignore=shutil.ignore_patterns("engine")))


@contextmanager
def serving(folder: Path, web: Path | None = None) -> Iterator[str]:
    """The address of a service that keeps its tables in a folder, and serves a page."""
    database = f"sqlite:///{folder / 'ledger.db'}"
    settings = Settings(database=database, deadline=60, hosts=(IN_THE_NETWORK,), log_level="warning")
    app = create_app(settings, web=web or page_without_engine(folder))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="websockets-sansio"))
    # Bound before the server starts: another program could take a port that is only chosen.
    with socket.create_server(("127.0.0.1", 0)) as listening:
        run = {"sockets": [listening]}
        thread = threading.Thread(target=server.run, kwargs=run, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.05)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        server.should_exit = True
        thread.join(20)


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample lying still before a camera, as the browser's fake camera takes it."""
    picture = cv2.resize(load(SAMPLE), (640, 480))
    rng = np.random.default_rng(1)
    path = tmp_path_factory.mktemp("film") / "film.mjpeg"
    with path.open("wb") as out:
        for _ in range(6):
            noisy = (picture + rng.integers(-3, 4, picture.shape)).clip(0, 255).astype(np.uint8)
            out.write(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes())
    return path


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site that needs no service."""
    if not (PYODIDE.is_dir() and ORT.is_dir()):
        pytest.skip("pyodide and onnxruntime-web are not installed: make check-page installs them")
    return static.write(tmp_path_factory.mktemp("site") / "site", PYODIDE, ORT)


class Shared:
    """The service and the browser of all tests of this folder: to start them costs more than most of them.

    So do phones that have nothing of the page yet: one that a test is done with is given to the next, which
    finds the files in its cache and nothing else.
    """

    def __init__(self) -> None:
        self._started = ExitStack()
        self._site: str | None = None
        self._player: Any = None
        self._browser: Any = None
        self._phones: dict[str, list[Any]] = {}

    def site(self) -> str:
        """The address of the running service."""
        if self._site is None:
            folder = self._started.enter_context(TemporaryDirectory())
            self._site = self._started.enter_context(serving(Path(folder)))
        return self._site

    def player(self) -> Any:
        """Playwright, which runs once in a thread."""
        if self._player is None:
            self._player = self._started.enter_context(playwright.sync_playwright())
        return self._player

    def browser(self, film: Path) -> Any:
        """Chromium, whose camera shows the film."""
        if self._browser is None:
            camera = (
                "--use-fake-ui-for-media-stream",
                "--use-fake-device-for-media-stream",
                f"--use-file-for-fake-video-capture={film}",
            )
            # As a phone in the network reaches this machine:
            network = f"--host-resolver-rules=MAP {IN_THE_NETWORK} 127.0.0.1"
            memory = "--js-flags=--expose-gc"  # to measure it without garbage
            arguments = ["--no-sandbox", *camera, network, memory]
            self._browser = self.player().chromium.launch(executable_path=CHROMIUM, args=arguments)
            self._started.callback(self._browser.close)
        return self._browser

    def phone(self, browser: Any, locale: str) -> Any:
        """A phone in a language that no other test is using."""
        idle = self._phones.setdefault(locale, [])
        return idle.pop() if idle else browser.new_context(locale=locale, service_workers="block")

    def take_back(self, phone: Any, locale: str) -> None:
        """Keep a phone for the next test, unless its clock was changed."""
        true_time = all("[native code]" in page.evaluate("String(Date)") for page in phone.pages)
        for page in phone.pages:
            page.close()
        if true_time:
            phone.set_offline(False)
            self._phones[locale].append(phone)
        else:
            phone.close()

    def end(self) -> None:
        """End what was started; it starts again if it is wanted again."""
        self._started.close()
        self.__init__()


SHARED = Shared()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Give each test time for what all share, and the first of them makes: minutes on a busy machine."""
    if item.get_closest_marker("timeout") is None:
        item.add_marker(pytest.mark.timeout(900))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """End both before a test of another folder: Playwright runs a loop in this thread, as others do."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        SHARED.end()


@pytest.fixture
def site() -> str:
    """The address of the running service."""
    return SHARED.site()


@pytest.fixture
def browser(film: Path) -> Any:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: install it to test the page")
    return SHARED.browser(film)


def forget(page: Any, site: str) -> None:
    """Empty what a phone keeps of a site, but for the files in its cache."""
    kept = {"origin": site.rstrip("/"), "storageTypes": "local_storage,indexeddb,cache_storage"}
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", kept)
    session.detach()  # a page with a second session is told wrongly whether it is online


Opened = Callable[..., Any]
Phone = Callable[..., Any]


@pytest.fixture
def phone(browser: Any) -> Iterator[Phone]:
    """Gives a page of a new phone, not opened yet, so that its requests can be held."""
    contexts: list[Any] = []

    def page(locale: str = "en-US") -> Any:
        look = {"viewport": {"width": 390, "height": 844}, "locale": locale}
        context = browser.new_context(**look, service_workers="block")
        context.set_default_timeout(60_000)
        contexts.append(context)
        return context.new_page()

    yield page
    for context in contexts:
        context.close()


@pytest.fixture
def opened(browser: Any, site: str) -> Iterator[Opened]:
    """Opens the page, of a new phone in English unless said otherwise; a mistake in a script fails the test.

    Without a service worker, which fetches all files for the next visit and costs more than most tests: those
    of a next visit, or of a page that was installed, ask for it.
    """
    contexts: list[Any] = []
    phones: list[tuple[Any, str]] = []
    mistakes: list[str] = []

    def open_page(
        *, width: int = 390, height: int = 844, locale: str = "en-US", path: str = "", **about: Any
    ) -> Any:
        viewport = {"width": width, "height": height}
        if about:
            about.setdefault("service_workers", "block")
            context = browser.new_context(viewport=viewport, locale=locale, **about)
            contexts.append(context)
            page = context.new_page()
        else:
            context = SHARED.phone(browser, locale)
            phones.append((context, locale))
            page = context.new_page()
            page.set_viewport_size(viewport)
            forget(page, site)
        context.set_default_timeout(180_000)
        page.wait_for_function = None  # it asks by eval, which the page refuses: `acts.until` does not
        page.on("pageerror", lambda error: mistakes.append(str(error)))
        page.goto(site + path)
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    for phone, locale in phones:
        SHARED.take_back(phone, locale)
    assert mistakes == []

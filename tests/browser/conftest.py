"""A real browser for the run, without a window, and a table server for each module, on the loopback."""

import asyncio
import os
import shutil
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.browser.chromium import AXE, Browser, started
from tests.server.evenings import Evening, evening


def missing(what: str) -> NoReturn:
    """Leaves the tests out where something is not installed, but never where everything has to be tried."""
    if os.environ.get("CI"):
        pytest.fail(f"there is no {what} here")
    pytest.skip(f"there is no {what} here")


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A Chromium with an empty profile."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        missing("chromium and chromium-driver (Debian's packages)")
    if not AXE.exists():
        missing("node_modules/axe-core (npm install --no-save axe-core@4.11.0)")
    with started(chromium, driver, tmp_path_factory.mktemp("chromium")) as found:
        yield found


class Running:
    """An evening that goes on in a thread of its own, so that a test may wait for the browser."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loop = asyncio.new_event_loop()
        self._ready, self._over = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._play(),))
        self.evening: Evening

    async def _play(self) -> None:
        try:
            async with evening(f"sqlite:///{self._folder / 'rounds.sqlite3'}") as self.evening:
                self._ready.set()
                await self._over.wait()
        finally:
            self._ready.set()

    def start(self) -> None:
        """Goes on when the evening is prepared."""
        self._thread.start()
        self._ready.wait(60)

    def stop(self) -> None:
        """Ends the server."""
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(30)
        self._loop.close()

    def do(self, work: Callable[[Evening], Coroutine[Any, Any, Any]]) -> Any:
        """What comes of some work on the server's side."""
        return asyncio.run_coroutine_threadsafe(work(self.evening), self._loop).result(30)

    def url(self, path: str) -> str:
        """The address of a page; `{0}` in it is the tournament."""
        return self.evening.server.address + path.format(self.evening.tournament)


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """An evening that is being played."""
    running = Running(tmp_path_factory.mktemp("evening"))
    running.start()
    yield running
    running.stop()

"""A whole evening: held at a window, played at another, on two phones and by two robots, proven in the end.

The table server is begun by the window, and is in this process, by a clock that the test moves.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.cli import main
from game.online.client import join
from game.play.game import Entry
from game.play.proof import deal_of
from game.robots.robot import play
from game.robots.thinker import ROBOTS
from game.rounds.hosted import HostedServer, short_code
from game.server.seats import new_key
from game.tournament.tournament import GAME
from game.ui.tournament.page import TournamentScreen
from game.ui.tournament.room import RoomScreen
from tests.browser.chromium import Browser
from tests.server.tables import HOST, NoHelper, Server, SetClock, running
from tests.ui.driver import Table, tables

pytestmark = [pytest.mark.window, pytest.mark.timeout(180)]
PHONES = ("Mia", "Jonas")
RANKED = ["Anna", *sorted(PHONES)]


class Robots(NoHelper):
    """A helping process whose robots play."""

    async def robot(self, draw: int, seconds: int, deck: str, strength: str, seed: str) -> Sequence[Entry]:
        """What they play."""
        return play(ROBOTS[strength], deal_of(GAME(draw=draw, limit=seconds), deck), seed).entries


class Child:
    """What the window starts as its server: it can be killed, and is begun again at the same port."""

    def __init__(self, folder: Path) -> None:
        self._database, self._clock, self.starts = f"sqlite:///{folder / 'rounds.sqlite3'}", SetClock(), 0
        self._loop: asyncio.AbstractEventLoop
        self._over: asyncio.Event
        self._thread: threading.Thread
        self.server: Server

    def run(self, words: Sequence[str], _: Path) -> Callable[[], int | None]:
        """Starts it as `serve` does with these words."""
        port, ready = int(words[words.index("--port") + 1]), threading.Event()
        self._loop, self._over = asyncio.new_event_loop(), asyncio.Event()

        async def serve() -> None:
            decks = 0 if self.starts else 6
            how = {"helper": Robots(), "decks": decks, "port": port, "clock": self._clock}
            async with running(self._database, **how) as self.server:  # type: ignore[arg-type]
                ready.set()
                await self._over.wait()

        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(serve(),))
        self._thread.start()
        assert ready.wait(20)
        self.starts += 1
        return lambda: None

    def end(self) -> None:
        """Ends it; what was acknowledged is on disk."""
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(20)

    def look(self, ms: int = 0) -> None:
        """Lets time pass for it, and has it do what is due."""

        async def looked() -> None:
            for _ in range(3):
                self._clock.go_on(ms // 3)
                await self.server.service.keeper.look()
                await asyncio.sleep(0)
            await self.server.service.announcements.tell_news()

        asyncio.run_coroutine_threadsafe(looked(), self._loop).result(20)


@contextmanager
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Table, Table, Child]]:
    """The host's window, a friend's, and what serves."""
    for name in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER"):
        monkeypatch.setenv(name, "dummy")
    (tmp_path / "host" / "server").mkdir(parents=True)
    (tmp_path / "host" / "server" / "host-key").write_text(HOST)
    child = Child(tmp_path)
    monkeypatch.setattr(HostedServer.__init__, "__defaults__", (child.run,))
    with tables(tmp_path) as make:
        try:
            yield make(tmp_path / "host"), make(tmp_path / "anna"), child
        finally:
            if child.starts:
                child.end()


def until(is_so: Callable[[], object], *windows: Table) -> None:
    """Lets windows go on until something is so."""
    deadline_s = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < deadline_s, [table.words for table in windows]
        for table in windows:
            table.skip(0.3)
        time.sleep(0.01)


class Phone:
    """A tab of the browser; by another name of the machine it has a storage of its own."""

    def __init__(self, browser: Browser, name: str) -> None:
        self._browser, self._driver = browser, browser.driver
        self._driver.switch_to.new_window("tab")
        self._handle, self.name = self._driver.current_window_handle, name

    @property
    def page(self) -> Browser:
        """The browser, with this page to the fore."""
        self._driver.switch_to.window(self._handle)
        return self._browser

    def sits_down(self, link: str) -> None:
        """Opens the scanned link, and types a name."""
        self.page.phone(390, 844)
        self.page.open(link + "?language=en")
        self.page.wait("return document.querySelector('input[name=name]').offsetParent")
        self.page.run("document.querySelector('input[name=name]').value = arguments[0]", self.name)
        self.press("[data-do=join]")
        self.page.wait("return document.body.dataset.view === 'lobby'")

    def press(self, selector: str) -> None:
        """Presses a button as soon as it is there."""
        self.page.wait(f"return [...document.querySelectorAll('{selector}')].at(-1)?.checkVisibility()")
        self.page.run(f"[...document.querySelectorAll('{selector}')].at(-1).click()")

    def begins(self, number: int) -> None:
        """Begins the round that is open, and turns cards."""
        self.press("[data-do=begin]")
        self.page.wait(f"return document.getElementById('round').textContent === 'Round {number} of 3'")
        self.page.wait("return document.body.dataset.view === 'table'")
        self.turned(0)
        self.page.press("d")
        self.turned(3)

    def turned(self, count: int) -> None:
        """Waits until so many cards lie in the waste."""
        self.page.wait(
            f"return document.querySelectorAll('[data-pile=waste] [data-card]').length === {count}"
        )

    def ends(self) -> None:
        """Ends the round, after the question."""
        self.press("#tools [data-do=end]")
        self.press("[data-do=really-end]")
        self.page.wait("return document.body.dataset.view === 'result'")

    def offline(self, is_so: bool) -> None:
        """Takes the network away, or gives it back."""
        how = {"offline": is_so, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", how)


@pytest.fixture
def phones(browser: Browser) -> Iterator[list[Phone]]:
    """Two phones; nothing is left of them in the browser."""
    first = browser.driver.current_window_handle
    yield [Phone(browser, name) for name in PHONES]
    for handle in browser.driver.window_handles:
        browser.driver.switch_to.window(handle)
        if handle != first:
            browser.driver.close()
    browser.driver.switch_to.window(first)


def plays(anna: Table, number: int) -> None:
    """The friend at the window plays a round: turns cards, and ends it."""
    until(lambda: f"Play round {number}" in anna.words, anna)
    anna.press_button(f"Play round {number}")
    anna.key("enter")
    until(lambda: anna.app.screen.title == f"Round {number} of 3 — Anna", anna)
    anna.key("d", "e")
    until(lambda: anna.panel == "End this round?", anna)
    anna.press_button("End the round")
    until(lambda: "Continue" in anna.words, anna)
    anna.press_button("Continue")
    assert isinstance(anna.app.screen, TournamentScreen)


def test_an_evening_from_the_button_to_the_podium(
    phones: list[Phone], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Three rounds, with a name removed, a phone that reloads, a server that is killed and a network gone."""
    with evening(tmp_path, monkeypatch) as (host, anna, child):
        host.app.go_home()
        host.context.navigation.host()
        host.widget("All clocks start together").press()
        host.key("enter")
        host.press_button("Only this computer")
        until(lambda: isinstance(host.app.screen, RoomScreen) and "Open round 1" in host.words, host)
        room = host.app.screen
        assert isinstance(room, RoomScreen)
        hosted = room.state.hosted
        link = f"{hosted.server}/{short_code(hosted.tournament)}"

        anna.app.go_home()
        anna.context.navigation.online_connect(link)
        anna.fields[1].set_text("Anna")
        anna.key("enter")
        until(lambda: isinstance(anna.app.screen, TournamentScreen), anna)
        for phone, name in zip(phones, ("127.0.0.1", "localhost"), strict=True):
            phone.sits_down(link.replace("127.0.0.1", name))
        join(hosted.server, hosted.tournament, "Rude word", new_key())
        until(lambda: len(room.state.seats) == 6, host)
        host.press_button("Seats…")
        until(lambda: host.listed.rows, host)
        names = [row.name for row in host.listed.rows]
        host.listed.press_at((host.listed.box.x + 20, host.listed.box.y + 20))
        for _ in range(names.index("Rude word")):
            host.key("down")
        host.press_button("Remove…")
        host.press_button("Remove…")
        until(lambda: "Rude word" not in [row.name for row in host.listed.rows], host)
        host.press_button("Back")

        for number in (1, 2, 3):
            until(lambda: f"Open round {number}" in host.words, host)  # noqa: B023
            host.press_button(f"Open round {number}")
            until(lambda: f"Close round {number}" in host.words, host)  # noqa: B023
            child.look()
            for phone in phones:
                phone.begins(number)
            if number == 1:
                phones[0].page.driver.refresh()
                phones[0].turned(3)
            elif number == 2:
                child.end()
                until(lambda: child.starts == 2, host)
            else:
                phones[1].offline(True)
                phones[1].page.press("d")
            phones[0].ends()
            plays(anna, number)
            if number == 3:
                phones[1].page.wait("return document.getElementById('net').textContent")
                phones[1].offline(False)
                phones[1].turned(6)
            phones[1].ends()
            child.look(301_000)
            until(lambda: not room.state.not_begun(number), host)  # noqa: B023
            host.press_button(f"Close round {number}")
            until(lambda: room.state.open is None or room.state.open.state == "closing", host)
            child.look(61_000)
            until(lambda: room.state.told.rounds[number - 1].state == "closed", host)  # type: ignore[union-attr]  # noqa: B023

        assert room.state.is_over
        assert sorted(row.player.name for row in room.state.rows if row.rank) == RANKED
        phones[0].page.wait("return document.querySelectorAll('#podium li').length === 3")
        until(lambda: not room.is_animating, host)  # the cards fly
        host.press_button("More…")
        host.press_button("Save records…")
        host.key("enter")
        packed = tmp_path / "host" / "Patience Arcade"
        until(lambda: list(packed.glob("*.zip")), host)
    (found,) = packed.glob("*.zip")
    assert main(["check-round", str(found)]) == 0
    said = capsys.readouterr().out
    assert said.count("and 5 records of this deck are valid") == 3
    assert "Rude word" not in said

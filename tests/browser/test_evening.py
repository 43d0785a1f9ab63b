"""A whole evening, and another one: begun at a window, run from a phone, played at a window and two phones.

The table server is begun by the window, and is in this process, by a clock that the test moves.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from game.cli import main
from game.online.client import ask_http, join
from game.play.game import Entry
from game.play.proof import deal_of
from game.robots.robot import play
from game.robots.thinker import ROBOTS
from game.rounds.hosted import HostedServer
from game.server.seats import new_key
from game.tournament.tournament import GAME
from game.ui.tournament.hosted import HostedScreen
from game.ui.tournament.page import TournamentScreen
from tests.browser.chromium import Browser
from tests.browser.playing import SPY, do, table_of
from tests.server.beside import beside
from tests.server.tables import HOST, NoWorker, Server, SetClock, running
from tests.ui.driver import Table, tables

pytestmark = [pytest.mark.window, pytest.mark.timeout(420)]
PODIUM = """return [...document.querySelectorAll('#podium li bdi')].map((each) => each.textContent)
    .sort().join() === 'Jonas,Mia,Ola'"""  # Anna at the window has no points
COLUMNS = ("t2", "t3", "t4", "t5", "t6", "t7")  # each has a card to turn up
PHONES = {"Mia": 390, "Jonas": 360, "Ola": 390}


class Robots(NoWorker):
    """A helping process whose robots play."""

    async def robot(self, draw: int, seconds: int, deck: str, strength: str, seed: str) -> Sequence[Entry]:
        """What they play."""
        return play(ROBOTS[strength], deal_of(GAME(draw=draw, limit=seconds), deck), seed).entries


class Child:
    """What the window starts as its server: it can be killed, and is begun again at the same port."""

    def __init__(self, folder: Path) -> None:
        self._database, self._clock, self.starts = f"sqlite:///{folder / 'rounds.sqlite3'}", SetClock(), 0
        self._lasts = ExitStack()
        self.server: Server

    def run(self, words: Sequence[str], _: Path) -> Callable[[], int | None]:
        """Starts it as `serve` does with these words."""
        port, decks = int(words[words.index("--port") + 1]), 0 if self.starts else 8
        serving = running(self._database, worker=Robots(), decks=decks, port=port, clock=self._clock)
        self.server, self._do = self._lasts.enter_context(beside(serving))
        self.starts += 1
        return lambda: None

    def end(self) -> None:
        """Ends it; what was acknowledged is on disk."""
        self._lasts.close()

    def look(self, ms: int = 0) -> None:
        """Lets time pass for it, and has it do what is due."""

        async def looked() -> None:
            for _ in range(3):
                self._clock.go_on(ms // 3)
                await self.server.service.scheduler.look()
                await asyncio.sleep(0)
            await self.server.service.announcements.tell_news()

        self._do(looked)


@contextmanager
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Table, Table, Child]]:
    """The host's window, a friend's, and what serves."""
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
    """A device of its own, shown in a tab of the browser."""

    def __init__(self, browser: Browser, name: str) -> None:
        self._browser, self._driver = browser, browser.driver
        self._handle, self.name = browser.own_storage(), name
        self.page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SPY})

    @property
    def page(self) -> Browser:
        """The browser, with this page to the fore."""
        self._driver.switch_to.window(self._handle)
        return self._browser

    def sits_down(self, link: str, width: int) -> None:
        """Opens the scanned link, and types a name."""
        self.page.phone(width, 844)
        self.page.open(link + "?language=en")
        self.page.wait("return document.querySelector('input[name=name]').offsetParent")
        self.page.run("document.querySelector('input[name=name]').value = arguments[0]", self.name)
        self.press("[data-do=join]")
        self.page.wait("return document.body.dataset.view === 'lobby'")

    def press(self, selector: str) -> None:
        """Presses a button as soon as it is there."""
        self.page.wait(f"return [...document.querySelectorAll('{selector}')].at(-1)?.checkVisibility()")
        self.page.run(f"[...document.querySelectorAll('{selector}')].at(-1).click()")

    def begins(self, number: int, count: int) -> None:
        """Begins the round that is open, one of so many, turns cards, and a card of a column by touch."""
        self.press("[data-do=begin]")
        self.page.wait(f"return document.getElementById('round').textContent === 'Round {number} of {count}'")
        self.page.wait("return document.body.dataset.view === 'table'")
        self.turned(0)
        self.page.press("d")
        self.turned(3)
        self.page.driver.execute_cdp_cmd("Page.bringToFront", {})
        do(self.page, next(move for move in table_of(self.page)["moves"] if move[:2] in COLUMNS), "tap")

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

    def locked(self, is_so: bool) -> None:
        """Nothing of its page runs any more, or again."""
        state = {"state": "frozen" if is_so else "active"}
        self.page.driver.execute_cdp_cmd("Page.setWebLifecycleState", state)
        if not is_so:  # what was frozen is seen again
            self.page.driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})

    def offline(self, is_so: bool) -> None:
        """Takes the network away, or gives it back."""
        how = {"offline": is_so, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", how)


class HostPhone(Phone):
    """The host's page."""

    def opens(self, page: str) -> None:
        """Opens it by the link that the window opens."""
        self.page.phone(360, 740)
        self.page.open(page)

    def does(self, name: str) -> None:
        """Presses a button of the evening once it can be pressed, and says yes to its question."""
        self.press(f"#main-part [data-do={name}]:not([aria-disabled])")
        if self.page.run("return !document.getElementById('ask').hidden"):
            self.press("#yes")

    def tells(self, text: str) -> None:
        """Waits until the page says a text."""
        self.page.wait(f"return document.getElementById('main').innerText.includes({text!r})")


@pytest.fixture
def phones(browser: Browser) -> Iterator[list[Phone]]:
    """Three phones, the host's, and the room's screen; nothing is left of them in the browser."""
    first = browser.driver.current_window_handle
    yield [*(Phone(browser, name) for name in PHONES), HostPhone(browser, ""), Phone(browser, "")]
    for handle in browser.driver.window_handles:
        browser.driver.switch_to.window(handle)
        if handle != first:
            browser.driver.close()
    browser.driver.switch_to.window(first)


def plays(anna: Table, number: int, count: int) -> None:
    """The friend at the window plays a round of so many: turns cards, and ends it."""
    until(lambda: f"Play round {number}" in anna.words, anna)
    anna.press_button(f"Play round {number}")
    anna.key("enter")
    until(lambda: anna.app.screen.title == f"Round {number} of {count} — Anna", anna)
    anna.key("d", "e")
    until(lambda: anna.panel == "End this round?", anna)
    anna.press_button("End the round")
    until(lambda: "Continue" in anna.words, anna)
    anna.press_button("Continue")
    assert isinstance(anna.app.screen, TournamentScreen)


def test_an_evening_from_the_button_to_another_evening_of_the_same_people(
    phones: list[Phone], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """A name is removed, a phone reloads; the server is killed while another is locked; a network goes."""
    *players, run_from, screen = phones
    assert isinstance(run_from, HostPhone)
    with evening(tmp_path, monkeypatch) as (host, anna, child):
        opened: list[str] = []
        host.context.show_folder = lambda page: (opened.append(str(page)), lambda: 0)[1]
        host.app.go_home()
        host.context.navigation.host()
        host.widget("All clocks start together").press()
        for _ in range(2):
            host.widget("Rounds").buttons[0].press()
        host.key("enter")
        host.press_button("Only this computer")
        until(lambda: isinstance(host.app.screen, HostedScreen) and "0 of 0 here" in shown(host), host)
        page = host.app.screen
        assert isinstance(page, HostedScreen)
        until(lambda: opened, host)
        run_from.opens(opened[0])
        run_from.tells("Nobody is here yet")

        anna.app.go_home()
        anna.context.navigation.go("online_connect", page.link)
        anna.fields[1].set_text("Anna")
        anna.key("enter")
        until(lambda: isinstance(anna.app.screen, TournamentScreen), anna)
        for phone in players:
            phone.sits_down(page.link, PHONES[phone.name])
        server, tournament = opened[0].partition("/host#")[0], opened[0][-32:]
        join(server, tournament, "Rude word", new_key())
        run_from.tells("4 of 5 here · not here: Rude word")
        run_from.press('[data-at="Remove…: Rude word"]')
        run_from.press("#yes")
        run_from.tells("4 of 4 here")
        until(lambda: "4 of 4 here" in shown(host), host)
        screen.page.size(1280, 720)
        screen.page.open(f"{server}/tournaments/{tournament}/screen")

        def goes(number: int, count: int) -> None:
            run_from.does("open")
            run_from.tells(f"Close round {number}")
            child.look()
            for phone in players:
                phone.begins(number, count)

        def closes(number: int) -> None:
            child.look(301_000)
            run_from.does("close")
            run_from.tells(f"Round {number} · Closing")
            child.look(61_000)
            run_from.tells(f"Round {number} · Closed")

        goes(1, 1)
        players[0].page.driver.refresh()
        players[0].turned(3)
        for phone in players:
            phone.ends()
        plays(anna, 1, 1)
        closes(1)
        run_from.does("one-more")
        run_from.tells("Open round 2")
        goes(2, 2)
        players[2].locked(True)
        child.end()
        until(lambda: child.starts == 2, host)
        players[2].locked(False)
        for phone in players:
            phone.ends()
        plays(anna, 2, 2)
        closes(2)
        for watcher in (players[0], screen):
            watcher.page.wait(PODIUM)
        assert main(["check-round", str(packed(server, tournament, tmp_path))]) == 0

        run_from.does("again")
        run_from.tells("Open round 1")
        until(lambda: page.panel.heading.endswith(" 2"), host, anna)
        for phone in players:  # they follow by themselves
            phone.page.wait(f"return !location.href.includes({tournament!r})")
            phone.page.wait("return document.body.dataset.view === 'lobby'")
        screen.page.wait(f"return !location.href.includes({tournament!r})")
        goes(1, 2)
        players[1].offline(True)
        players[1].page.press("d")
        for phone in (players[0], players[2]):
            phone.ends()
        plays(anna, 1, 2)
        players[1].page.wait("return document.getElementById('net').textContent")
        players[1].offline(False)
        players[1].turned(6)
        players[1].ends()
        closes(1)
        run_from.does("open")
        run_from.does("cancel")
        child.look(9_000)
        for watcher in (players[0], screen):
            watcher.page.wait(PODIUM)
        second = screen.page.run("return location.pathname").split("/")[2]
        screen.page.open(f"{server}/tournaments/{second}")
        assert screen.page.run("return document.querySelectorAll('#series tbody tr').length") == 6
        assert screen.page.faults() == []
        text, kind, size = shared(screen.page)
        assert text.splitlines()[-1] == f"{server}/tournaments/{second}"
        assert [sum(f" {name} " in line for line in text.splitlines()) for name in PHONES] == [1, 1, 1]
        assert kind == "image/png"
        assert size > 10_000
    said = capsys.readouterr().out
    assert said.count("and 6 records of this deck are valid") == 2
    assert "Rude word" not in said


def shared(page: Browser) -> tuple[str, str, int]:
    """Returns what is passed on of the result: its text, and the type and bytes of its picture."""
    page.run(
        "const live = document.querySelector('[data-also-live]:has([data-share])');"
        "live.innerHTML = live.innerHTML;"  # as where the page brings itself up to date
        "window.shared = [];"
        "navigator.canShare = () => true;"
        "navigator.share = ({ text, files }) => shared.push(text ?? files[0]) && Promise.resolve();"
    )
    for kind in ("text", "picture"):
        page.run(f"document.querySelector('[data-share={kind}]').click()")
    page.wait("return shared.length === 2")
    (text,) = page.run("return shared.filter((each) => typeof each === 'string')")
    kind, size = page.run("const [file] = shared.filter((each) => each.size); return [file.type, file.size]")
    return text, kind, size


def shown(host: Table) -> str:
    """What the rows of the host's window say."""
    return " ".join(row.widget.spoken.value for row in host.form.panel.rows)


def packed(server: str, tournament: str, folder: Path) -> Path:
    """All records of a tournament as a file."""
    found = folder / "records.zip"
    found.write_bytes(ask_http(server, f"/tournaments/{tournament}/records", bytes, None, HOST))
    return found

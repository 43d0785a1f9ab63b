"""The small page of a tournament that is hosted here: ways in, who is here, and the ways to the browser."""

import time

import pytest

from game.online.bodies import Chosen
from game.rounds import hosted
from game.rounds.asking import TakenSeat
from game.rounds.hosted import HostedServer
from game.ui.home.home import HomeScreen
from game.ui.pages.text_page import TextPage
from game.ui.spoken import closed
from game.ui.tournament import connect
from game.ui.tournament import hosted as hosted_page
from game.ui.tournament.host import ReachScreen
from game.ui.tournament.hosted import HostedScreen, PlayHereScreen
from game.ui.tournament.page import TournamentScreen
from tests.ui.online import ID, Script, told
from tests.ui.rooms import RoomServer


@pytest.fixture
def room(table):
    """Opens the page of a server's tournament."""

    def opened(server: RoomServer) -> HostedScreen:
        screen = HostedScreen(table.context, server, ["192.168.1.20", "10.0.0.3"])
        table.app.go_to(screen)
        until(table, lambda: screen.panel.heading == "Sunday evening")
        return screen

    return opened


def until(table, is_so):
    deadline_s = time.monotonic() + 20  # a thread asks meanwhile
    while not is_so():
        assert time.monotonic() < deadline_s, "that never happened"
        table.skip(0.11)


def shown(screen: HostedScreen) -> str:
    """What all rows of the page say."""
    read = [closed(line) for line in screen.spoken.lines]
    return " ".join([*(row.widget.spoken.value for row in screen.panel.rows), *read])


def test_the_page_shows_the_way_in_and_who_is_here(table, room):
    server = RoomServer("waiting", "waiting")
    screen = room(server)
    assert screen.link == "http://192.168.1.20:8852/G2RV"
    assert "1 of 2 here  ·  Round 1  ·  Not open yet. Player 1. Not here. Player 2." in shown(screen)
    assert "Robots. Cog" in shown(screen), "robots are no people"
    table.press_button("Another address")
    assert screen.link == "http://10.0.0.3:8852/G2RV"
    server.knocking = ("Mia",)
    until(table, lambda: "Waiting to be let in. Mia" in shown(screen))


def test_on_this_computer_alone_nothing_says_scan(table, room, monkeypatch):
    screen = room(RoomServer("waiting", is_for_network=False))
    written, text = [], table.context.pictures.text
    monkeypatch.setattr(
        table.context.pictures, "text", lambda words, *how: (written.append(str(words)), text(words, *how))[1]
    )
    screen.redraw()
    table.frame().catch_up()
    assert "127.0.0.1:8852" in written
    assert not [words for words in written if "Scan" in words]
    assert "Another address" not in table.words


@pytest.mark.parametrize("code", [0, 3, None])
def test_the_host_page_is_opened_in_the_browser_or_its_address_is_told(table, room, code):
    opened = []

    def show(address):
        opened.append(address)
        if code is None:
            raise OSError
        return lambda: code

    table.context.show_folder = show
    room(RoomServer("waiting"))
    table.press_button("Host page")
    until(table, lambda: opened)
    table.skip(0.3)
    assert opened == [f"http://127.0.0.1:8852/host#{'cd' * 16}/{ID}"], "no command line has the key"
    assert isinstance(table.app.screen, TextPage) == (code != 0)
    if code != 0:
        said = " ".join(table.app.screen.spoken.lines)
        assert "http://127.0.0.1:8852/host" in said
        assert "ab" * 32 in said
        table.press_button("Back")
    table.press_button("Room screen")
    assert opened[1:] == [f"http://127.0.0.1:8852/tournaments/{ID}/screen"]


def test_a_window_that_is_closed_while_friends_play_asks_and_is_closed_by_the_second_time(table, room):
    server = RoomServer("open", "waiting")
    screen = room(server)
    assert not screen.may_end()
    assert "The table server keeps running for your friends" in screen.sentence
    table.press_button("Cancel")
    assert not screen.may_end()
    assert screen.may_end(), "who closes it once more leaves the server to run"
    assert server.hosted is not None
    table.press_button("End it")
    assert server.hosted is None
    assert table.app.is_over
    table.app.is_over, server = False, RoomServer("waiting")
    room(server)
    table.press_button("End…")
    assert server.hosted is not None
    table.press_button("End…")
    assert server.hosted is None
    assert isinstance(table.app.screen, HomeScreen)


@pytest.fixture
def held(table, monkeypatch):
    """Has an earlier start of the program hold the tournament that a server shows."""

    def begun(server: RoomServer) -> None:
        folder = table.context.library.machine / "server"
        folder.mkdir()
        (folder / "hosted.json").write_text(
            f'{{"patience_hosted": 1, "port": 8852, "is_for_network": true, "tournament": "{ID}"}}'
        )
        monkeypatch.setattr(hosted, "PACKAGES", ())
        monkeypatch.setattr(HostedServer, "resume", lambda _: None)
        monkeypatch.setattr(HostedServer, "room", lambda _: server.room())
        monkeypatch.setattr(HostedServer, "ask", lambda _, *asked: server.ask(*asked))

    return begun


def test_a_host_who_plays_says_a_name_is_let_in_and_can_take_it_back(table, held, monkeypatch):
    server = RoomServer("waiting")
    held(server)
    server.knocking = ("Mia",)
    seats = []

    def join(_server, _tournament, name, *_):
        if name.strip():
            seats.append(name)
        return TakenSeat("http://127.0.0.1:8852", "07" * 32, told("waiting"), seats[-1] if seats else "")

    monkeypatch.setattr(hosted_page, "join", join)
    monkeypatch.setattr(connect, "ReconnectingClient", lambda *_, **__: Script())
    table.go_home().press_button("Continue hosting")
    until(table, lambda: table.form.panel.heading == "Sunday evening")
    table.press_button("Play here")
    assert isinstance(table.app.screen, PlayHereScreen)
    assert not seats, "nobody sits before the name is said"
    table.fields[0].set_text("Mia")
    table.press_button("Play")
    until(table, lambda: isinstance(table.app.screen, TournamentScreen))
    assert ("/door/admit", Chosen((900,))) in server.asked
    table.press_button("Continue hosting")
    until(table, lambda: "Give up your seat…" in table.words)
    table.key("f9")
    assert isinstance(table.app.screen, TournamentScreen), "and to the seat, unasked"
    table.press_button("Continue hosting")
    until(table, lambda: "Give up your seat…" in table.words)
    server.asked.clear()
    table.press_button("Give up your seat…")
    assert not server.asked, "it is asked first"
    seats.clear()
    table.press_button("Give up your seat…")
    until(table, lambda: "Play here" in table.words)
    assert [path for path, _ in server.asked] == ["/door", "/seats/900/remove", "/seats/900/erase"]


def test_quitting_elsewhere_leads_to_its_page_while_its_server_runs(table, held, monkeypatch):
    held(RoomServer("open"))
    table.context.play_as(table.context.players.add("Ben"))
    table.app.go_home()
    assert "Continue hosting" in [way.word for way in table.home.others.ways], (
        "the next start offers it, too, whoever plays"
    )
    monkeypatch.setattr(hosted, "is_running", lambda _: True)
    table.app.quit()
    assert isinstance(table.app.screen, HostedScreen)
    assert not table.app.is_over
    table.app.quit()
    assert table.app.is_over
    monkeypatch.setattr(hosted, "is_running", lambda _: False)
    table.app.go_home()
    table.app.quit()
    assert isinstance(table.app.screen, HomeScreen), "nobody plays there any more"
    monkeypatch.setattr(hosted, "is_running", lambda _: True)
    table.app.is_over = False
    table.app.back()
    assert table.app.is_over, "nothing is left that could ask"


def test_a_round_stays_open_for_a_time_where_each_clock_starts_on_its_own(table, monkeypatch):
    asked = []

    def host(_, wanted, __):
        asked.append((wanted.start, wanted.lasts))
        raise OSError

    monkeypatch.setattr(hosted, "PACKAGES", ())
    monkeypatch.setattr(HostedServer, "host", host)
    for is_own in (True, False):
        table.app.go_home()
        table.context.navigation.host()
        table.widget("All clocks start together").press()
        table.widget("Rounds stay open").buttons[1].press()
        if not is_own:
            table.widget("All clocks start together").press()
        table.key("enter").press_button("Only this computer")
        until(table, lambda: asked)
        assert asked.pop() == (("own", 300) if is_own else ("common", None))


def test_a_tournament_is_hosted_without_touching_anything_but_one_question(table, monkeypatch):
    table.app.go_home()
    monkeypatch.setattr(hosted, "PACKAGES", ())
    table.context.navigation.host()
    table.key("enter")
    assert isinstance(table.app.screen, ReachScreen)
    monkeypatch.setattr(hosted, "PACKAGES", ("no_such_package",))
    table.app.go_home()
    table.context.navigation.host()
    assert table.form.panel.heading == "A package is missing"

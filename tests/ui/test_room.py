"""The room's screen: what all who are in the room see, and what its host presses."""

from itertools import chain, repeat
from unittest.mock import Mock

import pytest

from game.online.bodies import Announce, Chosen, Extend
from game.rounds import hosted
from game.rounds.hosted import HostedServer
from game.ui.home.home import HomeScreen
from game.ui.tournament import connect
from game.ui.tournament import room as room_screen
from game.ui.tournament.evening import EveningScreen
from game.ui.tournament.host import ReachScreen, SeatsScreen
from game.ui.tournament.page import TournamentScreen
from game.ui.tournament.room import RoomScreen
from game.ui.tournament.room_look import lanes_of
from game.ui.tournament.room_state import STARTING
from tests.ui.online import ID, START, Script, told
from tests.ui.rooms import RoomServer


@pytest.fixture
def room(table):
    """Opens the room of a server's tournament."""

    def opened(server: RoomServer) -> RoomScreen:
        screen = RoomScreen(table.context, server, ["192.168.1.20", "10.0.0.3"])
        table.app.go_to(screen)
        until(table, lambda: screen.title == "Sunday evening")
        return screen

    return opened


def until(table, is_so):
    for _ in range(100):
        table.skip(0.11)
        if is_so():
            return
    raise AssertionError("that never happened")


def asked(table, server: RoomServer) -> tuple[str, object]:
    """The one thing that is asked of the server in a moment."""
    until(table, lambda: server.asked)
    (found,) = server.asked
    server.asked.clear()
    return found


def test_who_knocks_is_seen_and_let_in_and_the_code_leads_there(table, room):
    server = RoomServer("waiting", "waiting")
    screen = room(server)
    assert screen.state.link == "http://192.168.1.20:8852/G2RV"
    assert "2 at the table" in screen.state.next_words
    table.press_button("Another address")
    assert screen.state.link == "http://10.0.0.3:8852/G2RV"
    server.knocking = ("Mia",)
    until(table, lambda: "Let 1 in" in table.words)
    assert "Mia" in screen.spoken_lines
    table.press_button("Let 1 in")
    assert asked(table, server) == ("/door/admit", Chosen((900,)))


@pytest.mark.parametrize(
    ("word", "players", "losers", "path"),
    [
        ("Close round 1", 3, "Player 2 and Player 3", "rounds/1/close"),
        ("Next: round 2", 2, "Player 2", "rounds/2/open"),
    ],
)
def test_a_close_or_the_next_round_says_once_who_would_lose_their_round(
    table, room, word, players, losers, path
):
    server = RoomServer("open", "waiting", players=players)
    server.begun = 1
    screen = room(server)
    table.press_button(word)
    assert screen.sentence == f"Those who have not started round 1 lose it: {losers}."
    table.press_button("Cancel")
    assert not server.asked
    table.press_button(word).key("enter")
    assert asked(table, server) == (f"/{path}", None)


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
    table.press_button("End…").press_button("Cancel")
    assert server.hosted is not None
    table.press_button("End…").press_button("End it")
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


def test_a_host_who_plays_is_let_in_and_back_in_the_room_by_one_press(table, held, monkeypatch):
    server = RoomServer("waiting")
    held(server)
    table.context.players.names[table.context.players.playing] = "Mia"
    server.knocking = ("Mia",)
    monkeypatch.setattr(room_screen, "join", lambda *asked: (told("waiting"), asked[2]))
    monkeypatch.setattr(connect, "ReconnectingClient", lambda *_, **__: Script())
    table.go_home().press_button("Continue hosting").press_button("Play, too")
    until(table, lambda: isinstance(table.app.screen, TournamentScreen))
    assert ("/door/admit", Chosen((900,))) in server.asked
    table.press_button("The room’s screen")
    assert isinstance(table.app.screen, RoomScreen)
    table.key("f9")
    assert isinstance(table.app.screen, TournamentScreen), "and to the seat, unasked"


def test_quitting_elsewhere_leads_to_the_room_while_its_server_runs(table, held, monkeypatch):
    held(RoomServer("open"))
    table.context.play_as(table.context.players.add("Ben"))
    table.app.go_home()
    assert "Continue hosting" in [each.word for each in table.home.others.ways], (
        "the next start offers it, too, whoever plays"
    )
    monkeypatch.setattr(hosted, "is_running", lambda _: True)
    table.app.quit()
    assert isinstance(table.app.screen, RoomScreen)
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


def test_a_host_tells_everybody_a_line_and_changes_each_round_by_itself(table):
    server = RoomServer("closing", "open", "waiting")
    server.begun = 1
    table.open(EveningScreen(table.context, server, server.room()))
    table.fields[0].set_text("Pizza, 5")
    table.press_button("Tell everybody")
    assert asked(table, server) == ("/announce", Announce("Pizza, 5"))
    table.press_button("Open round 1 again")
    assert asked(table, server) == ("/rounds/1/reopen", None)
    table.frame()
    table.form.go_to(table.listed)
    table.key("down")
    for does, words in (("Close round 2", "Player 2"), ("Cancel round…", "would count nothing")):
        table.press_button(does)
        assert words in table.sentence
        assert table.sentence.endswith("Press again to do it.")
        assert not server.asked
        table.press_button(does)
        assert asked(table, server)[0].startswith("/rounds/2/")
        until(table, lambda: not table.sentence)


def test_a_round_that_closes_by_itself_is_kept_open_longer(table):
    server = RoomServer("open", "waiting")
    server.starts, server.closes = None, START + 600_000
    table.open(EveningScreen(table.context, server, server.room()))
    table.press_button("Ten minutes longer")
    assert asked(table, server) == ("/rounds/1/extend", Extend(600))
    until(table, lambda: not table.sentence)
    table.form.go_to(table.listed)
    table.key("down").press_button("Ten minutes longer")
    assert table.sentence == "The round is not open."
    assert not server.asked


def test_a_tournament_is_deleted_at_the_second_press_and_its_server_stops(table):
    server = RoomServer("closed", "waiting")
    table.open(EveningScreen(table.context, server, server.room()))
    table.press_button("Delete tournament…")
    assert table.sentence == (
        "Sunday evening would be deleted for ever, with everything played in it. Press again to do it."
    )
    assert not server.asked
    table.press_button("Delete tournament…")
    until(table, lambda: server.hosted is None)
    assert server.asked == [("", None)]
    assert isinstance(table.app.screen, HomeScreen)


def test_the_race_is_in_the_order_of_the_open_round_and_the_clock_is_that_of_all(table, room):
    server = RoomServer("closed", "open", players=4)
    screen = room(server)
    lanes = lanes_of(server.room().standings.places, 2)
    assert [lane.name for lane in lanes] == ["Player 1", "Player 2", "Player 3", "Player 4", "Cog"]
    assert screen.state.clock_s == pytest.approx(240, abs=0.5)
    server.first = 2
    until(table, lambda: screen.spoken_lines[3].startswith("Player 3"))
    assert screen.is_animating, "they pass each other"
    table.context.settings.reduced_motion = True
    table.skip(1)
    server.first = 0
    until(table, lambda: screen.spoken_lines[3].startswith("Player 1"))
    assert not screen.is_animating
    server.elapsed_ms = -3000
    until(table, lambda: screen.state.clock_s < 0)


def test_the_last_round_ends_with_cards_that_fly_and_a_key_ends_them(table, room):
    server = RoomServer("closed", "open")
    screen = room(server)
    server.states = ("closed", "closed")
    until(table, lambda: screen.is_animating)
    assert screen.state.next_words == "Player 1 wins"
    table.key("esc").skip(0.5)
    assert not screen.is_animating
    table.frame()
    assert not screen.is_animating
    assert table.app.screen is screen


@pytest.mark.parametrize(("state", "name"), [("waiting", "Wolfgang-Maximilian v {}"), ("closed", "Jo {}")])
def test_forty_all_stand_there_before_the_first_round_and_after_the_last(
    make_table, monkeypatch, state, name
):
    table = make_table(size=(1280, 720))
    server = RoomServer(state, players=40)
    server.named = name
    screen = RoomScreen(table.context, server, [])
    table.app.go_to(screen)
    until(table, lambda: screen.state.room is not None)
    pictures, written = table.context.pictures, list[str]()
    text = pictures.text
    monkeypatch.setattr(pictures, "text", lambda words, *how: (written.append(words), text(words, *how))[1])
    screen.redraw()
    table.frame()
    ends = {words.rpartition("  ")[2] for words in written}
    assert {name.format(number) for number in range(1, 41)} <= ends


def test_a_server_that_has_died_is_begun_again_from_the_seats_too(table, monkeypatch):
    server = RoomServer("waiting")
    monkeypatch.setattr(server, "room", Mock(side_effect=chain([OSError], repeat(server.room()))))
    monkeypatch.setattr(server, "resume", Mock())
    table.open(SeatsScreen(table.context, server))
    until(table, lambda: table.sentence == STARTING)
    until(table, lambda: table.listed.rows and not table.sentence)
    server.resume.assert_called_once_with()


def test_a_seat_is_removed_at_the_second_press(table):
    server = RoomServer("waiting")
    table.open(SeatsScreen(table.context, server))
    until(table, lambda: table.listed.rows)
    table.key("down", "down").press_button("Remove…")
    assert table.sentence == "Player 2 would be removed, with all rounds: press again to do it."
    server.asked.clear()
    until(table, lambda: table.sentence and not server.asked)
    table.press_button("Remove…")
    until(table, lambda: ("/seats/2/remove", None) in server.asked)
    table.press_button("Ban…")
    assert "that may include others in the same home" in table.sentence
    table.press_button("Ban…")
    until(table, lambda: ("/seats/2/ban", None) in server.asked)


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
    assert table.form.panel.heading == "One part is missing"

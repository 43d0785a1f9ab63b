"""Rounds over a network in the window: what is seen while the server has not answered, and when it has."""

import json
import threading
from concurrent.futures import Future
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from game.online.bodies import AllStandings, ClosedRound, RejectionBody, Tournaments, read_body
from game.online.check import Checked, Fault, check_round
from game.online.client import ServerRefused
from game.online.messages import (
    ActionDone,
    Announcement,
    BeginRound,
    DoAction,
    Rejected,
    RoundEnded,
    RoundEnding,
    RoundScore,
    RoundState,
    TournamentChanged,
    Welcome,
)
from game.online.prediction import entry_words
from game.play.game import ControlAction, Game
from game.play.record import Record
from game.play.replay import Replay
from game.rounds.asking import OnlineAddress, TakenSeat
from game.rounds.hosted import short_code
from game.rounds.line import Connected, ConnectionEnded, Disconnected
from game.rounds.port import Proof
from game.rounds.remote import RemoteReferee
from game.rules.spider import Spider
from game.storage.files import StorageError
from game.storage.tournament_store import OnlineKeys
from game.tournament.tournament import Remark
from game.ui.drawing.theme import TEXT, WARNING
from game.ui.games.rush import RushView
from game.ui.opening import with_link
from game.ui.pages.text_page import RulesScreen
from game.ui.replay.playback import ReplayScreen
from game.ui.tournament.connect import REFRESH_S, OnlineListScreen
from game.ui.tournament.page import ProofScreen, TournamentScreen, proof_words
from game.ui.tournament.round import ReadyScreen
from tests.online.examples import example
from tests.online.lies import lie
from tests.records import golden
from tests.ui.driver import Table
from tests.ui.driver.pseudo import PseudoLanguage
from tests.ui.online import FACE_UP, ID, START, Script, hear, online_round, online_seat, told

CONNECT = "game.ui.tournament.connect"
NOBODY = OnlineAddress("http://x", None)


@pytest.fixture
def line(table):
    """The other end of the line of a table at which the first round has just begun."""
    return online_round(table)


def back(*states):
    """The line stands again, and the first round runs."""
    return Connected(2, Welcome(1, "Anna", told(*states), 1))


def waste(table):
    return [card.text for card in table.game.position.piles[1]]


def test_a_round_begins_like_one_at_home(table):
    line = online_seat(table, "open", "waiting")
    assert isinstance(table.app.screen, TournamentScreen)
    table.frame()
    assert "Round 1 is open" in table.app.screen.spoken.lines
    table.press_button("Play round 1").frame()
    assert isinstance(table.app.screen, ReadyScreen)
    table.key("enter").skip(2.5)
    assert not any(type(message).__name__ == "BeginRound" for message in line.sent), (
        "nobody sees a card before"
    )
    table.skip(0.6)
    assert type(line.sent[-1]).__name__ == "BeginRound"
    hear(table, line, line.position())
    assert isinstance(table.screen.view, RushView)
    assert table.screen.title == "Round 1 of 2 — Anna"


def test_turned_cards_wait_face_down_until_they_are_named(table, line):
    table.click("stock").skip(0.1)
    assert isinstance(line.sent[-1], DoAction)
    assert all(text.startswith("(") for text in waste(table))
    assert table.sentence == "Cards are being turned from the stock; 21 left"
    table.resize(640, 480).wait(0.1)
    shown = table.screen.bars.shown_facts(table.context.pictures)
    assert shown[-1] == ("Connection", "20 ms"), "it gives way to nothing"
    table.resize(1280, 800).narrated.clear()
    table.click("waste").skip(0.1)
    assert table.sentence == "The card is still being turned over.", "it is not picked up"
    assert (table.held, len(line.sent)) == ([], 2), "the round and the hand"
    table.pick_up("t5").move_to((640, 500)).wait(0.1)
    assert [card.text for card in table.held] == ["AS"]
    hear(table, line, line.done(28, 29, 30), seconds=0.5)
    assert waste(table) == ["2H", "7D", "5H"]
    assert [card.text for card in table.held] == ["AS"], "it stays in the hand"
    assert table.narrated[-1] == "2 of hearts, 7 of diamonds, 5 of hearts turned over"
    assert [sprite.card.text for sprite in table.sprites if sprite.card.text in ("2H", "7D", "5H")]


def test_a_connection_lost_in_the_middle_of_a_drag_takes_nothing_out_of_the_hand(table, line):
    table.pick_up("t5").move_to((640, 500))
    hear(table, line, Disconnected())
    assert [card.text for card in table.held] == ["AS"]
    assert table.screen.bars.facts[-1] == ("Connection", "lost")
    sent = len(line.sent)
    table.carry("f4").drop().wait(0.5)
    assert len(line.sent) == sent, "nobody is there to hear it"
    assert table.sentence.startswith("The connection is lost"), "what is done meanwhile does not hide it"
    assert [card.text for card in table.game.position.piles[5]] == ["AS"]
    hear(table, line, back("open", "waiting"))
    assert type(line.sent[-1]).__name__ == "BeginRound"
    hear(table, line, line.position())
    assert isinstance(line.sent[-1], DoAction)
    assert "back" in table.sentence
    hear(table, line, line.done(19), seconds=0.5)
    assert table.game.position.piles[5], "it counts"


@pytest.mark.parametrize("how", ["Time is up", "Game ended"])
def test_the_end_is_shown_when_the_server_has_said_it(table, line, how):
    is_late = how == "Time is up"
    if is_late:
        line.now_ms += 400_000
    else:
        table.screen.act(ControlAction.END)
    table.wait(0.3)
    assert not table.panel
    over = RoundEnded(1, ("300000 end",), RoundEnding("timeout", 0, 0, 0, 300_000))
    hear(table, line, over if is_late else line.done(at=4000), seconds=1.8)
    assert table.panel == how
    table.press_button("Continue").frame()
    assert isinstance(table.app.screen, TournamentScreen)


def test_the_page_follows_the_server(table):
    line = online_seat(table, "waiting", "waiting", rounds=(None, None))
    seat = table.app.screen.referee
    seat.is_connected = seat.has_been_connected = False
    assert "Connecting…" in table.skip(0.3).app.screen.spoken.lines
    seat.is_connected = seat.has_been_connected = True
    table.skip(0.3)
    assert "Round 1 opens 2026-11-23  06:00" in table.app.screen.spoken.lines
    hear(table, line, TournamentChanged(told("open", "waiting")))
    assert "Play round 1" in [button.word for button in table.app.screen.buttons]
    hear(table, line, Disconnected())
    assert "The connection is lost; trying again." in table.app.screen.spoken.lines
    seat.has_been_connected = False
    table.skip(0.3)
    assert "The server cannot be reached; trying again." in table.app.screen.spoken.lines
    table.key("esc").frame()
    assert not line.is_closed, "what opens is told at home, too"


def test_a_round_that_was_played_is_not_offered_again(table):
    online_seat(table, "open", "open", rounds=(RoundScore(True, 0, 0, 21_300), None))
    table.frame()
    assert "Round 2 is open" in table.app.screen.spoken.lines
    assert "Play round 2" in [button.word for button in table.app.screen.buttons]
    table.press_button("Round 1").frame()
    assert table.sentence == "You can watch the games of round 1 once it is closed."
    online_seat(table, "open", rounds=(RoundScore(True, 0, 0, 21_300),))
    table.frame()
    assert "The round is not closed yet." in table.app.screen.spoken.lines
    assert table.app.screen.buttons[0].word == "Help", "who has played all waits for the others"


def test_a_finished_tournament_has_its_podium(table):
    online_seat(table, "closed", "closed", rounds=(RoundScore(True, 300, 12, 100_000), None))
    table.frame()
    screen = table.app.screen
    assert screen.table.podium_box is not None
    assert screen.spoken.lines[0] == "Ben wins"
    told = " ".join(screen.spoken.lines)
    assert "You came 2nd, " in told
    assert "Ruby (robot)" in told
    assert "Anna (you)" in told
    assert "Ben (you)" not in told


def test_who_knocks_waits_at_the_door_and_goes_in_by_itself_or_is_renamed_or_sent_away(table):
    line = online_seat(table, "open", "waiting")
    hear(table, line, Connected(2, Welcome(START, "Anna", told("open", "waiting"), None, False)))
    assert "asked to join" in table.app.screen.part.news
    assert table.app.screen.buttons[0].word == "Help", "there is nothing to be played yet"
    hear(table, line, Welcome(START, "Anna", told("open", "waiting"), None))
    assert table.app.screen.part.news == "Round 1 is open"
    assert table.app.screen.buttons[0].word == "Play round 1"
    hear(table, line, Connected(2, Welcome(START, "Zoë", told("open", "waiting"), None)))
    assert table.app.screen.sentence == "The host has given you another name: Zoë."
    hear(table, line, ConnectionEnded(ServerRefused(RejectionBody("sent_away", ()))))
    assert table.app.screen.part.news == "The host has not let you in."


def test_who_plays_something_else_is_told_when_a_round_opens_and_a_minute_before_it_closes(table):
    line = online_seat(table, "waiting", "waiting")
    table.app.go_home()
    table.context.navigation.table(table.context.sessions.deal(Spider(), 7), is_fresh=True)
    table.skip(3)
    assert not line.is_closed
    is_open = told("open", "waiting")
    hear(table, line, TournamentChanged(is_open), seconds=0.6)
    assert table.sentence == "Round 1 of Sunday evening is open: press F9 to go there."
    soon = replace(is_open.rounds[0], closes=round(line.now_ms) + 59_000)
    hear(table, line, TournamentChanged(replace(is_open, rounds=(soon, is_open.rounds[1]))), seconds=0.6)
    assert table.sentence == "Round 1 of Sunday evening closes in a minute: press F9 to go there."
    table.screen.say("")
    table.skip(1.2)
    assert table.sentence == "", "each is told once"
    table.key("f9")
    assert isinstance(table.app.screen, TournamentScreen)
    table.skip(0.2)
    hear(table, line, TournamentChanged(is_open))
    assert "Play round 1" in table.words
    hear(table, line, ConnectionEnded(ServerRefused(RejectionBody("deleted", ()))))
    table.app.go_home()
    assert line.is_closed, "nothing more is told of that"


def test_what_the_host_says_is_heard_at_the_table_and_stands_on_the_page(table, line):
    said = replace(told("open", "waiting"), announced=Announcement(START, "Pizza, {five} minutes"))
    hear(table, line, TournamentChanged(said))
    assert table.sentence == "The host says: Pizza, {five} minutes"
    table.screen.mode.go_back()
    table.skip(0.2)
    hear(table, line, TournamentChanged(said))
    assert any("The host says: Pizza, {five} minutes" in text for text in table.app.screen.spoken.lines)


def test_a_cancelled_round_is_over_and_says_why_it_cannot_be_watched(table):
    hear(table, online_seat(table, "open", "closed"), TournamentChanged(told("cancelled", "closed")))
    screen = table.app.screen
    assert screen.referee.is_over
    (button,) = (button for button in screen.buttons if button.word == "Round 1")
    assert button.refusal() == "Round 1 was cancelled: it does not count."


def test_a_table_that_was_asked_for_before_takes_nothing_back(table):
    gate, line, context = threading.Event(), Script(), table.context
    before = AllStandings(START, told("open", "waiting"), ())

    def ask() -> AllStandings:
        gate.wait(10)
        return before

    at = TakenSeat("x", "", told("open", "waiting"), "Anna")
    seat = RemoteReferee(at, line, context.library, context.now_ns, context.utc_now, ask)
    seat.look_at_table()
    line.tell(TournamentChanged(told("cancelled", "waiting")))
    seat.poll()
    gate.set()
    while seat.table is None:
        seat.poll()
    assert [info.state for info in seat.tournament.rounds] == ["cancelled", "waiting"]


def test_a_common_start_leads_to_one_countdown_and_begins_by_itself(table):
    line = online_seat(table, "waiting", "waiting")
    hear(table, line, TournamentChanged(told("open", "waiting", starts=START + 10_000)))
    assert isinstance(table.app.screen, ReadyScreen)
    assert table.app.screen.count == 10
    table.key("esc").skip(0.2)
    hear(table, line, TournamentChanged(told("open", "waiting", starts=START + 10_000)))
    assert isinstance(table.app.screen, TournamentScreen), "who turns back is not led there again"
    assert table.app.screen.part.news == "Round 1 starts in 10 seconds"
    table.press_button(table.app.screen.buttons[0].word).frame()
    assert "together" in " ".join(table.app.screen.spoken_lines) or table.app.screen.spoken_lines == ["10"]
    line.now_ms += 9_000
    table.skip(1.1)
    assert table.app.screen.count == 1
    assert not any(isinstance(message, BeginRound) for message in line.sent), "nothing is asked for before"
    line.now_ms += 1_000
    table.skip(1.1)
    assert line.sent[-1] == BeginRound(1)
    hear(table, line, Rejected(1, None, "not_started", (f"{START + 10_000}",), None))
    assert [message for message in line.sent if isinstance(message, BeginRound)] == [
        BeginRound(1),
        BeginRound(1),
    ], "by a hair too early"
    hear(table, line, line.position())
    assert waste(table) == []


def test_who_comes_late_sees_what_is_gone_before_beginning(table):
    line = online_seat(table, "waiting", "waiting")
    line.now_ms += 140_000
    hear(table, line, TournamentChanged(told("open", "waiting", starts=START + 10_000)))
    assert table.app.screen.part.news == "Round 1 is running: 2:50 left of 5:00"
    table.key("enter").skip(0.2)
    assert isinstance(table.app.screen, ReadyScreen)
    assert "2:50 left of 5:00" in " ".join(table.app.screen.spoken_lines)
    assert not any(isinstance(message, BeginRound) for message in line.sent)
    table.key("enter")
    assert line.sent[-1] == BeginRound(1), "no second is counted down while the time runs"


def test_a_tournament_with_clocks_of_their_own_is_called_friendly(table):
    online_seat(table, "open")
    assert "friendly" in table.app.screen.facts[-1]
    hear(table, online_seat(table, "open"), TournamentChanged(told("open", starts=START)))
    assert "friendly" not in " ".join(table.app.screen.facts)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("ftp://nobody", "“ftp://nobody” is not the address of a server."),
        ("localhost", "A name needs at least one letter."),
    ],
)
def test_a_silly_address_and_a_player_without_a_name_are_refused_in_a_sentence(table, address, sentence):
    table.visit("online_connect", address).press_button("Connect").frame()
    assert table.sentence == sentence


def test_what_stands_in_the_file_of_keys_cannot_disturb_the_form(table):
    lies = {"address": "http://\ud800\x00\u202e", "key": "0" * 64}
    content = {"version": 1, "name": "A\x1b[31m\x00\n\udfff", "servers": [lies]}
    (table.context.library.folder / "online.json").write_text(json.dumps(content))
    table.app.go_home()
    table.context.navigation.go("online_connect")
    for key in ("tab", "end", "home"):
        table.key(key).frame()
    table.press_button("Connect").frame()
    assert table.sentence.endswith("is not the address of a server.")


def test_a_link_comes_to_its_tournament(table):
    other = told("open")
    listed = Tournaments(1, (told("closed"), type(other)(**{**vars(other), "id": "0b" * 16})))
    table.open(OnlineListScreen(table.context, OnlineAddress("http://x", "0b" * 16), "Anna", listed))
    assert isinstance(table.app.screen, OnlineListScreen)
    assert table.listed.chosen == 1


def test_a_missing_package_is_told_with_the_way_to_get_it(table, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "websockets", None)
    table.visit("online_connect", "localhost")
    assert table.form.panel.heading == "A package is missing"
    first, *_, command = table.form.panel.rows[0].widget.parts[0].paragraphs
    assert "needs a free package" in first, "in a player's words, and only then what is typed"
    assert command.endswith("pip install websockets")


def test_coming_back_to_a_running_round_counts_nothing_down(table):
    line = online_seat(table, "open")
    hear(table, line, back("open")).press_button("Continue round 1").skip(0.1)
    assert type(line.sent[-1]).__name__ == "BeginRound"
    line.now_ms += 61_000
    hear(table, line, line.position("700 stock", "1400 stock", seen=(*FACE_UP, *range(28, 34))))
    assert len(table.game.entries) == 2
    assert table.screen.session.elapsed_ms == 61_000
    line = online_seat(table, "open")
    hear(table, line, back("open")).press_button("Continue round 1").skip(0.1)
    over = line.position("300000 end")
    hear(table, line, replace(over, ending=RoundEnding("timeout", 0, 0, 0, 300_000)))
    assert isinstance(table.app.screen, TournamentScreen)
    assert table.app.screen.sentence == "Your time ran out. The round was scored as it stood."


def test_a_round_that_cannot_be_begun_says_why(table):
    line = online_seat(table, "open")
    table.press_button("Play round 1").frame().key("enter").skip(3.2)
    hear(table, line, Rejected(1, None, "no_deck", (), None))
    assert isinstance(table.app.screen, ReadyScreen)
    assert table.sentence == "The server has no deck ready yet; try again in a moment."
    table.key("esc").frame()
    assert isinstance(table.app.screen, TournamentScreen)


def test_a_closed_round_is_checked_and_its_games_are_watched(table, monkeypatch):
    closed = read_body(ClosedRound, example("round"), 1 << 20)
    monkeypatch.setattr("game.rounds.remote.closed_round", lambda *_: closed)
    monkeypatch.setattr("game.rounds.asking.in_background", answered)
    online_seat(table, "closed", rounds=(None,))
    table.frame().press_button("Round 1").skip(0.3)
    assert table.sentence.startswith("The deck is the one the server promised. 1 game was checked")
    assert table.app.screen.panel.sentence_colour == TEXT
    table.app.open(ProofScreen(table.context, Proof(1, check_round(closed, "0" * 64), is_promised=True)))
    assert table.app.screen.panel.sentence_colour == WARNING
    table.key("esc").frame()
    table.press_button("Watch").frame()
    assert isinstance(table.app.screen, ReplayScreen)


def answered(ask) -> Future:
    """A question that is answered at once, in the thread that asks; an answer that is an error is one."""
    found = Future()
    try:
        answer = ask()
    except StorageError as error:
        answer = error
    (found.set_exception if isinstance(answer, Exception) else found.set_result)(answer)
    return found


def seat(player: str, key: str = "07" * 32) -> TakenSeat:
    """A seat that a server has given."""
    return TakenSeat("http://x", key, told("open"), player)


def answer_at_once(monkeypatch, line: Script) -> None:
    """Has questions answered in the thread that asks, and a seat hear what is told by a line."""
    monkeypatch.setattr("game.rounds.asking.in_background", answered)
    monkeypatch.setattr("game.rounds.remote.table_of", lambda *_: ConnectionRefusedError())
    monkeypatch.setattr(f"{CONNECT}.ReconnectingClient", lambda *_, **__: line)


@pytest.fixture
def asked(monkeypatch):
    """A server that answers at once and lets everybody in; what it was asked."""
    found = []
    answer_at_once(monkeypatch, Script())
    monkeypatch.setattr(f"{CONNECT}.list_tournaments", lambda _: listed(told("open")))
    monkeypatch.setattr(f"{CONNECT}.join", lambda *parts: found.append(parts) or seat("Mia", parts[3]))
    return found


# Several things at once ------------------------------------------------------------------------------
def actions(line):
    return [(message.number, message.action) for message in line.sent if isinstance(message, DoAction)]


def test_a_refusal_amid_quick_actions_takes_back_all_behind_it_and_nothing_before(table, line):
    table.key("d", "d", "d")
    refused = Rejected(1, 2, "failed", (), 2), Rejected(1, 3, "ahead", (), 2)
    hear(table, line, line.done_of(1, 28, 29, 30), *refused)
    assert waste(table) == ["2H", "7D", "5H"]
    assert table.sentence == "The server could not save that; try again in a moment."
    table.key("d").skip(0.2)
    assert actions(line)[-1] == (2, "stock")
    hear(table, line, line.done(31, 32, 33))
    assert waste(table) == ["2H", "7D", "5H", *line.deck[31:34]]


def test_a_double_click_sends_a_card_home_before_the_server_has_said_so(table, line):
    table.double_click("t5").skip(0.5)
    assert actions(line) == [(1, "t5>f4")]
    assert [card.text for card in table.game.position.piles[5]] == ["AS"]
    assert table.game.position.piles[10][-1].text.startswith("("), "what lay beneath it waits face down"
    table.double_click("t5").skip(0.3)
    assert table.sentence == "The card is still being turned over."
    hear(table, line, line.done(19))
    assert table.game.position.piles[10][-1].text == line.deck[19]


def test_a_card_in_the_hand_stays_there_when_another_move_is_refused(table, line):
    table.double_click("t5").skip(0.3).pick_up("t4").move_to((640, 560))
    hear(table, line, Rejected(1, 1, "failed", (), 1), seconds=0.4)
    assert [card.text for card in table.held] == [line.deck[18]]
    assert table.game.position.piles[10][-1].text == "AS", "it went back"
    assert table.game.position.piles[5] == ()
    table.drop().settle()
    assert table.held == []


def test_what_is_in_the_hand_goes_back_when_its_own_pile_changes(table, line):
    table.key("d")
    hear(table, line, line.done(28, 29, 30))
    table.key("d").skip(0.2)
    hear(table, line, line.done(31, 32, 33))
    table.pick_up("waste").move_to((640, 560)).wait(0.1)
    line.tell(Disconnected(), back("open", "waiting"))
    hear(table, line, line.position("700 stock", seen=(*FACE_UP, *range(28, 31))), seconds=0.4)
    assert table.held == [], "the server knows of one turn only"
    assert waste(table)[:3] == ["2H", "7D", "5H"]


def test_an_undo_waits_for_nothing_and_goes_back_when_it_is_refused(table, line):
    table.click("t5").click("f4").skip(0.3)
    hear(table, line, line.done(19))
    table.key("u")
    assert actions(line) == [(1, "t5>f4")], "it has shown a card"
    for first in range(28, 52, 3):
        table.key("d").skip(0.1)
        hear(table, line, line.done_of(len(actions(line)), *range(first, first + 3)))
    table.key("d")  # the waste is put back
    table.skip(0.1)
    hear(table, line, line.done())
    assert waste(table) == []
    table.key("u").skip(0.1)
    assert len(waste(table)) == 24, "it is shown at once"
    number, action = actions(line)[-1]
    assert action == "undo"
    hear(table, line, Rejected(1, number, "failed", (), number), seconds=0.4)
    assert waste(table) == []


def test_a_solved_game_is_played_out_by_the_server_before_the_eyes_of_its_player(table):
    record = golden("rush_draw_3_won")
    entries, texts = record.entries, [entry_words(record.deal.variant, entry) for entry in record.entries]
    game = Game(record.deal)
    solving = next(
        at for at, entry in enumerate(entries) if game.play(entry.action, entry.at_ms) or game.is_solved
    )
    deck = " ".join(card.up.text for card in record.deal.deck)

    def begun(line):
        return replace(line.position(*texts[:solving]), seen=deck)

    line = online_round(table, begun, entries[solving].at_ms)
    table.screen.act(entries[solving].action)
    table.skip(0.1)
    assert not table.game.is_over, "the server has not said so"
    ending = RoundEnding("won", 0, 0, 52, entries[-1].at_ms)
    hear(
        table,
        line,
        ActionDone(1, solving + 1, entries[solving].at_ms, (), tuple(texts[solving + 1 :]), ending),
    )
    assert table.screen.asked.is_autoplaying(), "the cards go home one after the other"
    assert not table.game.is_over
    assert not table.panel
    table.settle().wait(3)
    assert table.panel == "All 52 cards are home!"


# The ways there and back -----------------------------------------------------------------------------
def listed(*tournaments):
    return Tournaments(1, tournaments)


def other(name, *states):
    return replace(told(*states), id=f"{len(name):032x}", name=name)


def test_the_list_keeps_itself_up_to_date_and_says_when_the_server_goes(table, monkeypatch):
    monkeypatch.setattr("game.rounds.asking.in_background", answered)
    told_now: list[Tournaments | Exception] = [listed()]
    table.open(OnlineListScreen(table.context, NOBODY, "Anna", listed(), lambda: told_now[0]))
    table.frame()
    assert "Join" not in table.words
    told_now[0] = listed(other("One", "waiting"))
    table.skip(REFRESH_S + 0.2)
    assert [row.name for row in table.listed.rows] == ["One"]
    assert "Join" in table.words
    told_now[0] = listed(other("Another", "open"), other("One", "open"))
    table.skip(REFRESH_S + 0.2)
    assert [row.name for row in table.listed.rows] == ["Another", "One"]
    assert table.listed.chosen == 1, "the one that was chosen stays so"
    assert "round 1 is open" in table.listed.rows[1].facts
    told_now[0] = ConnectionRefusedError()
    table.skip(REFRESH_S + 0.2)
    assert table.sentence.startswith("Nothing answers")
    assert [row.name for row in table.listed.rows] == ["Another", "One"]
    told_now[0] = listed(other("One", "open"))
    table.skip(REFRESH_S + 0.2)
    assert table.sentence == ""


@pytest.mark.parametrize("way", ["tournaments", "online_connect"])
def test_f1_tells_what_a_form_is_about(table, way):
    table.visit(way).key("f1").frame()
    assert isinstance(table.app.screen, RulesScreen)


def test_what_is_remarked_of_a_game_stands_beside_its_figures_in_the_language_of_the_player(table):
    checked = check_round(read_body(ClosedRound, example("round"), 1 << 20))
    (proved,) = checked.proved
    assert proved.remarks == ()
    failed = Checked((Fault("record", "Ben", ""),), ())
    assert proof_words(Proof(1, failed, is_promised=True)) == "The game of Ben failed the check."
    assert "promised to you" in proof_words(Proof(1, Checked((), ()), is_promised=True))
    remarked = checked._replace(proved=(proved._replace(remarks=(Remark.FAST,)), proved))
    table.open(ProofScreen(table.context, Proof(1, remarked, is_promised=True)))
    fast, other = [row.facts for row in table.listed.rows]
    assert fast.startswith(Remark.FAST.value), "what stands last is cut off first"
    assert Remark.FAST.value not in other
    assert "hand" not in PseudoLanguage().translate(fast)
    record = golden("rush_draw_3_won")
    about = {"player": "Cog", "robot": "regular"}
    table.visit("replay", Replay(Record(record.deal, about, record.entries)))
    subtitle = table.app.screen.tables[0].table.bars.subtitle
    assert "Cog (robot, regular)" in subtitle
    assert "(robot" not in PseudoLanguage().translate(subtitle)


@pytest.fixture
def begun_again(tmp_path, monkeypatch):
    """A program that was killed in a round, and another one on the same folder; the other end of its line."""
    first = Table(tmp_path)
    online_round(first)
    first.vanish()
    second, line = Table(tmp_path), Script()
    answer_at_once(monkeypatch, line)
    second.go_home()
    yield second, line
    second.close()


def test_after_a_kill_one_click_leads_back_to_the_round(begun_again, monkeypatch):
    table, line = begun_again
    monkeypatch.setattr(f"{CONNECT}.join", lambda *_: seat("Anna"))
    now = table.utc_now()
    for passed, is_urgent in ((timedelta(minutes=5), False), (timedelta(0), True)):
        table.utc_now = lambda passed=passed: now + passed
        table.app.go_home()
        assert table.home.hero.is_urgent is is_urgent, "where its time is over it is not offered"
    assert table.home.hero.line == "Sunday evening: a round’s clock is running"
    table.press_button("Continue")
    line.now_ms += 10_000
    table.skip(0.1)
    hear(table, line, back("open"))
    assert type(line.sent[-1]).__name__ == "BeginRound"
    hear(table, line, line.position("700 stock", seen=(*FACE_UP, 28, 29, 30)))
    assert waste(table) == ["2H", "7D", "5H"]
    assert table.screen.session.elapsed_ms == 10_000


def test_a_server_that_is_away_is_asked_again_by_itself(begun_again, monkeypatch):
    table, _ = begun_again
    answers = [ConnectionRefusedError(), ConnectionRefusedError(), seat("Anna")]
    monkeypatch.setattr(f"{CONNECT}.join", lambda *_: answers.pop(0))
    table.press_button("Continue").skip(0.3)
    assert table.sentence == "Nothing answers at that address and port: is the server running?"
    table.skip(4.5)
    assert answers == []
    assert isinstance(table.app.screen, ReadyScreen)
    assert table.app.screen.spoken.lines[0] == "…", "nothing is counted down"


@pytest.fixture
def one_key(monkeypatch):
    """A disk that fails after a key was kept once."""
    keys = ["07" * 32]

    def key_for(*_):
        if not keys:
            raise StorageError("the disk is broken")
        return keys.pop()

    monkeypatch.setattr("game.storage.tournament_store.OnlineKeys.key_for", key_for)


@pytest.mark.usefixtures("one_key")
def test_a_disk_that_fails_while_the_server_answers_keeps_nobody_from_the_round(begun_again, monkeypatch):
    table, _ = begun_again
    monkeypatch.setattr(f"{CONNECT}.join", lambda *_: seat("Anna"))
    table.press_button("Continue").skip(0.3)
    assert isinstance(table.app.screen, ReadyScreen)


@pytest.mark.usefixtures("one_key", "asked")
def test_a_disk_that_fails_before_the_server_is_asked_is_told_in_a_sentence(table):
    for screen in (TournamentScreen, OnlineListScreen):
        table.open(OnlineListScreen(table.context, NOBODY, "Anna", listed(other("One", "open"))))
        table.frame().press_button("Join").skip(0.2)
        assert isinstance(table.app.screen, screen)
    assert table.sentence == "Your key for this server cannot be saved: the disk is broken."


def test_what_was_promised_is_known_after_a_new_start(begun_again, monkeypatch):
    table, line = begun_again
    changed = told("closed")
    monkeypatch.setattr(
        f"{CONNECT}.join", lambda at, *_: seat("Anna")._replace(server=at, tournament=changed)
    )
    table.press_button("Continue").skip(0.1)
    hear(
        table, line, Connected(1, Welcome(1, "Anna", changed, None)), Rejected(1, None, "not_open", (), None)
    ).key("esc").frame()
    assert table.app.screen.referee.promised == {1: "1" * 64, 2: "2" * 64}


def test_a_link_that_says_it_all_leads_straight_to_the_seat(table):
    table.app.go_home()
    listed = Tournaments(START, (told("open"),))
    tournament = listed.tournaments[0].id
    for named, said in (("0" * 32, ""), (tournament, "Joining…")):
        address = OnlineAddress("http://127.0.0.1:9", named)
        screen = OnlineListScreen(table.context, address, "Anna", listed, lambda: listed)
        heard = []
        screen.say = heard.append
        table.app.open(screen)
        table.frame()
        assert heard[:1] == [said][: len(said)], "nothing is joined that no link has named"


def test_the_square_code_of_a_room_leads_to_its_seat_with_the_secret(table, asked):
    OnlineKeys(table.context.library.folder).visited("http://x", "Mia")
    with_link(f"patience:http://x/{short_code(ID)}#{'1b' * 16}")(table.app)
    table.frame().key("enter").skip(0.3)
    assert isinstance(table.app.screen, TournamentScreen)
    assert asked == [("http://x", ID, "Mia", asked[0][3], "1b" * 16)]


def test_the_pasted_link_of_a_seat_leads_to_it_without_a_name_and_its_key_is_kept(table, asked):
    table.visit("online_connect", f"http://x/tournaments/{ID}/play#seat={'ab' * 32}").press_button(
        "Connect"
    ).skip(0.3)
    assert isinstance(table.app.screen, TournamentScreen)
    assert asked[-1][:4] == ("http://x", ID, " ", "ab" * 32)
    keys = OnlineKeys(table.context.library.folder)
    assert (keys.key_for("http://x", ID), keys.servers) == ("ab" * 32, ("http://x",))


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(("answer", "sits"), [("Stay as Mia", "0c" * 32), ("Take the seat", "ab" * 32)])
def test_the_link_of_another_seat_takes_none_unasked_and_both_keys_stay(table, monkeypatch, answer, sits):
    keys = OnlineKeys(table.context.library.folder)
    keys.keep_seat("http://x", ID, "0c" * 32)
    monkeypatch.setattr(
        f"{CONNECT}.join", lambda _, __, ___, key, *____: seat("Mia" if key == "0c" * 32 else "Bea", key)
    )
    table.visit("online_connect", f"http://x/tournaments/{ID}/play#seat={'ab' * 32}").press_button(
        "Connect"
    ).skip(0.3)
    assert table.sentence == "You sit here as Mia. Take the seat of Bea instead? Both keys are kept."
    table.press_button(answer).skip(0.1)
    assert isinstance(table.app.screen, TournamentScreen)
    assert OnlineKeys(table.context.library.folder).known("http://x", ID) == sits
    kept = (table.context.library.folder / "online.json").read_text()
    assert all(key * 32 in kept for key in ("0c", "ab"))


# A server that means harm --------------------------------------------------------------------------
def heard(table, line: Script, random: Random, count: int) -> None:
    """The window hears lies, and its player does this and that."""
    for number in range(count):
        for _ in range(random.randrange(4)):
            told = lie(random)
            if isinstance(told, ActionDone) and random.random() < 0.7:
                asked = [message for message in line.sent if isinstance(message, DoAction)]
                if asked:
                    told = ActionDone(1, asked[-1].number, told.at, told.shown, told.more, told.ending)
            if isinstance(told, RoundState) and random.random() < 0.5:
                told = line.position(*told.entries[:2])
            if isinstance(told, Welcome):
                line.tell(Connected(number, told))
            elif told.kind != "goodbye":  # the line hears it
                line.tell(told)
        table.skip(0.1)
        match random.randrange(4):
            case 0:
                table.key("enter")
            case 1:
                table.key("space")
            case 2:
                table.key("tab")


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 8))]
)
@pytest.mark.parametrize("is_at_table", [True, False])
def test_the_tournament_goes_on_whatever_the_server_says(table, seed, is_at_table):
    line = online_round(table) if is_at_table else online_seat(table, "open", "waiting")
    heard(table, line, Random(seed), 25)


def test_another_tournament_takes_no_ones_place(table):
    line = online_seat(table, "open", "waiting")
    seat = table.app.screen.referee
    told, random = seat.tournament, Random(1)
    while True:
        other = lie(random)
        if isinstance(other, TournamentChanged) and len(other.tournament.rounds) < 2:
            break
    line.tell(other)
    table.skip(0.2)
    assert seat.tournament == told

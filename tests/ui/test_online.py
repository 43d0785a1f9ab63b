"""Rounds over a network in the window: what is seen while the server has not answered, and when it has."""

import pytest

from game.online.check import Checked, Fault
from game.online.messages import (
    Changed,
    ClosedRound,
    Do,
    Ended,
    Ending,
    Refused,
    RoundScore,
    Tournaments,
    Welcome,
    read_body,
)
from game.play.game import Act
from game.session.online_address import OnlineAddress
from game.session.online_line import Connected, Lost
from game.ui.games.rush.view import RushView
from game.ui.replay.replay import ReplayScene
from game.ui.tournament.online_connect import OnlineListScene, OnlineScene
from game.ui.tournament.online_page import OnlineTournamentScene
from game.ui.tournament.online_proof import proof_words
from game.ui.tournament.ready import ReadyScene
from tests.online.examples import example
from tests.ui.online import FACE_UP, online_round, online_seat, told


@pytest.fixture
def seated(table):
    """A table at which the first round has just begun, and the other end of its line."""
    return table, online_round(table)


def waste(table):
    return [each.text for each in table.game.position.piles[1]]


def test_a_round_begins_like_one_at_home(table):
    line = online_seat(table, "open", "waiting")
    assert isinstance(table.app.scene, OnlineTournamentScene)
    table.frame()
    assert "Round 1 is open" in table.app.scene.spoken.lines
    table.press_button("Play round 1")
    table.frame()
    assert isinstance(table.app.scene, ReadyScene)
    table.key("enter")
    table.skip(2.5)
    assert not any(type(each).__name__ == "Begin" for each in line.sent), "nobody sees a card before"
    table.skip(0.6)
    assert type(line.sent[-1]).__name__ == "Begin"
    line.tell(line.position())
    table.skip(0.1)
    assert isinstance(table.scene.view, RushView)
    assert table.scene.title == "Round 1 of 2 — Anna"


def test_turned_cards_wait_face_down_until_they_are_named(seated):
    table, line = seated
    table.click("stock")
    table.skip(0.1)
    assert isinstance(line.sent[-1], Do)
    assert all(text.startswith("(") for text in waste(table))
    assert table.sentence == "cards are being turned from the hand; 21 left"
    line.tell(line.done(28, 29, 30))
    table.wait(0.5)
    assert waste(table) == ["2H", "7D", "5H"]
    assert table.sentence == "2♥, 7♦, 5♥ turned up"
    assert [each.card.text for each in table.sprites if each.card.text in ("2H", "7D", "5H")]


def test_a_card_in_the_hand_stays_there_while_others_are_named(seated):
    table, line = seated
    table.click("stock")
    table.skip(0.2)
    table.pick_up("t5")
    table.move_to((640, 500))
    table.wait(0.1)
    assert [each.text for each in table.held] == ["AS"]
    line.tell(line.done(28, 29, 30))
    table.wait(0.4)
    assert [each.text for each in table.held] == ["AS"]
    assert waste(table) == ["2H", "7D", "5H"]


def test_a_connection_lost_in_the_middle_of_a_drag_takes_nothing_out_of_the_hand(seated):
    table, line = seated
    table.pick_up("t5")
    table.move_to((640, 500))
    line.tell(Lost())
    table.wait(0.3)
    assert [each.text for each in table.held] == ["AS"]
    assert table.scene.bars.facts[-1] == ("Connection", "lost")
    sent = len(line.sent)
    table.carry("f4")
    table.drop()
    table.wait(0.5)
    assert len(line.sent) == sent, "nobody is there to hear it"
    assert [each.text for each in table.game.position.piles[5]] == ["AS"]
    line.tell(Connected(2, Welcome(1, "Anna", told("open", "waiting"), 1)))
    table.wait(0.2)
    assert type(line.sent[-1]).__name__ == "Begin"
    line.tell(line.position())
    table.wait(0.2)
    assert isinstance(line.sent[-1], Do)
    assert "back" in table.sentence
    line.tell(line.done(19))
    table.wait(0.5)
    assert table.game.position.piles[5], "it counts"


def test_what_the_server_refuses_goes_back_with_a_sentence(seated):
    table, line = seated
    before = table.game.position
    table.click("stock")
    table.skip(0.2)
    line.tell(Refused(1, 1, "failed", (), 1))
    table.wait(0.5)
    assert table.game.position == before
    assert table.sentence == "The server could not keep that; try again in a moment."
    assert len([each for each in table.sprites if not each.card.face_up]) == 52 - 7


def test_a_card_that_waits_is_not_picked_up_and_its_guess_is_not_told(seated):
    table, line = seated
    table.click("stock")
    table.skip(0.6)
    table.narrated.clear()
    table.click("waste")
    table.skip(0.1)
    assert table.sentence == "The card is still being turned over."
    assert table.held == []
    assert len(line.sent) == 2, "the round and the hand"


def test_the_server_ends_the_round_in_time(seated):
    table, line = seated
    line.now_ms += 400_000
    table.wait(0.3)
    assert not table.panel
    line.tell(Ended(1, ("300000 end",), Ending("timeout", 0, 0, 0, 300_000)))
    table.wait(0.5)
    assert table.panel == "The time is up"
    table.press_button("Continue")
    table.frame()
    assert isinstance(table.app.scene, OnlineTournamentScene)


def test_the_end_is_shown_when_the_server_has_said_it(seated):
    table, line = seated
    table.scene.act(Act.END)
    table.wait(0.3)
    assert not table.panel
    line.tell(line.done(at=4000))
    table.wait(0.5)
    assert table.panel == "Game ended"


def test_the_page_follows_the_server(table):
    line = online_seat(table, "waiting", "waiting", rounds=(None, None))
    table.frame()
    assert "Round 1 opens 2026-11-23  06:00" in table.app.scene.spoken.lines
    line.tell(Changed(told("open", "waiting")))
    table.skip(0.3)
    assert "Play round 1" in [button.word for button in table.app.scene.buttons]
    line.tell(Lost())
    table.skip(0.3)
    assert "The connection is lost; it is tried again." in table.app.scene.spoken.lines
    table.key("esc")
    table.frame()
    assert line.is_closed


def test_a_round_that_was_played_is_not_offered_again(table):
    online_seat(table, "open", "open", rounds=(RoundScore(True, 0, 0, 21_300), None))
    table.frame()
    assert "Round 2 is open" in table.app.scene.spoken.lines
    assert "Play round 2" in [button.word for button in table.app.scene.buttons]


def test_who_has_played_all_waits_for_the_others(table):
    online_seat(table, "open", rounds=(RoundScore(True, 0, 0, 21_300),))
    table.frame()
    assert "The round is not closed yet." in table.app.scene.spoken.lines
    assert table.app.scene.buttons[0].word == "Help"


def test_a_finished_tournament_has_its_podium(table):
    online_seat(table, "closed", "closed", rounds=(RoundScore(True, 300, 12, 100_000), None))
    table.frame()
    scene = table.app.scene
    assert scene.podium_box is not None
    assert scene.spoken.lines[0] == "Ben wins"
    assert "Ruby (robot)" in " ".join(scene.spoken.lines)


def test_a_silly_address_is_refused_in_a_sentence(table):
    table.app.go_home()
    table.stage.routes.online_connect("ftp://nobody")
    table.frame()
    table.press_button("Connect")
    table.frame()
    assert table.sentence == "“ftp://nobody” is not the address of a server."


def test_who_has_no_name_is_asked_for_one(table):
    table.app.go_home()
    table.stage.routes.online_connect("localhost")
    table.frame()
    table.press_button("Connect")
    table.frame()
    assert table.sentence == "A name has at least one letter."


def test_a_link_comes_to_its_tournament(table):
    table.app.go_home()
    other = told("open")
    listed = Tournaments(1, (told("closed"), type(other)(**{**vars(other), "id": "0b" * 16})))
    table.stage.routes.online_list(OnlineAddress("http://x", "0b" * 16), "Anna", listed)
    table.frame()
    assert isinstance(table.app.scene, OnlineListScene)
    assert table.listed.chosen == 1


def test_a_missing_package_is_one_sentence(table, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "websockets", None)
    table.app.go_home()
    table.stage.routes.online_connect("localhost")
    table.frame()
    assert isinstance(table.app.scene, OnlineScene)
    assert "requirements-online.txt" in table.sentence


def test_a_proof_tells_what_does_not_hold():
    assert "promised to you" in proof_words(Checked((), ()), is_promised=True)
    words = proof_words(Checked((Fault("record", "Ben", ""),), ()), is_promised=True)
    assert words == "The game of Ben does not hold."


def test_coming_back_to_a_running_round_counts_nothing_down(table):
    line = online_seat(table, "open")
    line.tell(Connected(2, Welcome(1, "Anna", told("open"), 1)))
    table.skip(0.2)
    table.press_button("Go on with round 1")
    table.skip(0.1)
    assert type(line.sent[-1]).__name__ == "Begin"
    line.now_ms += 61_000
    line.tell(line.position("700 stock", "1400 stock", seen=(*FACE_UP, *range(28, 34))))
    table.skip(0.2)
    assert len(table.game.entries) == 2
    assert table.scene.session.elapsed_ms == 61_000


def test_a_round_that_cannot_be_begun_says_why(table):
    line = online_seat(table, "open")
    table.press_button("Play round 1")
    table.frame()
    table.key("enter")
    table.skip(3.2)
    line.tell(Refused(1, None, "no_deck", (), None))
    table.skip(0.2)
    assert isinstance(table.app.scene, ReadyScene)
    assert table.sentence == "The server has no deck ready yet; try again in a moment."
    table.key("esc")
    table.frame()
    assert isinstance(table.app.scene, OnlineTournamentScene)


def test_a_closed_round_is_checked_and_its_games_are_watched(table, monkeypatch):
    closed = read_body(ClosedRound, example("round"), 1 << 20)
    monkeypatch.setattr("game.ui.tournament.online_page.closed_round", lambda *_: closed)
    monkeypatch.setattr("game.ui.tournament.online_page.Asking", Answered)
    online_seat(table, "closed", rounds=(None,))
    table.frame()
    table.press_button("Round 1")
    table.skip(0.3)
    assert table.sentence.startswith("The deck fits what the server promised. 1 game was checked")
    table.press_button("Watch")
    table.frame()
    assert isinstance(table.app.scene, ReplayScene)


def test_the_games_of_an_open_round_are_not_shown(table):
    online_seat(table, "open")
    table.frame()
    table.press_button("Round 1")
    table.frame()
    assert table.sentence == "The games of round 1 can be watched when it is closed."


class Answered:
    """A question that is answered at once, in the thread that asks."""

    is_answered, error = True, None

    def __init__(self, ask) -> None:
        self.answer = ask()

"""Golf at the table: played, ended, replayed and left, with nothing on offer that it does not have."""

import pytest

from game.play.record import Record
from game.play.replay import Replay
from tests.golf.test_golf import clear, nearly_won
from tests.ui.driver import Table

pytestmark = pytest.mark.slow


@pytest.fixture
def laid(table: Table) -> Table:
    """A dealt table."""
    table.start(5, "around=yes", game="golf")
    return table


def words(table: Table) -> list[str]:
    return [button.word for button in table.screen.bars.buttons]


def test_its_cards_are_dealt_and_nothing_is_offered_that_wants_a_solver(laid):
    assert laid.window_title.startswith("Golf #5")
    laid.click("stock")
    assert len(laid.game.position.piles[0]) == 15
    assert laid.written == ["stock"]
    assert words(laid) == ["Undo", "Menu"]
    laid.key("i")
    assert laid.sentence == "There are no hints in Golf."
    laid.press_button("Menu")
    assert "Solution" not in [button.word for button in laid.screen.panel.buttons]
    assert not laid.oracle.questions


def test_its_end_is_told_in_its_unit(laid):
    while not laid.game.is_over:
        laid.screen.act(laid.game.variant.legal_moves(laid.game.position)[-1])
    laid.settle().wait(3)
    left = str(laid.game.variant.result(laid.game.position))
    assert laid.panel_lines["Cards left"] == left
    assert laid.panel_lines["Fewest so far"] == left


def test_its_replay_tells_moves_and_landmarks(laid):
    game = clear(nearly_won(), 3)
    laid.context.navigation.go("replay", Replay(Record(game.deal, {}, tuple(game.entries))))
    laid.key("end").settle()
    screen = laid.app.screen
    assert screen.tables[0].table.bars.sentence == "3 of 3  ·  9♥ goes home"
    scrub = screen.bar.scrub
    laid.move_to((scrub.x_of(screen.playhead.timeline.end_ms), scrub.box.centre.y))
    laid.frame()
    assert laid.picture


def test_a_new_game_asks_for_its_options(laid):
    laid.context.navigation.go("new_game", laid.game.variant)
    laid.frame(5)
    screen = laid.app.screen
    assert [row.label for row in screen.panel.rows] == ["Deal number", "Rules", "Hide score"]

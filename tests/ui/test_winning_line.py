"""A winning line on request: the question, the search, the line as a replay, and the mark in the record."""

import pytest

from game.play.game import Act
from game.solver.answer import Budget
from game.solver.solve import solve
from tests.ui.driver import Table


def asked(table: Table) -> None:
    """Asks for a line from the menu of the pause."""
    table.key("p")
    table.press_button("Winning line")


def answered(table: Table) -> None:
    """Has the solver say what it really finds."""
    game = table.game
    with Budget(nodes=2_000_000) as budget:
        answer = solve(game.variant, game.position, budget)
    moves = [game.variant.move_to_text(move) for move in answer.moves]
    table.oracle.say(verdict=answer.verdict.value, value=answer.value, moves=moves, nodes=answer.nodes)
    table.frame()


def test_it_is_asked_first_because_the_game_will_be_marked(table: Table):
    table.start(3)
    asked(table)
    assert table.panel == "Show a winning line?"
    table.key("esc")
    assert table.panel == "Paused"
    assert not table.game.was_shown


def test_the_line_is_played_from_here_and_the_game_is_marked(table: Table):
    table.start(3)
    table.key("d")
    asked(table)
    table.press_button("Show it")
    assert table.panel == "Looking for a winning line…"
    assert table.oracle.asked[-1]["position"] == table.game.position
    answered(table)
    assert table.app.scene.title == "A winning line"
    playhead = table.app.scene.playhead  # type: ignore[attr-defined]
    assert playhead.steps == (2,)
    assert playhead.is_playing
    assert table.app.scene.tables[0].shown.step == 2  # type: ignore[attr-defined]
    table.key("end")
    table.settle()
    replay = table.app.scene.replays[0]  # type: ignore[attr-defined]
    assert replay.outcome.value == "won"
    table.key("esc")
    table.frame()
    assert table.panel == "Paused"
    assert table.game.was_shown
    assert [entry.action for entry in table.game.entries][-1] is Act.SHOWN


def test_a_game_that_was_shown_is_not_asked_about_again(table: Table):
    table.start(3)
    table.scene.act(Act.SHOWN)
    asked(table)
    assert table.panel == "Looking for a winning line…"


def test_looking_can_be_cancelled(table: Table):
    table.start(3)
    asked(table)
    table.press_button("Show it")
    table.press_button("Cancel")
    assert not table.oracle.is_asked
    assert table.panel == "Paused"
    assert not table.game.was_shown


@pytest.mark.parametrize(
    ("verdict", "title"),
    [
        ("unsolvable", "This game can no longer be won"),
        ("gave up", "No winning line was found"),
    ],
)
def test_what_the_solver_could_not_find_is_told_without_a_mark(table: Table, verdict: str, title: str):
    table.start(3)
    asked(table)
    table.press_button("Show it")
    table.oracle.say(verdict=verdict, value=0, moves=[], nodes=5)
    assert table.panel == title
    assert not table.game.was_shown
    table.press_button("Continue")
    assert table.panel == ""


def test_a_solver_that_fails_says_so(table: Table):
    table.start(3)
    asked(table)
    table.press_button("Show it")
    table.oracle.say(error="the solver stopped")
    assert table.panel == "No line can be shown"


def test_a_line_fits_into_the_time_that_is_left(table: Table):
    table.start(3, "limit=10")
    table.wait(9.0)
    asked(table)
    table.press_button("Show it")
    answered(table)
    replay = table.app.scene.replays[0]  # type: ignore[attr-defined]
    assert replay.outcome.value == "won"
    assert replay.elapsed_ms <= 10_000


def test_1_3_back_shows_its_best_line(table: Table):
    table.start(7, game="one-three-back")
    table.key("p")
    table.press_button("Best line")
    table.press_button("Show it")
    answered(table)
    assert table.app.scene.title == "A line to one stack"


def test_spider_has_it_in_its_menu(table: Table):
    table.start(7, game="spider")
    table.key("m")
    table.press_button("Winning line")
    assert table.panel == "Show a winning line?"

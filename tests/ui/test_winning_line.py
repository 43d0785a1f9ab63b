"""A winning line on request: the question, the search, the line as a replay, and the mark in the record."""

import pytest

from game.play.game import ControlAction
from game.rules.one_three_back import DECK
from game.rules.position import STOCK
from game.solver.answer import Budget
from game.solver.service.messages import SolveProgress, SolveRequest
from game.solver.solve import solve
from tests.records import golden
from tests.ui.driver import Table

WON = golden("rush_draw_3_won").replay()
DEAL = 1005
"""The deal of the game that was won."""


def asked(table: Table) -> None:
    """Asks for a line from the menu of the pause."""
    table.key("p").press_button("Solution")


def confirmed(table: Table) -> None:
    """Asks for a line of the deal, and means it."""
    table.start(DEAL)
    asked(table)
    table.press_button("Show it")


def shown(table: Table) -> None:
    """Has the solver say the rest of the line by which the game was won once."""
    rest = WON.moves()[len(table.game.moves()) :]
    moves = [WON.variant.move_to_text(move) for move in rest]
    table.oracle.say(verdict="solved", value=52, moves=moves, nodes=1000)
    table.frame()


def answered(table: Table) -> None:
    """Has the solver say what it really finds."""
    game = table.game
    with Budget(nodes=2_000_000) as budget:
        answer = solve(game.variant, game.position, budget)
    moves = [game.variant.move_to_text(move) for move in answer.moves]
    table.oracle.say(verdict=answer.verdict.value, value=answer.value, moves=moves, nodes=answer.nodes)
    table.frame()


def test_it_is_asked_first_because_the_game_will_be_marked(table):
    table.start(DEAL)
    asked(table)
    assert table.panel == "Show a solution?"
    table.key("esc")
    assert table.panel == "Menu"
    assert not table.game.was_shown
    table.start(7, game="spider").key("esc").press_button("Solution")
    assert table.panel == "Show a solution?", "it is in Spider's menu, too"


def test_the_line_is_played_from_here_and_the_game_is_marked(table):
    table.start(DEAL)
    table.hand.move(WON.moves()[0])
    asked(table)
    table.press_button("Show it")
    assert table.panel == "Looking for a solution…"
    assert table.oracle.asked[-1]["position"] == table.game.position
    table.oracle.tell(SolveProgress(10, 5))
    shown(table.frame())
    assert table.app.screen.title == "A solution"
    playhead = table.app.screen.playhead
    assert playhead.steps == (2,)
    assert playhead.is_playing
    assert table.app.screen.tables[0].game.step == 2
    table.key("end").settle()
    replay = table.app.screen.replays[0]
    assert replay.outcome.value == "won"
    table.key("esc").frame()
    assert table.panel == "Menu"
    assert table.game.was_shown
    asked(table.key("esc"))
    assert table.panel == "Looking for a solution…", "it is not asked about again"
    assert [entry.action for entry in table.game.entries][-1] is ControlAction.SHOWN


@pytest.mark.parametrize(
    ("verdict", "title"),
    [
        *(("unsolvable", "This game can no longer be won"), ("gave up", "No solution was found")),
        ("", "No solution can be shown"),
    ],
)
def test_what_the_solver_could_not_find_is_told_without_a_mark(table, verdict, title):
    confirmed(table)
    failed: dict[str, object] = {"error": "the solver stopped"}
    found: dict[str, object] = {"verdict": verdict, "value": 0, "moves": [], "nodes": 5}
    table.oracle.say(**(found if verdict else failed))
    assert table.panel == title
    assert not table.game.was_shown
    table.press_button("Continue")
    assert table.panel == ""


def test_a_line_fits_into_the_time_that_is_left(table):
    table.start(DEAL, "limit=30").skip(29.0)
    asked(table)
    table.press_button("Show it")
    shown(table)
    replay = table.app.screen.replays[0]
    assert replay.outcome.value == "won"
    assert replay.elapsed_ms <= 30_000


@pytest.mark.thorough
def test_1_3_back_shows_its_best_line(table):
    table.start(7, game="one-three-back").key("p").press_button("Best solution")
    table.press_button("Show it")
    answered(table)
    assert table.app.screen.title == "A solution to one stack"


def looked_for(table: Table, game: str = "spider") -> None:
    """Has a line looked for."""
    table.start(7, game=game)
    table.screen.act(ControlAction.SHOWN)
    table.screen.mode.line_search.ask()
    table.frame()


def told(table: Table) -> list[str]:
    return [*table.panel_lines]


def test_it_is_seen_how_long_it_has_taken(table):
    looked_for(table)
    assert told(table)[0] == "0 of at most 60 seconds"
    before = table.picture
    table.clock.pass_s(12.3)
    table.frame()
    assert told(table)[0] == "12 of at most 60 seconds"
    assert table.screen.panel.progress == pytest.approx(0.2, abs=0.01)
    assert table.picture != before
    table.clock.pass_s(100)
    table.frame()
    assert told(table)[0] == "60 of at most 60 seconds"
    assert table.screen.panel.progress == 1
    assert table.oracle.is_asked


def test_what_was_found_so_far_is_told_and_the_panel_stays_where_it_is(table):
    looked_for(table)
    box = table.button("Cancel").box
    assert told(table)[1] == "The search knows every card, even the hidden ones."
    table.oracle.tell(SolveProgress(62, 100_000))
    table.frame()
    assert told(table)[1] == "The best solution found: 62 cards home."
    assert table.button("Cancel").box == box


def test_a_first_line_may_be_seen_at_once_while_a_shorter_one_is_looked_for(table):
    confirmed(table)
    table.oracle.tell(SolveProgress(52, 1000, tuple(WON.moves())))
    table.frame()
    assert told(table)[1] == f"Solution in {len(WON.moves())} moves found; looking for a shorter one."
    assert table.oracle.is_asked
    table.press_button("Show it now").frame()
    assert table.app.screen.title == "A solution"
    assert not table.oracle.is_asked


@pytest.mark.parametrize("how", ["esc", "enter", "click"])
def test_cancelling_is_seen_in_the_next_frame(table, how):
    looked_for(table, "rush")
    table.wait(0.5)
    if how == "click":
        table.press(table.button("Cancel").box.centre).frame()
    else:
        table.key(how)
    assert table.panel == "Menu"
    assert not table.oracle.is_asked


def test_a_search_ends_when_something_is_laid_over_the_table(table):
    looked_for(table, "rush")
    table.screen.mode.save_to_file()
    assert not table.oracle.is_asked
    table.frame().key("esc")
    assert table.panel == "Menu"


def test_par_is_not_asked_for_when_the_game_was_left(table):
    table.start(7, game="one-three-back")
    while table.game.position.piles[DECK]:
        table.screen.act(STOCK)
    table.frame()
    assert any(isinstance(question, SolveRequest) for question in table.oracle.questions)
    assert table.oracle.is_asked
    table.app.go_home()
    assert not table.oracle.is_asked

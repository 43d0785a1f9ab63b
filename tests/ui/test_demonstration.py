"""How the program would play: asked for, played on by hints in a copy, paused, stepped, and left."""

import random

import pytest

from game.play.game import ControlAction
from game.rules.position import STOCK
from game.solver.service.messages import HintRequest, HintResponse
from game.solver.solve import SOLVERS
from game.ui.table.assembly import PAUSE_S, THINK_S
from tests.records import golden
from tests.ui.driver import Table

GAMES = ("rush", "spider", "one-three-back", "three-shuffles")


def ask(table: Table, game: str = "rush", number: int = 48213) -> None:
    """Asks for it from the menu, and is asked."""
    table.start(number, game=game).key("esc").press_button("Show me")


def shown(table: Table, game: str = "rush", number: int = 48213) -> None:
    """Has it begin, until the solver is asked."""
    ask(table, game, number)
    table.press_button("Show me").wait(0.1)


def say(table: Table, *moves: str, is_last: bool = True, wins: int = 15) -> None:
    """Has the solver advise moves, the best first."""
    table.oracle.say(advice=[[move, wins, 20, 20.0] for move in moves], is_last=is_last)
    table.frame()


def best(table: Table) -> str:
    """A legal move of the game that is shown, of cards if there is one."""
    return max(table.moves, key=lambda move: move != "stock")


def test_it_is_asked_first_because_the_game_will_be_marked(table):
    ask(table)
    assert table.panel == "How would the program play?"
    table.press_button("Cancel")
    assert table.panel != "How would the program play?"
    assert not table.game.was_shown


@pytest.mark.parametrize("game", GAMES)
def test_the_game_is_marked_and_waits_beneath_unchanged(table, game):
    table.start(48213, game=game)
    before = [entry.action for entry in table.game.entries]
    own = table.game
    table.key("esc").press_button("Show me").press_button("Show me").wait(0.1)
    assert table.app.screen.title.startswith("Show me")
    assert table.game is not own
    say(table, best(table))
    table.wait(PAUSE_S + 0.5)
    assert len(table.game.entries) > len(own.entries)
    table.key("esc").frame()
    assert table.game is own
    assert [entry.action for entry in own.entries] == [*before, ControlAction.SHOWN]


def test_a_move_is_looked_at_before_it_is_made(table):
    shown(table)
    assert isinstance(table.oracle.questions[-1], HintRequest)
    table.key("d", "h", "u", "w", "e", "enter").click(table.place("stock").centre)
    assert not table.game.moves(), "keys that move cards do nothing"
    move = next(move for move in table.moves if move != "stock" and not move.startswith("w"))
    before = table.game.position
    say(table, move)
    table.wait(PAUSE_S - 0.2)
    assert table.game.position is before
    assert "wins about 8 games in 10" in table.sentence
    assert "Ask again" not in table.sentence
    assert "turns a card over" in table.sentence or "empties a column" in table.sentence
    table.wait(0.4)
    assert [table.game.variant.move_to_text(legal) for legal in table.game.moves()] == [move]


def test_better_advice_is_waited_for_but_not_for_ever(table):
    shown(table)
    say(table, best(table), is_last=False)
    table.wait(PAUSE_S + 0.2)
    assert not table.game.moves()
    table.wait(THINK_S - PAUSE_S)
    assert len(table.game.moves()) == 1


def test_pausing_stops_the_clock_and_playing_on_lets_it_run_at_any_speed(table):
    shown(table)
    table.key("f1", "esc").wait(0.2).press_button("Pause")
    at_ms = table.screen.session.elapsed_ms
    say(table, best(table))
    table.wait(5)
    assert not table.game.moves()
    assert table.screen.session.elapsed_ms == at_ms
    table.key("space").wait(PAUSE_S + 0.3)
    assert len(table.game.moves()) == 1
    assert table.screen.session.elapsed_ms > at_ms
    table.press_button("1×").key("=")
    assert "4×" in table.words
    say(table, best(table))
    table.wait(PAUSE_S / 4 + 0.1)
    assert len(table.game.moves()) == 2
    table.press_button("4×")
    assert "1×" in table.words


def test_every_press_is_a_step_and_the_next_one_hurries_the_last(table):
    shown(table)
    table.key("right", "right").key("right")
    for made in (1, 2):
        say(table, best(table))
        table.wait(0.2)
        assert len(table.game.moves()) == made
    say(table, best(table))
    table.wait(0.2)
    assert len(table.game.moves()) == 2, "the last one is looked at"
    table.wait(PAUSE_S + 0.3)
    assert len(table.game.moves()) == 3
    table.wait(5)
    assert len(table.game.moves()) == 3


def test_steps_back_lead_to_where_it_began_and_no_further(table):
    table.start(7, game="spider")
    table.screen.act(table.game.variant.legal_moves(table.game.position)[0])
    begun = table.game.position
    table.screen.act(ControlAction.SHOWN)
    table.screen.mode.show_me.ask()
    table.wait(0.1)
    say(table, best(table))
    table.wait(PAUSE_S + 0.3)
    assert table.game.position is not begun
    table.key("left")
    assert table.game.position == begun
    table.key("left")
    assert table.game.position == begun
    assert table.sentence == "The demonstration began here."


def test_spider_stays_as_it_lies_where_nothing_is_left_to_do(table):
    shown(table, "spider")
    table.wait(1)
    say(table)
    table.wait(10)
    assert not table.game.is_over


def test_a_solver_that_fails_is_said_and_nothing_is_played(table):
    shown(table, "three-shuffles")
    table.oracle.say(error="the solver stopped")
    table.wait(1)
    assert table.sentence == "There is no hint: the solver stopped."
    assert "Play" in table.words


def test_nothing_of_it_is_written(table):
    table.start(48213)
    table.screen.act(ControlAction.SHOWN)
    table.key("esc").press_button("Show me").wait(0.1)
    assert table.app.screen.title == "Show me — Solitaire Rush", "it is not asked about again"
    say(table)
    table.wait(3)
    assert table.panel == "The demonstration is over"
    assert table.game.is_over, "Rush is ended where nothing is left to do"
    assert table.written == ["shown"]
    assert table.bests == {}
    demonstration = table.app.screen
    table.press_button("Watch")
    assert table.app.screen.title.startswith("Replay")
    table.key("esc").frame()
    assert table.app.screen is demonstration
    table.press_button("Back")
    assert not table.game.is_over


def test_after_a_game_its_deal_is_played_from_the_start(table):
    table.start(48213)
    table.screen.act(STOCK)
    table.screen.act(ControlAction.END)
    table.settle().press_button("Show me")
    assert not table.game.entries
    table.key("esc").frame()
    assert table.panel == "Game ended"
    assert not table.game.was_shown


def test_a_shuffle_is_seen_to_its_end_before_the_next_hint_is_asked_for(table):
    table.start(7, "early=yes", game="three-shuffles").key("esc").press_button("Show me")
    table.press_button("Show me").wait(0.1)
    say(table, "stock")
    while not table.screen.is_dealing:
        table.frame()
    asked, seen = len(table.oracle.asked), []
    while table.screen.is_dealing:
        assert len(table.oracle.asked) == asked
        seen.append(table.cards_on_screen == [list(pile) for pile in table.game.position.piles])
        table.frame()
    assert set(seen) == {False, True}


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["one-three-back", "three-shuffles"])
def test_a_whole_game_is_played(table, game):
    """One as its hints advise, and one through its shuffles to a win that is known."""
    won = golden("three_shuffles_won").replay()
    shown(table, game, won.deal.number)
    table.key("=", "=")
    for _ in range(400):
        if table.game.is_over or "Play" in table.words:
            break
        if table.oracle.open and game == "three-shuffles":
            say(table, won.variant.move_to_text(won.moves()[len(table.game.moves())]))
        elif table.oracle.open:
            chance = random.Random(1)
            advice = next(SOLVERS[game]().advise(table.game.variant, table.game.position, chance), [])
            table.oracle.tell(HintResponse(tuple(advice), is_last=True))
        table.skip(0.5)
    assert table.game.is_over or "Play" in table.words
    assert len(table.game.moves()) > 40

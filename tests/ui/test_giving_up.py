"""Another game in the place of this one: asked about where something would be lost, in every game alike."""

import pygame
import pytest

from game.rules.position import Move
from game.ui.table.practice import HOME_INSTEAD, IS_LEFT, NOT_SAVED
from tests.disks import full_disk
from tests.records import position
from tests.three_shuffles_games import about_to_lose, text_of
from tests.ui.driver import Table
from tests.ui.test_spider import ALMOST_WON

GAMES = ["rush", "spider", "one-three-back", "three-shuffles"]
DEAL = 7

every_game = pytest.mark.parametrize("game", GAMES)


@every_game
@pytest.mark.parametrize("way", ["New game", "Start over"])
def test_nothing_is_asked_where_nothing_was_played_and_nobody_wins_time_by_starting_over(table, game, way):
    """Aces that went home by themselves, both of this deal, are no game begun."""
    before = table.start(48213, game=game).skip(20).screen
    table.key("esc").press_button(way)
    assert (table.screen is not before, table.panel) == (way == "New game", "")
    assert table.screen.elapsed_ms > 19_000 or way == "New game"


@every_game
def test_starting_over_asks_the_same_question_in_every_game(table, game):
    table.start(DEAL, game=game).act(table.moves[0]).settle()
    before = table.screen
    hid = game == "rush"
    table.key("esc").press_button("Start over")
    assert table.screen is before
    assert table.panel == "Start this deal over?"
    assert list(table.panel_lines) == [IS_LEFT, HOME_INSTEAD]
    assert table.screen.hides_cards == hid, "against a limit, who asks is not shown the cards"
    assert not table.screen.session.is_running
    table.key("esc", "esc")  # first to the menu, from which it was asked
    assert (table.screen, table.panel) == (before, "")
    assert table.screen.session.is_running
    table.key("esc").press_button("Start over").press_button("Start over").settle()
    assert table.screen is not before
    (left,) = table.context.library.statistics.games()
    assert not left.is_ended
    assert len(table.journals) == 1, "it is not among the unfinished ones"


@every_game
def test_every_game_is_ended_from_the_menu_or_by_its_key_and_shows_its_result(table, game):
    table.start(DEAL, game=game).act(table.moves[0]).settle()
    table.key("esc").press_button("End the game")
    assert table.panel == "End this game?"
    table.press_button("Keep playing").key("e").press_button("End the game").settle()
    units = {"one-three-back": "Stacks left", "three-shuffles": "Cards home"}
    assert (table.panel, table.screen.panel.shown.unit) == ("Game ended", units.get(game, "Points"))
    (left,) = table.context.library.statistics.games()
    assert left.is_ended == (game == "rush")
    table.happen(pygame.WINDOWFOCUSLOST)
    assert table.panel == "Game ended", "no menu lies over it"
    assert "Undo" not in table.press_button("More").words
    table.press_button("Show me").key("esc").press_button("Watch").key("esc")
    assert len(table.context.library.statistics.games()) == 1
    table.key("esc", "esc").settle()
    assert (table.home.hero.heading.split(" — ")[0], table.journals) == ("Daily deal", [])


@every_game
def test_a_new_game_asks_nothing_and_keeps_the_one_before(table, game):
    table.start(DEAL, game=game)
    table.act(table.moves[0]).settle()
    done = list(table.game.entries)
    before = table.screen
    table.key("n")
    assert (table.screen is not before, table.panel) == (True, "")
    assert "is kept" in table.sentence
    assert len(table.journals) == 2
    assert table.context.library.statistics.games() == []
    kept = table.context.library.unfinished()
    assert any(list(unfinished.record.entries)[: len(done)] == done for unfinished in kept)


def test_of_a_game_that_is_not_saved_the_question_says_that_it_is_lost(table):
    table.start(48213).key("d")
    (journal,) = table.journals
    with full_disk(journal.stat().st_size):
        table.key("d").key("p").press_button("New game")
        assert list(table.panel_lines) == [NOT_SAVED]


def lit(table: Table) -> set[str]:
    """The buttons of the bar that can be pressed."""
    return {button.word for button in table.screen.bars.buttons if button.refusal() is None}


ALMOST = {
    "rush": position("t1 KC", "t2 KD", "t3 KH", "t4 KS", home=(12, 12, 12, 12)),
    "spider": ALMOST_WON,
    "one-three-back": "patience 1\nvariant one-three-back\ndeal none\npile t1 AC\npile t2 KC\n\n",
    "three-shuffles": text_of(about_to_lose()[0]),
}
AFTER = {
    "rush": set(),
    "spider": {"Undo", "Menu"},
    "one-three-back": {"Undo", "Moves"},
    "three-shuffles": {"Undo"},
}


@pytest.mark.parametrize("game", ALMOST)
def test_after_the_end_no_hint_is_offered(table, game):
    table.start(ALMOST[game])
    if game == "spider":
        table.drag("t9:5", "t8")
    elif game == "one-three-back":
        table.hand.move(Move(2, 1))
    elif game == "three-shuffles":
        assert "Hint" in lit(table)
        table.hand.move(about_to_lose()[1])
    table.settle().settle()
    assert table.game.is_over
    assert lit(table) == AFTER[game]
    may_be_better = game == "three-shuffles"
    assert ("Undo" in table.press_button("More").words) is may_be_better, "one stack is perfect"
    hint = next(button for button in table.screen.bars.buttons if button.icon == "hint")
    assert hint.refusal() in ("The game is over.", "The game is won: all eight suits are complete.")
    asked = len(table.oracle.asked)
    table.screen.show_panel(None)
    table.ears.heard.clear()
    table.key("h" if game == "spider" else "i")
    assert table.sentence == hint.refusal()
    assert len(table.oracle.asked) == asked


def test_while_a_solved_game_of_rush_plays_itself_out_only_the_pause_is_lit(table):
    table.start(ALMOST["rush"], dealt=False)
    assert table.game.is_solved
    assert not table.game.is_over
    assert lit(table) == {"Menu"}
    assert table.button("Hint").refusal() == "The game is solved: the cards go home."

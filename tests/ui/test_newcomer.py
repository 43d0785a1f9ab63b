"""A new player is asked once how to begin a game: to learn it, to play an easy one, or neither."""

import pytest

from game.play.deal import Difficulty
from game.play.game import ControlAction
from game.rules import VARIANTS, find_variant
from game.rules.options import options_to_text
from game.session.session import GuidedSession
from game.storage.profile import SHOWN, Settings, load_profile
from game.ui.opening import at_table
from tests.records import position
from tests.ui.driver import Table


@pytest.fixture
def newcomer(table: Table) -> Table:
    """Somebody who has never played."""
    table.context.profile.first_steps.clear()
    return table


@pytest.mark.parametrize("name", VARIANTS)
def test_the_first_play_of_a_game_asks_how_to_begin_and_easy_stays_until_the_first_win(newcomer, name):
    table = newcomer.start(3, game=name)
    assert table.panel == "New here?"
    assert "“Learn it” shows you how, move by move." in table.panel_lines
    table.wait(5)
    assert table.sentence == "", "nothing else is said meanwhile"
    assert table.screen.session.elapsed_ms <= 100, "the clock waits for the answer"
    options = table.screen.view.tile_options
    if options:
        table.press_button(f"Easy: {options[-1][0]}").settle()
        assert options_to_text(table.screen.variant).startswith(options[-1][1])
        profile = load_profile(table.folder / "profile.json")
        assert (profile.options[name], profile.difficulty(name)) == (options[-1][1], Difficulty.EASY)
    else:
        table.press_button("Just play").settle()
    table.start(5, game=name)
    assert not table.panel, "it is asked once"


def test_who_begins_spider_easily_need_remove_no_suits_and_the_rules_of_1992_stay_the_default(newcomer):
    newcomer.start(3, "suits=4", game="spider")
    assert any(line.startswith("“Easy: 1 suit” removes") for line in newcomer.panel_lines)
    table = newcomer.start(3, "suits=1", game="spider")
    assert any(line.startswith("“Just play” removes") for line in table.panel_lines), "a button there"
    assert [button.word for button in table.screen.panel.buttons] == ["Learn it", "Just play", "1992 rules"]
    table.press_button("Just play").settle()
    assert table.screen.session.tags["removal"] == "automatic"
    assert table.game.deal.number == 3, "the cards stay"
    assert load_profile(table.folder / "profile.json").settings.remove_suits
    assert not Settings().remove_suits


def test_whoever_names_a_table_is_brought_to_it_without_a_question(newcomer):
    at_table(find_variant("rush"), 8)(newcomer.app)
    newcomer.settle()
    assert (newcomer.panel, newcomer.game.deal.number) == ("", 8)


def test_after_the_first_easy_win_more_is_offered(table):
    table.context.profile.set_difficulty("rush", Difficulty.EASY)
    table.start(position("t1 KS", home=(13, 13, 13, 12), options="draw=1")).settle()
    table.press_button("Next, try Draw 3")
    assert options_to_text(table.screen.variant).startswith("draw=3")
    assert table.context.profile.difficulty("rush") is None


def test_who_knows_a_game_is_asked_once_and_left_alone(newcomer):
    newcomer.start(8).key("esc")
    assert newcomer.panel == ""
    newcomer.wait(5)
    assert newcomer.screen.session.elapsed_ms > 4900
    assert load_profile(newcomer.folder / "profile.json").first_steps == {"rush": SHOWN}


def test_learn_it_teaches_the_easiest_rules_over_an_easy_game_that_waits(newcomer):
    newcomer.start(8).press_button("Learn it").frame(2)
    assert isinstance(newcomer.screen.session, GuidedSession)
    assert newcomer.screen.variant.draw == 1
    newcomer.key("esc")
    assert options_to_text(newcomer.screen.variant).startswith("draw=1")


def test_who_has_results_of_a_game_is_not_new(newcomer):
    newcomer.context.profile.first_steps["rush"] = SHOWN
    newcomer.start(3)
    newcomer.screen.act(ControlAction.END)
    newcomer.settle()
    newcomer.context.profile.first_steps.clear()
    newcomer.start(5)
    assert not newcomer.panel

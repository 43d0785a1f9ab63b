"""A new player is pointed to the first steps of a game, once; each pointer goes when it is followed."""

import json

import pytest

from game.play.deal import Difficulty
from game.play.game import ControlAction
from game.rules import VARIANTS, find_variant
from game.rules.options import options_to_text
from game.rules.position import STOCK
from game.session.session import GuidedSession
from game.storage.profile import AGAIN, SHOWN, Settings, load_profile
from game.ui.opening import at_table
from game.ui.pages.settings import PLAY, SettingsScreen
from game.ui.table.first_steps import IGNORED, FirstSteps
from tests.records import position
from tests.ui.driver import Table


@pytest.fixture
def newcomer(table: Table) -> Table:
    """Somebody who has never played, and wants to be shown how."""
    table.context.profile.first_steps.update(dict.fromkeys(VARIANTS, AGAIN))
    return table


def shown(table: Table) -> str:
    part = next((part for part in table.screen.parts if isinstance(part, FirstSteps)), None)
    return "" if part is None else str(part.sentence)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_first_play_of_a_game_asks_how_to_begin_and_easy_stays_until_the_first_win(table, name):
    table.context.profile.first_steps.clear()
    table.start(3, game=name)
    assert table.panel == "New here?"
    table.wait(5)
    assert table.sentence == "", "nothing else is said meanwhile"
    assert table.screen.session.elapsed_ms < 100, "the clock waits for the answer"
    options = table.screen.view.tile_options
    if not options:
        table.press_button("Try it")
        assert shown(table)
        return
    table.press_button(f"Easy: {options[-1][0]}").settle()
    assert options_to_text(table.screen.variant).startswith(options[-1][1])
    assert shown(table), "pointers follow"
    profile = load_profile(table.folder / "profile.json")
    assert (profile.options[name], profile.difficulty(name)) == (options[-1][1], Difficulty.EASY)
    table.start(5, game=name)
    assert not table.panel, "it is asked once"


def test_who_begins_spider_easily_need_remove_no_suits_and_the_rules_of_1992_stay_the_default(table):
    table.context.profile.first_steps.clear()
    table.start(3, "suits=1", game="spider")
    assert any("1992 rules" in line for line in table.panel_lines)
    table.press_button("Easy: 1 suit").settle()
    assert table.screen.session.tags["removal"] == "automatic"
    assert table.game.deal.number == 3, "the cards stay"
    assert load_profile(table.folder / "profile.json").settings.remove_suits
    assert not Settings().remove_suits


def test_whoever_names_a_table_is_brought_to_it_without_a_question(table):
    table.context.profile.first_steps.clear()
    at_table(find_variant("rush"), 8)(table.app)
    table.settle()
    assert (table.panel, table.game.deal.number) == ("", 8)
    assert shown(table), "it is pointed to what can be done"


def test_after_the_first_easy_win_more_is_offered(table):
    table.context.profile.set_difficulty("rush", Difficulty.EASY)
    table.start(position("t1 KS", home=(13, 13, 13, 12), options="draw=1")).settle()
    table.press_button("Now try: Draw 3")
    assert options_to_text(table.screen.variant).startswith("draw=3")
    assert table.context.profile.difficulty("rush") is None


def test_who_knows_a_game_is_asked_once_and_left_alone(table):
    table.context.profile.first_steps.clear()
    table.start(8).key("esc")
    assert (table.panel, shown(table)) == ("", "")
    table.wait(5)
    assert table.screen.session.elapsed_ms > 4900
    assert load_profile(table.folder / "profile.json").first_steps == {"rush": SHOWN}


def test_learn_it_lays_the_guided_game_over_an_easy_one(table):
    table.context.profile.first_steps.clear()
    table.start(8).press_button("Learn it").frame(2)
    assert isinstance(table.screen.session, GuidedSession)
    table.key("esc")
    assert options_to_text(table.screen.variant).startswith("draw=1")


def test_a_tip_names_its_cards_takes_the_clicks_on_it_and_can_be_closed_or_skipped(newcomer):
    table = newcomer
    table.start(8)
    assert shown(table) == "Drag 6♦ onto 7♣, or click it: columns go down, red on black and black on red."
    assert table.sentence == "", "it is read beside the card, and nowhere twice"
    steps = table.part(FirstSteps)
    table.click(steps.callout.box.centre)
    assert table.picked is None
    assert not table.game.entries
    table.click(steps.callout.close.centre)
    assert shown(table).startswith("Click the stock")
    table.frame().click(steps.callout.skip.centre)
    assert not shown(table)
    assert table.context.profile.first_steps["rush"] == SHOWN


@pytest.mark.parametrize("name", VARIANTS)
def test_each_game_greets_a_new_player_with_three_steps_at_most(newcomer, name):
    newcomer.start(3, game=name)
    assert shown(newcomer)
    assert 1 <= len(newcomer.screen.view.first_steps) <= 3
    assert any(line.startswith(shown(newcomer).split(" ")[0]) for line in newcomer.narrated)


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("name", VARIANTS)
def test_a_pointer_lies_between_the_bars_and_covers_no_card_that_can_be_played_nor_the_goal(
    make_table, name, size
):
    table = make_table(size=size)
    table.context.profile.first_steps.update(dict.fromkeys(VARIANTS, AGAIN))
    table.start(3, game=name)
    steps, screen = table.part(FirstSteps), table.screen
    assert steps.step_shown is not None
    box = steps.callout.box
    for move in screen.variant.legal_moves(table.game.position):
        piles = [screen.view.stock_pile] if move == STOCK else [move.source]
        assert all(box.overlap(screen.spread.top_box(pile)) == 0 for pile in piles), move
    goal = steps.move
    assert goal is not None
    assert goal == STOCK or box.overlap(screen.spread.top_box(goal.target)) == 0
    assert box.within(screen.room) == box


def test_a_pointer_goes_by_being_followed_and_the_next_one_comes(newcomer):
    newcomer.start(8)
    first = shown(newcomer)
    newcomer.tap("stock").settle()
    assert shown(newcomer) == first  # something else was done
    before_ms = newcomer.screen.session.elapsed_ms
    newcomer.wait(5)
    assert newcomer.screen.session.elapsed_ms - before_ms >= 4900, "and the clock runs"
    newcomer.drag("t2", "t4").settle()
    assert not shown(newcomer)  # the stock is known already, and no card can go home yet
    newcomer.start(3).tap("stock").settle()
    newcomer.app.go_home()
    newcomer.go_on()
    newcomer.settle()
    assert not shown(newcomer), "a game that is gone on with has none"


def test_whoever_has_followed_them_all_is_told_of_f1_and_never_greeted_again(newcomer):
    newcomer.start(3, game="three-shuffles")
    table = newcomer
    for _ in range(3 * IGNORED):
        moves = table.screen.variant.moves_left(table.game.position)
        if not shown(table) or not moves:
            break
        table.screen.act(moves[0])
        table.settle()
    assert not shown(table)
    assert table.screen.view.after_first_steps in table.narrated
    assert json.loads((table.folder / "profile.json").read_text())["first_steps"]["three-shuffles"] == SHOWN
    table.start(5, game="three-shuffles")
    assert not shown(table)


def test_the_clock_of_rush_stands_while_a_pointer_is_shown_and_no_longer(newcomer):
    newcomer.start(3).wait(5)
    assert newcomer.screen.session.elapsed_ms < 100
    newcomer.context.settings.clock_begins = "3-2-1"
    newcomer.key("esc").key("esc")
    assert newcomer.screen.panel is None  # nothing is counted down that will not start then
    newcomer.wait(5)
    assert newcomer.screen.session.elapsed_ms < 100
    newcomer.click(newcomer.part(FirstSteps).callout.skip.centre)
    before_ms = newcomer.screen.session.elapsed_ms
    newcomer.wait(5)
    assert newcomer.screen.session.elapsed_ms - before_ms >= 4900
    newcomer.start(3, game="spider").wait(5)
    assert shown(newcomer)
    assert newcomer.screen.session.elapsed_ms >= 4900, "there is no limit"


def test_who_has_results_of_a_game_is_not_new_but_may_ask_for_its_first_steps_again(newcomer):
    newcomer.start(3)
    newcomer.screen.act(ControlAction.END)
    newcomer.settle()
    newcomer.context.profile.first_steps.clear()
    newcomer.start(5)
    assert not shown(newcomer)
    newcomer.context.profile.first_steps["rush"] = AGAIN
    newcomer.start(7)
    assert shown(newcomer)


def test_the_settings_bring_them_back(newcomer):
    newcomer.context.profile.first_steps.update(dict.fromkeys(VARIANTS, SHOWN))
    newcomer.app.go_home()
    settings = SettingsScreen(newcomer.context)
    settings.open_page(PLAY)
    newcomer.app.open(settings)
    newcomer.frame()
    next(row.widget for row in newcomer.form.panel.rows if row.label == "First steps").press()
    kept = json.loads((newcomer.folder / "profile.json").read_text())["first_steps"]
    assert kept == dict.fromkeys(VARIANTS, AGAIN)
    newcomer.start(3)
    assert shown(newcomer)


def test_the_pointer_on_the_table_speaks_of_keys_while_keys_are_used(table):
    table.context.profile.first_steps["rush"] = AGAIN
    table.start(48213)
    steps = table.part(FirstSteps)
    assert steps.sentence.startswith("Drag ")
    table.key("left")
    assert steps.sentence.endswith("Tab leads to it, Space picks it up; Tab and Space put it there.")
    table.click((20, 700))
    assert steps.sentence.startswith("Drag ")

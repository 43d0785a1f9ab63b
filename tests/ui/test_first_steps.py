"""A new player is pointed to the first steps of a game, once; each pointer goes when it is followed."""

import json
from collections.abc import Callable

import pytest

from game.play.game import Act
from game.rules import VARIANTS
from game.storage.profile import AGAIN, SHOWN
from game.ui.cards.callout import TIP_PX
from game.ui.drawing.layout import Box
from game.ui.pages.settings import SettingsScene
from game.ui.table.first_steps import IGNORED, FirstSteps
from tests.ui.driver import Table


@pytest.fixture
def newcomer(table: Table) -> Table:
    """Somebody who has never played."""
    table.stage.profile.first_steps.clear()
    return table


def shown(table: Table) -> str:
    parts = [part for part in table.scene.parts if isinstance(part, FirstSteps)]
    return next((part.step_shown.sentence for part in parts if part.step_shown is not None), "")


@pytest.mark.parametrize("name", VARIANTS)
def test_each_game_greets_a_new_player_with_three_steps_at_most(newcomer: Table, name: str) -> None:
    newcomer.start(3, game=name)
    assert shown(newcomer)
    assert 1 <= len(newcomer.scene.view.first_steps()) <= 3
    assert shown(newcomer) in newcomer.narrated


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (3840, 2160)])
@pytest.mark.parametrize("name", VARIANTS)
def test_a_pointer_lies_between_the_bars_and_leaves_its_card_free(
    make_table: Callable[..., Table], name: str, size: tuple[int, int]
) -> None:
    table = make_table(size=size)
    table.stage.profile.first_steps.clear()
    table.start(3, game=name)
    steps = table.part(FirstSteps)
    assert steps.step_shown is not None
    _, (picture, corner) = steps.over_cards()
    box, tip = Box(*corner, *picture.get_size()), table.stage.pictures.px(TIP_PX)
    pile = steps.step_shown.pile(table.game.position)
    assert pile is not None
    assert box.grown(-tip).overlap(table.scene.spread.top_box(pile)) == 0
    room = table.scene.room
    assert box.grown(-tip).within(room) == box.grown(-tip)


def test_a_pointer_goes_by_being_followed_and_the_next_one_comes(newcomer: Table) -> None:
    newcomer.start(8)
    first = shown(newcomer)
    newcomer.tap("stock")
    newcomer.settle()
    assert shown(newcomer) == first  # something else was done
    newcomer.drag("t2", "t4")
    newcomer.settle()
    assert shown(newcomer).startswith("Bring all cards home")  # the hand is known already


def test_whoever_has_followed_them_all_is_told_of_f1_and_never_greeted_again(newcomer: Table) -> None:
    newcomer.start(3, game="three-shuffles")
    table = newcomer
    for _ in range(3 * IGNORED):
        moves = table.scene.variant.moves_left(table.game.position)
        if not shown(table) or not moves:
            break
        table.scene.act(moves[0])
        table.settle()
    assert not shown(table)
    assert table.scene.view.after_first_steps in table.narrated
    assert json.loads((table.folder / "profile.json").read_text())["first_steps"] == {"three-shuffles": SHOWN}
    table.start(5, game="three-shuffles")
    assert not shown(table)


def test_the_clock_of_rush_stands_while_a_pointer_is_shown_and_no_longer(newcomer: Table) -> None:
    newcomer.start(3)
    newcomer.wait(5)
    assert newcomer.scene.session.elapsed_ms < 100
    newcomer.stage.settings.clock_begins = "3-2-1"
    newcomer.key("esc")
    newcomer.key("esc")
    assert newcomer.scene.panel is None  # nothing is counted down that will not start then
    newcomer.wait(5)
    assert newcomer.scene.session.elapsed_ms < 100
    for _ in range(3 * IGNORED):
        newcomer.tap("stock")
        newcomer.settle()
    assert not shown(newcomer)
    before_ms = newcomer.scene.session.elapsed_ms
    newcomer.wait(5)
    assert newcomer.scene.session.elapsed_ms - before_ms >= 4900


def test_whoever_does_something_else_than_is_pointed_to_plays_against_the_clock(newcomer: Table) -> None:
    newcomer.start(8)
    newcomer.tap("stock")
    newcomer.settle()
    assert shown(newcomer)
    before_ms = newcomer.scene.session.elapsed_ms
    newcomer.wait(5)
    assert newcomer.scene.session.elapsed_ms - before_ms >= 4900


def test_the_clock_of_an_untimed_game_is_not_held(newcomer: Table) -> None:
    newcomer.start(3, game="spider")
    before_ms = newcomer.scene.session.elapsed_ms
    newcomer.wait(5)
    assert shown(newcomer)
    assert newcomer.scene.session.elapsed_ms - before_ms >= 4900


def test_who_has_results_of_a_game_is_not_new_but_may_ask_for_its_first_steps_again(newcomer: Table) -> None:
    newcomer.start(3)
    newcomer.scene.act(Act.END)
    newcomer.settle()
    newcomer.stage.profile.first_steps.clear()
    newcomer.start(5)
    assert not shown(newcomer)
    newcomer.stage.profile.first_steps["rush"] = AGAIN
    newcomer.start(7)
    assert shown(newcomer)


def test_a_game_that_is_gone_on_with_has_none(newcomer: Table) -> None:
    newcomer.start(3)
    newcomer.tap("stock")
    newcomer.settle()
    newcomer.app.go_home()
    newcomer.go_on()
    newcomer.settle()
    assert not shown(newcomer)


def test_the_settings_bring_them_back(newcomer: Table) -> None:
    newcomer.stage.profile.first_steps.update(dict.fromkeys(VARIANTS, SHOWN))
    newcomer.app.go_home()
    newcomer.app.open(SettingsScene(newcomer.stage))
    newcomer.frame()
    switch = next(row.widget for row in newcomer.form.panel.rows if row.label == "First steps")
    switch.press()
    kept = json.loads((newcomer.folder / "profile.json").read_text())["first_steps"]
    assert kept == dict.fromkeys(VARIANTS, AGAIN)
    newcomer.start(3)
    assert shown(newcomer)

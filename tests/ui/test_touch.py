"""Fingers on the window: tap, long press, drag, two that scroll, and touches that are lost."""

from typing import Any

import pygame
import pytest

from game.ui.drawing.layout import Box
from game.ui.files.files import SaveScreen
from game.ui.home.home import HomeScreen
from tests.records import LAID
from tests.ui.driver import Table

DOWN, MOVE, UP = pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP


def finger(table: Table, kind: int, at: Any, number: int = 1) -> Table:
    """Has a finger do something at a card or a point."""
    x, y = table.point(at)
    width, height = table.window.surface.get_size()
    where = {"x": x / width, "y": y / height, "dx": 0.0, "dy": 0.0, "pressure": 1.0}
    return table.happen(kind, touch_id=1, finger_id=number, **where)


def tap(table: Table, at: Any) -> Table:
    return finger(finger(table, DOWN, at), UP, at)


def drag(table: Table, card: str, target: str) -> Table:
    """Carries a card until its picture lies on a pile; the finger is still down."""
    x, y = table.point(card)
    finger(table, DOWN, (x, y))
    finger(table, MOVE, (x + 20, y))
    held, there = table.screen.cards.held_box(), table.place(target)
    assert held is not None
    to = (x + 20 + there.x - held.x, y + there.y - held.y)
    finger(table, MOVE, to)
    table.settle()
    table.at = to
    return table


def test_a_tap_is_a_click_and_leaves_nothing_hot(table):
    table.start(LAID)
    tap(table, "stock")
    assert table.written == ["stock"]
    button = table.button("Menu")
    finger(table, DOWN, button.box.centre)
    assert not button.is_hot
    assert table.panel == ""
    finger(table, UP, button.box.centre)
    assert table.panel == "Menu"
    assert not button.is_hot


def test_a_long_press_is_the_right_button_and_a_ring_shows_it_coming(table):
    table.start(LAID).settle()
    before = table.picture
    finger(table, DOWN, "t4")
    table.skip(0.3)
    assert table.written == []
    assert table.picture != before
    table.skip(0.2)
    assert table.written == ["t4>f3"]
    finger(table, UP, "f3")
    assert table.settle().written == ["t4>f3"]


def test_a_finger_that_slips_a_little_still_taps(table):
    table.start(LAID)
    x, y = table.point("stock")
    finger(table, DOWN, (x, y))
    finger(table, MOVE, (x + 9, y + 6))
    finger(table, UP, (x + 9, y + 6))
    assert table.written == ["stock"]


def test_a_dragged_card_is_seen_above_the_finger(table):
    table.start(LAID)
    drag(table, "t1", "t2")
    held = table.screen.cards.held_box()
    assert held.y + held.height < table.at[1]
    finger(table, UP, table.at)
    assert table.written == ["t1>t2"]


@pytest.mark.parametrize("ends", ["another finger", "another window", "the same finger again"])
def test_a_touch_that_is_lost_puts_the_card_back(table, ends):
    table.start(LAID)
    drag(table, "t1", "t2")
    if ends == "another window":
        table.happen(pygame.WINDOWFOCUSLOST)
    else:
        finger(table, DOWN, (700, 700), number=2 if ends == "another finger" else 1)
    assert table.held == []
    finger(table, UP, (700, 700), number=2)
    finger(table, UP, table.at)
    assert table.settle().written == []
    if table.panel:  # another window pauses
        table.key("esc")
    tap(table, "stock")
    assert table.written == ["stock"]


def test_two_fingers_scroll(make_table):
    table = make_table(size=(900, 640)).wants(scale=200)
    table.visit("settings").lay_out_again()
    assert table.app.page is not None
    for number in (1, 2):
        finger(table, DOWN, (300 + 100 * number, 500), number)
    for number in (1, 2):
        finger(table, MOVE, (300 + 100 * number, 300), number)
    assert table.app.page.part.y > 0
    for number in (1, 2):
        finger(table, UP, (300 + 100 * number, 300), number)


def test_buttons_grow_after_a_touch_and_shrink_with_the_pointer(table):
    table.go_home()
    assert isinstance(table.app.screen, HomeScreen)
    tap(table, (5, 790))
    least = table.context.pictures.px(44)
    assert all(button.box.height >= least for button in table.app.screen.pressables)
    table.move_to((5, 780)).frame()
    assert any(button.box.height < least for button in table.app.screen.pressables)


def test_a_field_that_is_touched_asks_for_the_system_s_keyboard(table):
    asked: list[Box] = []
    table.window.ask_keyboard = asked.append  # type: ignore[method-assign,assignment]
    table.start(LAID).key("ctrl+s")
    assert isinstance(table.app.screen, SaveScreen)
    tap(table, table.fields[0].box.centre)
    assert [box.x for box in asked] == [table.fields[0].box.x]


def test_what_sdl_makes_of_a_touch_is_ignored(table):
    table.start(LAID)
    at = table.point("stock")
    table.happen(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=True)
    table.happen(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=True)
    assert table.written == []

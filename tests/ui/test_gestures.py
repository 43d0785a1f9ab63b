"""What a pointer does: the thresholds between a click, a double click and a drag."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.table.hand import Gesture, Gestured, Pointer
from game.ui.table.keyboard import Spot

HERE = (100.0, 100.0)
angles = st.floats(0, 2 * math.pi)


def away(by_px: float, angle: float = 0.0) -> tuple[float, float]:
    return HERE[0] + by_px * math.cos(angle), HERE[1] + by_px * math.sin(angle)


def ms(milliseconds: float) -> int:
    return 10**12 + round(milliseconds * 1_000_000)


def clicked(pointer: Pointer, at: tuple[float, float], at_ms: float) -> list[Gesture]:
    """What a press and a release amount to."""
    done = [pointer.press(at, ms(at_ms)), pointer.release(at)]
    return [outcome.gesture for outcome in done if outcome is not None]


@given(angle=angles, by_px=st.floats(0, 4.99))
def test_a_hand_that_trembles_still_clicks(angle, by_px):
    pointer = Pointer()
    pointer.press(HERE, ms(0))
    assert pointer.move(away(by_px, angle)) is None
    assert not pointer.is_dragging
    done = pointer.release(away(by_px, angle))
    assert done is not None
    assert done.gesture is Gesture.CLICK


@given(angle=angles, by_px=st.floats(5.01, 2000))
def test_a_drag_begins_after_five_pixels_in_any_direction(angle, by_px):
    pointer = Pointer()
    pointer.press(HERE, ms(0))
    assert pointer.move(away(by_px, angle)) == Gestured(Gesture.DRAG, away(by_px, angle), HERE)
    assert pointer.is_dragging
    assert pointer.move(HERE) == Gestured(Gesture.MOVE, HERE, HERE), "back where it began it stays a drag"
    assert pointer.release(HERE) == Gestured(Gesture.DROP, HERE, HERE)
    assert not pointer.is_dragging


def test_many_small_steps_add_up_to_a_drag():
    pointer = Pointer()
    pointer.press(HERE, ms(0))
    begun = [pointer.move(away(step)) for step in range(1, 8)]
    assert [done.gesture for done in begun if done] == [Gesture.DRAG, Gesture.MOVE, Gesture.MOVE]


@pytest.mark.parametrize(
    ("ratio", "by_px", "drags"), [(2.0, 9.0, False), (2.0, 11.0, True), (1.0, 9.0, True)]
)
def test_the_threshold_is_in_logical_pixels(ratio, by_px, drags):
    pointer = Pointer(pixel_ratio=ratio)
    pointer.press(HERE, ms(0))
    assert (pointer.move(away(by_px)) is not None) == drags


def test_two_clicks_within_400_ms_are_a_double_click_and_later_ones_are_two_clicks():
    for later_ms, gestures in ((400, [Gesture.DOUBLE_CLICK]), (401, [Gesture.PRESS, Gesture.CLICK])):
        pointer = Pointer()
        clicked(pointer, HERE, 0)
        assert clicked(pointer, HERE, later_ms) == gestures


@given(angle=angles)
def test_a_double_click_stays_within_eight_pixels(angle):
    near, far = Pointer(), Pointer()
    clicked(near, HERE, 0)
    clicked(far, HERE, 0)
    assert clicked(near, away(7.99, angle), 100) == [Gesture.DOUBLE_CLICK]
    assert clicked(far, away(8.01, angle), 100) == [Gesture.PRESS, Gesture.CLICK]


def test_a_third_quick_click_is_a_first_one_again():
    pointer = Pointer()
    gestures = [clicked(pointer, HERE, at_ms)[0] for at_ms in (0, 100, 200, 300)]
    assert gestures == [Gesture.PRESS, Gesture.DOUBLE_CLICK, Gesture.PRESS, Gesture.DOUBLE_CLICK]


def test_a_forgotten_press_or_a_drag_and_a_quick_click_are_no_double_click():
    pointer = Pointer()
    clicked(pointer, HERE, 0)
    pointer.forget_last_press()
    assert clicked(pointer, HERE, 100) == [Gesture.PRESS, Gesture.CLICK]
    pointer.forget_last_press()
    pointer.press(HERE, ms(0))
    pointer.move(away(20))
    pointer.release(HERE)
    assert clicked(pointer, HERE, 150) == [Gesture.PRESS, Gesture.CLICK]


def test_the_second_press_of_a_double_click_drags_nothing():
    pointer = Pointer()
    clicked(pointer, HERE, 0)
    pointer.press(HERE, ms(100))
    assert pointer.move(away(40)) is None
    assert pointer.release(away(40)) is None


def test_a_cancelled_drag_drops_nothing_and_without_a_press_there_is_none():
    pointer = Pointer()
    assert pointer.move(HERE) is None
    assert pointer.release(HERE) is None
    pointer.press(HERE, ms(0))
    pointer.move(away(20))
    pointer.cancel()
    assert not pointer.is_dragging
    assert pointer.move(away(30)) is None
    assert pointer.release(away(30)) is None


# Unsteady hands ----------------------------------------------------------------------------------
@pytest.mark.parametrize(("slip", "counts"), [(11, True), (30, False)])
def test_a_press_on_the_stock_that_slips_a_little_is_a_press(laid, slip, counts):
    x, y = laid.point("stock")
    laid.press((x, y)).frame().move_to((x + slip, y)).frame().release().frame()
    assert laid.written == ["stock"] * counts


def test_of_quick_clicks_on_the_stock_every_second_is_a_double_click_and_that_is_said_once(laid):
    laid.wants(stock_twice=False).double_click("stock").tap("stock")
    assert len(laid.written) == 2, "the third is one of its own"
    assert "counts as one click" in laid.sentence, "it stays while the stock is clicked"
    laid.wait(0.5).click("stock").wait(0.5).click("stock")
    assert len(laid.written) == 4, "so are clicks half a second apart"
    laid.key("t").double_click("stock")
    assert "counts as one click" not in laid.sentence
    assert len(laid.written) == 5
    laid.wants(stock_twice=True).wait(0.5).double_click("stock")
    assert len(laid.written) == 7, "for who wants that each click counts"


@pytest.mark.parametrize("key", ["s", "d"])
def test_no_key_shuffles_unasked_while_moves_are_left(table, key):
    table.start(7, "early=yes", game="three-shuffles").key(key)
    assert table.panel == "Shuffle now?"
    table.press_button("Keep playing")
    assert "stock" not in table.written
    table.key(key).press_button("Shuffle").settle()
    assert "stock" in table.written
    assert table.screen.panel is None, "the question is answered"


def test_after_a_hint_tab_goes_to_its_card_and_then_to_its_place(laid):
    laid.key("i")
    laid.oracle.say(advice=[("t6>t3", 5, 9, 100.0)])
    laid.key("tab")
    assert laid.spot == Spot(*laid.card("t6"))
    laid.key("space", "tab")
    assert laid.spot.pile == laid.card("t3")[0]
    laid.key("tab")
    assert laid.spot.pile == laid.card("t2")[0], "then as usual"


def test_home_leads_back_to_the_tile_one_came_from(table):
    table.start(5, game="spider").key("left").go_home()
    assert table.home.focus.spoken.name == "Spider, Play"

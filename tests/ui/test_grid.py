"""Where the stacks of a grid stand in windows of any size, and which part of it is in view."""

from itertools import pairwise

import pytest

from game.ui.drawing.layout import Box
from game.ui.games.one_three_back.scroll import SCROLL_S, RowScroll
from game.ui.games.one_three_back.view import GAP, lay_out_grid, rows_that_fit

ROOMS = [Box(0, 46, 1280, 722), Box(0, 37, 640, 417), Box(0, 37, 600, 930), Box(0, 124, 3840, 1950)]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("deck_left", [False, True])
@pytest.mark.parametrize("rows", [3, 4, 5])
def test_everything_stands_in_the_room_and_nothing_overlaps(room, deck_left, rows):
    grid = lay_out_grid(room, rows, 30, deck_left)
    card = (grid.card_width, grid.card_height)
    boxes = [Box(*grid.place(stack, 0), *card) for stack in range(3 * rows)]
    boxes += [grid.track, Box(*grid.deck, *card)]
    for index, box in enumerate(boxes):
        assert box.within(room) == box
        assert all(box.overlap(other) == 0 for other in boxes[:index])
    assert all(box.within(grid.view) == box for box in boxes[:-2])
    assert (grid.deck.x < grid.view.x) is deck_left


@pytest.mark.parametrize("room", ROOMS)
def test_cards_are_as_large_as_fits(room):
    grid = lay_out_grid(room, 3, 30, False)
    used = Box(*grid.deck, grid.card_width, grid.card_height).union(grid.view)
    height_is_full = grid.view.height + 3 * (1.4 + GAP) + 3 >= room.height
    width_is_full = used.width + 0.55 * grid.card_width >= room.width
    assert height_is_full or width_is_full


def test_three_to_a_row_so_that_three_back_lies_directly_above():
    grid = lay_out_grid(ROOMS[0], 3, 30, False)
    for stack in range(3, 52):
        here, above = grid.place(stack, 0), grid.place(stack - 3, 0)
        assert here.x == above.x
        assert here.y - above.y == grid.pitch_y
    assert grid.place(7, 2) == grid.place(1, 0)
    assert len({grid.place(stack, 1.37).y - grid.place(stack, 0).y for stack in range(52)}) == 1


@pytest.mark.parametrize(
    ("room", "min_px", "rows"),
    [(ROOMS[0], 100, 4), (ROOMS[1], 80, 3), (ROOMS[2], 80, 7), (ROOMS[0], 900, 3)],
)
def test_more_rows_only_while_the_cards_stay_large_and_never_fewer_than_three(room, min_px, rows):
    assert rows_that_fit(room, 30, min_px) == rows


@pytest.mark.parametrize("min_px", [0.01, 3.0, 23.9, 24.0, 25.0, 900.0])
@pytest.mark.parametrize("size", [(1, 1), (250, 140), (1280, 800), (7680, 4320), (640, 7680), (7680, 480)])
def test_rows_are_counted_however_small_the_cards_may_be(size, min_px):
    assert 3 <= rows_that_fit(Box(0, 0, *size), 30, min_px) <= 18


# Which part is in view -----------------------------------------------------------------------------
def scroll_of(rows: int, at: float = 0.0, slow_down: float = 1.0) -> RowScroll:
    scroll = RowScroll(3, lambda: slow_down)
    scroll.track, scroll.least_px = Box(0, 0, 30, 700), 40
    scroll.set_rows(rows)
    scroll.jump_to(at)
    return scroll


def test_there_are_never_fewer_rows_than_the_view_has():
    scroll = scroll_of(1)
    assert (scroll.whole, scroll.furthest) == (3, 0)
    scroll.go_to(2)
    assert scroll.at == 0
    assert not scroll.is_moving


@pytest.mark.parametrize(
    ("at", "row", "expected"),
    [(0, 5, 3), (0, 2, 0), (0, 3, 1), (4, 0, 0), (4, 3, 3), (2, 4, 2), (7, 9, 7)],
)
def test_a_row_is_shown_by_the_shortest_way(at, row, expected):
    scroll = scroll_of(10, at)
    scroll.show(row, 1)
    assert scroll.target == expected


def test_a_glide_is_smooth_and_arrives():
    scroll = scroll_of(10)
    scroll.go_to(4)
    seen = [scroll.at]
    while scroll.is_moving:
        scroll.advance(1 / 120)
        seen.append(scroll.at)
    assert seen == sorted(seen)
    assert seen[-1] == 4
    assert max(b - a for a, b in pairwise(seen)) < 0.5
    assert len(seen) - 1 == pytest.approx(SCROLL_S * 120, abs=1)


def test_a_new_glide_goes_on_from_where_the_last_one_is():
    scroll = scroll_of(10)
    scroll.go_to(4)
    scroll.advance(0.1)
    between = scroll.at
    scroll.show(0, 1)
    assert (scroll.at, scroll.target) == (between, 0)
    scroll = scroll_of(10, slow_down=0)
    scroll.go_to(4)
    assert (scroll.at, scroll.is_moving) == (4, False), "without motion it is there at once"
    scroll = scroll_of(6, 3)
    scroll.set_rows(5)
    assert scroll.at == 3
    scroll.show(4, 1)
    assert scroll.target == 2, "fewer rows let the view glide back"


@pytest.mark.parametrize("rows", [4, 7, 18])
@pytest.mark.parametrize("share", [0, 0.3, 0.5, 1])
def test_the_thumb_says_where_the_view_is_and_takes_it_there(rows, share):
    scroll = scroll_of(rows)
    scroll.jump_to(share * scroll.furthest)
    before, thumb = scroll.at, scroll.thumb
    assert 0 <= thumb.y <= thumb.y + thumb.height <= 700 + 1e-6
    assert thumb.height == pytest.approx(700 * 3 / rows)
    assert scroll.press((15, thumb.y + 10))
    scroll.drag(10)
    assert scroll.at == 0
    scroll.drag(thumb.y + 10)
    assert scroll.at == pytest.approx(before)
    assert scroll.release()


def test_a_thumb_never_gets_too_short_to_be_held():
    scroll = scroll_of(18, 15)
    scroll.track = Box(0, 0, 30, 100)
    assert (scroll.thumb.y, scroll.thumb.height) == (60, 40)
    assert scroll.press((15, 70))
    scroll.drag(40)
    assert scroll.at == 7.5

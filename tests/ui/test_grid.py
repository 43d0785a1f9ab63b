"""Where the stacks of a grid stand in windows of any size."""

import pytest

from game.ui.drawing.layout import Box
from game.ui.games.one_three_back.scroll import GAP, lay_out_grid, rows_that_fit

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


def test_scrolled_by_rows_everything_stands_higher_by_whole_pixels():
    grid = lay_out_grid(ROOMS[0], 3, 30, False)
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

"""The keyboard's cursor: an arrow leads to what one sees in that direction."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.drawing.layout import Box
from game.ui.table.keyboard import Spot, next_spot

LEFT, RIGHT, UP, DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)
BACK = {LEFT: RIGHT, RIGHT: LEFT, UP: DOWN, DOWN: UP}
WIDTH, HEIGHT = 100, 140


def spots_of(heights: list[int], row_y: int = 200) -> list[tuple[Spot, Box]]:
    """Piles 0–3 squared in a row on top, and below them columns of so many cards."""
    upper = [(Spot(pile, 0), Box(pile * 120, 0, WIDTH, HEIGHT)) for pile in range(4)]
    lower = [
        (Spot(4 + column, index), Box(column * 120, row_y + index * 30, WIDTH, 30))
        for column, height in enumerate(heights)
        for index in range(height)
    ]
    return upper + lower


def go(spots: list[tuple[Spot, Box]], start: Spot, *ways: tuple[int, int]) -> Spot | None:
    here: Spot | None = start
    for way in ways:
        assert here is not None
        here = next_spot(spots, here, way)
    return here


def test_within_a_column_one_goes_card_by_card_and_from_its_first_card_to_the_pile_above():
    spots = spots_of([3, 5, 2])
    assert go(spots, Spot(5, 0), UP) == Spot(1, 0)
    assert go(spots, Spot(1, 0), DOWN) == Spot(5, 0)
    assert go(spots, Spot(5, 2), DOWN) == Spot(5, 3)
    assert go(spots, Spot(5, 2), UP) == Spot(5, 1)


def test_to_the_side_is_the_next_column_however_long_it_is():
    spots = spots_of([1, 19, 1])
    found = go(spots, Spot(4, 0), RIGHT)
    assert found is not None
    assert found.pile == 5
    assert go(spots, Spot(5, 18), RIGHT) == Spot(6, 0)
    assert go(spots, Spot(5, 18), LEFT) == Spot(4, 0)


def test_to_the_side_one_stays_in_the_row_although_another_pile_is_nearer():
    """The waste lies fanned, so that its last card is half way over to the next column."""
    spots = spots_of([1, 3, 1])
    spots[1] = (Spot(1, 0), Box(190, 0, WIDTH, HEIGHT))
    assert go(spots, Spot(5, 2), RIGHT) == Spot(6, 0)
    assert go(spots, Spot(0, 0), RIGHT) == Spot(1, 0)
    assert go(spots, Spot(2, 0), LEFT) == Spot(1, 0)


@pytest.mark.parametrize("way", [LEFT, RIGHT, UP, DOWN])
def test_at_the_edge_one_stays(way):
    assert next_spot([(Spot(0, 0), Box(0, 0, WIDTH, HEIGHT))], Spot(0, 0), way) is None


@given(
    heights=st.lists(st.integers(1, 19), min_size=2, max_size=10),
    way=st.sampled_from([LEFT, RIGHT, UP, DOWN]),
    data=st.data(),
)
def test_an_arrow_leads_ahead_and_never_back(heights, way, data):
    spots = spots_of(heights)
    start, box = data.draw(st.sampled_from(spots))
    found = next_spot(spots, start, way)
    if found is None:
        return
    there, here = dict(spots)[found].centre, box.centre
    assert (there.x - here.x) * way[0] + (there.y - here.y) * way[1] > 0
    if way in (UP, DOWN):
        assert abs(there.x - here.x) <= 6 * WIDTH


@given(heights=st.lists(st.integers(1, 9), min_size=2, max_size=5), data=st.data())
def test_every_spot_can_be_reached_from_every_other(heights, data):
    spots = spots_of(heights)
    boxes = dict(spots)
    reached = {data.draw(st.sampled_from(spots))[0]}
    fresh = set(reached)
    while fresh:
        steps = (next_spot(spots, spot, way) for spot in fresh for way in BACK)
        fresh = {spot for spot in steps if spot is not None} - reached
        reached |= fresh
    assert reached == set(boxes)

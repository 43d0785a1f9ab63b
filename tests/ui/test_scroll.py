"""Which part of a long table is in view: rows, glides, the thumb of the bar."""

from itertools import pairwise

import pytest

from game.ui.games.one_three_back.scroll import SCROLL_S, Scroll


def scroll_of(rows: int, offset: float = 0.0) -> Scroll:
    scroll = Scroll(view_rows=3)
    scroll.set_rows(rows)
    scroll.jump_to(offset)
    return scroll


def test_there_are_never_fewer_rows_than_the_view_has():
    scroll = scroll_of(1)
    assert (scroll.rows, scroll.furthest) == (3, 0)
    scroll.glide_to(2)
    assert scroll.offset == 0
    assert not scroll.is_moving


@pytest.mark.parametrize(
    ("offset", "row", "expected"),
    [(0, 5, 3), (0, 2, 0), (0, 3, 1), (4, 0, 0), (4, 3, 3), (2, 4, 2), (7, 9, 7)],
)
def test_a_row_is_shown_by_the_shortest_way(offset, row, expected):
    scroll = scroll_of(10, offset)
    scroll.show(row)
    scroll.finish()
    assert scroll.offset == expected


def test_a_glide_is_smooth_and_arrives():
    scroll = scroll_of(10)
    scroll.glide_to(4)
    seen = [scroll.offset]
    while scroll.is_moving:
        scroll.step(1 / 120)
        seen.append(scroll.offset)
    assert seen == sorted(seen)
    assert seen[-1] == 4
    assert max(b - a for a, b in pairwise(seen)) < 0.5
    assert len(seen) - 1 == pytest.approx(SCROLL_S * 120, abs=1)


def test_a_new_glide_goes_on_from_where_the_last_one_is():
    scroll = scroll_of(10)
    scroll.glide_to(4)
    scroll.step(0.1)
    between = scroll.offset
    scroll.show(0)
    assert (scroll.offset, scroll.target) == (between, 0)


def test_without_motion_it_is_there_at_once():
    scroll = scroll_of(10)
    scroll.glide_to(4, speed=0.0)
    assert (scroll.offset, scroll.is_moving) == (4, False)


def test_fewer_rows_let_the_view_glide_back():
    scroll = scroll_of(6, 3)
    scroll.set_rows(5)
    assert scroll.offset == 3
    scroll.show(4)
    assert scroll.target == 2


@pytest.mark.parametrize("rows", [3, 4, 7, 18])
@pytest.mark.parametrize("share", [0, 0.3, 0.5, 1])
def test_the_thumb_says_where_the_view_is_and_takes_it_there(rows, share):
    scroll = scroll_of(rows)
    scroll.jump_to(share * scroll.furthest)
    start, length = scroll.thumb(700, 40)
    assert 0 <= start <= start + length <= 700 + 1e-6
    assert length == pytest.approx(700 * 3 / rows)
    assert scroll.offset_of_thumb(start, 700, 40) == pytest.approx(scroll.offset)


def test_the_thumb_never_gets_too_short_to_be_held():
    scroll = scroll_of(18, 15)
    assert scroll.thumb(100, 40) == (60, 40)
    assert scroll.offset_of_thumb(60, 100, 40) == 15

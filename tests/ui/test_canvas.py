"""What is painted piecemeal looks like what is painted whole."""

from functools import cache

import pygame
from hypothesis import given
from hypothesis import strategies as st

from game.ui.drawing.canvas import Canvas

SIZE = (90, 60)
WIDE = (400, 300)
"""Large enough for places where nothing moves, beside those where something does."""
GROUND = (30, 90, 60)

colours = st.tuples(*[st.integers(0, 255)] * 3)
corners = st.tuples(st.integers(-20, 405), st.integers(-20, 305))
sides = st.tuples(st.integers(1, 40), st.integers(1, 40))
tiles = st.tuples(corners, sides, colours)


class Board:
    """A still layer of half transparent tiles, painted as a screen paints."""

    def __init__(self) -> None:
        self.tiles: list[tuple[tuple[int, int], tuple[int, int], tuple[int, int, int]]] = []
        self.painted: list[pygame.Rect] = []
        self.painted_on: list[pygame.Surface] = []

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        self.painted.append(area.copy())
        self.painted_on.append(surface)
        surface.fill(GROUND, area)
        for corner, side, colour in self.tiles:
            if area.colliderect((*corner, *side)):
                surface.blit(picture(side, colour), corner)


@cache  # so that some pictures are the same from turn to turn, as those of cards are
def picture(side: tuple[int, int], colour: tuple[int, int, int]) -> pygame.Surface:
    made = pygame.Surface(side, pygame.SRCALPHA)
    made.fill((*colour, 128))
    return made


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@given(
    turns=st.lists(
        st.tuples(
            st.lists(tiles, max_size=3), st.integers(0, 4), st.lists(tiles, max_size=4), st.integers(0, 5)
        ),
        max_size=8,
    )
)
def test_the_surface_is_as_if_everything_were_painted_anew(turns):
    surface, board = pygame.Surface(WIDE), Board()
    canvas = Canvas(surface)
    pictures: list[tuple[pygame.Surface, tuple[int, int]]] = []
    for new, staying, moving, dice in turns:
        forget = dice % 2
        if dice in (2, 3):
            canvas.let_go()
        changed = new + board.tiles[:forget]
        board.tiles = board.tiles[forget:] + new
        for corner, side, _ in changed:
            canvas.damage((*corner, *side))
        if dice == 5:
            canvas.damage()
        pictures = pictures[:staying] + [(picture(side, colour), corner) for corner, side, colour in moving]
        before = surface.copy()
        canvas.compose(board.paint, pictures)
        assert not canvas.is_damaged

        for area in canvas.take_changed():
            before.blit(surface, area, area)
        assert pixels(before) == pixels(surface), "a change that is not told would never be shown"

        whole = pygame.Surface(WIDE)
        board.paint(whole, whole.get_rect())
        for image, corner in pictures:
            whole.blit(image, corner)
        assert pixels(surface) == pixels(whole)


@given(x=st.floats(-30, 100), y=st.floats(-30, 70), width=st.floats(0, 60), height=st.floats(0, 60))
def test_damage_covers_every_pixel_that_a_fraction_touches(x, y, width, height):
    _, board, canvas = painted(SIZE)
    board.painted.clear()
    canvas.damage((x, y, width, height))
    canvas.compose(board.paint, [])
    for column in range(max(0, int(x)), min(SIZE[0], int(x + width) + 1)):
        for row in range(max(0, int(y)), min(SIZE[1], int(y + height) + 1)):
            assert any(area.collidepoint(column, row) for area in board.painted)


def painted(size: tuple[int, int] = WIDE, *moving: tuple[int, int]) -> tuple[pygame.Surface, Board, Canvas]:
    """A canvas that was painted once, with a picture of 20×20 pixels at each of these corners."""
    surface, board = pygame.Surface(size), Board()
    canvas = Canvas(surface)
    canvas.compose(board.paint, [(picture((20, 20), (1, 2, 3)), corner) for corner in moving])
    return surface, board, canvas


def test_nothing_is_painted_where_nothing_changed():
    surface, board, canvas = painted(SIZE)
    assert board.painted == [surface.get_rect()]
    board.painted.clear()
    canvas.compose(board.paint, [(picture((10, 10), (1, 2, 3)), (5, 5))])
    assert board.painted == []
    canvas.damage((50, 40, 4, 4))
    canvas.compose(board.paint, [])
    assert sum(area.width * area.height for area in board.painted) <= 36


def test_a_stamp_stays_beneath_what_moves_over_it_until_its_place_is_damaged():
    surface, board, canvas = painted(WIDE, (10, 10))
    canvas.compose(board.paint, [])
    canvas.take_changed()
    before = pixels(surface)
    for corner in ((15, 15), (300, 200)):  # where something has moved, and where nothing has
        canvas.stamp(picture((10, 10), (255, 0, 0)), corner)
        assert [tuple(area) for area in canvas.take_changed()] == [(*corner, 10, 10)]
    stamped = pixels(surface)
    assert stamped != before
    canvas.compose(board.paint, [(picture((340, 240), (0, 0, 255)), (10, 10))])
    canvas.compose(board.paint, [])
    assert pixels(surface) == stamped
    for corner in ((15, 15), (300, 200)):
        canvas.damage((*corner, 10, 10))
    canvas.compose(board.paint, [])
    assert pixels(surface) == before


def test_what_stays_the_same_beneath_a_moving_picture_is_not_drawn_again():
    _, board, canvas = painted(SIZE)
    mark, card = picture((20, 20), (1, 2, 3)), picture((10, 10), (4, 5, 6))
    canvas.compose(board.paint, [(mark, (60, 5)), (card, (5, 5))])
    canvas.take_changed()
    canvas.compose(board.paint, [(mark, (60, 5)), (card, (8, 5))])
    assert not any(area.colliderect(60, 5, 20, 20) for area in canvas.take_changed())
    canvas.compose(board.paint, [(mark, (60, 5)), (card, (8, 5))])
    assert canvas.take_changed() == []


def test_everything_is_painted_where_it_is_shown_and_not_copied_there():
    surface, board, canvas = painted(WIDE, (50, 50))
    for damage in ((), (300, 200, 20, 20)):  # all, and what is far from all that moves
        canvas.damage(*[damage][: len(damage)])
        canvas.compose(board.paint, [(picture((20, 20), (1, 2, 3)), (60 + len(damage), 50))])
    assert board.painted_on == [surface] * 3

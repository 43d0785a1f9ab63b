"""The pictures of the README are made by the program itself, and come out the same each time."""

import pygame
import pytest

from tests.make_pictures import film, hint_picture, table_picture
from tests.ui.driver import Table


@pytest.mark.parametrize("make", [table_picture, hint_picture])
def test_a_picture_comes_out_the_same(tmp_path, make):
    made = []
    for number in range(2):
        table = Table(tmp_path / str(number))
        make(table)
        made.append(pygame.image.tobytes(table.drawn, "RGB"))
        table.close()
    assert made[0] == made[1]


def test_the_film_comes_out_the_same(tmp_path):
    first, second = (film(tmp_path / str(number)) for number in range(2))
    assert len(first) == len(second) > 60
    assert all(one.tobytes() == other.tobytes() for one, other in zip(first, second, strict=True))

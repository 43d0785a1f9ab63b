"""How much the pictures of a table weigh, and that the felt has no bands."""

from collections.abc import Callable, Hashable
from itertools import pairwise
from weakref import ref

import pygame
import pytest

from game.cards import standard_pack
from game.storage.profile import CHOICES
from game.ui.drawing.drawings import felt
from game.ui.drawing.pictures import TURNING_CARDS, Pictures
from game.ui.drawing.theme import ALL_FELTS, FELTS, OWN_FELTS, luminance
from tests.ui.driver.outside import DRAWN

SIZE = (640, 400)


def test_every_felt_can_be_chosen_and_none_of_ones_own_is_lighter_than_the_green_one():
    assert tuple(ALL_FELTS) == CHOICES["table"]
    assert all(luminance(felt.middle) <= luminance(FELTS["green"].middle) for felt in OWN_FELTS.values())
    assert len({felt.middle for felt in ALL_FELTS.values()}) == len(ALL_FELTS)


@pytest.mark.parametrize("name", FELTS)
def test_a_felt_takes_a_byte_a_pixel_and_fades_in_single_steps(name):
    drawn = felt(SIZE, FELTS[name])
    assert drawn.get_bytesize() == 1
    across = [[drawn.get_at((x, y)) for x in range(SIZE[0])] for y in (0, 100, 200, 399)]
    down = [[drawn.get_at((x, y)) for y in range(SIZE[1])] for x in (0, 160, 320, 639)]
    lines = [*across, *down]
    steps = [
        abs(a - b) for line in lines for one, other in pairwise(line) for a, b in zip(one, other, strict=True)
    ]
    assert max(steps) == 1
    assert all(abs(a - b) <= 1 for a, b in zip(drawn.get_at((320, 180)), FELTS[name].middle, strict=False))
    assert sum(drawn.get_at((639, 399))[:3]) < sum(FELTS[name].middle)


@pytest.mark.usefixtures("table")
def test_cards_that_have_turned_over_are_soon_forgotten():
    pictures = Pictures(DRAWN)
    pictures.set_card_size(60, 84)
    seen = [
        ref(pictures.turning_card(card.up, share))
        for card in standard_pack()
        for share in (0.8, 0.6, 0.4, 0.2)
    ]
    kept = [reference() for reference in seen if reference() is not None]
    assert kept[-1] is pictures.turning_card(standard_pack()[-1].up, 0.2), "one picture for a width"
    assert sum(picture.get_width() * picture.get_height() for picture in kept) <= TURNING_CARDS * 60 * 84
    del kept
    pictures.set_card_size(50, 70)
    assert not any(reference() for reference in seen)


class Counting(Pictures):
    """Pictures that count how often one of them is asked for that may have to be made."""

    asked = 0

    def made(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        self.asked += 1
        return super().made(key, make)


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("tilt", [0.0, 6.0])
def test_a_held_card_that_was_drawn_is_found_at_once(tilt):
    pictures = Counting(DRAWN)
    pictures.set_card_size(60, 84)
    pictures.begin_frame()
    drawn = pictures.held_card(standard_pack()[0].up, tilt)
    asked = pictures.asked
    assert pictures.held_card(standard_pack()[0].up, tilt) is drawn
    assert pictures.asked == asked > 0


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("letters", ["ĄĆŁŻäöüßçñ", "ΑΒΓΔΩαβγδέ", "АБВГДЖЯабвгджяіїўђ"])
@pytest.mark.parametrize("bold", [False, True])
def test_the_letters_of_names_in_three_alphabets_can_be_told_apart(letters, bold):
    font = Pictures(DRAWN).font("large", bold)
    drawn = {pygame.image.tobytes(font.render(letter, True, "white"), "RGBA") for letter in letters}
    assert len(drawn) == len(letters), "what a font lacks is the same box again and again"

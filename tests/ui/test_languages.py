"""Every text of every screen is put into the player's language, and there is room for it."""

import re

import pytest

from tests.ui.driver import Table
from tests.ui.driver.pseudo import PseudoLanguage
from tests.ui.screens import SCREENS

pytestmark = pytest.mark.thorough

FILE = re.compile(r"\w\.pat")
"""In the name of a game's file, which may be longer than any line; what stands behind it goes with it."""


def shown_in_pseudo(table: Table, screen: str) -> PseudoLanguage:
    """A screen in the language for tests, drawn anew."""
    pseudo = PseudoLanguage()
    table.language = lambda _: pseudo
    SCREENS[screen](table)
    table.frame()
    screen = table.app.screen
    screen.canvas.damage()
    screen.is_stale = True
    table.frame()
    return pseudo


SIZES = [(640, 480), (900, 640), (1280, 800), (1920, 1080), (3840, 2160)]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_every_text_of_a_screen_is_put_into_another_language_and_seen_whole(make_table, screen, size):
    pseudo = shown_in_pseudo(make_table(size=size), screen)
    assert pseudo.untranslated == set()
    assert {text for text in pseudo.cut if not FILE.search(text)} == set()

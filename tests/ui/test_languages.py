"""Every text of every screen is put into the player's language, and there is room for it."""

from collections.abc import Callable

import pytest

from tests.ui.driver import Table
from tests.ui.driver.pseudo import PseudoLanguage
from tests.ui.screens import SCREENS

pytestmark = pytest.mark.thorough


def shown_in_pseudo(table: Table, screen: str) -> PseudoLanguage:
    """A screen in the language for tests, drawn anew."""
    pseudo = PseudoLanguage()
    table.language = lambda _: pseudo
    SCREENS[screen](table)
    table.frame()
    scene = table.app.scene
    scene.canvas.damage()
    scene.is_stale = True
    table.frame()
    return pseudo


@pytest.mark.parametrize("screen", SCREENS)
def test_every_text_of_a_screen_can_be_put_into_another_language(
    make_table: Callable[..., Table], screen: str
):
    assert shown_in_pseudo(make_table(), screen).untranslated == set()


@pytest.mark.parametrize("screen", ["open", "statistics", "save", "settings", "new game: rush"])
def test_words_that_are_longer_are_seen_whole(make_table: Callable[..., Table], screen: str):
    assert shown_in_pseudo(make_table(size=(640, 480)), screen).cut == set()

"""M: all sounds off and on again, on every screen."""

import pytest

from game.storage.profile import load_profile
from tests.ui.screens import ONE_OF_EACH, open_screen


@pytest.mark.thorough
@pytest.mark.parametrize("screen", ONE_OF_EACH.values())
def test_every_screen_is_muted_and_says_so(make_table, screen):
    table = make_table()
    open_screen(table, screen)
    key, before = "m", table.picture
    if table.app.screen.is_typed_into:  # where it is a letter
        table.key("m", "backspace")
        assert not table.context.settings.muted
        key, before = "ctrl+m", table.picture
    table.key(key)
    assert load_profile(table.folder / "profile.json").settings.muted
    assert table.picture != before
    table.key(key)
    assert not load_profile(table.folder / "profile.json").settings.muted


def test_nothing_is_heard_until_it_is_pressed_again(table):
    table.start().key("m")
    assert table.sentence == "Sound is off. M turns it on again."
    table.click("stock").settle()
    assert table.ears.heard == []
    table.key("m")
    assert table.sentence == "Sound is on."
    table.click("stock").settle()
    assert table.ears.heard
    table.wants(volume=0).key("m", "m")
    assert table.sentence == "Sound is on, but its volume is 0: you can change it in “Settings”."


def test_where_nothing_can_be_kept_it_is_said_and_counts(make_table, tmp_path):
    (tmp_path / "in the way").write_text("a file where the folder should be")
    table = make_table(tmp_path / "in the way").go_home().key("m")
    assert table.context.settings.muted
    assert table.sentence.startswith("The settings cannot be saved: ")

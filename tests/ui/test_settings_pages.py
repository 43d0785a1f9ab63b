"""The pages of the settings: every setting on one of them, and a small table that shows what it does."""

import ctypes
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.language import English, Translator
from game.rules import VARIANTS
from game.storage.files import StorageError
from game.storage.profile import Settings, SystemWishes, load_profile
from game.ui.drawing.layout import Box
from game.ui.forms.controls import RadioGroup, Slider, Switch
from game.ui.games.tables import view_class
from game.ui.pages.settings import SettingsScreen
from game.ui.window.desktop import system_wishes
from tests.ui.driver import Table, post
from tests.ui.driver.pseudo import PseudoLanguage
from tests.ui.screens import SCREENS, open_screen


@pytest.fixture
def screen(table: Table) -> SettingsScreen:
    screen = open_screen(table, "settings").app.screen
    assert isinstance(screen, SettingsScreen)
    return screen


def turn(table: Table, screen: SettingsScreen, page: str) -> None:
    word = next(
        button.word
        for row in screen.panel.rows[:2]
        for button in row.widget.buttons
        if button.word in (page, getattr(VARIANTS.get(page), "short_title", ""), _title(page))
    )
    table.press_button(word).frame()


def _title(page: str) -> str:
    return VARIANTS[page].title if page in VARIANTS else page


def small(table: Table, screen: SettingsScreen) -> bytes:
    """The pixels of the small table."""
    box = screen.live_table.box
    assert box.width > 0
    return table.drawn.subsurface([round(side) for side in box]).copy().get_buffer().raw


def test_every_setting_stands_on_exactly_one_page(table, screen):
    found: Counter[str] = Counter()
    for page in screen.pages:
        screen.open_page(page)
        for row in screen.panel.rows[2:]:
            before = vars(table.context.settings).copy()
            match row.widget:
                case Switch():
                    row.widget.press()
                case RadioGroup():
                    if row.label == "New games":
                        continue
                    next(button for button in row.widget.buttons if not button.is_chosen()).press()
                case Slider():
                    row.widget.turn(1)
                case _:
                    continue
            after = vars(table.context.settings)
            changed = {name for name in before if before[name] != after[name]}
            assert vars(load_profile(table.folder / "profile.json").settings) == after, "it is kept"
            # Whoever moves the volume wants to hear it.
            found.update(changed - {"muted"} if "volume" in changed else changed)
    assert found == Counter(Settings.defaults().keys())


@pytest.mark.parametrize(
    ("page", "label", "button"),
    [
        *(("Table", "Colour", 1), ("Table", "Left-handed", None), ("Table", "Clock", None)),
        *(("Cards", "Deck", 1), ("Cards", "Four colours", None), ("Cards", "Backs", 1)),
    ],
)
def test_the_small_table_shows_it_at_once(table, screen, page, label, button):
    turn(table, screen, page)
    before = small(table, screen)
    widget = table.widget(label)
    table.click(widget.box.centre if button is None else widget.buttons[button].box.centre)
    assert small(table, screen) != before
    assert table.picture == table.fresh_picture


def test_a_change_of_speed_is_seen_in_a_move_that_the_next_one_takes_back(table, screen):
    table.stares = True
    turn(table, screen, "Motion")
    before = small(table, screen)
    speed = table.widget("Speed").buttons
    table.click(speed[3].box.centre)  # slow
    assert screen.is_animating
    table.settle()
    assert small(table, screen) != before
    table.click(speed[0].box.centre)  # off
    assert not screen.is_animating
    assert small(table, screen) == before


def test_the_small_table_plays_a_move_that_counts_nowhere_and_is_dealt_as_new_games_are(table, screen):
    before = small(table, screen)
    table.click(screen.live_table.box.centre).settle()
    assert small(table, screen) != before
    assert not list(table.folder.rglob("*.patience"))

    table.stares = True
    turn(table, screen, "spider")
    four = small(table.frame(2), screen)
    table.press_button("1 suit").frame(2)
    assert small(table, screen) != four

    assert load_profile(table.folder / "profile.json").options["spider"] == "suits=1"
    table.key("esc")
    tile = next(tile for tile in table.app.screen.tiles if tile.name == "spider")
    assert tile.options == "suits=1"


@pytest.mark.parametrize("name", VARIANTS)
def test_the_page_of_a_game_shows_its_table(table, screen, name):
    before = small(table, screen)
    turn(table, screen, name)
    if name != "rush":
        assert small(table, screen) != before
    assert screen.live_table.name == name
    assert screen.panel.rows[2].label != ""  # each game has something to choose


@pytest.mark.parametrize("is_new", [False, True])
def test_settings_say_what_the_tile_says_of_who_has_chosen_nothing(table, screen, is_new):
    profile = table.context.profile
    if is_new:
        profile.first_steps.clear()
    for game in ("rush", "spider", "three-shuffles"):
        turn(table, screen, game)
        (chosen,) = [button.word for button in table.widget("New games").buttons if button.is_chosen()]
        assert chosen == view_class(game).tile_options[-1 if is_new else 0][0]


@pytest.mark.parametrize("size", [(640, 480), (900, 640), (1280, 800), (1920, 1080), (3840, 2160)])
def test_every_page_fits_with_its_small_table(make_table, size):
    table = make_table(size=size)
    SCREENS["settings"](table)
    screen = table.app.screen
    for page in screen.pages:
        turn(table, screen, page)
        assert screen.panel.box.height <= screen.canvas.size[1]
        assert screen.live_table.box.height > 0
        assert screen.live_table.box.within(screen.panel.box) == screen.live_table.box
        boxes = [row.box for row in screen.panel.rows]
        assert all(one.y + one.height <= other.y for one, other in pairwise(boxes))


@pytest.mark.parametrize("size", [(1280, 800), (700, 1100)])
def test_pages_are_chosen_without_moving_under_the_pointer(make_table, size):
    table = make_table(size=size)
    SCREENS["settings"](table)
    screen = table.app.screen
    heads = screen.panel.rows[:2]
    where = [button.box for row in heads for button in row.widget.buttons]
    for page in screen.pages:
        turn(table, screen, page)
        assert [button.box for row in screen.panel.rows[:2] for button in row.widget.buttons] == where
        is_seen = screen.live_table in screen.panel.widgets
        assert is_seen is (page not in ("Play", "Sound")), "a table only where a change can be seen in it"
        rows = screen.panel.rows[2:]
        assert not is_seen or not any(row.widget.box.overlap(screen.live_table.box) for row in rows)


@pytest.mark.parametrize(("label", "choice"), [("Text size", 3), ("Large buttons", None)])
@pytest.mark.parametrize("leaves", ["pointer", "finger", "key"])
def test_another_size_moves_nothing_under_the_pointer_until_it_leaves_the_row(
    table, screen, label, choice, leaves
):
    def places() -> list[Box]:
        return [button.box for widget in screen.panel.widgets for button in widget.buttons]

    widget, before, seen = table.widget(label), places(), small(table, screen)
    where = widget.box if choice is None else widget.buttons[choice].box
    table.click(where.centre).frame(3)
    assert places() == before
    assert choice is None or small(table, screen) != seen, "the small table shows it at once"
    if leaves == "pointer":
        table.move_to((5, 5)).frame(2)
    elif leaves == "finger":
        table.happen(pygame.WINDOWLEAVE).frame(2)
    else:
        table.key("tab").frame(2)
    assert places() != before


# What the system asks for -----------------------------------------------------------------------------
def test_the_system_is_followed_until_the_player_chooses(table, screen):
    table.wishes = SystemWishes(high_contrast=True, reduced_motion=True)
    table.app.ask_wishes()
    table.frame().key("esc").start(3)
    assert table.look(Box(2, 700, 2, 2)) == bytes(12)
    assert table.screen.speed == 0
    for page, label, button in (("Table", "Contrast", 1), ("Motion", "Follow the system", None)):
        table.go_home().press_button("Settings")
        turn(table, screen, page)
        widget = table.widget(label)
        table.click(widget.box.centre if button is None else widget.buttons[button].box.centre)
    table.start(3)
    assert table.look(Box(2, 700, 2, 2)) != bytes(12)
    assert table.screen.speed > 0


def test_the_system_is_asked_again_when_the_window_gets_the_keyboard_back(table):
    table.go_home().frame(2)
    table.wishes = SystemWishes(high_contrast=True)
    before = table.picture
    table.happen(pygame.WINDOWFOCUSGAINED)
    assert table.picture == before, "it had the keyboard"
    post(pygame.WINDOWFOCUSLOST)
    table.happen(pygame.WINDOWFOCUSGAINED)
    assert table.picture != before
    before = table.picture
    table.context.pictures.small_tables.clear()
    table.lay_out_again()
    table.frame()
    assert table.picture == before, "nothing is left of what was drawn before"


def test_no_colour_of_the_table_is_offered_in_high_contrast(table, screen):
    turn(table, screen, "Table")
    for button, is_offered in ((2, False), (1, True)):
        table.click(table.widget("Contrast").buttons[button].box.centre)
        assert ("Colour" in [row.label for row in screen.panel.rows]) == is_offered
        assert table.picture == table.fresh_picture


@pytest.mark.parametrize(
    ("platform", "answers", "wishes"),
    [
        ("darwin", {"increaseContrast": "1\n", "reduceMotion": "0\n"}, SystemWishes(True, False)),
        ("darwin", {}, SystemWishes()),
        (
            "linux",
            {"gdbus": "({'org.gnome.desktop.a11y.interface': {'high-contrast': <true>}},)"},
            (True, False),
        ),
        ("linux", {"dbus-send": 'string "reduced-motion" variant uint32 1'}, (False, True)),
        ("linux", {}, SystemWishes()),
    ],
)
def test_each_system_is_asked_in_its_own_way(monkeypatch, platform, answers, wishes):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")

    def ask(command: Sequence[str]) -> str:
        return next((told for name, told in answers.items() if name in command), "")

    assert system_wishes(platform, ask) == wishes


def test_without_a_session_bus_nothing_is_asked(monkeypatch):
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    assert system_wishes("linux", lambda _: pytest.fail("that would start a bus")) == SystemWishes()


def test_windows_is_asked_for_contrast_and_animation(monkeypatch):
    def answer(which: int, _size: int, told: Any, _flags: int) -> int:
        if which == 0x42:
            told.contents.flags = 1
        else:
            told.contents.value = 0
        return 1

    user32 = SimpleNamespace(SystemParametersInfoW=answer)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user32), raising=False)
    assert system_wishes("win32") == SystemWishes(True, True)


def test_whoever_moves_the_volume_wants_to_hear_it_and_one_click_and_two_are_one_choice(table, screen):
    turn(table, screen, "Sound")
    table.key("m")
    assert table.context.settings.muted
    track = table.widget("Volume").track
    table.click((track.x + track.width - 2, track.centre.y))
    assert not table.context.settings.muted
    assert table.ears.heard == ["place"]

    turn(table, screen, "Play")
    table.press_button("One click")
    assert table.context.settings.one_click
    table.press_button("Two clicks")
    assert not table.context.settings.one_click


@pytest.fixture
def languages(table: Table, screen: SettingsScreen) -> Table:
    """In front of the page of languages; Polish alone cannot be read."""

    def language(chosen: str) -> Translator:
        if chosen == "pl":
            raise StorageError("Polski cannot be read: it is damaged")
        return PseudoLanguage() if chosen == "de" else English()

    table.language = language
    turn(table, screen, "Language")
    return table


def test_a_language_is_seen_at_once_also_at_the_small_table_and_kept(languages, screen):
    languages.press_button("Deutsch").frame()
    in_german = languages.picture
    assert languages.picture == languages.fresh_picture
    assert languages.window_title == PseudoLanguage().translate(screen.title) != screen.title
    assert load_profile(languages.folder / "profile.json").settings.language == "de"
    languages.press_button("English").frame()
    assert languages.window_title == screen.title
    assert languages.picture != in_german

    before = small(languages, screen)
    languages.press_button("Deutsch")
    assert small(languages, screen) != before


def test_a_language_that_cannot_be_read_is_said_and_not_kept(languages, screen):
    languages.press_button("Deutsch")
    for _ in range(2):
        languages.press_button("Polski")
        assert screen.sentence == "The language cannot be changed: Polski cannot be read: it is damaged."
        screen.say("")
        assert languages.context.settings.language == "de"
        assert languages.context.pictures.language.code == "pseudo"
    assert load_profile(languages.folder / "profile.json").settings.language == "de"


def test_words_that_are_longer_are_not_covered_in_the_smallest_window(make_table):
    table = make_table(size=(640, 480))
    long = PseudoLanguage()
    table.language = lambda _: long
    table.context.settings.scale = 200
    SCREENS["settings"](table)
    screen, pictures = table.app.screen, table.context.pictures
    for page in screen.pages:
        screen.open_page(page)
        screen.lay_out()
        table.frame()
        assert screen.panel.box.height <= screen.canvas.size[1]
        for row in screen.panel.rows:
            if row.widget.box.width and not row.is_below:
                is_beside = row.box.x + pictures.text_width(row.label) <= row.widget.box.x
                assert is_beside or row.box.y + row.stacked_px <= row.widget.box.y
                assert row.widget.box.x + row.widget.box.width <= row.box.x + row.box.width
            if isinstance(row.widget, RadioGroup):
                shown = [button for button in row.widget.buttons if button.box.width]
                assert all(button.box.width >= button.width(pictures) for button in shown)


def test_a_kept_language_that_cannot_be_read_is_said_once_when_the_program_begins(languages):
    languages.context.settings.language = "pl"
    languages.app.go_home()
    assert languages.sentence == "Polski cannot be read: it is damaged."
    languages.app.go_home()
    assert languages.sentence == ""

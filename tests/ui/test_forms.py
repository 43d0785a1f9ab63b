"""Settings and the deal number: changed by mouse and by keyboard, kept, and shown at once."""

import weakref

import pygame
import pytest

from game.cards import NUMBERS
from game.play.deal import Difficulty
from game.rules.rush import Rush
from game.storage.profile import Settings, load_profile
from game.ui.drawing.theme import FELTS
from game.ui.home.new_game import NewGameScreen
from game.ui.pages.settings import SettingsScreen
from tests.ui.driver import Table
from tests.ui.screens import open_screen

MAX_SIZE = str(NUMBERS - 1)
LONG = f"What is said here {'in many words ' * 6}has no room on one line, however small its letters are."


@pytest.fixture
def settings(table: Table) -> Table:
    """The settings, opened from the home screen."""
    return open_settings(table)


@pytest.fixture
def deal_form(table: Table) -> Table:
    """The deal number, asked for at the tile of Rush."""
    table.go_home().click(table.home.tiles[0].options_button.box.centre).press_button("Deal…")
    assert isinstance(table.app.screen, NewGameScreen)
    return table


def open_settings(table: Table) -> Table:
    table.go_home().press_button("Settings")
    assert isinstance(table.app.screen, SettingsScreen)
    return table


def choice_at(table: Table, label: str, word: str) -> tuple[float, float]:
    return next(button.box.centre for button in table.widget(label).buttons if button.word == word)


def focused(table: Table) -> int:
    """The place in the Tab order that has the focus."""
    return table.form.panel.widgets.index(table.form.focus.widget)


def go_to_row(table: Table, label: str) -> None:
    """Brings the ring to a widget, with the keyboard alone."""
    table.key("tab")
    for _ in table.form.panel.widgets:
        if table.form.focus.widget is table.widget(label):
            return
        table.key("tab")
    raise AssertionError(f"Tab never comes to {label}")


def number(table: Table) -> str:
    return table.widget("Deal number").text


def kept(table: Table) -> Settings:
    """The settings as they stand on disk."""
    return load_profile(table.folder / "profile.json").settings


# Settings -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("label", "keys", "name", "values"),
    [
        ("Speed", ["right", "right", "left", "space", "enter"], "speed", "slow slow normal slow off"),
        ("Colour", ["right", "right", "left", "space", "enter"], "table", "blue slate blue slate wine"),
        ("Volume", ["right", "left", "left", "space", "enter"], "volume", "65 60 55 0 55"),
        ("Text size", ["right", "left", "left", "space", "enter"], "scale", "125 100 80 100 125"),
        ("Deck", ["right", "left", "space", "enter"], "deck", "large standard large standard"),
        ("Backs", ["right", "right", "left", "space"], "back", "scales star scales star"),
        ("Four colours", ["right", "left", "space", "enter"], "four_colours", "True False True False"),
        ("Left-handed", ["right", "left", "space", "enter"], "left_handed", "True False True False"),
        ("Clock", ["left", "right", "space", "enter"], "practice_clock", "False True False True"),
        ("Reduced motion", ["right", "left", "space", "enter"], "reduced_motion", "True False True False"),
    ],
)
def test_keys_change_a_setting_and_keep_it(settings, label, keys, name, values):
    go_to_row(settings, label)
    for key, value in zip(keys, values.split(), strict=True):
        settings.key(key)
        assert str(getattr(settings.context.settings, name)) == value
        assert str(getattr(kept(settings), name)) == value


def test_the_first_key_only_shows_where_the_keyboard_is(settings):
    before = settings.picture
    settings.key("right")
    assert settings.context.settings == Settings(clock_begins="at once", one_click=False, stock_twice=True)
    assert settings.picture != before
    settings.key("right")
    assert "To play a card" in {row.label for row in settings.form.panel.rows}  # the next page


def test_tab_and_arrows_go_round_through_all_controls_and_each_place_looks_different(settings):
    settings.stares = True
    count = len(settings.form.panel.widgets)
    settings.key("tab")
    seen, pictures = [], set()
    for _ in range(count + 1):
        seen.append(focused(settings))
        pictures.add(settings.picture)
        settings.key("tab")
    assert len(pictures) == count
    assert seen == [*range(count), 0]
    settings.key("shift+tab")
    assert focused(settings) == 0
    settings.key("up")
    assert focused(settings) == count - 1
    settings.key("down", "down")
    assert focused(settings) == 1


def test_a_press_beside_the_knob_and_the_wheel_set_the_volume_and_it_is_heard(settings):
    slider = settings.widget("Volume")
    settings.click((slider.track.x + slider.track.width - 2, slider.track.centre.y))
    assert settings.context.sounds.percent("place") == settings.context.settings.volume == 100
    assert kept(settings).volume == 100
    assert settings.ears.heard
    settings.click((slider.track.x + 2, slider.track.centre.y))
    assert settings.context.sounds.percent("place") == kept(settings).volume == 0
    settings.move_to(slider.box.centre)
    settings.happen(pygame.MOUSEWHEEL, x=0, y=2, flipped=False)
    assert kept(settings).volume == 10


def test_the_knob_follows_the_pointer_and_is_kept_when_it_is_let_go(settings):
    track = settings.widget("Volume").track
    knob = settings.widget("Volume").knob.centre
    settings.press(knob).frame()
    seen = []
    for x in range(round(knob[0]), round(track.x + track.width) + 40, 6):
        settings.move_to((x, knob[1] + 300))  # nobody looks at the knob while they listen
        settings.frame()
        seen.append(settings.context.settings.volume)
    assert seen == sorted(seen)
    assert len(set(seen)) > 8
    assert seen[-1] == settings.context.sounds.percent("place") == 100
    assert kept(settings).volume == 60
    assert 1 < len(settings.ears.heard) < len(seen)
    settings.release().frame()
    assert kept(settings).volume == 100
    settings.move_to((track.x, track.centre.y)).frame()
    assert settings.context.settings.volume == 100


def test_the_knob_is_still_held_when_the_window_has_another_size(settings):
    settings.press(settings.widget("Volume").knob.centre).frame().resize(640, 480)
    track = settings.widget("Volume").track
    settings.move_to((track.x + track.width, 0)).frame()
    assert (settings.context.settings.volume, kept(settings).volume) == (100, 60)
    settings.release().frame()
    assert kept(settings).volume == 100


def test_the_table_behind_the_form_has_the_new_colour_at_once(settings):
    for word, name in [("Slate", "slate"), ("Midnight", "blue"), ("Green", "green")]:
        settings.click(choice_at(settings, "Colour", word))
        corner = settings.drawn.get_at((2, 2))[:3]
        assert max(abs(a - b) for a, b in zip(corner, FELTS[name].edge, strict=True)) < 24


def test_the_table_takes_over_what_was_set_while_it_was_paused(table):
    table.start().key("p")
    before = table.screen.session.elapsed_ms
    table.press_button("Settings").skip(30)
    row = next(row for row in table.form.panel.rows if row.label == "Left-handed")
    table.click((row.box.x + 4, row.box.centre.y))  # on the words of the switch
    table.click(table.widget("Four colours").box.centre).key("esc")
    assert table.panel == "Menu"
    assert table.screen.session.elapsed_ms == before, "time stands still behind the settings"
    table.press_button("Continue")
    assert table.place("stock").x > table.place("t7").x
    assert table.context.pictures.choice.four_colours


def test_where_nothing_can_be_kept_one_sentence_says_so_and_the_setting_counts(tmp_path):
    (tmp_path / "in the way").write_text("a file where the folder should be")
    table = open_settings(Table(tmp_path / "in the way"))
    table.click(table.widget("Left-handed").box.centre)
    assert table.sentence.startswith("The settings cannot be saved: ")
    assert table.sentence.count(".") == 1
    assert table.context.settings.left_handed
    table.close()


def test_what_a_form_says_is_seen_to_its_last_word_in_the_smallest_window_too(make_table):
    table = open_settings(make_table(size=(640, 480)))
    seen = set[bytes]()
    for words in ("", f"{LONG} First.", f"{LONG} Second."):
        table.form.say(words)
        seen.add(table.frame().picture)
    assert len(seen) == 3
    table.wants(scale=200).form.say(LONG)
    assert table.frame().form.panel.sentence_box, "it is scrolled where it has no room above the only button"


# The deal number ----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["0", "48213", "0048213", MAX_SIZE])
def test_a_deal_number_is_typed_and_played(deal_form, text):
    deal_form.write(text)
    assert number(deal_form) == text
    deal_form.key("enter")
    assert deal_form.game.deal.number == int(text)


def test_the_line_can_be_edited_and_takes_digits_and_spaces_alone(deal_form):
    deal_form.write("1 2")
    assert (number(deal_form), deal_form.sentence) == ("12", "")
    for text in ("a", "-", ".", "é", "٣"):
        deal_form.write_over("12" + text)
        assert number(deal_form) == "12"
        assert deal_form.sentence == "A deal number contains only digits."
        deal_form.write("3")
        assert (number(deal_form), deal_form.sentence) == ("123", "")
    deal_form.write_over("1" * 21)
    assert number(deal_form) == "1" * 20
    assert "at most 20 digits" in deal_form.sentence

    deal_form.write_over("")
    deal_form.write("12345")
    deal_form.key("left", "left", "backspace")
    assert number(deal_form) == "1245"
    deal_form.write("9")
    assert number(deal_form) == "12945"
    deal_form.key("ctrl+a")
    deal_form.write("7")
    assert number(deal_form) == "7"
    deal_form.click(choice_at(deal_form, "Rules", "Draw 1"))
    deal_form.write("8")
    assert number(deal_form) == "78"


def test_too_large_a_number_or_none_cannot_be_played_and_a_random_one_can(deal_form):
    deal_form.write(str(NUMBERS))
    assert MAX_SIZE in deal_form.sentence
    deal_form.key("enter").press_button("Play")
    assert isinstance(deal_form.app.screen, NewGameScreen)
    deal_form.key("backspace")  # meant for the line, though Play was pressed last
    assert (number(deal_form), deal_form.sentence) == (str(NUMBERS)[:-1], "")
    for way in ("enter", "Play"):
        deal_form.write_over("")
        deal_form.key(way) if way == "enter" else deal_form.press_button(way)
        assert deal_form.sentence == "Type a deal number, or take a random one."
    deal_form.press_button("Random number")
    assert number(deal_form) == "48213", "it is written down before it is played"
    deal_form.press_button("Play")
    assert deal_form.game.deal.number == 48213


@pytest.mark.parametrize(
    ("copied", "expected"),
    [("48213", "48213"), ("  #48 213\n", "48213"), ("48,213", "48213"), ("deal 5", ""), ("", "")],
)
def test_a_number_is_pasted(deal_form, monkeypatch, copied, expected):
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: copied)
    deal_form.key("ctrl+v")
    assert number(deal_form) == expected
    assert bool(deal_form.sentence) == (copied == "deal 5")


def test_a_difficulty_is_chosen_and_a_number_of_it_is_taken_another_by_other_rules(deal_form):
    asked: list[object] = []
    deal_form.context.dealer.number = lambda _, hard=None: asked.append(hard) or 99  # type: ignore
    deal_form.click(choice_at(deal_form, "Difficulty", "Hard"))
    assert (asked, number(deal_form)) == ([Difficulty.HARD], "99")
    deal_form.click(choice_at(deal_form, "Difficulty", "Any")).press_button("Random number")
    assert asked[1:] == [None, None]

    asked: list[object] = []
    deal_form.context.dealer.number = lambda rush, hard=None: asked.append((rush.draw, hard)) or 99  # type: ignore
    deal_form.click(choice_at(deal_form, "Rules", "Draw 1"))
    assert not asked
    deal_form.click(choice_at(deal_form, "Difficulty", "Easy"))
    deal_form.click(choice_at(deal_form, "Rules", "Draw 3"))
    assert asked == [(1, Difficulty.EASY), (3, Difficulty.EASY)]


def test_the_rules_are_chosen_and_others_are_left_as_they_were(table):
    table.open(NewGameScreen(table.context, Rush(draw=3, limit=120))).click(
        choice_at(table, "Rules", "Draw 1")
    )
    table.click(table.widget("Deal number").box.centre)
    table.write("5")
    table.key("enter")
    assert table.game.variant == Rush(draw=1, limit=120)


def test_a_game_can_be_set_up_by_keyboard_alone(table):
    table.app.go_home()
    for word, key in (("Options", "right"), ("Deal…", "tab")):
        for _ in range(40):
            if word in getattr(table.app.screen.spoken.focus, "name", ""):
                break
            table.key(key)
        table.key("enter")
    assert isinstance(table.app.screen, NewGameScreen)
    table.write("77")
    table.key("down", "right", *["down"] * 4, "enter")  # by Passes, Difficulty and Hide score to Play
    assert table.game.variant == Rush(draw=1)
    assert table.game.deal.number == 77


# All forms ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["by key", "by mouse"])
def test_a_closed_form_gives_its_memory_back(table, way):
    table.stares = True
    alive: list[weakref.ref[object]] = []
    for _ in range(2):
        open_settings(table)
        alive.append(weakref.ref(table.form))
        table.resize(900, 800).resize(1280, 800)
        if way == "by key":
            table.key("esc")
        else:
            table.press_button("Done")
    assert [reference() for reference in alive] == [None] * 2


def test_large_buttons_are_none_smaller_than_a_fingertip(table):
    table.wants(large_buttons=True).start(48213).key("esc")
    sizes = [
        tuple(pressable.box[2:]) for pressable in (*table.screen.bars.buttons, *table.app.screen.pressables)
    ]
    open_screen(table, "settings")
    sizes += [tuple(pressable.box[2:]) for pressable in table.app.screen.pressables if pressable.box.width]
    assert len(sizes) > 30
    assert all(width >= 44 and height >= 44 for width, height in sizes)

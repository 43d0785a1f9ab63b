"""What helps a player to read: decks, backs, the size of texts and bars, and what gives way to them."""

from collections.abc import Callable
from itertools import cycle, pairwise

import pygame
import pytest

from game.message import verbatim
from game.storage.catalogues import load_language
from game.storage.profile import CHOICES
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import unit_for, units_down
from game.ui.forms.widgets import Widget
from tests.records import position
from tests.seen import at_200_per_cent
from tests.ui.driver import Table
from tests.ui.driver.outside import DRAWN
from tests.ui.driver.seen_texts import TracedPictures, seen_texts
from tests.ui.screens import FINISHED, SCREENS, open_screen

SIZES = [(640, 480), (900, 640), (1280, 800), (1920, 1080), (3840, 2160)]
SCALES = CHOICES["scale"]
MAX_SIZE = max(SCALES)


def test_each_deck_in_each_colours_and_each_back_looks_different_on_tiles_too(table):
    table.start(position("t1 7D"))
    looks = set()
    for deck in CHOICES["deck"]:
        for four_colours in (False, True):
            table.lay_out_again(deck=deck, four_colours=four_colours)
            table.frame()
            looks.add(table.look(table.place("t1")))
    assert len(looks) == 4

    table.start(3)
    backs, faces = set(), set()
    for back in CHOICES["back"]:
        table.lay_out_again(back=back).frame()
        backs.add(table.look(table.place("stock")))
        faces.add(table.look(table.place("t1")))
    assert len(backs) == len(CHOICES["back"])
    assert len(faces) == 1

    table.wants(deck="standard").go_home()
    before = table.picture
    table.press_button("Settings")
    table.wants(deck="large").key("esc")
    assert table.picture != before


@pytest.mark.parametrize("size", SIZES)
def test_texts_grow_with_the_scale_and_never_fall_below_what_can_be_read(size):
    units = [unit_for(size, scale) for scale in SCALES]
    assert units == sorted(units)
    assert units[0] >= 0.8
    assert units[-1] == 2 * unit_for(size)


def test_units_are_tried_from_the_one_that_is_wanted_to_the_least():
    units = list(units_down(2.0, 1.0))
    assert (units[0], units[-1]) == (2.0, 1.0)
    assert all(after < before for before, after in pairwise(units))
    assert list(units_down(0.8, 1.0)) == [0.8]


def test_at_200_per_cent_the_bars_of_a_table_are_twice_as_high(table):
    table.start()
    before, card = table.screen.bars, table.context.pictures.card_height
    heights = before.top.height, before.bottom.height
    table.lay_out_again(scale=200).frame()
    bars = table.screen.bars
    assert bars.top.height == 2 * heights[0]
    assert bars.bottom.height >= 2 * heights[1], "a long sentence has two lines"
    assert table.context.pictures.card_height < card
    assert table.picture == table.fresh_picture


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", FINISHED)
def test_no_button_and_no_field_of_a_table_is_cut_at_any_scale(make_table, game, size):
    table = make_table(size=size)
    table.start(3, game=game, dealt=False)
    for scale in SCALES:
        table.lay_out_again(scale=scale)
        bars = table.screen.bars
        boxes = [part.box for part in (*bars.fields, *bars.buttons)]
        assert all(box.x >= 0 and box.x + box.width <= size[0] for box in boxes)
        assert all(one.overlap(other) == 0 for one, other in pairwise(sorted(boxes)))
        assert all(box.within(bars.top) == box for box in boxes)
        assert bars.bottom.y - bars.top.height >= size[1] / 2, "the cards keep half of the window"


PANELS = [name for name in SCREENS if name.startswith(("pause: ", "result: "))]


@pytest.mark.thorough
@pytest.mark.parametrize("screen", PANELS)
def test_no_panel_is_cut_at_any_scale(make_table, screen):
    """A panel higher than the window is scrolled; each button comes into view as it gets the focus."""
    for size in ((640, 480), (1280, 800)):
        table = make_table(size=size).wants(scale=MAX_SIZE)
        SCREENS[screen](table)
        table.screen.hurry()  # a win is celebrated before it is told
        table.settle()
        panel = table.screen.panel
        assert panel is not None
        window = Box(0, 0, *size)
        assert panel.box.width <= size[0]
        for _ in panel.buttons:
            table.key("tab").frame()
            box = next(button.box for button in panel.buttons if button.is_hot)
            assert box.within(window) == box
            assert box.within(panel.box) == box


def test_a_long_title_of_a_result_stands_within_it(make_table):
    table = make_table(size=(640, 480))
    table.context.settings.scale = 200
    SCREENS["result: spider"](table)
    table.settle().frame()
    assert table.panel == "All eight suits are complete!"
    left = table.screen.panel.box
    edge = table.drawn.subsurface((round(left.x) + 8, 30, 36, 100))
    assert len({tuple(edge.get_at((x, y))) for x in range(36) for y in range(100)}) == 1


def test_a_panel_that_does_not_fit_is_scrolled_by_wheel_and_by_page(make_table):
    table = make_table(size=(640, 480)).wants(scale=200)
    SCREENS["pause: rush"](table)
    table.settle()
    panel = table.screen.panel
    assert panel is not None
    first, last, above = panel.buttons[0], panel.buttons[-1], table.picture
    assert first.box.y > 0, "what is at its top is seen first"
    assert last.box.y + last.box.height > 480
    wheel = (lambda: table.wheel(-99), lambda: table.wheel(99))
    keys = (lambda: table.key("pagedown", "pagedown"), lambda: table.key("pageup", "pageup"))
    for down, up in (wheel, keys):
        down().frame()
        assert last.box.y + last.box.height < 480
        up().frame()
        assert table.picture == above
    table.key("shift+tab").frame()
    assert panel.focus.widget is last
    assert last.box.y + last.box.height < 480, "what has the focus comes into view"
    table.wheel(-99).click(last.box.centre).frame()
    assert table.screen.panel is not panel, "it is pressed where it is seen"


SHRINKS = {
    "replay: three-shuffles": "a notice on cards of a few pixels",
    "side by side: three-shuffles": "the same",
}


@pytest.mark.parametrize(
    ("screen", "size"), [*zip([name for name in SCREENS if name not in SHRINKS], cycle(SIZES[1:4]))]
)
def test_at_200_per_cent_every_word_is_twice_as_large(table, screen, size):
    found = at_200_per_cent(table, SCREENS[screen], size)
    assert found.percent > 199, found.smallest
    assert found.lost == set()


@pytest.mark.parametrize(("scale", "code"), [(100, "fr"), (100, "pl"), (200, "en"), (200, "fr"), (200, "pl")])
def test_buttons_of_the_bar_keep_their_words(make_table, tmp_path, scale, code):
    table = make_table(size=(900, 640)).wants(scale=scale)
    SCREENS["half: three-shuffles"](table)
    pictures = table.context.pictures
    pictures.language = load_language(code, pictures.assets.folder / "languages", tmp_path / code)
    table.lay_out_again()
    bars = table.screen.bars
    assert all(button.shows_word for button in bars.buttons)
    assert all(button.box.within(bars.top) == button.box for button in bars.buttons)
    shown = [*bars.buttons, *bars.fields]
    assert [(a, b) for a, b in pairwise(shown) if a.box.overlap(b.box)] == []


@pytest.mark.parametrize(
    ("screen", "word"),
    [
        ("home with everything", "Play"),
        ("ready", "Start"),
        ("replay: rush", "Play"),
    ],
)
def test_what_is_meant_most_is_on_the_first_screenful_at_200_per_cent(make_table, screen, word):
    table = make_table(size=(900, 640)).wants(scale=200)
    open_screen(table, screen)
    meant = next(
        pressable for pressable in table.app.screen.pressables if getattr(pressable, "is_strong", False)
    )
    assert meant.word in (word, "Continue")
    assert meant.box.y + meant.box.height <= 640
    if screen == "replay: rush":
        assert table.context.pictures.card_width >= 50, "its cards can be read"


def test_a_long_sentence_at_a_table_has_two_lines_at_200_per_cent(make_table):
    table = make_table(size=(900, 640)).wants(scale=200)
    pictures = table.context.pictures = TracedPictures(DRAWN)
    table.start()
    table.screen.say(verbatim("Only a king fits on an empty column, and only " + "a king " * 6))
    lines = [text for text in seen_texts(pictures, lambda: drawn(table)) if "king" in text.wording.words]
    assert [line.wording.size for line in lines] == ["body", "body"]


def drawn(table: Table) -> pygame.Surface:
    """The whole page, laid out again."""
    table.lay_out_again()
    table.app.screen.draw(1.0)
    return table.app.screen.canvas.surface


CUT = 0.9
"""Of a text so much is seen at least; lines that stand close take a pixel of each other."""


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(640, 480), (1280, 800)])
@pytest.mark.parametrize(
    "screen", ["half: three-shuffles", "half: one-three-back", "settings", "new tournament", "save", "home"]
)
def test_no_text_is_cut_at_200_per_cent(make_table, screen, size):
    table = make_table(size=size).wants(scale=MAX_SIZE)
    pictures = TracedPictures(DRAWN)
    table.context.pictures = pictures
    open_screen(table, screen)

    found = list(seen_texts(pictures, lambda: drawn(table)))
    assert len(found) > 3
    assert [text.wording.words for text in found if text.share < CUT] == []


@pytest.fixture
def settings(make_table: Callable[..., Table]) -> Table:
    """The settings in a small window, with words so large that a page does not fit."""
    table = make_table(size=(1000, 600)).wants(scale=200)
    SCREENS["settings"](table)
    table.press_button("Sound").frame()
    return table


def test_a_page_that_does_not_fit_comes_with_wheel_and_keys_which_keep_the_focus_in_view(settings):
    page = settings.app.page
    assert page is not None
    settings.wheel(99)
    above = settings.whole_window.get_buffer().raw
    for way in (lambda: settings.wheel(-99), lambda: settings.key("pagedown")):
        way()
        assert page.part.y + page.part.height == page.surface.get_height() - page.foot_px
        assert settings.whole_window.get_buffer().raw != above
        settings.key("pageup")
        assert settings.whole_window.get_buffer().raw == above

    settings.wheel(99).move_to(settings.widget("Volume").box.centre).wheel(-1)
    assert settings.context.settings.volume == 60

    settings.key("tab")
    for _ in settings.form.panel.widgets:
        focused, page = settings.form.focus.widget, settings.app.page
        assert isinstance(focused, Widget)
        assert page is not None
        assert focused.box.within(page.part) == focused.box or focused is settings.button("Done")
        settings.key("tab")


@pytest.mark.parametrize("size", [(900, 640), (640, 1000), (640, 480)])
@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize(
    "screen",
    [
        "settings",
        "new tournament",
        "open",
        "hosted, forty",
        "players",
        "tournament, over",
        "ready",
        "statistics",
    ],
)
def test_the_main_button_is_in_sight_wherever_one_scrolls(make_table, screen, scale, size):
    table = make_table(size=size).wants(scale=scale)
    open_screen(table, screen)
    (main,) = [button for button in table.app.screen.pressables if button.is_strong]
    for way in (lambda: None, lambda: table.wheel(-99), lambda: table.wheel(99)):
        way()
        page, drawn = table.app.page, table.app.screen.canvas.surface
        x, y, width, height = (round(side) for side in main.box)
        up = 0 if page is None else page.surface.get_height() - size[1]
        at = x + width // 2, y + height // 2 - up
        table.happen(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False).frame()
        assert main.is_hot
        strips = (
            table.whole_window.subsurface((x, y - up, width, height)),
            drawn.subsurface((x, y, width, height)),
        )
        assert len({pygame.image.tobytes(strip, "RGB") for strip in strips}) == 1


def test_what_is_said_is_in_view(make_table):
    table = make_table(size=(1000, 480)).wants(scale=200)
    open_screen(table, "new tournament")
    page = table.app.page
    assert page is not None
    foot_px = page.foot_px
    table.key(*["backspace"] * 30, "pagedown").key("enter").frame()
    assert table.form.sentence
    assert table.app.page.foot_px > foot_px, "it stands above the buttons, which stay in sight"
    assert table.form.panel.sentence_box is None


def test_the_size_of_texts_is_seen_in_the_settings_when_the_pointer_has_left_it(make_table):
    table = make_table(size=(1920, 1080))
    open_screen(table, "settings")
    box = table.form.panel.widgets[0].buttons[0].box
    table.wants(scale=100).click(table.widget("Text size").buttons[3].box.centre)
    assert table.context.settings.scale == 150
    table.move_to((5, 5)).frame()
    assert table.form.panel.widgets[0].buttons[0].box.height == pytest.approx(1.5 * box.height, abs=3)
    assert table.picture == table.fresh_picture

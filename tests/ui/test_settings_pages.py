"""The pages of the settings: every setting on one of them, and a small table that shows what it does."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from game.language import English, Says
from game.rules import VARIANTS
from game.storage.files import StorageError
from game.storage.profile import Settings, load_profile
from game.ui.drawing.layout import Box
from game.ui.forms.controls import Choice, Slider, Switch
from game.ui.pages.settings import SettingsScene
from tests.ui.driver import Table
from tests.ui.driver.pseudo import PseudoLanguage
from tests.ui.screens import SCREENS


@pytest.fixture
def scene(table: Table) -> SettingsScene:
    SCREENS["settings"](table)
    table.frame()
    scene = table.app.scene
    assert isinstance(scene, SettingsScene)
    return scene


def turn(table: Table, scene: SettingsScene, page: str) -> None:
    word = next(
        button.word
        for row in scene.panel.rows[:2]
        for button in row.widget.buttons
        if button.word in (page, getattr(VARIANTS.get(page), "short_title", ""), _title(page))
    )
    table.press_button(word)
    table.frame()


def _title(page: str) -> str:
    return VARIANTS[page].title if page in VARIANTS else page


def small(table: Table, scene: SettingsScene) -> bytes:
    """The pixels of the small table."""
    box = scene.live_table.box
    assert box.width > 0
    return table.window.surface.subsurface([round(each) for each in box]).copy().get_buffer().raw


def test_every_setting_stands_on_exactly_one_page(table: Table, scene: SettingsScene):
    found: Counter[str] = Counter()
    for page in scene.pages:
        scene.open_page(page)
        for row in scene.panel.rows[2:]:
            before = vars(table.stage.settings).copy()
            match row.widget:
                case Switch():
                    row.widget.press()
                case Choice():
                    if row.label == "New games":
                        continue
                    next(each for each in row.widget.buttons if not each.is_chosen()).press()
                case Slider():
                    row.widget.turn(1)
                case _:
                    continue
            after = vars(table.stage.settings)
            changed = {name for name in before if before[name] != after[name]}
            # Whoever moves the volume wants to hear it.
            found.update(changed - {"muted"} if "volume" in changed else changed)
    assert found == Counter(Settings.defaults().keys())


@pytest.mark.parametrize(
    ("page", "label", "button"),
    [
        ("Table", "Colour", 1),
        ("Table", "Left-handed", None),
        ("Table", "Clock", None),
        ("Cards", "Deck", 1),
        ("Cards", "Four colours", None),
        ("Cards", "Backs", 1),
    ],
)
def test_the_small_table_shows_it_at_once(
    table: Table, scene: SettingsScene, page: str, label: str, button: int | None
):
    turn(table, scene, page)
    before = small(table, scene)
    widget = table.widget(label)
    table.click(widget.box.centre if button is None else widget.buttons[button].box.centre)
    assert small(table, scene) != before
    assert table.picture == table.fresh_picture


def test_a_change_of_speed_is_seen_in_a_move_that_the_next_one_takes_back(table: Table, scene: SettingsScene):
    turn(table, scene, "Motion")
    before = small(table, scene)
    speed = table.widget("Speed").buttons
    table.click(speed[3].box.centre)  # slow
    assert scene.is_moving
    table.settle()
    moved = small(table, scene)
    assert moved != before
    table.click(speed[0].box.centre)  # off
    assert not scene.is_moving
    assert small(table, scene) == before


def test_a_press_on_the_small_table_plays_a_move_and_counts_nowhere(table: Table, scene: SettingsScene):
    before = small(table, scene)
    table.click(scene.live_table.box.centre)
    table.settle()
    assert small(table, scene) != before
    assert not list(table.folder.rglob("*.patience"))


@pytest.mark.parametrize("name", VARIANTS)
def test_the_page_of_a_game_shows_its_table(table: Table, scene: SettingsScene, name: str):
    before = small(table, scene)
    turn(table, scene, name)
    if name != "rush":
        assert small(table, scene) != before
    assert scene.live_table.name == name
    assert scene.panel.rows[2].label != ""  # each game has something to choose


def test_how_new_games_are_dealt_is_the_same_here_and_at_the_tile(table: Table, scene: SettingsScene):
    turn(table, scene, "spider")
    table.press_button("1 suit")
    assert load_profile(table.folder / "profile.json").options["spider"] == "suits=1"
    table.key("esc")
    tile = next(tile for tile in table.app.scene.tiles if tile.name == "spider")
    assert tile.options == "suits=1"


@pytest.mark.parametrize("size", [(640, 480), (900, 640), (1280, 800), (1920, 1080), (3840, 2160)])
def test_every_page_fits_with_its_small_table(make_table: Callable[..., Table], size: tuple[int, int]):
    table = make_table(size=size)
    SCREENS["settings"](table)
    scene = table.app.scene
    for page in scene.pages:
        turn(table, scene, page)
        assert scene.panel.box.height <= scene.canvas.size[1]
        assert scene.live_table.box.height > 0
        assert scene.live_table.box.within(scene.panel.box) == scene.live_table.box
        boxes = [row.box for row in scene.panel.rows]
        assert all(one.y + one.height <= other.y for one, other in pairwise(boxes))


def test_whoever_moves_the_volume_wants_to_hear_it(table: Table, scene: SettingsScene):
    turn(table, scene, "Sound")
    table.key("m")
    assert table.stage.settings.muted
    track = table.widget("Volume").track
    table.click((track.x + track.width - 2, track.centre.y))
    assert not table.stage.settings.muted
    assert table.ears.heard == ["place"]


def test_the_groups_are_switched(table: Table, scene: SettingsScene):
    turn(table, scene, "Sound")
    for label, name in [("Cards", "place"), ("Warnings", "refuse"), ("Wins", "win")]:
        table.click(table.widget(label).box.centre)
        assert table.stage.sounds.percent(name) == 0


@pytest.fixture
def languages(table: Table, scene: SettingsScene) -> Table:
    """In front of the page of languages; Polish alone cannot be read."""

    def language(chosen: str) -> Says:
        if chosen == "pl":
            raise StorageError("Polski cannot be read: it is damaged")
        return PseudoLanguage() if chosen == "de" else English()

    table.language = language
    turn(table, scene, "Language")
    return table


def test_a_language_is_seen_at_once_and_kept(languages: Table, scene: SettingsScene):
    languages.press_button("Deutsch")
    languages.frame()
    in_german = languages.picture
    assert languages.picture == languages.fresh_picture
    assert languages.window_title == PseudoLanguage().say(scene.title) != scene.title
    assert load_profile(languages.folder / "profile.json").settings.language == "de"
    languages.press_button("English")
    languages.frame()
    assert languages.window_title == scene.title
    assert languages.picture != in_german


def test_the_small_table_speaks_the_language_too(languages: Table, scene: SettingsScene):
    before = small(languages, scene)
    languages.press_button("Deutsch")
    assert small(languages, scene) != before


def test_a_language_that_cannot_be_read_is_said_and_not_kept(languages: Table, scene: SettingsScene):
    languages.press_button("Deutsch")
    for _ in range(2):
        languages.press_button("Polski")
        assert scene.sentence == "The language cannot be changed: Polski cannot be read: it is damaged."
        scene.say("")
        assert languages.stage.settings.language == "de"
        assert languages.stage.pictures.language.code == "pseudo"
    assert load_profile(languages.folder / "profile.json").settings.language == "de"


@pytest.mark.parametrize("size", [(640, 480), (1280, 800)])
@pytest.mark.parametrize("scale", [100, 200])
def test_words_that_are_longer_are_not_covered(
    make_table: Callable[..., Table], size: tuple[int, int], scale: int
):
    table = make_table(size=size)
    long = PseudoLanguage()
    table.language = lambda _: long
    table.stage.settings.scale = scale
    SCREENS["settings"](table)
    scene, pictures = table.app.scene, table.stage.pictures
    assert isinstance(scene, SettingsScene)
    for page in scene.pages:
        scene.open_page(page)
        scene.lay_out()
        assert scene.panel.box.height <= scene.canvas.size[1]
        for row in scene.panel.rows:
            if row.widget.box.width and not row.is_below:
                assert row.box.x + pictures.text_width(row.label) <= row.widget.box.x
                assert row.widget.box.x + row.widget.box.width <= row.box.x + row.box.width


def test_rows_out_of_view_are_reached_where_some_are_higher(make_table: Callable[..., Table]):
    table = make_table(size=(640, 480))
    long = PseudoLanguage()
    table.language = lambda _: long
    table.stage.settings.scale = 200
    SCREENS["settings"](table)
    scene = table.app.scene
    assert isinstance(scene, SettingsScene)
    for _ in range(2 * len(scene.panel.rows)):
        table.key("tab")
        assert scene.panel.box.within(Box(0, 0, *scene.canvas.size)) == scene.panel.box
        shown = [row.box for row in scene.panel.rows if row.widget is scene.focus.widget]
        assert all(box.within(scene.panel.view) == box for box in shown)


def test_a_kept_language_that_cannot_be_read_is_said_once_when_the_program_begins(languages: Table):
    languages.stage.settings.language = "pl"
    languages.app.go_home()
    assert languages.sentence == "Polski cannot be read: it is damaged."
    languages.app.go_home()
    assert languages.sentence == ""

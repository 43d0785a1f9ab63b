"""The home screen: what Continue says, tiles in windows of any size, and the way about by keyboard."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import cast

import pygame
import pytest

from game.play.deal import deal_number
from game.play.game import Game
from game.play.slices import at_once
from game.rules import VARIANTS, find_variant
from game.rules.position import STOCK, Position
from game.rules.rush import Rush
from game.rules.variant import Variant
from game.storage.profile import load_profile
from game.ui.drawing.layout import Box
from game.ui.files.found_games import facts
from game.ui.forms.widgets import Button
from game.ui.games.rush.practice import RUSH
from game.ui.games.rush.view import RushView
from game.ui.games.small_table import SHOWN_DEAL, drawn_position, small_table
from game.ui.games.tables import TABLES
from game.ui.home import tile as tile_module
from game.ui.home.home import HomeScreen
from game.ui.screen import Context
from tests.ui.driver import Table
from tests.ui.driver.pseudo import PseudoLanguage

SIZES = [(640, 480), (900, 640), (1280, 800), (1920, 1080), (3840, 2160), (700, 1400), (3440, 1440)]


class Fans(RushView):
    """Stands for a game with a long name and nothing to choose."""

    tagline = "Fans of three; twice the rest is shuffled, once a card may be drawn."
    tile_options = ()


class Suits(RushView):
    """Stands for a game with more to choose."""

    tagline = "Two packs, ten columns and a lot of patience."
    tile_options = (("1 suit", "draw=1"), ("2 suits", "draw=3"), ("4 suits", "limit=60"))


@pytest.fixture
def registered() -> Iterator[dict[str, type[Variant]]]:
    """The games there are; afterwards they are as before, and in their order."""
    games = dict(VARIANTS)
    yield VARIANTS
    VARIANTS.clear()
    VARIANTS.update(games)


@pytest.fixture
def four_games(registered: dict[str, type[Variant]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Registers three more games under other names."""
    views = {"rush": RushView, "suits": Suits, "three-fans": Fans, "pairs": RushView}
    titles = {"rush": "Solitaire Rush", "suits": "Spider", "three-fans": "Three Shuffles and a Draw"}
    registered.clear()
    for name, view in views.items():
        registered[name] = type("Game", (Rush,), {"name": name, "title": titles.get(name, "1-3 Back")})
        tables = RUSH._replace(view=view)
        monkeypatch.setitem(TABLES, name, lambda tables=tables: tables)


def home(table: Table) -> HomeScreen:
    table.app.go_home()
    table.frame()
    return cast(HomeScreen, table.app.screen)


def hot(screen: HomeScreen) -> list[Button]:
    return [button for button in screen.buttons if button.is_hot]


def assert_fits(screen: HomeScreen, size: tuple[int, int]) -> None:
    boxes = [button.box for button in screen.buttons]
    assert not any(a.overlap(b) for a, b in combinations(boxes, 2))
    for tile in screen.tiles:
        for part in [*(button.box for button in tile.buttons), tile.words]:
            assert part.overlap(tile.box) == pytest.approx(part.width * part.height)
            assert not part.overlap(tile.table) or not tile.shows_table
    for box in [*boxes, *(tile.box for tile in screen.tiles)]:
        assert box.overlap(Box(0, 0, *size)) == pytest.approx(box.width * box.height)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("is_unfinished", [False, True])
def test_one_tile_fits(
    make_table: type[Table],
    size: tuple[int, int],
    is_unfinished: bool,
    registered: dict[str, type[Variant]],
) -> None:
    for name in set(registered) - {"rush"}:
        del registered[name]
    table = make_table(size=size)
    if is_unfinished:
        table.start()
    screen = home(table)
    assert_fits(screen, size)
    assert screen.tiles[0].shows_table


@pytest.mark.usefixtures("four_games")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("is_unfinished", [False, True])
def test_four_tiles_fit(make_table: type[Table], size: tuple[int, int], is_unfinished: bool) -> None:
    table = make_table(size=size)
    if is_unfinished:
        table.start()
    screen = home(table)
    assert_fits(screen, size)
    tiles = [tile.box for tile in screen.tiles]
    assert not any(a.overlap(b) for a, b in combinations(tiles, 2))


def test_a_tile_says_what_goes_on_and_enter_goes_on(table: Table) -> None:
    table.start(5, "draw=1")
    table.wait(3)
    table.key("d")
    table.key("p")
    table.wait(1)
    table.app.go_home()
    screen = home(table)
    left = screen.tiles[0].left
    assert left is not None
    assert left.facts == ["#5", "Draw 1", "0:03 played", "score 0"]
    assert [button.is_strong for button in screen.tiles[0].buttons][:2] == [True, False]
    assert not any(tile.play.is_strong for tile in screen.tiles)
    table.key("enter")
    assert table.game.deal.number == 5


def leave_one_of_each(table: Table) -> None:
    for name in VARIANTS:
        table.start(7, game=name)
        table.screen.act(table.screen.variant.legal_moves(table.game.position)[0])
        table.settle()
        table.clock.pass_s(1)


def test_every_tile_goes_on_with_its_own_game(table: Table) -> None:
    leave_one_of_each(table)
    entries = {}
    for index, name in enumerate(VARIANTS):
        tile = home(table).tiles[index]
        assert [button.word for button in tile.buttons[:3]] == ["Continue", "New game", "Deal…"]
        table.click(tile.go_on.box.centre)
        assert (table.game.variant.name, table.game.deal.number) == (name, 7)
        entries[name] = len(table.game.entries)
    assert set(entries.values()) == {1}


def test_a_new_game_beside_one_that_was_left_asks_nothing_and_loses_nothing(table: Table) -> None:
    table.start(5)
    table.key("d")
    (journal,) = table.journals
    written = journal.read_bytes()
    table.click(home(table).tiles[0].play.box.centre)
    assert table.game.deal.number != 5
    assert not table.panel
    assert journal.read_bytes().startswith(written)
    assert len(table.journals) == 2


@pytest.mark.parametrize("size", SIZES)
def test_tiles_keep_their_layout_when_there_is_something_to_go_on_with(
    make_table: type[Table], size: tuple[int, int]
) -> None:
    table = make_table(size=size)
    screen = home(table)
    before = [
        (tile.box, tile.words, tile.table, tile.play.box, tile.ask_deal.box, [b.box for b in tile.choices])
        for tile in screen.tiles
    ]
    leave_one_of_each(table)
    screen = home(table)
    assert_fits(screen, size)
    assert before == [
        (tile.box, tile.words, tile.table, tile.go_on.box, tile.ask_deal.box, [b.box for b in tile.choices])
        for tile in screen.tiles
    ]


def test_the_picture_of_a_tile_is_the_position_that_was_left(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Game] = []
    draw = tile_module.drawn_position

    def watched(context: Context, game: Game, size: tuple[int, int]) -> pygame.Surface:
        drawn.append(game)
        return draw(context, game, size)

    monkeypatch.setattr(tile_module, "drawn_position", watched)
    table.start(5)
    table.key("d")
    left = table.game.position
    settle_home(table)
    assert [game.position for game in drawn] == [left]
    settle_home(table)
    assert len(drawn) == 1, "who comes home again finds it drawn"
    first = table.picture
    table.key("enter", "d")
    settle_home(table)
    assert [game.position for game in drawn] == [left, table_position(table)]
    assert table.picture != first


def settle_home(table: Table) -> HomeScreen:
    """The home screen when nothing is left to be read or drawn."""
    screen = home(table)
    while screen.next_tick_s is not None:
        table.frame()
    return screen


def table_position(table: Table) -> Position:
    """Where the game stands that was played last."""
    return at_once(table.context.library.reading(table.journals[0])).game.position


@pytest.mark.thorough
def test_a_tile_shows_no_more_pictures_than_there_is_room_for(table: Table) -> None:
    table.start(5)
    for _ in range(40):
        table.key("d")
        settle_home(table)
        table.key("enter")
    store = table.context.pictures.small_tables
    assert store.used_pixels <= store.room_pixels


def test_a_tile_as_a_whole_stands_for_play(table: Table) -> None:
    screen = home(table)
    tile = screen.tiles[0]
    table.move_to((tile.box.x + 3, tile.box.y + 3))
    table.frame()
    assert hot(screen) == [tile.play]
    table.click((tile.box.x + 3, tile.box.y + 3))
    assert table.game.variant == Rush()


def test_a_choice_is_kept_and_played(table: Table) -> None:
    screen = home(table)
    table.press_button("Draw 1")
    assert load_profile(table.folder / "profile.json").options == {"rush": "draw=1"}
    table.click(screen.tiles[0].play.box.centre)
    assert table.game.variant == Rush(draw=1)


def test_tab_comes_to_every_button(table: Table) -> None:
    screen = home(table)
    seen: list[Button] = []
    for _ in screen.buttons:
        table.key("tab")
        seen += hot(screen)
    assert seen == screen.buttons
    table.key("tab")
    assert hot(screen) == screen.buttons[:1]


@pytest.mark.usefixtures("four_games")
def test_arrows_go_where_they_point(table: Table) -> None:
    screen = home(table)
    first, second, third, _ = screen.tiles
    table.key("tab")
    assert hot(screen) == [first.play]
    table.key("down")
    assert hot(screen)[0] in third.buttons
    table.key("up", "right")
    assert hot(screen)[0] in second.buttons
    table.key("up")
    assert hot(screen)[0].word in ("Open…", "Replays", "Statistics", "Settings", "Full screen", "Quit")


def test_the_tables_of_the_tiles_are_drawn_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = home(table)

    def again(*_: object) -> None:
        raise AssertionError("drawn again")

    monkeypatch.setattr(tile_module, "drawn_table", again)
    for button in screen.buttons:
        table.move_to(button.box.centre)
        table.frame()
    table.key("tab", "right", "down")
    table.start()
    screen = home(table)
    table.has_best(999)
    table.frame()
    assert table.picture == table.fresh_picture


def test_who_comes_home_again_finds_the_tables_drawn(table: Table) -> None:
    home(table)
    variant, look = find_variant("spider", []), (200, 90)
    first = small_table(table.context, deal_number(variant, SHOWN_DEAL), look)
    table.start()
    home(table)
    assert small_table(table.context, deal_number(variant, SHOWN_DEAL), look) is first
    table.context.settings.left_handed = True
    assert small_table(table.context, deal_number(variant, SHOWN_DEAL), look) is not first


def test_a_small_table_with_words_is_drawn_for_each_language(table: Table) -> None:
    deal, look = deal_number(find_variant("one-three-back", []), SHOWN_DEAL), (400, 250)
    in_english = pygame.image.tobytes(small_table(table.context, deal, look), "RGBA")
    table.context.pictures.language = PseudoLanguage()
    assert pygame.image.tobytes(small_table(table.context, deal, look), "RGBA") != in_english


@pytest.mark.parametrize("dealt", [12, 34, 47])
def test_a_grid_that_scrolls_is_shown_where_it_goes_on(table: Table, dealt: int):
    table.start(5, game="one-three-back")
    seen = []
    for count in (9, dealt):
        while len(table.game.moves()) < count:
            table.screen.act(STOCK)
        seen.append(pygame.mask.from_surface(drawn_position(table.context, table.game, (360, 240))).count())
    assert seen[1] > 0.8 * seen[0]
    table.app.go_home()
    table.go_on()
    assert table.screen.seen_piles[-1] >= dealt


def test_what_was_repainted_in_part_looks_as_if_painted_whole(table: Table) -> None:
    table.start()
    screen = home(table)
    for button in [*screen.buttons, *reversed(screen.buttons)]:
        table.move_to(button.box.centre)
        table.frame()
        seen = table.picture
        screen.canvas.damage()
        screen.is_stale = True
        table.frame()
        assert table.picture == seen


def test_an_idle_home_screen_draws_nothing(table: Table) -> None:
    home(table)
    table.wait(1)
    shown = table.shown
    table.wait(5)
    assert table.shown == shown
    assert table.app.screen.next_tick_s is None


@pytest.mark.parametrize("size", SIZES)
def test_longer_words_do_not_lie_on_one_another(make_table: Callable[..., Table], size: tuple[int, int]):
    table = make_table(size=size)
    long = PseudoLanguage()
    table.language = lambda _: long
    table.app.go_home()
    for tile in table.app.screen.tiles:
        inside = [each.box for each in tile.buttons if each.box.width]
        assert all(box.within(tile.box) == box for box in (tile.words, *inside))
        for one, other in combinations([tile.words, *inside], 2):
            assert not pygame.Rect(one).colliderect(pygame.Rect(other))


def test_one_press_of_esc_too_many_does_not_end_the_program(table: Table) -> None:
    screen = home(table)
    table.key("esc")
    assert not table.app.is_over
    assert screen.sentence == "Press Esc again to quit."
    table.key("f1", "esc", "esc")
    assert not table.app.is_over, "what lay over home in between was left by the first"
    table.key("esc")
    assert table.app.is_over


def test_a_game_of_1_3_back_in_which_nothing_lies_yet_tells_no_stacks(table: Table) -> None:
    table.start(48213, game="one-three-back")
    table.key("d", "u")
    assert facts(table.game, 4000) == "#48213  ·  0:04 played  ·  1 stack left"
    table.start(48213, game="one-three-back")
    assert facts(table.game, 4000) == "#48213  ·  0:04 played"

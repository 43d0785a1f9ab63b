"""The home screen: what Continue says, tiles in windows of any size, and the way about by keyboard."""

import re
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pygame
import pytest

from game.play.deal import Difficulty, deal_number
from game.play.game import ControlAction, Game
from game.rules import VARIANTS, find_variant
from game.rules.options import options_to_text
from game.rules.position import STOCK
from game.rules.rush import Rush
from game.storage.profile import SHOWN, load_profile
from game.ui.drawing.layout import Box
from game.ui.files.games import facts
from game.ui.forms.widgets import Button
from game.ui.games.tables import SHOWN_DEAL, drawn_position, small_table
from game.ui.home import home as home_module
from game.ui.home.home import HomeScreen
from game.ui.screen import Context
from game.ui.tournament.host import HostScreen
from game.ui.tournament.new import TournamentsScreen, at_this_machine
from game.ui.tournament.page import TournamentScreen
from game.ui.tournament.round import ReadyScreen
from tests.ui.driver import Table
from tests.ui.driver.pseudo import PseudoLanguage
from tests.ui.screens import SCREENS

LOOKS = [
    *[((640, 480), 200), ((900, 640), 100), ((1280, 800), 100), ((1280, 800), 200), ((1920, 1080), 100)],
    *[((3840, 2160), 200), ((700, 1400), 200), ((3440, 1440), 100)],
]


def home(table: Table) -> HomeScreen:
    table.go_home()
    return table.app.screen


def hot(screen: HomeScreen) -> list[Button]:
    return [button for button in screen.buttons if button.is_hot]


def settle_home(table: Table) -> HomeScreen:
    """The home screen when nothing is left to be read or drawn."""
    screen = home(table)
    while screen.next_tick_s is not None:
        table.frame()
    return screen


def number_left(table: Table) -> int | None:
    """Deal of the game that home offers to continue."""
    left = settle_home(table).games_left.last
    return None if left is None else left.game.deal.number


def leave_one_of_each(table: Table) -> None:
    for name in VARIANTS:
        table.start(7, game=name)
        table.screen.act(table.screen.variant.legal_moves(table.game.position)[0])
        table.settle()
        table.clock.pass_s(1)


def assert_nothing_overlaps(screen: HomeScreen) -> None:
    boxes = [button.box for button in screen.buttons]
    assert not any(a.overlap(b) for a, b in combinations(boxes, 2))
    whole = [screen.hero.button.area, screen.today.strip.area, *(tile.play.area for tile in screen.tiles)]
    assert not any(a.overlap(b) for a, b in combinations(whole, 2))
    for tile in screen.tiles:
        shown = [(True, tile.options_button), (not tile.is_learnt, tile.learn), (tile.unfinished, tile.left)]
        inside = [tile.play, *(button for is_shown, button in shown if is_shown)]
        assert all(button.box.within(tile.play.area) == button.box for button in inside)


@pytest.mark.parametrize(("size", "scale"), LOOKS)
def test_all_has_room_in_every_window_nothing_moves_and_the_rest_is_scrolled_to(make_table, size, scale):
    table = make_table(size=size)
    long = PseudoLanguage()
    table.language = lambda _: long
    table.context.settings.scale = scale
    leave_one_of_each(table)
    screen = settle_home(table)
    width, height = screen.canvas.size
    assert width == size[0], "it is scrolled up and down alone"
    assert_nothing_overlaps(screen)
    assert all(0 <= button.box.x <= width - button.box.width for button in screen.buttons)
    boxes = [button.box for button in screen.buttons]
    openers = [screen.today.strip, *(tile.options_button for tile in screen.tiles), screen.others.friends]
    for opener in openers:
        opener.press()
        opened = [button.box for button in screen.walk]
        assert not any(a.overlap(b) for a, b in combinations(opened, 2))
        assert [box for box in opened if box.within(Box(0, 0, width, height)) != box] == []
        assert [button.box for button in screen.buttons] == boxes, "what opens moves nothing"
        opener.press()
    for _ in screen.buttons:
        table.key("tab")
        (button,) = hot(screen)
        page = table.app.page
        top = 0 if page is None else page.part.y
        assert 0 <= button.box.y - top <= size[1] - button.box.height, "the keyboard scrolls to it"


@pytest.mark.parametrize("kind", ["new", "known", "unfinished", "large"])
def test_home_asks_one_question_and_the_tab_key_stops_at_most_thirteen_times(table, kind):
    if kind == "new":
        table.context.profile.first_steps.clear()
    if kind == "unfinished":
        leave_one_of_each(table)
    table.context.settings.scale = 200 if kind == "large" else 100
    screen = settle_home(table)
    stops: list[Button] = []
    while (focused := hot(table.key("tab").app.screen)) not in (stops[:1], []):
        stops += focused
    assert len(stops) == 11
    parts = {button for tile in screen.tiles for button in (tile.learn, tile.left, tile.options_button)}
    assert set(screen.buttons) - parts == set(stops), "everything else is part of a tile"
    assert [button.is_strong for button in screen.buttons].count(True) == 1
    assert screen.hero.button.is_strong


def test_arrows_go_through_a_tile_and_where_they_point_and_its_menu_key_opens_its_options(table):
    table.context.profile.first_steps.clear()
    screen = settle_home(table)
    first, second = screen.tiles[:2]
    screen.focus.go_to(first.play)
    assert [hot(table.key("right").app.screen) for _ in range(3)] == [
        [first.learn],
        [first.options_button],
        [second.play],
    ]
    table.key("right", "left")
    assert hot(screen) == [second.play]
    table.key("right", "tab")
    assert hot(screen) == [screen.tiles[2].play], "Tab leaves the tile"
    table.key("shift+tab", "right", "menu")
    assert "4 suits" in table.words
    table.key("esc")
    assert hot(screen) == [second.options_button]

    screen.focus.go_to(screen.tiles[0].play)
    table.key("up")
    assert hot(screen)[0].box.y < screen.tiles[0].play.box.y


def test_options_of_one_kind_share_a_row_and_close_by_esc_their_button_and_a_press_beside(table):
    screen = settle_home(table)
    screen.tiles[0].turn()
    rows = {button.word: button.box.y for button in screen.walk}
    assert rows["Draw 3"] == rows["Draw 1"] < rows["Any"] == rows["Easy"] == rows["Hard"] < rows["Learn it"]

    table.key("esc")
    screen = settle_home(table)
    tile = screen.tiles[1]
    for close in (
        lambda: table.key("esc"),
        lambda: table.click(tile.options_button.box.centre),
        lambda: table.click((3, 3)),
    ):
        table.click(tile.options_button.box.centre)
        assert "4 suits" in table.words
        close()
        assert "4 suits" not in table.words
        assert (screen.sentence, table.app.screen) == ("", screen)


def test_what_was_played_last_is_meant_most_and_enter_goes_on(table):
    screen = settle_home(table)
    assert screen.hero.heading == screen.today.name
    table.key("enter")
    assert "daily" in table.screen.session.tags
    leave_one_of_each(table)
    table.start(5, "draw=1").wait(3).key("d", "p").wait(1)
    screen = settle_home(table)
    assert (screen.hero.name, screen.hero.facts) == (
        "Solitaire Rush",
        ["Draw 1", "0:03 played", "score 0"],
    )
    assert [button.word for button in screen.buttons if button.is_strong] == ["Continue"]
    assert [tile.unfinished for tile in screen.tiles] == [2, 1, 1, 1]
    table.key("enter")
    assert table.game.deal.number == 5


@pytest.mark.parametrize("way", ["pointer", "keys", "options"])
def test_what_was_left_of_a_game_is_found_on_its_tile(table, way):
    leave_one_of_each(table)
    screen = settle_home(table)
    tile = screen.tiles[1]
    if way == "pointer":
        table.click(tile.left.box.centre)
    elif way == "keys":
        screen.focus.go_to(tile.play)
        table.key("right", "enter")
    else:
        table.click(tile.options_button.box.centre).press_button("1 unfinished")
    table.frame(3)
    assert [row.name for row in table.listed.rows] == ["Spider  ·  unfinished"], "those of its game alone"
    table.key("enter")
    assert (table.game.variant.name, table.game.deal.number) == ("spider", 7)


def test_a_new_game_beside_one_that_was_left_asks_nothing_and_loses_nothing(table):
    table.start(5).key("d")
    (journal,) = table.journals
    written = journal.read_bytes()
    table.click(home(table).tiles[0].play.box.centre)
    assert table.game.deal.number != 5
    assert (table.panel, table.sentence) == (
        "",
        "Your previous game is kept: at home, press “unfinished” on its tile.",
    )
    assert journal.read_bytes().startswith(written)
    assert len(table.journals) == 2
    assert home(table).tiles[0].left.word == "1 unfinished", "that place is there"


def test_the_picture_of_the_hero_is_the_table_that_its_button_leads_to(table, monkeypatch):
    drawn: list[Game] = []
    draw = home_module.drawn_position

    def watched(context: Context, game: Game, size: tuple[int, int]) -> pygame.Surface:
        drawn.append(game)
        return draw(context, game, size)

    monkeypatch.setattr(home_module, "drawn_position", watched)
    table.utc_now = lambda: datetime(2026, 10, 5, 12, tzinfo=UTC)  # its deal was drawn in no other test
    settle_home(table)
    table.key("enter").settle()
    assert [game.deal for game in drawn] == [table.game.deal], "the deal of the day is shown before"
    table.start(5).key("d")
    left = table.game.position
    settle_home(table)
    assert [game.position for game in drawn[1:]] == [left]
    settle_home(table)
    assert len(drawn) == 2, "who comes home again finds it drawn"


def test_a_tile_as_a_whole_stands_for_play_and_what_is_chosen_on_it_is_kept(table):
    tile = home(table).tiles[0]
    table.click(tile.options_button.box.centre)
    table.press_button("Draw 1").press_button("Easy").key("esc")
    kept = load_profile(table.folder / "profile.json").options
    assert (kept["rush"], kept["rush difficulty"]) == ("draw=1", "easy")
    assert tile.words == "Draw 1 · Easy"
    area = tile.play.area
    table.click((area.x + 3, area.y + area.height - 3))
    assert table.game.variant == Rush(draw=1)
    assert table.context.dealer.difficulty(Rush(draw=1), table.game.deal.number) in (Difficulty.EASY, None)


def test_who_is_new_is_offered_the_easiest_game_and_stays_at_it(table):
    table.context.profile.first_steps.clear()
    screen = home(table)
    assert (screen.hero.name, screen.hero.heading) == ("Solitaire Rush", "New here?")
    assert [tile.words for tile in screen.tiles[:2]] == ["Draw 1 · Easy", "1 suit"]
    assert [tile.is_learnt for tile in screen.tiles] == [False] * 4
    table.click(screen.hero.button.box.centre).settle()
    number = table.game.deal.number
    assert "Skip" not in table.words, "it would do the same"
    table.press_button("Just play")
    assert (table.game.variant, table.game.deal.number) == (Rush(draw=1), number)
    table.key("e", "tab", "enter").settle()
    screen = settle_home(table)
    assert (screen.tiles[0].is_new, screen.tiles[0].words) == (False, "Draw 1 · Easy")
    assert (screen.hero.heading, screen.hero.facts) == ("", ["Draw 1 · Easy"]), "no hard deal of the day yet"


def test_players_of_one_machine_have_games_statistics_and_settings_of_their_own(make_table):
    table = make_table()
    table.start(5).key("d")
    table.context.settings.table = "wine"
    table.context.profile.save()
    home(table)
    table.press_button("More").press_button("Players").frame()
    table.form.go_to(table.widget("Name"))
    table.app.screen.focus.widget.write("Ben")
    table.press_button("Add player").press_button("Play").frame()
    screen = home(table)
    assert (screen.hero.name, table.context.settings.table) == ("Solitaire Rush", "green")
    assert screen.hero.button.word == "Play"
    table.context.profile.first_steps["rush"] = SHOWN
    table.context.profile.save()
    table.start(7).key("d")
    assert [path.name[:4] for path in (table.folder / "players" / "2" / "current").iterdir()] == ["rush"]
    table.close()
    again = make_table(table.folder)
    assert number_left(again) == 7, "who played last plays again"
    again.press_button("More").press_button("Player 1")
    assert number_left(again) == 5
    assert again.context.settings.table == "wine"
    again.press_button("More").press_button("Ben").frame()
    again.click(again.home.others.friends.box.centre).press_button("Join with a link")
    assert again.widget("Your name").text == "Ben"


def test_plain_klondike_is_one_press_away(table):
    home(table).tiles[0].turn()
    table.press_button("No clock")
    assert table.game.variant == find_variant("rush", ["limit=none", "undo=free"])
    table.key("d").settle().skip(400).key("u")
    assert (table.game.position, table.game.is_over) == (table.game.deal.position, False)


def test_who_is_at_the_main_offer_stays_there_as_more_is_known_of_it(table):
    screen = settle_home(table)
    assert hot(table.key("tab").app.screen) == [before := screen.hero.button]
    table.context.library.statistics.reset(table.utc_now())
    table.frame(2)
    assert hot(screen) == [screen.hero.button] != [before]


def test_a_race_is_one_press_away_and_friends_are_two(table):
    table.random_number = iter(range(5, 9)).__next__
    friends = home(table).others.friends
    table.click(friends.box.centre).press_button("Host a tournament")
    assert isinstance(table.app.screen, HostScreen)
    friends = home(table).others.friends
    table.click(friends.box.centre).press_button("Tournaments")
    assert isinstance(table.app.screen, TournamentsScreen)
    home(table)
    table.press_button("Race three robots")
    assert isinstance(table.app.screen, ReadyScreen)


def test_a_race_that_was_left_goes_on_and_another_is_begun_among_the_tournaments(table):
    table.random_number = iter(range(5, 99)).__next__
    home(table)
    table.press_button("Race three robots")
    screen = home(table)
    assert (screen.others.race.word, screen.others.rules) == ("Continue: round 1 of 3", "3 rounds, draw 3")
    table.press_button("Continue: round 1 of 3").key("enter").skip(4)
    table.key("e", "tab", "enter").settle().press_button("Continue").frame(2)
    home(table)
    table.press_button("Continue: round 2 of 3")
    assert "Round 2 of 3" in " ".join([table.app.screen.title, *table.app.screen.spoken_lines])
    assert len(table.context.tournament_store.tournaments()) == 1
    table.key("enter").skip(4).key("esc").press_button("Leave")
    home(table)
    later = table.utc_now() + timedelta(minutes=6)
    table.utc_now = lambda: later
    home(table)
    table.press_button("Continue: round 3 of 3")
    assert table.sentence == "Your time ran out. The round was scored as it stood."
    assert table.words[0].startswith("Round 3: "), table.words
    table.visit("tournaments")
    table.press_button("Three rounds against three robots, now")
    assert len(table.context.tournament_store.tournaments()) == 2


def test_a_race_that_was_played_to_its_end_in_another_window_shows_its_standings(table):
    table.random_number = iter(range(5, 99)).__next__
    home(table)
    table.press_button("Race three robots")
    home(table)
    (folder,) = table.context.tournament_store.tournaments()
    local = at_this_machine(table.context, folder)
    for _ in range(3):
        local.begin(local.due()[0])
        local.session.act(ControlAction.END)
    table.press_button("Continue: round 1 of 3")
    assert isinstance(table.app.screen, TournamentScreen)


def test_in_a_menu_no_two_things_have_the_same_sign(table):
    leave_one_of_each(table)
    screen = settle_home(table)
    for opener in (screen.more, screen.others.friends, *(tile.options_button for tile in screen.tiles)):
        opener.press()
        signs = [button.icon for button in screen.walk if button.icon]
        assert len(signs) == len({*signs}), (opener.word, signs)
        opener.press()


def test_a_deal_that_nobody_touched_is_no_unfinished_game(make_table):
    table = make_table()
    table.start(5).key("d")
    table.start(6, game="spider")
    table.vanish()
    assert len([*(table.folder / "current").iterdir()]) == 2, "killed, it could not put anything away"
    again = make_table(table.folder)
    assert number_left(again) == 5
    assert [tile.unfinished for tile in again.home.tiles] == [1, 0, 0, 0]
    assert [path.name[:4] for path in (table.folder / "current").iterdir()] == ["rush"]


def test_f1_is_help_and_says_how_to_begin(table):
    home(table)
    table.key("f1")
    assert table.app.screen.spoken.focus.value.startswith("How to begin")
    table.key("down", "down", "down", "down")
    named = re.search(r"and (\w) a hint", " ".join(table.narrated))
    table.key("esc")
    assert isinstance(table.app.screen, HomeScreen)
    table.start(48213)
    table.key(named[1].lower())
    assert table.sentence == "Thinking…"


def test_who_comes_home_again_finds_the_tables_drawn(table):
    home(table)
    variant, look = find_variant("spider", []), (200, 90)
    first = small_table(table.context, deal_number(variant, SHOWN_DEAL), look)
    table.start()
    home(table)
    assert small_table(table.context, deal_number(variant, SHOWN_DEAL), look) is first
    table.context.settings.left_handed = True
    assert small_table(table.context, deal_number(variant, SHOWN_DEAL), look) is not first
    deal, look = deal_number(find_variant("one-three-back", []), SHOWN_DEAL), (400, 250)
    in_english = pygame.image.tobytes(small_table(table.context, deal, look), "RGBA")
    table.context.pictures.language = PseudoLanguage()
    assert pygame.image.tobytes(small_table(table.context, deal, look), "RGBA") != in_english


@pytest.mark.parametrize("dealt", [12, 34, 47])
def test_a_grid_that_scrolls_is_shown_where_it_goes_on(table, dealt):
    table.start(5, game="one-three-back")
    seen = []
    for count in (9, dealt):
        while len(table.game.moves()) < count:
            table.screen.act(STOCK)
        seen.append(pygame.mask.from_surface(drawn_position(table.context, table.game, (360, 240))).count())
    assert seen[1] > 0.8 * seen[0]
    table.go_home().go_on()
    assert table.screen.area.seen_piles[-1] >= dealt


@pytest.mark.parametrize("screen", ["home", "settings", "new game: rush", "replay: three-shuffles"])
def test_an_idle_screen_draws_nothing_and_asks_for_nothing(table, screen):
    SCREENS[screen](table)
    shown = table.wait(1).settle().shown
    table.wait(5)
    assert table.shown == shown
    assert table.app.screen.next_tick_s is None


def test_one_press_of_esc_too_many_does_not_end_the_program(table):
    screen = home(table)
    table.key("esc")
    assert not table.app.is_over
    assert screen.sentence == "Press Esc again to quit."
    table.key("f1", "esc", "esc")
    assert not table.app.is_over, "what lay over home in between was left by the first"
    table.key("esc")
    assert table.app.is_over


def test_whether_to_quit_is_asked_for_some_seconds_and_moves_nothing(table):
    screen = home(table)
    table.resize(640, 700).lay_out_again(scale=200)
    part = table.app.page.part
    foot = table.frame().drawn.subsurface((0, 640, 640, 60)).copy()
    table.key("esc")
    assert table.app.page.part[:2] == part[:2]
    assert table.frame().drawn.subsurface((0, 640, 640, 60)).get_buffer().raw != foot.get_buffer().raw
    table.wait(6).key("esc")
    assert not table.app.is_over
    assert screen.sentence == "Press Esc again to quit."


def test_a_game_of_1_3_back_in_which_nothing_lies_yet_tells_no_stacks(table):
    table.start(48213, game="one-three-back").key("d", "u")
    assert facts(table.game, 4000) == "#48213  ·  0:04 played  ·  1 stack left"
    table.start(48213, game="one-three-back")
    assert facts(table.game, 4000) == "#48213  ·  0:04 played"


@pytest.mark.parametrize(
    ("limit", "told"), [("limit=1200", "limit=1200"), ("limit=none", "limit=none"), ("", "limit=300")]
)
def test_practice_takes_as_long_as_the_settings_say(table, limit, told):
    table.context.profile.options["rush limit"] = limit
    table.app.go_home()
    assert options_to_text(table.home.tiles[0].variant) == f"draw=3 {told}"
    assert (
        options_to_text(table.home.tiles[0].variant_with("limit=none undo=free"))
        == "draw=3 limit=none undo=free"
    )

"""A game is two files and two names: two that the program does not know go through every list of games."""

from collections.abc import Iterator

import pytest

from game.message import Message
from game.play.move_words import words_of_pile
from game.play.record import Record
from game.play.replay import Replay
from game.rules import VARIANTS
from game.rules.position import STOCK
from game.session.daily import games_of_day
from game.ui.home.home import HomeScreen
from game.ui.pages.settings import SettingsScreen
from tests.foreign import FOREIGN, registered
from tests.ui.driver import Table

NAMES = [variant.name for variant in FOREIGN]
WAYS = ("home", "past_days", "goals", "settings", "tournaments", "games_played", "players")
"""Screens that list games, or know of them."""


@pytest.fixture(autouse=True)
def foreign() -> Iterator[None]:
    with registered():
        yield


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def laid(table: Table, name: str) -> Table:
    """A dealt table of the game."""
    return table.start(5, game=name)


def press(table: Table, *path: str) -> Table:
    """Opens the menu, and presses entries one after the other."""
    table.key("esc").frame()
    for word in path:
        table.press_button(word)
        table.frame()
    return table


def test_cards_are_dealt_played_undone_and_heard(laid):
    source, target = next(move for move in laid.moves if move != "stock").split(">")
    laid.drag(source, target).settle()
    assert laid.written == [f"{source}>{target}"]
    laid.key("u").settle()
    assert laid.written[-1] == "undo"
    for key in ("d", "h", "i", "a", "1", "t", "tab", "right", "enter", "enter", "f9"):
        laid.key(key).frame()
    assert laid.picture == laid.fresh_picture


def test_the_menu_leads_everywhere(laid, name):
    press(laid, "Help")
    words = [button.word for button in laid.screen.panel.buttons]
    assert "Rules" in words
    assert not {"Learn it", "Hint", "Solution", "Show me"} & set(words), "which it does not have"
    for path in (("Help", "Rules"), ("Settings",), ("Statistics",), ("File", "Save"), ("New game",)):
        laid.app.go_home()
        laid.start(5, game=name)
        press(laid, *path)
        assert laid.picture


@pytest.mark.parametrize("way", WAYS)
def test_screens_that_list_games_know_it(laid, way):
    laid.visit(way).frame()
    assert laid.picture


def test_its_page_of_the_settings_is_there_where_it_has_settings(table):
    screen = table.visit("settings").app.screen
    assert isinstance(screen, SettingsScreen)
    assert [page for page in screen.pages if page in NAMES] == ["golf"], "FreeCell has nothing to set"
    screen.open_page("golf")
    table.resize(900, 640).frame()
    assert [row.label for row in screen.panel.rows if row.label][-1] == "New games"


def test_home_deals_it_and_offers_what_it_has(table, name):
    home = table.visit("home").app.screen
    assert isinstance(home, HomeScreen)
    tile = next(tile for tile in home.tiles if tile.name == name)
    assert tile.learn not in home.buttons
    tile.options_button.press()
    table.frame()
    assert {"Deal…", "Learn it"} & set(table.words) == {"Deal…"}
    tile.play.press()
    table.settle()
    assert table.game.variant.name == name


def test_a_newcomer_is_asked_without_a_tutorial(table, name):
    del table.context.profile.first_steps[name]
    table.context.program.asks_newcomers = True
    table.start(5, game=name).frame()
    panel = table.screen.panel
    assert panel.title == "New here?"
    assert "Learn it" not in [button.word for button in panel.buttons]
    table.key("enter").settle()
    assert table.screen.panel is None


def test_it_has_a_deal_of_the_day_a_replay_and_statistics(laid, name):
    assert [rules.name for rules in games_of_day()] == [*VARIANTS]
    session = laid.context.sessions.daily(game=name)
    laid.context.navigation.table(session, is_fresh=True)
    laid.settle()
    for _ in range(3):
        moves = laid.game.variant.legal_moves(laid.game.position)
        laid.screen.act(next((move for move in moves if move != STOCK), STOCK))
        laid.settle()
    laid.context.navigation.go("replay", Replay(Record(laid.game.deal, {}, tuple(laid.game.entries))))
    laid.key("end").settle()
    assert laid.picture
    laid.visit("statistics", name).frame(5)
    laid.visit("new_game", VARIANTS[name]()).frame(5)
    assert laid.picture


def test_piles_have_phrases(name):
    variant = VARIANTS[name]()
    for pile, spec in enumerate(variant.piles):
        phrases = words_of_pile(variant, pile)
        assert isinstance(phrases.name, Message)
        assert phrases.source, spec.name
        assert ("cell" in phrases.name) == (spec.name[0] == "c")

"""The guided games: only the move that is shown can be made, up to the end; nothing of them is kept."""

import pytest

from game.rules import VARIANTS, find_variant
from game.rules.position import STOCK
from game.session.session import ASKED_FIRST, GuidedSession
from game.ui.games.tables import game_tables
from game.ui.games.tutorials import RUSH, SPIDER, THREE_SHUFFLES
from game.ui.table.demonstration import NO_UNDO, Tutorial
from tests.ui.driver import Table

SIGNS = "♠♥♦♣"
GAMES = {"rush": RUSH, "spider": SPIDER, "three-shuffles": THREE_SHUFFLES}


def begun(table: Table, name: str) -> GuidedSession:
    table.visit("tutorial", name).frame()
    session = table.screen.session
    assert isinstance(session, GuidedSession)
    return session


@pytest.mark.parametrize("name", GAMES)
def test_it_can_be_followed_to_its_end_as_it_is_told(table, name):
    assert {*GAMES, "one-three-back"} == {name for name in VARIANTS if game_tables(name).tutorial}
    session = begun(table, name)
    for step in GAMES[name].steps:
        assert table.screen.status.sentence == step.sentence
        asked = session.asked
        assert asked is not None
        assert table.screen.act(asked)
        table.frame()
    table.settle()
    told = set(table.narrated)
    assert {
        step.sentence for step in GAMES[name].steps if not any(suit in step.sentence for suit in SIGNS)
    } <= told
    assert table.screen.panel.title == f"That is {table.game.variant.title}"
    assert list(table.folder.glob("current/*")) == list(table.folder.glob("games/*")) == []
    assert table.context.library.statistics.days() == []


@pytest.mark.parametrize("name", GAMES)
def test_the_sentences_name_cards_and_columns_that_are_there(name):
    guided: Tutorial = GAMES[name]
    variant = find_variant(name)
    position = variant.position_from_text(guided.position)
    for step in guided.steps:
        seen = {card.sign for pile in position.piles for card in pile if card.face_up}
        told = {word.strip(".,:;") for word in step.sentence.split() if any(suit in word for suit in SIGNS)}
        assert told <= seen, step.sentence
        position = variant.apply(position, variant.move_from_text(step.move))


def test_rush_is_followed_by_hand_and_another_move_is_refused_politely(table):
    begun(table, "rush")
    table.drag("t2", "t1").settle()
    assert table.screen.status.sentence not in ("", ASKED_FIRST), "the rules refuse it in their own words"
    table.drag("t1", "t2")  # legal, but later
    assert table.screen.status.sentence == ASKED_FIRST
    table.settle()
    assert not table.game.entries
    table.tap("stock").drag("waste", "t1")
    assert len(table.game.entries) == 2
    assert table.screen.session.elapsed_ms == 0


def test_spider_is_followed_by_clicks_alone(table):
    session = begun(table, "spider")
    piles = table.game.variant.piles
    while (asked := session.asked) is not None:
        table.wait(0.5)
        name = "stock" if asked == STOCK else piles[asked.source].name
        made = session.made
        table.click(f"{name}:1" if asked.count < 2 else f"{name}:{asked.count}").settle()
        assert session.made == made + 1, asked
    assert table.screen.panel.title == "That is Spider"
    table.press_button("New game").settle()
    assert table.screen.session.recorder.is_saved, "after it a real game begins"
    assert table.screen.variant.name == "spider"


def test_nothing_is_taken_back_and_esc_leaves(table):
    table.start(8)
    beneath = table.screen
    begun_at = beneath.session.elapsed_ms
    table.key("esc").press_button("Tutorial").frame().tap("stock")
    table.key("u")
    assert table.screen.status.sentence == NO_UNDO
    table.key("esc").frame()
    assert table.screen is beneath
    assert table.screen.session.elapsed_ms - begun_at < 200


def test_who_plays_by_keys_is_told_keys_and_not_to_click(table):
    table.context.navigation.tutorial("rush")
    table.frame(3)
    assert table.sentence.startswith("Click the stock")
    table.key("d")
    assert table.sentence.startswith("9♥ goes onto 10♠: Tab leads to it, Space picks it up; ")

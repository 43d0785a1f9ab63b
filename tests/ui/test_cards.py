"""A deal of one's own in the window: typed, pasted, dropped; its table, its faults, its unseen cards."""

import pygame
import pytest

from game.cards import NotationError, card
from game.play.deal import UNSEEN, deal_number
from game.play.game import Game
from game.play.typed_deal import read_deal
from game.rules import find_variant
from game.rules.position import pile_to_text
from game.storage.files import StorageError
from game.storage.library import Library
from game.ui.files.cards import CardsScreen, choice_of
from game.ui.files.files import ResumeScreen
from game.ui.home.home import HomeScreen
from game.ui.table.unseen import NameCardScreen
from tests.ui.driver import Table
from tests.ui.screens import KITCHEN

DEALT = deal_number(find_variant("rush"), 48213)
DECK = pile_to_text(tuple(dealt.up for dealt in DEALT.deck))


@pytest.fixture
def form(table: Table) -> Table:
    """*Open…*, then *Cards…*."""
    table.start().key("ctrl+o")
    assert isinstance(table.app.screen, ResumeScreen)
    return table.press_button("Cards…")


def on_table(table: Table) -> int:
    """How many cards lie on the table that grows."""
    assert isinstance(table.app.screen, CardsScreen)
    return sum(map(len, table.app.screen.choice.read.position.piles))


def test_the_table_grows_as_cards_are_typed_and_is_played(form):
    form.write("9D TS 2")
    assert (on_table(form), form.sentence) == (2, "A♣ and 49 more cards are missing.")
    form.write("S 9D")
    assert (on_table(form), form.sentence) == (3, "9♦ occurs 2 times instead of 1.")
    form.press_button("Clear")
    form.write(DECK)
    assert (on_table(form), form.sentence) == (52, "All cards are there.")
    form.key("enter").settle()
    assert (form.game.position, form.game.deal.number) == (DEALT.position, None)


def test_cards_are_pasted_at_home_and_dropped_as_text_or_file(table, tmp_path, monkeypatch):
    table.context.navigation.home()
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "nothing of the kind")
    assert isinstance(table.key("ctrl+v").app.screen, HomeScreen)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: KITCHEN)
    table.key("ctrl+v")
    assert (on_table(table), table.sentence) == (52, "All cards are there.")
    table.happen(pygame.DROPTEXT, text=KITCHEN.replace("8C", "8X"))
    assert table.sentence == "Line 5: “8X” is not a card."
    path = tmp_path / "table.txt"
    path.write_bytes(b"\xef\xbb\xbf" + KITCHEN.replace("\n", "\r\n").encode())
    table.happen(pygame.DROPFILE, file=str(path))
    assert table.sentence == "All cards are there."


def test_the_game_is_found_that_the_cards_are_of():
    spider = pile_to_text(
        tuple(dealt.up for dealt in deal_number(find_variant("spider", ["suits=2"]), 5).deck)
    )
    for text, name in ((DECK, "rush"), (DECK[:60], "rush"), (spider, "spider"), (KITCHEN, "rush")):
        assert choice_of(text).variant.name == name
    assert choice_of("Hello, AC or DC?") is None


def test_a_card_that_turns_up_is_asked_for(table):
    read = read_deal(find_variant("rush"), KITCHEN)
    table.visit("cards", KITCHEN).key("enter").settle()
    assert table.screen.session.tags[UNSEEN] == read.tags[UNSEEN]
    table.act("t3>f1")
    assert isinstance(table.app.screen, NameCardScreen), "no key of that moment plays without a name"
    table.frame()
    assert table.window_title.startswith("Which card is it?")
    table.write("KH")
    assert table.key("enter").sentence == "K♥ is somewhere else already."
    table.fields[0].set_text("")
    table.write("2h").key("enter").settle()
    assert pile_to_text(table.game.position.piles[8]) == f"({read.position.piles[8][0].up}) 2H"
    assert (len(table.game.entries), len(table.context.library.unfinished_files())) == (1, 1)


def test_a_name_that_cannot_be_written_leaves_the_game_as_it_was(table, monkeypatch):
    table.visit("cards", KITCHEN).key("enter").settle()
    table.act("t3>f1").frame()
    (file,) = table.context.library.unfinished_files()
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise StorageError("no space left on device")

    monkeypatch.setattr(Library, "rewrite", full)
    table.write("2h").key("enter").settle()
    assert isinstance(table.app.screen, HomeScreen)
    assert table.app.screen.sentence == "The game cannot be saved: no space left on device."
    assert (file.read_bytes(), table.context.library.unfinished_files()) == (before, [file])


def test_a_name_by_which_the_game_cannot_have_been_played_is_refused(table):
    read = read_deal(find_variant("rush"), KITCHEN)
    session = table.context.sessions.begin(Game(read.deal), {UNSEEN: "1-52"})  # edited by hand
    session.act(session.game.variant.move_from_text("t3>f1"))
    with pytest.raises(NotationError, match="That foundation is not for hearts"):
        table.context.sessions.with_named(session, [card("2H")])


def test_a_game_with_an_unnamed_card_asks_again_when_it_is_continued(table):
    table.visit("cards", KITCHEN).key("enter").settle()
    table.act("t3>f1").frame().key("esc").settle()
    assert isinstance(table.app.screen, HomeScreen)
    table.key("ctrl+o", "down", "enter").settle()
    assert isinstance(table.app.screen, NameCardScreen)


def test_which_cards_are_asked_fits_even_where_every_column_has_one(table):
    rows = [f"t{column}: {'?? ' * (4 + (column < 5))}{rank}S" for column, rank in enumerate("KQJT987654", 1)]
    table.visit("cards", "stock: {}\n{}".format("?? " * 50, "\n".join(rows))).key("enter").settle()
    table.act("stock").frame()
    form = table.form
    assert isinstance(form, NameCardScreen)
    (row,) = form.panel.rows
    assert row.label == "Cards"
    assert row.hint.startswith("column 1, column 2,")
    assert row.hint.endswith("column 10, in this order")


def test_what_needs_every_card_is_refused_with_their_number(table):
    table.visit("cards", KITCHEN).key("enter").settle()
    for word in ("Solution", "Show me"):
        table.key("esc")
        assert table.press_button(word).sentence.startswith("45 cards are unseen")

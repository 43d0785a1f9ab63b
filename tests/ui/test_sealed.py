"""Deals of a tournament that somebody here has still to play: no way in the window leads to their cards."""

from pathlib import Path

import pytest

from game.play.deal import deal_number
from game.play.game import Game
from game.play.record import read_record, record_text
from game.rules import find_variant
from game.rules.position import STOCK
from game.rules.variant import Variant
from game.session.sessions import SealedError
from game.solver.catalogue import read_catalogue
from game.storage.library import UnfinishedGame
from game.storage.saved import SavedGame
from game.ui.files.files import ResumeScreen
from game.ui.files.games import GamesScreen
from game.ui.home.home import HomeScreen
from game.ui.home.new_game import NewGameScreen
from game.ui.opening import at_game, at_table
from game.ui.replay.playback import Playback
from game.ui.table.table import Table as GameTable
from game.ui.tournament.tournaments import RemoveScreen, TournamentsScreen
from tests.tournament.rounds import ANNA, BEN, CLARA, EVENING, record, results
from tests.ui.driver import Table
from tests.ui.screens import begin
from tests.ui.test_tournament import at, on_disk, press, show, sit_down

RUSH = find_variant("rush")
SENTENCE = (
    "This is a deal of the tournament “Sunday evening”: it stays closed until everybody here has played it."
)


def practice(number: int = EVENING.deals[0], variant: Variant = RUSH) -> bytes:
    """The record of a practice game of a deal, begun before anybody thought of a tournament."""
    game = Game(deal_number(variant, number))
    game.play(STOCK, 700)
    return record_text(game, {}).encode()


def shows_no_cards(table: Table) -> bool:
    return not isinstance(table.app.screen, GameTable | Playback)


def test_by_number_neither_played_nor_solved(table):
    table.catalogue = lambda: read_catalogue(Path("/no/such/folder"))
    begin(table)
    table.go_to(NewGameScreen(table.context, RUSH))
    table.write(str(EVENING.deals[1])).key("enter")
    assert table.sentence == SENTENCE
    assert shows_no_cards(table)
    assert not [each for each in table.oracle.asked if each["ask"] == "solve"]


@pytest.mark.parametrize("of", ["running round", "practice", "other draw"])
def test_by_its_path_and_dropped(table, tmp_path, of):
    sit_down(table)
    table.key("d")
    table.app.go_home()
    path = tmp_path / "x.patience"
    if of == "running round":
        (running,) = (table.folder / "tournaments").rglob("round-1.patience")
        path.write_bytes(running.read_bytes())
    else:
        path.write_bytes(practice(variant=RUSH if of == "practice" else find_variant("rush", ["draw=1"])))
    table.drop_file(path)
    at(table, ResumeScreen)
    assert table.sentence == SENTENCE
    table.write_over(str(path), -1)
    for word in ("Resume", "Watch"):
        press(table, word)
        assert table.sentence == SENTENCE
        at(table, ResumeScreen)
    assert list((table.folder / "current").glob("*")) == []


def test_an_unfinished_game_waits_until_the_tournament_is_over(table):
    table.start(EVENING.deals[0]).key("d")
    table.go_home()
    begin(table)
    table.go_home()
    press(table, "Continue")
    assert table.sentence == SENTENCE
    assert shows_no_cards(table)
    press(table, "More")
    press(table, "Open…")
    press(table, "Resume")
    for word in ("Resume", "Watch"):
        table.key("home")
        press(table, word)
        assert shows_no_cards(table)


def test_a_kept_game_is_neither_watched_nor_compared(table):
    games = table.folder / "games"
    games.mkdir(parents=True)
    for name in ("a", "b"):
        (games / f"rush-20261121-07000{len(name)}-{name}.patience").write_bytes(practice())
    begin(table)
    table.go_to(GamesScreen(table.context))
    press(table, "Watch")
    assert table.sentence == SENTENCE
    press(table, "Compare")
    press(table, "Side by side")
    assert table.sentence == SENTENCE
    assert shows_no_cards(table)


def test_neither_hint_nor_line_nor_the_same_deal_when_another_window_began_it(table):
    table.start(EVENING.deals[0])
    begin(table)
    asked = len(table.oracle.asked)
    table.key("i")
    assert table.sentence == SENTENCE
    table.key("p").press_button("Solution").press_button("Show it")
    assert table.sentence == SENTENCE
    table.key("esc").press_button("Start over")
    assert table.sentence == SENTENCE
    assert [each["ask"] for each in table.oracle.asked[asked:] if each["ask"] in ("solve", "advise")] == []


def test_at_the_start_of_the_program_it_goes_home_and_says_so_but_other_deals_are_open(table):
    begin(table, ANNA, played=1)
    table.start(EVENING.deals[0])
    assert table.game.deal.number == EVENING.deals[0], "a round that was played is open"
    table.start(12)
    saved = SavedGame(read_record(practice(EVENING.deals[1])).replay(), {}, 700)
    for first in (at_table(RUSH, EVENING.deals[2]), at_game(saved)):
        table.app.begin(first)
        at(table, HomeScreen)
        assert table.sentence == SENTENCE


def test_a_closed_tournament_opens_its_deals(table):
    begin(table)
    table.go_to(TournamentsScreen(table.context)).wait(0.1)
    press(table, "Remove…")
    at(table, RemoveScreen)
    table.key("down")
    press(table, "Remove…")
    assert "will not be played. Press Close it." in table.sentence
    assert not on_disk(table).state.is_closed
    press(table, "Close it")
    at(table, TournamentsScreen)
    assert on_disk(table).state.is_closed
    table.wait(0.1)
    assert (table.listed.rows[0].facts or "").endswith("closed")
    table.start(EVENING.deals[0])


def test_one_press_too_many_answers_no_question(table):
    begin(table)
    table.go_to(TournamentsScreen(table.context)).wait(0.1)
    press(table, "Remove…")
    table.key("down", "enter", "enter", "enter")
    assert not on_disk(table).state.is_closed


def test_a_player_or_a_result_of_a_file_is_removed_after_a_question(table):
    begin(table, ANNA).take_results(results(CLARA, 1, 2))
    table.go_to(TournamentsScreen(table.context)).wait(0.1)
    for name, left in (("Round 1 of Clara", [2]), ("Clara, as a player", None)):
        press(table, "Remove…")
        at(table, RemoveScreen)
        table.listed.choose([row.name for row in table.listed.rows].index(name))
        press(table, "Remove…")
        assert "kept aside. Press Remove it." in table.sentence
        press(table, "Remove it")
        clara = on_disk(table).state.seat_of(CLARA)
        assert (None if clara is None else [*clara.results]) == left
    assert table.sentence == "Clara, as a player: done."


def test_on_a_broken_disk_nothing_is_removed_and_that_is_said(table):
    local = begin(table, ANNA)
    local.take_results(results(CLARA, 1))
    (table.folder / "tournaments" / EVENING.id / "removed").write_text("not a folder")
    table.go_to(RemoveScreen(table.context, local))
    table.listed.choose(1)
    press(table, "Remove…")
    press(table, "Remove it")
    assert table.sentence.startswith("It cannot be removed: ")
    assert len(on_disk(table).state.seats) == 2


def test_what_records_tell_is_told_below_the_table(table):
    local = begin(table, ANNA, BEN)
    local.add_record(local.state.seats[1], 1, record(BEN, 1, 4, tags={"replayed": "yes"}))
    local.add_record(local.state.seats[0], 1, record(ANNA, 1, 5, tags={"clock": "set-back"}))
    before = show(table, local)
    assert before.part.told()[0] == (
        "Anna, round 1: the computer’s clock was set back  ·  Ben, round 1: the deal was already known there"
    )


def test_no_way_to_a_table_forgets_to_ask(table):
    """The two doors to a table refuse by themselves."""
    begin(table)
    data = practice()
    made = read_record(data)
    with pytest.raises(SealedError):
        table.context.sessions.begin(made.replay(), {})
    with pytest.raises(SealedError):
        table.context.sessions.resume(UnfinishedGame(table.folder / "x.patience", made, 700, None, data))

"""Tournaments in the window: three clicks to the first round, taking turns, the clock, tables."""

from datetime import UTC, datetime, timedelta
from itertools import chain, count
from random import Random
from shutil import copytree

import pygame
import pytest

from game.message import verbatim
from game.play.deal import Difficulty
from game.play.record import read_record
from game.rounds.local import LocalReferee
from game.storage.tournament_store import TournamentStore
from game.tournament.player import Player
from game.tournament.tournament import Tournament
from game.ui.drawing.layout import Box
from game.ui.files.games import GamesScreen
from game.ui.forms.form import FormScreen
from game.ui.home.home import HomeScreen
from game.ui.replay.playback import ReplayScreen
from game.ui.screen import Screen
from game.ui.table.table import Table as GameTable
from game.ui.tournament.new import (
    REMEMBERED,
    NewTournamentScreen,
    TournamentsScreen,
    at_this_machine,
    next_name,
)
from game.ui.tournament.page import TournamentScreen
from game.ui.tournament.round import NO_FILES, NO_PAUSE, NO_REDO, ReadyScreen
from game.ui.tournament.words import NO_TOURNAMENT_FILES
from tests.disks import full_disk
from tests.playouts import seeds
from tests.records import GOLDEN, actions
from tests.tournament.rounds import ANNA, BEN, CLARA, EVENING, OLD, RUBY, record, timed_out
from tests.ui.driver import Table
from tests.ui.driver.outside import Certain
from tests.ui.screens import begin, open_screen

SIZES = [(640, 480), (900, 640), (1280, 800), (1920, 1080), (3840, 2160), (700, 1400)]


# What a player does -------------------------------------------------------------------------------
def at(table: Table, kind: type[Screen]) -> Screen:
    assert type(table.app.screen) is kind, f"{type(table.app.screen).__name__}, not {kind.__name__}"
    return table.app.screen


def press(table: Table, word: str) -> None:
    """Presses the first button whose word begins so."""
    table.press_button(next((shown for shown in table.words if shown.startswith(word)), word))


def step(table: Table, label: str, word: str = "+") -> None:
    """Raises or lowers the value of a row by a step."""
    table.click(next(button.box.centre for button in table.widget(label).buttons if button.word == word))


def numbers(table: Table, *first: int) -> None:
    """Of which deals the decks of new tournaments are; then of those that follow."""
    given = chain(first, count(max(first) + 1))
    table.random_number = lambda: next(given)


def follow_the_wall(table: Table) -> None:
    """The clock on the wall goes with the other one."""
    start, start_ns = datetime(2026, 11, 21, 7, 13, 34, tzinfo=UTC), table.clock.now_ns
    table.utc_now = lambda: start + timedelta(microseconds=(table.clock.now_ns - start_ns) / 1000)


def start_round(table: Table) -> GameTable:
    press(table, "Start")
    table.skip(3.1)
    return at(table, GameTable)


def end_round(table: Table, seconds: float = 0.0) -> None:
    if seconds:
        table.skip(seconds)
    table.key("e")
    press(table, "End the round")
    table.settle()


def show(table: Table, local: LocalReferee, shown: int | None = None) -> TournamentScreen:
    table.context.navigation.tournament(local, shown)
    table.frame()
    return table.app.screen


def go_to_round(table: Table, local: LocalReferee) -> None:
    """The page before the first round."""
    show(table, local)
    press(table, "Round 1")


def sit_down(table: Table, *players: Player, tournament: Tournament = EVENING) -> GameTable:
    """The first round of a tournament, under way."""
    go_to_round(table, begin(table, *players, tournament=tournament))
    return start_round(table)


def on_disk(table: Table) -> LocalReferee:
    folder = TournamentStore(table.folder).tournaments()[0]
    return at_this_machine(table.context, folder)


def table_of(table: Table) -> list[tuple[str, ...]]:
    """The cells of the table that is to be seen, a tuple for each player."""
    shown = table.app.screen.table
    return [
        (str(standing.rank or ""), standing.player.label, *(column.cells[index] for column in shown.columns))
        for index, standing in enumerate(shown.found)
    ]


# Creating -----------------------------------------------------------------------------------------
def test_three_clicks_lead_to_the_first_round(table):
    numbers(table, 5, 6, 7)
    table.app.go_home()
    press(table, "Tournaments")
    at(table, TournamentsScreen)
    press(table, "New")
    at(table, NewTournamentScreen)
    press(table, "Start")
    at(table, ReadyScreen)
    assert table.app.screen.title == "Round 1 of 3 — Player 1, ready?"
    tournament = on_disk(table).tournament
    assert tournament.name == "Tournament of 21 November"
    assert (tournament.game.draw, tournament.game.limit) == (3, 300)
    assert tournament.deals == (5, 6, 7)


def test_the_form_takes_what_is_wanted(table):
    numbers(table, *range(1, 11))
    table.go_to(NewTournamentScreen(table.context))
    table.write_over("Weekend")
    for _ in range(20):
        step(table, "Time")
        step(table, "Rounds")
    table.press_button("Draw 1")
    table.write_over("Anna,  Ben ", -1)
    table.key("enter")
    local = on_disk(table)
    game = local.tournament.game
    assert (local.tournament.name, game.draw, game.limit, local.tournament.rounds) == ("Weekend", 1, 600, 10)
    assert [seat.player for seat in local.state.seats] == [ANNA, BEN]
    table.app.go_to(NewTournamentScreen(table.context))
    assert table.fields[-1].text == "Anna, Ben"


class HardFromOneThousand(Certain):
    def number_at(self, _draw: int, index: int, difficulty: object = None) -> int:
        return index + 1000 * (difficulty is Difficulty.HARD)


def test_the_deals_are_as_hard_as_is_chosen(table):
    numbers(table, 5, 6, 7)
    table.catalogue = HardFromOneThousand
    table.go_to(NewTournamentScreen(table.context)).press_button("Hard")
    table.write_over("Anna", -1)
    table.key("enter")
    assert on_disk(table).tournament.deals == (1005, 1006, 1007)


def test_the_least_there_can_be(table):
    numbers(table, 1)
    table.go_to(NewTournamentScreen(table.context))
    for label in ("Time", "Rounds", "Robots"):
        for _ in range(20):
            step(table, label, "−")
    press(table, "Start")
    assert (on_disk(table).tournament.game.limit, on_disk(table).tournament.rounds) == (60, 1)


IMPOSSIBLE = [
    ("", "Anna", "A name needs at least one letter."),
    ("x", "", "At least one player must be here: type a name."),
    ("x", "Anna, ANNA", "The name ANNA occurs twice."),
    ("x", "a" * 25, "A name can have at most 24 letters."),
    ("x", ",".join(map(str, range(17))), "There can be at most 16 players, not 17."),
]
"""What is typed as name and players, and why that cannot be."""


def test_what_cannot_be_is_said_and_nothing_is_begun_and_on_a_full_disk_the_form_stays(table):
    numbers(table, *range(10))
    table.go_to(NewTournamentScreen(table.context))
    for name, players, sentence in IMPOSSIBLE:
        table.write_over(name).write_over(players, -1)
        press(table, "Start")
        assert table.sentence == sentence
        assert table.context.tournament_store.tournaments() == []
    table.write_over("Anna", -1)
    with full_disk(5):
        press(table, "Start")
    assert table.sentence.startswith("The tournament cannot be saved: ")
    press(table, "Start")
    at(table, ReadyScreen)


# Before a round -----------------------------------------------------------------------------------
def test_one_may_turn_back_until_the_last_second_is_over_and_the_cards_are_on_disk_and_seen(table):
    go_to_round(table, begin(table))
    press(table, "Start")
    table.skip(1.5).key("esc")
    at(table, TournamentScreen)
    table.skip(5)
    at(table, TournamentScreen)
    assert on_disk(table).state.running is None
    press(table, "Round 1")
    press(table, "Start")
    with full_disk(5):
        table.skip(3.1)
    before = at(table, ReadyScreen)
    assert table.sentence.startswith("This round cannot be started: ")
    assert "Nobody has seen its cards." in table.sentence
    table.ears.heard.clear()
    press(table, "Start")
    for left in (3, 2, 1):
        assert before.count == left
        assert on_disk(table).state.running is None
        table.skip(1.0)
    table.skip(0.1)
    screen = at(table, GameTable)
    assert table.ears.heard.count("tick") == 3
    assert not screen.is_dealing
    assert screen.session.elapsed_ms < 300
    assert on_disk(table).state.running is not None


def test_by_keyboard_alone(table):
    show(table, begin(table))
    table.key("enter")
    at(table, ReadyScreen)
    table.key("enter")
    table.key("enter")  # once too often: it turns nobody back
    table.skip(3.1)
    at(table, GameTable)


def test_in_a_round_there_is_no_number_pause_hint_restart_redo_and_a_file_has_to_wait(table, tmp_path):
    screen = sit_down(table)
    shown = [
        screen.title,
        screen.bars.title,
        screen.bars.subtitle,
        *(value for _, value in screen.bars.facts),
    ]
    assert not any("7" in text for text in shown)  # the deal of round 1
    assert (screen.bars.title, screen.bars.subtitle) == ("Round 1 of 3", "Anna")

    assert [button.word for button in screen.bars.buttons] == ["Undo", "End", "Leave"]
    for key, sentence in (("p", NO_PAUSE), ("r", NO_REDO), ("ctrl+y", NO_REDO), ("ctrl+s", NO_FILES)):
        table.key(key)
        assert table.sentence == sentence
    for key in ("i", "n", "ctrl+o"):
        table.key(key)
    assert table.app.screen is screen
    assert table.panel == ""
    before = screen.session.elapsed_ms
    table.happen(pygame.WINDOWMINIMIZED).skip(5)
    assert screen.session.elapsed_ms == pytest.approx(before + 5000, abs=100)
    assert screen.game.entries == []

    table.key("d", "d", "d", "d", "d", "d", "d", "d", "d", "u", "r")
    assert [entry.action for entry in screen.game.entries][-1].value == "undo"

    table.drop_file(tmp_path / "a.patience")
    assert table.app.screen is screen
    assert table.sentence == NO_FILES


# A round ------------------------------------------------------------------------------------------
def test_nothing_that_lies_over_the_table_stops_the_clock(table):
    screen = sit_down(table)
    for cover in ("f1", "e", "esc"):
        before = screen.session.elapsed_ms
        table.key(cover).skip(30)
        assert screen.session.elapsed_ms == pytest.approx(before + 30_000, abs=300)
        table.key("esc")
        assert table.app.screen is screen
        assert table.panel == ""
    table.key("esc").skip(1).clock.pass_s(298)
    table.skip(2).settle()
    assert table.panel == "Time is up", "although a question was open"
    assert on_disk(table).state.seats[0].results[1].elapsed_ms == 300_000


def test_a_machine_that_slept_has_not_stopped_the_clock(table):
    screen = sit_down(table)
    now = table.context.round_clock()
    wall = [now]
    table.utc_now = lambda: wall[0]
    wall[0] = now + timedelta(seconds=90)
    table.frame()
    assert screen.session.elapsed_ms == pytest.approx(90_000, abs=500)
    wall[0] = now - timedelta(days=1)
    table.frame()
    assert screen.session.elapsed_ms >= 90_000


def test_end_always_asks_and_while_others_wait_the_result_hides_the_cards(table):
    screen = sit_down(table)
    table.key("e")
    assert table.panel == "End this round?"
    table.skip(10)
    press(table, "Keep playing")
    end_round(table)
    assert screen.game.is_over
    assert table.panel == "Game ended"
    assert "Anna" in table.panel_lines
    assert "Time used" in table.panel_lines
    assert table.screen.hides_cards
    press(table, "Continue")
    assert at(table, ReadyScreen).title == "Round 1 of 3 — Ben, ready?"
    start_round(table)
    end_round(table)
    assert not table.screen.hides_cards


# Leaving and coming back --------------------------------------------------------------------------
def test_who_leaves_comes_back_to_what_is_left_of_the_time(table):
    follow_the_wall(table)
    screen = sit_down(table)
    table.key("d")
    press(table, "Leave")
    assert table.panel == "Leave the table?"
    press(table, "Leave")
    page = at(table, TournamentScreen)
    assert table.words[0].startswith("Continue: Anna, round 1, 4:5")
    table.skip(60)
    assert table.words[0].startswith("Continue: Anna, round 1, 3:5")
    press(table, "Continue")
    screen = at(table, GameTable)
    assert table.app.screen is not page
    assert [entry.action for entry in screen.game.entries] == [screen.game.entries[0].action]
    assert 60_000 < screen.session.elapsed_ms < 65_000


@pytest.mark.thorough
def test_whoever_stays_away_finds_the_round_scored_when_its_time_is_over(table):
    follow_the_wall(table)
    sit_down(table)
    table.key("d", "esc")
    press(table, "Leave")
    table.narrated.clear()
    for _ in range(320):
        table.skip(1)
    told = [line for line in table.narrated if "left" in line]
    assert 8 <= len(told) <= 12, "how much is left is not told with every second"
    assert table.sentence == "Your time ran out. The round was scored as it stood."
    assert table_of(table)[0][:3] == ("", "Anna", "0"), "nobody has a place yet"
    assert table.words[0] == "Round 1: Ben"


def test_closing_the_window_asks_once_and_does_not_stop_the_clock(make_table):
    table = make_table()
    follow_the_wall(table)
    sit_down(table)
    table.happen(pygame.QUIT)
    assert table.panel == "Leave the table?"
    assert not table.app.is_over
    table.happen(pygame.QUIT)
    assert table.app.is_over
    wall = table.context.utc_now()
    table.close()
    other = make_table()
    other.utc_now = lambda: wall + timedelta(seconds=100)
    other.app.go_home()
    assert "a round’s clock is running" in other.app.screen.hero.line
    press(other, "Continue")
    at(other, TournamentScreen)
    press(other, "Continue")
    assert 100_000 <= other.screen.session.elapsed_ms < 105_000


def test_a_result_that_cannot_be_written_is_not_lost(table):
    sit_down(table)
    with full_disk(5):
        table.key("d")
        assert "not saved" in table.sentence
        end_round(table)
        assert any("has not been saved yet" in line for line in table.panel_lines)
        press(table, "Try again")
        assert "Try again to save" in [button.word for button in table.screen.panel.buttons]
    press(table, "Try again")
    assert [button.word for button in table.screen.panel.buttons] == ["Continue"]
    assert actions(on_disk(table).state.seats[0].records[1])[-1] == "end"


def test_leaving_with_a_result_that_is_not_on_disk_is_said_once(table):
    sit_down(table, ANNA)
    with full_disk(5):
        table.key("d")
        end_round(table)
        press(table, "Continue")
        at(table, TournamentScreen)
        assert table.words[0] == "Try again to save"
        table.key("esc")
        assert "has not been saved yet" in table.sentence
        at(table, TournamentScreen)
    press(table, "Try again")
    assert table.sentence == "Everything is saved."
    assert table.words[0] == "Round 2: Anna"


# A whole tournament -------------------------------------------------------------------------------
def play_round(table: Table, seconds: float, *keys: str) -> None:
    start_round(table)
    table.key(*keys)
    end_round(table, seconds)
    press(table, "Continue")


def test_two_players_and_two_rounds(table):
    numbers(table, 7, 48213)
    follow_the_wall(table)
    table.go_to(NewTournamentScreen(table.context))
    step(table, "Rounds", "−")
    table.write_over("Anna, Ben", -1)
    press(table, "Start")
    play_round(table, 20, "h")
    play_round(table, 10)
    at(table, TournamentScreen)
    first = on_disk(table)
    assert first.state.complete_rounds == 1
    assert [row[1] for row in table_of(table)] == [
        standing.player.name for standing in first.state.standings(1)
    ]
    assert table.words[0] == "Round 2: Anna"
    press(table, "Round 2: Anna")
    play_round(table, 5)
    play_round(table, 15, "d", "d", "h")
    local = on_disk(table)
    assert local.state.is_over
    assert [sorted(seat.results) for seat in local.state.seats] == [[1, 2], [1, 2]]
    rows = table_of(table)
    found = local.state.standings(2)
    assert [(row[0], row[1], row[-1]) for row in rows] == [
        (str(standing.rank), standing.player.name, str(standing.total)) for standing in found
    ]
    assert table.words[0] == "Rematch"
    for seat in local.state.seats:
        for number, data in seat.records.items():
            game = read_record(data).replay()
            assert game.deal.number == (7, 48213)[number - 1]
            assert game.total == seat.results[number].total


def test_the_table_after_a_round_shows_the_figures_and_the_movement(table):
    local = begin(table, ANNA, BEN, RUBY, played=2)
    screen = show(table, local, 2)
    found = local.state.standings(2)
    for row, standing in zip(table_of(table), found, strict=True):
        result = standing.results[1]
        assert row[1] == standing.player.label
        assert row[2:6] == (str(result.score), str(result.bonus), str(result.total), str(result.home))
    assert screen.table.shows_movement
    assert any("Ruby (robot)" in row for row in table_of(table))
    press(table, "Round 1")
    assert not screen.table.shows_movement
    table.press_button("Round 3")
    assert table.sentence == "Nobody has played round 3 yet."


def test_the_games_of_a_round_are_watched_when_everybody_here_has_played_it(table):
    local = begin(table, ANNA, BEN, played=1)
    local.add_record(local.state.seats[0], 2, record(ANNA, 2, 5))
    show(table, local, 1)
    table.press_button("Round 2")
    assert "Watch" not in table.words, "Ben has still to play it"
    table.press_button("Round 1")
    press(table, "Watch")
    assert table.sentence == "2 games were checked: all are correct."
    table.frame()
    assert [row.name for row in table.listed.rows] == [row.player.name for row in local.state.standings(1)]
    press(table, "Watch")
    at(table, ReplayScreen)


def test_every_line_of_the_podium_leads_to_its_game_and_to_mine_beside_it(table):
    screen = show(table, begin(table, ANNA, RUBY, played=3))
    (watch, compare), own = sorted(screen.table.tools, key=len, reverse=True)
    assert [button.word for button in (watch, compare, *own)] == [
        "Watch round 3",
        "Compare round 3 with mine",
        "Watch round 3",
    ]
    blank = table.look(compare.box.grown(60))
    table.move_to(compare.box.centre).frame()
    assert table.look(compare.box.grown(60)) != blank, "an icon says its word"
    table.click(compare.box.centre).frame()
    assert table.window_title == "Anna and Ruby — Solitaire Rush"


def test_a_solved_round_goes_home_card_by_card_and_its_last_card_scores_it(table):
    won = read_record((GOLDEN / "rush_draw_3_won.patience").read_bytes())
    screen = sit_down(table, ANNA, tournament=Tournament("Evening", won.deal.variant, (won.deal.number,)))
    for entry in won.entries:
        if not screen.game.is_solved:
            screen.act(entry.action)
            table.frame()
    left = 52 - screen.variant.home(screen.game.position)
    assert left > 3
    table.wait(1)
    assert 0 < 52 - screen.variant.home(screen.game.position) < left
    table.settle().wait(3)
    assert table.panel == "All 52 cards are home!"
    assert on_disk(table).state.seats[0].results[1].home == 52


def test_the_end_says_who_has_won(table):
    screen = show(table, begin(table, ANNA, BEN, played=3))
    assert screen.table.podium_box is not None
    seen = table.look(screen.table.podium_box)
    table.settle()
    assert table.look(screen.table.podium_box) != seen, "its steps have risen"
    assert table.picture == table.fresh_picture
    assert table.words[:3] == ["Rematch", "Help", "Home"]
    press(table, "Home")
    at(table, HomeScreen)


def test_a_table_nobody_has_played_at_and_one_of_which_rounds_are_still_to_come(table):
    show(table, begin(table))
    assert table_of(table) == [("", "Anna", "–", "–", "0"), ("", "Ben", "–", "–", "0")]

    show(
        table,
        begin(table, ANNA, tournament=Tournament("Weekend", EVENING.game, EVENING.deals[::-1]), played=1),
    )
    assert [column.heading for column in table.app.screen.table.columns] == [
        *("R1", "Home", "Time", "Overall")
    ]


def test_nobody_is_first_in_a_tournament_without_a_point(table):
    local = begin(table, ANNA, BEN)
    for number in range(1, local.tournament.rounds + 1):
        for seat, player in zip(local.state.seats, (ANNA, BEN), strict=True):
            local.add_record(seat, number, timed_out(player, number))
    screen = show(table, local)
    assert [row[0] for row in table_of(table)] == ["", ""]
    assert screen.table.podium_box is None
    assert "Nobody scored" in screen.spoken_lines[0]


# Files of earlier versions ------------------------------------------------------------------------
def test_a_file_of_a_tournament_leads_friends_to_the_browser(table, tmp_path):
    screen = show(table, begin(table, ANNA))
    for name in ("a.tournament", "b.results"):
        screen.say("")
        (tmp_path / name).write_bytes(b"")
        table.drop_file(tmp_path / name)
        assert table.sentence == NO_TOURNAMENT_FILES
        assert table.app.screen is screen


def test_tournaments_of_earlier_versions_are_listed_and_shown_and_nothing_is_changed(table):
    copytree(OLD, table.folder, dirs_exist_ok=True)
    before = {path: path.read_bytes() for path in table.folder.rglob("*") if path.is_file()}
    table.utc_now = lambda: datetime(2026, 11, 21, 13, 1, tzinfo=UTC)
    table.go_to(TournamentsScreen(table.context)).wait(0.3)
    told = [(row.name, row.facts.split("  ·  ")[-1]) for row in table.listed.rows]
    assert sorted(told) == [
        ("Friday given up", "closed"),
        ("Saturday noon", "round 2 of Anna is running"),
        ("Sunday evening", "Clara wins"),
        ("Sunday evening", "round 2: Anna is next"),
    ]
    table.listed.chosen = told.index(("Sunday evening", "Clara wins"))
    press(table, "Open")
    at(table, TournamentScreen)
    assert [(row[0], row[1], row[-1]) for row in table_of(table)] == [
        ("1", "Clara", "342"),
        ("2", "Ben", "202"),
        ("3", "Cog (robot)", "202"),
        ("4", "Anna", "196"),
    ]
    table.press_button("Round 1")
    press(table, "Watch")
    assert table.sentence == "4 games were checked: all are correct."
    table.go_to(GamesScreen(table.context)).wait(0.3)
    assert len(table.listed.rows) == 8
    assert {path: path.read_bytes() for path in before} == before


# The list -----------------------------------------------------------------------------------------
def test_the_list_says_how_far_each_is(table):
    begin(table, ANNA, BEN, played=3)
    begin(table, CLARA, tournament=Tournament("Weekend", EVENING.game, (1, 2)))
    table.go_to(TournamentsScreen(table.context)).wait(0.2)
    facts = {row.name: row.facts for row in table.listed.rows}
    assert facts["Weekend"] == "draw 3  ·  5:00  ·  2 rounds  ·  1 player  ·  round 1: Clara is next"
    assert facts["Sunday evening"].endswith("wins") or "share" in facts["Sunday evening"]
    table.key("enter")
    at(table, TournamentScreen)


def test_a_tournament_that_cannot_be_read_is_listed_and_refused(table):
    begin(table)
    (folder,) = (table.folder / "tournaments").iterdir()
    (folder / "tournament").write_bytes(b"patience tournament 9\n")
    table.go_to(TournamentsScreen(table.context)).wait(0.1)
    (row,) = table.listed.rows
    assert row.is_bad
    press(table, "Open")
    assert "newer version" in table.sentence


# Every size ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", SIZES)
def test_everything_fits_into_a_window_of_any_size(make_table, size):
    table = make_table(size=size)
    long = Tournament("A name of as many as forty letters WWWWW", EVENING.game, tuple(range(10)))
    players = [Player(f"Maximiliane Wwwwwwwww {number:02d}") for number in range(16)]
    local = begin(table, *players, tournament=long)
    for way in (table.context.navigation.tournament, table.context.navigation.first_round):
        way(local)
        table.frame()
        screen = table.app.screen
        assert isinstance(screen, TournamentScreen | ReadyScreen)
        boxes = [button.box for button in screen.buttons]
        if isinstance(screen, TournamentScreen):
            boxes.append(screen.table.box)
        assert all(box.within(Box(0, 0, *size)) == box for box in boxes)
        for index, box in enumerate(boxes):
            assert not any(box.overlap(other) for other in boxes[index + 1 :])


def test_who_is_not_at_hand_is_not_waited_for(table):
    go_to_round(table, begin(table, ANNA, BEN))
    press(table, "Someone else")
    assert table.app.screen.title == "Round 1 of 3 — Ben, ready?"
    start_round(table)
    end_round(table)
    press(table, "Continue")
    assert at(table, ReadyScreen).title == "Round 1 of 3 — Anna, ready?"


def test_home_tells_of_a_round_while_its_clock_runs_and_no_longer(table):
    follow_the_wall(table)
    sit_down(table)
    table.key("esc")
    press(table, "Leave")
    table.app.go_home()
    home = table.app.screen
    assert home.hero.line == "Sunday evening: a round’s clock is running"
    table.skip(301)
    table.app.go_home()
    home = table.app.screen
    assert home.others.line == "Sunday evening: 1 of 6 games played"
    assert not home.hero.is_urgent


@pytest.mark.thorough
@seeds(6)
def test_whatever_is_pressed_a_round_is_kept_and_its_clock_goes_on(table, seed):
    random = Random(seed)
    follow_the_wall(table)
    sit_down(table, ANNA, BEN)
    keys = [*"dduheipnrwa", "enter", "space", "esc", "tab", "left", "right", "up", "down", "f1", "ctrl+s"]
    began = 0
    for _ in range(150):
        if random.random() < 0.3:
            width, height = table.window.surface.get_size()
            table.tap((random.randrange(width), random.randrange(height)))
        else:
            table.key(random.choice(keys))
        table.skip(random.choice([0.02, 0.1, 1.0]))
        screen = table.app.screen
        if isinstance(screen, GameTable) and not screen.game.is_over:
            began += 1
            assert screen.session.is_running or screen.game.is_solved
        elif isinstance(screen, HomeScreen | FormScreen):
            show(table, on_disk(table))
    assert began > 3
    table.app.go_home()
    local = on_disk(table)
    assert local.warnings == []
    for seat in local.state.seats:
        assert not seat.spoilt
        for number, data in seat.records.items():
            assert read_record(data).replay().total == seat.results[number].total


# From an empty page, and once more ------------------------------------------------------------------
@pytest.mark.parametrize("how", ["click", "enter"])
def test_one_click_begins_three_rounds_against_three_robots_for_who_played_last(table, how):
    table.context.profile.options[REMEMBERED] = "Zoë, Ben"
    numbers(table, 5, 6, 7)
    table.go_home().context.navigation.go("tournaments")
    if how == "click":
        table.frame().press_button("Three rounds against three robots, now")
    else:
        table.frame().key("enter", "enter")  # the first shows which button is meant
    assert isinstance(table.frame().app.screen, ReadyScreen)
    made = on_disk(table)
    assert made.tournament.rounds == 3
    assert [seat.player.is_robot for seat in made.state.seats] == [False, True, True, True]
    assert made.state.seats[0].player.name == "Zoë"


def test_a_full_disk_is_said_where_a_tournament_is_begun_at_once(table):
    numbers(table, 5, 6, 7)
    table.visit("tournaments")
    with full_disk(0):
        table.press_button("Three rounds against three robots, now")
    assert table.app.screen.sentence.startswith("The tournament cannot be started")
    assert table.context.tournament_store.tournaments() == []


def test_after_a_tournament_the_same_players_play_once_more(table):
    made = begin(table, ANNA, BEN, played=3)
    numbers(table, 101, 102, 103)
    table.context.navigation.tournament(made)
    table.frame().press_button("Rematch").frame()
    assert isinstance(table.app.screen, ReadyScreen)
    again = on_disk(table)
    assert len(table.context.tournament_store.tournaments()) == 2
    assert again.tournament.name == f"{made.tournament.name} 2"
    assert (again.tournament.rounds, again.tournament.game) == (made.tournament.rounds, made.tournament.game)
    assert [seat.player for seat in again.state.seats] == [seat.player for seat in made.state.seats]
    assert {*again.tournament.deals}.isdisjoint(made.tournament.deals)


@pytest.mark.parametrize(
    ("name", "following"),
    [("Evening", "Evening 2"), ("Evening 2", "Evening 3"), ("9", "9 2"), ("x" * 40, "x" * 38 + " 2")],
)
def test_the_next_tournament_in_a_row_is_numbered(name, following):
    assert next_name(name) == following


def test_at_200_per_cent_a_long_sentence_has_its_room_between_table_and_buttons(make_table):
    table = make_table(size=(900, 640)).wants(scale=200)
    screen = open_screen(table, "tournament, over").app.screen
    screen.say(verbatim("A sentence that goes on and on. " * 12))
    table.frame()
    standings, told = screen.table.box, screen.sentence_box
    assert standings.y + standings.height <= told.y
    assert told.y + told.height <= min(button.box.y for button in screen.buttons if button.word == "Help")

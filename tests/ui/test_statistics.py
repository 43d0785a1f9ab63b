"""The statistics in the window: what is counted as games end, what is shown, exported, reset."""

import shutil
import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from game.play.played import GameResult, PlayedGame, StatsCategory
from game.play.summary import MAX_POINTS, totals_of
from game.rules.variant import Outcome
from game.storage.library import Library
from game.storage.statistics import Statistics
from game.ui.drawing.charts import Bars, Curve
from game.ui.statistics.board import KINDS, charts, figures, set_words
from game.ui.statistics.screen import StatisticsScreen
from tests.disks import forbid
from tests.records import GOLDEN, golden, unnamed_golden
from tests.ui.driver import Table

GAMES = (
    *("rush_draw_3_won", "rush_draw_3_ended", "rush_draw_1_won", "rush_draw_1_timeout"),
    *("one_three_back_over", "three_shuffles_won", "three_shuffles_lost", "spider_won_1000"),
)


def keep(folder: Path, *names: str) -> None:
    """Keeps golden games as if they had been played here."""
    (folder / "games").mkdir(exist_ok=True)
    for number, name in enumerate(names):
        file = folder / "games" / f"{name}-20261121-0700{number:02d}.patience"
        file.write_bytes(unnamed_golden(name))


@pytest.fixture
def counted(table: Table) -> Iterator[Statistics]:
    """The statistics of the table's player, seen from elsewhere."""
    statistics = Statistics(table.folder)
    yield statistics
    statistics.close()


def kinds(statistics: Statistics) -> list[tuple[str, str]]:
    return [(game.kind.value, game.result.outcome.value) for game in statistics.games()]


def open_statistics(table: Table, *which: str) -> StatisticsScreen:
    table.go_home()
    screen = StatisticsScreen(table.context, *which)
    table.app.open(screen)
    table.frame(2)
    return screen


# Games that end at the table -----------------------------------------------------------------------
def test_a_game_counts_in_the_moment_it_ends(table, counted):
    table.start().click("stock").key("e").press_button("End the game")
    assert kinds(counted) == [("counted", "ended")]
    assert counted.games()[0].number == 48213
    table.start((GOLDEN / "rush_draw_3_ended.patience").read_text())
    table.app.go_home()
    assert len(kinds(counted)) == 1, "one that is only looked at is not counted"


def leave_for_another(table: Table) -> None:
    """Begins the deal anew in the middle of a game, which ends that one."""
    table.key("p").press_button("Start over").press_button("Start over")


def test_a_number_that_was_played_before_is_marked_in_its_record(table):
    table.start(7)
    assert "replayed" not in table.screen.session.tags
    table.click("stock")
    leave_for_another(table)
    table.start(7)
    assert table.screen.session.tags["replayed"] == "yes"
    table.start(8)
    assert "replayed" not in table.screen.session.tags


@pytest.mark.thorough
@pytest.mark.parametrize("when", ["early", "late"])
def test_par_is_kept_whenever_it_becomes_known(table, counted, when):
    table.wants(speed="off").start(7, game="one-three-back").key(*["d"] * 52)
    if when == "early":
        table.oracle.say(verdict="solved", value=1, moves=[], nodes=5)
    while not table.game.is_over:
        table.hand.move(table.game.variant.legal_moves(table.game.position)[0])
        table.settle()
    if when == "late":
        assert counted.games()[0].par is None
        assert "Fewest possible" not in table.settle().panel_lines
        table.oracle.say(verdict="solved", value=1, moves=[], nodes=5)
    assert table.settle().panel_lines["Fewest possible"] == "1"
    assert counted.games()[0].par == 1


def test_while_another_program_writes_the_game_goes_on(table, counted):
    table.start().click("stock")
    counted.games()
    other = sqlite3.connect(table.folder / "statistics.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    table.key("e").press_button("End the game")
    assert table.game.is_over
    assert table.sentence == (
        "The statistics could not be written now: another window is writing them. "
        "The game will be counted later."
    )
    other.execute("ROLLBACK")
    other.close()
    open_statistics(table)
    assert kinds(counted) == [("counted", "ended")]


def test_what_could_not_be_counted_is_counted_at_leisure_after_the_start(table, counted):
    while table.context.library.prepare():
        pass
    assert list(table.folder.iterdir()) == []
    keep(table.folder, *GAMES)
    library = Library(table.folder)
    counts = []
    while library.prepare():
        counts.append(len(kinds(counted)))
    library.close()
    assert set(counts) <= {0, len(GAMES)}
    assert len(kinds(counted)) == len(GAMES)


def test_a_damaged_database_is_left_for_when_it_can_be_told(table):
    keep(table.folder, *GAMES)
    (table.folder / "statistics.sqlite3").write_bytes(b"no database" * 100)
    while table.context.library.prepare():
        pass
    assert (table.folder / "statistics.sqlite3").read_bytes() == b"no database" * 100
    screen = open_statistics(table)
    assert screen.sentence.startswith("The statistics were damaged and have been recounted")
    assert screen.choices.count == len(GAMES)


# The screen ----------------------------------------------------------------------------------------
def test_from_a_table_it_shows_the_game_and_options_played_there(table):
    keep(table.folder, *GAMES)
    table.start(5, "early=yes", game="three-shuffles").key("p").press_button("Statistics").frame(2)
    screen = table.app.screen
    assert isinstance(screen, StatisticsScreen)
    assert {screen.choices.chosen.variant} == {"three-shuffles"}
    table.key("esc")
    assert table.screen.panel is not None


def test_game_options_and_kind_are_chosen_also_by_keyboard(table):
    keep(table.folder, *GAMES)
    screen = open_statistics(table, "rush")
    assert table.words == [
        *("More", "Back", "Solitaire Rush", "Spider", "1-3 Back", "Three Shuffles and a Draw"),
        *("Draw 3", "Draw 1", "Draw 1, within 1:30", "Counted: 2"),
    ]
    first, shown = table.picture, table.shown
    assert table.frame(5).shown == shown, "nothing is drawn while nothing changes"
    table.press_button("Draw 1")
    assert {screen.choices.chosen.options} == {"draw=1 limit=300"}
    assert table.picture != first
    table.press_button("Spider")
    assert "Custom position: 1" in table.words
    assert (screen.choices.chosen.variant, screen.totals.played) == ("spider", 1)

    screen = open_statistics(table, "rush")
    tab_to(table, "Spider")
    table.key("enter")
    assert {screen.choices.chosen.variant} == {"spider"}
    table.key("right", "right", "space")
    assert {screen.choices.chosen.variant} == {"three-shuffles"}
    table.key("down", "up", "left", "enter")
    assert len({button.word for button in screen.buttons if button.is_hot}) == 1
    table.key("esc")
    assert table.app.screen is not screen


def tab_to(table: Table, word: str) -> None:
    table.key(*["tab"] * (1 + [button.word for button in table.app.screen.walk].index(word)))


def open_slowly(table: Table, monkeypatch: pytest.MonkeyPatch) -> StatisticsScreen:
    """Opens the statistics where a few games take all the time of a frame."""
    screen, slow = StatisticsScreen(table.context), count()
    monkeypatch.setattr(table.context, "now_ns", lambda: table.clock.now_ns + 20_000_000 * next(slow))
    table.app.open(screen)
    table.frame()
    assert screen.is_animating
    return screen


def test_kept_games_are_read_a_few_in_a_frame(table, monkeypatch):
    keep(table.folder, *GAMES)
    screen = open_slowly(table, monkeypatch)
    said = set()
    while screen.is_animating:
        said.add(screen.sentence)
        table.frame()
    assert said == {f"Loading your games: {done} of {len(GAMES)}…" for done in range(len(GAMES) + 1)}
    assert not screen.is_animating
    assert screen.sentence == ""
    assert screen.choices.count == len(GAMES)


def test_what_is_counted_already_is_shown_while_the_rest_is_read(table, monkeypatch):
    keep(table.folder, "rush_draw_3_won", "spider_suits_1_won")
    open_statistics(table)
    keep(table.folder, *GAMES)
    screen = open_slowly(table, monkeypatch)
    assert screen.choices.count == 2
    table.press_button("Solitaire Rush")
    while screen.is_animating:
        table.frame()
    assert screen.choices.count == len(GAMES) + 1
    assert {screen.choices.chosen.variant} == {"rush"}


def test_a_record_that_cannot_be_read_is_told(table):
    keep(table.folder, "rush_draw_3_won")
    (table.folder / "games" / "a.patience").write_text("patience 7\n")
    (table.folder / "games" / "b.patience").write_text("patience 7\n")
    screen = open_statistics(table)
    assert screen.sentence == (
        "a.patience is not counted: it was written by a newer version of the program. And 1 more."
    )
    assert screen.choices.count == 1


def test_a_newer_database_is_told_and_left(table):
    database = sqlite3.connect(table.folder / "statistics.sqlite3")
    database.execute("PRAGMA user_version = 1000")
    database.close()
    assert open_statistics(table).sentence == (
        "The statistics cannot be shown: they were written by a newer version of the program "
        "and are left as they are."
    )


# Export and reset ----------------------------------------------------------------------------------
def test_the_export_says_where_it_is(table):
    keep(table.folder, *GAMES)
    screen = open_statistics(table)
    table.press_button("More").press_button("Export CSV")
    file = table.folder / "Patience Arcade" / "statistics-2026-11-21.csv"
    assert screen.sentence == f"Every game is a line of {file}."
    assert len(file.read_text().splitlines()) == len(GAMES) + 1
    table.press_button("More").press_button("Export CSV")
    assert file.with_stem("statistics-2026-11-21-2").exists()
    shutil.rmtree(file.parent)
    forbid(file.parent)
    table.press_button("More").press_button("Export CSV")
    assert screen.sentence.startswith("The file cannot be written: ")


def test_all_games_are_saved_to_a_file_and_added_by_another_player(table):
    keep(table.folder, *GAMES)
    screen = open_statistics(table)
    table.press_button("More").press_button("Save all games…")
    folder = table.app.screen.folder
    table.press_button("Save here").frame(5)
    file = folder / "patience-arcade-2026-11-21.zip"
    assert screen.sentence == f"{len(GAMES)} games are in {file}."
    table.context.play_as(table.context.players.add("Ben"))
    screen = open_statistics(table)
    assert (screen.choices.count, screen.panel) == (0, None)
    table.press_button("More").press_button("Add games…").write(file.name).key("enter").frame(len(GAMES) * 9)
    assert (screen.sentence, screen.choices.count) == (f"{len(GAMES)} games were added.", len(GAMES))
    file.write_bytes(b"hello")
    table.press_button("More").press_button("Add games…").write(file.name).key("enter").frame(2)
    assert screen.sentence == f"{file.name}: it is not a zip file."


def test_a_reset_asks_and_keeps_a_copy(table, counted):
    keep(table.folder, *GAMES)
    screen = open_statistics(table)
    table.press_button("More").press_button("Reset")
    assert screen.panel is not None
    assert screen.panel.lines[0].words == f"{len(GAMES)} games will no longer be counted."
    table.key("esc")
    assert screen.panel is None
    assert len(counted.games()) == len(GAMES)
    assert table.bests
    table.press_button("More").press_button("Reset")
    table.key("right", "enter")
    assert table.bests == {}
    assert counted.games() == []
    copy = table.folder / "statistics-20261121-071334.sqlite3"
    assert copy.exists()
    assert screen.sentence == f"The statistics have been reset; the old ones are in {copy}."
    assert len(list((table.folder / "games").iterdir())) == len(GAMES)
    screen = open_statistics(table)
    assert (screen.choices.count, table.words) == (0, ["More", "Back"])
    table.press_button("More").press_button("Reset")
    assert (screen.sentence, screen.panel) == ("There are no games yet.", None)


@pytest.mark.parametrize("key", ["right", "enter"])
def test_the_keyboard_goes_on_when_a_reset_has_left_fewer_choices(table, key):
    keep(table.folder, *GAMES)
    screen = open_statistics(table)
    tab_to(table, "More")
    table.key("enter", "up", "enter", "right", "enter")
    assert screen.choices.count == 0
    table.key(key, "tab", "right")
    assert screen.focus.widget is not None


# What is told --------------------------------------------------------------------------------------
def games_of(*names: str) -> list[PlayedGame]:
    from game.play.played import result_of
    from game.rules.options import options_to_text

    found = []
    for name in names:
        game = golden(name).replay()
        options = options_to_text(game.variant)
        result = result_of(game)
        found.append(
            PlayedGame(1, name, game.variant.name, options, 1, "", StatsCategory.COUNTED, result, None)
        )
    return found


def test_rush_shows_where_points_come_from_and_the_share_of_time():
    (game,) = games_of("rush_draw_3_won")
    time, sources, bonus = charts(totals_of([game]))
    assert isinstance(sources, Bars)
    assert sum(sources.heights) == game.result.value
    assert isinstance(bonus, Curve)
    assert bonus.values == [100 * game.result.figures["time_bonus"] / game.result.value]
    assert isinstance(time, Curve)
    assert time.values == [game.result.value]
    time, spread, *_ = charts(totals_of([game, game]))
    assert isinstance(spread, Bars)
    assert sum(spread.heights) == 2


def test_of_very_many_games_a_chart_shows_how_far_they_reach_and_their_mean():
    games = [stacks(value, None) for value in [3, 9] * MAX_POINTS]
    time, spread = charts(totals_of(games))
    assert isinstance(time, Curve)
    assert (set(time.spans), set(time.values)) == ({(3, 9)}, {6})
    assert time.games_a_point * len(time.values) == len(games)
    assert (time.value_name, time.smooth_name) == ("lowest to highest", "average of the last 10 games")
    assert isinstance(spread, Bars)
    assert sum(spread.heights) == len(games)


def test_three_shuffles_shows_on_which_deal_it_was_won_and_spider_its_suits():
    won, lost = games_of("three_shuffles_won", "three_shuffles_lost")
    *_, deals = charts(totals_of([won, lost, lost]))
    assert isinstance(deals, Bars)
    assert deals.labels == ["first", "second", "third", "not won"]
    assert deals.heights[won.result.figures["deal"] - 1] == 1
    assert deals.heights[3] == 2

    *_, suits = charts(totals_of(games_of("spider_won_1000", "spider_suits_4_unfinished")))
    assert isinstance(suits, Bars)
    assert (suits.heights[8], sum(suits.heights)) == (1, 2)


def stacks(value: int, par: int | None) -> PlayedGame:
    result = GameResult(Outcome.OVER, value == 1, value, 0, 1000, 9)
    return PlayedGame(1, "a", "one-three-back", "", 1, "", StatsCategory.COUNTED, result, par)


def test_one_three_back_shows_stacks_against_par_where_it_is_known():
    assert len(charts(totals_of([stacks(5, None)]))) == 1, "one game has no distribution"
    *_, par = charts(totals_of([stacks(5, None), stacks(3, 1), stacks(1, 1), stacks(40, 2)]))
    assert isinstance(par, Bars)
    assert (par.labels[0], par.labels[-1], par.heights) == ("fewest possible", "more", [1, 0, 1, *[0] * 9, 1])
    assert ("Average above the minimum", "13.3") in figures(
        totals_of([stacks(3, 1), stacks(1, 1), stacks(40, 2)])
    )


def test_without_a_clock_no_share_of_a_bonus_is_shown(table):
    table.start(48213, "limit=none", "undo=free").click("stock").key("e").press_button("End the game")
    screen = open_statistics(table, "rush", "draw=3 limit=none undo=free")
    assert screen.totals.with_result == 1
    assert [chart.title for chart in charts(screen.totals)][-1] == "Points by source"
    without = totals_of(games_of("rush_unfinished"))
    assert charts(without) == []
    assert ("Best", "–") in figures(without)


def test_every_kind_that_is_shown_has_words():
    assert set(StatsCategory) - set(KINDS) == {StatsCategory.ROBOT, StatsCategory.CONTINUED}


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        *(("rush", "draw=1 limit=300", "Draw 1"), ("rush", "draw=3 limit=600", "Draw 3, within 10:00")),
        ("spider", "suits=2", "2 suits"),
        ("spider", "suits=4 removal=automatic", "4 suits, suits removed automatically"),
        *(("three-shuffles", "early=yes", "Shuffle any time"), ("one-three-back", "", "")),
    ],
)
def test_options_are_told_in_words(name, options, told):
    assert set_words(name, options) == told

"""Games that take long to be read: the window stays alive, tells how far it is, and can be stopped."""

from pathlib import Path

import pytest

from game.play.game import Game
from game.play.slices import ENTRIES_A_SLICE, SLICE_NS
from game.storage.library import Library
from game.ui.files.files import ResumeScreen
from game.ui.home.home import HomeScreen
from tests.long_records import long_rush
from tests.ui.driver import Table

pytestmark = pytest.mark.thorough

ENTRIES = 3000
LOOK_NS = 1_000_000
MAX_PER_FRAME = ENTRIES_A_SLICE * (SLICE_NS // LOOK_NS + 1)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries were played; the last number is that of now."""
    count, play = [0], Game.play

    def counted(game, action, at_ms):
        count[-1] += 1
        play(game, action, at_ms)

    monkeypatch.setattr(Game, "play", counted)
    return count


@pytest.fixture
def slow(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table at which every look at the clock takes a millisecond."""

    def now_ns() -> int:
        table.clock.now_ns += LOOK_NS
        return table.clock.now_ns

    monkeypatch.setattr(table.context, "now_ns", now_ns)
    return table


def put(table: Table, folder: str, name: str = "rush-1.patience") -> Path:
    path = table.folder / folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(long_rush(ENTRIES))
    return path


def frames(table: Table, played: list[int], until) -> int:
    """Frames until something is so; in none of them much is played."""
    count = 0
    while not until():
        before = played[-1]
        table.frame()
        assert played[-1] - before <= MAX_PER_FRAME
        count += 1
        assert count < 10_000
    return count


def test_home_is_there_at_once_and_tells_how_far_the_reading_is(slow, played):
    put(slow, "current")
    slow.app.go_home()
    assert played[-1] <= MAX_PER_FRAME
    home = slow.app.screen
    assert isinstance(home, HomeScreen)
    left = slow.home.games_left.last
    assert left is not None
    assert left.facts[0] == "Draw 3"
    assert left.facts[1].startswith("loading, ")
    assert home.next_tick_s == 0.0
    assert frames(slow, played, lambda: left.is_read) > ENTRIES / MAX_PER_FRAME - 2
    assert left.facts == ["Draw 3", "0:02 played", f"score {left.unfinished.game.score}"]
    frames(slow, played, lambda: home.next_tick_s is None)
    assert home.next_tick_s is None
    total = played[-1]
    slow.key("enter")
    assert len(slow.game.entries) == ENTRIES
    assert played[-1] == total, "it is not played back again"


def test_continue_before_the_game_is_read_opens_it_as_soon_as_it_is(slow, played):
    put(slow, "current")
    slow.app.go_home()
    home = slow.app.screen
    slow.key("enter")
    assert slow.sentence == "The game is loading and opens in a moment."
    frames(slow, played, lambda: slow.app.screen is not home)
    assert len(slow.game.entries) == ENTRIES


def test_a_game_that_holds_nothing_to_go_on_with_is_not_offered_when_that_is_known(slow, played):
    path = put(slow, "current")
    path.write_bytes(path.read_bytes() + b"3000 end\n")
    slow.app.go_home()
    left = slow.home.games_left.last
    assert left is not None
    frames(slow, played, lambda: left.is_read)
    slow.frame()
    assert slow.home.games_left.last is None
    assert slow.home.hero.button.word == "Play"
    assert (slow.folder / "games" / path.name).is_file()


@pytest.mark.parametrize("way", ["Resume", "Watch"])
@pytest.mark.parametrize("folder", ["Patience Arcade", "current"])
def test_a_long_game_is_opened_with_its_progress_told(slow, played, folder, way):
    put(slow, folder)
    slow.app.open(form := ResumeScreen(slow.context))
    assert played[-1] == 0
    slow.key("down")
    slow.button(way).press()
    said = set()

    def until() -> bool:
        said.add(form.panel.sentence)
        return slow.app.screen is not form

    frames(slow, played, until)
    assert len(said) > 5
    assert all(
        sentence.startswith("Loading ") and sentence.endswith(" %. Esc stops it.")
        for sentence in said
        if sentence
    )
    if way == "Watch":
        assert slow.app.screen.replay.last == ENTRIES
    else:
        assert len(slow.game.entries) == ENTRIES


def test_the_reading_is_stopped_and_begun_anew(slow, played):
    put(slow, "Patience Arcade")
    slow.app.open(form := ResumeScreen(slow.context))
    slow.key("down")
    slow.button("Resume").press()
    slow.frame(2).key("esc")
    assert slow.app.screen is form
    assert form.panel.sentence == "rush-1.patience was not opened."
    slow.frame(100)  # meanwhile its row is read
    assert slow.app.screen is form
    slow.button("Resume").press()
    frames(slow, played, lambda: slow.app.screen is not form)
    assert len(slow.game.entries) == ENTRIES


def test_a_line_that_does_not_hold_is_told_when_it_is_come_to(slow, played):
    path = put(slow, "Patience Arcade")
    path.write_bytes(path.read_bytes() + b"3000 t1>f1\n")
    slow.app.open(form := ResumeScreen(slow.context))
    slow.key("down")
    slow.button("Resume").press()
    frames(slow, played, lambda: form.next_tick_s is None)
    assert form.panel.sentence.startswith(f"rush-1.patience, line {ENTRIES + 6}: “t1>f1” is refused:")


def test_rows_are_read_in_slices_too(slow, played):
    put(slow, "current")
    slow.app.open(ResumeScreen(slow.context))
    (row,) = slow.listed.rows
    assert frames(slow, played, lambda: row.facts is not None) > ENTRIES / MAX_PER_FRAME - 2
    assert row.name == "Solitaire Rush  ·  unfinished"
    assert row.facts.startswith("#48213  ·  Draw 3")


def test_of_a_longer_game_a_row_tells_what_its_header_says(slow, played):
    path = put(slow, "current")
    path.write_bytes(long_rush(3 * ENTRIES))
    slow.app.open(ResumeScreen(slow.context))
    slow.frame()
    (row,) = slow.listed.rows
    assert row.name == "Solitaire Rush  ·  unfinished"
    assert row.facts == f"#48213  ·  Draw 3  ·  {len(path.read_bytes()) // 1024} KiB"
    assert played[-1] == 0


def test_work_ahead_of_need_is_done_in_slices(table, played):
    put(table, "games")
    put(table, "current", "rush-2.patience")
    library = Library(table.folder)
    before, calls = 0, 0
    while library.prepare():
        assert played[-1] - before <= ENTRIES_A_SLICE
        before = played[-1]
        calls += 1
    assert [game.file for game in library.statistics.games()] == ["rush-1.patience"]
    library.close()
    assert calls > 2 * ENTRIES / ENTRIES_A_SLICE


def test_a_game_that_another_window_has_played_on_goes_on_from_there(table):
    put(table, "current")
    here, there = Library(table.folder), Library(table.folder)
    (seen,) = here.unfinished()
    (taken,) = there.unfinished()
    game, journal, _ = there.resume(taken)
    journal.append(b"3000 stock\n")
    journal.close()
    game, journal, _ = here.resume(seen)
    journal.close()
    assert len(game.entries) == ENTRIES + 1

"""Games played back: by keys, by the scrub bar, from every list; and games played on from there."""

import pygame
import pytest

from game.play.deal import deal_number
from game.play.game import Game
from game.play.phrases import hours
from game.play.record import Record, RecordError, read_record, record_text
from game.play.replay import Replay
from game.rules import find_variant
from game.rules.position import STOCK
from game.ui.files.files import ResumeScreen
from game.ui.files.games import CompareScreen, GamesScreen
from game.ui.games.one_three_back.scroll import GridScroll
from game.ui.replay.playback import Playback, ReplayScreen, SideBySideScreen
from game.ui.table.table import Table as GameTable
from tests.records import GOLDEN, actions, golden, record_of
from tests.ui.driver import Table
from tests.ui.test_files import put

GAMES = ["rush_draw_3_won", "spider_suits_1_won", "one_three_back_over", "three_shuffles_won"]
TAPS = record_of(7, "1000 stock", "2000 stock", "40000 stock", "41000 t2>t4", "50000 end")
ONE_AND_OTHERS = [GAMES[0], *(pytest.param(name, marks=pytest.mark.thorough) for name in GAMES[1:])]
"""What takes long is tried with one game in the README's run, with the others in .ci/run."""


def taps(**tags: str) -> Record:
    record = read_record(record_of(7, "1000 stock", "2000 stock", "40000 stock").encode())
    return Record(record.deal, tags, record.entries)


def open_replay(table: Table, record: Record) -> Playback:
    table.visit("replay", Replay(record))
    return playback(table)


def open_pair(table: Table, one: Record, other: Record) -> Playback:
    """Two games side by side."""
    table.go_home().context.navigation.go("side_by_side", (Replay(one), Replay(other)), ("Anna", "Ben"))
    table.frame()
    return playback(table)


def playback(table: Table) -> Playback:
    screen = table.app.screen
    assert isinstance(screen, Playback)
    return screen


def step(table: Table) -> int:
    return playback(table).tables[0].game.step


def told(table: Table, which: int = 0) -> str:
    return playback(table).tables[which].table.bars.sentence


def scrub_point(table: Table, share: float) -> tuple[float, float]:
    scrub = playback(table).bar.scrub
    return scrub.x_of(share * playback(table).playhead.timeline.end_ms), scrub.box.centre.y


def shows_what_is_true(table: Table) -> None:
    """What is to be seen is what a window would show that is painted anew."""
    screen = playback(table)
    table.settle() if not screen.playhead.is_playing else None
    before = table.picture
    assert table.fresh_picture == before
    for watched in screen.tables:
        assert watched.game.position == watched.replay.position(watched.game.step)


# Playing ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ONE_AND_OTHERS)
def test_a_game_plays_from_the_deal_to_its_end(table, name):
    record = golden(name)
    screen = open_replay(table, record)
    last = screen.replays[0].last
    table.wait(3)
    assert screen.tables[0].game.position == record.deal.position, "aces wait for their entries"
    table.key(*"====", "space")
    assert screen.playhead.rate == 16
    seen = []
    for _ in range(60 * 60):
        table.frame()
        seen.append(step(table))
        if not screen.is_animating:
            break
    assert seen == sorted(seen)
    assert seen[-1] == last
    assert not screen.playhead.is_playing
    assert told(table).startswith(f"{last} of {last}")
    shows_what_is_true(table)


@pytest.mark.parametrize("name", ONE_AND_OTHERS)
def test_every_step_forth_and_back_is_shown_truly(table, name):
    screen = open_replay(table, golden(name))
    for key in ("right", "left"):
        for _ in range(12):
            table.key(*[key] * 3)
            shows_what_is_true(table)
    assert step(table) == 0
    table.key("end")
    shows_what_is_true(table)
    assert step(table) == screen.replays[0].last
    table.key("home", "shift+right", "shift+right", "shift+left")
    assert step(table) == 10
    shows_what_is_true(table)


def test_space_plays_and_pauses_in_the_time_of_the_game(table):
    screen = open_replay(table, taps())
    screen.toggle_pauses()
    table.key("space").wait(1.5)
    assert step(table) == 1
    assert "Playing." in table.narrated
    table.key("space")
    assert table.narrated[-1] == "Paused."
    at_ms, shown = screen.playhead.at_ms, table.settle().shown
    table.wait(5)
    assert (screen.playhead.at_ms, step(table)) == (at_ms, 1)
    assert not screen.is_animating
    assert table.shown == shown, "it costs nothing"
    table.key("space").happen(pygame.WINDOWMINIMIZED)
    assert not screen.playhead.is_playing, "nobody plays to a hidden window"


def test_a_long_thought_is_skipped_unless_one_wants_to_see_it(table):
    screen = open_replay(table, taps())
    assert screen.playhead.timeline.end_ms == 4000
    table.key("s")
    assert screen.playhead.timeline.end_ms == 40_000
    table.press_button("Skip pauses")
    assert screen.playhead.timeline.end_ms == 4000


@pytest.mark.parametrize("is_reduced", [False, True])
def test_a_single_step_is_animated_unless_motion_is_reduced_and_a_jump_is_not(table, is_reduced):
    table.context.settings.reduced_motion = is_reduced
    screen = open_replay(table, taps())
    for key in ("right", "left"):
        table.settle().key(key)
        assert screen.tables[0].table.cards.is_flying is not is_reduced
    table.settle().key("end")
    assert not screen.tables[0].table.cards.is_flying


def test_fast_forward_is_silent(table):
    open_replay(table, golden("rush_draw_3_won"))
    table.ears.heard.clear()
    table.key("right")
    assert table.ears.heard
    table.ears.heard.clear()
    table.key(*"====", "space").wait(1)
    assert step(table) > 5
    assert table.ears.heard == []


def test_the_last_minute_is_felt_as_in_the_game_and_when_time_is_up_that_is_said(table):
    screen = open_replay(table, golden("rush_draw_1_timeout"))
    watched, colours = screen.tables[0].table, set()
    table.key("space")
    while screen.playhead.is_playing:
        table.skip(0.5)
        colours.add(watched.bars.time_left.colour)
    assert len(colours) == 3
    assert table.ears.heard.count("gong") == 1
    assert "Time!" not in table.narrated, "nobody's time is up"
    assert screen.is_animating
    shouted = table.frame(30).picture
    assert table.settle().frame().picture != shouted
    table.key("left").settle().key("end").settle()
    assert table.ears.heard.count("gong") == 1, "who jumps there is told nothing"


def test_the_clock_and_the_score_are_those_of_the_moment(table):
    record = golden("rush_draw_3_won")
    screen = open_replay(table, record)
    table.key("end")
    fields = [field.text for field in screen.tables[0].table.bars.fields]
    game = record.replay()
    left_s = (game.variant.limit_ms - game.elapsed_ms) // 1000
    assert fields == [hours(left_s), str(game.score)]
    assert f"{game.total} with the time bonus" in told(table)


def test_the_words_say_what_happens(table):
    open_replay(table, read_record(TAPS.encode()))
    assert told(table).startswith("0 of 5  ·  Space plays")
    table.key("right")
    assert told(table).startswith("1 of 5  ·  turns 3 cards, last")
    table.key("end")
    assert told(table).startswith("5 of 5  ·  the game ends  ·  ended by the player")
    table.press_button("Play from here")
    assert told(table) == "The game is over here: go back to an earlier moment."


# The scrub bar ------------------------------------------------------------------------------------
def test_a_click_on_the_bar_jumps_and_what_played_goes_on_when_it_is_let_go(table):
    screen = open_replay(table, golden("spider_suits_1_won"))
    table.key("space").press(scrub_point(table, 0.3)).frame()
    assert not screen.playhead.is_playing
    table.release().frame()
    assert screen.playhead.is_playing
    table.key("space")
    table.click(scrub_point(table, 0.5))
    middle = step(table)
    table.click(scrub_point(table, 1))
    assert 0 < middle < step(table) == playback(table).replays[0].last
    table.click(scrub_point(table, 0))
    assert step(table) == 0
    table.press(scrub_point(table, 0.3)).frame().happen(pygame.WINDOWFOCUSLOST)
    before = step(table)
    table.move_to(scrub_point(table, 0.9)).frame()
    assert step(table) == before, "the window may lose its focus while the needle is held"


@pytest.mark.parametrize("name", GAMES)
def test_the_needle_is_dragged_and_the_table_follows(table, name):
    screen = open_replay(table, golden(name))
    table.press(scrub_point(table, 0))
    seen = []
    for share in [*range(0, 101, 20), *range(100, -1, -25)]:
        table.move_to(scrub_point(table, share / 100)).frame()
        seen.append(step(table))
        assert screen.tables[0].game.position == screen.replays[0].position(step(table))
    assert max(seen) > 0.9 * screen.replays[0].last
    table.move_to((-50, 3))  # far beyond the beginning, above the bar
    table.frame()
    assert step(table) == 0
    table.release().frame()
    shows_what_is_true(table)


def test_a_game_in_which_nothing_was_played_is_shown(table):
    screen = open_replay(table, read_record(record_of(7).encode()))
    table.key("space", "right", "left", "end", "s", "shift+right").click(scrub_point(table, 0.5))
    table.wheel(1)
    assert (step(table), screen.playhead.is_playing) == (0, False)
    shows_what_is_true(table)


def test_the_wheel_scrolls_a_grid_and_steps_over_the_bar(table):
    game = Game(deal_number(find_variant("one-three-back"), 7))
    for _ in range(15):
        game.play(STOCK, game.elapsed_ms + 500)
    screen, most = open_replay(table, Record(game.deal, {}, tuple(game.entries))), 13
    screen.playhead.go_to_index(most)
    screen.follow()
    table.settle()
    shown = screen.tables[0]
    assert shown.scrolls
    (grid,) = (part for part in shown.table.parts if isinstance(part, GridScroll))
    before = grid.scroll.at
    table.move_to((400, 300)).wheel(1).settle()
    assert grid.scroll.at == before - 1
    assert step(table) == most
    table.move_to(scrub_point(table, 0.5)).wheel(1).wheel(-2)
    assert step(table) == most + 1


def test_the_bar_tells_what_was_at_a_place(table):
    screen = open_replay(table, golden("three_shuffles_won"))
    shuffled, found = next(
        landmark for landmark in screen.replays[0].landmarks if "shuffled" in landmark[1].name
    )
    x = screen.bar.scrub.x_of(screen.playhead.timeline.shown_ms(0, shuffled))
    assert screen.pointed_words(x).endswith(found.name)
    table.move_to((x, screen.bar.scrub.box.centre.y)).frame()
    assert screen.hand.scrub_x == round(x)
    table.resize(900, 640)
    assert screen.hand.scrub_x is None, "where the pointer was is forgotten"


# Nothing can be moved -----------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
def test_no_card_can_be_moved(table, name):
    screen = open_replay(table, golden(name))
    table.key("shift+right").settle()
    before, watched = step(table), screen.tables[0].table
    for pile in range(len(watched.area.slots)):
        box = watched.cards.top_box(pile)
        table.press(box.centre).frame().move_to((box.centre.x + 60, box.centre.y - 40)).frame()
        table.release().right_click(box.centre).double_click(box.centre)
    table.key("d", "h", "u", "r", "e", "i", "p", "m", "b", "c", "ctrl+z", "ctrl+s", "enter", "up")
    assert step(table) == before
    assert watched.panel is None
    assert playback(table) is screen
    assert table.journals == []
    table.settle()
    shows_what_is_true(table)


# Windows ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ONE_AND_OTHERS)
def test_the_window_changes_its_size_while_it_plays(table, name):
    screen = open_replay(table, golden(name))
    table.key(*"==", "space")
    for size in [(900, 640), (1600, 900), (640, 480), (1280, 800)]:
        table.wait(0.4).resize(*size)
        assert screen.playhead.is_playing
        shows_what_is_true(table)
    assert step(table) > 0


def test_buttons_are_reached_by_keys(table):
    screen = open_replay(table, taps())
    table.key("tab", "tab", "tab", "enter")
    assert step(table) == 1
    table.key("shift+tab", "shift+tab", "enter")
    assert step(table) == 0
    table.key("esc")
    assert table.app.screen is not screen


# From the table -----------------------------------------------------------------------------------
@pytest.mark.parametrize("name", [*GAMES, "three_shuffles_lost", "rush_draw_1_timeout"])
def test_a_finished_game_offers_its_replay(table, name):
    record = golden(name)
    table.start(record_text(record.replay(), record.tags), dealt=False)
    table.screen.hurry()  # skips a cascade
    table.settle().press_button("Watch").frame()
    assert isinstance(table.app.screen, ReplayScreen)
    assert playback(table).replays[0].last == len(record.entries)
    table.key("right", "esc")
    assert table.panel
    assert {"New game", "Watch"} <= {button.word for button in table.screen.panel.buttons}


# Play from here -----------------------------------------------------------------------------------
def test_a_game_goes_on_from_any_moment_of_ones_own(table, tmp_path):
    kept = put(tmp_path / "games", "rush-20261121-071334.patience", TAPS)
    original = kept.read_bytes()
    open_replay(table, read_record(original))
    table.key("right", "right").settle().press_button("Play from here").frame()
    assert table.game.position == read_record(original).replay().positions()[2]
    assert table.written == ["stock", "stock"]
    (journal,) = table.journals
    assert b"replayed=yes" in journal.read_bytes()
    assert 2000 <= table.screen.session.elapsed_ms < 2100
    table.wait(1).click("stock")
    assert actions(journal.read_bytes()) == ["stock", "stock", "stock"]
    assert table.game.entries[-1].at_ms > 2900
    read_record(journal.read_bytes()).replay()
    assert kept.read_bytes() == original


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_on_from_its_middle(table, name):
    screen = open_replay(table, golden(name))
    table.click(scrub_point(table, 0.5))
    middle, position = step(table), screen.replays[0].position(step(table))
    table.press_button("Play from here").frame()
    assert isinstance(table.app.screen, GameTable)
    assert table.game.entries[:middle] == list(golden(name).entries[:middle])
    assert len(table.game.entries) > middle or table.game.position == position  # aces go home


@pytest.mark.parametrize(
    ("tags", "sentence"),
    [
        ({"tournament": "Ruby", "round": "2"}, "A tournament game cannot be continued."),
        ({"robot": "Ada"}, "A robot game cannot be continued."),
    ],
)
def test_games_of_tournaments_and_robots_are_only_watched(table, tags, sentence):
    screen = open_replay(table, taps(**tags))
    table.press_button("Play from here")
    assert playback(table) is screen
    assert told(table) == sentence
    assert table.journals == []


# The lists ----------------------------------------------------------------------------------------
def test_games_played_are_listed_newest_first(table, tmp_path):
    put(tmp_path / "games", "rush-20261120-071334.patience", TAPS, age_s=500)
    won = (GOLDEN / "rush_draw_3_won.patience").read_bytes()
    put(tmp_path / "games", "rush-20261121-071334.patience", won, age_s=100)
    left = record_of(8, "1000 stock")
    put(tmp_path / "games", "rush-20261119-071334.patience", left, age_s=900)
    table.go_home().press_button("Replays").frame(5)
    rows = table.listed.rows
    assert [row.name.split("  ·  ") for row in rows] == [
        ["Solitaire Rush", "won"],
        ["Solitaire Rush", "ended"],
        ["Solitaire Rush", "abandoned"],
    ]
    assert [row.facts.split("  ·  ")[0] for row in rows] == ["#1005", "#7", "#8"]
    total = read_record(won).replay().total
    assert f"total {total}" in rows[0].facts
    table.press_button("Watch")
    assert playback(table).replays[0].total == total
    table.key("esc")
    assert isinstance(table.app.screen, GamesScreen)


def test_a_damaged_game_or_none_is_refused_in_a_sentence(table, tmp_path):
    table.open(GamesScreen(table.context)).frame(2)
    for word in ("Watch", "Compare…"):
        table.press_button(word)
        assert table.sentence == "Choose a game first."
    put(tmp_path / "games", "rush-1.patience", record_of(7, "1000 stock", "2000 t1>f4"))
    table.open(GamesScreen(table.context)).frame(2)
    for word in ("Watch", "Compare…"):
        table.press_button(word).frame()
        assert isinstance(table.app.screen, GamesScreen)
        assert table.sentence
    table.press_button("Watch")
    assert table.sentence.startswith("rush-1.patience, line 7: “t1>f4” is refused")


def test_saved_and_unfinished_games_are_watched_from_the_open_list(table):
    put(table.context.saves_folder(), "anna.patience", TAPS, age_s=-9)
    table.start().click("stock")
    for row, last in ((0, 5), (1, 1)):
        table.open(ResumeScreen(table.context)).frame(2)
        table.listed.choose(row)
        table.press_button("Watch")
        assert playback(table).replays[0].last == last
        assert len(table.journals) == 1


# Side by side -------------------------------------------------------------------------------------
def test_two_games_run_on_one_clock_and_the_bar_tells_the_scores_of_both(table):
    one = read_record(record_of(7, "1000 stock", "3000 stock").encode())
    other = read_record(record_of(7, "2000 stock", "2500 stock", "9000 stock").encode())
    screen = open_pair(table, one, other)
    assert [view.table.bars.title for view in screen.tables] == ["Anna", "Ben"]
    table.key("space").wait(2.2)
    assert [view.game.step for view in screen.tables] == [1, 1]
    table.key("space", "right", "right")
    assert [view.game.step for view in screen.tables] == [2, 2]
    table.key("end")
    assert [view.game.step for view in screen.tables] == [2, 3]
    shows_what_is_true(table)
    record = golden("rush_draw_3_won")
    screen = open_pair(table, record, Record(record.deal, {}, record.entries[:40]))
    one, other = (replay.value(replay.last) for replay in screen.replays)
    assert f"Ben {other}" in screen.pointed_words(scrub_point(table, 0.97)[0])
    assert f"Anna {one}" in screen.pointed_words(scrub_point(table, 1)[0])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", [(900, 640), (700, 1400)])
def test_two_tables_share_any_window(make_table, name, size):
    table = make_table(size=size)
    record = golden(name)
    half = Record(record.deal, {"player": "Ben"}, record.entries[: len(record.entries) // 2])
    screen = open_pair(table, record, half)
    one, other = screen.table_boxes()
    assert not one.overlap(other)
    assert (one.width, one.height) == (other.width, other.height)
    table.click(scrub_point(table, 0.6))
    shows_what_is_true(table)
    table.key("space").wait(0.5).resize(1000, 700)
    shows_what_is_true(table)


def test_games_of_different_deals_do_not_stand_side_by_side(table):
    table.app.go_home()
    home = table.app.screen
    other = read_record(record_of(8).encode())
    with pytest.raises(RecordError, match="different deals"):
        table.context.navigation.go("side_by_side", (Replay(taps()), Replay(other)), ("Anna", "Ben"))
    assert table.app.screen is home


def test_a_game_is_compared_with_another_of_its_deal(table, tmp_path):
    put(tmp_path / "games", "rush-1.patience", TAPS, age_s=1)
    put(tmp_path / "games", "rush-2.patience", record_of(8, "5 stock"), age_s=2)
    put(tmp_path / "games", "rush-3.patience", record_of(7, "9 stock"), age_s=3)
    table.open(GamesScreen(table.context)).frame(4).press_button("Compare…").frame(5)
    assert isinstance(table.app.screen, CompareScreen)
    assert len(table.listed.rows) == 1
    table.press_button("Side by side").frame()
    assert isinstance(table.app.screen, SideBySideScreen)
    assert [replay.last for replay in playback(table).replays] == [5, 1]
    assert playback(table).names == ["First", "Second"]
    (tmp_path / "games" / "rush-3.patience").unlink()
    table.open(GamesScreen(table.context)).frame(2).press_button("Compare…")
    assert table.sentence == "There is no other game of this deal to compare it with."

"""Clock, pause and the end of time, as the player sees them; and that nothing is drawn for nothing."""

from zlib import crc32

import pygame
import pytest

from game.rules.position import STOCK
from game.rules.variant import Outcome
from game.ui.drawing.theme import GOLD, TEXT, WARNING, felt_of
from game.ui.table.playing import WAITS
from game.ui.table.table import Table as GameTable
from tests.records import LAID, position
from tests.ui.driver import Table

OTHER = position("t1 9H", "t2 TC", "t3 TS", "t4 (3S) AD", "t5 (4D) 8C 7H 6S", "t6 (5S) 9D", "waste 2C 5C KC")


def clock(table: Table) -> str:
    table.frame()
    return table.screen.bars.fields[0].text


# The clock ---------------------------------------------------------------------------------------
def test_the_clock_counts_down_in_minutes_and_seconds_and_may_be_hidden(table):
    table.start(48213, dealt=False)
    assert clock(table) == "5:00"
    table.settle().skip(1)
    assert clock(table) == "4:58"
    table.skip(59)
    assert clock(table) == "3:59"
    table.skip(180)
    assert clock(table) == "0:59"

    table.lay_out_again(practice_clock=False)
    assert clock(table) == ""
    table.skip(302)
    assert table.panel == "Time is up"


def test_the_last_minute_and_the_last_20_seconds_are_seen_and_these_are_heard(laid):
    field = laid.screen.bars.fields[0]
    laid.skip(238)
    assert (clock(laid), field.colour) == ("1:01", TEXT)
    laid.skip(1)
    assert (clock(laid), field.colour) == ("1:00", GOLD)
    laid.skip(39)
    assert (clock(laid), field.colour) == ("0:21", GOLD)
    assert "beat" not in laid.ears.heard
    laid.skip(1)
    assert (clock(laid), field.colour) == ("0:20", WARNING)
    beats = []
    for _ in range(20):
        laid.skip(1)
        beats.append((clock(laid), laid.ears.heard.count("beat")))
    assert beats == [(f"0:{left:02d}", 21 - left) for left in range(19, -1, -1)]


# The end of time ---------------------------------------------------------------------------------
def test_at_the_limit_the_game_ends_by_itself(laid):
    laid.skip(299.8)
    assert laid.panel == ""
    laid.skip(0.2)
    assert (laid.panel, laid.written) == ("", ["end"])
    laid.skip(1.3)
    assert laid.panel == "Time is up"
    assert laid.written == ["end"]
    assert laid.game.outcome is Outcome.TIMEOUT
    assert laid.game.elapsed_ms == 300_000
    assert laid.panel_lines["Time bonus: 0 s × 0 cards ÷ 52"] == "0"


def test_when_time_is_up_the_bars_tell_nothing_that_was(laid):
    laid.skip(270)
    assert laid.sentence == "30 seconds left"
    laid.skip(5)
    assert laid.sentence == "", "what holds no more is not read"
    laid.skip(15)
    assert laid.sentence == "10 seconds left"
    laid.skip(11)
    assert laid.sentence == ""
    laid.rest()


def test_when_time_is_up_what_is_in_the_hand_goes_back_and_a_drop_in_that_frame_harms_nothing(laid):
    laid.skip(299.7).pick_up("t5:3").carry("t6").skip(0.5)
    assert laid.targets == []
    laid.drop().settle()
    assert laid.panel == "Time is up"
    assert laid.written == ["end"]
    box = laid.place("t5")
    assert laid.seen_at("6C") == (box.x, box.y)

    laid.start(LAID)
    laid.skip(299.6).pick_up("t1").carry("t2")
    laid.clock.pass_s(0.5)
    laid.drop().settle()
    assert laid.written in (["end"], ["t1>t2", "end"])
    assert laid.panel == "Time is up"
    assert laid.game.elapsed_ms == 300_000


# Pause -------------------------------------------------------------------------------------------
PAUSES = {
    "p": lambda table: table.key("p"),
    "esc": lambda table: table.key("esc"),
    "enter": lambda table: table.press_button("Menu"),
    "minimised": lambda table: table.happen(pygame.WINDOWMINIMIZED),
    "minimised with a question": lambda table: table.key("e").happen(pygame.WINDOWMINIMIZED),
    "hidden": lambda table: table.happen(pygame.WINDOWHIDDEN),
}
"""By the keys that also go on, and by what happens to the window."""


@pytest.mark.parametrize("pause", PAUSES)
def test_a_pause_stops_the_clock(laid, pause):
    laid.skip(10)
    PAUSES[pause](laid)
    assert laid.panel == "Menu"
    before = laid.screen.session.elapsed_ms
    (journal,) = laid.journals
    assert journal.read_text().endswith(f"\n# clock {before}\n"), "it is on disk"
    laid.skip(3600)
    assert laid.screen.session.elapsed_ms == before
    stock = laid.place("stock")
    laid.tap((stock.x + 10, stock.y + 10)).key("d", "h", "w")
    assert (laid.written, laid.panel) == ([], "Menu"), "the table takes no moves"
    laid.key(pause if pause in ("p", "esc") else "enter")
    assert laid.panel == ""
    laid.skip(5)
    assert laid.screen.session.elapsed_ms == pytest.approx(before + 5000, abs=50)


def test_a_pause_hides_every_card_also_in_the_hand_in_flight_and_marked(laid):
    pictures = []
    for text in (LAID, OTHER):
        laid.start(text).settle()
        open_picture = laid.picture
        laid.key("p")
        pictures.append(laid.picture)
        assert laid.picture != open_picture
        laid.frame(5)
        assert laid.picture == pictures[-1] == laid.fresh_picture
        laid.key("enter").rest()
    assert pictures[0] == pictures[1], "nothing tells one table from the other"

    laid.start(LAID)
    laid.key("p")
    hidden = laid.picture
    laid.key("enter").pick_up("t1").key("p")
    assert laid.picture == hidden
    laid.drop().key("enter").click("t1").key("tab", "p")
    assert laid.picture == hidden
    laid.key("enter")
    assert laid.targets == []


# Nothing is drawn for nothing --------------------------------------------------------------------
def pictures_in(table: Table, seconds: float) -> int:
    """How many pictures are presented while the player only looks."""
    before = table.shown
    table.wait(seconds)
    return table.shown - before


def test_between_the_seconds_the_program_sleeps(laid):
    wakes = 0
    frame = laid.app.frame

    def counted(may_have_input: bool = True) -> None:
        nonlocal wakes
        wakes += 1
        frame(may_have_input)

    laid.app.frame = counted
    laid.skip(60)
    assert wakes <= 62


def test_a_second_that_brings_no_input_asks_for_none(laid):
    laid.frame()
    asked = 0

    def events() -> list[pygame.event.Event]:
        nonlocal asked
        asked += 1
        return []

    laid.window.events = events
    text = laid.screen.bars.fields[0].text
    for _ in range(3):
        laid.clock.pass_s(1)
        laid.app.frame(may_have_input=False)
    assert asked == 0
    assert laid.screen.bars.fields[0].text != text, "the clock is told all the same"
    laid.app.frame()
    assert asked == 1


@pytest.mark.parametrize("how", ["nothing", "held", "chosen", "cursor", "question"])
def test_what_waits_for_the_player_is_not_drawn_again(laid, how):
    laid.lay_out_again(practice_clock=False)
    if how == "held":
        laid.pick_up("t5:3").carry("t3")
    elif how == "chosen":
        laid.click("t1")
    elif how == "cursor":
        laid.key("tab", "tab")
    elif how == "question":
        laid.key("e")
    laid.wait(1)
    assert pictures_in(laid, 5) == 0


@pytest.mark.parametrize("keys", [("p",), ("e", "tab", "enter")])
def test_paused_and_at_the_end_nothing_is_drawn(laid, keys):
    laid.key(*keys).settle()
    assert pictures_in(laid, 10) == 0
    assert laid.screen.next_tick_s is None
    before = laid.panel
    assert laid.happen(pygame.WINDOWMINIMIZED).panel == before, "what is over is not paused"


def test_a_pointer_that_moves_draws_nothing_and_what_was_covered_is_drawn_again(laid):
    laid.lay_out_again(practice_clock=False)
    laid.frame()
    before = laid.shown
    for step in range(100):
        laid.move_to((100 + step * 10, 300 + step)).frame()
    assert laid.shown == before

    laid.stares = True
    laid.settle()
    before = laid.shown
    laid.happen(pygame.WINDOWEXPOSED)
    assert laid.shown == before + 1


def test_a_second_of_the_clock_changes_its_digits_alone(laid):
    laid.stares = True
    laid.frame()
    areas: list[pygame.Rect] = []
    show = laid.window.show

    def watched(changed: list[pygame.Rect]) -> None:
        areas.extend(changed)
        show(changed)

    laid.window.show = watched
    laid.wait(2)
    digits = pygame.Rect(laid.screen.bars.fields[0].box).inflate(4, 4)
    assert len(areas) == 3, "each second its digits, and every other one what the bar has lost"
    lost = [area for area in areas if not digits.contains(area)]
    assert all(area.width < 20 and area.height < 20 for area in lost)
    assert laid.picture == laid.fresh_picture


@pytest.mark.parametrize("may_have_input", [True, False])
def test_a_new_size_is_noticed_also_when_nobody_told(laid, may_have_input):
    laid.set_size(900, 640)
    pygame.event.clear()
    laid.app.frame(may_have_input)
    assert laid.screen.canvas.size == (900, 640)
    assert laid.picture == laid.fresh_picture


@pytest.mark.parametrize("driver", ["x11", "wayland"])
def test_what_a_window_has_gained_is_covered_before_all_is_laid_out_anew(laid, monkeypatch, driver):
    laid.stares = True
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    felt, shown, show = felt_of("green").edge, list[tuple[object, object]](), laid.window.show

    def watched(areas: list[pygame.Rect]) -> None:
        shown.append(([tuple(area) for area in areas], laid.window.surface.get_at((890, 630))[:3]))
        show(areas)

    laid.window.show = watched
    laid.resize(1400, 900)
    grown = ([(1280, 0, 120, 900), (0, 800, 1400, 100)], felt)
    assert (shown[0] == grown, len(shown)) == ((True, 2) if driver == "x11" else (False, 1))
    assert laid.picture == laid.fresh_picture
    shown.clear()
    laid.resize(900, 640)
    assert len(shown) == 1, "what gets smaller has nothing to cover"


def test_every_frame_of_a_motion_is_as_if_painted_anew(make_table):
    """Flights, flips, shadows, marks and numbers that rise: none of them leaves or loses a pixel."""
    table = make_table(size=(640, 480))
    table.stares = True
    table.start(48213, dealt=False)
    frame = table.app.frame

    def checked() -> None:
        frame()
        assert table.picture == table.fresh_picture

    table.app.frame = checked
    table.frame(8).tap("stock").drag("t5", "t2").drag("t6:1", "t3")
    table.pick_up("t6").carry("t4").drop().frame(12)
    table.key("tab", "d", "tab", "enter").frame(20)


# The same from run to run ------------------------------------------------------------------------
def test_frames_are_the_same_from_run_to_run(make_table):
    def run() -> list[int]:
        table = make_table(size=(640, 480))
        table.stares = True
        pictures = []
        show = table.window.show

        def watched(areas: list[pygame.Rect]) -> None:
            show(areas)
            pictures.append(crc32(table.picture))

        table.window.show = watched
        table.start(48213).drag("t5", "t2").tap("stock", times=3).drag("t6", "t1")
        table.key("tab", "tab", "enter", "esc", "p", "enter").frame(40)
        return pictures

    first, second = run(), run()
    assert len(first) > 50
    assert first == second


def left(table: Table, seconds: float) -> None:
    """Lets time pass until so much is left."""
    table.skip(300 - seconds - table.screen.elapsed_ms / 1000)


def test_the_last_minute_is_felt_a_bar_turns_gold_and_red_the_felt_glows_and_the_seconds_are_large(table):
    table.start(48213)
    assert table.screen.bars.bar.height == 8
    felt, glowing = table.screen.bars.bar._replace(y=400, width=12, height=12), set()
    colours = []
    for seconds in (200, 60.9, 20.9):
        left(table, seconds)
        colours.append(table.screen.bars.time_left.colour)
        assert table.screen.is_animating is (seconds == 20.9)
    assert len(set(colours)) == 3
    table.ears.heard.clear()
    for _ in range(60):
        table.frame()
        glowing.add(table.look(felt))
    assert (len(glowing) > 3, table.ears.heard) == (True, ["beat"])
    number = table.screen.bars.bar._replace(x=600, y=600, width=80, height=100)
    before = table.look(number)
    left(table, 10.2)
    assert table.look(number) != before
    table.lay_out_again(reduced_motion=True)
    assert not table.screen.is_animating
    ten = table.look(number)
    table.skip(1)
    assert table.look(number) != ten, "numbers change in place"
    table.lay_out_again(practice_clock=False).frame()
    assert (table.screen.bars.time_left, table.look(number)) == (None, before)


@pytest.mark.parametrize("is_reduced", [False, True])
def test_when_time_is_up_all_stops_and_that_is_said_before_the_result_comes(table, is_reduced):
    table.wants(reduced_motion=is_reduced).start(position("t1 (5D) KS", "t2 6S"))
    left(table, 0.5)
    table.ears.heard.clear()
    table.narrated.clear()
    table.pick_up("t1")
    while not table.game.is_over:
        table.frame()
    frames = 0
    while not table.panel:
        table.key("n", "esc", "d").tap((640, 400))
        frames += 5
    assert frames / 60 == pytest.approx(1.2, abs=0.1)
    assert (table.screen.bars.fields[0].text, table.screen.bars.fields[0].colour) == ("0:00", WARNING)
    assert table.held == []
    assert table.ears.heard.count("gong") == 1
    assert table.narrated.count("Time!") == 1
    assert (table.panel, table.written) == ("Time is up", ["end"])
    result = table.screen.panel
    table.key("n", "esc", "d").tap((640, 400))
    assert table.screen.panel is result


def test_practice_pauses_when_the_window_loses_the_focus_unless_the_player_says_otherwise(table):
    table.start(48213)
    table.happen(pygame.WINDOWFOCUSLOST)
    assert table.panel == "Menu"
    table.key("esc")
    table.wants(pause_unfocused=False).happen(pygame.WINDOWFOCUSLOST)
    assert not table.panel


def test_a_window_of_another_test_that_goes_pauses_nothing(table):
    table.start(48213)
    pygame.Window("", (64, 64)).destroy()
    table.frame()
    assert table.screen.session.is_running


# After a pause -------------------------------------------------------------------------------------
def paused_and_continued(table: Table, begins: str) -> int:
    """Plays a little, opens the menu and closes it; returns the play time then, in milliseconds."""
    table.wants(clock_begins=begins).start(8).wait(2).key("esc").wait(5)
    elapsed_ms: int = table.screen.session.elapsed_ms
    table.key("esc")
    return elapsed_ms


def passed_ms(table: Table, since_ms: int) -> int:
    return table.screen.session.elapsed_ms - since_ms


def test_three_two_one_is_counted_over_hidden_cards(table):
    before_ms = paused_and_continued(table, "3-2-1")
    told = []
    for _ in range(3):
        told.append(table.screen.panel.title)
        assert table.screen.hides_cards
        table.skip(1)
    assert told == ["3…", "2…", "1…"]
    assert table.screen.panel is None
    assert passed_ms(table, before_ms) < 100
    table.wait(2)
    assert 1900 <= passed_ms(table, before_ms) <= 2200
    before_ms = paused_and_continued(table, "3-2-1")
    table.key("enter")
    assert table.screen.panel is None, "whoever is ready need not wait"
    table.wait(1)
    assert passed_ms(table, before_ms) >= 900
    before_ms = paused_and_continued(table, "3-2-1")
    assert table.key("esc").screen.panel.title == "Menu", "Esc goes back"
    table.wait(4)
    assert passed_ms(table, before_ms) == 0
    table.start(8, game="spider").key("esc", "esc")
    assert table.screen.panel is None, "untimed games have no countdown"


def test_it_is_counted_anew_after_a_form_that_was_opened_meanwhile(table):
    before_ms = paused_and_continued(table, "3-2-1")
    table.skip(1).key("ctrl+s")
    assert not isinstance(table.app.screen, GameTable)
    table.skip(5).key("esc").frame()
    assert (table.screen.panel.title, table.screen.hides_cards) == ("3…", True)
    table.skip(3)
    assert table.screen.panel is None
    assert passed_ms(table, before_ms) < 100


def test_the_clock_waits_for_the_first_click_while_the_cards_are_seen(table):
    before_ms = paused_and_continued(table, "first click")
    table.wait(5)
    assert not table.screen.hides_cards
    assert passed_ms(table, before_ms) == 0
    assert table.screen.status.sentence == WAITS
    table.tap("stock").wait(1)
    assert table.screen.status.sentence != WAITS
    assert passed_ms(table, before_ms) >= 900
    before_ms = paused_and_continued(table, "first click")
    table.key("right").wait(1)
    assert passed_ms(table, before_ms) >= 900, "a key starts it, too"


def test_a_game_that_is_gone_on_with_is_counted_in_a_fresh_one_or_one_that_ends_is_not(table):
    table.wants(clock_begins="3-2-1").start(8)
    assert table.screen.panel is None
    table.screen.act(STOCK)
    table.wait(1)
    table.go_home().go_on()
    assert table.screen.panel.title == "3…"

    table.start(8)
    table.screen.act(STOCK)
    table.key("esc", "e")
    if not table.game.is_over:
        table.press_button("End the game")
    table.settle()
    assert table.game.is_over
    assert "…" not in table.screen.panel.title


def test_with_the_first_click_a_new_game_waits_for_it_too_and_for_a_move_of_who_listens(table):
    table.wants(clock_begins="first click").start(8).wait(2)
    assert passed_ms(table, 0) == 0
    table.key("left").wait(1)
    assert passed_ms(table, 0) >= 900
    table.context.is_heard = True
    table.start(8).key("2", "m", "tab").wait(2)
    assert passed_ms(table, 0) == 0
    table.key("f1").wait(5).key("esc", "d").wait(1)
    assert 900 <= passed_ms(table, 0) < 1500, "no time passes while the rules are read"


def test_who_listens_is_told_the_last_minutes(table):
    table.context.is_heard = True
    table.start(8, "limit=270").skip(271)
    heard = [line for line in table.narrated if "left" in line]
    assert heard == [
        *("4 minutes left", "3 minutes left", "2 minutes left", "1 minute left"),
        *("30 seconds left", "10 seconds left"),
    ]

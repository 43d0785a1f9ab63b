"""What is said of a game: in the status line, and to a player who only hears it and presses keys."""

from statistics import median

import pytest

from game.play.game import Game
from game.play.move_words import pile_name, read_aloud
from game.rules import VARIANTS
from game.rules.position import STOCK, Move, Position
from game.rules.variant import Outcome, PileKind, Variant
from game.ui.table.bars import StatusLine, Weight
from game.ui.table.playing import seen_page
from game.ui.tournament.new import NewTournamentScreen
from tests.heard import ByEar
from tests.records import LAID, golden, position
from tests.ui.driver import Table
from tests.ui.driver.listener import Listener
from tests.ui.screens import SCREENS, open_screen


@pytest.fixture
def listener(table: Table) -> Listener:
    """Somebody who hears the table and has its keys; how cards move is nothing to them."""
    table.context.settings.reduced_motion, table.context.settings.detail = True, "full"
    table.context.is_heard = True
    return Listener(table.key, table.settle, table.narrated)


# The status line ----------------------------------------------------------------------------------
def test_a_move_is_said_with_the_card_that_turned_up_and_the_points(laid):
    laid.drag("t5:3", "t6")
    assert laid.sentence == "8♠ and 2 more from column 5 onto 9♥; 4♣ turned over; +10"
    laid.key("u")
    assert laid.sentence == "That cannot be undone: it showed you a new card."
    laid.drag("t1", "t2")
    laid.key("u")
    assert laid.sentence == "Undone: 9♦ from column 1 onto 10♠"
    laid.key("r")
    assert laid.sentence == "Redone: 9♦ from column 1 onto 10♠"


def test_what_the_cursor_stands_on_and_picks_up_is_said_with_the_places_for_it(laid):
    laid.key("left")
    assert laid.sentence == "Column 1: 9♦"
    laid.key("right", "right", "right", "right")
    assert laid.sentence == "Column 5: 6♣ on 7♦, 8♠ and one face down"
    laid.key("up")
    assert laid.sentence == "Column 5: 7♦ beneath 6♣, on 8♠ and one face down"
    laid.key("up", "up", "left", "left")
    assert laid.sentence.startswith("The ")
    laid.key("t")
    assert laid.sentence.startswith("Time: 4:5")
    assert laid.sentence.endswith("Cards home: 0/52")

    laid.start(LAID)
    laid.key("left", "enter")
    assert laid.sentence == "9♦ picked up: goes onto 10♠ in column 2 or onto 10♣ in column 3"
    laid.key("esc")
    assert laid.sentence == "9♦ put back"
    laid.key("enter", "enter")
    assert laid.sentence == "9♦ put back"
    laid.key("p")
    assert laid.sentence == "", "while the cards are hidden nothing is told of them"
    laid.key("p")
    assert laid.sentence == "9♦ put back"
    laid.click("t1").click("t1")
    assert laid.sentence == "", "the pointer shows it"


def test_the_cursor_does_not_hide_that_the_game_is_not_saved(laid, listener):
    laid.screen.session.warning = "This game is not saved: no room."
    laid.frame()
    listener.listen()
    assert listener.press("left") == ["column 1: 9 of diamonds"], "it is heard"
    assert laid.sentence == "This game is not saved: no room.", "and that is seen"


@pytest.mark.parametrize("tells_time", [True, False])
def test_the_last_seconds_are_said(table, tells_time):
    table.wants(practice_clock=tells_time).start(48213, "limit=40").skip(43)
    heard = [line for line in table.narrated if "seconds left" in line]
    assert heard == (["30 seconds left", "10 seconds left"] if tells_time else [])
    assert [line for line in table.narrated if line in ("Time!", "Time is up")] == ["Time!", "Time is up"]


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("9♦ from column 1 onto 10♠", 4),
        ("10♠ and 2 more from column 5 to the empty column 6; 4♣ turned over; +10", 2),
    ],
)
def test_in_the_smallest_window_a_long_sentence_takes_the_room_of_facts(make_table, words, count):
    table = make_table(size=(640, 480))
    table.start(LAID)
    table.screen.say(words)
    table.frame()
    bars, pictures = table.screen.bars, table.context.pictures
    shown = bars.shown_facts(pictures)
    assert (len(bars.facts), len(shown)) == (4, count)
    facts_px = sum(pictures.text_width(f"{label}{value}", "body", bold=True) for label, value in shown)
    assert pictures.text_width(words, "small") + facts_px < bars.bottom.width


# What is narrated ---------------------------------------------------------------------------------
def test_a_panel_is_told_with_its_lines_and_buttons_and_then_the_focus(laid, listener):
    listener.press("left")
    assert listener.press("left") == listener.press("left") == ["column 1: 9 of diamonds"], "at the edge"
    for _ in range(2):
        assert listener.press("u") == ["There is nothing to undo."], "as often as it is given"
    assert listener.press("e") == [
        *("End this game?", "There are still cards to play.", "Ending now adds no time bonus."),
        *("Buttons: Keep playing, End the game", "Keep playing"),
    ]
    assert listener.press("tab") == ["End the game"]
    told = listener.press("esc")
    assert (told[0], told[-1]) == (laid.window_title, "column 1: 9 of diamonds"), "back to where one was"


def test_a_form_tells_its_heading_and_each_row_with_its_value(table, listener):
    open_screen(table, "settings: Motion")
    assert listener.listen()[-1] == "All games: Motion"
    assert listener.press("tab") == ["One game"]
    assert listener.press("tab")[0].startswith("Speed: Normal. ")
    assert listener.press("right") == ["Speed: Slow"]


def test_the_home_screen_is_gone_through_by_ear_and_esc_leads_back_to_where_one_was(table, listener):
    table.go_home().frame(2)
    assert listener.listen() == [
        "Patience Arcade",
        "Enter: Daily deal — 21 November, Solitaire Rush, Draw 3, hard, Play",
    ]
    for _ in range(30):
        if listener.press("tab")[0].startswith("Spider, Play. Right arrow: "):
            break
    assert listener.press("enter") == ["Spider — 5 deals left"]

    table.go_home().frame(2)
    while not listener.press("tab")[0].startswith("Solitaire Rush, Play."):
        pass
    assert listener.press("right") == ["Solitaire Rush, Learn it"]
    assert listener.press("right") == ["Solitaire Rush, Draw 3, Options: opens a menu"]
    assert listener.press("enter") == ["Solitaire Rush, Draw 3: chosen"]
    assert listener.press("tab") == ["Solitaire Rush, Draw 1"]
    assert listener.press("esc") == ["Solitaire Rush, Draw 3, Options: opens a menu"]
    while listener.press("shift+tab") != ["More: opens a menu"]:
        pass
    assert listener.press("enter") == ["Replays"]
    assert listener.press("esc") == ["More: opens a menu"]


def test_keys_and_questions_at_a_replay_and_at_a_demonstration_are_answered(table: Table, listener: Listener):
    open_screen(table, "side by side: rush")
    assert any(line.startswith("Space plays and pauses") for line in listener.listen())
    assert listener.press("space") == ["Playing."]
    assert listener.press("=") == ["Speed, plus 2 times"]
    SCREENS["demonstration: rush"](table)
    assert listener.press("space")[-1] == "Paused."
    assert [listener.press("tab")[0] for _ in range(2)][1] == "Play or pause"

    open_screen(table, "replay: rush")
    listener.listen()
    assert listener.press("a")[0].startswith("column 1 to column 7: ")
    assert listener.press("t")[0].startswith("Time: ")
    open_screen(table, "side by side: rush")
    listener.listen()
    assert listener.press("a")[0].count("column 1 to column 7: ") == 2


@pytest.mark.thorough
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_has_something_to_tell(table, name):
    SCREENS[name](table)
    table.frame(2)
    assert table.narrated
    assert all(table.narrated)
    assert not any(sign in line for line in table.narrated for sign in "♣♦♥♠×÷−")


# Whole games by ear -------------------------------------------------------------------------------
def merges(listener: Listener) -> None:
    """1-3 Back: merges whatever matches, and deals when nothing does."""
    while not listener.has_heard("Buttons: "):
        for spot in listener.around():
            if spot.pile.startswith("stack"):
                listener.put(listener.pick_up()[-1])
                break
        else:
            listener.act("d")


def builds(listener: Listener) -> None:
    """Three Shuffles: home first, then on other fans; the shuffle and the draw when they are offered."""
    while not listener.has_heard("Buttons: "):
        ways = {}
        for spot in listener.around():
            if " beneath " in spot.rest:  # a buried card: there is the draw
                listener.act("space")
                ways = {}
                break
            ways[spot] = listener.pick_up()
            listener.press("esc")
        best = max(ways, key=lambda spot: "home" in ways[spot], default=None)
        if best is not None:
            listener.find(best.pile)
            listener.put(max(listener.pick_up(), key=lambda place: place == "home"))
        elif not listener.has_heard("Buttons: "):
            listener.act("s")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "number", "play", "end"),
    [
        ("one-three-back", 11, merges, "stacks left"),
        ("three-shuffles", 11, builds, "The game is lost"),
    ],
)
def test_a_game_is_played_to_its_end_by_ear(table, listener, name, number, play, end):
    table.start(number, game=name)
    play(listener)
    table.settle()
    assert table.game.is_over
    assert listener.has_heard(end)


WINS = ["rush_draw_1_won", "spider_suits_1_won", "three_shuffles_won"]


@pytest.mark.parametrize(
    ("name", "share"),
    [(name, 0.9) for name in WINS] + [pytest.param(name, 0.0, marks=pytest.mark.thorough) for name in WINS],
)
def test_a_line_is_played_by_ear_until_it_wins(table, listener, name, share):
    """Somebody reads the moves out, after a share of them; piles, cards and places are found by ear."""
    table.context.settings.aces_home = False  # they stand in the line, too
    record = golden(name)
    whole = record.replay()
    line, moves = whole.positions(), whole.moves()
    game = Game(record.deal)
    for move in moves[: round(share * len(moves))]:
        game.play(move, at_ms=game.elapsed_ms)
    table.context.navigation.table(table.context.sessions.begin(game, {}))
    table.frame()
    for before, move in list(zip(line, moves, strict=False))[len(game.moves()) :]:
        if whole.variant.is_auto_finishing(before):
            break
        make_by_ear(listener, whole.variant, before, move)
        assert listener.last, "every move is answered"
    table.settle()
    assert table.game.outcome is Outcome.WON
    assert listener.has_heard("Buttons: ")


def make_by_ear(listener: Listener, variant: Variant, before: Position, move: Move) -> None:
    """Makes a move that is told in words: which card of which pile goes where."""
    if move == STOCK:
        listener.act("s" if variant.name == "three-shuffles" else "d")
        return
    source, target, count = move
    has_suits = len({card.suit for card in variant.pack()}) > 1
    listener.find(pile_name(variant, source), read_aloud(before.piles[source][-count].sign, None, has_suits))
    if source == target:
        listener.act("space")
        return
    place = f" {pile_name(variant, target)}"
    is_home = variant.piles[target].kind is PileKind.FOUNDATION
    places = listener.pick_up()
    listener.put("home" if is_home else next(name for name in places if name.endswith(place)))


# The rules page -----------------------------------------------------------------------------------
@pytest.mark.parametrize("name", VARIANTS)
def test_the_rules_page_is_read_aloud_with_its_strategy(table, name):
    table.context.is_heard = True
    page = seen_page(table.start(7, game=name).screen)
    table.narrated.clear()
    table.key("f1").frame()
    first, *_ = table.app.screen.spoken_lines
    assert read_aloud(first) in table.narrated
    assert any(line.startswith("Ctrl+Down reads on, lines: ") for line in table.narrated)
    told = [*([] if first == page.goal else [page.goal]), *page.rules, *page.strategy]
    for words in told:
        table.key("ctrl+down")
        assert table.narrated[-1] == read_aloud(words)
    table.key("ctrl+up", "l", "l")
    assert table.narrated[-1] == read_aloud(told[-1])


@pytest.mark.thorough
def test_a_step_at_spider_takes_few_words_and_a_hint_tells_nothing_twice(tmp_path):
    found = ByEar(tmp_path, "spider", "suits=4", "medium").play(4)
    assert median(found.steps) <= 7
    assert median(found.hints) <= 12
    assert not found.twice


def test_a_hint_tells_who_listens_where_the_card_lies_that_goes_home(laid, listener):
    listener.listen()
    laid.key("i")
    laid.oracle.say(advice=[("t4>f3", 3, 20, 40.0)])
    laid.frame()
    assert listener.listen()[-1].startswith("ace of hearts from column 4 goes home")


# Questions ----------------------------------------------------------------------------------------
def test_what_is_heard_is_short_and_the_column_that_was_emptied_is_told(laid, listener):
    laid.context.settings.detail = "medium"
    assert listener.press("tab", "tab", "tab") == ["9 of diamonds, column 1"]
    assert listener.press("tab", "tab") == ["8 of spades, second of 4, column 5; 2 on it"]
    assert listener.press("f") == [
        "column 5: 8 of spades beneath 6 of clubs and 7 of diamonds, on one face down"
    ]
    listener.press("left", "left", "left", "left")
    assert listener.press("space") == ["picked up: column 2 or column 3"]
    assert listener.press("tab") == ["10 of spades, column 2"]
    assert listener.act("space") == ["9 of diamonds to 10 of spades; column 1: empty"]


def test_questions_have_the_same_keys_in_every_game(table, listener):
    for name in VARIANTS:
        table.start(5, game=name)
        listener.listen()
        assert listener.press("2")[0].startswith(("column 2: ", "fan 2: ", "stack 2: empty"))
        assert " to " in listener.press("a")[0]
        changed = listener.press("w")
        assert changed == ["Nothing has changed yet."] or name == "three-shuffles", "aces go home there"
        assert "; " in listener.press("m")[0] or listener.last == ["the deck"]
        assert listener.press("l") == table.narrated[-2:-1]
        assert listener.press("l") == changed
        assert listener.press("t")[0].startswith(("Time: ", "Score: ", "Stacks: ", "Cards home: "))


def test_keys_held_down_read_the_columns_beyond_the_tenth(table, listener):
    table.start(5, game="one-three-back")
    for _ in range(47):
        table.key("d")
    table.settle()
    listener.listen()
    digits = {"5": 5, "shift+5": 15, "ctrl+5": 25, "ctrl+shift+5": 35, "alt+5": 45}
    for key, number in digits.items():
        assert listener.press(key)[0].startswith(f"stack {number}: "), listener.last
    assert listener.press("alt+shift+5") == ["There is no stack 55."]


def test_a_table_is_told_where_it_begins_and_a_row_that_is_taken_back_without_its_cards(table, listener):
    table.start(LAID)
    assert listener.listen()[-1].startswith("column 1 to column 7: 9 of diamonds, 10 of spades, ")

    table.wants(detail="medium").start(5, game="spider")
    listener.act("d")
    assert listener.act("u")[-1] == "undone: a row is dealt"


def test_while_nobody_listens_letters_are_what_they_are(laid):
    laid.key("w")
    assert laid.picked is not None
    laid.context.is_heard = True
    laid.key("esc", "w")
    assert laid.picked is None
    laid.key("shift+w")
    assert laid.picked is not None
    laid.key("m")
    assert not laid.context.settings.muted
    laid.key("shift+m", "ctrl+m", "ctrl+m")
    assert laid.context.settings.muted, "by Shift or Ctrl it is the mute key as ever"


# The line itself -----------------------------------------------------------------------------------
def test_what_weighs_more_stays_the_rest_is_only_heard_and_what_happened_is_said_first():
    seen: list[str] = []
    heard: list[str] = []
    due = ["9♠ onto 10♥"]
    status = StatusLine(
        seen.append, lambda: [status.say_unasked(due.pop()) for _ in due[:1]] and None, heard.append
    )
    status.say_unasked("No move is left.", Weight.STANDSTILL)
    assert seen == ["9♠ onto 10♥", "No move is left."]
    status.say_unasked("column 3: 9♦")
    assert (status.sentence, seen[2:]) == ("No move is left.", [])
    assert heard == [*seen, "column 3: 9♦"]
    status.say("column 3: 9♦")
    status.cover()
    assert status.sentence == ""
    status.end_aside()
    assert status.sentence == "column 3: 9♦"
    status.say("This game is not saved.", Weight.TROUBLE)
    status.cover()
    assert status.sentence == "This game is not saved."


def test_a_sentence_that_is_too_long_for_a_line_is_seen_to_its_end(make_table):
    table = make_table(size=(640, 480))
    table.start()

    def seen(last: str) -> bytes:
        table.screen.say(f"{'No card of this column fits on any other one, ' * 4}{last}")
        table.frame()
        return table.look(table.screen.bars.bottom)

    assert seen("nine.") != seen("ten.")


def test_a_letter_typed_over_a_selected_text_says_what_it_replaces(table):
    table.context.is_heard = True
    table.open(NewTournamentScreen(table.context))
    table.write("x")
    assert "Player 1 replaced" in table.narrated


# Short, and back ------------------------------------------------------------------------------------
def test_a_second_request_repeats_the_hint_with_its_reason_and_odds_and_a_third_the_hint(table, listener):
    table.start(position("t1 (KC) 7D", "t2 8S")).key("i")
    table.context.settings.detail = "medium"
    table.oracle.say(advice=[("t1>t2", 7, 40, 50.0, "", 0.31)])
    table.frame()
    move = "7 of diamonds from column 1 to 8 of spades"
    assert listener.listen()[-1] == move
    (told,) = listener.press("i")
    assert told.startswith(f"{move}. turns a card over. ")
    assert told.endswith("wins about 3 games in 10 from here.")
    assert listener.press("i") == [move]


def test_what_can_move_is_told_with_its_column(laid, listener):
    laid.context.settings.detail = "medium"
    assert "; 9 of diamonds, column 1: to 2 or 3; ace of hearts, column 4: home; " in listener.press("m")[0]


@pytest.mark.usefixtures("laid")
def test_the_time_is_never_repeated(listener):
    listener.press("left", "left", "t")
    assert listener.press("l") == ["column 1: 9 of diamonds"]


def test_the_ends_of_a_menu_have_keys_and_the_days_of_the_calendar_words(table, listener):
    table.start(LAID).key("esc").frame()
    assert listener.press("end")[-1].startswith("File")
    assert listener.press("home") == ["Continue, Esc"]
    SCREENS["goals"](table)
    listener.press("down", "right")
    assert listener.last[0].endswith(": Saturday, 21 November: not finished")
    assert listener.press("left")[0].endswith(": Friday, 20 November: not finished")

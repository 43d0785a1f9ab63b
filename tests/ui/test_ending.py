"""How a game ends: the question, the result, the solved game that plays itself out, the cascade."""

from itertools import count, pairwise

import pygame
import pytest

from game.cards import NotationError
from game.play.deal import Difficulty, deal_number, read_challenge
from game.play.game import ControlAction
from game.rules import VARIANTS, find_variant
from game.rules.position import Move
from game.rules.variant import Outcome
from game.storage import statistics_rows
from game.storage.tournament_store import OnlineKeys
from game.ui.forms.panel import Panel
from game.ui.forms.widgets import Button
from game.ui.games.tables import table_of, view_class
from game.ui.home.home import HomeScreen
from game.ui.table.finale import Finale
from tests.records import golden, position
from tests.three_shuffles_games import about_to_lose
from tests.ui.driver import Table
from tests.ui.test_giving_up import ALMOST

TWO_ACES = position("t1 AC", "t2 (3C) AH", "t3 9D", "t4 TS", "t5 (4C) 8S")
NOTHING_LEFT = position(
    *("t1 (AC) 3C", "t2 5C", "t3 7C", "t4 9C", "t5 JC", "t6 KC", "t7 2C 4C 6C 8C TC QC"), home=(0, 13, 13, 13)
)
LAST_TAP = position("stock (KS)", "t1 KC QD", "t2 KD QC", "t3 KH QS", "t4 QH", home=(11, 11, 11, 11))
"""One tap on the hand solves it: eight cards go home by themselves."""


def kept(table: Table) -> list[bytes]:
    folder = table.folder / "games"
    return [path.read_bytes() for path in folder.iterdir()] if folder.exists() else []


# END -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("how", ["key", "button"])
def test_end_asks_once_when_something_useful_is_left(table, how):
    table.start(TWO_ACES)
    if how == "key":
        table.key("e")
    else:
        table.press_button("End")
    assert table.panel == "End this game?"
    assert table.written == []
    before = table.screen.session.elapsed_ms
    table.skip(5)
    assert table.screen.session.elapsed_ms == pytest.approx(before + 5000, abs=50), "the clock runs on"
    table.press_button("Keep playing")
    assert table.panel == ""
    table.drag("t1", "f1").key("e").press_button("End the game")
    assert table.written == ["t1>f1", "end"]
    table.settle()
    assert table.panel == "Game ended"
    table.start(NOTHING_LEFT).key("e").settle()
    assert table.panel == "Game ended", "where nothing useful is left, nothing is asked"


# The result ------------------------------------------------------------------------------------------
def test_the_result_shows_how_the_total_comes_about(table):
    table.start(TWO_ACES).drag("t1", "f1").drag("t2", "f3")
    table.skip(100 - table.screen.session.elapsed_ms / 1000).key("e", "tab", "enter").settle()
    game = table.game
    unused_s = (300_000 - game.elapsed_ms) // 1000
    assert unused_s in (199, 200)
    bonus = round(unused_s * 2 / 52)
    assert table.panel_lines == {
        "Score": "110",
        f"Time bonus: {unused_s} s × 2 cards ÷ 52": str(bonus),
        "Total": str(110 + bonus),
        "Cards home": "2 of 52",
        "A custom position, so it is not in your statistics.": "",
        "Draw 3, within 5:00": "",
        "1 card was still face down. Next time make the moves first that turn cards over.": "",
    }
    assert (game.score, game.time_bonus, game.total) == (110, bonus, 110 + bonus)
    assert not table.is_cascading
    assert "win" not in table.ears.heard


def ready(variant: str = "rush") -> str:
    """Deal 3, where the aces of diamonds and hearts lie ready on t1 and t2."""
    deck = " ".join(card.up.text for card in deal_number(find_variant("rush"), 3).deck or ())
    return f"patience 1\nvariant {variant}\ndeal 3\ndeck {deck}\n\n"


def play(table: Table, *cards: str, options: str = "") -> dict[str, str]:
    """Sends cards home, ends the game, and returns the result."""
    table.start(ready(f"rush {options}".rstrip()))
    for card in cards:
        table.double_click(card)
    table.clock.pass_s(299 - table.screen.session.elapsed_ms / 1000)
    table.frame().key("e", "tab", "enter").settle()
    return table.panel_lines


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deal counts each time, as if it were another."""
    numbers = count()
    monkeypatch.setattr(statistics_rows, "deal_digest", lambda _: f"deal {next(numbers)}")


@pytest.mark.usefixtures("forgetful")
def test_the_best_result_is_kept_by_options_and_for_the_next_evening(make_table):
    table = make_table()
    assert play(table, "t1")["Best so far"] == "50"
    second = play(table)
    assert (table.screen.panel.shown.stamp, second["Best so far"]) == ("2nd of 2", "50")
    play(table, "t1", "t2")
    assert table.screen.panel.shown.stamp == "New best"
    assert play(table, "t1", options="draw=1")["Best so far"] == "50"
    assert table.bests == {"rush draw=3 limit=300": 110, "rush draw=1 limit=300": 50}
    table.close()
    assert play(make_table(), "t1")["Best so far"] == "110"


@pytest.mark.parametrize(("key", "is_same"), [("n", False), ("b", True)])
def test_the_keys_of_the_table_lead_from_the_result_to_the_next_game(table, key, is_same):
    table.start(7).key("d", "e", "tab", "enter").settle()
    assert table.panel == "Game ended"
    table.key(key)
    assert (table.panel, table.written) == ("", [])
    assert (table.game.deal.number == 7) is is_same


def test_a_button_that_is_wider_than_two_others_has_a_row_alone(table):
    table.start(48213)
    words = ("One that takes nearly all the room there is for buttons", "Two", "Three")
    table.screen.show_panel(
        Panel("Which?", [], [Button(word, None, table.screen.close_panel) for word in words])
    )
    table.frame()
    first, second, third = table.screen.panel.buttons
    assert first.box.y < second.box.y == third.box.y


# Solved ----------------------------------------------------------------------------------------------
def test_a_solved_game_plays_itself_out_with_the_clock_standing_and_one_given_solved_does_too(table):
    table.start(LAST_TAP).skip(30).click("stock")
    assert table.game.is_solved
    solved_ms = table.game.elapsed_ms
    clock = table.screen.bars.fields[0].text
    times = []
    for frame in range(600):
        before = len(table.game.entries)
        table.frame()
        if len(table.game.entries) > before:
            times.append(frame / 60)
        if table.game.is_over:
            break
    assert len(times) == 8
    gaps = [after - before for before, after in pairwise(times)]
    assert times[0] <= 0.3
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[0] == pytest.approx(0.225, abs=0.02)
    assert min(gaps) >= 0.08 - 0.02
    assert {entry.at_ms for entry in table.game.entries} == {solved_ms}
    assert table.screen.bars.fields[0].text == clock
    assert table.game.outcome is Outcome.WON
    assert table.game.time_bonus == (300_000 - solved_ms) // 1000
    assert not any(entry.action.source < 0 for entry in table.game.entries[1:])

    table.start(position("t1 KC", "t2 KD", "t3 KH", "t4 KS", home=(12, 12, 12, 12))).settle()
    assert table.game.outcome is Outcome.WON
    assert table.game.elapsed_ms == 0


def test_nobody_can_interrupt_it_and_a_pause_only_delays_it(table):
    table.start(LAST_TAP).click("stock")
    assert table.screen.game.undo_refusal() == "The game is solved: the cards go home."
    for _ in range(6):
        table.key("u", "d", "e").tap("stock")
    table.settle()
    assert table.written[0] == "stock"
    assert all(action.endswith(("f1", "f2", "f3", "f4")) for action in table.written[1:])
    assert len(table.written) == 9

    table.start(LAST_TAP).click("stock")
    solved_ms = table.game.elapsed_ms
    table.frame(20)
    table.screen.mode.pause()
    table.skip(20)
    assert not table.game.is_over
    table.key("enter").settle()
    assert table.game.outcome is Outcome.WON
    assert table.game.elapsed_ms == solved_ms


@pytest.mark.parametrize("hurry", ["click", "key"])
def test_a_click_or_a_key_hurries_it(table, hurry):
    table.start(LAST_TAP).click("stock").frame(3)
    if hurry == "click":
        table.press((600, 700))
    else:
        table.key("space")
    frames = 0
    while not table.game.is_over:
        table.frame()
        frames += 1
    assert frames <= 9


# The cascade -----------------------------------------------------------------------------------------
def win(table: Table) -> None:
    table.start(LAST_TAP).click("stock").frame(2).press((600, 700))
    table.release()
    while not table.is_cascading:
        table.frame()


def test_a_win_ends_in_a_short_cascade_and_then_the_result(table):
    win(table)
    assert table.panel == ""
    assert table.ears.heard.count("win") == 1
    frames, seen = 0, set()
    while table.panel == "":
        table.frame()
        seen.add(table.look(table.place("t1")))
        frames += 1
    assert 1 <= frames / 60 <= 8
    assert table.panel.startswith("Won, with ")
    table.rest()


@pytest.mark.parametrize("how", ["click", "space", "enter", "size"])
def test_the_cascade_can_be_skipped(table, how):
    win(table)
    table.frame(10)
    if how == "click":
        table.tap((600, 700))
    elif how == "size":
        table.resize(900, 640)
    else:
        table.key(how)
    assert table.panel.startswith("Won, with "), "and no button of it is pressed"
    table.rest()


@pytest.mark.parametrize("setting", ["speed", "reduced_motion"])
def test_without_motion_the_result_comes_at_once(table, setting):
    setattr(table.context.settings, setting, "off" if setting == "speed" else True)
    table.start(LAST_TAP).click("stock")
    frames = 0
    while table.panel == "":
        assert not table.is_cascading
        table.frame()
        frames += 1
    assert frames <= 2 * 10
    assert table.panel.startswith("Won, with ")


LAST = {"rush": None, "spider": "t9:5", "one-three-back": Move(2, 1), "three-shuffles": about_to_lose()[1]}
HOLDS = {
    "pointer": (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, {"pos": (1, 1), "button": 1, "touch": False}),
    "key": (pygame.KEYDOWN, pygame.KEYUP, {"key": pygame.K_x, "mod": 0, "unicode": "x", "scancode": 0}),
    "finger": (pygame.FINGERDOWN, pygame.FINGERUP, {"touch_id": 1, "finger_id": 1, "x": 0.5, "y": 0.5}),
    "controller": (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP, {"button": 0, "instance_id": 0}),
}


@pytest.mark.parametrize("game", LAST)
@pytest.mark.parametrize("how", HOLDS)
def test_the_result_takes_no_press_for_a_while_and_until_all_is_released(table, game, how):
    """Who still plays as the game ends does not press the result away."""
    table.wants(reduced_motion=True).start(ALMOST[game], dealt=game != "rush")
    if game == "spider":
        table.drag(LAST[game], "t8")
    elif game != "rush":
        table.hand.move(LAST[game])
    while not table.panel:
        table.frame()
    result, (down, up, what) = table.screen.panel, HOLDS[how]
    for button in result.buttons[:4]:
        table.tap(button.box.centre).key("enter", "n", "esc", "b")
    assert table.screen.panel is result, "in haste nothing is pressed"
    table.happen(down, **what).wait(1.5).key("n", "esc").tap(result.buttons[0].box.centre)
    assert table.screen.panel is result, "what is held was pressed for a card"
    table.happen(up, **what).key("n")
    assert getattr(table.app.screen, "panel", None) is not result


@pytest.mark.parametrize("how", ["another screen", "unplugged", "untold"])
def test_what_was_released_elsewhere_holds_no_result_back(table, how):
    table.start(8)
    if how == "another screen":
        there = table.app.screen
        table.key("f1")
        assert table.app.screen is not there, "where the key is released"
        table.key("esc")
    elif how == "unplugged":
        table.happen(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_X, instance_id=0)
        table.happen(pygame.CONTROLLERDEVICEREMOVED, instance_id=0)
    else:
        table.happen(pygame.KEYDOWN, key=pygame.K_q, mod=0, unicode="q", scancode=0)
    table.screen.act(ControlAction.END)
    table.settle().wait(1 if how != "untold" else 6)
    result = table.screen.panel
    assert result is not None
    table.key("n")
    assert getattr(table.app.screen, "panel", None) is not result


# Games that stand apart ------------------------------------------------------------------------------
@pytest.mark.parametrize("is_first", [True, False])
def test_a_deal_that_was_played_before_is_no_best(table, is_first):
    """Neither when it is tried again nor when the program is started with it."""
    play(table)
    if is_first:
        session = table.context.sessions.deal(find_variant("rush"), 3, is_first=True)
        table.go_to(table_of(table.context, session, is_fresh=True))
    else:
        table.press_button("Try again (does not count)")
    assert table.screen.session.tags["replayed"] == "yes"
    table.settle().double_click("t1").key("e", "tab", "enter").settle()
    assert "You have played this deal before, so it is not in your statistics." in table.panel_lines
    assert table.bests == {"rush draw=3 limit=300": 0}


def test_a_game_that_was_shown_a_line_is_no_best(table):
    table.start(ready())
    table.screen.act(ControlAction.SHOWN)
    table.double_click("t1").key("e", "tab", "enter").settle()
    assert "You looked at a solution, so it is not in your statistics." in table.panel_lines
    assert table.bests == {}


# Sharing and counting up ------------------------------------------------------------------------------
def test_the_total_comes_first_and_is_counted_up_and_the_rest_is_folded_away(table):
    table.start(ready()).double_click("t1").double_click("t2").key("e", "tab", "enter")
    while not table.panel:
        table.frame()
    panel = table.screen.panel
    assert panel.counted < panel.value == table.game.total
    seen = table.picture
    table.settle()
    assert panel.counted == panel.value
    assert table.picture != seen
    assert [button.word for button in panel.buttons] == ["New game", "Home", "Challenge", "More"]
    assert [button.word for button in panel.buttons if button.is_strong] == ["New game"]
    table.press_button("Details")
    assert [button.word for button in panel.buttons][3:] == ["Watch", "Try again (does not count)", "Show me"]
    assert "Cards home" in {line.words for line in panel.shown_lines()}
    table.key("esc")
    assert [button.word for button in panel.buttons][3:5] == ["Watch", "Details"], (
        "what is open is closed first"
    )
    assert "Cards home" not in {line.words for line in panel.shown_lines()}
    table.key("esc")
    assert [button.word for button in panel.buttons][3:] == ["More"]
    table.key("esc")
    assert isinstance(table.app.screen, HomeScreen)
    assert (len(kept(table)), table.journals) == (1, [])


def test_a_challenge_is_a_sentence_whose_code_opens_the_deal_and_it_is_said_whether_it_was_beaten(table):
    play(table, "t1")
    table.press_button("Challenge")
    code = "patience:rush/draw=3/limit=300/3/beat=50"
    assert table.sentence == (
        "Copied: Solitaire Rush: 50 points. Can you beat that? Play the same cards: copy this line, open "
        f"Patience Arcade and press Ctrl+V. {code}"
    )
    table.visit("new_game", find_variant("spider"))
    table.form.panel.rows[0].widget.paste(table_line := f"Solitaire Rush: 50 points. {code}")
    assert code in table_line
    table.settle()
    assert (table.game.variant.name, table.game.deal.number) == ("rush", 3)
    table.double_click("t1").double_click("t2").key("e", "tab", "enter").settle()
    assert "You beat 50!" in table.panel_lines


def test_where_a_server_is_known_a_challenge_has_a_link_for_a_browser(table, monkeypatch, copied):
    for server in ("https://cards.example", "http://127.0.0.1:8852"):
        OnlineKeys(table.folder).visited(server, "Anna")
    play(table, "t1")
    table.press_button("Challenge")
    assert copied[0].endswith("in a browser: https://cards.example/play?draw=3&deal=3&beat=50"), (
        "not the one that only this machine has"
    )
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: copied[0])
    table.go_home().happen(pygame.DROPTEXT, text="no code")
    assert table.app.screen.sentence == "That is not a deal code, a link or cards."
    table.key("ctrl+v").settle()
    assert (table.game.deal.number, table.screen.session.tags["beat"]) == (3, "50")
    table.happen(pygame.DROPTEXT, text="see patience:spider/suits=2/7").settle()
    assert table.game.variant == find_variant("spider", ["suits=2"])


@pytest.mark.parametrize("has_server", [False, True])
def test_after_a_perfect_game_nothing_asks_to_beat_it(table, has_server, copied):
    if has_server:
        OnlineKeys(table.folder).visited("https://cards.example", "Anna")
    won(table, "three_shuffles_won")
    table.key("space").settle()
    table.press_button("Challenge")
    assert "beat" not in copied[0]
    assert ("/play?" in copied[0]) is has_server
    assert "It cannot get better than that!" in copied[0]


@pytest.mark.parametrize(("options", "offered"), [("draw=1", ["Next, try Draw 3"]), ("draw=3", [])])
def test_after_a_win_harder_rules_than_those_played_are_offered_or_nothing(table, options, offered):
    table.context.profile.set_difficulty("rush", Difficulty.EASY)
    table.start(position("t1 KC", "t2 KD", "t3 KH", "t4 KS", home=(12, 12, 12, 12), options=options))
    table.settle()
    assert [button.word for button in table.screen.panel.buttons if "try" in button.word] == offered


def test_the_time_bonus_is_poured_in_after_the_score_and_the_streak_is_named(table):
    table.start(position("t1 4C 3D 2D AD", "t2 4H 3H 2H AH", "t3 (5S) KC"))
    for pile in ("t1", "t2", "t1", "t2"):
        table.hand.send_home(*table.card(pile))
    table.key("e", "tab", "enter")
    while not table.panel:
        table.frame()
    panel, seen = table.screen.panel, []
    while panel.is_counting:
        seen.append(panel.counted)
        table.frame()
    assert seen == sorted(seen)
    assert {panel.value - table.game.time_bonus, panel.value} <= {*seen, panel.counted}
    assert "Longest streak: 4" in table.panel_lines


@pytest.mark.parametrize(
    "text",
    [
        *("", "48213", "patience:rush", "patience:chess/7", "patience:rush/draw=9/7", "patience:rush/7/x"),
        "http://x/play?deal=x",
    ],
)
def test_what_is_no_code_of_a_deal_is_refused_in_a_sentence(text):
    with pytest.raises(NotationError):
        read_challenge(text)


# How each game celebrates --------------------------------------------------------------------------
def won(table: Table, name: str) -> None:
    """Plays a golden record to its end, where the cards begin to spring."""
    record = golden(name)
    table.context.navigation.table(table.context.sessions.begin(record.replay(), record.tags))
    table.frame()
    while not table.is_cascading:
        table.frame()


def test_every_game_springs_in_its_own_manner() -> None:
    assert len({view_class(name).win_manner for name in VARIANTS}) == len(VARIANTS)


def test_the_trails_stay_beneath_the_result_until_it_is_left(table):
    won(table, "rush_draw_3_won")
    table.frame(30).key("space")
    ((trails, corner),) = table.part(Finale).draw_above()
    table.settle()
    assert table.part(Finale).draw_above() == [(trails, corner)]
    before = trails.get_at((640, 100 - corner[1]))[:3]
    seen = table.drawn.get_at((640, 100))[:3]
    assert list(seen) == pytest.approx([part * 0.7 for part in before], abs=3)
    table.screen.close_panel()
    table.frame()
    assert not table.part(Finale).draw_above()
    assert table.picture == table.fresh_picture


@pytest.mark.parametrize(
    ("name", "is_perfect"),
    [
        *(("rush_draw_3_won", True), ("spider_won_1000", True)),
        *(("three_shuffles_lost", False), ("one_three_back_over", False)),
    ],
)
def test_a_perfect_game_is_told_from_others_and_those_alone_are_celebrated(name, is_perfect):
    game = golden(name).replay()
    view = view_class(game.variant.name)(game.variant)
    assert view.is_perfect(game) is is_perfect
    assert bool(view.celebrated(game)) is is_perfect

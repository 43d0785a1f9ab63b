"""What a player of Rush sees at a glance, and what the buttons and settings of the table do."""

import pytest

from game.ui.table.pointer import ButtonLabel
from tests.records import LAID, position
from tests.ui.driver import Table


def test_the_window_is_named_after_the_game(table):
    table.start(48213)
    assert table.window_title == "Solitaire Rush #48213 — draw 3"
    table.start(7, "draw=1")
    assert table.window_title == "Solitaire Rush #7 — draw 1"
    table.start(LAID)
    assert table.window_title == "Solitaire Rush custom position — draw 3"


def test_score_passes_hand_and_home_are_counted(table):
    table.start(48213)
    pictures = table.context.pictures
    digits = {pictures.text_width(digit, "large", bold=True) for digit in "0123456789"}
    assert len(digits) == 1, "the numbers of the clock never jump sideways"
    assert table.facts == {"Pass": "1", "Redeal": "free", "Stock": "24", "Cards home": "0/52"}
    table.tap("stock")
    assert table.facts["Stock"] == "21"
    table.tap("stock", times=8)
    assert table.facts == {"Pass": "2", "Redeal": "free", "Stock": "24", "Cards home": "0/52"}
    table.tap("stock", times=9)
    assert table.screen.bars.fields[1].text == "0"
    table.drag("t5", "t2")
    assert table.screen.bars.fields[1].text == "10"


@pytest.mark.parametrize(
    ("draw", "passes", "score", "told"),
    [
        *((1, 0, 0, "free"), (1, 0, 30, "costs 30"), (1, 0, 100, "costs 100"), (1, 5, 640, "costs 100")),
        *((3, 1, 640, "free"), (3, 2, 640, "costs 20"), (3, 2, 15, "costs 15"), (3, 2, 0, "free")),
    ],
)
def test_the_next_return_costs_what_is_told(table, draw, passes, score, told):
    table.start(48213, f"draw={draw}")
    there = table.game.position
    table.put(there._replace(counters=(score, passes, *there.counters[2:])))
    table.frame()
    assert table.facts["Redeal"] == told
    while table.game.position.piles[0]:
        table.tap("stock")
    table.tap("stock")
    lost = 0 if told == "free" else int(told.removeprefix("costs "))
    assert table.game.score == score - lost


def test_points_rise_where_they_are_earned_and_leave_nothing_behind(laid):
    laid.wants(practice_clock=False).double_click("t4").frame(20)
    assert laid.risen == ["+60"]
    laid.wait(1)
    assert not laid.screen.is_animating
    laid.look_true().start(position("t1 (9D) 3S", "t2 AH", home=(0, 2, 0, 0))).double_click("t2")
    laid.drag("f2", "t1")
    assert laid.risen == ["+50", "−10"], "what is lost rises with a minus"
    laid.key("u")
    assert laid.screen.bars.fields[1].text == "50"


def test_nothing_on_the_table_tells_what_lies_face_down(table):
    """Two games that differ only in what cannot be seen look, offer and ask the same."""
    seen = []
    for text in (LAID, LAID.replace("(3C)", "(X)").replace("(4C)", "(3C)").replace("(X)", "(4C)")):
        table.start(text).frame(2)
        pictures = [table.picture]
        for key in ("tab",) * 8 + ("enter", "tab", "esc", "d", "d", "h", "e"):
            table.key(key).settle()
            pictures.append(table.picture)
        seen.append(pictures)
        table.key("esc")
    assert seen[0] == seen[1]


def hover(table: Table, word: str) -> None:
    table.move_to(table.button(word).box.centre).frame()


def test_undo_is_disabled_with_its_reason(laid):
    undo = laid.button("Undo")
    dull = laid.look(undo.box)
    laid.press_button("Undo")
    assert laid.sentence == "There is nothing to undo."
    assert laid.ears.heard[-1] == "refuse"
    laid.drag("t1", "t2")
    assert undo.refusal() is None
    laid.move_to((600, 700)).settle()
    assert laid.look(undo.box) != dull
    laid.drag("t4", "f3")
    hover(laid, "Undo")
    assert laid.sentence == "That cannot be undone: it showed you a new card."
    laid.move_to((600, 700)).frame()
    assert laid.sentence == "A♥ from column 4 goes home; 3♣ turned over; +60"
    laid.press_button("Undo")
    assert laid.sentence == "That cannot be undone: it showed you a new card."
    assert laid.written == ["t1>t2", "t4>f3"]


def test_the_speed_is_the_players(table):
    table.context.settings.practice_clock = False
    frames = {}
    for speed in ("off", "fast", "normal", "slow"):
        table.wants(speed=speed).start(LAID).settle().drag("t1", (700, 600))
        frames[speed] = 1
        while table.screen.is_animating:
            table.frame()
            frames[speed] += 1
    assert frames["off"] <= 2
    assert frames["off"] < frames["fast"] < frames["normal"] < frames["slow"]
    assert frames["normal"] <= 16


@pytest.mark.parametrize("setting", ["speed", "reduced_motion"])
def test_without_motion_the_cards_lie_at_once(table, setting):
    setattr(table.context.settings, setting, "off" if setting == "speed" else True)
    table.start(48213, dealt=False).frame()
    assert not table.screen.is_animating
    assert table.screen.session.is_running
    assert table.picture == table.fresh_picture
    table.tap("stock")
    assert table.picture == table.fresh_picture
    table.double_click("t1")
    assert table.sentence == "9♦ cannot go home yet: 8♦ first."
    table.frame(2)
    assert not table.screen.is_animating


def test_a_button_tells_its_name_and_key_when_the_pointer_rests_on_it(make_table):
    table = make_table(size=(640, 480))
    table.start(48213)
    label = table.part(ButtonLabel)
    table.move_to(table.button("Hint").box.centre).frame().skip(0.3)
    assert not label.shown
    table.skip(0.3)
    assert label.shown == "Hint  ·  I"
    assert table.picture == table.fresh_picture
    table.move_to((300, 300)).frame()
    assert not label.shown

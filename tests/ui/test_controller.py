"""A controller: games of each kind, settings, a form, text and a replay, by its events alone."""

import pygame
import pytest

from game.play.record import read_record
from game.play.replay import Replay
from game.ui.drawing.pictures import Hand
from game.ui.files.files import SaveScreen
from game.ui.forms.text_field import LetterWheel
from game.ui.home.home import HomeScreen
from game.ui.pages.settings import SettingsScreen
from game.ui.pages.text_page import RulesScreen
from game.ui.replay.playback import ReplayScreen
from game.ui.tournament.new import NewTournamentScreen
from tests.records import GOLDEN, LAID, golden, position
from tests.ui.driver import Table

BUTTONS = {
    "A": pygame.CONTROLLER_BUTTON_A,
    "B": pygame.CONTROLLER_BUTTON_B,
    "X": pygame.CONTROLLER_BUTTON_X,
    "Y": pygame.CONTROLLER_BUTTON_Y,
    "L": pygame.CONTROLLER_BUTTON_LEFTSHOULDER,
    "R": pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
    "LS": pygame.CONTROLLER_BUTTON_LEFTSTICK,
    "RS": pygame.CONTROLLER_BUTTON_RIGHTSTICK,
    "start": pygame.CONTROLLER_BUTTON_START,
    "view": pygame.CONTROLLER_BUTTON_BACK,
    "left": pygame.CONTROLLER_BUTTON_DPAD_LEFT,
    "right": pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
    "up": pygame.CONTROLLER_BUTTON_DPAD_UP,
    "down": pygame.CONTROLLER_BUTTON_DPAD_DOWN,
}
AXES = {
    "LT": pygame.CONTROLLER_AXIS_TRIGGERLEFT,
    "RT": pygame.CONTROLLER_AXIS_TRIGGERRIGHT,
    "x": pygame.CONTROLLER_AXIS_LEFTX,
    "y": pygame.CONTROLLER_AXIS_LEFTY,
}
ASKED = {"stock": "R", "undo": "L", "redo": "LS"}
"""What is asked for by a button of its own."""


def pad(table: Table, *names: str) -> Table:
    """Presses buttons and triggers one after the other."""
    for name in names:
        if name in AXES:
            lean(table, name, 1)
            lean(table, name, 0)
        else:
            table.happen(pygame.CONTROLLERBUTTONDOWN, instance_id=0, button=BUTTONS[name])
            table.happen(pygame.CONTROLLERBUTTONUP, instance_id=0, button=BUTTONS[name])
    return table


def lean(table: Table, axis: str, share: float) -> None:
    table.happen(pygame.CONTROLLERAXISMOTION, instance_id=0, axis=AXES[axis], value=round(share * 32767))


def go(table: Table, pile: int) -> None:
    """Goes by the right trigger to a pile among those where something can be done."""
    for _ in range(60):
        if table.spot is not None and table.spot.pile == pile:
            return
        pad(table, "RT")
    raise AssertionError(f"pile {pile} is never reached, but {table.spot}")


def play(table: Table, action: str) -> None:
    """Does what an entry of a record says."""
    if action in ASKED:
        pad(table, ASKED[action])
        return
    move = table.game.variant.move_from_text(action)
    go(table, move.source)
    height = len(table.game.position.piles[move.source]) - move.count
    while table.spot.index != height:
        pad(table, "up" if table.spot.index > height else "down")
    pad(table, "A")
    go(table, move.target)
    pad(table, "A")


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("rush_draw_1_won", 0, 12),
        ("spider_suits_1_won", -14, None),
        ("one_three_back_over", -14, None),
        ("three_shuffles_won", -9, None),
    ],
)
def test_a_game_is_played_by_a_controller_alone(table, name, first, last):
    header, _, told = (GOLDEN / f"{name}.patience").read_text(encoding="utf-8").partition("\n\n")
    entries = [line for line in told.splitlines() if not line.startswith("#")]
    begin = first % len(entries)

    def text(end: int | None) -> str:
        return "\n".join([header, "", *entries[:end], ""])

    table.start(text(begin))
    for entry in entries[begin:last]:
        play(table, entry.split(" ")[1])
        table.settle()
    assert table.game.position == read_record(text(last).encode()).replay().position
    assert table.context.pictures.hand is Hand.CONTROLLER


def test_a_round_through_the_bar_the_menu_and_back(table):
    table.start(LAID)
    pad(table, "RS")
    assert table.panel == "End this game?"
    pad(table, "B")
    pad(table, "start")
    assert table.panel == "Menu"
    pad(table, "B", "view")
    assert isinstance(table.app.screen, RulesScreen)
    assert any("stick" in line for line in table.app.screen.spoken_lines)
    pad(table, "B", "Y")
    assert table.oracle.asked[-1]["ask"] == "advise"
    pad(table, "RS", "right", "A")
    table.skip(3)
    assert table.game.is_over


def test_a_stick_that_is_held_moves_on_and_costs_nothing_when_let_go(table):
    table.start(LAID)
    lean(table, "x", 0.9)
    first = table.spot
    table.skip(0.35)
    assert table.spot == first
    table.skip(0.3)
    assert table.spot.pile > first.pile
    lean(table, "x", 0.1)
    there = table.spot
    assert table.app.hands.controllers.next_tick_s is None
    assert table.skip(1).spot == there


def test_labels_show_its_signs_until_another_hand_is_used(table):
    table.start(LAID).settle()
    usual = table.look(table.screen.bars.top)
    pad(table, "right")
    assert table.look(table.screen.bars.top) != usual
    table.key("right")
    assert table.look(table.screen.bars.top) == usual


def test_a_refusal_is_felt_while_a_controller_is_used(table, monkeypatch):
    felt: list[None] = []
    table.start(position("t1 9D", "t2 TS"))
    go(pad(table, "right"), table.screen.variant.pile_index("t1"))
    monkeypatch.setattr(table.app.hands.controllers, "rumble", lambda: felt.append(None))
    pad(table, "X")
    assert "cannot go home yet" in table.sentence
    assert len(felt) == 1
    table.key("h")
    assert len(felt) == 1


def test_settings_are_walked_and_changed(table):
    table.visit("settings")
    assert isinstance(table.app.screen, SettingsScreen)
    pad(table, "down")
    while table.form.spoken.focus.value != "Sound":
        pad(table, "right")
    while table.form.spoken.focus.name != "Volume":
        pad(table, "down")
    before = table.context.settings.volume
    pad(table, "left")
    assert table.context.settings.volume < before
    pad(table, "B")
    assert isinstance(table.app.screen, HomeScreen)


def test_a_tournament_s_form_is_filled_in_with_the_wheel_of_letters(table):
    table.open(NewTournamentScreen(table.context))
    field = table.fields[0]
    while table.form.focus.widget is not field:
        pad(table, "down")
    pad(table, "A")
    wheel = table.app.screen
    assert isinstance(wheel, LetterWheel)
    pad(table, *["X"] * len(field.text))
    assert field.text == ""
    lean(table, "x", 1.0)  # a quarter of the way round
    assert wheel.letter == wheel.letters[round(len(wheel.letters) / 4)]
    lean(table, "x", 0.0)
    pad(table, "Y")
    while wheel.letter != "A":
        pad(table, "left")
    pad(table, "A", "Y", "Y", "Y", "R", "right", "A", "B")
    assert field.text == "A b"
    assert table.form.focus.widget is field


def test_a_replay_is_steered(table):
    table.visit("replay", Replay(golden("rush_draw_3_won")))
    replay = table.app.screen
    assert isinstance(replay, ReplayScreen)
    pad(table, "A")
    assert replay.playhead.is_playing
    pad(table, "A", "right", "right", "left")
    assert not replay.playhead.is_playing
    assert replay.tables[0].game.step == 1
    rate = replay.playhead.rate
    pad(table, "R")
    assert replay.playhead.rate > rate
    pad(table, "B")
    assert isinstance(table.app.screen, HomeScreen)


def test_a_file_is_named_and_saved(table):
    table.start(LAID)
    table.key("ctrl+s")
    assert isinstance(table.app.screen, SaveScreen)
    pad(table, "A", "A", "start", "start")
    assert not isinstance(table.app.screen, SaveScreen)

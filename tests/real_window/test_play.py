"""Moves that a person makes with pointer and keys, proved by the journal they leave."""

import shutil
import time
from collections.abc import Callable
from typing import TypeVar

import pytest

from game.play.deal import deal_number
from game.rules import find_variant
from game.rules.position import STOCK, Move, Position
from game.rules.rush import COLUMNS, FOUNDATIONS
from tests.real_window.player import SIZE, until
from tests.records import record_of

pytestmark = [pytest.mark.window, pytest.mark.timeout(180)]

D_KEY, Z_KEY = "40", "52"
"""X11's codes of the keys, whatever stands on them."""
RUSH = find_variant("rush")
Found = TypeVar("Found")


def deal_where(find: Callable[[Position], Found | None]) -> tuple[int, Found]:
    """The first deal in which something is found, and what."""
    for number in range(10_000):
        found = find(deal_number(RUSH, number).position)
        if found is not None:
            return number, found
    raise AssertionError("no deal has that")


def names(move: Move) -> tuple[str, str]:
    """The names of the piles from and to which a move goes."""
    return RUSH.piles[move.source].name, RUSH.piles[move.target].name


def column_move(position: Position) -> Move | None:
    """A card that may go from one column to another."""
    moves = (move for move in RUSH.legal_moves(position) if move != STOCK)
    return next((move for move in moves if move.source in COLUMNS and move.target in COLUMNS), None)


def move_of_the_first_column(position: Position) -> Move | None:
    """A move that turns nothing over, so that it can be taken back."""
    move = column_move(position)
    return move if move is not None and move.source == COLUMNS[0] else None


def ace(position: Position) -> Move | None:
    """A card that can go home at once."""
    return next((move for move in RUSH.legal_moves(position) if move.target in FOUNDATIONS), None)


def test_a_card_is_dragged_to_its_place_and_let_go_at_a_wrong_one_is_back_at_its_own(player):
    number, move = deal_where(column_move)
    source, target = names(move)
    wrong = next(
        RUSH.piles[pile].name
        for pile in COLUMNS
        if not RUSH.can_drop(deal_number(RUSH, number).position, Move(move.source, pile))
        and pile != move.source
    )
    player.sit_down(record_of(number))
    before = player.piles()
    there, here = player.way(source, wrong), player.way(source, target)
    player.drag(*there)
    player.wait_for_rest()
    player.drag(*there)
    player.drag(*here)  # while it glides back it can be taken again where it belongs
    player.wait_for(f"{source}>{target}")
    after = player.piles()
    assert after[wrong] == before[wrong]
    assert after[target] == f"{before[target]} {before[source].split()[-1]}"
    assert player.proof()["score"] == (0 if source == "t1" else 10)
    player.wait_for_rest()


@pytest.mark.parametrize(("button", "times"), [(1, 2), (3, 1)])
def test_a_double_click_and_the_right_button_send_an_ace_home(player, button, times):
    number, move = deal_where(ace)
    source, target = names(move)
    player.sit_down(record_of(number))
    player.click(player.point(source), button, times)
    player.wait_for(f"{source}>{target}")
    told = player.proof()
    assert told["home"] == 1
    assert told["score"] == 50 + (0 if source == "t1" else 10)


def test_clicks_on_the_hand_turn_its_cards(player):
    player.sit_down(record_of(48213))
    hand = player.piles()["stock"].replace("(", "").replace(")", "").split()
    player.click(player.point("stock"))
    player.wait_for("stock")
    assert player.piles()["waste"].split() == hand[:-4:-1]
    player.click(player.point("stock"), times=2)  # a double click turns them once
    player.wait_for("stock", "stock")
    assert player.piles()["waste"].split() == hand[:-7:-1]


@pytest.mark.parametrize("layout", ["ru", "il"])
def test_letter_keys_work_on_a_keyboard_without_latin_letters(player, layout):
    number, move = deal_where(move_of_the_first_column)
    source, target = names(move)
    if shutil.which("setxkbmap") is None:
        pytest.skip("no setxkbmap here")
    player.sit_down(record_of(number))
    player.use_layout(layout)
    try:
        player.drag(*player.way(source, target))
        player.wait_for(f"{source}>{target}")
        player.keys(f"ctrl+{Z_KEY}")
        player.wait_for(f"{source}>{target}", "undo")
        player.keys(D_KEY)
        player.wait_for(f"{source}>{target}", "undo", "stock")
    finally:
        player.use_layout("us")


def test_a_move_is_made_by_keys_alone(player):
    number, _ = deal_where(lambda position: ace(position) is None and column_move(position))
    player.sit_down(record_of(number))
    with player.layout() as table:
        table.key("tab", "tab", "enter", "tab", "enter")  # first the hand, then the first card
        wanted = table.written
    assert len(wanted) == 1
    assert wanted != ["stock"]
    player.keys("Tab", "Tab", "Return", "Tab", "Return")
    player.wait_for(*wanted)


def test_a_card_stays_in_the_hand_while_the_window_changes_its_size(player):
    number, move = deal_where(column_move)
    source, target = names(move)
    smaller = (1000, 700)
    player.sit_down(record_of(number))
    start, _ = player.way(source, target)
    player.press(start)
    player.carry(start, (start[0] + 40, start[1] + 40))
    player.resize(*smaller)
    _, end = player.way(source, target, smaller)
    player.carry((start[0] + 40, start[1] + 40), end)
    player.release()
    player.wait_for(f"{source}>{target}")
    player.resize(*SIZE)
    player.click(player.point("stock"))
    player.wait_for(f"{source}>{target}", "stock")


def test_a_game_is_begun_at_the_home_screen(player):
    player.launch()
    assert player.title() == "Patience Arcade"
    player.click(player.home_button("▼"))
    player.click(player.home_button("Draw 1", behind="▼"))
    player.keys("Escape", "Left", "Left", "Return")  # past “Learn it” to the game itself
    number = player.proof()["deal"]
    title = f"Solitaire Rush #{number} — draw 1"
    until(lambda: player.title() == title, title)
    player.click(player.point("stock"))
    player.wait_for("stock")
    assert len(player.piles()["waste"].split()) == 1


@pytest.mark.parametrize("how", ["close", "kill"])
def test_a_game_goes_on_where_it_was_left(player, how):
    player.sit_down(record_of(48213))
    player.click(player.point("stock"))
    player.wait_for("stock")
    until(lambda: player.written_ms() > 1000, "a second of play time")
    {"close": player.close, "kill": player.kill}[how]()
    left, left_ms = player.journal.read_text(), player.written_ms()

    player.launch()
    started_s = time.monotonic()
    player.click(player.home_button("Continue"))
    player.click(player.point("stock"))
    player.wait_for("stock", "stock")
    played_ms = (time.monotonic() - started_s) * 1000
    assert player.journal.read_text().startswith(left)
    assert left_ms <= player.written_ms() <= left_ms + played_ms
    assert len(player.piles()["waste"].split()) == 6


def test_the_solver_in_its_own_process_shows_a_winning_line(player):
    player.launch("play", "rush", "--deal", "3", "--draw", "1")
    player.click(player.point("stock"))
    player.wait_for("stock")
    player.keys("p", *["Tab"] * 7, "Return", *["Tab"] * 4, "Return")  # Solution, in the menu's Help
    player.keys("Tab", "Return")  # Show it: Cancel is chosen first
    player.wait_for("stock", "shown")
    until(lambda: player.title() == "A solution", "a winning line")

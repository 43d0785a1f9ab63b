"""The whole game without a pointer: the cursor, the keys, and a game won with nothing else."""

import pygame
import pytest

from game.ui.drawing.theme import GOLD, INK
from game.ui.table.keyboard import Spot
from tests.records import LAID, position
from tests.ui.driver import Table
from tests.ui.test_layout import LONG_COLUMN


def spot(table: Table) -> tuple[str, str] | None:
    """The pile and the card on which the cursor stands."""
    found = table.spot
    if found is None:
        return None
    cards = table.game.position.piles[found.pile]
    return table.screen.variant.piles[found.pile].name, cards[found.index].text if cards else ""


# The cursor ----------------------------------------------------------------------------------
def test_the_cursor_is_gold_outside_and_dark_inside_so_that_it_is_seen_on_white(laid):
    box = laid.place("t2").grown(6)
    before = laid.look(box)
    laid.key("left", "left", "right")
    assert spot(laid) == ("t2", "TS")
    ring = laid.look(box)
    assert ring != before
    for colour in (GOLD, INK):
        found = sum(ring[i : i + 3] == bytes(colour) for i in range(0, len(ring), 3))
        assert found >= 2 * (box.width + box.height) - 120, "all around, but for the round corners"


def test_the_pointer_hides_the_cursor_and_an_arrow_brings_it_back(laid):
    laid.key("left", "right")
    there = spot(laid)
    laid.press((20, 700)).frame()
    assert spot(laid) is None
    laid.release().key("left")
    assert spot(laid) == there


def test_arrows_walk_over_cards_and_piles(laid):
    laid.key("left")
    assert spot(laid) == ("t1", "9D")
    walk = []
    for key in ("right", "right", "right", "right", "up", "up", "down", "up", "up", "up", "left"):
        laid.key(key)
        walk.append(spot(laid))
    assert walk == [
        *(("t2", "TS"), ("t3", "TC"), ("t4", "AH"), ("t5", "6C"), ("t5", "7D"), ("t5", "8S"), ("t5", "7D")),
        *(("t5", "8S"), ("f2", ""), ("f2", ""), ("f1", "")),
    ]


@pytest.mark.parametrize("start", [48213, LAID, LONG_COLUMN])
def test_every_playable_card_can_be_reached_by_arrows(table, start):
    table.start(start)
    reached: set[Spot] = set()
    fresh = {Spot(6, len(table.game.position.piles[6]) - 1)}
    while fresh:
        reached |= fresh
        found = set()
        for here in fresh:
            for direction in ("left", "right", "up", "down"):
                table.spot = here
                table.keyboard.key(pygame.key.key_code(direction), 0)
                assert table.spot is not None
                found.add(table.spot)
        fresh = found - reached
    assert reached == table.spots


def test_after_each_change_the_cursor_is_on_a_card_that_can_be_chosen(laid):
    laid.key("left", "up", "right")
    assert spot(laid) == ("waste", "KD")
    laid.key("d")
    assert spot(laid) == ("waste", laid.pile("waste").split()[-1])
    laid.key("left", "right", "right").drag("t5:3", "t6").key("tab")
    for key in ("left", "right", "up", "down"):
        laid.key("d", key, "u", key)
        assert laid.spot in laid.spots


def test_tab_goes_through_the_playable_cards_and_back(laid):
    laid.key("tab")
    first = spot(laid)
    walk = [first]
    for _ in range(20):
        laid.key("tab")
        walk.append(spot(laid))
        if walk[-1] == first:
            break
    assert walk[:-1] == [
        *(("stock", "(KS)"), ("waste", "KD"), ("t1", "9D"), ("t4", "AH"), ("t5", "8S"), ("t6", "9H")),
    ]
    laid.key("shift+tab")
    assert spot(laid) == ("t6", "9H")


def test_when_nothing_can_be_played_or_a_card_has_no_place_tab_says_so(table):
    table.start(
        position(
            *("t1 (AC) 3C", "t2 5C", "t3 7C", "t4 9C", "t5 JC", "t6 KC", "t7 2C 4C 6C 8C TC QC"),
            home=(0, 13, 13, 13),
        )
    )
    table.key("tab")
    assert table.sentence == "No card can be played."
    table.start(position("t1 9S", "t2 TD", "t3 KC 4H")).click("t3").key("tab")
    assert table.sentence == "4♥ picked up: no move now"


# Playing -------------------------------------------------------------------------------------
@pytest.mark.parametrize("key", ["enter", "space"])
def test_a_card_is_picked_up_and_dropped(laid, key):
    laid.key("tab", "tab", "tab", key)
    assert laid.targets == ["t2", "t3"]
    for target in (("t2", "TS"), ("t3", "TC"), ("t2", "TS"), ("t3", "TC")):
        laid.key("tab")
        assert spot(laid) == target, "Tab goes through its targets"
    laid.key(key)
    assert laid.written == ["t1>t3"]
    assert spot(laid) == ("t3", "9D")


def test_a_wrong_drop_says_why_and_escape_lets_go(laid):
    laid.key("tab", "tab", "tab", "enter", "right", "right", "right", "right", "right")
    assert spot(laid) == ("t6", "9H")
    laid.key("enter")
    assert laid.sentence == "9♦ needs a card one rank higher, of the opposite colour, not 9♥."
    laid.key("left", "left", "left", "left", "left", "enter", "esc")
    assert laid.targets == []
    assert laid.panel == ""
    laid.key("esc")
    assert laid.panel == "Menu"


def test_d_turns_the_hand_u_takes_back_and_w_takes_the_waste(laid):
    laid.key("d")
    assert laid.written == ["stock"]
    laid.key("u")
    assert laid.sentence == "That cannot be undone: it showed you new cards."
    laid.key("w")
    assert laid.picked is not None
    assert laid.picked.pile == 1


@pytest.mark.parametrize("undo", ["u", "backspace", "ctrl+z"])
@pytest.mark.parametrize("redo", ["r", "ctrl+y", "shift+u", "ctrl+shift+z"])
def test_undo_and_redo_have_their_keys(laid, undo, redo):
    laid.drag("t1", "t2").key(undo, redo)
    assert laid.written == ["t1>t2", "undo", "redo"]


def test_a_key_of_the_menu_does_nothing_together_with_ctrl_or_alt(laid):
    laid.drag("t1", "t2").key("ctrl+n", "alt+b", "ctrl+e")
    assert laid.screen.panel is None
    assert laid.key("e").screen.panel is not None


def test_h_sends_home_what_the_cursor_or_the_hand_holds_or_anything(laid):
    laid.key("tab", "tab", "tab", "h")
    assert laid.sentence == "9♦ cannot go home yet: 8♦ first."
    laid.key("enter", "h")
    assert laid.sentence == "9♦ cannot go home yet: 8♦ first."
    assert laid.targets == []
    laid.press((20, 700)).release().key("h")
    assert laid.written == ["t4>f3"]
    laid.press((20, 700)).release().key("h")
    assert laid.sentence == "No card can go home now."

"""Nothing the player does is lost because something is moving: it acts at once, on the true position."""

import pytest

from game.rules.position import STOCK, travels
from tests.ui.driver import Table


def settled_cards(table: Table) -> bool:
    """Whether every card that is not in the hand is where it belongs, with its true side up."""
    return all(
        (sprite.body.x, sprite.body.y) == tuple(sprite.rest) and sprite.shown is sprite.card
        for sprite in table.sprites
        if sprite.held_at is None
    )


def test_the_cards_are_dealt_one_after_the_other(table):
    table.start(48213, dealt=False)
    assert table.screen.is_animating
    assert not table.screen.session.is_running
    first, last = "9D", "6S"
    stock = table.place("stock")
    table.frame(4)
    assert table.seen_at(first).y > stock.y + 20
    assert table.seen_at(last) == pytest.approx((stock.x, stock.y), abs=4)
    frames = 4
    while not table.screen.session.is_running:
        table.frame()
        frames += 1
    assert 0.4 <= frames / 60 <= 1.2
    assert table.screen.session.elapsed_ms == 0, "the clock starts when the cards lie"
    assert settled_cards(table)
    table.rest()


@pytest.mark.parametrize("frames", [0, 1, 10, 25, 40])
def test_a_tap_during_the_deal_counts(table, frames):
    table.start(48213, dealt=False).frame(frames).tap("stock")
    assert table.written == ["stock"]
    assert table.screen.session.is_running
    table.rest()


def test_pausing_during_the_deal_ends_it_and_a_drag_takes_the_card_from_where_it_will_lie(table):
    table.start(48213, dealt=False).frame(5).drag("t5", "t2")
    assert table.written == ["t5>t2"]
    table.start(8, dealt=False).key("p")
    assert table.panel == "Menu"
    assert not table.screen.session.is_running
    table.key("enter")
    assert table.screen.session.is_running
    assert settled_cards(table)


def test_a_new_size_during_the_deal_ends_it(table):
    table.start(48213, dealt=False).frame(5).resize(900, 640).frame(2)
    assert settled_cards(table)
    assert table.screen.session.is_running
    assert table.picture == table.fresh_picture


def test_a_click_on_the_true_place_of_a_flying_card_counts_and_it_can_be_caught(laid):
    before = laid.game.position
    laid.drag("t5:3", "t6")
    texts = [travel.card.text for travel in travels(before, laid.game.position)]
    assert texts == ["4C", "8S", "7D", "6C"]
    assert laid.moving == set(texts), "what travels is what the rules say"
    laid.tap("t5")
    assert laid.picked is not None
    assert settled_cards(laid)
    laid.key("esc").drag("t1", (600, 700)).frame(2)
    assert not settled_cards(laid)
    laid.drag("t1", "t2")
    assert laid.written == ["t5>t6:3", "t1>t2"]
    laid.rest()


def test_the_card_that_was_turned_up_can_go_on_at_once(laid):
    laid.drag("t4", "f3").double_click("waste").pick_up("t4")
    assert laid.targets == []
    assert laid.picked is not None, "the three of clubs is in the hand although it was still turning"
    assert laid.sentence == "3♣ picked up: no move now"


def test_ten_moves_in_a_second_all_count(laid):
    for card, target in (("t1", "t2"), ("t5:3", "t2"), ("t6", "t3"), ("waste", "t7")):
        laid.press(card).move_to((laid.at[0] + 7, laid.at[1])).frame().carry(target, frames=1)
        laid.drop()
    assert laid.written == ["t1>t2", "t5>t2:3", "t6>t3", "waste>t7"]
    laid.rest()


def test_events_of_one_frame_act_one_after_the_other(laid):
    """A slow frame may bring a whole drag at once."""
    x, y = laid.point("t1")
    held = laid.place("t1")
    goal = laid.place("t2")
    laid.press((x, y)).move_to((x + 7, y)).move_to((x + goal.x - held.x, y + goal.y - held.y))
    laid.release().press("stock").release().frame()
    assert laid.written == ["t1>t2", "stock"]


def test_undo_while_a_card_is_in_the_hand_lets_go_of_it_first(laid):
    laid.drag("t1", "t2").pick_up("waste").key("u")
    assert laid.pile("t1") == "9D"
    assert laid.pile("waste") == "2H 5D KD"
    assert laid.targets == []
    laid.drop().rest()
    assert laid.written == ["t1>t2", "undo"]


@pytest.mark.parametrize("key", ["u", "d", "h", "p", "e", "tab", "enter", "left", "esc", "r"])
def test_no_key_loses_the_card_in_the_hand(laid, key):
    laid.pick_up("t5:3").carry("t3").key(key)
    laid.move_to((600, 600)).frame().drop()
    if laid.panel:
        laid.key("esc")
    laid.rest()
    assert laid.held == []


def test_what_is_held_in_a_window_of_another_size_is_let_go_when_the_game_goes_on(laid):
    laid.pick_up("t6").resize(1000, 700)
    assert len(laid.held) == 1
    laid.screen.act(STOCK)
    assert laid.held == []
    laid.rest()


def test_a_lost_release_loses_no_card(laid):
    laid.pick_up("t1").carry((600, 600)).press("t4:2")
    laid.move_to((laid.at[0] + 50, laid.at[1])).frame().drop().rest()
    assert laid.held == []


def test_full_screen_and_back_in_the_middle_of_a_drag(laid):
    laid.pick_up("t1").key("f11").frame(2)
    laid.key("f11").frame(2).move_to((640, 400)).frame()
    laid.carry("t2").drop()
    assert laid.written == ["t1>t2"]


def test_the_other_button_does_not_disturb_a_drag(laid):
    laid.pick_up("t1").right_click("t4").move_to(laid.point("t1")).carry("t2")
    laid.drop()
    assert laid.written == ["t1>t2"]


@pytest.mark.parametrize("size", [(640, 480), (900, 640), (1920, 1080)])
def test_a_new_size_takes_nothing_out_of_the_hand(laid, size):
    laid.pick_up("t5:3").carry((500, 500)).resize(*size)
    assert laid.targets == ["t1", "t6"]
    laid.carry("t6")
    held = laid.screen.cards.held_box()
    assert held is not None
    assert held.contains(laid.at), "it is held where it was gripped"
    laid.frame(30)
    assert laid.seen_at("8S").x == pytest.approx(held.x, abs=1)
    step = laid.seen_at("7D").y - laid.seen_at("8S").y
    assert 0.1 * held.height < step < 0.4 * held.height, "the run lies as before, in the new size"
    laid.drop()
    assert laid.written == ["t5>t6:3"]
    laid.rest()

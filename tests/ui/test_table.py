"""A player at the table: picking up, dropping, clicking, tapping, and what comes of it."""

import pygame
import pytest

from game.ui.drawing.layout import Box
from game.ui.drawing.theme import BAR, FELTS
from tests.records import LAID, position


def corner(box: Box, dx: float = 0, dy: float = 0) -> tuple[float, float]:
    """A point that lies away from a box's corner by shares of a card."""
    return box.x + dx * box.width, box.y + dy * box.height


# Dragging ------------------------------------------------------------------------------------
def test_a_run_is_dragged_by_any_visible_part_of_its_first_card(laid):
    strip = laid.screen.cards.visible_box(10, 1)
    for share_x in (0.02, 0.5, 0.98):
        for share_y in (0.05, 0.95):
            laid.press(corner(strip, share_x, share_y)).move_to((laid.at[0] - 10, laid.at[1]))
            laid.frame()
            assert laid.targets == ["t1", "t6"]
            laid.move_to((laid.at[0] + 10, laid.at[1])).drop().settle()
    assert laid.written == []
    laid.drag("t5:3", "t6")
    assert laid.pile("t6") == "(5C) 9H 8S 7D 6C"
    assert laid.pile("t5") == "4C"
    assert laid.written == ["t5>t6:3"]


@pytest.mark.parametrize(("other", "aimed"), [("t2", "t3"), ("t3", "t2")])
def test_the_card_lands_where_it_overlaps_most_not_where_the_pointer_is(laid, other, aimed):
    box, target, neighbour = laid.place("t1"), laid.place(aimed), laid.place(other)
    to_the_left = target.x > neighbour.x
    x = round(box.x + (0.02 if to_the_left else 0.98) * box.width)
    laid.press((x, box.y + 20)).frame().move_to((x + 10, box.y + 20)).frame()
    laid.carry(corner(target, -0.48 if to_the_left else 0.48))
    assert neighbour.contains(laid.at), "the pointer is over the other one"
    laid.drop()
    assert laid.pile(aimed).endswith("9D")
    assert laid.pile(aimed) in ("TS 9D", "TC 9D")


def test_all_legal_targets_are_marked_from_the_pick_up_on_and_the_one_that_would_be_taken_stronger(laid):
    laid.pick_up("t1")
    ring = laid.place("t3").grown(4)._replace(height=4)  # its upper edge, which no card covers
    weak = laid.look(ring)
    laid.carry(corner(laid.place("t3"), 0, 0.3))
    strong = laid.look(ring)
    laid.carry(corner(laid.place("t2"), 0, 0.3))
    assert strong != weak
    assert laid.look(ring) == weak

    laid.drop().settle().start(LAID)
    edges = {f"t{n}": laid.place(f"t{n}").grown(3)._replace(height=3) for n in range(2, 8)}
    edges |= {f"f{n}": laid.place(f"f{n}").grown(3)._replace(height=3) for n in range(1, 5)}
    before = {name: laid.look(edge) for name, edge in edges.items()}
    laid.pick_up("t1")
    assert laid.targets == ["t2", "t3"]
    assert [name for name, edge in edges.items() if laid.look(edge) != before[name]] == ["t2", "t3"]
    laid.carry((20, 600)).drop().settle()
    assert {name: laid.look(edge) for name, edge in edges.items()} == before


def test_a_wrong_drop_glides_back_and_says_why(laid):
    home = laid.place("t5")
    laid.drag("t5:3", "t2")
    assert laid.sentence == "8♠ needs a card one rank higher, of the opposite colour, not 10♠."
    assert laid.ears.heard[-1] == "refuse"
    frames = 0
    while laid.screen.is_animating:
        laid.frame()
        frames += 1
    assert 0.150 - 2 / 60 <= frames / 60 <= 0.230 + 2 / 60
    assert laid.seen_at("6C") == (home.x, home.y)
    assert laid.written == []


@pytest.mark.parametrize(("card", "target"), [("waste", "t1"), ("t6", "t7"), ("t1", "f2"), ("t4", "stock")])
def test_every_wrong_drop_has_its_sentence(laid, card, target):
    before = laid.game.position
    laid.drag(card, target)
    assert laid.sentence.endswith(".")
    laid.settle()
    assert laid.game.position is before
    assert laid.picture == laid.fresh_picture


def test_a_card_put_back_where_it_was_is_no_mistake_and_a_slip_of_a_few_pixels_a_click(laid):
    laid.pick_up("t1").carry((20, 600)).carry("t1").drop()
    assert laid.sentence == ""
    assert "refuse" not in laid.ears.heard
    laid.drag("t1", "t1")
    assert laid.targets == ["t2", "t3"], "it is picked up, as by a click"
    laid.drag("t1", (20, 700))
    assert (laid.sentence, "refuse" in laid.ears.heard) == ("", False), "nor is one on the bare table"
    box = laid.settle().place("t1")
    assert laid.seen_at("9D") == (box.x, box.y)
    before = laid.pile("stock")
    laid.press("stock").move_to((laid.at[0] + 200, laid.at[1] + 100)).frame()
    assert laid.screen.cards.held_box() is None, "the hand cannot be dragged"
    laid.drop()
    assert (laid.pile("stock"), laid.picked) == (before, None)


def test_a_click_that_comes_too_soon_after_another_does_nothing_where_the_player_wants_that(laid):
    laid.wants(repeat_ms=600).tap("stock", times=2)
    assert laid.written == ["stock"]
    laid.wait(0.7).tap("stock")
    assert laid.written == ["stock", "stock"]


@pytest.mark.parametrize("foundation", ["f1", "f2", "f3", "f4"])
def test_a_card_dropped_on_any_foundation_goes_to_its_own(laid, foundation):
    laid.drag("t4", foundation)
    assert laid.pile("f3") == "AH"
    assert laid.pile("t4") == "3C"
    assert laid.written == ["t4>f3"]


# The hand that holds -----------------------------------------------------------------------------
@pytest.mark.parametrize("is_reduced", [False, True])
def test_points_fly_to_the_score_which_counts_up_unless_motion_is_reduced(table, is_reduced):
    table.wants(reduced_motion=is_reduced).start(position("t1 (5D) KS", "t2 6S")).drag("t1", "t3")
    points, field = table.screen.points, table.screen.bars.fields[1]
    assert (table.risen, field.text) == (["+10"], "10")
    places, seen = [], []
    for _ in range(60):
        pills = [(round(picture.get_height()), corner) for picture, corner in points.pictures()]
        places += [corner for height, corner in pills if height == 34]
        seen.append((field.seen or field.text, field.scale))
        table.frame()
    assert len(set(places)) == 1 if is_reduced else len(set(places)) > 10
    numbers = [int(text) for text, _ in seen]
    assert numbers == sorted(numbers)
    assert numbers[-1] == 10
    if is_reduced:
        assert set(seen) == {("10", 1.0)}
    else:
        assert len(places) == pytest.approx(0.45 * 60, abs=2)
        assert numbers.count(0) == pytest.approx(0.45 * 60, abs=3)
        assert [scale for _, scale in seen].count(1.2) == pytest.approx(0.15 * 60, abs=2)
        assert len(set(numbers)) > 5, "it counts"


def test_a_loss_sinks_with_a_minus_and_the_score_counts_down(table):
    table.start(position("t1 AC", "t2 2D")).drag("t1", "f1").settle().drag("f1", "t2")
    assert table.risen == ["−10"]
    (_, (_, first)), *_ = table.screen.points.pictures()
    table.wait(0.2)
    (_, (_, later)), *_ = table.screen.points.pictures()
    assert later > first
    table.settle()
    assert table.screen.bars.fields[1].seen is None


def test_from_the_third_move_on_a_streak_burns_and_the_placing_sound_rises(table):
    aces = position("t1 4C 3D 2D AD", "t2 4H 3H 2H AH", "t3 (5S) KC")
    table.start(aces)
    points, label = table.screen.points, table.screen.bars.fields[1]
    lengths = []
    for pile in ("t1", "t2", "t1", "t2"):
        table.hand.send_home(*table.card(pile))
        lengths.append(points.streak)
        table.wait(0.5)
    assert lengths == [0, 0, 3, 4]
    assert [name for name in table.ears.heard if name.startswith("place")] == [
        *("place", "place", "place_1", "place_2")
    ]
    assert label.hides_label
    table.skip(4)
    assert (points.streak, label.hides_label) == (0, False)
    table.rest()


def test_with_reduced_motion_nothing_leans_and_nothing_glides(table):
    table.context.settings.reduced_motion = True
    table.start(LAID).pick_up("t1").move_to((table.at[0] + 300, table.at[1])).frame()
    assert table.sprite(table.game.position.piles[6][0]).tilt == 0
    table.carry("t7").drop()
    box = table.place("t1")
    assert table.seen_at("9D") == (box.x, box.y)
    assert table.screen.cards.is_settled


# Clicking ----------------------------------------------------------------------------------------
def test_click_and_click_moves_a_run_and_to_an_empty_column_or_lets_go(laid):
    for place in ("t1", (20, 700)):  # a second click on the card, or one on the bare table
        laid.click("t1").click(place)
        assert (laid.targets, laid.written, laid.sentence) == ([], [], "")
    for place in ("f1", "t7", (20, 700)):
        laid.double_click(place).right_click(place).wait(0.5)
        assert (laid.written, laid.picked) == ([], None)
    laid.click("t5:3").click("t6").click("waste").click("t7")
    laid.click("t1").wait(0.5).drag("t1", "t2")
    assert laid.written == ["t5>t6:3", "waste>t7", "t1>t2"]


def test_a_click_where_it_may_not_go_says_why_and_takes_that_card_instead(laid):
    laid.click("t1").click("t6")
    assert laid.sentence == "9♦ needs a card one rank higher, of the opposite colour, not 9♥."
    assert laid.targets == ["t2", "t3"]
    assert laid.written == []
    laid.click("t2")
    assert laid.written == ["t6>t2"]


@pytest.mark.parametrize("send", ["double_click", "right_click"])
def test_double_click_and_right_click_send_home(laid, send):
    getattr(laid, send)("t4")
    assert laid.written == ["t4>f3"]
    assert laid.targets == []


@pytest.mark.parametrize("send", ["double_click", "right_click"])
def test_what_cannot_go_home_stays_with_a_gentle_word(laid, send):
    getattr(laid, send)("t1")
    assert laid.sentence == "9♦ cannot go home yet: 8♦ first."
    assert laid.ears.heard[-1] == "refuse"
    assert laid.written == [], "never anywhere else, although two tens are waiting"
    laid.rest()


def test_only_the_last_card_of_a_column_goes_home_and_a_face_down_card_cannot_be_picked_up(laid):
    laid.double_click("t5:3")
    assert laid.sentence == "Only the last card of a column goes home."
    assert laid.written == []

    laid.settle()
    still = laid.picture
    laid.pick_up("t4:2")
    assert laid.sentence == "A face-down card cannot move."
    assert laid.picked is None
    assert laid.picture != still, "it shakes its head"
    laid.drop().settle()
    assert laid.pile("t4") == "(3C) AH"
    assert laid.written == []


# The hand ----------------------------------------------------------------------------------------
def test_every_one_of_many_rapid_taps_counts_and_one_on_two_empty_piles_says_so(table):
    table.start(48213).tap("stock", times=10)
    assert table.written == ["stock"] * 10
    assert table.game.position.counters[1] == 1, "once the waste went back"
    table.rest()

    table.start(position("t1 (AC) 2C 3C 4C 5C 6C", "t2 7C 8C 9C TC", "t3 JC QC KC", home=(0, 13, 13, 13)))
    table.click("stock")
    assert table.sentence == "The stock and the waste are empty."
    assert table.written == []


@pytest.mark.parametrize("name", FELTS)
def test_the_bars_darken_the_table_and_keep_its_colour(name):
    edge = FELTS[name].edge
    ground = pygame.Surface((1, 1))
    ground.fill(edge)
    bar = pygame.Surface((1, 1), pygame.SRCALPHA)
    bar.fill(BAR)
    ground.blit(bar, (0, 0))
    shares = [got / part for got, part in zip(ground.get_at((0, 0)), edge, strict=False)]
    assert max(shares) - min(shares) < 0.06
    assert max(shares) < 0.8


def test_a_held_card_is_seen_moving_as_soon_as_the_pointer_has_and_stays_while_a_second_passes(laid):
    laid.pick_up("t4").carry((640, 500)).settle()
    before = laid.picture
    laid.move_to((700, 500))
    laid.app.frame()  # at once: no time has passed
    assert laid.picture != before
    assert laid.picture == laid.fresh_picture

    laid.drop().settle()
    laid.pick_up("t4").carry((640, 20)).settle()
    clock = laid.screen.bars.fields[0].text
    laid.wait(1)
    assert laid.screen.bars.fields[0].text != clock
    assert laid.picture == laid.fresh_picture


def test_one_click_plays_a_card_where_it_goes_best_and_says_so_where_it_goes_nowhere(table):
    table.wants(one_click=True).start(position("t1 (KC) 7D", "t2 8S", "t3 (2C) AH", "t4 9C")).click("t3")
    assert table.written == ["t3>f3"], "home first"
    table.click("t1")
    assert table.written[-1] == "t1>t2"
    table.click("t4")
    assert table.sentence == "9♣ has no move now."
    assert table.picked is None
    table.double_click("t2:1")
    assert len(table.written) == 2, "what the first click has played is not sent on by the second"

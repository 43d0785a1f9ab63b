"""1-3 Back at the table, sentence by sentence: the grid, the scroll, merges, moves, the end."""

from itertools import count

import pytest

from game.rules.one_three_back import DECK, STACKS, OneThreeBack
from game.rules.position import STOCK, Move
from game.solver.answer import Advice
from game.storage import statistics_rows
from game.storage.library import Library
from game.ui.drawing.layout import Box
from game.ui.games.one_three_back.hand import GridHand, PossibleMoves
from game.ui.games.one_three_back.practice import OFFER
from game.ui.games.one_three_back.scroll import GridScroll
from game.ui.games.one_three_back.view import ACROSS, OneThreeBackView
from tests.ui.driver import Table

NAME = "one-three-back"
QUIZ = ("AC", "6D", "5H", "4C", "4D", "2D")
PACK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def laid(*stacks: str, deck: str = "") -> str:
    """A game that starts from stacks such as `AC 6D`."""
    lines = [f"pile t{place} {cards}" for place, cards in enumerate(stacks, start=1)]
    stock = [f"pile stock {' '.join(f'({card})' for card in deck.split())}"] if deck else []
    return "\n".join(["patience 1", f"variant {NAME}", "deal none", *stock, *lines, "", ""])


@pytest.fixture
def fresh(table: Table) -> Table:
    """A deal of which nothing is dealt yet."""
    table.start(48213, game=NAME)
    return table


@pytest.fixture
def quiz(table: Table) -> Table:
    table.start(laid(*QUIZ))
    return table


def grid_of(table: Table) -> GridScroll:
    return table.part(GridScroll)


def rules_of(table: Table) -> OneThreeBack:
    assert isinstance(table.game.variant, OneThreeBack)
    return table.game.variant


def merges(table: Table) -> list[Move]:
    return rules_of(table).merges(table.game.position)


def stacks(table: Table) -> int:
    return rules_of(table).stacks(table.game.position)


def deal(table: Table, count: int) -> None:
    """Deals cards, of which only the last is looked at."""
    for _ in range(count - 1):
        table.screen.act(STOCK)
    table.key("enter").settle()


def tops(table: Table) -> str:
    """The top cards of all stacks."""
    piles = table.game.position.piles
    return " ".join(piles[stack][-1].text for stack in STACKS if piles[stack])


def box_of(table: Table, pile: int) -> Box:
    return table.screen.cards.top_box(pile)


def is_in_view(table: Table, pile: int) -> bool:
    box = box_of(table, pile)
    return box.within(grid_of(table).grid.view) == box


def stacks_in_view(table: Table) -> list[int]:
    return [stack for stack in STACKS if is_in_view(table, stack) and stack <= stacks(table)]


# The grid and the deck -----------------------------------------------------------------------
@pytest.mark.parametrize("how", ["click", "enter", "d"])
def test_the_deck_is_dealt_by_a_click_enter_or_d(fresh, how):
    first = fresh.game.position.piles[DECK][-1].up.text
    count = grid_of(fresh).count_box()
    before = fresh.look(count)
    fresh.click("stock") if how == "click" else fresh.key(how)
    fresh.settle()
    assert fresh.pile("t1") == first
    assert fresh.written == ["stock"]
    assert fresh.look(count) != before, "the number of cards left"


@pytest.mark.parametrize("size", [(1280, 800), (900, 640), (640, 480), (600, 930)])
@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("more_rows", [False, True])
def test_the_number_of_cards_left_stands_beyond_the_deck(table, size, left_handed, more_rows):
    table.wants(left_handed=left_handed, more_rows=more_rows).start(48213, game=NAME).resize(*size)
    count, deck = grid_of(table).count_box(), box_of(table, DECK)
    assert (deck.x < box_of(table, 1).x < box_of(table, 2).x) is left_handed, "the grid is never mirrored"
    assert count.y < deck.centre.y < count.y + count.height
    if left_handed:
        assert 0 <= count.x < count.x + count.width < deck.x
    else:
        laid_out_px = table.screen.canvas.size[0]  # a window may be narrower than what is laid out
        assert deck.x + deck.width < count.x < count.x + count.width <= laid_out_px


def test_every_stack_of_several_cards_shows_its_size_and_takes_it_along(quiz):
    size = box_of(quiz, 5).grown(4)
    edge = size._replace(y=size.y + size.height - 24, height=24)
    before = quiz.look(edge)
    quiz.drag("t5", "t2").settle()
    badges = quiz.screen.cards.look.badges
    piles = quiz.game.position.piles
    assert {piles[stack][-1].identity for stack in STACKS if len(piles[stack]) > 1} == set(badges)
    assert quiz.look(edge) != before, "another stack lies there"
    edges = grid_of(quiz).edges
    assert badges[piles[2][-1].identity] is edges.badge(2)


# Scrolling -----------------------------------------------------------------------------------


def test_the_wheel_scrolls_by_rows_and_dealing_brings_the_view_back(fresh):
    grid = grid_of(fresh)
    deal(fresh, 9)
    before = fresh.look(grid.scroll.track)
    fresh.click(grid.scroll.track.centre).settle()
    assert fresh.look(grid.scroll.track) == before, "nothing stands where there is nothing to scroll"
    deal(fresh, 1)
    assert fresh.look(grid.scroll.track) != before
    deal(fresh, 10)
    scroll = grid.scroll
    assert scroll.at == 4
    fresh.wheel(1).settle()
    assert scroll.at == 3
    fresh.wheel(2).settle()
    assert scroll.at == 1
    fresh.wheel(-9).settle()
    assert scroll.at == 4
    fresh.wheel(0.25)
    assert scroll.at == 3.75, "a touchpad scrolls by less than a row"
    fresh.key("home", *["enter"] * 32)
    assert stacks(fresh) == 52, "dealing does not wait for the scroll"
    fresh.settle()
    assert is_in_view(fresh, 52)


def test_the_bar_shows_what_is_in_view_and_keys_clicks_and_its_thumb_scroll(fresh):
    deal(fresh, 30)
    grid = grid_of(fresh)
    assert ("Rows", "8–10 of 10") in fresh.screen.bars.facts
    thumb, track = grid.scroll.thumb, grid.scroll.track
    assert thumb.y + thumb.height == pytest.approx(track.y + track.height)
    assert thumb.height == pytest.approx(0.3 * track.height)
    fresh.key("home").settle()
    assert ("Rows", "1–3 of 10") in fresh.screen.bars.facts
    assert grid.scroll.thumb.y == pytest.approx(track.y)

    seen = []
    for key in ("home", "pagedown", "pagedown", "pageup", "end"):
        fresh.key(key).settle()
        seen.append(grid_of(fresh).scroll.at)
    assert seen == [0, 3, 6, 3, 7]
    assert fresh.written.count("stock") == len(fresh.written), "they only scroll"

    fresh.click((track.centre.x, track.y + 5)).settle()
    assert grid.scroll.at == 4
    fresh.click((track.centre.x, track.y + track.height - 5)).settle()
    assert grid.scroll.at == 7

    x, y = grid.scroll.thumb.centre
    fresh.press((x, y)).frame()
    for step in range(1, 11):
        fresh.move_to((x, y - step * 20)).frame()
        assert grid.scroll.thumb.centre.y == pytest.approx(y - step * 20, abs=1)
    between = grid.scroll.at
    fresh.drop().settle()
    assert grid.scroll.at == round(between), "it comes to rest at whole rows"
    assert fresh.picked is None
    fresh.look_true().press(grid.scroll.thumb.centre).move_to((x - 300, 0)).frame()
    assert grid.scroll.at == 0, "it is held even when the pointer leaves the bar"
    fresh.drop().settle().move_to((x - 300, 700)).frame()
    assert grid.scroll.at == 0


@pytest.mark.parametrize("offset", [0.3, 2.7])
def test_cards_outside_the_view_are_not_drawn_over_the_bars(fresh, offset):
    grid = grid_of(fresh)
    deal(fresh, 20)
    fresh.key("v", "left", "home").settle()
    fresh.screen.say("")
    fresh.frame()
    # Beside the title, and beneath the sentence; what is counted stands elsewhere.
    bars = [Box(230, 0, 300, fresh.screen.bars.top.height), fresh.screen.bars.bottom._replace(width=900)]
    before = [fresh.look(bar) for bar in bars]
    fresh.wheel(-offset).settle().pick_up((grid.grid.view.x + 30, grid.grid.view.y + 20))
    fresh.drop().settle()
    fresh.screen.say("")
    fresh.frame()
    assert grid.scroll.at == pytest.approx(offset)
    assert [fresh.look(bar) for bar in bars] == before
    assert fresh.picture == fresh.fresh_picture


def test_a_press_while_the_grid_scrolls_takes_what_is_seen_and_size_and_cursor_keep_it_in_view(fresh):
    deal(fresh, 20)
    fresh.key("home").frame(4)
    grid = grid_of(fresh)
    view = grid.grid.view
    place = fresh.hand.pile_at((view.x + 40, view.centre.y))
    assert place is not None
    fresh.press((view.x + 40, view.centre.y)).frame(10).release().frame()
    assert fresh.picked is not None
    assert fresh.picked.pile == place[0]
    fresh.settle()
    assert grid.scroll.at == 0, "then the view goes on to where it was bound for"

    fresh.key("esc", "end").settle()
    fresh.wheel(1).settle()
    before = stacks_in_view(fresh)
    fresh.resize(900, 640)
    assert stacks_in_view(fresh) == before
    assert fresh.picture == fresh.fresh_picture

    fresh.key("end").settle().resize(1280, 800)
    fresh.key("left", *["up"] * 6).settle()
    assert cursor(fresh) == 2
    assert is_in_view(fresh, 2)
    fresh.key("end").settle()
    assert is_in_view(fresh, 20)
    fresh.key("right").settle()
    assert is_in_view(fresh, 3)


def test_more_rows_are_offered_once_where_a_window_has_room(table):
    del table.context.profile.first_steps[OFFER]
    table.start(3, game=NAME)
    deal(table, 12)
    assert table.screen.panel is None, "nothing moves under a hand that deals"
    table.has_best(12)
    table.key("n").frame()
    table.click(table.button("More rows").box.centre).key("enter")
    assert table.panel == "Show more rows?", "what was meant for a card presses nothing"
    table.press_button("Keep three").key("n").settle()
    assert table.screen.panel is None
    del table.context.profile.first_steps[OFFER]
    table.key("n").settle().press_button("More rows")
    assert table.context.settings.more_rows
    assert grid_of(table).scroll.view == 4


def test_more_rows_are_a_setting_that_is_off(make_table):
    tall = make_table(size=(700, 1100))
    assert not tall.context.settings.more_rows
    tall.start(48213, game=NAME)
    assert grid_of(tall).scroll.view == 3
    tall.lay_out_again(more_rows=True)
    deal(tall, 14)
    assert grid_of(tall).scroll.view > 3
    assert stacks_in_view(tall) == list(range(1, 15))
    assert len({box_of(tall, stack).x for stack in range(1, 15)}) == ACROSS


# Merging -------------------------------------------------------------------------------------
def test_a_stack_is_dragged_whole_onto_three_back_a_thick_one_by_its_edge_too(table):
    table.start(laid("4C", "6D", "5H", "9S 3H 4D")).pick_up("t4")
    assert table.targets == ["t1"]
    assert len([sprite for sprite in table.sprites if sprite.held_at is not None]) == 3
    table.carry("t1").drop()
    assert table.pile("t1") == "4C 9S 3H 4D"
    assert table.written == ["t4>t1"]

    table.start(laid("KC", " ".join(PACK[:12]) + " " + " ".join(PACK[13:26])))
    box = table.screen.cards.place_of(2, 0)
    table.press((box.centre.x, box.y + box.height - 2)).frame()
    table.move_to((box.centre.x, box.y + box.height - 20)).frame()
    assert len([sprite for sprite in table.sprites if sprite.held_at is not None]) == 25


def test_legal_targets_are_marked_and_no_others_and_what_does_not_match_is_said(quiz):
    edges = {stack: box_of(quiz, stack).grown(3)._replace(height=3) for stack in (1, 2, 3, 4)}
    before = {stack: quiz.look(edge) for stack, edge in edges.items()}
    quiz.pick_up("t5")
    assert quiz.targets == ["t2", "t4"]
    assert [stack for stack, edge in edges.items() if quiz.look(edge) != before[stack]] == [2, 4]

    quiz.drop().settle()
    quiz.click("t6")
    assert quiz.targets == ["t5"]
    quiz.click("t3")
    assert quiz.sentence == "2♦ and 5♥ match neither in suit nor in rank."
    quiz.click("t3").click("t3")
    assert quiz.sentence == "5♥ does not match 6♦."
    quiz.key("esc").click("t1")
    assert quiz.sentence == "The first stack stays: stacks only go onto earlier ones."


@pytest.mark.parametrize(
    ("source", "target", "sentence"),
    [
        ("t5", "t3", "A stack goes one back or three back, nowhere else."),
        ("t1", "t2", "A stack only goes onto an earlier one."),
        ("t3", "t2", "5♥ and 6♦ match neither in suit nor in rank."),
    ],
)
def test_a_wrong_drop_glides_back_and_says_why(quiz, source, target, sentence):
    quiz.drag(source, target)
    assert quiz.sentence == sentence
    quiz.settle()
    assert quiz.written == []
    assert tops(quiz) == " ".join(QUIZ)


def test_clicks_merge_where_there_is_one_way_one_chooses_where_there_are_two_and_none_waits(quiz):
    quiz.double_click("t6").settle()
    assert quiz.written == ["t6>t5"]
    quiz.right_click("stock")
    quiz.right_click("t5")
    assert quiz.written == ["t6>t5", "t5>t2"]

    quiz.start(laid(*QUIZ))
    quiz.right_click("t5")
    assert quiz.sentence == "It can go one back or three back: choose."
    quiz.click("t4")
    assert quiz.written == ["t5>t4"]

    quiz.start(laid(*QUIZ))
    for source, target in (("t5", "t2"), ("t4", "t1"), ("t2", "t1")):
        quiz.tap(source).tap(target)
    assert quiz.written == ["t5>t2", "t4>t1", "t2>t1"]
    quiz.settle()
    assert tops(quiz) == "4D 5H 2D"


def test_after_a_merge_later_stacks_glide_back_one_slot_across_the_row_end_one_after_the_other(table):
    table.start(laid("AC", "2C", "3D", "4S", "6H")).drag("t2", "t1").frame(3)
    # 4S glides from the beginning of the second row to the end of the first.
    ways = []
    while table.screen.is_animating:
        ways.append(table.seen_at("4S"))
        table.frame()
    xs, ys = [way.x for way in ways], [way.y for way in ways]
    assert xs == sorted(xs)
    assert ys == sorted(ys, reverse=True)
    assert len({round(x) for x in xs}) > 5, "it is seen on its way"
    assert table.seen_at("4S") == box_of(table, 3)[:2]
    assert tops(table) == "2C 3D 4S 6H"

    table.start(laid("AC", "2C", "3D", "4S", "6H", "8D"))
    before = {card: table.seen_at(card) for card in ("3D", "4S", "6H", "8D")}
    table.pick_up("t2").carry("t1").release()
    starts: dict[str, int] = {}
    for frame in range(40):
        table.frame()
        for card, place in before.items():
            if table.seen_at(card) != place:
                starts.setdefault(card, frame)
    assert starts["3D"] < starts["4S"] < starts["6H"] < starts["8D"]


def test_merging_shrinks_the_grid_and_the_view_follows(table):
    table.start(laid("AC", "3D", "5H", "7S", "9C", "JD", "KH", "2S", "4C", "6C"))
    table.key("end").settle()
    assert grid_of(table).scroll.at == 1
    table.drag("t10", "t9").settle()
    assert grid_of(table).scroll.at == 0
    assert stacks_in_view(table) == list(range(1, 10))
    assert table.picture == table.fresh_picture


# Targets out of view -------------------------------------------------------------------------
@pytest.fixture
def long(table: Table) -> Table:
    """A grid of five rows whose first one is out of view; t4, the first in view, fits on t1."""
    table.start(laid("AC", "3D", "5H", "AD", "9C", "JH", "KS", "2S", "4C", "6D", "8H", "TS", "QC"))
    table.wheel(-1).settle()
    assert stacks_in_view(table)[0] == 4
    return table


def test_an_arrow_at_the_edge_shows_a_target_out_of_view(long):
    grid = grid_of(long)
    view = grid.grid.view
    place = Box(box_of(long, 1).x, view.y, box_of(long, 1).width, 34)
    before = long.look(place)
    long.click("t4")
    assert long.targets == ["t1"]
    assert long.part(GridHand).hidden_targets == [1]
    assert "out of view" in long.sentence
    assert long.look(place) != before
    arrow = grid.edges.boxes[0]
    assert arrow.within(view) == arrow
    long.click(arrow.centre).settle()
    assert is_in_view(long, 1)
    assert long.part(GridHand).hidden_targets == []
    assert long.targets == ["t1"], "what was picked stays picked"
    long.click("t1")
    assert long.written == ["t4>t1"]


def test_dragging_to_the_edge_scrolls_and_so_does_the_wheel_meanwhile(long):
    grid = grid_of(long)
    view, box = grid.grid.view, box_of(long, 5)
    long.press((box.centre.x, box.y + 6)).frame().move_to((box.centre.x - 12, box.y + 8)).wait(0.5)
    assert grid.scroll.at == 1, "a stack taken at the edge scrolls nothing by itself"
    long.drop().settle().pick_up("t9").carry((box_of(long, 9).x, view.y + view.height - 40)).wait(2)
    assert grid.scroll.at == grid.scroll.furthest
    long.drop().settle().key("home").settle().wheel(-1).settle()
    assert long.written == []
    long.pick_up("t4")
    assert long.hand.best_pile([1]) is None, "nothing lands on a stack that cannot be seen"
    long.carry((box_of(long, 4).x, view.y - 90)).settle()
    assert grid.scroll.at == 0
    assert not long.part(GridHand).hidden_targets
    shown = long.shown
    long.skip(0.8)
    assert long.shown - shown <= 2, "a waiting drag costs nothing"
    long.wheel(-1).wheel(1).settle()
    long.carry("t1").drop()
    assert long.written == ["t4>t1"]
    long.rest()


# Possible moves ------------------------------------------------------------------------------
@pytest.mark.parametrize("how", ["button", "key"])
def test_possible_moves_are_marked_by_a_toggle(quiz, how):
    def toggle() -> None:
        quiz.press_button("Moves") if how == "button" else quiz.key("v")

    edges = {stack: box_of(quiz, stack).grown(3)._replace(height=3) for stack in range(1, 7)}
    before = {stack: quiz.look(edge) for stack, edge in edges.items()}
    toggle()
    can = {move.source for move in merges(quiz)}
    assert {stack for stack, edge in edges.items() if quiz.look(edge) != before[stack]} == can
    assert quiz.sentence == f"{len(can)} stacks can be merged."
    toggle()
    assert {stack: quiz.look(edge) for stack, edge in edges.items()} == before
    toggle()
    quiz.start(laid("AC", "3D", "5H", "AD", "9C", "JH", "KS", "2S", "4C", "6D", "8H", "TS", "QC"))
    assert quiz.context.settings.possible_moves, "it stays for the next game"
    assert {move.source - 1 for move in merges(quiz)} == grid_of(quiz).bar.lit
    assert 3 in grid_of(quiz).bar.lit, "moves out of view too"


def test_while_moves_are_shown_it_is_said_that_there_is_none_and_which_way_each_goes(table):
    table.start(laid("AC", "3D", "5H", deck="7C 9S 8H 2C")).key("v")
    assert table.sentence == "No merge now: deal the next card."
    table.key("enter").settle()
    assert table.pile("t4") == "2C"
    assert table.sentence == "2♣ dealt as stack 4; 3 left"

    seen = []
    for before in ("5D", "KD"):
        table.start(laid("5C", "9H", before, "5H"))
        table.lay_out_again(possible_moves=True)
        table.settle()
        seen.append(table.look(table.screen.cards.top_box(4)))
    assert seen[0] != seen[1], "one back or three back; three back alone"


# Undo, restart, menu -------------------------------------------------------------------------
def test_undo_goes_as_far_as_the_last_dealt_card(table):
    table.start(laid("AC", "2C", "3D", deck="9H 3S")).drag("t2", "t1").key("enter").settle()
    table.drag("t3", "t2").settle().key("u")
    assert tops(table) == "2C 3D 3S"
    table.key("u")
    assert table.sentence == "That cannot be undone: the deal showed you a new card."
    assert table.button("Undo").refusal() is not None
    table.key("r")
    assert tops(table) == "2C 3S"


# The end -------------------------------------------------------------------------------------
def test_no_end_while_the_deck_has_cards(table):
    table.start(laid("AC", "3D", "5H", "AS", deck="9D")).drag("t4", "t1").settle()
    assert table.panel == ""
    table.key("enter").settle()
    assert table.panel == "4 stacks left: very good"
    assert table.panel_lines["Stacks"] == "4"
    for stacks, grade in ((7, ": good"), (11, ": fair"), (16, "")):
        cards = [rank + suit for rank, suit in zip("A23456789TJQKA23", "CDHS" * 4, strict=True)]
        table.start(laid(*cards[: stacks - 1], deck=cards[stacks - 1])).key("enter").settle()
        assert table.panel == f"{stacks} stacks left{grade}"


def play_out(table: Table) -> int:
    """Merges the last that can be, deals when nothing can, until the end."""
    while not table.game.is_over:
        found = merges(table)
        table.hand.move(found[-1]) if found else table.key("enter")
        table.wait(0.2)  # as a hand does
    table.settle()
    return stacks(table)


@pytest.mark.thorough
def test_the_fewest_stacks_are_the_best(fresh, monkeypatch):
    fresh.context.settings.speed = "off"
    first = play_out(fresh)
    assert fresh.panel_lines["Fewest so far"] == str(first)
    assert "Your first score!" in fresh.panel_lines
    numbers = count()
    monkeypatch.setattr(statistics_rows, "deal_digest", lambda _: f"deal {next(numbers)}")
    monkeypatch.setattr(Library, "is_unfinished", lambda *_: False)
    for kept, expected in ((first + 3, "New best"), (first, None), (max(1, first - 1), None)):
        fresh.has_best(kept)
        fresh.start(48213, game=NAME)
        play_out(fresh)
        assert fresh.panel_lines["Fewest so far"] == str(min(kept, first))
        assert ("New best" in fresh.panel_lines) is (expected is not None)


@pytest.mark.parametrize("how", ["button", "u"])
def test_after_the_end_the_last_merge_can_be_taken_back(table, how):
    table.start(laid("AC", "3D", "5H", "AS", "9D")).drag("t4", "t1").settle()
    table.press_button("Undo") if how == "button" else table.key(how)
    table.settle()
    assert table.panel == ""
    assert tops(table) == "AC 3D 5H AS 9D"
    table.drag("t4", "t1").frame()
    assert table.game.is_over
    table.key("u")
    assert table.screen.session.is_running, "time passes again, though no result was shown"


def test_one_stack_is_celebrated(table):
    table.start(laid("AC", "2C")).drag("t2", "t1").wait(0.6)
    assert "win" in table.ears.heard
    assert table.screen.asked.is_autoplaying()
    assert table.panel == ""
    table.settle()
    assert table.panel == "One stack: a perfect game!"
    assert "Every card on a single stack." in table.panel_lines, "there were but two"


# The keyboard --------------------------------------------------------------------------------
def cursor(table: Table) -> int | None:
    spot = table.keyboard.spot
    return None if spot is None else spot.pile


def test_the_cursor_goes_one_back_and_three_back_space_picks_up_and_drops_and_enter_deals(quiz):
    quiz.key("left")
    assert cursor(quiz) == 6, "it begins at the last stack"
    seen = []
    for key in ("left", "left", "left", "up", "up", "right", "right", "right", "down", "right", "right"):
        quiz.key(key)
        seen.append(cursor(quiz))
    assert seen == [5, 4, 3, 3, 3, 4, 5, 6, 6, DECK, DECK]
    quiz.key("left")
    assert cursor(quiz) == 6

    quiz.start(laid(*QUIZ, deck="9S")).key("left", "left", "space")
    assert quiz.targets == ["t2", "t4"]
    quiz.key("up", "space")
    assert quiz.written == ["t5>t2"]
    assert cursor(quiz) == 2
    quiz.key("enter")
    assert quiz.written == ["t5>t2", "stock"]


def test_tab_goes_to_what_can_be_merged_and_then_to_where(long):
    long.key("tab")
    sources = {move.source for move in merges(long)}
    assert cursor(long) in sources
    while cursor(long) != 4:
        long.key("tab")
    long.key("space", "tab").settle()
    assert cursor(long) == 1
    assert is_in_view(long, 1)
    long.key("space")
    assert long.written == ["t4>t1"]
    long.start(laid(*QUIZ)).key("left", "space", "left", "space")
    assert long.pile("t5") == "4D 2D"
    assert cursor(long) == 5, "the last stack is gone"
    long.key("u", "right")
    assert cursor(long) == 6


def test_a_mark_waits_for_the_card_it_is_meant_for(fresh):
    fresh.key("v")
    moves = fresh.part(PossibleMoves)

    def corners() -> list[tuple[int, int]]:
        return [corner for _, corner in moves.draw_below()]

    last = 0
    while not any(move.source == last for move in fresh.game.variant.legal_moves(fresh.game.position)):
        fresh.settle().key("enter").frame()
        last = fresh.game.variant.stacks(fresh.game.position)
    mark = fresh.screen.marks.target(fresh.screen.cards.top_box(last), is_best=False)[1]
    assert not fresh.screen.cards.is_at_rest(last)
    assert mark not in corners()
    fresh.settle()
    assert mark in corners()


def test_where_the_deck_is_dealt_nothing_is_told_of_orders_of_the_deck():
    rules = OneThreeBack()
    table = rules.position_from_text("pile t1 AC\npile t2 2C\npile t3 3C")
    words = OneThreeBackView(rules).words
    assert words.odds_words(table, Advice(Move(2, 1), 1, 1, 1.0)) == "This leaves 1 stack."
    assert words.odds_words(table, Advice(Move(2, 1), 0, 1, 2.0)) == "This leaves 2 stacks."


def test_one_click_merges_where_that_is_clear_and_leaves_one_or_three_back_to_the_player(table):
    table.wants(one_click=True).start(laid("5C", "9H", "5D", "5H")).click("t4")
    assert table.picked is not None
    assert len(table.picked.targets) == 2
    table.key("esc").click("t3")
    assert table.picked is None
    assert not table.written

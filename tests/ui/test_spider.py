"""Spider at the table: every function of the program of 1992, as a player meets it."""

from itertools import combinations, pairwise

import pygame
import pytest

from game.play.deal import deal_number
from game.rules.position import STOCK
from game.rules.spider import COLUMNS, PLACES, Spider
from game.ui.drawing.drawings import DECKS
from game.ui.drawing.layout import Box
from game.ui.games.spider.hand import Peek, spread_column, suit_lines
from game.ui.games.spider.practice import SpiderPractice
from game.ui.games.spider.problems import ProblemsScreen
from game.ui.games.spider.view import SpiderView
from tests.spider_endings import suit
from tests.ui.driver import Table


def laid(*piles: str) -> str:
    """A record of Spider from piles such as `t1 (4D) JC`.

    As many rows as can be of the other cards are the stock, the others lie face up under t10.
    """
    named = dict(line.split(" ", 1) for line in piles)
    rest = [rank + letter for letter in "CDHS" * 2 for rank in "A23456789TJQK"]
    for words in named.values():
        for word in words.split():
            rest.remove(word.strip("()"))
    in_stock = min(50, len(rest) // 10 * 10)
    named["stock"] = " ".join(f"({word})" for word in rest[:in_stock])
    named["t10"] = " ".join([*rest[in_stock:], named.get("t10", "")]).strip()
    lines = [f"pile {name} {words}" for name, words in named.items() if words]
    return "\n".join(["patience 1", "variant spider suits=4", "deal none", *lines, "", ""])


RUNS = laid(
    *("t1 (2C) 9S 5H 4H 3H", "t2 (2D) 6H", "t3 6S", "t4 (3C) KD", "t5 JH", "t6 QC JC", "t7 KS TD"),
    *("t8 8D", "t9 2S", "t10 AS"),
)
"""The run of t1 fits on the six of hearts in t2 and on the six of spades in t3; no column is empty."""

SPACE = laid("t1 (2C) 9S 5H 4H 3H", "t2 (2D) 7D", "t3 8S", "t4 (3C) KD", "t6 QC JC", "t7 TD", "t10 AS")
"""The run of t1 fits on nothing; t5, t8 and t9 are empty."""

COMPLETE = laid(f"t1 (2C) {suit('S')}", f"t2 {suit('H')}", "t3 5D", "t5 9C", "t10 AC")

ALMOST_WON = laid(
    *(f"t{number} {suit(letter)}" for number, letter in enumerate("CDHSCDH", 1)),
    *(f"t8 {suit('S', 0, 8)}", f"t9 {suit('S', 8, 13)}"),
)
"""One move, and all eight suits stand in the tableau."""


@pytest.fixture
def spider(table: Table) -> Table:
    table.start(48213, game="spider")
    return table


def rules_of(table: Table) -> Spider:
    assert isinstance(table.game.variant, Spider)
    return table.game.variant


def view_of(table: Table) -> SpiderView:
    assert isinstance(table.screen.view, SpiderView)
    return table.screen.view


def practice_of(table: Table) -> SpiderPractice:
    assert isinstance(table.screen.mode, SpiderPractice)
    return table.screen.mode


def ctrl_click(table: Table, place: str) -> None:
    pygame.key.set_mods(pygame.KMOD_LCTRL)
    table.click(place)
    pygame.key.set_mods(pygame.KMOD_NONE)


def hold_right(table: Table, place: str) -> None:
    table.press(place, button=3).wait(0.4)


def let_go_right(table: Table) -> None:
    table.release(button=3).frame()


# A click on the last card ---------------------------------------------------------------------
def test_a_click_sends_the_longest_run_onto_its_own_suit_or_picks_up_where_that_is_wanted(table):
    table.start(RUNS).click("t1")
    assert table.pile("t2") == "(2D) 6H 5H 4H 3H"
    assert table.pile("t1") == "(2C) 9S"
    assert table.written == ["t1>t2:3"]

    table.start(laid("t1 (2C) 9S", "t2 TD", "t10 AS")).click("t2")
    assert (
        table.sentence == "No column ends in a jack for 10♦, and another empty column would change nothing."
    )
    assert table.ears.heard[-1] == "refuse"
    assert table.screen.is_animating, "the cards shake"

    table.start(laid("t1 5H", "t2 6S", "t3 6C"))
    table.wants(two_clicks=True).click("t1")
    assert "t3" in table.targets
    table.click("t3")
    assert table.written == ["t1>t3"]


def test_control_and_a_click_picks_up_and_the_next_click_drops(table):
    table.start(RUNS)
    ctrl_click(table, "t1:2")
    assert table.targets == []
    assert table.picked is not None
    table.click("t1")
    assert table.picked is None
    ctrl_click(table, "t1:3")
    assert table.targets == ["t2", "t3"]
    table.click("t3")
    assert table.written == ["t1>t3:3"]


# Dragging -------------------------------------------------------------------------------------
def test_a_drag_moves_exactly_what_was_picked_up_and_what_is_put_back_slips_to_no_neighbour(table):
    table.start(SPACE).drag("t1:2", "t8")
    assert table.pile("t8") == "4H 3H"
    table.settle().drag("t1", "t9")
    assert table.pile("t9") == "5H"
    assert table.written == ["t1>t8:2", "t1>t9"]

    table.start(laid("t1 5H", "t2 6S", "t3 AC"))
    box = table.place("t1")
    table.drag("t1", (box.x + 0.3 * box.width, box.y))
    assert table.written == []
    assert table.sentence == ""
    table.drag("t1", (box.x + 0.8 * box.width, box.y))
    table.settle().pick_up("t1").drop()
    assert table.written == ["t1>t2"], "an empty column has nothing to drag"


def test_a_completed_suit_is_dragged_to_the_places_any_of_them(table):
    table.start(COMPLETE).click("f6")
    assert table.sentence == "A complete suit goes here when you click or drag it."
    table.drag("t2:13", "f6")
    assert table.pile("f1") == suit("H")
    assert table.written == ["t2>f1:13"]
    table.rest()


# The other button -----------------------------------------------------------------------------
def test_the_other_button_spreads_a_column_or_tells_the_suits_that_are_face_up_while_held(table):
    table.wants(pause_unfocused=False).start(RUNS)
    before = table.picture
    hold_right(table, "t1")
    assert table.part(Peek).draw_above()
    assert table.picture != before
    let_go_right(table)
    assert not table.part(Peek).draw_above()
    assert table.picture == before
    table.right_click("t1").wait(1)
    assert table.part(Peek).draw_above(), "a click spreads it until the next press"
    table.key("t")
    assert not table.part(Peek).draw_above()
    hold_right(table, "t1")
    table.happen(pygame.WINDOWFOCUSLOST)
    assert not table.part(Peek).draw_above()

    table.start(COMPLETE)
    before = table.picture
    hold_right(table, "f3")
    assert table.picture != before
    let_go_right(table)
    assert table.picture == before
    told = {line.words: line.value for line in suit_lines(rules_of(table), table.game.position)}
    assert told["♥ Hearts"] == "all thirteen"
    assert told["♠ Spades"] == "all thirteen, 2 times"
    assert told["♣ Clubs"] == "2 of 13"


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("count", [1, 13, 25, 60])
@pytest.mark.parametrize("size", [(640, 480), (900, 640), (1920, 1080)])
def test_a_column_that_is_spread_is_legible_and_inside_the_room(make_table, size, count, deck):
    table = make_table(size=size).wants(deck=deck)
    table.start(48213, game="spider")
    cards, pictures = (table.game.deal.deck or ())[:count], table.context.pictures
    room, pad = view_of(table).inner(table.screen.area.space), pictures.px(6)
    column = table.screen.cards.top_box(10)
    assert column.x > room.x
    column = column._replace(y=room.y)
    picture, (x, y) = spread_column(pictures, cards, column, room, "green")
    assert room.x - pad - 1 <= x
    assert x + picture.get_width() <= room.x + room.width + pad + 1
    assert y + picture.get_height() <= room.y + room.height + pad + 1
    in_each = -(-count // round(picture.get_width() / (pictures.card_width + pad)))
    if in_each > 1:
        step = (picture.get_height() - 2 * pad - pictures.card_height) / (in_each - 1)
        assert step >= pictures.deck.index_size.down * pictures.card_height - 1


@pytest.mark.parametrize("is_left", [False, True])
@pytest.mark.parametrize("pile", ["t1", "t4", "t10"])
def test_a_column_that_is_spread_hides_itself(spider, pile, is_left):
    """On a column of many cards face down lies one face up: of the spread only that is seen."""
    spider.lay_out_again(left_handed=is_left).frame()
    number = spider.screen.variant.pile_index(pile)
    column = spider.screen.cards.run_box(number, len(spider.game.position.piles[number]))
    assert column.height > spider.context.pictures.card_height
    hold_right(spider, pile)
    picture, corner = spider.part(Peek).draw_above()[0]
    spread = picture.get_rect(topleft=corner)
    assert spread.contains(pygame.Rect(column))
    beneath = (spread.centerx - corner[0], round(column.y + column.height) - corner[1] - 5)
    assert picture.get_at(beneath).a == 255
    let_go_right(spider)


# The stock ------------------------------------------------------------------------------------
@pytest.mark.parametrize("button", [1, 2, 3])
def test_any_button_on_the_stock_deals_a_row(spider, button):
    spider.press("stock", button=button).frame().release(button=button).settle()
    assert spider.written == ["stock"]
    lengths = [len(pile) for pile in spider.game.position.piles[COLUMNS.start :]]
    assert lengths == [7, 6, 6, 7, 6, 6, 7, 6, 6, 7]
    stock = spider.look_true().place("stock").centre
    spider.wait(1).double_click(stock).settle()
    assert spider.written == ["stock"] * 2, "a double click deals one row"
    spider.wait(1).click(stock).click(stock)
    assert spider.written == ["stock"] * 4


def test_the_caption_counts_the_deals_that_are_left(spider):
    captions, heaps = [spider.window_title], [len(set(spider.places(0)))]
    for _ in range(5):
        spider.key("d").settle()
        captions.append(spider.window_title)
        heaps.append(len(set(spider.places(0))))
    assert heaps[:5] == [5, 4, 3, 2, 1]
    assert captions == [
        f"Spider — {word} left" for word in ("5 deals", "4 deals", "3 deals", "2 deals", "1 deal", "0 deals")
    ]
    spider.key("u")
    assert spider.window_title == "Spider — 1 deal left"
    look = spider.screen.cards.look
    assert len({look.whole_box(place).y for place in spider.places(0)}) == 1


def test_a_deal_onto_spaces_is_refused_with_the_reason_and_the_spaces_marked(table):
    table.start(SPACE)
    before = {name: table.look(table.place(name)) for name in ("t5", "t8", "t9", "t6")}
    table.click("stock")
    assert table.sentence.startswith("Fill the empty columns first")
    changed = [name for name, look in before.items() if table.look(table.place(name)) != look]
    assert changed == ["t5", "t8", "t9"]
    table.settle()
    assert {name: table.look(table.place(name)) for name in before} == before


def test_one_move_back_and_forward_without_end(spider):
    start = spider.game.position
    spider.key("d").settle()
    after = spider.game.position
    spider.key("u")
    assert spider.game.position == start
    spider.press_button("Redo")
    assert spider.game.position == after
    spider.press_button("Undo").key("u")
    assert spider.sentence == "There is nothing to undo."


# Score, Help, menu ------------------------------------------------------------------------------
def test_the_score_is_shown_with_its_parts(table):
    table.start(RUNS)
    assert table.screen.bars.fields[0].text == str(table.game.score)
    table.key("s")
    assert table.panel == "Score"
    parts = table.screen.variant.score_parts(table.game.position)
    lines = table.panel_lines
    assert lines["Score"] == str(table.game.score) == str(sum(parts))
    assert lines["Cards on the next higher of their suit: 3 × 2"] == "6"
    table.key("esc")
    assert table.panel == ""


def test_the_menu_holds_everything(spider):
    spider.press_button("Menu")
    menu = [button.word for button in spider.screen.panel.buttons]
    assert menu[:5] == ["Continue", "New game", "Start over", "End the game", "Home"]
    assert menu[5:] == ["Settings", "Statistics", "Help", "File"]
    spider.key("down", "right")
    assert spider.narrated[-1].startswith("Statistics"), "from one column to the other"
    for word in ("Save", "Open", "Score", "Hint", "Problems", "Rules", "Learn it", "Show me"):
        spider.button(word)
        assert len(spider.screen.panel.buttons) <= 9
        spider.key("esc")
    spider.press_button("Score")
    assert spider.panel == "Score"


def test_the_menu_opens_with_escape_and_its_keys_work_in_it(spider):
    spider.key("esc", "u")
    assert spider.sentence == "There is nothing to undo."
    spider.key("esc")
    assert spider.panel == "Menu"
    spider.key("d")
    assert spider.panel == ""
    assert spider.written == ["stock"]
    spider.settle().key("esc", "u")
    assert spider.written == ["stock", "undo"]
    spider.key("esc", "down", "down", "enter", "esc")
    assert spider.panel == "Menu", "a question leads back to where one was"
    spider.key("esc").key("p", "p")
    assert spider.panel == ""
    spider.key("esc", "esc")
    assert spider.panel == ""
    spider.key("esc").click((5, 400))
    assert spider.panel == ""


# Problems -------------------------------------------------------------------------------------
def test_a_problem_is_chosen_played_restarted_and_gone_on_with(make_table):
    table = make_table()
    table.start(48213, game="spider").key("l")
    assert isinstance(table.app.screen, ProblemsScreen)
    question = table.key("down").app.screen.spoken.focus.more
    table.key("enter").settle()
    assert table.panel == "Swap the deuces first"
    assert question in table.panel_lines
    table.press_button("Play")
    assert practice_of(table).deal_name == "Swap the deuces first"
    start = table.game.position
    table.click("t10")
    assert table.game.entries
    table.key("b").press_button("Start over").settle().press_button("Play")
    assert table.game.position == start
    table.click("t10")
    after = table.game.position
    table.close()
    again = make_table()
    again.go_on()
    assert again.game.position == after
    assert practice_of(again).deal_name == "Swap the deuces first"


def test_a_problem_notices_that_it_is_solved_and_the_list_counts_it(make_table):
    table = make_table()
    table.start(48213, game="spider").key("l", "down", "enter").settle().press_button("Play")
    for move in ("t6>t2", "t10>t5", "t10>t6", "t2>t10", "t3>t2:3"):
        table.act(move).settle()
        assert table.panel == ""
    table.act("t10>t3:6").settle().frame()
    assert table.panel == "You have answered the question."
    assert "Problems solved: 1 of 8" in table.panel_lines
    table.press_button("Keep playing").key("l")
    assert [row.date for row in table.listed.rows] == ["", "Solved", *[""] * 6]
    table.close()
    again = make_table()
    assert again.start(48213, game="spider").key("l").listed.rows[1].date == "Solved"


def test_an_answer_is_played_move_by_move_with_a_sentence_for_each_and_does_not_count(table):
    table.start(48213, game="spider").key("l", "down", "enter").settle().press_button("Play")
    table.key("esc").press_button("Answer")
    assert table.panel == "Answer"
    assert any("The 8♠ with its run into the empty column at once" in line for line in table.panel_lines)
    table.press_button("Show me").wait(0.1)
    told = [table.sentence]
    while told[-1] != "You have answered the question.":
        table.wait(0.5)
        told += [table.sentence] if table.sentence != told[-1] else []
        assert len(told) < 20
    sentences = [sentence for sentence in told if " of 6: " in sentence]
    assert len(sentences) == 6
    assert sentences[0] == "1 of 6: 2♦ to the empty column, so that 2♣ can go onto 3♦."
    assert sentences[1] == "2 of 6: A♠ onto 2♠: that builds in suit."
    assert sentences[5] == "6 of 6: 7♦–2♦ onto 8♦: that builds in suit and turns a card over."
    table.key("esc").frame()
    for move in ("t6>t2", "t10>t5", "t10>t6", "t2>t10", "t3>t2:3", "t10>t3:6"):
        table.act(move).settle()
    table.frame()
    assert "The answer was shown before, so it does not count." in table.panel_lines


@pytest.mark.parametrize("size", [(640, 480), (1280, 800)])
def test_every_problem_of_the_list_can_be_reached(make_table, size):
    table = make_table(size=size)
    table.start(48213, game="spider").key("l")
    listed = table.listed
    assert len(listed.rows) == 8
    for number in range(8):
        assert (listed.chosen, number in listed.in_view) == (number, True)
        question = table.app.screen.spoken.focus.more
        assert table.form.panel.widgets[1].parts[0].paragraphs == [question], "read and told in whole"
        table.key("down")
    table.key("l")
    assert isinstance(table.screen.mode, SpiderPractice)
    table.key("l").click(listed.row_box(0).centre).press_button("Play").settle()
    assert table.panel == "An opening, step by step"


# Suits that go by themselves, winning -------------------------------------------------------------
def test_completed_suits_stay_until_they_are_removed_or_with_the_setting_go_and_it_is_recorded(table):
    table.start(laid(f"t1 {suit('S', 0, 9)}", f"t2 {suit('S', 9)}", "t3 AC")).drag("t2:4", "t1")
    table.settle()
    assert table.pile("t1") == suit("S")
    table.key("c")
    assert table.pile("f1") == suit("S")
    table.settle().key("c")
    assert table.sentence == "No column ends in a complete suit."

    table.context.settings.remove_suits = True
    table.start(laid(f"t1 {suit('S', 0, 9)}", f"t2 {suit('S', 9)}", "t3 AC")).drag("t2:4", "t1")
    table.settle()
    assert table.pile("f1") == suit("S")
    assert table.written == ["t2>t1:4", "t1>f1:13"]
    table.key("u").settle()
    assert table.pile("t1") == suit("S"), "what is taken back stays taken back"
    table.key("u").settle()
    assert table.pile("t2") == suit("S", 9)

    table.start(laid(f"t1 {suit('S', 0, 9)}", f"t2 {suit('S', 9)}", "t3 AC")).drag("t2:4", "t1")
    pygame.key.set_mods(pygame.KMOD_LCTRL)
    table.press("t3").release().frame()
    pygame.key.set_mods(pygame.KMOD_NONE)
    assert table.picked is not None
    table.settle()
    assert table.written == ["t2>t1:4"]
    table.click("t3").settle()
    assert table.written == ["t2>t1:4", "t1>f1:13"]


def test_games_whose_suits_go_by_themselves_have_statistics_of_their_own(table):
    for removes, number in ((False, 5), (True, 6)):
        table.wants(remove_suits=removes).start(number, game="spider").key("d")
        while removes and not table.game.score:
            table.screen.act(table.game.variant.legal_moves(table.game.position)[0])
        table.settle()
        table.context.settings.remove_suits = not removes  # which is for the next game
        table.key("b").press_button("Start over")
    statistics, tags = table.context.library.statistics, {"removal": "automatic"}
    told = {group.options: group.games for group in statistics.groups()}
    assert told == {"suits=4": 1, "suits=4 removal=automatic": 1}
    assert statistics.best(Spider(), {}) != statistics.best(Spider(), tags)
    assert [statistics.rank(Spider(), options, 0)[1] for options in ({}, tags)] == [1, 1]
    on_tile = []
    for removes in (False, True):
        table.wants(remove_suits=removes).go_home().settle()
        on_tile.append(table.app.screen.tiles[1].result_words)
    assert on_tile == ["", f"Best: {statistics.best(Spider(), tags)} points"], (
        "the tile tells those of its next game"
    )


def test_a_win_is_celebrated_told_and_may_be_played_on_or_taken_back(table):
    table.start(ALMOST_WON).drag("t9:5", "t8").settle()
    assert table.panel == "All eight suits are complete!"
    assert table.panel_lines["Score"] == "1000"
    table.press_button("Keep playing").click("t1").settle()
    assert table.panel == "", "it is told once"
    assert table.game.score == 998
    table.key("u", "u").settle()
    assert not table.game.is_over
    assert table.screen.title == "Spider — 0 deals left"


# Layout ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [(900, 640), (1280, 800), (1920, 1080), (3840, 2160)])
def test_of_twenty_five_cards_in_a_column_every_index_is_seen(make_table, size):
    table = make_table(size=size)
    column = " ".join([*suit("S").split(), *suit("S", 0, 12).split()])
    table.start(laid(f"t1 {column}", "t2 AC"))
    steps = [after.y - before.y for before, after in pairwise(table.places(COLUMNS.start))]
    assert len(steps) == 24
    assert min(steps) >= 14
    last = table.place("t1")
    assert last.y + last.height <= table.screen.bars.bottom.y


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("size", [(640, 480), (900, 640), (1280, 800), (1920, 1080), (3440, 1440)])
def test_nothing_overlaps_and_the_strip_is_at_the_playing_hand(make_table, size, left_handed):
    table = make_table(size=size).wants(left_handed=left_handed)
    table.start(48213, game="spider")
    slots, width = table.screen.area.slots, table.context.pictures.card_width
    xs = [slots[column].x for column in COLUMNS]
    assert xs == sorted(xs)
    assert all(after - before >= width for before, after in pairwise(xs))
    aside = slots[0].x
    assert (aside + width <= xs[0]) if left_handed else (xs[-1] + width <= aside)
    assert all(slots[place].x == aside for place in PLACES)
    lowest_place = slots[PLACES[-1]].y + table.context.pictures.card_height
    assert lowest_place <= slots[0].y
    stock = table.place("stock")
    assert stock.y + stock.height <= table.screen.bars.bottom.y + 1


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("size", [(640, 1000), (700, 1200)])
def test_in_a_high_window_places_and_stock_stand_above_the_columns(make_table, size, left_handed):
    table = make_table(size=size).wants(left_handed=left_handed)
    table.start(48213, game="spider")
    pictures, slots = table.context.pictures, table.screen.area.slots
    boxes = [
        Box(slot.x, slot.y, pictures.card_width, pictures.card_height)
        for slot in (slots[0], *(slots[place] for place in PLACES))
    ]
    assert not any(a.overlap(b) for a, b in combinations(boxes, 2))
    assert all(box.y + box.height <= slots[COLUMNS.start].y for box in boxes)
    assert (slots[0].x == min(slot.x for slot in slots)) is left_handed
    assert 10 * pictures.card_width > 0.88 * size[0], "nothing beside the columns makes cards smaller"
    stock = table.place("stock")
    assert stock.y >= table.screen.bars.top.height
    deepest = max(table.place(f"t{column}").y for column in range(1, 11))
    assert deepest > 0.3 * size[1], "a deal reaches well down"


def test_the_cards_are_dealt_in_the_order_of_the_deck(table):
    table.start(48213, game="spider", dealt=False)
    order = table.screen.view.deal_order(table.game.deal, table.game.position)
    deck = table.game.deal.deck
    assert deck is not None
    assert order == list(deck[:54])
    table.rest().start(RUNS)
    piles = table.game.position.piles[COLUMNS.start :]
    order = table.screen.view.deal_order(table.game.deal, table.game.position)
    assert order[: len(piles)] == [pile[0] for pile in piles if pile][: len(piles)], "row by row"
    assert len(order) == sum(map(len, piles))


@pytest.mark.parametrize("button", [2, 3])
def test_another_button_on_the_stock_puts_down_what_was_picked_and_says_why_no_row_is_dealt(table, button):
    table.start(laid("t1 KC", "t2 QC", "t4 (2C) 5C"), game="spider").key("right", "space")
    assert table.picked is not None
    table.press("stock", button=button).frame().release(button=button)
    assert table.written == []
    assert table.picked is None
    assert table.sentence == "Fill the empty columns first: a row is dealt only when no column is empty."


def test_the_middle_button_does_nothing_elsewhere(spider):
    for place in ("t1", "t5", "f1", (3, 3)):
        spider.press(place, button=2).frame().release(button=2).settle()
    assert spider.written == []
    assert spider.screen.panel is None


def test_points_of_a_row_rise_where_they_were_made(table):
    rules = Spider()
    dealt = (deal_number(rules, number).position for number in range(100))
    scores = (rules.score(rules.apply(position, STOCK)) > rules.score(position) for position in dealt)
    table.start([*scores].index(True), game="spider")
    before = table.game.position
    table.key("d")
    after = table.game.position
    made = table.screen.view.stock_points(before, after)
    fits = {
        pile
        for pile in COLUMNS
        if (cards := after.piles[pile])[-2].suit == cards[-1].suit and cards[-2].rank == cards[-1].rank + 1
    }
    assert {*made} == fits != set()
    assert table.risen == ["+2"] * len(fits)
    assert sum(made.values()) == table.game.score - table.game.variant.score(before)

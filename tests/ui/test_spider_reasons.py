"""Why a hint at Spider is given: sentences on small positions, for plans in our notation."""

from game.rules.position import Position
from game.solver.answer import Advice
from game.solver.spider.words import reason
from game.ui.games.spider.hints import nothing_to_advise
from tests.rules.test_spider import SPIDER, at, down, filled
from tests.spider_endings import laid, suit

ROW = f"stock {down(suit('C', 0, 10))}"


def told(position: Position, *plans: str, because: str = "") -> str:
    """What is said of plans such as `t1>t2 stock`, the best first, and of what decided."""
    found = []
    for plan in plans:
        move, *then = [SPIDER.move_from_text(text) for text in plan.split()]
        found.append(Advice(move, 0, 0, 0, tuple(then), because=because))
    return reason(SPIDER, position, found)


def test_what_the_first_move_brings_is_the_reason():
    position = filled("t1 5D 9S", "t2 TS", "t3 (2D) 5C", "t4 6H", "t5 8C", "t6 9C", "t7 4D 9C", "t8 TD")
    assert told(position, "t1>t2") == "Move 9♠ from column 1 onto 10♠ in column 2: that builds in suit."
    assert told(position, "t3>t4") == "Move 5♣ from column 3 onto 6♥ in column 4: that turns a card over."
    assert told(position, "t5>t6") == (
        "Move 8♣ from column 5 onto 9♣ in column 6: that builds in suit and empties a column."
    )
    assert told(position, "t7>t8") == "Move 9♣ from column 7 onto 10♦ in column 8: that puts cards in order."


def test_what_the_judge_saw_is_told_after_what_the_move_brings():
    position = filled("t1 5D 9S", "t2 TS", "t3 (2D) 5C", "t4 6H")
    move = (
        "Move 5♣ from column 3 onto 6♥ in column 4: that turns a card over. Better than the next best plan: "
    )
    assert told(position, "t3>t4", "t1>t2", because="spaces") == f"{move}more empty columns."
    assert told(position, "t3>t4", "t1>t2", because="near") == f"{move}more face-down cards are within reach."


def test_a_run_is_told_by_its_ends():
    position = filled("t3 5D 6H 5H", "t4 7H")
    assert told(position, "t3>t4:2") == "Move 6♥–5♥ from column 3 onto 7♥ in column 4: that builds in suit."


def test_a_complete_suit_is_removed():
    position = filled(f"t1 (2D) {suit('S')}", "t2 9H", "t3 5D TH")
    assert told(position, "t1>f1:13") == (
        "Remove the spades from column 1: that removes a suit and turns a card over."
    )


def test_of_a_plan_it_is_told_how_many_moves_are_left_and_what_for():
    # The eight must leave the nine of spades before the spades can come over.
    position = filled("t1 (2D) 8S", "t2 9S 8D", "t3 9H")
    assert told(position, "t2>t3 t1>t2") == (
        "Move 8♦ from column 2 onto 9♥ in column 3: the first of 2 moves; the last one "
        "builds in suit and turns a card over."
    )
    # That the first of them builds in suit is not what the plan is for.
    position = filled("t1 5D 9S", "t2 TS", "t3 (2D) 5C", "t4 6H", ROW)
    assert told(position, "t1>t2 t3>t4").endswith("the first of 2 moves; the last one turns a card over.")
    assert told(position, "t1>t2 stock").endswith("the first of 2 moves; the last one deals a row.")


def test_a_line_to_the_win_says_so():
    position = laid("CDHSCDH", "KS QS", suit("S", 2))
    assert told(position, "t2>t1:11").endswith("column 1: that wins the game.")


def test_a_run_that_lies_in_suit_already_builds_nothing():
    position = filled("t1 7H 6H", "t2 7H")
    assert told(position, "t1>t2") == "Move 6♥ from column 1 onto 7♥ in column 2: that puts cards in order."


def test_a_row_is_dealt_where_nothing_else_is_left_or_where_that_promises_more():
    position = filled("t1 (2D) 5C", "t2 6H", ROW)
    assert told(filled(ROW), "stock") == "All you can do is deal a row."
    seen_no_way = "Deal a row: there seems to be no way to turn a card over first."
    assert told(position, "stock") == seen_no_way
    assert told(position, "stock", "t1>t2 stock") == seen_no_way
    assert told(position, "stock", "t1>t2") == (
        "Deal a row: that promises more than turning a card over first."
    )


def test_spaces_are_filled_before_a_row_is_dealt():
    position = at("t1 9S 8S", "t2 9H 8D 5H", *(f"t{n} KC" for n in range(3, 10)), ROW)
    assert told(position, "t2>t10 stock") == (
        "Move 5♥ from column 2 into the empty column 10: fill the empty columns before you deal a row."
    )
    position = at("t1 9S 8S", "t2 (3D) 5H", *(f"t{n} KC" for n in range(3, 10)), ROW)
    assert told(position, "t2>t10").endswith("column 10: that turns a card over.")


def test_where_there_is_no_advice_it_is_said_why():
    assert nothing_to_advise(at("t1 9S", "t2 3H", ROW), True) == (
        "All you could do is deal a row, but there are too few cards to fill the empty columns first."
    )
    table = filled("t1 7H 6S", "t2 7D")
    assert nothing_to_advise(table, True) == "No useful move in sight. You can undo moves."
    assert nothing_to_advise(table, False) == "No useful move in sight."

"""What the status line says where nothing is left to be done: unasked, and hidden by nothing weaker."""

import pytest

from game.solver.answer import Advice, Verdict
from game.solver.service.messages import HintResponse, SolveResponse
from game.ui.games.spider.hints import NO_MOVE, NO_MOVE_AT_ALL
from tests.disks import forbid
from tests.records import position
from tests.spider_standstills import ONE_LEFT, STUCK
from tests.three_shuffles_games import stuck, text_of
from tests.ui.test_hints import advice

NEVER = "This game can no longer be won: every possibility was checked."
NOT_SAVED = "From here on this game is not saved: "


RUSH_STUCK = position(
    *(f"t{at} (A{suit}) 2{suit}" for at, suit in enumerate("CDHS", 1)),
    "t5 (QC) KC",
    "t6 (QD) KD",
    "t7 (QH) (QS) KH",
)
"""A table of Rush on which nothing ever fits; of the hand that is not known yet."""


def test_spider_says_unasked_that_no_move_is_left(table):
    table.start(ONE_LEFT)
    assert table.sentence == ""
    table.drag("t10", "t9")
    assert table.sentence == NO_MOVE
    table.go_home().go_on()
    assert (table.sentence, table.game.outcome.value) == (NO_MOVE, "playing"), "where it is continued, too"
    table.key("u")
    assert table.sentence == "Undone: 5♥ from column 10 onto 6♣"
    table.wants(tells_winnable=True).start(ONE_LEFT).drag("t10", "t9")
    table.oracle.say(verdict="unsolvable", moves=[], value=0, nodes=1)
    assert table.sentence == NO_MOVE, "a verdict does not hide it"


@pytest.mark.parametrize("game", ["rush", "spider", "one-three-back", "three-shuffles"])
def test_a_panel_covers_what_was_said_of_the_cards_and_gives_it_back(table, game):
    """What is lasting, as that no move is left, stays in sight."""
    table.start(48213, game=game).settle()
    table.screen.say("8♠ has no place there.")
    table.key("p")
    assert table.panel
    assert table.sentence == ""
    table.key("esc").frame()
    assert table.sentence == "8♠ has no place there."
    table.start(STUCK).key("p")
    assert table.sentence == NO_MOVE_AT_ALL


def test_help_says_the_same_and_asks_nobody_and_a_glance_at_a_disabled_button_leaves_it(table):
    table.start(STUCK)
    asked = len(table.oracle.asked)
    table.key("h").wait(1).press_button("Hint").wait(3)
    assert table.sentence == NO_MOVE_AT_ALL
    assert len(table.oracle.asked) == asked

    undo = table.button("Undo")
    redo = table.button("Redo")
    table.move_to(undo.box.centre).frame()
    assert table.sentence == "There is nothing to undo."
    table.move_to(redo.box.centre).frame()
    assert table.sentence == "There is nothing to redo."
    table.move_to(undo.box.centre).frame()
    assert table.sentence == "There is nothing to undo."
    table.move_to((640, 700)).frame()
    assert table.sentence == NO_MOVE_AT_ALL


def test_where_spider_has_moves_but_no_advice_that_is_said(table):
    table.start(5, game="spider").key("h")
    table.oracle.say(advice=[])
    assert table.sentence == "No useful move in sight.", "nothing can be taken back"
    table.key("d", "h")
    table.oracle.say(advice=[])
    assert table.sentence == "No useful move in sight. You can undo moves."


def test_rush_says_on_arrival_and_as_a_hint_that_nothing_changes_anything(table):
    table.start(RUSH_STUCK)
    assert table.sentence == ""
    while table.game.position.counters[1] == 0:  # once through the hand: then all cards were seen
        table.tap("stock")
    said = table.sentence
    assert said == "You can still turn the stock, but that changes nothing."
    asked = len(table.oracle.asked)
    table.key("i").wait(1)
    assert (table.sentence, len(table.oracle.asked)) == (said, asked)
    table.go_home().go_on()
    assert table.sentence == said


def test_1_3_back_says_on_arrival_what_it_marks_and_three_shuffles_that_no_move_is_left(table):
    table.context.settings.possible_moves = True
    table.start("patience 1\nvariant one-three-back\ndeal none\npile stock (9C)\npile t1 AC\npile t2 KD\n\n")
    assert table.sentence == "No merge now: deal the next card."
    table.start(text_of(stuck(7)))
    assert table.sentence == "No move is left: shuffle, and the cards are dealt again."


def test_a_hint_that_comes_later_does_not_hide_that_the_game_cannot_be_won(table):
    table.wants(tells_winnable=True).start(48213).wait(0.2).key("d")
    judged = table.oracle.open
    table.key("i")
    assert table.sentence == "Thinking…"
    for number in judged:
        if table.oracle.asked[number - 1]["ask"] == "solve":
            table.oracle.tell(SolveResponse(Verdict.UNSOLVABLE, 0, (), 1), number)
    assert table.sentence == NEVER
    move = table.game.variant.move_from_text(table.moves[0])
    table.oracle.tell(HintResponse((Advice(move, 0, 29, 20.0),), is_last=True))
    assert table.sentence == NEVER
    assert table.hints.is_animating, "the move is shown all the same"
    table.key("i")
    assert table.sentence.endswith("this leads furthest."), "what the player asks for is answered"
    table.key("d", "i")
    table.oracle.say(advice=[])
    assert table.sentence == NEVER
    table.key("d", "i").key("f1", "esc").wait(0.2)
    assert (table.oracle.is_asked, table.sentence) == (False, ""), "nobody thinks behind another page"
    table.key("i")
    table.screen.session.warning = f"{NOT_SAVED}no room."
    table.frame()
    table.oracle.say(advice=advice((table.moves[0], 7, 10, 50.0)))
    assert table.sentence.startswith(NOT_SAVED)


def test_trouble_is_told_together_with_a_standstill(table):
    forbid(table.folder / "current")
    table.start(STUCK).wait(0.2)
    assert table.sentence.startswith("This game is not saved: ")
    assert table.sentence.endswith(NO_MOVE_AT_ALL)


def test_aces_that_go_home_by_themselves_do_not_hide_trouble(table):
    table.start(48213, game="three-shuffles", dealt=False)
    table.screen.session.warning = f"{NOT_SAVED}no room."
    table.frame()
    assert table.sentence.startswith(NOT_SAVED)
    table.settle()
    assert table.game.entries, "aces went home"
    assert table.sentence.startswith(NOT_SAVED)
    table.key("u")
    assert not table.sentence.startswith(NOT_SAVED), "it was read"

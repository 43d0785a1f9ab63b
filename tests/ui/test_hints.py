"""Hints at the table: asked, shown, made better, told with their odds, and forgotten with the next move."""

from random import Random

import pytest

from game.play.game import ControlAction
from game.rules.one_three_back import DECK
from game.rules.position import STOCK, Move
from game.solver.answer import TOO_MANY_HIDDEN, Advice
from game.solver.service.messages import HintResponse, RequestFailed
from game.solver.solve import advise
from game.solver.spider.words import DEAL_NEXT
from game.ui.drawing.layout import Box
from tests.records import position
from tests.ui.test_spider import COMPLETE, RUNS


def advice(*moves: tuple[str, int, int, float]) -> list[list[object]]:
    return [list(move) for move in moves]


def test_a_hint_stays_until_the_next_action_and_asking_again_adds_to_it_without_a_blink(table):
    table.start(48213)
    legal = table.moves[0]
    table.key("i")
    assert table.sentence == "Thinking…"
    assert table.oracle.asked[-1]["ask"] == "advise"
    before = table.picture
    table.oracle.say(advice=[[legal, 14, 20, 50.0, "", 0.443]])
    table.wait(5.0)
    assert not table.screen.is_animating, "what stays costs no frames"
    assert table.picture != before
    assert table.sentence.endswith("Ask again for the odds.")
    table.key("i")
    assert not table.hints.is_animating
    told = table.sentence
    assert "Following hints wins about 4 games in 10 from here." in told
    table.key("i")
    assert table.sentence == told
    table.resize(900, 640).resize(1280, 800).key("i")
    assert table.hints.path.is_shown
    table.key("d")
    assert not table.hints.path.is_shown


def test_who_sees_a_hint_reads_what_is_marked_beneath_the_hand_and_who_hears_it_is_told_the_piles(table):
    table.start(position("t1 (KC) 7D", "t2 8S")).key("i")
    table.oracle.say(advice=advice(("t1>t2", 7, 10, 50.0)))
    assert table.sentence == "7♦ onto 8♠. Ask again for the odds."
    table.frame()
    assert table.narrated[-1] == "7 of diamonds from column 1 to 8 of spades. Ask again for the odds."

    table.start(position("t1 (KC) 7D", "t2 8S", "t3 (2C) 4H")).key("i")
    table.oracle.say(advice=advice(("t1>t2", 7, 10, 50.0)))
    table.wait(3).pick_up("t3").carry("t2").wait(1)
    x, y = table.place("t2").centre
    middle = Box(x - 10, y - 10, 20, 20)
    seen = table.look(middle)
    table.hints.path.clear()
    table.screen.is_stale = True
    assert table.frame().look(middle) == seen


@pytest.mark.parametrize(
    ("odds", "words"),
    [
        (0.001, "Following hints wins about 1 game in 100 from here."),
        (0.05, "Following hints wins about 5 games in 100 from here."),
        (0.08, "Following hints wins about 1 game in 10 from here."),
        (0.92, "Following hints wins about 9 games in 10 from here."),
        (0.999, "Following hints wins about 99 games in 100 from here."),
        (1.0, "This leads to a win."),
        (0.0, "No win was found; this leads furthest."),
    ],
)
def test_only_what_is_seen_is_told_as_certain(table, odds, words):
    table.start(48213).key("i")
    table.oracle.say(advice=[[table.moves[0], 20, 20, 50.0, "", odds]])
    table.key("i")
    assert table.sentence.endswith(words)


@pytest.mark.parametrize("game", ["rush", "spider", "one-three-back"])
def test_of_fewer_than_twenty_samples_no_odds_are_told_even_if_no_more_will_come(table, game):
    table.start(7, game=game).key("i")
    for is_last in (False, True):
        table.oracle.say(is_last=is_last, advice=advice((table.moves[0], 19, 19, 50.0)))
        table.key("i")
        assert not any(word in table.sentence for word in ("19", "in 1 ", "won", "wins", "on average"))
        table.key("i")


def test_odds_that_were_asked_for_too_early_are_told_as_soon_as_they_are_known_or_cannot_be(table):
    table.start(48213).key("i")
    table.oracle.say(is_last=False, advice=advice((table.moves[0], 6, 12, 50.0)))
    table.key("i")
    assert table.sentence.endswith(" The odds are being worked out.")
    table.oracle.say(is_last=False, advice=[[table.moves[0], 12, 24, 50.0, "", 0.31]])
    table.frame()
    assert table.sentence.endswith("Following hints wins about 3 games in 10 from here.")
    assert table.narrated[-1] == table.sentence
    table.key("d")
    assert (table.oracle.is_asked, table.hints.is_animating) == (False, False), "a move forgets it"
    table.key("i")
    table.oracle.say(advice=advice((table.moves[0], 6, 12, 50.0)))
    table.key("i")
    assert table.sentence.endswith(" The odds are not known.")


def test_what_is_shown_stays_while_no_other_move_wins_clearly_more_often(table):
    table.start(48213)
    first, second = table.moves[:2]
    table.key("i")
    table.oracle.say(is_last=False, advice=advice((first, 23, 26, 40.0), (second, 22, 26, 40.0)))
    said = table.sentence
    table.oracle.say(is_last=False, advice=advice((second, 43, 51, 40.0), (first, 42, 51, 40.0)))
    assert table.sentence == said
    table.key("i")
    assert "about 8 games in 10" in table.sentence
    table.oracle.say(advice=advice((second, 270, 300, 40.0), (first, 240, 300, 40.0)))
    assert "about 9 games in 10" in table.sentence


def test_odds_that_grow_are_heard_when_they_were_asked_for_and_when_they_are_the_last(table):
    table.start(48213)
    (first,) = table.moves[:1]
    table.key("i", "i")
    table.oracle.say(is_last=False, advice=[[first, 20, 40, 40.0, "", 0.4]])
    table.key("i")
    for samples in (100, 200, 290):
        table.oracle.say(is_last=False, advice=[[first, samples // 2, samples, 40.0, "", samples / 1000]])
        table.frame()
        assert f"about {round(samples / 100)} game" in table.sentence
    table.oracle.say(advice=[[first, 150, 300, 40.0, "", 0.3]])
    table.frame()
    told = [line for line in table.narrated if " in 10 " in line]
    assert len(told) == 2
    assert "about 3 games in 10" in told[-1]


def test_there_may_be_nothing_to_advise_and_the_solver_may_fail(table):
    table.start(48213).key("i")
    table.oracle.say(advice=[])
    assert table.sentence == "No useful move in sight."
    table.key("d", "i")
    table.oracle.say(error="the solver stopped")
    assert table.sentence == "There is no hint: the solver stopped."
    table.key("d", "i")
    table.oracle.tell(RequestFailed(TOO_MANY_HIDDEN))
    assert table.sentence.endswith("too many cards are in the stock and face down.")


@pytest.mark.parametrize("game", ["rush", "spider", "one-three-back", "three-shuffles"])
def test_every_game_gives_hints_and_starts_no_solver_before(table, game):
    table.start(7, game=game)
    table.hand.move(table.game.variant.move_from_text(table.moves[-1]))
    table.key("esc", "esc", "d").settle().wait(2.0)
    assert (table.oracle.questions, table.oracle.warmed) == ([], [])
    table.key("i")
    assert (len(table.oracle.questions), table.oracle.warmed) == (1, [game])
    table.oracle.say(advice=advice((table.moves[0], 1, 1, 20.0)))
    table.wait(0.3)
    assert table.sentence
    assert table.hints.is_animating


def test_par_is_not_looked_for_before_the_last_card_is_dealt(table):
    table.start(7, game="one-three-back")
    while table.game.position.piles[DECK]:
        assert not table.oracle.questions
        table.screen.act(STOCK)
    assert [question["ask"] for question in table.oracle.asked] == ["solve"]
    assert table.oracle.warmed == ["one-three-back"]


def test_a_hint_in_spider_tells_its_reason_and_its_odds_when_they_are_known(table):
    table.start(RUNS).key("h")
    assert table.sentence == "Thinking…"
    table.oracle.say(is_last=False, advice=advice(("t1>t2:3", 0, 0, 0.0)))
    reason = "5♥–3♥ onto 6♥: that builds in suit. Ask again for the odds."
    assert table.sentence == reason
    table.frame()
    assert "from column 1 onto 6 of hearts in column 2" in table.narrated[-1]
    table.oracle.say(is_last=False, advice=advice(("t1>t2:3", 1, 2, 30.0)))
    assert table.sentence == reason, "of two samples no odds are told"
    table.oracle.say(is_last=False, advice=advice(("t1>t2:3", 2, 20, 30.0)))
    table.oracle.say(is_last=False, advice=advice(("t1>t3:3", 9, 20, 30.0)))
    assert table.sentence == reason, "what is being read stays"
    table.key("h")
    assert "This wins 2 of 20 possible orders" in table.sentence
    table.oracle.say(is_last=False, advice=advice(("t1>t2:3", 0, 0, 0.0)))
    assert "This wins 2 of 20 possible orders" in table.sentence, "kernels that are ready now begin anew"
    table.oracle.say(advice=advice(("t1>t2:3", 5, 49, 30.0)))
    assert "wins 5 of 49" in table.sentence
    table.wait(1.7)
    shown, said = table.picture, table.sentence
    assert not table.hints.is_animating
    table.key("h").wait(0.5)
    assert (table.picture, table.sentence) == (shown, said), "the same on demand"
    table.start(48213, game="spider").key("h")
    before = table.picture
    table.oracle.say(advice=advice(("stock", 0, 0, 0.0)))
    assert table.sentence.startswith(DEAL_NEXT)
    assert table.wait(0.5).picture != before


@pytest.mark.parametrize("other", ["", "t1>t2:3", "undo"])
def test_a_hint_in_spider_goes_on_where_the_last_one_ended_unless_the_player_leaves_the_plan(table, other):
    table.start(RUNS).key("h")
    table.oracle.say(advice=[["t1>t3:3", 2, 9, 30.0, "t3>t2:3 t8>t1"]])
    asked = len(table.oracle.asked)
    if other:
        table.act("t1>t3:3" if other == "undo" else other).settle()
        table.key(*"uh" if other == "undo" else "h")
        assert len(table.oracle.asked) == asked + 1
        return
    table.act("t1>t3:3").settle().key("h")
    assert table.advised == ["t3>t2:3"]
    table.act("t3>t2:3").settle().key("h")
    assert table.advised == ["t8>t1"]
    assert table.sentence.startswith("8♦ onto 9♠: that empties a column.")
    assert len(table.oracle.asked) == asked
    table.act("t8>t1").settle().key("h")
    assert len(table.oracle.asked) == asked + 1, "something new is seen"


@pytest.mark.parametrize(
    ("wins", "words"),
    [
        (40, "This wins 4 in 10 of the possible shuffles."),
        (3, "This wins 3 in 100 of the possible shuffles."),
        (0, "This hardly ever wins."),
        (100, "This leads to a win."),
    ],
)
def test_three_shuffles_tells_the_odds_of_the_shuffles(table, wins, words):
    table.start(7, game="three-shuffles").key("i")
    table.oracle.say(advice=advice((table.moves[0], wins, 100, 44.0)))
    table.key("i")
    assert table.sentence.endswith(f". {words}")


def test_three_shuffles_tells_how_many_more_cards_can_go_home_in_the_third_deal(table):
    table.start(7, "early=yes", game="three-shuffles").key("i")
    table.oracle.say(advice=advice(("stock", 1, 4, 30.0)))
    assert table.wait(0.3).sentence == "Shuffle. Ask again for the odds."
    for _ in range(2):
        table.act("stock").settle()
    assert (
        table.screen.view.words.odds_words(table.game.position, Advice(Move(4, 5), 1, 1, 52.0))
        == "This leads to a win."
    )
    more = 40 - table.screen.variant.home(table.game.position)
    assert (
        table.screen.view.words.odds_words(table.game.position, Advice(Move(4, 5), 0, 1, 40.0))
        == f"{more} more cards can go home."
    )


def test_a_hint_never_leads_back_to_where_the_game_has_been_and_two_never_undo_each_other(table):
    table.start(RUNS)
    table.act("t1>t2:3")
    table.key("h")
    table.oracle.say(is_last=False, advice=advice(("t2>t1:3", 9, 9, 104.0), ("t2>t3:3", 8, 9, 100.0)))
    assert table.advised[0] == "t2>t3:3"

    table.start(RUNS).key("h")
    table.oracle.say(advice=advice(("t1>t2:3", 9, 9, 104.0)))
    table.act("t1>t2:3").key("h")
    table.oracle.say(advice=advice(("t2>t1:3", 9, 9, 104.0)))
    assert table.advised == []


LOOKED_THROUGH = 16008
"""A deal at draw 3 whose hand, once looked through, is best turned twice more for a card."""


@pytest.mark.parametrize("taps", [9, 12, 27])
def test_turning_the_hand_is_a_hint_however_often_it_was_turned_before(table, taps):
    table.start(LOOKED_THROUGH).key(*("d",) * taps).settle()
    turns = 11 - taps % 9
    table.key("i")
    table.oracle.say(advice=[["stock", 48, 70, 40.0, " ".join(("stock",) * (turns - 1) + ("waste>t4",))]])
    assert table.advised == ["stock"]
    assert table.sentence.startswith("Turn cards.")


def test_a_hint_goes_on_through_the_hand_to_the_card_for_which_it_is_turned(table):
    table.start(LOOKED_THROUGH).key(*("d",) * 12, "i")
    table.oracle.say(advice=[["stock", 48, 70, 40.0, "stock waste>t4"]])
    asked = len(table.oracle.asked)
    table.key("d", "i")
    assert table.advised == ["stock"]
    table.key("d", "i")
    assert table.advised == ["waste>t4"]
    assert len(table.oracle.asked) == asked
    table.start(LOOKED_THROUGH).key("i")
    table.oracle.say(advice=[["stock", 48, 70, 40.0, "stock"]])
    asked = len(table.oracle.asked)
    table.key("d", "i")
    assert len(table.oracle.asked) == asked + 1, "after a card that was not seen it is thought over again"


TIED = ("t2 (KC) 7C", "t3 (QC) 7S 6D", "t5 8H")
"""Two runs on one face-down card each, both of which could go onto 8♥."""


@pytest.mark.parametrize(("is_left_handed", "words"), [(False, "left"), (True, "right")])
def test_at_a_tie_a_hint_says_on_which_side_of_the_screen_the_column_lies(table, is_left_handed, words):
    table.wants(left_handed=is_left_handed).start(position(*TIED)).key("i")
    table.oracle.say(advice=advice(("t2>t5", 30, 60, 40.0), ("t4>t5", 30, 60, 40.0)))
    assert table.sentence.startswith(f"7♣ onto 8♥ (if two columns tie, the {words} one).")


def answered(table) -> list[Advice]:
    """Answers the hint asked for as the solver begins to, and returns the answer."""
    question = table.oracle.questions[-1]
    advice = next(advise(question.variant, question.position, Random(question.seed)), [])
    table.oracle.tell(HintResponse(tuple(advice), is_last=True))
    return advice


@pytest.mark.thorough  # its searches are compiled
def test_a_hint_sends_home_again_the_ace_that_the_player_took_back(table):
    table.start(15711)
    for move in ("t3>t6", "t6>t3:2", "t5>f3", "f3>t2"):
        table.act(move)
    table.key("i")
    answered(table)
    assert table.advised == ["t2>f3"]


WITH_HINTS = {
    "rush": (15711, 60),
    "spider": (COMPLETE, 12),
    "one-three-back": (7, 12),
    "three-shuffles": (7, 12),
}
"""By game a deal or a table, and how many moves of it are made; Rush has detours that lead back."""


@pytest.mark.thorough
@pytest.mark.parametrize("game", WITH_HINTS)
def test_whatever_detours_a_player_makes_a_hint_is_given_where_the_adviser_has_one(table, game):
    start, steps = WITH_HINTS[game]
    table.start(start, game=game)
    random = Random(7)
    for _ in range(steps):
        asked = len(table.oracle.questions)
        table.hints.ask()
        if len(table.oracle.questions) > asked:
            known = answered(table)
            assert (table.hints.move is None) == (not known), table.written
        moves = table.screen.variant.legal_moves(table.game.position)
        if table.hints.move is not None and random.random() < 0.4:
            table.screen.act(table.hints.move)
        elif table.screen.session.game.undo_refusal() is None and random.random() < 0.2:
            table.screen.act(ControlAction.UNDO)
        elif moves:
            table.screen.act(random.choice(moves))
        if table.game.is_over:
            return

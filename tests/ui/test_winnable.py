"""Only deals that can be won: what is offered, and what is said of a chosen number and of a game."""

from pathlib import Path

import pytest

from game.play.deal import Difficulty
from game.rules import find_variant
from game.rules.position import STOCK
from game.session.daily import Dealer
from game.solver.answer import Verdict
from game.solver.catalogue import read_catalogue
from game.solver.service.messages import SolveProgress
from game.ui.home.new_game import NewGameScreen
from game.ui.table.hints import Winnable
from tests.ui.driver import Table

RUSH = find_variant("rush")


class Sorted:
    """A catalogue of the even numbers below a hundred; those divided by 4 are easy, the others hard."""

    def _of(self, difficulty: Difficulty | None) -> list[int]:
        return [number for number in range(0, 100, 2) if difficulty in (None, self.difficulty(3, number))]

    def count(self, _draw: int, difficulty: Difficulty | None = None) -> int:
        return len(self._of(difficulty))

    def number_at(self, _draw: int, index: int, difficulty: Difficulty | None = None) -> int:
        return self._of(difficulty)[index]

    def is_certified(self, _draw: int, number: int) -> bool:
        return number in self._of(None)

    def difficulty(self, _draw: int, number: int) -> Difficulty:
        return Difficulty.HARD if number % 4 else Difficulty.EASY

    def after(self, _draw: int, number: int, difficulty: Difficulty | None = None) -> int | None:
        return next((later for later in self._of(difficulty) if later > number), None)


@pytest.fixture
def chosen(table: Table) -> Table:
    """The form for a deal number, with a catalogue of even numbers."""
    table.catalogue = Sorted
    table.start(48214)
    table.app.open(NewGameScreen(table.context, RUSH))
    table.frame()
    return table


def typed(table: Table, number: int) -> None:
    table.write(str(number))
    table.key("enter").frame()


@pytest.mark.parametrize("verdict", ["certified", "solved"])
def test_a_certified_number_begins_at_once_another_is_looked_at_first(chosen, verdict):
    typed(chosen, 42 if verdict == "certified" else 43)
    if verdict == "solved":
        assert chosen.sentence == "Checking whether deal 43 can be won…"
        chosen.oracle.say(verdict="solved", value=52, moves=[], nodes=1)
    assert chosen.game.deal.number == (42 if verdict == "certified" else 43)


@pytest.mark.parametrize(("way", "number"), [("enter", 44), ("Play anyway", 43), ("1", 0)])
def test_what_cannot_be_won_is_said_and_the_next_that_can_is_offered(chosen, way, number):
    typed(chosen, 43)
    chosen.oracle.say(verdict="unsolvable", value=0, moves=[], nodes=1)
    chosen.frame()
    assert chosen.sentence == "Deal 43 cannot be won: every possibility was checked."
    assert chosen.words[-3:-1] == ["Play 44", "Play anyway"]
    if way == "1":
        chosen.write("1").frame()
        assert (chosen.words[-4], chosen.sentence) == ("Play", ""), "another number makes the verdict void"
        return
    chosen.key(way) if way == "enter" else chosen.button(way).press()
    assert chosen.game.deal.number == number


def test_beyond_the_last_deal_of_the_catalogue_the_first_is_offered(chosen):
    typed(chosen, 1001)
    chosen.oracle.say(verdict="unsolvable", value=0, moves=[], nodes=1)
    chosen.frame()
    assert chosen.words[-3] == "Play 0"


def test_what_could_not_be_found_out_is_said_so_and_may_be_played(chosen):
    typed(chosen, 43)
    chosen.oracle.say(verdict="gave up", value=20, moves=[], nodes=1)
    assert "may or may not be winnable" in chosen.sentence
    chosen.key("enter")
    assert chosen.game.deal.number == 43


def test_a_chosen_deal_that_cannot_be_won_says_so_on_the_table_and_a_first_line_is_proof_enough(table):
    table.catalogue = Sorted
    table.start(43)
    table.oracle.say(verdict="unsolvable", value=0, moves=[], nodes=1)
    assert table.sentence == "Deal 43 cannot be won: every possibility was checked."

    table.start(45)
    assert table.oracle.is_asked
    table.oracle.tell(SolveProgress(52, 9, (STOCK,)))
    assert not table.oracle.is_asked
    assert table.part(Winnable).verdict is Verdict.SOLVED


def test_a_certified_deal_is_not_looked_at_and_how_hard_it_was_is_told_after_the_game(table):
    table.catalogue = Sorted
    table.start(42).key("d")
    assert not any(asked["ask"] == "solve" for asked in table.oracle.asked)
    facts = table.frame().facts
    assert "Can be won" not in facts, "nor, by default, anything said"
    assert "hard" not in facts.values()
    table.key("e", "tab", "enter").settle()
    assert table.panel_lines["Difficulty"] == "hard"


# The dealer -----------------------------------------------------------------------------------------
def test_rush_is_dealt_from_the_catalogue_as_hard_as_is_asked_for_and_other_games_are_not():
    made, spider = Dealer(lambda: 7, Sorted), find_variant("spider")
    assert made.number(RUSH) == 14
    assert made.number(spider) == 7
    assert made.number(RUSH, Difficulty.EASY) == 28
    assert made.number(RUSH, Difficulty.HARD) == 30
    assert made.number(RUSH, Difficulty.MEDIUM) == 14, "there are none: any"
    assert made.difficulty(RUSH, 28) is Difficulty.EASY
    assert made.difficulty(spider, 28) is None
    assert made.difficulty(RUSH, None) is None

    # The deal of an index is the next of its difficulty, and after the last the first.
    assert [made.number_for(RUSH, index, Difficulty.EASY) for index in (0, 1, 32_005, 97)] == [0, 4, 8, 0]
    assert made.number_for(RUSH, 3) == 4
    assert made.number_for(RUSH, 3, Difficulty.MEDIUM) == 4


def test_without_a_catalogue_there_are_still_deals_and_it_is_said():
    made = Dealer(lambda: 7, lambda: read_catalogue(Path("/no/such/folder")))
    assert made.number(RUSH) == 7
    assert made.warning is not None
    assert made.warning.startswith("New deals are not checked to be winnable: ")


# While it is played -----------------------------------------------------------------------------------
@pytest.fixture
def told(table: Table) -> Table:
    """A player who wants to know whether the game can still be won."""
    table.wants(tells_winnable=True).start(48213)
    return table


def test_the_verdict_is_shown_while_it_holds(told):
    assert "Can be won" not in told.frame().facts
    told.oracle.say(verdict="solved", value=52, moves=["stock", "stock"], nodes=9)
    assert told.frame().facts["Can be won"] == "yes"
    asked = len(told.oracle.asked)
    told.key("d")  # the move of the line that was found
    assert told.frame().facts["Can be won"] == "yes"
    assert len(told.oracle.asked) == asked
    told.hand.move(told.game.variant.move_from_text(told.moves[1]))
    assert "Can be won" not in told.frame().facts
    assert told.oracle.asked[-1]["position"] == told.game.position


def test_that_it_can_no_longer_be_won_is_said_once_and_holds_for_all_moves(told):
    told.key("d")
    told.oracle.say(verdict="unsolvable", value=0, moves=[], nodes=9)
    assert told.sentence == "This game can no longer be won: every possibility was checked."
    asked = len(told.oracle.asked)
    told.key("d")
    assert told.frame().facts["Can be won"] == "no"
    assert len(told.oracle.asked) == asked


def test_when_nothing_is_proven_nothing_is_claimed(told):
    told.oracle.say(verdict="gave up", value=3, moves=[], nodes=9)
    assert "Can be won" not in told.frame().facts
    assert "won" not in told.sentence

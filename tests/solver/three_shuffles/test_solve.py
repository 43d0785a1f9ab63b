"""Three Shuffles and a Draw, solved: against naive searches of deals and of whole games, and bounded."""

from __future__ import annotations

import pytest

from game.cards import SUITS, shuffled
from game.rules.position import STOCK, Position
from game.rules.three_shuffles import FANS, ThreeShuffles
from game.solver.answer import Budget, SolverError, Verdict
from game.solver.solve import solve
from game.solver.three_shuffles.encoding import Meter, code_of, ends
from tests.solver.three_shuffles.naive import EARLY, RULES, most_home, reached, small, table


def dealt(number: int) -> Position:
    return RULES.deal(shuffled(RULES.pack(), number), number)


def all_of(position: Position) -> int:
    return sum(map(len, position.piles))


def is_exact(rules: ThreeShuffles, position: Position) -> bool:
    """Whether the solver decides a position as a search of every line does."""
    answer, most = solve(rules, position, Budget()), most_home(rules, position)
    wins = most == all_of(position)
    return answer.value == most and answer.verdict is (Verdict.SOLVED if wins else Verdict.UNSOLVABLE)


@pytest.mark.parametrize("seed", range(18))
def test_a_third_deal_without_its_draw_is_exact(seed):
    position = small(seed, suits=2 + seed % 3, ranks=4 + seed % 2, high=2 + seed % 3, shuffles=2, draws=1)
    assert is_exact(RULES, position)


@pytest.mark.parametrize("seed", range(18))
def test_a_third_deal_with_its_draw_at_any_time_is_exact(seed):
    position = small(seed, suits=2 + seed % 3, ranks=3 + seed % 3, high=2 + seed % 3, shuffles=2)
    assert is_exact(RULES, position)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("rules", [RULES, EARLY], ids=["when stuck", "at any time"])
def test_the_ends_of_a_deal_are_those_of_every_line(rules, seed):
    position = small(seed, suits=2 + seed % 3, ranks=4 + seed % 2)
    naive = {
        code_of(state)
        for state in reached(rules, position, deals_on=False)
        if rules.early or not rules.moves_left(state)
    }
    found, is_complete = ends(position, rules.early, Meter(Budget()))
    assert (set(found), is_complete) == (naive, True)


def test_two_cards_go_on_together_when_the_lower_one_of_them_is_drawn() -> None:
    position = table("f1 AC\nf2 AD 2D\nt1 3C 5D 5C\nt2 6D 6C 4C\nt3 2C 3D 4D", shuffles=2)
    assert solve(RULES, position, Budget())[:2] == (Verdict.SOLVED, 12)


def test_the_card_drawn_may_stay_on_its_fan() -> None:
    position = table("t1 4C AC 3C\nt2 5C 2C", shuffles=2)
    assert solve(RULES, position, Budget()).verdict is Verdict.SOLVED


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("rules", [RULES, EARLY], ids=["when stuck", "at any time"])
def test_a_small_game_with_its_shuffles_is_exact(rules, seed):
    assert is_exact(rules, small(seed, suits=2, ranks=5, high=4, shuffles=seed % 2, number=seed))


def test_games_are_decided_as_the_shuffles_fall() -> None:
    answers = [solve(RULES, dealt(number), Budget(nodes=5_000_000)) for number in range(12)]
    assert [answer.value for answer in answers if answer.verdict is Verdict.SOLVED].count(52) >= 9
    assert all(answer.verdict is not Verdict.GAVE_UP for answer in answers)
    assert all(answer.moves.count(STOCK) <= 2 for answer in answers)


def test_a_shuffle_at_any_time_leaves_a_game_solvable_too() -> None:
    assert solve(EARLY, dealt(1), Budget(nodes=5_000_000)).verdict is Verdict.SOLVED


def test_a_won_game_needs_no_moves() -> None:
    home = [f"f{suit + 1} " + " ".join(f"{rank}{sign}" for rank in "A23") for suit, sign in enumerate(SUITS)]
    assert solve(RULES, table("\n".join(home)), Budget()) == (Verdict.SOLVED, 12, (), 0)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (table("", shuffles=1), "There are no cards."),
        (table("t1 AC 2D\nt2 AC"), "There is more than one AC."),
        (table("t1 AC (2D)"), "That is no position of Three Shuffles and a Draw: all cards must be face up."),
        (
            table("f1 2C\nt1 AC"),
            "That is no position of Three Shuffles and a Draw: a foundation of clubs cannot hold 2C there.",
        ),
        (table("t1 AC", shuffles=3), "There are two shuffles in a game, and one draw after them."),
        (table("t1 AC", draws=1), "There are two shuffles in a game, and one draw after them."),
    ],
)
def test_a_position_that_never_was_is_refused_with_a_sentence(position, sentence):
    with pytest.raises(SolverError) as wrong:
        solve(RULES, position, Budget())
    assert str(wrong.value) == sentence


def test_all_cards_on_one_fan_are_a_position_too() -> None:
    pack = tuple(card.up for card in shuffled(RULES.pack(), 5))
    piles = (*((),) * 4, pack, *((),) * (len(FANS) - 1))
    assert solve(RULES, Position(piles, RULES.counters()), Budget(nodes=1000)).value >= 0

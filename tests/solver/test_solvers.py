"""Contract of every solver: it stands in the table, keeps a budget, can be stopped, and repeats itself."""

import threading

import pytest

from game.play.deal import deal_deck, deal_number
from game.rules import VARIANTS, find_variant
from game.rules.position import STOCK
from game.solver.answer import Budget, Verdict
from game.solver.solve import SOLVERS, solve
from tests.commands import printed
from tests.solver.klondike.test_solve import DECKS, HARD
from tests.solver.plain_answers import answers
from tests.solver.spider.naive import ending

ROOMS = {
    "rush": "klondike",
    "spider": "spider",
    "one-three-back": "one_three_back",
    "three-shuffles": "three_shuffles",
}
RUSH, SPIDER, BACK, SHUFFLES = map(find_variant, ROOMS)
HARDEST = RUSH, deal_deck(RUSH, DECKS[HARD][1], None).position
SPIDER_DEAL = SPIDER, deal_number(SPIDER, 1).position
SPIDER_END = SPIDER, ending("CDHSCDHS", rows=2, seed=0)
BACK_DEAL = BACK, deal_number(BACK, 5).position
SHUFFLES_DEAL = SHUFFLES, deal_number(SHUFFLES, 2).position


def test_every_game_has_a_solver():
    assert {*SOLVERS} == {*VARIANTS}


@pytest.mark.parametrize("name", VARIANTS)
def test_each_stands_under_its_own_name(name):
    room = f"game.solver.{ROOMS[name]}"
    assert SOLVERS[name]().solve.__module__.startswith(room)
    assert SOLVERS[name]().advise.__module__.startswith(room)


BUDGETS = [
    *((HARDEST, nodes, range(nodes, nodes + 1), range(1)) for nodes in (0, 1, 7, 201, 3000)),
    *((SPIDER_DEAL, nodes, range(nodes + 2), range(104)) for nodes in (0, 1, 100, 2500, 7000)),
    (BACK_DEAL, 200, range(200, 300), range(2, 52)),
    (SHUFFLES_DEAL, 50, range(50, 150), range(52)),
]
"""Budgets that are too small, and bounds of the positions searched and of the value of the best line."""


@pytest.mark.parametrize(("asked", "nodes", "searched", "values"), BUDGETS)
def test_a_budget_in_nodes_is_kept_and_repeats(asked, nodes, searched, values):
    found = solve(*asked, Budget(nodes=nodes))
    assert found.verdict is Verdict.GAVE_UP
    assert asked is not HARDEST or not found.moves
    assert found.nodes in searched
    assert found.value in values
    assert found == solve(*asked, Budget(nodes=nodes))


def test_a_cancelled_search_says_at_once_what_it_has():
    for asked in (HARDEST, SPIDER_DEAL, BACK_DEAL, SHUFFLES_DEAL):
        budget = Budget()
        budget.cancel()
        found = solve(*asked, budget)
        assert (found.verdict, found.nodes) == (Verdict.GAVE_UP, 0)
    assert solve(*BACK_DEAL, budget)[1:3] == (52, (STOCK,) * 52)


def test_a_budget_in_seconds_ends_a_search():
    with Budget(seconds=0.05) as budget:
        assert solve(*SPIDER_END, budget).verdict is Verdict.GAVE_UP


@pytest.mark.parametrize("asked", [HARDEST, SPIDER_END])
def test_another_thread_can_stop_a_search(asked):
    budget, found = Budget(), []
    search = threading.Thread(target=lambda: found.append(solve(*asked, budget)))
    search.start()
    budget.cancel()
    search.join(60)
    assert [answer.verdict for answer in found] == [Verdict.GAVE_UP]


def test_plain_python_gives_the_same_answers():
    plain = printed("-m", "tests.solver.plain_answers", PATIENCE_PLAIN="1").splitlines()
    assert plain == ["plain", *answers()]
    assert "".join(plain).count(".SOLVED") >= 6
    assert "UNSOLVABLE" in "".join(plain)

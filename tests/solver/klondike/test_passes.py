"""Few passes through the stock: a line that needs more is no solution, and no odds are told."""

from random import Random

from game.rules import find_variant
from game.rules.position import STOCK
from game.solver.answer import Budget, Verdict
from game.solver.solve import advise, solve

ANY, ONE = (find_variant("rush", ["draw=1", "limit=none", *passes]) for passes in ((), ("passes=1",)))
HOME = [
    f"pile f{suit} " + " ".join(rank + name for rank in "A23456789TJQK"[: 10 if name == "S" else 13])
    for suit, name in enumerate("CDHS", 1)
]


def table(stock: str, variant=ANY):
    """The last three spades: two in the stock, of which the last is turned first, and one in a column."""
    return variant.position_from_text("\n".join([f"pile stock {stock}", *HOME, "pile t1 (KS) QS"]))


def test_a_line_that_has_passes_enough_is_a_solution():
    position = ONE.position_from_text("\n".join(["pile stock (JS)", *HOME, "pile t1 (KS) QS"]))
    assert solve(ONE, position, Budget(nodes=1000)).verdict is Verdict.SOLVED


def test_a_line_that_needs_more_passes_is_none():
    lines = ["pile stock (JS) (QS) (KS)", *HOME]
    position = ONE.position_from_text("\n".join(lines))
    assert solve(ANY, position, Budget(nodes=1000)).verdict is Verdict.SOLVED
    answer = solve(ONE, position, Budget(nodes=1000))
    assert answer.verdict in (Verdict.GAVE_UP, Verdict.SOLVED)
    for move in answer.moves:
        position = ONE.apply(position, move)


def test_advice_is_legal_and_has_no_odds():
    position = ONE.position_from_text("\n".join(["pile waste QS JS", "pile stock (KS)", *HOME]))
    for advice in advise(ONE, position, Random(1)):
        assert all(ONE.is_legal(position, advised.move) and advised.told_odds is None for advised in advice)
    spent = ONE.position_from_text("\n".join(["pile waste JS QS KS", *HOME]))
    assert STOCK not in [advised.move for advice in advise(ONE, spent, Random(1)) for advised in advice]

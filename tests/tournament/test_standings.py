"""The table: constructed ties, movement, and laws that hold for any results."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from game.rules.variant import Outcome
from game.tournament.player import Player
from game.tournament.standings import Tally, placed, round_ranking, standings
from game.tournament.tournament import RoundResult

LIMIT_MS = 300_000


def result(total: int, elapsed_ms: int = 100_000, home: int = 20, bonus: int = 0) -> RoundResult:
    return RoundResult(total - bonus, bonus, home, elapsed_ms, Outcome.ENDED)


def table(**rounds: list[RoundResult | None]) -> dict[Player, list[RoundResult | None]]:
    return {Player(name): results for name, results in rounds.items()}


def places(found) -> list[tuple[int, str]]:
    return [(standing.rank, standing.player.name) for standing in found]


def test_the_higher_sum_stands_before_and_later_rounds_do_not_count_yet():
    rounds = table(A=[result(300), result(100)], B=[result(200, bonus=60), result(300, bonus=60)])
    found = standings(rounds, 2, LIMIT_MS)
    assert places(found) == [(1, "B"), (2, "A")]
    assert [standing.total for standing in found] == [500, 400]
    assert found[1].results == tuple(rounds[Player("A")])
    earlier = standings(rounds, 1, LIMIT_MS)
    assert places(earlier) == [(1, "A"), (2, "B")]
    assert [standing.results for standing in earlier] == [(result(300),), (result(200, bonus=60),)]


def test_at_the_same_sum_less_time_stands_before_more_cards_home():
    rounds = table(A=[result(300, 90_001, 52)], B=[result(300, 90_000, 10)], C=[result(300, 90_001, 51)])
    assert places(standings(rounds, 1, LIMIT_MS)) == [(1, "B"), (2, "A"), (3, "C")]


def test_time_and_cards_are_sums_over_the_rounds():
    first, second = (
        [result(100, 10_000, 5), result(200, 90_000, 9)],
        [result(200, 50_000, 8), result(100, 50_000, 7)],
    )
    found = standings(table(A=first, B=second), 2, LIMIT_MS)
    assert places(found) == [(1, "B"), (2, "A")]
    assert [(standing.elapsed_ms, standing.home) for standing in found] == [(100_000, 15), (100_000, 14)]


def test_whom_nothing_tells_apart_shares_a_rank_and_the_next_is_left_out():
    same = result(300, 90_000, 20)
    found = standings(
        table(D=[result(1)], C=[same], A=[same], B=[result(400)], E=[result(1)], F=[result(0)]), 1, LIMIT_MS
    )
    assert places(found) == [(1, "B"), (2, "C"), (2, "A"), (4, "D"), (4, "E"), (6, "F")]


def test_a_round_not_played_counts_nothing_and_its_whole_time():
    found = standings(table(A=[result(0, 299_999, 0)], B=[None], C=[]), 1, LIMIT_MS)
    assert places(found) == [(1, "A"), (2, "B"), (2, "C")]
    times = [(standing.elapsed_ms, standing.played) for standing in found]
    assert times == [(299_999, 1), (300_000, 0), (300_000, 0)]


def test_a_round_that_is_not_closed_takes_no_time_of_who_has_not_played_it_yet():
    found = standings(
        table(A=[result(300, 90_000), result(10, 300_000)], B=[result(310, 95_000)]), 2, LIMIT_MS, closed=1
    )
    told = [(standing.player.name, standing.total, standing.elapsed_ms) for standing in found]
    assert told == [("B", 310, 95_000), ("A", 310, 390_000)]
    (passed_over,) = standings(table(A=[None, result(300, 90_000)]), 2, LIMIT_MS, closed=0)
    assert passed_over.elapsed_ms == 90_000 + LIMIT_MS, "for a later one"


def test_whoever_has_played_nothing_stands_behind_who_has_at_the_same_total():
    found = standings(table(A=[], B=[result(0, LIMIT_MS, 0)]), 1, LIMIT_MS, closed=0)
    assert places(found) == [(1, "B"), (2, "A")]


def test_who_is_apart_has_no_place_and_stands_behind():
    found = round_ranking({"robot": Tally(900), "Anna": Tally(5), "Ben": Tally(5)}, apart={"robot"})
    assert [(ranked.rank, ranked.who) for ranked in found] == [(1, "Anna"), (1, "Ben"), (None, "robot")]


def test_nobody_has_a_place_before_somebody_has_a_point():
    nothing = standings(table(A=[result(0, 9_000)], B=[result(0, 7_000)]), 1, LIMIT_MS)
    assert places(nothing) == [(1, "B"), (2, "A")]
    assert places(placed(nothing)) == [(None, "B"), (None, "A")]
    scored = standings(table(A=[result(5)], B=[result(0)]), 1, LIMIT_MS)
    assert placed(scored) == scored


def test_movement_since_the_round_before():
    rounds = table(
        A=[result(300), result(0)],
        B=[result(200), result(10)],
        C=[result(100), result(500)],
        D=[None, result(90)],
    )
    assert [standing.movement for standing in standings(rounds, 1, LIMIT_MS)] == [None] * 4
    found = [(*place, line.movement) for line in standings(rounds, 2, LIMIT_MS) for place in places([line])]
    assert found == [(1, "C", 2), (2, "A", -1), (3, "B", -1), (4, "D", 0)]


results = st.builds(
    result, st.integers(0, 4).map(lambda n: n * 100), st.sampled_from([1000, 2000]), st.integers(0, 2)
)
tables = st.lists(st.lists(st.none() | results, max_size=3), min_size=1, max_size=6).map(
    lambda rows: {Player(f"P{number}"): row for number, row in enumerate(rows)}
)


@given(tables, st.integers(1, 3))
def test_every_pair_stands_as_the_rules_say(rounds, after):
    found = standings(rounds, after, LIMIT_MS)
    assert {standing.player for standing in found} == set(rounds)
    for upper, lower in combinations(found, 2):
        keys = [(-standing.total, standing.elapsed_ms, -standing.home) for standing in (upper, lower)]
        assert keys[0] <= keys[1]
        assert (upper.rank == lower.rank) == (keys[0] == keys[1])
        assert upper.rank <= lower.rank
    for index, standing in enumerate(found):
        assert standing.rank <= index + 1
        assert standing.rank == 1 + sum(other.rank < standing.rank for other in found)


@given(tables, st.integers(2, 3))
def test_movement_is_the_difference_of_ranks(rounds, after):
    before = {standing.player: standing.rank for standing in standings(rounds, after - 1, LIMIT_MS)}
    for standing in standings(rounds, after, LIMIT_MS):
        assert standing.movement == before[standing.player] - standing.rank


@given(tables, st.randoms(use_true_random=False), st.integers(1, 3))
def test_the_order_of_the_seats_decides_nothing(rounds, random, after):
    players = list(rounds)
    random.shuffle(players)
    other = standings({player: rounds[player] for player in players}, after, LIMIT_MS)
    ranks = {standing.player: standing.rank for standing in standings(rounds, after, LIMIT_MS)}
    assert {standing.player: standing.rank for standing in other} == ranks

"""What many games come to: how wide the interval of a share is."""

from random import Random

from game.robots.figures import bunched_share_bounds, share_bounds

TRUE = 0.04


def drawn(chance: Random) -> list[tuple[int, int]]:
    """Ties of deals: where the tip is wrong once in a deal, it mostly is wrong again."""
    found = []
    for _ in range(1000):
        tries = chance.randint(0, 20)
        share = 0.4 if chance.random() < TRUE / 0.4 else 0
        found.append((sum(chance.random() < share for _ in range(tries)), tries))
    return found


def test_the_interval_of_a_share_of_ties_takes_the_deal_as_its_unit():
    chance, holds, plainly = Random(5), 0, 0
    for _ in range(200):
        bunches = drawn(chance)
        bounds = bunched_share_bounds(bunches)
        plain = share_bounds(sum(each[0] for each in bunches), sum(each[1] for each in bunches))
        holds += bounds.low <= TRUE <= bounds.high
        plainly += plain.low <= TRUE <= plain.high
    assert holds >= 184  # 95 % of 200, and three standard deviations
    assert plainly < 140


def test_a_share_of_nothing_may_be_anything():
    assert bunched_share_bounds([(0, 0), (0, 0)]) == (0.0, 0.0, 1.0)


def test_without_a_hit_a_deal_counts_as_one_try():
    assert bunched_share_bounds([(0, 9)] * 50 + [(0, 0)] * 7) == share_bounds(0, 50)

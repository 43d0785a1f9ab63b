"""Ties that games meet: each told once, and decided as the rules play them."""

from random import Random

from game.play.deal import deal_number
from game.robots.greedy import Regular
from game.robots.playing import play
from game.robots.tie_figures import TieVerdict, decided, ties_met
from game.rules.leftmost import ties
from game.rules.position import Move
from game.rules.rush import Rush
from tests.solver.klondike.naive import can_win, tied


def test_a_tie_is_decided_as_by_brute_force():
    compared = dict.fromkeys(TieVerdict, 0)
    for number in range(260):
        chance = Random(number)
        rush = Rush(draw=chance.choice((1, 3)))
        position = tied(chance, rush, chance.randint(12, 22), hand=False)
        for tie in ties(rush, position):
            known = []
            for column in tie.columns:
                count = sum(each.face_up for each in position.piles[column])
                after = rush.apply(position, Move(column, tie.targets[0], count))
                known.append(can_win(rush, after, 250))
            if None in known:
                continue
            left, *others = known
            expected = TieVerdict.LEFTMOST_WINS if left else TieVerdict.NONE_FOUND
            if not left and any(others):
                expected = TieVerdict.LEFTMOST_LOSES
            assert decided(rush, position, tie) is expected
            compared[expected] += 1
    assert min(compared[each] for each in TieVerdict if each is not TieVerdict.OPEN) >= 1


def test_every_tie_of_a_game_is_met_once():
    seen = 0
    for number in range(60):
        game = play(Regular(), deal_number(Rush(draw=1), number), f"{number}")
        met = [_key(position, tie) for position, tie in ties_met(game)]
        every = [_key(position, tie) for position in game.line() for tie in ties(game.variant, position)]
        assert len(met) == len(set(met))
        assert set(met) == set(every)
        seen += len(every) > len(met)
    assert seen >= 1


def _key(position, tie):
    heads = (next(each for each in position.piles[column] if each.face_up) for column in tie.columns)
    return (tie.columns, *(each.text for each in heads))

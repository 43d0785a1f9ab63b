"""Rollouts of Klondike: blind to what lies face down, never better than a search, and worth something."""

from itertools import product
from random import Random

from game.rules.rush import COLUMNS, Rush
from game.solver.answer import Budget
from game.solver.kernels.compiled import IS_COMPILED, numbers, row
from game.solver.klondike.batch import PILES, lay_out, shuffle
from game.solver.klondike.choices import Choices
from game.solver.klondike.information_set import InformationSet, has_seen_hand
from game.solver.klondike.moves import DEEPEST, HOW, expand, new_room
from game.solver.klondike.plans import singles
from game.solver.klondike.rollout import WEIGHTS, promise_of, rollout, rollouts, unseen
from game.solver.klondike.search import LOST, WON
from game.solver.klondike.state import fill, look, new_table
from tests.solver.klondike.test_hint import relaid
from tests.solver.klondike.test_solve import wandered

NODES = 2000
PACK_SIZE = 52


def seen(position, draw):
    """A position's choices and information, or None where who knows the hand has nothing to choose."""
    information = InformationSet(Rush(draw=draw), position)
    choices = Choices(Rush(draw=draw), information.position, information.laid_in_order(), turned_only=False)
    return (choices, information) if has_seen_hand(position) and choices.found else None


def positions(count):
    for draw, number in product((1, 3), range(count)):
        position = wandered(Rush(draw=draw), number, 60)
        if (found := seen(position, draw)) is not None:
            yield draw, position, *found


def test_with_every_unseen_card_known_a_rollout_is_a_search():
    met = 0
    for _, _, choices, information in positions(12):
        states = [plan.state for plan in singles(choices)]
        for _ in range(3):
            piles = information.laid_at_random(Random(5))
            searched = choices.weigh(piles, NODES, Budget().stop, states)[:-1]
            found = rollouts(choices, piles, states, PACK_SIZE, NODES, Budget().stop)
            assert found == [verdict == WON for verdict in searched]
            met += any(found)
    assert met >= 3


def test_a_game_played_by_what_is_seen_wins_nothing_that_cannot_be_won():
    won = lost = 0
    for _, _, choices, information in positions(12):
        states = [plan.state for plan in singles(choices)]
        for chance in range(3):
            piles = information.laid_at_random(Random(chance))
            found = rollouts(choices, piles, states, -1, NODES, Budget().stop)
            for is_won, verdict in zip(
                found, choices.weigh(piles, NODES, Budget().stop, states), strict=False
            ):
                assert not (is_won and verdict == LOST)
                won, lost = won + is_won, lost + (not is_won and verdict == WON)
    assert won >= 5
    assert lost >= 5


def test_what_a_choice_promises_is_the_same_however_the_unseen_cards_lie():
    compared = 0
    for draw, position, _, _ in positions(12):
        promises = []
        for laid in (position, relaid(position, 3)):
            found = seen(laid, draw)
            assert found is not None
            table, room, way = new_table(), new_room(), found[1].laid_at_random(Random(len(promises)))
            view = look(table, fill(table, draw, row(way)))
            count = expand(table, view, room, True)
            weights = row(WEIGHTS[draw])
            promises.append(
                {int(room[HOW + at]): promise_of(table, room, view, at, weights) for at in range(count)}
            )
        assert promises[0] == promises[1]
        compared += len(promises[0]) > 1
    assert compared >= 5


def test_what_is_face_down_is_counted():
    for draw, position, choices, _ in positions(8):
        face_down = sum(not each.face_up for pile in COLUMNS for each in position.piles[pile])
        assert unseen(choices.table, choices.start) == face_down, draw


def test_the_policy_alone_wins_a_third_of_the_deals_at_draw_3_and_two_thirds_at_draw_1():
    deals = 200 if IS_COMPILED else 60
    for draw, least, most in ((3, 0.2, 0.5), (1, 0.55, 0.85)):
        table, room, deck, piles = new_table(), new_room(), numbers(PACK_SIZE), numbers(PILES)
        path, stop, weights, won = numbers(DEEPEST + 2), Budget().stop, row(WEIGHTS[draw]), 0
        for number in range(deals):
            shuffle(0, number, deck)
            lay_out(deck, 0, piles)
            won += int(rollout(table, room, fill(table, draw, piles), weights, -1, 0, stop, path))
        assert least < won / deals < most

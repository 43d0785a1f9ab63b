"""Robots: what they see and do, at what pace; the race of plans; and the process that has them play."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from game.play.deal import deal_number
from game.play.game import ControlAction, Game
from game.play.record import read_record, record_text
from game.robots.robot import Robot, observe, play
from game.robots.thinker import ROBOTS, Candidate, Expert, run
from game.robots.worker import played
from game.rules import find_variant
from game.rules.position import STOCK
from game.rules.rush import FOUNDATIONS, STOCK_PILE, Rush, has_seen_hand, unseen_cards
from game.rules.variant import Outcome
from game.solver.klondike.choices import Plan
from game.solver.service.messages import RequestFailed, RobotRequest
from game.tournament.player import ROBOT_NAMES, Player, robots_at_table
from game.tournament.tournament import prove_round, round_tags
from tests.commands import printed
from tests.solver.klondike.test_hint import relaid
from tests.solver.klondike.test_solve import wandered
from tests.tournament.rounds import EVENING
from tools.trials.figures import figures_of, share_bounds

PLANNERS = [*ROBOTS.values()]
QUICK = [ROBOTS["beginner"], ROBOTS["regular"], ROBOTS["expert"]]


def strength(robot: Robot) -> str:
    return robot.strength


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("robot", QUICK, ids=strength)
def test_a_game_is_played_to_its_end_and_its_record_proves_it(robot, draw):
    for number in range(2 if robot is ROBOTS["expert"] else 6):
        game = play(robot, deal_number(Rush(draw=draw), number), "a")
        assert game.is_over
        again = read_record(record_text(game, {"robot": robot.strength}).encode()).replay()
        assert (again.total, again.outcome, again.elapsed_ms) == (game.total, game.outcome, game.elapsed_ms)
        assert not {ControlAction.UNDO, ControlAction.REDO, ControlAction.SHOWN} & {
            entry.action for entry in game.entries
        }
        times = [entry.at_ms for entry in game.entries]
        steps = [later - sooner for sooner, later in pairwise([0, *times]) if later > sooner]
        assert 350 <= min(steps) <= max(steps) <= 6000, "the pace is a person's"
    assert play(robot, game.deal, "a").entries == game.entries
    assert [entry.at_ms for entry in play(robot, game.deal, "b").entries] != times


@pytest.mark.parametrize("robot", PLANNERS, ids=strength)
@pytest.mark.parametrize("steps", [0, 12, 70])
def test_a_plan_is_the_same_where_the_table_looks_the_same(robot, steps):
    for number in range(4):
        position = wandered(Rush(), number, steps)
        one, other = (observe(Rush(), table, 9000) for table in (position, relaid(position, 7)))
        assert robot.plan(one, random.Random(3)) == robot.plan(other, random.Random(3))


@pytest.mark.parametrize("robot", QUICK, ids=strength)
def test_only_the_last_action_of_a_plan_shows_a_card_that_was_not_seen(robot):
    variant = Rush()
    for number in range(12):
        position = wandered(variant, number, 10 * number)
        if variant.is_auto_finishing(position):
            continue
        *before, last = robot.plan(observe(variant, position, 0), random.Random(number))
        for move in before:
            assert variant.undo_refusal(position, move) is None
            position = variant.apply(position, move)
        assert last is ControlAction.END or variant.is_legal(position, last)


def test_at_the_end_of_the_time_the_game_is_over_as_it_stands():
    game = play(ROBOTS["beginner"], deal_number(Rush(limit=20), 3), "slow")
    assert game.outcome is Outcome.TIMEOUT
    assert game.elapsed_ms == 20_000
    assert game.entries[-2].at_ms < 20_000


def test_who_goes_round_in_circles_ends_the_game_without_a_clock_too():
    game = play(ROBOTS["regular"], deal_number(Rush(draw=3, limit=86_400), 569125962), "5 569125962 regular")
    assert game.outcome is Outcome.ENDED
    assert len(game.entries) < 1000


def test_a_solved_game_goes_home_by_itself_at_the_frozen_time():
    won = next(
        game
        for game in (play(Expert(), deal_number(Rush(draw=1), number), "a") for number in range(40))
        if game.outcome is Outcome.WON
    )
    assert won.entries[-1].at_ms == won.entries[-2].at_ms
    assert won.entries[-1].action.target in FOUNDATIONS


def test_thinking_robots_look_through_the_hand_first():
    game = play(ROBOTS["expert"], deal_number(Rush(draw=3), 11), "a")
    assert [entry.action for entry in game.entries[:8]] == [STOCK] * 8
    game = play(ROBOTS["expert"], deal_number(Rush(draw=1), 11), "a")
    assert [entry.action for entry in game.entries[:25]] == [STOCK] * 25  # back before it costs anything


def test_each_strength_earns_more_than_the_one_before():
    deals = [deal_number(Rush(draw=1), number) for number in range(40)]
    totals = [sum(play(robot, deal, "t").total for deal in deals) for robot in QUICK[:2]]
    assert totals == sorted(totals)
    wins = [figures_of([play(robot, deal, "t") for deal in deals[:20]]).wins for robot in QUICK]
    assert wins == sorted(wins)
    assert wins[0] < wins[2]


def test_seven_robots_have_names_of_their_own_and_known_strengths():
    seven = robots_at_table(len(ROBOT_NAMES))
    assert len({player.skeletons for player in seven}) == 7
    assert {player.strength for player in seven} == set(ROBOTS)
    assert [robot.strength for robot in ROBOTS.values()] == [*ROBOTS]
    assert all("robot" in player.label for player in seven)
    assert {player.strength for player in robots_at_table(3, "master")} == {"master"}
    assert robots_at_table(0) == ()


def test_a_robot_knows_no_other_game():
    with pytest.raises(TypeError):
        play(ROBOTS["beginner"], deal_number(find_variant("spider"), 1), "a")


def test_bounds_are_within_a_share():
    assert {share_bounds(0, count).low for count in range(1, 500)} == {0}
    assert {share_bounds(count, count).high for count in range(1, 500)} == {1}
    low, high = share_bounds(50, 100)[1:]
    assert low < 0.5 < high


def test_figures_tell_wins_and_means():
    games = [Game(deal_number(Rush(), number)) for number in (1, 2)]
    for game in games:
        game.play(ControlAction.END, 1000)
    figures = figures_of(games)
    assert (figures.games, figures.wins, figures.home, figures.time_s) == (2, 0, 0.0, 1.0)
    assert figures.total == (0, 0, 0)


@pytest.mark.parametrize("steps", [0, 8, 60])
def test_a_view_looks_as_the_table_does_and_as_those_that_look_alike(steps):
    for number in range(10):
        position = wandered(Rush(), number, steps)
        view = observe(Rush(), position, 500)
        assert view == observe(Rush(), relaid(position, number), 500)
        Rush().check_start(view.table._replace(counters=deal_number(Rush(), 1).position.counters))
        unseen = unseen_cards(position)
        assert {card.identity for card in unseen_cards(view.table)} == {card.identity for card in unseen}
        for laid, seen in zip(position.piles, view.table.piles, strict=True):
            assert all(one == other or one in unseen for one, other in zip(laid, seen, strict=True))


def test_the_hand_is_known_once_the_waste_has_gone_back():
    variant = Rush()
    position = deal_number(variant, 1).position
    assert not has_seen_hand(position)
    assert len(unseen_cards(position)) == 45
    for _ in range(9):
        position = variant.apply(position, STOCK)
    assert has_seen_hand(position)
    assert len(unseen_cards(position)) == 21
    assert observe(variant, position, 0).table.piles[STOCK_PILE] == position.piles[STOCK_PILE]


def runner(state: int, cost: float = 0.0, looks: int = 0) -> Candidate:
    return Candidate(Plan(None, state, 1), 1000.0, 0.0, cost, (looks,))


class Samples:
    """States that are won so often as told, independently."""

    def __init__(self, *shares: float) -> None:
        self._shares, self._random, self.searches = shares, Random(1), 0

    def __call__(self, states):
        self.searches += len(states)
        return [self._random.random() < self._shares[state] for state in states]


@pytest.mark.parametrize(
    ("shares", "runners", "samples", "cheapest", "chosen"),
    [
        ((0.3, 0.7, 0.5), [runner(0), runner(1), runner(2)], 200, False, 1),
        ((0.5, 0.5), [runner(0, cost=100), runner(1)], 60, True, 1),
        ((0.9, 0.2), [runner(0, cost=100), runner(1)], 60, True, 0),
    ],
    ids=["most wins", "a cost where wins are as likely", "no cost against surely more wins"],
)
def test_the_one_that_wins_most_is_chosen_and_of_equals_the_cheapest(
    shares, runners, samples, cheapest, chosen
):
    assert run(runners, samples, Samples(*shares), cheapest=cheapest).plan.state == chosen


def test_whoever_falls_behind_is_not_tried_to_the_end():
    samples = Samples(0.1, 0.9)
    run([runner(0), runner(1)], 200, samples, cheapest=False)
    assert samples.searches < 100


def test_of_equals_the_looks_decide():
    samples = Samples(1, 1)
    assert run([runner(0, looks=1), runner(1, looks=2)], 200, samples, cheapest=False).plan.state == 1
    assert samples.searches < 200


TOLD = """
import hashlib
import sys
from game.play.deal import deal_number
from game.play.record import record_text
from game.robots.robot import play
from game.robots.thinker import ROBOTS
from game.rules.rush import Rush
for strength in sys.argv[1:]:
    for draw, number in ((3, 12), (1, 5)):
        game = play(ROBOTS[strength], deal_number(Rush(draw=draw, limit=30), number), "evening 1 Cog")
        print(strength, draw, hashlib.sha256(record_text(game, {}).encode()).hexdigest())
"""


def test_the_same_seed_gives_the_same_record_everywhere():
    games = printed("-c", TOLD, *ROBOTS, PYTHONHASHSEED="1")
    assert printed("-c", TOLD, *ROBOTS, PYTHONHASHSEED="2") == games
    # In plain Python the strongest thinks for minutes (compared by hand: the same).
    others = [strength for strength in ROBOTS if strength != "master"]
    plain = printed("-c", TOLD, *others, PYTHONHASHSEED="3", PATIENCE_PLAIN="1").splitlines()
    assert plain == [line for line in games.splitlines() if not line.startswith("master ")]
    assert len(plain) == 2 * len(others)


COG = Player("Cog", "robot regular")
QUESTION = RobotRequest(EVENING.game, 60, 7, "regular", "a", round_tags(EVENING, COG, 1))


def test_the_record_is_a_round_of_the_tournament():
    (answer,) = played(QUESTION)
    data = answer.record.encode()
    result = prove_round(data, EVENING, COG, 1)
    assert result.total == play(ROBOTS["regular"], deal_number(Rush(), 7), "a").total
    assert read_record(data).tags["robot"] == "regular"


def test_an_unknown_strength_is_an_answer():
    assert [*played(replace(QUESTION, strength="strong"))] == [RequestFailed("no robot is called strong")]


def test_the_window_s_layers_do_not_load_the_solver_for_the_names_of_robots():
    told = "import sys, game.ui.tournament.new; print('numba' in sys.modules)"
    assert printed("-c", told).strip() == "False"

"""Robots at play: legal, blind to what is hidden, in time, the same again, and of rising strength."""

from __future__ import annotations

import random

import pytest

from game.play.deal import deal_number
from game.play.game import Act, Game
from game.play.record import read_record, record_text
from game.robots.cast import NAMES, robots_at_table
from game.robots.robot import Robot, observe, play
from game.robots.thinker import ROBOTS, Expert
from game.rules import find_variant
from game.rules.position import STOCK
from game.rules.rush import FOUNDATIONS, Rush
from game.rules.variant import Outcome
from tests.solver.klondike.test_hint import relaid
from tests.solver.klondike.test_solve import wandered
from tools.trials.figures import figures_of, share_bounds

PLANNERS = [*ROBOTS.values()]
QUICK = [ROBOTS["beginner"], ROBOTS["regular"], ROBOTS["expert"]]


def strength(robot: Robot) -> str:
    return robot.strength


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("robot", QUICK, ids=strength)
def test_a_game_is_played_to_its_end_and_its_record_proves_it(robot, draw):
    for number in range(6):
        game = play(robot, deal_number(Rush(draw=draw), number), "a")
        assert game.is_over
        again = read_record(record_text(game, {"robot": robot.strength}).encode()).replay()
        assert (again.total, again.outcome, again.elapsed_ms) == (game.total, game.outcome, game.elapsed_ms)
        assert not {Act.UNDO, Act.REDO, Act.SHOWN} & {entry.action for entry in game.entries}


@pytest.mark.parametrize("robot", PLANNERS, ids=strength)
@pytest.mark.parametrize("steps", [0, 12, 70])
def test_a_plan_is_the_same_where_the_table_looks_the_same(robot, steps):
    for number in range(4):
        position = wandered(Rush(), number, steps)
        one, other = (observe(Rush(), each, 9000) for each in (position, relaid(position, 7)))
        assert robot.plan(one, random.Random(3)) == robot.plan(other, random.Random(3))


@pytest.mark.parametrize("robot", QUICK, ids=strength)
def test_only_the_last_action_of_a_plan_shows_a_card_that_was_not_seen(robot):
    variant = Rush()
    for number in range(12):
        position = wandered(variant, number, 10 * number)
        if variant.plays_itself_out(position):
            continue
        *before, last = robot.plan(observe(variant, position, 0), random.Random(number))
        for move in before:
            assert variant.undo_refusal(position, move) is None
            position = variant.apply(position, move)
        assert last is Act.END or variant.is_legal(position, last)


@pytest.mark.parametrize("robot", QUICK, ids=strength)
def test_the_same_seed_gives_the_same_game_and_another_seed_another_pace(robot):
    deal = deal_number(Rush(), 5)
    assert play(robot, deal, "a").entries == play(robot, deal, "a").entries
    assert [entry.at_ms for entry in play(robot, deal, "a").entries] != [
        entry.at_ms for entry in play(robot, deal, "b").entries
    ]


@pytest.mark.parametrize("robot", QUICK, ids=strength)
def test_the_pace_is_a_person_s(robot):
    game = play(robot, deal_number(Rush(), 8), "pace")
    times = [entry.at_ms for entry in game.entries]
    steps = [later - sooner for sooner, later in zip([0, *times], times, strict=False) if later > sooner]
    assert min(steps) >= 350
    assert max(steps) <= 6000


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
    seven = robots_at_table(len(NAMES))
    assert len({player.looks for player in seven}) == 7
    assert {player.strength for player in seven} == set(ROBOTS)
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
        game.play(Act.END, 1000)
    figures = figures_of(games)
    assert (figures.games, figures.wins, figures.home, figures.time_s) == (2, 0, 0.0, 1.0)
    assert figures.total == (0, 0, 0)


def test_the_strengths_are_the_robots_own_words():
    assert [robot.strength for robot in ROBOTS.values()] == [*ROBOTS]

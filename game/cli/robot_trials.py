"""What the command `robots` does: deals, has robots play, and tells what came of it.

Knows the terminal, files and robots; how a robot plays is in `game.robots`.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from collections.abc import Iterator, Sequence
from itertools import repeat
from random import Random
from typing import Any, NamedTuple

from rich.table import Table

from game.cli.command import FINE, WRONG_COMMAND, CommandError, chosen_variant
from game.cli.printing import Printer
from game.cli.tie_trials import Look, measure_ties
from game.cli.trials import (
    NUMBERED_BELOW,
    as_json,
    counter,
    figures_table,
    games_words,
    interval_words,
    keep,
    whole,
)
from game.play.deal import deal_number
from game.play.difficulty import Difficulty
from game.play.game import Game
from game.robots.figures import Figures, figures_of
from game.robots.playing import play
from game.robots.robot import Robot
from game.robots.roster import ROBOTS
from game.robots.thinker import Thinker
from game.rules.rush import Rush
from game.solver.answer import Budget
from game.solver.klondike.offered import offered

DAY_S = 86400


class Trial(NamedTuple):
    """What one robot's games at one draw came to."""

    robot: Robot
    draw: int
    figures: Figures
    seconds: float
    """Of the processor, for each game."""


def try_robots(chosen: argparse.Namespace) -> int:
    """Runs the command.

    Raises:
        CommandError: an option is none, or a record cannot be written.
    """
    chosen_variant(chosen, "rush")
    if chosen.samples is not None:
        raise CommandError("--samples belongs to the other games", WRONG_COMMAND)
    count = whole(chosen.games, "games")
    draws, robots = _draws(chosen.draw), _robots(chosen.strength)
    seed = whole(chosen.seed, "seed")
    difficulty = _difficulty(chosen)
    if chosen.ties:
        if chosen.any_deal or chosen.no_clock or difficulty or chosen.record_folder:
            raise CommandError("--ties takes only games, draw, strength, width, seed, json", WRONG_COMMAND)
        measure_ties(draws, _look(chosen, robots[0], seed), count, chosen.json)
        return FINE
    if chosen.width is not None:
        raise CommandError("--width belongs to --ties", WRONG_COMMAND)
    trials = []
    with counter(count * len(draws) * len(robots)) as (describe, advance):
        for draw in draws:
            variant = Rush(draw=draw, limit=DAY_S) if chosen.no_clock else Rush(draw=draw)
            numbers = _numbers(variant, seed, count, chosen.any_deal, difficulty)
            for robot in robots:
                describe(f"{robot.strength}, draw {draw}")
                games, begun_s = [], time.process_time()
                for game in _games(_aiming(robot, chosen.no_clock), variant, numbers, seed):
                    name = f"{robot.strength}-draw-{draw}-{game.deal.number}"
                    about = {"player": robot.strength.capitalize(), "robot": robot.strength}
                    keep(chosen.record_folder, name, game, about)
                    games.append(game)
                    advance()
                seconds = (time.process_time() - begun_s) / count
                trials.append(Trial(robot, draw, figures_of(games), seconds))
    if chosen.json:
        print(json.dumps(_as_json(chosen, seed, trials)))
    else:
        _print(chosen, count, trials)
    return FINE


def _look(chosen: argparse.Namespace, robot: Robot, seed: int) -> Look:
    if chosen.width is None:
        return Look(None if chosen.strength is None else robot, seed=seed)
    if chosen.strength is not None:
        raise CommandError("--width is of no robot: it looks at positions, not at games", WRONG_COMMAND)
    return Look(width=whole(chosen.width, "width"), seed=seed)


def _print(chosen: argparse.Namespace, count: int, trials: Sequence[Trial]) -> None:
    console = Printer()
    deals = "any deals" if chosen.any_deal else f"{chosen.difficulty or 'all'} deals that are offered"
    clock = "without a clock, for wins alone" if chosen.no_clock else "within five minutes"
    console.print(f"Robots at Solitaire Rush, {games_words(count)} each, {deals}, {clock}")
    for draw in sorted({trial.draw for trial in trials}):
        console.print(_table(draw, [trial for trial in trials if trial.draw == draw], chosen.no_clock))


def _draws(text: str | None) -> list[int]:
    if text is None:
        return [1, 3]
    if text not in ("1", "3"):
        raise CommandError(f"“{text[:40]}” is not a draw: 1 or 3", WRONG_COMMAND)
    return [int(text)]


def _robots(strength: str | None) -> list[Robot]:
    if strength is None:
        return [*ROBOTS.values()]
    if strength not in ROBOTS:
        raise CommandError(f"“{strength[:40]}” is no robot’s strength: {', '.join(ROBOTS)}", WRONG_COMMAND)
    return [ROBOTS[strength]]


def _aiming(robot: Robot, at_wins: bool) -> Robot:
    """The robot, thinking only of winning where that is asked for."""
    if at_wins and isinstance(robot, Thinker):
        return dataclasses.replace(robot, plays_for_points=False)
    return robot


def _difficulty(chosen: argparse.Namespace) -> Difficulty | None:
    word = chosen.difficulty
    if word is None:
        return None
    if chosen.any_deal:
        raise CommandError("--any-deal takes deals of every difficulty", WRONG_COMMAND)
    known = [each.value for each in Difficulty]
    if word not in known:
        raise CommandError(f"“{word[:40]}” is no difficulty: {', '.join(known)}", WRONG_COMMAND)
    return Difficulty(word)


def _numbers(
    variant: Rush, seed: int, count: int, any_deal: bool, difficulty: Difficulty | None
) -> list[int]:
    """The deals of a measurement: the same for every robot."""
    random = Random(seed)
    drawn = (random.randrange(1, NUMBERED_BELOW) for _ in repeat(None))
    if any_deal:
        return [next(drawn) for _ in range(count)]
    found: list[int] = []
    while len(found) < count:
        some = offered(variant, drawn, count, Budget())
        found += [each.number for each in some if difficulty in (None, each.difficulty)]
    return found[:count]


def _games(robot: Robot, variant: Rush, numbers: Sequence[int], seed: int) -> Iterator[Game]:
    for number in numbers:
        yield play(robot, deal_number(variant, number), f"{seed} {number} {robot.strength}")


def _as_json(chosen: argparse.Namespace, seed: int, trials: Sequence[Trial]) -> dict[str, Any]:
    return {
        "deals": "any" if chosen.any_deal else "winnable",
        "difficulty": chosen.difficulty,
        "clock": not chosen.no_clock,
        "seed": seed,
        "robots": [_trial_as_json(trial, chosen.no_clock) for trial in trials],
    }


def _trial_as_json(trial: Trial, no_clock: bool) -> dict[str, Any]:
    figures = trial.figures
    return {
        "strength": trial.robot.strength,
        "draw": trial.draw,
        "games": figures.games,
        "wins": figures.wins,
        "win_share": as_json(figures.win_share),
        "mean_total": None if no_clock else as_json(figures.total),
        "mean_home": figures.home,
        "mean_time_s": figures.time_s,
        "processor_s": trial.seconds,
    }


def _table(draw: int, trials: Sequence[Trial], no_clock: bool) -> Table:
    """The robots' figures at one draw."""
    headings = ("Won", "", "95 %", "Total", "95 %", "Home", "Time", "CPU")
    table = figures_table("Robot", headings, f"Draw {draw}")
    for robot, _, figures, seconds in trials:
        share, total = figures.win_share, figures.total
        table.add_row(
            *(robot.strength, str(figures.wins), f"{share.value:.1%}", f"{share.low:.0%}–{share.high:.0%}"),
            *(("–", "–") if no_clock else (f"{total.value:.0f}", interval_words(total, 0))),
            *(f"{figures.home:.1f}", f"{figures.time_s:.0f} s", f"{seconds:.2f} s"),
        )
    return table

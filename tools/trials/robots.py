"""Subject of `robots` where no other is named: the robots of Rush, each in the same deals."""

from __future__ import annotations

import argparse
import dataclasses
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from random import Random
from typing import Any, NamedTuple

from rich.table import Table

from game.cli.command import WRONG_COMMAND, CommandError, chosen_variant
from game.play.deal import Difficulty, deal_number
from game.play.game import Game
from game.robots.robot import Robot, play
from game.robots.thinker import ROBOTS, Thinker
from game.rules.rush import Rush
from game.solver.answer import Budget
from tools.trials.figures import Figures, figures_of
from tools.trials.fresh import offered
from tools.trials.subject import (
    NUMBERED_BELOW,
    Bar,
    Subject,
    as_json,
    figures_table,
    games_words,
    interval_words,
    keep,
    whole,
)

DAY_S = 86400


class Trial(NamedTuple):
    """Results of one robot's games at one draw."""

    robot: Robot
    draw: int
    figures: Figures
    seconds: float
    """Of the processor, for each game."""


class RushWords(NamedTuple):
    """Arguments about games of Rush on the command line."""

    games: int
    seed: int
    draws: Sequence[int]
    robots: Sequence[Robot]
    difficulty: Difficulty | None


def rush_words(chosen: argparse.Namespace) -> RushWords:
    """The options that every subject of Rush takes.

    Raises:
        CommandError: one is none, or belongs to other games.
    """
    chosen_variant(chosen, "rush")
    if chosen.samples is not None:
        raise CommandError("--samples belongs to the other games", WRONG_COMMAND)
    count, draws, robots = whole(chosen.games, "games"), _draws(chosen.draw), _robots(chosen.strength)
    return RushWords(count, whole(chosen.seed, "seed"), draws, robots, _difficulty(chosen))


class Robots(Subject[Trial]):
    """Robots of Rush at one draw or at both, within the clock or thinking of winning alone."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self._chosen = chosen
        self._count, self._seed, self._draws, self._robots, self._difficulty = rush_words(chosen)
        if chosen.width is not None:
            raise CommandError("--width belongs to --ties", WRONG_COMMAND)
        self.total = self._count * len(self._draws) * len(self._robots)

    def measure(self, bar: Bar) -> Sequence[Trial]:
        trials = []
        for draw in self._draws:
            variant = Rush(draw=draw, limit=DAY_S) if self._chosen.no_clock else Rush(draw=draw)
            numbers = _numbers(variant, self._seed, self._count, self._chosen.any_deal, self._difficulty)
            for robot in self._robots:
                bar.describe(f"{robot.strength}, draw {draw}")
                trials.append(self._tried(robot, variant, numbers, bar))
        return trials

    def _tried(self, robot: Robot, variant: Rush, numbers: Sequence[int], bar: Bar) -> Trial:
        games, begun_s = [], time.process_time()
        for game in _games(_aiming(robot, self._chosen.no_clock), variant, numbers, self._seed):
            name = f"{robot.strength}-draw-{variant.draw}-{game.deal.number}"
            about = {"player": robot.strength.capitalize(), "robot": robot.strength}
            keep(self._chosen.record_folder, name, game, about)
            games.append(game)
            bar.advance()
        seconds = (time.process_time() - begun_s) / len(games)
        return Trial(robot, variant.draw, figures_of(games), seconds)

    def as_json(self, trials: Sequence[Trial]) -> dict[str, Any]:
        return {
            "deals": "any" if self._chosen.any_deal else "winnable",
            "difficulty": self._chosen.difficulty,
            "clock": not self._chosen.no_clock,
            "seed": self._seed,
            "robots": [_trial_as_json(trial, self._chosen.no_clock) for trial in trials],
        }

    def printed(self, trials: Sequence[Trial]) -> Iterable[str | Table]:
        chosen = self._chosen
        deals = "any deals" if chosen.any_deal else f"{chosen.difficulty or 'all'} deals that are offered"
        clock = "without a clock, for wins alone" if chosen.no_clock else "within five minutes"
        yield f"Robots at Solitaire Rush, {games_words(self._count)} each, {deals}, {clock}"
        for draw in sorted({trial.draw for trial in trials}):
            yield _table(draw, [trial for trial in trials if trial.draw == draw], chosen.no_clock)


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
    known = {str(difficulty.word): difficulty for difficulty in Difficulty}
    if word not in known:
        raise CommandError(f"“{word[:40]}” is no difficulty: {', '.join(known)}", WRONG_COMMAND)
    return known[word]


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
        found += [deal.number for deal in some if difficulty in (None, deal.difficulty)]
    return found[:count]


def _games(robot: Robot, variant: Rush, numbers: Sequence[int], seed: int) -> Iterator[Game]:
    for number in numbers:
        yield play(robot, deal_number(variant, number), f"{seed} {number} {robot.strength}")


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

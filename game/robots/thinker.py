"""Robots that think: they lay the unseen cards in many ways and see which choice is won most often.

They turn the whole hand first, which spoils nothing, so that only the columns hide cards. Then
every choice (see `klondike_choices`) is tried in the same samples. They play for points: a win
counts what is still to be earned, and where no win is to be seen, the points at hand.

Knows views and the solver; must not know where unseen cards lie.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from game.play.game import Act, Action
from game.robots.robot import Pace, Robot, Span
from game.robots.view import View
from game.rules.position import STOCK, Position
from game.rules.rush import ARRIVAL_POINTS, COLUMNS, HAND, TURN_UP_POINTS, WASTE, WASTE_CARD_POINTS, Rush
from game.solver.answer import Budget
from game.solver.klondike_choices import Choice, Choices
from game.solver.klondike_line import Play
from game.solver.klondike_search import WON
from game.solver.rush_sight import Sight

MOST_POINTS = 4 * sum(ARRIVAL_POINTS) + 21 * TURN_UP_POINTS + 24 * WASTE_CARD_POINTS
"""Of a game that is won: all cards home, all turned up, the whole hand played."""
GESTURE_S = 0.8
LAP = 20
"""After so many samples it is seen who is behind."""
SURE = 2.5
"""Standard deviations."""


@dataclass(frozen=True)
class Thinker(Robot):
    """Weighs every choice in up to `samples` ways the unseen cards may lie."""

    samples: ClassVar[int]
    nodes: ClassVar[int] = 100
    """Of each search: what is won only by long search is not won by one who does not see the cards."""
    plays_for_points: bool = True
    """Else only for the win: time and points count nothing."""

    def plan(self, view: View, random: Random) -> tuple[Action, ...]:
        variant, position = view.variant, view.guess()
        if not view.has_seen_hand or _returns_for_nothing(view):
            return (STOCK,)
        sight = Sight(variant, position)
        choices = Choices(variant, sight.position, sight.laid_in_order(), turned_only=False)
        if choices.forced:
            return choices.forced
        if choices.is_won:
            return _to_the_end(variant, position)
        race = [self._runner(view, position, choice) for choice in choices.found]
        if not race:
            return _leave(variant, position)
        best = self._best(race, choices, sight, random)
        return _leave(variant, position) if best.worth <= 0 and self.plays_for_points else best.choice.moves

    def _best(self, race: list[Runner], choices: Choices, sight: Sight, random: Random) -> Runner:
        """The choice that is worth most; those that fall behind clearly drop out on the way."""
        budget, samples, nodes = Budget(), self.samples, self.nodes
        if sight.is_everything_seen:
            samples, nodes = 1, 100 * nodes
        for sample in range(1, samples + 1):
            piles = sight.laid_at_random(random)
            verdicts = choices.weigh(piles, nodes, budget.stop, [runner.choice for runner in race])
            for runner, verdict in zip(race, verdicts, strict=False):
                runner.wins = runner.wins << 1 | (verdict == WON)
                runner.samples += 1
            if sample % LAP == 0 and sample < samples:
                leader = max(race, key=_rank)
                race = [runner for runner in race if runner is leader or not _is_behind(runner, leader)]
                if len(race) == 1 or (sample >= 2 * LAP and all(each.wins == leader.wins for each in race)):
                    break
        return max(race, key=_rank)

    def _runner(self, view: View, position: Position, choice: Choice) -> Runner:
        looks = (choice.turns, -len(choice.moves), not choice.is_from_hand, choice.goes_home, -choice.at)
        if not self.plays_for_points:
            return Runner(choice, 1.0, 0.0, 0.0, looks)
        variant, after = view.variant, position
        taps = returns = 0
        for move in choice.moves:
            before, after = after, variant.after_move(after, move)
            if move == STOCK:
                taps += 1
                returns += before.tally[0] - after.tally[0]
        earned = after.tally[0] - position.tally[0] + returns
        time_s = GESTURE_S * len(choice.moves)
        left_s = max(0.0, (variant.limit_ms - view.at_ms) / 1000 - time_s)
        # A card passed over is one to come back for: each tap is a part of the next return.
        hand = len(position.piles[HAND]) + len(position.piles[WASTE])
        passed = variant.next_return_cost(after) * taps * variant.draw / max(1, hand)
        cost = returns + passed + time_s * variant.home(position) / 52
        return Runner(choice, MOST_POINTS - position.tally[0] + left_s, earned, cost, looks)


@dataclass
class Runner:
    """A choice in the race, and how it has done."""

    choice: Choice
    to_win: float
    """What a win still brings, in points or as one win."""
    earned: float
    """What the choice brings at once."""
    cost: float
    looks: tuple[int, ...]
    """Which of two comes first that are worth as much."""
    wins: int = 0
    """A bit for each sample, set where it was won."""
    samples: int = 0

    @property
    def worth(self) -> float:
        """What the choice seems worth."""
        share = self.wins.bit_count() / max(1, self.samples)
        return share * self.to_win + (1 - share) * self.earned - self.cost


def _rank(runner: Runner) -> tuple[float, ...]:
    return (runner.worth, *runner.looks)


def _is_behind(runner: Runner, leader: Runner) -> bool:
    """Whether it is behind by more than chance explains, as the samples show that only one of both won."""
    apart = (runner.wins ^ leader.wins).bit_count() + 1
    return leader.worth - runner.worth > SURE * math.sqrt(apart) / runner.samples * leader.to_win


class Expert(Thinker):
    """Thinks in few samples, and takes its time."""

    strength = "expert"
    pace: ClassVar = Pace(Span(0.3, 1.5), Span(0.4, 0.8), Span(0.7, 1.4), Span(0.45, 0.9))
    samples = 8


class Master(Thinker):
    """The strongest."""

    strength = "master"
    pace: ClassVar = Pace(Span(0.2, 0.9), Span(0.35, 0.6), Span(0.6, 1.1), Span(0.4, 0.7))
    samples = 200


def _returns_for_nothing(view: View) -> bool:
    """Whether the waste goes back at no cost now, and never again will: at draw 1, before any point."""
    return view.variant.draw == 1 and not view.hand_size and view.passes == 0 and view.tally[0] == 0


def _to_the_end(variant: Rush, position: Position) -> tuple[Action, ...]:
    """All that is left of a game that is as good as won."""
    play = Play(variant, position)
    play.finish()
    return tuple(play.moves)


def _leave(variant: Rush, position: Position) -> tuple[Action, ...]:
    """Sends home what goes, one card, and else ends the game."""
    for pile in (WASTE, *COLUMNS):
        move = variant.send_home(position, pile)
        if move is not None:
            return (move,)
    return (Act.END,)

"""Robots that think: they lay the unseen cards in many ways and see which choice is won most often.

They turn the whole hand first, which spoils nothing, so that only the columns hide cards. Then
every plan (see `klondike.plans`) is tried in the same samples. They play for points: a win
counts what is still to be earned, and where no win is to be seen, the points at hand.

The strongest compares plans that seem as good once more, with `klondike.foresight`.

Knows views and the solver; must not know where unseen cards lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from game.play.game import Act, Action
from game.robots.race import Runner, rank, run
from game.robots.robot import Pace, Robot, Span
from game.robots.view import View
from game.rules.position import STOCK, Position
from game.rules.rush import ARRIVAL_POINTS, COLUMNS, HAND, TURN_UP_POINTS, WASTE, WASTE_CARD_POINTS, Rush
from game.solver.answer import Budget
from game.solver.klondike.choices import Choices
from game.solver.klondike.foresight import shares_seeing_what_turns_up
from game.solver.klondike.information_set import InformationSet
from game.solver.klondike.line import LineBuilder
from game.solver.klondike.plans import Plan, plans_of, singles
from game.solver.klondike.search import WON

MOST_POINTS = 4 * sum(ARRIVAL_POINTS) + 21 * TURN_UP_POINTS + 24 * WASTE_CARD_POINTS
"""Of a game that is won: all cards home, all turned up, the whole hand played."""
GESTURE_S = 0.8
CLOSE, MOST_CLOSE = 0.08, 3
"""Plans that win so much less often than the best, and so many, are compared with foresight."""
ALL_SEEN = 20
"""So much longer a search may take where nothing is left to guess."""


@dataclass(frozen=True)
class Thinker(Robot):
    """Weighs every plan in up to `samples` ways the unseen cards may lie."""

    samples: ClassVar[int]
    nodes: ClassVar[int]
    """Positions that each search may look at."""
    foresight: ClassVar[int] = 0
    """Samples in which plans that seem as good are compared once more, seeing only what turns up."""
    plays_for_points: bool = True
    """Else only for the win: time and points count nothing."""

    def plan(self, view: View, random: Random) -> tuple[Action, ...]:
        variant, position = view.variant, view.guess()
        if not view.has_seen_hand or _returns_for_nothing(view):
            return (STOCK,)
        information = InformationSet(variant, position)
        choices = Choices(variant, information.position, information.laid_in_order(), turned_only=False)
        if choices.forced:
            return choices.forced
        if choices.is_won:
            return _to_the_end(variant, position)
        if not choices.found:
            return _leave(variant, position)
        best = self._best(view, choices, information, random)
        if self.plays_for_points and not best.wins:
            best = max((self._runner(view, position, plan) for plan in singles(choices)), key=rank)
            if best.worth <= 0:
                return _leave(variant, position)
        return best.plan.first.moves

    def _best(self, view: View, choices: Choices, information: InformationSet, random: Random) -> Runner:
        """The plan that is worth most."""
        samples, nodes, stop = self.samples, self.nodes, Budget().stop
        if information.is_everything_seen:
            samples, nodes = 1, ALL_SEEN * nodes
        # At draw 1 a card of the hand that is passed over costs a return: each is a plan of its own.
        passes_are_dear = self.plays_for_points and view.variant.draw == 1
        one_by_one = passes_are_dear or information.is_everything_seen
        plans = singles(choices) if one_by_one else plans_of(choices)

        def sample(states: Sequence[int]) -> list[bool]:
            verdicts = choices.weigh(information.laid_at_random(random), nodes, stop, states)
            return [verdict == WON for verdict in verdicts[:-1]]

        race = [self._runner(view, choices.position, plan) for plan in plans]
        best = run(race, samples, sample, cheapest=passes_are_dear)
        if passes_are_dear or information.is_everything_seen or not self.foresight:
            return best
        close = sorted(race, key=rank, reverse=True)
        close = [runner for runner in close if runner.share > best.share - CLOSE][:MOST_CLOSE]
        if len(close) == 1:
            return best
        states = [runner.plan.state for runner in close]
        ways = (information.laid_at_random(random) for _ in range(self.foresight))
        shares = shares_seeing_what_turns_up(choices, states, ways, nodes, stop)
        values = [each.worth_at((each.share + share) / 2) for each, share in zip(close, shares, strict=True)]
        return max(zip(values, close, strict=True), key=lambda each: (each[0], *each[1].looks))[1]

    def _runner(self, view: View, position: Position, plan: Plan) -> Runner:
        choice = plan.first
        looks = (
            -plan.steps,
            choice.turns,
            -len(choice.moves),
            not choice.is_from_hand,
            choice.goes_home,
            -choice.at,
        )
        if not self.plays_for_points:
            return Runner(plan, 1.0, 0.0, 0.0, looks)
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
        return Runner(plan, MOST_POINTS - position.tally[0] + left_s, earned, cost, looks)


class Expert(Thinker):
    """Thinks in few samples, and takes its time."""

    strength = "expert"
    pace: ClassVar = Pace(Span(0.3, 1.5), Span(0.4, 0.8), Span(0.7, 1.4), Span(0.45, 0.9))
    samples = 8
    nodes = 200


class Master(Thinker):
    """The strongest."""

    strength = "master"
    pace: ClassVar = Pace(Span(0.2, 0.9), Span(0.35, 0.6), Span(0.6, 1.1), Span(0.4, 0.7))
    samples = 160
    nodes = 200
    foresight = 160


def _returns_for_nothing(view: View) -> bool:
    """Whether the waste goes back at no cost now, and never again will: at draw 1, before any point."""
    return view.variant.draw == 1 and not view.hand_size and view.passes == 0 and view.tally[0] == 0


def _to_the_end(variant: Rush, position: Position) -> tuple[Action, ...]:
    """All that is left of a game that is as good as won."""
    builder = LineBuilder(variant, position)
    builder.finish()
    return tuple(builder.moves)


def _leave(variant: Rush, position: Position) -> tuple[Action, ...]:
    """Sends home what goes, one card, and else ends the game."""
    for pile in (WASTE, *COLUMNS):
        move = variant.send_home(position, pile)
        if move is not None:
            return (move,)
    return (Act.END,)

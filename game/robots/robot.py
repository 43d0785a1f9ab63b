"""Robots of Rush: what they see (of an unseen card not where it lies), and how they play a deal.

A robot looks, thinks and moves, and all of it becomes a game with its times.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple

from game.play.deal import Deal
from game.play.game import Action, ControlAction, Game
from game.rules.position import STOCK, Position
from game.rules.rush import FOUNDATIONS, Rush, unseen_cards, with_unseen


class Observation(NamedTuple):
    """A table of Rush as its player sees it."""

    variant: Rush
    table: Position
    """The unseen cards lie in the pack's order, wherever they are."""
    at_ms: int
    """Play time used."""


def observe(variant: Rush, position: Position, at_ms: int) -> Observation:
    """Returns what the player sees of a position at a play time."""
    return Observation(variant, with_unseen(position, unseen_cards(position)), at_ms)


class TimeRange(NamedTuple):
    """A time between two bounds, in seconds; most often near the shorter."""

    shortest_s: float
    longest_s: float

    def drawn_ms(self, random: Random) -> int:
        """One such time, in ms."""
        low, high = self.shortest_s, self.longest_s
        return round(1000 * random.triangular(low, high, low + (high - low) / 4))


@dataclass(frozen=True)
class Pace:
    """Time that a robot takes to look and think, and for each gesture."""

    think: TimeRange
    tap: TimeRange
    carry: TimeRange
    go_home: TimeRange

    def gesture_ms(self, action: Action, random: Random) -> int:
        """Duration of a gesture, in ms."""
        if action == STOCK:
            return self.tap.drawn_ms(random)
        if isinstance(action, tuple) and action.target in FOUNDATIONS:
            return self.go_home.drawn_ms(random)
        return self.carry.drawn_ms(random)


@dataclass(frozen=True)
class Robot(ABC):
    """A robot without memory: the same view and chance give the same plan."""

    strength: ClassVar[str]
    """Strength in one word, as in records and tournaments."""
    pace: ClassVar[Pace]

    @abstractmethod
    def plan(self, view: Observation, random: Random) -> tuple[Action, ...]:
        """Returns at least one action, each legal after those before it.

        Only the last may reveal a card; then the robot looks again.
        """


MAX_VISITS = 20
"""So often the same cards may lie in the columns and at home after a move: then a robot has gone round in
circles long enough, and ends the game."""


def play(robot: Robot, deal: Deal, seed: str) -> Game:
    """Plays a whole game of Rush; the same `seed` gives the same game. Raises TypeError for other games."""
    variant = deal.variant
    if not isinstance(variant, Rush):
        raise TypeError(f"robots do not play {variant.title}")
    game, now_ms = Game(deal), 0
    thoughts, hands = Random(f"{seed} thoughts"), Random(f"{seed} hands")
    visits: Counter[object] = Counter()
    while not game.is_over:
        goes_home = game.next_play_out()
        if goes_home is not None:
            game.play(goes_home, game.elapsed_ms)
            continue
        now_ms += robot.pace.think.drawn_ms(hands)
        for action in robot.plan(observe(variant, game.position, now_ms), thoughts):
            now_ms += robot.pace.gesture_ms(action, hands)
            if variant.limit_ms is not None and now_ms >= variant.limit_ms:
                game.play(ControlAction.END, variant.limit_ms)
            else:
                game.play(action, now_ms)
            if action != STOCK:
                visits[laid := game.position.piles[FOUNDATIONS.start :]] += 1
                if visits[laid] > MAX_VISITS and not game.is_over:
                    game.play(ControlAction.END, now_ms)
            if game.is_over or game.is_solved:
                break
    return game

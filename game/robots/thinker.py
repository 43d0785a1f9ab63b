"""All robots by strength: two take the best visible move, the others race plans in many samples.

Of visible moves an ace goes home, turning up a face-down card scores more the more are beneath it, and an
empty column waits for a king. In a race each plan (see `klondike.choices`) is won or not in one sample of the
unseen cards after another, the same for all, so that two plans differ only in samples that just one wins;
plans that fall behind drop out.

Racers turn the whole stock first, which spoils nothing, so that only the columns hide cards. They play for
points: a win counts the points still to be earned and, if no win is in sight, the points at hand. The
strongest compares plans that seem equal once more, by what turns up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from game.cards import Card
from game.play.game import Action, ControlAction
from game.play.played import STRENGTHS
from game.robots.robot import Observation, Pace, Robot, TimeRange
from game.rules.position import STOCK, Move, Position
from game.rules.rush import (
    ARRIVAL_POINTS,
    COLUMNS,
    FOUNDATIONS,
    STOCK_PILE,
    TURN_UP_POINTS,
    WASTE,
    WASTE_CARD_POINTS,
    Rush,
    face_down,
    has_seen_hand,
)
from game.solver.answer import Budget
from game.solver.klondike.choices import Choices, Plan, plans_of, shares_seeing_what_turns_up, singles
from game.solver.klondike.hint import InformationSet, to_the_end
from game.solver.klondike.search import WON

SAFE, TURNS, FREES, HELPS, HOME = 100, 80, 60, 40, 20
"""Scores of a move: loses nothing, turns a card, frees one or a column, helps, earns points."""


class Beginner(Robot):
    """Plays the first good move it notices, sends home whatever goes, and overlooks a third of all."""

    strength = "beginner"
    pace: ClassVar = Pace(TimeRange(0.5, 2.5), TimeRange(0.6, 1.2), TimeRange(1.0, 2.2), TimeRange(0.7, 1.6))
    notices: ClassVar = 0.65
    patience: ClassVar = {1: 1, 3: 6}
    """Number of fruitless passes after which it gives up."""

    def plan(self, view: Observation, random: Random) -> tuple[Action, ...]:
        variant, table = view.variant, view.table
        noticed = [move for _, move in scored_moves(variant, table) if random.random() < self.notices]
        if noticed:
            return (random.choice(noticed),)
        if variant.stock_refusal(table) is not None or (
            not table.piles[STOCK_PILE] and table.counters[1] >= self.patience[variant.draw]
        ):
            return (ControlAction.END,)
        return (STOCK,)


class Regular(Robot):
    """Plays the best of the good moves, and goes through the stock as long as that still helps."""

    strength = "regular"
    pace: ClassVar = Pace(TimeRange(0.3, 1.3), TimeRange(0.45, 0.9), TimeRange(0.8, 1.6), TimeRange(0.5, 1.1))

    def plan(self, view: Observation, random: Random) -> tuple[Action, ...]:
        variant, table = view.variant, view.table
        taps: list[Action] = []
        met = set()
        while True:
            good = scored_moves(variant, table)
            if good:
                best = max(worth for worth, _ in good)
                return (*taps, random.choice([move for worth, move in good if worth == best]))
            if variant.stock_refusal(table) is not None or table.piles[:2] in met:
                return (ControlAction.END,)
            met.add(table.piles[:2])
            if not has_seen_hand(view.table):
                return (STOCK,)
            taps.append(STOCK)
            table = variant.after_move(table, STOCK)


def scored_moves(variant: Rush, table: Position) -> list[tuple[int, Move]]:
    """Scored candidate moves, stock excluded."""
    rated = ((_worth(table, move), move) for move in variant.legal_moves(table) if move != STOCK)
    return [(worth, move) for worth, move in rated if worth > 0]


def _worth(table: Position, move: Move) -> int:
    if move.source in FOUNDATIONS:
        return 0
    if move.target in FOUNDATIONS:
        return _worth_home(table, move)
    if move.source == WASTE:
        return _worth_of_waste(table, table.piles[WASTE][-1])
    column, hidden = table.piles[move.source], face_down(table, move.source)
    if move.count == len(column) - hidden:
        if hidden:
            return TURNS + hidden
        return FREES if table.piles[move.target] and _king_waits(table) else 0
    uncovered = column[-move.count - 1]
    foundation = table.piles[FOUNDATIONS[uncovered.suit]]
    return FREES - 1 if len(foundation) == uncovered.rank - 1 else 0


def _worth_home(table: Position, move: Move) -> int:
    card = table.piles[move.source][-1]
    if is_safe(table, card):
        return SAFE
    hidden = face_down(table, move.source)
    if move.source in COLUMNS and 0 < hidden == len(table.piles[move.source]) - 1:
        return TURNS + hidden
    return HOME


def _worth_of_waste(table: Position, card: Card) -> int:
    """Score of moving the waste's top card to a column: more if a column's run fits on it."""
    for pile in COLUMNS:
        run = [card for card in table.piles[pile] if card.face_up]
        if run and run[0].rank + 1 == card.rank and run[0].is_red != card.is_red:
            hides = len(table.piles[pile]) > len(run)
            return TURNS - 1 if hides else HELPS
    return HELPS - 1


def _king_waits(table: Position) -> bool:
    """Whether a king could use a space: the waste's top, or one with cards beneath it."""
    waste = table.piles[WASTE]
    if waste and waste[-1].rank == 13:
        return True
    columns = (table.piles[pile] for pile in COLUMNS)
    return any(card.face_up and card.rank == 13 for column in columns for card in column[1:])


def is_safe(table: Position, card: Card) -> bool:
    """Whether no card still to come could need `card` as its place."""
    others = [len(table.piles[FOUNDATIONS[suit]]) for suit in range(4) if (suit in (1, 2)) != card.is_red]
    return card.rank <= 2 or min(others) >= card.rank - 1


LAP = 20
"""Number of samples between eliminations."""
SURE, LIKELY = 2.5, 1.0
"""Standard deviations by which a plan is surely, or probably, behind."""


@dataclass
class Candidate:
    """A plan in the race, and its results."""

    plan: Plan
    to_win: float
    """Value of a win: the points still to earn, or 1."""
    earned: float
    """Value its first choice earns at once, which a win earns anyway."""
    cost: float
    """Cost of its first choice, won or not."""
    looks: tuple[int, ...]
    """Tie-break between plans of the same worth."""
    wins: int = 0
    """A bit for each sample, set if it was won."""
    samples: int = 0

    @property
    def share(self) -> float:
        """Share of the samples won."""
        return self.wins.bit_count() / max(1, self.samples)

    @property
    def worth(self) -> float:
        """Estimated worth of the plan."""
        return self.worth_at(self.share)

    def worth_at(self, share: float) -> float:
        """Worth of the plan at a given share of wins."""
        return share * self.to_win + (1 - share) * self.earned - self.cost


def run(
    race: list[Candidate], samples: int, sample: Callable[[Sequence[int]], Sequence[bool]], cheapest: bool
) -> Candidate:
    """Returns the most valuable candidate after up to a number of samples.

    `sample` returns which states are won with the unseen cards in another layout. With `cheapest`, candidates
    likely to win no less often than the one that wins most count as winning as often.
    """
    for count in range(1, samples + 1):
        for runner, is_won in zip(race, sample([runner.plan.state for runner in race]), strict=True):
            runner.wins = runner.wins << 1 | is_won
            runner.samples += 1
        if count % LAP == 0 and count < samples:
            leader = max(race, key=rank)
            race = [runner for runner in race if runner is leader or not _is_behind(runner, leader)]
            if len(race) == 1 or (count > LAP and all(candidate.wins == leader.wins for candidate in race)):
                break
    if not cheapest:
        return max(race, key=rank)
    most = max(race, key=lambda runner: runner.wins.bit_count())
    return max(race, key=lambda runner: (runner.worth_at(_likely_share(runner, most)), *runner.looks))


def rank(runner: Candidate) -> tuple[float, ...]:
    """Sorts candidates, the best last."""
    return (runner.worth, *runner.looks)


def _deviation(runner: Candidate, leader: Candidate) -> float:
    """Standard deviation of the difference of two shares by chance alone."""
    return math.sqrt((runner.wins ^ leader.wins).bit_count() + 1) / runner.samples


def _is_behind(runner: Candidate, leader: Candidate) -> bool:
    return leader.worth - runner.worth > SURE * _deviation(runner, leader) * leader.to_win


def _likely_share(runner: Candidate, leader: Candidate) -> float:
    is_less = leader.share - runner.share > LIKELY * _deviation(runner, leader)
    return runner.share if is_less else leader.share


MAX_POINTS = 4 * sum(ARRIVAL_POINTS) + 21 * TURN_UP_POINTS + 24 * WASTE_CARD_POINTS
"""Maximum points of a won game: all cards home, all turned up, the whole stock played."""
GESTURE_S = 0.8
CLOSE, MAX_CLOSE = 0.08, 3
"""Maximum gap to the best plan, and maximum number of plans, for plans compared with foresight."""
ALL_SEEN = 20
"""Factor by which a search may take longer when nothing is left to guess."""


@dataclass(frozen=True)
class Thinker(Robot):
    """Weighs every plan in up to `samples` layouts of the unseen cards."""

    samples: ClassVar[int]
    nodes: ClassVar[int]
    """Maximum number of positions in each search."""
    foresight: ClassVar[int] = 0
    """Samples in which close plans are compared again, seeing only what turns up."""
    plays_for_points: bool = True
    """Whether it plays for points; else only a win counts."""

    def plan(self, view: Observation, random: Random) -> tuple[Action, ...]:
        variant, position = view.variant, view.table
        if not has_seen_hand(position) or _returns_for_nothing(view):
            return (STOCK,)
        information = InformationSet(variant, position)
        choices = Choices(variant, information.position, information.laid_in_order(), turned_only=False)
        if choices.forced:
            return choices.forced
        if choices.is_won:
            return to_the_end(variant, position)
        if not choices.found:
            return _leave(variant, position)
        best = self._best(view, choices, information, random)
        if self.plays_for_points and not best.wins:
            best = max((self._runner(view, plan) for plan in singles(choices)), key=rank)
            if best.worth <= 0:
                return _leave(variant, position)
        return best.plan.first.moves

    def _best(
        self, view: Observation, choices: Choices, information: InformationSet, random: Random
    ) -> Candidate:
        """Returns the most valuable plan."""
        samples, nodes, stop = self.samples, self.nodes, Budget().stop
        if information.is_everything_seen:
            samples, nodes = 1, ALL_SEEN * nodes
        # At draw 1 a card of the hand that is passed over costs a return: each is a plan of its own.
        passes_are_dear = self.plays_for_points and view.variant.draw == 1
        one_by_one = passes_are_dear or information.is_everything_seen
        plans = singles(choices) if one_by_one else plans_of(choices)

        def sample(states: Sequence[int]) -> list[bool]:
            verdicts = choices.weigh(information.sample_piles(random), nodes, stop, states)
            return [verdict == WON for verdict in verdicts[:-1]]

        race = [self._runner(view, plan) for plan in plans]
        best = run(race, samples, sample, cheapest=passes_are_dear)
        if passes_are_dear or information.is_everything_seen or not self.foresight:
            return best
        close = sorted(race, key=rank, reverse=True)
        close = [runner for runner in close if runner.share > best.share - CLOSE][:MAX_CLOSE]
        if len(close) == 1:
            return best
        states = [runner.plan.state for runner in close]
        ways = (information.sample_piles(random) for _ in range(self.foresight))
        shares = shares_seeing_what_turns_up(choices, states, ways, nodes, stop)
        values = [
            runner.worth_at((runner.share + share) / 2) for runner, share in zip(close, shares, strict=True)
        ]
        return max(zip(values, close, strict=True), key=lambda pair: (pair[0], *pair[1].looks))[1]

    def _runner(self, view: Observation, plan: Plan) -> Candidate:
        choice, position = plan.first, view.table
        looks = (
            -plan.steps,
            choice.turns,
            -len(choice.moves),
            not choice.is_from_hand,
            choice.goes_home,
            -choice.at,
        )
        if not self.plays_for_points:
            return Candidate(plan, 1.0, 0.0, 0.0, looks)
        variant, after = view.variant, position
        taps = returns = 0
        for move in choice.moves:
            before, after = after, variant.after_move(after, move)
            if move == STOCK:
                taps += 1
                returns += before.counters[0] - after.counters[0]
        earned = after.counters[0] - position.counters[0] + returns
        time_s = GESTURE_S * len(choice.moves) if variant.limit else 0.0
        left_s = max(0.0, variant.limit - view.at_ms / 1000 - time_s)
        # A card passed over is one to come back for: each tap is a part of the next return.
        hand = len(position.piles[STOCK_PILE]) + len(position.piles[WASTE])
        passed = variant.next_redeal_cost(after) * taps * variant.draw / max(1, hand)
        cost = returns + passed + time_s * variant.home(position) / 52
        return Candidate(plan, MAX_POINTS - position.counters[0] + left_s, earned, cost, looks)


class Expert(Thinker):
    """Thinks in few samples, and takes its time."""

    strength = "expert"
    pace: ClassVar = Pace(TimeRange(0.3, 1.5), TimeRange(0.4, 0.8), TimeRange(0.7, 1.4), TimeRange(0.45, 0.9))
    samples = 8
    nodes = 200


class Master(Thinker):
    """The strongest."""

    strength = "master"
    pace: ClassVar = Pace(TimeRange(0.2, 0.9), TimeRange(0.35, 0.6), TimeRange(0.6, 1.1), TimeRange(0.4, 0.7))
    samples = 160
    nodes = 200
    foresight = 160


def _returns_for_nothing(view: Observation) -> bool:
    """Whether a redeal is free now and never again: at draw 1, before any point."""
    score, passes, *_ = view.table.counters
    return view.variant.draw == 1 and not view.table.piles[STOCK_PILE] and passes == score == 0


def _leave(variant: Rush, position: Position) -> tuple[Action, ...]:
    """Sends one card home if possible, and else ends the game."""
    for pile in (WASTE, *COLUMNS):
        move = variant.send_home(position, pile)
        if move is not None:
            return (move,)
    return (ControlAction.END,)


ROBOTS: dict[str, Robot] = dict(zip(STRENGTHS, (Beginner(), Regular(), Expert(), Master()), strict=True))

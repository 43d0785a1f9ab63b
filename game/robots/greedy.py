"""Robots that take the best visible move without looking ahead: the Beginner and the Regular.

An ace goes home, turning up a face-down card scores more the more are beneath it, an empty column waits for a
king.
"""

from __future__ import annotations

from random import Random
from typing import ClassVar

from game.cards import Card
from game.play.game import Action, ControlAction
from game.robots.robot import Observation, Pace, Robot, TimeRange
from game.rules.position import STOCK, Move, Position
from game.rules.rush import COLUMNS, FOUNDATIONS, WASTE

SAFE, TURNS, FREES, HELPS, HOME = 100, 80, 60, 40, 20
"""What a move is worth: lost by no means, turns a card, frees one or a column, helps, earns points."""


class Beginner(Robot):
    """Plays the first good move it notices, sends home whatever goes, and overlooks a third of all."""

    strength = "beginner"
    pace: ClassVar = Pace(TimeRange(0.5, 2.5), TimeRange(0.6, 1.2), TimeRange(1.0, 2.2), TimeRange(0.7, 1.6))
    notices: ClassVar = 0.65
    patience: ClassVar = {1: 1, 3: 6}
    """Number of fruitless passes after which it gives up."""

    def plan(self, view: Observation, random: Random) -> tuple[Action, ...]:
        table = view.guess()
        noticed = [move for _, move in scored_moves(view, table) if random.random() < self.notices]
        if noticed:
            return (random.choice(noticed),)
        if view.variant.stock_refusal(table) is not None or (
            not view.hand_size and view.passes >= self.patience[view.variant.draw]
        ):
            return (ControlAction.END,)
        return (STOCK,)


class Regular(Robot):
    """Plays the best of the good moves, and goes through the stock as long as that still helps."""

    strength = "regular"
    pace: ClassVar = Pace(TimeRange(0.3, 1.3), TimeRange(0.45, 0.9), TimeRange(0.8, 1.6), TimeRange(0.5, 1.1))

    def plan(self, view: Observation, random: Random) -> tuple[Action, ...]:
        variant, table = view.variant, view.guess()
        taps: list[Action] = []
        met = set()
        while True:
            good = scored_moves(view, table)
            if good:
                best = max(worth for worth, _ in good)
                return (*taps, random.choice([move for worth, move in good if worth == best]))
            if variant.stock_refusal(table) is not None or table.piles[:2] in met:
                return (ControlAction.END,)
            met.add(table.piles[:2])
            if not view.has_seen_hand:
                return (STOCK,)
            taps.append(STOCK)
            table = variant.after_move(table, STOCK)


def scored_moves(view: Observation, table: Position) -> list[tuple[int, Move]]:
    """Scored candidate moves, stock excluded."""
    rated = ((_worth(view, table, move), move) for move in view.variant.legal_moves(table) if move != STOCK)
    return [(worth, move) for worth, move in rated if worth > 0]


def _worth(view: Observation, table: Position, move: Move) -> int:
    if move.source in FOUNDATIONS:
        return 0
    if move.target in FOUNDATIONS:
        return _worth_home(view, table, move)
    if move.source == WASTE:
        return _worth_of_waste(table, table.piles[WASTE][-1])
    face_up = view.columns[move.source - COLUMNS.start].face_up
    column = table.piles[move.source]
    if move.count == len(face_up):
        beneath = len(column) - move.count
        if beneath:
            return TURNS + beneath
        return FREES if table.piles[move.target] and _king_waits(table) else 0
    uncovered = column[-move.count - 1]
    foundation = table.piles[FOUNDATIONS[uncovered.suit]]
    return FREES - 1 if len(foundation) == uncovered.rank - 1 else 0


def _worth_home(view: Observation, table: Position, move: Move) -> int:
    card = table.piles[move.source][-1]
    if is_safe(table, card):
        return SAFE
    if move.source in COLUMNS:
        column = view.columns[move.source - COLUMNS.start]
        if len(column.face_up) == 1 and column.face_down:
            return TURNS + column.face_down
    return HOME


def _worth_of_waste(table: Position, card: Card) -> int:
    """Score of moving the waste's top card to a column: more if a column's run fits on it."""
    for pile in COLUMNS:
        run = [each for each in table.piles[pile] if each.face_up]
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

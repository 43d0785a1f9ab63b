"""Heuristic advice for Spider: one sensible move, and why, in the words of card players.

Knows the rules and plans (see `plans`); sees no more than a player does, and
claims nothing about whether a game can still be won.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

from game.cards import SUIT_WORDS
from game.rules.building import follows_in_suit
from game.rules.position import STOCK, Move, Position
from game.rules.spider import COLUMNS, HAND, PLACES, Spider
from game.rules.variant import Outcome
from game.solver.spider.plans import Plan, Planner

FIRST_LOOKS, SECOND_LOOKS = 9000, 2500
"""Moves looked at for a plan, and for one that begins with a natural move."""
NATURALS_TRIED = 3

WON = "The game is won: all eight suits are complete."
ONLY_A_DEAL = "Only a deal is left."
FILL_FIRST = "Only a deal is left, and the empty columns have to be filled first."
TOO_FEW_TO_FILL = "Only a deal is left, and there are too few cards to fill the empty columns first."
NOTHING_USEFUL = "No useful move is to be seen. Moves can be taken back."
NO_MOVE = "No move is left: this game is lost, unless you take moves back."


class Suggestion(NamedTuple):
    """A move, or None when there is none to suggest, and a sentence that says why."""

    move: Move | None
    sentence: str


def suggest(variant: Spider, position: Position, asked: Sequence[Position] = ()) -> Suggestion:
    """A sensible move; none leads back to the positions for which it was `asked` before.

    Takes up to a tenth of a second; `think` does the same in small pieces.
    """
    thoughts = think(variant, position, asked)
    while True:
        try:
            next(thoughts)
        except StopIteration as done:
            suggestion: Suggestion = done.value
            return suggestion


def think(
    variant: Spider, position: Position, asked: Sequence[Position] = ()
) -> Generator[None, None, Suggestion]:
    """What `suggest` does, with pauses, so that a window can draw its frames in between."""
    if variant.outcome(position) is Outcome.WON:
        return Suggestion(None, WON)
    planner = Planner(variant, position, asked)
    plan = yield from planner.best_plan(FIRST_LOOKS)
    for natural in planner.naturals()[:NATURALS_TRIED]:
        if plan is not None and plan.moves[0] == natural:
            break
        rival = yield from planner.best_plan(SECOND_LOOKS, first=natural)
        # Removing a suit and building in suit go before all else, unless they would spoil the plan.
        if rival is not None and (plan is None or rival.worth >= plan.worth):
            plan = rival
            break
    return _without_plan(planner) if plan is None else Suggestion(plan.moves[0], _explained(planner, plan))


def _without_plan(planner: Planner) -> Suggestion:
    """What to say when no moves better the visible table."""
    variant, table = planner.variant, planner.table
    moves = [move for move in variant.legal_moves(table) if move != STOCK]
    spaces = variant.spaces(table)
    if not table.piles[HAND]:
        return Suggestion(None, NOTHING_USEFUL if moves else NO_MOVE)
    if not spaces:
        return Suggestion(STOCK, ONLY_A_DEAL)
    fillers = [
        move for move in moves if move.target == spaces[0] and planner.after(table, move).piles[move.source]
    ]
    if not fillers:
        return Suggestion(None, TOO_FEW_TO_FILL)
    filler = max(fillers, key=lambda move: planner.worth(planner.after(table, move)))
    return Suggestion(filler, f"{FILL_FIRST} {_in_words(table, filler)}.")


def _explained(planner: Planner, plan: Plan) -> str:
    """The first move of a plan, and what it or a later one brings."""
    table = planner.table
    gains: list[str] = []
    steps = 0
    while not gains and steps < len(plan.moves):
        after = planner.after(table, plan.moves[steps])
        gains = _gains(table, after, plan.moves[steps])
        table = after
        steps += 1
    first = _in_words(planner.table, plan.moves[0])
    does = " and ".join(gains) or "brings order"
    return (
        f"{first}: that {does}."
        if steps == 1
        else f"{first}: the first of {steps} moves, and the last {does}."
    )


def _gains(before: Position, after: Position, move: Move) -> list[str]:
    """What a move brings at once, each as a verb with its object."""
    source, target, length = move
    left, ground, first = after.piles[source], before.piles[target], before.piles[source][-length]
    gains = []
    if target in PLACES:
        gains.append("removes a suit")
    elif ground and ground[-1].suit == first.suit and not (left and follows_in_suit(first, left[-1])):
        gains.append("builds in suit")
    if not left:
        gains.append("empties a column")
    elif not left[-1].face_up:
        gains.append("turns a card up")
    return gains


def _in_words(table: Position, move: Move) -> str:
    """`Move 8♠–5♠ from column 3 onto 9♠ in column 7`."""
    source, target, length = move
    cards, ground = table.piles[source][-length:], table.piles[target]
    number = source - COLUMNS.start + 1
    if target in PLACES:
        return f"Remove the {SUIT_WORDS[cards[0].suit]} of column {number}"
    run = cards[0].sign if length == 1 else f"{cards[0].sign}–{cards[-1].sign}"
    to = f"onto {ground[-1].sign} in" if ground else "into the empty"
    return f"Move {run} from column {number} {to} column {target - COLUMNS.start + 1}"

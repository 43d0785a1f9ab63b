"""Heuristic advice for Spider: one sensible move, and why, in the words of card players.

Knows the rules and plans (see `plans`); sees no more than a player does, and
claims nothing about whether a game can still be won.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

from game.message import Message, msg, msg_n
from game.play.phrases import listed
from game.rules.building import follows_in_suit
from game.rules.position import STOCK, Move, Position
from game.rules.spider import COLUMNS, HAND, PLACES, Spider
from game.rules.variant import Outcome
from game.solver.spider.plans import Plan, Planner

FIRST_LOOKS, SECOND_LOOKS = 9000, 2500
"""Moves looked at for a plan, and for one that begins with a natural move."""
NATURALS_TRIED = 3

WON = msg("The game is won: all eight suits are complete.")
ONLY_A_DEAL = msg("Only a deal is left.")
# Translators: {move} is a sentence such as “Move 8♠ from column 3 into the empty column 7”.
FILL_FIRST = msg("Only a deal is left, and the empty columns have to be filled first. {move}.")
TOO_FEW_TO_FILL = msg("Only a deal is left, and there are too few cards to fill the empty columns first.")
NOTHING_USEFUL = msg("No useful move is to be seen. Moves can be taken back.")
# Translators: what a move does, as in “Move 8♠ from column 3 …: that empties a column”.
REMOVES = msg("removes a suit")
BUILDS = msg("builds in suit")
EMPTIES = msg("empties a column")
TURNS_UP = msg("turns a card up")
BRINGS_ORDER = msg("brings order")
REMOVE_SUIT = (
    msg("Remove the clubs of column {number}"),
    msg("Remove the diamonds of column {number}"),
    msg("Remove the hearts of column {number}"),
    msg("Remove the spades of column {number}"),
)
NO_MOVE = msg("No move is left: this game is lost, unless you take moves back.")


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
    return Suggestion(filler, FILL_FIRST.with_parts(move=_in_words(table, filler)))


def _explained(planner: Planner, plan: Plan) -> Message:
    """The first move of a plan, and what it or a later one brings."""
    table = planner.table
    gains: list[Message] = []
    steps = 0
    while not gains and steps < len(plan.moves):
        after = planner.after(table, plan.moves[steps])
        gains = _gains(table, after, plan.moves[steps])
        table = after
        steps += 1
    first = _in_words(planner.table, plan.moves[0])
    brings = listed(gains or [BRINGS_ORDER])
    if steps == 1:
        # Translators: {move} is “Move 8♠ from column 3 …”, {gains} what it does: “removes a suit”.
        return msg("{move}: that {gains}.", move=first, gains=brings)
    return msg_n(
        # Translators: as before; {gains} is what the last of these moves does.
        "{move}: the first of {count} moves, and the last {gains}.",
        "{move}: the first of {count} moves, and the last {gains}.",
        steps,
        move=first,
        gains=brings,
    )


def _gains(before: Position, after: Position, move: Move) -> list[Message]:
    """What a move brings at once, each as a verb with its object."""
    source, target, length = move
    left, ground, first = after.piles[source], before.piles[target], before.piles[source][-length]
    gains: list[Message] = []
    if target in PLACES:
        gains.append(REMOVES)
    elif ground and ground[-1].suit == first.suit and not (left and follows_in_suit(first, left[-1])):
        gains.append(BUILDS)
    if not left:
        gains.append(EMPTIES)
    elif not left[-1].face_up:
        gains.append(TURNS_UP)
    return gains


def _in_words(table: Position, move: Move) -> Message:
    """`Move 8♠–5♠ from column 3 onto 9♠ in column 7`."""
    source, target, length = move
    cards, ground = table.piles[source][-length:], table.piles[target]
    number, place = source - COLUMNS.start + 1, target - COLUMNS.start + 1
    if target in PLACES:
        return REMOVE_SUIT[cards[0].suit].with_parts(number=number)
    run = cards[0].sign if length == 1 else f"{cards[0].sign}–{cards[-1].sign}"
    if not ground:
        return msg(
            "Move {cards} from column {number} into the empty column {place}",
            cards=run,
            number=number,
            place=place,
        )
    return msg(
        "Move {cards} from column {number} onto {onto} in column {place}",
        cards=run,
        number=number,
        onto=ground[-1],
        place=place,
    )

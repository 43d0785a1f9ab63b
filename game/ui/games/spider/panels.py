"""What Spider tells in panels and notes: the score and its parts, the result, the suits face up.

Knows Spider's numbers and how to put them in words; must not know the table or its input.
"""

from __future__ import annotations

from game.cards import RANKS, SUIT_SIGNS, SUIT_WORDS
from game.rules.building import face_down_count
from game.rules.position import Position
from game.rules.spider import (
    CLEARED_POINTS,
    COLUMNS,
    MOST_FACE_DOWN,
    PAIR_POINTS,
    STANDING_POINTS,
    SUIT_CARDS,
    SUIT_POINTS,
    SUITS_OF_PACK,
    SUITS_TO_WIN,
    TURNED_POINTS,
    Spider,
)
from game.rules.variant import Outcome
from game.ui.drawing.theme import GOLD, TEXT
from game.ui.forms.panel import Line

MOST_POINTS = 1000
MOST_MISSING = 4
"""So many missing ranks are named; of more it is only said how many there are."""


def score_lines(variant: Spider, position: Position) -> list[Line]:
    """The parts of the score and their sum."""
    parts = variant.score_parts(position)
    is_won = variant.outcome(position) is Outcome.WON
    turned = MOST_FACE_DOWN - face_down_count(position.piles[COLUMNS.start :])
    cleared = parts.cleared // CLEARED_POINTS
    suits = "Suits completed" if is_won else "Suits removed"
    lines = [
        Line(f"Cards turned up: {turned} × {TURNED_POINTS}", str(parts.turned)),
        Line(f"Columns with nothing face down: {cleared} × {CLEARED_POINTS}", str(parts.cleared)),
    ]
    if not is_won:
        pairs = parts.pairs // PAIR_POINTS
        lines.append(
            Line(f"Cards on the next higher of their suit: {pairs} × {PAIR_POINTS}", str(parts.pairs))
        )
    lines.append(Line(f"{suits}: {parts.suits // SUIT_POINTS} × {SUIT_POINTS}", str(parts.suits)))
    if is_won and parts.standing:
        extra = parts.standing // STANDING_POINTS
        lines.append(Line(f"Left standing after the third: {extra} × {STANDING_POINTS}", str(parts.standing)))
    lines.append(Line("Score", str(variant.score(position)), GOLD, is_bold=True))
    return lines


def advice_after_winning(variant: Spider, position: Position) -> str:
    """What a winner may still reach."""
    if sum(variant.score_parts(position)) == MOST_POINTS:
        return "There is no more to be had than this."
    removed = variant.suits_removed(position)
    standing = SUITS_TO_WIN - removed
    here = "one is" if standing == 1 else "none is" if not standing else f"{standing} are"
    return f"{MOST_POINTS} is for eight suits left standing, here {here}. Moves can be taken back."


def suit_lines(variant: Spider, position: Position) -> list[Line]:
    """Of every suit whether all thirteen ranks lie face up, or which do not."""
    complete = variant.suits_face_up(position)
    lines = []
    for suit in range(len(SUIT_SIGNS)):
        if "CDHS"[suit] not in SUITS_OF_PACK[variant.suits]:
            continue
        name = f"{SUIT_SIGNS[suit]} {SUIT_WORDS[suit].capitalize()}"
        if suit in complete:
            often = "all thirteen" if complete[suit] == 1 else f"all thirteen, {complete[suit]} times"
            lines.append(Line(name, often, GOLD, is_bold=True))
        else:
            missing = _missing(position, suit)
            few = len(missing) <= MOST_MISSING
            words = "lacks " + " ".join(missing) if few else f"{SUIT_CARDS - len(missing)} of 13"
            lines.append(Line(name, words, TEXT))
    return lines


def _missing(position: Position, suit: int) -> list[str]:
    seen = {
        each.rank
        for pile in position.piles[COLUMNS.start :]
        for each in pile
        if each.face_up and each.suit == suit
    }
    return [name.replace("T", "10") for rank, name in enumerate(RANKS, start=1) if rank not in seen]

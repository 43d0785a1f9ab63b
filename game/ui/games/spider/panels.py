"""What Spider tells in panels and notes: the score and its parts, the result, the suits face up.

Knows Spider's numbers and how to put them in words; must not know the table or its input.
"""

from __future__ import annotations

from game.cards import RANKS, SUIT_SIGNS
from game.message import joined, msg, msg_n
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
SUIT_TITLES = (msg("Clubs"), msg("Diamonds"), msg("Hearts"), msg("Spades"))
MOST_MISSING = 4
"""So many missing ranks are named; of more it is only said how many there are."""


def score_lines(variant: Spider, position: Position) -> list[Line]:
    """The parts of the score and their sum."""
    parts = variant.score_parts(position)
    is_won = variant.outcome(position) is Outcome.WON
    turned = MOST_FACE_DOWN - face_down_count(position.piles[COLUMNS.start :])
    cleared = parts.cleared // CLEARED_POINTS
    suits = msg("Suits completed: {count} × {points}") if is_won else msg("Suits removed: {count} × {points}")
    lines = [
        Line(
            msg("Cards turned up: {count} × {points}", count=turned, points=TURNED_POINTS), str(parts.turned)
        ),
        Line(
            msg("Columns with nothing face down: {count} × {points}", count=cleared, points=CLEARED_POINTS),
            str(parts.cleared),
        ),
    ]
    if not is_won:
        pairs = parts.pairs // PAIR_POINTS
        words = msg(
            "Cards on the next higher of their suit: {count} × {points}", count=pairs, points=PAIR_POINTS
        )
        lines.append(Line(words, str(parts.pairs)))
    suits = suits.with_parts(count=parts.suits // SUIT_POINTS, points=SUIT_POINTS)
    lines.append(Line(suits, str(parts.suits)))
    if is_won and parts.standing:
        extra = parts.standing // STANDING_POINTS
        words = msg("Left standing after the third: {count} × {points}", count=extra, points=STANDING_POINTS)
        lines.append(Line(words, str(parts.standing)))
    lines.append(Line(msg("Score"), str(variant.score(position)), GOLD, is_bold=True))
    return lines


def advice_after_winning(variant: Spider, position: Position) -> str:
    """What a winner may still reach."""
    if sum(variant.score_parts(position)) == MOST_POINTS:
        return msg("There is no more to be had than this.")
    removed = variant.suits_removed(position)
    standing = SUITS_TO_WIN - removed
    if not standing:
        words = msg("{points} is for eight suits left standing, here none is. Moves can be taken back.")
        return words.with_parts(points=MOST_POINTS)
    return msg_n(
        "{points} is for eight suits left standing, here one is. Moves can be taken back.",
        "{points} is for eight suits left standing, here {count} are. Moves can be taken back.",
        standing,
        points=MOST_POINTS,
    )


def suit_lines(variant: Spider, position: Position) -> list[Line]:
    """Of every suit whether all thirteen ranks lie face up, or which do not."""
    complete = variant.suits_face_up(position)
    lines = []
    for suit in range(len(SUIT_SIGNS)):
        if "CDHS"[suit] not in SUITS_OF_PACK[variant.suits]:
            continue
        name = joined(" ", [SUIT_SIGNS[suit], SUIT_TITLES[suit]])
        if suit in complete:
            often = msg_n("all thirteen", "all thirteen, {count} times", complete[suit])
            lines.append(Line(name, often, GOLD, is_bold=True))
        else:
            missing = _missing(position, suit)
            few = len(missing) <= MOST_MISSING
            # Translators: {ranks} as they stand on the cards: "A 4 J".
            words = msg("lacks {ranks}", ranks=" ".join(missing))
            if not few:
                words = msg("{count} of {all}", count=SUIT_CARDS - len(missing), all=SUIT_CARDS)
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

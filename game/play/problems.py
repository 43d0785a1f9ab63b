"""Reads worked problems into deals that can be played like any other.

The text is JSON: an object whose "problems" are Spider positions, columns written as piles. A card in
parentheses is face down: `(8D)` is known, of `(K?)` the rank alone, and `??` is unknown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from game.cards import NUMBERS, RANKS, SUITS, Card, NotationError, shuffled
from game.message import Message, msg
from game.play.deal import Deal, deal_position
from game.rules.position import Move, Position, face_down_count, pile_to_text, piles_from_texts
from game.rules.spider import (
    ALL_ROWS,
    COLUMNS,
    PLACES,
    ROW_CARDS,
    STOCK_PILE,
    SUIT_CARDS,
    SUITS_TO_WIN,
    Spider,
)
from game.rules.variant import IllegalMove, Outcome

UNKNOWN = "??"
_RANK_KNOWN = re.compile(rf"\(([{RANKS}])\?\)")


class ProblemError(ValueError):
    """A text has no problems, or an impossible one; the message is a sentence."""


class Goal(NamedTuple):
    """Conditions that solve a problem, without a row dealt."""

    turned_up: int = 0
    """At least so many more cards."""
    suits: int = 0
    """At least so many more suits removed; all eight stand for the win, for which rows may be dealt."""
    removed: str = ""
    """Letters of suits that are among these."""
    spaces: int = 0
    """At least so many empty columns at the end."""
    short: int = 0
    """At least so many columns of one card or none."""
    avoids: str = ""
    """“turning” any card up, or “spaces” before the first suit is removed."""

    def is_reached(self, variant: Spider, line: Sequence[Position]) -> bool:
        """Whether the positions of a game, from the problem's on, have come to what is asked for."""
        start, end = line[0], line[-1]
        if self.suits == SUITS_TO_WIN:
            return variant.outcome(end) is Outcome.WON
        if end.piles[STOCK_PILE] != start.piles[STOCK_PILE]:
            return False
        turned_up = face_down_count(start.piles) - face_down_count(end.piles)
        first = variant.suits_removed(start)
        removed = [end.piles[place][0].text[1] for place in PLACES[first : variant.suits_removed(end)]]
        lengths = [len(end.piles[column]) for column in COLUMNS]
        if self.avoids == "turning" and turned_up:
            return False
        if self.avoids == "spaces" and any(
            variant.spaces(position) for position in line if variant.suits_removed(position) == first
        ):
            return False
        return (
            turned_up >= self.turned_up
            and len(removed) >= self.suits
            and set(self.removed) <= set(removed)
            and lengths.count(0) >= self.spaces
            and sum(length < 2 for length in lengths) >= self.short
        )


class Answer(NamedTuple):
    """The moves that solve a problem, and what is to be said of them and of what tempts instead."""

    moves: tuple[Move, ...]
    idea: Message
    tempting: Message


class Problem(NamedTuple):
    """A position and its question."""

    number: int
    name: str
    title: Message
    question: Message
    deal: Deal
    goal: Goal
    answer: Answer | None


def read_problems(text: str) -> list[Problem]:
    """Returns the problems of a text, in order.

    Raises:
        ProblemError: the text is not JSON, or a problem in it is incomplete or impossible.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise ProblemError(msg("the problems are not JSON: {reason}", reason=str(wrong))) from None
    entries = found.get("problems") if isinstance(found, dict) else None
    if not isinstance(entries, list):
        raise ProblemError(msg("the list “problems” is missing"))
    problems: list[Problem] = []
    for place, entry in enumerate(entries, start=1):
        try:
            problem = _problem(entry)
            if any(problem.number == other.number or problem.name == other.name for other in problems):
                raise NotationError(msg("another problem has its number or name"))
        except NotationError as wrong:
            raise ProblemError(
                msg("problem {number} of the list: {reason}", number=place, reason=str(wrong))
            ) from None
        problems.append(problem)
    return problems


def _problem(entry: Any) -> Problem:
    number = _whole_number(entry, "number", NUMBERS - 1)
    name, title, question = (_words(entry, key) for key in ("name", "title", "question"))
    columns = [text.split() for text in _texts(entry, "columns")]
    if len(columns) != len(COLUMNS):
        raise NotationError(
            msg("it has {count} columns instead of {right}", count=len(columns), right=len(COLUMNS))
        )
    removed = _texts(entry, "removed_suits")
    stock_cards = ROW_CARDS * _whole_number(entry, "deals_left", ALL_ROWS // ROW_CARDS)
    variant = Spider()
    missing = len(variant.pack()) - stock_cards - sum(map(len, columns))
    if missing != SUIT_CARDS * len(removed):
        raise NotationError(
            msg(
                "{count} cards are missing, but by the text {suits} suits are removed",
                count=missing,
                suits=len(removed),
            )
        )
    deal = _deal(variant, number, columns, stock_cards, removed)
    goal = _goal(_value(entry, "goal"))
    answer = _answer(variant, deal, goal, entry)
    return Problem(number, name, Message(title), Message(question), deal, goal, answer)


def _goal(goal: Any) -> Goal:
    if not isinstance(goal, dict) or not goal:
        raise NotationError(msg("its “{key}” is not an object", key="goal"))
    if not set(goal) <= set(Goal._fields):
        raise NotationError(msg("its “{key}” is not known", key="goal"))
    counts = {key: _whole_number(goal, key, ROW_CARDS) for key in goal if key not in ("removed", "avoids")}
    words = {key: _words(goal, key) for key in goal if key in ("removed", "avoids")}
    return Goal(**counts, **words)  # type: ignore[arg-type]


def _answer(variant: Spider, deal: Deal, goal: Goal, entry: Any) -> Answer | None:
    """The answer of a problem that has one; its moves are those of the rules, and solve it."""
    if "answer" not in entry:
        return None
    line, moves = [deal.position], list[Move]()
    for text in _words(entry, "answer").split():
        try:
            moves.append(variant.move_from_text(text))
            line.append(variant.apply(line[-1], moves[-1]))
        except IllegalMove as wrong:
            raise NotationError(wrong.args[0]) from None
    if not goal.is_reached(variant, line):
        raise NotationError(msg("its “{key}” does not solve it", key="answer"))
    return Answer(tuple(moves), Message(_words(entry, "idea")), Message(_words(entry, "tempting")))


def _deal(
    variant: Spider, number: int, columns: list[list[str]], stock_cards: int, removed: list[str]
) -> Deal:
    """Returns the position with its unknown cards filled in: columns, then the stock from the bottom."""
    places = [_suit_text(suit) for suit in removed]
    named = [word.strip("()") for words in columns for word in words if not _is_drawn(word)]
    named += [word for text in places for word in text.split()]
    unknown = list(shuffled(_not_named(variant, named), number))
    filled = [[_of_rank(word, unknown) for word in words] for words in columns]
    filled = [[unknown.pop(0).text if word == UNKNOWN else word for word in words] for words in filled]
    stock = pile_to_text(tuple(unknown[:stock_cards]))
    places += [""] * (len(PLACES) - len(places))
    piles = piles_from_texts([stock, *places, *map(" ".join, filled)])
    return deal_position(variant, Position(piles))


def _is_drawn(word: str) -> bool:
    """Whether a word of a column leaves the card to the problem's number."""
    return word == UNKNOWN or _RANK_KNOWN.fullmatch(word) is not None


def _of_rank(word: str, unknown: list[Card]) -> str:
    """Takes the first unknown card of a known rank; returns any other word unchanged."""
    match = _RANK_KNOWN.fullmatch(word)
    if match is None:
        return word
    rank = RANKS.index(match[1]) + 1
    found = next((card for card in unknown if card.rank == rank), None)
    if found is None:
        raise NotationError(msg("“{card}”: all cards of this rank are elsewhere", card=word))
    unknown.remove(found)
    return found.text


def _not_named(variant: Spider, named: list[str]) -> list[Card]:
    """Cards of the pack that are not named; the first in pack order are used."""
    left = list(variant.pack())
    texts = [card.up.text for card in left]
    for name in named:
        if name not in texts:
            raise NotationError(msg("“{text}” is not a card, or it occurs too often", text=name[:20]))
        at = texts.index(name)
        del left[at], texts[at]
    return left


def _suit_text(suit: str) -> str:
    if suit not in tuple(SUITS):
        raise NotationError(msg("“{text}” is not a suit", text=suit[:20]))
    return " ".join(rank + suit for rank in reversed(RANKS))


def _value(entry: Any, key: str) -> Any:
    if not isinstance(entry, dict) or key not in entry:
        raise NotationError(msg("it has no “{key}”", key=key))
    return entry[key]


def _whole_number(entry: Any, key: str, maximum: int) -> int:
    value = _value(entry, key)
    if type(value) is not int or not 0 <= value <= maximum:  # a bool is an int, but no number here
        raise NotationError(msg("its “{key}” is not a whole number from 0 to {most}", key=key, most=maximum))
    return value


def _words(entry: Any, key: str) -> str:
    value = _value(entry, key)
    if not isinstance(value, str) or not value.strip():
        raise NotationError(msg("its “{key}” is not a text", key=key))
    return value


def _texts(entry: Any, key: str) -> list[str]:
    value = _value(entry, key)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise NotationError(msg("its “{key}” is not a list of texts", key=key))
    return value

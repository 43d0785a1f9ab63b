"""Contract of every search: a budget in positions or seconds, and a result with one of three verdicts; hints.

A hint is a move, the moves to follow, and its results over samples of the unseen cards. A game's adviser uses
nothing that the player has not seen: each random layout of the unseen cards is a sample.
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Callable, Container, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from game.message import msg
from game.rules.position import Move, Position
from game.rules.variant import Variant

if TYPE_CHECKING:
    from game.solver.kernels.compiled import Numbers


class Verdict(Enum):
    """Result of a search."""

    SOLVED = "solved"
    """The line of the answer wins; in 1-3 Back, it leaves one stack."""
    UNSOLVABLE = "unsolvable"
    """No line wins: every possibility was checked."""
    GAVE_UP = "gave up"
    """The budget was spent; the line of the answer is the best one found."""


class SearchResult(NamedTuple):
    """A solver's findings about a position."""

    verdict: Verdict
    value: int
    """Cards home at the end of `moves`; in 1-3 Back, stacks left there."""
    moves: tuple[Move, ...]
    """From the position asked about; proven legal by the rules."""
    nodes: int
    """Number of positions searched."""


TOO_MANY_HIDDEN = msg("This cannot be solved: too many cards are in the stock and face down.")
NO_SOLVER = msg("this game has no solver")
NO_DECK = msg("no deck was found in time")
SOLVER_FAILED = msg("the solver failed ({error})")


def reason_known_again(text: str) -> str:
    """Restores the message that a plain text was in the solver's process, if possible.

    >>> reason_known_again("the solver failed (KeyError: 3)").template
    'the solver failed ({error})'
    """
    begins, _, ends = SOLVER_FAILED.template.partition("{error}")
    if text.startswith(begins) and text.endswith(ends):
        return SOLVER_FAILED.with_parts(error=text[len(begins) : -len(ends)])
    return next((known for known in (TOO_MANY_HIDDEN, NO_SOLVER, NO_DECK) if known == text), text)


class SolverError(ValueError):
    """A solver cannot take a position; the text says why, in one sentence."""


def check_cards(variant: Variant, position: Position) -> None:
    """Raises SolverError unless a position has cards, none double, and is possible."""
    cards = Counter(card.up.text for pile in position.piles for card in pile)
    if not cards:
        raise SolverError("There are no cards.")
    for text in sorted(cards):
        if cards[text] > 1:
            raise SolverError(f"There is more than one {text}.")
    refusal = variant.start_refusal(position)
    if refusal is not None:
        raise SolverError(f"That is no position of {variant.title}: {refusal}.")


NO_LIMIT = 1 << 62


class Budget:
    """Limits of a search: positions, wall-clock seconds, and cancellation.

    Used as a context, which starts the seconds; kernels poll `stop`. A budget in nodes gives the same result
    everywhere.

    >>> with Budget(nodes=1000) as budget:
    ...     budget.is_spent
    False
    """

    def __init__(
        self,
        nodes: int = NO_LIMIT,
        seconds: float | None = None,
        note: Callable[[int, int], None] = lambda _value, _nodes: None,
        won: Callable[[int, int, tuple[Move, ...]], None] = lambda _value, _nodes, _moves: None,
    ) -> None:
        """`note` gets the best value so far and the positions searched; `won` gets a winning line too.

        `note` is called between searches, `won` only if a shorter line is still searched for.
        """
        from game.solver.kernels.compiled import numbers  # loads numba: not before a search begins

        self.nodes, self.note, self.won = nodes, note, won
        self.stop: Numbers = numbers(1)
        """One number, 0 while the search may go on. Any thread may set it to 1."""
        self._timer = None if seconds is None else threading.Timer(seconds, self.cancel)

    def cancel(self) -> None:
        """Stops the search at once."""
        self.stop[0] = 1

    def within(self, nodes: int) -> Budget:
        """A budget of positions for each of several searches, stopped together with this one."""
        found = Budget(nodes)
        found.stop = self.stop
        return found

    @property
    def is_spent(self) -> bool:
        """Whether the time is up or the search was cancelled."""
        return bool(self.stop[0])

    def __enter__(self) -> Budget:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()


Faces: TypeAlias = tuple[tuple[int, ...], ...]
"""Visible faces of a table (see `Position.faces`)."""


ENOUGH_FOR_ODDS = 20
"""Minimum number of samples for odds."""


class Advice(NamedTuple):
    """An advised move and its results."""

    move: Move
    wins: int
    """In how many samples a win was found after it; in 1-3 Back, one stack."""
    samples: int
    """Number of layouts of the unseen cards tried, or of games out of which the wins are told; 1 when the
    player sees every card, 0 where nothing is known of its odds."""
    mean: float
    """The mean result of the samples: cards home (Three Shuffles: of this deal); in 1-3 Back stacks left."""
    then: tuple[Move, ...] = ()
    """Moves to follow it, for which no hint need be asked, because nothing that is seen on the way
    would change them."""
    odds: float | None = None
    """The share of games that are won from here by whoever plays on as advised, where it is not that of the
    samples; where the player sees every card 1 if a win was found, and 0 if none was."""
    because: str = ""
    """A word of the game's adviser for what decided between it and the next best; nothing where that is not
    known."""

    @property
    def told_odds(self) -> float | None:
        """The share of games won from here, or None while too little is known."""
        if self.odds is not None or self.samples < ENOUGH_FOR_ODDS:
            return self.odds
        return self.wins / self.samples


def with_hysteresis(advice: Sequence[Advice], shown: Move) -> list[Advice]:
    """The same advice, but the move that is shown stays first unless another wins clearly more often.

    With every sample the lead changes between moves that are equally good. Clear means beyond the standard
    deviation of the difference of two shares of independent samples; here they are the same, so it is less.
    """
    best = advice[0]
    kept = next((advised for advised in advice if advised.move == shown), None)
    if kept is None or kept is best or best.samples <= 1 or kept.samples != best.samples:
        return [*advice]
    share = (best.wins + kept.wins) / (2 * best.samples)
    if best.wins - kept.wins > math.sqrt(2 * best.samples * share * (1 - share)):
        return [*advice]
    return [kept, *(advised for advised in advice if advised is not kept)]


def leading(
    variant: Variant, position: Position, advice: Sequence[Advice], *met: Container[Faces]
) -> list[Advice]:
    """Returns the plans that lead to tables not in the first of `met`; if there are none, not in the next.

    Two hints must not undo each other.
    """
    for been in met:
        found = [
            advised for advised in advice if leads_on(variant, position, (advised.move, *advised.then), been)
        ]
        if found:
            return found
    return []


def leads_on(variant: Variant, position: Position, plan: Sequence[Move], been: Container[Faces]) -> bool:
    """Whether legal moves lead to a table not met before.

    A player who begins only such plans, and follows each while it brings something new, comes to an end. A
    first move alone says too little: turning a known stock leads to tables already met, and to its cards.
    """
    for move in plan:
        position = variant.after_move(position, move)
        if position.faces() not in been:
            return True
    return False

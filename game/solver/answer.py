"""Contract of every search: a budget in positions or seconds, and a result with one of three verdicts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from enum import Enum
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from game.message import msg
from game.rules.position import Move

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

    @property
    def is_spent(self) -> bool:
        """Whether the time is up or the search was cancelled."""
        return bool(self.stop[0])

    def __enter__(self) -> Budget:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()

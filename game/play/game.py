"""A game in play: the deal, every action so far, and the actions that may follow; its play time.

Each action comes with its play time in milliseconds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from game.message import Message, msg
from game.play.deal import Deal
from game.rules.options import POINTS
from game.rules.position import Move, Position
from game.rules.variant import IllegalMove, Outcome

MAX_MS = 10**15 - 1
"""Maximum play time, 31,688 years: a record writes it with fifteen digits."""


class Clock:
    """A stopwatch that can be started, paused, and stopped until it is released.

    >>> now = [0]
    >>> clock = Clock(lambda: now[0], elapsed_ms=500)
    >>> clock.start(); now[0] = 2_000_000_000; clock.elapsed_ms
    2500
    >>> clock.pause(); now[0] = 9_000_000_000; clock.elapsed_ms
    2500
    """

    def __init__(self, now_ns: Callable[[], int], elapsed_ms: int = 0) -> None:
        """Creates a stopped clock with `elapsed_ms` already played."""
        self._now_ns = now_ns
        self._played_ns = elapsed_ms * 1_000_000
        self._running_since_ns: int | None = None
        self._is_frozen = False

    @property
    def is_running(self) -> bool:
        """Whether play time passes."""
        return self._running_since_ns is not None

    @property
    def elapsed_ms(self) -> int:
        """Whole milliseconds played so far, `MAX_MS` at most; never decreases."""
        running_ns = 0
        if self._running_since_ns is not None:
            running_ns = max(0, self._now_ns() - self._running_since_ns)
        return min((self._played_ns + running_ns) // 1_000_000, MAX_MS)

    def start(self) -> None:
        """Starts the clock, for the first time or after a pause; a frozen clock stays frozen."""
        if self._running_since_ns is None and not self._is_frozen:
            self._running_since_ns = self._now_ns()

    def pause(self) -> None:
        """Stops the clock until the next start."""
        if self._running_since_ns is not None:
            self._played_ns += max(0, self._now_ns() - self._running_since_ns)
            self._running_since_ns = None

    def freeze(self, at_ms: int) -> None:
        """Stops the clock, at the time of the action that decided the game, until it is released."""
        self._running_since_ns = None
        self._played_ns = at_ms * 1_000_000
        self._is_frozen = True

    def release(self) -> None:
        """Lets a frozen clock be started again: the deciding action was undone."""
        self._is_frozen = False


NOTHING_TO_TAKE_BACK = msg("There is nothing to undo.")
ENDS_BY_ITSELF = msg("This game ends by itself.")
NOTHING_TO_BRING_BACK = msg("There is nothing to redo.")
TIME_GOES_ON = msg("Time never runs backwards.")
TOO_LONG = msg("No game can last that long.")
TIME_IS_UP = msg("Time is up.")
CLOCK_STANDS = msg("The clock stops once the game is solved.")
OVER = msg("The game is over.")
SOLVED = msg("The game is solved: the cards go home.")


class ControlAction(Enum):
    """An action other than moving cards."""

    UNDO = "undo"
    REDO = "redo"
    END = "end"
    SHOWN = "shown"


Action = Move | ControlAction


class Entry(NamedTuple):
    """One action of the record, with its play time in ms."""

    at_ms: int
    action: Action


class End(NamedTuple):
    """Result of a game that was over; in some games it may be undone or played on from."""

    outcome: Outcome
    line: list[Position]
    moves: list[Move]
    at_ms: int


class GameSnapshot(ABC):
    """State of a game for a table to show: in play here, over a network, or at a step of a replay."""

    def __init__(self, deal: Deal) -> None:
        self.deal, self.variant = deal, deal.variant

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position on the table."""

    @property
    @abstractmethod
    def elapsed_ms(self) -> int:
        """Play time of the last action, 0 before the first."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """Outcome of the game."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    @abstractmethod
    def is_solved(self) -> bool:
        """Whether the clock has stopped because the game is solved and finishes automatically."""

    @property
    def score(self) -> int | None:
        """The points on the table, without time bonus; None where the game has no score."""
        return self.variant.score(self.position)

    @property
    def result_words(self) -> Message:
        """The present result in words: `score 120`, `9 stacks left`, `17 cards home`."""
        if self.score is not None and self.variant.unit is POINTS:
            return msg("score {score}", score=self.score)
        return self.variant.unit.counted_in_full(self.variant.result(self.position) or 0)

    @property
    def time_bonus(self) -> int:
        """The points for unused time; 0 while the game is played."""
        return self.variant.time_bonus(self.position, self.elapsed_ms) if self.is_over else 0

    @property
    def total(self) -> int | None:
        """Score and time bonus; None where the game has no score."""
        return None if self.score is None else self.score + self.time_bonus


class Playable(GameSnapshot):
    """A game in which something can be done."""

    entries: Sequence[Entry]
    """Every action so far, including what was undone."""

    @property
    @abstractmethod
    def was_shown(self) -> bool:
        """Whether the player was shown a solution or a demonstration."""

    @abstractmethod
    def positions(self) -> list[Position]:
        """The positions from the deal to the present one, without what was undone."""

    @abstractmethod
    def moves(self) -> list[Move]:
        """The moves of `line`, each leading from one position to the next."""

    @abstractmethod
    def undo_refusal(self) -> Message | None:
        """Returns why nothing can be undone now, as a sentence, or None."""

    @abstractmethod
    def redo_refusal(self) -> Message | None:
        """Returns why nothing can be redone now, as a sentence, or None."""

    @abstractmethod
    def end_refusal(self) -> Message | None:
        """Returns why the player cannot end the game now, as a sentence, or None."""

    @property
    def last_move(self) -> tuple[Position, Move] | None:
        """Returns the move that undo would undo and the position before it, or None."""
        moves = self.moves()
        return (self.positions()[-2], moves[-1]) if moves else None

    @abstractmethod
    def play(self, action: Action, at_ms: int) -> None:
        """Does one action; raises IllegalMove, with nothing changed, if the rules refuse it."""

    @abstractmethod
    def next_play_out(self) -> Move | None:
        """Returns the lowest card that can go home now in a solved game, or None."""


class Game(Playable):
    """One game. Undo is a step back in the list of positions, and itself an entry.

    >>> from game.play.deal import deal_number
    >>> from game.rules import find_variant
    >>> game = Game(deal_number(find_variant("rush"), 48213))
    >>> game.play(game.variant.move_from_text("stock"), at_ms=2210)
    >>> game.undo_refusal()
    'That cannot be undone: it showed you new cards.'
    """

    def __init__(self, deal: Deal) -> None:
        super().__init__(deal)
        self.entries: list[Entry] = []
        self._positions = [deal.position]
        self._moves: list[Move] = []  # _moves[i] leads from _positions[i] to _positions[i + 1]
        self._now = 0
        self._ended = self._was_shown = False
        self._limit_ms = deal.variant.limit_ms
        self._judged: tuple[Position, Outcome] | None = None  # the outcome that was last found out
        self._ends_left: list[End] = []  # ends that were taken back or played on from

    def copy(self) -> Game:
        """Returns an independent copy of this game."""
        copied = Game(self.deal)
        copied.entries, copied._ends_left = [*self.entries], [*self._ends_left]
        copied._positions, copied._moves = [*self._positions], [*self._moves]
        copied._now, copied._ended, copied._was_shown = self._now, self._ended, self._was_shown
        return copied

    @property
    def position(self) -> Position:
        return self._positions[self._now]

    @property
    def elapsed_ms(self) -> int:
        return self.entries[-1].at_ms if self.entries else 0

    @property
    def is_solved(self) -> bool:
        return self.variant.is_auto_finishing(self.position)

    @property
    def outcome(self) -> Outcome:
        if self._ended:
            return Outcome.TIMEOUT if self.elapsed_ms == self._limit_ms else Outcome.ENDED
        position = self.position
        if self._judged is None or self._judged[0] is not position:
            self._judged = position, self.variant.outcome(position) or Outcome.PLAYING
        return self._judged[1]

    @property
    def is_over(self) -> bool:
        return self.outcome is not Outcome.PLAYING

    @property
    def ends(self) -> list[End]:
        """Every end of the game that was better than those before; empty if a game can end only once."""
        present = self._better_end()
        return self._ends_left if present is None else [*self._ends_left, present]

    @property
    def was_shown(self) -> bool:
        return self._was_shown

    @property
    def last_move(self) -> tuple[Position, Move] | None:
        """Returns the move that undo would undo and the position before it, or None."""
        if self._now == 0:
            return None
        return self._positions[self._now - 1], self._moves[self._now - 1]

    def next_play_out(self) -> Move | None:
        if not self.is_solved or self.is_over:
            return None
        moves = [self.variant.send_home(self.position, pile) for pile in range(len(self.variant.piles))]
        ready = [move for move in moves if move is not None]
        return min(ready, key=lambda move: self.position.piles[move.source][-1].rank, default=None)

    def positions(self) -> list[Position]:
        return self._positions[: self._now + 1]

    def moves(self) -> list[Move]:
        return self._moves[: self._now]

    def undo_refusal(self) -> Message | None:
        last = self.last_move
        return (
            self._end_refusal("undo")
            or (self._frozen_refusal())
            or (NOTHING_TO_TAKE_BACK if last is None else self.variant.undo_refusal(*last))
        )

    def end_refusal(self) -> Message | None:
        if not self.variant.can_end:
            return ENDS_BY_ITSELF
        return self._end_refusal("end") or self._frozen_refusal()

    def redo_refusal(self) -> Message | None:
        if refusal := self._end_refusal("redo") or self._frozen_refusal():
            return refusal
        return None if self._now < len(self._moves) else NOTHING_TO_BRING_BACK

    def refusal(self, action: Action, at_ms: int) -> Message | None:
        """Returns why `action` at play time `at_ms` is illegal, as a sentence, or None."""
        refusal = self._time_refusal(at_ms)
        if refusal is None:
            refusal = self._move_refusal(action) if isinstance(action, Move) else self._act_refusal(action)
        return refusal

    def play(self, action: Action, at_ms: int) -> None:
        self.enter(Entry(at_ms, action))

    def enter(self, entry: Entry) -> None:
        """Does one action from a record; raises IllegalMove, with nothing changed, if the rules refuse it."""
        at_ms, action = entry
        refusal = self.refusal(action, at_ms)
        if refusal is not None:
            raise IllegalMove(refusal)
        if isinstance(action, Move):
            self._go_on(action, self.variant.after_move(self._positions[self._now], action))
        else:
            self._act(action)
        self.entries.append(entry)

    def repeat(self, entry: Entry, after: Position) -> None:
        """Repeats an action that was legal when it was played and led to the position `after`."""
        if isinstance(entry.action, Move):
            self._go_on(entry.action, after)
        else:
            self._act(entry.action)
        self.entries.append(entry)

    def _act(self, act: ControlAction) -> None:
        if act is ControlAction.END:
            self._ended = True
        elif act is ControlAction.SHOWN:
            self._was_shown = True
        else:
            self._leave_end()
            self._now += 1 if act is ControlAction.REDO else -1

    def _go_on(self, move: Move, after: Position) -> None:
        if "move" in self.variant.legal_after_the_end:
            self._leave_end()
        now = self._now
        if now < len(self._moves):  # what was taken back cannot be brought back any more
            del self._moves[now:], self._positions[now + 1 :]
        self._moves.append(move)
        self._positions.append(after)
        self._now = now + 1

    def _leave_end(self) -> None:
        """Notes the present end of the game before it is undone or played on from."""
        end = self._better_end()
        if end is not None:
            self._ends_left.append(end)

    def _better_end(self) -> End | None:
        """Returns the present end of the game, if it may be left again and is better than those before."""
        if not self.variant.legal_after_the_end or not self.is_over:
            return None
        before = self._ends_left
        if before and self._worth(self.position) <= self._worth(before[-1].line[-1]):
            return None
        return End(self.outcome, self.positions(), self.moves(), self.elapsed_ms)

    def _worth(self, position: Position) -> tuple[bool, int]:
        sign = -1 if self.variant.is_lower_better else 1
        return self.variant.is_success(position), sign * (self.variant.result(position) or 0)

    def _time_refusal(self, at_ms: int) -> Message | None:
        elapsed_ms = self.entries[-1].at_ms if self.entries else 0
        if at_ms == elapsed_ms:
            return None
        if at_ms < elapsed_ms:
            return TIME_GOES_ON
        if at_ms > MAX_MS:
            return TOO_LONG
        if self._limit_ms is not None and at_ms > self._limit_ms:
            return TIME_IS_UP
        if self.variant.is_auto_finishing(self._positions[self._now]):
            return CLOCK_STANDS
        return None

    def _act_refusal(self, act: ControlAction) -> Message | None:
        match act:
            case ControlAction.UNDO:
                return self.undo_refusal()
            case ControlAction.REDO:
                return self.redo_refusal()
            case ControlAction.END:
                return self.end_refusal()
            case ControlAction.SHOWN:
                return self._end_refusal("shown") or self._frozen_refusal()

    def _move_refusal(self, move: Move) -> Message | None:
        # Where nothing may be moved after the end, the rules allow no move there: whether the game
        # is over need not be found out for every move that they allow.
        refusal = self.variant.refusal(self._positions[self._now], move)
        if refusal is None and not self._ended:
            return None
        return self._end_refusal("move") or refusal

    def _end_refusal(self, what: str) -> Message | None:
        if self._ended or (what not in self.variant.legal_after_the_end and self.is_over):
            return OVER
        return None

    def _frozen_refusal(self) -> Message | None:
        return SOLVED if self.is_solved else None

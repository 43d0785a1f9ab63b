"""What is heard at a table: sentences about its game, and its sounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.play.game import Action, GameSnapshot
from game.rules.position import Move, Position
from game.ui.screen import Context
from game.ui.table.bars import StatusLine

if TYPE_CHECKING:
    from game.play.heard_words import Detail


class Change(NamedTuple):
    """An action and its effect; `move` as for `describe_event`."""

    action: Action
    move: Move | None
    before: Position
    after: Position


class Commentary:
    """Puts what happens in a game into words, each action once."""

    def __init__(
        self, context: Context, game: GameSnapshot, put: Callable[[str], None], counts: Callable[[], bool]
    ) -> None:
        """`put` shows a sentence; `counts` returns whether points may be told."""
        self._context, self._game, self._counts = context, game, counts
        self.status = StatusLine(put, self.tell, context.narrate)
        self._change: Change | None = None
        self._is_due = False  # whether that is still to be said
        self._piles: tuple[object, Sequence[tuple[str, Sequence[str]]]] = (None, ())

    def note(self, change: Change) -> None:
        """Notes the latest change to the game, which is said with the next frame or sentence."""
        self.tell()
        self._change, self._is_due = change, True

    def tell(self) -> None:
        """Describes the last action, unless that is done."""
        is_due, self._is_due = self._is_due, False
        if is_due and (words := self.words):
            heard = ""
            if self._change is not None and self.detail is not None:
                from game.play.heard_words import heard_event  # few need it

                heard = heard_event(self._game.variant, *self._change, self.detail, self._counts())
            self.status.say_unasked(words, heard=heard)

    @property
    def words(self) -> str:
        """Description of the last action, if any."""
        from game.play.move_words import describe_event  # nothing is said before the first frame

        if self._change is None:
            return ""
        return describe_event(self._game.variant, *self._change, counts=self._counts())

    @property
    def detail(self) -> Detail | None:
        """Level of detail for a listening player; None if nobody listens."""
        if not self._context.is_heard:
            return None
        from game.play.heard_words import Detail  # few need it

        return Detail(self._context.settings.detail)

    @property
    def piles(self) -> Sequence[tuple[str, Sequence[str]]]:
        """The piles as lists, for who listens; the same ones as long as no card moves."""
        position = self._game.position
        if self.detail is not None and position is not self._piles[0]:
            from game.play.heard_words import piles_heard  # few need it

            self._piles = position, piles_heard(self._game.variant, position)
        return self._piles[1]


class TableSounds:
    """The sounds of one table."""

    def __init__(self, context: Context, speed: Callable[[], float]) -> None:
        """`speed` returns the factor of all durations."""
        self._context, self._speed = context, speed
        self.is_silent = False
        self._due: list[tuple[float, str]] = []  # seconds left, and the name

    def play(self, name: str, wait_s: float = 0.0) -> None:
        """Plays a sound, after a while if it is to wait."""
        if self.is_silent:
            return
        if wait_s and self._speed():
            self._due.append((wait_s * self._speed(), name))
        else:
            self._context.sounds.play(name, self._context.now_ns())

    @property
    def is_waiting(self) -> bool:
        """Whether a sound is still to come."""
        return bool(self._due)

    def update(self, step_s: float) -> None:
        """Advances by a fixed step."""
        if self._due:
            due = [(left_s - step_s, name) for left_s, name in self._due]
            self._due = [sound for sound in due if sound[0] > 0]
            for name in {name for left_s, name in due if left_s <= 0}:
                self.play(name)

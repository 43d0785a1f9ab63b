"""Aces that go home by themselves, and undo that takes back a move with all that it caused."""

from __future__ import annotations

from typing import cast

from game.play.game import Action, ControlAction, Entry
from game.rules.position import STOCK, Move, Position
from game.rules.three_shuffles import ShufflesStatus, ThreeShuffles
from game.ui.table.bars import Weight
from game.ui.table.part import Part
from game.ui.table.table import Table


class Chain:
    """For each move of a game, whether it was made together with the one before.

    >>> chain = Chain()
    >>> for follows in (False, False, True, True): chain.moved(follows)
    >>> chain.to_undo
    3
    >>> for _ in range(3): chain.undone()
    >>> chain.to_undo, chain.to_redo
    (1, 3)
    """

    def __init__(self) -> None:
        self._follows: list[bool] = []
        self._now = 0

    def moved(self, follows: bool) -> None:
        """A move was made; `follows` when it belongs to the one before."""
        self._follows[self._now :] = [follows]
        self._now += 1

    def undone(self) -> None:
        """Notes that the last move was undone."""
        self._now -= 1

    def redone(self) -> None:
        """The next move was brought back."""
        self._now += 1

    @property
    def to_undo(self) -> int:
        """Number of moves that one press undoes, at least 1."""
        count = 1
        while count < self._now and self._follows[self._now - count]:
            count += 1
        return count

    @property
    def to_redo(self) -> int:
        """Number of moves that one press redoes, at least 1."""
        count = 1
        while self._now + count < len(self._follows) and self._follows[self._now + count]:
            count += 1
        return count


ACE_WAIT_S = 0.2
"""Until the first ace sets out: the card of the move before it has arrived."""
ACE_GAP_S = 0.25
AT_ONCE_MS = 50
"""Nobody makes two moves in so short a time: in a record, the second was made by the program."""


class Aces(Part):
    """Automatic moves of aces, each an entry of the record, and the moves that belong together."""

    def __init__(self, table: Table, rules: ThreeShuffles) -> None:
        self._table, self._rules = table, rules
        entries = table.session.game.entries
        self._are_due = not entries or entries[-1].action == STOCK
        self._follows = False  # whether what is being done belongs to the move before
        self._chain = self._chain_of_record()

    def _chain_of_record(self) -> Chain:
        """Moves made together so far, as far as the record tells."""
        game = self._table.session.game
        chain, line, now = Chain(), [game.deal.position], 0
        previous: Entry | None = None
        for entry in game.entries:
            match entry.action:
                case ControlAction.UNDO:
                    chain.undone()
                    now -= 1
                case ControlAction.REDO:
                    chain.redone()
                    now += 1
                case Move():
                    chain.moved(self._followed(previous, line[now], entry))
                    line[now + 1 :] = [self._rules.after_move(line[now], entry.action)]
                    now += 1
            previous = entry
        return chain

    def _followed(self, previous: Entry | None, before: Position, entry: Entry) -> bool:
        move = cast(Move, entry.action)
        is_ace = self._go_home and self._rules.is_ace_going_home(before, move)
        if previous is None or previous.action == STOCK:
            return is_ace
        if not isinstance(previous.action, Move) or entry.at_ms - previous.at_ms > AT_ONCE_MS:
            return False
        source, target, _ = previous.action
        return is_ace or source == target == move.source

    @property
    def _go_home(self) -> bool:
        return self._table.context.settings.aces_home

    @property
    def were_all(self) -> bool:
        """Whether nothing was done yet but aces of the deal going home by themselves."""
        game = self._table.session.game
        done = [entry.action for entry in game.entries]
        aces = self._rules.aces_to_send(game.deal.position) if self._go_home else []
        return done == aces[: len(done)]

    # What follows from a move ------------------------------------------------------------------------

    def on_action(self, action: Action, before: Position) -> None:
        match action:
            case ControlAction.UNDO:
                self._chain.undone()
            case ControlAction.REDO:
                self._chain.redone()
            case Move():
                self._chain.moved(self._follows)
                self._are_due = True
        if not self._follows and not self._table.is_dealing:
            self._go_on()

    def act_along(self, move: Move) -> bool:
        """Does a move that belongs to the one before: one press takes both back."""
        done = self._act_along(move, 0.0)
        self._go_on()
        return done

    def _act_along(self, move: Move, wait_s: float) -> bool:
        self._follows = True
        done = self._table.act(move, wait_s)
        self._follows = False
        return done

    def on_layout(self) -> None:
        if not self._table.is_dealing:
            self._go_on()

    def on_dealt(self) -> None:
        self._go_on()

    def _go_on(self) -> None:
        """Sends home the available aces if due; announces the game's state."""
        if self._are_due and not self._table.game.is_over:
            self._are_due = False
            aces = self._rules.aces_to_send(self._table.game.position) if self._go_home else []
            for number, move in enumerate(aces):
                self._act_along(move, ACE_WAIT_S + number * ACE_GAP_S)
                self._are_due = False
        standing = self._rules.standing(self._table.game.position)
        if standing is not ShufflesStatus.MOVES_LEFT:
            self._table.status.say_unasked(standing.value, Weight.STANDSTILL)

    # Undo --------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Takes the last move of the player back, and all that followed it."""
        self._table.go_through(ControlAction.UNDO, self._chain.to_undo)

    def redo(self) -> None:
        """Redoes what was undone together."""
        self._table.go_through(ControlAction.REDO, self._chain.to_redo)

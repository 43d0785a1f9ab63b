"""Questions at the table, the same in every game: what is where, what can be played, what has changed.

Digits and A are always questions; the other letters only while a screen reader or narration listens, when
Shift gives their usual meaning.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.message import msg
from game.play.pile_words import describe_pile
from game.rules.position import Position
from game.rules.variant import PileKind
from game.ui.table.keyboard import KeyboardInput
from game.ui.table.part import Part
from game.ui.table.table import Table

DIGITS = (
    *(pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_5),
    *(pygame.K_6, pygame.K_7, pygame.K_8, pygame.K_9, pygame.K_0),
)
KEYPAD = (
    *(pygame.K_KP1, pygame.K_KP2, pygame.K_KP3, pygame.K_KP4, pygame.K_KP5),
    *(pygame.K_KP6, pygame.K_KP7, pygame.K_KP8, pygame.K_KP9, pygame.K_KP0),
)
FIRST_DIGIT_CODE = pygame.KSCAN_1
"""Key codes of the digits: French keyboards type them with Shift."""
DIGIT_COUNT = 10
MORE = {pygame.KMOD_SHIFT: 10, pygame.KMOD_CTRL: 20, pygame.KMOD_ALT: 40}
"""Number of columns that a key held down adds to a digit; of two keys, both."""
COMMANDS = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT
KEYS_TOLD = msg(
    "Arrows move over the cards, Tab goes to those that can be played, Space picks up and puts down. "
    "Digits read a column, A the table, M what can move, W what has changed, F more of a card, L what was "
    "said; T tells the time and the score, F1 shows the rules and all keys."
)
"""Keys, read to a player who does not see the table."""


class Questions(Part):
    """Answers questions, and tells the table where a game begins."""

    def __init__(self, table: Table, keyboard: KeyboardInput) -> None:
        self._table, self._keyboard = table, keyboard
        self._is_due = False  # whether the table is still to be told
        self._letters: dict[int, Callable[[], str]] = {
            pygame.K_m: self._moves,
            pygame.K_w: self._changed,
            pygame.K_f: self._more,
        }

    # The table as it is begun ----------------------------------------------------------------------

    def on_first_frame(self) -> None:
        self._is_due = not self._table.game.is_over
        self.on_tick()

    def on_tick(self) -> None:
        table, context = self._table, self._table.context
        if not self._is_due or not context.is_heard or table.is_dealing or table.panel is not None:
            return
        self._is_due = False
        if not context.has_told_keys:
            context.has_told_keys = True
            context.narrate(KEYS_TOLD)
        context.narrate(self._overview())

    def on_panel(self, hid: bool) -> None:
        table = self._table
        if table.panel is None and not self._is_due and (spot := self._keyboard.spot_heard):
            table.context.narrate(spot)  # one is back where one was

    # Questions ---------------------------------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> bool:
        table = self._table
        if event.type != pygame.KEYDOWN or table.panel is not None or event.mod & pygame.KMOD_META:
            return False
        number, is_command = _digit(event), bool(event.mod & COMMANDS)
        is_asked = table.is_asked_by_letters and not (is_command or event.mod & pygame.KMOD_SHIFT)
        letter = self._letters.get(event.key) if is_asked else None
        if number is not None:
            table.say(self._column(number + sum(more for held, more in MORE.items() if event.mod & held)))
        elif letter is not None:
            table.say(letter())
        elif event.key == pygame.K_a and not is_command:
            table.say(self._overview())
        else:
            return False
        table.is_stale = True
        return True

    @property
    def _position(self) -> Position:
        return self._table.game.position

    def _overview(self) -> str:
        from game.play.heard_words import overview  # few need it

        return overview(self._table.variant, self._position)

    def _moves(self) -> str:
        from game.play.heard_words import what_can_move

        return what_can_move(self._table.variant, self._position)

    def _changed(self) -> str:
        return self._table.change_words or msg("Nothing has changed yet.")

    def _more(self) -> str:
        """All of the card under the cursor."""
        spot = self._keyboard.spot or self._keyboard.last_spot
        if spot is None:
            return self._overview()
        return describe_pile(self._table.variant, self._position, *spot)

    def _column(self, number: int) -> str:
        """A column from its last card on."""
        columns = self._table.view.piles_of(PileKind.COLUMN)
        if number > len(columns):
            column = self._table.variant.pile_names.column.numbered(number)
            return msg("There is no {pile}.", pile=column.name)
        pile = columns[number - 1]
        height = max(0, len(self._position.piles[pile]) - 1)
        return describe_pile(self._table.variant, self._position, pile, height)


def _digit(event: pygame.event.Event) -> int | None:
    """Which digit a key is, from 1 to 10; None for any other key."""
    code = getattr(event, "scancode", 0)
    for keys in (DIGITS, KEYPAD):
        if event.key in keys:
            return keys.index(event.key) + 1
    return code - FIRST_DIGIT_CODE + 1 if 0 <= code - FIRST_DIGIT_CODE < DIGIT_COUNT else None

"""Tables put together from parts: one that is played at, and one that is looked on.

Knows which parts every such table has, and their order; must not know any one game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from game.play.game import GameSnapshot
from game.session.session import Session
from game.ui.scene import Stage
from game.ui.table.dealing import Dealing
from game.ui.table.finale import Finale
from game.ui.table.hand import Hand
from game.ui.table.hints import Hints
from game.ui.table.keyboard import KeyboardInput
from game.ui.table.occasion import Occasion
from game.ui.table.part import Part
from game.ui.table.parts import Parts
from game.ui.table.playing import Playing
from game.ui.table.pointer import PointerInput
from game.ui.table.practice import Practice
from game.ui.table.table import Table
from game.ui.table.view import View


class GameTables(NamedTuple):
    """The tables of one game."""

    view: type[View[Any]]
    """What the game looks like; made with its variant."""
    practice: Callable[[Stage, Session, bool], Table]
    """The table of a practice game; the last argument tells whether the cards are still to be dealt."""
    looked_on: Callable[[Stage, GameSnapshot, Session | None], Table]
    """A table without hands: for replays and small pictures, or with a session for demonstrations."""
    hints: Callable[..., Hints] = Hints
    """Who advises at a table; called as `Hints` is."""


def played(
    table: Table,
    occasion: Occasion,
    hand: Hand,
    keyboard: KeyboardInput | None = None,
    last: Sequence[Part] = (),
    is_fresh: bool = False,
    advisers: Sequence[Part] = (),
) -> Table:
    """A table with hands, a clock and an end; `last` are drawn above all, `advisers` beneath the hands."""
    table.occasion = occasion
    table.parts = Parts(
        [
            *([Dealing(table)] if is_fresh else []),
            Playing(table),
            Finale(table),
            *advisers,
            hand,
            keyboard or KeyboardInput(table, hand),
            PointerInput(table, hand),
            *last,
        ]
    )
    table.bars.buttons = occasion.buttons()
    return table


def practised(
    table: Table,
    practice: Practice,
    hand: Hand,
    keyboard: KeyboardInput | None = None,
    last: Sequence[Part] = (),
    is_fresh: bool = False,
) -> Table:
    """A table of practice."""
    goes_on = not is_fresh and table.session.elapsed_ms > 0
    if table.is_timed:
        from game.ui.table.after_pause import AfterPause

        last = [*last, AfterPause(table, goes_on)]
    return played(table, practice, hand, keyboard, last, is_fresh, practice.parts())

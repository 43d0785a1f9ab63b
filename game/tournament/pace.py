"""How fast a hand can play: a record of a person whose actions follow faster is none.

Knows entries and their times; must not know who played. The figures and their reasons stand in
docs/FORMATS.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.play.game import Act, Entry, Game
from game.play.record import Record

IN_A_ROW = 20
IN_A_ROW_MS = 1000
"""So many actions one after the other take at least so long."""
FROM_THE_START = 5
EACH_MS = 100
"""From the fifth action on, the cards have been seen for so long times the number of actions."""


def by_hand(record: Record) -> list[int]:
    """Which entries a player's hand made: the play-out of a solved game and the time-out are none."""
    game, found = Game(record.deal), []
    for index, entry in enumerate(record.entries):
        is_timeout = entry.action is Act.END and entry.at_ms == game.variant.limit_ms
        if not game.is_frozen and not is_timeout:
            found.append(index)
        game.play(entry.action, entry.at_ms)
    return found


def too_fast(entries: Sequence[Entry]) -> int | None:
    """The first of a hand's actions that no hand makes so soon, by its index, or None."""
    for index, entry in enumerate(entries):
        if index + 1 >= FROM_THE_START and entry.at_ms < (index + 1) * EACH_MS:
            return index
        first = index + 1 - IN_A_ROW
        if first >= 0 and entry.at_ms - entries[first].at_ms < IN_A_ROW_MS:
            return index
    return None

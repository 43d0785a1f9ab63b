"""What holds whatever the monkey does: the table is its record played back, on disk and on screen.

Knows tables, journals and statistics; must not know what was done.
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

from game.play.game import Game
from game.play.record import action_to_text, read_record
from game.storage.statistics import Statistics
from game.ui.table.hand import CardController
from game.ui.table.table import Table as GameTable
from tests.records import actions
from tests.ui.driver import Table


class Laws:
    """Watches one window after the other on one data folder."""

    def __init__(self) -> None:
        self._shadow: Game | None = None
        self._of: Game | None = None
        self._turn = 0

    def check(self, table: Table) -> None:
        """Looks at the table, if there is one."""
        screen = table.app.screen
        if table.shown % 10 == 0 and not (isinstance(screen, GameTable) and table.is_cascading):
            table.look_true()
        if not isinstance(screen, GameTable):
            return
        game, piles = table.game, screen.game.position.piles
        if not screen.is_dealing:
            assert table.cards_on_screen == [*map(list, piles)], "what is on screen is the position"
        hands = [part.picked for part in screen.parts if isinstance(part, CardController)]
        held = [piles[hand.pile][-hand.count :] for hand in hands if hand is not None and hand.is_held]
        assert table.held == [card for cards in held for card in cards], "the hand holds what was picked up"
        self._check_replayed(game)
        journal = screen.session.recorder.journal
        if journal is not None:
            is_due = screen.session.is_running or screen.is_dealing or screen.panel is not None
            is_held = table.context.settings.clock_begins != "at once" or game.is_solved or game.is_over
            assert is_due or is_held, "time passes while cards can be played"
            data = journal.path.read_bytes()
            wanted = [action_to_text(game.variant, entry.action) for entry in game.entries]
            assert actions(data) == wanted, "the journal has every action"
            self._turn += 1
            if self._turn % 25 == 0:
                written = read_record(data).replay()
                assert written.position == game.position, "the journal plays back to the position"
                assert written.entries == game.entries

    def _check_replayed(self, game: Game) -> None:
        """Plays a second game after the first, from its entries alone."""
        if self._of is not game or self._shadow is None:
            self._of, self._shadow = game, Game(game.deal)
        done = len(self._shadow.entries)
        for at_ms, action in game.entries[done:]:
            self._shadow.play(action, at_ms)
        assert self._shadow.position == game.position, "the position is its record played back"
        assert (self._shadow.score, self._shadow.outcome) == (game.score, game.outcome)


def check_statistics(folder: Path) -> list[str]:
    """Counts everything of a data folder anew in a copy, and finds the same; tells what could not be read."""
    copy = folder.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    statistics = Statistics(copy)
    try:
        for _ in statistics.catch_up():
            pass
        statistics.groups()  # makes the file where nothing was counted yet
        before = _rows(copy)
        notices = [str(notice) for reading in statistics.rebuild() for notice in reading.notices]
        assert _rows(copy) == before, "the statistics are their rebuild"
        return notices
    finally:
        statistics.close()


def _rows(folder: Path) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(folder / "statistics.sqlite3")
    try:
        return [tuple(row) for row in connection.execute("SELECT * FROM games ORDER BY sequence")]
    finally:
        connection.close()

"""A round of a tournament at the table: its clock cannot be stopped, its record stays where it lies.

Knows sessions and moments; must not know pygame or how anything looks.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from game.play.played import kind_told
from game.play.record import record_text
from game.play.result import present_result
from game.session.ending import Ending
from game.session.local_tournament import LocalTournament
from game.session.round_start import OpenRound
from game.session.session import Session
from game.storage.journal import Journal
from game.storage.library import Library


class RoundTime:
    """Nanoseconds that go on while the computer sleeps, and never go back."""

    def __init__(self, now_ns: Callable[[], int], utc_now: Callable[[], datetime]) -> None:
        self._now_ns, self._utc_now = now_ns, utc_now
        self._start_ns, self._start = now_ns(), utc_now()
        self._latest_ns = 0

    def __call__(self) -> int:
        """What has passed since the beginning by the faster of both clocks."""
        by_wall_ns = (self._utc_now() - self._start) // timedelta(microseconds=1) * 1000
        self._latest_ns = max(self._latest_ns, self._now_ns() - self._start_ns, by_wall_ns)
        return self._latest_ns


class RoundSession(Session):
    """One round being played by one person at this table."""

    def __init__(
        self,
        local: LocalTournament,
        opened: OpenRound,
        library: Library,
        now_ns: Callable[[], int],
        utc_now: Callable[[], datetime],
    ) -> None:
        """The clock runs from here on."""
        self.local, self.opened = local, opened
        self.unsaved: str | None = None
        """Why the finished round is not on disk, as a sentence; it counts here all the same."""
        super().__init__(opened.game, opened.journal, library, RoundTime(now_ns, utc_now), opened.elapsed_ms)
        self.about, self.trouble = opened.about, opened.trouble
        self.start()

    def pause(self) -> None:
        """Only writes the time down: the clock goes on."""
        self.write_clock(at_least_ms=1)

    def give_up(self) -> None:
        """Leaves the table; the clock goes on."""
        self.leave()

    def _put_away(self, journal: Journal) -> None:
        journal.close()

    def _count(self, file: str) -> None:
        """A round is counted with the kept games, once everybody here has played it."""

    def _written_ending(self) -> Ending:
        """Adds the round to the tournament's state with the action that ends it."""
        result = present_result(self.game)
        self.leave()
        text = record_text(self.game, self.about).encode()
        self.local.finish(self.opened.seat, self.opened.round_number, text)
        self.save()
        return Ending(result, kind_told(self.game, self.about))

    def save(self) -> None:
        """Tries to write what is not on disk yet."""
        self.unsaved = self.local.save()

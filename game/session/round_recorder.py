"""The record of a round at this machine: it stays where it lies, and the tournament learns its end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from game.play.record import record_text
from game.session.ending import Ending
from game.session.local_tournament import LocalTournament
from game.session.play_time import PlayTime, RoundClock
from game.session.recorder import JournalRecorder
from game.session.round_start import OpenRound
from game.session.session import Session


class RoundRecorder(JournalRecorder):
    """Records one round. It is counted with the archived games once everybody here has played it."""

    def __init__(self, local: LocalTournament, opened: OpenRound) -> None:
        super().__init__(opened.game, opened.about, opened.journal, opened.elapsed_ms)
        self.local, self.opened, self.trouble = local, opened, opened.trouble
        self.unsaved: str | None = None
        """Why the finished round is not on disk, as a sentence; it counts here all the same."""

    def finish(self) -> Ending:
        self.leave()
        text = record_text(self.game, self.about).encode()
        self.local.finish(self.opened.seat, self.opened.round_number, text)
        self.save()
        return self.compare()

    def save(self) -> None:
        """Tries to write what is not on disk yet."""
        self.unsaved = self.local.save()


def round_session(
    recorder: RoundRecorder, now_ns: Callable[[], int], utc_now: Callable[[], datetime]
) -> Session:
    """The session of a round, whose clock runs from here on and cannot be paused."""
    opened = recorder.opened
    clock = RoundClock(now_ns, utc_now)
    session = Session(opened.game, PlayTime(opened.game, clock, opened.elapsed_ms, can_pause=False), recorder)
    session.start()
    return session

"""The program that is killed: one window in memory in which a script is played, and told line by line.

`did 17 2210 waste>t4` is said after the action is done, so that whoever reads it has been promised
that it is kept. Then come `over`, a `frame` for each picture, and `result`.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

from game.play.game import ControlAction
from game.play.record import entry_text
from tests.kill import program
from tests.kill.scripts import DAY, ROUND, Script
from tests.ui.driver import FRAME_S, Table

LAST_FRAMES = 90
"""So many pictures pass after the result is shown, or while the cards spring."""
MAX_STEPS = 2000
FRESH_START_S = 45
"""What lies between a kill and the next start, in the time of the program."""


def opened(folder: Path, start: int) -> Table:
    """The program started for the so-manyth time on a folder."""
    table = Table(folder, (800, 600))
    begun_ns, begun = table.clock.now_ns, table.context.utc_now()
    table.context.settings.aces_home = False  # the script sends them
    table.utc_now = lambda: (
        begun
        + timedelta(seconds=start * FRESH_START_S)
        + timedelta(microseconds=(table.clock.now_ns - begun_ns) / 1000)
    )
    return table


class Playing:
    """One run of the program."""

    def __init__(self, folder: Path, script: Script, start: int, pipe: int) -> None:
        self._folder, self._script, self._pipe = folder, script, pipe
        self._told = 0
        self._table = opened(folder, start)

    def run(self, is_new: bool) -> None:
        """Begins or goes on, plays to the end, looks at the result, and closes the window."""
        self._begin() if is_new else self._go_on()
        self._told = len(self._table.game.entries)
        self._say("begun")
        for _ in range(MAX_STEPS):
            if self._table.game.is_over:
                break
            self._step()
        assert self._table.game.is_over, f"the script goes no further than {self._table.game.entries[-1:]}"
        self._say("over")
        table, frames = self._table, 0
        while frames < LAST_FRAMES:
            table.frame()
            frames += 1
            self._say("frame" if not table.panel else "result")
        table.close()

    def _begin(self) -> None:
        script, table = self._script, self._table
        if script.kind == DAY:
            program.begin_day(table)
        elif script.kind == ROUND:
            program.sit_down(self._folder, table)
        else:
            table.start(script.number, *script.options, game=script.game, dealt=False)
        table.screen.hurry()  # nobody waits for the cards to be dealt
        table.frame()

    def _go_on(self) -> None:
        if self._script.kind == ROUND:
            program.sit_down(self._folder, self._table)
        else:
            self._table.go_on()
        self._table.frame()

    def _step(self) -> None:
        table, game = self._table, self._table.game
        following = self._script.next_action(game)
        if following is None:
            table.frame()  # what is solved plays itself out
        else:
            at_ms, action = following
            if not game.is_solved:
                table.clock.pass_s(max(0.0, at_ms - table.screen.session.elapsed_ms) / 1000)
            if action is ControlAction.END and game.variant.limit_ms == at_ms:
                table.frame()  # the clock ends it
            else:
                table.screen.act(action)
            if len(game.entries) % 16 == 0:
                table.clock.pass_s(-FRAME_S)
                table.frame()
        self._tell()

    def _tell(self) -> None:
        game = self._table.game
        for entry in game.entries[self._told :]:
            self._told += 1
            self._say(f"did {self._told} {entry_text(game.variant, entry).strip()}")

    def _say(self, words: str) -> None:
        os.write(self._pipe, f"{words}\n".encode())

"""`python -m tests.kill TRIAL FOLDER`: kills the program at any moment, in a process that may be forked.

Each game has a folder of its own. A process that has everything loaded forks a program that plays a script,
of each kind of game in turn; it is killed with SIGKILL at a random moment, one time in two between the action
that ends the game and the end of its result; a fresh program looks what it knows; another goes on, until the
game is over. `tests/test_kill.py` runs it, with `--trials` as often as one likes.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from pathlib import Path
from random import Random
from typing import IO

from tests.kill import program
from tests.kill.checking import NOTHING, OVER, Told, check
from tests.kill.playing import LAST_FRAMES, Playing, opened
from tests.kill.scripts import KINDS, PRACTICE, ROUND, Script, scripts

GAMES = 12
MAX_KILLS = 4
"""How often one game is killed before it may end."""


class Moment:
    """When a program is killed: soon after its start, or some lines after it began or its game was over."""

    def __init__(self, random: Random, script: Script) -> None:
        kind = random.random()
        self.at_once_s = random.random() * 0.06 if kind < 0.08 else None
        self._is_late = kind > 0.45
        self._lines = random.randrange(len(script.entries) or 20)
        if self._is_late:
            self._lines = random.randrange(random.choice([1, 3, 3, LAST_FRAMES]))
        self._later_s = random.choice([0.0, random.random() * 0.004])

    def has_come(self, line: str) -> bool:
        """Whether the line just heard is the last one, waiting the little that follows it."""
        self._is_late = self._is_late and line != "over"
        self._lines -= not self._is_late
        if self._lines >= 0:
            return False
        time.sleep(self._later_s)
        return True


def run(folder: Path, script: Script, start: int, told: Told, is_new: bool, moment: Moment | None) -> bool:
    """Forks a program and kills it at its moment; returns whether it was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        code = 1
        try:
            Playing(folder, script, start, writing).run(is_new)
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as lines:
        _listen(lines, child, told, moment)
        for line in lines:  # what it said before it fell
            _hear(line.strip(), told)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.WEXITSTATUS(status) == 0, "the program ended with an error of its own"
    return False


def _listen(lines: IO[str], child: int, told: Told, moment: Moment | None) -> None:
    if moment is not None and moment.at_once_s is not None:
        time.sleep(moment.at_once_s)
        os.kill(child, signal.SIGKILL)
        return
    for line in lines:
        _hear(line.strip(), told)
        if moment is not None and moment.has_come(told.last):
            os.kill(child, signal.SIGKILL)
            return


def _hear(line: str, told: Told) -> None:
    told.last = line
    told.is_begun = True
    if line.startswith("did "):
        _, _, action = line.split(" ", 2)
        told.actions.append(action)
    told.is_over = told.is_over or line == "over"


def play(folder: Path, script: Script, random: Random) -> None:
    """One game to its end with some kills, after each of which nothing was forgotten."""
    if script.kind == ROUND:
        program.lay_tournament(folder)
    kills, starts, told, found = 0, 0, Told(), NOTHING
    wanted = random.randrange(1, MAX_KILLS + 1)
    while found != OVER:
        moment = Moment(random, script) if kills < wanted else None
        is_killed = run(folder, script, starts, told, found == NOTHING, moment)
        kills, starts = kills + is_killed, starts + 1
        print(f"{script.name}, start {starts}, {'' if is_killed else 'not '}killed after “{told.last}”")
        found = check(folder, script, told, starts)


def warm(folder: Path) -> None:
    """Loads all that a program needs, so that each fork has it."""
    for script in {script.game: script for script in scripts(PRACTICE, 0)}.values():
        table = opened(folder / script.game, 0)
        table.start(script.number, *script.options, game=script.game, dealt=False)
        table.screen.hurry()
        table.frame(2)
        table.close()


def main(trial: int, folder: Path) -> None:
    """Plays so many games of a trial."""
    warm(folder / "warm")
    for game in range(trial * GAMES, (trial + 1) * GAMES):
        random = Random(game)
        play(folder / str(game), random.choice(scripts(KINDS[game % len(KINDS)], game)), random)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))

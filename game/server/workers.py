"""Helping processes of the server: decks found ahead of need and robots that play; replaced when they die."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from game.online.prediction import entry_words
from game.play.game import Entry
from game.play.played import STRENGTHS
from game.play.proof import SECRET_BYTES, deal_of
from game.play.record import action_from_text
from game.tournament.tournament import GAME

ROOT = Path(__file__).resolve().parents[2]
MAX_LINE = 1 << 20
MAX_S = 300
QUICK_STRENGTHS = ("beginner", "regular")
"""Of robots that need no compiled searches: the others would think for a quarter of an hour without them."""


class HelperError(Exception):
    """The helping process has died or is silent; it may be asked again."""


class BackgroundWorker(Protocol):
    """What proves decks and plays for robots."""

    @property
    def strengths(self) -> Sequence[str]:
        """Of the robots that it can play for in time."""

    async def deck(self, draw: int) -> str:
        """A deck of 256 secret random bits that keeps what is promised of a deal."""

    async def robot(self, draw: int, seconds: int, deck: str, strength: str, seed: str) -> Sequence[Entry]:
        """What a robot does with a deck."""

    async def close(self) -> None:
        """Ends it."""


class WorkerProcess:
    """A `BackgroundWorker` in two processes of its own, one for decks and one for robots.

    Without compiled searches a deck takes about a second; compiling takes most of a minute, which only strong
    robots need.
    """

    def __init__(self) -> None:
        self._decks, self._robots = _Answering(is_plain=True), _Answering(is_plain=False)

    @property
    def strengths(self) -> Sequence[str]:
        """See `BackgroundWorker`."""
        # Looked for and not loaded: it would cost this process a hundred megabytes.
        path_exists = any(Path(folder, "numba").is_dir() for folder in sys.path)
        return STRENGTHS if path_exists else QUICK_STRENGTHS

    async def deck(self, draw: int) -> str:
        """See `BackgroundWorker`."""
        return str((await self._decks.ask({"ask": "deck", "draw": draw}))["deck"])

    async def robot(self, draw: int, seconds: int, deck: str, strength: str, seed: str) -> Sequence[Entry]:
        """See `BackgroundWorker`."""
        asked = {"ask": "robot", "draw": draw, "seconds": seconds, "deck": deck}
        told = (await self._robots.ask({**asked, "strength": strength, "seed": seed}))["entries"]
        game = GAME(draw=draw, limit=seconds)
        parted = (str(warning).partition(" ") for warning in told)
        return [Entry(int(time), action_from_text(game, action)) for time, _, action in parted]

    async def close(self) -> None:
        """See `BackgroundWorker`."""
        await self._decks.close()
        await self._robots.close()


class _Answering:
    """A process that answers questions one by one; with `is_plain` its searches are not compiled."""

    def __init__(self, is_plain: bool) -> None:
        self._environment = {**os.environ, **({"PATIENCE_PLAIN": "1"} if is_plain else {})}
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    async def close(self) -> None:
        """Ends it."""
        if self._process is not None:
            process, self._process = self._process, None
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
            await process.wait()

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to one question; raises HelperError if there is none."""
        async with self._turn:
            process = await self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(json.dumps(question).encode() + b"\n")
                await process.stdin.drain()
                async with asyncio.timeout(MAX_S):
                    line = await process.stdout.readline()
                found = json.loads(line)
            except (OSError, ValueError, TimeoutError) as error:
                await self.close()
                raise HelperError(f"The helping process failed: {error}") from error
            assert isinstance(found, dict)
            return found

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "game.server.workers"),
                cwd=ROOT,
                env=self._environment,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=MAX_LINE,
                start_new_session=True,  # an interrupt from the keyboard is the server's
            )
        return self._process


def fresh_deck(draw: int) -> str:
    """A deck of 256 secret random bits that keeps both promises of a deal of Rush."""
    from game.solver.answer import Budget
    from game.solver.klondike.offered import sealed_decks

    secret_bits = iter(partial(secrets.token_bytes, SECRET_BYTES), b"")
    deck, _ = next(sealed_decks(GAME(draw=draw), secret_bits, Budget()))
    return deck


def robot_entries(draw: int, seconds: int, deck: str, strength: str, seed: str) -> list[str]:
    """What a robot does with a deck of which it sees what a player sees; the same seed, the same game."""
    from game.robots.robot import play
    from game.robots.thinker import ROBOTS

    game = GAME(draw=draw, limit=seconds)
    played = play(ROBOTS[strength], deal_of(game, deck), seed)
    return [entry_words(game, entry) for entry in played.entries]


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question."""
    if asked.pop("ask") == "deck":
        return {"deck": fresh_deck(**asked)}
    return {"entries": robot_entries(**asked)}


def main() -> None:
    """Answers until nothing more is asked."""
    with suppress(OSError, AttributeError):
        os.nice(19)
    with suppress(KeyboardInterrupt, BrokenPipeError):
        for line in sys.stdin:
            print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()

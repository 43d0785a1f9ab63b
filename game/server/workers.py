"""The server's processes for decks found ahead of need and for robots; replaced when they die."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from game.play.game import Entry
from game.play.played import STRENGTHS
from game.play.record import read_record
from game.solver.answer import Advice
from game.solver.service.messages import (
    MAX_LINE,
    DeckRequest,
    HintRequest,
    HintResponse,
    RequestFailed,
    RobotRequest,
    SolverRequest,
    SolverResponse,
    is_last,
    question_line,
    read_answer,
)
from game.tournament.tournament import GAME

ROOT = Path(__file__).resolve().parents[2]
MAX_S = 300
NICENESS, URGENT = 19, 0
"""Priority far below the process that answers, and that of decks which a round within the hour waits for."""
HINT_NICENESS, HINT_S, MAX_HINTS = 5, 2.9, 3
"""Hints: behind all that counts; how long one may take, and how many may wait at once."""
A = TypeVar("A", bound=SolverResponse)
QUICK_STRENGTHS = ("beginner", "regular")
"""Of robots that need no compiled searches: the others would think for a quarter of an hour without them."""


class WorkerError(Exception):
    """The helping process has died or is silent; it may be asked again."""


class BackgroundWorker:
    """Two processes, one that proves decks and one that plays for robots; a third for decks that are late.

    Without compiled searches a deck takes about a second; compiling takes most of a minute, which only strong
    robots need.
    """

    def __init__(self) -> None:
        self._decks, self._robots = _Answering(is_plain=True), _Answering(is_plain=False)
        self._urgent = _Answering(is_plain=True, niceness=URGENT)
        self._hints = _Answering(is_plain=True, niceness=HINT_NICENESS)
        self._thoughts: set[asyncio.Task[HintResponse]] = set()

    @property
    def strengths(self) -> Sequence[str]:
        """Robot strengths that this machine can play in time."""
        # Looked for and not loaded: it would cost this process a hundred megabytes.
        has_numba = any(Path(folder, "numba").is_dir() for folder in sys.path)
        return STRENGTHS if has_numba else QUICK_STRENGTHS

    async def deck(self, draw: int, is_urgent: bool = False) -> str:
        """A deck of 256 secret random bits that keeps what is promised of a deal."""
        process = self._urgent if is_urgent else self._decks
        return (await process.ask(DeckRequest(GAME(draw=draw), MAX_S))).deck

    async def rest(self) -> None:
        """Ends the process for decks that are late, which comes again when one is."""
        await self._urgent.close()

    async def robot(self, draw: int, seconds: int, deck: str, strength: str, seed: str) -> Sequence[Entry]:
        """Has a robot play a deck, and returns the entries of its record."""
        game = GAME(draw=draw, limit=seconds)
        answer = await self._robots.ask(RobotRequest(game, MAX_S, deck, strength, seed, {}))
        return read_record(answer.record.encode()).entries

    async def hint(self, question: HintRequest) -> Sequence[Advice] | None:
        """Returns the advice for a practice game; None if it takes too long, or too many ask at once.

        Raises:
            WorkerError: the process has failed.
        """
        if len(self._thoughts) >= MAX_HINTS:
            return None
        parts: list[HintResponse] = []
        thought = asyncio.create_task(self._hints.ask(question, parts.append))
        self._thoughts.add(thought)
        thought.add_done_callback(self._thoughts.discard)
        await asyncio.wait([thought], timeout=HINT_S)
        if thought.done():
            return thought.result().advice
        return (
            parts[-1].advice if parts else None
        )  # it goes on to its end: the next one finds a process that runs

    async def close(self) -> None:
        """Ends all."""
        for thought in self._thoughts:
            thought.cancel()
        for process in (self._decks, self._hints, self._urgent, self._robots):
            await process.close()


class _Answering:
    """A process that answers questions one by one; with `is_plain` its searches are not compiled."""

    def __init__(self, is_plain: bool, niceness: int = NICENESS) -> None:
        self._niceness = niceness
        self._environment = {**os.environ, **({"PATIENCE_PLAIN": "1"} if is_plain else {})}
        if niceness == URGENT:
            self._environment["PATIENCE_URGENT"] = "1"
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    async def close(self) -> None:
        """Ends it."""
        if self._process is not None:
            process, self._process = self._process, None
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
            await process.wait()

    async def ask(self, question: SolverRequest[A], part: Callable[[Any], None] = lambda _: None) -> A:
        """The last answer to one request, those before go to `part`; raises WorkerError if there is none."""
        async with self._turn:
            process = await self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(question_line(1, question).encode())
                await process.stdin.drain()
                async with asyncio.timeout(MAX_S):
                    _, answer = read_answer(await process.stdout.readline(), {1: question})
                    while not is_last(answer):
                        part(answer)
                        _, answer = read_answer(await process.stdout.readline(), {1: question})
            except (OSError, ValueError, TimeoutError) as error:
                await self.close()
                raise WorkerError(f"The helping process failed: {error}") from error
            if isinstance(answer, RequestFailed):
                raise WorkerError(f"The helping process failed: {answer.reason}")
            return answer  # type: ignore[return-value]  # it belongs to the request

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "game.robots.worker"),
                cwd=ROOT,
                env=self._environment,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=MAX_LINE,
                start_new_session=True,  # an interrupt from the keyboard is the server's
            )
            with suppress(OSError, AttributeError):  # Windows has none
                os.setpriority(os.PRIO_PROCESS, self._process.pid, self._niceness)
        return self._process

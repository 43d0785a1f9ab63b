"""Games in play at this worker: rebuilt when needed, judged, written, then answered.

This is a cache: another worker, or this one after a crash, continues from the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from game.browser.table import because, table
from game.language import Translator
from game.online.messages import ActionDone, Because, Rejected, RoundEnded, RoundState, RoundTable, Why
from game.play.game import ControlAction
from game.rounds.referee import (
    Rejection,
    Ruling,
    StoredGame,
    done_of,
    ended_of,
    ending_of,
    judge,
    position_of,
    time_up,
)
from game.server.clock import Now
from game.server.connections import Connection
from game.server.database import DatabaseError
from game.server.games import GameRow, begin, entry_row, entry_rows, game_of, last_entry, load, result_row
from game.server.seats import SeatRow
from game.server.writer import Appended, Writer

KEPT_MS = 600_000
"""Time a game stays cached after its last use: as long as a round may last."""
OVER_MS = 30_000
"""The same for a game whose time is up."""
MAX_ATTEMPTS = 4


@dataclass
class _Live:
    """A game of this worker; `kept` is None if it has to be rebuilt."""

    row: GameRow
    kept: StoredGame | None = None
    before: StoredGame | None = None
    """Its state before the last action, if that was done here."""
    used: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class ActiveGames:
    """All games played through this worker."""

    def __init__(self, writer: Writer, now: Now) -> None:
        self._database, self._writer, self._now = writer.database, writer, now
        self._of: dict[tuple[int, int], _Live] = {}  # by seat and round

    async def begin(self, seat: SeatRow, round_number: int) -> RoundState:
        """Starts a round, or returns to it.

        Raises:
            RequestRejected: it cannot be started.
            DatabaseError: it was not stored.
        """
        live = await self._find(seat, round_number)
        if live is None:
            row = await self._writer.do(
                lambda connection: begin(connection, seat, round_number, self._now()),
                [f"standings {seat.tournament}"],
            )
            live = self._keep(row)
        async with live.turn:
            await self._forget_if_behind(live)  # whoever comes back is told what the database holds
            return position_of(round_number, await self._ended(live), self._now())

    async def do(self, seat: SeatRow, round_number: int, number: int, action: str) -> ActionDone | Rejected:
        """Judges an action that has just arrived; it is on disk when `ActionDone` is returned.

        Raises:
            DatabaseError: unknown whether it counts; it may be sent again.
        """
        now = self._now()
        live = await self._find(seat, round_number)
        if live is None:
            return Rejected(round_number, number, "not_begun", (), None)
        async with live.turn:
            for _ in range(MAX_ATTEMPTS):
                kept = await self._stored(live)
                ruling = judge(kept, number, action, now)
                if isinstance(ruling, Rejection) and ruling.code == "ahead" and live.kept is kept:
                    live.kept = None  # another worker may have written what comes before
                    ruling = judge(await self._stored(live), number, action, now)
                if isinstance(ruling, Rejection):
                    if ruling.code == "time_is_up":
                        await self._ended(live)
                    code, expected, parts, said = ruling
                    return Rejected(round_number, number, code, parts, expected, said)
                if not ruling.entries or await self._write(live, kept, ruling):
                    return done_of(round_number, ruling)
            raise DatabaseError("Other workers write the same game.")

    def tell(self, connection: Connection, message: RoundState | ActionDone | Rejected | RoundEnded) -> None:
        """Sends a round's news to its player, and the table to its spectators."""
        language, seat = connection.looks.get(message.round), connection.seat
        said = (
            language.translate(message.said) if language is not None and isinstance(message, Rejected) else ""
        )
        connection.tell(replace(message, said=said) if isinstance(message, Rejected) else message)
        live = None if seat is None else self._of.get((seat.id, message.round))
        if language is not None and live is not None and live.kept is not None:
            before = live.before if isinstance(message, ActionDone | RoundEnded) else None
            connection.tell(table(message.round, live.kept, before, language, said))

    async def look(self, seat: SeatRow, round_number: int, language: Translator) -> RoundTable | None:
        """Returns the present table of a round; None before it starts.

        Raises:
            DatabaseError: the database cannot be read, or did not store that time is up.
        """
        live = await self._find(seat, round_number)
        if live is None:
            return None
        async with live.turn:
            return table(round_number, await self._ended(live), None, language)

    async def why(self, seat: SeatRow, asked: Why, language: Translator) -> Because:
        """Returns why cards cannot be moved; raises DatabaseError if the database cannot be read."""
        live = await self._find(seat, asked.round)
        if live is None:
            return Because(asked.round, "")
        async with live.turn:
            kept = await self._stored(live)
        return Because(asked.round, because(kept, asked.pile, asked.count, asked.place, language))

    async def end_if_time_is_up(self, row: GameRow) -> RoundEnded | None:
        """Ends a game whose time is up, or returns None; raises DatabaseError if it was not stored."""
        live = self._keep(row)
        async with live.turn:
            kept = await self._ended(live)
        ending = ending_of(kept.game)
        return None if ending is None or ending.outcome != "timeout" else ended_of(row.round, kept)

    async def end(self, row: GameRow) -> RoundEnded:
        """Ends a game now, unless it is over; returns its end. Raises DatabaseError if it was not stored."""
        live = self._keep(row)
        async with live.turn:
            await self._forget_if_behind(live)
            return ended_of(row.round, await self._ended(live, is_wanted=True))

    def running(self, seats: Sequence[int]) -> list[GameRow]:
        """The cached games of these seats whose time is up."""
        wanted, now = set(seats), self._now()
        return [game.row for (seat, _), game in self._of.items() if seat in wanted and game.row.ends <= now]

    def is_any_played(self) -> bool:
        """Whether a game is in play here, as far as is known."""
        return self.played > 0

    @property
    def played(self) -> int:
        """Number of games in play here, as far as is known."""
        now = self._now()
        return sum(
            game.row.ends > now and not (game.kept is not None and game.kept.game.is_over)
            for game in self._of.values()
        )

    def forget_all(self) -> None:
        """Drops all cached games: their clocks have moved."""
        self._of.clear()

    def tidy(self) -> None:
        """Drops games that are no longer used."""
        now = self._now()
        for key, live in [*self._of.items()]:
            kept_ms = KEPT_MS if now < live.row.ends else OVER_MS
            if live.used < now - kept_ms and not live.turn.locked():
                del self._of[key]

    # One game, in its turn ------------------------------------------------------------------------

    async def _find(self, seat: SeatRow, round_number: int) -> _Live | None:
        found = self._of.get((seat.id, round_number))
        if found is None:
            row = await self._database.ask(game_of, seat.id, round_number)
            found = None if row is None else self._keep(row)
        return found

    def _keep(self, row: GameRow) -> _Live:
        return self._of.setdefault((row.seat, row.round), _Live(row, used=self._now()))

    async def _stored(self, live: _Live) -> StoredGame:
        live.used = self._now()
        if live.kept is None:
            live.kept = await load(self._database, live.row.id)
        return live.kept

    async def _forget_if_behind(self, live: _Live) -> None:
        """Drops a game that another worker has continued: entries are only ever added."""
        if live.kept is not None:
            last = await self._database.ask(last_entry, live.row.id)
            if last != len(live.kept.game.entries):
                live.kept = None

    async def _write(self, live: _Live, before: StoredGame, ruling: Ruling) -> bool:
        """Writes a ruling; False if another worker was first, so that it has to be judged again."""
        live.kept = live.before = None  # until it is known what is on disk
        game = ruling.after.game
        if len(ruling.entries) == 1:
            rows = [entry_row(live.row.id, ruling.number, ruling.entries[0], game)]
        else:
            rows = entry_rows(live.row.id, ruling.number, before.game, ruling.entries)
        topics = (f"standings {live.row.tournament}",)
        is_new = await self._writer.append(Appended(live.row.id, rows, result_row(game), topics))
        if is_new:
            live.kept, live.before = ruling.after, before
        return is_new

    async def _ended(self, live: _Live, is_wanted: bool = False) -> StoredGame:
        """Returns a game, which it ends if its time is up or its end `is_wanted`."""
        for _ in range(MAX_ATTEMPTS):
            kept = await self._stored(live)
            ruling = time_up(kept, self._now())
            if ruling is None and is_wanted and not kept.game.is_over:
                found = judge(kept, len(kept.game.entries) + 1, ControlAction.END.value, self._now())
                assert not isinstance(found, Rejection), "a game can be ended at any time"
                ruling = found
            if ruling is None:
                return kept
            if await self._write(live, kept, ruling):
                return ruling.after
        raise DatabaseError("Other workers write the same game.")

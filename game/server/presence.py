"""Heartbeat of the server: workers write it every second, and downtime is given back to rounds."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import and_, case, delete, func, insert, literal, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from game.online.messages import Absence
from game.server.clock import Clocks, ServerClock
from game.server.database import Database, DatabaseError, in_the_log
from game.server.log import ThrottledLog
from game.server.schema import absences, entries, games, rounds, seats, workers
from game.server.writer import Writer

_IS_OF_ROBOT = games.c.seat.in_(select(seats.c.id).where(seats.c.kind != "person"))
_last_entry = select(func.max(entries.c.at)).where(entries.c.game == games.c.id).scalar_subquery()


class Beat(NamedTuple):
    """Last heartbeat of a worker."""

    worker: str
    seen: int
    boot: str
    since_boot: int


async def beats_of(connection: AsyncConnection) -> list[Beat]:
    """Last heartbeat of each worker."""
    found = await connection.execute(
        select(workers.c.id, workers.c.seen, workers.c.boot, workers.c.since_boot)
    )
    return [Beat(*row) for row in found]


async def latest_moment(connection: AsyncConnection) -> int:
    """Latest moment recorded in the database, 0 in an empty one."""
    of_open = (
        select(func.max(games.c.started + games.c.away + func.coalesce(games.c.elapsed, _last_entry)))
        .join(rounds, and_(rounds.c.tournament == games.c.tournament, rounds.c.number == games.c.round))
        .where(rounds.c.opened.is_not(None), rounds.c.closed.is_(None), ~_IS_OF_ROBOT)
    )
    wanted = [
        select(func.max(workers.c.seen)),
        select(func.max(absences.c.ended)),
        *(select(func.max(rounds.c[name])) for name in ("opened", "closing", "closed")),
        of_open,
    ]
    return max([int(await connection.scalar(query) or 0) for query in wanted])


async def away_since(connection: AsyncConnection, moment: int) -> int:
    """Downtime of the server since a moment, in ms."""
    of_it = absences.c.ended - case((absences.c.began > moment, absences.c.began), else_=moment)
    return int(await connection.scalar(select(func.sum(of_it)).where(absences.c.ended > moment)) or 0)


async def absences_between(connection: AsyncConnection, first: int, last: int) -> tuple[Absence, ...]:
    """Downtimes of the server between two moments."""
    found = await connection.execute(
        select(absences.c.began, absences.c.ended)
        .where(absences.c.ended > first, absences.c.began < last)
        .order_by(absences.c.began)
    )
    return tuple([Absence(max(first, row.began), min(last, row.ended)) for row in found])


async def give_back(connection: AsyncConnection, began: int, ended: int) -> None:
    """Postpones the ends of everything that was running during a downtime."""
    gap = ended - began
    await connection.execute(insert(absences).values(began=began, ended=ended))
    # A game whose start lies in the absence loses only what is after it.
    lost = case((games.c.started > began, literal(ended) - games.c.started), else_=gap)
    is_played = and_(games.c.outcome.is_(None), games.c.ends > began)
    is_shown = and_(_IS_OF_ROBOT, games.c.started + games.c.away + games.c.elapsed > began)  # at its pace
    await connection.execute(
        update(games)
        .where(games.c.started < ended, or_(is_played, is_shown))
        .values(away=games.c.away + lost, ends=games.c.ends + lost)
    )
    await connection.execute(
        update(rounds)
        .where(rounds.c.opened.is_not(None), rounds.c.closing.is_(None), rounds.c.closes > began)
        .values(closes=rounds.c.closes + gap)
    )


async def is_any_open(connection: AsyncConnection) -> bool:
    """Whether a round is open, or still being played."""
    wanted = select(rounds.c.number).where(rounds.c.opened.is_not(None), rounds.c.closed.is_(None)).limit(1)
    return await connection.scalar(wanted) is not None


async def write_beat(connection: AsyncConnection, beat: Beat) -> None:
    """Writes a worker's heartbeat."""
    values = {"seen": beat.seen, "boot": beat.boot, "since_boot": beat.since_boot}
    done = await connection.execute(update(workers).where(workers.c.id == beat.worker).values(**values))
    if not done.rowcount:
        await connection.execute(insert(workers).values(id=beat.worker, **values))


BEAT_S = 1.0
MAX_SILENT_MS = 3000
"""A worker without a heartbeat for this long is down, and its clock stops."""
IDLE_BEAT_MS = 30_000
"""Interval of heartbeats while no round is open: there is nothing to give back then."""
MAX_STEP_MS = 60_000
"""Maximum step of ordinary clock corrections."""
AWAY = "away"
"""Topic published when time was given back."""
BEATING = 20261124
"""Advisory lock for checking whether all workers were down."""
ACCEPT = "--accept-clock"
log = logging.getLogger("patience.server")


class ClockError(Exception):
    """This machine's clock cannot be right; the message is a sentence."""


async def first_moment(
    database: Database,
    clocks: Clocks,
    is_accepted: bool = False,
    pause: Callable[[float], Any] = asyncio.sleep,
) -> int:
    """Returns the moment at which a server's time starts, never before the latest one in the database.

    With several workers it is that of the database's clock. `is_accepted` accepts a clock that has jumped.

    Raises:
        ClockError: the time away does not explain the clock's time, or other workers' clocks disagree.
        DatabaseError: the database cannot be read.
    """
    async with database.read() as connection:
        moment, beats = await _told(connection, clocks), await beats_of(connection)
        last = await latest_moment(connection)
    if database.is_shared and not any(abs(moment - beat.seen) <= MAX_SILENT_MS for beat in beats):
        await _expect_nobody(database, clocks, beats, pause)
    if not is_accepted:
        _expect_no_jump(moment, last, [beat for beat in beats if beat.boot == clocks.boot != ""], clocks)
    return max(moment, last)


async def _told(connection: AsyncConnection, clocks: Clocks) -> int:
    """Returns the clock reading that counts here."""
    if connection.dialect.name != "postgresql":
        return clocks.wall()
    clock = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")
    return int(await connection.scalar(clock))


async def _expect_nobody(
    database: Database, clocks: Clocks, before: Sequence[Beat], pause: Callable[[float], Any]
) -> None:
    """Raises ClockError if a worker with a different clock is running."""
    if not before:
        return
    await pause(MAX_SILENT_MS / 1000)
    async with database.read() as connection:
        moment, now = await _told(connection, clocks), await beats_of(connection)
    was = {beat.worker: beat.seen for beat in before}
    for beat in now:
        if beat.seen > was.get(beat.worker, 0) and abs(moment - beat.seen) > MAX_SILENT_MS:
            raise ClockError(
                f"Another worker's clock tells {_shown(beat.seen)}, and this one's {_shown(moment)}: "
                "the clock of the database was set. Stop all workers, and start them anew"
            )


def _expect_no_jump(moment: int, last: int, of_this_boot: Sequence[Beat], clocks: Clocks) -> None:
    """Raises ClockError if a clock has jumped."""
    if of_this_boot and clocks.since_boot is not None:
        beat = max(of_this_boot, key=lambda beat: beat.since_boot)
        away = clocks.since_boot() - beat.since_boot
        expected = beat.seen + away
        if abs(moment - expected) > MAX_STEP_MS and beat.since_boot <= clocks.since_boot():
            raise ClockError(
                f"The clock tells {_shown(moment)}, but {in_words(away)} after {_shown(beat.seen)} it is "
                f"{_shown(expected)}: it was set. Set it right, or take it as it is with {ACCEPT}"
            )
    if moment < last - MAX_STEP_MS:
        raise ClockError(
            f"The clock tells {_shown(moment)}, but the database knows of {_shown(last)}: it is slow. "
            f"Set it right, or go on from the later moment with {ACCEPT}"
        )


def in_words(away_ms: int) -> str:
    """Formats a duration for the host.

    >>> in_words(12_300), in_words(3_900_000)
    ('12 s', '65 min')
    """
    return f"{away_ms // 1000} s" if away_ms < 600_000 else f"{away_ms // 60_000} min"


def _shown(moment: int) -> str:
    try:
        return f"{datetime.fromtimestamp(moment / 1000).astimezone():%Y-%m-%d %H:%M:%S}"
    except (OverflowError, ValueError, OSError):
        return f"{moment} ms"


class Presence:
    """Writes this worker's heartbeat; while it cannot, its clock stops."""

    def __init__(
        self,
        writer: Writer,
        clock: ServerClock,
        clocks: Clocks,
        throttled_log: ThrottledLog,
        forget: Callable[[], None],
    ) -> None:
        """`forget` drops cached game starts."""
        self._database, self._writer = writer.database, writer
        self._clock, self._clocks = clock, clocks
        self._throttled_log, self._forget = throttled_log, forget
        self._id = secrets.token_hex(8)
        self._seen = self._written = clock.unheld  # the first without the time behind
        self._slept = self._asleep()

    def _asleep(self) -> int:
        """Returns the time this machine has slept since it was started, in ms."""
        since_boot = self._clocks.since_boot
        return 0 if since_boot is None else since_boot() - self._clocks.steady()

    async def begin(self) -> int:
        """Writes the first heartbeat, before serving; returns the ms given back to running rounds.

        Raises:
            DatabaseError: it was not stored.
        """
        return await self._come_back(self._clock.unheld, self._clock.late(), 0, 0)

    async def keep(self) -> None:
        """Writes a heartbeat every second."""
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                await self.look()
            except Exception:  # the next one may do better; without any the clock stands
                log.exception("The heartbeat could not be written")

    async def look(self) -> None:
        """Writes a heartbeat if due, and gives back the time since the last one if that is too long ago.

        A database that does not answer is logged: the clock stands until it does.
        """
        slept = self._asleep() - self._slept
        if slept <= MAX_SILENT_MS:
            slept = 0
        now, late = self._clock.unheld + slept, self._clock.late()
        try:
            there = self._seen + late  # a process that ran was not away
            if now - there > MAX_SILENT_MS:
                away = await self._come_back(now, late, slept, there)
                if away:
                    self._throttled_log.tell(
                        f"The server was away for {in_words(away)}: running rounds were given that time back"
                    )
            elif await self._is_due(now):
                await self._writer.do(lambda connection: write_beat(connection, self._beat(now)))
                self._stay(now, late)
            else:
                self._run_on(now, late)
        except DatabaseError as error:
            self._throttled_log.tell(in_the_log(error))

    async def _is_due(self, now: int) -> bool:
        async with self._database.read(is_urgent=True) as connection:
            if not self._database.is_shared:
                return now - self._written >= IDLE_BEAT_MS or await is_any_open(connection)
            ahead = max((beat.seen for beat in await beats_of(connection)), default=now) - now
        if ahead > MAX_SILENT_MS:
            self._throttled_log.tell(
                f"Another worker's clock is {in_words(ahead)} ahead: start all of them anew."
            )
        return True

    async def _come_back(self, now: int, late: int, slept: int, there: int) -> int:
        topics: list[str] = []
        away: int = await self._writer.do(
            lambda connection: _come_back(connection, self._beat(now), topics, there), topics, True
        )
        # In one go: an action is judged by the start and the clock from before, or by both from after it.
        self._forget()
        self._clock.skip(slept)
        self._slept += slept
        self._stay(now, late)
        return away

    def _beat(self, now: int) -> Beat:
        since_boot = self._clocks.since_boot
        return Beat(self._id, now, self._clocks.boot, 0 if since_boot is None else since_boot())

    def _stay(self, now: int, late: int) -> None:
        self._written = now
        self._run_on(now, late)

    def _run_on(self, now: int, late: int) -> None:
        """Notes that it was there at a moment, when it had been behind for so long."""
        self._seen = now - late
        self._clock.run_until(self._seen + MAX_SILENT_MS)


async def _come_back(connection: AsyncConnection, beat: Beat, topics: list[str], there: int) -> int:
    """Writes a heartbeat after a silence and gives the downtime back; returns it.

    `there` is the latest moment at which this worker is known to have run.
    """
    is_shared = connection.dialect.name == "postgresql"
    if is_shared:
        await connection.execute(select(func.pg_advisory_xact_lock(BEATING)))
    beats = await beats_of(connection)
    is_anybody_there = any(
        other.worker != beat.worker and other.seen >= beat.seen - MAX_SILENT_MS for other in beats
    )
    began, away = max(await latest_moment(connection), there), 0
    if not (is_shared and is_anybody_there) and began < beat.seen and await is_any_open(connection):
        away = beat.seen - began
        if there and away <= MAX_SILENT_MS:  # an action was stored meanwhile
            away = 0
        else:
            await give_back(connection, began, beat.seen)
            topics.append(AWAY)
    await connection.execute(delete(workers).where(workers.c.seen < beat.seen - MAX_SILENT_MS))
    await write_beat(connection, beat)
    return away

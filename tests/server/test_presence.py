"""The clock of a server after a restart, a sleep, a stop, or a time without its database."""

import asyncio
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from game.online.bodies import NewTournament
from game.online.check import check_round
from game.online.messages import ActionDone
from game.server.clock import Clocks, ServerClock
from game.server.connections import Connection
from game.server.database import Database, open_database
from game.server.presence import Beat, ClockError, Presence, beats_of, first_moment, write_beat
from game.server.schema import absences
from game.server.seats import SeatRow, new_key, seat_of
from game.server.service import Service
from tests.server.tables import EVENING, START, service_of

MINUTE = 60_000


@pytest.fixture
def address(tmp_path: Path) -> str:
    """Of an embedded database: the clock of PostgreSQL is not ours to set."""
    return f"sqlite:///{tmp_path / 'rounds.sqlite3'}"


class Machine:
    """The clocks of a machine that go on when they are told to."""

    def __init__(self) -> None:
        self.wall, self.steady, self.up, self.boot = START, 5_000, 9_000, "one"
        self.late = 0

    @property
    def clocks(self) -> Clocks:
        """What a server reads."""
        return Clocks(lambda: self.wall, lambda: self.steady, lambda: self.up, self.boot)

    def go_on(self, ms: int, is_asleep: bool = False) -> None:
        """Lets so much time pass."""
        self.wall, self.up = self.wall + ms, self.up + ms
        if not is_asleep:
            self.steady += ms

    def start_anew(self) -> None:
        """The machine itself is started anew."""
        self.steady, self.up, self.boot = 100, 200, f"{self.boot} again"


class Running:
    """A server as `serve` puts it together, at clocks that are set."""

    def __init__(self, service: Service, clock: ServerClock, presence: Presence) -> None:
        self.service, self.clock, self.presence = service, clock, presence

    async def killed(self) -> None:
        """Ends without a word: nothing is written any more."""
        await self.service.close()


async def started(
    address: str, machine: Machine, is_accepted: bool = False, decks: int = 0, moment: int | None = None
) -> Running:
    """A server that was just started; at a moment, where no clock is to be asked."""
    if moment is None:
        database = await open_database(address)
        try:
            moment = await first_moment(database, machine.clocks, is_accepted, no_pause)
        finally:
            await database.close()
    clock = ServerClock(moment, machine.clocks.steady, lambda: machine.late)
    service = await service_of(address, clock, decks=decks)  # a clock is a clock
    presence = Presence(service.writer, clock, machine.clocks, service.throttled_log, service.live.forget_all)
    await service.start(keeps=False)
    await presence.begin()
    return Running(service, clock, presence)


async def no_pause(_: float) -> None:
    """Nothing is waited for."""


async def playing(here: Running, wanted=EVENING, begins: bool = True) -> tuple[str, SeatRow]:
    """Somebody who may begin round 1 of a new tournament, and mostly has just done so."""
    told, key = await here.service.make(wanted), new_key()
    await here.service.join(told.id, "Anna", key)
    await here.service.hosting.open_round(told.id, 1)
    async with here.service.database.read() as connection:
        seat = await seat_of(connection, told.id, key)
    if begins:
        await here.service.live.begin(seat, 1)
    return told.id, seat


async def played_at(
    address: str, wanted: NewTournament = EVENING, seconds: int = 10
) -> tuple[Machine, Running, SeatRow]:
    """A machine whose server was just started, and somebody who has begun a round there a while ago."""
    machine = Machine()
    here = await started(address, machine, decks=2)
    _, seat = await playing(here, wanted)
    await passes(here, machine, seconds)
    return machine, here, seat


async def missed(database: Database) -> list[int]:
    """How long the server was away, each time."""
    async with database.read() as connection:
        return [row.ended - row.began for row in await connection.execute(select(absences))]


async def at(here: Running, seat: SeatRow, number: int) -> int:
    """Turns a card; returns at which play time that counts."""
    done = await here.service.live.do(seat, 1, number, "stock")
    assert isinstance(done, ActionDone), done
    return done.at


async def passes(here: Running, machine: Machine, seconds: int, each_s: int = 1) -> None:
    """Time in which the server is there, and looks every second or so."""
    for _ in range(seconds // each_s):
        machine.go_on(1000 * each_s)
        await here.presence.look()


@pytest.mark.parametrize("boots", [0, 1])
async def test_time_in_which_the_server_was_killed_is_in_nobodys_clock(address, boots):
    machine = Machine()
    here = await started(address, machine, decks=2)
    tournament, seat = await playing(here, replace(EVENING, seconds=60, lasts=600))
    closes = (await here.service.tournament(tournament)).rounds[0].closes
    await passes(here, machine, 10)
    machine.go_on(900)
    assert await at(here, seat, 1) == 10_900
    await here.killed()
    machine.go_on(20 * MINUTE)
    if boots:
        machine.start_anew()
    here = await started(address, machine)
    assert await missed(here.service.database) == [20 * MINUTE]
    position = await here.service.live.begin(seat, 1)
    assert (position.ending, position.now - position.started) == (None, 10_900)
    assert (await here.service.tournament(tournament)).rounds[0].closes == closes + 20 * MINUTE
    await passes(here, machine, 1)
    assert await at(here, seat, 2) == 11_900
    await passes(here, machine, 48, each_s=2)
    await here.service.scheduler.sweep()
    assert await at(here, seat, 3) == 59_900
    await passes(here, machine, 1)
    await here.service.scheduler.sweep()
    ending = (await here.service.live.begin(seat, 1)).ending
    assert ending.outcome == "timeout"
    await here.killed()


async def test_the_proof_tells_when_the_server_was_away(address):
    machine = Machine()
    here = await started(address, machine, decks=2)
    tournament, seat = await playing(here)
    await passes(here, machine, 10)
    await at(here, seat, 1)
    await here.killed()
    machine.go_on(20 * MINUTE)
    here = await started(address, machine)
    await passes(here, machine, 5)
    assert isinstance(await here.service.live.do(seat, 1, 2, "end"), ActionDone)
    await here.service.hosting.close_round(tournament, 1)
    await passes(here, machine, 5)
    await here.service.scheduler.look()
    closed = await here.service.closed_round(tournament, 1)
    began = START + 10_000
    assert [(away.began, away.ended) for away in closed.away] == [(began, began + 20 * MINUTE)]
    checked = check_round(closed)
    assert checked.faults == ()
    assert checked.proved[0].result.elapsed_ms == 15_000
    assert check_round(replace(closed, closed=closed.closed - MINUTE)).faults != ()
    await here.killed()


async def test_a_round_that_is_begun_after_the_server_was_away_has_its_whole_time(address):
    machine = Machine()
    here = await started(address, machine, decks=2)
    _, seat = await playing(here, begins=False)
    await here.killed()
    machine.go_on(MINUTE)
    here = await started(address, machine)
    position = await here.service.live.begin(seat, 1)
    assert position.started == position.now
    await passes(here, machine, 2)
    assert await at(here, seat, 1) == 2000
    await here.killed()


async def test_where_no_round_is_open_nothing_is_given_back_and_little_is_written(address):
    machine = Machine()
    here = await started(address, machine)
    await here.killed()
    machine.go_on(20 * MINUTE)
    here = await started(address, machine)
    assert await missed(here.service.database) == []
    await passes(here, machine, 10)
    async with here.service.database.read() as connection:
        (beat,) = await beats_of(connection)
    assert beat.seen == START + 20 * MINUTE
    await here.killed()


@pytest.mark.parametrize("is_asleep", [False, True])
async def test_a_server_that_was_stopped_or_asleep_gives_the_time_back_and_tells_its_players(
    address, is_asleep
):
    machine, here, seat = await played_at(address)
    connection = Connection()
    here.service.connections.attach(seat, connection)
    machine.go_on(60 * MINUTE, is_asleep)
    # Before it has looked, no more than the time of a silence has passed.
    assert await at(here, seat, 1) == (10_000 if is_asleep else 13_000)
    await here.presence.look()
    assert connection.is_ended
    assert here.clock() == machine.wall
    assert await missed(here.service.database) == [60 * MINUTE - (0 if is_asleep else 3000)]
    await passes(here, machine, 1)
    assert await at(here, seat, 2) == (11_000 if is_asleep else 14_000)
    await here.killed()


async def test_a_server_behind_its_work_was_not_away_and_of_what_follows_only_the_absence_counts(address):
    machine, here, seat = await played_at(address, seconds=9)
    machine.go_on(1000)
    looking = asyncio.create_task(here.presence.look())
    await asyncio.sleep(0)
    for _ in range(2):  # while the heartbeat is written, and after it
        machine.go_on(10_000)
        machine.late += 10_000
        await looking
    assert await at(here, seat, 1) == 30_000
    await here.presence.look()
    assert await missed(here.service.database) == []
    machine.go_on(20_000)
    machine.late += 19_500
    machine.go_on(60 * MINUTE)
    assert here.clock.is_standing
    await here.presence.look()
    assert await missed(here.service.database) == [60 * MINUTE + 500]
    await passes(here, machine, 1)
    assert await at(here, seat, 2) == 50_500
    await here.killed()


async def test_while_the_database_is_away_play_clocks_stand(tmp_path):
    path = tmp_path / "rounds.sqlite3"
    machine, here, seat = await played_at(f"sqlite:///{path}", replace(EVENING, seconds=60), 5)
    with closing(sqlite3.connect(path)) as other:
        other.execute("ALTER TABLE workers RENAME TO elsewhere")
        await passes(here, machine, 80, each_s=2)
        assert here.clock() == START + 8000
        other.execute("ALTER TABLE elsewhere RENAME TO workers")
    await passes(here, machine, 1)
    position = await here.service.live.begin(seat, 1)
    assert position.ending is None
    assert position.now - position.started == 5000
    assert here.clock() == machine.wall
    await here.killed()


# A clock that was set ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("boots", "set_by", "why"),
    [(0, -30 * MINUTE, "it was set"), (0, 60 * MINUTE, "it was set"), (1, -30 * MINUTE, "it is slow")],
)
async def test_a_clock_that_has_jumped_is_refused_in_a_sentence_and_taken_where_the_host_says_so(
    address, boots, set_by, why
):
    machine, here, seat = await played_at(address)
    await here.killed()
    machine.go_on(20_000)
    machine.wall += set_by
    if boots:
        machine.start_anew()
    with pytest.raises(ClockError, match=why) as refused:
        await started(address, machine)
    assert "--accept-clock" in str(refused.value)
    here = await started(address, machine, is_accepted=True)
    assert here.clock() == START + 10_000 + max(0, 20_000 + set_by)
    position = await here.service.live.begin(seat, 1)
    assert (position.ending, position.now - position.started) == (None, 10_000)
    await passes(here, machine, 1)
    assert await at(here, seat, 1) == 11_000
    await here.killed()


@pytest.mark.parametrize("set_by", [-40_000, -5000, 0, 40_000])
async def test_a_clock_that_was_set_right_by_a_little_is_taken_and_never_goes_back(address, set_by):
    machine, here, seat = await played_at(address)
    before = here.clock()
    await here.killed()
    machine.go_on(20_000)
    machine.wall += set_by
    here = await started(address, machine)
    assert here.clock() == max(before, machine.wall)
    assert await at(here, seat, 1) == 10_000
    await here.killed()


# Several workers ---------------------------------------------------------------------------------------
@pytest.mark.thorough
async def test_workers_have_one_clock_which_is_the_databases(postgres):
    database = await open_database(postgres)
    behind = Machine()  # whose own clock tells a moment of long ago
    told = await first_moment(database, behind.clocks, False, no_pause)
    assert abs(told - time.time_ns() // 1_000_000) < 5000
    await database.close()


@pytest.mark.thorough
async def test_a_worker_is_not_started_whose_clock_differs_from_that_of_another(postgres):
    database = await open_database(postgres)
    moment = time.time_ns() // 1_000_000 - 60 * MINUTE

    async def beat(_: float = 0) -> None:
        nonlocal moment
        moment += 1000
        async with database.writing.begin() as connection:
            await write_beat(connection, Beat("other", moment, "", 0))

    await beat()
    with pytest.raises(ClockError, match="Another worker's clock tells"):
        await first_moment(database, Machine().clocks, False, beat)
    assert await first_moment(database, Machine().clocks, False, no_pause) > moment  # it has died
    await database.close()


@pytest.mark.thorough
async def test_nothing_is_given_back_while_another_worker_is_there(postgres):
    both = Machine(), Machine()
    here = await started(postgres, both[0], decks=2)
    _, seat = await playing(here)
    there = await started(postgres, both[1], moment=here.clock())
    for _ in range(60):
        await passes(there, both[1], 1)
        both[0].go_on(1000)
    await here.presence.look()
    assert await missed(here.service.database) == []
    assert await at(here, seat, 1) >= 60_000
    await here.killed()
    await there.killed()

"""What a host changes by command: rounds, seats and whole tournaments, what is said of it, and what stays."""

import asyncio
import io
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from sqlalchemy import func, select

from game.cli import main
from game.online.bodies import AllStandings, Announce, ClosedRound, Extend, NewTournament, Rename
from game.online.check import check_round
from game.online.client import ServerRefused
from game.online.messages import ActionDone, RoundEnded, TournamentChanged
from game.server.budgets import RequestRejected
from game.server.hosting import TAKE_BACK_MS
from game.server.rounds import hold_anew
from game.server.schema import decks, entries, games, rounds, seats, tournaments
from game.server.seats import new_key
from game.server.service import Service
from tests.server.tables import EVENING, HOST, START, Host, Server, SetClock, hears, running, service_of
from tools.asking import AskingClient


@dataclass
class Evening:
    """A server whose host sits at a terminal, or runs a script."""

    server: Server
    host: Host

    async def made(self, *wanted: NewTournament, opened: int = 0) -> tuple[str, str]:
        """A new tournament, its first rounds open: its id, and its link."""
        tournament = await self.server.made(*wanted, opened=opened)
        return tournament, f"{self.server.address}/tournaments/{tournament}"

    async def does(self, tournament: str, path: str, body: object = None, method: str = "POST") -> str:
        """What the host's page does, over HTTP; returns the code of a refusal, or nothing."""
        try:
            await self.server.ask(f"/tournaments/{tournament}{path}", bytes, body, HOST, method)
        except ServerRefused as no:
            return no.refusal.code
        return ""

    async def seat(self, tournament: str, name: str) -> str:
        """The path of a player's seat."""
        found = (await self.server.service.all_seats(tournament)).seats
        return next(f"/seats/{seat.seat}" for seat in found if seat.player == name)

    async def names(self, tournament: str) -> list[str]:
        """Who stands in the standings."""
        table = await self.server.ask(f"/tournaments/{tournament}/standings", AllStandings)
        return [place.player for place in table.places]


@asynccontextmanager
async def evening_at(database: str, host: Host):
    async with running(database) as server:
        yield Evening(server, host)


@pytest.fixture
def evening(database: str, host: Host):
    """An evening at a server with each kind of database."""
    return evening_at(database, host)


@asynccontextmanager
async def sitting(server: Server, tournament: str, *names: str):
    """Players who have joined and are connected."""
    found = [(await server.player(tournament, name))[0] for name in names]
    yield found
    for guest in found:
        await guest.close()


async def ended(client: AskingClient, number: int = 1, count: int = 1) -> None:
    """Plays a round, shortly."""
    await client.begin(number)
    for action in range(1, count):
        assert isinstance(await client.do(number, action, "stock"), ActionDone)
    assert isinstance(await client.do(number, count, "end"), ActionDone)


# Rounds -----------------------------------------------------------------------------------------------
async def test_opening_a_round_closes_the_one_before_after_saying_who_would_lose_it(evening, monkeypatch):
    server, host = evening.server, evening.host
    tournament, link = await evening.made(opened=0)
    async with sitting(server, tournament, "Anna", "Ben", "Carl") as (anna, ben, carl):
        assert await host("open", link) == (0, ["Round 1 of Sunday evening is open."])
        await anna.begin(1)
        await ended(ben)
        still = "Round 1 is open: Anna is still playing it, and Carl has not started it."
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        code, said = await host("open", link)
        assert (code, said[0]) == (1, still)
        assert said[1] == "patience: opening round 2 closes round 1: use --yes to do it; nothing has changed."
        assert await server.states(tournament) == ["open", "waiting"]

        terminal = io.StringIO("n\n")
        terminal.isatty = lambda: True
        monkeypatch.setattr("sys.stdin", terminal)
        code, said = await host("open", link)
        assert (code, said[0]) == (1, still)
        assert said[1].startswith("opening round 2 closes round 1. Continue? [y/N] ")
        assert await server.states(tournament) == ["open", "waiting"]

        code, said = await host("open", link, "--yes")
        assert (code, said[0]) == (0, still)
        assert said[1].startswith("Round 1 of Sunday evening is closed: running games go on")
        assert said[2].endswith(f"in 60 s at the earliest, it can be opened again at {server.address}/host")
        assert said[3] == "Round 2 of Sunday evening is open."
        assert said[4].startswith("It is the last. When all have played it, close it with: ")
        assert await server.states(tournament) == ["closing", "open"]
        assert isinstance(await anna.do(1, 1, "stock"), ActionDone), "who plays plays on"
        with pytest.raises(ServerRefused, match="not_open"):
            await carl.begin(1)


async def test_what_changes_nothing_says_so_and_ends_with_one(evening):
    tournament, link = await evening.made(opened=1)
    for words, said in (
        (("open", link, "--round", "1"), "nothing has changed: that is already open"),
        (("close", link, "--round", "2"), "The round is not open"),
        (("close", link, "--round", "3"), "there is no such round"),
    ):
        assert await evening.host(*words) == (1, [f"patience: {said}."])
    assert await evening.server.states(tournament) == ["open", "waiting"]
    assert (await evening.host("close", link))[0] == 0
    code, said = await evening.host("open", link, "--round", "1")
    assert (code, said) == (1, ["patience: nothing has changed: that is already closing."])
    _, other = await evening.made(opened=1)
    assert (await evening.host("open", other, "--beside"))[0] == 0
    assert await evening.server.states(other[-32:]) == ["open", "open"]


async def test_a_close_by_mistake_is_taken_back_until_the_deck_is_out(evening):
    server = evening.server
    tournament, link = await evening.made(opened=1)
    async with sitting(server, tournament, "Anna", "Ben") as (anna, ben):
        await ended(anna)
        code, said = await evening.host("close", link)
        assert (code, said[0]) == (1, "Round 1 is open: Ben has not started it.")
        assert said[1].startswith("patience: players who have not started round 1 would lose it: use --yes")
        assert await server.states(tournament) == ["open", "waiting"]
        assert (await evening.host("close", link, "--yes"))[0] == 0
        await server.look(59_000, 2)
        assert await evening.does(tournament, "/rounds/1/reopen") == ""
        await server.look(60_000, 2)
        assert await server.states(tournament) == ["open", "waiting"]
        await ended(ben)

        assert (await evening.host("close", link))[0] == 0
        await server.look(TAKE_BACK_MS - 1, 2)
        assert await server.states(tournament) == ["closing", "waiting"], "somebody may come late"
        assert (await server.service.tournament(tournament)).rounds[0].deck is None
        await server.look(1, 2)
        assert await server.states(tournament) == ["closed", "waiting"]
        assert await evening.does(tournament, "/rounds/1/reopen") == "proof_is_out"
        assert check_round(await server.proof(tournament)).faults == ()


async def test_a_round_that_is_opened_again_after_its_time_may_be_begun_as_long_as_at_first(evening):
    server = evening.server
    tournament, _ = await evening.made(replace(EVENING, lasts=60), opened=1)
    async with sitting(server, tournament, "Anna", "Ben") as (anna, _):
        await anna.begin(1)
        await server.look(60_000, 2)
        assert await server.states(tournament) == ["closing", "waiting"]
        assert await evening.does(tournament, "/rounds/1/reopen") == ""
        (told, _) = (await server.service.tournament(tournament)).rounds
        assert (told.state, told.closes) == ("open", START + 120_000)


async def test_a_round_is_open_for_longer_where_the_host_says_so_but_not_beyond_the_clock_of_all(evening):
    server, five = evening.server, Extend(300)
    for start, said in (("own", ""), ("common", "common_clock")):
        tournament, _ = await evening.made(replace(EVENING, lasts=600, start=start), opened=1)
        closes = (await server.service.tournament(tournament)).rounds[0].closes
        assert await evening.does(tournament, "/rounds/1/extend", five) == said
        later = (await server.service.tournament(tournament)).rounds[0].closes
        assert later == closes + 300_000 * (start == "own")
        assert await evening.does(tournament, "/rounds/2/extend", five) == "not_open"
    tournament = await server.made(opened=1)  # open until its host closes it
    assert await evening.does(tournament, "/rounds/1/extend", five) == "no_change"


async def test_what_a_host_tells_everybody_is_told_at_once_and_until_the_next_round_opens(evening):
    server, heard = evening.server, []
    tournament, link = await evening.made(opened=0)
    tells = partial(evening.does, tournament, "/announce")
    anna, _, key = await server.player(tournament, "Anna", heard)
    assert await tells(Announce("Pizza, 5 <b>")) == ""
    told = await hears(anna, heard, TournamentChanged, lambda change: change.tournament.announced)
    said = told.tournament.announced
    assert said.line == "Pizza, 5 <b>"
    again, welcome = await server.back(tournament, key)
    assert welcome.tournament.announced == said, "who comes later is told, too"
    await again.close()
    page = await asyncio.to_thread(lambda: urlopen(link).read().decode())
    assert "Pizza, 5 &lt;b&gt;" in page
    assert await tells(Announce("a\nb")) == "bad_message"
    assert await tells(Announce("")) == ""
    assert await tells(Announce("")) == "no_change"
    await tells(Announce("Soon"))
    await evening.host("open", link)
    assert (await server.service.tournament(tournament)).announced is None


async def test_a_banned_seat_comes_back_by_no_key_name_or_address(evening):
    server = evening.server
    tournament, _ = await evening.made(opened=0)
    join_from = partial(server.service.join, tournament)
    eve = new_key()
    await join_from("Eve", eve, address="192.0.2.7")
    await join_from("Ben", new_key(), address="192.0.2.8")
    seat = await evening.seat(tournament, "Eve")
    assert [await evening.does(tournament, f"{seat}/ban") for _ in range(2)] == ["", "no_change"]
    for refusal, words in (
        ("removed", ("Eve", eve, "", "192.0.2.9")),
        ("name_taken", ("EVE", new_key(), "", "192.0.2.9")),
        ("banned", ("Mallory", new_key(), "", "192.0.2.7")),
    ):
        with pytest.raises(RequestRejected, match=refusal):
            await join_from(*words)
    await join_from("Carl", new_key(), address="192.0.2.9")
    assert {place.player for place in (await server.service.standings(tournament)).places} == {"Ben", "Carl"}
    assert await evening.does(tournament, f"{seat}/erase") == ""
    await join_from("Mallory", new_key(), address="192.0.2.7")
    anna, _, _ = await server.player(tournament, "Anna")  # at the server's own machine
    assert await evening.does(tournament, f"{await evening.seat(tournament, 'Anna')}/ban") == ""
    await anna.is_over.wait()
    await server.join(tournament, "Dora")


async def test_all_records_are_taken_along_as_one_file_and_proven(evening, tmp_path, capsys):
    server, host, packed = evening.server, evening.host, tmp_path / "evening.zip"
    tournament, link = await evening.made(opened=1)
    async with sitting(server, tournament, "=Anna/..", "Ben") as (anna, ben):
        for number in (1, 2):
            await ended(anna, number)
            await ended(ben, number, 3)
            await host("open" if number == 1 else "close", link, *(["--yes"] if number == 1 else []))
            await server.look(TAKE_BACK_MS, 2)
    assert (await host("records", link, str(packed)))[0] == 0
    assert await host("records", link, str(packed)) == (1, [f"patience: {packed} already exists."])
    with ZipFile(packed) as found:
        assert [name for name in found.namelist() if ".." in name.split("/")] == []
        assert len(found.namelist()) == 2 + 2 * 3
        assert "'=Anna/..,person" in found.read("results.csv").decode()
    assert await asyncio.to_thread(main, ["check-round", str(packed)]) == 0
    assert "Sunday evening, round 2: salt and deck match the commitment" in capsys.readouterr().out
    packed.write_bytes(packed.read_bytes()[:900])
    assert await asyncio.to_thread(main, ["check-round", str(packed)]) == 1
    assert "is damaged" in capsys.readouterr().err


async def test_a_round_whose_time_passes_while_the_server_is_away_is_held_anew(tmp_path):
    database, clock = f"sqlite:///{tmp_path / 'rounds.sqlite3'}", SetClock()
    planned = replace(EVENING, opens=START + 60_000, every=600, lasts=120)

    async def serving(decks: int) -> Service:
        service = await service_of(database, clock, decks=decks)
        await service.start(keeps=False)
        await service.scheduler.look()
        return service

    first = await serving(6)
    made = await first.make(planned)
    await first.close()
    clock.go_on(300_000)  # the time of round 1 has passed by now
    second = await serving(0)
    told = (await second.tournament(made.id)).rounds
    assert [info.state for info in told] == ["waiting", "waiting"]
    anew = clock.moment + 20_000
    assert [info.opens for info in told] == [anew, anew + 600_000]
    assert [info.closes for info in told] == [anew + 120_000, anew + 720_000]
    assert [info.put_off for info in told] == [START + 60_000, START + 660_000]
    clock.go_on(20_000)
    await second.scheduler.look()
    assert [info.state for info in (await second.tournament(made.id)).rounds] == ["open", "waiting"]
    await second.close()


async def test_a_round_that_was_put_off_says_so_to_its_host_and_on_pages(evening):
    server = evening.server
    tournament = await server.made(replace(EVENING, opens=START + 60_000, every=600), opened=0)
    told = (await server.service.tournament(tournament)).rounds
    assert [info.closes for info in told] == [START + 660_000, START + 1_260_000]
    server.clock.go_on(300_000)
    now = server.clock()
    await server.service.writer.do(partial(hold_anew, tournament=tournament, since=now, now=now), (), True)
    link = f"{server.address}/tournaments/{tournament}"
    _, said = await evening.host("show", link)
    assert all(line.endswith(": the server was down") for line in said[1:3])
    for address in (link, f"{link}/rounds/1", server.address):
        page = await asyncio.to_thread(urlopen, address)
        assert b"while the server was down" in page.read()
        page.close()


async def test_a_cancelled_round_ends_for_all_and_counts_nothing(evening):
    server = evening.server
    tournament, link = await evening.made(opened=1)
    heard: list = []
    anna, _, _ = await server.player(tournament, "Anna", heard)
    ben, _, _ = await server.player(tournament, "Ben")
    await anna.begin(1)
    server.clock.go_on(1000)
    assert isinstance(await anna.do(1, 1, "stock"), ActionDone)
    assert await evening.does(tournament, "/rounds/1/cancel") == ""
    told = await hears(anna, heard, RoundEnded)
    assert (told.more, told.ending.outcome) == (("1000 end",), "ended")
    with pytest.raises(ServerRefused, match="not_open"):
        await ben.begin(1)
    await server.look(2000, 2)
    assert await server.states(tournament) == ["cancelled", "waiting"]
    places = (await server.service.standings(tournament)).places
    assert [(place.rank, place.total, place.elapsed, place.rounds) for place in places] == [
        (1, 0, 0, (None, None)),
        (1, 0, 0, (None, None)),
    ]
    assert check_round(await server.proof(tournament)).faults == (), "it stays to be looked at"
    assert await evening.does(tournament, "/rounds/1/cancel") == "no_change"
    await server.also_open(tournament, 2)
    await ended(ben, 2)
    server.clock.go_on(2000)
    assert [place.elapsed for place in (await server.service.standings(tournament)).places] == [0, 0]
    assert await evening.does(tournament, "/rounds/2/cancel") == ""
    assert await server.states(tournament) == ["cancelled", "cancelled"]
    assert await evening.host("open", link) == (1, ["patience: no round waits to be opened."])


# Seats ------------------------------------------------------------------------------------------------
async def test_a_removed_seat_plays_no_more_and_what_it_has_played_stays_in_the_proof(evening):
    server = evening.server
    tournament, link = await evening.made(opened=1)
    anna, _, key = await server.player(tournament, "Anna")
    ben, _, _ = await server.player(tournament, "Ben")
    await anna.begin(1)
    await ended(ben)
    seat = await evening.seat(tournament, "Anna")
    assert await evening.does(tournament, f"{seat}/remove") == ""
    await anna.is_over.wait()
    assert anna.goodbye.code == "removed"
    with pytest.raises(ServerRefused, match="removed"):
        await server.back(tournament, key)
    with pytest.raises(ServerRefused, match="removed"):
        await server.join(tournament, "Anna again", key)
    assert (await server.service.tournament(tournament)).players == 1
    server.clock.go_on(1001)
    assert await evening.names(tournament) == ["Ben"]
    assert (await evening.host("close", link))[0] == 0
    await server.look(TAKE_BACK_MS, 2)
    closed = await server.proof(tournament)
    assert {game.player for game in closed.played} == {"Anna", "Ben"}
    assert check_round(closed).faults == ()
    assert await evening.does(tournament, f"{seat}/remove") == "no_change"


async def test_a_name_that_is_changed_or_erased_stands_in_no_proof_that_is_kept(evening):
    server = evening.server
    tournament, link = await evening.made(opened=1)
    anna, _, key = await server.player(tournament, "Anna")
    async with sitting(server, tournament, "Ben") as (ben,):
        await ended(anna, count=4)
        await ended(ben)
        await evening.host("close", link)
        await server.look(TAKE_BACK_MS, 2)
        before = await server.proof(tournament)
        assert [game.player for game in before.played] == ["Anna", "Ben"]
        renames = partial(evening.does, tournament, f"{await evening.seat(tournament, 'Anna')}/rename")
        for name, said in (("Ben", "name_taken"), ("a, b", "name_refused"), ("Host", "name_refused")):
            assert await renames(Rename(name)) == said
        assert await renames(Rename("Zoë ")) == ""
        await anna.is_over.wait()
        assert (anna.goodbye.code, anna.goodbye.parts) == ("renamed", ("Zoë",))
        after = await server.proof(tournament)
        assert [game.player for game in after.played] == ["Zoë", "Ben"]
        assert "player=Anna" not in after.played[0].record
        assert check_round(after, before.commitment).faults == ()
        assert await evening.names(tournament) == ["Zoë", "Ben"]
        again, welcome = await server.back(tournament, key)
        assert welcome.player == "Zoë"

        erases = partial(evening.does, tournament, f"{await evening.seat(tournament, 'Zoë')}/erase")
        (number, *_) = [seat.seat for seat in (await server.service.all_seats(tournament)).seats]
        assert await erases() == ""
        await again.is_over.wait()
        assert again.goodbye.code == "erased"
        erased = await server.proof(tournament)
        assert [game.player for game in erased.played] == [f"player {number}", "Ben"]
        assert "Zo" not in erased.played[0].record
        assert erased.played[0].record.split("\n\n")[1] == before.played[0].record.split("\n\n")[1]
        assert check_round(erased, before.commitment).faults == ()
        with pytest.raises(ServerRefused, match="unknown_key"):
            await server.back(tournament, key)
        async with server.service.database.read() as connection:
            row, _ = (await connection.execute(select(seats).order_by(seats.c.id))).all()
        assert (row.key_hash, "zo" in repr(row).lower()) == (None, False)
        assert await erases() == "no_change"


async def test_who_only_knocks_is_let_in_or_sent_away_and_not_removed(evening):
    server = evening.server
    tournament, _ = await evening.made(replace(EVENING, seats="admit"), opened=0)
    await server.join(tournament, "Anna")
    seat = await evening.seat(tournament, "Anna")
    for does in ("remove", "erase"):
        assert await evening.does(tournament, f"{seat}/{does}") == "not_admitted"
    await server.admit(tournament)
    assert await evening.does(tournament, f"{seat}/erase") == ""
    async with server.service.database.read() as connection:
        (row,) = (await connection.execute(select(seats))).all()
    assert (row.key_hash, row.address, row.knocks) == (None, None, None), "no digest is left"


# The whole --------------------------------------------------------------------------------------------
async def counts(server: Server) -> list[int]:
    tables = tournaments, rounds, seats, games, entries
    async with server.service.database.read() as connection:
        found = [await connection.execute(select(func.count()).select_from(query)) for query in tables]
        laid = select(func.count()).select_from(decks).where(decks.c.tournament.is_not(None))
        return [*(answer.scalar_one() for answer in found), (await connection.execute(laid)).scalar_one()]


async def test_a_deleted_tournament_is_gone_for_everybody_with_all_its_rows(evening):
    server = evening.server
    kept = await server.made(opened=0)
    before = await counts(server)
    tournament, _ = await evening.made(opened=1)
    anna, _, key = await server.player(tournament, "Anna")
    await anna.begin(1)
    await anna.do(1, 1, "stock")
    assert await evening.does(tournament, "", method="DELETE") == ""
    await anna.is_over.wait()
    assert anna.goodbye.code == "deleted"
    with pytest.raises(ServerRefused, match="unknown_key"):
        await server.back(tournament, key)
    for path in ("", "/standings", "/rounds/1"):
        with pytest.raises(ServerRefused, match="no_such_tournament"):
            await server.ask(f"/tournaments/{tournament}{path}", ClosedRound)
    assert [tournament.id for tournament in (await server.service.tournaments()).tournaments] == [kept]
    server.clock.go_on(2000)
    await server.service.hosting.purge()
    assert await counts(server) == before
    assert await evening.does(tournament, "", method="DELETE") == "no_such_tournament"


async def test_what_is_older_than_the_server_keeps_is_deleted(database):
    day = 86_400_000
    async with running(database, keep_days=25) as server:
        old = await server.made(opened=1)
        planned = await server.made(replace(EVENING, opens=START + 60 * day, every=60), opened=0)
        server.clock.go_on(20 * day)
        await server.made(opened=0)
        await server.join(old, "Anna")
        server.clock.go_on(20 * day)
        assert await server.service.hosting.delete_older(30) == 0, "somebody has joined it since"
        server.clock.go_on(10 * day)
        await server.look()
        assert [tournament.id for tournament in (await server.service.tournaments()).tournaments] == [planned]


async def test_a_host_sees_rounds_seats_and_who_plays(evening):
    server = evening.server
    tournament, link = await evening.made(replace(EVENING, robots=("regular",), lasts=600), opened=1)
    async with sitting(server, tournament, "Anna", "Ben") as (anna, _):
        await anna.begin(1)
        code, said = await evening.host("show", link)
        assert code == 0
        assert said[0] == "Sunday evening: rush draw=3 limit=300"
        assert said[1].startswith("  Round 1  open       since 20")
        assert said[1].endswith("; 1 playing, 1 not started")
        assert said[2] == "  Round 2  waiting    opens when you say so"
        assert said[3] == "3 seats:"
        told = [" ".join(line.split()[1:]) for line in said[4:]]
        assert told == ["Cog robot regular, rounds: none", "Anna rounds: 1 playing", "Ben rounds: none"]
        seats = (await server.service.all_seats(tournament)).seats
        assert [seat.player for seat in seats if seat.is_connected] == ["Anna", "Ben"]
        code, said = await evening.host("list", "--server", server.address)
        assert code == 0
        assert said[0].endswith("Sunday evening, 3 players; rounds: 1 open, 2 waiting")
        assert said[1] == f"    {link}"


@pytest.mark.thorough
async def test_what_a_host_does_at_one_worker_is_heard_at_the_others(postgres):
    async with running(postgres) as here, running(postgres, decks=0) as there:
        async with asyncio.timeout(20):
            for worker in (here, there):
                await worker.service.pubsub.is_listening.wait()
            tournament = await here.made(opened=1)
            anna, _, key = await there.player(tournament, "Anna")
            await ended(anna)
            there.clock.go_on(2000)
            await here.closed(tournament, 2000)
            assert [game.player for game in (await there.proof(tournament)).played] == ["Anna"]
            (seat,) = (await here.service.all_seats(tournament)).seats
            await here.service.hosting.rename_seat(tournament, seat.seat, "Zoë B")
            await anna.is_over.wait()
            assert (anna.goodbye.code, anna.goodbye.parts) == ("renamed", ("Zoë B",))
            assert [game.player for game in (await there.proof(tournament)).played] == ["Zoë B"]
            heard: list = []
            again, _ = await there.back(tournament, key, heard)
            await here.service.hosting.open_round(tournament, 2)
            await again.begin(2)
            await here.service.hosting.cancel_round(tournament, 2)
            await hears(again, heard, RoundEnded)
            await here.service.hosting.delete(tournament)
            await again.is_over.wait()
            assert again.goodbye.code == "deleted"

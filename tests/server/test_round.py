"""Whole rounds by real sockets on the loopback, with a clock that is set."""

import asyncio

import pytest

from game.online.bodies import AllStandings
from game.online.check import check_round
from game.online.client import ServerRefused
from game.online.messages import ActionDone, Rejected, RoundEnded, ServerMessage, Standings, TournamentChanged
from game.online.prediction import Prediction
from game.server import tournaments
from game.server.player_socket import COMING
from tests.server.evenings import play
from tests.server.tables import running


async def test_a_round_of_two_from_the_first_card_to_its_proof(server):
    tournament = await server.made()
    heard: list = []
    anna, welcome, key = await server.player(tournament, "Anna", heard)
    ben, _, _ = await server.player(tournament, "Ben")
    promised = welcome.tournament.rounds[0].commitment
    assert welcome.player == "Anna"
    assert [info.state for info in welcome.tournament.rounds] == ["open", "waiting"]

    mine = await play(server, anna, 1, 12, 700)
    await play(server, ben, 1, 5, 700)

    # The connection breaks in the middle, and the player comes back from another machine.
    await anna.close()
    server.clock.go_on(4000)
    anna, again = await server.back(tournament, key, heard)
    assert again.running == 1
    back = Prediction(await anna.begin(1))
    assert back.game.entries == mine.game.entries
    assert back.game.position == mine.game.position or back.unrevealed == frozenset()
    await play(server, anna, 1, 6, 700, back)

    await server.service.announcements.tell_standings(tournament)
    server.clock.go_on(1000)
    done = await anna.do(1, back.next_number, "end")
    assert done.ending.outcome == "ended"

    # Nothing of the deck is told before the round is closed.
    with pytest.raises(ServerRefused, match="not_closed"):
        await server.proof(tournament)
    await server.closed(tournament)
    assert (await server.service.tournament(tournament)).rounds[0].state == "closing", "Ben plays on"

    # Ben's time passes without him.
    await server.look(400_000, 2)
    told = await server.service.tournament(tournament)
    assert told.rounds[0].state == "closed"
    closed = await server.proof(tournament)
    checked = check_round(closed, promised)
    assert checked.faults == ()
    assert {proved.played.player for proved in checked.proved} == {"Anna", "Ben"}
    outcomes = {proved.played.player: proved.result.outcome.value for proved in checked.proved}
    assert outcomes == {"Anna": "ended", "Ben": "timeout"}

    table = await server.ask(f"/tournaments/{tournament}/standings", AllStandings)
    assert [(place.player, place.total) for place in table.places] == [
        (proved.played.player, proved.result.total) for proved in checked.proved
    ]
    assert {type(message) for message in heard} >= {Standings, TournamentChanged}


async def test_the_last_action_in_time_counts_and_who_is_connected_is_told_that_the_time_is_up(server):
    tournament = await server.made()
    heard: list = []
    anna, _, _ = await server.player(tournament, "Anna", heard)
    await anna.begin(1)
    server.clock.go_on(299_999)
    assert (await anna.do(1, 1, "stock")).at == 299_999
    server.clock.go_on(1)
    refused = await anna.do(1, 2, "stock")
    assert (refused.code, refused.expected) == ("time_is_up", None)
    await server.service.scheduler.end_rounds_in_time()
    await anna.ping(1)  # what was sent before it has arrived
    (ended,) = (message for message in heard if isinstance(message, RoundEnded))
    assert (ended.more, ended.ending.outcome, ended.ending.elapsed) == (("300000 end",), "timeout", 300_000)
    assert (await anna.do(1, 2, "stock")).code == "other_action"
    assert (await anna.do(1, 3, "stock")).code == "is_over"


async def test_a_repeated_action_counts_once_also_from_a_second_connection_which_takes_over(server):
    tournament, anna, key = await server.seated(begun=1)
    server.clock.go_on(500)
    first = await anna.do(1, 1, "stock")
    server.clock.go_on(500)
    assert await anna.do(1, 1, "stock") == first
    second, welcome = await server.back(tournament, key)
    await anna.is_over.wait()
    assert anna.goodbye.code == "taken_over"
    assert welcome.running == 1
    assert await second.do(1, 1, "stock") == first
    assert (await second.do(1, 1, "end")).code == "other_action"
    assert (await second.do(1, 3, "stock")).code == "ahead"
    assert (await second.begin(1)).entries == ("500 stock",)
    assert isinstance(await second.do(1, 2, "stock"), ActionDone)


async def test_what_is_sent_without_waiting_is_done_in_order_and_stops_at_a_refusal(server):
    _, anna, _ = await server.seated(begun=1)
    for act, code in (("shown", "not_online"), ("redo", "not_online"), ("undo", "illegal")):
        assert (await anna.do(1, 1, act)).code == code
    asked = ["stock", "stock", "t1>f1:2", "stock", "stock"]
    answers = await asyncio.gather(*(anna.do(1, n, text) for n, text in enumerate(asked, 1)))
    codes = [answer.code if isinstance(answer, Rejected) else "done" for answer in answers]
    assert codes == ["done", "done", "illegal", "ahead", "ahead"]
    assert [answer.expected for answer in answers if isinstance(answer, Rejected)] == [3, 3, 3]


async def test_one_round_at_a_time_and_only_once(server):
    _, anna, _ = await server.seated(opened=2)
    started = (await anna.begin(1)).started
    with pytest.raises(ServerRefused, match="playing_another 1"):
        await anna.begin(2)
    assert isinstance(await anna.do(1, 1, "end"), ActionDone)
    again = await anna.begin(1)
    assert again.ending is not None
    assert again.started == started
    assert (await anna.begin(2)).entries == ()


async def test_hundreds_who_come_at_once_do_not_keep_those_who_play_waiting(monkeypatch, server):
    tournament, anna, _ = await server.seated()
    mine = Prediction(await anna.begin(1))
    gate, coming, most = asyncio.Event(), 0, 0
    attach = server.service.attach

    async def slow(*who):
        nonlocal coming, most
        coming += 1
        most = max(most, coming)
        await gate.wait()
        coming -= 1
        return await attach(*who)

    monkeypatch.setattr(server.service, "attach", slow)
    others = [asyncio.create_task(server.player(tournament, f"Player {number}")) for number in range(12)]
    while most < COMING:
        await asyncio.sleep(0)
    await play(server, anna, 1, 5, 700, mine)
    assert most == COMING
    gate.set()
    for client, _, _ in await asyncio.gather(*others):
        await client.close()


async def test_who_comes_while_a_round_opens_hears_of_it(monkeypatch, server):
    tournament = await server.made(opened=0)
    _, _, key = await server.player(tournament, "Anna")
    told = tournaments.told

    async def opened_meanwhile(*asked):
        found = await told(*asked)
        monkeypatch.setattr(tournaments, "told", told)
        await server.service.hosting.open_round(tournament, 1)
        return found

    server.clock.go_on(2000)  # what was told a while ago is read anew
    monkeypatch.setattr(tournaments, "told", opened_meanwhile)
    _, welcome = await server.back(tournament, key)
    assert [info.state for info in welcome.tournament.rounds] == ["open", "waiting"]


async def test_a_fifth_player_is_told_at_once_and_the_other_four_soon(tmp_path):
    async with running(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as server:
        tournament = await server.made()
        heard: list[ServerMessage] = []
        there = [await server.player(tournament, name, heard) for name in ("Anna", "Bob", "Cleo", "Dora")]
        assert [welcome.tournament.players for _, welcome, _ in there] == [1, 2, 3, 4]
        heard.clear()
        fifth, welcome, _ = await server.player(tournament, "Emil")
        assert welcome.tournament.players == 5
        await server.service.announcements.tell_news()
        for client, _, _ in there:
            await client.ping(1)
        assert [
            message.tournament.players for message in heard if isinstance(message, TournamentChanged)
        ] == [5] * 4
        for client in (fifth, *(client for client, _, _ in there)):
            await client.close()

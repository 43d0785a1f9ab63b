"""What is remarked of a game over a server: on the page of its round, in its proof and by `check-round`."""

import asyncio
from random import Random

from game.cli import main
from game.cli.command import FINE
from game.codec import encoded
from game.online.bodies import ClosedRound
from game.online.check import check_round
from game.play.game import ControlAction
from game.tournament.tournament import Remark
from tests.server.evenings import play
from tests.server.strangers import ask
from tests.server.tables import Server
from tools.asking import AskingClient


async def closed(server: Server, *paces: tuple[str, list[int]]) -> tuple[str, ClosedRound]:
    """A closed round in which everybody has acted after such pauses, in turn."""
    tournament = await server.made()
    for name, pauses in paces:
        client, _, _ = await server.player(tournament, name)
        await acted(server, client, pauses)
        await client.close()
    await server.service.hosting.close_round(tournament, 1)
    for _ in range(2):
        await server.look(400_000)
    return tournament, await server.proof(tournament)


async def acted(server: Server, client: AskingClient, pauses: list[int]) -> None:
    for each_ms in pauses:
        prediction = await play(server, client, 1, 1, each_ms)
    server.clock.go_on(900)
    await client.do(1, prediction.next_number, ControlAction.END.value)


async def test_74_actions_in_two_fifths_of_a_second_hold_and_are_remarked(server, tmp_path, capsys):
    random = Random(1)
    hurried = [5] * 74
    thinking = [round(1000 * random.lognormvariate(-0.4, 0.6)) for _ in range(74)]
    tournament, found = await closed(server, ("Anna", thinking), ("Ben", hurried))
    expected = {"Anna": (), "Ben": (Remark.FAST,)}
    results = await server.service.results(tournament, 1, 0, 50)
    assert {line.player: tuple(line.remarks) for line in results.lines} == expected
    page = await ask(server, f"/tournaments/{tournament}/rounds/1")
    assert page[2].decode().count(Remark.FAST.value) == 1
    checked = check_round(found)
    assert checked.faults == ()
    assert {proved.played.player: proved.remarks for proved in checked.proved} == expected
    file = tmp_path / "1.round"
    file.write_text(encoded(found))
    assert await asyncio.to_thread(main, ["check-round", str(file)]) == FINE
    lines = capsys.readouterr().out.splitlines()
    assert [line.endswith(f"; {Remark.FAST.value}") for line in lines if "Ben:" in line] == [True]
    assert not any("hand" in line for line in lines if "Anna:" in line)

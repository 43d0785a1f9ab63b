"""What nobody may know before a round is closed: its salt and its deck."""

import asyncio

import pytest

from game.online.bodies import ClosedRound
from game.online.client import ServerRefused, ask_http
from game.online.messages import State
from game.play.proof import deck_from_secret
from tests.server.tables import running

SECRETS = [*(deck_from_secret(number.to_bytes(32)) for number in range(6)), *(f"{n:064x}" for n in range(6))]


@pytest.fixture
def server(sqlite: str):
    return running(sqlite)


async def test_salt_and_deck_are_told_when_the_last_game_is_over_and_not_before(server):
    tournament = await server.made(opened=0)

    async def expect_secret(state: State) -> None:
        told = await server.service.tournament(tournament)
        assert told.rounds[0].state == state
        texts = [str(told), await server.service.standings_text(tournament)]
        assert not [each for each in SECRETS if any(each in text for text in texts)]
        with pytest.raises(ServerRefused, match="not_closed"):
            await asyncio.to_thread(
                ask_http, server.address, f"/tournaments/{tournament}/rounds/1", ClosedRound
            )

    await expect_secret("waiting")
    await server.service.hosting.open_round(tournament, 1)
    await expect_secret("open")
    anna, _, _ = await server.player(tournament, "Anna")
    await anna.begin(1)
    await server.service.hosting.close_round(tournament, 1)
    server.clock.go_on(100_000)
    await server.service.scheduler.look()
    await expect_secret("closing")
    await anna.do(1, 1, "end")
    await server.service.scheduler.look()
    told = (await server.service.tournament(tournament)).rounds[0]
    assert (told.state, told.salt in SECRETS, told.deck in SECRETS) == ("closed", True, True)

"""What nobody may know before a round is closed: its salt and its deck."""

import pytest

from game.online.bodies import HostKey, HostTicket, RejectionBody
from game.online.client import ServerRefused
from game.online.messages import State, frame
from game.play.proof import deck_from_secret
from tests.server.strangers import ask
from tests.server.tables import HOST, running

DECKS = [deck_from_secret(number.to_bytes(32)) for number in range(6)]
SECRETS = [*DECKS, *(deck[21:40] for deck in DECKS), *(f"{number:064x}" for number in range(6))]


PATHS = [
    *("/api/1/tournaments/{id}", "/api/1/tournaments/{id}/standings", "/api/1/tournaments/{id}/rounds/1"),
    *("/api/1/tournaments/{id}/rounds/2", "/api/1/tournaments/{id}/rounds/1/../1"),
    *("/api/1/tournaments/{id}/rounds/01", "/api/1/tournaments/{id}/rounds/1%00"),
    *("/api/1/tournaments/{id}'/standings", "/api/1/tournaments", "/", "/rounds.sqlite3", "/host-key"),
    "/..%2f..%2fhost-key",
]


@pytest.fixture
def server(sqlite: str):
    return running(sqlite)


async def test_salt_and_deck_are_told_when_the_last_game_is_over_and_not_before(server):
    tournament = await server.made(opened=0)

    async def expect_secret(state: State) -> None:
        server.clock.go_on(2000)  # what was told a while ago is told anew
        told = await server.service.tournament(tournament)
        assert told.rounds[0].state == state
        texts = [str(told), await server.service.standings_text(tournament)]
        for path in PATHS:
            _, headers, body = await ask(server, path.format(id=tournament))
            assert "server" not in headers
            texts.append(body.decode())
        assert not [secret for secret in SECRETS if any(secret in text for text in texts)]
        with pytest.raises(ServerRefused, match="not_closed"):
            await server.proof(tournament)

    await expect_secret("waiting")
    await server.service.hosting.open_round(tournament, 1)
    await expect_secret("open")
    anna, _, _ = await server.player(tournament, "Anna")
    first = await anna.begin(1)
    assert first.seen.count("??") == 45
    await server.service.hosting.close_round(tournament, 1)
    await server.look(100_000)
    await expect_secret("closing")
    await anna.do(1, 1, "end")
    await server.also_open(tournament, 2)
    second = await anna.begin(2)
    assert len(frame(second)) == len(frame(first)), "a size would tell something of unseen cards"
    await expect_secret("closing")
    await server.look()
    told = (await server.service.tournament(tournament)).rounds[0]
    assert (told.state, told.salt in SECRETS, told.deck in SECRETS) == ("closed", True, True)


async def test_the_key_is_handed_for_a_ticket_once_and_within_a_minute(server):
    async def ticket(key: str = HOST) -> HostTicket:
        return await server.ask("/host/ticket", HostTicket, None, key, "POST")

    async def exchanged(given: HostTicket) -> HostKey | RejectionBody:
        try:
            return await server.ask("/host/key", HostKey, given)
        except ServerRefused as no:
            return no.refusal

    unknown = RejectionBody("unknown_key", ())
    first, second = await ticket(), await ticket()
    server.clock.go_on(59_000)
    assert [await exchanged(first), await exchanged(first)] == [HostKey(HOST), unknown]
    server.clock.go_on(1_000)
    assert await exchanged(second) == unknown
    with pytest.raises(ServerRefused, match="unknown_key"):
        await ticket("cd" * 32)

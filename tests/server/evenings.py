"""An evening at a table server for tests of its pages: one round is closed, one is being played."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from game.online.bodies import NewTournament
from game.online.messages import ActionDone
from game.online.prediction import Prediction
from game.play.game import ControlAction
from game.play.proof import deal_of, deck_from_secret
from game.rules.position import STOCK
from game.tournament.tournament import GAME
from tests.server.beside import beside
from tests.server.tables import NoWorker, Server, running
from tools.asking import AskingClient

MARKUP = "<img src=x onerror=a>"
"""A name that would be more than one where it is not escaped."""
EVENING = NewTournament("Sunday <i>evening</i> & more", 3, 300, 3, None, None, None, ("regular",), False)


HOME = range(2, 6)
"""The foundations."""


@dataclass
class Evening:
    """The server, its tournament and who sits there."""

    server: Server
    tournament: str
    clients: list[AskingClient]


def robot_game() -> NoWorker:
    """A helping process whose robot plays the first deck, and looks twice at it."""
    from game.robots.robot import play
    from game.robots.thinker import ROBOTS

    deal = deal_of(GAME(draw=3, limit=300), deck_from_secret((0).to_bytes(32)))
    return NoWorker(play(ROBOTS["regular"], deal, "evening").entries)


async def play(
    server: Server,
    client: AskingClient,
    number: int,
    count: int,
    each_ms: int,
    begun: Prediction | None = None,
) -> Prediction:
    """Plays `count` actions of a round by what seems best, each after `each_ms`; fewer if it is over."""
    prediction = begun or Prediction(await client.begin(number))
    seen = set()
    for _ in range(count):
        server.clock.go_on(each_ms)
        game = prediction.game
        moves = [move for move in game.variant.legal_moves(game.position) if not prediction.waits(move)]
        moves.sort(key=lambda move: (move.target not in HOME, move == STOCK, move.source in HOME))
        fresh = [move for move in moves if game.variant.apply(game.position, move).piles not in seen]
        move = (fresh or moves)[0]
        seen.add(game.position.piles)
        pending = prediction.play(move, game.elapsed_ms)
        done = await client.do(number, pending.number, prediction.variant.move_to_text(move))
        assert isinstance(done, ActionDone), done
        prediction.confirm(done)
        if prediction.game.is_over:
            break
    return prediction


@asynccontextmanager
async def evening(database: str) -> AsyncIterator[Evening]:
    """Round 1 is closed, round 2 is played by two, round 3 waits."""
    async with running(database, worker=robot_game()) as server:
        tournament = await server.made(EVENING, opened=1)
        anna, _, _ = await server.player(tournament, "Anna")
        other, _, _ = await server.player(tournament, MARKUP)
        prediction = await play(server, anna, 1, 60, 1700)
        if not prediction.game.is_over:
            await anna.do(1, prediction.next_number, ControlAction.END.value)
        await other.begin(1)
        await server.service.scheduler.look()
        server.clock.go_on(400_000)
        await server.service.hosting.close_round(tournament, 1)
        for _ in range(3):
            server.clock.go_on(3000)
            await server.service.scheduler.look()
        await server.service.hosting.open_round(tournament, 2)
        await play(server, anna, 2, 10, 900)
        await other.begin(2)
        server.clock.go_on(2000)
        yield Evening(server, tournament, [anna, other])
        for client in (anna, other):
            await client.close()
        await asyncio.sleep(0)


class Running:
    """An evening that goes on beside a test."""

    def __init__(
        self, folder: Path, scene: Callable[[str], AbstractAsyncContextManager[Evening]] = evening
    ) -> None:
        self._lasts = beside(scene(f"sqlite:///{folder / 'rounds.sqlite3'}"))

    def __enter__(self) -> Self:
        """Goes on when the evening is prepared."""
        self.evening, self._do = self._lasts.__enter__()
        return self

    def __exit__(self, *how: Any) -> None:
        """Ends the server."""
        self._lasts.__exit__(*how)

    def do(self, work: Callable[[Evening], Any]) -> Any:
        """What comes of some work on the server's side."""
        return self._do(lambda: work(self.evening))

    def url(self, path: str) -> str:
        """The address of a page; `{0}` in it is the tournament."""
        return self.evening.server.address + path.format(self.evening.tournament)

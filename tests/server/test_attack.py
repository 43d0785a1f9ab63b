"""One person with guest seats: what they bring, by real clients at a real server on the loopback.

As it was: 61 guests from one address turned cards of an open round for five seconds, then the seat that was
to win began, with all of its time and 44 of 52 cards known.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from game.online.bodies import ClosedRound
from game.online.check import check_round
from game.online.client import ServerRefused
from game.online.messages import ActionDone, RoundState
from game.online.prediction import Prediction
from game.rules.position import STOCK
from game.server.budgets import Limits
from game.server.rounds import COUNTDOWN_MS
from game.server.seats import new_key
from game.tournament.tournament import Remark
from tests.server.tables import EVENING, GENEROUS, Server, running
from tools.asking import AskingClient

GUESTS = 61
SCOUTED_MS, BEGAN_MS = 5000, 6200
HERE = GENEROUS._replace(per_address=64)
"""Of the server's own machine, as they are where nothing else is said."""


class Elsewhere(Limits):
    """Of another machine, though it is this one."""

    def seats_unasked(self, address: str) -> int:
        return super().seats_unasked("192.0.2.7")


ELSEWHERE = Elsewhere(*HERE)
OWN_SIGHT = 7
"""Cards that lie face up when they are dealt."""


class Gained(NamedTuple):
    """What the seat that was to win has when it begins."""

    known: int
    """Cards that guests or itself have seen."""
    scouts: int
    """Guests that could look."""
    left_ms: int
    closed: ClosedRound


async def take(server: Server, tournament: str, name: str) -> AskingClient:
    """A connection of a new seat, or of one that knocks."""
    key = new_key()
    await server.join(tournament, name, key)
    client, _ = await AskingClient.connect(server.address, tournament, key)
    return client


async def scout(client: AskingClient, acts: int, random: Random) -> set[int]:
    """The places of the deck that a guest gets to see by turning and moving what it can."""
    try:
        position: RoundState = await client.begin(1)
    except ServerRefused as no:
        if no.refusal.code != "not_admitted":
            raise
        return set()
    prediction = Prediction(position)
    seen = {place for place, card in enumerate(position.seen.split(" ")) if card != "??"}
    for _ in range(acts):
        game = prediction.game
        moves = [move for move in game.variant.legal_moves(game.position) if not prediction.waits(move)]
        others = [move for move in moves if move != STOCK]
        move = random.choice(others) if others and random.random() < 0.7 else moves[0]
        pending = prediction.play(move, game.elapsed_ms)
        done = await client.do(1, pending.number, prediction.variant.move_to_text(move))
        assert isinstance(done, ActionDone), done
        prediction.confirm(done)
        seen |= {revealed.place for revealed in done.shown}
    return seen


async def attack(
    server: Server, seats: str, start: str, is_early: bool, are_let_in: bool, count: int
) -> Gained:
    """Guests come before the opening or after it, look for five seconds and go; then the winner begins."""
    random, clock = Random(7), server.clock
    tournament = await server.made(replace(EVENING, seats=seats, start=start), opened=0)
    winner = await take(server, tournament, "Winner")
    await server.admit(tournament)  # the host knows who that is
    names = [f"Guest {number}" for number in range(count)]
    guests = [await _try_to_take(server, tournament, name) for name in names] if is_early else []
    if are_let_in:
        await server.admit(tournament)
    await server.service.hosting.open_round(tournament, 1)
    if start == "common":
        clock.go_on(COUNTDOWN_MS)
    if not is_early:
        guests = [await _try_to_take(server, tournament, name) for name in names]
    here = [guest for guest in guests if guest is not None]
    clock.go_on(SCOUTED_MS)
    looked = [await scout(guest, 25, random) for guest in here]
    clock.go_on(BEGAN_MS - SCOUTED_MS)
    position = await winner.begin(1)
    own = {place for place, card in enumerate(position.seen.split(" ")) if card != "??"}
    left_ms = position.started + 300_000 - position.now
    assert isinstance(await winner.do(1, 1, "end"), ActionDone)
    for guest in [*here, winner]:
        await guest.close()
    await server.service.hosting.close_round(tournament, 1)
    clock.go_on(400_000)
    for _ in range(3):
        await server.service.scheduler.sweep()
        await server.look()
        clock.go_on(3000)
    closed = await server.proof(tournament)
    return Gained(len(own.union(*looked)), sum(map(bool, looked)), left_ms, closed)


async def _try_to_take(server: Server, tournament: str, name: str) -> AskingClient | None:
    try:
        return await take(server, tournament, name)
    except ServerRefused as no:
        if no.refusal.code != "door_full":
            raise
        return None


def attacked(
    folder,
    seats: str,
    start: str,
    is_early: bool,
    are_let_in: bool = False,
    limits: Limits = ELSEWHERE,
    count: int = 8,
) -> Gained:
    async def whole() -> Gained:
        async with running(f"sqlite:///{folder / 'rounds.sqlite3'}", limits=limits) as server:
            return await attack(server, seats, start, is_early, are_let_in, count)

    gained = asyncio.run(whole())
    print(f"{seats}, {start}: {gained.known} cards known, {gained.left_ms} ms left")
    assert check_round(gained.closed).faults == ()
    return gained


@pytest.mark.parametrize("start", ["common", "own"])
@pytest.mark.parametrize("is_early", [True, False])
def test_guests_whom_the_host_does_not_let_in_bring_nothing(tmp_path, start, is_early):
    gained = attacked(tmp_path, "admit", start, is_early)
    assert (gained.scouts, gained.known) == (0, OWN_SIGHT)
    assert [game.player for game in gained.closed.played] == ["Winner"]


@pytest.mark.thorough
def test_guests_whom_the_host_lets_in_to_rounds_without_a_common_start_are_there_for_all_to_see(tmp_path):
    gained = attacked(tmp_path, "admit", "own", is_early=True, are_let_in=True, count=GUESTS)
    assert gained.known > 40, "the attack as it was"
    assert gained.left_ms == 300_000
    checked = {proved.played.player: proved for proved in check_round(gained.closed).proved}
    winner = checked.pop("Winner")
    assert (winner.began_ms, winner.before) == (BEGAN_MS, gained.scouts)
    assert all(Remark.WENT in proved.remarks for proved in checked.values())


def test_guests_who_come_when_a_round_is_open_bring_nothing_whoever_may_come_before(tmp_path):
    gained = attacked(tmp_path, "open", "own", is_early=False)
    assert (gained.scouts, gained.known) == (0, OWN_SIGHT)


def test_guests_who_come_before_the_opening_where_anybody_may_bring_nothing_from_one_address(tmp_path):
    gained = attacked(tmp_path, "open", "common", is_early=True)
    assert (gained.scouts, gained.known) == (0, OWN_SIGHT)
    assert gained.left_ms == 300_000 - BEGAN_MS


@pytest.mark.thorough
def test_guests_at_the_servers_own_machine_spend_the_winners_time_and_are_there_for_all_to_see(tmp_path):
    gained = attacked(tmp_path, "open", "common", is_early=True, limits=HERE)
    assert gained.scouts == HERE.seats_unasked("127.0.0.1") - 1, "the others knock"
    assert gained.left_ms == 300_000 - BEGAN_MS, "scouting is on the clock of who scouts"
    checked = {proved.played.player: proved for proved in check_round(gained.closed).proved}
    winner = checked.pop("Winner")
    assert (winner.began_ms, winner.before) == (COUNTDOWN_MS + BEGAN_MS, gained.scouts)
    assert all(Remark.WENT in proved.remarks for proved in checked.values())
    assert len(checked) == gained.scouts

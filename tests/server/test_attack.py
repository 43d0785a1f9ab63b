"""One person with guest seats: what they bring, by real clients at a real server on the loopback.

As it was: 61 guests from one address turned cards of an open round for five seconds, then the seat that was
to win began, with all of its time and 44 of 52 cards known.
"""

from __future__ import annotations

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


@pytest.mark.parametrize(
    ("seats", "start", "is_early"),
    [
        *(("admit", start, is_early) for start in ("common", "own") for is_early in (True, False)),
        *(("open", "own", False), ("open", "common", True)),
    ],
)
async def test_guests_bring_nothing_whom_the_host_does_not_let_in_or_who_are_many_of_one_address(
    sqlite, seats, start, is_early
):
    async with running(sqlite, limits=ELSEWHERE) as server:
        gained = await attack(server, seats, start, is_early, are_let_in=False, count=8)
    assert (gained.scouts, gained.known) == (0, OWN_SIGHT)
    assert gained.left_ms == 300_000 - BEGAN_MS * (start == "common")
    assert check_round(gained.closed).faults == ()
    assert [game.player for game in gained.closed.played] == ["Winner"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("seats", "start", "limits", "count"), [("admit", "own", ELSEWHERE, GUESTS), ("open", "common", HERE, 8)]
)
async def test_guests_who_play_are_there_for_all_to_see(sqlite, seats, start, limits, count):
    is_own = start == "own"
    async with running(sqlite, limits=limits) as server:
        gained = await attack(server, seats, start, is_early=True, are_let_in=is_own, count=count)
    if is_own:
        assert gained.known > 40, "the attack as it was"
    else:
        assert gained.scouts == limits.seats_unasked("127.0.0.1") - 1, "the others knock"
    assert gained.left_ms == 300_000 - (0 if is_own else BEGAN_MS), (
        "else scouting is on the clock of who scouts"
    )
    proof = check_round(gained.closed)
    checked = {proved.played.player: proved for proved in proof.proved}
    winner = checked.pop("Winner")
    assert proof.faults == ()
    assert (winner.began_ms, winner.before) == (BEGAN_MS + (0 if is_own else COUNTDOWN_MS), gained.scouts)
    assert all(Remark.WENT in proved.remarks for proved in checked.values())
    assert len(checked) == gained.scouts

"""Servers that are none, or mean harm, at the other end of the line: it says so and goes on."""

import asyncio
import threading
import time
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from websockets.asyncio.server import serve

from game.codec import MAX_VALUES, MessageError, parsed
from game.online.messages import (
    SUBPROTOCOL,
    ActionDone,
    Rejected,
    RevealedCard,
    RoundState,
    Standings,
    Welcome,
    frame,
    read_server_message,
)
from game.online.prediction import Prediction, PredictionError
from game.rounds.asking import PendingRequest, closed_round, in_background
from game.rounds.line import MAX_NEWS, Connected, ConnectionEnded, Disconnected, ReconnectingClient
from game.rounds.session import RoundSession
from game.rules.position import STOCK
from tests.each import each
from tests.online.examples import example
from tests.online.test_check import CLOSED
from tests.ui.online import ID, told

WELCOME = frame(Welcome(1, "Anna", told("open"), None))
JUNK = ["", "{}", b"\xff\xfe", "[" * 3000, '{"kind":"pong"}', WELCOME[:-1], "\x00" * 5000]


def heard(answers) -> list:
    """What a line tells of a server that answers the greeting so, until it tries again."""

    async def scene() -> list:
        async def talk(socket) -> None:
            await socket.recv()
            for answer in answers:
                await socket.send(answer)
            await socket.wait_closed()

        found: list = []
        async with line_to(talk, 30.0) as (line, _):
            while not any(isinstance(event, Disconnected | ConnectionEnded) for event in found):
                found += line.poll()
                await asyncio.sleep(0.005)
        return found

    return asyncio.run(scene())


@asynccontextmanager
async def line_to(talk, pause_s: float):
    """A line to a server that talks so; with the server."""
    async with serve(talk, "127.0.0.1", 0, subprotocols=[SUBPROTOCOL]) as server:
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        line = ReconnectingClient(address, ID, "0" * 64, time.monotonic_ns, pauses_s=(pause_s,))
        async with asyncio.timeout(20):
            yield line, server
        line.close()
        await asyncio.to_thread(line.join, 10)


@each("junk", JUNK)
def test_what_is_no_message_ends_the_connection_and_nothing_else(junk):
    assert [type(event) for event in heard([junk])] == [Disconnected]
    assert [type(event) for event in heard([WELCOME, junk])] == [Connected, Disconnected]


async def test_whoever_talks_without_end_is_not_listened_to():
    async def talk(socket) -> None:
        await socket.recv()
        await socket.send(WELCOME)
        for _ in range(3 * MAX_NEWS):
            await socket.send(frame(Standings((), None)))
        await socket.wait_closed()

    async with line_to(talk, 0.01) as (_, server):
        while server.connections:
            await asyncio.sleep(0.01)


def test_a_hosts_own_seat_has_its_server_started_again():
    revived = threading.Event()
    line = ReconnectingClient("http://127.0.0.1:1", ID, "0" * 64, time.monotonic_ns, (0.0,), revived.set)
    assert revived.wait(20)
    line.close()
    line.join(10)


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_nobody_waits_for_an_answer_and_one_that_never_comes_whole_is_given_up():
    may_answer = threading.Event()
    asking, in_vain = (in_background(may_answer.wait, limit_s) for limit_s in (20, 0.01))
    assert isinstance(in_vain.exception(20), TimeoutError)
    assert not asking.done()
    may_answer.set()
    assert asking.result(20) is True
    for thread in threading.enumerate():
        if thread.name == "asking":
            thread.join(20)


def test_an_answer_is_passed_on_once_and_may_lead_to_the_next_request():
    asking, told = PendingRequest(pytest.fail), list[str]()

    def go_on(answer: str) -> None:
        told.append(answer)
        asking.ask(lambda: "second", told.append)

    asking.ask(lambda: "first", go_on)
    while asking.is_pending:
        asking.poll()
    assert told == ["first", "second"]


def test_the_proof_of_another_round_proves_nothing(monkeypatch):
    monkeypatch.setattr("game.rounds.asking.ask_http", lambda *_, **__: CLOSED)
    assert closed_round("", CLOSED.tournament, CLOSED.round) is CLOSED
    for tournament, number in ((CLOSED.tournament, 2), ("0" * 32, CLOSED.round)):
        with pytest.raises(MessageError, match="another round"):
            closed_round("", tournament, number)


def test_a_text_of_too_many_values_is_refused_before_they_take_memory():
    with pytest.raises(MessageError, match="values"):
        parsed('{"a":[' + "[]," * MAX_VALUES + "[]]}", 1 << 30)


def test_what_fits_no_game_leaves_a_guess_as_it_was():
    position = read_position()
    prediction = Prediction(position)
    pending = prediction.play(prediction.variant.move_from_text("stock"), 500)
    before = prediction.game, prediction.pending, prediction.next_number
    lies = [
        lambda: prediction.confirm(ActionDone(1, pending.number, 500, (RevealedCard(28, "KH"),), (), None)),
        lambda: prediction.confirm(ActionDone(1, pending.number, 500, (), ("1 t1>t1",), None)),
        lambda: prediction.resync(replace(position, entries=("5 stock", "4 stock"))),
        lambda: prediction.resync(replace(position, entries=("5 nonsense",))),
        lambda: prediction.resync(replace(position, seen=position.seen.replace("5C", "KH"))),
    ]
    for lie in lies:
        with pytest.raises(PredictionError):
            lie()
        assert (prediction.game, prediction.pending, prediction.next_number) == before


def test_an_answer_behind_a_refused_action_is_not_believed():
    """A server that refuses the first of two actions still owes an answer to the second."""
    position, sent = read_position(), []
    session = RoundSession(position, sent.append, lambda: position.started + 500.0)
    for _ in range(2):
        session.act(STOCK)
    first, second = [action.number for action in session.prediction.pending]
    session.take_refused(Rejected(1, first, "illegal", (), first))
    assert not session.waits
    session.act(STOCK)
    session.take_done(ActionDone(1, first, 500, (), (), None))
    assert [action.number for action in session.prediction.pending] == [first], (
        "that was the answer to the second"
    )
    session.take_done(ActionDone(1, first, 500, (), (), None))
    assert not session.waits
    assert [message.number for message in sent] == [first, second, first]


def read_position():
    """The position of the examples."""
    texts = [line for line in example("told").splitlines() if '"position"' in line]
    found = read_server_message(texts[0])
    assert isinstance(found, RoundState)
    return found

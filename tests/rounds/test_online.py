"""A round over a network as the window has it: a real server on the loopback, a real line, set clocks."""

import asyncio
import os
import stat
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from game.online.check import check_round
from game.online.client import ServerRefused
from game.online.messages import ActionDone, Rejected, RevealedCard, RoundState
from game.online.prediction import Prediction
from game.play.game import ControlAction
from game.rounds.asking import (
    NOBODY,
    NOT_TAKEN,
    AddressError,
    closed_round,
    join,
    list_tournaments,
    read_address,
)
from game.rounds.line import ReconnectingClient, ServerTime
from game.rounds.port import Turn
from game.rounds.remote import RemoteReferee
from game.rounds.session import RoundSession
from game.rules.position import STOCK, Move
from game.rules.variant import IllegalMove
from game.storage.files import StorageError
from game.storage.library import Library
from game.storage.tournament_store import OnlineKeys
from tests.each import each
from tests.server.tables import START, running
from tests.server.wire import Wire

AT_MOST_S = 20


async def until(seat: RemoteReferee, holds) -> None:
    """Listens until something holds."""
    async with asyncio.timeout(AT_MOST_S):
        while not holds():
            if not seat.poll():
                await asyncio.sleep(0.005)


def utc_now() -> datetime:
    return datetime.fromtimestamp(START / 1000, UTC)


def sit(tmp_path, address: str, tournament: str, name: str = "Anna") -> RemoteReferee:
    seat = join(address, tournament, name, OnlineKeys(tmp_path).key_for(address))
    client = ReconnectingClient(address, tournament, seat.key, time.monotonic_ns, pauses_s=(0.02,))
    return RemoteReferee(seat, client, Library(tmp_path), time.monotonic_ns, utc_now)


async def playing(tmp_path, server, address: str = "") -> RemoteReferee:
    """Anna's seat in the midst of the first round."""
    tournament = await server.made()
    seat = await asyncio.to_thread(sit, tmp_path, address or server.address, tournament)
    await server.admit(tournament)
    await until(seat, seat.due)
    assert [turn.number for turn in seat.due()] == [1]
    seat.begin(Turn(seat.player, 1))
    await until(seat, lambda: seat.session is not None)
    return seat


def legal(session: RoundSession):
    """What may be done on what is seen, cards before the hand."""
    game = session.game
    moves = [move for move in game.variant.legal_moves(game.position) if not session.prediction.waits(move)]
    return sorted(moves, key=lambda move: (move == STOCK, move.source in range(2, 6)))


@pytest.fixture
def server(tmp_path: Path):
    return running(f"sqlite:///{tmp_path / 'rounds.sqlite3'}")


async def test_a_seat_is_brought_from_a_browser_by_its_link_and_none_is_taken_by_mistake(tmp_path, server):
    tournament = await server.made()
    key = OnlineKeys(tmp_path / "browser").key_for(server.address)
    await asyncio.to_thread(join, server.address, tournament, "Mia", key)
    address = read_address(f"{server.address}/tournaments/{tournament}/play#seat={key}")
    assert address == (server.address, tournament, "", key, "")
    seat = await asyncio.to_thread(join, *address[:2], NOBODY, address.seat)
    assert (seat.tournament.id, seat.player) == (tournament, "Mia")
    with pytest.raises(ServerRefused, match="unknown_key"):
        await asyncio.to_thread(join, *address[:2], NOBODY, "ab" * 32)


async def test_a_round_from_the_list_to_its_proof(tmp_path, server):
    seat = await playing(tmp_path, server)
    (listed,) = (await asyncio.to_thread(list_tournaments, server.address)).tournaments
    tournament, session = listed.id, seat.session
    for _ in range(6):
        server.clock.go_on(700)
        session.act(legal(session)[0])
        assert session.waits
    await until(seat, lambda: not session.waits)
    assert session.prediction.unrevealed == frozenset()
    assert session.take_change() is not None
    server.clock.go_on(700)
    session.act(ControlAction.END)
    assert not session.game.is_over, "the server has not said so"
    await until(seat, lambda: session.game.is_over)
    assert session.take_change().is_over
    assert session.elapsed_ms == 4900
    await server.service.announcements.tell_standings(tournament)
    await until(seat, lambda: seat.is_played(1))
    assert not seat.due()
    await server.service.hosting.close_round(tournament, 1)
    server.clock.go_on(5000)
    await server.service.scheduler.look()
    await until(seat, lambda: seat.tournament.rounds[0].state == "closed")
    closed = await asyncio.to_thread(closed_round, server.address, tournament, 1)
    assert check_round(closed, seat.promised[1]).faults == ()
    seat.close()


@pytest.mark.parametrize("delay_s", [0, pytest.param(0.1, marks=pytest.mark.thorough)])
async def test_a_line_that_is_cut_with_actions_under_way_loses_none(tmp_path, delay_s, server):
    async with Wire(server.port, delay_s) as wire:
        seat = await playing(tmp_path, server, wire.address)
        session = seat.session
        server.clock.go_on(700)
        session.act(STOCK)
        wire.is_open = False
        wire.cut()
        session.act(STOCK)
        await until(seat, lambda: not seat.is_connected)
        assert "lost" in session.warning
        session.act(STOCK)
        assert [action.number for action in session.prediction.pending][-1] == 3
        wire.is_open = True
        await until(seat, lambda: session.is_connected and not session.waits)
        assert "back" in session.warning
        assert len(session.game.entries) == 3
        assert session.prediction.unrevealed == frozenset()
        assert len(session.game.position.piles[1]) == 9
        seat.close()


def as_seen(position):
    """A position without the faces of cards that lie face down, which each prediction orders anyhow."""
    return [[card if card.face_up else None for card in pile] for pile in position.piles], position.counters


@pytest.mark.thorough
async def test_a_slow_line_that_loses_segments_and_is_cut_loses_no_action(tmp_path, server):
    """200 ms there and back, a segment of fifty lost, two cuts, up to four actions under way."""
    chance = Random(5)
    async with Wire(server.port, delay_s=0.1, lost=0.02, seed=5) as wire:
        seat = await playing(tmp_path, server, wire.address)
        session = seat.session
        for number in range(36):
            await until(seat, lambda: len(session.prediction.pending) < 4)
            server.clock.go_on(700)
            session.act(chance.choice(legal(session)[:3]))
            named = session.prediction.unrevealed
            seen = {card for pile in session.game.position.piles for card in pile if card.face_up}
            assert not named & seen, "a card that waits lies face down"
            assert session.warning != NOT_TAKEN
            if number in (11, 25):
                wire.cut()
        await until(seat, lambda: not session.waits)
        assert wire.stalls, "nothing was lost on the way: another seed"
        again, _ = await server.back(seat.tournament.id, OnlineKeys(tmp_path).key_for(wire.address))
        position = await again.begin(1)
        assert len(session.game.entries) == len(position.entries) >= 30
        held = Prediction(position).game.position
        assert as_seen(session.game.position) == as_seen(held), "what is seen is what the server has"
        await again.close()
        seat.close()


async def test_a_seat_that_is_taken_elsewhere_says_so_and_stays_away(tmp_path, server):
    tournament = await server.made()
    first = await asyncio.to_thread(sit, tmp_path, server.address, tournament)
    await until(first, lambda: first.is_connected)
    second = await asyncio.to_thread(sit, tmp_path, server.address, tournament, "Somebody")
    assert second.own_name == "Anna", "a key has one name"
    await until(second, lambda: second.is_connected)
    await until(first, lambda: first.over is not None)
    assert "another window" in first.over
    second.close()


# Without a network -----------------------------------------------------------------------------------
SEEN = "KH ?? ?? ?? ?? ?? ?? 5C ?? ?? ?? ?? ?? QD ?? ?? ?? ?? 8S ?? ?? ?? AS ?? ?? 4S ?? KS" + " ??" * 24


TURNED = tuple(RevealedCard(28 + at, text) for at, text in enumerate(("2H", "7D", "5H")))


def begun(**parts) -> tuple[RoundSession, list, list[float]]:
    sent: list = []
    now = [float(START)]
    told = {"round": 1, "game": "rush draw=3 limit=300", "started": START, "now": START, "seen": SEEN}
    position = RoundState(**{**told, "entries": (), "ending": None, **parts})
    return RoundSession(position, sent.append, lambda: now[0]), sent, now


def top(session: RoundSession, pile: int):
    return session.game.position.piles[pile][-1]


def test_cards_that_are_turned_lie_face_down_until_the_server_names_them():
    session, sent, now = begun()
    now[0] += 2210
    session.act(STOCK)
    assert [message.number for message in sent] == [1]
    waste = session.game.position.piles[1]
    assert len(waste) == 3
    assert not any(card.face_up for card in waste)
    with pytest.raises(IllegalMove, match="still being turned"):
        session.act(Move(1, 6))
    session.take_done(ActionDone(1, 1, 2000, TURNED, (), None))
    assert [card.text for card in session.game.position.piles[1]] == ["2H", "7D", "5H"]
    change = session.take_change()
    assert [card.text for card in change.named] == ["2H", "7D", "5H"]
    assert session.take_change() is None
    assert session.game.entries[0].at_ms == 2000, "the server's time counts"


def test_what_is_refused_goes_back_with_all_after_it():
    session, sent, now = begun()
    before = session.game.position
    for _ in range(3):
        now[0] += 700
        session.act(STOCK)
    session.take_refused(Rejected(1, 1, "failed", (), 1))
    assert session.game.position == before
    assert "could not save" in session.warning
    now[0] += 700
    session.act(STOCK)
    # What follows a refusal is refused too; these answers are none to the new action.
    session.take_refused(Rejected(1, 2, "ahead", (), 1))
    session.take_refused(Rejected(1, 3, "ahead", (), 1))
    assert session.waits
    session.take_done(ActionDone(1, 1, 2800, TURNED, (), None))
    assert not session.waits
    assert len(sent) == 4


def test_the_clock_is_the_servers_and_never_goes_back():
    session, _, now = begun(now=START + 5000)
    now[0] += 5000
    assert session.elapsed_ms == 5000
    now[0] -= 300  # a better measure of the offset
    assert session.elapsed_ms == 5000
    session.pause()
    now[0] += 1300
    assert session.elapsed_ms == 6000
    now[0] += 1e6
    assert session.elapsed_ms == 300_000
    with pytest.raises(IllegalMove, match="Time is up"):
        session.act(STOCK)
    assert session.is_closing
    assert not session.game.is_over


def test_time_in_which_the_server_was_away_is_given_back_on_the_clock():
    session, _, now = begun(now=START + 5000)
    now[0] += 90_000
    assert session.elapsed_ms == 90_000
    session.lost()
    now[0] += 60_000
    session.come_back()
    hidden = " ".join(SEEN.split())
    session.take_position(
        RoundState(1, "rush draw=3 limit=300", START + 120_000, START + 150_000, hidden, (), None)
    )
    assert session.elapsed_ms == 30_000


def test_coming_back_shows_the_position_as_it_is():
    session, sent, now = begun()
    now[0] += 700
    session.act(STOCK)
    session.lost()
    now[0] += 700
    session.act(STOCK)
    assert len(sent) == 1, "nothing is sent into a lost connection"
    session.come_back()
    seen = SEEN.split()
    seen[28:31] = ["2H", "7D", "5H"]
    entries = ("650 stock",)
    session.take_position(RoundState(1, "rush draw=3 limit=300", START, START, " ".join(seen), entries, None))
    assert [message.number for message in sent[2:]] == [2]
    assert [card.face_up for card in session.game.position.piles[1]] == [True] * 3 + [False] * 3


@each(
    ("typed", "server", "tournament"),
    [
        ("example.org", "http://example.org:8852", None),
        (" localhost:9000 ", "http://localhost:9000", None),
        ("https://cards.example.org/", "https://cards.example.org", None),
        (f"https://cards.example.org/tournaments/{'0a' * 16}", "https://cards.example.org", "0a" * 16),
        ("[::1]:8852", "http://[::1]:8852", None),
    ],
)
def test_an_address_is_typed_as_people_do(typed, server, tournament):
    assert read_address(typed)[:2] == (server, tournament)


@each(
    "typed",
    [
        *("", "ftp://x", "http://", "a b:x", "http://u@h/", "x:99999", "http://[", "a..b"),
        *(f"{'x' * 64}.org", "/etc/passwd", "ü" * 400),
    ],
)
def test_what_is_no_address_is_refused_in_a_sentence(typed):
    with pytest.raises(AddressError, match=r"\.$"):
        read_address(typed)


def test_a_key_is_kept_for_each_server_and_read_by_nobody_else(tmp_path):
    keys = OnlineKeys(tmp_path)
    one, other = keys.key_for("http://a"), keys.key_for("http://b")
    assert one != other
    keys.visited("http://a", "Anna")
    again = OnlineKeys(tmp_path)
    assert (again.key_for("http://a"), again.name, again.servers) == (one, "Anna", ("http://a", "http://b"))
    again.keep_seat("http://a", "0a" * 16, "ab" * 32)  # brought from elsewhere: the server's key stays
    assert (again.servers, again.key_for("http://a")) == (("http://a", "http://b"), one)
    assert OnlineKeys(tmp_path).key_for("http://a", "0a" * 16) == "ab" * 32
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "online.json").stat().st_mode) == 0o600


def test_a_key_that_cannot_be_written_down_is_none(tmp_path):
    keys = OnlineKeys(tmp_path / "data")
    (tmp_path / "data").write_text("in the way")
    for _ in range(2):
        with pytest.raises(StorageError):
            keys.key_for("http://a")
        with pytest.raises(StorageError):
            keys.visited("http://a", "Anna")
    assert (keys.servers, keys.name) == ((), "")
    (tmp_path / "data").unlink()
    assert keys.key_for("http://a") == OnlineKeys(tmp_path / "data").key_for("http://a")


def test_two_windows_keep_each_others_keys(tmp_path):
    one, other = OnlineKeys(tmp_path), OnlineKeys(tmp_path)
    key = one.key_for("http://a")
    other.visited("http://b", "Ben")
    assert other.key_for("http://a") == OnlineKeys(tmp_path).key_for("http://a") == key


async def test_what_a_host_does_to_a_seat_is_told_in_a_sentence(tmp_path, server):
    seat = await playing(tmp_path, server)
    tournament = seat.tournament.id
    (row,) = (await server.service.all_seats(tournament)).seats
    await server.service.hosting.rename_seat(tournament, row.seat, "Zoë")
    await until(seat, lambda: seat.own_name == "Zoë" and seat.is_connected)
    assert seat.take_said() == "The host has given you another name: Zoë."
    assert seat.take_said() is None
    server.clock.go_on(700)
    await until(seat, lambda: seat.session.is_connected)
    seat.session.act(STOCK)
    await until(seat, lambda: not seat.session.waits)
    assert len(seat.session.game.entries) == 1, "the round goes on"
    await server.service.hosting.cancel_round(tournament, 1)
    await until(seat, lambda: seat.session.game.is_over)
    await until(seat, lambda: seat.tournament.rounds[0].state == "cancelled")
    await server.service.hosting.remove_seat(tournament, row.seat)
    await until(seat, lambda: seat.over is not None)
    assert seat.over == "The host has removed you from this tournament."
    seat.close()


async def test_what_a_host_says_is_told_once_whatever_else_is_new(tmp_path, server):
    seat = await playing(tmp_path, server)
    tournament, hosting = seat.tournament.id, server.service.hosting
    for line in ("Tea is ready", "Tea is cold"):
        await hosting.announce(tournament, line)
        await until(
            seat, lambda line=line: seat.tournament.announced and seat.tournament.announced.line == line
        )
        assert seat.take_said() == f"The host says: {line}"
        server.clock.go_on(1000)
    await hosting.cancel_round(tournament, 1)
    await until(seat, lambda: seat.tournament.rounds[0].state == "cancelled")
    assert seat.take_said() is None
    seat.close()


# The clock of the server -------------------------------------------------------------------------
SERVER_MS = 1_795_413_600_000


class Machine:
    """A clock that stands until it is moved on, and a server that is so far away."""

    def __init__(self) -> None:
        self.now_ns = 5_000_000_000
        self.ahead_ms = SERVER_MS - 5_000
        self.clock = ServerTime(lambda: self.now_ns)

    @property
    def server_ms(self) -> int:
        return self.now_ns // 1_000_000 + self.ahead_ms

    def pass_ms(self, ms: float) -> None:
        self.now_ns += round(ms * 1e6)

    def ask(self, there_ms: float, back_ms: float) -> None:
        """A ping that takes so long each way."""
        sent_ns = self.now_ns
        self.pass_ms(there_ms)
        told = self.server_ms
        self.pass_ms(back_ms)
        self.clock.measure(sent_ns, told)

    @property
    def wrong_ms(self) -> float:
        assert self.clock.now_ms is not None
        return self.clock.now_ms - self.server_ms


def test_nothing_is_known_then_the_greeting_counts_and_then_the_quickest_answer():
    machine = Machine()
    assert (machine.clock.now_ms, machine.clock.delay_ms) == (None, None)
    machine.clock.begin(machine.server_ms - 120)
    assert (machine.wrong_ms, machine.clock.delay_ms) == (-120, None)
    for there_ms, back_ms, delay_ms in ((100, 100, 200), (400, 20, 200), (20, 20, 40)):
        machine.ask(there_ms, back_ms)
        assert abs(machine.wrong_ms) <= 1
        assert machine.clock.delay_ms == delay_ms


def test_a_machine_that_has_slept_believes_the_next_answer_at_once():
    machine = Machine()
    machine.clock.begin(machine.server_ms)
    machine.ask(20, 20)
    machine.ahead_ms += 60_000  # its steady clock stood for a minute
    assert machine.wrong_ms < -59_000
    machine.ask(120, 120)
    assert abs(machine.wrong_ms) <= 1
    assert machine.clock.delay_ms == 240


def test_what_differs_by_a_grain_only_is_no_jump():
    machine = Machine()
    machine.clock.begin(machine.server_ms)
    for _ in range(20):
        machine.pass_ms(2000.37)
        machine.ask(0.1, 0.1)
    machine.ask(80, 80)
    assert machine.clock.delay_ms == 0, "the quick ones still count"

"""A server's clock: told by answers, and never by one that cannot be true any more."""

from game.rounds.line import ServerTime

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


def test_before_anything_was_said_nothing_is_known():
    assert Machine().clock.now_ms is None
    assert Machine().clock.delay_ms is None


def test_the_greeting_counts_until_a_ping_was_answered():
    machine = Machine()
    machine.clock.begin(machine.server_ms - 120)
    assert machine.wrong_ms == -120
    assert machine.clock.delay_ms is None
    machine.ask(20, 20)
    assert abs(machine.wrong_ms) <= 1
    assert machine.clock.delay_ms == 40


def test_the_quickest_answer_counts():
    machine = Machine()
    machine.clock.begin(machine.server_ms)
    machine.ask(100, 100)
    machine.ask(400, 20)
    assert abs(machine.wrong_ms) <= 1
    assert machine.clock.delay_ms == 200


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

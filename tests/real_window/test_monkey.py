"""A monkey at the real window, for some seconds a game; `--trials` has it play longer.

Real keys and a real pointer, in haste. The program is closed or killed at times and started again; it never
ends by itself nor complains, every record that it leaves is legal, and the statistics are what counting anew
gives.
"""

from __future__ import annotations

import time
from random import Random

import pytest

from game.play.record import read_record, read_record_while_good
from game.rules import VARIANTS
from tests.monkey.laws import check_statistics
from tests.real_window.player import SIZE, Player

pytestmark = [pytest.mark.window, pytest.mark.timeout(180)]
SECONDS = 4
KEYS = [
    *("d", "d", "d", "u", "r", "h", "i", "e", "p", "w", "1", "s", "ctrl+z", "F1", "F11"),
    *("space", "Return", "Escape", "Tab", "Tab", "Left", "Right", "Up", "Down"),
]
MOVE = ["key", "Tab", "key", "Return", "key", "Tab", "key", "Return"]
"""The next card that can be played, picked and put down at the next place for it."""
SIZES = [(640, 480), (900, 640), (1280, 800), (1600, 1000)]
BURST = 40


class Monkey:
    """One person in haste, and what they leave on disk."""

    def __init__(self, player: Player, game: str, random: Random) -> None:
        self.player, self._game, self._random = player, game, random
        self.done = 0

    def launch(self) -> None:
        """Starts the program at a table, or at home."""
        number = str(self._random.randrange(1, 10**6))
        at_table = self._random.random() < 0.8
        self.player.launch(*(("play", self._game, "--deal", number) if at_table else ()))

    def burst(self) -> None:
        """Some things in one go, a few dozen in a second."""
        words: list[str] = []
        for _ in range(BURST):
            words += [*self._thing(), "sleep", self._random.choice(("0.005", "0.01", "0.03"))]
        self.done += BURST
        self.player.do(*words)

    def _thing(self) -> list[str]:
        random = self._random
        at = [str(random.randrange(SIZE[0])), str(random.randrange(SIZE[1]))]
        there = [str(random.randrange(SIZE[0])), str(random.randrange(SIZE[1]))]
        kind = random.random()
        if kind < 0.45:
            return MOVE
        if kind < 0.65:
            return ["key", random.choice(KEYS)]
        if kind < 0.8:
            return ["mousemove", *at, "click", random.choice("11112345")]
        if kind < 0.95:
            return ["mousemove", *at, "mousedown", "1", "mousemove", *there, "mouseup", "1"]
        return ["type", "--delay", "5", random.choice(("Anna", "48213", "é,"))]

    def resize(self) -> None:
        """Another size of the window."""
        self.player.resize(*self._random.choice(SIZES))

    def end(self) -> None:
        """Closes the window, as far as the program lets it, or kills it."""
        if self.player.has_ended_well():
            return  # by a button for it
        self.player.kill()

    def check(self) -> None:
        """Every record that was left is legal from its beginning to its end."""
        data = self.player.data
        for path in data.glob("current/*.patience"):
            record, damage = read_record_while_good(path.read_bytes())
            assert damage is None or not path.read_bytes().endswith(b"\n"), f"{path}: {damage}"
            _, refused = record.replay_while_legal()
            assert refused is None, f"{path}: {refused}"
        for path in data.glob("games/*.patience"):
            read_record(path.read_bytes()).replay()
        assert not (data / "damaged").exists()
        check_statistics(data)


@pytest.mark.parametrize("game", VARIANTS)
def test_a_monkey_at_the_real_window_leaves_good_records(player, game, trial):
    random = Random(f"{game} {trial}")
    monkey, until_s = Monkey(player, game, random), time.monotonic() + SECONDS
    while time.monotonic() < until_s:
        monkey.launch()
        for _ in range(random.randrange(2, 20)):
            monkey.burst()
            if random.random() < 0.2 and not player.has_ended_well():
                monkey.resize()
            if player.has_ended_well() or time.monotonic() > until_s:
                break
        monkey.end()
        monkey.check()
    assert monkey.done > 0

"""The machine's clock is set, and the program or its machine sleeps, while a game is played in a real window.

Practice is play time by a steady clock; a day's deal stays that day's; nobody wins time in a round.
"""

import time
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from game.play.played import DAILY, LATE
from game.play.record import read_record
from game.session.daily import day_name
from game.storage.statistics import Statistics
from game.storage.tournament_store import TournamentStore
from game.tournament.tournament import tournament_text
from tests.commands import missing
from tests.kill.program import EVENING
from tests.real_window.player import Player, until
from tests.records import actions, record_of

pytestmark = [pytest.mark.window, pytest.mark.timeout(180)]

LIBRARIES = ("/usr/lib", "/usr/local/lib")
DAY_S = 86_400
ASLEEP_MS = 1200
SLOW_MS = 1000
"""So much later a busy machine may take a key or tell what it has written."""


class Wall:
    """The wall clock that the program sees; its steady clock is the machine's."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.set(0)

    def set(self, seconds: int) -> None:
        """Sets it to so many seconds before or after the right time."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{seconds:+}\n")
        new.replace(self._file)


@pytest.fixture
def wall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wall:
    """Asked for before the player, whose programs then have it."""
    found = [
        library for folder in LIBRARIES for library in Path(folder).glob("**/faketime/libfaketimeMT.so.1")
    ]
    if not found:
        missing("libfaketime")
    file = tmp_path / "wall"
    for name, value in {
        "LD_PRELOAD": str(found[0]),
        "FAKETIME_TIMESTAMP_FILE": str(file),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "TZ": "UTC",
    }.items():
        monkeypatch.setenv(name, value)
    return Wall(file)


class Watch:
    """A watch beside the table."""

    def __init__(self) -> None:
        self._since_s = time.monotonic()

    @property
    def ms(self) -> float:
        return (time.monotonic() - self._since_s) * 1000


def sleep(player: Player) -> None:
    """The program is suspended for a while."""
    with player.suspended():
        watch = Watch()
        until(lambda: watch.ms > ASLEEP_MS, "time to wake up")


def turn(player: Player, journal: Path) -> int:
    """Turns the next cards of the hand; the play time of that, in a record that is valid."""
    before = len(actions(journal.read_bytes()))
    player.keys("d")
    until(lambda: len(actions(journal.read_bytes())) > before, "the next cards of the hand")
    return ended(journal, before + 1)


def ended(journal: Path, count: int) -> int:
    """The play time of the last of so many actions of a valid record."""
    game = read_record(journal.read_bytes()).replay()
    assert len(game.entries) == count
    return game.elapsed_ms


# Practice ------------------------------------------------------------------------------------------------
def test_practice_is_timed_by_a_steady_clock(wall, player):
    since_start = Watch()
    player.sit_down(record_of(48213))
    first_ms, since_first = turn(player, player.journal), Watch()
    for seconds in (DAY_S, -DAY_S):
        wall.set(seconds)
        turn(player, player.journal)
    sleep(player)
    last_ms = turn(player, player.journal)
    assert first_ms + ASLEEP_MS <= last_ms <= since_start.ms
    assert last_ms - first_ms <= since_first.ms + SLOW_MS


def test_a_limit_that_passes_in_sleep_is_the_end_exactly(wall, player):
    player.launch("play", "rush", "--deal", "48213", "--time", "1")
    sleep(player)
    wall.set(-DAY_S)
    player.wait_for("end")
    assert ended(player.journal, 1) == 1000


# The deal of the day -------------------------------------------------------------------------------------
@pytest.mark.parametrize("seconds", [DAY_S, -DAY_S])
def test_a_deal_that_was_begun_on_its_day_stays_that_days(wall, player, seconds):
    player.launch()
    player.keys("Tab", "Return")
    first_ms = turn(player, player.journal)
    wall.set(seconds)
    sleep(player)
    assert turn(player, player.journal) >= first_ms + ASLEEP_MS
    player.close()

    player.launch()
    player.keys("Tab", "Return")  # its Continue is first
    turn(player, player.journal)
    tags = read_record(player.journal.read_bytes()).tags
    day = date.fromisoformat(tags[DAILY])
    assert LATE not in tags
    player.keys("e", "Right", "Return")
    until(lambda: actions(player.journal.read_bytes())[-1] == "end", "the end")
    player.close()
    with closing(Statistics(player.data)) as statistics:
        assert [row.day for row in statistics.days()] == [tags[DAILY]]

    player.launch("--narrate")
    player.keys("Tab")
    other = day_name(day + timedelta(seconds=seconds))
    assert f"Daily deal — {other}, " in player.hear(", Play"), "that day has its own start"


# A round at this machine ---------------------------------------------------------------------------------
def test_no_clock_gives_time_in_a_round(wall, player):
    place = TournamentStore(player.data)
    place.add(EVENING.id, tournament_text(EVENING).encode(), [b"person Anna\n", b"person Ben\n"])
    player.launch()
    player.keys(*["shift+Tab"] * 4, "Return", "Tab", "Tab", *["Return"] * 4)  # Tournaments, with friends
    journal = until(lambda: next(player.data.glob("tournaments/*/01/round-1.patience"), None), "the round")
    first_ms, since_first = turn(player, journal), Watch()
    wall.set(-DAY_S)
    sleep(player)
    asleep_ms = turn(player, journal)
    assert first_ms + ASLEEP_MS <= asleep_ms <= first_ms + since_first.ms + SLOW_MS
    wall.set(60)
    ahead_ms = turn(player, journal)
    assert first_ms + 60_000 <= ahead_ms <= first_ms + 60_000 + since_first.ms + SLOW_MS
    wall.set(-DAY_S)
    assert turn(player, journal) >= ahead_ms
    player.kill()

    player.launch()
    player.keys("Tab", "Return", "Return")  # Continue, which is first here and there
    until(lambda: player.title() == "Round 1 of 3 — Anna", "the table")
    assert turn(player, journal) >= ahead_ms, "a clock that is set back gives nothing back"
    wall.set(DAY_S)
    until(lambda: actions(journal.read_bytes())[-1] == "end", "the end")
    assert ended(journal, 6) == EVENING.limit_ms

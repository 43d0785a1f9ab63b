"""Kept totals: they are what all games add up to, whatever happens to the games they hold."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.play.deal import deal_number
from game.play.game import ControlAction, Game
from game.play.record import record_text
from game.play.summary import totals_of
from game.rules import find_variant
from game.storage import statistics_file
from game.storage.library import Library
from game.storage.statistics import Statistics

SPOILT = (
    "UPDATE totals SET sums = 'sums'",
    "UPDATE totals SET sums = '[]'",
    "UPDATE totals SET last = last - 1",
    "UPDATE totals SET last = 'last'",
)


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator["Player"]:
    """Somebody of whose games all but the last two are kept in totals, three at a time."""
    monkeypatch.setattr(statistics_file, "ADDED_AT_ONCE", 3)
    monkeypatch.setattr(statistics_file, "LATEST", 2)
    player = Player(tmp_path)
    yield player
    player.statistics.close()


class Player:
    """Plays games that are kept and counted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.statistics = Statistics(folder)
        self.count = 0
        (folder / "games").mkdir(exist_ok=True)

    def play(self, number: int, actions: str, game: str = "one-three-back") -> str:
        table = Game(deal_number(find_variant(game), number))
        for action in actions.split():
            act = ControlAction(action) if action in ("end", "undo") else table.variant.move_from_text(action)
            table.play(act, table.elapsed_ms + 1000)
        self.count += 1
        file = f"{game}-20261121-07{self.count:04d}.patience"
        (self.folder / "games" / file).write_bytes(record_text(table, {"started": "once"}).encode())
        self.statistics.count(file, table, {"started": "once"})
        return file

    def play_many(self, count: int = 12) -> list[str]:
        return [self.play(number, "stock end", "rush") for number in range(count)]

    def keep(self) -> int:
        """Keeps totals; returns how many games they hold."""
        for _ in self.statistics.catch_up():
            pass
        return self.held

    @property
    def held(self) -> int:
        with closing(sqlite3.connect(self.folder / "statistics.sqlite3")) as database:
            (games,) = database.execute("SELECT ifnull(sum(games), 0) FROM totals").fetchone()
        return int(games)

    def is_right(self) -> bool:
        """Whether every group adds up to what its games do, and there is no other."""
        games = self.statistics.games()
        for group in self.statistics.groups():
            of_group = [game for game in games if (game.variant, game.options, game.kind) == group[:3]]
            assert (group.games, group.latest) == (len(of_group), of_group[-1].order)
            assert self.statistics.totals(group) == totals_of(of_group)
        return sum(group.games for group in self.statistics.groups()) == len(games)

    def spoil(self, statement: str) -> None:
        self.statistics.close()
        with closing(sqlite3.connect(self.folder / "statistics.sqlite3")) as database, database:
            database.execute(statement)


def test_all_but_the_latest_games_are_kept(player: Player):
    player.play_many(12)
    assert player.is_right()
    assert player.keep() == 9, "three at a time, and the last two never"
    assert player.is_right()
    player.play(50, "stock end", "rush")
    assert player.held == 9
    assert player.is_right()


def test_only_the_games_after_the_kept_ones_are_read(player: Player, monkeypatch: pytest.MonkeyPatch):
    player.play_many(12)
    player.keep()
    read = []
    games_of = statistics_file.rows.games_of

    def counted(*args: object, **named: object) -> list[object]:
        found = games_of(*args, **named)
        read.extend(found)
        return found

    monkeypatch.setattr(statistics_file.rows, "games_of", counted)
    (group,) = player.statistics.groups()
    assert player.statistics.totals(group).played == 12
    assert len(read) == 3


def test_another_window_has_kept_them_already(player: Player):
    player.play_many(12)
    player.keep()
    window = Statistics(player.folder)
    (group,) = window.groups()
    assert window.totals(group).played == 12
    window.close()


def test_a_game_that_is_played_on_leaves_the_totals(player: Player):
    player.play(77, "stock stock")
    player.play_many(12)
    for number in range(12):
        player.play(number + 100, "stock stock")
    player.keep()
    assert player.is_right()
    player.play(77, "stock stock stock")  # goes on with the first, which then counts no more
    assert player.is_right()
    assert player.held == 9, "those of the other game are still kept"
    assert player.keep() == 18
    assert player.is_right()


def test_par_that_becomes_known_later_is_told(player: Player):
    first, *_ = [player.play(number, "stock stock") for number in range(12)]
    player.keep()
    player.statistics.keep_par(first, 2)
    assert player.held == 0
    assert player.is_right()


def test_a_record_that_is_gone_or_another_now(player: Player):
    first, second, *_ = player.play_many(12)
    player.keep()
    (player.folder / "games" / first).unlink()
    text = (player.folder / "games" / second).read_bytes()
    (player.folder / "games" / second).write_bytes(text.replace(b"2000 end\n", b"1500 stock\n2500 end\n"))
    player.keep()
    assert player.is_right()
    for _ in player.statistics.rebuild():
        pass
    assert sum(group.games for group in player.statistics.groups()) == 11
    assert player.is_right()


def test_counting_anew_what_has_not_changed_keeps_the_totals(player: Player):
    player.play_many(12)
    player.keep()
    list(player.statistics.rebuild())
    assert player.held == 9
    assert player.is_right()


def test_a_reset_leaves_no_totals(player: Player):
    player.play_many(12)
    player.keep()
    player.statistics.reset(datetime(2026, 11, 21, tzinfo=UTC))
    assert player.held == 0
    assert player.statistics.groups() == []


@pytest.mark.parametrize("spoil", SPOILT)
def test_totals_that_nobody_wrote_so_are_damage(player: Player, spoil: str):
    player.play_many(12)
    player.keep()
    player.spoil(spoil)
    statistics = Statistics(player.folder)
    *_, reading = statistics.catch_up()
    (told,) = reading.notices
    assert "were damaged and are counted anew" in told
    assert statistics.groups()[0].games == 12
    statistics.close()
    assert player.is_right()


def test_where_nothing_can_be_kept_games_are_added_up_when_asked_for(player: Player):
    player.play_many(12)
    other = sqlite3.connect(player.folder / "statistics.sqlite3")
    other.execute("CREATE TRIGGER full BEFORE INSERT ON totals BEGIN SELECT raise(ABORT, 'no'); END")
    other.close()
    assert player.keep() == 0
    assert player.is_right()


def test_a_step_while_nothing_moves_looks_at_few_files(player: Player, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(statistics_file, "LOOKED_AT_ONCE", 5)
    player.play_many(23)
    asked = []
    stamps = statistics_file.rows.stamps
    monkeypatch.setattr(
        statistics_file.rows, "stamps", lambda db, files: asked.append(len(files)) or stamps(db, files)
    )
    library = Library(player.folder)
    before, most = 0, 0
    while library.prepare():
        most, before = max(most, sum(asked) - before), sum(asked)
    library.close()
    assert (sum(asked), most) == (23, 5)

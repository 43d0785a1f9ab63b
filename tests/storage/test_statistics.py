"""The statistics of kept records: counted once, counted separately, counted anew; and what may go wrong."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.play.deal import deal_number
from game.play.game import ControlAction, Game
from game.play.played import PlayedGame, StatsCategory
from game.play.record import action_from_text, read_record, record_text
from game.play.slices import run_to_end
from game.play.summary import totals_of
from game.rules import VARIANTS, find_variant
from game.storage import statistics, statistics_file
from game.storage.files import temp_path
from game.storage.journal import to_trash
from game.storage.library import Library
from game.storage.statistics import Statistics
from game.storage.statistics_file import VERSION, StatisticsError
from game.storage.statistics_rows import ArchiveScan
from tests.disks import full_disk
from tests.playouts import choices, played

GOLDEN = Path(__file__).parents[1] / "golden"
NOW = datetime(2026, 11, 21, 7, 13, 34, tzinfo=UTC)


class Player:
    """Someone who plays games that are kept, and looks at the statistics."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.statistics = Statistics(folder)
        self.count = 0

    def play(
        self,
        number: int = 1,
        *actions: str,
        game: str = "rush",
        file: str = "",
        is_noted: bool = True,
        **tags: str,
    ) -> str:
        """A game of some actions is played and kept; returns the name of its record."""
        table = Game(deal_number(find_variant(game), number))
        for action in actions or ("stock", "end"):
            table.play(action_from_text(table.variant, action), table.elapsed_ms + 1000)
        self.count += 1
        tags = {"started": f"2026-11-21T07:{self.count:02d}:00Z", **tags}
        file = file or f"{game}-20261121-07{self.count:02d}00.patience"
        self.keep(file, record_text(table, tags))
        if is_noted:
            self.statistics.count(file, table, tags)
        return file

    def keep(self, file: str, text: str) -> None:
        (self.folder / "games").mkdir(exist_ok=True)
        (self.folder / "games" / file).write_bytes(text.encode())

    def catch_up(self) -> list[str]:
        """Reads what was not counted yet; returns what is told."""
        return last(self.statistics.catch_up())

    def rebuild(self) -> list[str]:
        return last(self.statistics.rebuild())

    @property
    def games(self) -> list[PlayedGame]:
        return self.statistics.games()

    @property
    def kinds(self) -> list[str]:
        return [game.kind.value for game in self.games]


def last(readings: Iterator[ArchiveScan]) -> list[str]:
    reading = ArchiveScan()
    for reading in readings:
        assert reading.done <= reading.count
    assert reading.done == reading.count
    return reading.notices


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    player = Player(tmp_path)
    yield player
    player.statistics.close()


@contextmanager
def database(player: Player, name: str = "statistics.sqlite3") -> Iterator[sqlite3.Connection]:
    """The file of the statistics itself, or a copy, while the player does not look at it."""
    player.statistics.close()
    with closing(sqlite3.connect(player.folder / name, isolation_level=None)) as opened:
        yield opened


# Counting -----------------------------------------------------------------------------------------
def test_a_game_is_counted_as_its_record_proves(player):
    record = read_record((GOLDEN / "rush_draw_3_won.patience").read_bytes())
    game = record.replay()
    player.statistics.count("a.patience", game, record.tags)
    (counted,) = player.games
    number = game.deal.number
    assert (counted.variant, counted.options, counted.number) == ("rush", "draw=3 limit=300", number)
    assert (counted.result.value, counted.result.is_won) == (game.total, True)
    assert counted.result.figures["time_bonus"] == game.time_bonus


def test_the_same_record_twice_or_under_two_names_counts_once(player):
    assert not player.statistics.was_played(deal_number(find_variant("rush"), 1))
    assert list(player.folder.iterdir()) == [], "nothing is made to find out"
    file = player.play(1)
    player.keep("z.patience", (player.folder / "games" / file).read_text())
    for _ in range(2):
        player.catch_up()
        assert [game.file for game in player.games] == [file]


def test_a_game_in_which_nothing_was_moved_does_not_count(player):
    player.play(1, "shown")
    assert player.catch_up() == []
    assert player.games == []
    player.play(2**64 - 1)
    assert player.games[0].number == 2**64 - 1, "too large for the database"


def test_a_game_that_ends_again_after_being_taken_back_is_one_game(player):
    game = read_record((GOLDEN / "spider_won_1000.patience").read_bytes()).replay()
    player.statistics.count("a.patience", game, {})
    game.play(ControlAction.UNDO, game.elapsed_ms)
    player.statistics.count("a.patience", game, {})
    (counted,) = player.games
    assert (counted.result.is_won, counted.result.value) == (True, 1000)


# Counted apart ------------------------------------------------------------------------------------
def test_a_deal_is_known_in_whatever_options_it_was_played(player):
    player.play(1)
    again = Game(deal_number(find_variant("rush", ["draw=1"]), 1))
    assert player.statistics.was_played(again.deal)
    assert not player.statistics.was_played(deal_number(find_variant("rush"), 2))
    assert not player.statistics.was_played(deal_number(find_variant("one-three-back"), 1))


@pytest.mark.parametrize(
    ("tags", "actions", "kind"),
    [
        ({"replayed": "yes"}, (), "replayed"),
        ({"replayed": "no"}, (), "counted"),
        ({"player": "Anna"}, (), "taken over"),
        ({"begun": "elsewhere"}, (), "taken over"),
        ({"tournament": "Autumn", "round": "2", "player": "Anna"}, (), "tournament"),
        ({}, ("stock", "shown", "end"), "shown"),
        ({"tournament": "Autumn", "replayed": "yes"}, ("stock", "shown", "end"), "tournament"),
    ],
)
def test_what_the_record_tells_keeps_a_game_apart(player, tags, actions, kind):
    player.play(1, *actions, **tags)
    assert player.kinds == [kind]


def test_given_positions_are_apart_and_what_a_robot_played_is_not_the_players(player):
    record = read_record((GOLDEN / "spider_problem.patience").read_bytes())
    player.statistics.count("a.patience", record.replay(), record.tags)
    assert player.kinds == ["given"]
    player.play(1, robot="strong")
    player.play(1, robot="weak", player="Ruby", tournament="Autumn", round="1")
    assert player.kinds == ["given"]
    player.play(1)
    assert player.kinds == ["given", "counted"]


@pytest.mark.parametrize("is_put_away_last", [False, True])
def test_a_saved_game_that_was_gone_on_with_is_one_game(player, is_put_away_last):
    tags = {"started": "2026-11-21T07:00:00Z"}
    parts = [("stock",), ("stock", "stock", "end")]
    files = [player.play(1, *part, **tags) for part in (parts[::-1] if is_put_away_last else parts)]
    whole = files[not is_put_away_last]
    assert [(game.file, game.kind) for game in player.games] == [(whole, StatsCategory.COUNTED)]


def test_a_second_try_from_a_saved_game_knows_the_deal(player):
    tags = {"started": "2026-11-21T07:00:00Z"}
    player.play(1, "stock", "end", **tags)
    player.play(1, "stock", "stock", "end", **tags)
    assert player.kinds == ["counted", "replayed"]


# Order --------------------------------------------------------------------------------------------
def test_a_clock_set_back_changes_no_order(player):
    first = player.play(1, started="2026-11-21T09:00:00Z", file="rush-20261121-090000.patience")
    second = player.play(2, started="2020-01-01T00:00:00Z", file="rush-20200101-000000.patience")
    assert [game.file for game in player.games] == [first, second]
    player.rebuild()
    assert [game.file for game in player.games] == [first, second]


def test_without_a_database_the_names_of_the_records_give_the_order(player):
    late = player.play(1, file="rush-20261121-090000.patience", is_noted=False)
    early = player.play(
        2, "stock", game="one-three-back", file="one-three-back-20261120-000000.patience", is_noted=False
    )
    player.catch_up()
    assert [game.file for game in player.games] == [early, late]


def test_records_without_a_time_in_their_name_stand_by_that_of_their_file(player):
    between = player.play(1, file="rush-tournament-round-1.patience", is_noted=False)
    at_s = datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp()
    os.utime(player.folder / "games" / between, (at_s, at_s))
    late = player.play(2, file="rush-20261120-130000.patience", is_noted=False)
    early = player.play(3, file="rush-20261120-110000.patience", is_noted=False)
    player.catch_up()
    assert [game.file for game in player.games] == [early, between, late]


# Counting anew ------------------------------------------------------------------------------------
GAMES = st.lists(
    st.tuples(
        st.sampled_from(sorted(VARIANTS)),
        st.integers(1, 3),
        choices(20),
        st.sampled_from([{}, {"replayed": "yes"}, {"robot": "weak"}, {"started": "once"}]),
    ),
    min_size=1,
    max_size=6,
)


@pytest.mark.thorough
@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(games=GAMES, noted=st.integers(0, 63))
def test_counting_anew_gives_the_same_rows(tmp_path_factory, games, noted):
    player = Player(tmp_path_factory.mktemp("player"))
    for index, (name, number, chosen, tags) in enumerate(games):
        game = played(find_variant(name), number, chosen)
        file = f"{name}-20261121-0000{index:02d}.patience"
        player.keep(file, record_text(game, tags))
        if noted >> index & 1:
            player.statistics.count(file, game, tags)
    player.catch_up()
    counted = player.games
    assert player.rebuild() == []
    assert player.games == counted
    player.statistics.close()
    (player.folder / "statistics.sqlite3").unlink()
    player.catch_up()

    def without_order(games: list[PlayedGame]) -> set:
        return {(game.file, game.result.value, game.result.elapsed_ms) for game in games}

    if noted in (0, 63):
        found, before = ([game._replace(order=0) for game in games] for games in (player.games, counted))
        assert found == before
    else:
        assert len(without_order(player.games)) == len(without_order(counted))
    player.statistics.close()


def test_a_game_whose_record_is_gone_is_dropped_and_a_copy_is_kept(player):
    player.play(1)
    (player.folder / "games" / player.play(2)).unlink()
    assert player.catch_up() == []
    assert len(player.games) == 2
    why = "A game is no longer counted, because its record is missing"
    assert player.rebuild() == [f"{why}; statistics-before-1-left.sqlite3 has the rest."]
    assert len(player.games) == 1
    with database(player, "statistics-before-1-left.sqlite3") as copy:
        assert copy.execute("SELECT count(*) FROM games").fetchone() == (2,)


def test_a_game_at_another_table_stays_when_all_is_counted_anew(player):
    file = player.play(1)
    (player.folder / "current").mkdir()
    (player.folder / "games" / file).rename(player.folder / "current" / file)
    assert player.rebuild() == []
    assert len(player.games) == 1


def test_a_game_that_was_deleted_stays_the_first_of_its_deal_when_all_is_counted_anew(player):
    deleted = player.play(1, daily="2026-11-21")
    player.play(1, "stock", "stock", "end")
    assert player.kinds == ["counted", "replayed"]
    to_trash(player.folder / "games" / deleted, player.folder)
    counted, days = player.games, player.statistics.days()
    assert player.rebuild() == []
    assert (player.games, player.statistics.days()) == (counted, days)


def test_records_that_cannot_be_read_are_told_and_stay(player):
    player.play(1)
    player.keep("new.patience", "patience 2\nvariant rush\n")
    player.keep("torn.patience", "patience 1\nvariant bridge\n\n")
    told = player.catch_up()
    assert told == [
        "new.patience is not counted: it was written by a newer version of the program.",
        "torn.patience is not counted: line 2: there is no game “bridge” "
        "(the games are: rush, spider, one-three-back, three-shuffles).",
    ]
    assert player.rebuild() == told
    assert len(player.games) == 1
    assert (player.folder / "games" / "new.patience").read_text() == "patience 2\nvariant rush\n"


# Reset --------------------------------------------------------------------------------------------
def test_a_reset_keeps_a_copy_and_stays(player):
    player.play(1)
    player.play(2, is_noted=False)
    copy = player.statistics.reset(NOW)
    assert copy.name == "statistics-20261121-071334.sqlite3"
    assert player.games == []
    player.rebuild()
    player.catch_up()
    assert player.games == []
    player.play(3)
    assert len(player.games) == 1
    assert player.statistics.reset(NOW).name != copy.name, "in the same second"
    with database(player, copy.name) as opened:
        assert opened.execute("SELECT count(*) FROM games").fetchone() == (1,)


def test_a_reset_whose_copy_cannot_be_written_does_nothing(player):
    player.play(1)
    draft = temp_path(player.folder / "statistics-20261121-071334.sqlite3")
    draft.symlink_to(player.folder / "nowhere" / "file")
    with pytest.raises(StatisticsError, match="their file cannot be opened"):
        player.statistics.reset(NOW)
    assert len(player.games) == 1
    assert [path.name for path in player.folder.glob("statistics-2026*")] == []


# Par and versions ---------------------------------------------------------------------------------
def test_par_belongs_to_the_deal_and_stays(player):
    first = player.play(1, "stock", game="one-three-back")
    player.play(2, "stock", game="one-three-back")
    player.statistics.keep_par(first, 3)
    player.statistics.keep_par(first, 1)
    player.statistics.keep_par(first, 2)
    player.play(1, "stock", "stock", game="one-three-back")
    assert [game.par for game in player.games] == [1, None, 1]
    player.rebuild()
    assert [game.par for game in player.games] == [1, None, 1]


FIRST_VERSION = """
    CREATE TABLE games (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT, file TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL,
        deal TEXT NOT NULL, opening TEXT NOT NULL, trail BLOB NOT NULL, told TEXT NOT NULL,
        kind TEXT NOT NULL, variant TEXT NOT NULL, options TEXT NOT NULL, number TEXT,
        started TEXT NOT NULL, outcome TEXT NOT NULL, won INTEGER NOT NULL, value INTEGER,
        home INTEGER NOT NULL, elapsed_ms INTEGER NOT NULL, moves INTEGER NOT NULL, figures TEXT NOT NULL
    );
    CREATE INDEX games_of_a_deal ON games (deal);
    CREATE TABLE forgotten (file TEXT PRIMARY KEY) WITHOUT ROWID;
    INSERT INTO games VALUES (7, 'one-three-back-20261120-190000.patience', '', 'd', 'o', x'01020304',
        'counted', 'counted', 'one-three-back', '', '48213',
        '2026-11-20T19:00:00Z', 'over', 0, 9, 0, 61000, 88, '{}');
    INSERT INTO forgotten VALUES ('rush-20261119-190000.patience');
    PRAGMA user_version = 1;
"""


def test_a_database_of_the_first_version_is_brought_up_to_date(player):
    with database(player) as opened:
        opened.executescript(FIRST_VERSION)
    window = Statistics(player.folder)
    assert len(window.games()) == len(player.games) == 1, "at once"
    window.close()
    player.play(1, file="rush-20261119-190000.patience")
    player.play(2, "stock", game="one-three-back")
    old, new = player.games
    assert (old.order, old.number, old.result.value, old.par) == (7, 48213, 9, None)
    assert new.order > old.order
    player.statistics.keep_par(old.file, 1)
    assert player.games[0].par == 1
    with database(player) as opened:
        assert opened.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_sums_that_an_earlier_version_kept_are_dropped(player):
    player.play(1)
    with database(player) as opened:
        opened.executescript(
            "CREATE TABLE totals (last INTEGER); CREATE TRIGGER totals_without_deleted AFTER DELETE ON games "
            "BEGIN DELETE FROM totals WHERE last >= old.sequence; END; PRAGMA user_version = 5"
        )
    assert len(player.games) == 1
    player.statistics.reset(NOW)
    assert player.games == []


def test_a_group_is_added_up_in_slices(player, monkeypatch):
    monkeypatch.setattr(statistics, "BATCH_SIZE", 3)
    for number in range(8):
        player.play(number)
    (group,) = player.statistics.groups()
    assert (group.games, group.latest) == (8, player.games[-1].order)
    slices = player.statistics.totals(group)
    assert (next(slices), next(slices)) == (3 / 8, 6 / 8)
    assert run_to_end(slices) == totals_of(player.games)
    assert player.statistics.feats("rush") == (8, 0, 0)


def test_a_step_while_nothing_moves_looks_at_few_files(player, monkeypatch):
    monkeypatch.setattr(statistics_file, "BATCH_SIZE", 5)
    for number in range(23):
        player.play(number)
    asked: list[int] = []
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


# Trouble ------------------------------------------------------------------------------------------
def test_while_another_holds_the_database_nothing_waits_and_nothing_is_lost(player):
    player.play(1)
    with database(player) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StatisticsError, match="another window is writing them"):
            player.play(2)
        other.execute("ROLLBACK")
    player.catch_up()
    assert len(player.games) == 2


def test_two_windows_count_in_turn(player):
    window = Player(player.folder)
    window.count = 10
    player.play(1)
    window.play(2)
    player.play(3)
    assert [game.number for game in player.games] == [game.number for game in window.games] == [1, 2, 3]
    window.statistics.close()


def test_a_full_disk_is_told_and_what_was_counted_stays(player):
    for number in range(40):
        player.play(number)
    player.statistics.close()
    size = (player.folder / "statistics.sqlite3").stat().st_size
    records = range(40, 200)
    with full_disk(size // 2), pytest.raises(StatisticsError, match="disk"):
        [player.play(number) for number in records]
    player.statistics.close()
    assert len(player.games) >= 40
    player.catch_up()
    assert len(player.games) == len(list((player.folder / "games").iterdir()))


def test_where_nothing_can_be_written_it_is_told(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    statistics = Statistics(tmp_path / "file")
    with pytest.raises(StatisticsError):
        statistics.games()


def test_a_database_of_a_newer_version_is_left_as_it_is(player):
    player.play(1)
    with database(player) as opened:
        opened.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = (player.folder / "statistics.sqlite3").read_bytes()
    for use in (player.catch_up, player.rebuild, lambda: player.games, lambda: player.play(2)):
        with pytest.raises(StatisticsError, match="written by a newer version of the program"):
            use()
    assert (player.folder / "statistics.sqlite3").read_bytes() == before


@pytest.mark.parametrize("damage", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 4000])
def test_a_damaged_database_is_set_aside_and_counted_anew(player, damage):
    player.play(1)
    player.statistics.close()
    (player.folder / "statistics.sqlite3").write_bytes(damage)
    with pytest.raises(StatisticsError, match="damaged"):
        player.play(2)
    told = "The statistics were damaged and have been recounted; statistics-damaged.sqlite3 is the old file."
    assert player.catch_up() == [told]
    assert len(player.games) == 2
    assert (player.folder / "statistics-damaged.sqlite3").read_bytes() == damage


@pytest.mark.parametrize(
    "spoil",
    [
        *("UPDATE games SET figures = 'figures'", "UPDATE games SET figures = '[1]'"),
        *("UPDATE games SET outcome = 'perhaps'", "UPDATE games SET kind = 'odd'"),
        *("UPDATE games SET number = 'one'", "UPDATE games SET variant = CAST(x'72ff' AS TEXT)"),
        *("UPDATE games SET variant = 'rusk'", "UPDATE games SET options = 'draw=77'"),
        "UPDATE games SET options = x'05'",
        "ALTER TABLE games RENAME COLUMN told TO tolt",
    ],
)
def test_what_nobody_wrote_so_is_damage_too(player, spoil):
    player.play(1)
    with database(player) as opened:
        opened.execute(spoil)
    with pytest.raises(StatisticsError, match="damaged"):
        assert player.games
    (told,) = player.catch_up()
    assert "were damaged and have been recounted" in told
    assert len(player.games) == 1


def test_a_row_is_written_whole_or_not_at_all(player):
    player.play(1)
    with database(player) as other:
        other.execute("CREATE TRIGGER full BEFORE UPDATE ON games BEGIN SELECT raise(ABORT, 'no'); END")
        with pytest.raises(StatisticsError):
            player.play(2)  # its row is put in, and then it is judged
        other.execute("DROP TRIGGER full")
    assert len(player.games) == 1
    player.catch_up()
    assert len(player.games) == 2


def test_a_result_is_compared_with_those_before_it(player):
    first, second = player.play(1), player.play(2)
    best = partial(player.statistics.best, find_variant("rush"), {})
    assert best(before=first) is None
    assert best(before=second) is not None
    assert best() == best(before="of another machine")


def opening(number: int) -> tuple[int, list[str]]:
    """The points of a deal of Rush in which moves are made as long as they earn any, and the actions."""
    rush, actions = find_variant("rush"), list[str]()
    position = deal_number(rush, number).position
    while True:
        moves = rush.legal_moves(position)
        best = max(moves, key=lambda move: rush.score(rush.apply(position, move)))
        if rush.score(rush.apply(position, best)) == rush.score(position):
            return rush.score(position), [*actions, "stock", "end"]
        actions.append(rush.move_to_text(best))
        position = rush.apply(position, best)


def test_the_place_of_a_result_counts_those_that_are_better_and_equals_share_it(player):
    by_score = dict[int, list[int]]()
    for number in range(1, 40):
        by_score.setdefault(opening(number)[0], []).append(number)
    best, second, *_, least = sorted(by_score, reverse=True)
    for number in (by_score[best][0], by_score[second][0], *by_score[least][:2]):
        player.play(number, *opening(number)[1])
    rush = find_variant("rush")
    results = sorted((game.result.value for game in player.games), reverse=True)
    assert results[0] > results[1] > results[2] == results[3]
    places = [player.statistics.rank(rush, {}, result) for result in results]
    assert places == [(1, 4), (2, 4), (3, 4), (3, 4)]
    assert player.statistics.rank(rush, {}, results[0] + 1) == (1, 4)


def test_where_less_is_better_the_place_counts_those_that_have_less(player):
    game = find_variant("one-three-back")
    for number in range(1, 13):
        dealt, actions = Game(deal_number(game, number)), list[str]()
        while not dealt.is_over:
            actions.append(game.move_to_text(game.legal_moves(dealt.position)[-1]))
            dealt.play(action_from_text(game, actions[-1]), dealt.elapsed_ms + 1000)
        player.play(number, *actions, game=game.name)
    results = sorted(kept.result.value for kept in player.games)
    assert len(set(results)) < len(results) == 12, "some are equal"
    places = [player.statistics.rank(game, {}, result) for result in results]
    assert places == [(results.index(result) + 1, 12) for result in results]

"""A tournament on this machine: rounds begun, left, come back to by the clock on the wall; entries."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree

import pytest

from game.play.game import ControlAction, Entry, Game
from game.play.lines import FileError
from game.play.record import read_record
from game.rounds.local import LocalReferee, new_tournament
from game.rules.position import STOCK
from game.rules.variant import Outcome
from game.session.session import RoundClock, Session
from game.storage.files import StorageError
from game.storage.library import Library
from game.storage.tournament_store import TournamentFolder, TournamentStore
from game.tournament.tournament import Tournament
from tests.disks import full_disk
from tests.tournament.rounds import ANNA, BEN, EVENING, OLD, RUBY, record

GOLDEN = Path(__file__).parents[1] / "golden"
KEPT = ("tournament", "log", "player", "decks.json", "rounds.ledger")
"""What lies in the data folder of an earlier version besides records, and stays as it is."""
NOON = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)


class Room:
    """A machine with a disk and a clock on the wall, that can be switched off and on."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now = folder, NOON

    def utc_now(self) -> datetime:
        return self.now

    def after(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def new(self, *players, tournament: Tournament = EVENING) -> LocalReferee:
        return self._read(new_tournament(TournamentStore(self.folder), tournament, players or (ANNA, BEN)))

    def open(self, id: str = "") -> LocalReferee:
        found = TournamentStore(self.folder).tournaments()
        return self._read(next(tournament for tournament in found if tournament.id == (id or tournament.id)))

    def _read(self, folder: TournamentFolder) -> LocalReferee:
        return LocalReferee(folder, Library(self.folder), self.utc_now)

    def play(self, session: Session, *actions: tuple[int, object]) -> None:
        """Does what is done in a round at these times of it; then it is as late as it was."""
        before, begun = self.now, self.now - timedelta(milliseconds=session.elapsed_ms)
        for at_ms, action in actions:
            self.now = begun + timedelta(milliseconds=at_ms)
            session.act(action)
        self.now = before

    @property
    def place(self) -> Path:
        """The folder of the one tournament."""
        (folder,) = (self.folder / "tournaments").iterdir()
        return folder

    @property
    def records(self) -> list[str]:
        return sorted(path.relative_to(self.folder / "tournaments").as_posix()[33:] for path in self.files)

    @property
    def files(self) -> list[Path]:
        return list((self.folder / "tournaments").rglob("*.patience"))


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def begin(referee: LocalReferee, index: int = 0) -> Session:
    """Somebody here begins the next round, or goes on with the one whose clock runs."""
    seat = referee.state.seats[index]
    turns = (turn for turn in (referee.running, *referee.due()) if turn is not None)
    referee.begin(next(turn for turn in turns if turn.seat is seat))
    assert referee.session is not None, referee.refused
    return referee.session


def cut_off(
    room: Room, *actions: tuple[int, object], clock_ms: int = 0, tournament: Tournament = EVENING
) -> None:
    """Anna begins round 1, plays, and the current goes off."""
    session = begin(room.new(tournament=tournament))
    room.play(session, *actions)
    if clock_ms:
        session.recorder.journal.note(Library.clock_line(clock_ms))
    session.recorder.journal.close()


# Rounds -------------------------------------------------------------------------------------------
def test_a_tournament_and_the_round_that_was_played_are_there_for_the_next_evening(room):
    for found in (played_round(room), room.open()):
        assert found.tournament == EVENING
        assert [seat.player for seat in found.state.seats] == [ANNA, BEN]
        assert found.warnings == []
        assert found.state.seats[0].results[1].elapsed_ms == 2000
        assert [(seat.player.name, number) for seat, number in found.state.due()] == [("Ben", 1), ("Anna", 2)]


def test_a_round_is_begun_once_and_its_record_says_when_the_cards_were_seen(room):
    other, anna = room.new(), room.open()
    begin(anna)
    other.begin(other.due()[0])
    refused = "This round cannot be started: file exists. Nobody has seen its cards."
    assert (other.session, other.refused) == (None, refused)
    (path,) = room.files
    assert "started=2026-11-21T12:00:00.000Z player=Anna" in path.read_text()


def test_nobody_goes_on_with_the_round_of_another(room):
    referee = room.new()
    anna, ben = referee.due()
    for turn in (anna, ben):
        referee.begin(turn)
        assert referee.player == turn.player
        referee.leave_round()


# The clock on the wall ----------------------------------------------------------------------------
def test_on_return_the_round_goes_on_with_the_time_that_is_left(room):
    cut_off(room, (1000, STOCK))
    room.after(100)
    local = room.open()
    assert local.state.running == (local.state.seats[0], 1)
    room.after(20)
    session = begin(local)
    assert session.elapsed_ms == 120_000
    assert session.game.entries == [Entry(1000, STOCK)]
    room.play(session, (121_000, STOCK), (122_000, ControlAction.END))
    assert room.open().state.seats[0].results[1].elapsed_ms == 122_000


def test_time_away_counts_while_the_program_runs_however_its_clock_is_set(room):
    steady_s = [0.0]
    room.new()
    wall = RoundClock(lambda: round(steady_s[0] * 1e9), room.utc_now)
    (folder,) = TournamentStore(room.folder).tournaments()
    referee = LocalReferee(folder, Library(room.folder), wall)
    left = []
    for back_s, passed_s in ((0, 10), (86_400, 20), (-60, 0), (60, 30)):
        room.after(passed_s - back_s)
        steady_s[0] += passed_s
        referee.begin(referee.running or referee.due()[0])
        referee.leave_round()
        steady_s[0] += 5
        referee.look_at_clock()
        left.append(referee.left_ms)
    assert left == [295_000, 270_000, 265_000, 230_000]


def test_when_the_time_is_over_on_return_the_round_is_scored_as_it_stood(room):
    cut_off(room, (1000, STOCK))
    room.after(301)
    local = room.open()
    assert local.state.running is None
    assert local.state.seats[0].results[1] == (0, 0, 0, 300_000, Outcome.TIMEOUT)
    assert local.warnings == ["Your time ran out. The round was scored as it stood."]
    (path,) = room.files
    assert path.read_text().endswith("1000 stock\n300000 end\n")
    assert room.open().state.seats[0].results[1].outcome is Outcome.TIMEOUT


def test_the_time_that_runs_out_between_looking_and_going_on(room):
    cut_off(room)
    room.after(299)
    local = room.open()
    turn = local.running
    assert turn is not None
    room.after(2)
    local.begin(turn)
    assert (local.session, local.refused) == (None, local.warnings[0])
    assert local.state.seats[0].results[1].outcome is Outcome.TIMEOUT


@pytest.mark.parametrize(
    ("back_s", "tap_ms", "clock_ms"), [(5, 1000, 90_000), (10**8, 1000, 90_000), (3600, 90_000, 0)]
)
def test_a_clock_set_back_gives_no_time_back(room, back_s, tap_ms, clock_ms):
    cut_off(room, (tap_ms, STOCK), clock_ms=clock_ms)
    room.after(-back_s)
    assert begin(room.open()).elapsed_ms == 90_000


def test_a_solved_game_that_was_cut_off_plays_itself_out(room):
    won = read_record((GOLDEN / "rush_draw_3_won.patience").read_bytes())
    game = Game(won.deal)
    solved = next(entries for entries, _ in enumerate(won.playing(game), 1) if game.is_solved)
    assert won.deal.number is not None
    cut_off(room, *won.entries[:solved], tournament=replace(EVENING, deals=(won.deal.number, 7, 99)))
    room.after(20)
    result = room.open().state.seats[0].results[1]
    assert (result.outcome, result.elapsed_ms, result.home) == (Outcome.WON, game.elapsed_ms, 52)


@pytest.mark.parametrize("torn", [b"2000 sto", b"2000 t1>f9\n"])
def test_a_torn_line_is_dropped_and_a_damaged_one_kept_aside(room, torn):
    cut_off(room, (1000, STOCK))
    (path,) = room.files
    path.write_bytes(path.read_bytes() + torn)
    room.after(10)
    session = begin(room.open())
    assert session.game.entries == [Entry(1000, STOCK)]
    assert path.read_text().endswith("1000 stock\n")
    if torn.endswith(b"\n"):
        assert "damaged" in session.warning
        assert (room.folder / "damaged" / path.name).read_bytes().endswith(torn)
    else:
        assert session.warning is None


def test_two_windows_do_not_play_the_same_round_whose_time_may_be_over(room):
    session = begin(room.new())
    other = room.open()
    other.begin(other.running)
    assert (other.session, "played in another window" in other.refused) == (None, True)
    room.after(400)
    assert room.open().state.running[1] == other.state.running[1] == 1
    room.after(-400)
    session.recorder.journal.close()
    assert begin(other).elapsed_ms == 0


# What does not hold -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda data: data.replace(b"patience 1\n", b"patience 2\n"), "newer version"),
        (lambda data: data.replace(b"player=Anna", b"player=Ben"), "another player"),
        (lambda _: b"\xff" * 10, "first line"),
        (lambda data: data + b"9000 stock\n", "game is over"),
    ],
)
def test_a_record_that_does_not_hold_is_told_and_left_as_it_is(room, damage, words):
    local = room.new()
    local.add_record(local.state.seats[0], 1, record(ANNA, 1))
    (path,) = room.files
    path.write_bytes(damaged := damage(path.read_bytes()))
    local = room.open()
    (sentence,) = local.warnings
    assert sentence.startswith("Round 1 of Anna cannot be read: line ")
    assert words in sentence
    assert 1 in local.state.seats[0].spoilt
    assert path.read_bytes() == damaged
    assert local.state.due()[-1] == (local.state.seats[0], 2)


@pytest.mark.parametrize("text", [b"\xff", b"", b"person \n", b"person Anna\n"])
def test_a_seat_that_does_not_hold_is_told_and_left_out(room, text):
    local = room.new()
    (room.place / "02" / "player").write_bytes(text)
    local = room.open()
    assert [seat.player for seat in local.state.seats] == [ANNA]
    assert local.warnings[0].startswith("Seat 02 cannot be read: ")


def test_a_tournament_that_does_not_hold_is_not_opened(room):
    room.new()
    (room.place / "tournament").write_bytes(b"patience tournament 3\n")
    with pytest.raises(FileError, match="newer version"):
        room.open()


# What was played counts --------------------------------------------------------------------------
def play_round(room: Room, referee: LocalReferee, index: int) -> None:
    """Somebody here plays a round to its end, a little later than whoever sits before them."""
    room.play(begin(referee, index), (1000, STOCK), (2000 + index, ControlAction.END))


def played_round(room: Room, *players) -> LocalReferee:
    """Anna has played round 1 to its end."""
    local = room.new(*players)
    play_round(room, local, 0)
    return local


def test_the_rounds_of_an_earlier_version_count_and_its_tournament_is_gone_on_with(room):
    copytree(OLD, room.folder, dirs_exist_ok=True)
    room.now = datetime(2026, 11, 23, 18, 0, 0, tzinfo=UTC)
    kept = {path: path.read_bytes() for path in room.folder.rglob("*") if path.name in KEPT}
    local = room.open("3b250d6fa0ebd4e5c02383e1daf6e61d")
    assert local.warnings == []
    assert [sorted(seat.results) for seat in local.state.seats] == [[1], [1]]
    assert local.tournament.deals == (7, 48213)
    play_round(room, local, 0)
    again = room.open(local.tournament.id)
    assert again.warnings == []
    assert sorted(again.state.seats[0].results) == [1, 2]
    running = room.open("0a4632863d0e77fe578352b16cda7563")  # its time ran out long ago
    assert running.state.seats[0].results[2].outcome is Outcome.TIMEOUT
    assert room.open("f26bab565a670e6b57b24a5a63da8026").state.is_over
    assert len(kept) == 20
    assert {path: path.read_bytes() for path in kept} == kept


def test_the_decks_of_an_earlier_version_are_played_on(room):
    copytree(OLD, room.folder, dirs_exist_ok=True)
    room.now = datetime(2026, 11, 21, 13, 1, 0, tzinfo=UTC)
    local = room.open("0a4632863d0e77fe578352b16cda7563")
    session = begin(local)
    assert (session.elapsed_ms, len(session.game.entries)) == (60_000, 5)
    room.play(session, (61_000, ControlAction.END))
    assert room.open(local.tournament.id).state.seats[0].results[2].elapsed_ms == 61_000


# The disk -----------------------------------------------------------------------------------------
def test_on_a_full_disk_no_round_is_begun(room):
    local = room.new()
    with full_disk(10):
        local.begin(local.due()[0])
    assert local.session is None
    assert local.refused.startswith("This round cannot be started: ")
    assert room.files == []
    assert local.state.due()[0] == (local.state.seats[0], 1)


def test_on_a_full_disk_no_tournament_is_begun(room):
    with full_disk(5), pytest.raises(StorageError):
        room.new()
    assert TournamentStore(room.folder).tournaments() == []


def test_a_result_that_cannot_be_written_counts_and_is_written_later(room):
    local = room.new()
    session, seat = begin(local), local.state.seats[0]
    with full_disk(10):
        room.play(session, (1000, STOCK), (2000, ControlAction.END))
        assert "Round 1 of Anna has not been saved yet" in local.save()
    assert seat.records[1].endswith(b"1000 stock\n2000 end\n")
    assert 1 in seat.results
    assert local.save() is None
    assert room.open().state.seats[0].records[1] == seat.records[1]


def test_when_a_round_ran_out_and_the_disk_is_full_it_counts_all_the_same(room):
    cut_off(room, (1000, STOCK))
    room.after(400)
    size = room.files[0].stat().st_size
    with full_disk(size + 3):
        local = room.open()
        assert local.state.seats[0].results[1].outcome is Outcome.TIMEOUT
        assert local.save() is not None
    assert local.save() is None
    assert room.open().state.seats[0].results[1].outcome is Outcome.TIMEOUT


def test_who_has_played_a_round_to_its_end_is_no_rival_of_oneself(room):
    local = room.new(ANNA, BEN)
    local.add_record(local.state.seats[1], 1, record(BEN, 1))
    session = begin(local)
    assert [rival.name for rival in local.rivals()] == ["Ben"]
    room.play(session, (1000, ControlAction.END))
    assert 1 in local.state.seats[0].results
    assert [rival.name for rival in local.rivals()] == ["Ben"]


# Robots -------------------------------------------------------------------------------------------
def test_a_robots_rounds_are_records_too(room):
    local = room.new(ANNA, RUBY)
    local.add_record(local.state.seats[1], 1, record(RUBY, 1))
    assert 1 in room.open().state.seats[1].results
    with pytest.raises(FileError):
        local.add_record(local.state.seats[1], 2, record(ANNA, 2))


# Among the played games ---------------------------------------------------------------------------
def test_a_round_can_be_watched_when_all_here_have_played_it_and_not_before(room):
    local = room.new(ANNA, BEN, RUBY)
    local.add_record(local.state.seats[2], 1, record(RUBY, 1))
    for index in (0, 1):
        assert list((room.folder / "games").glob("*")) == []
        play_round(room, local, index)
    kept = (room.folder / "games").glob("*")  # the robot's game, too
    assert {path.read_bytes() for path in kept} == {seat.records[1] for seat in local.state.seats}

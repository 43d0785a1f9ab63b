"""A game, its clock and its journal in step: every action written, no second lost or won."""

from pathlib import Path

import pytest

from game.play.game import ControlAction, Game
from game.play.record import read_record
from game.rules.position import STOCK, Move
from game.rules.variant import IllegalMove, Outcome
from game.session.recorder import PracticeRecorder
from game.session.session import PlayTime, Session
from game.storage.journal import Journal
from game.storage.library import Library
from tests.disks import forbid, full_disk
from tests.records import actions, position, record_of

REVERSIBLE = record_of(48213, "0 t5>t2", "0 t6>t4", "0 stock", "0 stock", "0 stock")
"""The nine of diamonds of t1 takes a card of the waste, and gives it back."""
ALMOST_SOLVED = position("stock (KS)", "t1 KC", "t2 KD", "t3 KH", home=(12, 12, 12, 12))


class Evening:
    """One player's games on one disk, and the time that passes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = Library(folder)
        self.now_ns = 10**15

    def sit_down(self, text: str) -> Session:
        game = read_record(text.encode()).replay()
        return self.session(game, self.library.begin(game, {}, "rush"), game.elapsed_ms)

    def go_on(self) -> Session:
        (unfinished,) = self.library.unfinished()
        game, journal, _ = self.library.resume(unfinished)
        return self.session(game, journal, unfinished.elapsed_ms)

    def session(self, game: Game, journal: Journal | None, elapsed_ms: int) -> Session:
        recorder = PracticeRecorder(game, {}, journal, elapsed_ms, self.library)
        session = Session(game, PlayTime(game, lambda: self.now_ns, elapsed_ms), recorder)
        session.start()
        return session

    def pass_ms(self, milliseconds: float) -> None:
        self.now_ns += round(milliseconds * 1e6)

    @property
    def on_disk(self) -> bytes:
        (path,) = (self.folder / "current").iterdir()
        return path.read_bytes()

    def kept(self, folder: str = "games") -> list[bytes]:
        place = self.folder / folder
        return [path.read_bytes() for path in place.iterdir()] if place.exists() else []


@pytest.fixture
def evening(tmp_path):
    return Evening(tmp_path)


@pytest.fixture
def session(evening):
    session = evening.sit_down(record_of(48213))
    yield session
    session.leave()


def move(session: Session, text: str) -> Move:
    return session.game.variant.move_from_text(text)


def tail(data: bytes) -> list[str]:
    """The lines after the header."""
    return data.decode().partition("\n\n")[2].splitlines()


# Every action is written ---------------------------------------------------------------------
def test_every_action_is_on_disk_before_the_next(evening):
    session = evening.sit_down(REVERSIBLE)
    written = tail(evening.on_disk)
    for text in ("waste>t1", "undo", "redo", "undo", "stock", "t3>t5", "end"):
        evening.pass_ms(1000.6)
        session.act(ControlAction(text) if text in ("undo", "redo", "end") else move(session, text))
        written.append(f"{session.elapsed_ms} {text}")
        assert tail(evening.on_disk) == written
    assert [int(line.split(" ")[0]) for line in written[5:]] == [1000, 2001, 3001, 4002, 5003, 6003, 7004]


def test_a_refused_action_writes_nothing_and_takes_no_time(evening, session):
    evening.pass_ms(500)
    before = evening.on_disk
    for wrong in (Move(6, 7), ControlAction.UNDO, ControlAction.REDO, Move(0, 1, 99)):
        with pytest.raises(IllegalMove):
            session.act(wrong)
    assert evening.on_disk == before
    assert session.is_running


# The clock -----------------------------------------------------------------------------------
def test_a_pause_takes_no_time(evening, session):
    evening.pass_ms(4000)
    session.pause()
    assert not session.is_running
    evening.pass_ms(3_600_000)
    assert session.elapsed_ms == 4000
    session.start()
    evening.pass_ms(250)
    session.act(STOCK)
    assert tail(evening.on_disk) == ["# clock 4000", "4250 stock"]


def test_the_clock_is_written_once_a_second(evening, session):
    for _ in range(50):
        evening.pass_ms(100)
        session.write_clock()
        (line,) = tail(evening.on_disk) or ["# clock 0"]
        assert session.elapsed_ms - 1000 < int(line.split(" ")[2]) <= session.elapsed_ms


def test_a_game_left_open_all_night_stays_small(evening):
    session = evening.sit_down(record_of(48213).replace("limit=300", "limit=86400"))
    length = len(evening.on_disk)
    for _ in range(30_000):
        evening.pass_ms(1000)
        session.write_clock()
    assert tail(evening.on_disk) == ["# clock 30000000"]
    assert len(evening.on_disk) < length + 30
    session.leave()


# Time is up ----------------------------------------------------------------------------------
@pytest.mark.parametrize("limit", [300, 20])
def test_the_game_ends_at_its_limit_and_not_before(evening, limit):
    session = evening.sit_down(record_of(48213).replace("limit=300", f"limit={limit}"))
    evening.pass_ms(1000 * limit - 1)
    assert not session.end_if_time_is_up()
    evening.pass_ms(1)
    assert session.end_if_time_is_up()
    assert tail(evening.on_disk) == [f"{limit}000 end"]
    assert (session.game.outcome, session.is_running) == (Outcome.TIMEOUT, False)
    assert not session.end_if_time_is_up()
    session.leave()


def test_no_action_is_later_than_the_limit(evening, session):
    evening.pass_ms(300_500)
    session.act(STOCK)
    assert tail(evening.on_disk) == ["300000 stock"]
    assert session.end_if_time_is_up()
    assert read_record(evening.on_disk).replay().outcome is Outcome.TIMEOUT


# Solved --------------------------------------------------------------------------------------
def test_a_solved_game_plays_itself_out_with_the_clock_standing(evening):
    session = evening.sit_down(ALMOST_SOLVED)
    assert session.next_play_out() is None
    evening.pass_ms(7000)
    session.act(STOCK)
    assert not session.is_running
    played = []
    while (card := session.next_play_out()) is not None:
        evening.pass_ms(250)
        session.act(card)
        played.append(card)
        session.start()
        assert not session.is_running
    assert len(played) == 4
    assert session.game.outcome is Outcome.WON
    assert tail(evening.on_disk)[1:] == [f"7000 {session.game.variant.move_to_text(made)}" for made in played]


def test_the_lowest_card_goes_home_first(evening):
    session = evening.sit_down(
        position("t1 KC QC", "t2 KD QD", "t3 KH", "t4 KS QS JS", home=(11, 11, 12, 10))
    )
    order = []
    while (card := session.next_play_out()) is not None:
        order.append(session.game.position.piles[card.source][-1].rank)
        session.act(card)
    assert order == sorted(order)
    assert len(order) == 8


def test_a_solved_game_that_was_cut_off_plays_itself_out_when_it_goes_on(evening):
    session = evening.sit_down(ALMOST_SOLVED)
    evening.pass_ms(7000)
    session.act(STOCK)
    first = session.next_play_out()
    assert first is not None
    session.act(first)
    session.leave()
    evening.pass_ms(50_000)
    again = evening.go_on()
    assert not again.is_running
    assert again.elapsed_ms == 7000
    while (card := again.next_play_out()) is not None:
        again.act(card)
    again.leave()
    (kept,) = evening.kept()
    assert read_record(kept).replay().outcome is Outcome.WON
    assert {entry.at_ms for entry in read_record(kept).entries} == {7000}


# Leaving -------------------------------------------------------------------------------------
def test_a_game_that_was_left_is_offered_and_between_two_evenings_no_time_passes(evening, session):
    evening.pass_ms(4000)
    session.act(STOCK)
    evening.pass_ms(2345)
    session.leave()
    evening.pass_ms(1e9)
    again = evening.go_on()
    assert again.elapsed_ms == 6345
    evening.pass_ms(100)
    assert again.elapsed_ms == 6445
    again.leave()
    assert evening.kept() == []
    assert evening.go_on().game.position == again.game.position


def test_a_finished_game_is_kept_among_the_played(evening, session):
    session.act(STOCK)
    session.act(ControlAction.END)
    assert evening.kept() == [], "its window still shows the result"
    session.leave()
    assert evening.library.unfinished() == []
    assert [actions(data) for data in evening.kept()] == [["stock", "end"]]


def test_an_abandoned_game_is_kept_once_as_far_as_it_went(evening, session):
    session.act(STOCK)
    session.abandon()
    assert evening.library.unfinished() == []
    assert [actions(data) for data in evening.kept()] == [["stock"]]
    session.leave()
    session.abandon()
    assert len(evening.kept()) == 1


@pytest.mark.parametrize("way", ["leave", "abandon"])
def test_an_unplayed_game_is_forgotten(evening, session, way):
    evening.pass_ms(2000)
    session.write_clock()
    getattr(session, way)()
    assert evening.kept("current") == evening.kept() == []


# Disks that fail -----------------------------------------------------------------------------
def test_on_a_full_disk_the_game_goes_on_and_is_saved_again_when_there_is_room(evening, session):
    session.act(STOCK)
    with full_disk(len(evening.on_disk) + 4):
        session.act(STOCK)
        assert session.warning == "From here on this game is not saved: no space left on device."
        session.warning = None
        evening.pass_ms(1500)
        session.write_clock()
        session.act(STOCK)
        assert session.warning is None, "it is said once"
        assert (session.recorder.is_saved, session.recorder.unwritten) == (False, 2)
        assert actions(evening.on_disk) == ["stock"]
    session.act(STOCK)
    assert session.warning == "This game is saved again."
    assert (session.recorder.is_saved, session.recorder.unwritten) == (True, 0)
    session.warning = None
    evening.pass_ms(1500)
    session.pause()
    assert session.warning is None
    assert actions(evening.on_disk) == ["stock"] * 4
    session.leave()
    assert len(evening.go_on().game.entries) == 4


def test_what_could_not_be_written_is_written_with_the_next_second_or_when_one_leaves(evening, session):
    for write in (lambda: evening.pass_ms(1500) or session.write_clock(), session.leave):
        with full_disk(len(evening.on_disk) + 4):
            evening.pass_ms(1200)
            session.write_clock()
            assert not session.recorder.is_saved, "noticed while one thinks"
            session.act(STOCK)
        write()
        assert session.recorder.is_saved or write == session.leave
    assert len(evening.go_on().game.entries) == 2


def test_a_finished_game_of_which_the_disk_has_no_end_stays_among_the_unfinished_ones(evening, session):
    session.act(STOCK)
    with full_disk(len(evening.on_disk) + 2):
        session.act(ControlAction.END)
        assert not session.ending.is_kept
        session.leave()
    assert evening.kept() == []
    assert len(evening.go_on().game.entries) == 1


def test_a_finished_game_that_cannot_be_put_away_says_so_and_stays(evening, session):
    forbid(evening.folder / "games")
    session.act(STOCK)
    session.abandon()
    assert session.warning.startswith("The finished game is still listed as unfinished: ")
    assert actions(evening.on_disk) == ["stock"]


def test_a_game_without_a_journal_is_played_all_the_same(evening):
    game = Game(read_record(record_of(48213).encode()).deal)
    session = evening.session(game, None, 0)
    evening.pass_ms(2000)
    session.write_clock()
    session.act(STOCK)
    session.act(ControlAction.END)
    session.leave()
    assert game.is_over
    assert session.warning is None
    assert not (evening.folder / "current").exists()

"""Long work in slices: so much at a time and no more, told how far it is, and the same in the end."""

import pytest

from game.play.game import Game
from game.play.record import RecordReader, read_record, reading
from game.play.replay import Replay
from game.play.slices import ENTRIES_A_SLICE, LINES_A_SLICE, SLICE_NS, SlicedTask, Slices, between, run_to_end
from tests.each import each
from tests.long_records import long_rush, long_spider

LONG = [long_rush(1234), long_spider(1234)]


class Clock:
    """Every look at it takes a millisecond."""

    def __init__(self) -> None:
        self.now_ns = 0

    def __call__(self) -> int:
        self.now_ns += 1_000_000
        return self.now_ns


def counting(slices: int) -> Slices[str]:
    for done in range(slices):
        yield done / slices
    return "done"


def test_work_stops_when_its_time_is_used_and_goes_on_later():
    work, clock, turns = SlicedTask(counting(100)), Clock(), 0
    while not work.run_slice(clock):
        turns += 1
        assert work.share == pytest.approx((turns * SLICE_NS / 1e6 - 1) / 100)
        assert work.result is None
    assert turns == 100 * 1e6 // SLICE_NS
    assert (work.result, work.share, work.percent) == ("done", 1.0, "100 %")


def test_where_no_time_passes_work_is_done_at_once():
    work = SlicedTask(counting(1000))
    assert work.run_slice(lambda: 7)
    assert work.run_slice(lambda: 7), "nothing happens any more"


def test_what_comes_up_in_the_work_is_raised():
    def failing() -> Slices[None]:
        yield 0.5
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        SlicedTask(failing()).run_slice(lambda: 0)


def test_a_part_of_the_work_has_its_share_of_it():
    assert list(between(0.5, 1.0, counting(4))) == [0.5, 0.625, 0.75, 0.875]
    assert run_to_end(between(0.5, 1.0, counting(4))) == "done"


@each("data", LONG)
def test_few_entries_are_played_in_a_slice(data):
    record = read_record(data)
    game = Game(record.deal)
    before, shares = 0, []
    for share in record.replaying(game):
        assert 0 < len(game.entries) - before <= ENTRIES_A_SLICE
        before = len(game.entries)
        shares.append(share)
    assert game.entries == list(record.entries)
    assert shares == sorted(shares)
    assert len(shares) == 1234 // ENTRIES_A_SLICE


@each("comments", ["", "# one\n#\n"])
def test_few_lines_are_read_in_a_slice_comments_too(comments):
    reader = RecordReader(long_rush(500).replace(b" stock\n", f" stock\n{comments}".encode()))
    deal, _ = reader.header()
    before, lines = 0, 1 + comments.count("\n")
    for _ in reader.entries(deal.variant):
        assert 0 < lines * (len(reader.found) - before) < LINES_A_SLICE + lines
        before = len(reader.found)
    assert lines * (500 - before) < LINES_A_SLICE + lines
    assert reader.found == list(read_record(long_rush(500)).entries)


@each("data", LONG)
def test_what_is_read_in_slices_is_what_is_read_at_once(data):
    record, error = run_to_end(reading(data))
    assert error is None
    replay, whole = run_to_end(Replay.slices(record)), Replay(record)
    assert replay.times_ms == whole.times_ms
    assert replay.undos == whole.undos
    assert replay.landmarks == whole.landmarks
    assert [replay.position(step) for step in range(replay.last)] == [
        whole.position(step) for step in range(whole.last)
    ]


@each("data", LONG)
@each("step", [0, 1, 600, 1234])
def test_a_game_of_ones_own_begins_where_the_replay_is(data, step):
    record = read_record(data)
    game, played = Replay(record).game_until(step), Game(record.deal)
    for at_ms, action in record.entries[:step]:
        played.play(action, at_ms)
    assert (game.position, game.entries, game.positions(), game.moves(), game.undo_refusal()) == (
        played.position,
        played.entries,
        played.positions(),
        played.moves(),
        played.undo_refusal(),
    )

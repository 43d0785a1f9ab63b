"""The player's games: nothing that was played is lost, whatever happens to program and disk."""

import gc
import os
import shutil
from pathlib import Path

import pytest

from game.play.game import Entry, Game
from game.play.record import Record, action_from_text, read_record, record_text
from game.storage.journal import InUseError, Journal
from game.storage.library import Library, UnfinishedGame
from tests.disks import forbid
from tests.records import actions, position, record_of

LINES = (
    *("0 t5>t2", "1500 t6>t4", "# clock 2400", "2900 stock", "3100 stock", "3300 stock", "3900 waste>t1"),
    *("4000 undo", "4000 redo", "# clock 5750"),
)
DATA = record_of(48213, *LINES).encode()
HEADER = DATA.index(b"\n\n") + 2
PLAYED = ["t5>t2", "t6>t4", "stock", "stock", "stock", "waste>t1", "undo", "redo"]
ENDED = record_of(48213, *LINES, "6000 end").encode()


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path)


@pytest.fixture
def path(tmp_path):
    (tmp_path / "current").mkdir()
    return tmp_path / "current" / "rush.patience"


def only(library: Library) -> UnfinishedGame:
    (unfinished,) = library.unfinished()
    return unfinished


def played(record: Record) -> list[str]:
    return actions(record_text(record.replay(), {}).encode())


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def play(game: Game, journal: Journal, text: str, at_ms: int) -> None:
    action = action_from_text(game.variant, text)
    game.play(action, at_ms)
    journal.append(Library.line(game, Entry(at_ms, action)))


# Beginning and going on ----------------------------------------------------------------------
def test_at_a_first_start_there_is_nothing_to_continue(library, tmp_path):
    assert library.unfinished() == []
    assert names(tmp_path) == []


def test_a_game_that_was_begun_can_be_continued(library):
    game = read_record(DATA).replay()
    journal = library.begin(game, {"started": "2026-11-21T07:13:34Z", "player": "Ännä B."}, "rush-1")
    play(game, journal, "stock", 5800)
    journal.close()

    unfinished = only(library)
    assert played(unfinished.record) == [*PLAYED, "stock"]
    assert unfinished.record.tags == {"started": "2026-11-21T07:13:34Z", "player": "Ännä B."}
    assert unfinished.elapsed_ms == 5800
    again, journal_again, warning = library.resume(unfinished)
    assert again.position == game.position
    assert again.entries == game.entries
    assert warning is None
    play(again, journal_again, "stock", 6000)
    journal_again.close()
    assert played(only(library).record) == [*PLAYED, "stock", "stock"]


def test_a_journal_has_a_name_that_is_free_among_the_kept_games_too(library, tmp_path):
    """The statistics know a game by the name of its file, from its first action on."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "rush-1.patience").write_bytes(ENDED)
    journal = library.begin(Game(read_record(DATA).deal), {}, "rush-1")
    assert journal.path.name == "rush-1-2.patience"
    assert library.keep(journal) == "rush-1-2.patience"


def test_the_game_played_last_is_offered_first(library, path):
    for name, seconds in (("b", 1000), ("c", 3000), ("a", 2000)):
        file = path.with_name(f"{name}.patience")
        file.write_bytes(DATA)
        os.utime(file, (seconds, seconds))
    assert [unfinished.path.stem for unfinished in library.unfinished()] == ["c", "a", "b"]


def test_the_clock_goes_on_from_the_last_time_that_was_written(library, path):
    path.write_bytes(DATA)
    assert only(library).elapsed_ms == 5750
    path.write_bytes(record_of(48213, *LINES, "9000 stock").encode())
    assert only(library).elapsed_ms == 9000
    path.write_bytes(record_of(48213, "0 stock", "# clock 1", "# clock x", "# o'clock 99999").encode())
    assert only(library).elapsed_ms == 1


def test_other_files_are_left_alone(library, path):
    for name in ("notes.txt", ".rush.patience.123", "rush.patience.bak"):
        path.with_name(name).write_bytes(b"anything")
    path.with_name("folder.patience").mkdir()
    path.with_name("dangling.patience").symlink_to(path.with_name("nowhere"))
    path.write_bytes(DATA)
    before = names(path.parent)
    assert played(only(library).record) == PLAYED
    assert names(path.parent) == before


# A program that is killed, a disk that fails ------------------------------------------------------
def test_killed_at_any_byte_the_game_goes_on_from_the_last_whole_line(library, path, tmp_path):
    whole = DATA + b"6000 stock\n"
    for length in range(len(whole)):
        shutil.rmtree(tmp_path / "damaged", ignore_errors=True)
        path.write_bytes(whole[:length])
        if length < HEADER:
            assert library.unfinished() == []
            assert (tmp_path / "damaged" / path.name).read_bytes() == whole[:length]
            continue
        complete = actions(whole[: whole.rindex(b"\n", 0, length) + 1])
        unfinished = only(library)
        assert unfinished.damage is None
        game, journal, warning = library.resume(unfinished)
        assert warning is None
        play(game, journal, "stock", 7000)
        journal.close()
        assert played(read_record(path.read_bytes())) == [*complete, "stock"]
        assert names(tmp_path / "damaged") == []


def test_no_changed_byte_can_stop_the_program(library, path, tmp_path):
    for index in range(len(DATA)):
        byte = (b"\n", b"\xff", b"7", b" ")[index % 4]
        path.write_bytes(DATA[:index] + byte + DATA[index + 1 :])
        for unfinished in library.unfinished():
            assert unfinished.record.replay() is not None
    assert (tmp_path / "damaged").is_dir()


@pytest.mark.parametrize(
    ("damage", "left"),
    [
        *((b"2900 stock", b"2900 st\xffck"), (b"2900 stock", b"2900 stok")),
        *((b"2900 stock", b"2900 t1>t7"), (b"2900 stock", b"900 stock"), (b"2900 stock", b"")),
        *((b"2900 stock", b"\0" * 512), (b"# clock 2400", b"# cl\xfeck")),
    ],
)
def test_of_a_file_damaged_in_the_middle_the_good_part_goes_on(library, path, tmp_path, damage, left):
    broken = DATA.replace(damage, left)
    path.write_bytes(broken)
    unfinished = only(library)
    assert (unfinished.damage is None, unfinished.elapsed_ms) == (False, 5750)
    assert played(unfinished.record) == ["t5>t2", "t6>t4"]
    assert path.read_bytes() == broken, "only offering it changes nothing"

    game, journal, warning = library.resume(unfinished)
    assert "damaged" in warning
    assert "line 9" in warning or "line 8" in warning
    play(game, journal, "stock", unfinished.elapsed_ms)
    journal.close()
    assert (tmp_path / "damaged" / path.name).read_bytes() == broken
    assert played(read_record(path.read_bytes())) == ["t5>t2", "t6>t4", "stock"]
    assert only(library).damage is None


def test_damaged_files_of_one_name_are_all_kept_or_stay(library, path, tmp_path):
    forbid(tmp_path / "damaged")
    path.write_bytes(b"nothing of ours")
    assert library.unfinished() == []
    assert path.read_bytes() == b"nothing of ours"
    (tmp_path / "damaged").unlink()
    for content in (b"first", b"second", b"third"):
        path.write_bytes(content)
        assert library.unfinished() == []
    kept = [(tmp_path / "damaged" / name).read_bytes() for name in names(tmp_path / "damaged")]
    assert sorted(kept) == [b"first", b"second", b"third"]


def test_where_a_damaged_game_cannot_be_kept_aside_it_goes_on_unsaved(library, path, tmp_path):
    forbid(tmp_path / "damaged")
    broken = DATA.replace(b"2900 stock", b"2900 stok")
    path.write_bytes(broken)
    game, journal, warning = library.resume(only(library))
    assert journal is None
    assert warning.startswith("From here on this game is not saved:")
    assert len(game.entries) == 2
    assert path.read_bytes() == broken


# Windows -----------------------------------------------------------------------------------------
def test_a_second_window_does_not_mend_a_damaged_game_that_the_first_one_plays(library, path, tmp_path):
    path.write_bytes(DATA.replace(b"2900 stock", b"2900 stok"))
    here, there = only(library), only(library)
    game, journal, _ = library.resume(here)
    play(game, journal, "stock", 6000)
    with pytest.raises(InUseError):
        library.resume(there)
    journal.close()
    assert played(only(library).record) == ["t5>t2", "t6>t4", "stock"]
    assert names(tmp_path / "damaged") == [path.name]


# The end -----------------------------------------------------------------------------------------
def test_no_kept_game_is_written_over(library, path, tmp_path):
    for line in ("9000 stock", "9001 stock"):
        path.write_bytes(record_of(48213, line).encode())
        library.keep(Journal(path))
    kept = sorted((tmp_path / "games" / name).read_bytes() for name in names(tmp_path / "games"))
    assert [data.splitlines()[-1] for data in kept] == [b"9000 stock", b"9001 stock"]


WON = (position("t1 KC", "t2 KD", "t3 KH", home=(12, 12, 12, 13)) + "0 t1>f1\n0 t2>f2\n0 t3>f3\n").encode()


@pytest.mark.parametrize("data", [ENDED, WON, record_of(1, "300000 end").encode()])
def test_a_game_decided_but_not_put_away_is_put_away_at_the_next_start(library, path, tmp_path, data):
    path.write_bytes(data)
    assert library.unfinished() == []
    assert names(path.parent) == []
    assert (tmp_path / "games" / path.name).read_bytes() == data


def test_a_decided_game_that_another_window_shows_or_that_cannot_be_put_away_is_not_offered(
    library, path, tmp_path
):
    path.write_bytes(ENDED)
    other = Journal(path)
    assert library.unfinished() == []
    other.close()
    forbid(tmp_path / "games")
    assert library.unfinished() == []
    assert path.read_bytes() == ENDED
    (tmp_path / "games").unlink()
    assert library.unfinished() == []
    assert names(tmp_path / "games") == [path.name]


def test_a_game_whose_end_was_torn_goes_on(library, path):
    path.write_bytes(ENDED[:-1])
    assert played(only(library).record) == PLAYED


@pytest.mark.thorough
def test_of_the_games_that_were_left_no_journal_stays_in_memory(library):
    def journals() -> int:
        gc.collect()
        return sum(issubclass(type(thing), Journal) for thing in gc.get_objects())  # some are dead proxies

    before = journals()
    for number in range(10):
        library.begin(Game(read_record(DATA).deal), {}, f"rush-{number}").close()
    assert journals() - before <= 1

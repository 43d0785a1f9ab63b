"""Play times that no hand has played: what is accepted can be written and read again, all else is refused."""

import pytest

from game.cli import main
from game.play.deal import deal_number
from game.play.game import MAX_MS, Game
from game.play.played import result_of
from game.play.record import RecordError, header_text, read_record
from game.rules import VARIANTS, find_variant
from game.rules.variant import Variant
from game.session.recorder import PracticeRecorder
from game.session.session import PlayTime, Session
from game.storage.library import Library
from game.storage.saved import read_saved, save
from game.ui.files.games import facts

ENDLESS = [name for name in VARIANTS if find_variant(name).limit_ms is None]
TOO_LONG = (10**15, 10**16 - 1, 10**18, 10**400)


def text_of(name: str, *lines: str) -> bytes:
    variant = find_variant(name)
    return (header_text(deal_number(variant, 1), {}) + "".join(f"{line}\n" for line in lines)).encode()


def move_of(variant: Variant, game: Game) -> str:
    return variant.move_to_text(variant.legal_moves(game.position)[0])


def first(name: str) -> str:
    variant = find_variant(name)
    return move_of(variant, Game(deal_number(variant, 1)))


@pytest.fixture(params=ENDLESS)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.mark.parametrize("ms", TOO_LONG, ids=lambda ms: f"{len(str(ms))} digits")
def test_a_longer_time_is_refused_with_its_line(tmp_path, name, ms):
    path = tmp_path / "game.patience"
    for line in (f"{ms} {first(name)}", f"# clock {ms}"):
        path.write_bytes(text_of(name, f"0 {first(name)}", line))
        with pytest.raises(RecordError, match=r"^line 7: the play time has more than 15 digits$"):
            read_saved(path)


@pytest.mark.parametrize("ms", TOO_LONG, ids=lambda ms: f"{len(str(ms))} digits")
def test_of_an_unfinished_game_with_a_longer_time_the_rest_goes_on(tmp_path, name, ms):
    (tmp_path / "current").mkdir()
    path = tmp_path / "current" / "game.patience"
    path.write_bytes(text_of(name, f"700 {first(name)}", f"# clock {ms}", "# clock 900"))
    library = Library(tmp_path)
    (unfinished,) = library.unfinished()
    assert unfinished.elapsed_ms == 900
    _, journal, warning = library.resume(unfinished)
    journal.close()
    assert "line 7: the play time has more than 15 digits" in warning
    (unfinished,) = library.unfinished()
    assert (unfinished.damage, unfinished.elapsed_ms) == (None, 700)


@pytest.mark.parametrize("written", ["clock", "entry"])
def test_the_longest_time_goes_on_and_all_that_is_written_can_be_read(tmp_path, name, written):
    (tmp_path / "current").mkdir()
    path = tmp_path / "current" / "game.patience"
    lines = [f"{MAX_MS} {first(name)}"] if written == "entry" else [f"# clock {MAX_MS}"]
    path.write_bytes(text_of(name, *lines))
    library, now = Library(tmp_path), [0]
    (unfinished,) = library.unfinished()
    game, journal, _ = library.resume(unfinished)
    recorder = PracticeRecorder(game, {}, journal, unfinished.elapsed_ms, library)
    session = Session(game, PlayTime(game, lambda: now[0], unfinished.elapsed_ms), recorder)
    session.start()
    now[0] = 10**12
    session.act(game.variant.move_from_text(move_of(game.variant, game)))
    now[0] = 2 * 10**12
    save(tmp_path / "saved.patience", game, {}, session.elapsed_ms)
    assert read_saved(tmp_path / "saved.patience").game.entries == game.entries
    assert "16666666666:39 played" in facts(game, session.elapsed_ms)
    session.abandon()
    assert session.warning is None
    (kept,) = (tmp_path / "games").iterdir()
    assert read_record(kept.read_bytes()).replay().elapsed_ms == MAX_MS
    (told,) = library.statistics.games()
    assert told.result.elapsed_ms == result_of(game).elapsed_ms == MAX_MS
    for reading in library.statistics.rebuild():
        assert reading.notices == []
    assert library.statistics.games() == [told]
    library.close()


@pytest.mark.thorough
def test_a_solution_after_the_longest_time_is_a_record(tmp_path):
    path, out = tmp_path / "game.patience", tmp_path / "out.patience"
    game = Game(deal_number(find_variant("one-three-back"), 1))
    moves = []
    while len(game.position.piles[0]) > 3:  # few cards are left to be dealt
        game.play(game.variant.move_from_text("stock"), 0)
        moves.append(f"{MAX_MS} stock")
    path.write_bytes(text_of("one-three-back", *moves))
    assert main(["solve", str(path), "--limit", "20", "--record", str(out)]) == 0
    assert read_record(out.read_bytes()).replay().elapsed_ms == MAX_MS

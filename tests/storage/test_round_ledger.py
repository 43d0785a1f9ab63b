"""The ledger of tournaments: a line follows from all before it, and is written in two places or in none."""

from pathlib import Path

import pytest

from game.storage.files import StorageError
from game.storage.tournament_store import FILE, RoundLedger
from tests.disks import full_disk

ONE, OTHER = "1" * 32, "2" * 32


def written(folder: Path) -> Path:
    ledger = RoundLedger(folder)
    for tournament, text in ((ONE, "begun"), (OTHER, "begun too"), (ONE, "closed")):
        ledger.append(tournament, text, lambda _: None)
    return folder / FILE


def test_what_is_written_is_read_and_holds(tmp_path):
    assert RoundLedger(tmp_path).read() == ([], True)
    path = written(tmp_path)
    lines, holds = RoundLedger(tmp_path).read()
    texts = [(ONE, "begun"), (OTHER, "begun too"), (ONE, "closed")]
    assert ([(each.tournament, each.text) for each in lines], holds) == (texts, True)
    assert len({each.digest for each in lines}) == path.read_text().count("\n") == 3


@pytest.mark.parametrize(("line", "is_gone"), [(0, False), (1, False), (2, False), (0, True), (1, True)])
def test_a_line_that_was_changed_or_is_gone_breaks_the_chain_for_good(tmp_path, line, is_gone):
    path = written(tmp_path)
    lines = path.read_text().splitlines(keepends=True)
    lines[line] = "" if is_gone else lines[line].replace("e", "a")
    path.write_text("".join(lines))
    for _ in range(2):
        assert not RoundLedger(tmp_path).read()[1]
        RoundLedger(tmp_path).append(ONE, "begun", lambda _: None)


def test_a_torn_line_is_no_line_and_gives_way_to_the_next(tmp_path):
    path = written(tmp_path)
    for end in range(len(path.read_bytes()) - 1, len(path.read_bytes()) - 60, -7):
        path.write_bytes(path.read_bytes()[:end])
        assert RoundLedger(tmp_path).read()[1]
        RoundLedger(tmp_path).append(ONE, "begun", lambda _: None)
        lines, holds = RoundLedger(tmp_path).read()
        assert (len(lines), holds) == (3, True)


def test_what_cannot_be_written_elsewhere_stands_in_no_ledger(tmp_path):
    path = written(tmp_path)
    before = path.read_bytes()

    def fail(_: str) -> None:
        raise StorageError("no space left on device")

    with pytest.raises(StorageError):
        RoundLedger(tmp_path).append(ONE, "begun", fail)
    assert path.read_bytes() == before


def test_on_a_full_disk_nothing_is_written_anywhere(tmp_path):
    before = written(tmp_path).read_bytes()
    told: list[str] = []
    with full_disk(5), pytest.raises(StorageError):
        RoundLedger(tmp_path).append(ONE, "begun", told.append)
    assert (told, (tmp_path / FILE).read_bytes()) == ([], before)

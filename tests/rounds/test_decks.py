"""Decks for new tournaments: kept on disk, each given away once, looked for one after the other."""

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from game.play.deal import Difficulty
from game.play.proof import SealedDeck, deck_from_secret
from game.rounds.decks import FILE, MAX_DECKS, DeckReserve, KeptDeck, KeptDecks
from game.rules.rush import Rush
from game.solver.service.messages import DeckRequest, DeckResponse, RequestFailed
from game.storage.files import StorageError
from tests.disks import full_disk

RUSH = Rush(draw=3, limit=300)


class Finder:
    """Stands in for the solver: it is asked for a deck, and has one when it is told to."""

    def __init__(self) -> None:
        self.asked: list[DeckRequest] = []
        self.told: list[Callable[[DeckResponse | RequestFailed], None]] = []
        self.made = 0

    def ask(self, question: DeckRequest, told: Callable[[DeckResponse | RequestFailed], None]) -> int:
        self.asked.append(question)
        self.told.append(told)
        return len(self.asked)

    def find(self, difficulty: Difficulty = Difficulty.FAIR) -> SealedDeck:
        self.made += 1
        deck = SealedDeck(f"{self.made:064x}", deck_from_secret(self.made.to_bytes(32)))
        self.told.pop()(DeckResponse(deck, difficulty))
        return deck


@pytest.fixture
def finder() -> Finder:
    return Finder()


def reserve(folder: Path, finder: Finder) -> DeckReserve:
    return DeckReserve(KeptDecks(folder), finder)


def test_decks_are_looked_for_until_there_are_so_many(tmp_path, finder):
    decks = reserve(tmp_path, finder)
    decks.seek(RUSH, 2)
    decks.seek(RUSH, 2)
    assert len(finder.asked) == 1
    first = finder.find()
    assert decks.take(RUSH, 2) == (), "all that are needed, or none"
    second = finder.find()
    assert not finder.told
    assert decks.take(RUSH, 2) == [first, second]
    assert decks.ready(RUSH) == 0


def test_a_deck_is_kept_for_another_day_and_given_away_once(tmp_path, finder):
    reserve(tmp_path, finder).seek(RUSH, 1)
    found = finder.find()
    one, other = reserve(tmp_path, finder), reserve(tmp_path, finder)
    assert one.take(RUSH, 1) == [found]
    assert other.take(RUSH, 1) == ()


def test_nobody_else_may_read_the_file_and_no_card_is_to_be_read_in_it(tmp_path, finder):
    reserve(tmp_path, finder).seek(RUSH, 1)
    found = finder.find()
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) & 0o077 == 0
    assert found.deck[:8] not in (tmp_path / FILE).read_text()


def test_decks_of_another_draw_or_difficulty_stay(tmp_path, finder):
    decks = reserve(tmp_path, finder)
    decks.seek(RUSH, 1)
    finder.find(Difficulty.EASY)
    assert decks.take(Rush(draw=1, limit=60), 1) == ()
    assert decks.take(RUSH, 1, Difficulty.HARD) == ()
    decks.seek(RUSH, 1, Difficulty.HARD)
    assert finder.asked[-1].difficulty is Difficulty.HARD
    hard = finder.find(Difficulty.HARD)
    assert decks.take(RUSH, 1, Difficulty.HARD) == [hard]
    assert len(decks.take(Rush(draw=3, limit=60), 1)) == 1, "the time makes no difference"


def test_why_none_is_found_is_told_and_it_is_tried_again_when_asked(tmp_path, finder):
    decks = reserve(tmp_path, finder)
    decks.seek(RUSH, 1)
    finder.told.pop()(RequestFailed("the solver stopped"))
    assert decks.trouble == "the solver stopped"
    decks.seek(RUSH, 1)
    assert (decks.trouble, len(finder.asked)) == (None, 2)


def test_a_deck_that_cannot_be_written_down_is_there_all_the_same(tmp_path, finder):
    decks = reserve(tmp_path, finder)
    decks.seek(RUSH, 1)
    with full_disk(0):
        found = finder.find()
    assert decks.take(RUSH, 1) == [found]


def test_what_cannot_be_taken_out_of_the_file_is_not_given_away(tmp_path, finder):
    decks = reserve(tmp_path, finder)
    decks.seek(RUSH, 1)
    found = finder.find()
    with full_disk(0), pytest.raises(StorageError):
        decks.take(RUSH, 1)
    assert decks.take(RUSH, 1) == [found]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("{", "decks.damaged"),
        ('{"version": 1, "decks": [[3, "fair", "00", "00"]]}', "decks.damaged"),
        ('{"version": 1, "decks": [[2, "fair"]]}', "decks.damaged"),
        ('{"version": 2, "decks": {}}', "decks.newer"),
    ],
)
def test_a_file_that_cannot_be_believed_is_set_aside(tmp_path, finder, content, name):
    (tmp_path / FILE).write_text(content)
    decks = reserve(tmp_path, finder)
    assert decks.ready(RUSH) == 0
    decks.seek(RUSH, 1)
    finder.find()
    assert (tmp_path / name).read_text() == content
    assert len(json.loads((tmp_path / FILE).read_text())["decks"]) == 1


def test_where_too_many_are_kept_the_oldest_gives_way_to_one_that_is_sought(tmp_path, finder):
    kept = KeptDecks(tmp_path)
    for number in range(MAX_DECKS):
        deck = SealedDeck(f"{number:064x}", deck_from_secret(number.to_bytes(32)))
        kept.add(KeptDeck(1, Difficulty.FAIR, deck))
    decks = reserve(tmp_path, finder)
    decks.seek(RUSH, 1)
    finder.find()
    assert decks.ready(RUSH) == 1
    assert not finder.told, "it comes to an end"
    assert decks.ready(Rush(draw=1, limit=300)) == MAX_DECKS - 1

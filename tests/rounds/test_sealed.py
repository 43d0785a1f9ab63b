"""Which deals nobody may look at: those of rounds that a person here has still to play."""

import shutil
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from game.play.deal import Deal, deal_deck, deal_number, deal_position
from game.play.game import ControlAction, Game
from game.play.record import record_text
from game.rounds.seat_store import SealedDeals
from game.rules import find_variant
from game.rules.position import STOCK
from game.rules.rush import Rush
from game.session.dealer import Dealer
from game.session.sessions import SealedError
from game.solver.catalogue import read_catalogue
from game.storage.library import Library
from game.tournament.rounds import round_tags
from tests.disks import full_disk
from tests.rounds.test_local_tournament import Room, cut_off, play, play_round
from tests.tournament.rounds import ANNA, BEN, CLARA, EVENING, RUBY, record, results


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def sealed(room: Room) -> list[int]:
    """The deals of the evening that are sealed."""
    found = SealedDeals(room.folder, room.utc_now)
    return [number for number in EVENING.deals if found.has(number)]


def is_sealed(room: Room, deal: Deal) -> bool:
    try:
        SealedDeals(room.folder, room.utc_now).check(deal)
    except SealedError:
        return True
    return False


def test_without_a_tournament_that_can_be_read_nothing_is_sealed(room):
    assert sealed(room) == []
    assert not is_sealed(room, EVENING.deal(1))
    room.new()
    assert sealed(room) == [*EVENING.deals], "every round, before it is played"
    (room.place / "tournament").write_bytes(b"junk")
    assert sealed(room) == []


def test_the_sentence_names_the_tournament(room):
    room.new()
    with pytest.raises(SealedError, match="a deal of the tournament “Sunday evening”: it stays closed"):
        SealedDeals(room.folder, room.utc_now).check(EVENING.deal(3))


def test_a_round_is_sealed_while_it_runs_and_until_everybody_here_has_played_it(room):
    local = room.new(ANNA, BEN, RUBY)
    opened = local.begin(local.state.seats[0], 1)
    assert sealed(room) == [*EVENING.deals]
    opened.journal.close()
    room.after(301)
    assert sealed(room) == [*EVENING.deals]  # Ben has not played it
    local = room.open()
    play_round(local, 1, 1)
    assert sealed(room) == [*EVENING.deals[1:]]


def test_a_round_that_was_left_is_sealed_until_its_time_is_over(room):
    local = room.new(ANNA)
    local.begin(local.state.seats[0], 1).journal.close()
    room.after(200)
    assert sealed(room)[0] == EVENING.deals[0]
    room.after(101)
    assert sealed(room) == [*EVENING.deals[1:]]


def test_when_all_here_have_played_nothing_is_sealed_nor_once_it_is_closed(room):
    local = room.new(ANNA, RUBY)
    local.take_results(results(CLARA, 1))
    for number in (1, 2, 3):
        assert sealed(room) == [*EVENING.deals[number - 1 :]]
        play_round(local, 0, number)
    assert sealed(room) == []
    room.new(tournament=replace(EVENING, deals=(5, 6))).seats.close(room.utc_now())
    assert not is_sealed(room, deal_number(Rush(), 5))


@pytest.mark.parametrize(
    "way", ["number", "other limit", "other draw", "deck", "piles", "same cards elsewhere"]
)
def test_the_cards_are_sealed_in_whatever_form_they_come(room, way):
    room.new()
    round_deal = EVENING.deal(2)
    number = EVENING.deals[1]
    assert round_deal.deck is not None
    deals = {
        "number": round_deal,
        "other limit": deal_number(Rush(draw=3, limit=86400), number),
        "other draw": deal_number(Rush(draw=1), number),
        "deck": deal_deck(Rush(), " ".join(each.up.text for each in round_deal.deck), None),
        "piles": deal_position(Rush(), round_deal.position),
        "same cards elsewhere": deal_number(find_variant("three-shuffles", []), number),
    }
    assert is_sealed(room, deals[way])
    assert not is_sealed(room, deal_number(deals[way].variant, number + 1))


def test_a_running_record_that_does_not_hold_is_behind(room):
    cut_off(room)
    (path,) = room.files
    path.write_bytes(b"junk")
    play_round(room.open(), 1, 1)
    assert sealed(room) == [*EVENING.deals[1:]]


def test_chance_deals_no_sealed_deal(room, tmp_path):
    room.new()
    found = SealedDeals(room.folder, room.utc_now)
    given = iter([7, 99, 48213, 7, 5])
    dealer = Dealer(lambda: next(given), lambda: read_catalogue(tmp_path / "none"), found.has)
    assert dealer.number(find_variant("spider", [])) == 5


# What is remembered -------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [(ANNA, BEN), (ANNA,)])
def test_a_round_whose_record_is_gone_is_not_a_new_try_and_waits_for_nobody(room, players):
    local = room.new(*players)
    local.begin(local.state.seats[0], 1).journal.close()
    (path,) = room.files
    path.unlink()
    local = room.open()
    assert "its record is missing: it is not played again" in local.troubles[0]
    assert 1 in local.state.seats[0].spoilt
    assert [(seat.player, number) for seat, number in local.state.due()] == [
        *[(BEN, 1)] * (BEN in players),
        (ANNA, 2),
    ]
    assert sealed(room) == [*EVENING.deals[BEN not in players :]]


def test_the_log_tells_which_rounds_were_begun_and_when(room):
    local = room.new()
    play_round(local, 0, 1)
    room.after(60)
    play_round(local, 1, 1)
    lines = (room.place / "log").read_text().splitlines()
    assert [line.rpartition(" ")[0] for line in lines if line.startswith("begun")] == [
        "begun 01 1 person Anna 2026-11-21T12:00:00.000Z",
        "begun 02 1 person Ben 2026-11-21T12:01:00.000Z",
    ]


def test_a_torn_log_loses_only_its_last_line(room):
    local = room.new()
    play_round(local, 0, 1)
    path = room.place / "log"
    path.write_bytes(path.read_bytes() + b"begun 02 1 20")
    play_round(local, 0, 2)
    assert room.open().seats.read_log().begun == [("01", 1), ("01", 2)]


def test_a_deal_that_was_played_here_is_told_in_the_record(room):
    local = room.new(ANNA)
    game = Game(deal_number(Rush(draw=1), EVENING.deals[0]))
    game.play(STOCK, 5)
    game.play(ControlAction.END, 7)
    library = Library(room.folder)
    library.statistics.count("x.patience", game, {})
    library.close()
    assert play_round(local, 0, 1).tags["replayed"] == "yes"
    assert "replayed" not in play_round(local, 0, 2).tags


def test_a_clock_that_stands_before_the_last_round_is_told_in_the_record_and_the_results(room):
    local = room.new()
    play_round(local, 0, 1)
    room.after(-3600)
    assert play_round(local, 1, 1).tags["clock"] == "set-back"
    told = [(player, number, remark.value) for player, number, remark in local.state.remarks()]
    assert told == [(BEN, 1, "the computer’s clock was set back")]


@pytest.mark.parametrize("seconds", [0, -1, 60])
def test_a_clock_that_was_only_set_right_is_not_told(room, seconds):
    local = room.new()
    play_round(local, 0, 1)
    room.after(2 + seconds)
    assert "clock" not in local.begin(local.state.seats[1], 1).tags


def test_a_clock_set_back_while_a_round_was_left_is_told_once_in_its_results(room):
    cut_off(room, (1000, STOCK), clock_ms=90_000)
    room.after(100)
    room.open().resume().journal.close()
    (path,) = room.files
    assert b"set back" not in path.read_bytes(), "the clock has run its course"
    room.after(-3700)
    for _ in range(3):
        local = room.open()
        opened = local.resume()
        opened.journal.close()
    opened = play(room.open().resume(), (101_000, STOCK), (102_000, ControlAction.END))
    opened.journal.close()
    local.finish(local.state.seats[0], 1, b"")
    assert local.state.seats[0].records[1].count(b"# clock set back\n") == 1
    assert [remark.value for *_, remark in local.state.remarks()] == ["the computer’s clock was set back"]
    assert room.open().state.remarks() == local.state.remarks()


@pytest.mark.parametrize("room_left", range(0, 700, 30))
def test_on_a_full_disk_a_round_is_begun_and_remembered_or_neither(room, room_left):
    local = room.new(ANNA)
    begun = None
    with full_disk(room_left), suppress(OSError):
        begun = local.begin(local.state.seats[0], 1)
    log = room.open().seats.read_log().begun
    assert (begun is not None, len(room.files)) == (bool(log), len(log))


# Closing ------------------------------------------------------------------------------------------
def test_a_tournament_that_nobody_finishes_is_closed_and_what_was_begun_stays(room):
    local = room.new()
    play_round(local, 0, 1)
    assert local.seats.close_refusal() is None
    local.seats.close(room.utc_now())
    for found in (local, room.open()):
        assert found.state.is_closed
        assert found.state.is_over
        assert found.state.due() == []
        assert 1 in found.state.seats[0].results
        assert found.seats.close_refusal() == "This tournament is closed already."


def test_a_running_round_ends_before_its_tournament_is_closed(room):
    local = room.new()
    local.begin(local.state.seats[0], 1)
    assert local.seats.close_refusal() == "A round is running: it has to end first."


def test_a_tournament_that_another_window_closed_is_begun_no_more(room):
    local, other = room.new(), room.open()
    other.seats.close(room.utc_now())
    with pytest.raises(OSError, match="closed"):
        local.begin(local.state.seats[0], 1)
    assert room.files == []


def test_results_still_come_into_a_closed_tournament(room):
    local = room.new()
    local.seats.close(room.utc_now())
    local.take_results(results(CLARA, 1))
    assert CLARA in [seat.player for seat in room.open().state.seats]


# Removing -----------------------------------------------------------------------------------------
def test_a_seat_taken_by_mistake_is_removed_and_kept_aside(room):
    local = room.new()
    local.take_results(results(CLARA, 1, 2))
    local.seats.remove(local.state.seats[2])
    for found in (local, room.open()):
        assert [seat.player for seat in found.state.seats] == [ANNA, BEN]
    aside = room.place / "removed"
    assert (aside / "03-1" / "round-2.patience").read_bytes() == record(CLARA, 2)
    local.take_results(results(CLARA, 1))  # and can be taken in again
    local.seats.remove(local.state.seats[2])
    assert sorted(path.name for path in aside.iterdir()) == ["03-1", "03-2"]


def test_one_result_taken_in_by_mistake_is_removed(room):
    local = room.new()
    local.take_results(results(CLARA, 1, 2))
    local.seats.remove_round(local.state.seats[2], 1)
    for found in (local, room.open()):
        assert [*found.state.seats[2].results] == [2]
    assert (room.place / "removed" / "03-round-1-1.patience").read_bytes() == record(CLARA, 1)


def test_who_has_begun_here_is_not_removed(room):
    cut_off(room)
    local = room.open()
    with pytest.raises(ValueError, match="Anna plays here and has started"):
        local.seats.remove(local.state.seats[0])
    local.seats.remove(local.state.seats[1])
    assert [seat.player for seat in room.open().state.seats] == [ANNA]


def test_somebody_has_to_play_here(room):
    local = room.new(ANNA, RUBY)
    assert local.seats.removal_refusal(local.state.seats[0]) == "Somebody has to play here."
    assert local.seats.removal_refusal(local.state.seats[1]) is None


def test_a_record_that_was_begun_elsewhere_is_no_running_round_of_this_machine(room):
    room.new().take_results(results(CLARA, 1))
    game = Game(EVENING.deal(2))
    tags = {"started": "2026-11-21T11:59:00.000Z", **round_tags(EVENING, CLARA, 2)}
    (room.place / "03" / "round-2.patience").write_text(record_text(game, tags))
    room.after(timedelta(minutes=20).total_seconds())
    assert sealed(room) == [*EVENING.deals]


def test_who_takes_the_place_of_a_lost_seat_has_lost_no_round(room):
    play_round(room.new(), 1, 1)
    shutil.rmtree(room.place / "02")
    room.open().take_results(results(CLARA, 2))
    clara = room.open().state.seat_of(CLARA)
    assert (clara.spoilt, [*clara.results]) == ({}, [2])


def test_no_sealed_deal_is_offered_in_the_place_of_another(room):
    room.new()
    dealer = Dealer(lambda: 1, EveryDeal, SealedDeals(room.folder, room.utc_now).has)
    offered = [dealer.next_after(Rush(), number) for number in (5, 6, 98)]
    assert offered == [6, 8, 100]


class EveryDeal:
    """Stands in for the catalogue: every deal can be won."""

    def after(self, _draw: int, number: int) -> int:
        return number + 1

"""The check of a closed round: whatever does not hold is found."""

from dataclasses import replace
from random import Random

import pytest

from game.online.bodies import MOST_BYTES_PROOF, ClosedRound, PlayedRound, read_body
from game.online.check import check_round
from game.online.fields import encoded
from game.play.commitment import deck_from_secret
from tests.online.examples import example
from tests.online.lies import anything

CLOSED: ClosedRound = read_body(ClosedRound, example("round"), MOST_BYTES_PROOF)
(ANNA,) = CLOSED.played


def codes(closed: ClosedRound, promised: str | None = None) -> list[str]:
    return [each.code for each in check_round(closed, promised).faults]


def with_record(*pairs: tuple[str, str]) -> ClosedRound:
    record = ANNA.record
    for old, new in pairs:
        assert old in record
        record = record.replace(old, new)
    return replace(CLOSED, played=(replace(ANNA, record=record),))


def test_nothing_is_wrong_with_the_example():
    assert codes(CLOSED) == []


def test_another_deck_does_not_come_to_the_commitment():
    assert codes(replace(CLOSED, deck=deck_from_secret(bytes(32)), played=())) == ["commitment"]


def test_another_salt_neither():
    assert codes(replace(CLOSED, salt="00" * 32)) == ["commitment"]


def test_a_commitment_kept_from_before_tells_of_a_change():
    assert codes(CLOSED, promised="00" * 32) == ["promise"]


def test_what_is_no_deck_is_told():
    assert codes(replace(CLOSED, deck=" ".join(["AC"] * 52))) == ["commitment", "no_deck"]


def test_nobody_plays_a_round_twice():
    assert codes(replace(CLOSED, played=(ANNA, ANNA))) == ["twice"]


def test_a_round_that_closed_before_it_opened():
    assert codes(replace(CLOSED, closed=CLOSED.opened - 1, played=())) == ["times"]


@pytest.mark.parametrize(
    "pairs",
    [
        [("patience 1\n", "patience 2\n")],
        [("draw=3", "draw=1")],
        [("player=Anna", "player=Ben")],
        [("round=1", "round=2")],
        [("tournament=5a", "tournament=5b")],
        [("commitment=", "commitment=0")],
        [("started=2026-11-23T06:00:10.250Z ", "")],
        [("started=2026-11-23T06:00:10", "started=2026-11-23T05:00:10")],
        [("started=2026-11-23T06:00:10", "started=2026-11-23T06:06:10")],
        [("2210 stock", "2210 shown")],
        [("4100 stock", "4100 redo")],
        [("4100 stock", "2100 stock")],
        [("4100 stock", "4100 t1>f1")],
        [("300000 end\n", "")],
        [("300000 end\n", "300000 end")],
        [("300000 end", "300001 end")],
    ],
)
def test_a_record_that_does_not_hold_is_told(pairs: list[tuple[str, str]]):
    checked = check_round(with_record(*pairs))
    assert [(each.code, each.player) for each in checked.faults] == [("record", "Anna")]
    assert checked.proved == ()


def test_a_robot_is_not_passed_off_as_a_person():
    assert codes(replace(CLOSED, played=(replace(ANNA, kind="robot regular"),))) == ["record"]


def test_the_best_comes_first():
    ben = PlayedRound("Ben", "person", ANNA.record.replace("Anna", "Ben").replace("300000 end", "200000 end"))
    checked = check_round(replace(CLOSED, played=(ANNA, ben)))
    assert checked.faults == ()
    assert [each.played.player for each in checked.proved] == ["Ben", "Anna"]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_round_says_is_told_in_faults(seed: int):
    random = Random(seed)
    for _ in range(15):
        closed = anything(ClosedRound, random)
        played = []
        for _ in range(random.randrange(4)):
            record = CLOSED.played[0].record
            at = random.randrange(len(record))
            odd = random.choice(["", "\n", "9", " ", "redo", "\x00", "\U0001f642", "1" * 40, record[:300]])
            played.append(replace(anything(PlayedRound, random), record=record[:at] + odd + record[at + 1 :]))
        closed = replace(random.choice([CLOSED, closed]), played=tuple(played))
        checked = check_round(read_body(ClosedRound, encoded(closed), 1 << 20))
        assert checked.faults or not played

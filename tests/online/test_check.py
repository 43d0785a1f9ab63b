"""The check of a closed round: whatever does not hold is found."""

from dataclasses import replace
from random import Random

import pytest

from game.codec import encoded
from game.online.bodies import MAX_BYTES_PROOF, ClosedRound, PlayedRound, read_body
from game.online.check import check_round
from game.online.messages import Absence
from game.play.proof import deck_from_secret
from game.tournament.rounds import Remark
from tests.online.examples import example
from tests.online.lies import anything

CLOSED: ClosedRound = read_body(ClosedRound, example("round"), MAX_BYTES_PROOF)
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


def ben(*pairs: tuple[str, str], begun: int = 250) -> PlayedRound:
    record = ANNA.record.replace("Anna", "Ben")
    for old, new in pairs:
        assert old in record
        record = record.replace(old, new)
    return PlayedRound("Ben", "person", record, begun)


def test_when_each_began_and_how_many_had_played_by_then_is_told():
    late = ben(("2210 stock\n4100 stock", "130000 stock\n140000 stock"), begun=129_000)
    checked = check_round(replace(CLOSED, played=(ANNA, late)))
    assert checked.faults == ()
    told = {each.played.player: (each.began_ms, each.before) for each in checked.proved}
    assert told == {"Anna": (10_250, 0), "Ben": (139_000, 1)}


def test_who_turned_cards_and_went_is_marked_and_who_played_on_is_not():
    went, looked_on = ben(("190000 stock\n", "")), ben(("2210 stock\n4100 stock\n190000 stock\n", ""))
    late = ben(("2210 stock\n4100 stock", "190000 stock"), ("190000 stock\n190000", "190000"), begun=189_000)
    for played, is_marked in ((ANNA, False), (went, True), (looked_on, False), (late, True)):
        (proved,) = check_round(replace(CLOSED, played=(played,))).proved
        assert (Remark.WENT in proved.remarks) is is_marked


def test_a_clock_that_did_not_start_with_all_others_is_found():
    assert codes(with_record(("06:00:10.250Z", "06:00:11.250Z"))) == ["record"]


def test_what_was_played_before_it_was_begun_is_found():
    assert codes(replace(CLOSED, played=(replace(ANNA, begun=2211),))) == ["record"]
    own = replace(CLOSED, start="own", starts=None)
    assert codes(replace(own, played=(replace(ANNA, begun=1),))) == ["record"]
    assert codes(replace(own, played=(replace(ANNA, begun=0),))) == []


def test_robots_have_a_place_in_a_proof_where_they_have_one_in_the_results():
    record = ANNA.record.replace("player=Anna", "player=Cog robot=regular")
    robot = replace(ANNA, player="Cog", kind="robot regular", record=record)
    for robots_rank, rank in ((False, None), (True, 1)):
        checked = check_round(replace(CLOSED, played=(robot, ANNA), robots_rank=robots_rank))
        assert checked.faults == ()
        assert {each.played.player: each.rank for each in checked.proved} == {"Anna": 1, "Cog": rank}
        assert checked.proved[-1].played == (ANNA if robots_rank else robot)


def test_a_form_tells_what_its_version_tells():
    assert codes(replace(CLOSED, patience_round=1)) == ["times"]
    assert codes(replace(CLOSED, seats=None)) == ["times"]
    assert codes(replace(CLOSED, start="own", played=())) == ["times"]


def test_times_in_which_the_server_was_away_lie_in_the_round_one_after_the_other():
    first = Absence(CLOSED.opened + 1000, CLOSED.opened + 2000)
    second = Absence(CLOSED.opened + 5000, CLOSED.opened + 6000)
    assert codes(replace(CLOSED, away=(first, second))) == []
    assert codes(replace(CLOSED, away=(second, first))) == ["times"]
    assert codes(replace(CLOSED, away=(Absence(CLOSED.opened - 1, CLOSED.opened),))) == ["times"]


def test_play_time_and_the_time_away_lie_between_opening_and_close():
    end = CLOSED.starts + 300_000
    assert codes(replace(CLOSED, closed=end + 4000)) == []
    away = (Absence(end - 10_000, end - 5000),)
    assert codes(replace(CLOSED, closed=end + 4000, away=away)) == ["record"]
    assert codes(replace(CLOSED, closed=end + 5000, away=away)) == []
    after = (Absence(end, end + 3000),)
    assert codes(replace(CLOSED, closed=end + 4000, away=after)) == []


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
def test_a_record_that_does_not_hold_is_told(pairs):
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
def test_whatever_a_round_says_is_told_in_faults(seed):
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
        assert check_round(read_body(ClosedRound, encoded(closed), 1 << 20)).faults or not played

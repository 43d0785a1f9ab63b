"""The check of a closed round: whatever does not hold is found."""

from dataclasses import replace
from random import Random

from game.codec import encoded
from game.online.bodies import MAX_BYTES_PROOF, ClosedRound, PlayedRound, read_body
from game.online.check import check_round
from game.online.messages import Absence
from game.play.proof import deck_from_secret
from game.tournament.tournament import Remark
from tests.each import each
from tests.online.examples import example
from tests.online.lies import anything

CLOSED: ClosedRound = read_body(ClosedRound, example("round"), MAX_BYTES_PROOF)
(ANNA,) = CLOSED.played


def codes(closed: ClosedRound, promised: str | None = None) -> list[str]:
    return [fault.code for fault in check_round(closed, promised).faults]


END = CLOSED.starts + 300_000
FIRST, SECOND = (Absence(CLOSED.opened + ms, CLOSED.opened + ms + 1000) for ms in (1000, 5000))
AWAY, AFTER = Absence(END - 10_000, END - 5000), Absence(END, END + 3000)
OWN = {"start": "own", "starts": None}
CHANGES = {
    "the example": ({}, []),
    "another deck": ({"deck": deck_from_secret(bytes(32)), "played": ()}, ["commitment"]),
    "another salt": ({"salt": "00" * 32}, ["commitment"]),
    "no deck": ({"deck": " ".join(["AC"] * 52)}, ["commitment", "no_deck"]),
    "begun after it was played": ({"played": (replace(ANNA, begun=2211),)}, ["record"]),
    "begun after its own start": ({**OWN, "played": (replace(ANNA, begun=1),)}, ["record"]),
    "begun at its own start": ({**OWN, "played": (replace(ANNA, begun=0),)}, []),
    "more than its version tells": ({"patience_round": 1}, ["times"]),
    "less than its version tells": ({"seats": None}, ["times"]),
    "starts of one's own at one moment": ({"start": "own", "played": ()}, ["times"]),
    "a round played twice": ({"played": (ANNA, ANNA)}, ["twice"]),
    "closed before it opened": ({"closed": CLOSED.opened - 1, "played": ()}, ["times"]),
    "a robot passed off as a person": ({"played": (replace(ANNA, kind="robot regular"),)}, ["record"]),
    "away one after the other": ({"away": (FIRST, SECOND)}, []),
    "away in no order": ({"away": (SECOND, FIRST)}, ["times"]),
    "away before it opened": ({"away": (Absence(CLOSED.opened - 1, CLOSED.opened),)}, ["times"]),
    "closed soon after the end": ({"closed": END + 4000}, []),
    "closed before the end and the time away": ({"closed": END + 4000, "away": (AWAY,)}, ["record"]),
    "closed after both": ({"closed": END + 5000, "away": (AWAY,)}, []),
    "away after the end": ({"closed": END + 4000, "away": (AFTER,)}, []),
}


@each(("changed", "found"), CHANGES.values())
def test_what_does_not_hold_is_found_and_nothing_else(changed, found):
    assert codes(replace(CLOSED, **changed)) == found
    assert "promise" in codes(replace(CLOSED, **changed), promised="00" * 32), "kept from before"


def ben(*pairs: tuple[str, str], begun: int = 250) -> PlayedRound:
    record = ANNA.record.replace("Anna", "Ben")
    for old, new in pairs:
        assert old in record
        record = record.replace(old, new)
    return PlayedRound("Ben", "person", record, begun)


def test_when_each_began_and_how_many_had_played_by_then_is_told_the_best_first():
    late = ben(("2210 stock\n4100 stock", "130000 stock\n140000 stock"), begun=129_000)
    checked = check_round(replace(CLOSED, played=(ANNA, late)))
    assert checked.faults == ()
    told = {proved.played.player: (proved.began_ms, proved.before) for proved in checked.proved}
    assert told == {"Anna": (10_250, 0), "Ben": (139_000, 1)}
    better = check_round(replace(CLOSED, played=(ANNA, ben(("300000 end", "200000 end")))))
    assert ([proved.played.player for proved in better.proved], better.faults) == (["Ben", "Anna"], ())


def test_who_turned_cards_and_went_is_marked_and_who_played_on_is_not():
    went, looked_on = ben(("190000 stock\n", "")), ben(("2210 stock\n4100 stock\n190000 stock\n", ""))
    late = ben(("2210 stock\n4100 stock", "190000 stock"), ("190000 stock\n190000", "190000"), begun=189_000)
    for played, is_marked in ((ANNA, False), (went, True), (looked_on, False), (late, True)):
        (proved,) = check_round(replace(CLOSED, played=(played,))).proved
        assert (Remark.WENT in proved.remarks) is is_marked


def test_robots_have_a_place_in_a_proof_where_they_have_one_in_the_results():
    record = ANNA.record.replace("player=Anna", "player=Cog robot=regular")
    robot = replace(ANNA, player="Cog", kind="robot regular", record=record)
    for robots_rank, rank in ((False, None), (True, 1)):
        checked = check_round(replace(CLOSED, played=(robot, ANNA), robots_rank=robots_rank))
        assert checked.faults == ()
        assert {proved.played.player: proved.rank for proved in checked.proved} == {"Anna": 1, "Cog": rank}
        assert checked.proved[-1].played == (ANNA if robots_rank else robot)


@each(
    "pair",
    [
        *(("patience 1\n", "patience 2\n"), ("draw=3", "draw=1"), ("player=Anna", "player=Ben")),
        *(("round=1", "round=2"), ("tournament=5a", "tournament=5b"), ("commitment=", "commitment=0")),
        *(("started=2026-11-23T06:00:10.250Z ", ""), ("06:00:10.250Z", "06:00:11.250Z")),
        *(("T06:00:10", "T05:00:10"), ("T06:00:10", "T06:06:10"), ("2210 stock", "2210 shown")),
        *(("4100 stock", "4100 redo"), ("4100 stock", "2100 stock"), ("4100 stock", "4100 t1>f1")),
        *(("300000 end\n", ""), ("300000 end\n", "300000 end"), ("300000 end", "300001 end")),
    ],
)
def test_a_record_that_does_not_hold_is_told(pair):
    assert pair[0] in ANNA.record
    checked = check_round(replace(CLOSED, played=(replace(ANNA, record=ANNA.record.replace(*pair)),)))
    assert [(fault.code, fault.player) for fault in checked.faults] == [("record", "Anna")]
    assert checked.proved == ()


@each("seed", range(4))
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

"""What a tournament is, and its file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cards import NUMBERS
from game.play.deal import deck_text
from game.play.lines import FileError
from game.rules.rush import Rush
from game.tournament.tournament import (
    LARGEST,
    Tournament,
    TournamentError,
    digest_line,
    read_tournament,
    tournament_text,
)
from tests.each import each
from tests.tournament.rounds import EVENING, OLD, SEALED_EVENING

OLD_FILE = (OLD / "tournaments" / SEALED_EVENING.id / "tournament").read_bytes()

names = st.lists(st.text("AzÄé09", min_size=1, max_size=8), min_size=1, max_size=3).map(" ".join)
tournaments = st.builds(
    Tournament,
    names,
    st.builds(Rush, st.sampled_from([1, 3]), st.integers(60, 600)),
    st.lists(st.integers(0, NUMBERS - 1), min_size=1, max_size=10, unique=True).map(tuple),
)


def test_the_file():
    assert tournament_text(EVENING) == (
        "patience tournament 1\n"
        "name Sunday evening\n"
        "game rush draw=3 limit=300\n"
        "round 1 7\n"
        "round 2 48213\n"
        "round 3 99\n"
        "end 32021534aff8e8d10d4f8e630031f342\n"
    )


def test_a_file_of_an_earlier_version_has_decks_and_is_read():
    tournament = read_tournament(OLD_FILE)
    assert tournament == SEALED_EVENING
    assert tournament.deal(1).number is None
    assert deck_text(tournament.deal(1).deck or ()) == SEALED_EVENING.deals[0].deck


@given(tournaments)
def test_what_is_written_is_read(tournament):
    data = tournament_text(tournament).encode()
    assert read_tournament(data) == tournament
    assert len(data) < LARGEST


def test_the_id_follows_from_rules_and_deals_alone():
    assert Tournament("Other", EVENING.game, EVENING.deals).id == EVENING.id
    others = [
        Tournament("Sunday evening", Rush(draw=1), EVENING.deals),
        Tournament("Sunday evening", Rush(limit=299), EVENING.deals),
        Tournament("Sunday evening", EVENING.game, EVENING.deals[::-1]),
        Tournament("Sunday evening", EVENING.game, EVENING.deals[:2]),
    ]
    assert len({EVENING.id, *(other.id for other in others)}) == 5


@each(
    ("name", "game", "deals"),
    [
        ("", Rush(), (1,)),
        ("x" * 41, Rush(), (1,)),
        ("a\nb", Rush(), (1,)),
        ("A", Rush(limit=59), (1,)),
        ("A", Rush(limit=601), (1,)),
        ("A", Rush(limit=0), (1,)),
        ("A", Rush(undo=True), (1,)),
        ("A", Rush(), ()),
        ("A", Rush(), tuple(range(11))),
        ("A", Rush(), (1, 1)),
        ("A", Rush(), (NUMBERS,)),
    ],
)
def test_what_is_no_tournament(name, game, deals):
    with pytest.raises(TournamentError):
        Tournament(name, game, deals)


def closing(text: str) -> bytes:
    """A file with the digest that belongs to it."""
    return text.encode() + digest_line(text.encode()).encode()


HEAD = "patience tournament 1\nname A\ngame rush draw=3 limit=300\n"
SEALED = HEAD.replace("tournament 1", "tournament 2")
FIRST_ROUND = OLD_FILE.decode().split("\n")[3] + "\n"


@each(
    ("data", "line", "words"),
    [
        (b"", 1, "the first line is not"),
        (b"\xff\n", 1, "the first line is not"),
        (b"patience 1\n", 1, "the first line is not"),
        (b"patience tournament 3\nname A\n", 1, "newer version"),
        (b"patience tournament 1\nname A\n", 3, "ends too early"),
        (closing("patience tournament 1\nname \n"), 3, "a line “game …”"),
        (closing("patience tournament 1\nname \ngame rush\nround 1 7\n"), 2, "needs at least one letter"),
        (closing("patience tournament 1\nname A\ngame spider\nround 1 7\n"), 3, "rush"),
        (closing("patience tournament 1\nname A\ngame rush draw=2\nround 1 7\n"), 3, "draw"),
        (closing("patience tournament 1\nname A\ngame rush limit=59\nround 1 7\n"), 3, "59"),
        (closing(HEAD), 4, "from 1 to 10 rounds"),
        (closing(HEAD + "round 2 7\n"), 4, "round 1 is expected"),
        (closing(HEAD + "round 1 7\nround 2 7\n"), 5, "another round"),
        (closing(HEAD + "round 1 07\n"), 4, "not a deal number"),
        (closing(HEAD + "round 1 " + "9" * 20 + "\n"), 4, "not a deal number"),
        (closing(HEAD + "".join(f"round {n} {n}\n" for n in range(1, 12))), 14, "at most 10"),
        (closing(SEALED + "round 1 7\n"), 4, "no sealed deck"),
        (closing(SEALED + f"round 1 {'0' * 64} {'5a' * 32} {'00' * 52}\n"), 4, "no sealed deck"),
        (closing(SEALED + FIRST_ROUND.replace(" ", "  ")), 4, "expected here"),
        (closing(SEALED + FIRST_ROUND.replace("7", "8", 1)), 4, "no sealed deck"),
        (closing(SEALED + FIRST_ROUND[:-2] + "\n"), 4, "no sealed deck"),
        (closing(SEALED + FIRST_ROUND[:-1] + " 7\n"), 4, "no sealed deck"),
        (closing(SEALED + FIRST_ROUND + FIRST_ROUND.replace("round 1", "round 2")), 5, "another round"),
        (closing(HEAD + FIRST_ROUND), 4, "not a deal number"),
        (closing(HEAD + "round 1 7\n") + b"more\n", 6, "nothing may follow"),
        (closing(HEAD + "round 1 7\n")[:-1], 5, "ends too early"),
        (HEAD.encode() + b"round 1 7\nend " + b"0" * 32 + b"\n", 5, "digest"),
        (b"patience tournament 1\n" + b"x" * 500 + b"\n", 2, "too long"),
        (b"x" * (LARGEST + 1), None, "larger than"),
    ],
)
def test_a_file_that_does_not_hold_is_refused_with_its_line(data, line, words):
    with pytest.raises(FileError) as refused:
        read_tournament(data)
    assert refused.value.line == line
    assert words in refused.value.reason


@given(tournaments, st.data())
def test_a_changed_byte_is_always_noticed(tournament, draw):
    data = tournament_text(tournament).encode()
    place = draw.draw(st.integers(0, len(data) - 1))
    byte = draw.draw(st.integers(0, 255).filter(lambda byte: byte != data[place]))
    with pytest.raises(FileError):
        read_tournament(data[:place] + bytes([byte]) + data[place + 1 :])

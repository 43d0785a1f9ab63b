"""A player's results as a file: round trips, and whatever does not hold is refused with its line."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.play.lines import FileError
from game.play.proof import deck_text
from game.rules.rush import Rush
from game.tournament.results_file import LIMIT_BYTES, read_results, results_text, tournament_of
from game.tournament.rounds import prove_round
from game.tournament.tournament import Tournament, digest_line, read_tournament, tournament_text
from tests.tournament.rounds import ANNA, BEN, EVENING, RUBY, SEALED_EVENING, record, results

GOOD = results(ANNA, 1, 2, 3)
HOSTILE = 10_000


def closing(data: bytes) -> bytes:
    return data + digest_line(data).encode()


def body(data: bytes = GOOD) -> bytes:
    """The file without its last line."""
    return data[: data.rindex(b"\n", 0, -1) + 1]


def refused(data: bytes, tournament: Tournament = EVENING) -> FileError:
    with pytest.raises(FileError) as error:
        read_results(data, tournament)
    return error.value


def line_of(data: bytes, begins: bytes) -> int:
    return next(number for number, line in enumerate(data.split(b"\n"), 1) if line.startswith(begins))


# What holds ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("player", [ANNA, RUBY])
@pytest.mark.parametrize("numbers", [(1,), (2,), (1, 3), (1, 2, 3)])
def test_records_come_back_as_they_are(player, numbers):
    records = {number: record(player, number, seed=number) + b"# clock 7\n" for number in numbers}
    data = results_text(EVENING, player, records)
    entry = read_results(data, EVENING)
    assert (entry.player, entry.records) == (player, records)
    assert entry.results == {n: prove_round(each, EVENING, player, n) for n, each in records.items()}
    lines = data.split(b"\n")
    assert all(lines[line - 1] == b"patience 1" for line in entry.lines.values())
    assert lines[entry.player_line - 1].startswith(b"player ")


def test_results_in_sealed_decks_are_of_version_2_and_their_records_have_no_number():
    data = results(ANNA, 1, 2, tournament=SEALED_EVENING)
    assert data.startswith(b"patience results 2\n")
    assert data.count(b"\ndeal none\n") == 2
    assert [*read_results(data, SEALED_EVENING).results] == [1, 2]


def test_results_of_one_version_are_none_of_a_tournament_of_the_other():
    sealed = results(ANNA, 1, tournament=SEALED_EVENING)
    for data, version, tournament in ((sealed, b"results 1", SEALED_EVENING), (GOOD, b"results 2", EVENING)):
        other = closing(body(data).replace(data[9:18], version))
        assert refused(other, tournament).reason == "these are results of another tournament"


def test_another_deck_is_not_that_of_the_round():
    data = results(ANNA, 1, tournament=SEALED_EVENING)
    first, second = (deck_text(SEALED_EVENING.deal(number).deck or ()).encode() for number in (1, 2))
    other = closing(body(data).replace(first, second))
    assert "not the deal of round 1" in refused(other, SEALED_EVENING).reason


def test_the_beginning_says_of_which_tournament():
    assert tournament_of(GOOD) == EVENING.id
    assert GOOD.split(b"\n")[:4] == [
        b"patience results 1",
        f"tournament {EVENING.id}".encode(),
        b"player person Anna",
        b"round 1 lines %d" % record(ANNA, 1).count(b"\n"),
    ]


# What does not ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"", 1, "the first line is not"),
        (tournament_text(EVENING).encode(), 1, "the first line is not"),
        (record(ANNA, 1), 1, "the first line is not"),
        (GOOD.replace(b"results 1", b"results 7"), 1, "newer version"),
        (GOOD.replace(b"\ntournament ", b"\ntournament X"), 2, "32 hexadecimal"),
        (GOOD.replace(EVENING.id.encode(), b"0" * 32), 2, "another tournament"),
        (GOOD.replace(b"player person", b"player alien"), 3, "not a kind"),
        (GOOD.replace(b"player person Anna", b"player person "), 3, "needs at least one letter"),
        (GOOD.replace(b"round 1 lines", b"round one lines"), 4, "expected here"),
        (GOOD.replace(b"round 1 lines", b"round 4 lines"), 4, "no round 4"),
        (GOOD.replace(b"round 1 lines ", b"round 1 lines 9"), None, ""),
        (closing(b"\n".join(GOOD.split(b"\n")[:3]) + b"\n"), 4, "no round in it"),
        (GOOD + b"\n", None, "nothing may follow"),
        (GOOD[:-1], None, "ends too early"),
        (body(), None, "ends too early"),
        (b"x" * (LIMIT_BYTES + 1), None, "larger than"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(data, line, words):
    error = refused(data)
    assert words in error.reason
    assert error.line == line or line is None


def test_a_fault_in_a_record_is_named_by_the_line_of_the_file():
    wrong = closing(body().replace(b"deal 48213\n", b"deal 48214\n"))
    error = refused(wrong)
    deck = line_of(wrong, b"deal 48214") + 1
    assert (error.line, error.reason) == (deck, "deal 48214 does not deal this deck")


def test_an_action_that_the_rules_refuse_is_named_by_the_line_of_the_file():
    lines = body().split(b"\n")
    place = lines.index(b"", lines.index(b"patience 1")) + 1
    lines[place] = lines[place].split(b" ")[0] + b" t1>f4"
    error = refused(closing(b"\n".join(lines)))
    assert error.line == place + 1
    assert "refused" in error.reason


def test_rounds_in_another_order_are_refused():
    one, two = record(ANNA, 1), record(ANNA, 2)
    head = b"\n".join(GOOD.split(b"\n")[:3]) + b"\n"

    def part(number: int, data: bytes) -> bytes:
        return b"round %d lines %d\n" % (number, data.count(b"\n")) + data

    assert read_results(closing(head + part(1, one) + part(2, two)), EVENING)
    assert "is listed after" in refused(closing(head + part(2, two) + part(1, one))).reason
    assert "is listed after" in refused(closing(head + part(1, one) + part(1, one))).reason


def test_another_players_records_are_refused():
    assert "another player" in refused(results_text(EVENING, BEN, {1: record(ANNA, 1)})).reason


def test_results_of_the_same_deals_by_other_rules_are_refused():
    other = Tournament(EVENING.name, Rush(draw=1), EVENING.deals)
    assert refused(results(ANNA, 1, tournament=other)).line == 2


def test_too_much_is_not_even_written():
    with pytest.raises(FileError, match="larger"):
        results_text(EVENING, ANNA, {1: b"# x\n" * (LIMIT_BYTES // 4)})


def test_a_file_of_nothing_but_line_ends_is_refused_quickly():
    head = b"\n".join(GOOD.split(b"\n")[:3]) + b"\n"
    flood = head + b"round 1 lines 4000000\n"
    assert refused(flood + b"\n" * (LIMIT_BYTES - len(flood))).line


# Ten thousand hostile files -----------------------------------------------------------------------
ODD = [
    *(b"", b"\n", b"\0", b"\xff\xfe", b"9" * 40, b" ", b"\r", b"-1", b"%00", b"=", b"# "),
    *(b"redo", b"end", b"stock"),
]


def spoilt(random: Random, data: bytes) -> bytes:
    """A file with a piece of it lost, doubled, exchanged, changed or put in."""
    start = random.randrange(len(data))
    end = min(len(data), start + random.choice([1, 1, 2, 5, 30, 400]))
    match random.randrange(8):
        case 0:
            return data[:start] + data[end:]
        case 1:
            return data[:end] + data[start:]
        case 2:
            return data[:start] + bytes([data[start] ^ 1 << random.randrange(8)]) + data[start + 1 :]
        case 3:
            return data[:start] + random.choice(ODD) + data[start:]
        case 4:
            return data[:start]
        case 5:
            lines = data.split(b"\n")
            first, second = random.randrange(len(lines)), random.randrange(len(lines))
            lines[first], lines[second] = lines[second], lines[first]
            return b"\n".join(lines)
        case 6:
            return data[:start] + random.randbytes(end - start) + data[end:]
        case _:
            lines = data.split(b"\n")
            words = lines[random.randrange(len(lines))].split(b" ")
            words[random.randrange(len(words))] = random.choice(ODD)
            lines[random.randrange(len(lines))] = b" ".join(words)
            return b"\n".join(lines)


@pytest.mark.thorough
def test_no_hostile_file_is_let_in():
    random = Random(20261121)
    small = Tournament("Small", Rush(draw=1, limit=60), (5,))
    good = results_text(small, ANNA, {1: record(ANNA, 1, count=8, tournament=small)})
    file = tournament_text(small).encode()

    def read_entry(data: bytes) -> object:
        return read_results(data, small)

    for _ in range(HOSTILE):
        whole, read = random.choice([(file, read_tournament), (good, read_entry), (good, read_entry)])
        data = spoilt(random, whole)
        if data == whole:
            continue
        with pytest.raises(FileError) as error:
            read(data)
        assert 5 < len(error.value.reason) < 300
        assert error.value.line is None or 1 <= error.value.line <= data.count(b"\n") + 2


def test_what_is_let_in_with_a_forged_digest_is_a_game_by_the_rules():
    """The digest keeps out damage, not a forger; what a forger brings must still play back."""
    random = Random(7)
    small = Tournament("Small", Rush(draw=1, limit=60), (5,))
    good = body(results_text(small, ANNA, {1: record(ANNA, 1, count=8, tournament=small)}))
    let_in = 0
    for _ in range(1500):
        data = closing(spoilt(random, good))
        try:
            entry = read_results(data, small)
        except FileError:
            continue
        let_in += 1
        assert entry.player.name
        for number, each in entry.records.items():
            assert prove_round(each, small, entry.player, number) == entry.results[number]
    assert let_in < 150


@given(st.binary(max_size=300))
def test_noise_is_refused(data):
    refused(data)

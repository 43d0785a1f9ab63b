"""The catalogue finds its numbers quickly, notices damage, and what it certifies can be won."""

import time
from datetime import date, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.play.deal import Difficulty, deal_number
from game.rules import find_variant
from game.solver.answer import Budget, Verdict
from game.solver.catalogue import Catalogue, CatalogueError, Offered, read_catalogue
from game.solver.solve import solve
from tests.commands import printed
from tools.certify.verdicts import Found, Verdicts, VerdictsError, catalogue_bytes
from tools.withdrawn import withdrawn_bytes

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "assets" / "deals"
SAMPLE = 60
EASY_AND_HARD = (Difficulty.EASY, Difficulty.HARD)
NODES = 1_000_000


def verdicts(letters: str, options: str = "draw=3", first: int = 0) -> Verdicts:
    made = Verdicts(find_variant("rush", [options]), first, len(letters))
    made.add(Found(first, letters.encode()))
    return made


@pytest.fixture
def folder(tmp_path):
    """Writes both files of a catalogue."""

    def written(one: str, three: str) -> Path:
        (tmp_path / "rush-draw-1.bits").write_bytes(catalogue_bytes(verdicts(one, "draw=1")))
        (tmp_path / "rush-draw-3.bits").write_bytes(catalogue_bytes(verdicts(three)))
        return tmp_path

    return written


@given(st.text("sug", min_size=1, max_size=300))
def test_every_question_is_answered_as_by_a_list(letters):
    numbers = [at for at, letter in enumerate(letters) if letter == "s"]
    data = catalogue_bytes(verdicts(letters))
    words = [
        int.from_bytes(data[at : at + 8], "little") for at in range(data.index(b"\n\n") + 2, len(data), 8)
    ]
    catalogue = Catalogue({3: Offered(words, {})})
    assert catalogue.count(3) == len(numbers)
    assert [catalogue.number_at(3, index) for index in range(len(numbers))] == numbers
    for at in range(-2, len(letters) + 70):
        assert catalogue.is_certified(3, at) == (at in numbers)
        assert catalogue.after(3, at) == next((number for number in numbers if number > at), None)
    for index in (-1, len(numbers)):
        with pytest.raises(IndexError):
            catalogue.number_at(3, index)


def test_an_old_file_is_still_read_its_draws_are_apart_and_it_tells_of_no_difficulty(folder):
    catalogue = read_catalogue(folder("suss", "uuss"))
    assert [catalogue.count(draw) for draw in (1, 3)] == [3, 2]
    assert (catalogue.is_certified(1, 0), catalogue.is_certified(3, 0)) == (True, False)
    assert (catalogue.number_at(3, 1), catalogue.is_certified(3, 1)) == (3, False)
    assert [catalogue.count(3, difficulty) for difficulty in Difficulty] == [0, 0, 0]
    assert catalogue.difficulty(3, 2) is None
    assert not catalogue.is_certified(3, 2**64 - 1)
    assert catalogue.after(3, 2**64 - 1) is None


@pytest.mark.parametrize("file", ["rush-draw-1.bits", "rush-draw-3.bits"])
def test_damage_anywhere_is_one_sentence(folder, file):
    path = folder("susu" * 20, "suus" * 20) / file
    whole = path.read_bytes()
    damaged = [whole[:at] for at in range(len(whole))]
    damaged += [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(len(whole))]
    damaged += [b"", whole + b"\0", whole.replace(b"draw=1", b"draw=7").replace(b"draw=3", b"draw=7")]
    for content in damaged:
        path.write_bytes(content)
        with pytest.raises(CatalogueError, match=file) as wrong:
            read_catalogue(path.parent)
        assert "\n" not in str(wrong.value)


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(CatalogueError, match=r"rush-draw-1\.bits cannot be read"):
        read_catalogue(tmp_path)


def test_only_what_is_decided_from_number_0_on_and_tried_out_makes_a_catalogue():
    for wrong in (verdicts("ss", first=5), verdicts("s.s"), verdicts("sh")):
        with pytest.raises(VerdictsError):
            catalogue_bytes(wrong)
    with pytest.raises(VerdictsError, match="1 deals are not tried out"):
        catalogue_bytes(tried("1sx"))
    other = Verdicts(find_variant("three-shuffles"), 0, 1)
    other.add(Found(0, b"s"))
    with pytest.raises(VerdictsError):
        catalogue_bytes(other)


# How hard ----------------------------------------------------------------------------------------
def tried(letters: str, draw: int = 3) -> Verdicts:
    made = Verdicts(find_variant("rush", [f"draw={draw}"]), 0, len(letters), leftmost_only=True)
    made.add(Found(0, "".join(letter if letter in "ug" else "s" for letter in letters).encode()))
    made.add(Found(0, "".join("." if letter in "ugs" else letter for letter in letters).encode()))
    return made


@given(st.text("ugx123", min_size=1, max_size=300))
def test_deals_of_each_difficulty_are_found_as_by_a_list(letters):
    with TemporaryDirectory() as name:
        for draw in (1, 3):
            Path(name, f"rush-draw-{draw}.bits").write_bytes(catalogue_bytes(tried(letters, draw)))
        catalogue = read_catalogue(Path(name))
    for difficulty, wanted in ((None, "123"), *zip(Difficulty, "123", strict=True)):
        numbers = [at for at, letter in enumerate(letters) if letter in wanted]
        assert catalogue.count(3, difficulty) == len(numbers)
        assert [catalogue.number_at(3, index, difficulty) for index in range(len(numbers))] == numbers
        assert catalogue.after(1, 40, difficulty) == next((number for number in numbers if number > 40), None)
    known = dict(zip("123", Difficulty, strict=True))
    for at, letter in enumerate(letters):
        assert catalogue.difficulty(3, at) is known.get(letter)
        assert catalogue.is_certified(3, at) == (letter in "123")


def test_a_file_says_what_it_promises():
    promises = b"patience-catalogue 2\nvariant rush draw=3\ncount 4\npromises leftmost sampled\n"
    assert catalogue_bytes(tried("1u2x")).startswith(promises)
    assert catalogue_bytes(verdicts("susu")).startswith(
        b"patience-catalogue 1\nvariant rush draw=3\ncount 4\ncheck"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *((b"promises leftmost sampled\n", b""), (b"promises leftmost sampled", b"promises the moon")),
        *((b"catalogue 2", b"catalogue 1"), (b"catalogue 2", b"catalogue 3"), (b"count 4", b"count 5")),
    ],
)
def test_a_file_that_promises_otherwise_is_damaged(tmp_path, old, new):
    for draw in (1, 3):
        (tmp_path / f"rush-draw-{draw}.bits").write_bytes(
            catalogue_bytes(tried("1u2x", draw)).replace(old, new)
        )
    with pytest.raises(CatalogueError, match="rush-draw-1"):
        read_catalogue(tmp_path)


def test_only_what_is_solved_by_the_tip_is_tried_out():
    for made in (verdicts("su"), tried("1u")):
        with pytest.raises(VerdictsError):
            made.add(Found(0, b".1"))
    by_any_line = verdicts("s")
    with pytest.raises(VerdictsError):
        by_any_line.add(Found(0, b"1"))


# The one that ships -------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def shipped() -> Catalogue:
    return read_catalogue(SHIPPED)


@pytest.mark.parametrize("draw", [1, 3])
def test_enough_deals_are_certified_in_a_small_file(shipped, draw):
    assert shipped.count(draw) >= 20_000
    ever = shipped.on(date(2026, 11, 30))
    for difficulty in Difficulty:
        assert ever.count(draw, difficulty) >= 3_000
        assert shipped.count(draw, difficulty) >= 2_500
    data = (SHIPPED / f"rush-draw-{draw}.bits").read_bytes()
    assert len(data) <= 9_000 + 4_100 * data.count(b"withdrawn ")


@pytest.mark.parametrize("draw", [1, 3])
def test_a_sample_can_be_won_by_the_tip(shipped, draw):
    chance = Random(20 + draw)
    variant = find_variant("rush", [f"draw={draw}"])
    for index in chance.sample(range(shipped.count(draw)), SAMPLE):
        number = shipped.number_at(draw, index)
        with Budget(nodes=NODES) as budget:
            answer = solve(variant, deal_number(variant, number).position, budget, leftmost_only=True)
        assert answer.verdict is Verdict.SOLVED, number


def test_draw_3_is_the_harder_one(shipped):
    assert shipped.count(3) < shipped.count(1)
    easy, hard = ({draw: shipped.count(draw, difficulty) for draw in (1, 3)} for difficulty in EASY_AND_HARD)
    assert easy[3] < easy[1]
    assert hard[3] > hard[1]


def test_a_number_is_found_within_a_millisecond(shipped):
    chance = Random(1)
    started_s = time.process_time()
    for _ in range(1000):
        shipped.number_at(3, chance.randrange(shipped.count(3)))
        shipped.after(3, chance.randrange(30_000))
    assert time.process_time() - started_s < 1


def test_the_window_reads_it_without_any_solver():
    program = (
        "import sys; from pathlib import Path; from game.solver.catalogue import read_catalogue;"
        f"read_catalogue(Path({str(SHIPPED)!r})); assert 'numba' not in sys.modules;"
        "assert 'game.solver.kernels.compiled' not in sys.modules"
    )
    assert printed("-c", program) == ""


# What was withdrawn ------------------------------------------------------------------------------
FIRST, SECOND = date(2026, 12, 1), date(2027, 3, 1)


@pytest.fixture
def withdrawn(tmp_path: Path) -> Catalogue:
    """Of the deals 0 to 5 of draw 3, number 1 was withdrawn in December, 4 in March."""
    (tmp_path / "rush-draw-1.bits").write_bytes(catalogue_bytes(tried("1", 1)))
    once = withdrawn_bytes(catalogue_bytes(tried("12x312")), {1}, FIRST)
    (tmp_path / "rush-draw-3.bits").write_bytes(withdrawn_bytes(once, {1, 4}, SECOND))
    return read_catalogue(tmp_path)


def test_what_is_withdrawn_is_dealt_no_more_but_still_known_to_be_winnable_and_how_hard(withdrawn):
    assert [withdrawn.number_at(3, index) for index in range(withdrawn.count(3))] == [0, 3, 5]
    assert (withdrawn.count(3, Difficulty.MEDIUM), withdrawn.after(3, 0), withdrawn.after(3, 3)) == (1, 3, 5)
    assert [withdrawn.is_certified(3, number) for number in range(6)] == [True, True, False, True, True, True]
    assert (withdrawn.difficulty(3, 1), withdrawn.difficulty(3, 4)) == (Difficulty.MEDIUM, Difficulty.EASY)


def test_a_day_before_a_withdrawal_has_what_was_offered_then(withdrawn):
    def offered(day: date) -> list[int]:
        then = withdrawn.on(day)
        return [then.number_at(3, index) for index in range(then.count(3))]

    assert offered(FIRST - timedelta(1)) == [0, 1, 3, 4, 5]
    assert offered(FIRST) == offered(SECOND - timedelta(1)) == [0, 3, 4, 5]
    assert offered(SECOND) == [0, 3, 5]


def test_damage_to_what_was_withdrawn_is_noticed(tmp_path, withdrawn):
    path = tmp_path / "rush-draw-3.bits"
    whole = path.read_bytes()
    for wrong in (
        whole[:-1],
        whole[:-1] + b"\x01",
        whole.replace(b"2026-12-01", b"2026-13-01"),
        whole.replace(b"2026-12-01", b"2027-03-01"),
        whole.replace(b"withdrawn 2026-12-01\n", b""),
        whole.replace(b"catalogue 3", b"catalogue 2"),
    ):
        path.write_bytes(wrong)
        with pytest.raises(CatalogueError, match="draw-3"):
            read_catalogue(tmp_path)
    assert withdrawn.count(3) == 3


def test_nothing_is_withdrawn_from_a_day_that_others_already_count_on():
    data = catalogue_bytes(tried("12"))
    for wrong, since in (
        (withdrawn_bytes(data, {0}, SECOND), FIRST),
        (catalogue_bytes(verdicts("s")), FIRST),
    ):
        with pytest.raises(CatalogueError):
            withdrawn_bytes(wrong, {1}, since)


@pytest.mark.parametrize(("draw", "number"), [(3, 17012), (3, 14905), (1, 7374), (1, 11840)])
def test_deals_with_a_proven_tie_that_the_leftmost_loses_are_offered_no_more(draw, number):
    shipped = read_catalogue(SHIPPED)
    assert shipped.after(draw, number - 1) != number
    assert shipped.is_certified(draw, number)

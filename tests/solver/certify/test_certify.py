"""Many deals: each is decided once, briefly or singly, however the work is cut and interrupted."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from game.rules import find_variant
from game.solver.certify.certify import FIRST_CHUNK, certify
from game.solver.certify.decide import Deals, Decided, Effort
from game.solver.certify.reprove import claims, reprove
from game.solver.certify.verdicts import GAVE_UP, HARD, SOLVED, UNSOLVABLE, Found, Verdicts

RUSH = find_variant("rush", ["draw=1"])
BRIEF, LONG = Effort(nodes=1), Effort(nodes=2)


def truth(number: int) -> int:
    """What our deals are like: every seventh cannot be won."""
    return UNSOLVABLE if number % 7 == 0 else SOLVED


class Pretended:
    """Decides without a solver; every fifth deal is hard, every 35th too hard for anybody."""

    def __init__(self, seconds: float = 0.001) -> None:
        self.asked: list[tuple[Deals, Effort]] = []
        self._seconds = seconds

    def __call__(self, deals: Deals, effort: Effort) -> Decided:
        assert (deals.game, deals.options) == ("rush", ("draw=1", "limit=300"))
        self.asked.append((deals, effort))
        numbers = range(deals.first, deals.first + deals.how_many)
        return Decided(bytes(self._letter(number, effort) for number in numbers), self._seconds)

    def _letter(self, number: int, effort: Effort) -> int:
        is_too_much = number % 35 == 0 or (number % 5 == 0 and effort == BRIEF)
        return GAVE_UP if is_too_much else truth(number)

    def times(self, effort: Effort) -> Counter[int]:
        """How often each deal was looked at with an effort."""
        return Counter(
            deals.first + offset
            for deals, spent in self.asked
            if spent == effort
            for offset in range(deals.how_many)
        )


def run(verdicts: Verdicts, decide: Pretended, threads: int = 2) -> list[Found]:
    with ThreadPoolExecutor(threads) as executor:
        return list(certify(verdicts, executor, LONG, 2 * threads, decide=decide, brief=BRIEF))


def expected(first: int, count: int) -> bytes:
    return bytes(GAVE_UP if number % 35 == 0 else truth(number) for number in range(first, first + count))


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize(("first", "count"), [(0, 1), (1, 7), (1000, 333), (2**64 - 500, 500)])
def test_every_deal_is_decided_once_whoever_does_it(first, count, threads):
    verdicts, decide = Verdicts(RUSH, first, count), Pretended()
    found = run(verdicts, decide, threads)
    assert verdicts.letters == expected(first, count)
    told = Counter(
        piece.first + offset
        for piece in found
        for offset, letter in enumerate(piece.letters)
        if letter != HARD
    )
    assert told == Counter(range(first, first + count))
    assert decide.times(BRIEF) == told


def test_only_what_was_too_hard_in_the_first_pass_is_looked_at_again_and_singly():
    verdicts, decide = Verdicts(RUSH, 0, 300), Pretended()
    run(verdicts, decide)
    assert decide.times(LONG) == Counter(range(0, 300, 5))
    assert all(deals.how_many == 1 for deals, effort in decide.asked if effort == LONG)


def test_what_is_decided_is_not_looked_at_again():
    verdicts, decide = Verdicts(RUSH, 0, 100), Pretended()
    verdicts.add(Found(10, b"s" * 50))
    run(verdicts, decide)
    assert decide.times(BRIEF) == Counter([*range(10), *range(60, 100)])
    assert verdicts.letters[10:60] == b"s" * 50
    assert verdicts.letters[60:] == expected(60, 40)


def test_nothing_is_done_when_everything_is_decided():
    verdicts, decide = Verdicts(RUSH, 0, 3), Pretended()
    verdicts.add(Found(0, b"sug"))
    assert run(verdicts, decide) == []
    assert decide.asked == []


def test_a_break_anywhere_and_a_restart_come_to_the_same():
    chance = Random(1)
    verdicts, decide = Verdicts(RUSH, 0, 400), Pretended()
    with ThreadPoolExecutor(2) as executor:
        while verdicts.left:
            pieces = certify(verdicts, executor, LONG, 4, decide=decide, brief=BRIEF)
            for _ in range(chance.randrange(1, 12)):
                next(pieces, None)
            pieces.close()
    assert verdicts.letters == expected(0, 400)


def test_chunks_grow_until_they_take_a_second():
    decide = Pretended(seconds=0.25)
    run(Verdicts(RUSH, 0, 1000), decide, threads=1)
    sizes = [deals.how_many for deals, effort in decide.asked if effort == BRIEF]
    assert sizes[0] == FIRST_CHUNK
    assert max(sizes) >= 4 * FIRST_CHUNK
    assert sizes[-1] == 1


def test_chunks_shrink_when_deals_take_long():
    decide = Pretended(seconds=50)
    run(Verdicts(RUSH, 0, 100), decide, threads=1)
    sizes = [deals.how_many for deals, effort in decide.asked if effort == BRIEF]
    assert sizes[3:] == [1] * len(sizes[3:])


# Checking -----------------------------------------------------------------------------------------


def check(verdicts: Verdicts, numbers: list[int]) -> list:
    with ThreadPoolExecutor(2) as executor:
        return sorted(reprove(verdicts, numbers, executor, LONG, 4, decide=Pretended()))


def test_what_holds_is_proved_anew():
    verdicts = Verdicts(RUSH, 1, 30)
    verdicts.add(Found(1, expected(1, 30)))
    numbers = claims(verdicts, None, Random())
    assert numbers == list(range(1, 31))
    assert all(each.is_proved and not each.is_refuted for each in check(verdicts, numbers))


@pytest.mark.parametrize("wrong", [3, 14, 28])
def test_a_wrong_verdict_is_refuted(wrong):
    verdicts = Verdicts(RUSH, 1, 30)
    letters = bytearray(expected(1, 30))
    letters[wrong - 1] ^= SOLVED ^ UNSOLVABLE
    verdicts.add(Found(1, bytes(letters)))
    checks = check(verdicts, claims(verdicts, None, Random()))
    assert [each.number for each in checks if each.is_refuted] == [wrong]


def test_a_claim_about_a_deal_too_hard_to_check_is_neither_proved_nor_refuted():
    verdicts = Verdicts(RUSH, 35, 1)
    verdicts.add(Found(35, b"s"))
    (only,) = check(verdicts, [35])
    assert not only.is_proved
    assert not only.is_refuted


def test_a_sample_is_of_deals_of_which_something_is_claimed():
    verdicts = Verdicts(RUSH, 500, 100)
    verdicts.add(Found(500, b"g" * 30 + b"." * 30 + b"su" * 20))
    sample = claims(verdicts, 15, Random(1))
    assert len(set(sample)) == 15
    assert sample == sorted(sample)
    assert set(sample) <= set(range(560, 600))
    assert claims(verdicts, 50, Random(1)) == list(range(560, 600))

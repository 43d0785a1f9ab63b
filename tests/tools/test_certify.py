"""The laboratory’s certify: deals decided, distributed, kept in a file, proved anew and confirmed."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.play.deal import deal_number
from game.rules import find_variant
from game.rules.rush import Rush
from game.solver.answer import Budget, Verdict
from game.solver.kernels.compiled import IS_COMPILED, numbers, row
from tools.certify.batch import deal_verdicts
from tools.certify.checker import CAN, CANNOT, OUT_OF_ROOM, can_be_won, deal
from tools.certify.deciding import FIRST_CHUNK, Deals, Decided, Effort, certify, decide, prove
from tools.certify.proving import claims, confirm, reprove
from tools.certify.verdicts import (
    GAVE_UP,
    HARD,
    MAX_DEALS,
    OPEN,
    SOLVED,
    UNSOLVABLE,
    Found,
    Verdicts,
    VerdictsError,
    header,
    line,
    read,
)
from tools.certify.workers import MAX_LOSSES, WorkersLostError, distribute

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


# Checking -----------------------------------------------------------------------------------------
def check(verdicts: Verdicts, numbers: list[int]) -> list:
    with ThreadPoolExecutor(2) as executor:
        return sorted(reprove(verdicts, numbers, executor, LONG, 4, decide=Pretended()))


@pytest.mark.parametrize("wrong", [3, 14, 28])
def test_a_wrong_verdict_is_refuted(wrong):
    verdicts = Verdicts(RUSH, 1, 30)
    letters = bytearray(expected(1, 30))
    letters[wrong - 1] ^= SOLVED ^ UNSOLVABLE
    verdicts.add(Found(1, bytes(letters)))
    checks = check(verdicts, claims(verdicts, None, Random()))
    assert [verdict.number for verdict in checks if verdict.is_refuted] == [wrong]


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


@pytest.mark.parametrize("draw", ["draw=1", "draw=3"])
@pytest.mark.parametrize("first", [0, 2**64 - 40])
def test_many_at_once_are_decided_as_each_is_proved(draw, first):
    deals, effort = Deals("rush", (draw,), first, 40), Effort(nodes=5000)
    quick, proved = decide(deals, effort).letters, prove(deals, effort).letters
    assert len(quick) == len(proved) == 40
    for one, other in zip(quick, proved, strict=True):
        assert one == other or GAVE_UP in (one, other)
    assert quick.count(GAVE_UP) < 12


def test_seconds_are_for_each_deal():
    deals = Deals("rush", ("draw=1",), 0, 12)
    assert decide(deals, Effort(seconds=60)).letters == prove(deals, Effort(seconds=60)).letters


@pytest.mark.parametrize("game", ["one-three-back", "three-shuffles"])
def test_a_game_without_such_a_search_is_decided_one_by_one(game):
    assert len(decide(Deals(game, (), 5, 3), Effort(nodes=2000)).letters) == 3


class LostError(Exception):
    """A worker is gone."""


def tasks(count: int):
    left = iter(range(count))
    return lambda: next(left, None)


def test_a_lost_task_is_given_out_again():
    tries: Counter[int] = Counter()

    def work(task: int) -> int:
        tries[task] += 1
        if task % 5 == 0 and tries[task] <= MAX_LOSSES:
            raise LostError
        return task

    with ThreadPoolExecutor(1) as executor:
        results = list(distribute(work, tasks(20), executor, at_once=3, losses=(LostError,)))
    assert sorted(results) == [(task, task) for task in range(20)]
    assert tries[5] == MAX_LOSSES + 1
    assert tries[6] == 1


def test_a_task_that_loses_every_worker_is_not_given_out_for_ever():
    def work(_: int) -> int:
        raise LostError

    with ThreadPoolExecutor(1) as executor, pytest.raises(WorkersLostError):
        list(distribute(work, tasks(3), executor, at_once=2, losses=(LostError,)))


def test_any_other_exception_is_the_callers():
    with ThreadPoolExecutor(1) as executor, pytest.raises(ZeroDivisionError):
        list(distribute(lambda task: 1 // task, tasks(3), executor, at_once=2, losses=(LostError,)))


def test_no_more_is_out_at_once_than_was_said():
    class Counting(ThreadPoolExecutor):
        out = most = 0

        def submit(self, *what, **how) -> Future:
            self.out += 1
            self.most = max(self.most, self.out)
            return super().submit(*what, **how)

    with Counting(2) as executor:
        for _ in distribute(lambda task: task, tasks(30), executor, at_once=4):
            executor.out -= 1
    assert executor.most == 4


def test_what_is_out_is_called_back_when_the_caller_stops():
    with ThreadPoolExecutor(1) as executor:
        results = distribute(lambda task: task, tasks(10_000), executor, at_once=8)
        next(results)
        results.close()  # without an end the pool would not shut down before all was done


def file(*pieces: tuple[int, bytes], first: int = 100, count: int = 10) -> bytes:
    found = (Found(*piece) for piece in pieces)
    return header(Verdicts(RUSH, first, count)) + b"".join(map(line, found))


def text(told: str) -> bytes:
    return f"{told} {crc32(told.encode()):08x}\n".encode()


def test_it_is_text_that_people_can_read():
    assert file((100, b"su.")) == (
        b"patience-certified 1\nvariant rush draw=1 limit=300\nfirst 100\ncount 10\n\n" + text("100 su.")
    )


def test_what_was_written_reads_back():
    data = file((104, b"s.u"), (100, b"gs"), (105, b"u"))
    verdicts, whole = read(data)
    assert (verdicts.variant, verdicts.first, verdicts.count) == (RUSH, 100, 10)
    assert (verdicts.letters, whole) == (b"gs..suu...", len(data))
    assert list(verdicts.runs(OPEN)) == [(102, 2), (107, 3)]


@given(st.data())
def test_a_file_cut_anywhere_holds_a_beginning_of_what_was_written(data):
    pieces = data.draw(st.permutations([(100, b"ssu"), (103, b"g.s"), (106, b"uuus")]))
    content = file(*pieces)
    cut = data.draw(st.integers(len(file()), len(content)))
    verdicts, whole = read(content[:cut])
    complete = content[:cut].count(b"\n") - file().count(b"\n")
    assert content[:whole] == file(*pieces[:complete])
    assert verdicts.letters == read(file(*pieces[:complete]))[0].letters


@given(st.data())
def test_no_damaged_byte_goes_unnoticed(data):
    content = file((100, b"ssusssu.gu"), (107, b"u"))
    at = data.draw(st.integers(len(file()), len(content) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != content[at]))
    damaged = content[:at] + bytes([byte]) + content[at + 1 :]
    if at == len(content) - 1:  # without its end the last line is a torn one
        assert read(damaged)[0].tally()[OPEN] == 1
    else:
        with pytest.raises(VerdictsError, match=r"^line \d"):
            read(damaged)


def test_a_deal_is_decided_once():
    verdicts = Verdicts(RUSH, 0, 4)
    verdicts.add(Found(1, b"su"))
    for again in (b"ss", b"us", b"gu", b".u"):
        with pytest.raises(VerdictsError, match="decided twice"):
            verdicts.add(Found(1, again))
    assert verdicts.letters == b".su."


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "the first line is not “patience-certified 1”"),
        (b"patience 1\nvariant rush\n\n", "the first line is not “patience-certified 1”"),
        (b"patience-certified 3\n\n", "the first line is not “patience-certified 1”"),
        (file()[:-1], "its header is not the lines"),
        (file().replace(b"count", b"number"), "line 4: a line “count …” is expected here"),
        (file().replace(b"first 100", b"first 0100"), "line 3: “0100” is not a number"),
        (file().replace(b"rush", b"chess"), "line 2: there is no game “chess”"),
        (file().replace(b"draw=1", b"draw=2"), "line 2: draw is 1 or 3"),
        (file().replace(b"count 10", b"count 0"), "a file holds 1 to"),
        (file().replace(b"count 10", b"count %d" % (MAX_DEALS + 1)), "a file holds 1 to"),
        (file().replace(b"first 100", b"first 18446744073709551607"), "deal numbers lie between"),
        (file() + b"nonsense\n", "line 6 is damaged"),
        (file() + b"\xff\xfe\n", "line 6 is damaged"),
        (file() + b"\n", "line 6 is damaged"),
        (file() + b"100 s 00000000\n", "line 6 is damaged"),
        (file((100, b"s"), (99, b"s")), "line 7: the deals from 99 on are not all in this file"),
        (file((109, b"ss")), "line 6: the deals from 109 on are not all in this file"),
        (file((100, b"su"), (101, b"s")), "line 7: deal 101 is decided twice"),
    ],
)
def test_what_is_wrong_is_named(content, complaint):
    with pytest.raises(VerdictsError) as wrong:
        read(content)
    assert complaint in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_the_example_of_the_documentation_holds():
    told = (Path(__file__).parents[2] / "docs" / "FORMATS.md").read_text("utf-8")
    example = told.partition("```\npatience-certified 1\n")[2].partition("```")[0]
    verdicts, _ = read(b"patience-certified 1\n" + example.encode())
    assert verdicts.letters.startswith(b"susuussssssshsss.")


def test_verdicts_by_the_tip_say_so_in_a_version_of_their_own():
    verdicts = Verdicts(RUSH, 100, 3, leftmost_only=True)
    content = header(verdicts) + line(Found(100, b"su."))
    assert content.startswith(
        b"patience-certified 2\nvariant rush draw=1 limit=300\nfirst 100\ncount 3\npromise leftmost\n\n"
    )
    read_back, whole = read(content)
    assert (read_back.leftmost_only, read_back.letters, whole) == (True, b"su.", len(content))
    assert not read(file())[0].leftmost_only


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"promise leftmost", b"promise of luck"),
        (b"promise leftmost\n", b""),
        (b"patience-certified 2", b"patience-certified 1"),
        (b"patience-certified 2", b"patience-certified 3"),
        (b"rush draw=1 limit=300", b"spider suits=4"),
    ],
)
def test_a_promise_that_is_none_is_refused(old, new):
    with pytest.raises(VerdictsError):
        read(header(Verdicts(RUSH, 100, 3, leftmost_only=True)).replace(old, new))


NODES, STATES = (20_000, 400_000) if IS_COMPILED else (300, 8_000)


def second_verdict(draw: int, number: int, most: int, leftmost_only: bool = False) -> int:
    deck = row([13 * card.suit + card.rank - 1 for card in deal_number(Rush(), number).deck])
    return int(can_be_won(deal(deck, draw, leftmost_only), most, numbers(1)))


@pytest.mark.parametrize("leftmost_only", [False, True])
@pytest.mark.parametrize("draw", [1, 3])
def test_unsolvable_deals_drawn_at_random_are_confirmed(draw, leftmost_only):
    """Of a sample by seed, those that the second search can finish here; none may be won by it."""
    random, confirmed = Random(7 * draw), 0
    drawn = [random.randrange(10**9) for _ in range(200 if IS_COMPILED else 40)]
    verdicts = deal_verdicts(draw, drawn, Budget(nodes=NODES), leftmost_only)
    wanted = 10 if IS_COMPILED else 1
    for number, verdict in zip(drawn, verdicts, strict=True):
        if verdict is Verdict.UNSOLVABLE and confirmed < wanted:
            second = second_verdict(draw, number, STATES, leftmost_only)
            assert second != CAN, number
            confirmed += second == CANNOT
    assert confirmed == wanted


@pytest.mark.parametrize("leftmost_only", [False, True])
@pytest.mark.parametrize("draw", [1, 3])
def test_what_is_solved_is_never_refuted(draw, leftmost_only):
    drawn = range(5000, 5060 if IS_COMPILED else 5006)
    verdicts = deal_verdicts(draw, drawn, Budget(nodes=NODES), leftmost_only)
    won = 0
    for number, verdict in zip(drawn, verdicts, strict=True):
        if verdict is Verdict.SOLVED:
            second = second_verdict(draw, number, STATES // 4, leftmost_only)
            assert second in (CAN, OUT_OF_ROOM), number
            won += second == CAN
    assert won >= (20 if IS_COMPILED else 1)


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
def test_a_wrong_claim_is_refuted_and_the_tip_is_told_apart():
    # 989 can be won drawing one card, but not by the tip.
    any_moves, tip = (Deals("rush", ("draw=1",), 989, 1, leftmost_only) for leftmost_only in (False, True))
    assert confirm(any_moves, Effort(nodes=3_000_000)).letters == bytes([SOLVED])
    assert confirm(tip, Effort(nodes=3_000_000)).letters == bytes([UNSOLVABLE])
    assert confirm(tip, Effort(nodes=50)).letters == bytes([GAVE_UP])

"""The file of verdicts: what it holds reads back, and whatever is wrong with it is noticed."""

from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules import find_variant
from game.solver.certify.verdicts import (
    MOST_DEALS,
    OPEN,
    Found,
    Verdicts,
    VerdictsError,
    header,
    line,
    read,
)

RUSH = find_variant("rush", ["draw=1"])


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


def test_a_file_of_nothing_but_its_header_is_fine():
    assert read(file())[0].letters == b"." * 10


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


def test_a_deal_that_was_given_up_may_be_decided_later():
    verdicts = Verdicts(RUSH, 0, 3)
    verdicts.add(Found(0, b"gh."))
    verdicts.add(Found(0, b"su"))
    assert verdicts.letters == b"su."


def test_what_was_given_up_can_be_opened_again():
    verdicts = Verdicts(RUSH, 0, 4)
    verdicts.add(Found(0, b"gsgu"))
    verdicts.reopen()
    assert (verdicts.letters, verdicts.left) == (b"hshu", 2)


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
        (file().replace(b"count 10", b"count %d" % (MOST_DEALS + 1)), "a file holds 1 to"),
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
    told = (Path(__file__).parents[3] / "docs" / "FORMATS.md").read_text("utf-8")
    example = told.partition("```\npatience-certified 1\n")[2].partition("```")[0]
    verdicts, _ = read(b"patience-certified 1\n" + example.encode())
    assert verdicts.letters.startswith(b"susuussssssshsss.")


def test_verdicts_by_the_tip_say_so_in_a_version_of_their_own():
    verdicts = Verdicts(RUSH, 100, 3, by_the_tip=True)
    content = header(verdicts) + line(Found(100, b"su."))
    assert content.startswith(
        b"patience-certified 2\nvariant rush draw=1 limit=300\nfirst 100\ncount 3\npromise leftmost\n\n"
    )
    read_back, whole = read(content)
    assert (read_back.by_the_tip, read_back.letters, whole) == (True, b"su.", len(content))
    assert not read(file())[0].by_the_tip


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
        read(header(Verdicts(RUSH, 100, 3, by_the_tip=True)).replace(old, new))

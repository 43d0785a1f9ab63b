"""The record as text: what is read, what is refused with which line, what is written."""

import pytest

from game.play.deal import deal_number
from game.play.game import MAX_MS, ControlAction, Game
from game.play.lines import LONE_CR
from game.play.record import (
    LIMIT_BYTES,
    LIMIT_ENTRIES,
    Record,
    RecordError,
    header_text,
    read_record,
    read_record_while_good,
    record_text,
)
from game.rules import find_variant
from game.rules.position import STOCK, pile_to_text
from game.rules.variant import IllegalMove
from tests.each import each

RUSH = find_variant("rush")
KNOWN = deal_number(RUSH, 48213)
DECK = pile_to_text(tuple(card.up for card in KNOWN.deck))
HEADER = ["patience 1", "variant rush draw=3 limit=300", "deal 48213", f"deck {DECK}", ""]

# A game that starts from piles: clubs home but for the king, which lies on a face-down card.
CLUBS = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC"
DIAMONDS, HEARTS, SPADES = (" ".join(rank + suit for rank in "A23456789TJQK") for suit in "DHS")
PILES = [
    *("patience 1", "variant rush", "deal none", f"pile f1 {CLUBS}", f"pile f2 {DIAMONDS}"),
    *(f"pile f3 {HEARTS}", f"pile f4 {SPADES.removesuffix(' KS')}", "pile t1 (KS) KC", ""),
]


def text(*lines: str) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


def read(*lines: str) -> Record:
    return read_record(text(*lines))


def error(*lines: str | bytes) -> RecordError:
    """What is wrong with these lines, read or played back."""
    return error_of(b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines))


def error_of(data: bytes) -> RecordError:
    with pytest.raises(RecordError) as refused:
        read_record(data).replay()
    return refused.value


def with_line(lines: list[str], number: int, line: str | bytes) -> list[str | bytes]:
    """The same lines with one replaced, counted from 1."""
    return [*lines[: number - 1], line, *lines[number:]]


# What is read ---------------------------------------------------------------------------------
def test_a_record_is_its_deal_and_its_entries():
    record = read(*HEADER, "0 stock", "2210 waste>t4", "2210 undo")
    assert (record.deal, record.tags) == (KNOWN, {})
    assert [entry.at_ms for entry in record.entries] == [0, 2210, 2210]
    moves = [RUSH.move_from_text("stock"), RUSH.move_from_text("waste>t4"), ControlAction.UNDO]
    assert [entry.action for entry in record.entries] == moves
    without_number = read(*with_line(HEADER, 3, "deal none")).deal
    assert (without_number.number, without_number.position) == (None, KNOWN.position)


@each(
    ("words", "options"),
    [
        ("rush", {"draw": 3, "limit": 300}),
        ("rush draw=1", {"draw": 1, "limit": 300}),
        ("rush limit=86400", {"draw": 3, "limit": 86400}),
        ("rush limit=1 draw=1", {"draw": 1, "limit": 1}),
    ],
)
def test_options_left_out_have_their_defaults(words, options):
    variant = read(*HEADER[:1], f"variant {words}", *HEADER[2:]).deal.variant
    assert variant == type(RUSH)(**options)


def test_a_game_may_start_from_piles_in_any_order():
    deal = read(*PILES).deal
    assert (deal.number, deal.deck) == (None, None)
    assert pile_to_text(deal.position.piles[6]) == "(KS) KC"
    assert pile_to_text(deal.position.piles[2]) == CLUBS
    assert read(*PILES[:3], *PILES[3:8][::-1], "").deal == deal


# About ----------------------------------------------------------------------------------------
@each(
    ("line", "told"),
    [
        (
            "started=2026-11-21T07:13:34+01:00 player=Anna",
            {"started": "2026-11-21T07:13:34+01:00", "player": "Anna"},
        ),
        ("player=Anna%20%26%20Zo%C3%AB%3D%25%0A", {"player": "Anna & Zoë=%\n"}),
        ("player=", {"player": ""}),
    ],
)
def test_about_tells_pairs_percent_encoded(line, told):
    assert read(*HEADER[:4], f"about {line}", "").tags == read(*PILES[:8], f"about {line}", "").tags == told


@each("key", ["player", "a:b", "a+b", "größe", "a=b", "a b", "%", "#", "a%20b"])
@each("value", ["", "Anna", "Zoë & co", "100 %", "a=b", "# 1", "line\nbreak", "\r", "♥", "a+b:c"])
def test_whatever_is_told_reads_back(key, value):
    told = {key: value, "last": "one"}
    assert read_record(record_text(Game(KNOWN), told).encode()).tags == told


# Comments -------------------------------------------------------------------------------------
def test_comments_are_passed_over_in_the_header_and_among_the_entries():
    commented = [written for line in HEADER for written in (line, "# a remark")]
    record = read(*commented, "0 stock", "#", "#0 stock", "5 stock", "# the end")
    assert record.deal == KNOWN
    assert [entry.at_ms for entry in record.entries] == [0, 5]


def test_comments_stand_between_piles_and_about():
    assert read(*PILES[:5], "# half", *PILES[5:8], "# whole", "about a=b", "# told", "").tags == {"a": "b"}


REFUSED = {
    "a comment on the first line": (["# patience", *HEADER], 1, ""),
    "a comment after an entry": ([*HEADER, "0 stock # tap"], 6, ""),
    "a comment that begins later": ([*HEADER, " # tap"], 6, ""),
    "a line after comments": (
        [*HEADER[:2], "# one", *HEADER[2:], "# two", "0 stock", "# three", "0 nonsense"],
        10,
        "",
    ),
    "a comment in the header that is no text": ([*HEADER[:2], b"# \xff", *HEADER[2:]], 3, ""),
    "a comment that is no text": ([*HEADER, "0 stock", b"# \xff"], 7, ""),
    "a comment with CR": ([*HEADER, "0 stock", "# x\ry"], 7, LONE_CR),
    "an empty line": ([""], 1, ""),
    "two byte order marks": ([b"\xef\xbb\xbf" * 2 + b"patience 1", *HEADER[1:]], 1, ""),
    "no deal": ([*HEADER[:2], *HEADER[3:]], 3, "a line “deal …” is expected here"),
    "another deal": (with_line(HEADER, 3, "deal 48214"), 4, "deal 48214 does not deal this deck"),
    "about twice": (
        [*HEADER[:4], "about a=b", "about c=d", ""],
        6,
        "“about” does not belong here in the header",
    ),
    "a damaged pile before others": (with_line(PILES, 4, f"pile f1 {CLUBS} xx"), 4, ""),
    "piles of a number": (with_line(PILES, 3, "deal 48213"), 8, "a game from given piles has “deal none”"),
    "a deck beside piles": ([*PILES[:8], f"deck {DECK}", ""], 9, ""),
    "a count of one": ([*HEADER, "0 t1>t2:1"], 6, "“t1>t2:1” is not an action"),
    "an earlier time": ([*HEADER, "10 stock", "9 stock"], 7, "the time 9 is before 10"),
    "a time too long": (
        [*HEADER, "0 stock", f"{MAX_MS + 1} stock"],
        7,
        "the play time has more than 15 digits",
    ),
    "an empty line first": ([*HEADER, ""], 6, ""),
    "an empty line later": ([*HEADER, "0 stock", "", "5 stock"], 7, ""),
    "a torn line that is not the last": ([*HEADER, "0 sto", "5 stock"], 6, ""),
    "CR": ([*HEADER, "0 stock", "5 stock\r "], 7, LONE_CR),
    "a byte that is no text": ([*HEADER, "0 stock", b"5 stock\xff"], 7, ""),
    "a zero byte": ([*HEADER, "0 stock", "5 stock\0"], 7, ""),
    "a move": (
        [*HEADER, "0 stock", "5 t1>t2", "9 stock"],
        7,
        "“t1>t2” is refused: 9♦ needs a card one rank higher, of the opposite colour",
    ),
    "an undo": ([*HEADER, "0 stock", "5 undo"], 7, "“undo” is refused: "),
    "a redo": ([*HEADER, "0 stock", "5 redo"], 7, "“redo” is refused: "),
}


@each(("lines", "number", "reason"), REFUSED.values())
def test_what_is_wrong_is_refused_by_its_line(lines, number, reason):
    refused = error(*lines)
    assert (refused.line, str(refused)) == (number, f"line {number}: {refused.reason}")
    assert refused.reason.startswith(reason)


@each(
    ("data", "number"),
    [
        (b"", 1),
        (b"patience 1", 1),
        (text(*HEADER[:3]) + b"deck 9D TS", 4),
    ],
)
def test_what_is_no_lines_is_refused(data, number):
    assert error_of(data).line == number


@each("mark", [b"", b"\xef\xbb\xbf"])
@each("ends", [{b"\n": b"\r\n"}, {b"\n\n": b"\r\n\n", b"stock\n": b"stock\r\n"}, {}])
def test_lines_may_end_with_crlf_and_a_mark_may_come_first(mark, ends):
    data = text(*HEADER, "0 stock", "5 stock", "# clock 9")
    sent = data
    for end, other in ends.items():
        sent = sent.replace(end, other)
    found, wanted = read_record(mark + sent), read_record(data)
    assert (found, found.lines) == (wanted, wanted.lines)


@each(
    ("data", "line", "reason"),
    [
        ("\n".join(HEADER).encode("utf-16"), None, "this file is UTF-16; save it as UTF-8"),
        ("\n".join(HEADER).encode("utf-16-be"), None, "this file is UTF-16; save it as UTF-8"),
        ("\n".join(HEADER).encode("utf-32"), None, "this file is UTF-32; save it as UTF-8"),
        (text(*HEADER).replace(b"\n", b"\r"), 1, LONE_CR),
    ],
)
def test_another_encoding_is_named(data, line, reason):
    refused = error_of(data)
    assert (refused.line, refused.reason) == (line, reason)


# Wrong lines ----------------------------------------------------------------------------------
TOLD = [*HEADER[:4], "about a=b", ""]
PLAYED = [*HEADER, "0 stock", "0 stock"]
COLUMN = "in a column at least one face-up card must lie on the face-down ones"
WRONG_LINES = [
    *(
        (HEADER, 1, line, "the first line is not “patience 1”")
        for line in ("", "patience", "patience 2", "patience 1 ", " patience 1", "Patience 1", "patience  1")
    ),
    *((HEADER, at, HEADER[at - 1] + "\r ", LONE_CR) for at in range(1, 6)),
    *(
        (HEADER, at, HEADER[at - 1].encode() + bad, "the line is not UTF-8 text")
        for at in range(1, 6)
        for bad in (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\xaf")
    ),
    *((HEADER, 2, line, "a line “variant …” is expected here") for line in ("game rush", "", "deal 48213")),
    *((HEADER, 2, f"variant{name}", "there is no game “") for name in ("", " chess", " Rush")),
    *(
        (HEADER, 2, f"variant rush {words}", reason)
        for words, reason in (
            *(("draw=2", "draw is 1 or 3, not “2”"), ("draw=03", "draw is 1 or 3, not “03”")),
            ("limit=0", "limit is none or a number from 1 to 86400, not “0”"),
            ("limit=86401", "limit is none or a number from 1 to 86400, not “86401”"),
            ("suits=4", "“suits=4” is not an option of this game"),
            ("draw=3 draw=3", "the option draw is given twice"),
            *(("", "“” is not an option of this game"), (" draw=3", "“” is not an option of this game")),
        )
    ),
    *(
        (HEADER, 3, f"deal {number}", "is not a deal number from 0 to 2^64 − 1")
        for number in (
            *(
                "",
                "-1",
                "048213",
                "+5",
                "5.0",
                "1e3",
                "0x10",
                str(2**64),
                "9" * 1000,
                "None",
                "5 ",
                " 5",
                "５",
            ),
        )
    ),
    *(
        (HEADER, 4, f"deck {deck}", reason)
        for deck, reason in (
            (DECK.removesuffix(" AH"), "the deck holds AH 0 times instead of 1"),
            (DECK + " AH", "the deck holds AH 2 times instead of 1"),
            (DECK.replace("AH", "KS"), "the deck holds AH 0 times instead of 1"),
            *((DECK.replace("AH", card), f"“{card}” is not a card") for card in ("1H", "ah")),
            *((deck, "“” is not a card") for deck in (DECK.replace(" ", "  ", 1), DECK + " ", "")),
            (DECK.replace("9D TS", "TS 9D"), "deal 48213 does not deal this deck"),
            (DECK.replace("AH", "(AH)"), "a deck is written without parentheses, not (AH)"),
        )
    ),
    *((HEADER, 4, line, "") for line in ("", "about a=b", "0 stock", "deck", "decks x")),
    *(
        (PILES, 8, f"pile {line}", reason)
        for line, reason in (
            ("t8 (KS) KC", "there is no pile “t8” in Solitaire Rush"),
            *(("f2 (KS) KC", "the pile f2 occurs twice"), ("t1 (KS)  KC", "“” is not a card")),
            *(("t1 (KS) KC ", "“” is not a card"), ("t1 (KS) KX", "“KX” is not a card")),
            *(("t1", "the pile t1 has no cards"), ("t1 ", "the pile t1 has no cards")),
            *(("t1 KS (KC)", COLUMN), ("t1 (KS) (KC)", COLUMN)),
            ("stock KS KC", "the cards of the stock must be face down"),
            ("waste (KS) KC", "the cards of the waste must be face up"),
            *(("t1 KC", "KS is missing"), ("t1 (KS) KC AC", "AC occurs 2 times instead of 1")),
        )
    ),
    *(([*HEADER, ""], 6, long + "x" * 500_000, "") for long in ("", "0 ")),
    *(
        (TOLD, 5, f"about {line}", "is not a percent-encoded key=value")
        for line in (
            *("", "player", "=Anna", "player=A ", "player=A  round=2", "player=50%", "player=%zz"),
            *("player=%ff", "a b=1"),
        )
    ),
    (TOLD, 5, "about player=Anna player=Zoe", "“player” is given twice"),
    (TOLD, 5, "about a=1 %61=2", "“a” is given twice"),
    *(
        (TOLD, 5, line, "does not belong here in the header")
        for line in (f"deck {DECK}", "pile t1 AC", "deal 48213", "0 stock", "nonsense")
    ),
    # A single space was once taken for the empty line that ends the header.
    *((TOLD, 5, line, "begins with a word, not with a space") for line in (" ", "  ", " about a=b")),
    *(
        (PLAYED, 7, line, "")
        for line in (
            *("", " ", "stock", "0", "0 ", " 0 stock", "0  stock", "0\tstock", "-1 stock", "+1 stock"),
            *("00 stock", "05 stock", "1e3 stock", "0x5 stock", "５ stock", "9999999999999999999999 stock"),
            *("1.5 stock", "0 0 stock"),
        )
    ),
    *(
        (PLAYED, 7, f"0 {action}", "")
        for action in (
            *("Stock", "stock ", "stock:3", "tap", "UNDO", "undo 2", "t1", "t1>", "t1>t2>t3", "t1>t2:"),
            *("t1>t2:0", "t1>t2:02", "t1>t2:-1", "t1>t2:1000", "t1>t8", "t0>t1", "f5>t1", "t01>t2"),
            *("hand>waste", "a>b", "t1>t2 :2"),
        )
    ),
]


@each(("lines", "number", "line", "reason"), WRONG_LINES)
def test_a_wrong_line_is_refused_by_its_number_and_quoted_shortly(lines, number, line, reason):
    refused = error(*with_line(lines, number, line), "0 stock")
    assert refused.line == number
    assert reason in refused.reason
    assert len(str(refused)) < 120


@each("kept", range(1, 5))
def test_a_header_that_breaks_off_is_refused_by_the_line_that_is_missing(kept):
    refused = error(*HEADER[:kept])
    assert refused.line == kept + 1
    assert refused.reason == "the header ends without its empty line"


MANY = 450
"""So many lines are read in more than one portion."""
WRONG = ["", "900 nonsense", "900 t1>t2:1", "900 t1>t99", " 900 stock", "0900 stock", "900 \u2665"]


@each("at", [0, 1, 199, 200, 201, 399, 400, MANY - 1])
@each("wrong", WRONG)
def test_a_wrong_line_among_very_many_is_named_as_it_is_alone(at, wrong):
    lines = [f"{number} undo" for number in range(MANY)]
    lines[at] = wrong
    record, found = read_record_while_good(text(*HEADER, *lines))
    assert (found.line, found.reason) == (len(HEADER) + 1 + at, error(*HEADER, wrong).reason)
    assert [entry.at_ms for entry in record.entries] == list(range(at))
    assert record.lines == tuple(range(len(HEADER) + 1, len(HEADER) + 1 + at))


@each("at", [1, 199, 200, 201, MANY - 1])
def test_times_never_decrease_among_very_many(at):
    lines = [f"{100 + number} undo" for number in range(MANY)]
    lines[at] = "9 undo"
    record, found = read_record_while_good(text(*HEADER, *lines))
    assert (found.line, found.reason) == (len(HEADER) + 1 + at, f"the time 9 is before {99 + at}")
    assert len(record.entries) == at


@each("at", [0, 1, 199, 200, 201, MANY])
def test_a_comment_among_very_many_entries_is_passed_over(at):
    lines = [f"{number} undo" for number in range(MANY)]
    record = read(*HEADER, *lines[:at], "# a remark", *lines[at:])
    assert [entry.at_ms for entry in record.entries] == list(range(MANY))
    first = len(HEADER) + 1
    assert record.lines == (*range(first, first + at), *range(first + at + 1, first + MANY + 1))


# A torn write ---------------------------------------------------------------------------------
@each("torn", [b"5", b"5 ", b"5 sto", b"5 stock", b"\xff", b"nonsense", b"\r", b"# remark"])
def test_a_last_line_without_its_end_is_dropped(torn):
    record = read_record(text(*HEADER, "0 stock") + torn)
    assert [entry.at_ms for entry in record.entries] == [0]


def test_the_good_and_the_legal_beginning_of_a_damaged_record_can_be_had():
    record, found = read_record_while_good(text(*HEADER, "0 stock", "5 stock", "7 nonsense", "9 stock"))
    assert ([entry.at_ms for entry in record.entries], found.line) == ([0, 5], 8)
    record, found = read_record_while_good(text(*HEADER, "0 stock"))
    assert (len(record.entries), found) == (1, None)
    game, found = read(*HEADER, "0 stock", "5 t1>t2", "9 stock").replay_while_legal()
    assert ([entry.at_ms for entry in game.entries], found.line) == ([0], 7)


# Limits ---------------------------------------------------------------------------------------
def filled(size: int) -> bytes:
    """A record of exactly so many bytes, filled up with one comment."""
    data = text(*HEADER, "0 stock")
    return data + b"#" + b" " * (size - len(data) - 2) + b"\n"


def test_a_record_of_one_mebibyte_is_read():
    assert len(filled(LIMIT_BYTES)) == 1024 * 1024
    assert len(read_record(filled(LIMIT_BYTES)).entries) == 1


@each(
    ("data", "reason"),
    [
        (b"#" * (LIMIT_BYTES + 1), "the file is larger than 1048576 bytes"),
        (b"\n" * LIMIT_BYTES, "there are more than 100000 entries"),
    ],
)
def test_what_is_too_large_is_refused_unread(data, reason):
    refused = error_of(data)
    assert (refused.line, refused.reason) == (None, reason)


@pytest.mark.thorough
def test_a_hundred_thousand_entries_are_read_and_one_more_is_refused_by_its_line():
    most = text(*HEADER) + b"0 undo\n" * LIMIT_ENTRIES
    assert len(read_record(most).entries) == 100_000
    refused = error_of(most + b"0 undo\n")
    assert refused.line == len(HEADER) + LIMIT_ENTRIES + 1
    assert refused.reason == "there are more than 100000 entries"
    assert len(read_record(text(*HEADER) + b"#\n" * 400_000 + b"0 stock\n").entries) == 1


# What is written ------------------------------------------------------------------------------
def test_a_time_of_fifteen_digits_is_read_and_nothing_later_is_ever_written():
    header = header_text(deal_number(find_variant("spider"), 1), {})
    record = read_record(f"{header}{MAX_MS} stock\n".encode())
    game = record.replay()
    assert game.elapsed_ms == MAX_MS == 10**15 - 1
    assert read_record(record_text(game, {}).encode()).entries == record.entries
    with pytest.raises(IllegalMove, match="No game can last that long"):
        game.play(STOCK, MAX_MS + 1)

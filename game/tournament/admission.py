"""What results from a file must show besides their proof: when they were played, and how fast.

Knows records and moments; must not know what time it is nor which robots there are: both are
told. The rules stand in docs/FORMATS.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from game.message import msg
from game.play.lines import FileError
from game.play.record import Record, read_record
from game.tournament.pace import strokes, too_fast
from game.tournament.results_file import TournamentEntry
from game.tournament.rounds import Remark, line_of, result_of, told_remarks
from game.tournament.wall_clock import TOLERANCE_MS, moment_from_text, moment_to_text

EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""Before this there were no tournaments."""
AHEAD = timedelta(minutes=5)
"""By so much another machine's clock may be ahead of this one's."""


class Span(NamedTuple):
    """From when the cards of a round were seen until its end, by the clock on the wall."""

    start: datetime
    end: datetime


def span_of(data: bytes) -> Span | None:
    """When a round was played; None when its record does not say so in the one form there is."""
    record = read_record(data)
    text = record.about.get("started", "")
    start = moment_from_text(text)
    if start is None or moment_to_text(start) != text:
        return None
    try:
        return Span(start, start + timedelta(milliseconds=result_of(record.replay()).elapsed_ms))
    except OverflowError:  # in the last minutes of the year 9999
        return Span(start, datetime.max.replace(tzinfo=UTC))


def check_entry(
    entry: TournamentEntry, earlier: Mapping[int, bytes], now: datetime, strengths: Collection[str]
) -> None:
    """Makes sure that results can have been played so.

    `earlier` are the records of the player that are here already, `strengths` those of the
    robots that this program knows. A robot's rounds are not looked at: they are played again.

    Raises:
        FileError: they cannot.
    """
    if entry.player.strength is not None:
        if entry.player.strength not in strengths:
            raise FileError(
                entry.player_line, msg("no robot is called “{name}” here", name=entry.player.strength)
            )
        return
    for number, data in entry.records.items():
        _check_span(data, entry.lines[number], now)
        _check_pace(read_record(data), entry.lines[number])
    _check_order({**earlier, **entry.records}, entry)


def _check_span(data: bytes, first_line: int, now: datetime) -> None:
    span, line = span_of(data), first_line + line_of(data, "about") - 1
    if span is None:
        raise FileError(line, msg("it does not say when the round was started, as 2026-11-21T07:13:34.000Z"))
    if span.start < EARLIEST:
        raise FileError(
            line, msg("the round was started in {year}, before there were tournaments", year=span.start.year)
        )
    if span.end > now + AHEAD:
        raise FileError(line, msg("the round ends in the future, by the clock of this computer"))


def _check_pace(record: Record, first_line: int) -> None:
    fast = too_fast(strokes(record))
    if fast is not None:
        raise FileError(first_line + record.lines[fast] - 1, Remark.FAST.value)


def _check_order(records: Mapping[int, bytes], entry: TournamentEntry) -> None:
    """Rounds are played one after the other, unless the record itself tells of a clock set back."""
    ended: tuple[int, datetime] | None = None
    for number, data in sorted(records.items()):
        span = span_of(data)
        if span is None:
            continue
        is_early = ended is not None and ended[1] - span.start > timedelta(milliseconds=TOLERANCE_MS)
        if ended is not None and is_early and Remark.SET_BACK not in told_remarks(data):
            told = number if number in entry.lines else next(iter(entry.lines))
            line = entry.lines[told] + line_of(records[told], "about") - 1
            raise FileError(
                line,
                msg(
                    "round {number} was started before the end of round {earlier}",
                    number=number,
                    earlier=ended[0],
                ),
            )
        ended = number, span.end if ended is None else max(span.end, ended[1])

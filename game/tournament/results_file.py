"""A player's results as a file (docs/FORMATS.md): the records of the rounds they played, and their checks.

Reading gives proved results, or the line at which they fail.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from game.message import msg
from game.play.lines import FileError, Lines
from game.play.record import LIMIT_BYTES as RECORD_LIMIT_BYTES
from game.play.record import Record, read_record
from game.tournament.pace import strokes, too_fast
from game.tournament.player import Player, PlayerError, player_from_text, player_to_text
from game.tournament.rounds import (
    TOLERANCE_MS,
    Remark,
    RoundResult,
    line_of,
    moment_from_text,
    moment_to_text,
    prove_round,
    result_of,
    told_remarks,
)
from game.tournament.tournament import ID, NEWEST, Tournament, digest_line, expect_digest, version_of

LIMIT_BYTES = 4 << 20
_ROUND = re.compile(r"([1-9][0-9]?) lines ([1-9][0-9]{0,6})", re.ASCII)


@dataclass(frozen=True)
class TournamentEntry:
    """A submission: by round its record, its value, and the line where it starts."""

    player: Player
    records: Mapping[int, bytes]
    results: Mapping[int, RoundResult]
    lines: Mapping[int, int]
    player_line: int


def results_text(tournament: Tournament, player: Player, records: Mapping[int, bytes]) -> bytes:
    """Formats a player's results; `records` by round; raises FileError if the file would be too large."""
    head = f"patience results {version_of(tournament)}\ntournament {tournament.id}\n"
    head += f"player {player_to_text(player)}\n"
    parts = [head.encode()]
    for number, record in sorted(records.items()):
        count = record.count(b"\n")
        parts += [f"round {number} lines {count}\n".encode(), record]
    data = b"".join(parts)
    data += digest_line(data).encode()
    if len(data) > LIMIT_BYTES:
        raise FileError(None, msg("the file would be larger than {count} bytes", count=LIMIT_BYTES))
    return data


def tournament_of(data: bytes) -> str:
    """Returns the tournament id of results; reads only the beginning of the file.

    Raises:
        FileError: these are not results, or of a newer version.
    """
    return _head(Lines(data, LIMIT_BYTES))[1]


def read_results(data: bytes, tournament: Tournament) -> TournamentEntry:
    """Reads a player's results and replays every record by the rules; raises FileError if a line fails."""
    lines = Lines(data, LIMIT_BYTES)
    if _head(lines) != (version_of(tournament), tournament.id):
        raise lines.wrong(msg("these are results of another tournament"))
    try:
        player = player_from_text(lines.word("player"))
    except PlayerError as wrong:
        raise lines.wrong(wrong.reason) from None
    player_line = lines.number
    records: dict[int, bytes] = {}
    results: dict[int, RoundResult] = {}
    starts: dict[int, int] = {}
    while True:
        word, _, rest = lines.line().partition(" ")
        if word == "end":
            break
        number, count = _round(lines, word, rest, tournament, max(records, default=0))
        starts[number] = lines.number + 1
        records[number] = lines.take(count, RECORD_LIMIT_BYTES)
        results[number] = _proved(records[number], tournament, player, number, starts[number])
    if not records:
        raise lines.wrong(msg("there is no round in it"))
    expect_digest(lines, lines.data, rest)
    return TournamentEntry(player, records, results, starts, player_line)


def _head(lines: Lines) -> tuple[int, str]:
    version = lines.expect_version("results", NEWEST)
    found = lines.word("tournament")
    if not ID.fullmatch(found):
        raise lines.wrong(msg("a tournament is named by 32 hexadecimal digits"))
    return version, found


def _round(lines: Lines, word: str, rest: str, tournament: Tournament, before: int) -> tuple[int, int]:
    match = _ROUND.fullmatch(rest)
    if word != "round" or match is None:
        raise lines.wrong(msg("a line “round <number> lines <count>” or “end …” is expected here"))
    number, count = int(match[1]), int(match[2])
    if number > tournament.rounds:
        raise lines.wrong(
            msg(
                "the tournament has {count} rounds, so there is no round {number}",
                count=tournament.rounds,
                number=number,
            )
        )
    if number <= before:
        raise lines.wrong(
            msg("round {number} is listed after round {earlier}", number=number, earlier=before)
        )
    return number, count


def _proved(record: bytes, tournament: Tournament, player: Player, number: int, start: int) -> RoundResult:
    try:
        return prove_round(record, tournament, player, number)
    except FileError as wrong:
        line = start if wrong.line is None else start + wrong.line - 1
        raise FileError(line, wrong.reason) from None


EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""Before this moment there were no tournaments."""
AHEAD = timedelta(minutes=5)
"""How far another machine's clock may be ahead of this one's."""


class Span(NamedTuple):
    """Period of a round by the wall clock, from when its cards were seen to its end."""

    start: datetime
    end: datetime


def span_of(data: bytes) -> Span | None:
    """Returns when a round was played; None if its record does not say so correctly."""
    record = read_record(data)
    text = record.tags.get("started", "")
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
    """Raises FileError unless results can have been played this way.

    `earlier` are the records of the player that are here already, `strengths` those of the robots that this
    program knows. A robot's rounds are not checked: they are played again.
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
        raise FileError(
            line, msg("it does not say when the round was started, in the form 2026-11-21T07:13:34.000Z")
        )
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
    """Checks that rounds were played one after the other, unless the record reports a clock set back."""
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

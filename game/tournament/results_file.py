"""A player's results as a file: the records of the rounds they played, as they are.

Knows its text (described in docs/FORMATS.md); must not know where files live. Whoever reads
one gets proved results, or the line at which it does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from game.message import msg
from game.play.lines import FileError, Lines
from game.play.record import LIMIT_BYTES as RECORD_LIMIT_BYTES
from game.tournament.player import Player, PlayerError, player_from_text, player_to_text
from game.tournament.rounds import RoundResult, prove_round
from game.tournament.tournament import ID, Tournament
from game.tournament.tournament_file import NEWEST, digest_line, expect_digest, version_of

LIMIT_BYTES = 4 << 20
_ROUND = re.compile(r"([1-9][0-9]?) lines ([1-9][0-9]{0,6})", re.ASCII)


@dataclass(frozen=True)
class TournamentEntry:
    """What a player hands in: by round the record as it is, what it is worth, and the line it begins at."""

    player: Player
    records: Mapping[int, bytes]
    results: Mapping[int, RoundResult]
    lines: Mapping[int, int]
    player_line: int


def results_text(tournament: Tournament, player: Player, records: Mapping[int, bytes]) -> bytes:
    """The file of a player's results; `records` by round.

    Raises:
        FileError: it would be larger than such a file may be.
    """
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
    """The id of the tournament that results are of; only the beginning of the file is read.

    Raises:
        FileError: these are no results, or of a newer version.
    """
    return _head(Lines(data, LIMIT_BYTES))[1]


def read_results(data: bytes, tournament: Tournament) -> TournamentEntry:
    """A player's results in a tournament, every record played back by the rules.

    Raises:
        FileError: a line does not hold.
    """
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
    expect_digest(lines, data, rest)
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
        raise lines.wrong(msg("round {number} stands behind round {earlier}", number=number, earlier=before))
    return number, count


def _proved(record: bytes, tournament: Tournament, player: Player, number: int, start: int) -> RoundResult:
    try:
        return prove_round(record, tournament, player, number)
    except FileError as wrong:
        line = start if wrong.line is None else start + wrong.line - 1
        raise FileError(line, wrong.reason) from None

"""State of a tournament under way: its players, their rounds, whose turn it is; and its log.

The log has a line for each round started and played, and for the close: it remembers a round whose record is
gone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from game.message import Message, msg
from game.play.lines import FileError
from game.play.record import read_record
from game.tournament.pace import is_copy
from game.tournament.player import Player, PlayerError, player_from_text, player_to_text
from game.tournament.results_file import TournamentEntry
from game.tournament.rounds import Remark, RoundResult, moment_to_text, remarks_of
from game.tournament.standings import StandingRow, standings
from game.tournament.tournament import MAX_PLAYERS, Tournament


@dataclass
class Seat:
    """A player's place in a tournament."""

    player: Player
    is_here: bool = True  # whether the player takes turns at this machine; else results come as files
    records: dict[int, bytes] = field(default_factory=dict)
    results: dict[int, RoundResult] = field(default_factory=dict)
    running: int | None = None  # the round whose clock runs
    spoilt: dict[int, str] = field(default_factory=dict)  # rounds whose record does not hold, and why
    unproven: dict[int, bytes] = field(default_factory=dict)  # a robot's, from a file, until played again
    _remarks: dict[bytes, tuple[Remark, ...]] = field(default_factory=dict, repr=False, compare=False)

    def is_taken(self, round_number: int) -> bool:
        """Whether a round was played or started, so that it can no longer be played."""
        known = (self.results, self.spoilt, self.unproven)
        return round_number == self.running or any(round_number in rounds for rounds in known)

    def remarks(self, round_number: int) -> tuple[Remark, ...]:
        """Remarks on a played round, computed once."""
        data = self.records[round_number]
        if data not in self._remarks:
            self._remarks[data] = remarks_of(data)
        return self._remarks[data]

    @property
    def has_begun(self) -> bool:
        """Whether any round was played or started."""
        return self.running is not None or bool(self.results or self.spoilt or self.unproven)


@dataclass
class TournamentState:
    """A tournament, its players, and the known state of their rounds."""

    tournament: Tournament
    seats: list[Seat] = field(default_factory=list)
    is_closed: bool = False  # whether nobody plays here any more, although rounds are left

    @property
    def running(self) -> tuple[Seat, int] | None:
        """Seat and round whose clock is running, or None."""
        return next(((seat, seat.running) for seat in self.seats if seat.running is not None), None)

    def next_round(self, seat: Seat) -> int | None:
        """Next round of a player; None if all are played or one is running."""
        if seat.running is not None:
            return None
        rounds = range(1, self.tournament.rounds + 1)
        return next((number for number in rounds if not seat.is_taken(number)), None)

    def due(self) -> list[tuple[Seat, int]]:
        """Every person here with their next round: lowest round first, then by seat."""
        return [(seat, number) for seat, number in self._waiting() if not seat.player.is_robot]

    def robots_due(self) -> list[tuple[Seat, int]]:
        """Robots with their next rounds, which are played without the window."""
        return [(seat, number) for seat, number in self._waiting() if seat.player.is_robot]

    def _waiting(self) -> list[tuple[Seat, int]]:
        if self.is_closed:
            return []
        waiting = [(seat, self.next_round(seat)) for seat in self.seats if seat.is_here]
        found = [(seat, number) for seat, number in waiting if number is not None]
        return sorted(found, key=lambda pair: pair[1])

    @property
    def is_over(self) -> bool:
        """Whether nobody here has anything left to play."""
        return self.running is None and not self._waiting()

    @property
    def complete_rounds(self) -> int:
        """Number of rounds that everybody here has finished, ignoring players elsewhere."""
        here = [seat for seat in self.seats if seat.is_here] or self.seats
        count = 0
        for number in range(1, self.tournament.rounds + 1):
            if not all(number in seat.results or number in seat.spoilt for seat in here):
                break
            count = number
        return count

    @property
    def latest_round(self) -> int:
        """Last round that anybody has played, or 0."""
        return max((number for seat in self.seats for number in seat.results), default=0)

    def standings(self, after_round: int) -> list[StandingRow]:
        """Standings after a round."""
        rounds = range(1, self.tournament.rounds + 1)
        table = {seat.player: [seat.results.get(number) for number in rounds] for seat in self.seats}
        closed = self.tournament.rounds if self.is_over else self.complete_rounds
        return standings(table, after_round, self.tournament.limit_ms, closed)

    def seat_of(self, player: Player) -> Seat | None:
        """Returns the seat with this name, or one that looks like it."""
        return next((seat for seat in self.seats if seat.player.is_like(player)), None)

    def remarks(self) -> list[tuple[Player, int, Remark]]:
        """Remarks on the rounds played, by player and round."""
        return [
            (seat.player, number, remark)
            for seat in self.seats
            for number in sorted(seat.records)
            for remark in seat.remarks(number)
        ]

    def new_rounds(self, entry: TournamentEntry, is_from_file: bool = True) -> dict[int, bytes]:
        """Returns the records of an entry that may be added, by round, without changing anything.

        Identical records that are here already are skipped.

        Raises:
            FileError: the player or a round is taken, the player plays here, not elsewhere, nothing is new,
                or a round was copied.
        """
        seat = self.seat_of(entry.player)
        if seat is None and len(self.seats) >= MAX_PLAYERS:
            raise FileError(entry.player_line, msg("there are {count} players already", count=MAX_PLAYERS))
        if seat is not None and seat.player != entry.player:
            raise FileError(entry.player_line, _taken(seat.player))
        if seat is not None and seat.is_here and is_from_file:
            raise FileError(
                entry.player_line,
                msg("{name} plays here, so their results cannot come from a file", name=seat.player.name),
            )
        new = {}
        for number, record in entry.records.items():
            line = entry.lines[number]
            if seat is not None and seat.is_taken(number):
                if record in (seat.records.get(number), seat.unproven.get(number)):
                    continue
                raise FileError(
                    line,
                    msg(
                        "{name} has another record of round {number} already",
                        name=entry.player.name,
                        number=number,
                    ),
                )
            author = self._author(entry.player, number, record)
            if author is not None:
                raise FileError(line, msg("this is move for move what {name} played", name=author.label))
            new[number] = record
        if not new:
            raise FileError(
                entry.player_line, msg("everything in it by {name} is here already", name=entry.player.name)
            )
        return new

    def _author(self, player: Player, number: int, record: bytes) -> Player | None:
        """Another player whose record of a round is the same game as a person's, or None."""
        if player.is_robot:
            return None
        for seat in self.seats:
            other = seat.records.get(number)
            if (
                seat.player != player
                and other is not None
                and is_copy(read_record(record), read_record(other))
            ):
                return seat.player
        return None


def _taken(player: Player) -> Message:
    """Error for a name that is taken, or looks like one."""
    if player.is_robot:
        return msg(
            "there is already a {strength} robot called {name}", strength=player.strength, name=player.name
        )
    return msg("there is already a person called {name}", name=player.name)


ELSEWHERE = "elsewhere"


def seat_text(player: Player, is_here: bool) -> bytes:
    """Formats the stored text about a seat."""
    return (f"{player_to_text(player)}\n" + ("" if is_here else f"{ELSEWHERE}\n")).encode()


def seat_from_text(data: bytes) -> Seat:
    """Parses a seat, nothing played yet, from its text; raises PlayerError if it is not one.

    >>> seat_from_text(b"person Anna\\nelsewhere\\n").is_here
    False
    """
    try:
        lines = data.decode().split("\n")
    except UnicodeDecodeError:
        raise PlayerError.because(msg("the text is not UTF-8")) from None
    return Seat(player_from_text(lines[0]), is_here=ELSEWHERE not in lines[1:])


_MOMENT = (
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"  # whole: a torn line tells nothing
)
_BEGUN = re.compile(rf"begun ([0-9]{{2}}) ([1-9][0-9]?)(?: (.+))? {_MOMENT}", re.ASCII)
_PLAYED = re.compile(r"played ([0-9]{2}) ([1-9][0-9]?) ([0-9a-f]{64})", re.ASCII)
_PROVED = re.compile(r"proved ([0-9]{2}) ([1-9][0-9]?) ([0-9a-f]{64})", re.ASCII)
_CLOSED = re.compile(rf"closed {_MOMENT}", re.ASCII)
_STAMPED = re.compile(r"(.+) ([0-9a-f]{32})")


def begun_line(seat: str, player: Player, round_number: int, now: datetime) -> str:
    """Log line before the cards of a round are seen; `seat` is its folder's name."""
    return f"begun {seat} {round_number} {player_to_text(player)} {moment_to_text(now)}"


def played_line(seat: str, round_number: int, record: bytes) -> str:
    """Log line for a finished round."""
    return f"played {seat} {round_number} {hashlib.sha256(record).hexdigest()}"


def proved_line(seat: str, round_number: int, record: bytes) -> str:
    """Log line for a robot's record that was replayed identically."""
    return f"proved {seat} {round_number} {hashlib.sha256(record).hexdigest()}"


def closed_line(now: datetime) -> str:
    """Log line for the close."""
    return f"closed {moment_to_text(now)}"


@dataclass
class Log:
    """Content of the log; unknown lines are ignored."""

    begun: list[tuple[str, int]] = field(default_factory=list)  # seats and rounds, in their order
    begun_before: list[tuple[str, int]] = field(default_factory=list)
    """Players and rounds that only the ledger knows."""
    played: dict[tuple[str, int], str] = field(default_factory=dict)
    """Digest of a finished round's record."""
    proved: set[tuple[str, int, str]] = field(default_factory=set)
    is_closed: bool = False
    unwritten: tuple[str, str] | None = None
    """Last line of the ledger, with its digest, if a kill has kept it out of the log."""
    was_changed: bool = False
    """Whether log or ledger was changed."""

    def has_proved(self, seat: str, round_number: int, record: bytes) -> bool:
        """Whether a robot's record was replayed identically."""
        return (seat, round_number, hashlib.sha256(record).hexdigest()) in self.proved

    def rounds_begun(self, seat: str, player: Player) -> list[int]:
        """Rounds that a player has started here."""
        told = player_to_text(player)
        here = [number for name, number in self.begun if name == seat]
        return here + [number for name, number in self.begun_before if name == told]

    def is_another(self, seat: str, round_number: int, record: bytes) -> bool:
        """Whether a round was finished with another record."""
        found = self.played.get((seat, round_number))
        return found is not None and found != hashlib.sha256(record).hexdigest()


def read_log(data: bytes, ledger: Sequence[tuple[str, str]] = (), ledger_holds: bool = True) -> Log:
    """Parses a log; `ledger` has the lines recorded beside it, with digests (none in earlier versions).

    >>> read_log(b"begun 01 2 2026-11-21T07:13:34.005Z\\nclosed 2026\\n").begun
    [('01', 2)]
    """
    log, stamped = Log(), set()
    for line in data.decode(errors="replace").split("\n")[:-1]:
        match = _STAMPED.fullmatch(line)
        if match is not None:
            stamped.add((match[1], match[2]))
            _take(log, match[1])
        elif not ((begun := _BEGUN.fullmatch(line)) and begun[3]) and not _PLAYED.fullmatch(line):
            _take(log, line)  # an earlier version wrote it; else it was torn off before its digest
    lost = [line for line in ledger if line not in stamped]
    for text, _ in lost:
        if (begun := _BEGUN.fullmatch(text)) and begun[3]:
            log.begun_before.append((begun[3], int(begun[2])))
    log.unwritten = lost[0] if lost and lost == [*ledger[-1:]] else None
    log.was_changed = not ledger_holds or not stamped <= {*ledger} or bool(lost and log.unwritten is None)
    return log


def _take(log: Log, line: str) -> None:
    if match := _BEGUN.fullmatch(line):
        log.begun.append((match[1], int(match[2])))
    elif match := _PLAYED.fullmatch(line):
        log.played[match[1], int(match[2])] = match[3]
    elif match := _PROVED.fullmatch(line):
        log.proved.add((match[1], int(match[2]), match[3]))
    elif _CLOSED.fullmatch(line):
        log.is_closed = True

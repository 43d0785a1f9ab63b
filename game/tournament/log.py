"""What happened to a tournament at a machine, a line for each: rounds begun and played, the close.

It is what remembers a round whose record is gone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from game.tournament.player import Player, player_to_text
from game.tournament.rounds import moment_to_text

_MOMENT = (
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"  # whole: a torn line tells nothing
)
_BEGUN = re.compile(rf"begun ([0-9]{{2}}) ([1-9][0-9]?)(?: (.+))? {_MOMENT}", re.ASCII)
_PLAYED = re.compile(r"played ([0-9]{2}) ([1-9][0-9]?) ([0-9a-f]{64})", re.ASCII)
_PROVED = re.compile(r"proved ([0-9]{2}) ([1-9][0-9]?) ([0-9a-f]{64})", re.ASCII)
_CLOSED = re.compile(rf"closed {_MOMENT}", re.ASCII)
_STAMPED = re.compile(r"(.+) ([0-9a-f]{32})")


def begun_line(seat: str, player: Player, round_number: int, now: datetime) -> str:
    """What is written before the cards of a round are seen; `seat` is the name of its folder."""
    return f"begun {seat} {round_number} {player_to_text(player)} {moment_to_text(now)}"


def played_line(seat: str, round_number: int, record: bytes) -> str:
    """What is written when a round is over."""
    return f"played {seat} {round_number} {hashlib.sha256(record).hexdigest()}"


def proved_line(seat: str, round_number: int, record: bytes) -> str:
    """What is written when a robot's record was played again and came out the same."""
    return f"proved {seat} {round_number} {hashlib.sha256(record).hexdigest()}"


def closed_line(now: datetime) -> str:
    """What is written when nobody plays here any more."""
    return f"closed {moment_to_text(now)}"


@dataclass
class Log:
    """What the lines tell; whatever else stands there is passed over."""

    begun: list[tuple[str, int]] = field(default_factory=list)  # seats and rounds, in their order
    begun_before: list[tuple[str, int]] = field(default_factory=list)
    """Players and rounds of which the ledger alone knows."""
    played: dict[tuple[str, int], str] = field(default_factory=dict)
    """The digest of the record of a round that is over."""
    proved: set[tuple[str, int, str]] = field(default_factory=set)
    is_closed: bool = False
    unwritten: tuple[str, str] | None = None
    """The last line of the ledger, with its digest, where a kill has kept it from the log."""
    was_changed: bool = False
    """Whether log and ledger are not what was written into them."""

    def has_proved(self, seat: str, round_number: int, record: bytes) -> bool:
        """Whether a robot's record was played again and came out the same."""
        return (seat, round_number, hashlib.sha256(record).hexdigest()) in self.proved

    def rounds_begun(self, seat: str, player: Player) -> list[int]:
        """The rounds that a player has begun here."""
        told = player_to_text(player)
        here = [number for name, number in self.begun if name == seat]
        return here + [number for name, number in self.begun_before if name == told]

    def is_another(self, seat: str, round_number: int, record: bytes) -> bool:
        """Whether a round was played to its end with another record."""
        found = self.played.get((seat, round_number))
        return found is not None and found != hashlib.sha256(record).hexdigest()


def read_log(data: bytes, ledger: Sequence[tuple[str, str]] = (), ledger_holds: bool = True) -> Log:
    """What a log tells; `ledger` has the lines that were written down beside it, each with its digest.

    Lines of earlier versions have no digest and stand in no ledger.

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

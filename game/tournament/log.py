"""What happened to a tournament at a machine, a line for each: begun rounds, robots proved, the close.

Knows its text (described in docs/FORMATS.md); must not know where it is kept. It is what
remembers a round whose record is gone.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from datetime import datetime

from game.tournament.wall_clock import moment_to_text

_MOMENT = (
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"  # whole: a torn line tells nothing
)
_BEGUN = re.compile(rf"begun ([0-9]{{2}}) ([1-9][0-9]?) {_MOMENT}", re.ASCII)
_PROVED = re.compile(r"proved ([0-9]{2}) ([1-9][0-9]?) ([0-9a-f]{64})", re.ASCII)
_CLOSED = re.compile(rf"closed {_MOMENT}", re.ASCII)


def begun_line(seat: str, round_number: int, now: datetime) -> bytes:
    """What is written before the cards of a round are seen; `seat` is the name of its folder."""
    return f"begun {seat} {round_number} {moment_to_text(now)}\n".encode()


def proved_line(seat: str, round_number: int, record: bytes) -> bytes:
    """What is written when a robot's record was played again and came out the same."""
    return f"proved {seat} {round_number} {hashlib.sha256(record).hexdigest()}\n".encode()


def closed_line(now: datetime) -> bytes:
    """What is written when nobody plays here any more."""
    return f"closed {moment_to_text(now)}\n".encode()


@dataclass
class Log:
    """What the lines tell; whatever else stands there is passed over."""

    begun: list[tuple[str, int]] = field(default_factory=list)  # seats and rounds, in their order
    proved: set[tuple[str, int, str]] = field(default_factory=set)
    is_closed: bool = False

    def has_proved(self, seat: str, round_number: int, record: bytes) -> bool:
        """Whether a robot's record was played again and came out the same."""
        return (seat, round_number, hashlib.sha256(record).hexdigest()) in self.proved


def read_log(data: bytes) -> Log:
    """What a log tells.

    >>> read_log(b"begun 01 2 2026-11-21T07:13:34.005Z\\nclosed 2026\\n").begun
    [('01', 2)]
    """
    log = Log()
    for line in data.decode(errors="replace").split("\n")[:-1]:
        if match := _BEGUN.fullmatch(line):
            log.begun.append((match[1], int(match[2])))
        elif match := _PROVED.fullmatch(line):
            log.proved.add((match[1], int(match[2]), match[3]))
        elif _CLOSED.fullmatch(line):
            log.is_closed = True
    return log

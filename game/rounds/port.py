"""Interface of a tournament's referee, on this machine or at a server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from game.message import Message, msg
from game.online.check import Checked
from game.play.replay import Rival
from game.rounds.asking import PendingRequest
from game.session.session import Session
from game.tournament.standings import Seat, StandingRow
from game.tournament.tournament import GAME

TIME_IS_OVER = msg("Your time ran out. The round was scored as it stood.")
WATCHED_LATER = msg("You can watch the games of round {number} once it is closed.")


class Conditions(NamedTuple):
    """Rules of the tournament and number of players."""

    name: str
    game: GAME
    rounds: int
    players: int


class Turn(NamedTuple):
    """A round that somebody is playing or has to play."""

    player: Message
    number: int
    seat: Seat | None = None
    """The seat, on this machine, where several players take turns."""


class Proof(NamedTuple):
    """Public proof of a finished round: every game replayed."""

    number: int
    checked: Checked
    is_promised: bool | None = None
    """Whether the deck was promised to this player before the round; None if nothing is promised."""


class Referee(ABC):
    """Keeps, times and judges the rounds of one tournament."""

    session: Session | None = None
    """The round on the table, running or over."""
    round_number = 0
    """Number of that round."""
    refused: str | None = None
    """Why a round could not be started, as a sentence; None while it is tried again."""
    over: Message | None = None
    """Why there will be no further answers, as a sentence."""

    @property
    @abstractmethod
    def conditions(self) -> Conditions:
        """Rules of the tournament and number of players."""

    def commitment(self, number: int) -> str | None:
        """Public commitment to a round's deck before it is played; None without one."""
        return None

    # How it stands --------------------------------------------------------------------------------

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nothing is left to play."""

    @abstractmethod
    def standings(self, after_round: int) -> Sequence[StandingRow]:
        """Standings after a round, first place first."""

    def running_scores(self) -> Mapping[tuple[int, int], int]:
        """Scores so far of rounds that others are playing, by row and round, both from 0."""
        return {}

    def rivals(self) -> Sequence[Rival]:
        """Others whose score in the round on the table is known, at every time of it or now."""
        return ()

    @property
    @abstractmethod
    def running(self) -> Turn | None:
        """The running round that can be resumed from here."""

    @abstractmethod
    def due(self) -> Sequence[Turn]:
        """Every round that can be started from here, the most likely first."""

    def until_start_s(self, number: int) -> float | None:
        """Seconds until all clocks start, negative afterwards; None if each starts on its own."""
        return None

    @property
    def left_ms(self) -> int | None:
        """Time left in the running round, if known before it is resumed."""
        return None

    # A round --------------------------------------------------------------------------------------

    @abstractmethod
    def begin(self, turn: Turn) -> None:
        """Starts or resumes a round; then, or later, there is a `session`, or it was `refused`."""

    def poll(self) -> bool:
        """Receives news, if any come, and passes them to the session; returns whether there were any."""
        return False

    @property
    @abstractmethod
    def player(self) -> Message:
        """The player at the table."""

    @abstractmethod
    def leave_round(self) -> None:
        """Leaves the round on the table; its clock keeps running."""

    @property
    def unsaved(self) -> Message | None:
        """Why a finished round is not on disk, as a sentence; it counts nevertheless."""
        return None

    def save(self) -> Message | None:
        """Writes what is not on disk yet, if possible; returns why not, as a sentence, or None."""
        return None

    # What is proved -------------------------------------------------------------------------------

    @abstractmethod
    def proof_refusal(self, number: int) -> Message | None:
        """Returns why a round cannot be proved now, as a sentence, or None."""

    @abstractmethod
    def prove(self, number: int, asking: PendingRequest, then: Callable[[Proof], None]) -> None:
        """Gives `then` the proof of a round: at once, or by way of the request if it takes long."""

    # The way to it --------------------------------------------------------------------------------

    @property
    def connection(self) -> tuple[str, str] | None:
        """State of the connection with its heading; None if there is none."""
        return None

    def take_said(self) -> Message | None:
        """Returns once what a host has done to this seat, as a sentence."""
        return None

    def close(self) -> None:
        """Closes the connection to the referee, if there is one."""
        return

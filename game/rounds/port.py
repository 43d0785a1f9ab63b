"""Referee of a tournament's rounds, at this machine or at a server: what the window asks, and is answered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.message import Message, msg
from game.online.check import Checked
from game.rounds.session import RoundSession
from game.tournament.standings import StandingRow
from game.tournament.state import Seat
from game.tournament.tournament import GAME

TIME_IS_OVER = msg("Time for that round ran out; it was scored as it stood.")
WATCHED_LATER = msg("The games of round {number} can be watched when it is closed.")


class Conditions(NamedTuple):
    """What is played, and by how many."""

    name: str
    game: GAME
    rounds: int
    players: int


class Turn(NamedTuple):
    """A round that somebody is to play, or is playing."""

    player: Message
    number: int
    seat: Seat | None = None
    """At this machine, where several take turns."""


class Proof(NamedTuple):
    """What anybody can prove of a round that is over: everybody's game played back."""

    number: int
    checked: Checked
    is_promised: bool | None = None
    """Whether the deck was promised to this player before the round; None where nothing is promised."""


class Referee(ABC):
    """Keeps, times and judges the rounds of one tournament."""

    keeps_secret: bool
    """Whether nobody here can know a card before it is turned."""
    session: RoundSession | None = None
    """The round at the table, played or over."""
    refused: str | None = None
    """Why a round could not be begun, as a sentence; None again while it is tried."""
    is_early = False
    """Whether a round was asked for before all clocks have started."""
    over: Message | None = None
    """Why nothing will be answered any more, as a sentence."""

    @property
    @abstractmethod
    def conditions(self) -> Conditions:
        """What is played, and by how many."""

    @abstractmethod
    def commitment(self, number: int) -> str | None:
        """What may be known of the deck of a round before it is played."""

    # How it stands --------------------------------------------------------------------------------

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nothing is left to be played."""

    @abstractmethod
    def standings(self, after_round: int) -> Sequence[StandingRow]:
        """The table after a round, the first place first."""

    def running_scores(self) -> Mapping[tuple[int, int], int]:
        """Scores so far of rounds that others are playing, by line of the table and round, both from 0 on."""
        return {}

    @property
    @abstractmethod
    def running(self) -> Turn | None:
        """The round whose clock runs and that may be gone on with from here."""

    @abstractmethod
    def due(self) -> Sequence[Turn]:
        """Every round that may be begun from here, the one that is meant most first."""

    def until_start_s(self, number: int) -> float | None:
        """How long it is until all clocks start, below 0 when they have; None where each starts by itself."""
        return None

    @property
    def left_ms(self) -> int | None:
        """What is left of the time of the running round, where that is known before it is gone on with."""
        return None

    # A round --------------------------------------------------------------------------------------

    @abstractmethod
    def begin(self, turn: Turn) -> None:
        """Begins a round or goes on with it; then, or later, there is a `session`, or it was `refused`."""

    @abstractmethod
    def poll(self) -> object:
        """Takes what has come since, and tells it the session."""

    @property
    @abstractmethod
    def player(self) -> Message:
        """Who plays at the table."""

    @abstractmethod
    def leave_round(self) -> None:
        """Leaves the round at the table; its clock goes on."""

    @property
    def unsaved(self) -> str | None:
        """Why a finished round is not on disk, as a sentence; it counts all the same."""
        return None

    def save(self) -> str | None:
        """Tries to write what is not on disk yet; returns why it cannot be, as a sentence, or None."""
        return None

    # What is proved -------------------------------------------------------------------------------

    @abstractmethod
    def proof_refusal(self, number: int) -> str | None:
        """Why a round cannot be proved now, as a sentence, or None."""

    @abstractmethod
    def ask_proof(self, number: int) -> None:
        """Has a round proved, beside the window where that takes long."""

    @abstractmethod
    def take_proof(self) -> Proof | Exception | None:
        """The proof that was asked for, or why there is none; None while it is not there."""

    # The way to it --------------------------------------------------------------------------------

    @property
    def connection(self) -> tuple[str, str] | None:
        """How the way to the referee is, with its heading; None where there is none."""
        return None

    def take_said(self) -> Message | None:
        """What a host has done to this seat, as a sentence; asked once."""
        return None

    def close(self) -> None:
        """Ends the way to the referee, where there is one."""
        return

"""Referee of a tournament's rounds, at this machine or at a server: what the window asks, and is answered.

Knows tournaments and sessions; must not know which of both it is, nor how anything looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from game.message import Message
from game.online.check import Checked
from game.rounds.session import RoundSession
from game.tournament.standings import Standing
from game.tournament.state import Seat
from game.tournament.tournament import GAME


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


class Referee(Protocol):
    """Keeps, times and judges the rounds of one tournament."""

    @property
    def keeps_secret(self) -> bool:
        """Whether nobody here can know a card before it is turned."""

    # What is played -------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """What the tournament is called."""

    @property
    def game(self) -> GAME:
        """Its rules."""

    @property
    def rounds(self) -> int:
        """How many there are."""

    @property
    def players(self) -> int:
        """How many play."""

    def commitment(self, number: int) -> str | None:
        """What may be known of the deck of a round before it is played."""

    # How it stands --------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be played."""

    def standings(self, after_round: int) -> Sequence[Standing]:
        """The table after a round, the first place first."""

    def running_scores(self) -> Mapping[tuple[int, int], int]:
        """Scores so far of rounds that are being played, by line of the table and round, both from 0 on."""

    @property
    def running(self) -> Turn | None:
        """The round whose clock runs and that may be gone on with from here."""

    def due(self) -> Sequence[Turn]:
        """Every round that may be begun from here, the one that is meant most first."""

    def until_start_s(self, number: int) -> float | None:
        """How long it is until all clocks start, below 0 when they have; None where each starts by itself."""

    def proof_refusal(self, number: int) -> str | None:
        """Why a round cannot be proved now, as a sentence, or None."""

    def ask_proof(self, number: int) -> None:
        """Has a round proved, beside the window where that takes long."""

    def take_proof(self) -> Proof | Exception | None:
        """The proof that was asked for, or why there is none; None while it is not there."""

    # A round --------------------------------------------------------------------------------------

    @property
    def left_ms(self) -> int | None:
        """What is left of the time of the running round, where that is known before it is gone on with."""

    def begin(self, turn: Turn) -> None:
        """Begins a round or goes on with it; then, or later, there is a `session`, or it was `refused`."""

    @property
    def refused(self) -> str | None:
        """Why a round could not be begun, as a sentence; None again while it is tried."""

    def poll(self) -> object:
        """Takes what has come since, and tells it the session."""

    @property
    def is_early(self) -> bool:
        """Whether a round was asked for before all clocks have started."""

    @property
    def session(self) -> RoundSession | None:
        """The round at the table, played or over."""

    @property
    def player(self) -> Message:
        """Who plays it."""

    @property
    def unsaved(self) -> str | None:
        """Why a finished round is not on disk, as a sentence; it counts all the same."""

    def save(self) -> str | None:
        """Tries to write what is not on disk yet; returns why it cannot be, as a sentence, or None."""

    def leave_round(self) -> None:
        """Leaves the round at the table; its clock goes on."""

    def close(self) -> None:
        """Ends everything: the window is needed elsewhere."""

    # What is said meanwhile -----------------------------------------------------------------------

    @property
    def over(self) -> Message | None:
        """Why nothing will be answered any more, as a sentence."""

    def take_said(self) -> Message | None:
        """What a host has done to this seat, as a sentence; asked once."""

    @property
    def connection(self) -> tuple[str, str] | None:
        """How the way to the referee is, with its heading; None where there is none."""

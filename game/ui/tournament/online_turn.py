"""A round over a network that its player is asked for: it is begun when the last second is over.

Knows the seat; must not know the cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.message import msg, verbatim
from game.play.phrases import minutes
from game.rounds.asking import UNREACHABLE
from game.rounds.remote import OnlineSeat
from game.ui.drawing.words import shown
from game.ui.scene import Stage
from game.ui.tournament.connect import rules_told
from game.ui.tournament.ready import WARNED
from game.ui.tournament.words import conditions_of, fingerprint

OVER_MEANWHILE = msg("The time of that round is over; it was scored as it stood.")
TOGETHER = msg(
    "All clocks start together when the count is over, and do not stop: no pause, no hint, no second try."
)
GONE = msg("All clocks started together: {gone} of {limit} are gone. You play with what is left.")
PATIENCE_NS = 15_000_000_000
"""So long a server's answer is waited for."""


class OnlineTurn:
    """A round of a seat."""

    has_others = False

    def __init__(self, stage: Stage, seat: OnlineSeat, round_number: int) -> None:
        self._stage, self._seat, self.number = stage, seat, round_number
        self._since_ns = 0

    @property
    def name(self) -> str:
        """What the tournament is called."""
        return verbatim(shown(self._seat.tournament.name, 40))

    @property
    def conditions(self) -> Sequence[str]:
        """What is played."""
        return conditions_of(rules_told(self._seat.tournament), self.rounds)

    @property
    def player(self) -> str:
        """Who is asked."""
        return verbatim(self._seat.player)

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self._seat.tournament.rounds)

    @property
    def until_start_s(self) -> float | None:
        """How long it is until all clocks start, below 0 when they have; None where each starts by itself."""
        return self._seat.until_start_s(self.number)

    @property
    def warned(self) -> str:
        """What has to be known before."""
        until_s = self.until_start_s
        if until_s is None:
            return WARNED
        if until_s > 0:
            return TOGETHER
        limit_s = rules_told(self._seat.tournament).limit
        gone_s = min(-until_s, limit_s)
        return GONE.with_parts(gone=minutes(gone_s), limit=minutes(limit_s))

    notes = ()

    @property
    def deck(self) -> Sequence[str]:
        """What may be known of its deck."""
        return fingerprint(self._seat.tournament.rounds[self.number - 1].commitment)

    def let_other(self) -> None:
        """Nobody else has this seat."""

    def turn_back(self) -> None:
        """Goes back to the tournament."""
        self._seat.leave_round()
        self._stage.routes.online(self._seat)

    def begin(self) -> str | None:
        """Asks the server for the round."""
        self._since_ns = self._stage.now_ns()
        self._seat.hear()
        self._seat.begin(self.number)
        return None

    def look(self) -> str | None:
        """Sits down when the round is there."""
        seat = self._seat
        seat.hear()
        if seat.session is not None and seat.session.game.is_over:
            seat.leave_round()
            self._stage.routes.online(seat, OVER_MEANWHILE)
            return None
        if seat.session is not None:
            self._stage.routes.online_round(seat)
            return None
        if seat.is_early:  # by a hair: the server's clock is known to some ms
            seat.begin(self.number)
        if seat.refused is not None or seat.over is not None:
            return seat.refused or seat.over
        if self._stage.now_ns() - self._since_ns > PATIENCE_NS:
            seat.leave_round()
            return UNREACHABLE
        return None

"""Back to a round over a network whose clock has run on while the program was closed.

The server is asked again and again as long as it cannot be reached: every second counts.

Knows the seat that was kept and its key; must not know sockets, nor how a round is played.
"""

from __future__ import annotations

from collections.abc import Callable

from game.message import msg, msg_p, verbatim
from game.online.parts import TournamentTold
from game.rounds.asking import Asking, connecting_refusal, join, trouble_words
from game.storage.files import StorageError
from game.storage.online_seats import BegunRound, OnlineKeys
from game.ui.drawing.foreign import shown
from game.ui.forms.form import FormScene
from game.ui.forms.widgets import Button
from game.ui.scene import Stage
from game.ui.tournament.online_connect import CANNOT_KEEP, CONNECTING, LOOK_S, seat_taken

AGAIN_NS = 2_000_000_000
"""So long after an answer that did not come it is asked again."""


class OnlineReturnScene(FormScene):
    """Asks the server for the seat at once, and sits down to the round when it has answered."""

    def __init__(
        self,
        stage: Stage,
        begun: BegunRound,
        ask: Callable[[], tuple[TournamentTold, str]] | None = None,
    ) -> None:
        """`ask` takes the seat again, in a thread; by default at the server."""
        super().__init__(stage, verbatim(shown(begun.name, 40)))
        self._begun, self._ask = begun, ask
        self._asking: Asking[tuple[TournamentTold, str]] | None = None
        self._seat_key = ""  # by which the seat is asked for
        self._again_ns: int | None = None  # when it is asked again by itself
        self.panel.buttons = [
            Button(msg("Try again"), "restart", self.enter, self._refusal, is_strong=True),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]
        self.enter()

    def _refusal(self) -> str | None:
        return self._connecting if self._asking is not None else None

    @property
    def _connecting(self) -> str:
        return CONNECTING.with_parts(server=shown(self._begun.server, 60))

    def enter(self) -> None:
        if self._asking is not None:
            return
        begun = self._begun
        try:
            key = self._seat_key = OnlineKeys(self.stage.library.folder).key_for(begun.server)
        except StorageError as error:
            self.panel.sentence = CANNOT_KEEP.with_parts(reason=str(error))
            return
        if refusal := connecting_refusal():
            self.panel.sentence = refusal
            return
        self._again_ns = None
        self._asking = Asking(self._ask or (lambda: join(begun.server, begun.tournament, begun.player, key)))
        if not self.sentence:
            self.panel.sentence = self._connecting

    @property
    def wake_in_s(self) -> float | None:
        if self._asking is None and self._again_ns is not None:
            return max(0.0, (self._again_ns - self.stage.now_ns()) / 1e9)
        return LOOK_S if self._asking is not None else super().wake_in_s

    def awake(self) -> None:
        super().awake()
        asking, begun, stage = self._asking, self._begun, self.stage
        if asking is None and self._again_ns is not None and stage.now_ns() >= self._again_ns:
            self.enter()
            return
        if asking is None or not asking.is_answered:
            return
        self._asking = None
        if asking.answer is None:
            assert asking.error is not None
            if isinstance(asking.error, OSError):
                self._again_ns = stage.now_ns() + AGAIN_NS
            self.say(trouble_words(asking.error))
            return
        seat = seat_taken(stage, begun.server, self._seat_key, *asking.answer)
        stage.routes.online_again(seat, begun.number)

"""Before a round: whose turn it is, the cards hidden; then three, two, one.

The round is begun when the last second is over, and not before: until then one may turn back.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.cards import card
from game.message import joined, msg, msg_p, verbatim
from game.play.phrases import minutes
from game.rounds.asking import UNREACHABLE
from game.rounds.port import TIME_IS_OVER, Conditions, Referee, Turn
from game.ui.drawing.theme import GOLD, QUIET, RGB, TEXT, WARNING
from game.ui.drawing.words import BETWEEN_FACTS, fitting, shown, wrapped
from game.ui.forms.focus import ButtonScreen
from game.ui.forms.widgets import Button, row_of
from game.ui.games.rush.view import rush_card_size
from game.ui.screen import Context
from game.ui.tournament.words import NO_SECRET, conditions, fingerprint

COUNT_FROM = 3
LOOK_S = 0.02
"""How often it is looked whether a round that is being begun is there."""
WARNED = msg("The clock starts when you see the cards and does not stop: no pause, no hint, no second try.")
LEANS = (14.0, 0.0, -14.0)
TOGETHER = msg(
    "All clocks start together when the countdown ends, and do not stop: no pause, no hint, no second try."
)
GONE = msg("All clocks started together: {gone} of {limit} are gone. You play with what is left.")
PATIENCE_NS = 15_000_000_000
"""So long a server's answer is waited for."""


class ReadyScreen(ButtonScreen):
    """“Round 2 of 5 — Anna, ready?”"""

    def __init__(self, context: Context, referee: Referee, turn: Turn) -> None:
        super().__init__(context)
        self._referee, self._turn = referee, turn
        self._start = Button(msg("Start"), "play", self._count_down, is_strong=True)
        self._other = Button(msg("Someone else"), "restart", self._let_other)
        self._back = Button(msg_p("a button", "Back"), "back", self.escape)
        is_counting = (self._until_start_s or 0) > 0  # for all, whatever is pressed here
        self._since_ns = context.now_ns() if is_counting else None  # when the counting began
        self._is_beginning = False
        self._asked_ns = 0  # when the round was asked for
        self.count = COUNT_FROM + 1

    @property
    def title(self) -> str:
        return joined(" — ", [self._of, self._asked])

    @property
    def spoken_lines(self) -> Sequence[str]:
        if self._since_ns is not None:
            return [self._counted]
        return [self._name, self._conditions, self._warned, *self._deck, *self._notes]

    @property
    def _played(self) -> Conditions:
        return self._referee.conditions

    @property
    def _name(self) -> str:
        return verbatim(shown(self._played.name, 40))

    @property
    def _conditions(self) -> str:
        return joined(BETWEEN_FACTS, conditions(self._played.game, self._played.rounds))

    @property
    def _deck(self) -> Sequence[str]:
        """What may be known of its deck."""
        return fingerprint(self._referee.commitment(self._turn.number))

    @property
    def _notes(self) -> Sequence[str]:
        """What else is to be known before it."""
        return [NO_SECRET] if self._turn.number == 1 and not self._referee.keeps_secret else []

    @property
    def _until_start_s(self) -> float | None:
        """How long it is until all clocks start, below 0 when they have; None where each starts by itself."""
        return self._referee.until_start_s(self._turn.number)

    @property
    def _warned(self) -> str:
        """What has to be known before."""
        until_s, limit_s = self._until_start_s, self._played.game.limit
        if until_s is None:
            return WARNED
        if until_s > 0:
            return TOGETHER
        return GONE.with_parts(gone=minutes(min(-until_s, limit_s)), limit=minutes(limit_s))

    @property
    def _asked(self) -> str:
        return msg("{player}, ready?", player=self._turn.player)

    @property
    def _of(self) -> str:
        return msg("Round {number} of {rounds}", number=self._turn.number, rounds=self._played.rounds)

    @property
    def buttons(self) -> list[Button]:
        if self._since_ns is not None:
            return [self._back]
        others = [self._other] if len(self._referee.due()) > 1 else []
        return [self._start, *others, self._back]

    def meant(self) -> Button | None:
        # Who presses Enter twice does not wish to turn back.
        return super().meant() if self._since_ns is None else None

    def _let_other(self) -> None:
        """Asks the next of those who have a round to play, for whoever is not at hand."""
        due = self._referee.due()
        at = due.index(self._turn) if self._turn in due else -1
        self._turn = due[(at + 1) % len(due)]
        self.redraw()

    def escape(self) -> None:
        """Turns back; nobody has seen anything."""
        self._referee.leave_round()
        self.context.navigation.tournament(self._referee, self._turn.number - 1)

    def begin_at_once(self) -> None:
        """Comes to a round whose clock is running: nothing is counted down."""
        self._since_ns, self.count = self.context.now_ns(), 0
        self.lay_out()
        self._begin()

    @property
    def _counted(self) -> str:
        """What is left of the seconds; whoever comes back is not made to wait for any."""
        return verbatim(str(self.count) if self.count else "…")

    # Counting ------------------------------------------------------------------------------------

    def _count_down(self) -> None:
        if self._until_start_s is not None:
            self.begin_at_once()
            return
        self._since_ns = self.context.now_ns()
        self.focus.go_to(None)
        self.say("")
        self.lay_out()
        self.on_tick()

    @property
    def _left_s(self) -> float:
        if (until_s := self._until_start_s) is not None:
            return until_s
        assert self._since_ns is not None
        return COUNT_FROM - (self.context.now_ns() - self._since_ns) / 1e9

    @property
    def next_tick_s(self) -> float | None:
        if self._is_beginning:
            return LOOK_S
        if self._since_ns is None and self._until_start_s is None:
            return None
        return max(0.0, self._left_s % 1) + 0.001

    def on_tick(self) -> None:
        if self._is_beginning:
            self._look()
            return
        if self._since_ns is None:
            self.redraw()  # the time that is gone
            return
        left = -int(-self._left_s // 1)
        if left <= 0:
            self._begin()
        elif left != self.count:
            self.count = left
            if left <= COUNT_FROM:
                self.context.sounds.play("tick", self.context.now_ns())
            self.redraw()

    def _begin(self) -> None:
        self._is_beginning, self._asked_ns = True, self.context.now_ns()
        self._referee.begin(self._turn)
        self._look()

    def _look(self) -> None:
        """Sits down when the round is there, or says why it will not be."""
        referee, routes = self._referee, self.context.navigation
        referee.poll()
        session = referee.session
        if session is not None and session.game.is_over:
            referee.leave_round()
            routes.tournament(referee, sentence=TIME_IS_OVER)
        elif session is not None:
            routes.round(referee)
        elif (refused := referee.refused or referee.over) is not None:
            self._refused(refused)
        elif self.context.now_ns() - self._asked_ns > PATIENCE_NS:
            referee.leave_round()
            self._refused(UNREACHABLE)
        elif referee.is_early:  # by a hair: the server's clock is known to some ms
            referee.begin(self._turn)

    def _refused(self, sentence: str) -> None:
        self._since_ns, self.count, self._is_beginning = None, COUNT_FROM + 1, False
        self.lay_out()
        self.say(sentence)

    # Looks ---------------------------------------------------------------------------------------

    least_px = (560, 600)

    def lay_out(self) -> None:
        pictures, size = self.context.pictures, self.canvas.size
        # At this size they are drawn while one reads, so that the first look costs nobody time.
        pictures.set_card_size(*rush_card_size(pictures, size))
        row_of(self.buttons, pictures, size[0] / 2, size[1] * 0.8, pictures.px(48))

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures, (width, height) = self.context.pictures, self.canvas.size
        self._centred(surface, self._name, "large", TEXT, True, height * 0.06)
        self._centred(surface, self._conditions, "small", QUIET, False, height * 0.06 + pictures.px(36))
        self._paint_lines(surface, self._deck, height * 0.06 + pictures.px(36 + 18))
        if self._since_ns is None:
            self._paint_backs(surface)
        else:
            count = pictures.text(self._counted, "huge", GOLD, True)
            surface.blit(count, count.get_rect(center=(width // 2, round(height * 0.34))))
        y = height * 0.53
        self._centred(surface, self._of, "title", TEXT, True, y)
        y += pictures.font("title", True).get_height() + pictures.px(4)
        asked = self._asked if self._since_ns is None else self._turn.player
        self._centred(surface, asked, "large", GOLD, True, y)
        y += pictures.font("large", True).get_height() + pictures.px(10)
        is_late = self._since_ns is None and self._until_start_s is not None
        told = self._warned, GOLD if is_late else QUIET
        words, colour = (self.sentence, WARNING) if self.sentence else told
        for line in wrapped(words, pictures, width - pictures.px(48)):
            self._centred(surface, line, "body", colour, False, y)
            y += pictures.font("body").get_height()
        self._paint_lines(surface, self._notes, height * 0.8 + pictures.px(54))

    def _paint_lines(self, surface: pygame.Surface, notes: Sequence[str], y: float) -> None:
        """Paints some notes below each other, in small letters."""
        pictures = self.context.pictures
        for note in notes:
            for line in wrapped(note, pictures, self.canvas.size[0] - pictures.px(48), "small"):
                self._centred(surface, line, "small", QUIET, False, y)
                y += pictures.font("small").get_height()

    def _centred(
        self, surface: pygame.Surface, words: str, size: str, colour: RGB, bold: bool, y: float
    ) -> None:
        pictures = self.context.pictures
        words = fitting(words, pictures, self.canvas.size[0] - pictures.px(24), size, bold)
        text = pictures.text(words, size, colour, bold)
        surface.blit(text, ((self.canvas.size[0] - text.get_width()) // 2, round(y)))

    def _paint_backs(self, surface: pygame.Surface) -> None:
        """Three cards, face down, fanned."""
        pictures, (width, height) = self.context.pictures, self.canvas.size
        back = pictures.card(card("AC").down)
        scale = min(1.6, 0.27 * height / back.get_height())
        for place, lean in enumerate(LEANS):
            turned = pictures.made(
                ("ready", lean, round(scale * 1000)),
                lambda lean=lean: pygame.transform.rotozoom(back, lean, scale),  # type: ignore[misc]
            )
            x = width / 2 + (place - 1) * back.get_width() * scale * 0.42
            y = height * 0.34 + abs(place - 1) * back.get_height() * scale * 0.05
            surface.blit(turned, turned.get_rect(center=(round(x), round(y))))

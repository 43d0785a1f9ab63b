"""Before a round: whose turn it is, the cards hidden; then three, two, one.

Knows seats and rounds; must not know the cards. The round is begun when the last second is
over, and not before: until then one may turn back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import pygame

from game.cards import card
from game.message import joined, msg, msg_p, verbatim
from game.rounds.local import LocalTournament
from game.rounds.robots import let_robots_play
from game.storage.files import StorageError
from game.tournament.state import Seat
from game.ui.drawing.theme import GOLD, QUIET, RGB, TEXT, WARNING
from game.ui.drawing.words import BETWEEN_FACTS, fitting, wrapped
from game.ui.forms.focus import ButtonScene
from game.ui.forms.widgets import Button, row_of
from game.ui.games.rush.view import rush_card_size
from game.ui.scene import Stage
from game.ui.tournament.words import NO_SECRET, conditions, fingerprint

COUNT_FROM = 3
LOOK_S = 0.02
"""How often it is looked whether a round that is being begun is there."""
WARNED = msg("The clock starts when the cards are seen and does not stop: no pause, no hint, no second try.")
LEANS = (14.0, 0.0, -14.0)


class Turn(Protocol):
    """A round that somebody is asked for, and the way to it."""

    @property
    def name(self) -> str:
        """What the tournament is called."""

    @property
    def conditions(self) -> Sequence[str]:
        """What is played."""

    @property
    def player(self) -> str:
        """Who is asked."""

    @property
    def number(self) -> int:
        """Which round it is."""

    @property
    def rounds(self) -> int:
        """How many rounds there are."""

    @property
    def deck(self) -> Sequence[str]:
        """What may be known of its deck."""

    @property
    def notes(self) -> Sequence[str]:
        """What else is to be known before it."""

    @property
    def has_others(self) -> bool:
        """Whether somebody else may be asked."""

    @property
    def until_start_s(self) -> float | None:
        """How long it is until all clocks start, below 0 when they have; None where each starts by itself."""

    @property
    def warned(self) -> str:
        """What has to be known before."""

    def let_other(self) -> None:
        """Asks the next of those who have a round to play."""

    def turn_back(self) -> None:
        """Goes back; nobody has seen anything."""

    def begin(self) -> str | None:
        """Begins the round; returns why that cannot be, as a sentence, or None.

        It may take a while: `look` is asked until the table is there.
        """

    def look(self) -> str | None:
        """Looks whether a round that is being begun is there; returns why it will not be, or None."""


class LocalTurn:
    """A round of a tournament at this machine."""

    until_start_s = None
    warned = WARNED

    def __init__(self, stage: Stage, local: LocalTournament, seat: Seat, round_number: int) -> None:
        self._stage, self._local, self._seat, self.number = stage, local, seat, round_number

    @property
    def name(self) -> str:
        return verbatim(self._local.tournament.name)

    @property
    def conditions(self) -> Sequence[str]:
        return conditions(self._local.tournament)

    @property
    def player(self) -> str:
        return self._seat.player.label

    @property
    def rounds(self) -> int:
        return self._local.tournament.rounds

    @property
    def notes(self) -> Sequence[str]:
        return [NO_SECRET] if self.number == 1 else []

    @property
    def deck(self) -> Sequence[str]:
        return fingerprint(self._local.tournament.commitment(self.number))

    @property
    def has_others(self) -> bool:
        return len(self._local.state.due()) > 1

    def let_other(self) -> None:
        """Asks the next of those who have a round to play, for whoever is not at hand."""
        due = self._local.state.due()
        at = next((index for index, (seat, _) in enumerate(due) if seat is self._seat), -1)
        self._seat, self.number = due[(at + 1) % len(due)]

    def turn_back(self) -> None:
        self._stage.routes.tournament(self._local, self.number - 1)

    def begin(self) -> str | None:
        try:
            opened = self._local.begin(self._seat, self.number)
        except StorageError as error:
            return msg("This round cannot be begun: {reason}. Nobody has seen its cards.", reason=str(error))
        let_robots_play(self._stage.solver, self._local)
        self._stage.routes.round(self._local, opened)
        return None

    def look(self) -> str | None:
        return None


class ReadyScene(ButtonScene):
    """“Round 2 of 5 — Anna, ready?”"""

    def __init__(self, stage: Stage, turn: Turn) -> None:
        super().__init__(stage)
        self._turn = turn
        self._start = Button(msg("Start"), "play", self._count_down, is_strong=True)
        self._other = Button(msg("Someone else"), "restart", self._let_other)
        self._back = Button(msg_p("a button", "Back"), "back", self.escape)
        is_counting = (turn.until_start_s or 0) > 0  # for all, whatever is pressed here
        self._since_ns = stage.now_ns() if is_counting else None  # when the counting began
        self._is_beginning = False
        self.count = COUNT_FROM + 1

    @property
    def title(self) -> str:
        return joined(" — ", [self._of, self._asked])

    @property
    def spoken_lines(self) -> Sequence[str]:
        if self._since_ns is not None:
            return [self._counted]
        return [self._turn.name, self._conditions, self._turn.warned, *self._turn.deck, *self._turn.notes]

    @property
    def _conditions(self) -> str:
        return joined(BETWEEN_FACTS, self._turn.conditions)

    @property
    def _asked(self) -> str:
        return msg("{player}, ready?", player=self._turn.player)

    @property
    def _of(self) -> str:
        return msg("Round {number} of {rounds}", number=self._turn.number, rounds=self._turn.rounds)

    @property
    def buttons(self) -> list[Button]:
        if self._since_ns is not None:
            return [self._back]
        others = [self._other] if self._turn.has_others else []
        return [self._start, *others, self._back]

    def meant(self) -> Button | None:
        # Who presses Enter twice does not wish to turn back.
        return super().meant() if self._since_ns is None else None

    def _let_other(self) -> None:
        self._turn.let_other()
        self.redraw()

    def escape(self) -> None:
        """Turns back; nobody has seen anything."""
        self._turn.turn_back()

    def begin_at_once(self) -> None:
        """Comes back to a round whose clock is running."""
        self._since_ns, self.count = self.stage.now_ns(), 0
        self.lay_out()
        self._begin()

    @property
    def _counted(self) -> str:
        """What is left of the seconds; whoever comes back is not made to wait for any."""
        return verbatim(str(self.count) if self.count else "…")

    # Counting ------------------------------------------------------------------------------------

    def _count_down(self) -> None:
        if self._turn.until_start_s is not None:
            self.begin_at_once()
            return
        self._since_ns = self.stage.now_ns()
        self.focus.go_to(None)
        self.say("")
        self.lay_out()
        self.awake()

    @property
    def _left_s(self) -> float:
        if (until_s := self._turn.until_start_s) is not None:
            return until_s
        assert self._since_ns is not None
        return COUNT_FROM - (self.stage.now_ns() - self._since_ns) / 1e9

    @property
    def wake_in_s(self) -> float | None:
        if self._is_beginning:
            return LOOK_S
        if self._since_ns is None and self._turn.until_start_s is None:
            return None
        return max(0.0, self._left_s % 1) + 0.001

    def awake(self) -> None:
        if self._is_beginning:
            self._refused(self._turn.look())
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
                self.stage.sounds.play("tick", self.stage.now_ns())
            self.redraw()

    def _begin(self) -> None:
        self._is_beginning = True
        self._refused(self._turn.begin())

    def _refused(self, sentence: str | None) -> None:
        if sentence is not None:
            self._since_ns, self.count, self._is_beginning = None, COUNT_FROM + 1, False
            self.lay_out()
            self.say(sentence)

    # Looks ---------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        pictures, size = self.stage.pictures, self.canvas.size
        # At this size they are drawn while one reads, so that the first look costs nobody time.
        pictures.set_card_size(*rush_card_size(pictures, size))
        row_of(self.buttons, pictures, size[0] / 2, size[1] * 0.8, pictures.px(48))

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures, (width, height) = self.stage.pictures, self.canvas.size
        self._centred(surface, self._turn.name, "large", TEXT, True, height * 0.06)
        self._centred(surface, self._conditions, "small", QUIET, False, height * 0.06 + pictures.px(36))
        self._paint_lines(surface, self._turn.deck, height * 0.06 + pictures.px(36 + 18))
        if self._since_ns is None:
            self._paint_backs(surface)
        else:
            count = pictures.text(self._counted, "huge", GOLD, True)
            surface.blit(count, count.get_rect(center=(width // 2, round(height * 0.34))))
        y = height * 0.53
        self._centred(surface, self._of, "title", TEXT, True, y)
        y += pictures.font("title", True).get_height() + pictures.px(4)
        asked = self._asked if self._since_ns is None else verbatim(self._turn.player)
        self._centred(surface, asked, "large", GOLD, True, y)
        y += pictures.font("large", True).get_height() + pictures.px(10)
        is_late = self._since_ns is None and self._turn.until_start_s is not None
        told = self._turn.warned, GOLD if is_late else QUIET
        words, colour = (self.sentence, WARNING) if self.sentence else told
        for line in wrapped(words, pictures, width - pictures.px(48)):
            self._centred(surface, line, "body", colour, False, y)
            y += pictures.font("body").get_height()
        self._paint_lines(surface, self._turn.notes, height * 0.8 + pictures.px(54))

    def _paint_lines(self, surface: pygame.Surface, notes: Sequence[str], y: float) -> None:
        """Paints some notes below each other, in small letters."""
        pictures = self.stage.pictures
        for note in notes:
            for line in wrapped(note, pictures, self.canvas.size[0] - pictures.px(48), "small"):
                self._centred(surface, line, "small", QUIET, False, y)
                y += pictures.font("small").get_height()

    def _centred(
        self,
        surface: pygame.Surface,
        words: str,
        size: str,
        colour: RGB,
        bold: bool,
        y: float,
    ) -> None:
        pictures = self.stage.pictures
        words = fitting(words, pictures, self.canvas.size[0] - pictures.px(24), size, bold)
        text = pictures.text(words, size, colour, bold)
        surface.blit(text, ((self.canvas.size[0] - text.get_width()) // 2, round(y)))

    def _paint_backs(self, surface: pygame.Surface) -> None:
        """Three cards, face down, fanned."""
        pictures, (width, height) = self.stage.pictures, self.canvas.size
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

"""Start and end of a game: dealing, a solved game's last moves, springing cards, and the result panel."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from game.message import Message, NumberText, msg, msg_n, msg_p
from game.play.played import StatsCategory
from game.session.daily import day_name
from game.session.recorder import DayEnding, FinishedGame
from game.ui.cards.motion import Cascade
from game.ui.drawing.canvas import Picture
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import DEAL_GAP_S, GOLD, PLAY_OUT_S, QUIET, RGB, TEXT
from game.ui.forms.panel import PAD_PX, Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.spoken import ScreenDescription
from game.ui.table.bars import Weight
from game.ui.table.part import Part
from game.ui.table.shield import deafen
from game.ui.table.table import Table

COUNT_S = 0.9
"""Duration of counting the total up."""


class ResultPanel(Panel):
    """A result: one number, a line or two, few buttons; all else is folded away."""

    def __init__(
        self,
        title: str,
        value: int,
        notes: Sequence[PanelLine],
        lines: Sequence[PanelLine],
        buttons: Sequence[Button],
        more: Sequence[Button],
        colour: RGB = GOLD,
        undo: Button | None = None,
        counts: bool = True,
    ) -> None:
        """`notes` are below the number; `lines` and `more` buttons are shown on request.

        Esc presses the last of these buttons. With `counts` the number is counted up.
        """
        self.value, self.notes, self.colour = value, notes, colour
        self._few, self._more = list(buttons), list(more)
        self._details = Button(msg_p("a button", "Details"), "statistics", self.unfold)
        self._left_s = COUNT_S if counts else 0.0
        self.is_unfolded = False
        super().__init__(title, lines, [*self._few, self._details], undo=undo)

    @property
    def is_counting(self) -> bool:
        """Whether the number still grows."""
        return self._left_s > 0

    def count_up(self, step_s: float) -> None:
        """Lets time pass."""
        self._left_s = max(0.0, self._left_s - step_s)

    @property
    def counted(self) -> int:
        """The number as far as it is counted."""
        return round(self.value * (1 - (self._left_s / COUNT_S) ** 3))

    def unfold(self) -> None:
        """Shows all that there is to know and to do."""
        self.is_unfolded = True
        self.buttons = [*self._few, *self._more]
        self.focus.go_to(self.buttons[0])

    @property
    def spoken(self) -> ScreenDescription:
        told = super().spoken
        notes = [line.words for line in self.notes]
        return told._replace(lines=[str(self.value), *notes, *told.lines])

    def handle(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._left_s = 0.0
        if event.type == pygame.KEYDOWN and event.key in self.escape_keys:
            self._more[-1].press()
        else:
            super().handle(event)

    def rest(self, key: int, modifiers: int) -> None:
        shown, self.buttons = self.buttons, [*self._few, *self._more]
        super().rest(key, modifiers)
        self.buttons = shown

    # Drawing -------------------------------------------------------------------------------------

    def shown_lines(self) -> Sequence[PanelLine]:
        return [*self.notes, *self.lines] if self.is_unfolded else self.notes

    def head_height(self, pictures: Pictures, room_px: int) -> int:
        title, number = pictures.font("large", True), pictures.font("result", True)
        return title.get_height() + number.get_height() + pictures.px(6)

    def draw_head(self, surface: pygame.Surface, pictures: Pictures) -> None:
        number = Message("{value}", {"value": NumberText(self.counted)})
        y = pictures.px(PAD_PX)
        for words, size, colour in ((self.title, "large", self.colour), (number, "result", TEXT)):
            text = pictures.text(words, size, colour, True)
            surface.blit(text, ((surface.get_width() - text.get_width()) // 2, y))
            y += text.get_height()


class DealAnimation(Part):
    """Deals the cards of a new game."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._is_due = self._deals = table.is_dealing = True

    def on_layout(self) -> None:
        table = self._table
        if self._is_due:
            self._is_due = False
            order = table.view.deal_order(table.game.deal, table.game.position)
            table.spread.gather_at(table.view.stock_point(table.slots), tuple(order))
            delays = {card.identity: index * DEAL_GAP_S for index, card in enumerate(order)}
            table.spread.arrange(table.game.position, table.slots, delays)
            if table.spread.is_flying:
                table.sound("shuffle")
        elif self._deals:
            table.spread.arrange(table.game.position, table.slots, at_once=True)

    def update(self, step_s: float) -> None:
        if not self._table.spread.is_flying:
            self._end()

    def hurry(self) -> bool:
        self._end()
        return False

    def on_panel(self, hid: bool) -> None:
        if self._table.hides_cards:
            self._end()

    def _end(self) -> None:
        if self._deals and not self._is_due:  # who deals again later ends that
            self._deals = False
            self._table.spread.finish()
            self._table.end_dealing()


APART = {
    StatsCategory.REPLAYED: msg("You have played this deal before: counted separately."),
    StatsCategory.LATE: msg("It was started after its day: counted separately."),
    StatsCategory.SHOWN: msg("You were shown a solution: counted separately."),
    StatsCategory.GIVEN: msg("A custom position: counted separately."),
    StatsCategory.TAKEN_OVER: msg("It was not started here: counted separately."),
    StatsCategory.TOO_FAST: msg("No hand plays that fast, so it is not in your results."),
    StatsCategory.ROBOT: msg("A robot started it: counted separately."),
    StatsCategory.TOURNAMENT: msg("It belongs to a tournament: counted separately."),
}


def best_lines(ending: FinishedGame, words: str, put: Callable[[int], str] = str) -> list[PanelLine]:
    """Comparison of a result; `words` as "Best so far", `put` formats a result."""
    if ending.kind is not StatsCategory.COUNTED:
        return [PanelLine(APART.get(ending.kind, msg("Counted separately.")), "", QUIET)]
    result, before = ending.result.value or 0, ending.best_before
    if not ending.is_kept:
        return [PanelLine(msg("This game is not saved, so it is not counted."), "", QUIET)]
    lines = [PanelLine(words, put(result if ending.is_best or before is None else before))]
    if ending.is_best and result:
        lines.append(
            PanelLine(msg("Your first result here.") if before is None else msg("A new best!"), "", GOLD)
        )
    return lines


def day_line(day: DayEnding) -> PanelLine:
    """Meaning of a finished game for its day."""
    name = day_name(day.day)
    if day.is_late:
        return PanelLine(msg("Daily deal of {day}, played late", day=name), "", GOLD)
    if day.streak is None:
        return PanelLine(msg("Daily deal of {day}, for practice", day=name), "", GOLD)
    words = msg_n(
        "Daily deal of {day}: the streak begins",
        "Daily deal of {day}: a streak of {count} days",
        day.streak,
        day=name,
    )
    return PanelLine(words, "", GOLD)


FADE_S = 0.8
"""Duration of the fading of card trails beneath the result."""
LEVELS = 12
"""Number of steps of the fading."""


class Finale(Part):
    """Animation at the end of a game."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._gap_s, self._shortest_s = PLAY_OUT_S
        self._wait_s = self._gap_s
        self._cascade: Cascade | None = None
        self._trails: pygame.Surface | None = None  # the picture of a cascade that has ended
        self._fade_s = 0.0
        self._faded: tuple[int, pygame.Surface] | None = None  # that picture at a level
        self._is_result_due = table.game.is_over

    @property
    def is_animating(self) -> bool:
        return self._trails is not None or self.is_autoplaying or self._counting is not None

    @property
    def _counting(self) -> ResultPanel | None:
        """The result whose total is being counted up."""
        panel = self._table.panel
        return panel if isinstance(panel, ResultPanel) and panel.is_counting else None

    @property
    def is_autoplaying(self) -> bool:
        waits = self._is_result_due or self._cascade is not None
        return waits or self._table.session.next_play_out() is not None

    def on_end(self) -> None:
        self._is_result_due = True  # it is shown as soon as the last card lies

    def hurry(self) -> bool:
        if self._cascade is not None:
            self._end_cascade()
            return True
        if self._table.session.next_play_out() is None:
            return False
        self._gap_s = self._wait_s = self._shortest_s = 0.0
        return True

    def on_layout(self) -> None:
        self._trails = self._faded = None
        if self._cascade is not None:  # trails of cards cannot be drawn again
            self._end_cascade()
            self._trails = None

    def update(self, step_s: float) -> None:
        if self._table.is_dealing:
            return
        if (counting := self._counting) is not None:
            counting.count_up(step_s)
            self._table.refresh_panel()
        self._play_out(step_s)
        if self._trails is not None:
            self._fade(step_s)
        if self._cascade is not None:
            self._cascade.update(step_s)
            if not self._cascade.is_moving:
                self._end_cascade()
        waits = any(part.holds_result for part in self._table.parts.having("holds_result"))
        if self._is_result_due and not waits and not self._table.spread.is_flying:
            self._is_result_due = False
            self._finished()

    def drawn(self) -> None:
        if self._cascade is not None:
            self._cascade.stamp()

    def _play_out(self, step_s: float) -> None:
        move = self._table.session.next_play_out()
        if move is None:
            return
        self._wait_s -= step_s / self._table.speed if self._table.speed else self._gap_s + step_s
        if self._wait_s <= 0:
            self._gap_s = max(self._shortest_s, self._gap_s * 0.9)
            self._wait_s = self._gap_s
            self._table.act(move)

    def _finished(self) -> None:
        table = self._table
        piles = table.view.celebrated(table.game)
        if piles:
            table.sound("win")
        if not piles or not table.speed:
            self._show_result()
            return
        homes = [(table.game.position.piles[pile], table.spread.top_box(pile)) for pile in piles]
        tallest = max(len(cards) for cards, _ in homes)
        launched = [
            (cards[height], box)
            for height in range(tallest - 1, -1, -1)
            for cards, box in homes
            if height < len(cards)
        ]
        view = table.view
        self._cascade = Cascade(
            table.context.pictures,
            table.canvas,
            launched,
            table.speed,
            view.win_manner,
            view.is_perfect(table.game),
        )

    def _end_cascade(self) -> None:
        """The result comes, and beneath it the trails fade."""
        table, self._cascade = self._table, None
        self._trails, self._fade_s = table.canvas.surface.copy(), FADE_S
        table.canvas.damage()
        self._show_result()

    def draw_above(self) -> Sequence[Picture]:
        if self._trails is None or self._trails.get_size() != self._table.canvas.size:
            return ()
        level = math.ceil(LEVELS * self._fade_s / FADE_S)
        if self._faded is None or self._faded[0] != level:
            picture = self._trails.convert()
            picture.set_alpha(255 * level // LEVELS)
            self._faded = level, picture
        return [(self._faded[1], (0, 0))]

    def _fade(self, step_s: float) -> None:
        self._fade_s -= step_s
        if self._fade_s <= 0:
            self._trails = self._faded = None

    def _show_result(self) -> None:
        table = self._table
        deafen(table)
        table.status.say_unasked("", Weight.STANDSTILL)  # of what was said last, nothing holds any more
        table.show_panel(table.occasion.result_panel())
        ending = table.session.look_at_ending()
        if ending.is_best and ending.best_before is not None and not table.view.celebrated(table.game):
            table.sound("win")

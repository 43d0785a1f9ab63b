"""Three Shuffles and a Draw at the table: its fans and bars, the shuffle, the draw, its end.

Knows the game and the table; the rules themselves stand in `game.rules.three_shuffles`,
what goes on by itself in `three_shuffles_moves`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import pygame

from game.cards import SUITS, Card
from game.play.phrases import minutes
from game.rules.position import STOCK, Move
from game.rules.three_shuffles import FANS, FOUNDATIONS, SHUFFLES, Standing
from game.rules.variant import Outcome
from game.session.session import Session
from game.ui.cards.hint import Hint
from game.ui.drawing.canvas import Canvas, Picture
from game.ui.drawing.layout import Box, Point, Slot
from game.ui.drawing.theme import GOLD, QUIET
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button
from game.ui.games.three_shuffles.draw import DrawTable
from game.ui.games.three_shuffles.fans import FanTable, fan_table, needs_px, share_row
from game.ui.games.three_shuffles.notice import Notice
from game.ui.games.three_shuffles.page import PAGE
from game.ui.scene import Stage
from game.ui.table.bars import Bars, Field
from game.ui.table.ending_words import best_lines
from game.ui.table.page import Page

if TYPE_CHECKING:
    from game.solver.advice import Advice

ACROSS, ROWS = 5, 4
"""Fans in a row, and rows; the last row is left with room for a notice."""
DEALS = SHUFFLES + 1


class ThreeShufflesScene(DrawTable):
    """A game of Three Shuffles and a Draw."""

    tagline: ClassVar[str] = "La Belle Lucie: two reshuffles, one card drawn."
    tile_options: ClassVar = (("Normal", "early=no"), ("Shuffle any time", "early=yes"))
    page: ClassVar[Page] = PAGE

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        super().__init__(stage, session, is_fresh)
        self._table: FanTable | None = None
        self._notice = Notice(stage.pictures)
        self._moves_shown: list[Hint] = []

    @property
    def title(self) -> str:
        rule = " — shuffle any time" if self.rules.early else ""
        return f"Three Shuffles and a Draw {self.deal_name}{rule}"

    @property
    def deal_text(self) -> str:
        """Which deal is on the table: `2/3`."""
        return f"{DEALS - self.rules.shuffles_left(self.game.position)}/{DEALS}"

    # Bars ----------------------------------------------------------------------------------------

    def make_bars(self) -> Bars:
        self._clock = Field("", "00:00")
        self._deal_field = Field("Deal", "3/3")
        self._shuffle = Button("Shuffle", "restart", self.shuffle, self._shuffle_refusal)
        buttons = [
            Button("Undo", "undo", self.undo, self.game.undo_refusal),
            Button("Redo", "redo", self.redo, self.game.redo_refusal),
            Button("Hint", "hint", self.ask_hint, self.hint_refusal),
            self._shuffle,
            Button("Pause", "pause", self.pause, self.pause_refusal),
        ]
        rule = " · shuffle any time" if self.rules.early else ""
        fields = [self._clock, self._deal_field]
        return Bars(self.variant.title, f"{self.deal_name}{rule}", fields, buttons)

    def _shuffle_refusal(self) -> str | None:
        if self.game.is_over:
            return "The game is over."
        return self.rules.stock_refusal(self.game.position)

    def fill_bars(self) -> None:
        position, rules = self.game.position, self.rules
        self._clock.text = (
            minutes(self.session.elapsed_ms / 1000) if self.stage.settings.practice_clock else ""
        )
        self._deal_field.text = self.deal_text
        self._shuffle.is_strong = rules.standing(position) is Standing.SHUFFLE_LEFT
        draws = "spent" if position.tally[1] else "1" if rules.has_draw(position) else "in deal 3"
        self.bars.facts = [
            ("Shuffles left", str(rules.shuffles_left(position))),
            ("Draw", draws),
            ("Home", f"{rules.home(position)}/52"),
        ]

    # Layout --------------------------------------------------------------------------------------

    def lay_out(self, room: Box) -> tuple[tuple[int, int], Sequence[Slot]]:
        px = self.stage.pictures.px
        inner = Box(room.x + px(12), room.y + px(12), room.width - 2 * px(12), room.height - 2 * px(12))
        self._table = fan_table(inner, ACROSS, ROWS, self.stage.settings.left_handed)
        return self._table.card, self._slots(self._table)

    def resize(self, canvas: Canvas) -> None:
        self.forget_moves()
        super().resize(canvas)

    def _slots(self, table: FanTable) -> tuple[Slot, ...]:
        slots = [Slot(table.aside_x, table.rows[home]) for home in FOUNDATIONS]
        step = -1 if self.stage.settings.left_handed else 1
        for row in range(ROWS):
            counts = self._counts(row, table)
            left = min(table.cells_x[: len(counts)])
            shares = share_row(counts[::step], table.card[0], table.cell_px, table.gap_px)[::step]
            fans = FANS[ACROSS * row : ACROSS * (row + 1)]
            slots += [
                Slot(round(left + x), table.rows[row], "across", room)
                for _, (x, room) in zip(fans, shares, strict=False)
            ]
        return tuple(slots)

    def _counts(self, row: int, table: FanTable) -> list[int]:
        """How many cards lie in each place of a row, as far as fans may use it."""
        counts = [len(self.game.position.piles[fan]) for fan in FANS[ACROSS * row : ACROSS * (row + 1)]]
        room = len(counts) * (table.cell_px - table.gap_px)
        # Beside the last fans stands the notice; it gives way to a long one.
        is_short = len(counts) < ACROSS and sum(needs_px(counts, table.card[0])) > room
        return [*counts, 0] if is_short else counts

    def place_fans(self) -> None:
        if self._table is None:
            return
        slots = self._slots(self._table)
        if slots != tuple(self.slots):
            self.slots = slots
            self.canvas.damage()
        else:
            self.canvas.damage(self._notice_box(self._table))

    def empty_symbol(self, pile: int) -> tuple[str, str]:
        if pile in FOUNDATIONS:
            return "icon", f"suit_{SUITS[pile]}"
        # Closed until the cards are dealt again.
        return ("", "") if self._is_dealing or self.reshuffle.is_running else ("icon", "lock")

    def stock_point(self) -> Point:
        xs = [slot.x for slot in self.slots]
        return Point((min(xs) + max(xs)) / 2, (self.slots[0].y + self.slots[FOUNDATIONS[-1]].y) / 2)

    def deal_order(self) -> list[Card]:
        return [card for fan in FANS for card in self.game.position.piles[fan]]

    def _notice_box(self, table: FanTable) -> Box:
        return table.free_box(ROWS - 1, len(self._counts(ROWS - 1, table)))

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        super()._paint(surface, area)
        if self._table is not None and not self.hides_cards:
            box = self._notice_box(self._table)
            if area.colliderect(box):
                self._notice.paint(surface, box, self.rules, self.game.position)

    # The shuffle, and the moves that keep it waiting ------------------------------------------------

    def shuffle(self) -> None:
        """Shuffles, or shows the moves that are left."""
        self.move(STOCK)

    def button_refused(self, button: Button, refusal: str) -> None:
        if button is self._shuffle:
            self.shuffle()
        else:
            super().button_refused(button, refusal)

    def move(self, move: Move) -> bool:
        done = super().move(move)
        if move == STOCK and not done and not self.game.is_over:
            self._show_moves()
        return done

    def _show_moves(self) -> None:
        moves = self.rules.moves_left(self.game.position)
        if not moves or not self.rules.shuffles_left(self.game.position):
            return
        count = "A move is" if len(moves) == 1 else f"{len(moves)} moves are"
        self.say(f"{count} left, as shown: the shuffle waits until there is none.")
        for move in moves:
            hint = Hint(self.stage.pictures, self.marks)
            hint.show(self.spread.top_box(move.source), self.spread.top_box(move.target), grows=False)
            self._moves_shown.append(hint)

    def handle(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self.forget_moves()
        super().handle(event)

    def forget_moves(self) -> None:
        if self._moves_shown:
            self._moves_shown = []
            self.is_stale = True

    def marked(self) -> list[Picture]:
        return [*(each for hint in self._moves_shown for each in hint.pictures()), *super().marked()]

    def other_key(self, key: int, modifiers: int) -> None:
        if key == pygame.K_s:
            self.shuffle()

    def odds_words(self, advice: Advice) -> str:
        if self.rules.shuffles_left(self.game.position):
            ways = f"{advice.samples} {'way' if advice.samples == 1 else 'ways'} the cards may be shuffled"
            return f"wins in {advice.wins} of {ways}"
        return "this leads to a win" if advice.wins else f"{advice.mean:.0f} cards can still come home"

    # The end -------------------------------------------------------------------------------------

    def result_panel(self) -> Panel:
        position = self.game.position
        home, is_won = self.rules.home(position), self.game.outcome is Outcome.WON
        lines = [
            Line("Cards home", f"{home} of 52", GOLD, is_bold=True),
            Line("Won on deal" if is_won else "Deal", self.deal_text.replace("/", " of ")),
            Line("The draw", "used" if position.tally[1] else "not needed"),
            *best_lines(self.session.look_at_ending(), "Best so far", "{} of 52"),
        ]
        if not is_won:
            lines.insert(0, Line("No move is left and the draw is spent.", "", QUIET))
        if self.rules.early:
            lines.append(Line("Shuffle any time", "", QUIET))
        buttons, undo = self.after_buttons(), None
        if self.game.undo_refusal() is None:
            undo = Button("Undo", "undo", self._take_loss_back)
            buttons.insert(2, undo)
        title = "All 52 cards are home!" if is_won else "The game is lost"
        return Panel(title, lines, buttons, escape=len(buttons) - 1, undo=undo)

    def _take_loss_back(self) -> None:
        self.show_panel(None)
        self.undo()
        self.session.start()

"""Spider's worked positions: the list of them, each to be chosen and played."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.message import joined, msg, msg_p
from game.play.deal import Deal
from game.play.game import Game
from game.play.problems import Problem, ProblemError, read_problems
from game.ui.drawing.canvas import draw_panel, draw_thumb, fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import BUTTON, BUTTON_HOVER, GOLD, QUIET, TEXT, WARNING
from game.ui.drawing.words import wrapped
from game.ui.forms.focus import ButtonScreen
from game.ui.forms.widgets import NOWHERE, At, Button, row_of
from game.ui.screen import Context
from game.ui.spoken import ScreenDescription, WidgetDescription


def shipped_problems(assets: Path) -> list[Problem]:
    """The problems that come with the program; raises ProblemError if they cannot be read."""
    try:
        return read_problems((assets / "problems" / "spider.json").read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ProblemError(msg("the problems cannot be read: {error}", error=error)) from None


def problem_of(assets: Path, deal: Deal) -> Problem | None:
    """The problem that a deal is, or None."""
    if deal.deck is not None:
        return None
    try:
        problems = shipped_problems(assets)
    except ProblemError:
        return None
    return next((problem for problem in problems if problem.deal.position == deal.position), None)


WIDTH_PX = 860
STEP_PX = 60
PAD_PX = 24


class ProblemsScreen(ButtonScreen):
    """A list that scrolls; a click or Enter plays."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.problems: list[Problem] = []
        try:
            self.problems = shipped_problems(context.pictures.assets.folder)
        except ProblemError as error:
            self.sentence = msg("There is nothing to choose from: {error}.", error=str(error))
        self.chosen = 0
        self._boxes: list[Box] = []  # of the rows, without scrolling
        self._lines: list[list[str]] = []
        self._scroll_px = 0.0
        self.view = NOWHERE
        self._panel = NOWHERE
        self._buttons = [
            Button(msg_p("a button", "Play"), "play", self.play, is_strong=True),
            Button(msg_p("a button", "Back"), "back", context.back),
        ]

    @property
    def buttons(self) -> list[Button]:
        return self._buttons

    @property
    def title(self) -> str:
        return msg("Spider — problems")

    @property
    def spoken(self) -> ScreenDescription:
        spoken = super().spoken
        if spoken.focus is not None or not self.problems:
            return spoken
        problem = self.problems[self.chosen]
        return ScreenDescription(
            spoken.title,
            (),
            WidgetDescription(joined(", ", [str(problem.number), problem.title]), "", problem.question),
        )

    def play(self) -> None:
        """Lays the chosen problem on the table."""
        if self.problems:
            problem = self.problems[self.chosen]
            session = self.context.sessions.begin(Game(problem.deal), {"problem": problem.name})
            self.context.navigation.table(session, is_fresh=True)

    # Layout --------------------------------------------------------------------------------------

    min_px = (560, 420)

    def lay_out(self) -> None:
        pictures, size = self.context.pictures, self.canvas.size
        px, pad = pictures.px, pictures.px(PAD_PX)
        width = min(size[0] - px(24), px(WIDTH_PX))
        self._panel = Box((size[0] - width) // 2, px(12), width, size[1] - px(24))
        buttons_y = self._panel.y + self._panel.height - pad - pictures.button_px(42)
        row_of(self._buttons, pictures, self._panel.centre.x, buttons_y, pictures.button_px(42))
        top = self._panel.y + pad + pictures.font("large", True).get_height() + px(10)
        self.view = Box(self._panel.x + pad, top, width - 2 * pad, buttons_y - px(14) - top)
        self._place_rows()
        self._show_chosen()

    def _place_rows(self) -> None:
        pictures, px = self.context.pictures, self.context.pictures.px
        room = self.view.width - 2 * px(14)
        self._lines = [wrapped(problem.question, pictures, room, "small") for problem in self.problems]
        self._boxes = []
        y = 0.0
        for lines in self._lines:
            height = pictures.font("body", True).get_height() + 2 * px(9)
            height += len(lines) * pictures.font("small").get_height()
            self._boxes.append(Box(0, y, self.view.width, height))
            y += height + px(8)

    @property
    def _whole_px(self) -> float:
        return self._boxes[-1].y + self._boxes[-1].height if self._boxes else 0.0

    def _scroll_to(self, y: float) -> None:
        self._scroll_px = round(min(max(0.0, self._whole_px - self.view.height), max(0.0, y)))
        self.redraw()

    def _show_chosen(self) -> None:
        if self._boxes:
            box = self._boxes[self.chosen]
            low = box.y + box.height - self.view.height
            self._scroll_to(min(box.y, max(low, self._scroll_px)))

    # Input ---------------------------------------------------------------------------------------

    def row_box(self, number: int) -> Box:
        """Present box of a row, in view or not."""
        box = self._boxes[number]
        return box._replace(x=self.view.x, y=self.view.y + box.y - self._scroll_px)

    def row_at(self, at: At) -> int | None:
        """The row at a point."""
        rows = range(len(self._boxes)) if self.view.contains(at) else ()
        return next((number for number in rows if self.row_box(number).contains(at)), None)

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL:
            self._scroll_to(self._scroll_px - event.y * self.context.pictures.px(STEP_PX))
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        else:
            super().handle(event)
            is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
            row = self.row_at(event.pos) if is_press or event.type == pygame.MOUSEMOTION else None
            if row is not None:
                self._choose(row)
                if is_press:
                    self.play()

    def _choose(self, row: int) -> None:
        if row != self.chosen:
            self.chosen = row
            self.redraw()

    def _key(self, event: pygame.event.Event) -> None:
        last = len(self.problems) - 1
        steps = {
            pygame.K_DOWN: self.chosen + 1,
            pygame.K_UP: self.chosen - 1,
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }
        ends = self._buttons[0 if event.mod & pygame.KMOD_SHIFT else -1]
        if event.key == pygame.K_TAB and self.problems and self.focus.widget is ends:
            self.focus.go_to(None)  # the list is a stop, too
        elif event.key in steps:
            self.focus.go_to(None)
            self._choose(max(0, min(last, steps[event.key])))
            self._show_chosen()
        elif event.key == pygame.K_l:
            self.context.back()
        else:
            super().handle(event)

    # Drawing -------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures, px = self.context.pictures, self.context.pictures.px
        draw_panel(surface, self._panel, pictures, self.context.table)
        heading = pictures.text(msg("Spider problems"), "large", GOLD, True)
        surface.blit(heading, (self.view.x, self._panel.y + px(PAD_PX)))
        if self.sentence:
            words = pictures.text(self.sentence, "body", WARNING)
            x, y = self.view[:2]
            if self.problems:  # beside the heading
                x = round(self.view.x + self.view.width - words.get_width())
                y = self._panel.y + px(PAD_PX) + heading.get_height() - words.get_height() - px(4)
            surface.blit(words, (x, y))
        clip = surface.get_clip()
        surface.set_clip(clip.clip(pygame.Rect(self.view)))
        for number in range(len(self._boxes)):
            self._paint_row(surface, number)
        surface.set_clip(clip)
        draw_thumb(surface, self.view, self._whole_px, self._scroll_px, px(7), px(6))

    def _paint_row(self, surface: pygame.Surface, number: int) -> None:
        pictures, px = self.context.pictures, self.context.pictures.px
        box = self.row_box(number)
        if box.y > self.view.y + self.view.height or box.y + box.height < self.view.y:
            return
        is_chosen = number == self.chosen
        fill_rounded(surface, box, BUTTON_HOVER if is_chosen else BUTTON, px(8))
        if is_chosen:
            outline(surface, box, (*GOLD, 255), px(8), px(1.5))
        problem, x, y = self.problems[number], box.x + px(14), round(box.y + px(9))
        title = pictures.text(joined("   ", [str(problem.number), problem.title]), "body", TEXT, True)
        surface.blit(title, (x, y))
        y += pictures.font("body", True).get_height()
        for line in self._lines[number]:
            surface.blit(pictures.text(line, "small", QUIET), (x, y))
            y += pictures.font("small").get_height()

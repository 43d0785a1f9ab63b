"""The list of Spider's worked positions: title and question of each, to be chosen and played.

Knows where the problems lie and how a list is laid out; how one is read stands in
`play.problems`. The game that was on the table stays among the unfinished ones.
"""

from __future__ import annotations

import pygame

from game.play.game import Game
from game.play.problems import Problem, ProblemError
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import (
    BUTTON,
    BUTTON_HOVER,
    GOLD,
    OUTLINE,
    QUIET,
    TEXT,
    WARNING,
    panel_colour,
    unit_for,
)
from game.ui.forms.widgets import Button, fill_rounded, outline, row_of, wrapped
from game.ui.games.spider.shipped_problems import shipped_problems
from game.ui.scene import Scene, Stage

WIDTH_PX = 860
STEP_PX = 60
PAD_PX = 24


class ProblemsScene(Scene):
    """A list that scrolls; a click or Enter plays."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.problems: list[Problem] = []
        self.sentence = ""
        try:
            self.problems = shipped_problems(stage.pictures.assets.folder)
        except ProblemError as error:
            self.sentence = f"There is nothing to choose from: {error}."
        self.chosen = 0
        self.boxes: list[Box] = []  # of the rows, without scrolling
        self._lines: list[list[str]] = []
        self._scroll_px = 0.0
        self._view = Box(0, 0, 0, 0)
        self._panel = Box(0, 0, 0, 0)
        self.play_button = Button("Play", "play", self.play, is_strong=True)
        self.back_button = Button("Back", "back", stage.back)

    @property
    def title(self) -> str:
        return "Spider — problems"

    def play(self) -> None:
        """Lays the chosen problem on the table."""
        if self.problems:
            problem = self.problems[self.chosen]
            session = self.stage.sessions.begin(Game(problem.deal), {"problem": problem.name})
            self.stage.routes.table(session, is_fresh=True)

    # Layout --------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        pictures = self.stage.pictures
        pictures.set_unit(unit_for(canvas.size))
        px, pad = pictures.px, pictures.px(PAD_PX)
        width = min(canvas.size[0] - px(24), px(WIDTH_PX))
        self._panel = Box((canvas.size[0] - width) // 2, px(12), width, canvas.size[1] - px(24))
        buttons_y = self._panel.y + self._panel.height - pad - px(42)
        row_of([self.play_button, self.back_button], pictures, self._panel.centre.x, buttons_y, px(42))
        top = self._panel.y + pad + pictures.font("large", True).get_height() + px(10)
        self._view = Box(self._panel.x + pad, top, width - 2 * pad, buttons_y - px(14) - top)
        self._place_rows()
        self._show_chosen()

    def _place_rows(self) -> None:
        pictures, px = self.stage.pictures, self.stage.pictures.px
        room = self._view.width - 2 * px(14)
        self._lines = [wrapped(each.question, pictures, room, "small") for each in self.problems]
        self.boxes = []
        y = 0.0
        for lines in self._lines:
            height = pictures.font("body", True).get_height() + 2 * px(9)
            height += len(lines) * pictures.font("small").get_height()
            self.boxes.append(Box(0, y, self._view.width, height))
            y += height + px(8)

    @property
    def _whole_px(self) -> float:
        return self.boxes[-1].y + self.boxes[-1].height if self.boxes else 0.0

    def _scroll_to(self, y: float) -> None:
        self._scroll_px = round(min(max(0.0, self._whole_px - self._view.height), max(0.0, y)))
        self._redraw()

    def _show_chosen(self) -> None:
        if self.boxes:
            box = self.boxes[self.chosen]
            low = box.y + box.height - self._view.height
            self._scroll_to(min(box.y, max(low, self._scroll_px)))

    def _redraw(self) -> None:
        self.canvas.damage()
        self.is_stale = True

    # Input ---------------------------------------------------------------------------------------

    def row_at(self, at: tuple[float, float]) -> int | None:
        """The row at a point."""
        if not self._view.contains(at):
            return None
        inside = (at[0] - self._view.x, at[1] - self._view.y + self._scroll_px)
        return next((number for number, box in enumerate(self.boxes) if box.contains(inside)), None)

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self._hover(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll_to(self._scroll_px - event.y * self.stage.pictures.px(STEP_PX))
        elif event.type == pygame.KEYDOWN:
            self._key(event.key)

    def _hover(self, at: tuple[float, float]) -> None:
        for button in (self.play_button, self.back_button):
            if button.is_hot != button.box.contains(at):
                button.is_hot = not button.is_hot
                self._redraw()
        row = self.row_at(at)
        if row is not None and row != self.chosen:
            self.chosen = row
            self._redraw()

    def _press(self, at: tuple[float, float]) -> None:
        for button in (self.play_button, self.back_button):
            if button.box.contains(at):
                button.press()
                return
        row = self.row_at(at)
        if row is not None:
            self.chosen = row
            self.play()

    def _key(self, key: int) -> None:
        last = len(self.problems) - 1
        steps = {
            pygame.K_DOWN: self.chosen + 1,
            pygame.K_UP: self.chosen - 1,
            pygame.K_TAB: self.chosen + 1,
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }
        if key in steps:
            self.chosen = max(0, min(last, steps[key]))
            self._show_chosen()
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.play()
        elif key in (pygame.K_ESCAPE, pygame.K_l):
            self.stage.back()

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, alpha: float) -> None:
        self.canvas.compose(self._paint, [])
        self.is_stale = False

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures, px = self.stage.pictures, self.stage.pictures.px
        table = self.stage.settings.table
        surface.blit(pictures.felt(self.canvas.size, table), area, area)
        fill_rounded(surface, self._panel, panel_colour(table), px(14))
        outline(surface, self._panel, OUTLINE, px(14), px(1))
        heading = pictures.text("Problems of Spider", "large", GOLD, True)
        surface.blit(heading, (self._view.x, self._panel.y + px(PAD_PX)))
        if self.sentence:
            surface.blit(pictures.text(self.sentence, "body", WARNING), self._view[:2])
        clip = surface.get_clip()
        surface.set_clip(clip.clip(pygame.Rect(self._view)))
        for number in range(len(self.boxes)):
            self._paint_row(surface, number)
        surface.set_clip(clip)
        self._paint_thumb(surface)
        for button in (self.play_button, self.back_button):
            button.draw(surface, pictures)

    def _paint_row(self, surface: pygame.Surface, number: int) -> None:
        pictures, px = self.stage.pictures, self.stage.pictures.px
        box = self.boxes[number]
        box = box._replace(x=self._view.x, y=self._view.y + box.y - self._scroll_px)
        if box.y > self._view.y + self._view.height or box.y + box.height < self._view.y:
            return
        is_chosen = number == self.chosen
        fill_rounded(surface, box, BUTTON_HOVER if is_chosen else BUTTON, px(8))
        if is_chosen:
            outline(surface, box, (*GOLD, 255), px(8), px(1.5))
        problem, x, y = self.problems[number], box.x + px(14), round(box.y + px(9))
        title = pictures.text(f"{problem.number}   {problem.title}", "body", TEXT, True)
        surface.blit(title, (x, y))
        y += pictures.font("body", True).get_height()
        for line in self._lines[number]:
            surface.blit(pictures.text(line, "small", QUIET), (x, y))
            y += pictures.font("small").get_height()

    def _paint_thumb(self, surface: pygame.Surface) -> None:
        whole, seen = self._whole_px, self._view.height
        if whole > seen:
            px = self.stage.pictures.px
            y = self._view.y + seen * self._scroll_px / whole
            thumb = Box(self._view.x + self._view.width + px(7), y, px(6), seen * seen / whole)
            fill_rounded(surface, thumb, (255, 255, 255, 90), px(3))

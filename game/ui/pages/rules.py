"""The rules of a game on one page: goal, rules, controls, one picture. It scrolls where it must.

Knows how a page is laid out; what stands on it is told by the game's own scene.
"""

from __future__ import annotations

import pygame

from game.play.deal import deal_number
from game.rules import find_variant
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import GOLD, OUTLINE, QUIET, TEXT, panel_colour, unit_for
from game.ui.forms.widgets import Button, fill_rounded, outline, row_of, wrapped
from game.ui.games.small_table import SHOWN_DEAL, small_table
from game.ui.games.tables import view_class
from game.ui.scene import Scene, Stage
from game.ui.table.page import Page

WIDTH_PX = 1120
STEP_PX = 60


class RulesScene(Scene):
    """Lays the page of a game over the present scene; Esc, F1 or the button leads back."""

    def __init__(self, stage: Stage, name: str) -> None:
        super().__init__(stage)
        self._variant = find_variant(name)
        self._page: Page = view_class(name).page
        self.heading = self._variant.title
        self._back = Button("Back", "back", stage.back, is_strong=True)
        self._back.is_hot = True
        self._scroll_px = 0
        self._text: pygame.Surface
        self._view = Box(0, 0, 0, 0)

    @property
    def title(self) -> str:
        return f"{self.heading} — rules"

    # Layout --------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        pictures = self.stage.pictures
        pictures.set_unit(unit_for(canvas.size))
        px = pictures.px
        width = min(canvas.size[0] - px(32), px(WIDTH_PX))
        self._panel = Box((canvas.size[0] - width) // 2, px(16), width, canvas.size[1] - px(32))
        row_of(
            [self._back], pictures, canvas.size[0] / 2, self._panel.y + self._panel.height - px(58), px(42)
        )
        pad = px(28)
        top = self._panel.y + pad + pictures.font("title", True).get_height()
        self._view = Box(self._panel.x + pad, top, width - 2 * pad, self._back.box.y - px(12) - top)
        self._text = self._written(round(self._view.width))
        self._scroll(0)

    def _written(self, width: int) -> pygame.Surface:
        """Everything but the heading, as high as it needs to be."""
        px = self.stage.pictures.px
        gap = px(36)
        two = width > px(760)
        column = (width - gap) // 2 if two else width
        left = self._block(column, [("Goal", [self._page.goal]), ("Rules", self._page.rules)])
        right = self._right(column)
        height = max(left.get_height(), right.get_height()) if two else left.get_height() + right.get_height()
        whole = pygame.Surface((width, height), pygame.SRCALPHA)
        whole.blit(left, (0, 0))
        whole.blit(right, (width - column, 0) if two else (0, left.get_height()))
        return whole

    def _right(self, width: int) -> pygame.Surface:
        px = self.stage.pictures.px
        size = (width, round(width * 0.56))
        deal = deal_number(self._variant, SHOWN_DEAL)
        controls = self._controls(width)
        block = pygame.Surface((width, size[1] + px(14) + controls.get_height()), pygame.SRCALPHA)
        fill_rounded(block, Box(0, 0, *size), (0, 0, 0, 50), px(10))
        block.blit(small_table(self.stage, deal, size), (0, 0))
        block.blit(controls, (0, size[1] + px(14)))
        return block

    def _block(self, width: int, parts: list[tuple[str, tuple[str, ...] | list[str]]]) -> pygame.Surface:
        pictures, px = self.stage.pictures, self.stage.pictures.px
        lines: list[tuple[pygame.Surface, int, int]] = []
        y = 0
        for heading, paragraphs in parts:
            lines.append((pictures.text(heading, "body", GOLD, True), 0, y))
            y += pictures.font("body", True).get_height() + px(4)
            for paragraph in paragraphs:
                for line in wrapped(paragraph, pictures, width):
                    lines.append((pictures.text(line, "body", TEXT), 0, y))
                    y += pictures.font("body").get_height() + px(2)
                y += px(7)
            y += px(8)
        return _stacked(width, y, lines)

    def _controls(self, width: int) -> pygame.Surface:
        pictures, px = self.stage.pictures, self.stage.pictures.px
        first = round(width * 0.42)
        lines: list[tuple[pygame.Surface, int, int]] = [(pictures.text("Controls", "body", GOLD, True), 0, 0)]
        y = pictures.font("body", True).get_height() + px(4)
        for how, what in self._page.controls:
            top = y
            for column, words, colour in ((0, how, TEXT), (first, what, QUIET)):
                row_y = top
                for line in wrapped(
                    words, pictures, (first if not column else width - first) - px(10), "small"
                ):
                    lines.append((pictures.text(line, "small", colour), column, row_y))
                    row_y += pictures.font("small").get_height() + px(2)
                y = max(y, row_y + px(3))
        return _stacked(width, y, lines)

    # Input ---------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._back.box.contains(event.pos):
            self.stage.back()
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y * self.stage.pictures.px(STEP_PX))
        elif event.type == pygame.KEYDOWN:
            self._key(event.key)

    def _key(self, key: int) -> None:
        page = round(self._view.height * 0.9)
        step = self.stage.pictures.px(STEP_PX)
        steps = {
            pygame.K_DOWN: step,
            pygame.K_UP: -step,
            pygame.K_PAGEDOWN: page,
            pygame.K_PAGEUP: -page,
            pygame.K_HOME: -self._text.get_height(),
            pygame.K_END: self._text.get_height(),
        }
        if key in steps:
            self._scroll(steps[key])
        elif key in (pygame.K_ESCAPE, pygame.K_F1, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.stage.back()

    def _scroll(self, by_px: int) -> None:
        most = max(0, self._text.get_height() - int(self._view.height))
        self._scroll_px = min(most, max(0, self._scroll_px + by_px))
        self.canvas.damage()
        self.is_stale = True

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
        title = pictures.text(self.heading, "title", TEXT, True)
        surface.blit(title, (self._view.x, self._panel.y + px(14)))
        part = (0, self._scroll_px, int(self._view.width), int(self._view.height))
        surface.blit(self._text, (self._view.x, self._view.y), part)
        self._paint_thumb(surface)
        self._back.draw(surface, pictures)

    def _paint_thumb(self, surface: pygame.Surface) -> None:
        whole, seen = self._text.get_height(), self._view.height
        if whole <= seen:
            return
        px = self.stage.pictures.px
        thumb = Box(
            self._view.x + self._view.width + px(10),
            self._view.y + seen * self._scroll_px / whole,
            px(6),
            seen * seen / whole,
        )
        fill_rounded(surface, thumb, (255, 255, 255, 90), px(3))


def _stacked(width: int, height: int, lines: list[tuple[pygame.Surface, int, int]]) -> pygame.Surface:
    block = pygame.Surface((width, height), pygame.SRCALPHA)
    for text, x, y in lines:
        block.blit(text, (x, y))
    return block

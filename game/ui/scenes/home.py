"""The first screen: go on, choose a game, settings, quit.

Knows which games are registered and how they look when dealt; must not know their rules.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.play.deal import deal_number
from game.rules import VARIANTS, find_variant
from game.rules.options import OptionError, options_to_text
from game.rules.variant import Variant
from game.storage.files import StorageError
from game.storage.library import Unfinished
from game.ui.canvas import Canvas
from game.ui.layout import Box
from game.ui.scene import Scene, Stage
from game.ui.small_table import small_table
from game.ui.tables import go_on, new_game, scene_class
from game.ui.theme import FAINT, GOLD, OUTLINE, QUIET, TEXT, unit_for
from game.ui.widgets import Button, fill_rounded, outline, row_of

TILE = (0x08, 0x1C, 0x16, 110)
SHOWN_DEAL = 13
"""The deal that the tiles show; any would do, this one looks well."""


@dataclass
class Tile:
    """One game on the home screen."""

    name: str
    options: str
    play: Button
    choices: list[Button]
    box: Box = Box(0, 0, 0, 0)


class HomeScene(Scene):
    """Tiles for every registered game."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._unfinished: Unfinished | None = next(iter(stage.library.unfinished()), None)
        self._sentence = ""
        self._tiles = [self._tile(name) for name in VARIANTS]
        self._continue: Button | None = None
        if self._unfinished is not None:
            self._continue = Button(
                self._continue_words(self._unfinished), "play", self._go_on, is_strong=True
            )
        self._others = [
            Button("Settings", "settings", self._open_settings),
            Button("Full screen", "fullscreen", stage.toggle_full_screen),
            Button("Quit", "close", stage.quit),
        ]
        self._chosen: int | None = None

    def _tile(self, name: str) -> Tile:
        scene = scene_class(name)
        options = self.stage.profile.options.get(name, "")
        known = [text for _, text in scene.tile_options]
        tile = Tile(
            name, options if options in known else (known or [""])[0], Button("", None, lambda: None), []
        )
        tile.play = Button("Play", "play", lambda: self._play(tile), is_strong=True)
        for word, text in scene.tile_options:
            tile.choices.append(
                Button(
                    word,
                    None,
                    lambda text=text: self._choose(tile, text),  # type: ignore[misc]
                    is_chosen=lambda text=text: tile.options == text,  # type: ignore[misc]
                )
            )
        return tile

    @staticmethod
    def _continue_words(unfinished: Unfinished) -> str:
        variant = unfinished.record.deal.variant
        return f"Continue {variant.title}"

    # What the buttons do -------------------------------------------------------------------------

    def _variant(self, tile: Tile) -> Variant:
        try:
            return find_variant(tile.name, tile.options.split())
        except OptionError:
            return find_variant(tile.name)

    def _play(self, tile: Tile) -> None:
        self.stage.go_to(new_game(self.stage, self._variant(tile)))

    def _choose(self, tile: Tile, options: str) -> None:
        tile.options = options
        self.stage.profile.options[tile.name] = options
        try:
            self.stage.profile.save()
        except StorageError as error:
            self._say(f"The choice cannot be kept: {error}.")
        self._redraw()

    def _go_on(self) -> None:
        assert self._unfinished is not None
        try:
            scene = go_on(self.stage, self._unfinished)
        except StorageError as error:
            self._say(f"This game cannot be gone on with: {error}.")
            return
        self.stage.go_to(scene)

    def _open_settings(self) -> None:
        from game.ui.scenes.settings import SettingsScene

        self.stage.open(SettingsScene(self.stage))

    def _say(self, sentence: str) -> None:
        self._sentence = sentence
        self._redraw()

    def _redraw(self) -> None:
        self.canvas.damage()
        self.is_stale = True

    # Input ---------------------------------------------------------------------------------------

    @property
    def _buttons(self) -> list[Button]:
        first = [self._continue] if self._continue else []
        tiles = [button for tile in self._tiles for button in (tile.play, *tile.choices)]
        return [*first, *tiles, *self._others]

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            under = [i for i, button in enumerate(self._buttons) if button.box.contains(event.pos)]
            self._hover(under[0] if under else None)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.KEYDOWN:
            self._key(event.key, event.mod)

    def _press(self, at: tuple[float, float]) -> None:
        for button in self._buttons:
            if button.box.contains(at):
                button.press()
                return
        for tile in self._tiles:
            if tile.box.contains(at):
                tile.play.press()
                return

    def _key(self, key: int, modifiers: int) -> None:
        count = len(self._buttons)
        back = key in (pygame.K_LEFT, pygame.K_UP) or (key == pygame.K_TAB and modifiers & pygame.KMOD_SHIFT)
        if back:
            self._hover((self._chosen if self._chosen is not None else 0) - 1)
        elif key in (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_TAB):
            self._hover(0 if self._chosen is None else self._chosen + 1)
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self._buttons[(self._chosen or 0) % count].press()
        elif key == pygame.K_ESCAPE:
            self.stage.quit()

    def _hover(self, chosen: int | None) -> None:
        chosen = None if chosen is None else chosen % len(self._buttons)
        if chosen != self._chosen:
            self._chosen = chosen
            for index, button in enumerate(self._buttons):
                button.is_hot = index == chosen
            self._redraw()

    # Drawing -------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        pictures = self.stage.pictures
        pictures.set_unit(unit_for(canvas.size))
        width, height = canvas.size
        px = pictures.px
        title_height = pictures.font("title", True).get_height()
        self._title_y = round(height * 0.045)
        y = self._title_y + title_height + px(14)
        if self._continue is not None:
            row_of([self._continue], pictures, width / 2, y, px(48))
            y += px(48) + px(18)
        self._sentence_y = height - px(26) - pictures.font("body").get_height()
        others_y = height - px(44) - px(48)
        row_of(self._others, pictures, width / 2, others_y, px(42))
        self._place_tiles(Box(px(24), y, width - 2 * px(24), others_y - px(18) - y))

    def _place_tiles(self, room: Box) -> None:
        px = self.stage.pictures.px
        gap = px(18)
        across = len(self._tiles) if len(self._tiles) < 4 or room.width > 2.4 * room.height else 2
        down = -(-len(self._tiles) // across)
        height = (room.height - (down - 1) * gap) / down
        width = min((room.width - (across - 1) * gap) / across, max(height * 1.5, px(420)))
        left = room.x + (room.width - across * width - (across - 1) * gap) / 2
        for index, tile in enumerate(self._tiles):
            row, column = divmod(index, across)
            x, y = left + column * (width + gap), room.y + row * (height + gap)
            tile.box = Box(round(x), round(y), round(width), round(height))
            self._place_tile_buttons(tile)

    def _place_tile_buttons(self, tile: Tile) -> None:
        pictures = self.stage.pictures
        height, pad = pictures.px(38), pictures.px(16)
        y = tile.box.y + tile.box.height - height - pad
        play_width = tile.play.width(pictures)
        tile.play.box = Box(tile.box.x + tile.box.width - pad - play_width, y, play_width, height)
        x = tile.box.x + pad
        for button in tile.choices:
            button.box = Box(x, y, button.width(pictures), height)
            x += button.box.width + pictures.px(6)

    def draw(self, alpha: float) -> None:
        self.canvas.compose(self._paint, [])
        self.is_stale = False

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures = self.stage.pictures
        surface.blit(pictures.felt(self.canvas.size, self.stage.settings.table), area, area)
        title = pictures.text("Patience Arcade", "title", TEXT, True)
        surface.blit(title, ((self.canvas.size[0] - title.get_width()) // 2, self._title_y))
        for tile in self._tiles:
            self._paint_tile(surface, tile)
        for button in self._buttons:
            button.draw(surface, pictures)
        if self._sentence:
            words = pictures.text(self._sentence, "body", TEXT)
            surface.blit(words, ((self.canvas.size[0] - words.get_width()) // 2, self._sentence_y))

    def _paint_tile(self, surface: pygame.Surface, tile: Tile) -> None:
        pictures, px = self.stage.pictures, self.stage.pictures.px
        pad = px(16)
        fill_rounded(surface, tile.box, TILE, px(14))
        outline(surface, tile.box, OUTLINE, px(14), px(1))
        variant = self._variant(tile)
        x, y = round(tile.box.x + pad), round(tile.box.y + pad)
        name = pictures.text(variant.title, "large", TEXT, True)
        surface.blit(name, (x, y))
        best = self.stage.profile.bests.get(f"{variant.name} {options_to_text(variant)}".rstrip())
        if best is not None:
            words = pictures.text(f"Best {best}", "body", GOLD, True)
            right = round(tile.box.x + tile.box.width - pad - words.get_width())
            surface.blit(words, (right, y + name.get_height() - words.get_height()))
        y += name.get_height()
        tagline = pictures.text(scene_class(tile.name).tagline, "small", QUIET)
        surface.blit(tagline, (x, y))
        y += tagline.get_height() + px(10)
        room = Box(x, y, tile.box.width - 2 * pad, tile.play.box.y - px(12) - y)
        if room.height > px(50):
            table = small_table(
                self.stage, deal_number(variant, SHOWN_DEAL), (int(room.width), int(room.height))
            )
            surface.blit(table, (room.x, room.y))
        else:
            surface.blit(pictures.text("", "small", FAINT), (x, y))

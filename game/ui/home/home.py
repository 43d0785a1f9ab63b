"""The first screen: go on, choose a game, settings, quit.

Knows which games are registered and what is unfinished; must not know any game's rules.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pygame

from game.message import msg, msg_p
from game.rules import VARIANTS
from game.rules.variant import Variant
from game.storage.files import StorageError
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import TEXT, WARNING
from game.ui.forms.focus import ButtonScreen
from game.ui.forms.widgets import Button
from game.ui.home.games_left import TODAY, GamesLeft
from game.ui.home.strips import LOW_PX, STRIP_PX, daily_strip, place_side_by_side, tournament_strip
from game.ui.home.tile import MIN_CARD_PX, Tile
from game.ui.screen import PROGRAM, Context

if TYPE_CHECKING:
    from game.storage.statistics_rows import DayPlayed

MARGIN_PX = 24
GAP_PX = 16
HEADER_PX = 56
LOW_WINDOW_PX = 700
WIDEST = 2.3
"""Of an even wider window the sides stay free, so that the eye need not wander."""
QUIT_AGAIN = msg("Press Esc again to quit.")


class HomeScreen(ButtonScreen):
    """A tile for every registered game, with what was left of it; above them what else there is."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.help = context.navigation.about
        self.games_left = GamesLeft(context)
        self._wanted: Tile | None = None  # Continue was pressed there before the game was read
        refusal = context.library.refusal
        self.sentence = "" if refusal is None else msg("Games cannot be saved: {reason}.", reason=refusal)
        context.narrate(self.sentence)
        self.tiles = [
            Tile(context, name, self._go_on, self._play, self._ask_deal, self._choose, self._best_of)
            for name in VARIANTS
        ]
        self._others = [
            Button(msg_p("a button", "Open…"), "open", context.navigation.open_file),
            Button(msg("Replays"), "eye", context.navigation.games_played),
            Button(msg("Statistics"), "statistics", context.navigation.statistics),
            Button(msg("Settings"), "settings", context.navigation.settings),
            Button(msg_p("a button", "About"), "about", context.navigation.about),
            Button(msg("Full screen"), "fullscreen", context.toggle_full_screen),
            Button(msg("Quit"), "close", context.quit),
        ]
        self._is_drawn = False
        self._figures_of: int | None = None  # the state of the statistics that is shown
        self._bests: dict[Variant, int | None] = {}
        self.strips = [tournament_strip(context, self.say)]
        if context.library.has_statistics_open:
            self._read_figures()
        else:
            self._tell_day([])

    # Figures of the statistics -------------------------------------------------------------------

    def _read_figures(self) -> None:
        """Reads what the statistics tell here, when it is not what is shown."""
        statistics = self.context.library.statistics
        if self._figures_of == statistics.changes:
            return
        self._figures_of = statistics.changes
        self._bests.clear()
        days: list[DayPlayed] = []
        with suppress(StorageError):
            days = statistics.days()
        self._tell_day(days)

    def _tell_day(self, days: list[DayPlayed]) -> None:
        daily = daily_strip(self.context, days, self.say)
        self.strips = [daily, self.strips[-1]]
        self._offer()

    def _offer(self) -> None:
        """Has every tile offer what can be gone on with; one thing on the screen is meant most."""
        games, is_urgent = self.games_left, self.strips[-1].is_urgent
        last = None if is_urgent else games.last
        self.strips[0].button.is_strong = last is not None and last is games.of(TODAY)
        for tile in self.tiles:
            left = games.of(tile.name)
            tile.offer(left, left is not None and left is last, last is None and not is_urgent)

    def _best_of(self, variant: Variant) -> int | None:
        if self._figures_of is None:
            return None
        if variant not in self._bests:
            self._bests[variant] = None
            with suppress(StorageError):
                self._bests[variant] = self.context.library.statistics.best(variant)
        return self._bests[variant]

    # What the buttons do -------------------------------------------------------------------------

    def _play(self, tile: Tile) -> None:
        self.context.navigation.table(self.context.next_deal(tile.variant), is_fresh=True)

    def _ask_deal(self, tile: Tile) -> None:
        self.context.navigation.new_game(tile.variant)

    def _choose(self, tile: Tile, options: str) -> None:
        self.context.profile.options[tile.name] = options
        try:
            self.context.profile.save()
        except StorageError as error:
            self.say(msg("The choice cannot be kept: {reason}.", reason=str(error)))
        self.redraw()

    def _go_on(self, tile: Tile) -> None:
        unfinished = None if tile.left is None else tile.left.unfinished
        if unfinished is None:
            self._wanted = tile
            self.say(msg("The game is being read, and opens as soon as it is."))
            return
        try:
            session = self.context.sessions.go_on(unfinished)
        except StorageError as error:
            self.say(msg("This game cannot be gone on with: {reason}.", reason=str(error)))
            return
        self.context.navigation.table(session)

    # Reading what can be gone on with -------------------------------------------------------------

    @property
    def next_tick_s(self) -> float | None:
        is_all_there = self.games_left.is_read and self._figures_of is not None
        return None if is_all_there and self._next_undrawn is None else 0.0

    def on_tick(self) -> None:
        """Reads the statistics once the screen is to be seen, and on in the games to go on with."""
        if self._is_drawn and self._figures_of != self.context.library.statistics.changes:
            self._read_figures()
            self.resize(self.canvas)
        if not self.games_left.is_read:
            self._read_on()
        elif self._is_drawn and (undrawn := self._next_undrawn) is not None:
            undrawn.draw_picture(self._felt)
            self.redraw(undrawn.box)

    @property
    def _felt(self) -> pygame.Surface:
        return self.context.pictures.felt(self.canvas.size, self.context.settings.table)

    @property
    def _next_undrawn(self) -> Tile | None:
        """A tile that is to show a game of which there is no picture yet."""
        return next((tile for tile in self.tiles if tile.is_picture_due(self._felt)), None)

    def _read_on(self) -> None:
        left = self.games_left.go_on()
        wanted = self._wanted
        if wanted is not None and wanted.left is left and left is not None and left.unfinished is not None:
            self._go_on(wanted)
        elif left is not None and not left.is_there:
            self._figures_of = None  # it was over, and is counted now
            if self.context.library.has_statistics_open:
                self._read_figures()
            self._offer()
            self.focus.go_to(None)
            is_gone = wanted is not None and wanted.left is None
            self.say(msg("There is nothing to go on with any more.") if is_gone else "")
            self.resize(self.canvas)
        elif left is not None:
            for tile in self.tiles:
                if tile.left is left:
                    self.redraw(tile.box)

    # Input ---------------------------------------------------------------------------------------

    @property
    def buttons(self) -> list[Button]:
        strips = [button for strip in self.strips for button in strip.buttons]
        tiles = [button for tile in self.tiles for button in tile.buttons]
        return [*tiles, *strips, *self._others]

    def handle(self, event: pygame.event.Event) -> None:
        command = event.type == pygame.KEYDOWN and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if command and event.key == pygame.K_o:
            self.context.navigation.open_file()
        else:
            super().handle(event)

    def escape(self) -> None:
        if self.sentence == QUIT_AGAIN:
            self.context.quit()
        else:
            self.say(QUIT_AGAIN)  # one press too many on the way here ends nothing

    def on_covered(self) -> None:
        if self.sentence == QUIT_AGAIN:
            self.sentence = ""
        super().on_covered()

    # Layout --------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        canvas, pictures = self.canvas, self.context.pictures
        px = pictures.px
        margin, gap = px(MARGIN_PX), px(GAP_PX)
        width = min(canvas.size[0] - 2 * margin, round(canvas.size[1] * WIDEST))
        column = Box((canvas.size[0] - width) // 2, px(14), width, canvas.size[1] - px(14))
        self._header = column._replace(height=px(HEADER_PX))
        self._place_others()
        y = column.y + px(HEADER_PX) + px(8)
        is_low = canvas.size[1] < px(LOW_WINDOW_PX)
        gap = px(8) if is_low else gap
        strip = px(LOW_PX) if is_low else px(STRIP_PX)
        place_side_by_side(self.strips, pictures, column._replace(y=y, height=strip), gap)
        y += strip + gap
        bottom = canvas.size[1] - px(36)
        self._sentence_y = bottom + px(6)
        self._place_tiles(Box(column.x, y, width, bottom - y))
        pictures.small_tables.reserve(canvas.size[0] * canvas.size[1])

    def _place_others(self) -> None:
        pictures, header = self.context.pictures, self._header
        gap, height = pictures.px(8), pictures.px(40)
        title = pictures.text_width(PROGRAM, "title", bold=True) + pictures.px(24)
        for shows_word in (True, False):
            for button in self._others:
                button.shows_word = shows_word
            if title + sum(b.width(pictures) + gap for b in self._others) <= header.width:
                break
        x = header.x + header.width
        for button in reversed(self._others):
            x -= button.width(pictures)
            button.box = Box(x, round(header.centre.y - height / 2), button.width(pictures), height)
            x -= gap

    def _place_tiles(self, room: Box) -> None:
        gap, count = self.context.pictures.px(GAP_PX), len(self.tiles)

        def size(across: int) -> tuple[float, float]:
            down = -(-count // across)
            return (room.width - (across - 1) * gap) / across, (room.height - (down - 1) * gap) / down

        def place(across: int, beside: bool) -> tuple[bool, bool, float]:
            width, height = size(across)
            for index, tile in enumerate(self.tiles):
                row, column = divmod(index, across)
                x, y = room.x + column * (width + gap), room.y + row * (height + gap)
                tile.place(Box(round(x), round(y), round(width), round(height)), beside)
            return min(tile.fit for tile in self.tiles)

        # Whatever shows the largest cards: in columns or rows, buttons beside the table or below.
        ways = [(across, beside) for across in range(1, count + 1) for beside in (False, True)]
        has_room, *_ = place(*max(ways, key=lambda way: place(*way)))
        card_px = min(tile.card_px for tile in self.tiles)
        for tile in self.tiles:
            tile.shows_table = has_room and card_px >= MIN_CARD_PX

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, alpha: float) -> None:
        super().draw(alpha)
        self._is_drawn = True

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures = self.context.pictures
        title = pictures.text(PROGRAM, "title", TEXT, True)
        surface.blit(title, (self._header.x, round(self._header.centre.y - title.get_height() / 2)))
        for strip in self.strips:
            if area.colliderect(strip.box):
                strip.draw(surface, pictures)
        felt = self._felt
        for tile in self.tiles:
            if area.colliderect(tile.box):
                tile.draw(surface, felt)
        if self.sentence:
            words = pictures.text(self.sentence, "body", WARNING)
            surface.blit(words, ((self.canvas.size[0] - words.get_width()) // 2, self._sentence_y))

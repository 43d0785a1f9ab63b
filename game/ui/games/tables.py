"""The tables of all games, each imported when first needed, and their small pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.message import msg
from game.play.deal import Deal, deal_number
from game.play.game import ControlAction, Game, GameSnapshot
from game.rules import find_variant
from game.rules.position import STOCK, Move
from game.rules.variant import Variant
from game.session.session import Session
from game.ui.drawing.canvas import Canvas, outline
from game.ui.drawing.layout import MIN_CARD_PX, Box
from game.ui.drawing.pictures import Pictures
from game.ui.forms.widgets import NOWHERE, Widget
from game.ui.screen import Context
from game.ui.spoken import WidgetDescription
from game.ui.table.assembly import GameTables, demonstrated
from game.ui.table.table import Table
from game.ui.table.view import View


def _rush() -> GameTables:
    from game.ui.games.rush import RUSH

    return RUSH


def _spider() -> GameTables:
    from game.ui.games.spider.practice import SPIDER

    return SPIDER


def _one_three_back() -> GameTables:
    from game.ui.games.one_three_back.practice import ONE_THREE_BACK

    return ONE_THREE_BACK


def _three_shuffles() -> GameTables:
    from game.ui.games.three_shuffles.practice import THREE_SHUFFLES

    return THREE_SHUFFLES


TABLES: dict[str, Callable[[], GameTables]] = {
    "rush": _rush,
    "spider": _spider,
    "one-three-back": _one_three_back,
    "three-shuffles": _three_shuffles,
}
"""The tables of each game, by the game's name."""


def game_tables(name: str) -> GameTables:
    """Returns all that the window knows of a game, by name."""
    return TABLES[name]()


def view_class(name: str) -> type[View[Any]]:
    """Returns the view of a game by name."""
    return game_tables(name).view


def table_of(context: Context, session: Session, is_fresh: bool = False) -> Table:
    """The table at which a session is played; `is_fresh` when the cards are still to be dealt."""
    return game_tables(session.game.variant.name).practised(context, session, is_fresh)


def spectator_table(context: Context, game: GameSnapshot) -> Table:
    """A table that shows a game, and at which nothing can be done."""
    return game_tables(game.variant.name).spectator_table(context, game)


def demonstration_of(context: Context, game: Game, elapsed_ms: int) -> Table:
    """A table at which the program plays a copy of a game on, as the player looks on."""
    return demonstrated(game_tables(game.variant.name), context, context.sessions.unsaved(game, elapsed_ms))


def tutorial_of(context: Context, variant: Variant) -> Table:
    """The tutorial of a game that has one, by the chosen rules."""
    return game_tables(variant.name).taught(context, variant)


SHOWN_DEAL = 13
"""The deal that small tables show; any would do, this one looks well."""
MAX_ATTEMPTS = 7


def small_table(context: Context, deal: Deal, size: tuple[int, int]) -> pygame.Surface:
    """Picture of a deal's table, as large as fits into `size`; cached by size and look.

    It has no spare room for columns to grow, so its cards are larger.
    """
    if deal.number is None:
        return drawn_position(context, _begun(deal), size)
    return context.pictures.small_tables.get(
        _look(context, deal, size), lambda: drawn_table(context, deal, size)
    )


def drawn_table(context: Context, deal: Deal, size: tuple[int, int]) -> pygame.Surface:
    """Picture of a numbered deal's table, from the cache or drawn now."""
    name = f"table {' '.join(map(str, _look(context, deal, size)))}"
    return context.pictures.raster_cache.get(name, lambda: drawn_position(context, _begun(deal), size))


def _begun(deal: Deal) -> Game:
    """A deal as far as small tables show it."""
    game = Game(deal)
    for move in view_class(deal.variant.name).tile_moves:
        game.play(move, 0)
    return game


def _look(context: Context, deal: Deal, size: tuple[int, int]) -> tuple[object, ...]:
    """All that the picture depends on."""
    settings = context.settings
    choice = context.pictures.choice
    language = context.pictures.language.code
    return deal.variant, deal.number, size, choice, settings.left_handed, settings.more_rows, language


def drawn_position(context: Context, game: Game, size: tuple[int, int]) -> pygame.Surface:
    """Picture of a game's present table, drawn now."""
    picture, fits = _drawn(context, game, size)
    if fits:
        return picture
    # No screen lays out cards as small as that.
    picture, _ = _drawn(context, game, (3 * size[0], 3 * size[1]))
    return pygame.transform.smoothscale(picture, size)


def _drawn(context: Context, game: Game, size: tuple[int, int]) -> tuple[pygame.Surface, bool]:
    """The picture, and whether the whole table is on it."""
    its_context = context.another()
    pictures = its_context.pictures
    pictures.set_unit(size[1] / 800)
    table = spectator_table(its_context, game)
    table.cards.mirrored = context.settings.left_handed
    inset = max(3, size[1] // 60)  # for the shadows
    room = Box(inset, inset, size[0] - 2 * inset, size[1] - 2 * inset)
    fitting, too_tall = room.height, 2.5 * room.height
    for _ in range(MAX_ATTEMPTS):
        height = (fitting + too_tall) / 2
        used = _arrange(table, room._replace(height=height))
        if used.height <= room.height:
            fitting = height
        else:
            too_tall = height
    used = _arrange(table, room._replace(height=fitting))
    whole = pygame.Surface((size[0], max(size[1], round(fitting + 2 * inset))), pygame.SRCALPHA)
    whole.set_clip(table.area.seen_box)
    table.area.paint_cards(whole, whole.get_rect())
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.blit(whole, (0, round(room.y + (room.height - used.height) / 2 - used.y)))
    fits = pictures.card_width > MIN_CARD_PX and used.height <= size[1]
    fits = fits and used.x >= 0 and used.x + used.width <= size[0]
    return surface, fits


def _arrange(table: Table, room: Box) -> Box:
    """Lays the table out in a room; returns the box of all cards and places that are seen."""
    table.area.lay_out(room)
    table.cards.arrange(table.game.position, table.area.slots, at_once=True)
    width, height = table.context.pictures.card_width, table.context.pictures.card_height
    seen = table.area.seen_box
    used = table.cards.top_box(table.area.seen_piles[0])
    for pile in table.area.seen_piles:
        slot = table.area.slots[pile]
        box = table.cards.top_box(pile).union(Box(slot.x, slot.y, width, height))
        if seen is None:
            used = used.union(box)
        elif box.overlap(seen):
            used = used.union(box.within(seen))
    return used


MIN_HEIGHT_PX = 400
"""A table is laid out at least so high, and shown smaller: its words take no more room than at a real one."""


class LiveTable(Widget):
    """A table of a game, with everything as it is set."""

    takes_area = True

    def __init__(self, context: Context, name: str) -> None:
        """`name` is that of the game."""
        self._context = context
        self.name, self._options = name, ""
        self._table: Table | None = None
        self._game: Game | None = None
        self._surface: pygame.Surface | None = None
        self._picture: pygame.Surface | None = None
        self._is_played = False  # whether the move that a press shows has been made
        self.is_due = False
        """Whether its place was drawn before the table was made."""

    @property
    def spoken(self) -> WidgetDescription:
        return WidgetDescription(
            "", msg("a small table of {game}; Enter plays a move there", game=find_variant(self.name).title)
        )

    def width(self, pictures: Pictures) -> int:
        return pictures.px(300)

    # The table -----------------------------------------------------------------------------------

    def show(self, name: str, options: str = "") -> None:
        """Shows the table of a game with these options from now on."""
        if (name, options) != (self.name, self._options):
            self.name, self._options, self._table, self._is_played = name, options, None, False

    def place(self, pictures: Pictures, box: Box) -> None:
        """Lays the table out with the settings as they are now, once it is made."""
        self.box = Box(*map(round, box))
        if self._table is not None:
            self._lay_out(pictures)

    def make(self, pictures: Pictures) -> None:
        """Makes the table, for which the page around it does not wait."""
        self._table, self.is_due = self._new_table(), False
        self._lay_out(pictures)

    def _lay_out(self, pictures: Pictures) -> None:
        self._picture = None
        if self._table is None or self.box.width <= 0 or self.box.height <= 0:
            return
        factor = max(1.0, MIN_HEIGHT_PX / self.box.height)
        size = round(self.box.width * factor), round(self.box.height * factor)
        its_pictures = self._table.context.pictures
        its_pictures.choose_cards(pictures.choice)
        its_pictures.language = pictures.language
        self._surface = pygame.Surface(size)
        self._table.hurry()
        self._table.resize(Canvas(self._surface))

    def _new_table(self) -> Table:
        game = self._game = Game(deal_number(find_variant(self.name, self._options.split()), SHOWN_DEAL))
        table = spectator_table(self._context.another(), game)
        for move in table.view.tile_moves:
            game.play(move, 0)
        table.bars.buttons = ()
        return table

    def press(self) -> None:
        """Shows a move, or undoes it."""
        table, game = self._table, self._game
        if table is None or game is None or self.box == NOWHERE:
            return
        table.hurry()
        before = game.position
        action = ControlAction.UNDO if self._is_played else _first_move(game)
        self._is_played = not self._is_played
        game.play(action, 0)
        table.show(before, action)
        self._picture = None

    # Time and drawing ----------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        """Whether a card is on its way there."""
        return self._table is not None and self._table.is_animating

    def update(self, step_s: float) -> None:
        """Advances the cards on their way."""
        if self._table is not None:
            self._table.update(step_s)
            self._picture = None

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        outline(surface, self.box, pictures.line, pictures.px(3), pictures.px(1))
        self.is_due = self._table is None
        if self._table is None or self._surface is None:
            return
        if self._picture is None:
            self._table.draw(1.0)
            size = int(self.box.width), int(self.box.height)
            self._picture = pygame.transform.smoothscale(self._surface, size)
        surface.blit(self._picture, self.box[:2])
        outline(surface, self.box, pictures.line, pictures.px(3), pictures.px(1))


def _first_move(game: Game) -> Move:
    """A move of cards on the table, if there is one."""
    moves = game.variant.legal_moves(game.position)
    return next((move for move in moves if move != STOCK), moves[0])

"""Home screen: one thing to do now, a tile for every game, and games with others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.message import msg, msg_p
from game.play.deal import deal_number
from game.play.game import Game
from game.rules import VARIANTS
from game.rules.variant import Variant
from game.session.daily import RULES, Goal, daily_difficulty, daily_number, goals_of_day
from game.storage.files import StorageError
from game.ui.drawing.canvas import Canvas, Picture, fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import WARNING, panel_colour
from game.ui.drawing.words import text_within
from game.ui.forms.focus import ButtonScreen, stop_of
from game.ui.forms.panel import MenuItem
from game.ui.forms.tree import Column, Ends, Grid, Held, Node, Row, Text
from game.ui.forms.widgets import Button
from game.ui.games.tables import SHOWN_DEAL, drawn_position, small_table, view_class
from game.ui.home.games_left import GamesLeft, ResumableGame
from game.ui.home.strips import (
    HERO_SHARE,
    Hero,
    daily_button,
    daily_facts,
    daily_title,
    last_tournament,
    open_today,
    player_buttons,
    running_round,
    todays,
    with_others,
)
from game.ui.home.tile import Reached, Tile
from game.ui.screen import CONTINUES, NO_CODE, PROGRAM, Context
from game.ui.spoken import Role
from game.ui.table.tutorial import LEARNS

if TYPE_CHECKING:
    from game.storage.statistics_rows import DayPlayed

MARGIN_PX, TOP_PX = 28, 14
GAP_PX = 14
FOOT_PX = 28
"""Below all else: room for a sentence."""
WIDEST = 2.3
"""Maximum width used; wider windows leave the sides free."""
MENU_KEYS = pygame.K_MENU, 0x40000065
"""The key beside the right Ctrl, as one system or another calls it; SDL’s second name has none here."""
QUIT_AGAIN = msg("Press Esc again to quit.")
ASKED_S = 5
"""Seconds for which that holds."""


class HomeScreen(ButtonScreen):
    """One thing that is meant most, today's deals, and a tile for every registered game."""

    hero: Hero

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.help = partial(context.navigation.go, "help")
        self.games_left = GamesLeft(context)
        self._is_wanted = False  # Continue was pressed before the game was read
        self._due: tuple[object, Callable[[], Game]] | None = None  # what the hero shows once home is shown
        refusal = context.library.refusal
        self.sentence = "" if refusal is None else msg("Games cannot be saved: {reason}.", reason=refusal)
        context.narrate(self.sentence)
        self.tiles = [Tile(self, name, self.reached) for name in VARIANTS]
        go = context.navigation.go
        self._statistics = Button(msg_p("a button", "Statistics"), "statistics", partial(go, "statistics"))
        self._settings = Button(msg_p("a button", "Settings"), "settings", partial(go, "settings"))
        self._today_button = Button(
            msg_p("goals of a day", "Today"),
            None,
            lambda: self.drop(self._today_button, column_of(self.today.choices)),
            role=Role.MENU,
        )
        self._who = player_buttons(context)
        self.more = Button(msg_p("a button", "More"), "menu", self._open_more, role=Role.MENU).alone()
        self._is_drawn = False
        came_from, context.program.came_from = context.program.came_from, ""
        self._begins_with_hero = came_from == CONTINUES
        self.focus.begin_with(next((tile.play for tile in self.tiles if tile.name == came_from), None))
        self._asks_until_ns = 0  # whether to quit
        self._figures_of: int | None = None  # the state of the statistics that is shown
        self._reached: dict[Variant, Reached] = {}
        folders = context.tournament_store.tournaments()
        last = last_tournament(folders[0], context.round_clock()) if folders else None
        self.others = with_others(
            context, folders, last, lambda: self.drop(self.others.friends, column_of(self.others.ways))
        )
        self._urgent = running_round(context, last)
        if context.library.has_statistics_open:
            self._read_figures()
        else:
            self._tell_day([], goals_of_day([], 0))

    # Figures of the statistics -------------------------------------------------------------------

    def _read_figures(self) -> None:
        """Reads the statistics if they differ from those shown."""
        statistics = self.context.library.statistics
        if self._figures_of == statistics.changes:
            return
        self._figures_of = statistics.changes
        self._reached.clear()
        self._tell_day(*self.context.sessions.days_and_goals())

    def _tell_day(self, days: Sequence[DayPlayed], goals: Sequence[Goal]) -> None:
        self.today = todays(self.context, days, goals, self.say, self._today_button)
        self._offer()

    def _offer(self) -> None:
        """Finds the main offer, and the number of unfinished games for each tile."""
        stays = self._begins_with_hero or (self._is_drawn and self.focus.widget is self.hero.button)
        left, self._due = self.games_left.last, None
        learns = self.tiles[0].difficulty == str(LEARNS.value) and self.today.standing.best is None
        usual = self._daily if self.context.settings.goals and not learns else self._first
        self.hero = self._urgent or (usual() if left is None else self._left(left))
        if stays:  # it was made anew, as more is known of it
            self.focus.begin_with(self.hero.button)
        counts = [self.games_left.count(tile.name) for tile in self.tiles]
        for tile, count in zip(self.tiles, counts, strict=True):
            # Room that was made for it stays: nothing moves under the pointer.
            tile.unfinished = None if tile.unfinished is None and not any(counts) else count

    def _first(self) -> Hero:
        tile = self.tiles[0]
        button, deal = (
            Button(msg_p("a button", "Play"), "play", tile.begin),
            deal_number(tile.variant, SHOWN_DEAL),
        )
        is_new = not self.context.profile.first_steps
        facts = [view_class(tile.name).tagline if is_new else tile.words]
        heading = msg("New here?") if is_new else ""
        return Hero(
            tile.variant.title, facts, button, lambda size: small_table(self.context, deal, size), heading
        )

    def _left(self, left: ResumableGame) -> Hero:
        variant = left.game.variant
        heading = self.today.name if self.games_left.is_today(left) else msg("Unfinished game")
        button = Button(msg_p("a button", "Continue"), "play", self._go_on)
        if left.unfinished is not None:
            self._due = left.stamp, lambda: left.game
        return Hero(
            *(variant.title, left.facts, button, lambda size: self._drawn(left.stamp, size), heading),
            short_name=variant.short_title,
        )

    def _daily(self) -> Hero:
        standing = self.today.standing
        word, icon = daily_button(standing)
        button = Button(word, icon, lambda: open_today(self.context, self.say))
        dealer, day = self.context.dealer, standing.day
        self._due = day, lambda: Game(deal_number(RULES, daily_number(dealer, day)))
        name, facts = daily_title(standing.day), daily_facts(standing)
        if not standing.is_begun:
            facts = [view_class(RULES.name).words_of(RULES), daily_difficulty(day).word, *facts]
        return Hero(RULES.title, facts, button, lambda size: self._drawn(day, size), name)

    def reached(self, variant: Variant) -> Reached | None:
        """Results reached in a game, as far as the statistics are read."""
        if self._figures_of is None:
            return None
        if variant not in self._reached:
            found, statistics = Reached(), self.context.library.statistics
            tags = self.context.sessions.table_tags(variant)
            with suppress(StorageError):
                played, *_ = statistics.feats(variant.name)
                found = Reached(statistics.best(variant, tags), statistics.wins(variant, tags), played)
            self._reached[variant] = found
        return self._reached[variant]

    # What the buttons do -------------------------------------------------------------------------

    def _open_more(self) -> None:
        context, navigation = self.context, self.context.navigation
        items = [
            MenuItem(msg_p("a button", "Replays"), "eye", partial(navigation.go, "games_played")),
            MenuItem(
                msg_p("a button", "Open…"), "open", partial(navigation.go, "open_file"), shortcut="Ctrl+O"
            ),
            MenuItem(msg_p("a button", "Players"), "players", partial(navigation.go, "players")),
            MenuItem(
                msg("Full screen"), "fullscreen", context.program.window.toggle_full_screen, shortcut="F11"
            ),
            MenuItem(msg_p("a button", "Help"), "help", partial(navigation.go, "help"), shortcut="F1"),
            MenuItem(msg_p("a button", "About"), "about", partial(navigation.go, "about")),
            MenuItem(msg_p("a button", "Quit"), "close", context.quit),
        ]
        self.drop(self.more, column_of([*self._who, *items]))

    def _go_on(self) -> None:
        left = self.games_left.last
        unfinished = None if left is None else left.unfinished
        if unfinished is None:
            self._is_wanted = True
            self.say(msg("The game is loading and opens in a moment."))
            return
        try:
            session = self.context.sessions.resume(unfinished)
        except StorageError as error:
            self.say(msg("This game cannot be continued: {reason}.", reason=str(error)))
            return
        self.context.navigation.table(session)

    # Reading what can be gone on with -------------------------------------------------------------

    @property
    def next_tick_s(self) -> float | None:
        is_all_there = self.games_left.is_read and self._figures_of is not None
        if not is_all_there or self._is_picture_due:
            return 0.0
        return self._asked_s if self.sentence == QUIT_AGAIN else None

    @property
    def _asked_s(self) -> float:
        """Time for which a second press of Esc still quits."""
        return max(0.0, (self._asks_until_ns - self.context.now_ns()) / 1e9)

    def on_tick(self) -> None:
        """Reads the statistics once the screen is shown, and continues reading the unfinished game."""
        if self.sentence == QUIT_AGAIN and not self._asked_s:
            self.say("")
        if self._is_drawn and self._figures_of != self.context.library.statistics.changes:
            self._read_figures()
            self.changed()
        if not self.games_left.is_read:
            self._read_on()
        elif self._is_drawn and self._is_picture_due:
            self._draw_hero()

    def _key(self, stamp: object, size: tuple[int, int]) -> tuple[object, ...]:
        settings, pictures = self.context.settings, self.context.pictures
        looks = pictures.choice, pictures.unit, settings.left_handed, settings.more_rows
        return "hero", stamp, size, looks, pictures.language.code

    def _drawn(self, stamp: object, size: tuple[int, int]) -> pygame.Surface | None:
        return self.context.pictures.small_tables.find(self._key(stamp, size))

    @property
    def _is_picture_due(self) -> bool:
        """Whether the table that the hero shows is known, and not drawn yet."""
        if self._due is None or self._urgent is not None:
            return False
        return self._drawn(self._due[0], self._picture_size) is None

    @property
    def _picture_size(self) -> tuple[int, int]:
        box = self.hero.picture.box
        return int(box.width), int(box.height)

    def _draw_hero(self) -> None:
        assert self._due is not None
        (stamp, game), size = self._due, self._picture_size
        tables = self.context.pictures.small_tables
        tables.get(self._key(stamp, size), lambda: drawn_position(self.context, game(), size))
        self.redraw(self.hero.picture.box)

    def _read_on(self) -> None:
        left = self.games_left.run_slice()
        if self._is_wanted and left is not None and left.unfinished is not None:
            self._go_on()
        elif left is not None and not left.is_resumable:
            self._figures_of = None  # it was over, and is counted now
            if self.context.library.has_statistics_open:
                self._read_figures()
            self.focus.go_to(None)
            is_gone, self._is_wanted = self._is_wanted, False
            self.say(msg("There is nothing left to continue.") if is_gone else "")
            self._offer()
            self.changed()
        elif left is not None:
            self._offer()
            self.changed()

    # Input ---------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        command = event.type == pygame.KEYDOWN and event.mod & pygame.KMOD_CTRL
        self._begins_with_hero = self._begins_with_hero and event.type != pygame.KEYDOWN
        if command and event.key == pygame.K_o:
            self.context.navigation.go("open_file")
        elif command and event.key == pygame.K_v:
            from game.ui.forms.text_field import pasted_text  # not before the first frame

            text, navigation = pasted_text(), self.context.navigation
            if not (navigation.take_code(text) or navigation.take_cards(text)):
                self.say(NO_CODE)
        elif event.type == pygame.KEYDOWN and event.key in MENU_KEYS and self._tile is not None:
            self._tile.turn()
        else:
            super().handle(event)

    @property
    def _tile(self) -> Tile | None:
        widget = self.focus.widget
        return next((tile for tile in self.tiles if widget and stop_of(widget) is tile.play), None)

    def escape(self) -> None:
        if self.sentence == QUIT_AGAIN:
            self.context.quit()
        else:
            self._asks_until_ns = self.context.now_ns() + ASKED_S * 1_000_000_000
            self.say(QUIT_AGAIN)  # one press too many on the way here ends nothing

    def on_covered(self) -> None:
        if self.sentence == QUIT_AGAIN:
            self.say("")
        super().on_covered()

    # What is seen --------------------------------------------------------------------------------

    def tree(self) -> Node:
        header = [Held(self._statistics, 40), Held(self._settings, 40), Held(self.more, 40)]
        most = 0 if self.context.is_large else 1  # large letters get no smaller to stand beside buttons
        rows: list[Node] = [
            Ends(Text(PROGRAM, "title", bold=True, most=most), Row(header, 8)),
            self.hero.node(),
            *([self.today.node()] if self.context.settings.goals else []),
            Grid([tile.node() for tile in self.tiles], GAP_PX, grows=1 - HERO_SHARE),
            self.others.node(),
        ]
        return Column(rows, GAP_PX)

    @property
    def buttons(self) -> list[Button]:
        """All buttons, those of the header last: who presses Tab and Enter goes on with a game."""
        header = self._statistics, self._settings, self.more
        return sorted(super().buttons, key=header.__contains__)

    def column(self, size: tuple[int, int]) -> Box:
        px, (width, height) = self.context.pictures.px, size
        wide = width - 2 * px(MARGIN_PX)
        if width > height:
            wide = min(wide, round(height * WIDEST))
        return Box((width - wide) // 2, px(TOP_PX), wide, height - px(TOP_PX + FOOT_PX))

    def resize(self, canvas: Canvas) -> None:
        self.context.pictures.small_tables.reserve(3 * canvas.size[0] * canvas.size[1])
        super().resize(canvas)

    def draw(self, alpha: float) -> None:
        super().draw(alpha)
        self._is_drawn = True

    def page_size(self, size: tuple[int, int]) -> tuple[int, int]:
        page = super().page_size(size)
        # The sentence is seen wherever one has scrolled, and nothing moves for it.
        self.foot_px = self.context.pictures.px(FOOT_PX) if self.sentence and page != size else 0
        return page

    def moving(self) -> list[Picture]:
        """The sentence, drawn at the foot, where room is kept for it."""
        if not self.sentence:
            return super().moving()
        pictures, width, height = self.context.pictures, self.canvas.window_size[0], self.canvas.size[1]

        def drawn() -> pygame.Surface:
            room, pad = width - 2 * pictures.px(MARGIN_PX), pictures.px(10)
            words = text_within(self.sentence, pictures, room, "body", WARNING)
            size = words.get_width() + 2 * pad, max(words.get_height(), pictures.px(FOOT_PX))
            said = pygame.Surface(size, pygame.SRCALPHA)
            fill_rounded(said, Box(0, 0, *size), panel_colour(self.context.table), pictures.px(7))
            said.blit(words, (pad, (size[1] - words.get_height()) // 2))
            return said

        key = "said at home", pictures.language.translate(self.sentence), self.context.table, width
        said = pictures.made(key, drawn)
        at = (width - said.get_width()) // 2, height - said.get_height()
        return [(said, at), *super().moving()]


def column_of(buttons: Sequence[Button]) -> Node:
    """Buttons below each other, all as wide as their column."""
    return Column([Held(button, is_wide=True) for button in buttons], 6)

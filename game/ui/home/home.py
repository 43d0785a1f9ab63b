"""Home screen: one thing to do now, a tile for every game, and games with others."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import pygame

from game.message import msg, msg_p
from game.play.deal import deal_number
from game.rules import VARIANTS
from game.rules.variant import Variant
from game.session.daily import RULES, Goal, daily_difficulty, goals_of_day
from game.storage.files import StorageError
from game.ui.drawing.canvas import Canvas, Picture, draw_thumb, fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import TEXT, WARNING, panel_colour
from game.ui.forms.controls import difficulty_named
from game.ui.forms.focus import ButtonScreen, drawn_order
from game.ui.forms.widgets import Button, flow
from game.ui.games.tables import SHOWN_DEAL, drawn_position, small_table, view_class
from game.ui.home.games_left import GamesLeft, ResumableGame
from game.ui.home.strips import (
    Hero,
    daily_button,
    daily_facts,
    daily_title,
    open_today,
    player_buttons,
    running_round,
    todays,
    with_others,
)
from game.ui.home.tile import Reached, Tile
from game.ui.navigation import NO_CODE
from game.ui.screen import PROGRAM, Context

if TYPE_CHECKING:
    from game.storage.statistics_rows import DayPlayed

MARGIN_PX = 24
GAP_PX = 14
HEADER_PX = 56
FOOT_PX, FREE_FOOT_PX = 30, 10
"""Below all else, where a sentence stands and where none does."""
WIDEST = 2.3
"""Maximum width used; wider windows leave the sides free."""
BESIDE_PX, FOUR_PX, TWO_PX = 820, 1000, 540
"""From these widths on today stands beside the hero, and four or two tiles beside each other."""
HERO_SHARE, HERO_WIDTH = 0.42, 0.64
WHEEL_PX = 60
QUIT_AGAIN = msg("Press Esc again to quit.")


class HomeScreen(ButtonScreen):
    """One thing that is meant most, today's deals, and a tile for every registered game."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.help = context.navigation.about
        self.games_left = GamesLeft(context)
        self._is_wanted = False  # Continue was pressed before the game was read
        refusal = context.library.refusal
        self.sentence = "" if refusal is None else msg("Games cannot be saved: {reason}.", reason=refusal)
        context.narrate(self.sentence)
        self.tiles = [Tile(context, name, self) for name in VARIANTS]
        self._usual = [
            Button(msg_p("a button", "Replays"), "eye", context.navigation.games_played),
            Button(msg_p("a button", "Statistics"), "statistics", context.navigation.statistics),
            Button(msg_p("a button", "Settings"), "settings", context.navigation.settings),
        ]
        self._more = [
            Button(msg_p("a button", "Open…"), "open", context.navigation.open_file),
            Button(msg_p("a button", "About"), "about", context.navigation.about),
            Button(msg_p("a button", "Players"), "open", context.navigation.players),
            Button(msg("Full screen"), "fullscreen", context.toggle_full_screen),
            Button(msg_p("a button", "Quit"), "close", context.quit),
        ]
        # Translators: A button: it shows further buttons in the place of those beside it.
        self._other = Button(
            msg_p("a button", "More"), "menu", self._turn_header, is_chosen=lambda: self._has_more
        )
        self._who = player_buttons(context)
        self._has_more = self._is_drawn = False
        self._scroll_px = 0.0
        self._content_px = 0.0  # how high all of it is
        self._said: tuple[object, pygame.Surface] | None = None  # the sentence as it was drawn last
        self._figures_of: int | None = None  # the state of the statistics that is shown
        self._reached: dict[Variant, Reached] = {}
        self.others = with_others(context)
        self._urgent = running_round(context, self.say)
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
        self.today = todays(self.context, days, goals, self.say)
        self._offer()

    def _offer(self) -> None:
        """Finds the main offer, and the number of unfinished games for each tile."""
        left = self.games_left.last
        is_new = not self.context.profile.first_steps
        usual = self._daily if self._tells_days and not is_new else self._first
        self.hero = self._urgent or (usual() if left is None else self._left(left))
        for tile in self.tiles:
            tile.offer(self.games_left.count(tile.name))

    @property
    def _tells_days(self) -> bool:
        """Whether the player wants to know of days and goals."""
        return self.context.settings.goals

    def _first(self) -> Hero:
        tile = self.tiles[0]
        button, deal = (
            Button(msg_p("a button", "Play"), "play", lambda: self.play(tile)),
            deal_number(tile.variant, SHOWN_DEAL),
        )
        facts = [view_class(tile.name).tagline]
        is_new = not self.context.profile.first_steps
        heading = msg("New here?") if is_new else ""
        return Hero(
            tile.variant.title, facts, button, lambda size: small_table(self.context, deal, size), heading
        )

    def _left(self, left: ResumableGame) -> Hero:
        variant = left.game.variant
        heading = self.today.name if self.games_left.is_today(left) else msg("Unfinished game")
        button = Button(msg_p("a button", "Continue"), "play", self._go_on)
        return Hero(
            *(variant.title, left.facts, button, lambda size: self._drawn(left, size), heading),
            short_name=variant.short_title,
        )

    def _daily(self) -> Hero:
        standing = self.today.standing
        word, icon = daily_button(standing)
        button = Button(word, icon, lambda: open_today(self.context, self.say))
        deal = deal_number(RULES, SHOWN_DEAL)
        name, facts = daily_title(standing.day), daily_facts(standing)
        if not standing.is_begun:
            facts = [view_class(RULES.name).words_of(RULES), daily_difficulty(standing.day).value, *facts]
        return Hero(RULES.title, facts, button, lambda size: small_table(self.context, deal, size), name)

    def reached(self, variant: Variant) -> Reached | None:
        """Results reached in a game, as far as the statistics are read."""
        if self._figures_of is None:
            return None
        if variant not in self._reached:
            found, statistics = Reached(), self.context.library.statistics
            tags = self.context.sessions.table_tags(variant)
            with suppress(StorageError):
                found = Reached(statistics.best(variant, tags), statistics.wins(variant, tags))
            self._reached[variant] = found
        return self._reached[variant]

    # What the buttons do -------------------------------------------------------------------------

    def play(self, tile: Tile, more: str = "") -> None:
        """Begins a new game; one that was left is kept."""
        variant = tile.variant_with(more)
        hard, is_kept = difficulty_named(tile.difficulty), self.games_left.has(tile.name)
        session = self.context.sessions.next_deal(variant, hard, is_kept)
        self.context.navigation.table(session, is_fresh=True)

    def turn(self, tile: Tile) -> None:
        """Flips a tile between its options and its small table."""
        for each in self.tiles:
            each.is_open = each is tile and not each.is_open
            each.offer(self.games_left.count(each.name))
        self.resize(self.canvas)

    def choose(self, tile: Tile, options: str | None, difficulty: str = "") -> None:
        """Keeps the options that were chosen, or how hard new deals shall be."""
        profile = self.context.profile
        if options is None:
            profile.set_difficulty(tile.name, difficulty_named(difficulty))
        else:
            profile.options[tile.name] = options
        try:
            self.context.profile.save()
        except StorageError as error:
            self.say(msg("The choice cannot be saved: {reason}.", reason=str(error)))
        for tile in self.tiles:
            tile.offer(self.games_left.count(tile.name))
        self.resize(self.canvas)

    def _turn_header(self) -> None:
        self._has_more = not self._has_more
        self.resize(self.canvas)

    def _go_on(self) -> None:
        left = self.games_left.last
        unfinished = None if left is None else left.unfinished
        if unfinished is None:
            self._is_wanted = True
            self.say(msg("The game is being read, and opens as soon as that is done."))
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
        return None if is_all_there and not self._is_picture_due else 0.0

    def on_tick(self) -> None:
        """Reads the statistics once the screen is shown, and continues reading the unfinished game."""
        if self._is_drawn and self._figures_of != self.context.library.statistics.changes:
            self._read_figures()
            self.resize(self.canvas)
        if not self.games_left.is_read:
            self._read_on()
        elif self._is_drawn and self._is_picture_due:
            self._draw_left()

    def _key(self, left: ResumableGame, size: tuple[int, int]) -> tuple[object, ...]:
        settings, pictures = self.context.settings, self.context.pictures
        looks = pictures.choice, pictures.unit, settings.left_handed, settings.more_rows
        return "left", left.stamp, size, looks, pictures.language.code

    def _drawn(self, left: ResumableGame, size: tuple[int, int]) -> pygame.Surface | None:
        return self.context.pictures.small_tables.find(self._key(left, size))

    @property
    def _is_picture_due(self) -> bool:
        """Whether the game that was left is read, and not drawn yet."""
        left = self.games_left.last
        if left is None or left.unfinished is None or self._urgent is not None:
            return False
        return self._drawn(left, self._picture_size) is None

    @property
    def _picture_size(self) -> tuple[int, int]:
        return int(self.hero.picture.width), int(self.hero.picture.height)

    def _draw_left(self) -> None:
        """Draws the game that was left."""
        left, size = self.games_left.last, self._picture_size
        assert left is not None
        tables = self.context.pictures.small_tables
        tables.get(self._key(left, size), lambda: drawn_position(self.context, left.game, size))
        self.redraw(self.hero.box)

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
            self.resize(self.canvas)
        elif left is not None:
            self._offer()
            self.resize(self.canvas)

    # Input ---------------------------------------------------------------------------------------

    @property
    def buttons(self) -> list[Button]:
        return self.walk

    @property
    def walk(self) -> list[Button]:
        header = [*(self._more if self._has_more else self._usual), self._other, *self._who]
        tiles = [tile.buttons for tile in self.tiles]
        today = self.today.buttons if self._tells_days else []
        groups = [self.hero.buttons, today, *tiles, self.others.buttons, header]
        return [button for group in groups for button in drawn_order(group)]

    def handle(self, event: pygame.event.Event) -> None:
        command = event.type == pygame.KEYDOWN and event.mod & pygame.KMOD_CTRL
        if command and event.key == pygame.K_o:
            self.context.navigation.open_file()
        elif command and event.key == pygame.K_v:
            from game.ui.forms.text_field import pasted_text  # not before the first frame

            text, navigation = pasted_text(), self.context.navigation
            if not (navigation.take_code(text) or navigation.take_cards(text)):
                self.say(NO_CODE)
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll_by(-event.y * self.context.pictures.px(WHEEL_PX))
        else:
            before = self.walk
            super().handle(event)
            if event.type == pygame.KEYDOWN:
                self._follow_key(before)

    def _follow_key(self, before: Sequence[Button]) -> None:
        """Goes to the first of the buttons that a key has brought, and scrolls to the focus."""
        if new := [button for button in self.walk if button not in before]:
            self.focus.go_to(new[0])
        if (widget := self.focus.widget) is not None:
            self._bring_into_view(widget.box)

    def escape(self) -> None:
        if self._has_more:
            self._turn_header()
        elif (tile := next((tile for tile in self.tiles if tile.is_open), None)) is not None:
            self.turn(tile)
            if self.focus.widget is None:  # it was one of the options
                self.focus.go_to(tile.options_button)
        elif self.sentence == QUIT_AGAIN:
            self.context.quit()
        else:
            self.say(QUIT_AGAIN)  # one press too many on the way here ends nothing

    def on_covered(self) -> None:
        if self.sentence == QUIT_AGAIN:
            self.say("")
        super().on_covered()

    # Layout --------------------------------------------------------------------------------------

    min_px = (0, 0)

    def resize(self, canvas: Canvas) -> None:
        """Lays everything out at the player's scale; the rest is reached by scrolling."""
        self.canvas = canvas
        self.context.pictures.set_unit(self.context.scaled_unit(canvas.size))
        self.lay_out()
        self.redraw()

    def _scroll_by(self, moved_px: float) -> None:
        before = self._scroll_px
        self._scroll_px += moved_px
        self.lay_out()
        if self._scroll_px != before:
            self.redraw()

    def _bring_into_view(self, box: Box) -> None:
        room = self.canvas.size[1] - self._foot_px
        gap = self.context.pictures.px(GAP_PX)
        if box.y < gap:
            self._scroll_by(box.y - gap)
        elif box.y + box.height + gap > room:
            self._scroll_by(box.y + box.height + gap - room)

    @property
    def _foot_px(self) -> int:
        return self.context.pictures.px(FOOT_PX if self.sentence else FREE_FOOT_PX)

    def say(self, sentence: str) -> None:
        moves = bool(sentence) != bool(self.sentence)
        super().say(sentence)
        if moves:
            self.lay_out()

    def lay_out(self) -> None:
        canvas, pictures = self.canvas, self.context.pictures
        px = pictures.px
        width = min(canvas.size[0] - 2 * px(MARGIN_PX), round(canvas.size[1] * WIDEST))
        if canvas.size[1] > canvas.size[0]:
            width = canvas.size[0] - 2 * px(MARGIN_PX)
        x = (canvas.size[0] - width) // 2
        room = canvas.size[1] - self._foot_px
        pictures.small_tables.reserve(3 * canvas.size[0] * canvas.size[1])
        header_px = px(8) + self._place_header(Box(x, 0, width, 0))
        gap = px(GAP_PX)
        has_today = self._tells_days
        is_beside = has_today and width >= px(BESIDE_PX)
        share = round(width * HERO_WIDTH) if is_beside else width
        top = [self.hero.min_height(pictures, share)]
        top.append(self.today.min_height(pictures, width - share - gap if is_beside else width))
        across = 4 if width >= px(FOUR_PX) else 2 if width >= px(TWO_PX) else 1
        across = min(across, len(self.tiles))
        rows = -(-len(self.tiles) // across)
        tile_width = (width - (across - 1) * gap) / across
        rows_px = max(tile.rows_px(tile_width) for tile in self.tiles)
        tile_px = max(tile.min_height(tile_width, rows_px) for tile in self.tiles)
        others_px = self.others.min_height(pictures, width)
        hero_px = max(top) if is_beside else top[0]
        today_px = top[1] + gap if has_today and not is_beside else 0.0
        least = header_px + hero_px + today_px + rows * (tile_px + gap) + others_px + gap
        spare = max(0.0, room - least)
        hero_px += round(spare * HERO_SHARE)
        tile_px += int(spare * (1 - HERO_SHARE) / rows)
        self._content_px = max(least, room)
        self._scroll_px = max(0.0, min(self._scroll_px, self._content_px - room))
        y = round(header_px - self._scroll_px)
        self._place_header(Box(x, -self._scroll_px, width, 0))
        self.hero.place(pictures, Box(x, y, share, round(hero_px)))
        if is_beside:
            self.today.place(pictures, Box(x + share + gap, y, width - share - gap, round(hero_px)))
        y += round(hero_px) + gap
        if has_today and not is_beside:
            self.today.place(pictures, Box(x, y, width, round(top[1])))
            y += round(top[1]) + gap
        for index, tile in enumerate(self.tiles):
            row, column = divmod(index, across)
            corner = round(x + column * (tile_width + gap)), round(y + row * (tile_px + gap))
            tile.place(Box(*corner, int(tile_width), int(tile_px)), rows_px)
        y = round(y + rows * (tile_px + gap))
        self.others.place(pictures, Box(x, y, width, round(others_px)))

    def _place_header(self, column: Box) -> float:
        """Places the buttons beside the name, or below it; returns how high the header is."""
        pictures = self.context.pictures
        gap, height, header = pictures.px(8), pictures.button_px(40), pictures.px(HEADER_PX)
        shown = [*(self._more if self._has_more else self._usual), self._other]
        title = pictures.text_width(PROGRAM, "title", bold=True) + pictures.px(24)
        widths = [button.width(pictures) for button in shown]
        y, rest = column.y + pictures.px(8), column.width - sum(widths) - gap * (len(widths) - 1)
        self._title_at = column.x, y
        is_beside = title <= rest
        x = column.x + (rest if is_beside else 0)
        y += 0 if is_beside else header
        for button, width in zip(shown, widths, strict=True):
            if x > column.x and x + width > column.x + column.width:
                x, y = column.x, y + height + gap
            button.box = Box(round(x), round(y + pictures.px(8)), width, height)
            x += width + gap
        if not self._who:
            return y - column.y + header
        end = flow(self._who, pictures, column.x, y + header, column.width)
        return end - column.y + gap

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, alpha: float) -> None:
        super().draw(alpha)
        self._is_drawn = True

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures = self.context.pictures
        surface.blit(pictures.text(PROGRAM, "title", TEXT, True), self._title_at)
        for part in (self.hero, self.others):
            if area.colliderect(part.box):
                part.draw(surface, pictures)
        if self._tells_days and area.colliderect(self.today.box):
            self.today.draw(surface, pictures)
        for tile in self.tiles:
            if area.colliderect(tile.box):
                tile.draw(surface)
        room = self.canvas.size[1] - self._foot_px
        view = Box(0, 0, self.canvas.size[0] - pictures.px(12), room)
        draw_thumb(surface, view, self._content_px, self._scroll_px, pictures.px(2), pictures.px(6))

    def moving(self) -> list[Picture]:
        """The sentence, drawn over the scrolling content."""
        if not self.sentence:
            return []
        pictures = self.context.pictures
        key = self.sentence, pictures.unit, self.context.table, self.canvas.size
        if self._said is None or self._said[0] != key:
            words = pictures.text(self.sentence, "body", WARNING)
            pad = pictures.px(10)
            said = pygame.Surface((words.get_width() + 2 * pad, self._foot_px), pygame.SRCALPHA)
            inside = Box(0, 0, *said.get_size())
            fill_rounded(said, inside, panel_colour(self.context.table), pictures.px(7))
            said.blit(words, (pad, (said.get_height() - words.get_height()) // 2))
            self._said = key, said
        said = self._said[1]
        corner = (self.canvas.size[0] - said.get_width()) // 2, self.canvas.size[1] - said.get_height()
        return [(said, corner)]

"""Solitaire Rush at the table: its piles, clock and score, its rules page, its last seconds, and its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

import pygame

from game.cards import SUITS
from game.message import Message, joined, msg, msg_n, msg_p, verbatim
from game.play.game import ControlAction, GameSnapshot, Playable
from game.play.phrases import minutes
from game.rules.position import Position, face_down_count
from game.rules.rush import COLUMNS, FOUNDATIONS, SOURCES_OF_POINTS, STOCK_PILE, WASTE, Rush
from game.rules.variant import Outcome
from game.session.daily import result_line
from game.solver.hint_words import RushHintWords
from game.storage.profile import CHOICES, Settings
from game.ui.cards.sprite import CascadeStyle
from game.ui.drawing.layout import Box, Slot, card_size, columns_across, spread_of
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET, RED, RGB, TEXT, WARNING
from game.ui.forms.panel import MenuItem, Panel, PanelLine
from game.ui.forms.text_field import copy_text
from game.ui.forms.widgets import Button
from game.ui.table.assembly import GameTables, SettingRow
from game.ui.table.bars import Field, StatusBars, TimeLeft
from game.ui.table.hand import CardController
from game.ui.table.last_minute import SOON_S, URGENT_S, BestGame, LastMinute, Race
from game.ui.table.part import Part
from game.ui.table.playing import ask
from game.ui.table.practice import PracticeMode
from game.ui.table.result import best_lines
from game.ui.table.table import Table
from game.ui.table.tutorial import Tutorial
from game.ui.table.view import (
    CURSOR_KEYS,
    EVERYWHERE,
    BarValues,
    Layout,
    Only,
    Page,
    Space,
    View,
)

if TYPE_CHECKING:
    from game.play.summary import Totals
    from game.ui.drawing.charts import Chart

PAGE = Page(
    (
        Only(
            "-limit=none",
            msg("Bring all 52 cards home before the clock runs out, and score as many points as you can."),
        ),
        msg("Bring all 52 cards home, and score as many points as you can."),
    ),
    (
        msg(
            "Build columns down in alternating colours; any face-up run moves as one. Only a king, with "
            "everything on it, goes to an empty column. Build foundations up in suit, ace first."
        ),
        Only(
            "draw=3",
            msg(
                "Click the stock to turn three cards; you may play the last of them. Click it when empty to "
                "turn the waste over: the third time and every later time cost 20 points."
            ),
        ),
        Only(
            "draw=1",
            msg(
                "Click the stock to turn a card, which you may play. Click it when empty to turn the waste "
                "over: that costs 100 points every time."
            ),
        ),
        msg(
            "Home: ace 50, two 45, and so on by fives to nine 10; ten and court cards 5, once for each "
            "card. A card turned over in a column: 10. A waste card played: 10. A card taken back from "
            "home: −10. The score never falls below 0."
        ),
        Only("-limit=none", msg("Time bonus: unused seconds × cards home ÷ 52. None when time is up.")),
        Only("-undo=free", msg("You cannot undo a move that showed you a new card.")),
        Only("undo=free", msg("You can undo every move, even one that showed you a new card.")),
        Only("-limit=none", msg("Undo never sets the clock back.")),
        msg(
            "Every deal that the game offers can be won. If two columns with equally many face-down cards "
            "can give the same card, take {one}: the deal can be won that way."
        ),
        Only(
            "-limit=none",
            msg(
                "When nothing is face down and the stock is empty, the clock stops and the cards go home "
                "by themselves. The waste may hold one card."
            ),
        ),
        Only(
            "limit=none",
            msg(
                "When nothing is face down and the stock is empty, the cards go home by themselves. The "
                "waste may hold one card."
            ),
        ),
        Only("mirrored", msg("On this mirrored table, columns are counted from the right.")),
    ),
    (
        (msg_p("keys and mouse", "Drag"), msg("moves a card or a run")),
        (msg("Double-click, right-click, H"), msg("sends a card home")),
        (msg("Click the stock, D"), msg("turns cards, or turns the waste over")),
        Only("practice", (verbatim("I"), msg("gives a hint; again, its odds"))),
        Only("-practice", (verbatim("E"), msg("ends the game"))),
        Only(
            "-limit=none",
            (verbatim("G"), msg("tells how the race stands")),
        ),
        Only("practice,-limit=none", (msg("Esc, P"), msg("menu; hides the cards and stops the clock"))),
        Only("practice,limit=none", (msg("Esc, P"), msg_p("what a key does", "menu"))),
        *CURSOR_KEYS,
        *EVERYWHERE,
    ),
    (
        msg(
            "Look through the stock once before anything else: what you have seen tells you which columns "
            "are worth opening."
        ),
        Only("draw=3", msg("The first two times that you turn the waste over are free.")),
        Only("draw=1", msg("Turning the waste over is free only while you have no points.")),
        msg(
            "Open the column with more face-down cards first; those are what lose games. Of two equal "
            "columns take {one}: if you always do, you can still win. Fewer than one such choice in a "
            "hundred can be won only the other way."
        ),
        Only(
            "draw=3",
            msg(
                "Taking one card from the waste shifts the threes behind it: other cards come to the top on "
                "the next trip. Leave a card in the waste on purpose while its place in the order helps you."
            ),
        ),
        msg(
            "Keep cards in the columns while others can still go on them: a low card that is home cannot "
            "take the next one. Empty a column only for a king that gains you something."
        ),
        Only(
            "-limit=none",
            msg(
                "A trip through the stock costs seconds. Once it brings no card, end the game with E: every "
                "second left is worth cards home ÷ 52 points."
            ),
        ),
    ),
)


LEFT: RGB = (0x5F, 0xA8, 0x88)
ROWS = 3.9
"""Card heights that the cards' room is divided into."""


def rush_card_size(pictures: Pictures, size: tuple[int, int], strip_px: int = 0) -> tuple[int, int]:
    """Size of Rush's cards in a window of `size`, so that they can be drawn ahead."""
    bars = StatusBars("", "")
    bars.strip_px = strip_px
    room = bars.lay_out(pictures, size)
    return card_size(_inner(pictures, room), 7, ROWS)


def _inner(pictures: Pictures, room: Box) -> Box:
    px = pictures.px
    return Box(room.x + px(8), room.y + px(14), room.width - px(16), room.height - px(22))


REDEAL = msg_p("a figure", "Redeal")


class RushView(View[Rush]):
    """A table of Rush."""

    tagline: ClassVar = msg("Klondike for points, against the clock if you like.")
    # Translators: So many cards are turned at a time.
    tile_options: ClassVar = ((msg("Draw 3"), "draw=3"), (msg("Draw 1"), "draw=1"))
    # Translators: A button: the game is played without a clock, and everything can be taken back.
    plain_option: ClassVar = (msg("No clock"), "limit=none", "undo=free")
    limits: ClassVar = (
        *((verbatim(f"{count}:00"), f"limit={60 * count}") for count in (5, 10, 20)),
        # Translators: a time that a game may take: as long as one likes.
        (msg_p("time of a game", "No clock"), "limit=none"),
    )
    other_options: ClassVar = (
        # Translators: The game is played without limit and time bonus; it follows “Draw 3, ”.
        (msg("no clock"), "limit=none"),
        # Translators: Every move can be taken back; it follows “Draw 3, no clock, ”.
        (msg("free undo"), "undo=free"),
        # Translators: So often one may go through the stock; it follows “Draw 3, no clock, ”.
        (msg("3 passes"), "passes=3"),
        (msg("1 pass"), "passes=1"),
    )
    passes: ClassVar = (
        (msg_p("passes through the stock", "Any"), ""),
        (verbatim("3"), "limit=none undo=free passes=3"),
        (verbatim("1"), "limit=none undo=free passes=1"),
    )
    hint_words_class: ClassVar = RushHintWords
    score_labels: ClassVar = (msg_p("a figure", "Score"), REDEAL)
    has_streaks: ClassVar = True
    win_manner: ClassVar = CascadeStyle(gap_s=0.02, slowest=6.0, spread=9.0)
    page: ClassVar = PAGE
    always_tells_time: ClassVar = False
    """Whether the clock is shown whatever the settings of practice are."""

    # Bars ----------------------------------------------------------------------------------------

    def fields(self) -> Sequence[Field]:
        clock = [Field("", minutes(self.variant.limit), size="clock")] if self.variant.limit else []
        return [*clock, Field(msg_p("a figure", "Score"), "0000")]

    def options_words(self) -> str:
        # Translators: So many cards are turned at a time.
        draw = msg("draw {count}", count=self.variant.draw)
        return draw if self.variant.limit else joined(", ", [draw, msg("no clock")])

    def clock(self, game: GameSnapshot, elapsed_ms: int, settings: Settings) -> tuple[str, RGB] | None:
        if self.variant.limit_ms is None:
            return None
        left_s, is_over = (self.variant.limit_ms - elapsed_ms) // 1000, game.is_over
        tells_time = self.always_tells_time or settings.practice_clock or is_over
        colour = self._clock_colour(left_s, is_over or game.is_solved)
        return minutes(left_s) if tells_time else "", colour

    def readings(self, game: GameSnapshot, settings: Settings) -> BarValues:
        position = game.position
        cost, passes = self.variant.next_return_loss(position), self.variant.passes
        passed = f"{position.counters[1] + 1}/{passes}" if passes else str(position.counters[1] + 1)
        free = msg_p("the next return", "free")
        if not self.variant.has_redeal(position):
            cost, free = 0, msg_p("the next return", "none")
        facts = [
            (msg_p("once through the hand", "Pass"), passed),
            (REDEAL, msg("costs {points}", points=cost) if cost else free),
            (msg_p("cards", "Stock"), str(len(position.piles[STOCK_PILE]))),
            (msg_p("cards", "Cards home"), f"{self.variant.home(position)}/52"),
        ]
        return BarValues([(str(game.score), TEXT)], facts)

    @staticmethod
    def _clock_colour(left_s: int, stands: bool) -> RGB:
        if stands and left_s > 0:
            return GOLD
        return WARNING if left_s <= URGENT_S else GOLD if left_s <= SOON_S else TEXT

    def time_left(self, game: GameSnapshot, elapsed_ms: int, settings: Settings) -> TimeLeft | None:
        limit_ms = self.variant.limit_ms
        if limit_ms is None or not (self.always_tells_time or settings.practice_clock):
            return None
        left_s = max(0, limit_ms - elapsed_ms) // 1000
        left_s += left_s % 2 if left_s > SOON_S else 0  # a few pixels: every other second is enough
        colour = RED if left_s <= URGENT_S else GOLD if left_s <= SOON_S else LEFT
        return TimeLeft(left_s * 1000 / limit_ms, colour)

    # Layout --------------------------------------------------------------------------------------

    def lay_out(self, space: Space, position: Position) -> Layout:
        px = space.pictures.px
        inner = _inner(space.pictures, space.room)
        width, height = card_size(inner, 7, ROWS)
        xs = columns_across(inner, 7, width)
        if space.settings.left_handed:
            xs = xs[::-1]
        column_y = inner.y + height + px(20)
        room_px = inner.y + inner.height - column_y
        slots = (
            Slot(xs[0], inner.y),
            Slot(xs[1], inner.y, "right", shown=min(3, self.variant.draw)),
            *(Slot(x, inner.y) for x in xs[3:]),
            *(Slot(x, column_y, "down", room_px, spread=spread_of(room_px, height)) for x in xs),
        )
        return Layout((width, height), slots)

    def empty_symbol(self, position: Position, pile: int, is_dealing: bool) -> tuple[str, str]:
        if pile == STOCK_PILE:
            return "icon", "restart"
        if pile in FOUNDATIONS:
            return "icon", f"suit_{SUITS[pile - FOUNDATIONS.start]}"
        return ("text", verbatim("K")) if pile in COLUMNS else ("", "")

    # Words ---------------------------------------------------------------------------------------

    def standstill(self, game: Playable) -> Message | None:
        return self.variant.standstill(game.position)

    def is_perfect(self, game: GameSnapshot) -> bool:
        return game.outcome is Outcome.WON


def rush_key(
    table: Table, hand: CardController, key: int, ask_end: Callable[[], None], race: Race | None
) -> None:
    """E asks for the end, W picks up the card on the waste, G tells how the race stands."""
    if key == pygame.K_e:
        refusal = table.session.game.end_refusal()
        if refusal is None:
            ask_end()
        else:
            table.say(refusal)
    elif key == pygame.K_w:
        hand.click(WASTE, len(table.game.position.piles[WASTE]) - 1)
    elif key == pygame.K_g and race is not None:
        table.say(msg("The score is hidden.") if table.hides_score else race.words)


def end(table: Table) -> None:
    """Ends the game now."""
    table.close_panel()
    table.act(ControlAction.END)


CARDS = 52
ENDINGS = {
    Outcome.WON: msg("All 52 cards are home!"),
    Outcome.TIMEOUT: msg("Time is up"),
    Outcome.ENDED: msg("Game ended"),
}


def bonus_words(bonus: int) -> str:
    """Bonus for ending the game now."""
    return (
        msg("Ending now adds a time bonus of about {bonus}.", bonus=bonus)
        if bonus
        else msg("Ending now adds no time bonus.")
    )


def score_lines(variant: Rush, game: GameSnapshot) -> list[PanelLine]:
    """Parts of the total, for a result."""
    home = variant.home(game.position)
    cards_home = PanelLine(msg("Cards home"), msg("{count} of {all}", count=home, all=CARDS))
    if variant.limit_ms is None:
        return [PanelLine(msg_p("a figure", "Score"), str(game.score), GOLD, is_bold=True), cards_home]
    unused_s = max(0, variant.limit_ms - game.elapsed_ms) // 1000
    return [
        PanelLine(msg_p("a figure", "Score"), str(game.score)),
        PanelLine(
            # Translators: {seconds} are still on the clock; so many cards are home.
            msg_n(
                "Time bonus: {seconds} s × {count} card ÷ 52",
                "Time bonus: {seconds} s × {count} cards ÷ 52",
                home,
                seconds=unused_s,
            ),
            str(game.time_bonus),
        ),
        PanelLine(msg_p("heading of figures", "Total"), str(game.total), GOLD, is_bold=True),
        cards_home,
    ]


class RushPractice(PracticeMode):
    """Practice mode of Rush."""

    def __init__(self, table: Table, hand: CardController, is_fresh: bool) -> None:
        super().__init__(table, hand, is_fresh)
        self._variant = variant = cast(Rush, table.variant)
        self.has_redo = bool(variant.undo)
        self.race: Race | None = None
        if variant.limit_ms is not None:
            best = BestGame(self.context, variant, lambda: table.session.tags)
            self.race = Race(table, lambda: best.rivals, lambda: best.is_likely)

    def own_parts(self) -> Sequence[Part]:
        limit_ms, settings = self._variant.limit_ms, self.context.settings
        if limit_ms is None or self.race is None:
            return ()
        return [LastMinute(self.table, limit_ms, lambda: settings.practice_clock), self.race]

    @property
    def game_title(self) -> str:
        return msg("Solitaire Rush {deal} — draw {count}", deal=self.deal_name, count=self._variant.draw)

    def own_buttons(self) -> Sequence[Button]:
        return [Button(msg_p("a button", "End"), "end", self.ask_end, self.end_refusal)]

    def own_entries(self) -> Sequence[MenuItem]:
        return self.undo_entries()[1:]

    def other_key(self, key: int, modifiers: int) -> None:
        super().other_key(key, modifiers)
        if key != pygame.K_e:  # which ends every game
            rush_key(self.table, self.hand, key, self.ask_end, self.race)

    def end_refusal(self) -> Message | None:
        return self.game.end_refusal()

    def ask_end(self) -> None:
        """Ends the game, after a question if anything useful seems left."""
        table = self.table
        if not self._variant.seems_useful(table.game.position):
            end(table)
            return
        lines = [PanelLine(msg("There are still cards to play."))]
        if self._variant.limit_ms is not None:
            bonus = self._variant.time_bonus(table.game.position, table.session.elapsed_ms)
            lines.append(PanelLine(bonus_words(bonus)))
        ask(table, msg("End this game?"), lines, msg("End the game"), "end", lambda: end(table))

    def result_panel(self) -> Panel:
        game, ending = self.table.game, self.table.session.look_at_ending()
        beside = best_lines(self.table)
        lines = score_lines(self._variant, game)
        difficulty = self.context.dealer.difficulty(self._variant, game.deal.number)
        if difficulty is not None:
            lines.append(PanelLine(msg_p("a setting", "Difficulty"), difficulty.word))
        lines += beside
        if len(beside) == 1:
            lines.append(PanelLine(RushView.words_of(self._variant, names_limit=True), "", QUIET))
        more = []
        if ending.day is not None and ending.day.total is not None:
            day, total = ending.day, ending.day.total
            line = result_line(day.day, total, day.left_ms, None if day.is_late else day.streak)
            more = [Button(msg("Copy result"), "copy", lambda: self._copy(line))]
        is_won, limit_ms = game.outcome is Outcome.WON, self._variant.limit_ms
        title = ENDINGS[game.outcome]
        if is_won and limit_ms is not None:
            left_ms = max(0, limit_ms - game.elapsed_ms)
            title = msg("Won, with {time} left", time=minutes(left_ms // 1000))
        colour = WARNING if game.outcome is Outcome.TIMEOUT else GOLD
        return self.result(title, lines, colour, "" if is_won else self._help(), more=more)

    def _help(self) -> str:
        """A sentence that helps next time."""
        hidden = face_down_count(self.table.game.position.piles[COLUMNS.start :])
        if not hidden:
            return msg("No card was face down any more: keep pressing H to send cards home.")
        return msg_n(
            "{count} card was still face down. Next time make the moves first that turn cards over.",
            "{count} cards were still face down. Next time make the moves first that turn cards over.",
            hidden,
        )

    def _copy(self, line: str) -> None:
        copied = copy_text(line)
        self.table.say(
            msg("Copied: {line}", line=line) if copied else msg("The clipboard cannot be reached.")
        )


def shown_parts(table: Table) -> Sequence[Part]:
    """Parts of a table at which nobody plays."""
    limit_ms = table.variant.limit_ms
    return [] if limit_ms is None else [LastMinute(table, limit_ms)]


def _tutorial(rules: Rush) -> Tutorial:
    from game.ui.games import tutorials  # few are asked for

    return tutorials.rush(rules)


def charts(totals: Totals) -> list[Chart]:
    """Points by source, and the time bonus where there is a clock."""
    from game.ui.drawing.charts import Bars, over_time  # seen in the statistics only

    means = [totals.sum_of(source) / totals.with_result for source in SOURCES_OF_POINTS]
    sources = Bars(
        msg("Points by source"),
        msg("average points a game, by source"),
        msg_p("unit of a chart", "points"),
        list(SOURCES_OF_POINTS.values()),
        means,
        is_named=True,
    )
    if not totals.bonus_shares.points:
        return [sources]  # without a clock there is no bonus
    return [sources, over_time(msg("Time bonus in the total"), msg("per cent"), totals.bonus_shares)]


CLOCK_BEGINS = (
    msg_p("when the clock starts", "At once"),
    # Translators: the clock starts after a countdown.
    msg_p("when the clock starts", "3-2-1"),
    msg_p("when the clock starts", "First click"),
)
SETTINGS = (
    SettingRow(
        msg("Race line"), msg("How far you are ahead of your best game, or of others; G"), "race_line"
    ),
    SettingRow(
        msg("After a pause"),
        msg("How the clock starts again"),
        "clock_begins",
        dict(zip(CHOICES["clock_begins"], CLOCK_BEGINS, strict=True)),
    ),
)
RUSH = GameTables(
    RushView,
    RushPractice,
    shown_parts=shown_parts,
    tutorial=_tutorial,
    settings=SETTINGS,
    charts=charts,
)

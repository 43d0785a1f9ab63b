"""Solitaire Rush played for oneself, and looked on: its buttons and keys, its last seconds, its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import pygame

from game.message import msg, msg_n, msg_p
from game.play.game import ControlAction, GameSnapshot
from game.play.phrases import minutes
from game.rules.position import face_down_count
from game.rules.rush import COLUMNS, WASTE, Rush
from game.rules.variant import Outcome
from game.session.daily import result_line
from game.ui.drawing.theme import GOLD, QUIET, WARNING
from game.ui.forms.panel import MenuItem, Panel, PanelLine
from game.ui.forms.text_field import copy_text
from game.ui.forms.widgets import Button
from game.ui.games.rush.view import RushView
from game.ui.table.assembly import GameTables, practised
from game.ui.table.hand import CardController
from game.ui.table.part import Part
from game.ui.table.practice import PracticeMode
from game.ui.table.table import Table


def rush_key(table: Table, hand: CardController, key: int, ask_end: Callable[[], None]) -> None:
    """E asks for the end, W picks up the card on the waste."""
    if key == pygame.K_e:
        refusal = table.session.game.end_refusal()
        if refusal is None:
            ask_end()
        else:
            table.say(refusal)
    elif key == pygame.K_w:
        hand.click(WASTE, len(table.game.position.piles[WASTE]) - 1)


def end(table: Table) -> None:
    """Ends the game now."""
    table.close_panel()
    table.act(ControlAction.END)


CARDS = 52
TICK_S = 10
WARNED_MINUTES = (4, 3, 2, 1)
"""With so many left who listens is told."""
WARNED_S = (30, 10)
"""Seconds left at which the player is warned."""
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
        return [PanelLine(msg("Score"), str(game.score), GOLD, is_bold=True), cards_home]
    unused_s = max(0, variant.limit_ms - game.elapsed_ms) // 1000
    return [
        PanelLine(msg("Score"), str(game.score)),
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


class LastSeconds(Part):
    """It is said that the time runs out, and each of the last ten seconds is heard."""

    def __init__(self, table: Table, limit_ms: int, tells_time: Callable[[], bool] = lambda: True) -> None:
        """`tells_time` returns whether the player wants to know the time."""
        self._table, self._limit_ms, self._tells_time = table, limit_ms, tells_time
        self._last_tick_s = TICK_S + 1
        self._last_s: int | None = None  # the whole seconds left when it was looked at last

    def on_tick(self) -> None:
        session = self._table.session
        left_s = (self._limit_ms - session.elapsed_ms) // 1000
        self._warn(left_s)
        if session.is_running and left_s < TICK_S and left_s != self._last_tick_s:
            self._last_tick_s = left_s
            self._table.sound("tick")

    @property
    def _is_pulsing(self) -> bool:
        """Whether the last ten seconds pass, and are to be seen doing so."""
        table, left_ms = self._table, self._limit_ms - self._table.session.elapsed_ms
        is_last = 0 < left_ms < TICK_S * 1000
        return is_last and table.session.is_running and bool(table.speed) and self._tells_time()

    @property
    def is_animating(self) -> bool:
        return self._is_pulsing

    def update(self, step_s: float) -> None:
        bars, left_ms = self._table.bars, self._limit_ms - self._table.session.elapsed_ms
        pulse = left_ms % 1000 / 1000 if self._is_pulsing else 0.0
        if pulse != bars.pulse:
            bars.pulse = pulse
            self._table.canvas.damage(bars.bar)

    def _warn(self, left_s: int) -> None:
        before, self._last_s = self._last_s, left_s
        if before is None or not left_s or not self._tells_time():
            return
        context = self._table.context
        for count in WARNED_MINUTES if context.is_heard else ():
            if left_s <= 60 * count < before:
                context.narrate(msg_n("{count} minute left", "{count} minutes left", count))
        for warned_s in WARNED_S:
            if left_s <= warned_s < before:
                self._table.status.say_unasked(msg_n("{count} second left", "{count} seconds left", left_s))


class RushPractice(PracticeMode):
    """Practice mode of Rush."""

    def __init__(self, table: Table, hand: CardController, variant: Rush, is_fresh: bool) -> None:
        super().__init__(table, is_fresh)
        self._hand, self._variant = hand, variant
        self.has_redo = bool(variant.undo)

    @property
    def game_title(self) -> str:
        return msg("Solitaire Rush {deal} — draw {count}", deal=self.deal_name, count=self._variant.draw)

    def own_buttons(self) -> Sequence[Button]:
        return [Button(msg_p("a button", "End"), "end", self.ask_end, self.game.end_refusal)]

    def own_entries(self) -> Sequence[MenuItem]:
        end_it = self.entry(msg("End the game"), "end", "E", self.ask_end, self.game.end_refusal)
        return [end_it, *self.undo_entries()[1:]]

    def other_key(self, key: int, modifiers: int) -> None:
        super().other_key(key, modifiers)
        rush_key(self.table, self._hand, key, self.ask_end)

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
        buttons = [
            Button(msg("Keep playing"), "play", table.close_panel, is_strong=True),
            Button(msg("End the game"), "end", lambda: end(table)),
        ]
        table.show_panel(Panel(msg("End this game?"), lines, buttons))

    def result_panel(self) -> Panel:
        game, ending = self.table.game, self.table.session.look_at_ending()
        beside = self.best_lines()
        lines = score_lines(self._variant, game)
        difficulty = self.context.dealer.difficulty(self._variant, game.deal.number)
        if difficulty is not None:
            lines.append(PanelLine(msg("Difficulty"), difficulty.value))
        lines += beside
        if len(beside) == 1:
            lines.append(PanelLine(RushView.words_of(self._variant, names_limit=True), "", QUIET))
        more = []
        if ending.day is not None and ending.day.total is not None:
            day, total = ending.day, ending.day.total
            line = result_line(day.day, total, day.left_ms, None if day.is_late else day.streak)
            home = Button(msg_p("the first screen", "Home"), "home", self.context.navigation.home)
            more = [Button(msg("Copy result"), "copy", lambda: self._copy(line)), home]
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
            return msg("Nothing was hidden any more: keep pressing H to send home whatever can go.")
        return msg_n(
            "{count} card was still face down: moves that turn one up come first.",
            "{count} cards were still face down: moves that turn one up come first.",
            hidden,
        )

    def _copy(self, line: str) -> None:
        copied = copy_text(line)
        self.table.say(
            msg("Copied: {line}", line=line) if copied else msg("The clipboard cannot be reached.")
        )


def practice(table: Table, is_fresh: bool) -> Table:
    """Makes a table one of practice."""
    variant, settings = cast(Rush, table.variant), table.context.settings
    hand = CardController(table)
    occasion = RushPractice(table, hand, variant, is_fresh)
    last = []
    if variant.limit_ms is not None:
        last.append(LastSeconds(table, variant.limit_ms, lambda: settings.practice_clock))
    return practised(table, occasion, hand, last=last, is_fresh=is_fresh)


RUSH = GameTables(RushView, practice)

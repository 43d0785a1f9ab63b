"""Solitaire Rush played for oneself, and looked on: its buttons and keys, its end.

Knows Rush and what practice offers; the rules themselves stand in `game.rules.rush`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from game.message import joined, msg, msg_p
from game.play.game import GameSnapshot
from game.play.phrases import minutes
from game.rules.rush import Rush
from game.session.daily import day_name, day_of, is_late, result_line
from game.session.session import Session
from game.ui.drawing.theme import QUIET
from game.ui.forms.clipboard import copy_text
from game.ui.forms.menu import Entry
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button
from game.ui.games.rush.ending import ENDINGS, LastSeconds, bonus_words, score_lines
from game.ui.games.rush.keys import end, rush_key
from game.ui.games.rush.view import RushView
from game.ui.scene import Stage
from game.ui.table.assembly import GameTables, practised
from game.ui.table.ending_words import best_lines, day_line
from game.ui.table.hand import Hand
from game.ui.table.practice import Practice
from game.ui.table.table import Table

DAILY = msg("Daily deal")


class RushPractice(Practice):
    """What practice of Rush offers."""

    def __init__(self, table: Table, hand: Hand, variant: Rush, is_fresh: bool) -> None:
        super().__init__(table, is_fresh)
        self._hand, self._variant = hand, variant

    @property
    def title(self) -> str:
        name = msg("Solitaire Rush {deal} — draw {count}", deal=self.deal_name, count=self._variant.draw)
        return joined(" — ", [DAILY, self._day, name]) if self._day else name

    @property
    def _day(self) -> str:
        """The day whose deal it is; "" of any other."""
        about = self.table.session.about
        day = day_of(about)
        if day is None:
            return ""
        return msg("{day}, late", day=day_name(day)) if is_late(about) else day_name(day)

    def name_day(self) -> None:
        """Has the table of a day's deal called so."""
        if self._day:
            bars = self.table.bars
            bars.title, bars.subtitle = DAILY, joined(" · ", [self._day, bars.subtitle])

    def buttons(self) -> Sequence[Button]:
        game = self.game
        return [
            Button(msg("Undo"), "undo", self.undo, game.undo_refusal),
            Button(msg("Hint"), "hint", self.hints.ask, self.hints.refusal),
            Button(msg_p("a button", "End"), "end", self.ask_end, game.end_refusal),
            Button(msg("Menu"), "menu", self.pause, self.pause_refusal),
        ]

    def own_entries(self) -> Sequence[Entry]:
        return [
            self.entry(msg("End the game"), "end", "E", self.ask_end, self.game.end_refusal),
            self.way(msg("Guided game"), "hint", "", lambda: self.stage.routes.guided(self._variant.name)),
        ]

    def other_key(self, key: int, modifiers: int) -> None:
        super().other_key(key, modifiers)
        rush_key(self.table, self._hand, key, self.ask_end)

    def ask_end(self) -> None:
        """Ends the game, after a question if anything useful seems left."""
        table = self.table
        if not self._variant.seems_useful(table.game.position):
            end(table)
            return
        bonus = self._variant.time_bonus(table.game.position, table.session.elapsed_ms)
        lines = [
            Line(msg("There are still cards to be played.")),
            Line(bonus_words(bonus)),
        ]
        buttons = [
            Button(msg("Play on"), "play", table.close_panel, is_strong=True),
            Button(msg("End the game"), "end", lambda: end(table)),
        ]
        table.show_panel(Panel(msg("End this game?"), lines, buttons))

    def result_panel(self) -> Panel:
        game, ending = self.table.game, self.table.session.look_at_ending()
        beside = best_lines(ending, msg("Best so far"))
        lines = score_lines(self._variant, game)
        difficulty = self.stage.dealer.difficulty(self._variant, game.deal.number)
        if difficulty is not None:
            lines.append(Line(msg("Difficulty"), difficulty.value))
        lines += beside
        if len(beside) == 1:
            limit = minutes(self._variant.limit)
            # Translators: so many cards are turned at a time; {limit} is the clock's.
            words = msg("Draw {count}, within {limit}", count=self._variant.draw, limit=limit)
            lines.append(Line(words, "", QUIET))
        if ending.day is not None:
            lines.append(day_line(ending.day))
        buttons = self.after_buttons()
        if ending.day is not None and ending.day.total is not None:
            day, total = ending.day, ending.day.total
            line = result_line(day.day, total, day.left_ms, None if day.is_late else day.streak)
            buttons.insert(-1, Button(msg("Copy result"), "copy", lambda: self._copy(line)))
        return Panel(ENDINGS[game.outcome], lines, buttons, escape=len(buttons) - 1)

    def _copy(self, line: str) -> None:
        copied = copy_text(line)
        self.table.say(
            msg("Copied: {line}", line=line) if copied else msg("The clipboard cannot be reached.")
        )


def practice(stage: Stage, session: Session, is_fresh: bool) -> Table:
    """The table of a practice game; `is_fresh` when the cards are still to be dealt."""
    variant = cast(Rush, session.game.variant)
    table = Table(stage, session.game, RushView(variant), session)
    hand = Hand(table)
    occasion = RushPractice(table, hand, variant, is_fresh)
    seconds = LastSeconds(table, variant.limit_ms, lambda: stage.settings.practice_clock)
    occasion.name_day()
    return practised(table, occasion, hand, last=[seconds], is_fresh=is_fresh)


def looked_on(stage: Stage, game: GameSnapshot, session: Session | None = None) -> Table:
    """A table without hands."""
    return Table(stage, game, RushView(cast(Rush, game.variant)), session)


RUSH = GameTables(RushView, practice, looked_on)

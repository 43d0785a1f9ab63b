"""Solitaire Rush at the table: its layout, its clock and score, its end.

Knows Rush and the table; the rules themselves stand in `game.rules.rush`.
"""

from __future__ import annotations

from typing import ClassVar

from game.play.phrases import minutes
from game.ui.drawing.theme import QUIET
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button
from game.ui.games.rush.rush_table import ENDINGS, RushTable
from game.ui.table.bars import Bars
from game.ui.table.ending_words import best_lines, day_line
from game.ui.table.page import EVERYWHERE, Page
from game.ui.table.practice import PracticeTable


class RushScene(RushTable, PracticeTable):
    """A practice game of Rush."""

    tagline: ClassVar[str] = "Klondike against a five-minute clock."
    tile_options: ClassVar = (("Draw 3", "draw=3"), ("Draw 1", "draw=1"))

    page: ClassVar = Page(
        "Bring all 52 cards home before the clock runs out, for as many points as you can.",
        (
            "Columns are built down in alternating colours; any face-up run moves as one. Only a king, with "
            "all that lies on it, goes to an empty column. Foundations are built up in suit, ace first.",
            "Tap the hand to turn three cards (or one, as you chose); tap it empty to put the waste back. "
            "Draw 3: the third return and every later one costs 20 points. Draw 1: every return costs 100.",
            "Home: ace 50, two 45, and so on by fives to nine 10; ten and court cards 5, once for each card. "
            "A card turned up in a column: 10. A waste card played: 10. A card taken back from home: −10. "
            "The score never falls below 0.",
            "Time bonus: unused seconds × cards home ÷ 52. None when the time is up.",
            "A move that showed you a new card cannot be taken back. The clock is never set back.",
            "Of two runs on as many face-down cards that could go to the same place, move the one further "
            "left. Every deal offered can be won so, and the deals are chosen so that it is right.",
            "When nothing is hidden and at most one card is left in the waste, the clock stands and the "
            "cards play themselves out.",
        ),
        (
            ("Drag, or click and click", "moves a card or a run"),
            ("Double-click, right-click, H", "sends a card home"),
            ("Click the hand, D", "turns cards, or returns the waste"),
            ("I", "gives a hint; again, its odds"),
            ("E", "ends the game"),
            ("P, Esc", "pause"),
            *EVERYWHERE,
        ),
    )

    @property
    def title(self) -> str:
        return f"Solitaire Rush {self.deal_name} — draw {self.rush.draw}"

    # Bars ----------------------------------------------------------------------------------------

    def make_bars(self) -> Bars:
        buttons = [
            Button("Undo", "undo", self.undo, self.game.undo_refusal),
            Button("Hint", "hint", self.ask_hint, self.hint_refusal),
            Button("End", "end", self.ask_end, self.game.end_refusal),
            Button("Pause", "pause", self.pause, self.pause_refusal),
        ]
        subtitle = f"{self.deal_name} · draw {self.rush.draw}"
        return self.rush_bars("Solitaire Rush", subtitle, buttons)

    @property
    def shows_clock(self) -> bool:
        return self.stage.settings.practice_clock

    # The end -------------------------------------------------------------------------------------

    def ask_end(self) -> None:
        """Ends the game, after a question if anything useful seems left."""
        if not self.rush.seems_useful(self.game.position):
            self.end()
            return
        bonus = self.rush.time_bonus(self.game.position, self.session.elapsed_ms)
        lines = [
            Line("There are still cards to be played."),
            Line(f"Ending now adds a time bonus of about {bonus}."),
        ]
        buttons = [
            Button("Play on", "play", lambda: self.show_panel(None), is_strong=True),
            Button("End the game", "end", self.end),
        ]
        self.show_panel(Panel("End this game?", lines, buttons))

    def result_panel(self) -> Panel:
        ending = self.session.look_at_ending()
        beside = best_lines(ending, "Best so far")
        lines = [*self.score_lines()]
        difficulty = self.stage.dealer.difficulty(self.rush, self.game.deal.number)
        if difficulty is not None:
            lines.append(Line("Difficulty", difficulty.value))
        lines += beside
        if len(beside) == 1:
            lines.append(Line(f"Draw {self.rush.draw}, within {minutes(self.rush.limit)}", "", QUIET))
        buttons = self.after_buttons()
        if ending.day is not None:
            lines.append(day_line(ending.day))
        return Panel(ENDINGS[self.game.outcome], lines, buttons, escape=len(buttons) - 1)

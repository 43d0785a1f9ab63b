"""1-3 Back at the table: its bars, its words, its end.

Knows the game and what is said about it; must not know how the grid scrolls
(`game.ui.games.one_three_back.grid_table`) nor the rules themselves (`game.rules.one_three_back`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pygame

from game.cards import Card
from game.rules.position import STOCK, Move, Position
from game.session.session import Session
from game.solver.answer import Verdict
from game.solver.messages import Failed, Judged, Searching, Solve
from game.storage.files import StorageError
from game.ui.cards.hint import Hint
from game.ui.drawing.theme import GOLD, QUIET
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button
from game.ui.games.one_three_back.grid_table import GridTable
from game.ui.scene import Stage
from game.ui.table.bars import Bars, Field
from game.ui.table.ending_words import best_lines
from game.ui.table.page import Page

if TYPE_CHECKING:
    from game.solver.advice import Advice

PRAISE = (
    (1, "One stack: a perfect game!", "Every card on a single stack."),
    (3, "{} stacks left: masterly", "Hardly anyone gets further down."),
    (6, "{} stacks left: very good", "One is possible more often than it seems."),
    (10, "{} stacks left: good", "Wait with a merge when a later one needs it."),
    (15, "{} stacks left: fair", "Three back keeps more ways open than one back."),
    (52, "{} stacks left", "Look at the stacks behind a hole before you make it."),
)
"""Up to how many stacks it is said, the words, and a line for the next game."""


PAR_S = 5.0
FIRST = "The first stack stays: stacks only go onto earlier ones."


class OneThreeBackScene(GridTable):
    """A game of 1-3 Back."""

    tagline: ClassVar[str] = "Merge what matches, one back or three back."
    tile_moves: ClassVar[tuple[Move, ...]] = (STOCK,) * 8
    winnable_words: ClassVar = "One stack"
    line_title: ClassVar = "Best line"
    page: ClassVar = Page(
        "Deal all 52 cards and merge them into as few stacks as you can. One stack is a perfect game.",
        (
            "Every card dealt from the deck becomes a new stack at the end of the grid. Nothing forces you "
            "to deal, or to merge.",
            "A stack goes onto the stack one back or three back when their top cards match in suit or in "
            "rank. One back is its left neighbour, or the end of the row above; three back lies directly "
            "above it.",
            "A stack always moves whole, and only onto an earlier one. Its top card becomes the top card "
            "there; all later stacks move up one place.",
            "The game is over when the deck is empty and no merge is left. The fewest stacks win.",
            "Merges can be taken back as far as the last card dealt.",
        ),
        (
            ("Click the deck, Enter, D", "deals a card"),
            ("Drag, or click and click", "merges a stack"),
            ("Double-click, right-click", "merges where there is only one way"),
            ("I", "gives a hint; again, its odds"),
            ("M", "marks all possible moves, or none"),
            ("Wheel, Page Up/Down, Home, End", "scroll"),
            ("Arrows, Space", "move the cursor; pick up and drop"),
            ("Tab", "next stack that can be merged"),
            ("U, Ctrl+Z or Backspace", "takes a merge back"),
            ("R, Ctrl+Y", "brings it back"),
            ("P, Esc", "menu"),
            ("Ctrl+S, Ctrl+O", "saves to a file, opens one"),
            ("F11", "full screen"),
            ("F1", "this page"),
        ),
    )

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        super().__init__(stage, session, is_fresh)
        self._result: Panel | None = None
        self._question = 0  # the one about par
        self._par: tuple[int, bool] | None = None  # the fewest stacks, and whether that is proven
        if is_fresh and self.best_so_far() is None and not self.bars.sentence:
            self.bars.sentence = "Click the deck to deal. New to this game? The menu (Esc) has an exercise."

    @property
    def title(self) -> str:
        return f"1-3 Back {self.deal_name}"

    # Bars ----------------------------------------------------------------------------------------

    def make_bars(self) -> Bars:
        self._stacks = Field("Stacks", "00")
        buttons = [
            Button("Undo", "undo", self.undo, self.game.undo_refusal),
            Button("Hint", "hint", self.ask_hint, self.hint_refusal),
            Button("Moves", "eye", self.toggle_moves, is_chosen=lambda: self.shows_moves),
            Button("Menu", "menu", self.pause, self.pause_refusal),
        ]
        return Bars("1-3 Back", self.deal_name, [self._stacks], buttons)

    def fill_bars(self) -> None:
        self._stacks.text = str(self.stacks)
        facts = [("Rows", self.rows_in_view)]
        if self.shows_moves:
            facts.insert(0, ("Moves", str(len(self.merges))))
        self.bars.facts = facts

    # Gestures ------------------------------------------------------------------------------------

    def toggle_moves(self) -> None:
        """Marks every stack that can be merged, or no longer; kept for the next games."""
        settings = self.stage.settings
        settings.possible_moves = not settings.possible_moves
        try:
            self.stage.profile.save()
        except StorageError as error:
            self.say(f"The choice cannot be kept: {error}.")
        else:
            self.say(self._told_moves() if settings.possible_moves else "")
        self.canvas.damage(self.bars.top)
        self.refresh_bars()

    def _told_moves(self) -> str:
        stacks = len({move.source for move in self.merges})
        if stacks:
            return f"{stacks} stack{'s' * (stacks > 1)} can be merged."
        return "No merge now: deal the next card." if self.cards_left else "No merge is left."

    def pick(self, pile: int, count: int, is_held: bool) -> bool:
        # A stack moves whole; its count is that of stacks.
        if not super().pick(pile, 1, is_held):
            return False
        tops = [cards[-1].sign for cards in self.game.position.piles[1:] if cards]
        if self.picked is not None and not self.picked.targets:
            earlier = " or ".join(tops[pile - 1 - back] for back in (1, 3) if pile > back)
            self.say(f"{tops[pile - 1]} does not match {earlier}." if earlier else FIRST)
        for target in self.hidden_targets:
            back = "one" if pile - target == 1 else "three"
            where = f"{tops[target - 1]}, {back} back, is out of view"
            self.say(f"{where}: drag to the edge, or click the arrow.")
        return True

    def double_click(self, pile: int, index: int) -> None:
        if pile == 0:
            super().double_click(pile, index)
        elif index >= 0:
            self._merge_if_clear(pile)

    def right_click(self, pile: int, index: int) -> None:
        if pile and index >= 0:
            self._merge_if_clear(pile)

    def _merge_if_clear(self, pile: int) -> None:
        self.drop_picked()
        if not self.pick(pile, 1, is_held=False) or self.picked is None:
            return
        targets = self.picked.targets
        if len(targets) == 1:
            self.drop_on(targets[0])
        elif targets:
            self.say("It goes one back and three back: choose.")
        else:
            self.picked = None

    def home_key(self) -> None:
        self.say("Nothing goes home here. M marks the possible moves.")

    def other_key(self, key: int, modifiers: int) -> None:
        if key == pygame.K_m:
            self.toggle_moves()
        else:
            super().other_key(key, modifiers)

    def deal_order(self) -> list[Card]:
        return []

    def _show(self, before: Position, action: object) -> None:
        super()._show(before, action)  # type: ignore[arg-type]
        if self.shows_moves and not self.merges and not self.game.is_over:
            self.say_unasked(self._told_moves())

    def arrived(self) -> None:
        super().arrived()
        if self.shows_moves and not self.merges and not self.game.is_over and not self.bars.sentence:
            self.say_unasked(self._told_moves())

    def odds_words(self, advice: Advice) -> str:
        orders = f"{advice.samples} orders of the deck"
        ones = f", one stack in {advice.wins} of them" if advice.wins else ""
        return f"leaves {advice.mean:.1f} stacks on average of {orders}{ones}"

    def show_move(self, move: Move, hint: Hint) -> None:
        if move != STOCK:
            self.show_at_once(move.target, move.source)
        super().show_move(move, hint)

    def seen_first(self) -> None:
        super().seen_first()
        deal = self.game.deal
        self._question = self.stage.solver.ask(Solve(self.variant, PAR_S, deal.position), self._take_par)

    def leave(self) -> None:
        if not self.game.is_over:  # of a game that is over, the statistics still want to know
            self.stage.solver.cancel(self._question)
        super().leave()

    def _take_par(self, answer: Judged | Searching | Failed) -> None:
        if isinstance(answer, Judged):
            self._par = answer.value, answer.verdict is not Verdict.GAVE_UP
            self.session.note_par(answer.value)
            if self.panel is not None and self.panel is self._result:
                self.show_panel(self.result_panel())

    def line_words(self, value: int, is_win: bool) -> str:
        return "A line to one stack" if is_win else f"The best line found: {value} stacks"

    # Menu and end --------------------------------------------------------------------------------

    def pause_panel(self) -> Panel:
        panel = super().pause_panel()
        best = self.best_so_far()
        lines = [Line("The cards are hidden.", "", QUIET)]
        if best is not None:
            lines.append(Line("Fewest stacks so far", str(best)))
        exercise = Button("Exercise", "hint", self.open_exercise)
        return Panel("1-3 Back", lines, [*panel.buttons[:3], exercise, *panel.buttons[3:]], hides_cards=True)

    def open_exercise(self) -> None:
        """Lays the exercise over the table, which waits beneath."""
        self.show_panel(None)
        self.stage.routes.exercise()

    def celebrated(self) -> list[int]:
        return [1] if self.game.is_over and self.stacks == 1 else []

    def result_panel(self) -> Panel:
        stacks = self.stacks
        title, advice = next((title, advice) for most, title, advice in PRAISE if stacks <= most)
        lines = [Line("Stacks", str(stacks), GOLD, is_bold=True)]
        lines += best_lines(self.session.look_at_ending(), "Fewest so far")
        if self._par is not None:
            fewest, is_proven = self._par
            lines.append(Line("Par" if is_proven else "Fewest known", str(fewest)))
        lines.append(Line(advice, "", QUIET))
        buttons, undo = self.after_buttons(), None
        if self.game.undo_refusal() is None:
            undo = Button("Take back", "undo", self.take_back)
            buttons.insert(2, undo)
        self._result = Panel(title.format(stacks), lines, buttons, escape=len(buttons) - 1, undo=undo)
        return self._result

    def take_back(self) -> None:
        """After the end: the last merge is taken back, and the game goes on."""
        self.show_panel(None)
        self.undo()

"""The first exercise of 1-3 Back: six stacks, of which three should remain.

It is laid over the current game; nothing of it is saved.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.message import msg, msg_n
from game.play.deal import deal_position
from game.play.game import Game
from game.rules.one_three_back import OneThreeBack
from game.ui.drawing.theme import GOLD, QUIET
from game.ui.forms.panel import MenuItem, Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.games.one_three_back.grid_scroll import GridScroll
from game.ui.games.one_three_back.hand import GridHand, GridKeyboard, PossibleMoves
from game.ui.games.one_three_back.practice import grid_buttons, tell_nothing_goes_home
from game.ui.games.one_three_back.view import OneThreeBackView
from game.ui.screen import Context
from game.ui.table.assembly import practised
from game.ui.table.practice import PracticeMode
from game.ui.table.table import Table

STACKS = ("AC", "6D", "5H", "4C", "4D", "2D")
WANTED = 3
MIN_STACKS = 2
"""What the exercise asks for is reached by several lines; one stack fewer, by two."""
TASK_BY_KEYS = msg("Leave three stacks: Space picks one up, Tab and Space put it one back or three back.")
TASK = msg("Leave three stacks: drag one onto the stack one back or three back.")


def exercise(context: Context) -> Table:
    """The table of the exercise, from its beginning."""
    variant = OneThreeBack()
    text = "\n".join(f"pile t{place} {card}" for place, card in enumerate(STACKS, start=1))
    game = Game(deal_position(variant, variant.position_from_text(text)))
    view = OneThreeBackView(variant)
    session = context.sessions.unsaved(game, 0)
    table = Table(context, session.game, view, session)
    scroll = GridScroll(table, view)
    hand = GridHand(table, scroll)
    moves = PossibleMoves(table, variant, scroll, hand)
    occasion = Exercise(table, variant, moves)
    table.bars.subtitle = msg("exercise: leave three stacks")
    table.say(TASK_BY_KEYS if context.is_heard else TASK)
    return practised(table, occasion, hand, GridKeyboard(table, hand, scroll, variant), [moves, scroll])


class Exercise(PracticeMode):
    """What the exercise offers."""

    def __init__(self, table: Table, rules: OneThreeBack, moves: PossibleMoves) -> None:
        super().__init__(table, is_fresh=False)
        self._rules, self._moves = rules, moves

    def buttons(self) -> Sequence[Button]:
        return grid_buttons(self, self._moves)

    def home_key(self) -> bool:
        return tell_nothing_goes_home(self.table)

    def other_key(self, key: int, modifiers: int) -> None:
        super().other_key(key, modifiers)
        self._moves.key(key)

    @property
    def title(self) -> str:
        return msg("1-3 Back — exercise")

    def entries(self) -> list[MenuItem]:
        game = self.table.session.game
        return [
            MenuItem(msg("Continue"), "play", self.table.close_panel, shortcut="Esc"),
            self.entry(msg("Start over"), "restart", "B", self.start_again),
            self.entry(msg("Undo"), "undo", "U", self.undo, game.undo_refusal),
            self.entry(msg("Redo"), "redo", "R", self.redo, game.redo_refusal),
            self.entry(msg("Hint"), "hint", "I", self.hints.ask, self.hints.refusal),
            self.entry(msg("Mark the moves"), "eye", "V", self._moves.toggle),
            self.way(msg("Rules"), "help", "F1", self.open_rules),
            self.way(msg("Back"), "back", "", self.context.back),
        ]

    def menu_lines(self) -> Sequence[PanelLine]:
        return [PanelLine(msg("Six stacks can become three, or even two."), "", QUIET)]

    def ask_new_game(self) -> None:
        self.table.say(msg("The exercise is always the same; your game waits meanwhile."))

    def ask_same_deal(self) -> None:
        self.start_again()

    def start_again(self) -> None:
        """Lays the six stacks out once more."""
        self.context.back()
        self.context.navigation.guided("one-three-back")

    def result_panel(self) -> Panel:
        stacks = self._rules.stacks(self.table.game.position)
        if stacks == MIN_STACKS:
            title, line = msg("Two stacks: masterly!"), PanelLine(msg("Fewer is impossible here."), "", GOLD)
        elif stacks == WANTED:
            title, line = (
                msg("Three stacks: well done!"),
                PanelLine(msg("There is even a way to leave two."), "", GOLD),
            )
        else:
            title, line = (
                msg_n("{count} stack left", "{count} stacks left", stacks),
                PanelLine(msg("Three are possible: try again.")),
            )
        is_done = stacks <= WANTED
        buttons = [
            Button(msg("Back"), "back", self.context.back, is_strong=is_done),
            Button(msg("Start over"), "restart", self.start_again, is_strong=not is_done),
            Button(msg("Undo"), "undo", self.take_back),
        ]
        return Panel(title, [line], buttons, chosen=0 if is_done else 1)

"""The first exercise of 1-3 Back: six stacks, of which three are to be left.

Knows its position and its words; must not know the rules. It is laid over a game, which
waits beneath; it is not saved and no result of it is kept.
"""

from __future__ import annotations

from game.play.deal import deal_position
from game.play.game import Game
from game.rules.one_three_back import OneThreeBack
from game.session.session import Session
from game.ui.drawing.theme import GOLD, QUIET
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button
from game.ui.games.one_three_back.one_three_back import OneThreeBackScene
from game.ui.scene import Stage
from game.ui.table.bars import Bars

STACKS = ("AC", "6D", "5H", "4C", "4D", "2D")
WANTED = 3
FEWEST = 2
"""What the exercise asks for is reached by several lines; one stack fewer, by two."""


def exercise(stage: Stage) -> ExerciseScene:
    """The exercise from its beginning."""
    variant = OneThreeBack()
    text = "\n".join(f"pile t{place} {card}" for place, card in enumerate(STACKS, start=1))
    game = Game(deal_position(variant, variant.position_from_text(text)))
    return ExerciseScene(stage, Session(game, None, stage.library, stage.now_ns, 0), is_fresh=False)


class ExerciseScene(OneThreeBackScene):
    """The exercise at the table."""

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        super().__init__(stage, session, is_fresh)
        self.bars.sentence = "Leave three stacks: drag one onto the stack one back or three back."

    @property
    def title(self) -> str:
        return "1-3 Back — exercise"

    def make_bars(self) -> Bars:
        bars = super().make_bars()
        bars.subtitle = "exercise: leave three stacks"
        return bars

    def pause_panel(self) -> Panel:
        buttons = [
            Button("Continue", "play", lambda: self.show_panel(None), is_strong=True),
            Button("Start again", "restart", self.start_again),
            Button("Rules", "help", self.open_rules),
            Button("Back to the game", "back", self.stage.back),
        ]
        return Panel("Exercise", [Line("Six stacks can become three, or even two.", "", QUIET)], buttons)

    def start_again(self) -> None:
        """Lays the six stacks out once more."""
        stage = self.stage
        stage.back()
        stage.routes.exercise()

    def result_panel(self) -> Panel:
        if self.stacks == FEWEST:
            title, line = "Two stacks: masterly!", Line("Nobody can leave fewer here.", "", GOLD)
        elif self.stacks == WANTED:
            title, line = "Three stacks: well done!", Line("There is even a way to leave two.", "", GOLD)
        else:
            title, line = f"{self.stacks} stacks left", Line("Three are possible: try again.")
        is_done = self.stacks <= WANTED
        buttons = [
            Button("Back to the game", "back", self.stage.back, is_strong=is_done),
            Button("Start again", "restart", self.start_again, is_strong=not is_done),
            Button("Take back", "undo", self.take_back),
        ]
        return Panel(title, [line], buttons, chosen=0 if is_done else 1)

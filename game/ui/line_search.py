"""A winning line on request: asked of the solver with all cards known, and marked in the record.

Knows the table's panels and the way to the solver; must not know any one game, nor how a line
is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.play.clock import LONGEST_MS
from game.play.game import Act, Entry
from game.play.record import Record
from game.rules.position import Move
from game.ui.judge import SOLVED, UNSOLVABLE
from game.ui.panel import Line, Panel
from game.ui.theme import QUIET
from game.ui.widgets import Button

if TYPE_CHECKING:
    from game.play.game import Game
    from game.solver.service import Told
    from game.ui.scenes.practice import PracticeTable

LOOK_S = 60.0
MOVE_MS = 700
"""Between two moves of a line as it is played to the player."""


class LineSearch:
    """Asks whether a line may be shown, has it looked for, and shows it."""

    def __init__(self, table: PracticeTable) -> None:
        self._table = table
        self._question: int | None = None

    def ask(self) -> None:
        """The player wants to see how it is done."""
        if self._table.game.was_shown:
            self._look()
            return
        lines = [
            Line("It is found with all cards known, the hidden ones too."),
            Line("The game is marked as shown, and its result is counted apart."),
        ]
        buttons = [
            Button("Show it", "eye", self._look, is_strong=True),
            Button("Cancel", "close", self._table.resume_pause),
        ]
        self._show(Panel("Show a winning line?", lines, buttons, hides_cards=True, escape=1, chosen=1))

    def _look(self) -> None:
        table = self._table
        table.stage.check_seen(table.game.deal)
        lines = [Line(f"This takes up to {LOOK_S:.0f} seconds.", "", QUIET)]
        buttons = [Button("Cancel", "close", self._cancel)]
        self._show(Panel("Looking for a winning line…", lines, buttons, hides_cards=True))
        self._question = table.stage.solver.ask(
            "solve", table.variant, self._found, table.game.position, seconds=LOOK_S
        )

    def _cancel(self) -> None:
        self.forget()
        self._table.resume_pause()

    def forget(self) -> None:
        """Nothing is looked for any more."""
        if self._question is not None:
            self._table.stage.solver.cancel(self._question)
            self._question = None

    def _found(self, told: Told) -> None:
        self._question = None
        table, verdict = self._table, told.get("verdict")
        if told.get("moves"):
            self._show_line([table.variant.move_from_text(each) for each in told["moves"]], told)
        elif verdict == SOLVED:
            self._tell("This game is won", "There is nothing left to be played.")
        elif verdict == UNSOLVABLE:
            self._tell("This game can no longer be won", "Every way was looked at.")
        elif "error" in told:
            self._tell("No line can be shown", f"{told['error'][:1].upper()}{told['error'][1:]}.")
        else:
            self._tell("No winning line was found", "Whether there is one is not known.")

    def _tell(self, title: str, sentence: str) -> None:
        button = Button("Continue", "play", lambda: self._table.show_panel(None), is_strong=True)
        self._show(Panel(title, [Line(sentence)], [button], hides_cards=True))

    def _show(self, panel: Panel) -> None:
        self._table.show_panel(panel)

    def _show_line(self, moves: list[Move], told: Told) -> None:
        table = self._table
        if not table.game.was_shown:
            table.act(Act.SHOWN)
        table.resume_pause()
        record = record_with(table.game, table.session.elapsed_ms, moves)
        heading = table.line_words(told["value"], told["verdict"] == SOLVED)
        table.stage.routes.winning_line(record, len(table.game.entries), heading)


def record_with(game: Game, elapsed_ms: int, moves: list[Move]) -> Record:
    """A game as it was played so far, and a line from there on at an even pace within the limit."""
    limit_ms = game.variant.limit_ms
    gap_ms = MOVE_MS if limit_ms is None else min(MOVE_MS, (limit_ms - elapsed_ms) // (len(moves) + 1))
    entries, position, at_ms = list(game.entries), game.position, elapsed_ms
    for move in moves:
        # In a solved game the clock stands while the cards play themselves out.
        if not game.variant.plays_itself_out(position):
            at_ms = min(at_ms + gap_ms, LONGEST_MS)
        entries.append(Entry(at_ms, move))
        position = game.variant.after_move(position, move)
    return Record(game.deal, {}, tuple(entries))

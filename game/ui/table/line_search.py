"""The solver's answers with all cards known: a winning line, and whether a win is still possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.message import joined, msg, msg_n, msg_p, verbatim
from game.play.clock import MAX_MS
from game.play.game import Action, ControlAction, Entry, Playable
from game.play.record import Record
from game.play.unseen import verdict_refusal
from game.rules.position import Move, Position
from game.solver.answer import Verdict
from game.ui.drawing.theme import QUIET
from game.ui.forms.panel import Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.table.bars import Weight
from game.ui.table.part import Part
from game.ui.table.table import Table

if TYPE_CHECKING:
    from game.solver.service.messages import RequestFailed, SolveProgress, SolveResponse

SEARCH_S = 60.0
BETWEEN_LOOKS_S = 0.25
"""Interval of progress updates."""
MOVE_MS = 700
"""Between two moves of a line as it is played to the player."""


class LineSearch(Part):
    """Asks whether a line may be shown, has it looked for, and shows it."""

    def __init__(self, table: Table, resume: Callable[[], None]) -> None:
        """`resume` goes back to the menu from which a line was asked for."""
        self._table, self._resume = table, resume
        self._question: int | None = None
        self._begun_ns = 0
        self._shown: Panel | None = None
        self._best: int | None = None  # what the best line so far leads to
        self._first: SolveResponse | None = None  # a line that wins, while a shorter one is looked for

    @property
    def next_tick_s(self) -> float | None:
        return None if self._question is None else BETWEEN_LOOKS_S

    def on_tick(self) -> None:
        # It is shown how far the search has come.
        panel = self._shown
        if self._question is None or panel is None or panel is not self._table.panel:
            return
        elapsed_s = min(SEARCH_S, (self._table.context.now_ns() - self._begun_ns) / 1e9)
        share = elapsed_s // BETWEEN_LOOKS_S * BETWEEN_LOOKS_S / SEARCH_S
        lines = self._lines(elapsed_s)
        if (share, lines) != (panel.progress, panel.lines):
            panel.progress, panel.lines = share, lines
            self._table.refresh_panel()

    def _lines(self, elapsed_s: float) -> list[PanelLine]:
        """Lines with the time taken and what was found; their number never changes."""
        found = msg("The search knows every card, even the hidden ones.")
        if self._first is not None:
            found = msg_n(
                "Solution in {count} move found; looking for a shorter one.",
                "Solution in {count} moves found; looking for a shorter one.",
                len(self._first.moves),
            )
        elif self._best is not None:
            found = joined("", [self._table.view.line_words(self._best, is_win=False), "."])
        passed = msg("{passed} of at most {most} seconds", passed=int(elapsed_s), most=round(SEARCH_S))
        return [PanelLine(passed), PanelLine(found, "", QUIET)]

    def ask(self) -> None:
        """The player wants to see how it is done."""
        if self._table.session.game.was_shown:
            self._look()
            return
        lines = [
            PanelLine(msg("The search knows every card, even the hidden ones.")),
            PanelLine(msg("After that the game is not in your statistics.")),
        ]
        buttons = [
            Button(msg("Show it"), "eye", self._look, is_strong=True),
            Button(msg_p("a button", "Cancel"), "close", self._resume),
        ]
        self._table.show_panel(
            Panel(
                self._table.view.line_question,
                lines,
                buttons,
                hides_cards=self._table.view.is_timed,
                escape=1,
                chosen=1,
            )
        )

    def _look(self) -> None:
        from game.solver.service.messages import SolveRequest

        table = self._table
        self._best, self._first, self._begun_ns = None, None, table.context.now_ns()
        buttons = [Button(msg_p("a button", "Cancel"), "close", self.cancel)]
        title = msg("Looking for a solution…")
        self._shown = Panel(title, self._lines(0), buttons, hides_cards=self._table.view.is_timed)
        self._shown.progress = 0.0
        self._table.show_panel(self._shown)
        solver = table.context.solver
        solver.warm(table.variant)
        self._question = solver.ask(
            SolveRequest(table.variant, SEARCH_S, table.game.position), self._answered
        )

    def cancel(self) -> None:
        """The player no longer waits for a line, if one is looked for: back to the menu."""
        if self._question is not None:
            self.on_close()
            self._resume()

    def on_covered(self) -> None:
        self.cancel()

    def on_close(self) -> None:
        if self._question is not None:
            self._table.context.solver.cancel(self._question)
            self._question = None

    def _answered(self, answer: SolveResponse | SolveProgress | RequestFailed) -> None:
        from game.solver.service.messages import RequestFailed, SolveProgress, SolveResponse

        if isinstance(answer, SolveProgress):
            self._best = answer.value
            if answer.moves:
                self._offer(SolveResponse(Verdict.SOLVED, answer.value, answer.moves, answer.nodes))
            return
        self._question = None
        if isinstance(answer, RequestFailed):
            self._tell(
                msg("No solution can be shown"), joined("", [verbatim(answer.reason).capitalised(), "."])
            )
        elif answer.moves:
            self._show_line(answer)
        elif answer.verdict is Verdict.SOLVED:
            self._tell(msg("This game is won"), msg("There is nothing left to play."))
        elif answer.verdict is Verdict.UNSOLVABLE:
            self._tell(msg("This game can no longer be won"), msg("Every possibility was checked."))
        else:
            self._tell(msg("No solution was found"), msg("There may still be one."))

    def _offer(self, first: SolveResponse) -> None:
        """The player may see a line at once, or wait for a shorter one, which is shown when it is found."""
        panel, self._first = self._shown, first
        if panel is not None and panel is self._table.panel:
            panel.buttons = [*panel.buttons, Button(msg("Show it now"), "eye", self._show_first)]
            panel.lines = self._lines((self._table.context.now_ns() - self._begun_ns) / 1e9)
            self._table.refresh_panel()

    def _show_first(self) -> None:
        first = self._first
        if first is not None:
            self.on_close()
            self._show_line(first)

    def _tell(self, title: str, sentence: str) -> None:
        button = Button(msg_p("a button", "Continue"), "play", self._table.close_panel, is_strong=True)
        self._table.show_panel(
            Panel(title, [PanelLine(sentence)], [button], hides_cards=self._table.view.is_timed)
        )

    def _show_line(self, answer: SolveResponse) -> None:
        table, game = self._table, self._table.session.game
        if not game.was_shown:
            table.act(ControlAction.SHOWN)
        self._resume()
        record = record_with(game, table.session.elapsed_ms, answer.moves)
        heading = table.view.line_words(answer.value, answer.verdict is Verdict.SOLVED)
        table.context.navigation.go("winning_line", record, len(game.entries), heading)


def record_with(game: Playable, elapsed_ms: int, moves: Sequence[Move]) -> Record:
    """A game as it was played so far, and a line from there on at an even pace within the limit."""
    limit_ms = game.variant.limit_ms
    gap_ms = MOVE_MS if limit_ms is None else min(MOVE_MS, (limit_ms - elapsed_ms) // (len(moves) + 1))
    entries, position, at_ms = list(game.entries), game.position, elapsed_ms
    for move in moves:
        # In a solved game the clock stands while the cards play themselves out.
        if not game.variant.is_auto_finishing(position):
            at_ms = min(at_ms + gap_ms, MAX_MS)
        entries.append(Entry(at_ms, move))
        position = game.variant.after_move(position, move)
    return Record(game.deal, {}, tuple(entries))


PROOF_TIMEOUT_S = 10.0
LOST = msg("This game can no longer be won: every possibility was checked.")


class Winnable(Part):
    """Keeps the last verdict on a game, and asks for another when it no longer holds."""

    def __init__(self, table: Table, is_fresh: bool) -> None:
        self._table = table
        self._is_new = is_fresh  # whether nothing was done in a game that has just begun
        self._question: int | None = None
        self._line: list[Move] = []  # the rest of a line that wins, from the present position
        self.verdict: Verdict | None = None
        """Proven verdict on the present position: solved or unsolvable."""

    @property
    def _is_told(self) -> bool:
        return self._table.context.settings.tells_winnable

    def words(self) -> str:
        """That the game cannot be won, when that is proven of the present position; else nothing."""
        if self.verdict is not Verdict.UNSOLVABLE:
            return ""
        if self._is_new:
            number = self._table.game.deal.number
            return msg("Deal {number} cannot be won: every possibility was checked.", number=number)
        return LOST

    def status_facts(self) -> Sequence[tuple[str, str]]:
        if not self._is_told or self.verdict is None:
            return ()
        # Translators: it answers "Can be won" and "One stack".
        answer = msg_p("an answer", "yes") if self.verdict is Verdict.SOLVED else msg_p("an answer", "no")
        return [(self._table.view.winnable_words, answer)]

    # When it is asked ---------------------------------------------------------------------------------

    def on_first_frame(self) -> None:
        if self._is_told or self._may_be_hopeless():
            self._look()

    def _may_be_hopeless(self) -> bool:
        """Whether the player chose the deal in a game that otherwise deals winnable ones."""
        number, variant = self._table.game.deal.number, self._table.variant
        if not self._is_new or number is None or not variant.deals_can_be_won:
            return False
        return not self._table.context.dealer.is_proven(variant, number)

    def before_action(self) -> None:
        self._is_new = False

    def on_action(self, action: Action, before: Position) -> None:
        if not self._is_told or self._table.game.is_over:
            self._forget()
            return
        is_move = isinstance(action, Move)
        if before is self._table.game.position or (self.verdict is Verdict.UNSOLVABLE and is_move):
            return  # what cannot be won is not won by another move
        if self._line and action == self._line[0]:
            del self._line[0]
        else:
            self._look()

    def _look(self) -> None:
        """Asks about the present position."""
        from game.solver.service.messages import SolveRequest

        self._forget()
        game = self._table.game
        if verdict_refusal(game.deal, self._table.session.tags, game.position) is not None:
            return
        question = SolveRequest(game.variant, PROOF_TIMEOUT_S, game.position)
        solver = self._table.context.solver
        solver.warm(game.variant)
        self._question = solver.ask(question, self._answered)

    def _forget(self) -> None:
        """Nothing is known any more, and nothing is asked."""
        if self._question is not None:
            self._table.context.solver.cancel(self._question)
        self._question, self._line, self.verdict = None, [], None

    def on_close(self) -> None:
        self._forget()

    def _answered(self, answer: SolveResponse | SolveProgress | RequestFailed) -> None:
        from game.solver.service.messages import SolveProgress, SolveResponse

        if isinstance(answer, SolveProgress):
            if answer.moves and self._question is not None:  # a shorter line would say no more
                self._table.context.solver.cancel(self._question)
                self._answered(SolveResponse(Verdict.SOLVED, answer.value, answer.moves, answer.nodes))
            return
        self._question = None
        if isinstance(answer, SolveResponse) and answer.verdict is not Verdict.GAVE_UP:
            self.verdict = answer.verdict
            self._line = [*answer.moves] if answer.verdict is Verdict.SOLVED else []
            if answer.verdict is Verdict.UNSOLVABLE and not self._table.game.is_over:
                self._table.status.say_unasked(self.words(), Weight.VERDICT)
            self._table.figures.changed()

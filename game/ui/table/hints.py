"""The solver's answers at the table: hints by what is seen, odds, a winning line, whether a win is left.

A plan that the player follows is kept until something new is seen, so that each hint continues the last one:
a player who follows hints comes to an end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.message import Message, joined, msg, msg_n, msg_p, verbatim
from game.play.deal import verdict_refusal
from game.play.game import MAX_MS, Action, ControlAction, Entry, Playable
from game.play.record import Record
from game.rules.position import STOCK, Move, Position
from game.rules.variant import PileKind
from game.solver.answer import Advice, Faces, Verdict, leading, with_hysteresis
from game.solver.hint_words import NOTHING as NOTHING
from game.solver.hint_words import UNKNOWN as UNKNOWN
from game.solver.solve import SOLVERS
from game.ui.cards.marks import HintPath
from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import QUIET
from game.ui.forms.panel import Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.table.bars import Weight
from game.ui.table.part import Part
from game.ui.table.playing import ask_from_menu
from game.ui.table.table import Table

if TYPE_CHECKING:
    from game.solver.service.messages import HintResponse, RequestFailed, SolveProgress, SolveResponse


KNOWS_ALL = msg("The search knows every card, even the hidden ones.")
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
        found = KNOWS_ALL
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
        sentences = KNOWS_ALL, msg("After that the game is not in your statistics.")
        question, show = self._table.view.line_question, msg("Show it")
        ask_from_menu(self._table, question, sentences, show, "eye", self._look, self._resume)

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
        self._is_fresh = is_fresh  # whether the game has just begun
        self._question: int | None = None
        self._line: list[Move] = []  # the rest of a line that wins, from the present position
        self.verdict: Verdict | None = None
        """Proven verdict on the present position: solved or unsolvable."""

    @property
    def _is_told(self) -> bool:
        return self._table.context.settings.tells_winnable

    @property
    def _is_new(self) -> bool:
        """Whether nothing was done in a game that has just begun."""
        return self._is_fresh and not self._table.session.game.entries

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
        self._table.context.solver.cancel(self._question)
        self._question, self._line, self.verdict = None, [], None

    def on_close(self) -> None:
        self._forget()

    def _answered(self, answer: SolveResponse | SolveProgress | RequestFailed) -> None:
        from game.solver.service.messages import SolveProgress, SolveResponse

        if isinstance(answer, SolveProgress):
            if answer.moves:  # a shorter line would say no more
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


THINK_S = 6.0
"""Seconds for which a hint keeps improving while it is shown."""
THINKS = msg_p("a hint", "Thinking…")
MORE = msg("Ask again for the odds.")
NOT_YET = msg("The odds are being worked out.")


class Hints(Part):
    """Answers the player who asks for a hint."""

    def __init__(self, table: Table, winnable: Winnable, tells_all: bool = False) -> None:
        """`tells_all` shows odds and gains at the first request."""
        self.table, self.tells_all = table, tells_all
        self._winnable = winnable
        table.asked.hinted = lambda: self.move
        self.path = HintPath(table.context.pictures, table.marks)
        self.position: Position | None = None
        """The one asked about, while the table has not changed."""
        self._been: set[Faces] = set()  # how the table has looked in this game
        self._followed: set[Faces] = set()
        """Faces of the positions since the player last made a move that was not advised."""
        self._question: int | None = None
        self._goes_on: Advice | None = None
        """Rest of the plan that the player follows."""
        self.advice: list[Advice] = []
        """Advice on the present position, the best first."""
        self._tells_odds = tells_all  # whether the player has asked for them
        self._heard = ""  # what was told last

    @property
    def move(self) -> Move | None:
        """The move that is shown, if any."""
        return self.advice[0].move if self.advice else None

    @property
    def is_thinking(self) -> bool:
        """Whether better advice may come."""
        return self._question is not None

    def refusal(self) -> Message | None:
        """Why there is no hint now, as a sentence, or None."""
        if self.table.variant.name not in SOLVERS:
            return msg("There are no hints in {game}.", game=self.table.variant.title)
        return self.table.view.hint_refusal(self.table.session.game)

    def ask(self) -> None:
        """Handles a request; asking again for the same table shows the odds."""
        table = self.table
        refusal = self.refusal()
        if refusal is not None:
            table.decline(refusal)
            return
        if table.is_dealing:
            table.hurry()
        table.cards.finish()
        table.asked.interrupt()
        if not self.asked_again(table.game.position):
            self.forget()
            self._ask_first(table.game.position)

    def asked_again(self, position: Position) -> bool:
        """Tells the odds on a repeated request, and whoever listens the move alone at the one after.

        Returns whether it was one.
        """
        if position is not self.position or not (self.advice or self._question is not None):
            return False
        if self.advice:
            self._tells_odds = self.table.commentary.detail is None or not self._tells_odds
            self.tell(is_asked=True)
        return True

    def _ask_first(self, position: Position) -> None:
        table = self.table
        standstill = table.view.standstill(table.session.game)
        if standstill is not None:
            table.say(standstill, Weight.STANDSTILL)
            return
        self.position = position
        self._been = {position.faces() for position in table.session.game.positions()}
        if not (self.tells_all and table.status.sentence):
            table.say(THINKS)
        self.think(position)

    def think(self, position: Position) -> None:
        """Continues the present plan, or sends the position to the solver."""
        from game.solver.service.messages import HintRequest

        table, solver = self.table, self.table.context.solver
        if self._goes_on is not None:
            self.show_advice([self._goes_on])
            return
        game = table.session.game
        seed = game.elapsed_ms + len(game.entries)
        solver.warm(table.variant)
        self._question = solver.ask(HintRequest(table.variant, THINK_S, position, seed), self._answered)

    def _answered(self, answer: HintResponse | RequestFailed) -> None:
        from game.solver.service.messages import RequestFailed

        if isinstance(answer, RequestFailed):
            self._question = None
            self.failed(answer.reason)
            return
        if answer.is_last:
            self._question = None
        advice = self._leading(answer.advice)
        if advice:
            self.show_advice(advice)
        elif answer.is_last and not self.advice:
            self.found_nothing()

    def _leading(self, advice: Sequence[Advice]) -> list[Advice]:
        """Plans to new tables; if there are none, plans to any that the hints have not just led away from.

        Two hints must not undo each other, but a hint may undo what the player did.
        """
        position = self.table.game.position
        here = {*self._followed, position.faces()}
        return leading(self.table.variant, position, advice, self._been, here)

    def show_advice(self, advice: list[Advice]) -> None:
        """Shows new advice if it clearly differs from that shown."""
        if self.move is not None:
            advice = with_hysteresis(advice, self.move)
        is_other = not self.advice or advice[0].move != self.advice[0].move
        were_told = bool(self.advice) and self.advice[0].told_odds is not None
        self.advice = advice
        if is_other:
            self._show(advice[0].move)
        elif self._tells_odds:
            self.tell(aloud=not (self.is_thinking and were_told))

    def found_nothing(self) -> None:
        """No move is advised: said so, or why, where that is proven."""
        verdict = self._winnable.words()
        self.table.status.say_unasked(
            verdict or self.nothing_words(), Weight.VERDICT if verdict else Weight.WORDS
        )

    def nothing_words(self) -> Message:
        """Sentence if no move is advised and nothing is proven."""
        return NOTHING

    def failed(self, reason: str) -> None:
        """There is no advice."""
        why = reason.opened() if isinstance(reason, Message) else reason
        self.table.status.say_unasked(msg("There is no hint: {reason}.", reason=why))

    def forget(self) -> None:
        """Drops hints because the table has changed."""
        self.table.context.solver.cancel(self._question)
        if self.table.status.sentence == THINKS:
            self.table.say("")
        self._question = self.position = None
        self.advice = []
        self._tells_odds, self._heard = self.tells_all, ""
        self.path.clear()

    def tell(self, aloud: bool = True, is_asked: bool = False) -> None:
        """Says the advice, whatever the status line shows; players who listen also hear the piles."""
        if is_asked:
            self.table.status.clear()
        words, heard = self.sentence(self._tells_odds), self.heard()
        is_new = is_asked or heard != self._heard
        if aloud:
            self._heard = heard
        self.table.status.say_unasked(words, aloud=aloud and is_new, heard=heard)

    def heard(self) -> str:
        """Spoken advice: the move, and its gains on request."""
        from game.play.heard_words import Detail  # nothing is advised before the first frame

        if self.tells_all or self.table.commentary.detail in (None, Detail.FULL):
            return self.sentence(self._tells_odds, is_heard=True)
        more = filter(None, [self.gain_heard(), self._odds()]) if self._tells_odds else ()
        return joined(". ", [self.move_heard(), *more])

    def move_heard(self) -> str:
        """Short spoken description of the best move."""
        return self._move_words(is_heard=True)

    def _move_words(self, is_heard: bool) -> Message:
        position, is_mirrored = self.table.game.position, self.table.context.settings.left_handed
        return self.table.view.words.move_words(position, self.advice[0].move, is_heard, is_mirrored)

    def gain_heard(self) -> str:
        """Spoken immediate gain of the best move, or nothing."""
        return self.table.view.words.gain_words(self.table.game.position, self.advice[0].move)

    def _show(self, move: Move) -> None:
        """Tells a move and shows it by a path on the table, until the next action."""
        table = self.table
        if move != STOCK:
            table.area.places.bring_into_view(move.target, move.source)
        if (boxes := self._boxes(move)) is not None:
            self.path.show(*boxes, grows=bool(table.speed))
        table.is_stale = True
        self.tell()

    def _boxes(self, move: Move) -> tuple[Box | None, Box] | None:
        """Places of a move's cards and destination; None if it is a button."""
        table = self.table
        if move == STOCK and not table.view.piles_of(PileKind.STOCK):
            return None
        *source, target = table.area.boxes_of(move)
        return (source[0] if source else None), target

    def sentence(self, tells_odds: bool, is_heard: bool = False) -> str:
        """Sentence about the best move; `is_heard` adds the piles, for players who do not see them."""
        words = self._move_words(is_heard)
        if not tells_odds:
            return msg("{move}. {more}", move=words, more=MORE)
        gain = self.table.view.words.gain_words(self.table.game.position, self.advice[0].move)
        if gain:
            # Translators: “7♦ onto 8♠ turns a card over”.
            words = msg("{move} {gain}", move=words, gain=gain)
        return msg("{move}. {more}", move=words, more=self._odds())

    def _odds(self) -> Message:
        """Sentence about the odds of the best move, or why there is none."""
        odds = self.table.view.words.odds_words(self.table.game.position, self.advice[0])
        return odds or (NOT_YET if self.is_thinking else UNKNOWN)

    # What happens at the table ------------------------------------------------------------------------

    def on_action(self, action: Action, before: Position) -> None:
        was = self.advice[0] if self.advice else self._goes_on
        if self.position is not None:
            self.forget()
        self._goes_on = None
        if was is None or action != was.move:
            self._followed.clear()
            return
        self._followed.add(before.faces())
        if was.then:
            shows_something = self.table.variant.undo_refusal(before, was.move) is not None
            self._goes_on = None if shows_something else was._replace(move=was.then[0], then=was.then[1:])

    def on_covered(self) -> None:
        self.forget()

    def on_close(self) -> None:
        self.forget()

    @property
    def is_animating(self) -> bool:
        return self.path.is_moving

    def update(self, step_s: float) -> None:
        self.path.update(step_s)

    def draw_below(self) -> Sequence[Picture]:
        boxes = self._boxes(self.move) if self.move is not None and self.path.is_shown else None
        if boxes is not None:  # the window may have another size now, and the cards another place
            self.path.move_to(*boxes)
        self.path.top_px = self.table.bars.bar.y + self.table.bars.bar.height
        return self.path.pictures()

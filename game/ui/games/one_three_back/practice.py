"""1-3 Back played for oneself: buttons and keys, menu, end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from game.message import msg, msg_n, msg_p
from game.play.game import Action
from game.rules.one_three_back import DECK, OneThreeBack
from game.rules.position import Position
from game.solver.answer import Verdict
from game.storage.files import StorageError
from game.storage.profile import SHOWN
from game.ui.drawing.theme import GOLD, QUIET
from game.ui.forms.panel import MenuItem, Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.games.one_three_back.hand import GridHand, GridKeyboard, PossibleMoves
from game.ui.games.one_three_back.scroll import GridScroll
from game.ui.games.one_three_back.view import ROWS, OneThreeBackView
from game.ui.table.assembly import GameTables, SettingRow
from game.ui.table.part import Part
from game.ui.table.practice import PracticeMode
from game.ui.table.result import best_lines
from game.ui.table.table import Table
from game.ui.table.tutorial import Tutorial

if TYPE_CHECKING:
    from game.play.summary import Totals
    from game.solver.service.messages import RequestFailed, SolveProgress, SolveResponse
    from game.ui.drawing.charts import Chart

MASTERLY, VERY_GOOD, GOOD, FAIR = 3, 6, 10, 15
"""Maximum number of stacks for each grade."""
MAX_ABOVE_PAR = 12
"""Distance from par from which games share a bar."""
PAR_S = 5.0
MORE_ROWS = msg("More rows")
OFFER = "one-three-back-rows"
"""Name of the offer of more rows in the profile."""


class OneThreeBackPractice(PracticeMode):
    """Practice mode of 1-3 Back."""

    def __init__(self, table: Table, hand: GridHand, is_fresh: bool) -> None:
        super().__init__(table, hand, is_fresh)
        self._moves, self._scroll = hand.moves, hand.scroll
        self._result: Panel | None = None
        self._par = Par(table, self._show_par)

    def parts(self) -> Sequence[Part]:
        question = [RowsQuestion(self.table, self.best_so_far)] if self._is_fresh else []
        return *super().parts(), self._par, *question

    def own_buttons(self) -> Sequence[Button]:
        return self._moves.buttons()

    def home_key(self) -> bool:
        self.table.say(msg("Nothing goes home here. V marks the possible moves."))
        return True

    def other_key(self, key: int, modifiers: int) -> None:
        super().other_key(key, modifiers)
        self._scroll.key(key)

    def own_entries(self) -> Sequence[MenuItem]:
        mark = self.entry(msg("Mark the moves"), "eye", "V", self._moves.toggle)
        return [mark, *self.undo_entries()[1:]]

    def menu_lines(self) -> Sequence[PanelLine]:
        best = self.best_so_far()
        return [] if best is None else [PanelLine(msg("Fewest stacks so far"), str(best))]

    def result_panel(self) -> Panel:
        stacks = self._moves.rules.stacks(self.table.game.position)
        title, advice = _praise(stacks)
        lines = [
            PanelLine(msg_p("a figure", "Stacks"), str(stacks), GOLD, is_bold=True),
            *best_lines(self.table),
        ]
        if self._par.fewest is not None:
            fewest, is_proven = self._par.fewest
            # Translators: The fewest stacks that can be reached in this deal; as in golf.
            lines.append(PanelLine(msg("Fewest possible") if is_proven else msg("Fewest known"), str(fewest)))
        lines.append(PanelLine(advice, "", QUIET))
        self._result = self.result(title, lines, has_undo=True)
        return self._result

    def _show_par(self) -> None:
        if self.table.panel is not None and self.table.panel is self._result:
            self.table.show_panel(self.result_panel())


def _praise(stacks: int) -> tuple[str, str]:
    """Grade for a number of stacks, and a tip for the next game."""
    if stacks == 1:
        return msg("One stack: a perfect game!"), msg("Every card on a single stack.")
    if stacks <= MASTERLY:
        title = msg_n("{count} stack left: masterly", "{count} stacks left: masterly", stacks)
        return title, msg("One stack can be reached in nearly every deal.")
    if stacks <= VERY_GOOD:
        title = msg_n("{count} stack left: very good", "{count} stacks left: very good", stacks)
        return title, msg("You can get down to one more often than you think.")
    if stacks <= GOOD:
        title = msg_n("{count} stack left: good", "{count} stacks left: good", stacks)
        return title, msg("Save a merge that a later one needs.")
    if stacks <= FAIR:
        title = msg_n("{count} stack left: fair", "{count} stacks left: fair", stacks)
        return title, msg("Three back keeps more options open than one back.")
    title = msg_n("{count} stack left", "{count} stacks left", stacks)
    return title, msg("Look at the stacks behind a hole before you make it.")


class RowsQuestion(Part):
    """Offers more rows once, before a game of a player who has finished one, where the window has room."""

    def __init__(self, table: Table, best_so_far: Callable[[], int | None]) -> None:
        self._table, self._best_so_far = table, best_so_far

    def on_first_frame(self) -> None:
        table, shown = self._table, self._table.context.profile.first_steps
        most = cast(OneThreeBackView, table.view).most_rows(table.area.space)
        is_free = table.panel is None and not table.context.settings.more_rows and OFFER not in shown
        if not is_free or most == ROWS or self._best_so_far() is None:
            return
        shown[OFFER] = SHOWN
        self._save()
        buttons = [
            Button(MORE_ROWS, "check", self._choose, is_strong=True),
            Button(msg("Keep three"), "close", table.close_panel),
        ]
        line = PanelLine(msg("This window has room for {count} rows, with smaller cards.", count=most))
        table.show_panel(Panel(msg("Show more rows?"), [line], buttons, escape=1))
        table.asked.deafen()  # who is dealing means the next press for a card

    def _choose(self) -> None:
        self._table.context.settings.more_rows = True
        self._save()
        self._table.close_panel()
        self._table.resize(self._table.canvas)

    def _save(self) -> None:
        with suppress(StorageError):  # then it is asked once more
            self._table.context.profile.save()


class Par(Part):
    """The fewest stacks possible in the deal, as far as the solver knows.

    It is requested once the deck is empty, so that the solver's process need not start earlier.
    """

    def __init__(self, table: Table, on_known: Callable[[], None]) -> None:
        """`on_known` is called once it is known."""
        self._table, self._on_known = table, on_known
        self._question: int | None = None
        self.fewest: tuple[int, bool] | None = None
        """So many, and whether that is proven."""

    def on_first_frame(self) -> None:
        self._ask_towards_the_end()

    def on_action(self, action: Action, before: Position) -> None:
        self._ask_towards_the_end()

    def _ask_towards_the_end(self) -> None:
        game, solver = self._table.game, self._table.context.solver
        if self._question is None and not game.position.piles[DECK]:
            from game.solver.service.messages import SolveRequest

            solver.warm(game.variant)
            question = SolveRequest(game.variant, PAR_S, game.deal.position)
            self._question = solver.ask(question, self._answered)

    def on_close(self) -> None:
        # Of a game that is over, the statistics still want to know.
        if not self._table.game.is_over:
            self._table.context.solver.cancel(self._question)

    def _answered(self, answer: SolveResponse | SolveProgress | RequestFailed) -> None:
        from game.solver.service.messages import SolveResponse

        if isinstance(answer, SolveResponse):
            self.fewest = answer.value, answer.verdict is not Verdict.GAVE_UP
            self._table.session.recorder.note_par(answer.value)
            self._on_known()


def _tutorial(rules: OneThreeBack) -> Tutorial:
    from game.ui.games import tutorials  # few are asked for

    return tutorials.one_three_back(rules)


def charts(totals: Totals) -> list[Chart]:
    """Games by stacks above par, as far as par is known."""
    from game.ui.drawing.charts import GAMES, Bars  # seen in the statistics only

    above = totals.above_par
    if not above:
        return []
    last = min(MAX_ABOVE_PAR, max(1, *above))
    heights = [0] * (last + 1)
    for stacks, games in above.items():
        heights[min(last, max(0, stacks))] += games
    labels: list[str] = [msg("fewest possible"), *(f"+{stacks}" for stacks in range(1, last + 1))]
    if max(above) > last:
        labels[-1] = msg_p("stacks above par", "more")
    return [Bars(msg("How close to perfect"), msg("stacks above the minimum"), GAMES, labels, heights)]


SETTINGS = (
    SettingRow(MORE_ROWS, msg("More than three if they fit"), "more_rows"),
    SettingRow(msg("Possible moves"), msg("Stacks that can be merged are marked; V"), "possible_moves"),
)
ONE_THREE_BACK = GameTables(
    OneThreeBackView,
    OneThreeBackPractice,
    GridHand,
    GridKeyboard,
    GridScroll,
    shown_parts=lambda table: [PossibleMoves(table), cast(GridScroll, table.area.places)],
    tutorial=_tutorial,
    settings=SETTINGS,
    charts=charts,
)

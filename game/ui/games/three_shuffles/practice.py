"""Three Shuffles and a Draw played for oneself: its buttons and keys, the shuffle, its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.message import Message, msg, msg_p
from game.play.game import Action
from game.rules.position import STOCK, Position
from game.rules.three_shuffles import ShufflesStatus, ThreeShuffles
from game.rules.variant import Outcome
from game.ui.drawing.theme import GOLD, QUIET, WARNING
from game.ui.forms.panel import MenuItem, Panel, PanelLine
from game.ui.forms.widgets import Button, Widget
from game.ui.games.three_shuffles.hand import FanHand
from game.ui.games.three_shuffles.notice import FanPlaces, ShuffleAnimation
from game.ui.games.three_shuffles.view import DEALS, ThreeShufflesView
from game.ui.table.assembly import GameTables, SettingRow
from game.ui.table.part import Part
from game.ui.table.practice import PracticeMode
from game.ui.table.result import best_lines
from game.ui.table.table import Table
from game.ui.table.tutorial import Tutorial

if TYPE_CHECKING:
    from game.play.summary import Totals
    from game.ui.drawing.charts import Chart

CARDS = 52


class ThreeShufflesPractice(PracticeMode):
    """Practice mode of Three Shuffles and a Draw."""

    has_redo = True

    def __init__(self, table: Table, hand: FanHand, is_fresh: bool) -> None:
        super().__init__(table, hand, is_fresh)
        self._rules, self._aces, self._moves_left = hand.rules, hand.aces, hand.moves_left
        self._shuffle = Button(msg_p("a button", "Shuffle"), "shuffle", self.shuffle, self._shuffle_refusal)

    def own_parts(self) -> Sequence[Part]:
        offer = ShuffleOffer(self.table, self._rules, self._shuffle)
        return [self._moves_left, ShuffleAnimation(self.table), self._aces, offer]

    @property
    def game_title(self) -> str:
        if self._rules.early:
            return msg("Three Shuffles and a Draw {deal} — shuffle any time", deal=self.deal_name)
        return msg("Three Shuffles and a Draw {deal}", deal=self.deal_name)

    @property
    def is_begun(self) -> bool:
        return not self._aces.were_all

    def own_buttons(self) -> Sequence[Button]:
        return [self._shuffle]

    def undo(self) -> None:
        self._aces.undo()

    def redo(self) -> None:
        self._aces.redo()

    # The shuffle ---------------------------------------------------------------------------------

    def _shuffle_refusal(self) -> Message | None:
        if (refusal := self.over_refusal()) is not None:
            return refusal
        return self._rules.stock_refusal(self.table.game.position)

    def shuffle(self) -> None:
        """Shuffles, or shows the moves that are left."""
        self.hand.move(STOCK)

    def means_otherwise(self, button: Widget) -> bool:
        if button is self._shuffle:
            self.shuffle()  # which shows the moves that are left
        return button is self._shuffle

    def own_entries(self) -> Sequence[MenuItem]:
        return [self.entry(msg_p("a menu", "Shuffle"), "shuffle", "S", self.shuffle)]

    # The end -------------------------------------------------------------------------------------

    def result_panel(self) -> Panel:
        game, position = self.game, self.game.position
        home, is_won = self._rules.home(position), game.outcome is Outcome.WON
        deal = msg(
            "{count} of {all}",
            count=DEALS - self._rules.shuffles_left(position),
            all=DEALS,
        )
        lines = [
            PanelLine(msg("Cards home"), msg("{count} of {all}", count=home, all=CARDS), GOLD, is_bold=True),
            PanelLine(msg("Won on deal") if is_won else msg_p("of three", "Deal"), deal),
            PanelLine(
                msg("The draw"),
                msg_p("the draw", "used") if position.counters[1] else msg_p("the draw", "not needed"),
            ),
            *best_lines(self.table, lambda count: msg("{count} of {all}", count=count, all=CARDS)),
        ]
        if not is_won:
            lines.insert(0, PanelLine(msg("No move is left, and you have used your draw."), "", QUIET))
        if self._rules.early:
            lines.append(PanelLine(msg("Shuffle any time"), "", QUIET))
        if is_won:
            return self.result(msg("All 52 cards are home!"), lines, has_undo=True)
        helps = msg("Save the draw for a card that goes home and lets others follow.")
        return self.result(msg("The game is lost"), lines, WARNING, helps, has_undo=True)


class ShuffleOffer(Part):
    """The button of the shuffle is strong when nothing else is left."""

    def __init__(self, table: Table, rules: ThreeShuffles, button: Button) -> None:
        self._table, self._rules, self._button = table, rules, button

    def on_layout(self) -> None:
        standing = self._rules.standing(self._table.game.position)
        self._button.is_strong = standing is ShufflesStatus.SHUFFLE_LEFT

    def on_action(self, action: Action, before: Position) -> None:
        self.on_layout()


def _tutorial(rules: ThreeShuffles) -> Tutorial:
    from game.ui.games import tutorials  # few are asked for

    return tutorials.three_shuffles(rules)


def charts(totals: Totals) -> list[Chart]:
    """Wins by the deal that brought them."""
    from game.ui.drawing.charts import GAMES, Bars  # seen in the statistics only

    counts = totals.won_figures.get("deal", Counter())
    won = [counts[deal] for deal in (1, 2, 3)]
    labels = [
        msg_p("deal", "first"),
        msg_p("deal", "second"),
        msg_p("deal", "third"),
        msg_p("deal", "not won"),
    ]
    heights = [*won, totals.with_result - sum(won)]
    return [Bars(msg("Deal of the win"), msg_p("unit of a chart", "deal"), GAMES, labels, heights)]


SETTINGS = (SettingRow(msg("Aces go home"), msg_p("aces home", "Automatically"), "aces_home"),)
THREE_SHUFFLES = GameTables(
    ThreeShufflesView,
    ThreeShufflesPractice,
    FanHand,
    places=FanPlaces,
    shown_parts=lambda table: [ShuffleAnimation(table)],
    tutorial=_tutorial,
    settings=SETTINGS,
    charts=charts,
)

"""Tutorial: says and shows what to do, move by move; Esc leaves it; nothing of it is saved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.message import msg
from game.play.deal import deal_position
from game.play.game import Action, Game
from game.rules import find_variant
from game.rules.position import STOCK, Move, Position
from game.rules.variant import Variant
from game.session.session import GuidedSession
from game.ui.cards.callout import Callout
from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import QUIET
from game.ui.forms.panel import Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.screen import Context
from game.ui.table.part import Mode, Part
from game.ui.table.table import Table

EDGE_PX = 6
NO_UNDO = msg("A tutorial has no undo: Esc leaves it.")


class GuidedStep(NamedTuple):
    """A move in the notation, and the sentence before it."""

    move: str
    sentence: str
    is_pointed: bool = False
    """Whether that speaks of the pointer: who plays by keys is told the keys instead."""


class Tutorial(NamedTuple):
    """A position as in a record, the moves from there, and the final sentence."""

    position: str
    steps: Sequence[GuidedStep]
    afterwards: Sequence[str]

    def session(self, context: Context, variant: Variant) -> GuidedSession:
        """The game from its beginning."""
        game = Game(deal_position(variant, variant.position_from_text(self.position)))
        moves = [variant.move_from_text(step.move) for step in self.steps]
        return GuidedSession(game, context.now_ns, moves)


class Guide(Part):
    """Says and shows the requested move; the clock is stopped."""

    def __init__(self, table: Table, session: GuidedSession, guided: Tutorial) -> None:
        self._table, self._session, self._guided = table, session, guided
        self._callout = Callout(table.context.pictures)
        self._is_end_due = True

    @property
    def holds_clock(self) -> bool:
        return True

    def on_first_frame(self) -> None:
        self._say()

    def on_action(self, action: Action, before: Position) -> None:
        self._say()

    def _say(self) -> None:
        if self._session.asked is not None:
            self._table.status.say_unasked(self._sentence)

    @property
    def _sentence(self) -> str:
        """What is said of the move that is asked for."""
        table, step, move = self._table, self._guided.steps[self._session.made], self._session.asked
        if not (table.uses_keys and step.is_pointed and move is not None):
            return step.sentence
        from game.play.heard_words import key_words  # few need it

        return key_words(table.variant, table.game.position, move)

    @property
    def is_animating(self) -> bool:
        return self._is_end_due and self._session.asked is None

    def update(self, step_s: float) -> None:
        table = self._table
        if not self.is_animating or table.spread.is_flying:
            return
        if table.game.is_over or self._session.next_play_out() is not None:
            self._is_end_due = False  # what follows is the end of any game
        elif table.panel is None:
            self._is_end_due = False
            table.show_panel(table.occasion.result_panel())

    def draw_above(self) -> Sequence[Picture]:
        move, table, session = self._session.asked, self._table, self._session
        if move is None:
            return ()
        marks = [table.marks.target(place, is_best=True) for place in self._places(move)[1:]]
        source = self._places(move)[0]
        steps = self._guided.steps
        beneath = msg("{number} of {all}  ·  Esc leaves", number=session.made + 1, all=len(steps))
        room = table.room.grown(-table.context.pictures.px(EDGE_PX))
        piles = enumerate(table.game.position.piles)
        cards = [self._pile_box(pile) for pile, cards in piles if cards]
        wanted = [box for box in self._places(move)[1:] for _ in range(3)]  # rather not over the target
        callout = self._callout.picture(
            self._sentence, beneath, source, room, cards + wanted, table.context.table
        )
        return [table.marks.selection(source), *marks, callout]

    def _places(self, move: Move) -> list[Box]:
        """Places of a move's cards, and their destination."""
        table = self._table
        if move == STOCK:
            return [table.spread.top_box(table.view.stock_pile)]
        return [table.run_box(move.source, move.count), table.spread.top_box(move.target)]

    def _pile_box(self, pile: int) -> Box:
        return self._table.spread.place_of(pile, 0).union(self._table.spread.top_box(pile))


class TutorialMode(Mode):
    """Mode of a tutorial."""

    def __init__(self, table: Table, guided: Tutorial) -> None:
        self._table, self._guided = table, guided
        table.bars.subtitle = msg("tutorial")

    @property
    def title(self) -> str:
        return msg("{game} — tutorial", game=self._table.variant.title)

    def buttons(self) -> Sequence[Button]:
        return [Button(msg("Back"), "back", self._table.context.back)]

    def escape(self) -> None:
        self._table.context.back()

    def undo(self) -> None:
        self._table.refuse(NO_UNDO)

    def redo(self) -> None:
        self._table.refuse(NO_UNDO)

    def result_panel(self) -> Panel:
        lines = [PanelLine(sentence) for sentence in self._guided.afterwards]
        buttons = [
            Button(msg("New game"), "new", self._new_game, is_strong=True),
            Button(msg("Start over"), "restart", self._start_over),
            Button(msg("Back"), "back", self._table.context.back),
        ]
        quiet = PanelLine(msg("F1 shows the rules and all keys at any table."), "", QUIET)
        return Panel(
            msg("That is {game}", game=self._table.variant.title), [*lines, quiet], buttons, escape=2
        )

    def _new_game(self) -> None:
        context, name = self._table.context, self._table.variant.name
        chosen, known = context.profile.options.get(name, ""), dict(self._table.view.tile_options).values()
        variant = find_variant(name, (chosen if chosen in known else "").split())
        context.navigation.table(context.next_deal(variant), is_fresh=True)

    def _start_over(self) -> None:
        name, context = self._table.variant.name, self._table.context
        context.back()
        context.navigation.guided(name)

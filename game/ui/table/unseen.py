"""Asks for cards of one's own deal that nobody had seen, as they turn up."""

from __future__ import annotations

from game.cards import NotationError
from game.message import joined, msg, msg_n, msg_p
from game.play.deal import UNSEEN, turned_up
from game.play.game import Action
from game.play.move_words import pile_name
from game.play.typed_deal import cards_in
from game.rules.position import Position
from game.session.session import Session
from game.storage.files import StorageError
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button
from game.ui.screen import Context
from game.ui.table.part import Part
from game.ui.table.table import Table


class UnseenCards(Part):
    """Asks which card has turned up, before it is drawn."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._asked: Position | None = None  # about which nothing more is to be asked

    def on_action(self, action: Action, before: Position) -> None:
        self.on_tick()  # at once: what is pressed in the same moment plays no card that has no name

    def on_tick(self) -> None:
        session = self._table.session
        position = session.game.position
        if position is self._asked or UNSEEN not in session.tags:
            return
        self._asked = position
        if turned_up(session.game.deal, session.tags, position):
            self._table.context.lay_over(NameCardScreen(self._table.context, session))


class NameCardScreen(FormScreen):
    """Asks for the cards that have turned up; the game goes on with them."""

    def __init__(self, context: Context, session: Session) -> None:
        game = session.game
        cards = turned_up(game.deal, session.tags, game.position)
        super().__init__(
            context, msg("Which card is it?") if len(cards) == 1 else msg("Which cards are they?")
        )
        self._session, self._count = session, len(cards)
        piles = [at for card in cards for at, pile in enumerate(game.position.piles) if card in pile]
        names = [pile_name(game.variant, at) for at in dict.fromkeys(piles)]
        self._field = TextField("", self.unsay)
        where = joined(", ", names)
        label = where.capitalised()
        hint = msg_n(
            "{count} card, such as 10♥ or KS", "{count} cards, the top one last, such as 10♥ KS", len(cards)
        )
        if len(names) > 1:
            # Translators: It follows the columns that have a card each to be named.
            label, hint = msg_p("a field", "Cards"), joined(", ", [where, msg("in this order")])
        self.panel.rows = [FormRow(label, hint, self._field, is_below=True)]
        self.panel.buttons = [
            Button(msg_p("a button", "Continue"), "play", self.enter, is_strong=True),
            Button(msg_p("the first screen", "Home"), "home", self.close),
        ]
        self.focus.begin_with(self._field)

    def close(self) -> None:
        """Leaves the game, which asks again when it is continued."""
        self.context.navigation.home()

    def enter(self) -> None:
        try:
            names = [placed.card for placed in cards_in(self._field.text)]
            found = [card for card in names if card is not None]
            if len(found) != self._count or len(names) != self._count:
                raise NotationError(
                    msg_n("name {count} card", "name {count} cards, one after the other", self._count)
                )
            self.context.navigation.table(self.context.sessions.with_named(self._session, found))
        except NotationError as wrong:
            self.refuse(msg("{reason}.", reason=str(wrong)).capitalised())
        except StorageError as error:
            reason = msg("The game cannot be saved: {reason}.", reason=str(error))
            self.context.navigation.home(reason)

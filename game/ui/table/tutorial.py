"""*Learn it*: asked of a new player; a game played move by move, each shown and explained at its card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from game.message import Message, joined, msg, msg_p
from game.play.deal import Difficulty, deal_position
from game.play.game import Action, Game
from game.play.move_words import pile_name
from game.play.played import DAILY
from game.rules import find_variant
from game.rules.options import options_to_text
from game.rules.position import STOCK, Position
from game.rules.variant import Variant
from game.session.session import GuidedSession
from game.storage.files import StorageError
from game.storage.profile import SHOWN
from game.ui.cards.marks import Callout
from game.ui.drawing.canvas import Picture
from game.ui.drawing.theme import QUIET
from game.ui.forms.panel import Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.screen import Context
from game.ui.table.hand import CardController
from game.ui.table.part import Mode, Part
from game.ui.table.playing import seen_page
from game.ui.table.table import Table

EDGE_PX = 6
"""A callout stays so far from the edges of the room."""
HAND_PX = 56
MAX_WRONG = 2
"""Number of wrong tries at a move after which the hand makes it."""
WAIT_S, GLIDE_S = 0.8, 0.9
"""Seconds that the hand waits at the card, and that its way to the place takes."""
NO_UNDO = msg("Nothing can be undone here. Esc leaves.")
LEARN_IT = msg("Learn it")
BY_CLICK = msg("Drag it there, or just click it.")
BY_TWO_CLICKS = msg("Drag it there, or click it and then its place.")


class GuidedStep(NamedTuple):
    """A move in the notation, and the sentence before it."""

    move: str
    sentence: Message
    is_pointed: bool = False
    """Whether that speaks of the pointer: who plays by keys is told the keys instead."""
    tells_way: bool = False
    """Whether the two ways to move a card are told after it, as they are set."""


class Tutorial(NamedTuple):
    """Rules, a position as in a record, the moves from there, and the final sentences."""

    variant: Variant
    position: str
    steps: Sequence[GuidedStep]
    afterwards: Sequence[Message]

    def session(self, context: Context) -> GuidedSession:
        """The game from its beginning."""
        game = Game(deal_position(self.variant, self.variant.position_from_text(self.position)))
        moves = [self.variant.move_from_text(step.move) for step in self.steps]
        return GuidedSession(game, context.now_ns, moves)


class Guide(Part, Mode):
    """Says and shows the requested move, and makes it after two wrong tries; no clock runs."""

    def __init__(
        self, table: Table, hand: CardController, session: GuidedSession, tutorial: Tutorial
    ) -> None:
        table.bars.subtitle = LEARN_IT
        self._table, self._hand, self._session, self.tutorial = table, hand, session, tutorial
        self._callout = Callout(table.context.pictures)
        self._is_end_due = True
        self._wrong = 0  # tries at the present move
        self._shown_s = 0.0  # since the hand has been there
        table.clock_holds.append(lambda: True)

    def on_first_frame(self) -> None:
        self._say(self._table.status.sentence)

    def on_action(self, action: Action, before: Position) -> None:
        self._wrong, self._shown_s = 0, 0.0
        self._say()

    def _say(self, shown: str = "") -> None:
        if self._session.asked is not None:
            self._table.status.say_unasked(shown, heard=self.sentence)  # the callout shows it

    @property
    def sentence(self) -> str:
        """Instruction for the move that is asked for."""
        table, step, move = self._table, self.tutorial.steps[self._session.made], self._session.asked
        if table.uses_keys and (step.is_pointed or step.tells_way) and move is not None:
            from game.play.heard_words import key_words  # few need it

            return key_words(table.variant, table.game.position, move)
        if step.tells_way:
            return joined(" ", [step.sentence, BY_CLICK if self._hand.plays_by_click else BY_TWO_CLICKS])
        return step.sentence

    def click(self, pile: int, index: int) -> bool:
        # The move is made when its pile is clicked, however many places the cards could go to.
        asked = self._session.asked
        if asked is None or asked.source != pile or index < 0 or not self._hand.plays_by_click:
            return False
        return self._table.act(asked)

    # Wrong tries ----------------------------------------------------------------------------------

    def correction(self, sentence: str) -> str:
        # A wrong try is told which card to take instead, unless every move is free.
        table, move = self._table, self._session.asked
        if move is None:
            return sentence
        self._wrong += 1
        if move == STOCK:
            return msg("Click {pile}.", pile=pile_name(table.variant, table.view.stock_pile))
        cards = table.game.position.piles[move.source][-move.count :]
        card, place = cards[0], pile_name(table.variant, move.target)
        if move.source == move.target:
            return msg("Click {card}.", card=card)
        if len(cards) == 1:
            # Translators: {card} is a card, and {place} a pile such as “column 3”.
            return msg("Take hold of {card}. It goes here: {place}.", card=card, place=place)
        if len(cards) == 2:
            return msg("Take hold of {card}; {other} comes along.", card=card, other=cards[1])
        return msg("Take hold of {card}; the cards on it come along.", card=card)

    @property
    def _is_hand_shown(self) -> bool:
        return self._wrong >= MAX_WRONG and self._session.asked is not None

    @property
    def is_animating(self) -> bool:
        return self._is_hand_shown or (self._is_end_due and self._session.asked is None)

    def update(self, step_s: float) -> None:
        table = self._table
        if self._is_hand_shown:
            self._shown_s += step_s
            asked = self._session.asked
            if asked is not None and self._shown_s >= WAIT_S + GLIDE_S * (table.speed > 0):
                table.asked.interrupt()
                table.act(asked)
        if table.cards.is_flying or not self._is_end_due or self._session.asked is not None:
            return
        if table.game.is_over or self._session.next_play_out() is not None:
            self._is_end_due = False  # what follows is the end of any game
        elif table.panel is None:
            self._is_end_due = False
            table.asked.deafen()
            table.show_panel(table.mode.result_panel())

    # Drawing --------------------------------------------------------------------------------------

    def draw_above(self) -> Sequence[Picture]:
        move, table, session = self._session.asked, self._table, self._session
        if move is None:
            return ()
        source, *targets = table.area.boxes_of(move)
        marks = [table.marks.target(place, is_best=True) for place in targets]
        count = len(self.tutorial.steps)
        beneath = msg("{number} of {all}  ·  Esc leaves", number=session.made + 1, all=count)
        room = table.area.room.grown(-table.context.pictures.px(EDGE_PX))
        piles = enumerate(table.game.position.piles)
        cards = [table.cards.run_box(pile) for pile, cards in piles if cards]
        wanted = [box for box in targets for _ in range(3)]  # rather not over the target
        callout = self._callout.picture(
            self.sentence, beneath, source, room, cards + wanted, table.context.table
        )
        return [table.marks.selection(source), *marks, callout, *self._hand_picture()]

    def _hand_picture(self) -> Sequence[Picture]:
        """The hand at the card, or on its way to the place."""
        asked, table = self._session.asked, self._table
        if not self._is_hand_shown or asked is None:
            return ()
        places = table.area.boxes_of(asked)
        places = places[:1] if asked.source == asked.target else places  # a card that is drawn stays there
        start, end = places[0].centre, places[-1].centre
        share = min(1.0, max(0.0, self._shown_s - WAIT_S) / GLIDE_S)
        share = share * share * (3 - 2 * share)
        picture = table.context.pictures.icon("hand", table.context.pictures.px(HAND_PX))
        tip = picture.get_width() / 3  # its finger
        at = start.x + (end.x - start.x) * share - tip, start.y + (end.y - start.y) * share
        return [(picture, (round(at[0]), round(at[1])))]

    # What a player may ask for -------------------------------------------------------------------

    @property
    def title(self) -> str:
        return msg("Learn {game}", game=self._table.variant.title)

    def buttons(self) -> Sequence[Button]:
        return [Button(msg_p("a button", "Back"), "back", self._table.context.back)]

    def escape(self) -> None:
        self._table.context.back()

    def undo(self) -> None:
        self._table.say(NO_UNDO)

    def redo(self) -> None:
        self._table.say(NO_UNDO)

    def result_panel(self) -> Panel:
        lines = [PanelLine(sentence) for sentence in self.tutorial.afterwards]
        buttons = [
            Button(msg("Play a real one"), "play", self._play, is_strong=True),
            Button(msg("Start over"), "restart", self._start_over),
            Button(msg_p("a button", "Back"), "back", self._table.context.back),
        ]
        quiet = PanelLine(msg("F1 shows the rules and all keys at any table."), "", QUIET)
        return Panel(
            msg("That is {game}", game=self._table.variant.title), [*lines, quiet], buttons, escape=2
        )

    def _play(self) -> None:
        context, name = self._table.context, self._table.variant.name
        known = [text for _, text in self._table.view.tile_options]
        variant = find_variant(name, context.profile.chosen_options(name, known).split())
        context.navigation.table(context.next_deal(variant), is_fresh=True)

    def _start_over(self) -> None:
        variant, context = self._table.variant, self._table.context
        context.back()
        context.navigation.go("tutorial", variant)


LEARNS = Difficulty.EASY
"""The difficulty of who is new; the first win offers more."""


class NewcomerQuestion(Part):
    """The question at one table, asked once; whoever comes to a table by its name is not asked."""

    def __init__(self, table: Table, has_played: Callable[[], bool]) -> None:
        """`has_played` returns whether the player has results of this game; it may take a while."""
        self._table, self._has_played = table, has_played
        self.question: Panel | None = None
        """The question, while it is asked."""
        self._is_seen = False
        table.clock_holds.append(lambda: self.question is not None)
        self._may_ask = table.context.program.asks_newcomers and not {DAILY, "problem"} & set(
            table.session.tags
        )

    def on_first_frame(self) -> None:
        self._is_seen = True
        self.on_layout()

    def on_layout(self) -> None:
        table = self._table
        if not (self._is_seen and self._may_ask) or table.is_dealing:
            return
        self._may_ask = False
        is_known = table.variant.name in table.context.profile.first_steps
        is_free = not (is_known or table.game.is_over or table.panel is not None)
        if is_free and not self._has_played():
            self._ask()

    def _ask(self) -> None:
        options = self._table.view.tile_options
        if options and not self._is_easiest:
            # Translators: A button; {option} is as “1 suit” or “draw 1”, the easiest there is.
            easy_word = msg("Easy: {option}", option=options[-1][0])
        else:
            easy_word = msg("Just play")
        buttons = [Button(easy_word, "play", self._sit_down)]
        if not self._is_as_easy_as_can_be:
            skips = Button(msg_p("a button", "Skip"), "close", self._close)
            keeps = Button(self._table.view.other_rules, "play", self._close)
            buttons.append(keeps if self._is_easiest else skips)
        lines = [PanelLine(seen_page(self._table).goal)]
        if self._table.context.navigation.has_tutorial(self._table.variant.name):
            buttons.insert(0, Button(LEARN_IT, "hint", self._learn))
            words = msg("“{button}” shows you how, move by move.", button=LEARN_IT)
            lines.append(PanelLine(words, "", QUIET))
        buttons[0].is_strong = True
        if explained := self._table.view.easy_words(easy_word):
            lines.append(PanelLine(explained, "", QUIET))
        self.question = Panel(msg("New here?"), lines, buttons, escape=len(buttons) - 1)
        self._table.status.clear()
        self._table.show_panel(self.question)
        self._table.session.pause()

    def on_panel(self, hid: bool) -> None:
        if self._table.panel is not self.question:
            self.question = None

    def _close(self) -> None:
        """The game goes on as it is."""
        if self._is_easiest:
            self._choose_easiest()
        self._keep()
        self.question = None
        self._table.close_panel()

    def _learn(self) -> None:
        """*Learn it*, over an easy game that waits for the player."""
        navigation, table = self._table.context.navigation, self._table
        easiest = table.variant if self._is_easiest else self._easiest
        self._sit_down()
        navigation.go("tutorial", easiest)

    @property
    def _is_easiest(self) -> bool:
        """Whether the table has the easiest rules of its game."""
        known = self._table.view.tile_options
        chosen = options_to_text(self._table.variant).split()
        return not known or set(known[-1][1].split()) <= set(chosen)

    @property
    def _is_as_easy_as_can_be(self) -> bool:
        """Whether the game at hand is what a new player would be given."""
        return self._is_easiest and not self._table.view.easy_settings

    @property
    def _easiest(self) -> Variant:
        options = self._table.view.tile_options
        return find_variant(self._table.variant.name, options[-1][1].split() if options else ())

    def _sit_down(self) -> None:
        """An easy deal by the easiest rules, which stay the player's choice until the first win."""
        table, context = self._table, self._table.context
        if self._is_as_easy_as_can_be:
            self._close()
            return
        self._choose_easiest()
        for setting in table.view.easy_settings:
            setattr(context.settings, setting, True)
        self._keep()
        table.session.abandon()
        if self._is_easiest:
            tags = {key: value for key, value in table.session.tags.items() if key != "started"}
            session = context.sessions.begin(Game(table.game.deal), tags)
        else:
            session = context.next_deal(self._easiest)
        context.navigation.table(session, is_fresh=True)

    def _choose_easiest(self) -> None:
        """Chooses the options offered by a tile until the first win."""
        profile, name = self._table.context.profile, self._table.variant.name
        options = self._table.view.tile_options
        if options:
            profile.options[name] = options[-1][1]
            profile.set_difficulty(name, LEARNS)

    def _keep(self) -> None:
        profile = self._table.context.profile
        profile.first_steps[self._table.variant.name] = SHOWN
        with suppress(StorageError):  # then it is asked once more
            profile.save()

"""A round of a tournament: before it whose turn it is, then the table of Rush with a running clock.

No pause, no hint, no redo, no second try. A card that the referee has still to name waits face down; what it
says is shown when it has come, and takes nothing out of the hand that may stay there. The round is begun when
the last second of three, two, one is over, and not before: until then one may turn back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pygame

from game.cards import card
from game.message import Message, joined, msg, msg_p, verbatim
from game.play.game import ControlAction, GameSnapshot, Playable
from game.play.phrases import listed, minutes, tenths
from game.rounds.asking import UNREACHABLE
from game.rounds.port import TIME_IS_OVER, Conditions, Referee, Turn
from game.rounds.session import RefereeChange, RoundSession, turned_words
from game.rules.position import Position
from game.rules.rush import Rush
from game.rules.variant import PileKind
from game.storage.profile import Settings
from game.ui.drawing.badges import badge_drawer
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET, TEXT, WARNING
from game.ui.drawing.words import BETWEEN_FACTS
from game.ui.forms.focus import ButtonScreen
from game.ui.forms.panel import Panel, PanelLine
from game.ui.forms.tree import Column, Gap, Held, Icon, Node, Row, Size, Text
from game.ui.forms.widgets import Button
from game.ui.games.rush import (
    ENDINGS,
    RushView,
    bonus_words,
    end,
    rush_card_size,
    rush_key,
    score_lines,
)
from game.ui.screen import Context
from game.ui.table.assembly import played
from game.ui.table.bars import Weight
from game.ui.table.hand import CardController, Selection
from game.ui.table.keyboard import KeyboardInput
from game.ui.table.last_minute import STRIP_PX, LastMinute, Race
from game.ui.table.part import Mode, Part
from game.ui.table.playing import ask, go_through
from game.ui.table.table import Table
from game.ui.table.view import BarValues
from game.ui.tournament.words import SAVE_AGAIN, conditions, fingerprint, tournament_name

WAITING_S, LISTENING_S = 0.02, 0.1
"""Poll intervals, while an answer is due and otherwise."""
TURNING = msg("The card is still being turned over.")
LEFT_ALONE = msg(
    "Come back and play with the time that is left. When it runs out, the round is scored as it stands."
)
NO_PAUSE = msg("A round cannot be paused: its clock keeps running.")
NO_REDO = msg("There is no redo in a tournament round.")
NO_HINT = msg("There is no hint in a tournament round.")
NO_FILES = msg("A round is saved automatically. Open or save other files after it.")


def round_table(context: Context, referee: Referee) -> Table:
    """Table of a started round; its clock is running."""
    session = referee.session
    assert session is not None, "the round was begun"
    variant = cast(Rush, session.game.variant)
    table = Table(context, session.game, RoundView(variant, referee), session)
    hand, last = CardController(table), list[Part]([LastMinute(table, variant.limit * 1000)])
    if isinstance(session, RoundSession):
        hand = RoundHand(table, session)
        last.append(Listening(table, hand, referee, session))
    lanes = Race(table, referee.rivals)
    if referee.conditions.players > 1:
        last.append(lanes)
    mode = Round(table, hand, variant, referee, lanes)
    table.bars.title, table.bars.subtitle = mode.of, referee.player
    return played(table, mode, hand, KeyboardInput(table, hand), last)  # nobody waits for cards to be dealt


class RoundView(RushView):
    """Shows the connection first, and no standstill while a card is unrevealed."""

    always_tells_time = True

    def __init__(self, variant: Rush, referee: Referee) -> None:
        super().__init__(variant)
        self._referee = referee

    def readings(self, game: GameSnapshot, settings: Settings) -> BarValues:
        found, connection = super().readings(game, settings), self._referee.connection
        if connection is None:
            return found
        return found._replace(facts=[*found.facts, connection])  # the last one gives way last

    def standstill(self, game: Playable) -> Message | None:
        tops = (pile[-1] for number, pile in enumerate(game.position.piles) if pile and number)
        return super().standstill(game) if all(top.face_up for top in tops) else None


class RoundHand(CardController):
    """Unrevealed cards cannot be picked up or be targets."""

    def __init__(self, table: Table, session: RoundSession) -> None:
        super().__init__(table)
        self._session = session

    def _is_unrevealed(self, pile: int, index: int) -> bool:
        unrevealed = self._session.prediction.unrevealed
        cards = self.table.game.position.piles[pile]
        return 0 <= index < len(cards) and cards[index].up in unrevealed

    def click(self, pile: int, index: int) -> None:
        if self.table.view.kind(pile) is not PileKind.STOCK and self._is_unrevealed(pile, index):
            self.table.refuse(TURNING)
        else:
            super().click(pile, index)

    def pick(self, pile: int, count: int, is_held: bool) -> bool:
        if self._is_unrevealed(pile, len(self.table.game.position.piles[pile]) - count):
            self.table.refuse(TURNING)
            return False
        return super().pick(pile, count, is_held)

    def send_home(self, pile: int, index: int) -> None:
        if self._is_unrevealed(pile, index):
            self.table.refuse(TURNING)
        else:
            super().send_home(pile, index)

    def picked_again(self, picked: Selection) -> None:
        """Finds the targets of picked cards again after the table has changed."""
        position, variant = self.table.game.position, self.table.variant
        self.picked = picked._replace(targets=variant.targets(position, picked.pile, picked.count))


class Listening(Part):
    """Shows the referee's messages and the state of the connection."""

    def __init__(self, table: Table, hand: RoundHand, referee: Referee, session: RoundSession) -> None:
        self._table, self._hand, self._referee, self._session = table, hand, referee, session
        self._told: tuple[str, str] | None = None
        self._is_over_told = False

    @property
    def next_tick_s(self) -> float | None:
        session = self._session
        return WAITING_S if session.waits or session.is_closing else LISTENING_S

    def on_tick(self) -> None:
        table, referee = self._table, self._referee
        before = table.game.position
        referee.poll()
        change = self._session.take_change()
        if change is not None:
            self._show(change, before)
        if referee.over is not None and not self._is_over_told:
            self._is_over_told = True
            table.say(referee.over, Weight.TROUBLE)
        if (said := referee.take_said()) is not None:
            table.say(said, Weight.TROUBLE)
        if (words := referee.connection) != self._told:
            self._told = words
            table.figures.changed()

    def on_close(self) -> None:
        if self._referee.session is not None:  # not for the page of the tournament
            self._referee.close()

    def _show(self, change: RefereeChange, before: Position) -> None:
        table, hand = self._table, self._hand
        position, picked = table.game.position, hand.picked
        keeps = picked is None or _cards(before, picked) == _cards(position, picked)
        if change.renamed or position is not before:
            if not keeps:
                table.asked.interrupt()
            table.cards.rename(change.renamed)
            table.cards.arrange(position, table.area.slots, keeps_held=keeps)
            if keeps and picked is not None:
                hand.picked_again(picked)
            if not table.game.is_over and (standstill := table.view.standstill(table.session.game)):
                table.status.say_unasked(standstill, Weight.STANDSTILL)
        if change.named or position.piles != before.piles:
            table.sounds.play("flip" if change.named else "place")
        if words := turned_words(change.named):
            table.status.say_unasked(words)
        table.figures.changed()
        if change.is_over:
            table.asked.interrupt()
            table.say("")
            table.ended()


def _cards(position: Position, picked: Selection) -> object:
    return position.piles[picked.pile][-picked.count :]


class Round(Mode):
    """A round played once."""

    def __init__(
        self, table: Table, hand: CardController, variant: Rush, referee: Referee, lanes: Race
    ) -> None:
        self._table, self._hand, self._variant, self._lanes = table, hand, variant, lanes
        self._referee, self._number = referee, referee.round_number
        self.of = msg("Round {number} of {rounds}", number=self._number, rounds=referee.conditions.rounds)

    @property
    def title(self) -> str:
        return joined(" — ", [self.of, self._referee.player])

    def go_back(self) -> None:
        """Leaves the table for the tournament; the clock keeps running."""
        self._referee.leave_round()
        self._table.context.navigation.tournament(self._referee, self._number)

    def buttons(self) -> Sequence[Button]:
        game = self._table.session.game
        return [
            Button(msg_p("a button", "Undo"), "undo", self.undo, game.undo_refusal),
            Button(msg_p("a button", "End"), "end", self.ask_end, game.end_refusal),
            Button(msg_p("a button", "Leave"), "home", self.escape, self._leave_refusal),
        ]

    def undo(self) -> None:
        go_through(self._table, ControlAction.UNDO)

    def redo(self) -> None:
        self._table.decline(NO_REDO)

    def pause(self) -> None:
        if not self._table.game.is_over:
            self._table.say(NO_PAUSE)

    def shortcut(self, key: int, modifiers: int) -> bool:
        command = modifiers & pygame.KMOD_CTRL
        if not command or key not in (pygame.K_s, pygame.K_o) or self._table.panel is not None:
            return False
        self._table.say(NO_FILES)
        return True

    def other_key(self, key: int, modifiers: int) -> None:
        if key == pygame.K_i and self._table.panel is None:
            self._table.decline(NO_HINT)
            return
        rush_key(self._table, self._hand, key, self.ask_end, self._lanes)

    def file_refusal(self) -> Message | None:
        return None if self._table.game.is_over else NO_FILES

    # Leaving -------------------------------------------------------------------------------------

    def _leave_refusal(self) -> Message | None:
        return msg("The round is over. Its result follows in a moment.") if self._table.game.is_over else None

    def escape(self) -> None:
        if refusal := self._leave_refusal():
            self._table.say(refusal)
            return
        lines = [
            PanelLine(msg("The clock keeps running without you, even when the window is closed.")),
            PanelLine(LEFT_ALONE, "", QUIET),
        ]
        leave = msg_p("a button", "Leave")
        ask(self._table, msg("Leave the table?"), lines, leave, "home", self.go_back)

    def can_close(self) -> bool:
        if self._table.game.is_over or self._table.panel is not None:
            return True
        self.escape()
        return False

    def ask_end(self) -> None:
        """Asks while the clock is running."""
        table = self._table
        bonus = self._variant.time_bonus(table.game.position, self._table.session.elapsed_ms)
        lines = [
            PanelLine(bonus_words(bonus)),
            PanelLine(msg("The clock keeps running meanwhile. A round is played only once."), "", QUIET),
        ]
        ask(table, msg("End this round?"), lines, msg("End the round"), "end", lambda: end(table))

    # The end -------------------------------------------------------------------------------------

    def result_panel(self) -> Panel:
        game, unsaved = self._table.game, self._referee.unsaved
        who = PanelLine(self._referee.player, "", TEXT, is_bold=True)
        lines = [who, *score_lines(self._variant, game), PanelLine(msg("Time used"), tenths(game.elapsed_ms))]
        buttons = [Button(msg_p("a button", "Continue"), "play", self._continue, is_strong=True)]
        if unsaved is not None:
            lines += [
                PanelLine(unsaved, "", WARNING),
                PanelLine(FREE_SPACE.with_parts(button=SAVE_AGAIN), "", QUIET),
            ]
            buttons.append(Button(SAVE_AGAIN, "save", self._try_again))
        return Panel(ENDINGS[game.outcome], lines, buttons, hides_cards=self._next_here is not None)

    @property
    def _next_here(self) -> Turn | None:
        """The next player of this round on this machine, who should not see its cards."""
        due = self._referee.due()
        return due[0] if due and due[0].number == self._number else None

    def _try_again(self) -> None:
        self._referee.save()
        self._table.show_panel(self.result_panel())

    def _continue(self) -> None:
        turn = self._next_here
        if turn is None:
            self.go_back()
        else:
            self._referee.leave_round()
            self._table.context.navigation.ready(self._referee, turn)


COUNT_FROM = 3
POLL_S = 0.02
"""Interval between checks whether a round that is being begun is there, in seconds."""
WARNED = msg("The clock starts when you see the cards and does not stop: no pause, no hint, no second try.")
MOST_NAMED = 7
LEANS = (14.0, 0.0, -14.0)
TOGETHER = msg(
    "All clocks start together when the countdown ends, and do not stop: no pause, no hint, no second try."
)
STARTED = msg("All clocks started together: {left} left of {limit}. You play with the time that is left.")
# Translators: {button} is “Try again to save”.
FREE_SPACE = msg("Free some space and press “{button}”. The round counts here already.")
TIMEOUT_NS = 15_000_000_000
"""So long a server's answer is waited for."""


LEAST_FAN = 0.2
"""Of a card's height: smaller cards are not shown."""


class ReadyScreen(ButtonScreen):
    """“Round 2 of 5 — Anna, ready?”"""

    def __init__(self, context: Context, referee: Referee, turn: Turn) -> None:
        super().__init__(context)
        self._referee, self._turn = referee, turn
        self._start = Button(msg_p("a button", "Start"), "play", self._count_down, is_strong=True)
        self._other = Button(msg("Someone else"), "restart", self._let_other)
        self._back = Button(msg_p("a button", "Back"), "back", self.escape)
        is_counting = (self._until_start_s or 0) > 0  # for all, whatever is pressed here
        self._since_ns = context.now_ns() if is_counting else None  # when the counting began
        self._is_beginning = False
        self._asked_ns = 0  # when the round was asked for
        self.count = COUNT_FROM + 1

    @property
    def title(self) -> str:
        return joined(" — ", [self._of, self._asked])

    @property
    def spoken_lines(self) -> Sequence[str]:
        if self._since_ns is not None:
            return [self._counted]
        return [tournament_name(self._referee), self._conditions, self._warned, *self._notes]

    @property
    def _played(self) -> Conditions:
        return self._referee.conditions

    @property
    def _conditions(self) -> str:
        return joined(BETWEEN_FACTS, conditions(self._played.game, self._played.rounds))

    @property
    def _notes(self) -> Sequence[str]:
        """Who else plays, unless they are many, and what may be known of the deck."""
        players = [row.player.label for row in self._referee.standings(self._turn.number - 1)]
        others = [player for player in players if player != self._turn.player]
        against = [msg("Against {players}", players=listed(others))] if 0 < len(others) <= MOST_NAMED else []
        return [*against, *fingerprint(self._referee.commitment(self._turn.number))]

    @property
    def _until_start_s(self) -> float | None:
        """Seconds until all clocks start, below 0 when they have; None where each starts by itself."""
        return self._referee.until_start_s(self._turn.number)

    @property
    def _warned(self) -> str:
        """Notice about the clocks, to be read before the start."""
        until_s, limit_s = self._until_start_s, self._played.game.limit
        if until_s is None:
            return WARNED
        if until_s > 0:
            return TOGETHER
        return STARTED.with_parts(left=minutes(max(0, limit_s + until_s)), limit=minutes(limit_s))

    @property
    def _asked(self) -> str:
        return msg("{player}, ready?", player=self._turn.player)

    @property
    def _of(self) -> str:
        return msg("Round {number} of {rounds}", number=self._turn.number, rounds=self._played.rounds)

    def default_button(self) -> Button | None:
        # Who presses Enter twice does not wish to turn back.
        return super().default_button() if self._since_ns is None else None

    def _let_other(self) -> None:
        """Asks the next of those who have a round to play, for whoever is not at hand."""
        due = self._referee.due()
        at = due.index(self._turn) if self._turn in due else -1
        self._turn = due[(at + 1) % len(due)]
        self.changed()

    def escape(self) -> None:
        """Turns back; nobody has seen anything."""
        self._referee.leave_round()
        self.context.navigation.tournament(self._referee, self._turn.number - 1)

    def begin_at_once(self) -> None:
        """Comes to a round whose clock is running: nothing is counted down."""
        self._since_ns, self.count = self.context.now_ns(), 0
        self.changed()
        self._begin()

    @property
    def _counted(self) -> str:
        """Countdown text; “…” when resuming."""
        return verbatim(str(self.count) if self.count else "…")

    # Counting ------------------------------------------------------------------------------------

    def _count_down(self) -> None:
        if self._until_start_s is not None:
            self.begin_at_once()
            return
        self._since_ns = self.context.now_ns()
        self.focus.go_to(None)
        self.say("")
        self.on_tick()

    @property
    def _left_s(self) -> float:
        if (until_s := self._until_start_s) is not None:
            return until_s
        assert self._since_ns is not None
        return COUNT_FROM - (self.context.now_ns() - self._since_ns) / 1e9

    @property
    def next_tick_s(self) -> float | None:
        if self._is_beginning:
            return POLL_S
        if self._since_ns is None and self._until_start_s is None:
            return None
        return max(0.0, self._left_s % 1) + 0.001

    def on_tick(self) -> None:
        if self._is_beginning:
            self._look()
            return
        if self._since_ns is None:
            self.changed()  # the time that is gone
            return
        left = -int(-self._left_s // 1)
        if left <= 0:
            self._begin()
        elif left != self.count:
            self.count = left
            if left <= COUNT_FROM:
                self.context.sounds.play("tick", self.context.now_ns())
            self.changed()

    def _begin(self) -> None:
        self._is_beginning, self._asked_ns = True, self.context.now_ns()
        self._referee.begin(self._turn)
        self._look()

    def _look(self) -> None:
        """Sits down when the round is there, or says why it will not be."""
        referee, navigation = self._referee, self.context.navigation
        referee.poll()
        session = referee.session
        if session is not None and session.game.is_over:
            referee.leave_round()
            navigation.tournament(referee, sentence=TIME_IS_OVER)
        elif session is not None:
            navigation.round(referee)
        elif (refused := referee.refused or referee.over) is not None:
            self._refused(refused)
        elif self.context.now_ns() - self._asked_ns > TIMEOUT_NS:
            referee.leave_round()
            self._refused(UNREACHABLE)

    def _refused(self, sentence: str) -> None:
        self._since_ns, self.count, self._is_beginning = None, COUNT_FROM + 1, False
        self.say(sentence)

    # Looks ---------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        # At this size they are drawn while one reads, so that the first look costs nobody time.
        has_lanes = self._played.players > 1 and self.context.settings.race_line
        strip_px = STRIP_PX if has_lanes and not self.context.is_heard else 0
        pictures = self.context.pictures
        pictures.set_card_size(*rush_card_size(pictures, self.canvas.size, strip_px))
        super().lay_out()

    def column(self, size: tuple[int, int]) -> Box:
        px = self.context.pictures.px
        return Box(px(24), px(28), size[0] - px(48), size[1] - px(56))

    def tree(self) -> Node:
        is_counting = self._since_ns is not None
        about = [Text(self._conditions, "small", QUIET, align=0.5)]
        about += [Text(note, "small", QUIET, align=0.5) for note in self._notes]
        shown: list[Node] = []
        if is_counting:
            shown = [Gap(0, grows=1), Text(self._counted, "huge", GOLD, True, align=0.5), Gap(0, grows=1)]
        elif not self.context.is_large:  # large letters take its place, so that *Start* is seen at once
            shown = [Fan()]
        asked = Text(self._turn.player if is_counting else self._asked, "large", GOLD, True)
        told, colour = self._warned, QUIET if is_counting or self._until_start_s is None else GOLD
        if self.sentence:
            told, colour = self.sentence, WARNING
        others = [self._other] if len(self._referee.due()) > 1 else []
        buttons = [self._back] if is_counting else [self._start, *others, self._back]
        row = Row([Held(button, 48) for button in buttons], 10, align=0.5)
        self.foot = Column([row, Gap(0, grows=1)], grows=1)
        rows: list[Node] = [
            Column([Text(tournament_name(self._referee), "large", bold=True, align=0.5), *about]),
            Column(shown, grows=3),
            Column(
                [
                    Text(self._of, "title", bold=True, align=0.5),
                    Row([*self._badge, asked], 10, align=0.5),
                    Text(told, colour=colour, align=0.5, least=2),
                ],
                6,
            ),
            Gap(0, grows=1),
            self.foot,
        ]
        return Column(rows, 10)

    @property
    def _badge(self) -> list[Node]:
        """Badge beside the player's name in the standings, if there is one."""
        players = [row.player for row in self._referee.standings(self._turn.number - 1)]
        at = next((at for at, player in enumerate(players) if player.label == self._turn.player), None)
        return [] if at is None else [Icon(badge_drawer([player.name for player in players], at), 28)]


class Fan(Node):
    """Three cards, face down, fanned, where there is room for them."""

    grows = 1.0

    def measure(self, pictures: Pictures, width: float) -> Size:
        return 0, 0

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        back, (x, y) = pictures.card(card("AC").down), self.box.centre
        scale = min(1.6, 0.8 * self.box.height / back.get_height())
        for place, lean in enumerate(LEANS if scale > LEAST_FAN else ()):
            turned = pictures.made(
                ("ready", lean, round(scale * 1000)),
                lambda lean=lean: pygame.transform.rotozoom(back, lean, scale),  # type: ignore[misc]
            )
            aside, below = (place - 1) * back.get_width() * 0.42, abs(place - 1) * back.get_height() * 0.05
            surface.blit(turned, turned.get_rect(center=(round(x + aside * scale), round(y + below * scale))))

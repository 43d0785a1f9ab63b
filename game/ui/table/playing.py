"""Game in play: its clock, 3-2-1 after a pause, its end and problems, presses then, its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.message import joined, msg, msg_p, verbatim
from game.play.game import MAX_MS, Action, ControlAction, GameSnapshot
from game.play.played import DAILY, compared_by
from game.rules.position import Position
from game.storage.profile import COUNTDOWN, FIRST_CLICK
from game.ui.drawing.theme import GOLD, QUIET
from game.ui.forms.panel import Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.table.bars import Weight
from game.ui.table.part import Part
from game.ui.table.table import Table
from game.ui.table.view import SeenPage


def let_time_pass(table: Table) -> None:
    """Has play time pass from now on, unless something at the table stops it."""
    is_covered = table.panel is not None and (table.hides_cards or not table.view.is_timed)
    if not (table.is_dealing or is_covered or any(holds() for holds in table.clock_holds)):
        table.session.start()


def go_through(table: Table, action: ControlAction, times: int = 1) -> None:
    """Takes back as many moves as belong together, or brings them back."""
    table.asked.interrupt()
    table.say("")
    table.cards.finish()
    game = table.session.game
    refusal = game.undo_refusal if action is ControlAction.UNDO else game.redo_refusal
    for number in range(times):
        if (number and refusal() is not None) or not table.act(action):
            return


def ask(
    table: Table,
    question: str,
    lines: Sequence[PanelLine],
    word: str,
    icon: str,
    do: Callable[[], None],
    hides_cards: bool = False,
) -> None:
    """Asks before something is done that the player may not mean."""
    buttons = [Button(msg("Keep playing"), "play", table.close_panel, is_strong=True), Button(word, icon, do)]
    table.show_panel(Panel(question, lines, buttons, hides_cards=hides_cards))


def ask_from_menu(
    table: Table,
    question: str,
    sentences: Sequence[str],
    word: str,
    icon: str,
    do: Callable[[], None],
    back: Callable[[], None],
) -> None:
    """Asks with the cards still hidden; whoever does not mean it goes `back` to the menu."""
    lines = [PanelLine(sentence) for sentence in sentences]
    buttons = [Button(word, icon, do, is_strong=True), Button(msg_p("a button", "Cancel"), "close", back)]
    hides_cards = table.view.is_timed
    table.show_panel(Panel(question, lines, buttons, hides_cards=hides_cards, escape=1, chosen=1))


def result_line(game: GameSnapshot) -> PanelLine:
    """The number that a game ends with, and what it counts."""
    variant = game.variant
    unit = verbatim(variant.unit.full).capitalised()
    return PanelLine(unit, str(variant.result(game.position)), GOLD, is_bold=True)


COUNTED_S = 3
WAITS = msg("The clock starts with your first click or key.")
WAITS_FOR_MOVE = msg("The clock starts with your first move.")
"""For who listens, and has to ask by keys what lies there."""
TOUCHES = (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN)


class ResumeDelay(Part):
    """Holds the clock of one table each time that its cards come back."""

    def __init__(self, table: Table, goes_on: bool) -> None:
        """`goes_on` if the game was started earlier."""
        self._table = table
        self._was_heard = table.context.is_heard
        self._is_due = goes_on or self._waits_first
        self._waits = False  # for a click or a key
        self._holds_clock = lambda: self._waits
        table.clock_holds.append(self._holds_clock)
        table.asked.begin_clock = self._release
        self._counter: Panel | None = None
        self._goes = False  # whether the counter is being closed
        self._ends_ns = 0
        self._shown_s = 0

    @property
    def _begins(self) -> str:
        """Way the clock starts; a listening player gets no countdown: cards are not heard at a glance."""
        context = self._table.context
        begins = context.settings.clock_begins
        return FIRST_CLICK if context.is_heard and begins == COUNTDOWN else begins

    @property
    def _waits_first(self) -> bool:
        """Whether a new game waits, too; the deals of a day are the same for everybody."""
        return self._begins == FIRST_CLICK and DAILY not in self._table.session.tags

    # When the cards come back -----------------------------------------------------------------------

    def on_covered(self) -> None:
        self._is_due = self._shows_cards_next and not self._table.is_dealing

    @property
    def _shows_cards_next(self) -> bool:
        """Whether no other panel hides the cards than that of the countdown."""
        return self._table.panel is None or self._table.panel is self._counter

    def on_layout(self) -> None:
        if self._is_due and self._shows_cards_next:
            self._is_due = False
            self._begin()

    def on_panel(self, hid: bool) -> None:
        if self._table.panel is not self._counter:
            self._counter = None
        if hid and self._table.panel is None and not (self._goes or self._table.is_dealing):
            self._begin()

    def _begin(self) -> None:
        table, begins = self._table, self._begins
        is_held = any(holds() for holds in table.clock_holds if holds is not self._holds_clock)
        if is_held or table.game.is_over or table.game.is_solved:
            return
        if begins == FIRST_CLICK:
            self._waits = True
            table.session.pause()
            table.status.say_unasked(WAITS, heard=WAITS_FOR_MOVE if table.context.is_heard else "")
        elif begins == COUNTDOWN:
            self._ends_ns = table.context.now_ns() + COUNTED_S * 1_000_000_000
            self._count(COUNTED_S)

    # The first click ----------------------------------------------------------------------------------

    def on_event(self, event: pygame.event.Event) -> bool:
        is_meant = event.type == pygame.MOUSEBUTTONDOWN or not self._table.context.is_heard
        table = self._table
        if self._waits and event.type in TOUCHES and is_meant and not (table.panel or table.is_dealing):
            self._release()
        return False

    def _release(self) -> None:
        if self._waits:
            self._waits = False
            if self._table.status.sentence == WAITS:
                self._table.say("")
            let_time_pass(self._table)

    # The countdown ------------------------------------------------------------------------------------

    @property
    def next_tick_s(self) -> float | None:
        if self._counter is None:
            return None
        left_s = (self._ends_ns - self._table.context.now_ns()) / 1e9
        return max(0.0, left_s - (self._shown_s - 1)) + 0.001

    def on_tick(self) -> None:
        if self._table.context.is_heard and not self._was_heard:  # a reader has come to the first cards
            self._was_heard = True
            if self._waits_first and not self._table.session.game.entries and self._table.panel is None:
                self._begin()
        if self._counter is None:
            return
        left_s = -((self._table.context.now_ns() - self._ends_ns) // 1_000_000_000)
        if left_s <= 0:
            self._go()
        elif left_s != self._shown_s:
            self._count(left_s)

    def on_end(self) -> None:
        if self._counter is not None:
            self._go()

    def _count(self, left_s: int) -> None:
        self._shown_s = left_s
        now = Button(msg_p("a button", "Start now"), "play", self._go, is_strong=True)
        lines = [PanelLine(msg("The clock starts again."), "", QUIET)]
        back = self._table.mode.escape if self._table.mode.is_practice else self._go
        self._counter = Panel(f"{left_s}…", lines, [now], hides_cards=True, back=back)
        self._table.show_panel(self._counter)
        self._table.sounds.play("tick")

    def _go(self) -> None:
        """The cards are shown, and time passes."""
        self._goes, self._counter = True, None
        self._table.close_panel()
        self._goes = False


AWAY = (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)


class GameMonitor(Part):
    """Watches the game's time, standstill and problems."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._has_arrived = False

    def on_event(self, event: pygame.event.Event) -> bool:
        is_left = event.type == pygame.WINDOWFOCUSLOST and self._table.context.settings.pause_unfocused
        if event.type in AWAY or (is_left and self._table.session.is_running):
            self._table.mode.pause()
        return event.type in AWAY

    # Time passes while the cards are seen -------------------------------------------------------------

    def on_layout(self) -> None:
        if not self._has_arrived:
            self._has_arrived = True
            self._tell_standstill()
        let_time_pass(self._table)

    def on_panel(self, hid: bool) -> None:
        # Against a limit, whoever sees the cards can think.
        table = self._table
        if table.hides_cards or (table.panel is not None and not table.view.is_timed):
            table.session.pause()
        else:
            let_time_pass(table)

    def on_covered(self) -> None:
        self._table.session.pause()

    @property
    def next_tick_s(self) -> float | None:
        session = self._table.session
        elapsed_ms = session.elapsed_ms
        if not session.is_running or elapsed_ms == MAX_MS:
            return None
        return (1000 - elapsed_ms % 1000) / 1000 + 0.001

    def on_tick(self) -> None:
        table, session = self._table, self._table.session
        if session.is_running:
            session.write_clock()
            if session.end_if_time_is_up():
                table.asked.interrupt()
                table.say("")  # of what was said last, nothing holds any more
                table.ended()
        if session.warning is not None:
            table.say(joined(" ", filter(None, [session.warning, self._standstill()])), Weight.TROUBLE)
            session.warning = None
            table.figures.changed()  # they tell how much is not saved

    def status_facts(self) -> Sequence[tuple[str, str]]:
        unwritten = self._table.session.recorder.unwritten
        # Translators: a label; so many moves could not be written to the disk yet.
        return [(msg("Not saved"), str(unwritten))] if unwritten else []

    # Standstill ---------------------------------------------------------------------------------------

    def on_action(self, action: Action, before: Position) -> None:
        if self._table.panel is None:  # what ended the game may have been taken back
            let_time_pass(self._table)
        self._tell_standstill()

    def _tell_standstill(self) -> None:
        if words := self._standstill():
            self._table.status.say_unasked(words, Weight.STANDSTILL)

    def _standstill(self) -> str:
        game = self._table.session.game
        return "" if game.is_over else self._table.view.standstill(game) or ""


def seen_page(table: Table) -> SeenPage:
    """Goal, rules, controls and strategy at this table."""
    return table.view.page.seen(_options(table))


def open_rules(table: Table) -> None:
    """Shows the rules of the game at this table; the clock of a round goes on."""
    table.context.navigation.go("rules", table.variant, _options(table))


def _options(table: Table) -> frozenset[str]:
    """Options of the rules and of the table (see `Page.seen`)."""
    options = compared_by(table.variant, table.session.tags if table.is_played else {}).split()
    mirrored = ("mirrored",) if table.context.settings.left_handed else ()
    practice = ("practice",) if table.mode.is_practice else ()
    return frozenset((*options, *mirrored, *practice))


DEAF_NS = 800_000_000
"""Time in which a new result takes no press."""
RELEASED_NS = 5_000_000_000
"""Time after which everything counts as released: an input method may keep the release of a key to itself."""
TAKEN = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN, pygame.MOUSEWHEEL)


class EndShield(Part):
    """Takes all presses while the table is deaf: for a while, and until nothing is held any more."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._until_ns: int | None = None
        table.asked.deafen = self._begin

    def _begin(self, more_s: float = 0.0) -> None:
        self._until_ns = self._table.context.now_ns() + DEAF_NS + round(more_s * 1e9)

    def on_event(self, event: pygame.event.Event) -> bool:
        if self._until_ns is None or event.type not in TAKEN:
            return False
        context = self._table.context
        late_ns = context.now_ns() - self._until_ns
        if late_ns >= RELEASED_NS or (late_ns >= 0 and not context.program.holds_anything()):
            self._until_ns = None
        return self._until_ns is not None

"""The program in its window: the loop, the top screen, and navigation between screens.

Simulation runs in fixed steps of 1/120 s, drawing interpolates between them at the display's own rate, and
nothing is drawn, and no time spent, while nothing moves.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.language import Translator
from game.message import msg, msg_p
from game.play.slices import SLICE_NS
from game.session.daily import Dealer, is_of_its_day
from game.session.sessions import SessionFactory
from game.storage.files import StorageError
from game.storage.library import Library
from game.storage.profile import Players, Profile, SystemWishes, load_profile
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.drawings import AssetError
from game.ui.drawing.scroll import Page
from game.ui.drawing.theme import felt_of
from game.ui.hands import Hands
from game.ui.navigation import Navigation
from game.ui.screen import NO_CODE, Context, Look, Player, Program, Screen, Ways
from game.ui.spoken import ScreenDescription, closed
from game.ui.window.services import Services
from game.ui.window.window import LOST, Window

if TYPE_CHECKING:
    from game.rules.variant import Variant
    from game.ui.narrator import Narrator
    from game.ui.reader import ScreenReader

STEP_S = 1 / 120
MAX_FRAME_S = 0.1
"""After a longer pause, motion continues from where it was instead of jumping."""
MAX_WAIT_S = 600.0
IDLE_NS = 1_500_000_000
"""Time without motion after which the canvas lets go of what only motion needs."""
SEAT_S = 0.5
"""Poll interval for a seat whose player is elsewhere in the program."""


def _player(players: Players, dealer: Dealer, services: Services) -> Player:
    profile = load_profile(players.folder / "profile.json")
    library = Library(players.folder, players.path.parent, partial(is_of_its_day, dealer))
    tags = partial(_table_tags, profile)
    return Player(profile, library, SessionFactory(library, dealer, services.now_ns, services.utc_now, tags))


def _table_tags(profile: Profile, variant: Variant) -> Mapping[str, str]:
    """Record tags for table options (Spider: automatic removal)."""
    key, _, value = variant.table_option.partition("=")
    return {key: value} if key and profile.settings.remove_suits else {}


class App:
    """Runs screens in a window until the last one is left."""

    def __init__(self, window: Window, folder: Path, services: Services = Services()) -> None:
        """`folder` holds the games and profiles of all who play at this machine."""
        self.window = window
        self._now_ns = services.now_ns
        self._screens: list[Screen] = []
        self._canvas = Canvas(window.surface)
        self._size = window.surface.get_size()
        self.page: Page | None = None
        """Page of the screen on top if it needs more room than the window has."""
        self._shown: Screen | None = None  # which was laid out last
        self.is_over = False
        """Whether the program ends after this frame."""
        self._last_ns = self._now_ns()
        self._owed_s = 0.0
        self._rests_ns = 0  # from when on nothing has moved for a while
        self._is_moving = False  # whether something moved in the last frame, and will in the next
        self._title = ""
        self._clicked_ns: int | None = None  # when a click was taken last
        self._narrators: list[Narrator] = []
        if services.narrate is not None:
            self._narrators.append(_narrator(services.narrate, self._language))
        self._voice = voice = services.voice
        if voice is not None:
            speak = voice.speak
            self._narrators.append(_narrator(lambda line: speak(line, self._language().code), self._language))
        self.reader: ScreenReader | None = None
        """View of the window for a screen reader; None until one asks for it."""
        self._unheard, self._is_told = "", False  # what was told last, and whether by the last event
        self._hears_reader = False  # whether a screen reader is told of what happens
        self._ask_wishes, self._wishes = services.ask_wishes, SystemWishes()
        self._is_away = False  # whether another window has the keyboard
        self._has_left = False  # whether screens were left that may still be in memory
        self._has_freed = False  # whether memory may be free that the system could have back
        self.context = self._context(folder, services)
        self.context.is_heard = bool(self._narrators)
        self.hands = Hands(window, self.context, lambda: self.screen)
        """Input from the player's devices."""
        self.context.pictures.use_system_fonts(services.system_fonts(self.window.wake))

    def _context(self, folder: Path, services: Services) -> Context:
        """Returns the parts of the program that screens may use."""
        assets = services.assets
        players, dealer = (
            Players(folder),
            Dealer(services.random_number, lambda: services.catalogue(assets.folder / "deals")),
        )
        solver = services.solver(self.window.wake)
        player = _player(players, dealer, services)
        program = Program(
            services,
            self.window,
            services.sounds(assets.folder / "sounds", player.profile.settings),
            solver,
            dealer,
            players,
            Navigation(lambda: self.context, self._leave_all, self.open, lambda: self.screen),
            Ways(self.open, self.back, self.quit, self._hear, self.play_as),
        )
        return Context(program, player, Look(services.pictures(assets), SystemWishes()))

    def play_as(self, player: str) -> None:
        """Leaves all for the home screen of another player of this machine."""
        self._leave_all()
        context, program = self.context, self.context.program
        program.leave_seat(None)
        context.library.close()
        program.players.playing = player
        with suppress(StorageError):  # then the one before is there again at the next start
            program.players.save()
        playing = _player(program.players, program.dealer, program.services)
        self.context = Context(program, playing, context.look)
        program.sounds.obey(self.context.settings)
        self.go_home()

    # The ways between screens ---------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        """The screen on top."""
        return self._screens[-1]

    def go_to(self, screen: Screen) -> None:
        """Leaves all screens for this one."""
        self._leave_all()
        self.open(screen)

    def open(self, screen: Screen) -> None:
        """Lays a screen over the present one."""
        if self._screens:
            self.screen.on_covered()
        self._screens.append(screen)
        self._show_top()

    def back(self, sentence: str = "") -> None:
        """Returns to the screen beneath, which says `sentence`."""
        self._screens.pop().on_close()
        self._has_left = True
        if self._screens:
            self._show_top()
            if sentence:
                self.screen.say(sentence)
        else:
            self.quit()

    def go_home(self) -> None:
        """Leaves all screens for the home screen."""
        self.context.navigation.home()

    def quit(self) -> None:
        """Ends the program after this frame; where friends still play at this machine it is asked first."""
        self.is_over = not self._screens or self.context.navigation.leave_evening()

    def _leave_all(self) -> None:
        if not self._screens:
            return
        while self._screens:
            self._screens.pop().on_close()
        self._has_left = True

    def _show_top(self) -> None:
        surface = self.window.surface
        self.context.choose_cards()
        refusal = ""
        try:
            self.context.choose_language()
        except StorageError as error:
            refusal = closed(str(error))
        before_px, self._size = self._size, surface.get_size()
        self.window.cover_growth(before_px, felt_of(self.context.table).edge)
        needed = self.screen.page_size(self._size)
        before = self.page if self._shown is self.screen else None
        self.page = None
        if needed != self._size:
            self.page = Page(surface, needed, self.context.pictures, before, self.screen.foot_px)
        surface = surface if self.page is None else self.page.surface
        self._shown = self.screen
        if surface is self._canvas.surface and surface.get_size() == self._canvas.size:
            self._canvas.damage()
        else:
            self._canvas = Canvas(surface, self._size)
        self.screen.resize(self._canvas)
        if refusal:
            self.screen.say(refusal)
        self.screen.is_stale = True
        self._name_window()

    def _name_window(self) -> None:
        title = self.context.pictures.language.translate(self.screen.title)
        if title != self._title:
            self._title = title
            self.window.set_title(title)

    # The loop ------------------------------------------------------------------------------------

    def run(self, after_first_frame: Callable[[], None] = lambda: None) -> None:
        """Runs until the player leaves.

        Raises:
            CrashError: the program has failed; everything is left and closed.
            AssetError: a file of the program cannot be read.
        """
        with ExitStack() as closing:  # each of them, the last one first, whatever becomes of another
            closing.callback(self.window.close)
            closing.callback(self.context.solver.close)
            closing.callback(lambda: self.context.program.leave_seat(None))
            closing.callback(self._leave_all)
            try:
                self._loop(after_first_frame)
            except AssetError:
                raise
            except Exception as error:
                from game.storage.crash import CrashError  # there is time now

                raise CrashError(self.context.library.on_table) from error

    def _loop(self, after_first_frame: Callable[[], None]) -> None:
        self.frame()
        self.context.program.has_been_seen = True
        after_first_frame()
        pace = pygame.time.Clock()
        while not self.is_over:
            wait_s = 0.0 if self._is_moving else self._wait_s()
            # What somebody waits for comes before what is done ahead of need.
            if self._is_moving or (wait_s and self._prepare()):
                pace.tick(self.window.frames_per_s)
                self.frame()
            else:
                self.frame(may_have_input=self.hands.wait(wait_s, self._is_away))

    def _prepare(self) -> bool:
        """Does something ahead of need while nothing moves; False when there is nothing left."""
        if self.context.pictures.load_next():
            self._has_freed = True  # each is made of others
            return True
        until_ns = self._now_ns() + SLICE_NS
        while self.context.library.prepare():
            if self._now_ns() >= until_ns:
                return True
        if self._has_freed:
            from game.ui.window.desktop import give_back  # there is time now

            self._has_freed = False
            give_back()
        return False

    def _wait_s(self) -> float:
        rest_s, solver_s = self.context.sounds.rest(self._now_ns()), self.context.solver.next_tick_s
        seat_s = None if self.context.program.left_seat is None else SEAT_S
        let_go_s = (self._rests_ns - self._now_ns()) / 1e9 if self._canvas.can_let_go else None
        held_s = self.hands.next_tick_s
        waits = [self.screen.next_tick_s, rest_s, solver_s, seat_s, let_go_s, held_s, MAX_WAIT_S]
        return max(0.0, min(wait for wait in waits if wait is not None))

    def frame(self, may_have_input: bool = True) -> None:
        """One turn of the loop: input, time, drawing if anything is to be seen, narration if wanted."""
        may_have_input |= self.hands.next_tick_s == 0.0
        was_resized = self._take_events() if may_have_input else False
        if self._wishes != self.context.look.wishes:
            self.context.look.wishes, was_resized = self._wishes, True
        was_resized |= self.context.pictures.take_found_letters()
        if not self.is_over and (was_resized or self._size != self.window.surface.get_size()):
            self._show_top()
        if self.reader is not None and self.reader.is_asked and not self._hears_reader:
            self._hears_reader = self.context.is_heard = True
            self._narrators.append(_narrator(self.reader.say, self._language, self.reader.show))
            self._narrators[-1].hear(self._unheard)
        self._turn()
        if not self.is_over:
            for narrator in self._narrators:
                narrator.look(self.screen)
        if self._has_left:
            self._has_left, self._has_freed = False, True
            gc.collect()  # a screen's parts know each other, and its pictures are large

    def _hear(self, sentence: str, passes: bool = False) -> None:
        self._unheard, self._is_told = sentence, bool(sentence)  # by a reader that is still to come
        for narrator in self._narrators:
            narrator.hear(sentence, passes)

    def _language(self) -> Translator:
        return self.context.pictures.language

    def ask_wishes(self) -> None:
        """Asks the system in the background which contrast and motion it wants."""

        def told(wishes: SystemWishes) -> None:
            self._wishes = wishes
            self.window.wake()

        self._ask_wishes(told)

    def _turn(self) -> None:
        if self.is_over:
            return
        self.context.solver.deliver()
        self._hear_of_seat()
        screen = self.screen
        screen.on_tick()
        now_ns, was_moving = self._now_ns(), self._is_moving
        if was_moving:
            self._owed_s += min((now_ns - self._last_ns) / 1e9, MAX_FRAME_S)
        elif screen.is_animating:
            # What begins to move now is seen moving in this frame: what is drawn lies a step back.
            self._owed_s = 2 * STEP_S
        else:
            self._owed_s = 0.0
        self._last_ns = now_ns
        moves = was_moving or self._owed_s > 0
        while self._owed_s >= STEP_S and screen is self.screen:
            screen.update(STEP_S)
            self._owed_s -= STEP_S
        screen = self.screen
        self._is_moving = moves and screen.is_animating
        if moves:
            self._rests_ns = now_ns + IDLE_NS
        elif self._canvas.can_let_go and now_ns >= self._rests_ns:
            self._canvas.let_go()
            self._has_freed = True
        if screen.is_stale and (
            screen.page_size(self._size) != self._canvas.size
            or (self.page is not None and self.page.foot_px != screen.foot_px)
        ):
            self._show_top()  # it needs more room, or less
        if screen.is_stale or moves:
            screen.draw(self._owed_s / STEP_S)
            self._name_window()
        elif self._canvas.is_damaged:
            screen.repaint()
        else:
            return
        changed = self._canvas.take_changed()
        if self.page is not None:
            self.page.put()
            changed = []
        self.window.show(changed)

    def _hear_of_seat(self) -> None:
        """Announces that a round opens or closes while its player is elsewhere in the program."""
        left = self.context.program.left_seat
        if left is None:
            return
        if (said := left.poll()) is not None:
            self.context.sounds.play("flip", self._now_ns())
            self.screen.say(said)
        if left.is_over:
            self.context.program.leave_seat(None)

    def _take_events(self) -> bool:
        """Dispatches the input; returns whether the window was resized."""
        was_resized, hand = False, self.context.pictures.hand
        for event in self.hands.meant():
            event = event if self.page is None else self.page.placed(event)
            if event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
                self._follow_focus(event.type == pygame.WINDOWFOCUSLOST)
            if self._is_repeated(event):
                continue
            if event.type == pygame.KEYDOWN and self._voice is not None:
                self._voice.hush()
            if event.type == pygame.QUIT:
                if self.screen.can_close():
                    self.quit()
            elif event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWDISPLAYCHANGED):
                was_resized = True
            elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
                self.screen.redraw()
            elif event.type == LOST:
                self.screen.let_go()
            elif event.type == pygame.DROPFILE:
                self._take_file(Path(event.file))
            elif event.type == pygame.DROPTEXT:
                self._take_text(event.text)
            elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
                self.window.toggle_full_screen()
            elif event.type == pygame.KEYDOWN and event.key == pygame.K_F9 and self.context.program.left_seat:
                if self.screen.can_close():
                    self.context.navigation.tournament(self.context.program.left_seat.referee)
            elif event.type != pygame.KEYDOWN or not (self._is_asked(event) or self._switches_mute(event)):
                self._handle(event)
            if self.is_over:
                break
        return was_resized or hand is not self.context.pictures.hand

    def _handle(self, event: pygame.event.Event) -> None:
        """Has the page scrolled or the screen act."""
        if self.page is not None and self.page.take(event):
            self.screen.is_stale = True
            return
        self._is_told = False
        self.screen.handle(event)
        screen = self.screen
        focused = screen.focused_box if event.type == pygame.KEYDOWN else None
        for box in (focused, screen.sentence_box if self._is_told else None):
            if self.page is not None and box is not None and self.page.bring_into_view(box):
                screen.is_stale = True

    def _follow_focus(self, is_away: bool) -> None:
        """The window got the keyboard or lost it; the system's settings may have changed meanwhile."""
        if self.reader is not None:
            self.reader.follow(not is_away)
        if self._is_away and not is_away:
            self.ask_wishes()
        self._is_away = is_away

    def _is_repeated(self, event: pygame.event.Event) -> bool:
        """Whether to ignore a click as accidental (setting “Ignore double taps”)."""
        if event.type != pygame.MOUSEBUTTONDOWN or not self.context.settings.repeat_ms:
            return False
        now_ns, before_ns = self._now_ns(), self._clicked_ns
        if before_ns is not None and now_ns - before_ns < self.context.settings.repeat_ms * 1_000_000:
            return True
        self._clicked_ns = now_ns
        return False

    def _is_asked(self, event: pygame.event.Event) -> bool:
        """Handles keys that repeat what was said; returns whether it did."""
        if not self.context.is_heard:
            return False
        answers = [narrator.answer(event, self.screen.is_typed_into) for narrator in self._narrators]
        return any(answers)

    def _switches_mute(self, event: pygame.event.Event) -> bool:
        if event.key != pygame.K_m or not _mutes(event, self.screen):
            return False
        self.screen.say(_switch_mute(self.context))
        return True

    def _take_file(self, path: Path) -> None:
        """Handles a file dropped on the window: a game to continue, or one of a tournament."""
        refusal = self.screen.file_refusal()
        if refusal is not None:
            self.screen.say(refusal)
            return
        self.context.navigation.take_file(path)

    def _take_text(self, text: str) -> None:
        """Handles a text dropped on the window: the code or link of a deal, or its cards."""
        refusal = self.screen.file_refusal()
        navigation = self.context.navigation
        if refusal is not None or not (navigation.take_code(text) or navigation.take_cards(text)):
            self.screen.say(refusal or NO_CODE)


def _narrator(
    put: Callable[[str], None],
    language: Callable[[], Translator],
    show: Callable[[ScreenDescription], None] | None = None,
) -> Narrator:
    from game.ui.narrator import Narrator  # few need it

    return Narrator(put, language, show)


def _mutes(event: pygame.event.Event, screen: Screen) -> bool:
    """Whether a key mutes the sound: M, or Ctrl+M where M is a letter or a question."""
    if event.mod & pygame.KMOD_ALT:
        return False
    if event.mod & pygame.KMOD_CTRL:
        return True
    is_asked = screen.is_asked_by_letters and not event.mod & pygame.KMOD_SHIFT
    return not screen.is_typed_into and not is_asked


def _switch_mute(context: Context) -> str:
    """Turns all sounds off, or on again, and keeps that; returns the sentence that says so."""
    settings = context.settings
    settings.muted = not settings.muted
    if settings.muted:
        context.sounds.hush()
    try:
        context.profile.save()
    except StorageError as error:
        return msg("The settings cannot be saved: {reason}.", reason=str(error))
    if settings.muted:
        return (
            msg("Sound is off. Ctrl+M turns it on again.")
            if context.is_heard
            else msg("Sound is off. M turns it on again.")
        )
    if settings.volume:
        return msg("Sound is on.")
    return msg(
        "Sound is on, but its volume is 0: you can change it in “{page}”.", page=msg_p("a page", "Settings")
    )

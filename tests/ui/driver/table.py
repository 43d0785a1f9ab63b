"""A player at the table, without a screen: a window in memory, a clock that is turned by hand.

`Table` reads like what a person does: `table.drag("t5", "f3")`, `table.click("stock")`,
`table.wait(0.5)`. Each of these returns the table, so that time can pass in the same breath:
`table.key("u").settle()`. Everything goes through the events of the window and `App.frame`, as in
the real program; nothing sleeps, and every run is the same.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar
from unittest.mock import patch

import pygame

from game.cards import Card
from game.language import English, Translator
from game.play.played import StatsCategory
from game.play.record import read_record
from game.play.summary import by_kind, option_sets, totals_of
from game.rules import VARIANTS, find_variant
from game.rules.position import Position
from game.solver.catalogue import Catalogue
from game.storage.profile import SHOWN, SystemWishes
from game.ui.app import STEP_S, App
from game.ui.cards.sprite import Sprite
from game.ui.drawing.canvas import Canvas, Paint, Picture
from game.ui.drawing.layout import Box, Point
from game.ui.drawing.letters import SystemFonts
from game.ui.forms.file_list import FileList
from game.ui.forms.form import FormScreen
from game.ui.forms.panel import Menu, MenuItem
from game.ui.forms.text_field import TextField
from game.ui.games.one_three_back.practice import OFFER
from game.ui.games.tables import table_of
from game.ui.home.home import HomeScreen
from game.ui.pages.settings import SettingsScreen
from game.ui.screen import Context, Pressable, Screen
from game.ui.table.hand import CardController, Selection
from game.ui.table.hints import Hints
from game.ui.table.keyboard import KeyboardInput, Spot
from game.ui.table.part import Part
from game.ui.table.result import ResultPanel
from game.ui.table.table import Table as GameTable
from game.ui.window.services import Services, Voice
from game.ui.window.window import Window
from tests.records import actions
from tests.ui.driver.outside import DRAWN, Certain, Clock, Ears, Oracle

PartOf = TypeVar("PartOf", bound=Part)
FRAME_S = 1 / 60
SLOW_FRAME_S = 1 / 10
"""Of a picture that nobody looks at; what moves takes the same steps."""
DELIBERATE_S = 0.5
"""Between two clicks that are not meant as one double click."""
FOCUS = (pygame.WINDOWFOCUSLOST, pygame.WINDOWLEAVE)
"""What a test posts moves the focus, and nothing else."""
HELD = {"shift": pygame.KMOD_LSHIFT, "ctrl": pygame.KMOD_LCTRL, "alt": pygame.KMOD_LALT}
KEYS = {
    "enter": pygame.K_RETURN,
    "space": pygame.K_SPACE,
    "tab": pygame.K_TAB,
    "menu": pygame.K_MENU,
    "esc": pygame.K_ESCAPE,
    "left": pygame.K_LEFT,
    "right": pygame.K_RIGHT,
    "up": pygame.K_UP,
    "down": pygame.K_DOWN,
    "backspace": pygame.K_BACKSPACE,
    "pageup": pygame.K_PAGEUP,
    "pagedown": pygame.K_PAGEDOWN,
    "home": pygame.K_HOME,
    "end": pygame.K_END,
    "f1": pygame.K_F1,
    "f9": pygame.K_F9,
    "f11": pygame.K_F11,
}


class Table:
    """One window of the program, and the player in front of it."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 800), voice: Voice | None = None) -> None:
        self.folder = folder
        self.clock = Clock()
        self.window = Window(size, "test")
        pygame.event.clear()  # what other windows have left
        self._leave_out_other_windows()
        self.oracle = Oracle()
        self.utc_now: Callable[[], datetime] = lambda: datetime(2026, 11, 21, 7, 13, 34, tzinfo=UTC)
        self.random_number: Callable[[], int] = lambda: 48213
        self.catalogue: Callable[[], Catalogue] = Certain
        self.language: Callable[[str], Translator] = lambda _: English()
        self.show_folder: Callable[[Path | str], Callable[[], int | None]] = lambda _: lambda: 0
        self.wishes = SystemWishes()
        self.font_files: Callable[[], Sequence[Path]] = list
        self.narrated: list[str] = []
        """All that was told to a player who does not see the window."""
        self.app = App(
            self.window,
            folder,
            Services(
                now_ns=self.clock,
                utc_now=lambda: self.utc_now(),
                random_number=lambda: self.random_number(),
                assets=DRAWN,
                pictures=lambda _: DRAWN.pictures(size),
                language=lambda chosen, _: self.language(chosen),
                ask_wishes=lambda told: told(self.wishes),
                system_fonts=lambda wake: SystemFonts(wake, lambda: self.font_files(), lambda work: work()),
                sounds=Ears,
                catalogue=lambda _: self.catalogue(),
                solver=lambda _: self.oracle,
                narrate=self.narrated.append,
                voice=voice,
                saves_folder=lambda: folder / "Patience Arcade",
                show_folder=lambda path: self.show_folder(path),
            ),
        )
        self.context.is_heard = False  # a test listens in, and letters are what they are for who looks
        self.context.profile.first_steps.update(dict.fromkeys((*VARIANTS, OFFER), SHOWN))
        self.context.settings.clock_begins, self.context.settings.one_click = "at once", False
        self.context.settings.stock_twice = True  # a test has quick fingers
        self.shown = 0  # how often a picture was presented
        self.at: tuple[int, int] = (size[0] // 2, size[1] // 2)
        self._last_press_ns = 0
        self._stares = False
        self._is_unseen = False
        self._owed = dict[Canvas, tuple[Paint, list[Picture]]]()
        """What was to be drawn since somebody looked, and the areas that were told."""
        self._untold: list[pygame.Rect] = []
        self._seen: pygame.Surface | None = None
        self._watch_display()
        frame = self.app.frame

        def at_a_glance(may_have_input: bool = True) -> None:
            with self._at_a_glance():
                frame(may_have_input)

        self.app.frame = at_a_glance  # type: ignore[method-assign]

    def _leave_out_other_windows(self) -> None:
        """A window of an earlier test that is collected now says so, and takes the focus from this one."""
        events = self.window.events
        self.window.events = lambda: [  # type: ignore[method-assign]
            event
            for event in events()
            if not hasattr(event, "window") or (event.window is not None and event.type not in FOCUS)
        ]

    def _watch_display(self) -> None:
        """What is presented is copied as a display does it: only the areas that are told."""
        show = self.window.show

        def watched(areas: Sequence[pygame.Rect] = ()) -> None:
            self.shown += 1
            surface = self.window.surface
            if self._seen is not None and self._seen.get_size() != surface.get_size():
                self._seen = None
            for area in areas or [surface.get_rect()]:
                self._display.blit(surface, area, area)
            show(areas)

        self.window.show = watched  # type: ignore[method-assign]

    @property
    def _display(self) -> pygame.Surface:
        """What the display has been told, from the first picture on that somebody looks at."""
        if self._seen is None:
            self._seen = self.window.surface.copy()
        return self._seen

    @property
    def context(self) -> Context:
        return self.app.context

    @property
    def ears(self) -> Ears:
        """What is to be heard."""
        assert isinstance(self.context.sounds, Ears)
        return self.context.sounds

    def close(self) -> None:
        """Closes the window as its button does."""
        self.app._leave_all()
        self.context.library.close()
        self.window.close()

    def vanish(self) -> None:
        """The program is killed: nothing is said to anyone; only the file's lock falls."""
        journal = self.screen.session.recorder.journal
        if journal is not None:
            journal.close()
        self.app._screens.clear()
        self.context.library.close()
        self.window.close()

    # Session down ----------------------------------------------------------------------------

    def start(self, what: int | str = 48213, *options: str, game: str = "rush", dealt: bool = True) -> Self:
        """Begins a game: of a deal number, or from the text of a record.

        A fresh deal is waited for, unless it is not to be `dealt` yet.
        """
        if isinstance(what, int):
            session = self.context.sessions.deal(find_variant(game, options), what)
            self.app.go_to(table_of(self.context, session, is_fresh=True))
        else:
            record = read_record(what.encode())
            session = self.context.sessions.begin(record.replay(), record.tags)
            self.app.go_to(table_of(self.context, session))
        self.frame()
        if dealt:
            self.screen.hurry()
            self.settle()
        self.ears.heard.clear()
        return self

    def go_on(self) -> None:
        """Continues the game that was played last."""
        session = self.context.sessions.resume(self.context.library.unfinished()[0])
        self.app.go_to(table_of(self.context, session))
        self.frame()

    @property
    def screen(self) -> GameTable:
        screen = self.app.screen
        assert isinstance(screen, GameTable)
        return screen

    def part(self, kind: type[PartOf]) -> PartOf:
        """The part of the table that does this."""
        return next(part for part in self.screen.parts if isinstance(part, kind))

    @property
    def hand(self) -> CardController:
        return self.part(CardController)

    @property
    def picked(self) -> Selection | None:
        """What is picked up."""
        return self.hand.picked

    @property
    def hints(self) -> Hints:
        return self.part(Hints)

    @property
    def keyboard(self) -> KeyboardInput:
        return self.part(KeyboardInput)

    def sprite(self, card: Card) -> Sprite:
        """A card as it is seen."""
        return self.screen.cards._sprites[card.identity]

    def places(self, pile: int) -> list[Point]:
        """Where the cards of a pile lie at rest."""
        return list(self.screen.cards._places[pile])

    @property
    def risen(self) -> list[str]:
        """The points that rise."""
        return self.screen.points.words

    @property
    def game(self) -> Any:
        return self.screen.game

    def put(self, position: Position) -> None:
        """Has the game stand otherwise, whatever led there."""
        self.game._positions[-1] = position
        self.screen.figures.changed()

    def wants(self, **settings: object) -> Self:
        """Changes settings of the player without having anything laid out anew."""
        for name, value in settings.items():
            setattr(self.context.settings, name, value)
        return self

    def lay_out_again(self, **settings: object) -> Self:
        """Has the screen laid out anew, as after a change of the window or of settings."""
        self.wants(**settings).app._show_top()
        return self

    @property
    def window_title(self) -> str:
        return self.window._window.title

    # Time ------------------------------------------------------------------------------------

    def frame(self, count: int = 1) -> Self:
        """Lets so many pictures of 1/60 s pass."""
        for _ in range(count):
            self.clock.pass_s(FRAME_S)
            self.app.frame()
        return self

    def wait(self, seconds: float) -> Self:
        """Looks at the table for a while."""
        frames, at_once = max(1, round(seconds / FRAME_S)), 1 if self.stares else 3
        for begun in range(0, frames, at_once):
            self.clock.pass_s(FRAME_S * min(at_once, frames - begun))
            self.app.frame()
        return self

    def skip(self, seconds: float) -> Self:
        """The same in which the program is not woken more often than it asks for, and nobody looks."""
        end_ns = self.clock.now_ns + round(seconds * 1e9)
        with self._unseen():
            while self.clock.now_ns < end_ns:
                wait_s = SLOW_FRAME_S if self.app.screen.is_animating else self.app._wait_s()
                left_s = (end_ns - self.clock.now_ns) / 1e9
                self.clock.pass_s(max(1e-3, min(wait_s, left_s)))
                self.app.frame()
        return self

    def settle(self) -> Self:
        """Waits until nothing moves any more, and does not look before."""
        with self._unseen():
            return self._until_still()

    def rest(self) -> Self:
        """Looks until nothing moves: then cards lie true where they belong, and no pixel is left over."""
        stared, self.stares = self.stares, True
        self._until_still().look_true()
        self.stares = stared
        return self

    def _until_still(self) -> Self:
        for _ in range(60 * 15):
            self.clock.pass_s(SLOW_FRAME_S)
            self.app.frame()
            if not self.app.screen.is_animating:
                return self
        raise AssertionError("something moves for ever")

    def _at_a_glance(self) -> AbstractContextManager[None]:
        return nullcontext() if self.stares else self._unseen()

    @contextmanager
    def _unseen(self) -> Iterator[None]:
        """Draws nothing of what comes meanwhile before somebody looks."""
        if self._is_unseen:
            yield
            return
        owed = self._owed

        def put_off(canvas: Canvas, paint: Paint, moving: Iterable[Picture]) -> None:
            owed[canvas] = paint, list(moving)

        def repaint(canvas: Canvas, paint: Paint) -> None:
            put_off(canvas, paint, owed[canvas][1] if canvas in owed else canvas.moving)

        self._is_unseen = True
        try:
            with (
                patch.object(Canvas, "compose", put_off),
                patch.object(Canvas, "repaint", repaint),
                patch.object(self.window, "show", self._untold.extend),
            ):
                yield
        finally:
            self._is_unseen = False
        if self.stares:
            self.catch_up()

    @property
    def stares(self) -> bool:
        """Whether each picture is drawn, not only those that are looked at, which takes most of the time."""
        return self._stares

    @stares.setter
    def stares(self, stares: bool) -> None:
        self.catch_up()
        self._stares = stares

    def catch_up(self) -> None:
        """Draws what was put off."""
        if self._owed and not self.app.is_over:
            for canvas, (paint, moving) in self._owed.items():
                canvas.compose(paint, moving)
            self._owed.clear()
            changed = [*self._untold, *self.app._canvas.take_changed()]
            self._untold.clear()
            if self.app.page is not None:
                self.app.page.put()
            self.window.show(changed if self.app.page is None else [])

    def look_true(self) -> Self:
        """Looks at all: as if painted anew, and each card that rests with its true side where it belongs."""
        assert self.picture == self.fresh_picture, "what is seen is as if painted anew"
        if isinstance(self.app.screen, GameTable) and not self.app.screen.is_animating:
            for sprite in self.sprites:
                assert sprite.held_at is not None or (sprite.body.x, sprite.body.y) == tuple(sprite.rest)
                assert sprite.shown is sprite.card
        return self

    # The pointer -----------------------------------------------------------------------------

    def point(self, place: str | tuple[float, float]) -> tuple[int, int]:
        """Where one points at a card: the middle of what is to be seen of it."""
        if not isinstance(place, str):
            return round(place[0]), round(place[1])
        pile, index = self.card(place)
        layer = self.screen.cards
        if index < 0 or not self.game.position.piles[pile]:
            x, y = layer.top_box(pile).centre
            return round(x), round(y)
        box = layer.visible_box(pile, index)
        for share in (0.5, 0.12, 0.88):  # those above it may lie to its side
            x, y = round(box.x + share * box.width), round(box.centre.y)
            if layer.card_at(pile, (x, y)) == index:
                return x, y
        raise AssertionError(f"{place} is covered")

    def card(self, place: str) -> tuple[int, int]:
        """A pile and the height of a card there: `t5` is its last card, `t5:3` the third last."""
        name, _, count = place.partition(":")
        pile = self.screen.variant.pile_index(name)
        return pile, len(self.game.position.piles[pile]) - int(count or 1)

    def place(self, name: str) -> Box:
        """Where the last card of a pile lies, or the empty pile."""
        return self.screen.cards.top_box(self.screen.variant.pile_index(name))

    @property
    def moves(self) -> list[str]:
        """Every legal move, in the notation."""
        return [
            self.game.variant.move_to_text(move) for move in self.game.variant.legal_moves(self.game.position)
        ]

    def act(self, move: str) -> Self:
        """Makes a move in the notation, without a hand."""
        self.screen.act(self.game.variant.move_from_text(move))
        return self

    @property
    def targets(self) -> list[str]:
        """Where what is picked up may go; nothing when nothing is picked up."""
        picked = self.picked
        return [] if picked is None else [self.screen.variant.piles[pile].name for pile in picked.targets]

    def move_to(self, at: tuple[float, float]) -> Self:
        """Moves the pointer, without time passing."""
        self.at = self._in_window(self.point(at))
        post(pygame.MOUSEMOTION, pos=self.at, rel=(0, 0), buttons=(1, 0, 0), touch=False)
        return self

    def press(self, place: str | tuple[float, float], button: int = 1) -> Self:
        self.at = self._in_window(self.point(place))
        post(pygame.MOUSEBUTTONDOWN, pos=self.at, button=button, touch=False)
        self._last_press_ns = self.clock.now_ns
        return self

    def _in_window(self, at: tuple[int, int]) -> tuple[int, int]:
        """Turns the wheel until a point of a page is in view; returns where it is in the window."""
        for _ in range(99):
            page = self.app.page
            if page is None or not page.surface.get_rect().collidepoint(at):  # beside it is beside the window
                return at
            x, y, width, height = page.part
            if at[1] >= page.surface.get_height() - page.foot_px:  # it stays in sight
                return at[0], round(at[1] - page.surface.get_height() + page.foot_px + height)
            if page.part.contains(at):
                return round(at[0] - x), round(at[1] - y)
            across, up = (at[0] >= x + width) - (at[0] < x), (at[1] < y) - (at[1] >= y + height)
            self.wheel(up, across)
        raise AssertionError(f"no wheel brings {at} into view")

    def release(self, button: int = 1) -> Self:
        post(pygame.MOUSEBUTTONUP, pos=self.at, button=button, touch=False)
        return self

    def tap(self, place: str | tuple[float, float], times: int = 1) -> Self:
        """Presses and releases at once, as often as told, in haste."""
        with self._at_a_glance():
            for _ in range(times):
                self.press(place).frame().release().frame()
        return self

    def click(self, place: str | tuple[float, float]) -> Self:
        """A click that is not the second half of a double click."""
        since_s = (self.clock.now_ns - self._last_press_ns) / 1e9
        with self._at_a_glance():
            if since_s < DELIBERATE_S:
                self.skip(DELIBERATE_S - since_s)
            self.tap(place)
        return self

    def double_click(self, place: str | tuple[float, float]) -> Self:
        at = self.point(place)
        with self._at_a_glance():
            self.click(at).tap(at)
        return self

    def right_click(self, place: str | tuple[float, float]) -> Self:
        with self._at_a_glance():
            self.press(place, button=3).frame().release(button=3).frame()
        return self

    def pick_up(self, card: str) -> Self:
        """Presses on a card and moves far enough to have it in the hand."""
        x, y = self.point(card)
        self.press((x, y)).frame().move_to((x + 6, y + 6)).frame()
        return self

    def carry(self, target: str | tuple[float, float], frames: int = 6) -> Self:
        """Carries what is held until its first card lies over the target, or its corner on a point."""
        held = self.screen.cards.held_box()
        assert held is not None, f"nothing is held: {self.sentence}"
        corner = self.place(target) if isinstance(target, str) else Box(*target, 0, 0)
        from_x, from_y = self.at
        to_x, to_y = from_x + corner.x - held.x, from_y + corner.y - held.y
        with self._at_a_glance():
            for step in range(1, frames + 1):
                share = step / frames
                self.move_to((from_x + (to_x - from_x) * share, from_y + (to_y - from_y) * share))
                self.frame()
        return self

    def drop(self) -> Self:
        self.release().frame()
        return self

    def drag(self, card: str, target: str | tuple[float, float]) -> Self:
        """Drags a card, and the run on it, to a pile or a point."""
        self.pick_up(card).carry(target).drop()
        return self

    def wheel(self, notches: float, across: float = 0.0) -> Self:
        """Turns the wheel, away from the player when `notches` is positive."""
        precise = {"precise_x": float(across), "precise_y": float(notches)}
        return self.happen(pygame.MOUSEWHEEL, x=int(across), y=int(notches), **precise, flipped=False)

    # Keys, buttons, the window ---------------------------------------------------------------

    def key(self, *names: str) -> Self:
        """Presses keys one after the other: `u`, `tab`, `shift+tab`."""
        with self._at_a_glance():
            for name in names:
                *held, last = name.split("+")
                modifiers = sum(HELD[modifier] for modifier in held)
                code = KEYS.get(last) or ord(last)
                unicode = last if len(last) == 1 else ""
                post(pygame.KEYDOWN, key=code, mod=modifiers, unicode=unicode, scancode=0)
                post(pygame.KEYUP, key=code, mod=modifiers, unicode="", scancode=0)
                self.frame()
        return self

    def write(self, text: str) -> Self:
        """Types letters wherever the keyboard is."""
        for letter in text:
            post(pygame.KEYDOWN, key=ord(letter.lower()), mod=0, unicode=letter, scancode=0)
            post(pygame.TEXTINPUT, text=letter)
            post(pygame.KEYUP, key=ord(letter.lower()), mod=0, unicode="", scancode=0)
        return self.frame()

    def write_over(self, text: str, line: int = 0) -> Self:
        """Types over what stands in a line of the form."""
        return self.click(self.fields[line].box.centre).key("ctrl+a", "backspace").write(text)

    def happen(self, kind: int, **what: Any) -> Self:
        """Has something happen in the window, and looks at it."""
        post(kind, **what)
        return self.frame()

    def drop_file(self, path: Path) -> Self:
        """Drops a file on the window."""
        return self.happen(pygame.DROPFILE, file=str(path))

    @property
    def words(self) -> list[str]:
        """The words of all buttons that can be pressed now."""
        return [pressable.word for pressable in self.app.screen.pressables]

    def button(self, word: str) -> Pressable:
        """The button that bears a word, on whatever screen: in the panel if there is one."""
        panel = getattr(self.app.screen, "panel", None)
        if isinstance(panel, Menu) and all(button.word != word for button in panel.buttons):
            self._open_submenu(panel, word)
        if isinstance(panel, ResultPanel) and all(button.word != word for button in panel.buttons):
            panel.unfold()
            self.screen.refresh_panel()
            self.frame()
        if isinstance(self.app.screen, HomeScreen) and word not in self.words:
            self._drop_down(self.app.screen, word)
        return next(pressable for pressable in self.app.screen.pressables if pressable.word == word)

    def _drop_down(self, home: HomeScreen, word: str) -> None:
        """Opens that of what opens at home in which a word stands."""
        tiles = [tile.options_button for tile in home.tiles]
        for opener in (home.more, home.today.strip, home.others.friends, *tiles):
            opener.press()
            if word in self.words:
                self.frame()
                return
            home.lift()

    def _open_submenu(self, menu: Menu, word: str) -> None:
        """Opens that of a menu's submenus in which a word stands."""
        for entry in menu.buttons:
            if isinstance(entry, MenuItem) and entry.opens_more:
                entry.press()
                self.frame()
                assert self.screen.panel is not None
                if any(button.word == word for button in self.screen.panel.buttons):
                    return

    def press_button(self, word: str) -> Self:
        """Presses a button; in a panel over a table it takes a person a moment to find it."""
        with self._at_a_glance():
            if isinstance(self.app.screen, GameTable) and self.panel:
                self.skip(1)
            self.click(self.button(word).box.centre)
        return self

    def resize(self, width: int, height: int) -> Self:
        self.set_size(width, height)
        self.frame()
        return self

    def set_size(self, width: int, height: int) -> None:
        """The same before the program has seen it."""
        self.window._window.size = (width, height)

    def allow_any_size(self) -> None:
        """Has a window manager that cares for no least size."""
        self.window._window.minimum_size = (1, 1)

    @property
    def whole_window(self) -> pygame.Surface:
        """What is in the window, which may be smaller or larger than what is drawn on."""
        self.catch_up()
        return self.window._window.get_surface()

    # The home screen -------------------------------------------------------------------------

    @property
    def home(self) -> HomeScreen:
        """The home screen, which is opened if it is not there."""
        if not self.app._screens or not isinstance(self.app.screen, HomeScreen):
            self.app.go_home()
            self.frame()
        assert isinstance(self.app.screen, HomeScreen)
        return self.app.screen

    def go_home(self) -> Self:
        """Leaves all for the home screen, and looks at it."""
        self.app.go_home()
        return self.frame()

    def visit(self, way: str, *given: Any) -> Self:
        """Goes home, from there a way of the navigation, and looks at what it leads to."""
        self.app.go_home()
        navigation = self.context.navigation
        getattr(navigation, way, partial(navigation.go, way))(*given)
        return self.frame()

    def go_to(self, screen: Screen) -> Self:
        """Leaves all for a screen, and looks at it."""
        self.app.go_to(screen)
        return self.frame()

    def open(self, screen: Screen) -> Self:
        """Goes home, lays a screen over it, and looks at it."""
        self.app.go_home()
        self.app.open(screen)
        return self.frame()

    # Forms -----------------------------------------------------------------------------------

    @property
    def form(self) -> FormScreen:
        """The form that is open."""
        screen = self.app.screen
        assert isinstance(screen, FormScreen)
        return screen

    def widget(self, label: str) -> Any:
        """The widget of a form whose row has a label; of the settings its page is opened."""
        form = self.form
        if isinstance(form, SettingsScreen) and label not in {row.label for row in form.panel.rows}:
            next(page for page in form.pages if self._has_row(form, page, label))
            form.lay_out()
            self.frame()
        return next(row.widget for row in form.panel.rows if row.label == label)

    @staticmethod
    def _has_row(form: SettingsScreen, page: str, label: str) -> bool:
        form.open_page(page)
        return label in {row.label for row in form.panel.rows}

    @property
    def listed(self) -> FileList:
        """The list of the form."""
        return next(widget for widget in self.form.panel.widgets if isinstance(widget, FileList))

    @property
    def fields(self) -> list[TextField]:
        """What is typed into in the form."""
        return [widget for widget in self.form.panel.widgets if isinstance(widget, TextField)]

    def idle(self) -> None:
        """Lets the program do whatever it does ahead of need."""
        while self.app.screen.next_tick_s != 0.0 and self.app._prepare():
            pass

    # What is to be seen ----------------------------------------------------------------------

    @property
    def sentence(self) -> str:
        """What the status line of a table says, or any other screen."""
        screen: Any = self.app.screen
        return (screen.bars if isinstance(screen, GameTable) else screen).sentence

    @property
    def facts(self) -> dict[str, str]:
        """What the status line of a table counts."""
        return dict(self.screen.bars.facts)

    @property
    def panel(self) -> str:
        """The title of the panel, or nothing."""
        return "" if self.screen.panel is None else self.screen.panel.title

    @property
    def panel_lines(self) -> dict[str, str]:
        """The lines of the panel and what is stamped on it: words and value."""
        assert self.screen.panel is not None
        panel = self.screen.panel
        lines = {line.words: line.value for line in panel.lines}
        if isinstance(panel, ResultPanel):
            lines |= {line.words: line.value for line in panel.notes} | {panel.shown.stamp: ""}
            lines.pop("", None)
        return lines

    def pile(self, name: str) -> str:
        """The cards of a pile in the notation."""
        cards = self.game.position.piles[self.screen.variant.pile_index(name)]
        return " ".join(card.text for card in cards)

    def seen_at(self, card: str) -> Point:
        """Where the picture of a card is now, wherever it belongs; by the card's text."""
        return next(
            Point(sprite.body.x, sprite.body.y) for sprite in self.sprites if sprite.card.up.text == card
        )

    @property
    def cards_on_screen(self) -> list[list[Card]]:
        """The cards that are drawn, by pile."""
        return [[sprite.card for sprite in pile] for pile in self.screen.cards._piles]

    @property
    def sprites(self) -> list[Sprite]:
        """What is drawn of every card."""
        return [*self.screen.cards._sprites.values()]

    @property
    def held(self) -> list[Card]:
        """The cards in the hand, the lowest first."""
        held = [(sprite.held_at, sprite.card) for sprite in self.sprites if sprite.held_at is not None]
        return [card for _, card in sorted(held, key=lambda pair: pair[0])]

    @property
    def moving(self) -> set[str]:
        """The cards that move, by their text."""
        return {sprite.card.text for sprite in self.screen.cards._moving}

    @property
    def is_cascading(self) -> bool:
        """Whether the cards spring because the game is won."""
        return self.screen.cascade is not None

    @property
    def spot(self) -> Spot | None:
        """Where the cursor of the keyboard stands."""
        return self.keyboard.spot

    @spot.setter
    def spot(self, spot: Spot) -> None:
        self.keyboard.spot = spot

    @property
    def spots(self) -> set[Spot]:
        """Everywhere it may stand."""
        return {spot for spot, _ in self.keyboard.spots()}

    @property
    def advised(self) -> list[str]:
        """The moves of the last hint, the best first."""
        return [self.game.variant.move_to_text(hint.move) for hint in self.hints.advice]

    @property
    def picture(self) -> bytes:
        """The pixels that the player sees."""
        self.catch_up()
        return pygame.image.tobytes(self._display, "RGB")

    @property
    def drawn(self) -> pygame.Surface:
        """What the program has drawn on, told or not."""
        self.catch_up()
        return self.window.surface

    def look(self, box: Box) -> bytes:
        """The pixels that the player sees in a box."""
        self.catch_up()
        rect = pygame.Rect(box).clip(self._display.get_rect())
        return pygame.image.tobytes(self._display.subsurface(rect), "RGB")

    @property
    def fresh_picture(self) -> bytes:
        """The pixels as they are when the whole window is painted anew."""
        self.catch_up()
        self.app.screen.canvas.damage()
        self.app.screen.draw(self.app._owed_s / STEP_S)
        return pygame.image.tobytes(self.window.surface, "RGB")

    # What is on disk -------------------------------------------------------------------------

    @property
    def bests(self) -> dict[str, int]:
        """The best results of the games that count, by game and options."""
        found = {}
        for (name, options), games in option_sets(self.context.library.statistics.games()).items():
            best = totals_of(by_kind(games).get(StatsCategory.COUNTED, [])).best
            if best is not None:
                found[f"{name} {options}".rstrip()] = best
        return found

    def has_best(self, best: int | None) -> None:
        """Whatever is asked, this is the best result so far."""
        self.context.library.statistics.best = lambda *_, **__: best  # type: ignore[method-assign]

    @property
    def journals(self) -> list[Path]:
        return sorted((self.folder / "current").glob("*"))

    @property
    def written(self) -> list[str]:
        """The actions that stand in the journal of the game on the table, or in the one there is."""
        on_table = isinstance(self.app.screen, GameTable) and self.screen.is_played
        journal = self.screen.session.recorder.journal if on_table else None
        (path,) = self.journals if journal is None else [journal.path]
        return actions(path.read_bytes())


def post(kind: int, **what: Any) -> None:
    """Has something happen in the window."""
    pygame.event.post(pygame.event.Event(kind, **what))


@contextmanager
def tables(folder: Path) -> Iterator[Callable[..., Table]]:
    """Makes tables, and closes their windows in the end."""
    opened: list[Table] = []

    def make(where: Path | None = None, size: tuple[int, int] = (1280, 800)) -> Table:
        opened.append(Table(where or folder, size))
        return opened[-1]

    yield make
    for table in opened:
        if table.app._screens:
            table.close()

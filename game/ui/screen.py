"""Contract of a screen: it handles input, advances in fixed steps, and draws.

`Context` is what a screen may use of the program around it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

import pygame

from game.language import ENGLISH, SYSTEM
from game.message import Message, msg, verbatim
from game.session.session import RoundClock
from game.storage.profile import HIGH, SystemWishes
from game.ui.drawing.canvas import Canvas, Picture
from game.ui.drawing.drawings import CardChoice
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import HIGH_CONTRAST, USUAL_SCALE, unit_for
from game.ui.spoken import ScreenDescription

if TYPE_CHECKING:
    from game.rounds.remote import LeftSeat
    from game.rules.variant import Variant
    from game.session.daily import Dealer
    from game.session.session import Session
    from game.session.sessions import SessionFactory
    from game.solver.service.client import SolverClient
    from game.storage.library import Library
    from game.storage.profile import Players, Profile, Settings
    from game.storage.tournament_store import TournamentStore
    from game.ui.drawing.pictures import Pictures
    from game.ui.navigation import Navigation  # the one name above: see the layer test
    from game.ui.window.services import Services, Sounds
    from game.ui.window.window import Window

PROGRAM = verbatim("Patience Arcade")
"""Its name, the same in every language."""
CONTINUES = "continues"
"""Where one comes from who has left a game that goes on."""
NO_CODE = msg("That is not a deal code, a link or cards.")
"""Refusal of a pasted or dropped text."""


class Ways(NamedTuple):
    """Actions that a screen may ask of the program."""

    lay_over: Callable[[Screen], None]
    """Lays a screen over the present one."""
    back: Callable[..., None]
    """Returns to the screen beneath, which says a sentence if it is given one."""
    quit: Callable[[], None]
    narrate: Callable[..., None]
    """Hears every sentence that the player is told, and whether it `passes`."""
    play_as: Callable[[str], None]
    """Another player of the machine, by number."""


class Program:
    """The program around every screen: what is the same whoever plays, and however it looks."""

    def __init__(
        self,
        services: Services,
        window: Window,
        sounds: Sounds,
        solver: SolverClient,
        dealer: Dealer,
        players: Players,
        navigation: Navigation,
        ways: Ways,
    ) -> None:
        self.services, self.window, self.sounds, self.solver = services, window, sounds, solver
        self.dealer, self.players, self.navigation, self.ways = dealer, players, navigation, ways
        self.round_clock = RoundClock(services.now_ns, services.utc_now)
        """Times local rounds, also while they are left: one that was set back gives nobody time."""
        self.left_seat: LeftSeat | None = None
        """The seat of a tournament that goes on while its player is elsewhere in the program."""
        self.has_been_seen = False
        """Whether a first frame was shown: before it nothing is loaded that it does not need."""
        self.asks_newcomers = True
        """Whether a table asks a new player how to begin."""
        self.is_heard = False
        """Whether somebody listens: then letters ask questions at the table."""
        self.came_from = ""
        """The game of the table that was left last, if it was played by keys, or CONTINUES.

        Home begins there.
        """
        self.has_told_keys = False
        """Whether a listener was told the keys of the table."""
        self.rumble: Callable[[], None] = lambda: None
        """Answers a refusal in the hand, while a controller is used."""
        self.holds_anything: Callable[[], bool] = lambda: False
        """Tells whether a key, a button or a finger is down, whichever screen it was pressed at."""
        self.held_finger: Callable[[], tuple[tuple[float, float], float] | None] = lambda: None
        """Tells where a finger stays on its way to be the right button, and its share of that way."""

    def leave_seat(self, seat: LeftSeat | None) -> None:
        """Keeps a seat connected while its player is elsewhere; replaces the one before."""
        if self.left_seat is not None and (seat is None or seat.referee is not self.left_seat.referee):
            self.left_seat.referee.close()
        self.left_seat = seat


class Player(NamedTuple):
    """Everything that depends on who plays at this machine."""

    profile: Profile
    library: Library
    sessions: SessionFactory


class Look:
    """Settings of appearance, of which a small picture of a table has its own."""

    def __init__(self, pictures: Pictures, wishes: SystemWishes, language: str = ENGLISH) -> None:
        self.pictures = pictures
        self.wishes = wishes
        """Preferences of the system, once it has been asked for them."""
        self.language = language
        """The language of the pictures as it was chosen."""


class Context:
    """Services for screens: of the program around them, of who plays, and of how things look."""

    def __init__(self, program: Program, player: Player, look: Look) -> None:
        self.program, self.player, self.look = program, player, look
        services = program.services
        self.now_ns, self.utc_now = services.now_ns, services.utc_now
        self.saves_folder, self.show_folder = services.saves_folder, services.show_folder
        self.sounds, self.solver, self.dealer = program.sounds, program.solver, program.dealer
        self.players, self.navigation, self.round_clock = (
            program.players,
            program.navigation,
            program.round_clock,
        )
        self.lay_over, self.back, self.quit, self.narrate, self.play_as = program.ways
        self.profile, self.library, self.sessions = player
        self.pictures = look.pictures

    def another(self) -> Context:
        """The same with pictures of its own, for a table within a screen."""
        look = Look(self.pictures.another(), self.look.wishes, self.look.language)
        return Context(self.program, self.player, look)

    def unit_for(self, size: tuple[int, int]) -> float:
        """Pixels to a design pixel in a window of `size` on this display."""
        return unit_for(size, density=self.program.window.density)

    def scaled_unit(self, size: tuple[int, int]) -> float:
        """Unit at the player's scale."""
        return unit_for(size, self.settings.scale, self.program.window.density)

    @property
    def is_large(self) -> bool:
        """Whether letters are larger than usual: then nothing is left out, and pages are scrolled."""
        return self.settings.scale > USUAL_SCALE

    @property
    def tournament_store(self) -> TournamentStore:
        """The tournaments on this machine."""
        from game.storage.tournament_store import TournamentStore

        return TournamentStore(self.library.machine)

    def next_deal(self, variant: Variant, is_kept: bool = False) -> Session:
        """Starts the next deal at the player's difficulty; says so if the one before `is_kept`."""
        return self.sessions.next_deal(variant, self.profile.difficulty(variant.name), is_kept)

    @property
    def is_heard(self) -> bool:
        """Whether somebody listens: then letters ask questions at the table."""
        return self.program.is_heard

    @is_heard.setter
    def is_heard(self, is_so: bool) -> None:
        self.program.is_heard = is_so

    @property
    def settings(self) -> Settings:
        """The player's settings."""
        return self.profile.settings

    @property
    def has_high_contrast(self) -> bool:
        """Whether everything is drawn in high contrast."""
        chosen = self.settings.contrast
        return chosen == HIGH or (chosen == SYSTEM and self.look.wishes.high_contrast)

    @property
    def table(self) -> str:
        """Colour of the table."""
        return HIGH_CONTRAST if self.has_high_contrast else self.settings.table

    @property
    def is_still(self) -> bool:
        """Whether motion is reduced."""
        settings = self.settings
        return settings.reduced_motion or (settings.system_motion and self.look.wishes.reduced_motion)

    def choose_cards(self) -> None:
        """Has the cards drawn as the player has chosen."""
        settings, sharp = self.settings, self.has_high_contrast
        self.pictures.choose_cards(CardChoice(settings.deck, settings.four_colours, settings.back, sharp))
        self.pictures.large_buttons = settings.large_buttons

    def choose_language(self) -> None:
        """Switches all texts to the player's chosen language, from the next drawing on.

        Raises:
            StorageError: its catalogue cannot be read; the language stays.
        """
        chosen, services = self.settings.language, self.program.services
        if chosen != self.look.language:
            self.look.language = chosen  # it is tried once
            self.pictures.language = services.language(chosen, services.assets.folder / "languages")


class Pressable(Protocol):
    """A labelled thing that can be pressed, by pointer or by key."""

    word: str
    box: Box
    is_hot: bool

    def refusal(self) -> Message | None:
        """Why it cannot be pressed now, as a sentence, or None."""

    def press(self) -> None:
        """Presses it."""


class Screen:
    """One screen. The window calls `resize` first, then `handle`, `update` and `draw` as needed."""

    min_px: ClassVar[tuple[int, int]] = (0, 0)
    """Design pixels that its layout needs."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.canvas: Canvas
        self.is_stale = True  # whether what is seen differs from what was drawn last

    def page_size(self, size: tuple[int, int]) -> tuple[int, int]:
        """The pixels that it needs at the player's scale in a window of `size`: what is more is scrolled."""
        unit = self.context.scaled_unit(size) if self.context.is_large else 0
        return max(size[0], round(self.min_px[0] * unit)), max(size[1], round(self.min_px[1] * unit))

    foot_px = 0
    """Height of the end of its page that stays in sight wherever one scrolls, in pixels."""

    @property
    def focused_box(self) -> Box | None:
        """Box of the widget that has the keyboard, which is kept in view where the page is scrolled."""
        return None

    @property
    def sentence_box(self) -> Box | None:
        """Box of what was said last, which is brought into view, too."""
        return None

    def resize(self, canvas: Canvas) -> None:
        """Lays everything out for a new canvas; the whole of it is damaged already."""
        self.canvas = canvas
        self.context.pictures.set_unit(self.context.scaled_unit(canvas.window_size))

    def handle(self, event: pygame.event.Event) -> None:
        """Takes one event; positions are in pixels of the canvas."""

    @property
    def pressables(self) -> Sequence[Pressable]:
        """Labelled things that can be pressed now."""
        return ()

    @property
    def spoken(self) -> ScreenDescription:
        """Description for a player who only hears it."""
        return ScreenDescription(self.title)

    names_suits = True
    """Whether cards are read with their suits."""
    is_asked_by_letters = False
    """Whether letters are questions here, which they are while somebody listens."""

    pad_keys: ClassVar[Mapping[int, int]] = {}
    """Keys that buttons of a controller are here, where they are others than usual."""
    stick_points = False
    """Whether a controller's stick points somewhere here; else it is the arrows."""

    def on_stick(self, right: float, down: float) -> None:
        """The left stick of a controller points there, each from −1 to 1."""

    takes_right_button = False
    """Whether the right button means something here, which a finger that stays is then."""

    @property
    def field_box(self) -> Box | None:
        """Box of the text field that has the keyboard."""
        return None

    def let_go(self) -> None:
        """Lets go of what is pressed, without any effect."""

    def write_by_wheel(self) -> bool:
        """Opens the wheel of letters if a text field has the keyboard; returns whether one has."""
        return False

    def say(self, sentence: str) -> None:
        """Tells the player something in a sentence."""

    def refuse(self, sentence: str) -> None:
        """Says why something cannot be."""
        self.context.sounds.play("refuse", self.context.now_ns())
        self.context.program.rumble()
        self.say(sentence)

    def update(self, step_s: float) -> None:
        """Advances motion by a fixed step."""

    def redraw(self, box: Box | None = None) -> None:
        """Marks a box, or everything, to be redrawn."""
        self.canvas.damage(None if box is None else box.grown(2))
        self.is_stale = True

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draws everything that is still within an area."""
        surface.blit(self.context.pictures.felt(self.canvas.size, self.context.table), area, area)

    def moving(self) -> list[Picture]:
        """Pictures drawn over it."""
        return []

    def draw(self, alpha: float) -> None:
        """Brings the canvas up to date, `alpha` of the way from the last step to the next."""
        self.canvas.compose(self.paint, self.moving())
        self.is_stale = False

    def repaint(self) -> None:
        """Repaints damage; moving pictures stay as drawn last."""
        self.draw(0.0)

    @property
    def is_animating(self) -> bool:
        """Whether frames are wanted without further input."""
        return False

    @property
    def is_typed_into(self) -> bool:
        """Whether letters are text here."""
        return False

    @property
    def next_tick_s(self) -> float | None:
        """After which time `on_tick` wants to be called although nothing moves, or None."""
        return None

    def on_tick(self) -> None:
        """Called at least after `next_tick_s`, before drawing."""

    @property
    def title(self) -> str:
        """Window title while this screen is on top."""
        return PROGRAM

    def file_refusal(self) -> Message | None:
        """Why a file dropped on the window cannot be taken now, as a sentence, or None."""
        return None

    def can_close(self) -> bool:
        """Whether the window may be closed at once; a screen that says no has asked its player something."""
        return True

    def on_covered(self) -> None:
        """Called when another screen is laid over this one; `resize` is called when it is seen again."""

    def on_close(self) -> None:
        """Called once when the screen is replaced or the window closes."""

"""What is seen of a table: cards, empty places, bars, panel. Laid out for the window, drawn with care.

Knows how a game's scene describes itself; must not know what is legal or what input means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pygame

from game.cards import Card
from game.rules.position import Move
from game.rules.variant import PileKind
from game.session.session import Session
from game.ui.cards.floats import Floats
from game.ui.cards.marks import Marks
from game.ui.cards.spread import Spread
from game.ui.drawing.canvas import Canvas, Picture
from game.ui.drawing.layout import Box, Point, Slot
from game.ui.drawing.theme import SPEEDS, unit_for
from game.ui.forms.panel import Panel
from game.ui.scene import Scene, Stage
from game.ui.table.bars import Bars
from game.ui.table.page import Page
from game.ui.table.weight import Weight


class TableLook(Scene):
    """One game at the table, as it looks."""

    tagline: ClassVar[str] = ""
    """One line that says what the game is."""
    tile_options: ClassVar[tuple[tuple[str, str], ...]] = ()
    """What can be chosen at the tile: a word for the player, and options as in a record."""

    tile_moves: ClassVar[tuple[Move, ...]] = ()
    """What is played before the tile shows the table of this game."""

    page: ClassVar[Page] = Page("", (), ())
    """What stands on the rules page of the game."""

    def __init__(self, stage: Stage, session: Session) -> None:
        super().__init__(stage)
        self.session = session
        self.game = session.game
        self.variant = session.game.variant
        self.spread = Spread(stage.pictures, self.speed, may_tilt=not stage.settings.reduced_motion)
        self.marks = Marks(stage.pictures)
        self.floats = Floats(stage.pictures)
        self.panel: Panel | None = None
        self.slots: Sequence[Slot] = ()
        self.view: Box | None = None  # cards on the table are seen only within it; None is everywhere
        self.bars: Bars = self.make_bars()
        self._bars_shown: tuple[object, ...] = ()
        self._weight = Weight.WORDS  # of the sentence in the status line
        self._beneath: str | None = None  # the sentence that an aside covers
        self._panel_picture: Picture | None = None

    # What a game's scene gives -----------------------------------------------------------------

    def make_bars(self) -> Bars:
        """The bars of this game."""
        raise NotImplementedError

    def lay_out(self, room: Box) -> tuple[tuple[int, int], Sequence[Slot]]:
        """The size of a card and the slot of every pile, in a room of the window."""
        raise NotImplementedError

    def fill_bars(self) -> None:
        """Brings the texts of the bars up to date."""
        raise NotImplementedError

    def more_facts(self) -> list[tuple[str, str]]:
        """What the status line counts besides what the game itself does."""
        return []

    def empty_symbol(self, pile: int) -> tuple[str, str]:
        """What an empty pile shows: ("icon", name), ("text", words), or ("", "")."""
        return "", ""

    def empty_box(self, pile: int) -> Box:
        """The outline that an empty pile shows."""
        slot, pictures = self.slots[pile], self.stage.pictures
        return Box(slot.x, slot.y, pictures.card_width, pictures.card_height)

    def deal_order(self) -> list[Card]:
        """The cards in the order in which they are dealt."""
        raise NotImplementedError

    def stock_point(self) -> Point:
        """Where cards are dealt from."""
        raise NotImplementedError

    def marked(self) -> list[Picture]:
        """Marks above the cards on the table and beneath those in the hand."""
        return []

    def ringed(self) -> list[Picture]:
        """Marks above everything but a panel."""
        return []

    # Layout ------------------------------------------------------------------------------------

    @property
    def speed(self) -> float:
        """The factor of all durations; 0 is no motion at all."""
        settings = self.stage.settings
        return 0.0 if settings.reduced_motion else SPEEDS[settings.speed]

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        pictures = self.stage.pictures
        held_width = pictures.card_width
        pictures.set_unit(unit_for(canvas.window_size))
        pictures.set_four_colours(self.stage.settings.four_colours)
        self.spread.canvas = canvas
        self.spread.speed = self.speed
        self.spread.may_tilt = not self.stage.settings.reduced_motion
        self.spread.mirrored = self.stage.settings.left_handed
        room = self.bars.lay_out(pictures, canvas.size)
        card, self.slots = self.lay_out(room)
        pictures.set_card_size(*card)
        if held_width:
            self.spread.scale_grip(card[0] / held_width)
        self.refresh_panel()
        self.refresh_bars()

    def refresh_bars(self) -> None:
        """Brings the bars up to date, and has them drawn if anything in them has changed."""
        before = self._bars_shown
        self.fill_bars()
        self.bars.facts = [*self.more_facts(), *self.bars.facts]
        self._bars_shown = self.bars.contents()
        if self._bars_shown != before:
            self.canvas.damage(self.bars.top)
            self.canvas.damage(self.bars.bottom)
            self.is_stale = True

    def say(self, sentence: str, weight: Weight = Weight.WORDS) -> None:
        """Puts an answer to what the player did into the status line, whatever stands there."""
        self._weight = weight if sentence else Weight.WORDS
        self._beneath = None
        self._put(sentence)

    def say_unasked(self, sentence: str, weight: Weight = Weight.WORDS) -> None:
        """Says what comes by itself or late, unless a sentence that weighs more stands there."""
        if weight >= self._weight:
            self.say(sentence, weight)

    def say_aside(self, sentence: str) -> None:
        """Says something until `end_aside`; what stood there comes back then."""
        if self._beneath is None:
            self._beneath = self.bars.sentence
        self._put(sentence)

    def end_aside(self) -> None:
        """Brings back what an aside covers."""
        if self._beneath is not None:
            sentence, self._beneath = self._beneath, None
            self._put(sentence)

    def _put(self, sentence: str) -> None:
        if sentence != self.bars.sentence:
            self.bars.sentence = sentence
            self.canvas.damage(self.bars.bottom)
        self.is_stale = True

    def refresh_panel(self) -> None:
        """Has the panel drawn anew, if there is one."""
        self._panel_picture = None
        self.is_stale = True

    @property
    def hides_cards(self) -> bool:
        """Whether a panel hides the cards."""
        return self.panel is not None and self.panel.hides_cards

    # Where things are ----------------------------------------------------------------------------

    def kind(self, pile: int) -> PileKind:
        """What a pile is."""
        return self.variant.piles[pile].kind

    def piles_of(self, kind: PileKind) -> list[int]:
        """The piles of one kind."""
        return [pile for pile in range(len(self.variant.piles)) if self.kind(pile) is kind]

    def place_at(self, at: tuple[float, float]) -> tuple[int, int] | None:
        """The pile at a point and the height of the card there, −1 in an empty pile; or None."""
        for pile in range(len(self.slots)):
            index = self.spread.card_at(pile, at)
            if index is not None:
                return pile, index
        for pile in range(len(self.slots)):
            if not self.game.position.piles[pile] and self.spread.top_box(pile).contains(at):
                return pile, -1
        return None

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, alpha: float) -> None:
        self.stage.pictures.begin_frame()
        self.canvas.compose(self._paint, self._moving(alpha))
        self.is_stale = False

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures = self.stage.pictures
        felt = pictures.felt(self.canvas.size, self.stage.settings.table)
        surface.blit(felt, area, area)
        if not self.hides_cards:
            clip = surface.get_clip()
            surface.set_clip(clip if self.view is None else clip.clip(self.view))
            self.paint_cards(surface, area)
            surface.set_clip(clip)
        self.bars.draw(surface, area, pictures)

    def paint_cards(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draws the places and the resting cards that touch `area`."""
        for pile in range(len(self.slots)):
            self._paint_slot(surface, area, pile)
            self.spread.paint_pile(surface, area, pile)

    def _paint_slot(self, surface: pygame.Surface, area: pygame.Rect, pile: int) -> None:
        if self.spread.covers_slot(pile):
            return
        box = self.empty_box(pile)
        if area.colliderect(box.grown(self.stage.pictures.margin)):
            self.marks.paint_empty(surface, box, self.empty_symbol(pile))

    def _moving(self, alpha: float) -> list[Picture]:
        if self.hides_cards:
            return [self._panel()]
        shown = [
            *self._in_view([*self.spread.moving_pictures(alpha, held=False), *self.marked()]),
            *self.spread.moving_pictures(alpha, held=True),
            *self.ringed(),
            *self.floats.pictures(alpha),
        ]
        return [*shown, self._panel()] if self.panel is not None else shown

    def _in_view(self, pictures: list[Picture]) -> list[Picture]:
        """What the view leaves of some pictures."""
        if self.view is None:
            return pictures
        view, seen = pygame.Rect(self.view), []
        for picture, corner in pictures:
            place = picture.get_rect(topleft=corner)
            if view.contains(place):
                seen.append((picture, corner))
            elif view.colliderect(place):
                part = place.clip(view)
                seen.append((picture.subsurface(part.move(-corner[0], -corner[1])), part.topleft))
        return seen

    def _panel(self) -> Picture:
        assert self.panel is not None
        if self._panel_picture is None:
            self._panel_picture = self.panel.picture(
                self.stage.pictures, self.canvas.size, self.stage.settings.table
            )
        return self._panel_picture

"""Everything drawn from files: cards, letters, icons; loaded once, sized for the window.

The caches are bounded, and emptied when the size of the cards changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from enum import Enum, auto

import pygame

from game.cards import SUITS, Card
from game.language import English, Translator
from game.ui.drawing.drawings import (
    DECKS,
    Assets,
    CardChoice,
    Deck,
    RasterCache,
    Store,
    back_file,
    felt,
    reading_asset,
    shadow,
)
from game.ui.drawing.letters import Letters, SystemFonts, letters_in
from game.ui.drawing.theme import (
    BLACK,
    FACE,
    GOLD,
    INK,
    LIFT_SCALE,
    OUTLINE,
    RGB,
    SHARP_OUTLINE,
    TEXT,
    TEXT_PX,
    felt_of,
)

MIN_ROOM_PIXELS = 3_000_000
"""Room for pictures made from others, 4 bytes a pixel; larger cards get more."""
ROOM_CARDS = 200
TURNING_CARDS = 6
"""For so many cards there is room for what they look like while they turn over: a face turns only once."""
ALL_FACES = 52
TILT_STEP = 2
"""Degrees between the leans for which a picture is made."""
TURNED_PIXELS_A_FRAME = 150_000
"""Maximum pixels turned in one frame; until the rest is done, the nearest ready picture is used."""
VEIL_TILE_PX = 256
MAX_FONTS = 32
"""Maximum number of cached fonts."""
NO_BREAK_SPACES = "\u00a0\u202f"
_SIGNS = re.compile("([♣♦♥♠])")
_SIGN_SUITS = dict(zip("♣♦♥♠", "CDHS", strict=True))


def is_seen(letter: str) -> bool:
    """Whether the fonts have a picture of a letter; some languages space with more than one kind of space."""
    return letter.isprintable() or letter in NO_BREAK_SPACES


LARGE_PX = 44
"""In design pixels: of a button for hands that tremble, and its width at least."""


EDGE_SHARE = 0.02
"""Of a card's width: its edge in high contrast."""


class Hand(Enum):
    """Input device that the player used last."""

    USUAL = auto()  # pointer and keys
    CONTROLLER = auto()
    FINGER = auto()


class Pictures:
    """The card set and the letters at the present sizes."""

    def __init__(
        self, assets: Assets, choice: CardChoice | None = None, raster_cache: RasterCache | None = None
    ) -> None:
        """`raster_cache` has pictures of earlier starts of the program."""
        self.assets = assets
        self.raster_cache = raster_cache or RasterCache(None)
        self.language: Translator = English()
        """Translator for all text that is drawn."""
        self.choice = choice or CardChoice()
        self.deck: Deck = DECKS[self.choice.deck]
        self.card_width = 0
        self.card_height = 0
        self.margin = 0
        self.unit = 1.0
        self.large_buttons = False
        """Whether no button is smaller than LARGE_PX."""
        self.hand = Hand.USUAL
        """Input device used last: labels show signs of a controller, buttons have room for a finger."""
        self._cards: dict[str, pygame.Surface] = {}
        self._made = Store(MIN_ROOM_PIXELS)
        self._turning = Store(0)
        self.small_tables = Store(MIN_ROOM_PIXELS)
        """Tables drawn small, and the tiles they stand on, whatever the present size of a card is."""
        self._fonts: dict[tuple[int, bool], Letters] = {}
        self._codes: frozenset[int] = frozenset()  # of the letters that our fonts have
        self._system_fonts: SystemFonts | None = None
        self._shadow: pygame.Surface | None = None
        self._turned_pixels = TURNED_PIXELS_A_FRAME
        self._felt: tuple[object, pygame.Surface] | None = None

    def another(self) -> Pictures:
        """Pictures of the same cards and language, for cards and letters of another size."""
        made = Pictures(self.assets, self.choice)
        made.language, made._system_fonts, made._codes = self.language, self._system_fonts, self._codes
        return made

    # Sizes ---------------------------------------------------------------------------------

    def set_card_size(self, width: int, height: int) -> None:
        """Sets the size of a card in pixels; pictures are redrawn when it changes."""
        if (width, height) == (self.card_width, self.card_height):
            return
        self.card_width, self.card_height = width, height
        self.margin = max(3, round(width * 0.07))
        self._made.room_pixels = max(MIN_ROOM_PIXELS, ROOM_CARDS * width * height)
        self._turning.room_pixels = TURNING_CARDS * width * height
        self._forget_cards()
        self._shadow = None

    def set_unit(self, unit: float) -> None:
        """Sets how many pixels a design pixel has; letters follow."""
        self.unit = unit

    def choose_cards(self, choice: CardChoice) -> None:
        """Chooses deck, colours of the suits and back."""
        if choice != self.choice:
            self.choice, self.deck = choice, DECKS[choice.deck]
            self._forget_cards()

    @property
    def line(self) -> tuple[int, int, int, int]:
        """Colour of the lines around panels, buttons and fields."""
        return SHARP_OUTLINE if self.choice.high_contrast else OUTLINE

    def _forget_cards(self) -> None:
        self._cards.clear()
        self._made.clear()
        self._turning.clear()

    def px(self, design_px: float) -> int:
        """Design pixels in pixels, at least 1."""
        return max(1, round(design_px * self.unit))

    def button_px(self, design_px: float) -> int:
        """The height of a button in pixels; a large one where that is wanted."""
        is_large = self.large_buttons or self.hand is Hand.FINGER
        return self.px(max(LARGE_PX, design_px) if is_large else design_px)

    # Cards ---------------------------------------------------------------------------------

    def card(self, card: Card) -> pygame.Surface:
        """A card with its shadow; the card itself begins `margin` right of and below the corner."""
        name = self._card_name(card)
        if name not in self._cards:
            self._cards[name] = self._with_shadow(self._card_face(name))
        return self._cards[name]

    def load_next(self) -> bool:
        """Loads one more card picture ahead of need; False when all are there, or no size is set yet.

        What was drawn that the next start will need, too, is written first.
        """
        if self.raster_cache.write_next():
            return True
        if not self.card_width or len(self._cards) > ALL_FACES:  # with the back
            return False
        for rank in "A23456789TJQK":
            for suit in SUITS:
                if rank + suit not in self._cards:
                    self._cards[rank + suit] = self._with_shadow(self._card_face(rank + suit))
                    return True
        return False

    def held_card(self, card: Card, tilt_degrees: float) -> pygame.Surface:
        """A card lifted from the table: a little larger, leaning, with a wider shadow.

        Turning a large picture takes longer than a frame has, so only some are made in one
        frame; meanwhile the nearest lean that is ready is shown.
        """
        name, tilt = self._card_name(card), TILT_STEP * round(tilt_degrees / TILT_STEP)
        found = self._made.find((self.unit, ("held", name, tilt) if tilt else ("larger", name)))
        if found is not None:
            return found
        larger = self.made(("larger", name), lambda: self._larger(name))
        step = TILT_STEP if tilt > 0 else -TILT_STEP
        while tilt and (self.unit, ("held", name, tilt)) not in self._made and self._turned_pixels <= 0:
            tilt -= step
        if not tilt:
            return larger
        return self.made(("held", name, tilt), lambda: self._turned(larger, tilt))

    def begin_frame(self) -> None:
        """A new frame: some more pictures may be turned."""
        self._turned_pixels = TURNED_PIXELS_A_FRAME

    def turning_card(self, card: Card, width_share: float) -> pygame.Surface:
        """A card seen while it turns over, as wide as the share says; its height is the whole."""
        whole = self.card(card)
        width = max(2, round(whole.get_width() * width_share / 8) * 8)
        name = self._card_name(card)
        return self._turning.get(
            (name, width), lambda: pygame.transform.smoothscale(whole, (width, whole.get_height()))
        )

    @staticmethod
    def _card_name(card: Card) -> str:
        return card.text if card.face_up else "back"

    def _card_face(self, name: str) -> pygame.Surface:
        size = self.card_width, self.card_height
        is_back = name == "back"
        file = back_file(self.choice.back) if is_back else self.deck.face(name, self.choice.four_colours)
        drawn = self.assets.drawing(file, *size)
        if self.choice.high_contrast:  # each card of a column is set apart from the one beneath it
            edge, radius = FACE if is_back else BLACK, round(size[0] * 0.045)
            pygame.draw.rect(drawn, edge, drawn.get_rect(), max(2, round(size[0] * EDGE_SHARE)), radius)
        return drawn

    def _with_shadow(self, face: pygame.Surface) -> pygame.Surface:
        if self._shadow is None:
            self._shadow = shadow(face.get_size(), self.margin, strength=70, drop_share=0.25)
        picture = self._shadow.copy()
        picture.blit(face, (self.margin, self.margin))
        return picture

    def _turned(self, picture: pygame.Surface, tilt: int) -> pygame.Surface:
        self._turned_pixels -= picture.get_width() * picture.get_height()
        return pygame.transform.rotozoom(picture, tilt, 1.0)

    def _larger(self, name: str) -> pygame.Surface:
        # Scaled from the picture at hand: drawing a long run anew would cost several frames.
        size = round(self.card_width * LIFT_SCALE), round(self.card_height * LIFT_SCALE)
        margin = 2 * self.margin
        whole = self._cards[name] if name in self._cards else self._with_shadow(self._card_face(name))
        face = whole.subsurface((self.margin, self.margin, self.card_width, self.card_height))
        wide = self.made(("held shadow",), lambda: shadow(size, margin, strength=85, drop_share=0.4))
        picture = wide.copy()
        picture.blit(pygame.transform.smoothscale(face, size), (margin, margin))
        return picture

    # Marks and empty places ------------------------------------------------------------------

    def frame(
        self,
        width: int,
        height: int,
        line: tuple[int, ...],
        fill: tuple[int, ...] = (0, 0, 0, 0),
        thick: int = 2,
        has_edge: bool = False,
    ) -> pygame.Surface:
        """A rounded outline the size of a card or column, with a border of `margin` around it.

        With a dark edge on both sides it is seen on a card as on the table.
        """

        def make() -> pygame.Surface:
            margin = self.margin
            big = pygame.Surface(((width + 2 * margin) * 2, (height + 2 * margin) * 2), pygame.SRCALPHA)
            radius = round(self.card_width * 0.045 * 2)
            area = pygame.Rect(2 * margin, 2 * margin, 2 * width, 2 * height)
            if len(fill) == 4 and fill[3]:
                pygame.draw.rect(big, fill, area, border_radius=radius)
            thickness = max(2, round(thick * self.unit * 2))
            dark = thickness + 2 * max(2, round(self.unit * 3)) if has_edge else 0
            for colour, wide in ((INK, dark), (line, thickness)):
                if wide:
                    pygame.draw.rect(big, colour, area.inflate(wide, wide), wide, radius + wide // 2)
            return pygame.transform.smoothscale(big, (width + 2 * margin, height + 2 * margin))

        return self.made(("frame", width, height, line, fill, thick, has_edge), make)

    # Letters and icons -----------------------------------------------------------------------

    def text(self, words: str, size: str = "body", colour: RGB = TEXT, bold: bool = False) -> pygame.Surface:
        """One line of text in one of the theme's sizes; suit signs in it are drawn.

        What cannot be seen, as a file may have it in a word that is quoted from it, has a sign of its own.
        """
        words = self.language.translate(words)
        key = self.unit, ("text", words, size, colour, bold)
        return self._made.get(key, lambda: self._line(words, size, colour, bold))

    def text_width(self, words: str, size: str = "body", bold: bool = False) -> int:
        """The width of a line of text in pixels."""
        return self.text(words, size, TEXT, bold).get_width()

    def _line(self, words: str, size: str, colour: RGB, bold: bool) -> pygame.Surface:
        font = self.font(size, bold)
        parts = []
        for part in _SIGNS.split(words):
            if part in _SIGN_SUITS:
                height = round(font.get_ascent() * 0.78)
                parts.append(self.icon(f"suit_{_SIGN_SUITS[part]}", height, colour))
            elif part:
                seen = part
                if not part.isprintable():
                    seen = "".join(letter if is_seen(letter) else "�" for letter in part)
                parts.append(font.render(seen, True, colour))
        if len(parts) == 1 and parts[0].get_height() == font.get_height():
            return parts[0]
        line = pygame.Surface((sum(part.get_width() for part in parts), font.get_height()), pygame.SRCALPHA)
        x = 0
        for part in parts:
            y = (line.get_height() - part.get_height()) // 2
            line.blit(part, (x, y))
            x += part.get_width()
        return line

    def use_system_fonts(self, fonts: SystemFonts) -> None:
        """Takes letters that our fonts lack from the system's from now on."""
        self._system_fonts = fonts
        self._fonts.clear()

    def take_found_letters(self) -> bool:
        """Forgets all that is written if letters have a font by now; returns whether that is so."""
        if self._system_fonts is None or not self._system_fonts.take_news():
            return False
        self._fonts.clear()
        self._made.clear()
        return True

    def font(self, size: str, bold: bool = False) -> Letters:
        """The font in one of the theme's sizes."""
        pixels = round(TEXT_PX[size] * self.unit)
        if (pixels, bold) not in self._fonts:
            if not pygame.font.get_init():
                pygame.font.init()
            if len(self._fonts) >= MAX_FONTS:
                self._fonts.clear()
            file = self.assets.folder / "fonts" / ("bold.ttf" if bold else "regular.ttf")
            with reading_asset(file):
                font = pygame.font.Font(file, pixels)
                font.size("a")  # a damaged file shows only now
            if not self._codes:  # both fonts have the same
                self._codes = frozenset(code for codes in letters_in(file) for code in codes)
            self._fonts[pixels, bold] = Letters(font, self._codes, pixels, bold, self._system_fonts)
        return self._fonts[pixels, bold]

    def icon(self, name: str, size_px: int, colour: RGB = TEXT) -> pygame.Surface:
        """A small drawing in one colour, `size_px` high and wide."""

        def make() -> pygame.Surface:
            drawn = self.assets.drawing(f"icons/{name}.svg", size_px, size_px)
            drawn.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
            return drawn

        return self.made(("icon", name, size_px, colour), make)

    # The table -------------------------------------------------------------------------------

    def felt(self, size: tuple[int, int], name: str) -> pygame.Surface:
        """The empty table, to be copied from; converted, a part of it can be drawn on."""

        if self._felt is None or self._felt[0] != (size, name):
            self._felt = (size, name), felt(size, felt_of(name))
        return self._felt[1]

    def veil(self, colour: tuple[int, int, int, int]) -> pygame.Surface:
        """Tile that dims the table."""

        def make() -> pygame.Surface:
            tile = pygame.Surface((VEIL_TILE_PX, VEIL_TILE_PX), pygame.SRCALPHA)
            tile.fill(colour)
            return tile

        return self.made(("veil", colour), make)

    def made(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture called `key` in the present unit, made when it is not there."""
        return self._made.get((self.unit, key), make)


GOLD_LINE = (*GOLD, 255)

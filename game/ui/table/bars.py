"""The top bar and the status line: their contents, updates and priorities."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

import pygame

from game.message import joined, labelled, msg_p, verbatim
from game.ui.drawing.canvas import fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import BAR, BAR_PX, BUTTON, GAP_PX, GOLD, QUIET, RGB, STATUS_PX, TEXT
from game.ui.drawing.words import shortened, small_enough, wrapped
from game.ui.forms.widgets import ICON_SIGNS, NOWHERE, Button

INSET_PX = 6
"""Space above and below a button of the bar."""
TIME_PX = 8
"""Height of the time bar below the header."""


CLOCK = "clock"
"""The size of a time: its signs are as wide as each other."""


class Weight(IntEnum):
    """Importance of a sentence, from least to most."""

    WORDS = 0  # a hint, a refusal: nothing that is proven
    VERDICT = 1  # that the game cannot be won any more
    STANDSTILL = 2  # that nothing is left to be done
    TROUBLE = 3  # that the game is not saved as it should be


class StatusLine:
    """One sentence at a time."""

    def __init__(
        self,
        put: Callable[[str], None],
        first: Callable[[], None],
        on_sentence: Callable[[str], None],
    ) -> None:
        """`put` is called with each sentence to show; `first` before anything is said.

        `on_sentence` is called with all that is said, even if something weightier keeps it from being shown.
        """
        self._sentence = ""
        self._put_down, self._first, self._on_sentence = put, first, on_sentence
        self._weight = Weight.WORDS
        self._beneath: str | None = None  # the sentence that an aside covers

    @property
    def sentence(self) -> str:
        """The sentence shown."""
        self._first()
        return self._sentence

    def say(self, sentence: str, weight: Weight = Weight.WORDS, aloud: bool = True, heard: str = "") -> None:
        """Shows an answer to the player, replacing any sentence; `aloud` and `heard` as for `say_unasked`."""
        self._first()
        self._weight = Weight.WORDS
        self.say_unasked(sentence, weight, aloud, heard)

    def clear(self) -> None:
        """Clears the line; nothing is said."""
        self.say("", aloud=False)

    def say_unasked(
        self, sentence: str, weight: Weight = Weight.WORDS, aloud: bool = True, heard: str = ""
    ) -> None:
        """Shows an automatic or late sentence, unless a weightier one is shown.

        Unless `aloud`, listeners do not get it, because a better one follows soon; `heard` is its longer
        wording for them.
        """
        self._first()
        if aloud:
            self._on_sentence(heard or sentence)
        if weight >= self._weight:
            self._weight = weight if sentence else Weight.WORDS
            self._beneath = None
            self._put(sentence)

    def say_aside(self, sentence: str) -> None:
        """Shows a sentence until `end_aside`, then restores the previous one."""
        self._first()
        self._on_sentence(sentence)
        if self._beneath is None:
            self._beneath = self._sentence
        self._put(sentence)

    def cover(self) -> None:
        """Hides sentences about the cards until `end_aside`: a panel over them has its own."""
        if self._weight is Weight.WORDS:
            self.say_aside("")

    def end_aside(self) -> None:
        """Restores what an aside covers."""
        if self._beneath is not None:
            sentence, self._beneath = self._beneath, None
            self._put(sentence)

    def _put(self, sentence: str) -> None:
        self._sentence = sentence
        self._put_down(sentence)


class Field:
    """A short text of the top bar with a quiet label, as wide as its widest content."""

    def __init__(self, label: str, widest: str, size: str = "large") -> None:
        self.label, self.widest, self.size, self.box = label, widest, size, NOWHERE
        self.text, self.colour = "", TEXT
        self.seen: str | None = None
        """Another text that is drawn in place of its own for a moment."""
        self.scale = 1.0
        self.hides_label = False


OWN_KEYS = {"end": pygame.K_e, "shuffle": pygame.K_s, "eye": pygame.K_v}
"""Keys of the buttons that only some tables have in the bar, by their icons."""


class TimeLeft(NamedTuple):
    """Share of a limit that is left, from 1 to 0, and its colour."""

    share: float
    colour: RGB


class StatusBars:
    """Content of both bars: the game at the left, fields in the middle, buttons at the right."""

    def __init__(self, title: str, subtitle: str, fields: Sequence[Field] = ()) -> None:
        self.title, self.subtitle, self.fields = title, subtitle, fields
        self.buttons: Sequence[Button] = ()
        self.sentence, self.title_colour = "", TEXT
        self.facts: Sequence[tuple[str, str]] = ()  # what is counted, and how many
        self.hidden: Collection[str] = ()  # labels of what is told on request, and not drawn
        self.is_large = False
        """Whether letters are larger than usual: then a long sentence has two lines and is not smaller."""
        self.gives_way = False  # whether facts are left out before the sentence is written small
        self.top = self.bottom = self.bar = NOWHERE
        self.strip_px = 0
        """Height of the strip below the header, in design pixels."""
        self.strip = NOWHERE
        self.time_left: TimeLeft | None = None
        self._above_px = self._fields_px = 0  # where the buttons' row begins, and the height of the fields'
        self._title_room = 0  # how far the title may reach
        self._signs: dict[str, pygame.Surface] = {}  # of the clock, and their colour and unit
        self._clock_look: tuple[RGB, float] | None = None
        self._enabled: Sequence[bool] = ()  # which buttons could be pressed when that was looked at last

    def pad_keys(self, has_menu: bool, has_stock: bool) -> Mapping[int, int]:
        """Keys of a controller's buttons at this table; a round has no menu, but a way to leave it."""
        own = next((OWN_KEYS[button.icon] for button in self.buttons if button.icon in OWN_KEYS), 0)
        return {
            pygame.CONTROLLER_BUTTON_START: pygame.K_p if has_menu else pygame.K_ESCAPE,
            pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: pygame.K_d if has_stock else own,
            pygame.CONTROLLER_BUTTON_RIGHTSTICK: own,
        }

    def tell(self, which: int, text: str, colour: RGB) -> Box | None:
        """Fills a field; returns the changed area, or None."""
        field = self.fields[which]
        if (text, colour) == (field.text, field.colour):
            return None
        fits = max(len(text), len(field.text)) <= len(field.widest)
        field.text, field.colour = text, colour
        return field.box if fits else self.top

    @property
    def bottom_edge(self) -> int:
        """Where the header ends, with the bar below it while that shows the time."""
        return round(self.top.height if self.time_left is None else self.bar.y + self.bar.height)

    def show_time(self, left: TimeLeft | None) -> Box | None:
        """Shows the time left in the bar under the header; returns the changed area."""
        was, self.time_left = self.time_left, left
        if was == left:
            return None
        if was is None or left is None or was.colour != left.colour:
            return self.bar
        first, last = sorted((round(self.bar.width * was.share), round(self.bar.width * left.share)))
        return Box(first, self.bar.y, last - first, self.bar.height)

    @property
    def told(self) -> str:
        """The fields and counts in a sentence, hidden ones too."""
        counted = [
            (field.label or msg_p("a figure", "Time"), field.text) for field in self.fields if field.text
        ]
        facts = [*counted, *self.facts]
        return joined(", ", [labelled(label, value) for label, value in facts])

    def count(self, facts: Sequence[tuple[str, str]], hidden: Collection[str] = ()) -> list[Box]:
        """Fills the status line and updates the buttons; returns the changed area.

        Figures with `hidden` labels are not drawn.
        """
        enabled = [button.refusal() is None for button in self.buttons]
        found = [self.top] if (enabled, hidden) != (self._enabled, self.hidden) else []
        if (facts, hidden) != (self.facts, self.hidden):
            found.append(self.bottom)
        self.facts, self.hidden, self._enabled = facts, hidden, enabled
        return found

    def lay_out(self, pictures: Pictures, size: tuple[int, int]) -> Box:
        """Lays everything out in a window; returns the room left for the cards."""
        width, height = size
        fields_width = self._fields_width(pictures)
        top_height = self._arrange(pictures, width, fields_width)
        self._fields_px = self._above_px or top_height
        lines = 2 * pictures.font("body").get_height() + pictures.px(4) if self.is_large else 0
        bottom_height = max(pictures.px(STATUS_PX), lines)
        self.top = Box(0, 0, width, top_height)
        self.bottom = Box(0, height - bottom_height, width, bottom_height)
        self.bar = Box(0, top_height, width, pictures.px(TIME_PX))
        strip_height = pictures.px(self.strip_px) if self.strip_px else 0
        self.strip = Box(0, top_height + self.bar.height, width, strip_height)
        self._place_buttons(pictures)
        self._place_fields(pictures, fields_width)
        top_height += strip_height
        return Box(0, top_height, width, height - top_height - bottom_height)

    def _arrange(self, pictures: Pictures, width_px: int, fields_px: int) -> int:
        """Chooses how the buttons stand; returns the bar's height.

        Their words stand beside the icons, or below them, or large ones in a row of their own. Only where
        nothing of that fits are there icons alone.
        """
        px, inset = pictures.px, 2 * pictures.px(INSET_PX)
        beside = pictures.button_px(BAR_PX - 2 * INSET_PX) + inset
        stacked = max(beside, Button.stacked_px(pictures) + inset)
        rooms = [(width_px - fields_px - 2 * px(GAP_PX), 0)]
        if self.is_large:
            rooms.append((width_px - 2 * px(GAP_PX), beside))
        for button in self.buttons:
            button.sign = ICON_SIGNS.get(button.icon or "", button.sign)
        for room_px, self._above_px in rooms:
            for is_stacked, height in ((False, beside), (True, stacked)):
                for button in self.buttons:
                    button.shows_word, button.is_stacked = True, is_stacked
                if self._buttons_width(pictures) <= room_px:
                    return self._above_px + height
        self._show_icons()
        self._above_px = 0
        return beside

    def _show_icons(self) -> None:
        """Leaves out the words of buttons that have an icon."""
        for button in self.buttons:
            button.shows_word, button.is_stacked = button.icon is None, False

    def choose_unit(self, pictures: Pictures, width_px: int, units: Iterable[float]) -> None:
        """Has everything drawn with the first of these units with which the bars fit at a width."""
        for unit in units:
            pictures.set_unit(unit)
            if self._fits(pictures, width_px):
                return

    def _fits(self, pictures: Pictures, width_px: int) -> bool:
        """Whether fields and buttons fit side by side at a width, as icons if necessary."""
        shown = [(button, button.shows_word, button.is_stacked) for button in self.buttons]
        self._show_icons()
        needed = self._buttons_width(pictures) + self._fields_width(pictures)
        for button, has_word, is_stacked in shown:
            button.shows_word, button.is_stacked = has_word, is_stacked
        return needed + 2 * pictures.px(GAP_PX) <= width_px

    def _buttons_width(self, pictures: Pictures) -> int:
        gap = pictures.px(6)
        return sum(button.width(pictures) + gap for button in self.buttons)

    def _place_buttons(self, pictures: Pictures) -> None:
        x = self.top.width - pictures.px(GAP_PX)
        inset = pictures.px(INSET_PX)
        for button in reversed(self.buttons):
            width = button.width(pictures)
            x -= width
            button.box = Box(x, self._above_px + inset, width, self.top.height - self._above_px - 2 * inset)
            x -= pictures.px(6)

    def _place_fields(self, pictures: Pictures, fields_width: int) -> None:
        x = round((self.top.width - fields_width) / 2)
        beside = [button.box.x for button in self.buttons if not self._above_px]
        buttons_x = min(beside, default=self.top.width)
        x = max(pictures.px(GAP_PX), min(x, round(buttons_x) - fields_width - pictures.px(4)))
        self._title_room = x
        for field in self.fields:
            width = self._field_width(pictures, field)
            field.box = Box(x, 0, width, self._fields_px)
            x += width

    def _fields_width(self, pictures: Pictures) -> int:
        return sum(self._field_width(pictures, field) for field in self.fields)

    @staticmethod
    def _field_width(pictures: Pictures, field: Field) -> int:
        label = pictures.text_width(field.label, "small") + pictures.px(7) if field.label else 0
        return label + pictures.text_width(field.widest, field.size, bold=True) + pictures.px(26)

    def draw(self, surface: pygame.Surface, area: pygame.Rect, pictures: Pictures) -> None:
        """Draws the part within `area`."""
        for bar, contents in ((self.top, self._draw_top), (self.bottom, self._draw_bottom)):
            if area.colliderect(bar):
                surface.blit(self._ground(pictures, bar), (bar.x, bar.y))
                contents(surface, area, pictures)
        if self.strip.height and area.colliderect(self.strip):
            surface.blit(self._ground(pictures, self.strip), (self.strip.x, self.strip.y))
        if self.time_left is not None and area.colliderect(self.bar):
            fill_rounded(surface, self.bar, BUTTON, 0)
            x, y, width, height = self.bar
            left_px = round(width * min(1.0, self.time_left.share))
            surface.fill(self.time_left.colour, (x, y, left_px, height))

    @staticmethod
    def _ground(pictures: Pictures, bar: Box) -> pygame.Surface:
        def make() -> pygame.Surface:
            ground = pygame.Surface((int(bar.width), int(bar.height)), pygame.SRCALPHA)
            ground.fill(BAR)
            return ground

        return pictures.made(("bar", bar.width, bar.height), make)

    def _draw_top(self, surface: pygame.Surface, area: pygame.Rect, pictures: Pictures) -> None:
        if area.left < self._title_room:
            self._draw_title(surface, pictures)
        for field in self.fields:
            if field.label in self.hidden:
                continue
            if area.colliderect(field.box) or len(field.text) > len(field.widest):
                self._draw_field(surface, pictures, field)
        for button in self.buttons:
            if area.colliderect(button.box):
                button.draw(surface, pictures)

    def _draw_title(self, surface: pygame.Surface, pictures: Pictures) -> None:
        x = pictures.px(14)
        for text in (
            pictures.text(self.title, "body", self.title_colour, True),
            pictures.text(self.subtitle, "small", QUIET),
        ):
            if x + text.get_width() + pictures.px(GAP_PX) > self._title_room:
                return
            surface.blit(text, (x, round((self._fields_px - text.get_height()) / 2)))
            x += text.get_width() + pictures.px(10)

    def _draw_field(self, surface: pygame.Surface, pictures: Pictures, field: Field) -> None:
        if field.size == CLOCK:
            self._draw_clock(surface, pictures, field)
            return
        font, x = pictures.font(field.size, True), field.box.x
        y = round((field.box.height - font.get_height()) / 2)
        if field.label:
            label = pictures.text(field.label, "small", QUIET)
            if not field.hides_label:
                surface.blit(label, (x, y + font.get_ascent() - pictures.font("small").get_ascent()))
            x += label.get_width() + pictures.px(7)
        text = pictures.text(field.text if field.seen is None else field.seen, field.size, field.colour, True)
        place = text.get_rect(topleft=(round(x), y))
        if field.scale != 1.0:
            text = pygame.transform.smoothscale_by(text, field.scale)
        surface.blit(text, text.get_rect(center=place.center))

    def _draw_clock(self, surface: pygame.Surface, pictures: Pictures, field: Field) -> None:
        """A time, sign by sign: each is drawn once, not once a second."""
        x, look = field.box.x, (field.colour, pictures.unit)
        if look != self._clock_look:
            self._signs, self._clock_look = {}, look
        for sign in field.text:
            picture = self._signs.get(sign)
            if picture is None:
                self._signs[sign] = picture = pictures.text(verbatim(sign), CLOCK, field.colour, True)
            surface.blit(picture, (x, round((field.box.height - picture.get_height()) / 2)))
            x += picture.get_width()

    def shown_facts(self, pictures: Pictures) -> Sequence[tuple[str, str]]:
        """Facts, without the first ones if the sentence needs their room.

        They leave it what it needs in small letters, or in large ones where they give way.
        """
        size = "body" if self.gives_way else "small"
        room_px = self.bottom.width - 2 * pictures.px(14) - pictures.text_width(self.sentence, size)
        shown: list[tuple[str, str]] = []
        for label, value in reversed(self.facts):
            if label in self.hidden:
                continue
            width = pictures.text_width(value, "body", bold=True) + pictures.text_width(label, "small")
            room_px -= width + 2 * pictures.px(6) + pictures.px(14)
            if room_px < 0:
                break
            shown.insert(0, (label, value))
        return shown

    def _draw_bottom(self, surface: pygame.Surface, area: pygame.Rect, pictures: Pictures) -> None:
        middle = self.bottom.y + self.bottom.height / 2
        right = self.bottom.width - pictures.px(14)
        for label, value in reversed(self.shown_facts(pictures)):
            for text in (pictures.text(value, "body", TEXT, True), pictures.text(label, "small", QUIET)):
                right -= text.get_width()
                surface.blit(text, (round(right), round(middle - text.get_height() / 2)))
                right -= pictures.px(6)
            right -= pictures.px(14)
        self._draw_sentence(surface, pictures, right - pictures.px(14))

    def _draw_sentence(self, surface: pygame.Surface, pictures: Pictures, room_px: float) -> None:
        left, height = pictures.px(14), self.bottom.height
        lines = self._sentence_lines(pictures, room_px)
        if self.sentence:  # nearest to the cards that it speaks of: in the middle, as far as there is room
            width = max(line.get_width() for line in lines)
            left = round(max(left, min((self.bottom.width - width) / 2, left + room_px - width)))
            pad = pictures.px(10)
            box = Box(left - pad, self.bottom.y + 1, width + 2 * pad, height - 2)
            fill_rounded(surface, box, BUTTON, pictures.px(9))
            outline(surface, box, (*GOLD, 150), pictures.px(9), pictures.px(1))
        step = min(lines[0].get_height(), height / len(lines))
        y = self.bottom.y + (height - step * (len(lines) - 1) - lines[0].get_height()) / 2
        for number, line in enumerate(lines):
            surface.blit(line, (left, round(y + number * step)))

    def _sentence_lines(self, pictures: Pictures, room_px: float) -> list[pygame.Surface]:
        """The sentence in a line, smaller if long; if longer still, in two small lines."""
        for size in ("body", "small") if self.is_large else ():
            words = wrapped(self.sentence, pictures, room_px, size)
            if len(words) <= 2:
                return [pictures.text(line, size, TEXT) for line in words]
        size = "body" if pictures.text_width(self.sentence, "body") <= room_px else "small"
        with small_enough(pictures, lambda: pictures.text_width(self.sentence, size) <= room_px):
            line = pictures.text(self.sentence, size, TEXT)
        if line.get_width() <= room_px:
            return [line]
        with small_enough(pictures, lambda: self._fits_twice(pictures, room_px)):
            first, *rest = wrapped(self.sentence, pictures, room_px, "small")
            second = shortened(" ".join(rest), pictures, room_px, "small")
            return [pictures.text(words, "small", TEXT) for words in (first, second)]

    def _fits_twice(self, pictures: Pictures, room_px: float) -> bool:
        """Whether the sentence fits into two lines within the bar's height."""
        lines = wrapped(self.sentence, pictures, room_px, "small")
        return len(lines) <= 2 and 2 * pictures.font("small").get_height() <= self.bottom.height

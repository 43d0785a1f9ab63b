"""Visible parts of a replay: its table, and the bar below with curves, marks and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.message import NumberText, joined, msg, msg_p
from game.play.game import ControlAction
from game.play.phrases import hours
from game.play.played import who_played
from game.play.replay import Replay, ReplaySnapshot, course_of
from game.rules.position import Move
from game.storage.files import printable
from game.ui.drawing.canvas import Canvas, Picture, fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, INK, QUIET, RGB, TEXT, WARNING, felt_of
from game.ui.forms.widgets import Button
from game.ui.games.tables import spectator_table
from game.ui.screen import Context

AUDIBLE_RATE = 2.0
"""Up to this rate every card is heard, and points rise."""
POINTER = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)


class ShownTable:
    """A replay at one of its steps, on a table."""

    def __init__(self, context: Context, replay: Replay) -> None:
        """At the deal."""
        self.replay, self.game = replay, ReplaySnapshot(replay)
        self.table = spectator_table(context, self.game)
        by = who_played({name: printable(value, 40) for name, value in replay.record.tags.items()})
        words = filter(None, [self.table.bars.subtitle, by, msg_p("kind of table", "replay")])
        self.table.bars.subtitle = joined(" · ", words)
        self.table.bars.gives_way = True
        self.table.points.earned_ms = course_of(replay).earned_ms

    def show(self, step: int, rate: float = 1.0, is_animated: bool = False) -> None:
        """Shows a step; cards move as in the game when it is the next one or the one before."""
        table, replay, was = self.table, self.replay, self.game.step
        table.hurry()
        self.game.step = step
        table.pace = 1.0 / max(1.0, rate) if is_animated else 0.0
        table.sounds.is_silent = not is_animated or rate > AUDIBLE_RATE
        table.cards.speed = table.speed
        if not is_animated:
            table.cards.finish()
            table.canvas.damage()
        if step == was - 1:
            table.show(replay.position(was), ControlAction.UNDO)
        else:
            action = replay.action(step)
            table.show(replay.position(max(0, step - 1)), ControlAction.REDO if action is None else action)
            if not table.sounds.is_silent and step == was + 1 and isinstance(action, Move):
                table.points.rise(replay.position(was), replay.position(step), action)
            if is_animated and step == replay.last == was + 1:
                table.ended()
        table.pace = 1.0 / max(1.0, rate)
        table.is_stale = True

    @property
    def scrolls(self) -> bool:
        """Whether the wheel moves the view on this table."""
        return self.table.area.places.scrolls

    def handle(self, event: pygame.event.Event) -> None:
        """Takes an event of the pointer, in pixels of the table."""
        if event.type in POINTER:
            self.table.handle(event)

    def resize(self, canvas: Canvas) -> None:
        """Lays the table out for a new canvas."""
        self.table.hurry()
        self.table.resize(canvas)


PAD_PX = 10
TRACK_PX = 54
BUTTON_PX = 38
GAP_PX = 6
RATE_PX = 48
RATE_GROUP = 1
"""The group between whose two buttons the rate is shown."""
ICONS_ALONE = ("step_back", "step_on")
PLAY_WORDS = (msg_p("a replay", "Play"), msg_p("a button", "Pause"))


def ground_colour(table: str) -> RGB:
    """Colour behind the bar, and between two tables."""
    red, green, blue = felt_of(table).edge
    return red // 2, green // 2, blue // 2


class PlayerBar:
    """Scrub bar and buttons, as wide as the window."""

    def __init__(self, pictures: Pictures, groups: Sequence[Sequence[Button]]) -> None:
        """`groups` of buttons from left to right, the last at the right edge."""
        self.pictures = pictures
        self.scrub = ScrubBar(pictures)
        self._groups = groups
        self.box = Box(0, 0, 0, 0)
        self.rate = 1.0
        self.end_text = ""
        self.reflows = False
        """Whether the buttons at the right go below the others rather than lose their words."""
        self._wraps = False
        self._rate_box = Box(0, 0, 0, 0)

    @property
    def buttons(self) -> list[Button]:
        """All buttons in the order of the Tab key."""
        return [button for group in self._groups for button in group]

    def height_px(self, width_px: float) -> int:
        """Height of the bar in a window of a width."""
        px, row = self.pictures.px, self.pictures.button_px(BUTTON_PX)
        for button in self.buttons:
            button.shows_word = button.icon not in ICONS_ALONE
        self._wraps = self.reflows and self._needed_px() > width_px - 2 * px(PAD_PX)
        return 3 * px(PAD_PX) + px(TRACK_PX) + row + self._wraps * (row + px(GAP_PX))

    def lay_out(self, box: Box) -> None:
        """Places everything in a box as wide as the window."""
        px, self.box = self.pictures.px, box
        pad = px(PAD_PX)
        side = max(self.pictures.text_width(words) for words in (self.end_text, "00:00")) + pad
        self.scrub.place(Box(box.x + pad + side, box.y + pad, box.width - 2 * (pad + side), px(TRACK_PX)))
        if not self._wraps:
            self._choose_words(box.width - 2 * pad)
        self._place_buttons()

    def _choose_words(self, room_px: float) -> None:
        """Words give way to icons where there is no room: first those at the right, Play the last."""
        buttons = [button for button in self.buttons if button.icon not in (None, *ICONS_ALONE)]
        for button in buttons:
            button.shows_word = True
        for button in reversed(buttons):
            if self._needed_px() <= room_px:
                return
            button.shows_word = False

    def _width(self, button: Button) -> int:
        """The width of a button; the one that plays and pauses keeps its width, so that none jumps."""
        if button.word not in PLAY_WORDS or not button.shows_word:
            return button.width(self.pictures)
        widths = [self.pictures.text_width(word, bold=button.is_strong) for word in PLAY_WORDS]
        return button.width(self.pictures) + max(widths) - widths[PLAY_WORDS.index(button.word)]

    def _needed_px(self) -> float:
        px = self.pictures.px
        widths = [self._width(button) + px(GAP_PX) for button in self.buttons]
        return sum(widths) + len(self._groups) * px(2 * GAP_PX) + px(RATE_PX)

    def _place_buttons(self) -> None:
        px = self.pictures.px
        gap, height = px(GAP_PX), self.pictures.button_px(BUTTON_PX)
        y = self.box.y + 2 * px(PAD_PX) + px(TRACK_PX)
        x = self.box.x + px(PAD_PX)
        for number, group in enumerate(self._groups[:-1]):
            for index, button in enumerate(group):
                if number == RATE_GROUP and index == 1:
                    self._rate_box = Box(x - gap, y, px(RATE_PX) + gap, height)
                    x += px(RATE_PX)
                button.box = Box(x, y, self._width(button), height)
                x += button.box.width + gap
            x += 2 * gap
        x, y = self.box.x + self.box.width - px(PAD_PX), y + self._wraps * (height + px(GAP_PX))
        for button in reversed(self._groups[-1]):
            x -= self._width(button)
            button.box = Box(x, y, self._width(button), height)
            x -= gap

    @property
    def rate_words(self) -> str:
        """Playback speed: `2×`."""
        return msg("{number}×", number=NumberText(self.rate, digits=0 if self.rate >= 1 else 1))

    # Drawing --------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, table: str) -> None:
        """Draws its still parts on a table's colour."""
        surface.fill(ground_colour(table), self.box)
        self.scrub.paint(surface)
        end = self.pictures.text(self.end_text, "body", QUIET)
        x = self.scrub.box.x + self.scrub.box.width + self.pictures.px(PAD_PX)
        surface.blit(end, (round(x), round(self.scrub.box.centre.y - end.get_height() / 2)))
        self._centred(surface, self.rate_words, TEXT, self._rate_box)
        for button in self.buttons:
            button.draw(surface, self.pictures)

    def _centred(self, surface: pygame.Surface, words: str, colour: RGB, box: Box) -> None:
        text = self.pictures.text(words, "body", colour, True)
        corner = box.centre.x - text.get_width() / 2, box.centre.y - text.get_height() / 2
        surface.blit(text, (round(corner[0]), round(corner[1])))

    def moving(self, at_ms: float, played_ms: int, pointed: tuple[float, str] | None) -> list[Picture]:
        """Its changing parts: time, needle, and label."""
        time = self.pictures.text(hours(played_ms / 1000), "body", TEXT, True)
        right = self.scrub.box.x - self.pictures.px(PAD_PX)
        y = round(self.scrub.box.centre.y - time.get_height() / 2)
        shown = [(time, (round(right - time.get_width()), y)), self.scrub.needle(at_ms)]
        return shown if pointed is None else [*shown, *self.scrub.label(*pointed)]


GROUND = (0x04, 0x12, 0x0D, 190)
COLOURS: tuple[RGB, ...] = (GOLD, (0x8F, 0xC7, 0xF2))
"""Colours of the first and second curve."""
MIN_SPAN_MS = 1


@dataclass(frozen=True)
class ReplayCurve:
    """Points of one replay to draw; times in ms of the bar, in order."""

    points: Sequence[tuple[int, int]]  # time and value, which stays until the next
    undos: Sequence[int]
    landmarks: Sequence[int]
    name: str = ""


class ScrubBar:
    """A track as long as the replay."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self.box = Box(0, 0, 0, 0)
        self._curves: Sequence[ReplayCurve] = ()
        self._end_ms = 0
        self._ground: pygame.Surface | None = None

    def show(self, curves: Sequence[ReplayCurve], end_ms: int) -> None:
        """Sets the curves and the total length."""
        self._curves, self._end_ms, self._ground = curves, end_ms, None

    def place(self, box: Box) -> None:
        """Gives it its box."""
        box = Box(*map(round, box))
        if box != self.box:
            self.box, self._ground = box, None

    # Where times are ------------------------------------------------------------------------------

    @property
    def _inner(self) -> Box:
        pad = self._pictures.px(PAD_PX)
        return self.box._replace(x=self.box.x + pad, width=max(1, self.box.width - 2 * pad))

    def x_of(self, at_ms: float) -> float:
        """Where a time is on the screen."""
        return self._inner.x + self._inner.width * min(1.0, at_ms / max(MIN_SPAN_MS, self._end_ms))

    def time_at(self, x: float) -> float:
        """The time that is meant by a point; beyond the ends it is the first or the last."""
        share = (x - self._inner.x) / self._inner.width
        return min(1.0, max(0.0, share)) * self._end_ms

    # Drawing --------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Draws its still parts."""
        if self._ground is None:
            self._ground = self._drawn()
        surface.blit(self._ground, self.box[:2])

    def _drawn(self) -> pygame.Surface:
        px, box = self._pictures.px, self.box
        ground = pygame.Surface((int(box.width), int(box.height)), pygame.SRCALPHA)
        inside = box._replace(x=0, y=0)
        fill_rounded(ground, inside, GROUND, px(7))
        top, bottom = px(9), int(box.height) - px(8)
        most = max([1, *(value for curve in self._curves for _, value in curve.points)])
        for curve, colour in zip(self._curves, COLOURS, strict=False):
            self._draw_curve(ground, curve, colour, (top, bottom), most)
        for curve, colour in zip(self._curves, COLOURS, strict=False):
            self._draw_marks(ground, curve, colour)
        outline(ground, inside, self._pictures.line, px(7), px(1))
        x = px(PAD_PX)
        for curve, colour in zip(self._curves, COLOURS, strict=False):
            name = self._pictures.text(curve.name, "small", colour, True)
            if curve.name and x + name.get_width() < box.width:
                ground.blit(name, (x, px(4)))
                x += name.get_width() + px(14)
        return ground

    def _draw_curve(
        self, ground: pygame.Surface, curve: ReplayCurve, colour: RGB, span: tuple[int, int], maximum: int
    ) -> None:
        top, bottom = span
        line: list[tuple[float, float]] = []
        for at_ms, value in curve.points:
            x, y = self.x_of(at_ms) - self.box.x, bottom - (bottom - top) * max(0, value) / maximum
            if line:
                line.append((x, line[-1][1]))
            line.append((x, y))
        line.append((self.x_of(self._end_ms) - self.box.x, line[-1][1]))
        area = pygame.Surface(ground.get_size(), pygame.SRCALPHA)
        pygame.draw.polygon(area, (*colour, 46), [(line[0][0], bottom), *line, (line[-1][0], bottom)])
        ground.blit(area, (0, 0))
        pygame.draw.lines(ground, colour, False, line, self._pictures.px(1.6))

    def _draw_marks(self, ground: pygame.Surface, curve: ReplayCurve, colour: RGB) -> None:
        px, height = self._pictures.px, ground.get_height()
        for x in self._columns(curve.undos):
            pygame.draw.rect(ground, WARNING, (x - px(2) // 2, height - px(9), px(2), px(8)))
        size = px(4)
        for x in self._columns(curve.landmarks):
            y = px(7)
            corners = [(x, y - size), (x + size, y), (x, y + size), (x - size, y)]
            pygame.draw.polygon(ground, INK, [(a, b + px(1)) for a, b in corners])
            pygame.draw.polygon(ground, colour, corners)

    def _columns(self, times_ms: Sequence[int]) -> list[int]:
        """Where on the track times are, each place once; there may be very many."""
        left, scale = self._inner.x - self.box.x, self._inner.width / max(MIN_SPAN_MS, self._end_ms)
        return sorted({round(left + at_ms * scale) for at_ms in times_ms})

    def needle(self, at_ms: float) -> Picture:
        """The place one is at."""
        px, height = self._pictures.px, int(self.box.height)

        def make() -> pygame.Surface:
            wide = 2 * px(6) + 1
            needle = pygame.Surface((wide, height), pygame.SRCALPHA)
            middle, thick = wide // 2, px(2)
            pygame.draw.rect(needle, (*INK, 200), (middle - thick // 2 - 1, 0, thick + 2, height))
            pygame.draw.rect(needle, TEXT, (middle - thick // 2, 0, thick, height))
            for radius, colour in ((px(6), INK), (px(5), TEXT)):
                pygame.draw.circle(needle, colour, (middle, height - px(7)), radius)
            return needle

        picture = self._pictures.made(("needle", height), make)
        return picture, (round(self.x_of(at_ms)) - picture.get_width() // 2, round(self.box.y))

    def label(self, x: float, words: str) -> list[Picture]:
        """Text beside the pointer, and a line at its place."""
        px, inner = self._pictures.px, self._inner
        said = self._pictures.language.translate(words)
        text = self._pictures.text(said, "small", TEXT)
        pad = px(7)
        width, height = text.get_width() + 2 * pad, text.get_height() + px(4)

        def make() -> pygame.Surface:
            pill = pygame.Surface((width, height), pygame.SRCALPHA)
            fill_rounded(pill, Box(0, 0, width, height), (*INK, 240), px(6))
            pill.blit(text, (pad, px(2)))
            return pill

        def line() -> pygame.Surface:
            drawn = pygame.Surface((px(1), int(self.box.height)), pygame.SRCALPHA)
            drawn.fill((*QUIET, 150))
            return drawn

        at = min(max(x, inner.x), inner.x + inner.width)
        left = at + px(8)
        if left + width > self.box.x + self.box.width:
            left = at - px(8) - width
        left = max(self.box.x, min(left, self.box.x + self.box.width - width))
        y = self.box.y + (self.box.height - height) / 2
        return [
            (self._pictures.made(("pointed", self.box.height), line), (round(at), round(self.box.y))),
            (self._pictures.made(("pointed at", said), make), (round(left), round(y))),
        ]

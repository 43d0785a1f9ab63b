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
from game.ui.forms.tree import Column, Ends, Gap, Held, Node, Row, Size, Terse, Text
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


PAD_PX, TRACK_PX, GAP_PX = 10, 54, 6
RATE_PX = 42


def ground_colour(table: str) -> RGB:
    """Colour behind the bar, and between two tables."""
    red, green, blue = felt_of(table).edge
    return red // 2, green // 2, blue // 2


class PlayButton(Button):
    """Plays and pauses; it is as wide as the longer of its words needs, so that no other button jumps."""

    words = msg_p("a replay", "Play"), msg_p("a button", "Pause")

    def width(self, pictures: Pictures) -> int:
        widths = [pictures.text_width(word, bold=self.is_strong) for word in self.words]
        longer = max(widths) - widths[self.words.index(self.word)]
        return super().width(pictures) + longer * self.shows_word


class PlayerBar:
    """Scrub bar and buttons, as wide as the window."""

    def __init__(self, pictures: Pictures, groups: Sequence[Sequence[Button]]) -> None:
        """`groups` of buttons from left to right: the second shows the rate, the last is at the end."""
        self.pictures, self.box, self.rate = pictures, Box(0, 0, 0, 0), 1.0
        self.scrub = ScrubBar(pictures)
        self.buttons = [button for group in groups for button in group]
        """All buttons in the order of the Tab key."""
        self._rate = Text(self.rate_words, bold=True, align=0.5)
        self._rate.least_px = RATE_PX
        rows: list[list[Node]] = [[Held(button) for button in group] for group in groups]
        rows[1].insert(1, self._rate)
        *left, right = (Row(row, GAP_PX, 1.0) for row in rows)
        self._words = Terse(Ends(Row(left, 3 * GAP_PX), right, GAP_PX))
        self._root = Column([Gap(PAD_PX), self.scrub, Gap(PAD_PX), self._words, Gap(PAD_PX)])

    def lay_out(self, size: tuple[int, int], is_large: bool) -> None:
        """Places everything at the foot of a window; in large letters all words stay, in more rows."""
        self._words.most_rows = 0 if is_large else 1
        self._root.forget()
        pad, (width, bottom) = self.pictures.px(PAD_PX), size
        high = round(self._root.size(self.pictures, width - 2 * pad)[1])
        self.box = Box(0, bottom - high, width, high)
        self._root.place(self.pictures, Box(pad, self.box.y, width - 2 * pad, high))

    def show_rate(self, rate: float) -> None:
        """Shows how fast it plays."""
        self.rate = rate
        self._rate.words = self.rate_words
        self._rate.forget()
        self._rate.place(self.pictures, self._rate.box)

    @property
    def rate_words(self) -> str:
        """Playback speed: `2×`."""
        return msg("{number}×", number=NumberText(self.rate, digits=0 if self.rate >= 1 else 1))

    # Drawing --------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, table: str) -> None:
        """Draws its still parts on a table's colour."""
        surface.fill(ground_colour(table), self.box)
        self._root.paint(surface, self.pictures, surface.get_rect())

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


class ScrubBar(Node):
    """A track as long as the replay, and at its right how long that is."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self.end_text = ""
        self._curves: Sequence[ReplayCurve] = ()
        self._end_ms = 0
        self._ground: pygame.Surface | None = None

    def show(self, curves: Sequence[ReplayCurve], end_ms: int) -> None:
        """Sets the curves and the total length."""
        self._curves, self._end_ms, self._ground = curves, end_ms, None

    def measure(self, pictures: Pictures, width: float) -> Size:
        return 0, pictures.px(TRACK_PX)

    def place(self, pictures: Pictures, box: Box) -> None:
        side = max(map(pictures.text_width, (self.end_text, "00:00"))) + pictures.px(PAD_PX)
        box = Box(*map(round, box._replace(x=box.x + side, width=box.width - 2 * side)))
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

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        if self._ground is None:
            self._ground = self._drawn()
        surface.blit(self._ground, self.box[:2])
        end = pictures.text(self.end_text, "body", QUIET)
        x = self.box.x + self.box.width + pictures.px(PAD_PX)
        surface.blit(end, (round(x), round(self.box.centre.y - end.get_height() / 2)))

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

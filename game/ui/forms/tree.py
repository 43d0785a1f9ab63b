"""Nodes of which screens are made: what a node measures is what it paints, is pressed at and tells.

A node is data: it is made anew when its screen changes, and the widgets it holds stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

import pygame

from game.message import verbatim
from game.ui.drawing.canvas import draw_ground, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.scroll import STEP_PX, THUMB_PX, Scroll
from game.ui.drawing.theme import GOLD, RGB, TEXT
from game.ui.drawing.words import text_within, wrapped
from game.ui.forms.widgets import NOWHERE, Button, Widget

Size = tuple[float, float]
"""The width that a node takes, more than it is given where it does not fit, and its height there."""
BUTTON_PX = 38
GROUND = (0, 0, 0, 84)
SMALLER = 0.85
"""So much smaller the letters of a line may be where it has no room otherwise."""


class Node:
    """A part of a screen."""

    box = NOWHERE
    grows = 0.0
    """Its share of the height that a column has to spare."""
    children: Sequence[Node] = ()
    _measured: tuple[object, Size] | None = None

    def size(self, pictures: Pictures, width: float) -> Size:
        """Its size at a width in pixels, measured once."""
        key = width, pictures.unit, pictures.language.code, pictures.large_buttons, pictures.hand
        if self._measured is None or self._measured[0] != key:
            self._measured = key, self.measure(pictures, width)
        return self._measured[1]

    def measure(self, pictures: Pictures, width: float) -> Size:
        """Measures it at a width in pixels."""
        raise NotImplementedError

    def forget(self) -> None:
        """Has it and all in it measured again, because what it shows is other now."""
        self._measured = None
        for child in self.children:
            child.forget()

    def most(self, pictures: Pictures, width: float) -> float:
        """The height up to which more is welcome before anything grows, in pixels."""
        return self.size(pictures, width)[1]

    def place(self, pictures: Pictures, box: Box) -> None:
        """Gives it its box."""
        self.box = box

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        """Draws it and all in it, as far as that lies in an area."""
        for child in self.children:
            if area.colliderect(child.box):
                child.paint(surface, pictures, area)

    @property
    def widgets(self) -> list[Widget]:
        """Widgets that can be pressed in it, in the order of the Tab key."""
        return [widget for child in self.children for widget in child.widgets]

    @property
    def spoken(self) -> list[str]:
        """Text that it tells besides its widgets, line by line."""
        return [line for child in self.children for line in child.spoken]


class Text(Node):
    """Words in as many lines as they take, or in so many at most, the last one smaller if need be."""

    gap_px = least_px = 0.0
    """Between its lines, and its width at least, in design pixels."""

    def __init__(
        self,
        words: str,
        size: str = "body",
        colour: RGB = TEXT,
        bold: bool = False,
        short: str = "",  # what is said instead where there is no room for the words in a line
        most: int = 0,  # lines
        least: int = 0,  # lines that it has room for, be there words or not
        align: float = 0.0,  # 0 at the left, 0.5 in the middle
    ) -> None:
        self.words, self.colour, self._align = words, colour, align
        self._font, self._bold, self._short, self._most, self._least = size, bold, short, most, least
        self._lines: list[str] = []

    def _broken(self, pictures: Pictures, width: float) -> list[str]:
        """Its lines at a width."""
        if not self.words:
            return []
        lines = wrapped(self.words, pictures, width, self._font, self._bold)
        if len(lines) > 1 and self._short:
            lines = wrapped(self._short, pictures, width, self._font, self._bold)
        if self._most and len(lines) > self._most:
            lines = [*lines[: self._most - 1], " ".join(lines[self._most - 1 :])]
        return lines

    def measure(self, pictures: Pictures, width: float) -> Size:
        lines = self._lines = self._broken(pictures, width)
        count, gap = max(self._least, len(lines)), self._gap(pictures)
        high = count * (pictures.font(self._font, self._bold).get_height() + gap) - gap
        widths = [pictures.text_width(verbatim(line), self._font, self._bold) for line in lines]
        widest = max([*widths, round(self.least_px * pictures.unit)])
        return (min(width, widest) if widest * SMALLER <= width else widest * SMALLER), high

    def _gap(self, pictures: Pictures) -> int:
        return pictures.px(self.gap_px) if self.gap_px else 0

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = box
        self.size(pictures, box.width)  # that the lines are those for this width

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        y = self.box.y
        for line in self._lines:
            words = text_within(verbatim(line), pictures, self.box.width, self._font, self.colour, self._bold)
            x = self.box.x + (self.box.width - words.get_width()) * self._align
            surface.blit(words, (round(x), round(y)))
            y += words.get_height() + self._gap(pictures)

    @property
    def spoken(self) -> list[str]:
        return [self.words] if self.words else []


class Gap(Node):
    """Room that stays empty: so many design pixels, up to so many, or a share of what is left."""

    def __init__(self, high_px: float, grows: float = 0.0, most_px: float = 0.0) -> None:
        self._high_px, self.grows, self._most_px = high_px, grows, most_px

    def measure(self, pictures: Pictures, width: float) -> Size:
        return 0, pictures.px(self._high_px)

    def most(self, pictures: Pictures, width: float) -> float:
        return pictures.px(max(self._high_px, self._most_px))


class Picture(Node):
    """A picture as large as there is room for it, and at least so many design pixels high."""

    def __init__(
        self, draw: Callable[[tuple[int, int]], pygame.Surface | None], least_px: float, grows: float = 1.0
    ) -> None:
        """`draw` makes it in a size in pixels; None as long as there is none."""
        self._draw, self._least_px, self.grows = draw, least_px, grows

    def measure(self, pictures: Pictures, width: float) -> Size:
        return 0, pictures.px(self._least_px)

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        picture = self._draw((int(self.box.width), int(self.box.height)))
        if picture is not None:
            surface.blit(picture, (round(self.box.x), round(self.box.y)))


class Icon(Node):
    """A picture of so many design pixels."""

    def __init__(self, draw: Callable[[Pictures, int], pygame.Surface], side_px: float) -> None:
        """`draw` makes it so many pixels wide and high."""
        self._draw, self._side_px = draw, side_px

    def measure(self, pictures: Pictures, width: float) -> Size:
        return pictures.px(self._side_px), pictures.px(self._side_px)

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        picture = self._draw(pictures, pictures.px(self._side_px))
        surface.blit(picture, (round(self.box.x), round(self.box.y)))


class Held(Node):
    """A widget: as wide as it needs to be, or as wide as its column."""

    def __init__(self, widget: Widget, high_px: float = BUTTON_PX, is_wide: bool = False) -> None:
        self._widget, self._high_px, self._is_wide = widget, high_px, is_wide

    def measure(self, pictures: Pictures, width: float) -> Size:
        wide = self._widget.width(pictures)
        return (min(wide, width) if wide * SMALLER <= width else wide), pictures.button_px(self._high_px)

    def place(self, pictures: Pictures, box: Box) -> None:
        width = box.width if self._is_wide else min(box.width, self._widget.width(pictures))
        high = pictures.button_px(self._high_px)
        self.box = Box(round(box.x), round(box.y + (box.height - high) / 2), round(width), high)
        self._widget.place(pictures, self.box)

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        self._widget.draw(surface, pictures)

    @property
    def widgets(self) -> list[Widget]:
        return [self._widget]


class Column(Node):
    """One below the other; what grows shares the height that is left."""

    def __init__(self, children: Sequence[Node], gap_px: float = 0.0, grows: float = 0.0) -> None:
        self.children, self._gap_px, self.grows = children, gap_px, grows

    def measure(self, pictures: Pictures, width: float) -> Size:
        sizes = [child.size(pictures, width) for child in self.children]
        gaps = self._gap(pictures) * (len(sizes) - 1)
        return max([wide for wide, _ in sizes], default=0), sum([high for _, high in sizes]) + gaps

    def _gap(self, pictures: Pictures) -> int:
        return pictures.px(self._gap_px) if self._gap_px else 0

    def most(self, pictures: Pictures, width: float) -> float:
        gaps = self._gap(pictures) * (len(self.children) - 1)
        return sum(child.most(pictures, width) for child in self.children) + gaps

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box, y = box, box.y
        heights = [child.size(pictures, box.width)[1] for child in self.children]
        spare = max(0.0, box.height - self.size(pictures, box.width)[1])
        for is_growing in (False, True):  # what has a most comes before what grows
            wanted = [
                child.grows if is_growing else (not child.grows) * (child.most(pictures, box.width) - high)
                for child, high in zip(self.children, heights, strict=True)
            ]
            if (total := sum(wanted)) > 0:
                share = spare / total if is_growing else min(1.0, spare / total)
                given = [int(share * wish) for wish in wanted]
                heights = [high + more for high, more in zip(heights, given, strict=True)]
                spare -= sum(given)
        for child, high in zip(self.children, heights, strict=True):
            child.place(pictures, Box(box.x, y, box.width, high))
            y += high + self._gap(pictures)


def in_rows(widths: Sequence[float], room_px: float) -> list[list[int]]:
    """Wraps widths into rows; returns the indexes of each row. What is wider than a row has one alone."""
    rows: list[list[int]] = [[]]
    used = 0.0
    for index, width in enumerate(widths):
        if rows[-1] and used + width > room_px:
            rows.append([])
            used = 0.0
        rows[-1].append(index)
        used += width
    return rows


class Row(Node):
    """Side by side and each in the middle of its line, in as many lines as they take."""

    def __init__(
        self, children: Sequence[Node], gap_px: float = 6.0, align: float = 0.0, is_even: bool = False
    ) -> None:
        """`align` is 0 at the left, 1 at the right; even lines are no wider than need be."""
        self.children, self._gap_px, self._align, self._is_even = children, gap_px, align, is_even

    def _lines(self, pictures: Pictures, width: float) -> list[list[tuple[Node, Size]]]:
        gap, sizes = pictures.px(self._gap_px), [child.size(pictures, width) for child in self.children]
        widths = [wide + gap for wide, _ in sizes]
        lines = in_rows(widths, width + gap)
        while self._is_even:
            narrower = max(sum(widths[index] for index in line) for line in lines) - 1
            closer = in_rows(widths, narrower)
            if narrower < max(widths) or len(closer) > len(lines):
                break
            lines = closer
        return [[(self.children[index], sizes[index]) for index in line] for line in lines]

    def measure(self, pictures: Pictures, width: float) -> Size:
        gap, lines = pictures.px(self._gap_px), self._lines(pictures, width)
        widest = max(sum(wide + gap for _, (wide, _) in line) - gap for line in lines)
        return widest, sum(max(high for _, (_, high) in line) + gap for line in lines) - gap

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box, y, gap = box, box.y, pictures.px(self._gap_px)
        lines = self._lines(pictures, box.width)
        spare = (box.height - self.size(pictures, box.width)[1]) / len(lines)
        for line in lines:
            used = sum(wide + gap for _, (wide, _) in line) - gap
            x: float = round(box.x + max(0, box.width - used) * self._align)
            high = max(high for _, (_, high) in line) + spare
            for child, (wide, own) in line:
                child.place(pictures, Box(x, round(y + (high - own) / 2), min(wide, box.width), own))
                x += wide + gap
            y += high + gap


class Terse(Node):
    """Buttons whose words give way to their icons, the last ones first, where they take too many rows."""

    def __init__(self, child: Node, high_px: float = BUTTON_PX, most: int = 0) -> None:
        """`most` rows are not too many; 0 if any number is not."""
        self.children, self._high_px, self.most_rows = (child,), high_px, most
        self._wordless: list[Button] = []

    def measure(self, pictures: Pictures, width: float) -> Size:
        (child,), high = self.children, pictures.button_px(self._high_px)
        if self._wordless:
            for button in self._wordless:
                button.shows_word = True
            self._wordless.clear()
            child.forget()
        while self.most_rows and child.size(pictures, width)[1] // high > self.most_rows:
            buttons = [widget for widget in self.widgets if isinstance(widget, Button) and widget.icon]
            worded = [button for button in buttons[::-1] if button.shows_word]
            if not worded:
                break
            self._wordless.append(min(worded, key=lambda button: button.is_strong))
            self._wordless[-1].shows_word = False
            child.forget()
        return child.size(pictures, width)

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = box
        self.size(pictures, box.width)  # that the words are those for this width
        self.children[0].place(pictures, box)


class Grid(Node):
    """Equally wide side by side, as many as fit: all, half of them, or one."""

    def __init__(
        self,
        children: Sequence[Node],
        gap_px: float,
        grows: float = 0.0,
        least_px: float = 0.0,  # each is so many design pixels wide where others stand beside it
        most: int = 0,  # beside each other
        goes_down: bool = False,  # the second of them stands below the first, not beside it
    ) -> None:
        self.children, self._gap_px, self.grows, self._least_px = children, gap_px, grows, least_px
        self._most, self._goes_down = most or len(children), goes_down

    def _across(self, pictures: Pictures, width: float) -> tuple[int, float]:
        """Returns the number of children beside each other, and the width of each."""
        count, gap = self._most, pictures.px(self._gap_px)
        while True:
            width_px = (width - (count - 1) * gap) // count
            fits = width_px >= pictures.px(self._least_px)
            if count == 1 or (
                fits and all(child.size(pictures, width_px)[0] <= width_px for child in self.children)
            ):
                return count, width_px
            count = ceil(count / 2)

    def measure(self, pictures: Pictures, width: float) -> Size:
        count, width_px = self._across(pictures, width)
        rows, gap = ceil(len(self.children) / count), pictures.px(self._gap_px)
        widths, heights = zip(*(child.size(pictures, width_px) for child in self.children), strict=True)
        return count * (max(widths) + gap) - gap, rows * (max(heights) + gap) - gap

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box, gap = box, pictures.px(self._gap_px)
        count, _ = self._across(pictures, box.width)
        rows = ceil(len(self.children) / count)
        high = (box.height + gap) // rows - gap
        edges = [round(column * (box.width + gap) / count) for column in range(count + 1)]
        for index, child in enumerate(self.children):
            row, column = divmod(index, rows)[::-1] if self._goes_down else divmod(index, count)
            left, right = edges[column], edges[column + 1] - gap
            child.place(pictures, Box(box.x + left, box.y + row * (high + gap), right - left, high))


class Ends(Node):
    """One at the left and one at the right, which stands below where both have no room in a line."""

    def __init__(self, left: Node, right: Node, gap_px: float = 12.0, may_wrap: bool = False) -> None:
        """The left one stays beside the right one though it takes more lines there if it `may_wrap`."""
        self.children, self._gap_px, self._may_wrap = (left, right), gap_px, may_wrap

    def _beside(self, pictures: Pictures, width: float) -> tuple[Size, Size] | None:
        """The sizes of both in one line, if they have room there."""
        left, right = self.children
        at_right = right.size(pictures, width)
        room = width - at_right[0] - pictures.px(self._gap_px)
        if room <= 0:
            return None
        wide, high = at_left = left.size(pictures, room)
        fits = wide <= room and (self._may_wrap or high <= left.size(pictures, width)[1])
        return (at_left, at_right) if fits else None

    def measure(self, pictures: Pictures, width: float) -> Size:
        gap, beside = pictures.px(self._gap_px), self._beside(pictures, width)
        if beside is not None:
            (wide, high), (other, also) = beside
            return wide + gap + other, max(high, also)
        sizes = [child.size(pictures, width) for child in self.children]
        return max(wide for wide, _ in sizes), sum(high for _, high in sizes) + gap

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = box
        gap, beside, (left, right) = (
            pictures.px(self._gap_px),
            self._beside(pictures, box.width),
            self.children,
        )
        if beside is None:
            high = left.size(pictures, box.width)[1]
            left.place(pictures, box._replace(height=high))
            right.place(pictures, Box(box.x, box.y + high + gap, box.width, box.height - high - gap))
            return
        (_, high), (wide, also) = beside
        room = box.width - wide - gap
        left.place(pictures, Box(box.x, round(box.y + (box.height - high) / 2), room, high))
        right.place(pictures, Box(box.x + room + gap, round(box.y + (box.height - also) / 2), wide, also))


class Shared(Node):
    """Two beside each other by a share of the width, or below each other in a narrow or a high box."""

    def __init__(self, left: Node, right: Node, share: float, least_px: float, gap_px: float) -> None:
        """They stand beside each other from `least_px` design pixels on."""
        self.children, self._share, self._least_px, self._gap_px = (left, right), share, least_px, gap_px

    def _room(self, pictures: Pictures, width: float) -> float:
        """Returns the width of the left one; the whole width where the other is below."""
        return width if width < pictures.px(self._least_px) else round(width * self._share)

    def measure(self, pictures: Pictures, width: float) -> Size:
        (left, right), room = self.children, self._room(pictures, width)
        if room == width:
            return Column(self.children, self._gap_px).measure(pictures, width)
        wide, high = left.size(pictures, room)
        return max(width, wide), max(high, right.size(pictures, width - room - pictures.px(self._gap_px))[1])

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box, (left, right) = box, self.children
        room, gap = self._room(pictures, box.width), pictures.px(self._gap_px)
        if room == box.width or box.height > 0.7 * box.width:
            Column((left, right), self._gap_px).place(pictures, box)
            return
        left.place(pictures, box._replace(width=room))
        right.place(pictures, Box(box.x + room + gap, box.y, box.width - room - gap, box.height))


class Scroller(Node):
    """As much of something as there is room for, and a thumb that shows how much that is."""

    grows = 1.0

    def __init__(self, child: Node, least_px: float) -> None:
        """It is at least `least_px` design pixels high."""
        self.children, self._least_px, self._scroll = (child,), least_px, Scroll()

    def measure(self, pictures: Pictures, width: float) -> Size:
        return 0, pictures.px(self._least_px)

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box, (child,) = box, self.children
        width = box.width - 2 * pictures.px(THUMB_PX)
        whole = child.size(pictures, width)[1]
        thumb = pictures.px(THUMB_PX)
        track = Box(box.x + box.width - thumb, box.y, thumb, box.height)
        self._scroll.fit(box.height, whole, pictures.px(STEP_PX), track)
        child.place(pictures, Box(box.x, box.y - self._scroll.at, width, whole))

    def take(self, event: pygame.event.Event, pictures: Pictures) -> bool:
        """Scrolls with the wheel and keys; returns whether the event meant that."""
        if not self._scroll.take(event):
            return False
        self.place(pictures, self.box)
        return True

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        clip = surface.get_clip()
        surface.set_clip(clip.clip(self.box))
        super().paint(surface, pictures, area.clip(self.box))
        surface.set_clip(clip)
        self._scroll.draw_thumb(surface)


class Ground(Node):
    """A dark ground under something; as a whole it may be a button."""

    def __init__(
        self,
        child: Node,
        pad_px: tuple[float, float],  # at the left and the right, above and below
        button: Button | None = None,  # which a press anywhere on it presses
        is_urgent: bool = False,
        grows: float = 0.0,
        colour: Sequence[int] = GROUND,
    ) -> None:
        self.children, self._pad_px, self._button = (child,), pad_px, button
        self._is_urgent, self.grows, self._colour = is_urgent, grows, colour

    def measure(self, pictures: Pictures, width: float) -> Size:
        across, down = (2 * pictures.px(pad) for pad in self._pad_px)
        wide, high = self.children[0].size(pictures, width - across)
        return wide + across, high + down

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = box = Box(*map(round, box))
        (child,), button = self.children, self._button
        across, down = map(pictures.px, self._pad_px)
        inner = Box(box.x + across, box.y + down, box.width - 2 * across, box.height - 2 * down)
        child.place(pictures, inner)
        if button is not None:
            button.area = box
            if self._is_whole:
                end = min((widget.box.y for widget in child.widgets), default=box.y + box.height)
                button.box = box._replace(height=end - box.y)

    @property
    def _is_whole(self) -> bool:
        """Whether the button is nothing but this ground."""
        return self._button is not None and self._button not in self.children[0].widgets

    @property
    def widgets(self) -> list[Widget]:
        inner = self.children[0].widgets
        return [self._button, *inner] if self._button is not None and self._is_whole else inner

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        edge, edge_px = ((*GOLD, 255), 1.5) if self._is_urgent else (pictures.line, 1)
        draw_ground(surface, self.box, pictures, self._colour, edge, edge_px)
        if self._is_whole and self._button is not None and self._button.is_hot:
            rim = pictures.px(3 if pictures.choice.high_contrast else 1.5)
            outline(surface, self.box, (*TEXT, 200), pictures.px(14), rim)
        super().paint(surface, pictures, area)

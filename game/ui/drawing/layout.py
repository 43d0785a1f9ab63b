"""Layout of piles and cards in a window of any size: pure geometry, in pixels; `y` grows downward."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

CARD_RATIO = 1.4
MIN_CARD_PX = 24
"""Minimum width of a card; if it does not fit, it sticks out."""
CLEAR_SHARE = 0.035
"""The part of a card's height that stays free beneath an index where there is room for it."""
FAN_DOWN = 0.12
MIN_FAN_DOWN = 0.045
FAN_WASTE = 0.3
FAN_ACROSS = 0.32
CLEAR_ACROSS = 0.02
"""The part of a card's width that stays free beside an index where there is room for it."""
USUAL_ROOM, MAX_SPREAD = 3.6, 2.1
"""A column higher than so many cards has room to spare; so much further its cards lie apart at most."""
MAX_DOWN = 0.45
"""The most of its height that a covered card shows which is face down."""
MIN_GAP = 0.08
"""Between two columns where the width limits the size of cards, in card widths."""
HEAP_SHARE = 0.11
"""The part of a card's height that a heap shows of the one beneath it."""


class Point(NamedTuple):
    """A place on the screen: the top left corner of a card, in pixels."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle in pixels."""

    x: float
    y: float
    width: float
    height: float

    def contains(self, point: tuple[float, float]) -> bool:
        """Whether it contains a point, including its left and upper edges."""
        return self.x <= point[0] < self.x + self.width and self.y <= point[1] < self.y + self.height

    def overlap(self, other: Box) -> float:
        """The area that two rectangles share, in square pixels."""
        width = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        height = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(0.0, width) * max(0.0, height)

    def union(self, other: Box) -> Box:
        """The smallest rectangle that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right = max(self.x + self.width, other.x + other.width)
        bottom = max(self.y + self.height, other.y + other.height)
        return Box(x, y, right - x, bottom - y)

    def within(self, other: Box) -> Box:
        """Its intersection with another rectangle; without size if there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        return Box(x, y, max(0, right - x), max(0, bottom - y))

    def grown(self, by_px: float) -> Box:
        """The rectangle with a border added on every side."""
        return Box(self.x - by_px, self.y - by_px, self.width + 2 * by_px, self.height + 2 * by_px)

    @property
    def centre(self) -> Point:
        """The point in the middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)


def next_box(boxes: Sequence[Box], start: int, dx: int, dy: int) -> int:
    """The index of the box that comes next in a direction, `start` itself when there is none.

    >>> row = [Box(0, 0, 9, 9), Box(10, 0, 9, 9), Box(20, 0, 9, 9)]
    >>> next_box(row, 1, -1, 0), next_box(row, 1, 1, 0), next_box(row, 1, 0, 1)
    (0, 2, 1)
    """
    x, y = boxes[start].centre
    best, nearest = start, float("inf")
    for index, box in enumerate(boxes):
        right, down = box.centre.x - x, box.centre.y - y
        along, across = right * dx + down * dy, abs(right * dy) + abs(down * dx)
        if along > 1 and along + 2 * across < nearest:
            best, nearest = index, along + 2 * across
    return best


class Slot(NamedTuple):
    """Place of a pile, and the way its cards lie: fanned down, to the right, or squared."""

    x: float
    y: float
    fan: str = "squared"  # or "down", "right", "across", "heaps"
    room_px: float = 0.0  # the height a column may take, or the width a fan across may
    shown: int = 0  # how many of the top cards are fanned to the right, or how many make a heap
    spread: float = 1.0  # how much further apart than usual cards of a column lie, as `spread_of` tells


class IndexSize(NamedTuple):
    """Part of a card that must be visible to identify it, as shares of its height and width."""

    down: float = 0.27  # rank and suit, of a card beneath another one that lies lower
    rank_down: float = 0.17  # the rank alone
    across: float = 0.235  # rank and suit, of a card beneath another one that lies to the right

    @property
    def comfortable_down(self) -> float:
        """The part of the height that a covered card shows where there is room."""
        return self.down + CLEAR_SHARE

    @property
    def comfortable_across(self) -> float:
        """The part of the width that a covered card shows where there is room."""
        return max(FAN_ACROSS, self.across + CLEAR_ACROSS)


STANDARD_INDEX = IndexSize()


def fan_offsets(
    face_ups: Sequence[bool],
    card_height: float,
    room_px: float,
    seen: IndexSize = STANDARD_INDEX,
    spread: float = 1.0,
) -> list[float]:
    """The height of each card in a column below the first, top edge to top edge.

    Comfortable when there is room. Otherwise the face-down cards move together first, then
    the face-up ones down to what their index needs, then to what their rank needs, and only
    then everything evenly.

    >>> [round(each, 1) for each in fan_offsets([False, True, True], 100, 400)]
    [0, 12.0, 42.5]
    >>> fan_offsets([True] * 5, 100, 180)
    [0, 20.0, 40.0, 60.0, 80.0]
    """
    covered = face_ups[:-1]
    ups = sum(covered)
    downs = len(covered) - ups
    room = max(0.0, room_px - card_height)
    # Face-down cards even more so, or a deal would leave half of a high window empty.
    up = spread * seen.comfortable_down * card_height
    down = min(MAX_DOWN, spread * spread * FAN_DOWN) * card_height
    if ups * up + downs * down > room:
        down = _share(room - ups * up, downs, MIN_FAN_DOWN * card_height, down)
    if ups * up + downs * down > room:
        up = _share(room - downs * down, ups, seen.rank_down * card_height, up)
    needed = ups * up + downs * down
    squeeze = min(1.0, room / needed) if needed else 1.0
    offsets: list[float] = [0]
    for is_up in covered:
        offsets.append(offsets[-1] + (up if is_up else down) * squeeze)
    return offsets


def spread_of(room_px: float, card_height: float) -> float:
    """Returns the spread factor of cards in columns that have room to spare, as in a tall window."""
    return min(MAX_SPREAD, max(1.0, room_px / (USUAL_ROOM * card_height)))


def _share(room: float, count: int, minimum: float, maximum: float) -> float:
    return min(maximum, max(minimum, room / count)) if count else maximum


def cards_in_slot(
    slot: Slot,
    face_ups: Sequence[bool],
    card_width: float,
    card_height: float,
    mirrored: bool = False,
    seen: IndexSize = STANDARD_INDEX,
) -> list[Point]:
    """The corner of every card of a pile, bottom first."""
    if slot.fan == "down":
        offsets = fan_offsets(face_ups, card_height, slot.room_px, seen, slot.spread)
        return [Point(slot.x, slot.y + offset) for offset in offsets[: len(face_ups)]]
    if slot.fan == "right":
        # Mirrored it ends at its place: a card on the left of the one beneath would hide that one's index.
        fanned = min(slot.shown, len(face_ups))
        first = len(face_ups) - fanned
        step = card_width * max(FAN_WASTE, seen.across + CLEAR_ACROSS)
        x = slot.x - max(0, fanned - 1) * step if mirrored else slot.x
        return [Point(x + max(0, index - first) * step, slot.y) for index in range(len(face_ups))]
    if slot.fan == "across":
        # Always to the right, where the index of each card stays free; closer when there is less room.
        room = max(0.0, slot.room_px - card_width) / max(1, len(face_ups) - 1)
        step = min(seen.comfortable_across * card_width, room)
        return [Point(slot.x + index * step, slot.y) for index in range(len(face_ups))]
    if slot.fan == "heaps":
        # The front heap stays where it is, so that one can go on clicking there.
        step = card_height * HEAP_SHARE
        front = (len(face_ups) - 1) // slot.shown
        return [Point(slot.x, slot.y - (front - i // slot.shown) * step) for i in range(len(face_ups))]
    # A thick pile shows its thickness, a pixel for every few cards.
    thin = max(1.0, card_width / 90)
    return [Point(slot.x, slot.y - (index // 8) * thin) for index in range(len(face_ups))]


def card_size(room: Box, columns: int, rows: float, gap_share: float = 0.16) -> tuple[int, int]:
    """The largest card, (width, height), of which `columns` and `rows` fit into a room with their gaps."""
    by_width = room.width / (columns + (columns + 1) * min(gap_share, MIN_GAP))
    by_height = room.height / rows / CARD_RATIO
    width = max(MIN_CARD_PX, int(min(by_width, by_height)))
    return width, round(width * CARD_RATIO)


def columns_across(room: Box, columns: int, card_width: float, widest_gap: float = 0.42) -> list[float]:
    """The left edges of `columns` columns, evenly spread and centred in a room."""
    gap = (room.width - columns * card_width) / (columns + 1)
    gap = min(gap, card_width * widest_gap)
    used = columns * card_width + (columns - 1) * gap
    left = room.x + (room.width - used) / 2
    return [round(left + index * (card_width + gap)) for index in range(columns)]

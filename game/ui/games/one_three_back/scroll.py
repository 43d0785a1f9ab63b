"""Which part of a long table is in view, and how it glides there. Pure numbers.

Knows rows and time; must not know pygame, pixels of cards or what lies in a row. All
lengths are in rows, so that a window of another size shows the same part.
"""

from __future__ import annotations

from game.ui.cards.motion import ease_out

SCROLL_S = 0.26
"""How long a glide takes."""


class Scroll:
    """A view on rows.

    >>> scroll = Scroll(view_rows=3)
    >>> scroll.set_rows(5)
    >>> scroll.show(4)
    >>> scroll.finish()
    >>> scroll.offset
    2.0
    """

    def __init__(self, view_rows: int) -> None:
        self.view_rows = view_rows
        self.rows = view_rows
        self.offset = 0.0  # the rows above the view
        self._from = 0.0
        self._to = 0.0
        self._duration_s = SCROLL_S
        self._passed_s = SCROLL_S

    @property
    def furthest(self) -> int:
        """The largest offset there is room for."""
        return max(0, self.rows - self.view_rows)

    @property
    def is_moving(self) -> bool:
        """Whether it glides."""
        return self._passed_s < self._duration_s

    @property
    def target(self) -> float:
        """Where it will come to rest."""
        return self._to if self.is_moving else self.offset

    def set_rows(self, rows: int) -> None:
        """Says how many rows there are; what is in view stays, until it glides or jumps."""
        self.rows = max(rows, self.view_rows)

    def glide_to(self, offset: float, speed: float = 1.0) -> None:
        """Sets out for an offset, as near as there is room; `speed` is the factor of durations, 0 none."""
        offset = min(max(0.0, offset), float(self.furthest))
        if offset == self.target and self.is_moving:
            return
        if offset == self.offset or not speed:
            self.jump_to(offset)
            return
        self._from, self._to = self.offset, offset
        self._duration_s, self._passed_s = SCROLL_S * speed, 0.0

    def jump_to(self, offset: float) -> None:
        """Is there at once."""
        self.offset = self._to = min(max(0.0, offset), float(self.furthest))
        self.stop()

    def stop(self) -> None:
        """Stays where it is now."""
        self._passed_s = self._duration_s

    def finish(self) -> None:
        """Ends a glide at once, where it leads."""
        self.jump_to(self.target)

    def offset_to_show(self, row: int) -> float:
        """The offset nearest to where it leads that has a row wholly in view."""
        return min(max(self.target, row + 1.0 - self.view_rows), float(row))

    def show(self, row: int, speed: float = 1.0) -> None:
        """Brings a row into view, moving no further than needed."""
        self.glide_to(self.offset_to_show(row), speed)

    def step(self, step_s: float) -> None:
        """Advances a glide."""
        if not self.is_moving:
            return
        self._passed_s += step_s
        share = min(1.0, self._passed_s / self._duration_s)
        self.offset = self._from + (self._to - self._from) * ease_out(share)

    # The thumb of a scroll bar -------------------------------------------------------------------

    def thumb(self, track_px: float, least_px: float) -> tuple[float, float]:
        """Where the thumb begins on its track, and its length."""
        length = max(min(least_px, track_px), track_px * self.view_rows / self.rows)
        share = min(1.0, self.offset / self.furthest) if self.furthest else 0.0
        return (track_px - length) * share, length

    def offset_of_thumb(self, start_px: float, track_px: float, least_px: float) -> float:
        """The offset at which the thumb begins there."""
        free_px = track_px - self.thumb(track_px, least_px)[1]
        return start_px / free_px * self.furthest if free_px > 0 else 0.0

"""Where one is in a timeline while looking on: playing or standing, how fast, and where one jumps to.

Knows shown time and entries; must not know what is shown, clocks or keys.
"""

from __future__ import annotations

from game.play.timeline import Timeline

RATES = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""How many times faster than it was played."""


class Playhead:
    """A place on a timeline that advances by itself while it plays.

    >>> from game.play.deal import deal_number
    >>> from game.play.game import Entry
    >>> from game.play.record import Record
    >>> from game.play.replay import Replay
    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> stock = rush.move_from_text("stock")
    >>> replay = Replay(Record(deal_number(rush, 1), {}, (Entry(1000, stock), Entry(3000, stock))))
    >>> playhead = Playhead(Timeline([replay]))
    >>> playhead.play(); playhead.advance(1500); playhead.index, playhead.at_ms
    (1, 1500.0)
    >>> playhead.step(1); playhead.index, playhead.at_ms, playhead.is_playing
    (2, 3000, False)
    """

    def __init__(self, timeline: Timeline) -> None:
        """Standing at the beginning."""
        self.timeline = timeline
        self.at_ms: float = 0
        self.index = 0  # how many entries have been shown
        self.rate = 1.0
        self.is_playing = False

    @property
    def is_at_end(self) -> bool:
        """Whether everything has been shown."""
        return self.index == self.timeline.last and self.at_ms >= self.timeline.end_ms

    @property
    def steps(self) -> tuple[int, ...]:
        """The step of each replay."""
        return self.timeline.steps(self.index)

    @property
    def played_ms(self) -> int:
        """The play time here."""
        return self.timeline.played_ms(self.at_ms)

    def play(self) -> None:
        """Goes on from here, or from the beginning when the end was reached."""
        if self.is_at_end:
            self.go_to_index(0)
        self.is_playing = not self.is_at_end

    def pause(self) -> None:
        """Stands still."""
        self.is_playing = False

    def advance(self, passed_ms: float) -> None:
        """Lets so much time pass, if it plays; it comes to a stand at the end."""
        if not self.is_playing:
            return
        self.at_ms = min(self.at_ms + passed_ms * self.rate, self.timeline.end_ms)
        self.index = max(self.index, self.timeline.index_at(self.at_ms))
        self.is_playing = not self.is_at_end

    def seek(self, at_ms: float) -> None:
        """Jumps to a shown time, as near as there is one; goes on playing if it did."""
        self.at_ms = min(max(0, at_ms), self.timeline.end_ms)
        self.index = self.timeline.index_at(self.at_ms)
        self.is_playing = self.is_playing and not self.is_at_end

    def go_to_index(self, index: int) -> None:
        """Jumps to where so many entries have been shown, as near as there is one, and stands still."""
        self.index = min(max(0, index), self.timeline.last)
        self.at_ms = self.timeline.time_of(self.index)
        self.is_playing = False

    def step(self, count: int) -> None:
        """Goes so many entries on, or back when negative, and stands still."""
        self.go_to_index(self.index + count)

    def faster(self, by: int) -> None:
        """Chooses the next higher rate, or the next lower one when `by` is −1."""
        place = RATES.index(self.rate) + by
        self.rate = RATES[min(max(0, place), len(RATES) - 1)]

    def change_timeline(self, timeline: Timeline) -> None:
        """Another clock for the same entries: stays between the same two entries, at the same play time."""
        played_ms, index = self.played_ms, self.index
        self.timeline = timeline
        start, end = timeline.time_of(index), timeline.end_ms
        if index < timeline.last:
            end = max(start, timeline.time_of(index + 1) - 1)
        self.at_ms = min(max(start, timeline.shown_of(played_ms)), end)

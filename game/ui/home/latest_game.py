"""The game that was played last and can be gone on with: told at once by its header, then read in slices.

Knows the library and how far the reading is; must not know where it is shown.
"""

from __future__ import annotations

from game.play.game import Game
from game.play.slices import Work
from game.storage.headers import header_of
from game.storage.library import Unfinished
from game.ui.files.facts import deal_facts, facts
from game.ui.scene import Stage


class LatestGame:
    """What the home screen offers to go on with."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._work: Work[Unfinished | None] = Work(stage.library.latest())
        self._header: Game | None = None
        if not self.go_on():
            self._read_header()

    def _read_header(self) -> None:
        found = (header_of(path) for path in self._stage.library.unfinished_files())
        deal = next((header[0] for header in found if header is not None), None)
        self._header = None if deal is None else Game(deal)

    def go_on(self) -> bool:
        """Reads on as long as a frame allows; returns whether all is read."""
        return self._work.go_on(self._stage.now_ns)

    @property
    def is_read(self) -> bool:
        """Whether it is known what there is to go on with."""
        return self._work.is_done

    @property
    def unfinished(self) -> Unfinished | None:
        """The game; None when there is none, or it is not read yet."""
        return self._work.result

    @property
    def is_there(self) -> bool:
        """Whether there is something to go on with, as far as that is known."""
        return self.unfinished is not None or (not self.is_read and self._header is not None)

    @property
    def title(self) -> str:
        """Which game it is."""
        if self.unfinished is not None:
            return self.unfinished.record.deal.variant.title
        return "" if self._header is None else self._header.variant.title

    @property
    def facts(self) -> str:
        """What is known of it in one line, how far the reading is too."""
        if self.unfinished is not None:
            game = self.unfinished.game or Game(self.unfinished.record.deal)
            return facts(game, self.unfinished.elapsed_ms)
        told = [] if self._header is None else deal_facts(self._header)
        return "  ·  ".join([*told, f"being read, {self._work.percent}"])

"""A game's own table that shows a replay: everything is seen as it was played, and nothing can be moved.

Knows the table and replays; must not know when a step is due, nor any one game.
"""

from __future__ import annotations

import pygame

from game.play.game import Act
from game.play.played import who_played
from game.play.replay import Replay
from game.play.shown_game import ShownGame
from game.rules.position import Move
from game.session.session import Session
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.foreign import shown
from game.ui.drawing.layout import Box
from game.ui.games.one_three_back.grid_look import GridLook
from game.ui.games.tables import scene_class
from game.ui.scene import Stage
from game.ui.table.finale import Finale
from game.ui.table.pointer_hand import PointerHand
from game.ui.table.table import TableScene
from game.ui.table.weight import Weight

AUDIBLE_RATE = 2.0
"""Up to this rate every card is heard, and points rise."""
POINTER = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)


class _NoFinale(Finale):
    """At the end of a replay nothing happens by itself."""

    @property
    def is_moving(self) -> bool:
        return False

    def update(self, step_s: float) -> None:
        return


class _NoHand(PointerHand):
    """Nothing on the table is for the pointer."""

    def handle(self, event: pygame.event.Event) -> None:
        return


class WatchedTable(TableScene):
    """The part of a watched table that no game knows; it stands before the game's own scene."""

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        assert isinstance(session.game, ShownGame)
        self.shown: ShownGame = session.game
        self._rate = 1.0
        self._is_at_once = False
        super().__init__(stage, session, is_fresh)
        self.finale = _NoFinale(self)
        self.pointer = _NoHand(self)
        self.bars.buttons = []
        self.bars.gives_way = True
        self._label()

    def _label(self) -> None:
        player = who_played(self.shown.replay.record.about)
        by = f" · {shown(player, 44)}" if player else ""
        self.bars.subtitle = f"{self.bars.subtitle}{by} · replay"

    @property
    def speed(self) -> float:
        return 0.0 if self._is_at_once else super().speed / max(1.0, self._rate)

    # Showing --------------------------------------------------------------------------------------

    def show(self, step: int, rate: float = 1.0, is_animated: bool = False) -> None:
        """Shows a step; cards move as in the game when it is the next one or the one before."""
        shown, replay = self.shown, self.shown.replay
        was = shown.step
        self.hurry()
        looks = self._empty_looks()
        shown.step = step
        self._rate, self._is_at_once = rate, not is_animated
        self.spread.speed = self.speed
        if not is_animated:
            self.spread.finish()
            self.canvas.damage()
        if step == was - 1:
            self._show(replay.position(was), Act.UNDO)
        else:
            action = replay.action(step)
            self._show(replay.position(max(0, step - 1)), Act.REDO if action is None else action)
            if is_animated and rate <= AUDIBLE_RATE and step == was + 1 and isinstance(action, Move):
                self._rise_points(was, step, action)
        for before, after in zip(looks, self._empty_looks(), strict=True):
            if before != after:
                self._damage_box(before[0])
                self._damage_box(after[0])
        self._is_at_once = False
        self.is_stale = True

    def _empty_looks(self) -> list[tuple[Box, tuple[str, str]]]:
        """What each pile shows where it is empty, which may change with the position."""
        return [(self.empty_box(pile), self.empty_symbol(pile)) for pile in range(len(self.slots))]

    def _damage_box(self, box: Box) -> None:
        self.canvas.damage(box.grown(self.stage.pictures.margin))

    def _rise_points(self, was: int, step: int, move: Move) -> None:
        before, after = (self.variant.score(self.shown.replay.position(each)) for each in (was, step))
        if before is not None and after is not None:
            self._float_points(after - before, move)

    def tell(self, sentence: str) -> None:
        """Puts a sentence into the status line; the table itself has nothing to say."""
        super().say(sentence)

    def say(self, sentence: str, weight: Weight = Weight.WORDS) -> None:
        return

    def sound(self, name: str) -> None:
        if not self._is_at_once and self._rate <= AUDIBLE_RATE:
            super().sound(name)

    # What a table does by itself, or is asked to ---------------------------------------------------

    @property
    def scrolls(self) -> bool:
        """Whether the wheel moves the view on this table."""
        return isinstance(self, GridLook) and self.scroll.furthest > 0

    def handle(self, event: pygame.event.Event) -> None:
        if event.type in POINTER:
            super().handle(event)

    def resize(self, canvas: Canvas) -> None:
        self.hurry()
        super().resize(canvas)


def watched_table(stage: Stage, replay: Replay) -> WatchedTable:
    """The table of a replay's game, at the deal."""
    game = scene_class(replay.variant.name)
    kind: type[WatchedTable] = type(f"Watched{game.__name__}", (WatchedTable, game), {})
    session = Session(ShownGame(replay), None, stage.library, stage.now_ns, 0)
    session.about = replay.record.about
    return kind(stage, session, is_fresh=False)

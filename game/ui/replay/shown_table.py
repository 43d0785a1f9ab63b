"""A replay at a game's own table: everything is seen as it was played, and nothing can be moved.

Knows the table and replays; must not know when a step is due, nor any one game.
"""

from __future__ import annotations

import pygame

from game.message import joined, msg
from game.play.game import Act
from game.play.played import who_played
from game.play.replay import Replay
from game.play.replay_snapshot import ReplaySnapshot
from game.rules.position import Move
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.foreign import shown
from game.ui.games.tables import looked_on
from game.ui.scene import Stage

AUDIBLE_RATE = 2.0
"""Up to this rate every card is heard, and points rise."""
POINTER = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)


class ShownTable:
    """A replay at one of its steps, on a table."""

    def __init__(self, stage: Stage, replay: Replay) -> None:
        """At the deal."""
        self.replay, self.game = replay, ReplaySnapshot(replay)
        self.table = looked_on(stage, self.game)
        by = who_played({name: shown(value, 40) for name, value in replay.record.about.items()})
        words = filter(None, [self.table.bars.subtitle, by, msg("replay")])
        self.table.bars.subtitle = joined(" · ", words)
        self.table.bars.gives_way = True

    def show(self, step: int, rate: float = 1.0, is_animated: bool = False) -> None:
        """Shows a step; cards move as in the game when it is the next one or the one before."""
        table, replay, was = self.table, self.replay, self.game.step
        table.hurry()
        self.game.step = step
        table.pace = 1.0 / max(1.0, rate) if is_animated else 0.0
        table.is_silent = not is_animated or rate > AUDIBLE_RATE
        table.spread.speed = table.speed
        if not is_animated:
            table.spread.finish()
            table.canvas.damage()
        if step == was - 1:
            table.show(replay.position(was), Act.UNDO)
        else:
            action = replay.action(step)
            table.show(replay.position(max(0, step - 1)), Act.REDO if action is None else action)
            if not table.is_silent and step == was + 1 and isinstance(action, Move):
                table.rise_points(replay.position(was), replay.position(step), action)
        table.pace = 1.0 / max(1.0, rate)
        table.is_stale = True

    def tell(self, sentence: str) -> None:
        """Puts a sentence into the status line."""
        self.table.say(sentence)

    @property
    def scrolls(self) -> bool:
        """Whether the wheel moves the view on this table."""
        return any(part.scrolls for part in self.table.parts)

    def handle(self, event: pygame.event.Event) -> None:
        """Takes an event of the pointer, in pixels of the table."""
        if event.type in POINTER:
            self.table.handle(event)

    def resize(self, canvas: Canvas) -> None:
        """Lays the table out for a new canvas."""
        self.table.hurry()
        self.table.resize(canvas)

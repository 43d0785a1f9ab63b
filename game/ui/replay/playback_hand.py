"""Looking on by pointer and keys: play, step, the scrub bar dragged, the wheel.

Knows the gestures and what they ask of the player; must not know replays or tables' games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.drawing.layout import Box
from game.ui.forms.focus import Focus
from game.ui.replay.player import Player

FAR = 10
"""Steps at a time with Shift."""
FASTER = (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS)
SLOWER = (pygame.K_MINUS, pygame.K_KP_MINUS)


class PlaybackHand:
    """The one who looks on."""

    def __init__(self, player: Player, table_boxes: Callable[[], Sequence[Box]]) -> None:
        """`table_boxes` tells where each table stands."""
        self._player, self._table_boxes = player, table_boxes
        self.focus = Focus(lambda: player.bar.buttons, lambda _: player.redraw_bar(), player.refuse)
        self._at: tuple[float, float] = (-1, -1)
        self.scrub_x: float | None = None  # where the pointer is on the scrub bar, if it is
        self._is_scrubbing = False
        self._plays_after = False  # whether it goes on when the scrub bar is let go

    def handle(self, event: pygame.event.Event) -> None:
        """Takes one event."""
        if event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.MOUSEMOTION:
            self._at = event.pos
            self._point(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._at = event.pos
            self._press(event)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(event)
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event)
        elif event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self.forget_pointer()
            if event.type == pygame.WINDOWFOCUSLOST:
                self._let_go()
        elif event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
            self._player.playhead.pause()
            self._player.follow()

    def forget_pointer(self) -> None:
        """Nobody knows where the pointer is."""
        self.focus.point(None)
        self.scrub_x = None

    # The pointer ----------------------------------------------------------------------------------

    def _point(self, event: pygame.event.Event) -> None:
        player, scrub = self._player, self._player.bar.scrub
        if self._is_scrubbing:
            self.scrub_x = event.pos[0]
            player.seek(scrub.time_at(event.pos[0]))
            return
        self.scrub_x = event.pos[0] if scrub.box.contains(event.pos) else None
        self.focus.point(event.pos)
        self._pass_on(event)

    def _press(self, event: pygame.event.Event) -> None:
        player, scrub = self._player, self._player.bar.scrub
        button = self.focus.at(event.pos)
        if button is not None:
            self.focus.press(button)
        elif scrub.box.contains(event.pos):
            self._plays_after = player.playhead.is_playing or (self._is_scrubbing and self._plays_after)
            self._is_scrubbing, self.scrub_x = True, event.pos[0]
            player.playhead.pause()
            player.seek(scrub.time_at(event.pos[0]))
        else:
            self._pass_on(event)

    def _release(self, event: pygame.event.Event) -> None:
        if self._is_scrubbing:
            self._let_go()
            self.scrub_x = event.pos[0] if self._player.bar.scrub.box.contains(event.pos) else None
        else:
            self._pass_on(event)

    def _let_go(self) -> None:
        if self._is_scrubbing:
            self._is_scrubbing = False
            if self._plays_after and not self._player.playhead.is_at_end:
                self._player.playhead.play()
            self._player.follow()

    def _wheel(self, event: pygame.event.Event) -> None:
        if self._is_scrubbing:
            return
        if self.scrub_x is None and any(table.scrolls for table in self._player.tables):
            self._pass_on(event)
        elif event.y:
            self._player.step(-event.y)

    def _pass_on(self, event: pygame.event.Event) -> None:
        """Hands an event of the pointer to the table it is on, if that scrolls."""
        x, y = self._at
        for table, box in zip(self._player.tables, self._table_boxes(), strict=True):
            # What was grabbed on one table may be let go anywhere.
            if table.scrolls and (box.contains((x, y)) or event.type == pygame.MOUSEBUTTONUP):
                told = {**event.dict, "pos": (x - round(box.x), y - round(box.y))}
                table.handle(pygame.event.Event(event.type, told))

    # Keys -----------------------------------------------------------------------------------------

    def _key(self, event: pygame.event.Event) -> None:
        player, far = self._player, FAR if event.mod & pygame.KMOD_SHIFT else 1
        if event.key == pygame.K_SPACE:
            player.toggle()
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            player.step(far if event.key == pygame.K_RIGHT else -far)
        elif event.key in (pygame.K_HOME, pygame.K_END):
            player.go_to_end(is_last=event.key == pygame.K_END)
        elif event.key in FASTER or event.unicode == "+":
            player.faster(1)
        elif event.key in SLOWER:
            player.faster(-1)
        elif event.key == pygame.K_s:
            player.toggle_pauses()
        elif event.key == pygame.K_ESCAPE:
            player.stage.back()
        else:
            self.focus.key(event.key, event.mod)

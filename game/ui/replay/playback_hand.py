"""Looking on by pointer and keys: play, step, the scrub bar dragged, the wheel.

Knows the gestures and what they ask of the playback; must not know replays or tables' games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.forms.widgets import Button

if TYPE_CHECKING:
    from game.ui.replay.playback import Playback

FAR = 10
"""Steps at a time with Shift."""
FASTER = (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS)
SLOWER = (pygame.K_MINUS, pygame.K_KP_MINUS)


class PlaybackHand:
    """The one who looks on."""

    def __init__(self, playback: Playback) -> None:
        self._playback = playback
        self._hot: int | None = None  # the button under the pointer or the keyboard's cursor
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
            self._playback.playhead.pause()
            self._playback.follow()

    def forget_pointer(self) -> None:
        """Nobody knows where the pointer is."""
        self._choose(None)
        self.scrub_x = None

    # The pointer ----------------------------------------------------------------------------------

    def _point(self, event: pygame.event.Event) -> None:
        playback, scrub = self._playback, self._playback.bar.scrub
        if self._is_scrubbing:
            self.scrub_x = event.pos[0]
            playback.seek(scrub.time_at(event.pos[0]))
            return
        self.scrub_x = event.pos[0] if scrub.box.contains(event.pos) else None
        self._choose(self._button_at(event.pos))
        self._pass_on(event)

    def _button_at(self, at: tuple[float, float]) -> int | None:
        buttons = self._playback.bar.buttons
        return next((index for index, each in enumerate(buttons) if each.box.contains(at)), None)

    def _press(self, event: pygame.event.Event) -> None:
        playback, scrub = self._playback, self._playback.bar.scrub
        button = self._button_at(event.pos)
        if button is not None:
            self._press_button(playback.bar.buttons[button])
        elif scrub.box.contains(event.pos):
            self._plays_after = playback.playhead.is_playing or (self._is_scrubbing and self._plays_after)
            self._is_scrubbing, self.scrub_x = True, event.pos[0]
            playback.playhead.pause()
            playback.seek(scrub.time_at(event.pos[0]))
        else:
            self._pass_on(event)

    def _press_button(self, button: Button) -> None:
        refusal = button.refusal()
        if refusal is None:
            button.press()
        else:
            self._playback.refuse(refusal)

    def _release(self, event: pygame.event.Event) -> None:
        if self._is_scrubbing:
            self._let_go()
            self.scrub_x = event.pos[0] if self._playback.bar.scrub.box.contains(event.pos) else None
        else:
            self._pass_on(event)

    def _let_go(self) -> None:
        if self._is_scrubbing:
            self._is_scrubbing = False
            if self._plays_after and not self._playback.playhead.is_at_end:
                self._playback.playhead.play()
            self._playback.follow()

    def _wheel(self, event: pygame.event.Event) -> None:
        if self._is_scrubbing:
            return
        if self.scrub_x is None and any(table.scrolls for table in self._playback.tables):
            self._pass_on(event)
        elif event.y:
            self._playback.step(-event.y)

    def _pass_on(self, event: pygame.event.Event) -> None:
        """Hands an event of the pointer to the table it is on, if that scrolls."""
        x, y = self._at
        for table, box in zip(self._playback.tables, self._playback.table_boxes(), strict=True):
            # What was grabbed on one table may be let go anywhere.
            if table.scrolls and (box.contains((x, y)) or event.type == pygame.MOUSEBUTTONUP):
                told = {**event.dict, "pos": (x - round(box.x), y - round(box.y))}
                table.handle(pygame.event.Event(event.type, told))

    # Keys -----------------------------------------------------------------------------------------

    def _key(self, event: pygame.event.Event) -> None:
        playback, far = self._playback, FAR if event.mod & pygame.KMOD_SHIFT else 1
        if event.key == pygame.K_SPACE:
            playback.toggle()
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            playback.step(far if event.key == pygame.K_RIGHT else -far)
        elif event.key in (pygame.K_HOME, pygame.K_END):
            playback.go_to_end(is_last=event.key == pygame.K_END)
        elif event.key in FASTER or event.unicode == "+":
            playback.faster(1)
        elif event.key in SLOWER:
            playback.faster(-1)
        elif event.key == pygame.K_s:
            playback.toggle_pauses()
        elif event.key == pygame.K_ESCAPE:
            playback.stage.back()
        elif event.key == pygame.K_TAB:
            self._tab(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self._hot is not None:
            self._press_button(playback.bar.buttons[self._hot])

    def _tab(self, by: int) -> None:
        count = len(self._playback.bar.buttons)
        first = 0 if by > 0 else count - 1
        self._choose(first if self._hot is None else (self._hot + by) % count)

    def _choose(self, hot: int | None) -> None:
        if hot != self._hot:
            self._hot = hot
            for index, button in enumerate(self._playback.bar.buttons):
                button.is_hot = index == hot
            self._playback.redraw_bar()

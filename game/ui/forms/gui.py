"""pygame_gui in the dress of this program: its colours, its letters, and its pointer.

Knows pygame_gui, as the only module; must not know any form. Whoever imports it waits for
pygame_gui to load (50 ms), so it is imported when a form first opens and not before.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pygame
import pygame_gui
from pygame_gui import UIManager
from pygame_gui.core.utility import set_default_manager
from pygame_gui.elements import UIHorizontalSlider, UITextEntryLine

from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import FACE, RGB, TEXT, TEXT_PX
from game.ui.forms.number_line import LINE_PAD_PX

UNHEARD = (
    pygame.USEREVENT,
    pygame_gui.UI_BUTTON_START_PRESS,
    pygame_gui.UI_BUTTON_PRESSED,
    pygame_gui.UI_BUTTON_ON_HOVERED,
    pygame_gui.UI_BUTTON_ON_UNHOVERED,
    pygame_gui.UI_HORIZONTAL_SLIDER_MOVED,
    pygame_gui.UI_TEXT_ENTRY_CHANGED,
)
"""Events of the elements that controls look at themselves; unread, they would wake the program and
keep the elements of a closed form alive."""
NOTHING = "#00000000"
ANYWHERE_PX = 100_000


class Gui(UIManager):
    """All elements of one form, made anew when the window changes its size."""

    def __init__(self, size: tuple[int, int], pictures: Pictures) -> None:
        self._advanced_ns: int | None = None
        super().__init__(size, _theme(pictures), enable_live_theme_updates=False)
        pygame.event.set_blocked(UNHEARD)

    # The pointer ---------------------------------------------------------------------------------

    def point(self, at: tuple[float, float]) -> None:
        """Tells where the pointer is, in pixels of the canvas."""
        self.mouse_position = (int(at[0]), int(at[1]))

    def _update_mouse_position(self) -> None:
        # pygame_gui would ask the system, which does not count in real pixels on a HiDPI screen.
        pass

    # Elements ------------------------------------------------------------------------------------

    def slider(self, box: Box, percent: int) -> UIHorizontalSlider:
        """A knob on an invisible track."""
        element = UIHorizontalSlider(pygame.Rect(box), float(percent), (0.0, 100.0), self)
        assert element.sliding_button is not None
        # Whoever holds the knob may look elsewhere while they move it.
        element.sliding_button.set_hold_range((ANYWHERE_PX, ANYWHERE_PX))
        return element

    def number_line(self, box: Box, text: str, digits: int) -> UITextEntryLine:
        """A line for digits that edits and draws nothing.

        Its picture lags behind by a frame and loses the caret; whoever uses it draws `get_text()`,
        `edit_position` and `select_range`, `LINE_PAD_PX` from the left edge.
        """
        element = UITextEntryLine(pygame.Rect(box), self)
        element.set_allowed_characters("numbers")
        element.set_text_length_limit(digits)
        element.set_text(text)
        return element

    def give_keyboard(self, line: UITextEntryLine | None) -> None:
        """Lets a line be typed into at its end; None takes the keyboard away."""
        if line is None:
            self.set_focus_set(None)
        elif not line.is_focused:
            self.set_focus_set(line)
            line.edit_position = len(line.get_text())

    # Time ----------------------------------------------------------------------------------------

    def advance(self, now_ns: int) -> None:
        """Lets the elements follow pointer and keys."""
        passed_ns = 0 if self._advanced_ns is None else now_ns - self._advanced_ns
        self._advanced_ns = now_ns
        self.update(passed_ns / 1e9)

    def close(self) -> None:
        """Gives back the keyboard's repetition and the pointer's shape."""
        self.set_focus_set(None)
        self.clear_and_reset()
        if self._active_cursor != self.active_user_cursor:
            with suppress(pygame.error):  # not every system has shapes
                pygame.mouse.set_cursor(self.active_user_cursor)
        set_default_manager(None)


def _theme(pictures: Pictures) -> dict[str, Any]:
    fonts = pictures.assets.folder / "fonts"
    knob = pictures.px(22)
    return {
        "text_entry_line": {
            "font": {
                "name": "patience",
                "size": str(round(TEXT_PX["body"] * pictures.unit)),
                "regular_path": str(fonts / "regular.ttf"),
                "bold_path": str(fonts / "bold.ttf"),
            },
            "colours": dict.fromkeys(
                (
                    "dark_bg",
                    "normal_border",
                    "normal_text",
                    "selected_text",
                    "selected_bg",
                    "text_cursor",
                ),
                NOTHING,
            ),
            "misc": {
                "shape": "rectangle",
                "border_width": "0",
                "shadow_width": "0",
                "padding": "0,0",
                "text_horiz_alignment_padding": str(pictures.px(LINE_PAD_PX)),
            },
        },
        "horizontal_slider": {
            "colours": {"dark_bg": NOTHING, "normal_border": NOTHING},
            "misc": {
                "enable_arrow_buttons": "0",
                "sliding_button_width": str(knob),
                "border_width": "0",
                "shadow_width": "0",
            },
        },
        "horizontal_slider.#sliding_button": {
            "colours": {
                "normal_bg": _hex(TEXT),
                "hovered_bg": _hex(FACE),
                "active_bg": _hex(FACE),
                "selected_bg": _hex(FACE),
            },
            "misc": {
                "shape": "rounded_rectangle",
                "shape_corner_radius": str(knob // 2),
                "border_width": "0",
                "shadow_width": "0",
            },
        },
    }


def _hex(colour: RGB) -> str:
    return "#{:02X}{:02X}{:02X}".format(*colour)

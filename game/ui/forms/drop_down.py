"""Drop-down that a button opens below itself: choices and further buttons over what is there."""

from __future__ import annotations

from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import panel_colour
from game.ui.forms.tree import Ground, Node
from game.ui.forms.widgets import Button

PAD_PX, GAP_PX = 10, 6


class DropDown:
    """Drop-down that a button has opened below itself; it covers what is there, and moves nothing."""

    def __init__(self, anchor: Button, content: Node, table: str) -> None:
        """`table` is the colour of the felt."""
        self.anchor = anchor
        self.node = Ground(content, (PAD_PX, PAD_PX), colour=(*panel_colour(table), 255))

    def place(self, pictures: Pictures, room: Box) -> None:
        """Places it below its button, or above where there is more room; always within the room."""
        gap, at = pictures.px(GAP_PX), self.anchor.box
        width, height = self.node.size(pictures, room.width - 2 * gap)
        below = at.y + at.height + gap
        y = below if below + height <= room.y + room.height else max(room.y + gap, at.y - gap - height)
        left = at.x if at.x + width + gap <= room.x + room.width else at.x + at.width - width
        self.node.place(pictures, Box(max(room.x + gap, left), y, width, height))

"""A screen reader's view of the window, built on demand: title and lines, the focus, the last sentence."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from game.ui.spoken import BUTTON_ROLE, WidgetDescription, closed

WINDOW, PAGE, LINES = 1, 2, 1 << 32
"""Numbers of parts; lines count from the last one on."""


class ScreenReader:
    """The tree that a screen reader reads. Lines and names are in the player's language."""

    def __init__(self, asked: Callable[[], None]) -> None:
        """`asked` is called in another thread when a reader appears; raises ImportError without accesskit."""
        import accesskit

        self._kit = accesskit
        self._title = "Patience Arcade"
        self._focus = WidgetDescription("")
        self._said = ""
        self._lines: Sequence[str] = ()
        self._number = self._focus_number = PAGE
        self.is_asked = False
        """Whether a reader has asked for the window since it was opened."""

        def activate() -> Any:
            self.is_asked = True
            asked()
            return self._tree()

        self._adapter = accesskit.unix.Adapter(activate, lambda _: None, lambda: None)
        self._adapter.update_window_focus_state(True)

    def say(self, line: str) -> None:
        """Has a line read out, together with others of the same frame."""
        self._said = f"{self._said} {closed(line)}".strip()

    def show(self, title: str, focus: WidgetDescription, lines: Sequence[str]) -> None:
        """Brings the tree up to date at the end of a frame: `focus` has no name where nothing has it."""
        if not self._said and (title, focus, lines) == (self._title, self._focus, self._lines):
            return
        # What has the focus now is another part than before, and so is each thing said: both are told then.
        self._number += 2
        if not focus.name or focus.name != self._focus.name:
            self._focus_number = self._number + 1
        self._title, self._focus, self._lines = title, focus, lines
        self._adapter.update_if_active(self._tree)
        self._said = ""

    def follow(self, is_active: bool) -> None:
        """The window became the one that has the keyboard, or lost that."""
        self._adapter.update_window_focus_state(is_active)

    def _tree(self) -> Any:
        kit, focus = self._kit, self._focus
        window = kit.Node(kit.Role.WINDOW)
        window.set_label(self._title)
        nodes, has_focus = [(WINDOW, window), *self._page()], bool(focus.name or focus.value)
        if has_focus:
            item = kit.Node(kit.Role.BUTTON if focus.role == BUTTON_ROLE else kit.Role.LIST_ITEM)
            item.set_label(focus._replace(more="").told(None))
            item.set_description(focus.more)
            nodes.append((self._focus_number, item))
        if self._said:
            said = kit.Node(kit.Role.LABEL)
            said.set_live(kit.Live.POLITE)
            said.set_value(self._said)
            nodes.append((self._number, said))
        window.set_children([number for number, _ in nodes[1:] if number < LINES])
        update = kit.TreeUpdate(self._focus_number if has_focus else WINDOW)
        update.tree, update.nodes = kit.Tree(WINDOW), nodes
        return update

    def _page(self) -> list[tuple[int, Any]]:
        """The lines of the page as a list that can be walked; nothing where there are none."""
        kit = self._kit
        page, lines = kit.Node(kit.Role.LIST), []
        for number, words in enumerate(self._lines, start=LINES):
            line = kit.Node(kit.Role.LIST_ITEM)
            line.set_label(words)
            lines.append((number, line))
        page.set_label(self._title)
        page.set_children([number for number, _ in lines])
        return [(PAGE, page), *lines] if lines else []


def screen_reader(asked: Callable[[], None]) -> ScreenReader | None:
    """The way to screen readers where there is one: on Linux, with the extra `reader`."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        return ScreenReader(asked)
    except ImportError:
        return None

"""A screen reader's view of the window, built on demand: title and lines, the focus, the last sentence."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from game.ui.spoken import BUTTON_ROLE, WidgetDescription, closed

WINDOW, PAGE, LINES = 1, 2, 1 << 32
"""Numbers of parts; lines count from the last one on."""
Connection = tuple[Any, Callable[[bool], Any] | None]
"""An adapter of accesskit, and what tells it whether the window has the keyboard, if it needs to be told."""
Connect = Callable[[Any, Callable[[], Any]], Connection]
"""From accesskit and a function that returns the tree when a reader appears."""


class ScreenReader:
    """The tree that a screen reader reads. Lines and names are in the player's language."""

    def __init__(self, on_reader: Callable[[], None], connect: Connect) -> None:
        """`on_reader` is called when a reader appears, perhaps in another thread.

        Raises:
            ImportError: accesskit is not installed.
        """
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
            on_reader()
            return self._tree()

        self._adapter, self._update_focus = connect(accesskit, activate)
        self.follow(True)

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
        self._raise(self._adapter.update_if_active(self._tree))
        self._said = ""

    def follow(self, is_active: bool) -> None:
        """The window became the one that has the keyboard, or lost that."""
        if self._update_focus is not None:
            self._raise(self._update_focus(is_active))

    @staticmethod
    def _raise(events: Any) -> None:
        """Tells the system what has changed, where accesskit leaves that to its caller."""
        if events is not None:
            events.raise_events()

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


def _by_at_spi(kit: Any, activate: Callable[[], Any]) -> Connection:
    adapter = kit.unix.Adapter(activate, lambda _: None, lambda: None)
    return adapter, adapter.update_window_focus_state


def _in_window(handle: int) -> Connect:
    """Connects readers of Windows, by its HWND; Windows itself tells them of the keyboard."""
    return lambda kit, activate: (
        kit.windows.SubclassingAdapter(handle, activate, lambda _: None),
        None,
    )


def _in_sdl_window(handle: int) -> Connect:
    """Connects VoiceOver, by an NSWindow of SDL, which has the keyboard in place of its view."""

    def connect(kit: Any, activate: Callable[[], Any]) -> Connection:
        kit.macos.add_focus_forwarder_to_window_class("SDLWindow")
        adapter = kit.macos.SubclassingAdapter.for_window(handle, activate, lambda _: None)
        return adapter, adapter.update_view_focus_state

    return connect


IN_WINDOW: dict[str, Callable[[int], Connect]] = {"win32": _in_window, "darwin": _in_sdl_window}
"""Where readers are connected to a window, which must not have been shown before."""


def screen_reader(
    on_reader: Callable[[], None], handle: Callable[[], int | None], platform: str = sys.platform
) -> ScreenReader | None:
    """The way to screen readers, with the extra `reader`; `handle` tells the system's own of the window."""
    if platform.startswith("linux"):
        connect: Connect = _by_at_spi
    elif platform in IN_WINDOW and (window := handle()) is not None:
        connect = IN_WINDOW[platform](window)
    else:
        return None
    try:
        return ScreenReader(on_reader, connect)
    except ImportError:
        return None
    except BaseException as failure:
        if isinstance(failure, Exception | KeyboardInterrupt):
            raise
        return None  # accesskit panics, as where the window was seen before: that must not cost the game

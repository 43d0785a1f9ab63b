"""A screen reader's view of the window, built on demand: title and lines, the focus, the last sentence."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from game.ui.spoken import Role, ScreenDescription, WidgetDescription, closed

WINDOW, PAGE, PILES, FIGURES, LINES = 1, 2, 1 << 24, 1 << 25, 1 << 32
"""Numbers of parts; piles, figures and lines count from these on, and the cards of a pile from it on."""
IN_A_PILE = 1 << 10
"""Cards that have a number in a pile."""
GROUPS, RUNS = 1 << 26, 1 << 27
"""Numbers of what the focus is part of, and of its text, count from its own and these on."""
PARTS = 1 << 28
"""Numbers of the other parts of its control count from here on."""
ROLES = {
    Role.ITEM: "LIST_ITEM",
    Role.ROW: "LIST_ITEM",
    Role.CARD: "LIST_ITEM",
    Role.BUTTON: "BUTTON",
    Role.MENU: "BUTTON",
    Role.SWITCH: "SWITCH",
    Role.CHECK: "CHECK_BOX",
    Role.RADIO: "RADIO_BUTTON",
    Role.TAB: "TAB",
    Role.SPIN: "SPIN_BUTTON",
    Role.SLIDER: "SLIDER",
    Role.ENTRY: "TEXT_INPUT",
}
"""Roles by accesskit's names."""
PARTS_OF = {Role.ROW: "LIST", Role.RADIO: "RADIO_GROUP", Role.TAB: "TAB_LIST"}
"""Of what these are part where they know which they are of how many."""
TELL_THEMSELVES = (Role.SWITCH, Role.CHECK, Role.SLIDER, Role.ENTRY)
"""Of these a reader hears the change of a value; of others that something else has the focus."""
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
        self._seen = ScreenDescription("Patience Arcade")
        self._focus = WidgetDescription("")
        self._said = ""
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

    def show(self, seen: ScreenDescription) -> None:
        """Brings the tree up to date at the end of a frame."""
        focus = seen.focus or WidgetDescription("")
        if not self._said and seen == self._seen:
            return
        # What has the focus now is another part than before, and so is each thing said: both are told then.
        self._number += 2
        before, is_same = self._focus, focus.role in TELL_THEMSELVES
        if not focus.name or focus.name != before.name or (focus.value != before.value and not is_same):
            self._focus_number = self._number + 1
        self._seen, self._focus = seen, focus
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

    def _node(self, role: str, label: str = "", children: Sequence[int] = ()) -> Any:
        """A node of a role by accesskit's name, with what it is called and the numbers of its children."""
        node = self._kit.Node(getattr(self._kit.Role, role))
        if label:
            node.set_label(label)
        if children:
            node.set_children(children)
        return node

    def _tree(self) -> Any:
        kit, focus = self._kit, self._focus
        window = self._node("WINDOW", self._seen.title)
        nodes, has_focus = [(WINDOW, window), *self._page()], bool(focus.name or focus.value)
        top = [number for number, _ in nodes[1:] if number < LINES]
        if self._seen.figures is not None:
            figures = self._figures()
            nodes += figures
            top.append(figures[-1][0])
        if self._seen.piles:
            lists = self._pile_lists()
            nodes += lists
            top += [number for number, _ in lists if number >= PILES and not (number - PILES) % IN_A_PILE]
        if has_focus and all(number != self._focus_number for number, _ in nodes):
            parts = self._item()
            nodes += parts
            top.append(parts[-1][0])
        if self._said:
            said = self._node("LABEL")
            said.set_live(kit.Live.POLITE)
            said.set_value(self._said)
            nodes.append((self._number, said))
            top.append(self._number)
        window.set_children(top)
        update = kit.TreeUpdate(self._focus_number if has_focus else WINDOW)
        update.tree, update.nodes = kit.Tree(WINDOW), nodes
        return update

    def _item(self) -> list[tuple[int, Any]]:
        """Returns the nodes of the focused widget, its parts and its containers; the outermost comes last."""
        kit, focus, state = self._kit, self._focus, self._focus.state
        item = self._node(ROLES[focus.role], focus.name or focus.value)
        item.set_description(focus.more)
        if focus.role in (Role.ITEM, Role.MENU):
            item.set_label(focus._replace(more="").told(None))
            if focus.role is Role.MENU:
                item.set_has_popup(kit.HasPopup.MENU)
        elif focus.role is Role.BUTTON:
            if focus.value:
                item.set_disabled()
        elif focus.role in (Role.SPIN, Role.SLIDER):
            now, least, most = state
            if focus.role is Role.SPIN and focus.value != str(now):  # as 5:00, which would be told as 300
                item.set_label(f"{focus.name} {focus.value}")
            else:
                item.set_numeric_value(float(now))
                item.set_min_numeric_value(float(least))
                item.set_max_numeric_value(float(most))
                item.set_value(focus.value)
        elif focus.role is Role.ENTRY:
            return self._entry(item)
        else:
            return self._chosen(item)
        return self._with_parts(item) if focus.parts else [(self._focus_number, item)]

    def _with_parts(self, item: Any) -> list[tuple[int, Any]]:
        """The focused button among the others of the one control that it is part of."""
        focus = self._focus
        nodes = [
            (self._focus_number, item)
            if part.name == focus.name
            else (number, self._node("BUTTON", part.name))
            for number, part in enumerate(focus.parts, start=PARTS)
        ]
        whole = self._node("TOOLBAR", focus.parts[0].name, [number for number, _ in nodes])
        return [*nodes, (self._focus_number + GROUPS, whole)]

    def _chosen(self, item: Any) -> list[tuple[int, Any]]:
        """A switch, or one of several choices with what they are part of."""
        kit, focus, state = self._kit, self._focus, self._focus.state
        if focus.role is Role.TAB:
            item.set_selected(bool(state[0]))
        elif focus.role is not Role.ROW:
            item.set_toggled(kit.Toggled.TRUE if state[0] else kit.Toggled.FALSE)
        if len(state) == 1:
            return [(self._focus_number, item)]
        item.set_label(focus.value or focus.name)
        if state[0]:  # else none of them is chosen
            item.set_position_in_set(int(state[0]) - 1)
            item.set_size_of_set(int(state[1]))
        group = self._node(PARTS_OF[focus.role], focus.name, [self._focus_number])
        return [(self._focus_number, item), (self._focus_number + GROUPS, group)]

    def _entry(self, item: Any) -> list[tuple[int, Any]]:
        """A text field and its text, with the selection."""
        kit, (text, anchor, caret) = self._kit, self._focus.state
        text = str(text)
        number = self._focus_number + RUNS
        run = self._node("TEXT_RUN")
        run.set_value(text)
        run.set_character_lengths([len(letter.encode()) for letter in text])
        run.set_word_lengths([])
        item.set_value(text)
        item.set_children([number])
        places = (kit.TextPosition(number, anchor), kit.TextPosition(number, caret))
        item.set_text_selection(kit.TextSelection(*places))
        return [(number, run), (self._focus_number, item)]

    def _pile_lists(self) -> list[tuple[int, Any]]:
        """The piles as lists of cards; that under the cursor has the focus."""
        focus = self._focus
        nodes: list[tuple[int, Any]] = []
        for pile, (name, cards) in enumerate(self._seen.piles):
            first, listed = PILES + pile * IN_A_PILE, []
            for index, card in enumerate(cards or [""]):
                is_here = focus.role is Role.CARD and (pile, index) == focus.state
                if not card and not is_here:
                    continue
                item = self._node("LIST_ITEM", focus.name if is_here else card)
                listed.append((self._focus_number if is_here else first + 1 + index, item))
            nodes += [(first, self._node("LIST", name, [number for number, _ in listed])), *listed]
        return nodes

    def _page(self) -> list[tuple[int, Any]]:
        """The lines of the page as a list that can be walked; nothing where there are none."""
        told = enumerate(self._seen.lines, start=LINES)
        lines = [(number, self._node("LIST_ITEM", words)) for number, words in told]
        page = self._node("LIST", self._seen.title, [number for number, _ in lines])
        return [(PAGE, page), *lines] if lines else []

    def _figures(self) -> list[tuple[int, Any]]:
        """The table of the page: a row of headings if there are any, then the others; itself last."""
        figures, nodes, rows = self._seen.figures, list[tuple[int, Any]](), list[int]()
        assert figures is not None
        for words in filter(None, (figures.headings, *figures.rows)):
            cells: list[int] = []
            for column, word in enumerate(words):
                first = "ROW_HEADER" if column == 0 else "CELL"
                cell = self._node("COLUMN_HEADER" if words is figures.headings else first, word)
                nodes.append((FIGURES + len(nodes), cell))
                cells.append(nodes[-1][0])
            nodes.append((FIGURES + len(nodes), self._node("ROW", children=cells)))
            rows.append(nodes[-1][0])
        return [*nodes, (FIGURES + len(nodes), self._node("TABLE", self._seen.title, rows))]


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

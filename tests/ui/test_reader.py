"""The ways to screen readers of Windows and macOS, unheard here, as a stand-in for accesskit sees them."""

import sys
from collections.abc import Callable
from unittest.mock import MagicMock, call

import pytest

from game.ui.reader import ScreenReader, screen_reader
from game.ui.spoken import ScreenDescription, WidgetDescription
from tests.records import position
from tests.ui.driver import Table
from tests.ui.screens import SCREENS

HANDLE = 4711


@pytest.fixture
def kit(monkeypatch: pytest.MonkeyPatch) -> MagicMock:
    """Stands in for accesskit, whose wheels for other systems have other parts."""
    stand_in = MagicMock()
    monkeypatch.setitem(sys.modules, "accesskit", stand_in)
    return stand_in


def connected(platform: str, asked: Callable[[], None] = lambda: None) -> ScreenReader:
    reader = screen_reader(asked, lambda: HANDLE, platform)
    assert reader is not None
    return reader


def adapter_of(kit: MagicMock, platform: str) -> tuple[MagicMock, MagicMock]:
    """What makes the adapter on a system, and the adapter."""
    made = {
        "linux": kit.unix.Adapter,
        "win32": kit.windows.SubclassingAdapter,
        "darwin": kit.macos.SubclassingAdapter.for_window,
    }[platform]
    return made, made.return_value


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_a_reader_that_asks_gets_the_tree_and_hears_of_each_change(kit, platform):
    asked: list[None] = []
    reader = connected(platform, lambda: asked.append(None))
    made, adapter = adapter_of(kit, platform)
    *window, activate, _act = made.call_args.args[:3] if platform != "linux" else made.call_args.args[:2]
    assert window == ([] if platform == "linux" else [HANDLE])
    assert not reader.is_asked
    assert activate() is kit.TreeUpdate.return_value
    assert reader.is_asked
    assert len(asked) == 1
    reader.say("A move")
    reader.show(ScreenDescription("Solitaire Rush", ["A line"], WidgetDescription("9 of diamonds")))
    tree = adapter.update_if_active.call_args.args[0]
    adapter.update_if_active.return_value.raise_events.assert_called_once_with()
    assert tree() is kit.TreeUpdate.return_value


def test_each_system_is_told_of_the_keyboard_in_its_own_way(kit):
    for platform in ("linux", "win32", "darwin"):
        connected(platform).follow(False)
    at_spi, window, view = (adapter_of(kit, platform)[1] for platform in ("linux", "win32", "darwin"))
    assert [told.args for told in at_spi.update_window_focus_state.call_args_list] == [(True,), (False,)]
    assert [told.args for told in view.update_view_focus_state.call_args_list] == [(True,), (False,)]
    assert view.update_view_focus_state.return_value.raise_events.call_count == 2
    assert window.mock_calls == [], "Windows tells its readers itself"
    kit.macos.add_focus_forwarder_to_window_class.assert_called_once_with("SDLWindow")


def test_a_panic_of_accesskit_costs_the_reader_and_not_the_game(kit):
    kit.windows.SubclassingAdapter.side_effect = type("PanicException", (BaseException,), {})
    assert screen_reader(lambda: None, lambda: HANDLE, "win32") is None


def test_without_a_window_or_on_another_system_there_is_no_reader(kit):
    assert screen_reader(lambda: None, lambda: None, "win32") is None
    assert screen_reader(lambda: None, lambda: HANDLE, "freebsd14") is None
    assert kit.mock_calls == []


def test_each_key_cuts_off_what_a_voice_says(tmp_path):
    voice = MagicMock()
    table = Table(tmp_path, voice=voice)
    table.start(position("t1 9D", "t2 TS"))
    assert "en" in {said.args[1] for said in voice.speak.call_args_list}
    voice.reset_mock()
    table.key("l").frame()
    assert voice.mock_calls[0] == call.hush(), "before anything else"
    table.move_to((10, 10)).frame()
    assert voice.hush.call_count == 1
    table.close()


def test_each_widget_has_its_role_its_name_and_its_value_apart(table):
    """Made by accesskit itself, as a reader gets it: the focus of a screen, and what it is part of."""
    pytest.importorskip("accesskit")
    trees = []
    adapter = MagicMock(update_if_active=lambda tree: trees.append(tree()))
    reader = ScreenReader(lambda: None, lambda *_: (adapter, None))

    def focused(*keys: str) -> tuple[str, str, str]:
        table.key(*keys).frame()
        spoken = table.app.screen.spoken
        reader.show(spoken)
        nodes = dict(trees[-1].nodes)
        found = nodes[trees[-1].focus]
        whole = next((node for node in nodes.values() if trees[-1].focus in (node.children or [])), None)
        named = "" if whole is None else f"{name(whole.role)} {whole.label}"
        return name(found.role), found.label, named

    def name(role: object) -> str:
        return str(role).rpartition(".")[2]

    table.context.is_heard = True
    SCREENS["home"](table)
    while focused("tab")[1] != "Solitaire Rush, Play":
        pass
    assert focused("right") == ("BUTTON", "Solitaire Rush, Learn it", "TOOLBAR Solitaire Rush, Play")
    nodes = dict(trees[-1].nodes)
    (whole,) = (node for node in nodes.values() if name(node.role) == "TOOLBAR")
    words = ["Play", "Learn it", "Draw 3, Options"]
    assert [nodes[part].label for part in whole.children] == [f"Solitaire Rush, {word}" for word in words]
    SCREENS["settings"](table)
    assert focused() == ("TAB", "Table", "TAB_LIST All games")
    assert focused("down") == ("TAB", "One game", "TAB_LIST One game")
    assert focused("down") == ("RADIO_BUTTON", "Same as the system", "RADIO_GROUP Contrast")
    before = trees[-1].focus
    assert focused("right")[1] == "Normal"
    assert trees[-1].focus != before, "a change has the focus anew, and is heard"
    SCREENS["new tournament"](table)
    parts = [focused("tab")[:2] for _ in range(9)]
    assert {role for role, _ in parts} >= {"TEXT_INPUT", "SPIN_BUTTON", "RADIO_BUTTON"}
    assert ("SPIN_BUTTON", "Time 5:00") in parts, "and not 300"
    assert ("SPIN_BUTTON", "Rounds") in parts
    SCREENS["replays"](table)
    assert focused("down")[2].startswith("LIST ")
    SCREENS["replay: rush"](table)
    assert ("CHECK_BOX", "Skip pauses") in [focused("tab")[:2] for _ in range(9)]
    SCREENS["tournament, over"](table)
    focused("tab")
    cells = [(name(node.role), node.label) for _, node in trees[-1].nodes]
    assert ("COLUMN_HEADER", "Player") in cells
    assert {role for role, _ in cells} >= {"TABLE", "ROW", "ROW_HEADER", "CELL"}

"""What a screen reader is given: heard at AT-SPI itself, by Debian's own listener."""

import subprocess
from collections.abc import Iterator
from tempfile import TemporaryDirectory

import pytest

from tests.commands import missing, need
from tests.real_window.orca import Orca, session_bus

pytest.importorskip("accesskit")
pytestmark = [pytest.mark.window, pytest.mark.timeout(60)]


@pytest.fixture
def orca(screen: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Orca]:
    imports = "import gi; gi.require_version('Atspi', '2.0')"
    known = subprocess.run(["/usr/bin/python3", "-c", imports], check=False)
    if known.returncode:
        missing("AT-SPI")
    need("dbus-daemon", "dbus-send")
    with TemporaryDirectory() as runtime, session_bus(runtime) as bus:
        monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus)
        monkeypatch.setenv("DISPLAY", screen)
        reader = Orca()
        yield reader
        reader.process.terminate()
        reader.process.wait()


def test_a_screen_reader_hears_the_table_what_has_the_focus_and_what_happens(orca, player):
    player.launch("play", "rush", "--deal", "48213")
    orca.hear("Arrows move over the cards")
    player.keys("Left")
    assert orca.hear("focused|list item") == "focused|list item|9 of diamonds, column 1|"
    assert orca.programs() == ["Patience Arcade"]
    assert len(orca.page()) == 52, "each pile is a list of its cards"
    player.keys("e")
    assert "End this game?" in orca.hear("said|")
    page = orca.page()
    assert page[-1] == "Buttons: Keep playing, End the game"
    assert orca.page() == page, "a line can be asked for again"
    assert orca.hear("focused|push") == "focused|push button|Keep playing|1 of 2"
    player.keys("Tab")
    assert orca.hear("focused|push") == "focused|push button|End the game|2 of 2"


def test_a_screen_reader_hears_what_settings_are_and_how_they_change(orca, player):
    player.launch("play", "rush", "--deal", "48213")
    orca.hear("Arrows move over the cards")
    player.keys("Escape", "Right", "Return", "Down")
    assert orca.hear("focused|page tab")
    while "toggle button|Large buttons" not in [line for line in orca.log if line.startswith("focused|")][-1]:
        player.keys("Down")
        orca.answer()
    player.keys("space")
    assert orca.hear("changed|object:state-changed:pressed|Large buttons|").endswith("|1")

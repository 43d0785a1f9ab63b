"""What a screen reader is given: heard at AT-SPI itself, by Debian's own listener."""

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from tests.real_window.player import Player

pytest.importorskip("accesskit")
pytestmark = [pytest.mark.window, pytest.mark.timeout(60)]

LISTENER = """import gi; gi.require_version("Atspi", "2.0"); from gi.repository import Atspi
def heard(event):
    if event.type == "object:announcement":
        print("said", event.any_data, sep="|", flush=True)
    elif event.detail1:
        print("focused", event.source.get_role_name(), event.source.get_name(), sep="|", flush=True)
Atspi.init()
listener = Atspi.EventListener.new(heard)
for kind in ("object:announcement", "object:state-changed:focused"):
    listener.register(kind)
print("listening", flush=True)
Atspi.event_main()
"""
TURN_ON = ["dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus"]
TURN_ON += ["org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status", "string:ScreenReaderEnabled"]


class Orca:
    """A screen reader that writes down what it would read."""

    def __init__(self) -> None:
        """Asks on the session's bus for everything that can be read."""
        subprocess.run([*TURN_ON, "variant:boolean:true"], check=True, stdout=subprocess.DEVNULL)
        self.process = subprocess.Popen(
            ["/usr/bin/python3", "-c", LISTENER], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.hear("listening")

    def hear(self, words: str) -> str:
        """Reads on to the line that holds these words."""
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if words in line:
                return line.strip()
        raise AssertionError(lines)


@pytest.fixture
def orca(screen: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Orca]:
    imports = "import gi; gi.require_version('Atspi', '2.0')"
    known = subprocess.run(["/usr/bin/python3", "-c", imports], check=False)
    if known.returncode or None in map(shutil.which, ("dbus-daemon", "dbus-send")):
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no AT-SPI here")
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE, text=True
    )
    assert bus.stdout is not None
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.stdout.readline().strip())
    monkeypatch.setenv("DISPLAY", screen)
    reader = Orca()
    yield reader
    for process in (reader.process, bus):
        process.terminate()
        process.wait()


def test_a_screen_reader_hears_the_table_what_has_the_focus_and_what_happens(orca: Orca, player: Player):
    player.launch("play", "rush", "--deal", "48213")
    orca.hear("Arrows move over the cards")
    player.keys("Left")
    assert orca.hear("said|") == "said|9 of diamonds, column 1."
    player.keys("e")
    assert "End this game?" in orca.hear("said|")
    assert orca.hear("focused|push") == "focused|push button|Keep playing"
    player.keys("Tab")
    assert orca.hear("focused|push") == "focused|push button|End the game"

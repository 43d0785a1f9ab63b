"""A screen reader that hears what AT-SPI gives, and the bus on which it does."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from selectors import EVENT_READ, DefaultSelector

LISTENER = """import gi; gi.require_version("Atspi", "2.0"); from gi.repository import Atspi
def heard(event):
    if event.type == "object:announcement":
        print("said", event.any_data, sep="|", flush=True)
    elif not event.type.startswith("object:state-changed:focused"):
        print("changed", event.type, event.source.get_name(), event.detail1, sep="|", flush=True)
    elif event.detail1:
        part = event.source
        print("focused", part.get_role_name(), part.get_name(), part.get_description(), sep="|", flush=True)
Atspi.init()
listener = Atspi.EventListener.new(heard)
for kind in ("announcement", "state-changed", "property-change:accessible-value", "text-changed"):
    listener.register(f"object:{kind}")
print("listening", flush=True)
Atspi.event_main()
"""
WALK = """import gi; gi.require_version("Atspi", "2.0"); from gi.repository import Atspi
def walk(part, role):
    if part.get_role_name() == "list item" and role == "list":
        print(part.get_name())
    for each in range(part.get_child_count()):
        walk(part.get_child_at_index(each), part.get_role_name())
Atspi.init()
walk(Atspi.get_desktop(0), "")
"""
PROGRAMS = """import gi; gi.require_version("Atspi", "2.0"); from gi.repository import Atspi
Atspi.init()
desktop = Atspi.get_desktop(0)
for number in range(desktop.get_child_count()):
    print(desktop.get_child_at_index(number).get_name())
"""
TURN_ON = ["dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus"]
TURN_ON += ["org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status", "string:ScreenReaderEnabled"]
QUIET_S = 0.12
"""So long nothing is heard after what a key has brought."""
SLOW_S = 8.0
"""So long somebody waits for any answer at all."""


class Orca:
    """A screen reader that writes down what it would read."""

    def __init__(self) -> None:
        """Asks on the session's bus for everything that can be read."""
        subprocess.run([*TURN_ON, "variant:boolean:true"], check=True, stdout=subprocess.DEVNULL)
        self.process = subprocess.Popen(
            ["/usr/bin/python3", "-c", LISTENER], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        self.log: list[str] = []
        """All that was heard."""
        self._heard, self._rest = 0, b""  # so many lines of the log; a line that is not whole yet
        self.hear("listening")

    def _lines(self, wait_s: float) -> list[str]:
        """The lines that come within a while; none when nothing does."""
        assert self.process.stdout is not None
        with DefaultSelector() as selector:
            selector.register(self.process.stdout, EVENT_READ)
            if not selector.select(wait_s):
                return []
        read = os.read(self.process.stdout.fileno(), 1 << 16)
        *lines, self._rest = (self._rest + read).split(b"\n")
        if read and not lines:  # the rest of the line is on its way
            return self._lines(wait_s)
        found = [line.decode().strip() for line in lines]
        self.log += found
        return found

    def hear(self, words: str) -> str:
        """Reads on to the line that holds these words."""
        while True:
            while self._heard < len(self.log):
                self._heard += 1
                if words in self.log[self._heard - 1]:
                    return self.log[self._heard - 1]
            assert self._lines(60.0), (words, self.log[-9:])

    def page(self) -> list[str]:
        """The lines of the window's list, in reading order."""
        return self._asked(WALK)

    def programs(self) -> list[str]:
        """The names of what can be heard."""
        return self._asked(PROGRAMS)

    def _asked(self, script: str) -> list[str]:
        found = subprocess.run(["/usr/bin/python3", "-c", script], check=True, capture_output=True, text=True)
        return found.stdout.splitlines()

    def answer(self) -> str:
        """What is said until it is quiet."""
        lines = self._lines(SLOW_S)
        while more := self._lines(QUIET_S):
            lines += more
        self._heard = len(self.log)
        told = [line.split("|") for line in lines if line.startswith(("said|", "focused|list item|"))]
        return " ".join(line[1] if line[0] == "said" else line[2] for line in told)


@contextmanager
def session_bus(runtime: str) -> Iterator[str]:
    """Starts a session's bus, on which screen readers and windows find each other; gives its address.

    `runtime` is the session's folder for sockets; long paths are none for sockets.
    """
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        env={**os.environ, "XDG_RUNTIME_DIR": runtime},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert bus.stdout is not None
    try:
        yield bus.stdout.readline().strip()
    finally:
        bus.terminate()
        bus.wait()

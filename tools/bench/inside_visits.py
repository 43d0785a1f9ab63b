"""Visits to the home screen, and pictures that follow the pointer, inside a measured child.

Knows the window's screens; see `bench.inside`, which starts it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from types import FrameType

from game.rules import find_variant
from game.storage.files import data_folder
from game.ui.app import App
from game.ui.forms.controls import Switch
from game.ui.games.tables import table_of
from game.ui.opening import search_seldom
from game.ui.pages.settings import SettingsScreen
from game.ui.window.window import Window
from tools.bench.display import WINDOW_SIZE
from tools.bench.pointer import FAR_PX

VISITS = 16
EDGE_PX, STRIP_PX = 24, 8
PROGRAM = os.path.dirname(os.path.dirname(find_variant.__code__.co_filename)) + os.sep


def home(size: tuple[int, int]) -> None:
    """Prints the real size of the window, and the CPU milliseconds of each visit from a table."""
    window = Window(size, "Patience Arcade")
    search_seldom()  # as the program does
    app, visits_ms = App(window, data_folder()), []
    session = app.context.sessions.deal(find_variant("rush"), 7)
    for _ in range(VISITS):
        app.context.navigation.table(session)
        app.frame()
        while app.context.pictures.load_next():
            pass
        started_ns = time.process_time_ns()
        app.go_home()
        app.frame()
        visits_ms.append((time.process_time_ns() - started_ns) / 1e6)
        while app.screen.next_tick_s == 0.0:
            app.frame()
    opened = _calls(partial(app.context.navigation.go, "settings"), app.frame)
    screen = app.screen
    assert isinstance(screen, SettingsScreen)
    while screen.next_tick_s == 0.0:
        app.frame()
    app.frame()
    *_, switch = (widget for widget in screen.panel.widgets if isinstance(widget, Switch))
    switched = _calls(switch.press, partial(screen.redraw, switch.box), app.frame)
    told = {"size": app.window.surface.get_size(), "visits_ms": visits_ms, "calls": (opened, switched)}
    print("home " + json.dumps(told), flush=True)
    app.window.close()


def _calls(*work: Callable[[], None]) -> int:
    """Returns the number of calls of the program's functions meanwhile."""
    count = 0

    def watch(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event == "call" and frame.f_code.co_filename.startswith(PROGRAM)

    sys.setprofile(watch)
    try:
        for task in work:
            task()
    finally:
        sys.setprofile(None)
    return count


def held() -> None:
    """The program at a table; prints where a card can be taken, and where to see that it moves."""
    app = App(Window(WINDOW_SIZE, "Patience Arcade"), data_folder())
    screen = table_of(app.context, app.context.sessions.deal(find_variant("rush"), 7))
    app.go_to(screen)

    def tell() -> None:
        box = screen.cards.top_box(screen.variant.pile_index("t4"))
        _tell(app.window, box.x, box.y, box.width, box.height)

    app.run(after_first_frame=tell)


def bare() -> None:
    """A window that draws one picture at the pointer at once, and waits as the program does."""
    window = Window(WINDOW_SIZE, "bare")
    surface = window.surface
    place = surface.get_rect(topleft=(500, 300), size=(120, 168))
    picture = surface.subsurface(place).copy()
    picture.fill((250, 250, 245))
    surface.blit(picture, place)
    window.show()
    _tell(window, *place)
    while True:
        window.wait(60)
        at = [event.pos for event in window.events() if hasattr(event, "rel")]
        if at:
            surface.fill(0, place)
            before, place = place, picture.get_rect(center=at[-1])
            surface.blit(picture, place)
            window.show([before.union(place)])


def _tell(window: Window, x: float, y: float, width: float, height: float) -> None:
    left, above = window.position
    # Its right edge, wherever it is carried.
    area = left + round(x + width) - EDGE_PX, above + round(y + height / 2), 2 * EDGE_PX + FAR_PX, STRIP_PX
    at = left + round(x + width / 2), above + round(y + height / 2)
    print("held " + json.dumps({"at": at, "area": area}), flush=True)

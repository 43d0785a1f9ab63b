"""Code that runs inside a measured child when the program alone would not stand still for it.

`paused` is the program with its game paused at once, `running` with its clock running, `digits` a bare
window that shows other digits every second, `form` the program with a form opened and left;
`home WIDTH HEIGHT`, `held` and `bare` stand in `inside_visits`; `frames WIDTH HEIGHT` draws frames
without a player and prints what each cost, `spider WIDTH HEIGHT` does so with the largest table.
Knows the window's screens; no player's files are touched, because whoever starts it gives it a data
folder of its own.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import count as counted
from typing import Any

from game.cards import number_copies, standard_pack
from game.play.deal import deal_position
from game.play.game import Game
from game.rules import find_variant
from game.rules.position import Position
from game.storage.files import data_folder
from game.storage.profile import SHOWN
from game.ui.app import STEP_S, App
from game.ui.cards.card_layer import CardLayer
from game.ui.drawing.canvas import Canvas, Picture, layer_for
from game.ui.drawing.layout import Box, Slot, card_size, columns_across
from game.ui.games.tables import table_of
from game.ui.table.hand import CardController
from game.ui.table.table import Table
from game.ui.window.services import Services, say_first_frame
from game.ui.window.window import Window
from tools.bench.display import WINDOW_SIZE
from tools.bench.frames import BARE_DRAG, DRAG, LAST_SECONDS, ONE_COPY, REDRAW

FRAMES = 300
LIMIT_S = 300
WARM_UP = 30
TURN = 30
STEPS = 2  # of the simulation in a frame at 60 a second
FULL_RUN = """\
pile stock (AS) (AD) (AC)
pile t1 (KS) (QH) (JS) (TH) (9S) (8H) (7S) (6H) (5S) (4H) (3S) 2H
pile t2 (KC) (QD) (JC) (TD) (9C) (8D) (7C) (6D) (5C) (4D) (3C) 2D
pile t4 KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH
pile t6 (KD) (QC) (JD) (TC) (9D) (8C) (7D) (6C) (5D) (4C) (3D) 2C"""
"""A position of Rush with all thirteen ranks in one run."""


def paused() -> None:
    """The program at a table, paused right after its first frame."""
    app = App(Window(WINDOW_SIZE, "Patience Arcade"), data_folder())
    screen = table_of(app.context, app.context.sessions.deal(find_variant("rush"), 7), is_fresh=True)
    app.go_to(screen)

    def pause() -> None:
        say_first_frame()
        screen.mode.pause()

    app.run(after_first_frame=pause)


def running() -> None:
    """The program at a table whose clock runs; a new player's would stand until the first steps are done."""
    app = App(Window(WINDOW_SIZE, "Patience Arcade"), data_folder())
    app.go_to(running_table(app))
    app.run(after_first_frame=say_first_frame)


def running_table(app: App) -> Table:
    """A table of somebody who has seen the first steps."""
    app.context.profile.first_steps["rush"] = SHOWN
    return table_of(app.context, app.context.sessions.deal(find_variant("rush"), 7), is_fresh=True)


def digits() -> None:
    """Runs a minimal clock: a window that wakes once a second and shows other digits."""
    window, services = Window(WINDOW_SIZE, "Digits"), Services()
    pictures = services.pictures(services.assets)
    window.show()
    say_first_frame()
    for second in counted():
        digits = pictures.text(f"{second // 60}:{second % 60:02}", "large", bold=True)
        window.surface.fill((31, 92, 67), (600, 0, *digits.get_size()))
        window.show([window.surface.blit(digits, (600, 0))])
        while window.wait(1.0):
            window.events()


def form() -> None:
    """The program at a table where the settings were opened and left."""
    app = App(Window(WINDOW_SIZE, "Patience Arcade"), data_folder())
    app.go_to(table_of(app.context, app.context.sessions.deal(find_variant("rush"), 7), is_fresh=False))
    app.frame()
    say_first_frame()
    while app.context.pictures.load_next():
        pass
    app.context.navigation.go("settings")
    app.frame()
    app.back()
    app.frame()
    print("form left", flush=True)
    app.run()


def frames(size: tuple[int, int], count: int = FRAMES) -> None:
    """Prints the real size of the window and the CPU milliseconds of `count` frames of each kind."""
    now_ns = [time.monotonic_ns()]
    app = App(Window(size, "Patience Arcade"), data_folder(), Services(now_ns=lambda: now_ns[0]))
    app.context.settings.clock_begins = "at once"
    variant = find_variant("rush")
    deal = deal_position(variant, variant.position_from_text(FULL_RUN))
    screen = table_of(app.context, app.context.sessions.begin(Game(deal), {}))
    app.go_to(screen)
    whole, copied = _in_turns(app, (_full_redraw(app, screen), _one_copy(app)), count)
    drawn, bare = _in_turns(app, (drag := Drag(app, screen), drag.bare), count)
    start_ns = now_ns[0]

    def late(number: int) -> None:
        now_ns[0] = start_ns + round((LIMIT_S - 10 + number / 60 % 9.5) * 1e9)
        drag(number)

    def usual(number: int) -> None:
        now_ns[0] = start_ns + round(number / 60 * 1e9)
        drag(number)

    last, ordinary = _in_turns(app, (late, usual), 2 * count)
    costs = {
        REDRAW: whole,
        ONE_COPY: copied,
        DRAG: drawn,
        BARE_DRAG: bare,
        "full redraw, 104 cards": _in_turns(app, (_two_packs(app),), count)[0],
    }
    told = {
        "size": app.window.surface.get_size(),
        "costs_ms": costs,
        "last_seconds_ms": {LAST_SECONDS: last, DRAG: ordinary},
    }
    print("frames " + json.dumps(told), flush=True)
    app.window.close()


def _in_turns(app: App, frames: Sequence[Callable[[int], None]], count: int) -> list[list[float]]:
    """CPU milliseconds of `count` frames of each kind, some of each in turn: a machine changes its pace."""
    while app.context.pictures.load_next():
        pass
    costs: list[list[float]] = [[] for _ in frames]
    for first in range(0, WARM_UP + count, TURN):
        for frame, spent in zip(frames, costs, strict=True):
            for number in range(first, min(first + TURN, WARM_UP + count)):
                started_ns = time.process_time_ns()
                frame(number)
                spent.append((time.process_time_ns() - started_ns) / 1e6)
    return [spent[WARM_UP:] for spent in costs]


def _full_redraw(app: App, screen: Table) -> Callable[[int], None]:
    def frame(_: int) -> None:
        screen.canvas.damage()
        screen.draw(0.0)
        app.window.show(screen.canvas.take_changed())

    return frame


def _one_copy(app: App) -> Callable[[int], None]:
    """Returns a frame with the least work possible: all pixels copied to the window once, and shown."""
    surface = app.window.surface
    ground = surface.copy()

    def frame(_: int) -> None:
        surface.blit(ground, (0, 0))
        app.window.show()

    return frame


def _two_packs(app: App) -> Callable[[int], None]:
    """Two packs in ten columns on the bare table, as in the largest game there will be."""
    pictures, surface = app.context.pictures, app.window.surface
    canvas = Canvas(surface)
    room = Box(0, 0, *surface.get_size())
    pictures.set_card_size(*card_size(room, 10, 4.5))
    slots = [Slot(x, 0, "down", room.height) for x in columns_across(room, 10, pictures.card_width)]
    cards = number_copies([card.up for card in standard_pack() * 2])
    layer = CardLayer(pictures, speed=1.0, may_tilt=True)
    layer.canvas = canvas
    layer.arrange(Position(tuple(cards[column::10] for column in range(10))), slots, at_once=True)

    def paint(still: Any, area: Any) -> None:
        still.blit(pictures.felt(canvas.size, "green"), area, area)
        for pile in range(10):
            layer.paint_pile(still, area, pile)

    def frame(_: int) -> None:
        canvas.damage()
        canvas.compose(paint, ())
        app.window.show(canvas.take_changed())

    return frame


class Drag:
    """A run of thirteen cards swung across the table, as fast as a hand does."""

    def __init__(self, app: App, screen: Table) -> None:
        self._app, self._screen = app, screen
        self._shown: dict[int, tuple[list[Any], list[Picture]]] = {}  # what changed, and what was drawn
        self._ground = layer_for(app.window.surface)
        pile = screen.variant.pile_index("t4")
        box = screen.cards.place_of(pile, 0)
        hand = next(part for part in screen.parts if isinstance(part, CardController))
        hand.pick(pile, 13, is_held=True)
        screen.cards.hold(pile, 13, box.centre, (box.width / 2, box.height / 2))

    def __call__(self, number: int) -> None:
        """One frame as the program draws it."""
        app, screen = self._app, self._screen
        width, height = app.window.surface.get_size()
        angle = number * math.tau / 120
        screen.cards.follow((width * (0.5 + 0.3 * math.sin(angle)), height * (0.25 + 0.1 * math.cos(angle))))
        for _ in range(STEPS):
            screen.update(STEP_S)
        screen.draw(0.5)
        changed = screen.canvas.take_changed()
        app.window.show(changed)
        self._shown[number] = changed, screen.canvas.moving

    def bare(self, number: int) -> None:
        """The same frame without a program: the ground, the same pictures, the same areas shown."""
        surface = self._app.window.surface
        changed, pictures = self._shown[number]
        for area in changed:
            surface.blit(self._ground, area, area)
        surface.fblits(pictures)
        self._app.window.show(changed)


ALONE: Mapping[str, Callable[[], None]] = {
    program.__name__: program for program in (paused, running, digits, form)
}
"""Programs that are watched from outside, by their names."""

if __name__ == "__main__":
    if sys.argv[1] in ALONE:
        ALONE[sys.argv[1]]()
    elif sys.argv[1] in ("home", "held", "bare"):
        from tools.bench import inside_visits

        if sys.argv[1] == "home":
            inside_visits.home((int(sys.argv[2]), int(sys.argv[3])))
        elif sys.argv[1] == "held":
            inside_visits.held()
        else:
            inside_visits.bare()
    elif sys.argv[1] == "spider":
        from tools.bench.inside_spider import spider

        spider((int(sys.argv[2]), int(sys.argv[3])))
    else:
        frames((int(sys.argv[2]), int(sys.argv[3])))

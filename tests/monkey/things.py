"""What the monkey does, weighted so that games are dealt, played, ended and left, and every screen is seen.

Knows events, and where the cards of a table and the buttons of a screen are; must not know what ought to
come of anything.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from pathlib import Path
from random import Random

import pygame

from game.rules.position import STOCK, Move
from game.rules.variant import PileKind
from game.ui.table.hand import CardController
from game.ui.table.table import Table as GameTable
from tests.ui.driver import KEYS, Table, post

SIZES = [*[(640, 480)] * 3, (800, 600), (1280, 800), (700, 900), (320, 200), (90, 400), (1, 1)]
"""What a window may be made."""
LETTERS = "dhiuretpmwasno=-123 "
TEXTS = [
    *("Anna", "48213", "é", "Ben, Clara", "/tmp", "18446744073709551616", "﻿", "a" * 60, "..", "\u200b", "🂡"),
]
HELD = ["", "", "", "", "shift+", "ctrl+"]


class Monkey:
    """Does one thing after the other, as its chance says."""

    def __init__(self, table: Table, random: Random, files: list[Path]) -> None:
        """`files` are what it may drop on the window."""
        self.table, self.random, self._files = table, random, files
        self.last = ""
        """What it did last, in words."""

    def do(self) -> None:
        """One thing; the pictures it takes follow."""
        random, screen = self.random, self.table.app.screen
        is_at_table = isinstance(screen, GameTable) and screen.panel is None
        weights: list[tuple[float, Callable[[], None]]] = [
            (60 if is_at_table else 0, self._play),
            (12 if is_at_table else 20, self._press_button),
            (4 if is_at_table else 12, self._go_through),
            (7, self._key),
            (6, self._pointer),
            (1.5, self._wheel),
            (1.5, self._text),
            (5, self._time),
            (0.5, self._resize),
            (0.4, self._drop_file),
            (1, self._focus),
            (1.5, self._solver),
            (0.1, lambda: self._post(pygame.QUIT)),
        ]
        (thing,) = random.choices([weight for _, weight in weights], [weight for weight, _ in weights])
        thing()
        self.table.frame(random.choice((1, 1, 1, 2, 12)))

    def _say(self, words: str) -> None:
        self.last = words

    def _post(self, kind: int, **what: object) -> None:
        self._say(f"{pygame.event.event_name(kind)} {what}")
        post(kind, **what)

    # At a table --------------------------------------------------------------------------------------

    def _play(self) -> None:
        """A legal move, those home first, with the pointer or the keyboard as a player makes it."""
        table, random = self.table, self.random
        moves = table.game.variant.legal_moves(table.game.position)
        has_hand = any(isinstance(part, CardController) for part in table.screen.parts)
        if not moves or table.game.is_over or not has_hand:
            return self._press_button()
        piles = table.game.variant.piles
        home = [move for move in moves if move != STOCK and piles[move.target].kind is PileKind.FOUNDATION]
        move = random.choice(home if home and random.random() < 0.7 else moves)
        self._say(f"plays {table.game.variant.move_to_text(move)}")
        if move == STOCK:
            table.key("d")
        elif random.random() < 0.3:
            table.hand.move(move)
        else:
            self._drag(move)
        return None

    def _drag(self, move: Move) -> None:
        table, layer = self.table, self.table.screen.cards
        cards = table.game.position.piles[move.source]
        box = layer.visible_box(move.source, max(0, len(cards) - move.count))
        goal = layer.top_box(move.target)
        table.press((box.x + box.width / 2, box.y + min(8.0, box.height / 2)))
        table.move_to((table.at[0] + 9, table.at[1] + 3))
        table.frame()
        table.move_to((goal.x + goal.width / 2, goal.y + 12))
        table.frame()
        table.release()

    # On any screen -----------------------------------------------------------------------------------

    def _press_button(self) -> None:
        found = [button for button in self.table.app.screen.pressables if button.box.width > 0]
        if not found:
            return self._go_through()
        button = self.random.choice(found)
        self._say(f"presses “{button.word}”")
        at = button.box.centre
        self.table.move_to(at)
        self.table.press(at)
        self.table.frame()
        self.table.release()
        return None

    def _go_through(self) -> None:
        keys = [self.random.choice(("tab", "tab", "down", "up", "right", "left")) for _ in range(3)]
        keys.append(self.random.choice(("enter", "enter", "space", "tab", "esc")))
        self._say(f"keys {' '.join(keys)}")
        for key in keys:
            if not self.table.app.is_over:
                self.table.key(key)

    def _key(self) -> None:
        key = self.random.choice((*KEYS, *LETTERS))
        self._say(f"key {key}")
        self.table.key(self.random.choice(HELD) + key)

    def _pointer(self) -> None:
        width, height = self.table.window.surface.get_size()
        at = self.random.randrange(-20, width + 20), self.random.randrange(-20, height + 20)
        button = self.random.choice((1, 1, 1, 2, 3, 6))
        what = self.random.choice(("press", "release", "move", "click", "double", "drag"))
        self._say(f"{what} {button} at {at}")
        table = self.table
        if what in ("press", "click", "double", "drag"):
            table.press(at, button)
        if what == "double":
            table.release(button)
            table.press(at, button)
        if what in ("move", "drag"):
            table.frame()
            table.move_to((self.random.randrange(width), self.random.randrange(height)))
        if what != "press":
            table.release(button)

    def _wheel(self) -> None:
        notches = self.random.choice((-3, -1, 1, 5, 0.25))
        self._say(f"wheel {notches}")
        self.table.wheel(notches)

    def _text(self) -> None:
        text = self.random.choice((*TEXTS, self.random.choice(string.printable[:94])))
        self._post(pygame.TEXTINPUT, text=text)

    def _time(self) -> None:
        seconds = self.random.choice((0.01, 0.3, 1.2, 5, 31, 301, 4000, 90_000))
        self._say(f"{seconds} s pass")
        self.table.clock.pass_s(seconds)

    def _resize(self) -> None:
        size = self.random.choice(SIZES)
        self._say(f"resizes to {size}")
        self.table.resize(*size)

    def _drop_file(self) -> None:
        self._post(pygame.DROPFILE, file=str(self.random.choice(self._files)))

    def _focus(self) -> None:
        names = (
            *("FOCUSLOST", "FOCUSGAINED", "MINIMIZED", "RESTORED", "EXPOSED", "LEAVE", "ENTER", "HIDDEN"),
            "SHOWN",
        )
        self._post(getattr(pygame, f"WINDOW{self.random.choice(names)}"))

    def _solver(self) -> None:
        oracle = self.table.oracle
        if not oracle.is_asked:
            return
        self._say("the solver answers")
        what = oracle.asked[oracle.open[-1] - 1]["ask"]
        if what == "deals":
            oracle.say(deals=[self.random.randrange(1, 10**6)])
        else:
            oracle.say(error="the solver is asleep")

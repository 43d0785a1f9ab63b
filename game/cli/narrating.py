"""Narration on standard output: a line for each sentence, there at once for a screen reader.

Knows the stream and the option that asks for it; must not know what is narrated.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from game.cli.complaints import on_one_line

if TYPE_CHECKING:
    from game.ui.window.outside import Outside

ABOUT = "tell on the terminal all that is said in the window, a line each, as for a screen reader"


def add_narrate(parser: argparse.ArgumentParser, **how: Any) -> None:
    """The option of the commands that open the window."""
    parser.add_argument("--narrate", action="store_true", help=ABOUT, **how)


def outside_of(chosen: argparse.Namespace) -> Outside:
    """The world outside the window, in which the terminal is narrated to if that was asked for."""
    from game.ui.window.outside import Outside

    return Outside(narrate=Terminal() if chosen.narrate else None)


class Terminal:
    """Writes lines until nobody reads them any more; the game goes on without."""

    def __init__(self) -> None:
        self._is_open = True

    def __call__(self, line: str) -> None:
        """Writes a line, and has it read at once."""
        if not self._is_open:
            return
        try:
            print(on_one_line(line), flush=True)
        except OSError:
            self._is_open = False

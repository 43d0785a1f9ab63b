"""Narration on standard output: a line for each sentence, there at once for a screen reader.

Knows the stream; must not know what is narrated.
"""

from __future__ import annotations

import argparse

from game.cli.command import on_one_line

ABOUT = "tell on the terminal all that is said in the window, a line each, as for a screen reader"


def add_narrate(parser: argparse.ArgumentParser, **how: object) -> None:
    """The option of the commands that open the window."""
    parser.add_argument("--narrate", action="store_true", help=ABOUT, **how)  # type: ignore[arg-type]


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

"""Tables for the terminal, by rich, for readers who may have enough of them.

Knows rich; must not know what is printed.
"""

from __future__ import annotations

from typing import NoReturn

from rich.console import Console


class Printer(Console):
    """A console that leaves a closed pipe to the program, where rich would end it without a word."""

    def on_broken_pipe(self) -> NoReturn:
        """Raises BrokenPipeError: whoever reads has enough."""
        raise BrokenPipeError

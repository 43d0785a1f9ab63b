"""Exit codes of the commands, and errors told in one sentence on standard error.

Knows words only; must not know commands nor how they are read, so that a window opens without that.
"""

from __future__ import annotations

import contextlib
import sys

FINE, WRONG_INPUT, WRONG_COMMAND, WRONG_PROGRAM = 0, 1, 2, 3


class CommandError(Exception):
    """The command line or the input is wrong; the text is one sentence."""

    def __init__(self, sentence: str, exit_code: int) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code


def complain(sentence: str) -> None:
    """One sentence for the player on stderr, if that can be written."""
    with contextlib.suppress(OSError):
        text = on_one_line(sentence)
        print(f"patience: {text if text.endswith('?') else text.rstrip('.') + '.'}", file=sys.stderr)


def on_one_line(text: str) -> str:
    """The text with everything escaped in it that a file or its name may hold to upset a terminal."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)

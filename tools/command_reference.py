"""Writes docs/CLI.md from the program's own help: `python -m tools.command_reference`."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout, suppress
from pathlib import Path

from game.cli import COMMANDS, main

PAGE = Path(__file__).parents[1] / "docs" / "CLI.md"
COLUMNS = "110"
SUBCOMMAND = re.compile(r"^    ([a-z-]+)(?:\s|$)", re.MULTILINE)
HEAD = """# The command line

Made from the program's own help by `python -m tools.command_reference`. In a copy of the project a
command starts with `.venv/bin/python main.py` (`.venv\\Scripts\\python main.py` on Windows); if the
program is installed, with `patience-arcade`, which has no `certify`, `robots` and
`bench`: these measure and prove, and are in `tools/`.

`VARIANT` is `rush`, `spider`, `one-three-back` or `three-shuffles`. Only `play`, `join` and `bench` need a
screen. The exit code is 0 for success, 1 if the input is wrong or the answer is no, 2 if the command is
wrong, 3 if the program crashes. Errors go to stderr, one sentence each. Without a command the window opens
at the home screen; a file alone (`.patience`, `.results`, `.tournament`) is treated as if it were dropped
on the window, and a link (`patience:` with the code of a deal or the address of a tournament) opens what it
names; problems with these are shown in the window.
"""


def help_of(words: Sequence[str]) -> str:
    """The help of a command, as wide as a page."""
    written, before = io.TextIOWrapper(io.BytesIO(), "utf-8"), os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = COLUMNS
    try:
        with redirect_stdout(written), suppress(SystemExit):
            main([*words, "--help"])
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before
    written.seek(0)
    text = written.read()
    return re.sub(r"^usage: \S+", "usage: main.py", text, flags=re.MULTILINE)


def sections() -> Iterator[str]:
    """A section for each command and each of its subcommands, in the order of the help."""
    for name in COMMANDS:
        text = help_of([name])
        yield _section([name], text)
        _, _, listed = text.partition("positional arguments:")
        for subcommand in SUBCOMMAND.findall(listed.partition("options:")[0]):
            yield _section([name, subcommand], help_of([name, subcommand]))


def _section(words: Sequence[str], text: str) -> str:
    return f"\n{'#' * (len(words) + 1)} {' '.join(words)}\n\n```text\n{text.strip()}\n```\n"


def page() -> str:
    """The whole page."""
    return HEAD + "".join(sections())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

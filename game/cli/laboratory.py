"""Commands of the laboratory: they measure and prove, and are in `tools`, which only the sources have.

Only this module may import `tools`, and late.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.cli.streams import WRONG_COMMAND, CommandError

if TYPE_CHECKING:
    from game.cli.command import Commands


def add_parser(commands: Commands, name: str) -> None:
    """Adds the command of that name; raises CommandError if the program was installed without `tools`."""
    try:
        if name == "certify":
            from tools.certify import add_parser as add
        elif name == "robots":
            from tools.trials import add_parser as add
        else:
            from tools.bench import add_parser as add
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] != "tools":
            raise
        where = "a copy of its sources, which has the folder tools"
        raise CommandError(
            f"{name} is no part of an installed program, but of {where}", WRONG_COMMAND
        ) from None
    add(commands)

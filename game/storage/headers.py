"""The header of a record on disk: which deal it is and what it tells about its game, its entries unread.

Knows how much of a file a header takes; must not know whose file it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from game.play.deal import Deal
from game.play.record import RecordError
from game.play.record_reader import RecordReader

HEADER_BYTES = 8192
"""More than a header takes, with all that it may tell about the game."""

_VARIANT = re.compile(rb"^variant ([a-z0-9-]+)", re.MULTILINE)


class Header(NamedTuple):
    """A deal, and what is told about the game."""

    deal: Deal
    about: Mapping[str, str]


def header_of(path: Path) -> Header | None:
    """The header of a record; None when there is none."""
    try:
        with path.open("rb") as file:
            return Header(*RecordReader(file.read(HEADER_BYTES)).header())
    except (OSError, RecordError):
        return None


def game_of(path: Path) -> str:
    """The name of the game of a record; "" when there is none."""
    try:
        with path.open("rb") as file:
            found = _VARIANT.search(file.read(HEADER_BYTES))
    except OSError:
        return ""
    return "" if found is None else found[1].decode()


def deal_text(path: Path) -> bytes:
    """The lines of a record that say which deal it is, unread; empty when there is no such record.

    Records of one deal and the same rules have the same lines, as far as this program wrote them.
    """
    try:
        with path.open("rb") as file:
            header = file.read(HEADER_BYTES).partition(b"\n\n")[0]
    except OSError:
        return b""
    return b"\n".join(line for line in header.split(b"\n") if not line.startswith((b"about ", b"#")))

"""Messages on the host's terminal: addresses, key, next steps, first decks."""

from __future__ import annotations

import os
import shlex
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime
from pathlib import Path
from subprocess import list2cmdline
from typing import TYPE_CHECKING

from game.rounds.asking import is_of_this_machine
from game.rounds.hosted import own_address
from game.storage.paths import data_folder

if TYPE_CHECKING:
    from game.server.rounds import PutOff

EVERYWHERE = ("0.0.0.0", "::")
HOST_KEY = "host-key"


def told(
    here: str, friends: str | None, key: str | None, folder: Path, program: str = "main.py"
) -> list[str]:
    """Lines printed at start: the server's addresses from here, and for friends.

    `key` is None if it must not be shown here; `program` is the command to type.
    """
    found = [f"Rounds are served at {here}/"]
    if friends is not None:
        found.append(f"Friends take {friends}/")
    if key is None:
        found.append(f"Your key as the host lies in {folder / HOST_KEY}")
    else:
        found.append(f"Your key as the host: {key}")
        found.append(f"(kept in {folder / HOST_KEY}; whoever has it makes tournaments and opens rounds)")
    words = ["--server", friends or here]
    if folder != data_folder() / "server":
        words += ["--key-file", str(folder / HOST_KEY)]
    found.append(f'A tournament is made in another terminal by: {program} host new "NAME" {typed(words)}')
    if friends is None:
        found.append(
            "Only this machine reaches it there; friends do without --host, or by what --address names"
        )
    found.append("Ctrl+C stops the server")
    return found


def others_may_read(folder: Path) -> str | None:
    """A warning if others on this machine may look into a folder, which was made by hand; otherwise None."""
    mode = folder.stat().st_mode
    if os.name != "posix" or not mode & 0o077:
        return None
    return f"Others on this machine may look into {folder}: {typed(['chmod', '700', str(folder)])} forbids it"


def address_of_friends(scheme: str, host: str, port: int) -> str | None:
    """Address for others of a server that listens at a host; None if only this machine reaches it."""
    found = f"{scheme}://{shown(own_address() if host in EVERYWHERE else host)}:{port}"
    return None if is_of_this_machine(found) else found


def typed(words: Sequence[str], is_windows: bool = os.name == "nt") -> str:
    """Quotes a command line for this system's shell: cmd of Windows knows no single quotes.

    >>> typed(["a b", "c"], is_windows=False), typed(["a b", "c"], is_windows=True)
    ("'a b' c", '"a b" c')
    """
    return list2cmdline(words) if is_windows else shlex.join(words)


def put_off_words(moved: PutOff) -> str:
    """Message about a round whose time passed while the server was down."""
    at = datetime.fromtimestamp(moved.opens / 1000)
    return (
        f"Round {moved.number} of {moved.name} opens {at:%Y-%m-%d %H:%M:%S}: "
        "its time passed while the server was away"
    )


async def tell_of_decks(
    lacking: Callable[[], Awaitable[Collection[int]]],
    say: Callable[[str], None],
    pause: Callable[[], Awaitable[None]],
) -> None:
    """Reports the search for the first decks of the draws in `lacking`, and its end; silent if none is
    lacking.
    """
    if not await lacking():
        return
    say("The first decks are being proven winnable: a round can be opened in a moment")
    while await lacking():
        await pause()
    say("Decks lie ready")


def shown(host: str) -> str:
    """Formats a host for an address."""
    return f"[{host}]" if ":" in host else host

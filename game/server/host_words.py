"""What the host of a table server is told on the terminal: addresses, key, how to go on, the first decks.

Knows addresses of this machine and words; must not know what serves, nor the database.
"""

from __future__ import annotations

import shlex
import socket
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path

from game.storage.places import data_folder

EVERYWHERE = ("0.0.0.0", "::")
HOST_KEY = "host-key"


def told(scheme: str, host: str, port: int, key: str, folder: Path, program: str = "main.py") -> list[str]:
    """What the host is told at the start; `program` is what is typed to run it."""
    here = f"{scheme}://{_shown('127.0.0.1' if host in EVERYWHERE else host)}:{port}"
    found, friends = [f"Rounds are served at {here}/"], here
    if host in EVERYWHERE:
        friends = f"{scheme}://{_shown(own_address())}:{port}"
        found.append(f"Friends on the same network take {friends}/")
    found.append(f"Your key as the host: {key}")
    found.append(f"(kept in {folder / HOST_KEY}; whoever has it makes tournaments and opens rounds)")
    file = "" if folder == data_folder() / "server" else f" --key-file {shlex.quote(str(folder / HOST_KEY))}"
    command = f'{program} host new "NAME" --server {friends}{file}'
    found.append(f"A tournament is made in another terminal by: {command}")
    found.append("Ctrl+C stops the server")
    return found


async def tell_of_decks(
    lacking: Callable[[], Awaitable[Collection[int]]],
    say: Callable[[str], None],
    pause: Callable[[], Awaitable[None]],
) -> None:
    """Says that the first decks are looked for, and when they lie ready; where they do already, nothing.

    `lacking` tells the draws of which there is none.
    """
    if not await lacking():
        return
    say("The first decks are being proven winnable: a round can be opened in a moment")
    while await lacking():
        await pause()
    say("Decks lie ready")


def own_address() -> str:
    """The address of this machine on its network; nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # kept for documentation (RFC 5737); UDP connects without a word
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host

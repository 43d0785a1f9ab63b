"""Commands that open the window: `play` at a table, `join` at a server; narration, and speech besides.

Speech goes to speech-dispatcher's socket: each key cuts off what is said. Its protocol is SSIP:
https://htmlpreview.github.io/?https://github.com/brailcom/speechd/blob/master/doc/ssip.html
"""

from __future__ import annotations

import argparse
import gc
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.cards import NotationError
from game.cli.command import (
    WRONG_COMMAND,
    WRONG_INPUT,
    CommandError,
    add_cards,
    add_command,
    add_game_options,
    chosen_variant,
    deal_number_of,
    failing,
    game_options,
    games,
    typed_deal,
)
from game.cli.streams import on_one_line
from game.play.deal import SCHEME, read_challenge
from game.play.record import RecordError
from game.rules import VARIANTS

if TYPE_CHECKING:
    from game.cli.command import Commands
    from game.rules.variant import Variant
    from game.ui.app import App
    from game.ui.window.services import Services


ABOUT = "print everything that the window says to the terminal, line by line, as for a screen reader"
ABOUT_SPEECH = "have speech-dispatcher speak everything that the window says; each key cuts it off"


GAME_OR_CODE = "{}; or a deal as a code, patience:…, or a link"


def add_narrate(parser: argparse.ArgumentParser, **how: Any) -> None:
    """The options of the commands that open the window."""
    parser.add_argument("--narrate", action="store_true", help=ABOUT, **how)
    parser.add_argument("--speak", action="store_true", help=ABOUT_SPEECH, **how)


def outside_of(chosen: argparse.Namespace) -> Services:
    """The world outside the window, in which terminal and speech are narrated to if that was asked for.

    Raises:
        CommandError: nothing speaks here.
    """
    from game.ui.window.services import Services

    voice = _speech() if chosen.speak else None
    return Services(narrate=Terminal() if chosen.narrate else None, voice=voice)


def _speech() -> Speech:
    from game.storage.files import reason

    path = socket_path()
    try:
        return Speech(path)
    except OSError as error:
        why = reason(error)
        said = f"--speak needs speech-dispatcher, which does not answer at {path}: {why}"
        raise CommandError(said, WRONG_INPUT) from error


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


def add_parser(commands: Commands) -> None:
    """The command `play`."""
    parser = add_command(commands, "play", "open the window straight at a table", _play)
    parser.add_argument(
        "variant", nargs="?", default=None, metavar="VARIANT", help=GAME_OR_CODE.format(games())
    )
    add_game_options(parser)
    add_cards(parser)
    # What stands before the command is not undone by its absence behind it.
    add_narrate(parser, default=argparse.SUPPRESS)
    parser.set_defaults(opens_window=True)
    parser.add_argument("--file", type=Path, metavar="F", help="a record to continue")
    hides = "hide the score until the game is over: the setting of that name, kept for the next games"
    parser.add_switch("--hide-score", metavar="yes|no", choices=("yes", "no"), help=hides)


def _play(chosen: argparse.Namespace) -> int:
    if chosen.file is not None:
        return _play_file(chosen)
    number: int | None = None
    beat: int | None = None
    if (chosen.variant or "").startswith((SCHEME, "http://", "https://")):
        if chosen.deal is not None or chosen.cards is not None or game_options(chosen):
            raise CommandError("a code says itself which game and deal it is", WRONG_COMMAND)
        with failing(chosen.variant, NotationError):
            variant, number, beat = read_challenge(chosen.variant)
    else:
        variant = chosen_variant(chosen, chosen.variant or next(iter(VARIANTS)))
        if chosen.cards is not None:
            return _play_cards(chosen, variant)
        number = None if chosen.deal is None else deal_number_of(chosen.deal)
    gc.disable()  # until the first frame (see `open_window`)
    from game.ui.opening import at_table

    return _open(chosen, at_table(variant, number, beat))


def _open(chosen: argparse.Namespace, first: Callable[[App], None]) -> int:
    """Opens the window with a table, the score hidden or shown as was asked."""
    from game.ui.opening import hiding_score, open_window

    if chosen.hide_score is not None:
        first = hiding_score(chosen.hide_score == "yes", first)
    return open_window(first, outside_of(chosen))


def _play_cards(chosen: argparse.Namespace, variant: Variant) -> int:
    from game.play.game import Game
    from game.storage.saved import SavedGame

    deal, tags = typed_deal(chosen, variant)
    from game.ui.opening import at_game

    return _open(chosen, at_game(SavedGame(Game(deal), tags, 0)))


def _play_file(chosen: argparse.Namespace) -> int:
    is_told_more = chosen.variant is not None or chosen.deal is not None or chosen.cards is not None
    if is_told_more or game_options(chosen):
        raise CommandError("--file says itself which game and deal it is", WRONG_COMMAND)
    from game.storage.files import StorageError
    from game.storage.saved import read_saved

    with failing(chosen.file, RecordError, StorageError):
        saved = read_saved(chosen.file)
    from game.ui.opening import at_game

    return _open(chosen, at_game(saved))


def add_join(commands: Commands) -> None:
    """The command `join`."""
    parser = add_command(commands, "join", "take part in rounds over a network, in the window", _join)
    # What stands before the command is not undone by its absence behind it.
    add_narrate(parser, default=argparse.SUPPRESS)
    parser.set_defaults(opens_window=True)
    parser.add_argument("link", metavar="LINK", help="the address of a server, or the link of a tournament")


def _join(chosen: argparse.Namespace) -> int:
    from game.rounds.asking import AddressError, read_address  # no game needs them before its first frame

    link: str = chosen.link
    try:
        read_address(link)
    except AddressError as wrong:
        raise CommandError(str(wrong).rstrip("."), WRONG_COMMAND) from None
    gc.disable()  # until the first frame (see `open_window`)
    from game.ui.opening import open_window

    def first(app: App) -> None:
        app.go_home()
        app.context.navigation.go("online_connect", link)

    return open_window(first, outside_of(chosen))


PATIENCE_S = 1.0
"""Time in which the daemon has to answer at all, in seconds; later the window never waits for it."""
ANSWERS_BYTES = 65536


def socket_path() -> Path:
    """Where speech-dispatcher listens for this user."""
    user = 0 if sys.platform == "win32" else os.getuid()  # where there are no such sockets, Speech says so
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{user}"
    return Path(runtime) / "speech-dispatcher" / "speechd.sock"


class Speech:
    """Speaks lines until the daemon ends; the game goes on without."""

    def __init__(self, path: Path) -> None:
        """Raises OSError if nothing listens there."""
        if not hasattr(socket, "AF_UNIX"):
            raise OSError("this system has no such sockets")
        self._language = ""
        self._socket: socket.socket | None = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE_S)
        self._socket.connect(str(path))
        self._socket.setblocking(False)
        self._send("SET self CLIENT_NAME player:patience-arcade:window")

    def speak(self, line: str, language: str) -> None:
        """Has a line in a language, named by its code, spoken after those before it."""
        if language != self._language:
            self._language = language
            self._send(f"SET self LANGUAGE {language}")
        words = on_one_line(line)
        self._send("SPEAK", f".{words}" if words.startswith(".") else words, ".")

    def hush(self) -> None:
        """Cuts off what is being said, and forgets what waits."""
        self._send("CANCEL self")

    def _send(self, *lines: str) -> None:
        if self._socket is None:
            return
        try:
            self._socket.sendall("".join(f"{line}\r\n" for line in lines).encode())
            with suppress(BlockingIOError):  # answers are of no interest, but must not pile up
                self._socket.recv(ANSWERS_BYTES, socket.MSG_DONTWAIT)
        except OSError:
            self._socket.close()
            self._socket = None

"""The command `serve`: a table server of rounds over a network. Its packages are loaded when it runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.command import (
    FINE,
    NAME,
    PROJECT,
    WRONG_COMMAND,
    WRONG_INPUT,
    CommandError,
    add_command,
    called,
    near,
    on_one_line,
    typed_program,
    whole_in,
)
from game.cli.host_changes import read_link

if TYPE_CHECKING:
    from game.cli.command import Commands

PORT = 8852
MAX_PER_ADDRESS = 100_000
MAX_DAYS, MAX_OPERATOR = 36_500, 500
REQUIREMENTS = "requirements-server.txt"


def add_parser(commands: Commands) -> None:
    """The command `serve`."""
    parser = add_command(commands, "serve", "serve rounds over a network", _serve)
    parser.add_argument("--host", metavar="H", default="0.0.0.0", help="address to listen on (default: all)")
    parser.add_argument("--port", metavar="P", default=str(PORT), help=f"port to listen on (default {PORT})")
    parser.add_argument(
        "--database", metavar="URL", help="postgresql://… or sqlite:///PATH (default: its own file)"
    )
    parser.add_argument(
        "--address", metavar="URL", help="address at which players reach it, such as a proxy's"
    )
    parser.add_argument("--cert", metavar="FILE", help="TLS certificate")
    parser.add_argument("--key", metavar="FILE", help="the certificate's private key")
    parser.add_argument("--folder", metavar="DIR", help="folder for the database and the host's key")
    parser.add_argument(
        "--origin",
        metavar="URL",
        action="append",
        default=[],
        help="another site whose pages may send requests",
    )
    parser.add_argument(
        "--behind-proxy",
        action="store_true",
        help="trust a proxy on this machine for client addresses (X-Forwarded-For)",
    )
    parser.add_argument(
        "--accept-clock", action="store_true", help="serve even if this machine's clock was changed meanwhile"
    )
    parser.add_argument(
        "--operator", metavar="TEXT", default="", help="who runs it and how to reach them, shown at /about"
    )
    parser.add_argument(
        "--keep",
        metavar="DAYS",
        help="delete tournaments in which nothing has happened for this long (default: never)",
    )
    parser.add_argument("--while-there", help=argparse.SUPPRESS)  # the window's: see `game/rounds/hosted.py`
    parser.add_argument(
        "--per-address", metavar="N", default="64", help="connections per address (default 64)"
    )


def _serve(chosen: argparse.Namespace) -> int:
    if (chosen.cert is None) != (chosen.key is None):
        raise CommandError("--cert and --key belong together", WRONG_COMMAND)
    if chosen.folder == "" or not chosen.host:
        raise CommandError("--folder and --host cannot be empty", WRONG_COMMAND)
    port = whole_in(chosen.port, "--port", 0, 65_535)
    per_address = whole_in(chosen.per_address, "--per-address", 0, MAX_PER_ADDRESS)
    if not chosen.operator.isprintable() or len(chosen.operator) > MAX_OPERATOR:
        raise CommandError(f"--operator is a text of at most {MAX_OPERATOR} letters on a line", WRONG_COMMAND)
    try:
        from game.server.access import Limits
        from game.server.serving import ServerConfig, ServingError, run
    except ModuleNotFoundError as missing:
        raise needs_packages(missing) from None
    from game.storage.paths import data_folder

    wanted = ServerConfig(
        data_folder() / "server" if chosen.folder is None else Path(chosen.folder),
        chosen.host,
        port,
        chosen.database,
        None if chosen.cert is None else Path(chosen.cert),
        None if chosen.key is None else Path(chosen.key),
        chosen.origin,
        chosen.behind_proxy,
        Limits(per_address=per_address),
        chosen.accept_clock,
        typed_program(),
        sys.stdout.isatty(),
        None if chosen.address is None else read_link(chosen.address).server,
        chosen.operator,
        None if chosen.keep is None else whole_in(chosen.keep, "--keep", 1, MAX_DAYS),
        None if chosen.while_there is None else Path(chosen.while_there),
    )
    try:
        run(wanted, lambda line: print(on_one_line(line), flush=True))
    except ServingError as wrong:
        raise CommandError(str(wrong), WRONG_INPUT) from wrong
    return FINE


def needs_packages(missing: ModuleNotFoundError) -> CommandError:
    """What is said when a package is not installed; a module of ours that is missing is an error."""
    name = (missing.name or "").partition(".")[0]
    if name in ("", "game"):
        raise missing
    is_installed = called() == NAME
    what = f'"{NAME}[server]"' if is_installed else f"-r {near(str(PROJECT / REQUIREMENTS))}"
    pip = "pip" if is_installed else f"{near(sys.executable)} -m pip"
    return CommandError(f"the package {name} is not installed: {pip} install {what}", WRONG_INPUT)

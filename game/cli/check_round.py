"""The command `check-round`: deck against commitment, one deck for all, times, and scores by replay."""

from __future__ import annotations

import argparse
import re
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from game.cli.command import (
    FINE,
    WRONG_COMMAND,
    WRONG_INPUT,
    CommandError,
    add_command,
    complain,
    failing,
    on_one_line,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from game.cli.command import Commands
    from game.online.bodies import ClosedRound
    from game.online.check import Checked, Proved

TIMEOUT_S = 30


def add_parser(commands: Commands) -> None:
    """The command `check-round`."""
    parser = add_command(commands, "check-round", "check a closed round of a table server", _check)
    parser.add_argument(
        "round", metavar="URL-or-FILE", help="the round as the server publishes it, or all rounds as a zip"
    )
    parser.add_argument("--commitment", metavar="HEX", help="the commitment published before the round")


def _check(chosen: argparse.Namespace) -> int:
    from game.codec import MessageError
    from game.online.bodies import MAX_BYTES_PROOF, ClosedRound, read_body
    from game.online.check import check_round
    from game.storage.files import read_limited

    where, promised = chosen.round, chosen.commitment
    if promised is not None and (len(promised) != 64 or set(promised) - set("0123456789abcdef")):
        raise CommandError("a commitment has 64 hexadecimal digits", WRONG_COMMAND)
    is_there = where.startswith(("http://", "https://"))
    with failing(where):
        data = _fetched(where) if is_there else read_limited(Path(where), MAX_BYTES_PROOF)
    codes = []
    for name, proof in _packed(where, data) if data.startswith(b"PK\x03\x04") else [(where, data)]:
        with failing(f"{name} is not a closed round", MessageError):
            closed: ClosedRound = read_body(ClosedRound, proof, MAX_BYTES_PROOF)
        codes.append(_tell(closed, check_round(closed, promised)))
    return max(codes)


def _packed(where: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The rounds in an archive made by `host records`; raises CommandError if it is damaged, or has none."""
    import io
    import zipfile

    from game.online.bodies import MAX_BYTES_PROOF

    damages = zipfile.BadZipFile, ValueError, OSError, NotImplementedError, zlib.error
    with failing(f"{where} is damaged", *damages), zipfile.ZipFile(io.BytesIO(data)) as packed:
        rounds = [member for member in packed.infolist() if member.filename.endswith(".round")]
        if not rounds or any(member.file_size > MAX_BYTES_PROOF for member in rounds):
            raise CommandError(f"{where} has no closed round in it", WRONG_INPUT)
        for member in rounds:
            yield f"{where}: {member.filename}", packed.read(member)


def _tell(closed: ClosedRound, checked: Checked) -> int:
    for proved in checked.proved:
        print(_in_words(proved))
    for fault in checked.faults:
        complain(f"{fault.player}: {fault.reason}" if fault.player else fault.reason)
    if checked.faults:
        return WRONG_INPUT
    print(
        on_one_line(
            f"{closed.name}, round {closed.round}: salt and deck match the commitment {closed.commitment}, "
            f"and {len(checked.proved)} records of this deck are valid"
        )
    )
    for line in _begins_in_words(closed, checked.proved):
        print(on_one_line(line))
    return FINE


def _in_words(proved: Proved) -> str:
    score, bonus, home, elapsed_ms, outcome = proved.result
    player = proved.played.player + ("" if proved.played.kind == "person" else f" ({proved.played.kind})")
    place = "–" if proved.rank is None else f"{proved.rank}."
    return on_one_line(
        f"{place} {player}: {outcome.value}, score {score} + {bonus} = {score + bonus}, "
        f"{home} cards home in {elapsed_ms / 1000:.1f} s"
        + "".join(f"; {remark.value}" for remark in proved.remarks)
    )


def _begins_in_words(closed: ClosedRound, proved: Sequence[Proved]) -> Iterator[str]:
    """When clocks started and players began, and when the server was away."""
    if closed.starts is None:
        yield "Friendly: each clock started on its own"
    else:
        yield f"All clocks started together, {_seconds(closed.starts - closed.opened)} after the opening"
    for proof in proved:
        if proof.played.kind == "person":
            yield (
                f"{proof.played.player} started {_seconds(proof.began_ms)} after the opening; "
                f"others who had turned or moved cards by then: {proof.before}"
            )
    for absence in closed.away:
        began, lasted = absence.began - closed.opened, absence.ended - absence.began
        yield (
            f"The server was down for {_seconds(lasted)}, from {_seconds(began)} after the opening: "
            "this does not count as play time"
        )


def _seconds(ms: int) -> str:
    return f"{ms / 1000:.1f} s"


def _fetched(address: str) -> bytes:
    """A round that is published at an address, or shown on the page there."""
    from http.client import HTTPException, InvalidURL
    from urllib.error import HTTPError, URLError
    from urllib.request import urlopen

    from game.online.bodies import MAX_BYTES_PROOF
    from game.online.client import ServerRefused, refused
    from game.online.messages import API
    from game.rounds.asking import refusal_words, trouble_words

    page = re.fullmatch(r"(https?://[^/]+)(/tournaments/[0-9a-f]{32}/rounds/[0-9]+)/?", address)
    if page is not None:
        address = f"{page[1]}{API}{page[2]}"
    try:
        with urlopen(address, timeout=TIMEOUT_S) as answer:
            data: bytes = answer.read(MAX_BYTES_PROOF + 1)
            return data
    except UnicodeError as error:
        raise CommandError(f"{address}: that is not an address", WRONG_INPUT) from error
    except HTTPError as error:
        with error:
            no = refused(error)
        why = f"The server answers with status {error.code} and no round."
        if isinstance(no, ServerRefused):
            why = str(refusal_words(no.refusal))
        raise CommandError(f"{address}: {why}", WRONG_INPUT) from error
    except URLError as error:
        why = str(trouble_words(error.reason)) if isinstance(error.reason, OSError) else str(error.reason)
        raise CommandError(f"{address}: {why}", WRONG_INPUT) from error
    except (OSError, ValueError, InvalidURL) as error:
        raise CommandError(f"{address}: {error}", WRONG_INPUT) from error
    except HTTPException as error:
        raise CommandError(f"{address}: the answer is not HTTP", WRONG_INPUT) from error

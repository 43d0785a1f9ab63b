"""Texts for hosts: of their page, whose script fills in their parts, and on their terminal."""

from __future__ import annotations

import os
import shlex
from collections.abc import Awaitable, Callable, Collection, Sequence
from pathlib import Path
from subprocess import list2cmdline

from game.message import Message, msg, msg_n, msg_p
from game.online.bodies import RejectionBody
from game.rounds.asking import UNREACHABLE, is_of_this_machine, refusal_words
from game.rounds.hosted import ROUND_STATES, own_address
from game.storage.files import data_folder
from game.tournament.tournament import MAX_ROUNDS

REFUSALS = (
    *("no_deck", "not_open", "proof_is_out", "no_change", "name_taken", "common_clock", "name_refused"),
    *("not_admitted", "too_many", "full", "no_such_seat", "no_such_tournament", "stopping", "failed"),
    *("no_more_rounds", "still_played"),
    "unknown_host",
)
HOST_TEXTS: dict[str, Message] = {
    "host": msg_p("a person", "Host"),
    "tournaments": msg_p("a page", "Tournaments"),
    "choose": msg_p("a button", "Open"),
    "at_door": msg("Waiting to be let in: {count}"),
    "rounds": msg_p("heading", "Rounds"),
    "round": msg("Round {number}"),
    **{f"is_{state}": words for state, words in ROUND_STATES.items()},
    "instead": msg("This device has another host key. Use the key of this link instead? Both are kept."),
    "used": msg(
        "This link works once, for a minute. Press “{button}” in the program again, or type your host key.",
        button=msg("Host page"),
    ),
    "forgets": msg("This browser keeps nothing: have your key at hand before you reload this page."),
    "open": msg("Open round {number}"),
    "next": msg("Next: round {number}"),
    "close": msg("Close round {number}"),
    "reopen": msg("Open round {number} again"),
    "extend": msg("Add 10 minutes"),
    "cancel": msg("Cancel round {number}"),
    "lose": msg("Players who have not started round {number} forfeit it: {players}."),
    "cancels": msg("Round {number} will not count, and will end for everyone playing it."),
    "records": msg("Records of round {number}"),
    "line": msg("Message to all"),
    "such": msg("Pizza, five minutes"),
    "tell": msg_p("a button", "Send"),
    "withdraw": msg_p("a button", "Withdraw"),
    "people": msg_p("heading", "People"),
    "robots": msg_p("a field", "Robots"),
    "nobody": msg("Nobody is here yet."),
    "new": msg("New tournament"),
    # Translators: the name of a tournament, with its day: at most 40 letters.
    "of_day": msg("Tournament of {day}"),
    "here": msg("{here} of {count} here"),
    "not_here": msg("not here: {players}"),
    "closes": msg("Round {number} closes."),
    "open_none": msg("Open the next round"),
    "close_none": msg("Close the round"),
    "cancel_none": msg("Cancel the round"),
    "none_open": msg("No round is open."),
    "all_opened": msg("All rounds have been opened."),
    "all_began": msg("Everybody has started it."),
    "no_end": msg("That round stays open until you close it."),
    "longer": msg("to start the round"),
    "counts_not": msg("It will not count, and will end for everyone playing it."),
    "one_more": msg("One more round"),
    "at_end": msg("Round {number}, after all others"),
    "again": msg("Another evening, same people"),
    "from_zero": msg("Same link and seats, points from zero"),
    "unplayed": msg("Not played: round {number}"),
    "has_next": msg("The next evening has begun."),
    "friends": msg("Friends join at {address}"),
    "phone": msg("Run the evening from a phone"),
    "phone_note": msg(
        "Scan this with your phone. Anyone who scans it can do everything that you can do here."
    ),
    "copy": msg_p("a button", "Copy"),
    "play": msg("Join in"),
    "page": msg_p("heading", "Standings"),
    "share": msg("Share the result"),
    "as_text": msg("As text"),
    "as_picture": msg("As a picture"),
    "nothing_said": msg("There is no message."),
    "robot": msg_p("a player", "robot"),
    "plays": msg("playing now"),
    "lacks": msg("has not started round {number}"),
    **{
        f"played_{count}": msg_n("{count} round played", "{count} rounds played", count)
        for count in range(MAX_ROUNDS + 1)
    },
    "connected": msg_p("a player", "connected"),
    "not_connected": msg("not connected"),
    "admit": msg("Let in"),
    "admit_all": msg("Let all in"),
    "refuse": msg_p("a button", "Decline"),
    "rename": msg_p("a button", "Rename"),
    "another": msg("Another name for {player}"),
    "remove": msg_p("a button", "Remove…"),
    "removes": msg(
        "{player} cannot rejoin from that device and loses the place in the standings. The name stays in "
        "results: “Erase…” takes it out."
    ),
    "erase": msg_p("a button", "Erase…"),
    "erases": msg(
        "A number replaces the name {player} in results and proofs. Nobody can play on this seat again. "
        "This cannot be undone."
    ),
    "is_removed": msg_p("a player", "removed"),
    "ban": msg_p("a button", "Ban…"),
    "bans": msg(
        "This removes {player} with all rounds. The name cannot come in again, nor anyone from the same "
        "address, such as others in the same home."
    ),
    "tournament": msg_p("kind of games", "Tournament"),
    "screen": msg("The room’s screen"),
    "csv": msg("Results as CSV"),
    "json": msg("Results as JSON"),
    "all": msg("All records as one file"),
    "delete": msg_p("a button", "Delete tournament…"),
    "deletes": msg("This deletes {name} permanently, with everything played in it."),
    "others": msg("Other tournaments"),
    "done": msg_p("what a host did", "Done."),
    "away": UNREACHABLE,
    "refused": msg("The server refused: {code}."),
    **{
        f"no {code}": refusal_words(RejectionBody(code, ("{name}" if code == "name_taken" else "{reason}",)))
        for code in REFUSALS
    },
    "no unknown_key": msg("The server does not know this key."),
    "no time_is_up": msg("The common clock of that round has run out."),
}


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

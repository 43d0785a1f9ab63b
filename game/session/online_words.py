"""What a table server refuses, and how it cannot be reached, in sentences for the player.

Knows the codes of docs/FORMATS.md; must not know who asked.
"""

from __future__ import annotations

import socket
import ssl

from game.message import Message, msg
from game.online.bodies import Refusal
from game.online.client import ElsewhereError, ServerRefused

UNREACHABLE = msg("The server cannot be reached.")
NO_ANSWER = msg("What is there answers, but it is no table server.")
# Translators: {address} is that of a server.
ELSEWHERE = msg("That address leads on to {address}: if you trust it, type that one.")
_CANNOT_BE_REACHED = {
    ssl.SSLCertVerificationError: msg("The server’s certificate cannot be trusted: nothing was sent to it."),
    ssl.SSLError: msg("No secure connection can be had there: does the address begin with http:// instead?"),
    socket.gaierror: msg("There is no machine of that name: look at the address again."),
    ConnectionRefusedError: msg("Nothing answers at that address and port: is the server running?"),
    TimeoutError: msg("Nothing answers at that address."),
}
"""By the kind of error, the special ones first."""
NEEDS_PACKAGE = msg(
    "Rounds over a network need one more package: {command}",
    command="pip install websockets",  # where the program is installed there is no file that names it
)
LOST = msg("The connection is lost; the clock goes on. What you do is sent as soon as it is back.")
BACK = msg("The connection is back.")
BACK_AS_IT_IS = msg("The connection is back: the table is as the server has it.")
TAKEN_OVER = msg("This seat is played from another window or machine now.")
TOO_LATE = msg("That came after the time: it does not count.")
NOT_TAKEN = msg("The server did not take that: it goes back.")
NOT_ADMITTED = msg("The host has not let you in yet.")
# Translators: {name} is the player's new one.
RENAMED = msg("The host has given you another name: {name}.")
NOT_CLOSED = msg("The round is not closed yet.")
_SENTENCES = {
    "unknown_key": msg("The server does not know this seat."),
    "no_such_tournament": msg("There is no such tournament there."),
    "no_such_round": msg("There is no such round."),
    "full": msg("All seats are taken."),
    "link_needed": msg("Only the host’s secret link leads in there: paste the whole of it as the server."),
    "door_full": msg("Too many wait to be let in already; try again when the host has looked."),
    "not_admitted": NOT_ADMITTED,
    "sent_away": msg("The host has not let you in."),
    "no_such_seat": msg("There is no such seat."),
    "no_change": msg("Nothing has changed: it is so already."),
    "proof_is_out": msg("The deck of that round is published: nothing of it can be changed any more."),
    "removed": msg("The host has taken you out of this tournament."),
    "erased": msg("The host has erased this seat: nobody can play it any more."),
    "deleted": msg("The host has deleted this tournament."),
    "not_open": msg("The round is not open."),
    "not_started": msg("The countdown is not over yet."),
    "no_deck": msg("The server has no deck ready yet; try again in a moment."),
    "not_closed": NOT_CLOSED,
    "not_begun": msg("The round was not begun."),
    "is_over": msg("The round is over."),
    "time_is_up": TOO_LATE,
    "too_fast": msg("That was faster than a hand can be."),
    "too_many": msg("The server is asked too often from here; try again in a moment."),
    "too_long": msg("So many moves no round can have."),
    "taken_over": TAKEN_OVER,
    "stopping": msg("The server is stopping; come back in a moment."),
    # A server of another version has other addresses.
    "no_such_address": msg("The server is of another version: either it or this program has to be updated."),
    "failed": msg("The server could not keep that; try again in a moment."),
    "illegal": NOT_TAKEN,
}
_WITH_PART = {
    "renamed": RENAMED,
    "name_refused": msg("Nobody can be called so there: {reason}."),
    "name_taken": msg("The name is taken, or looks like {name}."),
    "joined_already": msg("You have a seat there already, as {name}."),
    "playing_another": msg("Round {number} of yours is still running."),
}


def refusal_words(refusal: Refusal) -> Message:
    """Why the server says no, as a sentence."""
    code, part = refusal.code, _shown((*refusal.parts, "")[0])
    match code:
        case "name_refused":
            return _WITH_PART[code].with_parts(reason=part)
        case "name_taken" | "joined_already" | "renamed":
            return _WITH_PART[code].with_parts(name=part)
        case "playing_another":
            return _WITH_PART[code].with_parts(number=part)
    return _SENTENCES.get(code) or msg("The server refuses: {code}.", code=code)


def trouble_words(error: Exception) -> Message:
    """Why asking a server has failed, as a sentence."""
    if isinstance(error, ServerRefused):
        return refusal_words(error.refusal)
    if isinstance(error, ModuleNotFoundError):
        return NEEDS_PACKAGE
    if isinstance(error, ElsewhereError):
        return ELSEWHERE.with_parts(address=_shown(error.address))
    for kind, words in _CANNOT_BE_REACHED.items():
        if isinstance(error, kind):
            return words
    return UNREACHABLE if isinstance(error, OSError) else NO_ANSWER


def _shown(text: str) -> str:
    """What somebody else has said, as far as it may be shown."""
    return "".join(each if each.isprintable() else "?" for each in text[:60])

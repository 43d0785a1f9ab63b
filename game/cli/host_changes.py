"""What a host does to a tournament by the command `host`: its rounds, its seats, and its end.

Knows the server's addresses and answers; must not know how a server keeps anything. Each command says what
has changed and what stays; where nothing has, it ends with 1.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.cli.command import FINE, WRONG_INPUT, CommandError, whole_in
from game.cli.host_asking import again, ask, counted, enumerated, local, make_sure, say, tournament_of

if TYPE_CHECKING:
    from game.cli.command import Commands, Parser
    from game.online.bodies import SeatTold
    from game.online.parts import RoundInfo, TournamentInfo

Command = Callable[[argparse.Namespace], int]
TAKE_BACK_S = 20
"""So long a close can be taken back where nobody plays the round; see `game.server.hosting`."""


def add_changes(does: Commands) -> None:
    """The commands that look at one tournament or change it."""
    _add(does, "show", _show, "its rounds with their times, its seats and who plays")
    opened = _add(does, "open", _open, "opens a round, and closes the one before", "waits")
    opened.add_argument("--beside", action="store_true", help="leave the one before open")
    opened.add_argument("--yes", action="store_true", help="without a question")
    _add(does, "close", _close, "lets nobody begin a round any more", "is open")
    _add(does, "reopen", _reopen, "takes a close back, until the deck is published", "is closing")
    cancelled = _add(does, "cancel", _cancel, "has a round, or all that are left, count nothing", "")
    cancelled.add_argument("--yes", action="store_true", help="without a question")
    deleted = _add(does, "delete", _delete, "deletes a tournament with all that was played in it")
    deleted.add_argument("--yes", action="store_true", help="without a question")
    _add_seat(does, "remove", _remove, "puts a seat out of the tournament")
    _add_seat(does, "rename", _rename, "gives a seat another name").add_argument(
        "name", metavar="NAME", help="the new one"
    )
    erased = _add_seat(does, "erase", _erase, "forgets whose seat it was: its name becomes a number")
    erased.add_argument("--yes", action="store_true", help="without a question")


def _add(does: Commands, name: str, run: Command, what: str, which: str | None = None) -> Parser:
    """A command about a tournament, and about one of its rounds unless `which` is None."""
    parser: Parser = does.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
    parser.set_defaults(run=run)
    parser.add_argument("link", metavar="LINK", help="the address of the tournament's page")
    if which is not None:
        default = f"the first that {which}" if which else "all that are not closed"
        parser.add_argument("--round", metavar="N", help=f"which ({default})")
    return parser


def _add_seat(does: Commands, name: str, run: Command, what: str) -> Parser:
    parser = _add(does, name, run, what)
    parser.add_argument("seat", metavar="SEAT", help="the player's name, or the number that `show` tells")
    return parser


# Looking ----------------------------------------------------------------------------------------------


class _Tournament(NamedTuple):
    """A tournament as its host sees it."""

    server: str
    path: str
    told: TournamentInfo
    seats: Sequence[SeatTold]

    def round(self, number: int) -> RoundInfo:
        """One of its rounds.

        Raises:
            CommandError: there is none.
        """
        if number > len(self.told.rounds):
            raise CommandError("there is no such round", WRONG_INPUT)
        return self.told.rounds[number - 1]

    def playing(self, number: int) -> list[str]:
        """The people who are playing a round."""
        return [each.player for each in self._people if each.rounds[number - 1] == "playing"]

    def not_begun(self, number: int) -> list[str]:
        """The people who have not begun a round."""
        return [each.player for each in self._people if each.rounds[number - 1] is None]

    @property
    def _people(self) -> list[SeatTold]:
        people = [each for each in self.seats if each.kind == "person" and each.is_admitted]
        return [each for each in people if not each.is_removed]


def _look(chosen: argparse.Namespace) -> _Tournament:
    from game.online.bodies import AllSeats
    from game.online.parts import TournamentInfo

    if getattr(chosen, "round", None) is not None:
        chosen.round = whole_in(chosen.round, "--round", 1, 10)
    server, path = tournament_of(chosen)
    told = ask(chosen, server, path, TournamentInfo)
    return _Tournament(server, path, told, ask(chosen, server, f"{path}/door", AllSeats).seats)


def _show(chosen: argparse.Namespace) -> int:
    found = _look(chosen)
    say(f"{found.told.name}: {found.told.game}")
    for each in found.told.rounds:
        say(f"  Round {each.number}  {each.state:9}  {_times(each)}{_who(found, each)}".rstrip())
    print(f"{counted(len(found.seats), 'seat')}{':' if found.seats else ''}")
    widest = max((len(each.player) for each in found.seats), default=0)
    for seat in found.seats:
        kind = seat.kind if seat.is_admitted else "knocks"
        about = [*([] if kind == "person" else [kind]), *(["removed"] if seat.is_removed else [])]
        of_round = (f"{number} {state}" for number, state in enumerate(seat.rounds, 1) if state)
        facts = ", ".join([*about, f"rounds: {', '.join(of_round) or 'none'}"])
        say(f"  {seat.seat:>5}  {seat.player:{widest}}  {facts}")
    return FINE


def _times(told: RoundInfo) -> str:
    opens = "" if told.opens is None else local(told.opens)
    closes = "" if told.closes is None else local(told.closes)
    match told.state:
        case "waiting":
            until = f", may be begun until {closes}" if closes else ""
            if told.put_off is not None:
                until += f", put off from {local(told.put_off)}: the server was away"
            return f"opens {opens}{until}" if opens else "opens when you say so"
        case "open":
            return f"since {opens}, {f'until {closes}' if closes else 'until you close it'}"
        case "closing":
            return f"from {opens} to {closes}; the last games are being played"
        case "closed":
            return f"from {opens} to {closes}"
    return "counts nothing"


def _who(found: _Tournament, told: RoundInfo) -> str:
    if told.state not in ("open", "closing"):
        return ""
    playing, not_begun = len(found.playing(told.number)), len(found.not_begun(told.number))
    return f"; {playing} playing, {not_begun} not begun"


def _still(found: _Tournament, number: int) -> str:
    """Who is still playing a round, or has not begun it, as the rest of a sentence; empty for nobody."""
    playing, waiting = found.playing(number), found.not_begun(number)
    parts = []
    if playing:
        parts.append(f"{enumerated(playing)} {'is' if len(playing) == 1 else 'are'} still playing it")
    if waiting:
        parts.append(f"{enumerated(waiting)} {'has' if len(waiting) == 1 else 'have'} not begun it")
    return ", and ".join(parts)


# Rounds -----------------------------------------------------------------------------------------------


def _open(chosen: argparse.Namespace) -> int:
    found = _look(chosen)
    number = _which(chosen, found, "waiting", "no round waits to be opened")
    before = [each.number for each in found.told.rounds if each.state == "open" and not chosen.beside]
    if found.round(number).state == "waiting":  # else the server says how it stands
        for each in before:
            if still := _still(found, each):
                say(f"Round {each} is open: {still}.")
        if any(_still(found, each) for each in before):
            make_sure(chosen, f"opening round {number} closes round {enumerated([*map(str, before)])}")
    told = _change(chosen, found, number, "open?beside=yes" if chosen.beside else "open")
    for each in before:
        say(f"Round {each} of {told.name} is closed: who plays it plays on, nobody begins it any more.")
        _tell_way_back(chosen, found, each)
    say(f"Round {number} of {told.name} is open.")
    if not any(each.state == "waiting" for each in told.rounds) and told.rounds[number - 1].closes is None:
        say(
            f"It is the last. When all have played it, it is closed by: {again(chosen, 'close', chosen.link)}"
        )
    return FINE


def _close(chosen: argparse.Namespace) -> int:
    found = _look(chosen)
    number = _which(chosen, found, "open", "no round is open")
    told = _change(chosen, found, number, "close")
    say(f"Nobody begins round {number} of {told.name} any more.")
    if still := _still(found, number):
        say(f"When it was closed: {still}.")
    _tell_way_back(chosen, found, number)
    print("Results, replays and the deck are published when the last game is over.")
    return FINE


def _tell_way_back(chosen: argparse.Namespace, found: _Tournament, number: int) -> None:
    """Where a close loses somebody a round, how it is taken back."""
    if found.not_begun(number):
        words = again(chosen, "reopen", chosen.link, "--round", str(number))
        say(f"Until its deck is published, in {TAKE_BACK_S} s at the earliest, this takes it back: {words}")


def _reopen(chosen: argparse.Namespace) -> int:
    found = _look(chosen)
    number = _which(chosen, found, "closing", "no round is closing")
    told = _change(chosen, found, number, "reopen")
    closes = told.rounds[number - 1].closes
    until = "" if closes is None else f" until {local(closes)}"
    say(f"Round {number} of {told.name} may be begun again{until}; its deck stayed secret.")
    also = [str(each.number) for each in told.rounds if each.state == "open" and each.number != number]
    if also:
        say(f"Round {enumerated(also)} stays open beside it.")
    return FINE


def _cancel(chosen: argparse.Namespace) -> int:
    found = _look(chosen)
    if chosen.round is None:
        numbers = [each.number for each in found.told.rounds if each.state not in ("closed", "cancelled")]
        if not numbers:
            raise CommandError("no round is left to be cancelled", WRONG_INPUT)
    else:
        numbers = [_which(chosen, found, "", "")]
    which = f"round{'' if len(numbers) == 1 else 's'} {enumerated([*map(str, numbers)])}"
    make_sure(chosen, f"cancelling {which} of {found.told.name} ends what is played of it, for good")
    for number in numbers:
        _change(chosen, found, number, "cancel")
    say(f"Cancelled: {which} of {found.told.name}. What was played of it counts nothing.")
    print("It stays to be looked at, as do seats and the results of all other rounds.")
    return FINE


def _which(chosen: argparse.Namespace, found: _Tournament, state: str, none: str) -> int:
    """The round that is meant: that of --round, or the first in a state.

    Raises:
        CommandError: there is none.
    """
    if chosen.round is not None:
        return found.round(chosen.round).number
    number = next((each.number for each in found.told.rounds if each.state == state), None)
    if number is None:
        raise CommandError(none, WRONG_INPUT)
    return number


def _change(chosen: argparse.Namespace, found: _Tournament, number: int, does: str) -> TournamentInfo:
    from game.online.parts import TournamentInfo

    path = f"{found.path}/rounds/{number}/{does}"
    return ask(chosen, found.server, path, TournamentInfo, method="POST")


# Seats ------------------------------------------------------------------------------------------------


def _remove(chosen: argparse.Namespace) -> int:
    found, seat = _seat(chosen)
    _change_seat(chosen, found, seat, "remove")
    ended = ": the round that was being played has ended" if "playing" in seat.rounds else ""
    say(f"{seat.player} is out of {found.told.name}{ended}.")
    print("No round is begun any more, and the place in the standings is gone. Games and name stay in the")
    print("results of rounds that were begun, until the seat is erased; the name stays taken.")
    return FINE


def _rename(chosen: argparse.Namespace) -> int:
    from game.online.bodies import Rename

    found, seat = _seat(chosen)
    _change_seat(chosen, found, seat, "rename", Rename(chosen.name))
    say(f"{seat.player} is called {chosen.name} now, in standings, results and proofs of {found.told.name}.")
    print("Key, games and places stay. Who has kept a proof from before has the old name in it.")
    return FINE


def _erase(chosen: argparse.Namespace) -> int:
    found, seat = _seat(chosen)
    make_sure(chosen, f"erasing {seat.player} cannot be taken back, and the seat can be played no more")
    told = _change_seat(chosen, found, seat, "erase")
    name = next((each.player for each in told if each.seat == seat.seat), "a number")
    say(f"{seat.player} is forgotten: the seat is called {name}, its key is gone.")
    print("Games stay, with the times of each action, and the proofs hold as they did. The old name is left")
    print("in what others have kept, and in your back-ups.")
    return FINE


def _seat(chosen: argparse.Namespace) -> tuple[_Tournament, SeatTold]:
    """The tournament, and the seat that is meant by its name or number.

    Raises:
        CommandError: there is none.
    """
    found = _look(chosen)
    for each in found.seats:
        if each.player == chosen.seat:
            return found, each
    for each in found.seats:
        if str(each.seat) == chosen.seat.removeprefix("#"):
            return found, each
    raise CommandError(f"there is no seat “{chosen.seat[:40]}” in {found.told.name}", WRONG_INPUT)


def _change_seat(
    chosen: argparse.Namespace, found: _Tournament, seat: SeatTold, does: str, body: object = None
) -> Sequence[SeatTold]:
    from game.online.bodies import AllSeats

    path = f"{found.path}/seats/{seat.seat}/{does}"
    return ask(chosen, found.server, path, AllSeats, body, "POST").seats


# The whole --------------------------------------------------------------------------------------------


def _delete(chosen: argparse.Namespace) -> int:
    from game.online.bodies import Tournaments

    found = _look(chosen)
    name = found.told.name
    make_sure(chosen, f"deleting {name} deletes {counted(len(found.seats), 'seat')} and all that was played")
    ask(chosen, found.server, found.path, Tournaments, method="DELETE")
    say(f"{name} is deleted: its seats with their keys, its games, results and decks.")
    print("What others have kept of it stays with them: proofs, replays, and your back-ups.")
    return FINE

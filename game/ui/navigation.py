"""Navigation from one screen to another, by name: all that a screen knows of the others; see `routes`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from game.message import msg

if TYPE_CHECKING:
    from game.online.bodies import NewTournament, Tournaments
    from game.play.game import Game
    from game.play.record import Record
    from game.play.replay import Replay
    from game.rounds.asking import OnlineAddress
    from game.rounds.decks import Wanted
    from game.rounds.hosted import HostsServer, Room
    from game.rounds.local import LocalTournament
    from game.rounds.port import Proof, Referee, Turn
    from game.rules.variant import Variant
    from game.session.session import Session
    from game.storage.online_seats import BegunRound
    from game.tournament.tournament import Tournament


NO_CODE = msg("That is neither the code nor the link of a deal.")


class Navigation(Protocol):
    """Where one can go from any screen."""

    def home(self, sentence: str = "") -> None:
        """Leaves everything for the home screen, which says `sentence`."""

    def table(self, session: Session, is_fresh: bool = False) -> None:
        """Sits down to a game; `is_fresh` when the cards are still to be dealt."""

    def take_code(self, text: str) -> bool:
        """Begins the deal of a code or link that somebody has shared; returns whether there is one."""

    def new_game(self, variant: Variant) -> None:
        """Asks which deal and rules."""

    def players(self) -> None:
        """Who plays at this machine, over the present screen."""

    def goals(self) -> None:
        """The days and goals, over the present screen."""

    def past_days(self) -> None:
        """The daily deals of past days."""

    def demonstration(self, game: Game, elapsed_ms: int) -> None:
        """The program plays a copy of a game on, over the present screen."""

    def guided(self, game: str) -> None:
        """The tutorial of a game, over the present screen."""

    def problems(self) -> None:
        """The worked positions of Spider."""

    def settings(self) -> None:
        """The settings, over the present screen."""

    def about(self) -> None:
        """About the program, over the present screen."""

    def log(self) -> None:
        """The log of crashes, over the present screen."""

    def folders(
        self, start: Path, ends: tuple[str, ...], taken: Callable[[Path], None], saves: bool = False
    ) -> None:
        """Goes through folders for a file, or a place to save, over the present screen."""

    def rules(self, game: str) -> None:
        """The rules page of a game, over the present screen."""

    def statistics(self, game: str | None = None, options: str | None = None) -> None:
        """What the games came to, those of one game and its options first."""

    def save(self, game: Game, about: Mapping[str, str], elapsed_ms: int | None = None) -> None:
        """Asks where to save a game."""

    def open_file(self, game: str = "") -> None:
        """Asks which saved game to go on with, or which unfinished one of a game."""

    def take_file(self, path: Path) -> None:
        """A file that was dropped on the window, taken by the form that such a file is for."""

    def games_played(self) -> None:
        """The list of kept games."""

    def compare(self, first: Replay, path: Path) -> None:
        """Asks which game of the same deal stands beside the first, which lies at `path`."""

    def replay(self, replay: Replay) -> None:
        """A replay, over the present screen."""

    def side_by_side(self, replays: tuple[Replay, Replay], names: tuple[str, str]) -> None:
        """Two games beside each other, under their names; raises RecordError if their deals differ."""

    def winning_line(self, record: Record, first: int, heading: str) -> None:
        """A line of the solver, from the step `first` of a record on."""

    def tournaments(self) -> None:
        """The list of tournaments."""

    def three_rounds(self) -> None:
        """Three rounds against three robots, now."""

    def last_tournament(self) -> None:
        """The tournament played last.

        Raises:
            StorageError: it cannot be read.
            FileError: it is not valid.
        """

    def local_tournament(self, local: LocalTournament, shown: int | None = None, sentence: str = "") -> None:
        """A tournament at this machine; see `tournament`."""

    def tournament(self, referee: Referee, shown: int | None = None, sentence: str = "") -> None:
        """A tournament with the table after the round `shown`; it says `sentence`."""

    def new_tournament(self, given: Tournament | None = None) -> None:
        """Asks who plays what; `given` came as a file."""

    def looking_for_decks(self, wanted: Wanted, then: Callable[[Tournament], None]) -> None:
        """Waits for the decks of a new tournament, over the present screen, then goes on."""

    def tournament_help(self, is_online: bool = False) -> None:
        """What tournaments are; rounds over a network first where `is_online`."""

    def export_results(self, local: LocalTournament) -> None:
        """Asks what of a tournament to write for others, and where."""

    def import_results(self, local: LocalTournament | None = None) -> None:
        """Asks which file of a tournament to take in."""

    def remove_results(self, local: LocalTournament) -> None:
        """Asks which players, results or whole tournament to take out."""

    def first_round(self, local: LocalTournament) -> None:
        """Asks who is first at this machine whether they are ready."""

    def ready(self, referee: Referee, turn: Turn) -> None:
        """Asks a player whether they are ready for a round."""

    def come_back(self, referee: Referee, turn: Turn) -> None:
        """Comes back to a round whose clock is running: nothing is counted down."""

    def round(self, referee: Referee) -> None:
        """Sits down to the round that was begun; its clock runs."""

    def proof(self, proof: Proof) -> None:
        """What a round that is over came to, over the present screen."""

    def host(self) -> None:
        """Holds a tournament for the room, or goes on with one; says what is missing where it cannot be."""

    def host_reach(self, wanted: NewTournament) -> None:
        """Asks who can reach the table server, over the present screen, and starts it."""

    def room(self) -> None:
        """The room of the tournament that is held here."""

    def host_seats(self, server: HostsServer) -> None:
        """The seats of the tournament that is held here, over the present screen."""

    def host_more(self, server: HostsServer, room: Room, addresses: Sequence[str]) -> None:
        """What the host of the tournament that is held here does less often; see `RoomState`."""

    def host_records(self, server: HostsServer, name: str) -> None:
        """Asks where all records of the tournament that is held here are saved."""

    def host_phone(self, link: str) -> None:
        """The square code that leads to the host's page, over the present screen."""

    def leave_evening(self) -> bool:
        """Asks what becomes of a tournament that is held here; returns whether the program may end."""

    def online_connect(self, link: str = "") -> None:
        """Asks for a server, over the present screen; `link` was given to the program."""

    def online_list(
        self,
        address: OnlineAddress,
        name: str,
        told: Tournaments,
        ask: Callable[[], Tournaments] | None = None,
    ) -> None:
        """The tournaments of a server, over the present screen; `ask` fetches them anew."""

    def online_return(self, begun: BegunRound) -> None:
        """Back to a round whose clock is running, over the present screen."""

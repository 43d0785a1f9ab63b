"""Navigation from one screen to another, by name: all that a screen knows of the others; see `routes`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from game.message import msg

if TYPE_CHECKING:
    from game.play.game import Game
    from game.play.record import Record
    from game.play.replay import Replay
    from game.rounds.local import LocalTournament
    from game.rounds.port import Referee, Turn
    from game.rules.variant import Variant
    from game.session.session import Session
    from game.storage.online_seats import BegunRound


NO_CODE = msg("That is not a deal code, a link or cards.")


class Navigation(Protocol):
    """Where one can go from any screen."""

    def home(self, sentence: str = "") -> None:
        """Leaves everything for the home screen, which says `sentence`."""

    def table(self, session: Session, is_fresh: bool = False) -> None:
        """Sits down to a game; `is_fresh` when the cards are still to be dealt."""

    def take_code(self, text: str) -> bool:
        """Begins the deal of a code or link that somebody has shared; returns whether there is one."""

    def take_cards(self, text: str) -> bool:
        """Asks whether to play the cards that a text has; returns whether there are any."""

    def cards(self, text: str = "") -> None:
        """Asks for the cards of a deal, over the present screen."""

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

    def has_tutorial(self, game: str) -> bool:
        """Whether a game has a tutorial."""

    def tutorial(self, variant: Variant) -> None:
        """The tutorial of a game that has one, by the chosen rules, over the present screen."""

    def problems(self) -> None:
        """The worked positions of Spider."""

    def settings(self) -> None:
        """The settings, over the present screen."""

    def help(self) -> None:
        """How to begin, and the keys, over the present screen."""

    def about(self) -> None:
        """About the program, over the present screen."""

    def rules(self, variant: Variant, table: Collection[str]) -> None:
        """The rules page of a table with these options, over the present screen."""

    def statistics(self, game: str | None = None, options: str | None = None) -> None:
        """What the games came to, those of one game and its options first."""

    def save(self, game: Game, tags: Mapping[str, str], elapsed_ms: int | None = None) -> None:
        """Asks where to save a game."""

    def open_file(self, game: str = "") -> None:
        """Asks which saved game to go on with, or which unfinished one of a game."""

    def take_file(self, path: Path) -> None:
        """A file that was dropped on the window, taken by the form that such a file is for."""

    def games_played(self) -> None:
        """The list of kept games."""

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

    def first_round(self, local: LocalTournament) -> None:
        """Asks who is first at this machine whether they are ready."""

    def ready(self, referee: Referee, turn: Turn) -> None:
        """Asks a player whether they are ready for a round."""

    def come_back(self, referee: Referee, turn: Turn) -> None:
        """Comes back to a round whose clock is running: nothing is counted down."""

    def round(self, referee: Referee) -> None:
        """Sits down to the round that was begun; its clock runs."""

    def host(self) -> None:
        """Holds a tournament for the room, or goes on with one; says what is missing where it cannot be."""

    def hosted(self) -> None:
        """The page of the tournament that has just been started here, and the host's page in the browser."""

    def leave_evening(self) -> bool:
        """Asks what becomes of a tournament that is held here; returns whether the program may end."""

    def online_connect(self, link: str = "") -> None:
        """Asks for a server, over the present screen; `link` was given to the program."""

    def online_return(self, begun: BegunRound) -> None:
        """Back to a round whose clock is running, over the present screen."""

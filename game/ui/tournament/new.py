"""Tournaments on this machine: their list, a new one's form and start; one against robots, a rematch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from game.message import Message, joined, msg, msg_p, verbatim
from game.play.deal import Difficulty
from game.play.lines import FileError
from game.play.phrases import minutes
from game.play.played import STRENGTHS
from game.rounds.local import LocalReferee, new_tournament
from game.session.daily import day_name
from game.storage.files import StorageError
from game.storage.tournament_store import TournamentFolder
from game.tournament.player import (
    MAX_LETTERS,
    MIXED,
    ROBOT_NAMES,
    Player,
    PlayerError,
    check_different,
    players_from_text,
    robots_at_table,
    tidied,
)
from game.tournament.tournament import (
    GAME,
    LIMITS_S,
    MAX_NAME_LETTERS,
    MAX_PLAYERS,
    MAX_ROUNDS,
    Tournament,
    TournamentError,
)
from game.ui.drawing.words import BETWEEN_FACTS, date_shown, reason_shown
from game.ui.forms.controls import ANY, DIFFICULTIES, FormValues, difficulty_named
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button
from game.ui.screen import Context
from game.ui.tournament.words import FRIENDS, conditions, players_counted, tournament_help, winners

REMEMBERED = "tournament players"
"""Profile key of the last players."""
SOMEBODY = msg("Player 1")
QUICK_ROUNDS = QUICK_ROBOTS = 3


def begin(
    context: Context,
    players: Sequence[Player],
    name: str,
    game: GAME,
    rounds: int,
    difficulty: Difficulty | None = None,
) -> LocalReferee:
    """Deals a tournament and stores it with its players here.

    Raises:
        TournamentError: it cannot be.
        StorageError: it cannot be written.
    """
    deals: list[int] = []
    for _ in range(rounds):
        number = context.dealer.number(game, difficulty)
        while number in deals:
            number = context.dealer.next_after(game, number) or number + 1
        deals.append(number)
    tournament = Tournament(name, game, tuple(deals))
    return at_this_machine(context, new_tournament(context.tournament_store, tournament, players))


def at_this_machine(context: Context, folder: TournamentFolder) -> LocalReferee:
    """Opens a tournament of this machine; raises StorageError or FileError if it cannot be read."""
    return LocalReferee(folder, context.library, context.round_clock, context.solver)


def begin_quick(context: Context, refuse: Callable[[str], None]) -> None:
    """Starts three rounds against three robots with the last players; `refuse` is told why not."""
    say = context.pictures.language.translate
    persons = players_from_text(context.profile.options.get(REMEMBERED, say(SOMEBODY)))[:1]
    players = (*(persons or players_from_text(say(SOMEBODY))), *robots_at_table(QUICK_ROBOTS))
    # Translators: the name of a tournament, with its day: at most 40 letters.
    name = say(msg("Three rounds of {day}", day=day_name(context.sessions.today)))[:MAX_NAME_LETTERS]
    _begin_at_once(context, refuse, players, name, GAME(), QUICK_ROUNDS)


def begin_again(context: Context, local: LocalReferee, refuse: Callable[[str], None]) -> None:
    """Starts a rematch: the same rules, rounds and players, with other deals; `refuse` is told why not."""
    before = local.tournament
    players = [seat.player for seat in local.state.seats if seat.is_here]
    _begin_at_once(context, refuse, players, next_name(before.name), before.game, before.rounds)


def _begin_at_once(
    context: Context,
    refuse: Callable[[str], None],
    players: Sequence[Player],
    name: str,
    game: GAME,
    rounds: int,
) -> None:
    try:
        local = begin(context, players, name, game, rounds)
    except StorageError as error:
        refuse(msg("The tournament cannot be started: {reason}.", reason=str(error)))
    except TournamentError as error:
        refuse(str(error))
    else:
        context.navigation.first_round(local)


def next_name(name: str) -> str:
    """Name of the next tournament in a series.

    >>> next_name("Sunday evening"), next_name("Sunday evening 9")
    ('Sunday evening 2', 'Sunday evening 10')
    """
    words, _, number = name.rpartition(" ")
    is_counted = bool(words) and number.isascii() and number.isdigit() and len(number) < 4
    last = f" {int(number) + 1}" if is_counted else " 2"
    return (words if is_counted else name)[: MAX_NAME_LETTERS - len(last)] + last


USUAL_RULES = {"draw": 3, "limit": 300, "rounds": 3}
"""Initial values in the forms of new tournaments."""


def todays_name(context: Context) -> str:
    """Name of a tournament that begins today."""
    # Translators: the name of a tournament, with its day: at most 40 letters.
    name = msg("Tournament of {day}", day=day_name(context.sessions.today))
    return context.pictures.language.translate(name)[:MAX_NAME_LETTERS]


def rule_rows(name: TextField, chosen: FormValues) -> list[FormRow]:
    """The rows of a tournament's name and rules; `chosen` has those of `USUAL_RULES`."""
    draws = [(msg("Draw 3"), 3), (msg("Draw 1"), 1)]
    limits = chosen.stepper("limit", range(LIMITS_S[0], LIMITS_S[-1] + 1, 30), minutes)
    rounds = chosen.stepper("rounds", range(1, MAX_ROUNDS + 1))
    return [
        FormRow(msg_p("a field", "Name"), "", name),
        FormRow(msg_p("a field", "Rules"), GAME.title, chosen.choice("draw", draws)),
        FormRow(msg_p("a field", "Time"), msg("for each round"), limits),
        FormRow(msg_p("a field", "Rounds"), msg("one deal each, the same for all"), rounds),
    ]


ROBOTS_REMEMBERED = "tournament robots"
"""Profile key of the last robots."""
SEATS = range(len(ROBOT_NAMES) + 1)
CAST = (MIXED, *STRENGTHS)


class NewTournamentScreen(FormScreen):
    """Form for a tournament, which it starts."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg("New tournament"))
        say = context.pictures.language.translate
        self._name = self._field(todays_name(context), MAX_NAME_LETTERS)
        players = context.profile.options.get(REMEMBERED, say(SOMEBODY))
        self._players = self._field(players, (MAX_LETTERS + 2) * MAX_PLAYERS)
        hint = msg("up to {count} names, separated by commas", count=MAX_PLAYERS)
        who = FormRow(msg("Players here"), hint, self._players, is_below=True)
        kept, _, strength = context.profile.options.get(ROBOTS_REMEMBERED, f"0 {MIXED}").partition(" ")
        self._chosen = FormValues(
            self.redraw,
            **USUAL_RULES,
            difficulty=ANY,
            robots=int(kept) if kept in map(str, SEATS) else 0,
            strength=strength if strength in CAST else MIXED,
        )
        deals = FormRow(msg_p("a field", "Deals"), "", self._chosen.choice("difficulty", DIFFICULTIES))
        self.panel.rows = [*rule_rows(self._name, self._chosen), deals, *self._robot_rows(), who]
        self.panel.buttons = [
            Button(msg_p("a button", "Start"), "play", self.enter, is_strong=True),
            Button(msg_p("a button", "Cancel"), "close", self.close),
        ]
        self.focus.begin_with(self._players)

    def _field(self, text: str, max_letters: int) -> TextField:
        field = TextField(text, self.unsay, max_letters)
        field.edit.select_all()
        return field

    def _robot_rows(self) -> list[FormRow]:
        strengths = [(verbatim(word).capitalised(), word) for word in CAST]
        robots = self._chosen.stepper("robots", SEATS, lambda count: str(count or msg_p("robots", "none")))
        return [
            FormRow(msg_p("a field", "Robots"), msg("they play while you do"), robots),
            FormRow(
                msg_p("a field", "Strength"), msg("of the robots"), self._chosen.choice("strength", strengths)
            ),
        ]

    def enter(self) -> None:
        chosen, name = self._chosen, tidied(self._name.text)
        game = GAME(draw=chosen["draw"], limit=chosen["limit"])
        difficulty = difficulty_named(chosen["difficulty"])
        try:
            players = self._who()
            local = begin(self.context, players, name, game, chosen["rounds"], difficulty)
        except (PlayerError, TournamentError) as error:
            self.refuse(str(error))
            return
        except StorageError as error:
            self.refuse(msg("The tournament cannot be saved: {reason}.", reason=str(error)))
            return
        self._remember(players)
        self.context.navigation.first_round(local)

    def _who(self) -> tuple[Player, ...]:
        players = players_from_text(self._players.text)
        if not players:
            raise PlayerError(msg("At least one player must be here: type a name."))
        everybody = (*players, *robots_at_table(self._chosen["robots"], self._chosen["strength"]))
        if len(everybody) > MAX_PLAYERS:
            count = len(everybody)
            raise PlayerError(
                msg("There can be at most {most} players, not {count}.", most=MAX_PLAYERS, count=count)
            )
        check_different(everybody)
        return everybody

    def _remember(self, players: tuple[Player, ...]) -> None:
        persons = [player.name for player in players if not player.is_robot]
        self.context.profile.options[REMEMBERED] = ", ".join(persons)
        self.context.profile.options[ROBOTS_REMEMBERED] = (
            f"{self._chosen['robots']} {self._chosen['strength']}"
        )
        with suppress(StorageError):  # next time the names are typed again
            self.context.profile.save()


QUICK = msg("Three rounds against three robots, now")
UNREADABLE = msg("A tournament that cannot be read")
INVITATION = (
    msg("Everybody plays the same deals once, against the clock."),
    msg("At one computer, against robots, or with friends elsewhere in a browser."),
)


class TournamentsScreen(FormScreen):
    """List of tournaments, last played first."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg_p("a page", "Tournaments"))
        self.help = lambda: context.lay_over(tournament_help(context))
        self._folders = context.tournament_store.tournaments()
        self._locals: dict[int, LocalReferee] = {}
        rows = [FileRow("…", date_shown(folder.changed_s)) for folder in self._folders]
        self._list = FileList(rows, INVITATION, self.unsay, self.enter)
        self.read_rows(self._list, self._read_row)
        quick = Button(
            QUICK, "robot", partial(begin_quick, context, self.refuse), is_strong=not self._folders
        )
        self.panel.rows = [
            FormRow("", "", self._list, is_below=True, grows=True),
            FormRow("", FRIENDS, quick, is_below=True),
        ]
        opens = [Button(msg_p("a button", "Open"), "play", self._open, self._refusal, is_strong=True)]
        self.panel.buttons = [
            *(opens if self._folders else []),
            Button(msg_p("a button", "New"), "new", lambda: context.lay_over(NewTournamentScreen(context))),
            Button(msg_p("a button", "Host…"), "trophy", context.navigation.host),
            Button(msg_p("a button", "Online…"), "network", partial(context.navigation.go, "online_connect")),
            Button(msg_p("a button", "Help"), "help", self.help).alone(),
            Button(msg_p("a button", "Back"), "back", self.close).alone(),
        ]
        if self._folders:
            self._list.chosen = 0
        else:
            self.focus.begin_with(quick)

    def _refusal(self) -> Message | None:
        return msg("Choose a tournament, or start a new one.") if self._list.chosen is None else None

    # Reading what is in view ---------------------------------------------------------------------

    def _read_row(self, index: int) -> None:
        row = self._list.rows[index]
        try:
            local = self._local(index)
        except (StorageError, FileError) as error:
            row.name, row.facts, row.is_bad = UNREADABLE, reason_shown(error), True
        else:
            row.name, row.facts = verbatim(local.tournament.name), _facts(local)

    def _local(self, index: int) -> LocalReferee:
        """Returns a tournament, replayed once: with many rounds that takes a moment."""
        if index not in self._locals:
            self._locals[index] = at_this_machine(self.context, self._folders[index])
        return self._locals[index]

    def on_covered(self) -> None:
        super().on_covered()
        self._locals.clear()  # what lies over the list may change them
        for row in self._list.rows:
            row.facts = None

    # What the buttons do -------------------------------------------------------------------------

    def enter(self) -> None:
        if self._list.chosen is None:
            begin_quick(self.context, self.refuse)
        else:
            self._open()

    def _open(self) -> None:
        if self._list.chosen is None:
            return
        try:
            local = self._local(self._list.chosen)
        except (StorageError, FileError) as error:
            self.refuse(msg("This tournament cannot be opened: {reason}.", reason=reason_shown(error)))
            return
        local.look_at_clock()  # some of the time of a running round has passed since
        self.context.navigation.tournament(local, local.state.complete_rounds)


def _facts(local: LocalReferee) -> str:
    state = local.state
    parts = [
        *conditions(state.tournament.game, state.tournament.rounds)[1:],
        players_counted(len(state.seats)),
    ]
    if state.running is not None:
        seat, number = state.running
        parts.append(msg("round {number} of {player} is running", number=number, player=seat.player.label))
    elif state.is_closed:
        parts.append(msg_p("a tournament", "closed"))
    elif state.is_over:
        parts.append(winners(state.standings(state.tournament.rounds)))
    else:
        seat, number = (*state.due(), *state.robots_due())[0]
        parts.append(msg("round {number}: {player} is next", number=number, player=seat.player.label))
    return joined(BETWEEN_FACTS, parts)

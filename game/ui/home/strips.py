"""Home's offers besides the tiles: a game to continue, the deal of the day, and tournaments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.message import joined, labelled, msg, msg_n, msg_p, verbatim
from game.play.lines import FileError
from game.play.record import RecordError, read_record_while_good
from game.rules.rush import Rush
from game.session.daily import RULES, DailyStatus, daily_difficulty, day_name, games_of_day
from game.storage.files import HOSTED, ONLINE_SEATS, StorageError, path_exists, printable
from game.storage.library import play_time_ms
from game.storage.tournament_store import SeatFolder, TournamentFolder
from game.ui.drawing.badges import badge_drawer
from game.ui.drawing.canvas import fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET
from game.ui.drawing.words import BETWEEN_FACTS
from game.ui.forms.panel import MenuItem
from game.ui.forms.tree import Column, Ends, Gap, Ground, Held, Icon, Node, Picture, Row, Shared, Text
from game.ui.forms.widgets import Button
from game.ui.games.tables import view_class
from game.ui.screen import Context
from game.ui.spoken import Role

if TYPE_CHECKING:
    from game.session.daily import Goal
    from game.storage.profile import Players
    from game.storage.statistics_rows import DayPlayed
    from game.storage.tournament_store import BegunRound
    from game.tournament.tournament import Tournament


class LastTournament(NamedTuple):
    """A line, and whether the clock of a round may be running."""

    folder: TournamentFolder
    line: str
    is_running: bool = False


def last_tournament(folder: TournamentFolder, now: datetime) -> LastTournament:
    """Home's summary of the tournament played last at a moment."""
    from game.tournament.tournament import read_tournament  # not everybody has one

    try:
        tournament = read_tournament(folder.text())
    except (StorageError, FileError):
        return LastTournament(folder, msg("One of them cannot be read"))
    seats = folder.seats()
    played = sum(len(seat.rounds()) for seat in seats)
    latest = _latest(seats)
    if latest is not None and _is_running(latest, now):
        return LastTournament(folder, CLOCK_RUNS.with_parts(tournament=tournament.name), is_running=True)
    line = msg_n(
        "{tournament}: {played} of {count} game played",
        "{tournament}: {played} of {count} games played",
        tournament.rounds * len(seats),  # a round is a game of every player
        tournament=tournament.name,
        played=played,
    )
    return LastTournament(folder, line)


def _latest(seats: list[SeatFolder]) -> SeatFolder | None:
    """The seat of a person in which a record was made last: a robot's clock never runs."""

    def made_s(seat: SeatFolder) -> float:
        try:
            return seat.path.stat().st_mtime
        except OSError:
            return 0.0

    newest_first = sorted(seats, key=made_s, reverse=True)
    return next((seat for seat in newest_first if not _is_robot(seat)), None)


def _is_robot(seat: SeatFolder) -> bool:
    from game.tournament.player import PlayerError
    from game.tournament.standings import seat_from_text

    try:
        return seat_from_text(seat.player()).player.is_robot
    except (StorageError, PlayerError):
        return False


def _is_running(seat: SeatFolder, now: datetime) -> bool:
    """Whether the last record of a seat is of a game that is not over and has time left."""
    from game.tournament.tournament import elapsed_on_return_ms, moment_from_text

    rounds = seat.rounds()
    if not rounds:
        return False
    try:
        data = seat.record(rounds[-1])
        record, _ = read_record_while_good(data)
    except (StorageError, RecordError):
        return False
    game, _ = record.replay_while_legal()
    started = moment_from_text(record.tags.get("started", ""))
    elapsed_ms = elapsed_on_return_ms(started, now, play_time_ms(game, data))
    return not game.is_over and elapsed_ms < (game.variant.limit_ms or 0)


PAD_PX = 18
BIG_PX = 48
"""Height of the main button."""
HERO_SHARE = 0.6
"""Of the height that home has to spare; the rest is the tiles'."""
ROUNDS = 3
"""Of a race against robots."""
MOST_SEARCHED = 10
"""Tournaments, the last first, among which one that goes on is looked for."""
CLOCK_RUNS = msg("{tournament}: a round’s clock is running")


class Hero:
    """The main offer: its name, facts, one strong button, and a table beside them."""

    def __init__(
        self,
        name: str,
        facts: Sequence[str],
        button: Button,
        table: Callable[[tuple[int, int]], pygame.Surface | None],
        heading: str = "",
        is_urgent: bool = False,
        short_name: str = "",
    ) -> None:
        """`table` draws the cards in a size; None while they are not drawn yet, or must not be seen."""
        self._short_name = short_name or name
        self.name, self.facts, self.heading, self.is_urgent = name, facts, heading, is_urgent
        self.button, self.picture = button, Picture(table, 130)
        button.is_strong = True
        button.about = joined(", ", [*([heading] if heading else []), name, *facts])

    @property
    def line(self) -> str:
        """The facts in a line."""
        return joined(BETWEEN_FACTS, self.facts)

    def node(self) -> Node:
        """Returns the node that shows it."""
        words = Column(
            [
                Text(self.heading, "small", QUIET, most=1),
                Text(self.name, "heading", bold=True, short=self._short_name, most=1),
                Text(self.line, "body", GOLD if self.is_urgent else QUIET, most=4),
                Gap(10, grows=1),
                Held(self.button, BIG_PX),
            ]
        )
        shown = Shared(words, self.picture, 0.38, 520, 14)
        return Ground(shown, (PAD_PX, PAD_PX), self.button, self.is_urgent, grows=HERO_SHARE)


class DealOfToday(NamedTuple):
    """The deal of the day of one game: its name, how far it is (0 not begun, 1 finished), the way to it."""

    name: str
    share: float
    state: str
    button: Button


class Today(NamedTuple):
    """The deals of this day as one strip, and what opens below it."""

    standing: DailyStatus
    strip: Button
    deals: Sequence[DealOfToday]
    more: Sequence[Button]

    @property
    def name(self) -> str:
        """Title of the day's deal."""
        return daily_title(self.standing.day)

    @property
    def headline(self) -> str:
        """The streak, or what there is."""
        days = self.standing.streak
        if not days:
            return msg("The same deal for everybody")
        return msg_n("{count} day in a row", "{count} days in a row", days)

    def node(self) -> Node:
        """The strip."""
        games: list[Node] = [Text(msg_p("goals of a day", "Today"), bold=True)]
        games += [Row([Icon(partial(dot, deal.share), 12), Text(deal.name)], 7) for deal in self.deals]
        streak = Text(joined(" ", [self.headline, "▼"]), "body", GOLD if self.standing.streak else QUIET)
        return Ground(Ends(Row(games, 18), streak), (PAD_PX, 12), self.strip)

    @property
    def choices(self) -> list[Button]:
        """Buttons that appear below it when it is opened."""
        return [*(deal.button for deal in self.deals), *self.more]


def dot(share: float, pictures: Pictures, wide: int) -> pygame.Surface:
    """Progress of a deal: an empty circle, a half one, or a full one."""

    def drawn() -> pygame.Surface:
        made, circle, radius = pygame.Surface((wide, wide), pygame.SRCALPHA), Box(0, 0, wide, wide), wide // 2
        fill_rounded(made, circle, (*GOLD, 255), radius)
        made.fill((0, 0, 0, 0), (round(wide * share), 0, wide, wide))
        outline(made, circle, (*GOLD, 255), radius, pictures.px(1.5))
        return made

    return pictures.made(("dot", share, wide), drawn)


class Others(NamedTuple):
    """Games with others."""

    line: str
    rules: str
    """Those of the race."""
    race: Button
    friends: Button
    ways: Sequence[Button]
    """Buttons that appear below `friends` when it is opened."""

    def node(self) -> Node:
        """The strip."""
        label = Text(msg("With others"), bold=True)
        rules, line = (Text(words, "small", QUIET) for words in (self.rules, self.line))
        row: list[Node] = [label, Held(self.race), rules, Held(self.friends), line]
        return Ground(Row(row, 14), (PAD_PX, 10))


def todays(
    context: Context,
    days: Sequence[DayPlayed],
    goals: Sequence[Goal],
    say: Callable[[str], None],
    strip: Button,
) -> Today:
    """Today's deals, each to start once, continue, or view; and the goals.

    `days` are those read so far; `say` shows errors; `strip` opens what is behind the strip.
    """
    standing = context.sessions.daily_status(days)
    deals = []
    for rules in games_of_day():
        of_game = context.sessions.daily_status(days, rules.name)
        name = word = rules.short_title or rules.title
        is_told = rules is RULES or rules.daily_options  # others are as their tile says
        words = [view_class(rules.name).words_of(rules)] if is_told else []
        share = 0.0
        if of_game.total is not None:
            word, share = joined(" ", [word, verbatim("✓")]), 1.0
        elif of_game.is_begun:
            word, share = joined(" · ", [word, daily_button(of_game)[0]]), 0.5
        elif rules is RULES:
            word = joined(" · ", [word, *words, daily_difficulty(standing.day).word])
        elif words:
            word = joined(" · ", [word, *words])
        button = MenuItem(word, "play", partial(open_today, context, say, rules.name))
        deals.append(DealOfToday(name, share, daily_state(of_game), button))
    reached = sum(goal.is_reached for goal in goals)
    # Translators: A button: how many of the goals of this day are reached.
    line = msg("Goals: {count} of {all}", count=reached, all=len(goals))
    more = [
        MenuItem(msg("Past days"), "calendar", partial(context.navigation.go, "past_days")),
        MenuItem(line, "check", partial(context.navigation.go, "goals")),
    ]
    for shown in (*(deal.button for deal in deals), *more):
        shown.about = daily_title(standing.day)
    today = Today(standing, strip, deals, more)
    states = [labelled(deal.name, deal.state) for deal in deals]
    strip.spoken_word = joined(", ", [strip.word, *states, today.headline])
    return today


def open_today(context: Context, say: Callable[[str], None], game: str = RULES.name) -> None:
    """Starts or continues today's deal of a game, or shows its result; `say` reports failures."""
    try:
        session = context.sessions.daily_or_its_result(game=game)
    except (StorageError, RecordError) as error:
        say(msg("The deal of the day cannot be opened: {reason}.", reason=str(error)))
        return
    context.navigation.table(session, is_fresh=not session.game.entries)


def daily_button(standing: DailyStatus) -> tuple[str, str]:
    """Label and icon of a day's deal."""
    if standing.unfinished is not None:
        return msg_p("a button", "Continue"), "play"
    if standing.total is not None:
        return msg_p("a button", "Result"), "trophy"
    return (msg_p("a button", "Practise") if standing.is_begun else msg_p("a button", "Play")), "play"


def daily_title(day: date) -> str:
    """Title of a day's deal: `Daily deal — 21 November`."""
    return msg("Daily deal — {day}", day=day_name(day))


def daily_facts(standing: DailyStatus) -> list[str]:
    """State and best total: `finished, 640`, `best 812`."""
    parts: list[str] = [daily_state(standing)] if standing.is_begun else []
    if standing.best is not None:
        parts.append(msg("best {total}", total=standing.best))
    return parts


def daily_state(standing: DailyStatus) -> str:
    """State of a day's deal: `finished, 640`."""
    if standing.unfinished is not None:
        return msg_p("a deal of the day", "unfinished")
    if standing.total is not None:
        return msg("finished, {total}", total=standing.total)
    if standing.is_begun:
        return msg_p("a deal of the day", "abandoned")
    return msg_p("a deal of the day", "not started")


def _begun_race(
    folders: Sequence[TournamentFolder], is_running: bool
) -> tuple[TournamentFolder, Tournament, int] | None:
    """Finds the race against robots that was left last, and the number of the round that is next, or runs.

    `is_running` tells of the first folder.
    """
    from game.tournament.tournament import read_tournament  # not everybody has one

    for folder in folders[:MOST_SEARCHED]:
        seats = folder.seats()
        people = [seat for seat in seats if not _is_robot(seat)]
        if len(people) != 1 or len(seats) == 1:
            continue
        try:
            tournament = read_tournament(folder.text())
            if folder.is_closed:
                continue
        except (StorageError, FileError):
            continue
        number = len(people[0].rounds()) + (not (is_running and folder is folders[0]))
        if number <= tournament.rounds:
            return folder, tournament, number
    return None


def with_others(
    context: Context,
    folders: Sequence[TournamentFolder],
    last: LastTournament | None,
    press: Callable[[], None],
) -> Others:
    """Rounds against robots now, and the ways to play with friends, which `press` opens.

    `folders` are the tournaments of this machine, the `last` one first.
    """
    line: str = msg("The same deals for all, against the clock")
    begun = None
    if last is not None:
        line, begun = last.line, _begun_race(folders, last.is_running)
    is_held = path_exists(context.library.machine / HOSTED)  # also after a crash
    host = msg("Continue hosting") if is_held else msg("Host a tournament")
    ways = [
        MenuItem(host, "trophy", context.navigation.host),
        MenuItem(msg("Join with a link"), "network", partial(context.navigation.go, "online_connect")),
        MenuItem(msg_p("a button", "Tournaments"), "text", partial(context.navigation.go, "tournaments")),
    ]
    race, count, draw = msg("Race three robots"), ROUNDS, Rush().draw
    go_on = context.navigation.race_robots
    if begun is not None:
        folder, tournament, number = begun
        count, draw = tournament.rounds, tournament.game.draw
        race = msg("Continue: round {number} of {count}", number=number, count=count)
        go_on = partial(context.navigation.go_on_with, folder)
    rounds = msg_n("{count} round", "{count} rounds", count)
    rules = joined(", ", [rounds, msg("draw {count}", count=draw)])
    friends = msg("With friends")
    buttons = (
        Button(race, "robot", go_on),
        Button(joined(" ", [friends, "▼"]), "players", press, role=Role.MENU),
    )
    buttons[1].spoken_word = friends
    for button in (*ways, *buttons):
        button.about = msg_p("a page", "Tournaments")
    buttons[0].spoken_word = joined(", ", [race, rules])
    return Others(line, rules, *buttons, ways)


def running_round(context: Context, last: LastTournament | None) -> Hero | None:
    """Leads straight to a running round, online or of the `last` tournament."""
    if (begun := _begun_online(context)) is not None:
        line: str = CLOCK_RUNS.with_parts(tournament=printable(begun.name, 40))
        there = partial(context.navigation.go, "online_return", begun)
    elif last is not None and last.is_running:
        line, there = last.line, partial(context.navigation.go_on_with, last.folder)
    else:
        return None
    button = Button(msg_p("a button", "Continue"), "play", there)
    return Hero(msg_p("a page", "Tournaments"), [line], button, lambda _: None, is_urgent=True)


def _begun_online(context: Context) -> BegunRound | None:
    """The round over a network whose clock is running, if there is one."""
    if not path_exists(context.library.folder / ONLINE_SEATS):
        return None
    from game.storage.tournament_store import OnlineSeats  # few have ever been online

    return OnlineSeats(context.library.folder).begun(context.utc_now())


def name_of(players: Players, number: str) -> str:
    """Name of a player; the first may have none yet."""
    name = players.names[number]
    return verbatim(name) if name else msg("Player {number}", number=number)


def player_buttons(context: Context) -> list[Button]:
    """One for each player of the machine, where there are several: a press, and that one plays."""
    players = context.players
    if len(players.names) < 2:
        return []
    called = [name_of(players, number) for number in players.names]
    buttons = []
    for place, number in enumerate(players.names):
        is_playing = partial(players.playing.__eq__, number)
        button = Button(
            called[place], None, partial(context.play_as, number), is_chosen=is_playing, role=Role.RADIO
        )
        button.about = msg_p("a page", "Players")
        button.badge = badge_drawer(called, place)
        buttons.append(button)
    return buttons

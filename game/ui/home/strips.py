"""Home's offers besides the tiles: a game to continue, the deal of the day, and tournaments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.message import joined, msg, msg_n, msg_p, verbatim
from game.play.lines import FileError
from game.play.record import RecordError, read_record_while_good
from game.session.daily import RULES, DailyStatus, daily_difficulty, day_name, finished_days, games_of_day
from game.storage.files import StorageError, path_exists
from game.storage.library import play_time_ms
from game.storage.paths import HOSTED, ONLINE_SEATS
from game.storage.tournament_store import SeatFolder, TournamentStore
from game.ui.drawing.badges import badge_drawer
from game.ui.drawing.canvas import draw_day
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET, TEXT
from game.ui.drawing.words import BETWEEN_FACTS, fitting_facts, shown, text_within, wrapped
from game.ui.forms.widgets import BETWEEN_PX, Button, flow
from game.ui.home.tile import draw_ground, grid
from game.ui.screen import Context

if TYPE_CHECKING:
    from game.session.daily import Goal
    from game.storage.online_seats import BegunRound
    from game.storage.profile import Players
    from game.storage.statistics_rows import DayPlayed


class LastTournament(NamedTuple):
    """A line, and whether the clock of a round may be running."""

    line: str
    is_running: bool = False


def last_tournament(store: TournamentStore, now: datetime) -> LastTournament:
    """Home's summary of tournaments at a moment."""
    folder = next(iter(store.tournaments()), None)
    if folder is None:
        return LastTournament(msg("There is none left"))
    from game.tournament.tournament import read_tournament  # not everybody has one

    try:
        tournament = read_tournament(folder.text())
    except (StorageError, FileError):
        return LastTournament(msg("One of them cannot be read"))
    seats = folder.seats()
    played = sum(len(seat.rounds()) for seat in seats)
    latest = _latest(seats)
    if latest is not None and _is_running(latest, now):
        line = msg("{tournament}: the clock of a round is running", tournament=tournament.name)
        return LastTournament(line, is_running=True)
    line = msg_n(
        "{tournament}: {played} of {count} game played",
        "{tournament}: {played} of {count} games played",
        tournament.rounds * len(seats),  # a round is a game of every player
        tournament=tournament.name,
        played=played,
    )
    return LastTournament(line)


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
    from game.tournament.state import seat_from_text

    try:
        return seat_from_text(seat.player()).player.is_robot
    except (StorageError, PlayerError):
        return False


def _is_running(seat: SeatFolder, now: datetime) -> bool:
    """Whether the last record of a seat is of a game that is not over and has time left."""
    from game.tournament.rounds import elapsed_on_return_ms, moment_from_text

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
DAYS_SHOWN = 7
CLOCK_RUNS = msg("{tournament}: the clock of a round is running")


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
        self.button, self._table = button, table
        button.is_strong = True
        button.about = joined(", ", [*([heading] if heading else []), name, *facts])
        self.buttons = [button]
        self.box = self.picture = self._words = Box(0, 0, 0, 0)

    @property
    def line(self) -> str:
        """The facts in a line."""
        return joined(BETWEEN_FACTS, self.facts)

    def min_height(self, pictures: Pictures, width: float) -> float:
        """Minimum height at a width, in pixels."""
        lines = self._lines_px(pictures) + pictures.px(10 + BIG_PX + 2 * PAD_PX)
        return lines if self._is_beside(pictures, width) else lines + pictures.px(150)

    def place(self, pictures: Pictures, box: Box) -> None:
        """Gives it a box."""
        px = pictures.px
        self.box = self.button.area = box
        pad = px(PAD_PX)
        inner = Box(box.x + pad, box.y + pad, box.width - 2 * pad, box.height - 2 * pad)
        width, height = self.button.width(pictures) + px(24), px(BIG_PX)
        self.button.box = Box(round(inner.x), round(inner.y + inner.height - height), width, height)
        if self._is_beside(pictures, box.width) and box.height < 0.7 * box.width:
            share = round(inner.width * 0.4)
            self._words = inner._replace(width=share)
            self.picture = Box(inner.x + share + px(12), inner.y, inner.width - share - px(12), inner.height)
        else:
            self._words = inner
            y = inner.y + self._lines_px(pictures) + px(6)
            self.picture = Box(inner.x, y, inner.width, self.button.box.y - px(8) - y)

    @staticmethod
    def _is_beside(pictures: Pictures, width: float) -> bool:
        return width >= pictures.px(520)

    @staticmethod
    def _lines_px(pictures: Pictures) -> int:
        small, body = (pictures.font(size).get_height() for size in ("small", "body"))
        return pictures.font("heading", True).get_height() + small + 3 * body

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        """Draws it in its box, except for the button."""
        draw_ground(surface, self.box, pictures, self.is_urgent)
        x, y, room, _ = self._words
        picture = self._table((int(self.picture.width), int(self.picture.height)))
        if picture is not None:
            surface.blit(picture, (round(self.picture.x), round(self.picture.y)))
        heading = text_within(self.heading, pictures, room, "small", QUIET)
        surface.blit(heading, (x, y))
        y += heading.get_height()
        fits = pictures.text_width(self.name, "heading", bold=True) <= room
        name = self.name if fits else self._short_name
        title = text_within(name, pictures, room, "heading", TEXT, bold=True)
        surface.blit(title, (x, y))
        y += title.get_height() + pictures.px(2)
        colour = GOLD if self.is_urgent else QUIET
        facts = [self.line] if pictures.text_width(self.line) <= room else self.facts
        for words in [words for fact in facts for words in wrapped(fact, pictures, room)][:3]:
            line = pictures.text(verbatim(words), "body", colour)
            surface.blit(line, (x, y))
            y += line.get_height()


class Today:
    """The deals of this day, the streak, and the last days."""

    def __init__(self, standing: DailyStatus, done: Sequence[date], buttons: Sequence[Button]) -> None:
        """`done` are the days on which a deal was finished."""
        self.standing, self._done, self.buttons = standing, frozenset(done), list(buttons)
        self.name = daily_title(standing.day)
        self.facts = daily_facts(standing)
        self.box = Box(0, 0, 0, 0)

    @property
    def headline(self) -> str:
        """The streak, or what to do."""
        days = self.standing.streak
        if not days:
            return msg("The same deal for everybody")
        return msg_n("{count} day in a row", "{count} days in a row", days)

    def min_height(self, pictures: Pictures, width: float) -> float:
        """Minimum height at a width, in pixels."""
        rows = self._place_buttons(pictures, 0, 0, width - 2 * pictures.px(PAD_PX))
        return self._lines_px(pictures) + pictures.px(10 + 2 * PAD_PX) + rows

    def _lines_px(self, pictures: Pictures) -> int:
        small = pictures.font("small").get_height()
        lines = 2 * pictures.font("body").get_height() + small + pictures.px(46)
        return lines + (small + pictures.px(4) if self.facts else 0)

    def _place_buttons(self, pictures: Pictures, x: float, y: float, room_px: float) -> float:
        """The games in two columns, and below them what else there is; returns where they end."""
        y = grid(self.buttons[:-2], pictures, x, y, room_px) + pictures.px(BETWEEN_PX)
        return grid(self.buttons[-2:], pictures, x, y, room_px)

    def place(self, pictures: Pictures, box: Box) -> None:
        """Gives it a box."""
        pad = pictures.px(PAD_PX)
        self.box = box
        rows = self._place_buttons(pictures, 0, 0, box.width - 2 * pad)
        y = box.y + box.height - pad - rows
        self._place_buttons(pictures, box.x + pad, y, box.width - 2 * pad)

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        """Draws it in its box, except for the buttons."""
        draw_ground(surface, self.box, pictures)
        pad = pictures.px(PAD_PX)
        x, y, room = self.box.x + pad, self.box.y + pad, self.box.width - 2 * pad
        lines = [(self.name, "small", QUIET, False)]
        if pictures.text_width(self.headline, "large", True) <= room:
            lines.append((self.headline, "large", TEXT, True))
        else:
            lines += [(words, "body", TEXT, False) for words in wrapped(self.headline, pictures, room)[:2]]
        for words, size, colour, bold in lines:
            said = verbatim(words) if size == "body" else words
            line = text_within(said, pictures, room, size, colour, bold)
            surface.blit(line, (x, y))
            y += line.get_height()
        self._draw_days(surface, pictures, x, y + pictures.px(8), room)
        facts = fitting_facts(self.facts, pictures, room)
        surface.blit(pictures.text(facts, "small", QUIET), (x, y + pictures.px(50)))

    def _draw_days(
        self, surface: pygame.Surface, pictures: Pictures, x: float, y: float, room: float
    ) -> None:
        step = min(room / DAYS_SHOWN, pictures.px(46))
        radius = min(step * 0.42, pictures.px(17))
        for before in range(DAYS_SHOWN - 1, -1, -1):
            day = self.standing.day - timedelta(days=before)
            draw_day(surface, pictures, (x, y), radius, day.day, day in self._done, not before)
            x += step


class Others:
    """Games with others."""

    def __init__(self, line: str, buttons: Sequence[Button]) -> None:
        self.line, self.buttons = line, list(buttons)
        self.box = Box(0, 0, 0, 0)

    def min_height(self, pictures: Pictures, width: float) -> float:
        """Height at a width, in pixels."""
        inner, label = width - 2 * pictures.px(PAD_PX), self._label_px(pictures, width)
        rows = flow(self.buttons, pictures, 0, 0, inner - label)
        above = 0 if label else pictures.font("small").get_height() + pictures.px(4)
        return rows + above + pictures.px(2 * 12)

    def _label_px(self, pictures: Pictures, width: float) -> int:
        """How much of the row the line takes; nothing where it stands above the buttons."""
        inner, gap = width - 2 * pictures.px(PAD_PX), pictures.px(BETWEEN_PX)
        label = pictures.text_width(self.line, "small") + pictures.px(14)
        needed = label + sum(button.width(pictures) + gap for button in self.buttons)
        return label if needed <= inner else 0

    def place(self, pictures: Pictures, box: Box) -> None:
        """Gives it a box."""
        self.box, pad, label = box, pictures.px(PAD_PX), self._label_px(pictures, box.width)
        y = box.y + pictures.px(12)
        y += 0 if label else pictures.px(4) + pictures.font("small").get_height()
        flow(self.buttons, pictures, box.x + pad + label, y, box.width - 2 * pad - label)

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        """Draws it in its box, except for the buttons."""
        draw_ground(surface, self.box, pictures)
        pad = pictures.px(PAD_PX)
        line = text_within(self.line, pictures, self.box.width - 2 * pad, "small", QUIET)
        y = self.box.y + pictures.px(10)
        if self._label_px(pictures, self.box.width):
            y = self.box.y + (self.box.height - line.get_height()) / 2
        surface.blit(line, (self.box.x + pad, round(y)))


def todays(
    context: Context, days: Sequence[DayPlayed], goals: Sequence[Goal], say: Callable[[str], None]
) -> Today:
    """Today's deals, each to start once, continue, or view; and the goals.

    `days` are those read so far; `say` shows errors.
    """
    standing = context.sessions.daily_status(days)
    buttons = []
    for rules in games_of_day():
        of_game = context.sessions.daily_status(days, rules.name)
        word = rules.short_title or rules.title
        if of_game.total is not None:
            word = joined(" ", [word, verbatim("✓")])
        elif of_game.is_begun:
            word = joined(" · ", [word, daily_button(of_game)[0]])
        elif rules is RULES:
            word = joined(" · ", [word, daily_difficulty(standing.day).value])
        buttons.append(Button(word, None, partial(open_today, context, say, rules.name)))
    reached = sum(goal.is_reached for goal in goals)
    # Translators: A button: how many of the goals of this day are reached.
    told = msg("Goals: {count} of {all}", count=reached, all=len(goals))
    buttons += [
        Button(msg("Past days"), "calendar", context.navigation.past_days),
        Button(told, "check" if reached == len(goals) else None, context.navigation.goals),
    ]
    for button in buttons:
        button.about = daily_title(standing.day)
    return Today(standing, finished_days(days), buttons)


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
        return msg_p("a deal of the day", "started")
    if standing.total is not None:
        return msg("finished, {total}", total=standing.total)
    if standing.is_begun:
        return msg_p("a deal of the day", "left")
    return msg_p("a deal of the day", "not started")


def with_others(context: Context) -> Others:
    """Buttons for three rounds now, a new tournament, and existing ones."""
    line: str = msg("The same deals for all, against the clock")
    if context.tournament_store.tournaments():
        line = last_tournament(context.tournament_store, context.round_clock()).line
    is_held = path_exists(context.library.machine / HOSTED)  # also after a crash
    host = msg("Continue hosting") if is_held else msg("Host a tournament")
    buttons = [
        Button(msg("Three rounds against three robots"), "robot", context.navigation.three_rounds),
        Button(host, "trophy", context.navigation.host),
        Button(msg("Join with a link"), "network", context.navigation.online_connect),
        Button(msg_p("a button", "Tournaments"), "trophy", context.navigation.tournaments),
    ]
    for button in buttons:
        button.about = msg_p("a page", "Tournaments")
    return Others(line, buttons)


def running_round(context: Context, say: Callable[[str], None]) -> Hero | None:
    """Leads straight to a running round; `say` reports failures."""
    if (begun := _begun_online(context)) is not None:
        line: str = CLOCK_RUNS.with_parts(tournament=shown(begun.name, 40))
        there = partial(context.navigation.online_return, begun)
        return _urgent(line, there)
    if not context.tournament_store.tournaments():
        return None
    line, is_running = last_tournament(context.tournament_store, context.round_clock())

    def go_to_round() -> None:
        try:
            context.navigation.last_tournament()
        except (StorageError, FileError) as error:
            say(msg("The tournament cannot be opened: {reason}.", reason=str(error)))

    return _urgent(line, go_to_round) if is_running else None


def _urgent(line: str, go_there: Callable[[], None]) -> Hero:
    button = Button(msg_p("a button", "Continue"), "play", go_there)
    return Hero(msg_p("a page", "Tournaments"), [line], button, lambda _: None, is_urgent=True)


def _begun_online(context: Context) -> BegunRound | None:
    """The round over a network whose clock is running, if there is one."""
    if not path_exists(context.library.folder / ONLINE_SEATS):
        return None
    from game.storage.online_seats import OnlineSeats  # few have ever been online

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
    buttons = [
        Button(
            name,
            None,
            partial(context.play_as, number),
            is_chosen=partial(players.playing.__eq__, number),
            about=msg_p("a page", "Players"),
        )
        for number, name in zip(players.names, called, strict=True)
    ]
    for place, button in enumerate(buttons):
        button.badge = badge_drawer(called, place)
    return buttons
